//! mcl's ways to make an element of any bytes: setArrayMask and the setters modulo p.

use crypto_bigint::{Uint, Word};
use subtle::{Choice, ConditionallySelectable};

use crate::backend::portable;
use crate::{DecodeError, Fp, PrimeParams, Repr};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// Bytes of the modulus in whole words of 64 bits, on every word size: mcl's storage of an
    /// integer below it.
    pub(crate) const STORED_BYTES: usize = 8 * (Self::BITS as usize).div_ceil(64);

    /// mcl's setArrayMask (setLittleEndian in C): an element of any bytes.
    ///
    /// The bytes that fit into the words of the modulus are read as a little-endian integer, and the
    /// rest is ignored. The integer keeps the bit length of the modulus, and loses one bit more if
    /// it is not below the modulus. No bytes give zero.
    ///
    /// # Timing
    /// Constant time in the bytes, not in their number.
    #[must_use]
    pub fn from_le_bytes_masked(bytes: &[u8]) -> Self {
        // Bytes beyond the words have no bit that stays.
        let mut repr = Repr::<N>::default();
        for (to, from) in repr.as_mut().iter_mut().zip(bytes) {
            *to = *from;
        }
        let value = repr.to_words();
        let masked = |bits: u32| -> [Word; N] {
            let mut words = value;
            for (i, word) in (0..).zip(&mut words) {
                let bits_here = bits.saturating_sub(i * Word::BITS).min(Word::BITS);
                // All ones below the bit; zero where no bit of the word stays.
                *word &= Word::MAX.checked_shr(Word::BITS - bits_here).unwrap_or(0);
            }
            words
        };
        let (full, short) = (masked(Self::BITS), masked(Self::BITS - 1));
        let (_, borrow) = portable::sub_words(&full, &Self::MODULUS_WORDS);
        let fits = Choice::from(borrow as u8 & 1);
        let mut words = short;
        for (word, kept) in words.iter_mut().zip(&full) {
            word.conditional_assign(kept, fits);
        }
        Self::from_uint_reduced(&Uint::from_words(words))
    }

    /// mcl's setLittleEndianMod: [`Self::from_le_bytes_mod`] of at most twice the words of the
    /// modulus.
    ///
    /// # Errors
    /// [`DecodeError::Length`] for more bytes, with the limit.
    ///
    /// # Timing
    /// Constant time in the bytes, not in their number.
    pub fn set_little_endian_mod(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::check_mod_length(bytes.len())?;
        Ok(Self::from_le_bytes_mod(bytes))
    }

    /// mcl's setBigEndianMod: [`Self::from_be_bytes_mod`] of at most twice the words of the modulus.
    ///
    /// # Errors
    /// As [`Self::set_little_endian_mod`].
    ///
    /// # Timing
    /// Constant time in the bytes, not in their number.
    pub fn set_big_endian_mod(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::check_mod_length(bytes.len())?;
        Ok(Self::from_be_bytes_mod(bytes))
    }

    fn check_mod_length(found: usize) -> Result<(), DecodeError> {
        let limit = 2 * Self::STORED_BYTES;
        if found <= limit { Ok(()) } else { Err(DecodeError::Length { expected: limit, found }) }
    }
}
