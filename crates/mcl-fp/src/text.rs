//! Hexadecimal and decimal text.

use core::fmt;
use core::str::FromStr;

use crate::{Fp, PrimeParams};

/// `0x` and lower-case digits without padding.
impl<P: PrimeParams<N>, const N: usize> fmt::Display for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

impl<P: PrimeParams<N>, const N: usize> fmt::Debug for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Lower-case digits without padding; `{:#x}` adds the prefix, a width pads.
impl<P: PrimeParams<N>, const N: usize> fmt::LowerHex for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_DIGITS: usize = 2 * 128;
        let value = self.to_uint();
        let digits = (value.bit_width_vartime().div_ceil(4) as usize).max(1);
        let mut buffer = [b'0'; MAX_DIGITS];
        let used = buffer.get_mut(..digits).ok_or(fmt::Error)?;
        let repr = self.to_repr();
        for (i, digit) in used.iter_mut().rev().enumerate() {
            let byte = repr.as_ref()[i / 2];
            let nibble = if i % 2 == 0 { byte & 15 } else { byte >> 4 };
            *digit = b"0123456789abcdef"[nibble as usize];
        }
        let text = core::str::from_utf8(used).map_err(|_| fmt::Error)?;
        f.pad_integral(true, "0x", text)
    }
}

/// Why a text is not an element of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// No digits.
    Empty,
    /// A character that is not a digit of the base.
    InvalidDigit {
        /// Its byte position in the text.
        position: usize,
    },
    /// The integer is not below the modulus.
    NotCanonical,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a field element needs at least one digit"),
            Self::InvalidDigit { position } => {
                write!(f, "the character at byte {position} is not a digit of the base")
            }
            Self::NotCanonical => f.write_str("the integer is not below the field's modulus"),
        }
    }
}

impl core::error::Error for ParseError {}

/// Decimal digits, or hexadecimal ones (of either case) after `0x`. Values at or above the modulus
/// are refused; leading zeros are accepted.
impl<P: PrimeParams<N>, const N: usize> FromStr for Fp<P, N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (digits, radix, offset) = match text.strip_prefix("0x") {
            Some(rest) => (rest, 16, 2),
            None => (text, 10, 0),
        };
        if digits.is_empty() {
            return Err(ParseError::Empty);
        }
        let mut value = crypto_bigint::Uint::<N>::ZERO;
        for (i, character) in digits.char_indices() {
            let digit = character
                .to_digit(radix)
                .ok_or(ParseError::InvalidDigit { position: offset + i })?;
            let shifted = value.checked_mul(&crypto_bigint::Uint::<1>::from_u32(radix));
            let shifted = shifted.into_option().ok_or(ParseError::NotCanonical)?;
            let (sum, carry) = crypto_bigint::Uint::carrying_add(
                &shifted,
                &crypto_bigint::Uint::from_u32(digit),
                crypto_bigint::Limb::ZERO,
            );
            if carry != crypto_bigint::Limb::ZERO {
                return Err(ParseError::NotCanonical);
            }
            value = sum;
        }
        Self::from_uint(&value).ok_or(ParseError::NotCanonical)
    }
}
