//! The errors of the crate.

use core::fmt;

use mcl_fp::TextError;

/// Why bytes or text are not a key, a ciphertext, a proof or a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// Too few or too many bytes.
    Length,
    /// An integer is not below the order of the group, or is no number.
    Scalar,
    /// Not the encoding of an element of the group.
    Point,
    /// The identity where it would make a key worthless.
    Identity,
    /// The public key in a private one does not belong to its secret.
    Mismatch,
    /// The bits in a key of mcl are no number from 1 to 1024.
    Bits,
    /// A point or a number in a text of mcl is refused.
    Text(TextError),
    /// Text after the last part, or none between parts.
    Separator,
    /// A count or an index is zero or too large.
    Count,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(error) => return error.fmt(f),
            Self::Length => "too short or too long",
            Self::Scalar => "a number is malformed or not below the group's order",
            Self::Point => "a point is malformed or not in the group",
            Self::Identity => "the key is the identity",
            Self::Mismatch => "the public key does not belong to the secret key",
            Self::Bits => "the number of bits is not a number from 1 to 1024",
            Self::Separator => "unexpected text between or after the parts",
            Self::Count => "a count or an index is out of range",
        })
    }
}

impl core::error::Error for DecodeError {}

/// Why a table cannot be made or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// No window table has these parameters: `1 <= bits <= 1024` and `2 <= width <= 16` are
    /// possible.
    Parameters {
        /// The bits to cover.
        bits: u32,
        /// The width of the windows.
        width: u32,
    },
    /// The range is empty, or wider than `2^62`.
    Range,
    /// The base of logarithms is the identity.
    Identity,
    /// The memory allowed does not hold a table.
    Memory,
    /// The callback stopped the work.
    Cancelled,
    /// The bytes are shorter or longer than their header says.
    Length,
    /// The checksum does not match the bytes.
    Checksum,
    /// The header is not that of such a table in this group.
    Header,
    /// An entry is not the multiple that it should be.
    Entry,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameters { bits, width } => {
                write!(f, "no table covers {bits} bits by windows of {width} bits")
            }
            Self::Range => f.write_str("the range is empty or too wide"),
            Self::Identity => f.write_str("the base of logarithms is the identity"),
            Self::Memory => f.write_str("the memory allowed does not hold a table"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Length => f.write_str("the table is cut off or has extra bytes"),
            Self::Checksum => f.write_str("the checksum of the table does not match"),
            Self::Header => f.write_str("not a table of this kind and group"),
            Self::Entry => f.write_str("an entry of the table is wrong"),
        }
    }
}

impl core::error::Error for TableError {}

/// No integer of the range is the logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The smallest integer that was looked for.
    pub min: i64,
    /// The largest one.
    pub max: i64,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plaintext is not in the range from {} to {}", self.min, self.max)
    }
}

impl core::error::Error for OutOfRange {}

/// The plaintext is not in the set, or in the range, that the proof is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotInSet;

impl fmt::Display for NotInSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the plaintext is not among the values of the proof")
    }
}

impl core::error::Error for NotInSet {}
