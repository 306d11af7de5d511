//! The errors of the crate.

use core::fmt;

/// Two slices that belong together differ in length; nothing was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch {
    /// Length of the first slice.
    pub expected: usize,
    /// Length of the other one.
    pub found: usize,
}

impl LengthMismatch {
    pub(crate) const fn check(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self { expected, found }) }
    }
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} elements, found {}", self.expected, self.found)
    }
}

impl core::error::Error for LengthMismatch {}

/// Why bytes are not a point: one variant for each rule that they can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// Not exactly the number of bytes of the encoding.
    Length {
        /// Bytes that the encoding has.
        expected: usize,
        /// Bytes that were given.
        found: usize,
    },
    /// A coordinate, or one of its coefficients, is not below the modulus.
    NotCanonical,
    /// No point of the curve has these coordinates.
    NotOnCurve,
    /// Flag bits, or a tag byte, that no encoder writes.
    Flags,
    /// A point of the curve outside the subgroup that the decoder stands for.
    NotInSubgroup,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "the encoding has {expected} bytes, not {found}")
            }
            Self::NotCanonical => f.write_str("a coordinate is not below the field's modulus"),
            Self::NotOnCurve => f.write_str("the coordinates are not those of a curve point"),
            Self::Flags => f.write_str("the flags are not those of a canonical encoding"),
            Self::NotInSubgroup => f.write_str("the point is not in the prime-order subgroup"),
        }
    }
}

impl core::error::Error for DecodeError {}

impl From<mcl_fp::DecodeError> for DecodeError {
    fn from(error: mcl_fp::DecodeError) -> Self {
        match error {
            mcl_fp::DecodeError::Length { expected, found } => Self::Length { expected, found },
            _ => Self::NotCanonical,
        }
    }
}

/// Why one of several encodings was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The index of the encoding.
    pub index: usize,
    /// The rule that it breaks.
    pub error: DecodeError,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "encoding {}: {}", self.index, self.error)
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}
