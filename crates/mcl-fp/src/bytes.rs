//! Canonical bytes, little and big endian, and reduction of long byte strings.

use core::fmt;

use crypto_bigint::{Uint, Word};
use subtle::{Choice, CtOption};

use crate::backend::portable;
use crate::{Fp, PrimeParams};

const WORD_BYTES: usize = size_of::<Word>();

/// All words of an element as little-endian bytes: [`ff::PrimeField::Repr`].
///
/// It holds whole words; the canonical encoding of [`Fp::write_le_bytes`] is shorter where the modulus
/// leaves whole bytes of the top word free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Repr<const N: usize>([[u8; WORD_BYTES]; N]);

impl<const N: usize> Repr<N> {
    pub(crate) fn to_words(self) -> [Word; N] {
        self.0.map(Word::from_le_bytes)
    }
}

impl<const N: usize> Default for Repr<N> {
    fn default() -> Self {
        Self([[0; WORD_BYTES]; N])
    }
}

impl<const N: usize> AsRef<[u8]> for Repr<N> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_flattened()
    }
}

impl<const N: usize> AsMut<[u8]> for Repr<N> {
    fn as_mut(&mut self) -> &mut [u8] {
        self.0.as_flattened_mut()
    }
}

/// Why bytes are not an element of the field.
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
    /// The integer is not below the modulus.
    NotCanonical,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "a field element has {expected} bytes, not {found}")
            }
            Self::NotCanonical => f.write_str("the integer is not below the field's modulus"),
        }
    }
}

impl core::error::Error for DecodeError {}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// The element with these little-endian words, if they are below the modulus.
    ///
    /// # Timing
    /// Constant time.
    pub fn from_repr(repr: &Repr<N>) -> CtOption<Self> {
        let words = repr.to_words();
        let (_, borrow) = portable::sub_words(&words, &Self::MODULUS_WORDS);
        let value = Self::from_uint_reduced(&Uint::from_words(words));
        CtOption::new(value, Choice::from(borrow as u8))
    }

    /// The words of the canonical integer, little endian.
    #[must_use]
    pub fn to_repr(&self) -> Repr<N> {
        Repr(self.to_uint().to_words().map(Word::to_le_bytes))
    }

    /// Reads exactly [`Self::BYTES`] little-endian bytes.
    ///
    /// # Errors
    /// [`DecodeError::Length`], or [`DecodeError::NotCanonical`] for an integer that is not below
    /// the modulus.
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::check_length(bytes.len())?;
        let mut repr = Repr::default();
        repr.as_mut()[..Self::BYTES].copy_from_slice(bytes);
        Option::from(Self::from_repr(&repr)).ok_or(DecodeError::NotCanonical)
    }

    /// Reads exactly [`Self::BYTES`] big-endian bytes.
    ///
    /// # Errors
    /// As [`Self::from_le_bytes`].
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::check_length(bytes.len())?;
        let mut repr = Repr::default();
        for (to, from) in repr.as_mut().iter_mut().zip(bytes.iter().rev()) {
            *to = *from;
        }
        Option::from(Self::from_repr(&repr)).ok_or(DecodeError::NotCanonical)
    }

    /// Writes the canonical integer into `out`, little endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`] if `out` is not [`Self::BYTES`] long; nothing is written then.
    pub fn write_le_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError> {
        Self::check_length(out.len())?;
        out.copy_from_slice(&self.to_repr().as_ref()[..Self::BYTES]);
        Ok(())
    }

    /// Writes the canonical integer into `out`, big endian.
    ///
    /// # Errors
    /// As [`Self::write_le_bytes`].
    pub fn write_be_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError> {
        self.write_le_bytes(out)?;
        out.reverse();
        Ok(())
    }

    /// The residue modulo p of a little-endian integer of any length; no bytes give zero.
    ///
    /// # Timing
    /// Constant time in the bytes, not in their number.
    #[must_use]
    pub fn from_le_bytes_mod(bytes: &[u8]) -> Self {
        // Horner's rule in base R over chunks of N words; the Montgomery form of R is R^2 mod p.
        let base = Self::from_mont(Self::R2);
        bytes.chunks(N * WORD_BYTES).rev().fold(Self::ZERO, |acc, chunk| {
            let mut repr = Repr::<N>::default();
            repr.as_mut()[..chunk.len()].copy_from_slice(chunk);
            let digit = Uint::from_words(repr.to_words());
            acc * base + Self::from_uint_reduced(&digit)
        })
    }

    /// The residue modulo p of a big-endian integer of any length; no bytes give zero.
    ///
    /// # Timing
    /// As [`Self::from_le_bytes_mod`].
    #[must_use]
    pub fn from_be_bytes_mod(bytes: &[u8]) -> Self {
        let base = Self::from_mont(Self::R2);
        let first = bytes.len() % (N * WORD_BYTES);
        let (head, tail) = bytes.split_at(first);
        core::iter::once(head).chain(tail.chunks(N * WORD_BYTES)).fold(Self::ZERO, |acc, chunk| {
            let mut repr = Repr::<N>::default();
            for (to, from) in repr.as_mut().iter_mut().zip(chunk.iter().rev()) {
                *to = *from;
            }
            let digit = Uint::from_words(repr.to_words());
            acc * base + Self::from_uint_reduced(&digit)
        })
    }

    fn check_length(found: usize) -> Result<(), DecodeError> {
        if found == Self::BYTES {
            Ok(())
        } else {
            Err(DecodeError::Length { expected: Self::BYTES, found })
        }
    }
}
