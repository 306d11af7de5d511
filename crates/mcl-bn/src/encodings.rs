//! Points and pairing values of alt_bn128 ([`crate::snark1`]) in the formats of other libraries.
//!
//! A module for each library, a type without values for each of its formats:
//!
//! ```
//! use mcl_bn::encodings::{Decoding, Encoding, arkworks, eip197, gnark};
//! use mcl_bn::snark1::{G1Affine, G2Affine};
//!
//! let q = G2Affine::generator();
//! let bytes = gnark::Compressed::encode(&q);
//! assert_eq!(gnark::Compressed::decode(&bytes[..]), Ok(q));
//! // From one format into another.
//! let p: G1Affine = arkworks::Compressed::decode(&[[5; 31].as_slice(), &[0x85]].concat())?;
//! assert_eq!(eip197::Words::encode(&p).len(), 64);
//! # Ok::<(), mcl_bn::DecodeError>(())
//! ```
//!
//! # The formats
//!
//! "Large" y means y above (p - 1)/2 as an integer; in Fp2 the coefficient of i decides, and the real
//! part only where that is zero. BE and LE are big and little endian. Bits are those of a byte: `80` is
//! its top bit.
//!
//! | format | bytes of G1, G2 | order | of G2 | flags | y | identity |
//! |---|---|---|---|---|---|---|
//! | [`eip197::Words`] | 64, 128 | BE | x.c1 x.c0 y.c1 y.c0 | none | y | zeros |
//! | [`gnark::Uncompressed`] | 64, 128 | BE | x.c1 x.c0 y.c1 y.c0 | first byte: top two bits 00 | y | zeros |
//! | [`gnark::Compressed`] | 32, 64 | BE | x.c1 x.c0 | first byte: `80`, `c0` if y is large | large | `40`, zeros |
//! | [`arkworks::Compressed`] | 32, 64 | LE | x.c0 x.c1 | last byte: `80` if y is large | large | zeros, `40` |
//! | [`arkworks::Uncompressed`] | 64, 128 | LE | x.c0 x.c1 y.c0 y.c1 | last byte: `80` if y is large | y | zeros, `40` |
//! | [`halo2curves::Compressed`] | 32, 64 | LE | x.c0 x.c1 | last byte: `80` if y (y.c0) is odd | parity | zeros, `40` |
//! | [`halo2curves::Uncompressed`] | 64, 128 | LE | x.c0 x.c1 y.c0 y.c1 | none | y | zeros |
//! | [`halo2curves::Raw`], [`snarkjs::Binary`] | 64, 128 | LE, Montgomery form | x.c0 x.c1 y.c0 y.c1 | none | y | zeros |
//! | [`solana::Compressed`] | 32, 64 | BE | x.c1 x.c0 | first byte: `80` if y is large | large | zeros |
//! | [`substrate_bn::Compressed`] | 33, 65 | BE | x.c1 p + x.c0 | first byte: 02, 03; 0a, 0b | parity; large | none |
//!
//! mcl's own forms are methods of the points: [`to_compressed`](crate::G1Affine::to_compressed) and
//! [`to_affine_bytes`](crate::G1Affine::to_affine_bytes).
//!
//! The signs differ between formats of equal length: the bytes of a point with a small and even y are
//! the same for arkworks, halo2curves and mcl, and those of half of all other points are not.
//!
//! # Strictness
//!
//! Every decoder accepts exactly one string for each point, the one that the encoder writes, and says
//! which rule another one breaks. It checks length, flags, coordinates below p, the curve equation,
//! and the subgroup; [`Decoding::decode_unchecked`] leaves the subgroup out. Some of the libraries
//! accept more: arkworks reads an uncompressed point whose flag contradicts y, Solana the identity
//! with a flag.
//!
//! One exception lies in the formats whose sign is the parity of y: a point of the twist whose y has
//! the real part zero has the string of its opposite, and one of the two is read.
//!
//! # Pairing values
//!
//! A value of Gt is the same element in mcl, arkworks and gnark, with three byte forms: mcl and
//! arkworks write twelve coefficients LE from the first, gnark twelve BE from the last.
//! halo2curves raises to another exponent; [`halo2curves::to_plain_exponent`] converts.
//!
//! # Timing
//!
//! Variable time: for public data.

mod batch;
mod parts;

pub mod arkworks;
pub mod eip197;
pub mod gnark;
pub mod halo2curves;
pub mod snarkjs;
pub mod solana;
pub mod substrate_bn;

#[cfg(feature = "alloc")]
pub use batch::decode_batch;
pub use batch::decode_batch_in;
pub use mcl_ec::BatchError;

use crate::snark1::{G1Affine, G2Affine, Gt};
use crate::{ByteArray, DecodeError};

/// A point of G1 or G2 of alt_bn128, in affine coordinates.
pub trait Point: Member + parts::Parts {}

impl Point for G1Affine {}
impl Point for G2Affine {}

/// An element of a group of order r, which a decoded value may lie outside of.
pub trait Member: Copy + parts::Sealed {
    /// Whether the value lies in the group.
    fn is_member(&self) -> bool;
}

impl Member for G1Affine {
    /// All points of the curve are in G1.
    fn is_member(&self) -> bool {
        true
    }
}

impl Member for G2Affine {
    fn is_member(&self) -> bool {
        self.is_torsion_free().into()
    }
}

impl Member for Gt {
    fn is_member(&self) -> bool {
        Self::from_fp12(self.as_fp12()).is_ok()
    }
}

/// A format in which values of the type `T` can be read.
pub trait Decoding<T: Member> {
    /// The length of the encoding in bytes.
    const LENGTH: usize;

    /// Reads a value without checking that it is in the group of order r. Everything else is checked:
    /// for G1 this is the same as [`Self::decode`].
    ///
    /// # Errors
    /// The rule that the bytes break.
    fn decode_unchecked(bytes: &[u8]) -> Result<T, DecodeError>;

    /// As [`Self::decode_unchecked`], up to a square root, so that roots of many values can be taken at
    /// once.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Result<parts::Unfinished<T>, DecodeError> {
        Self::decode_unchecked(bytes).map(mcl_ec::Unfinished::Point)
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The rule that the bytes break.
    fn decode(bytes: &[u8]) -> Result<T, DecodeError> {
        let value = Self::decode_unchecked(bytes)?;
        if value.is_member() { Ok(value) } else { Err(DecodeError::NotInSubgroup) }
    }
}

/// A format in which all values of the type `T` can be written.
pub trait Encoding<T: Member>: Decoding<T> {
    /// The encoded value.
    type Bytes: ByteArray;

    /// Writes a value.
    fn encode(value: &T) -> Self::Bytes;
}
