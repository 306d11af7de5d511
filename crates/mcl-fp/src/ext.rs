//! What curves and towers ask of a field beyond `ff::Field`.

use ff::Field;
use subtle::Choice;

use crate::{DecodeError, FieldLanes, Fp, FpX8, PrimeParams, vector_engine};

/// A field of the workspace: a prime field or an extension of one.
pub trait FieldExt: Field {
    /// Eight elements side by side.
    type Lanes: FieldLanes<Element = Self>;

    /// Whether the vector engine is in use and computes with this field: whoever has work for eight lanes
    /// asks once, and takes scalar code otherwise.
    #[inline]
    #[must_use]
    fn has_lanes() -> bool {
        Self::Lanes::IS_SUPPORTED && vector_engine()
    }

    /// `sum(a_i b_i)` with one reduction per coefficient, for up to four products.
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self;

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    fn invert_vartime(&self) -> Option<Self>;

    /// Whether the canonical integer of the element is odd; in an extension, of its first
    /// coefficient.
    fn parity(&self) -> Choice;

    /// The square root that the field's [`Field::sqrt`] fixes, which may be variable time.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    fn sqrt_vartime(&self) -> Option<Self>;

    /// Whether the element is a square; zero counts as one.
    ///
    /// # Timing
    /// Constant time.
    fn is_square(&self) -> Choice;

    /// As [`Self::is_square`].
    ///
    /// # Timing
    /// Variable time: public inputs only.
    fn is_square_vartime(&self) -> bool;

    /// The sign of RFC 9380, section 4.1: the parity of the first coefficient that is not zero.
    ///
    /// # Timing
    /// Constant time.
    fn sgn0(&self) -> Choice;

    /// `3 self`.
    #[inline]
    fn triple(&self) -> Self {
        self.double() + self
    }
}

impl<P: PrimeParams<N>, const N: usize> FieldExt for Fp<P, N> {
    type Lanes = FpX8<P, N>;

    #[inline(always)]
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Self::sum_of_products(a.map(|x| [x]), b.map(|x| [x]))
    }

    fn invert_vartime(&self) -> Option<Self> {
        self.invert_vartime()
    }

    fn parity(&self) -> Choice {
        ff::PrimeField::is_odd(self)
    }

    fn sqrt_vartime(&self) -> Option<Self> {
        self.sqrt().into()
    }

    fn is_square(&self) -> Choice {
        self.is_square()
    }

    fn is_square_vartime(&self) -> bool {
        self.is_square_vartime()
    }

    fn sgn0(&self) -> Choice {
        self.parity()
    }
}

/// Canonical bytes of fixed length: what point encodings are written with.
pub trait FieldBytes: Sized {
    /// Length of the encoding.
    const BYTES: usize;

    /// Bits of the last little-endian byte that no canonical encoding sets.
    const SPARE_BITS: u32;

    /// Reads exactly [`Self::BYTES`] little-endian bytes; the coefficients of an extension follow
    /// one another, the first one first.
    ///
    /// # Errors
    /// [`DecodeError::Length`], or [`DecodeError::NotCanonical`] for a coefficient that is not
    /// below the modulus.
    fn from_le_bytes(bytes: &[u8]) -> Result<Self, DecodeError>;

    /// Writes the encoding that [`Self::from_le_bytes`] reads.
    ///
    /// # Errors
    /// [`DecodeError::Length`] if `out` has another length; nothing is written then.
    fn write_le_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError>;
}

impl<P: PrimeParams<N>, const N: usize> FieldBytes for Fp<P, N> {
    const BYTES: usize = Self::BYTES;
    const SPARE_BITS: u32 = 8 * Self::BYTES as u32 - Self::BITS;

    fn from_le_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_le_bytes(bytes)
    }

    fn write_le_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError> {
        self.write_le_bytes(out)
    }
}
