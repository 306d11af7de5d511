//! Integers as digits: the recodings behind all scalar multiplication.
//!
//! Nothing here knows of points: powers in a multiplicative group use the same digits. Integers
//! are little-endian arrays of 64-bit words on every platform.

use core::ops::Neg;

use ff::PrimeField;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

/// Words of the largest scalar: fields of up to 1024 bits.
pub const SCALAR_WORDS: usize = 16;

/// The canonical integer of a scalar as little-endian words.
///
/// # Timing
/// Constant time.
#[must_use]
pub fn scalar_words<S: PrimeField>(k: &S) -> [u64; SCALAR_WORDS] {
    const { assert!(S::NUM_BITS as usize <= 64 * SCALAR_WORDS, "scalars have at most 1024 bits") };
    let mut repr = k.to_repr();
    let mut words = [0; SCALAR_WORDS];
    for (word, bytes) in words.iter_mut().zip(repr.as_ref().chunks(8)) {
        let mut buffer = [0; 8];
        buffer[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(buffer);
    }
    repr.as_mut().zeroize();
    words
}

/// Whether `k < 2^bits`.
///
/// # Timing
/// Constant time in `k`.
pub fn has_at_most_bits<const M: usize>(k: &[u64; M], bits: u32) -> Choice {
    let mut excess = 0;
    for (i, word) in (0u32..).zip(k) {
        // Bits of this word at or above the limit.
        let below = bits.saturating_sub(64 * i).min(64);
        excess |= word.checked_shr(below).unwrap_or(0);
    }
    excess.ct_eq(&0)
}

/// The multiple `digit` of an element of a group, written additively, from the table of its multiples from
/// one: a scan of all entries. A digit that is zero gives the default, which is the identity.
///
/// # Timing
/// Constant time in the digit and in the entries.
pub fn select_multiple<T>(table: &[T], digit: i32) -> T
where
    T: Copy + Default + ConditionallySelectable + Neg<Output = T>,
{
    let sign = digit >> 31;
    let magnitude = ((digit ^ sign) - sign) as u32;
    let mut multiple = T::default();
    for (index, entry) in (1u32..).zip(table) {
        multiple.conditional_assign(entry, magnitude.ct_eq(&index));
    }
    T::conditional_select(&multiple, &-multiple, Choice::from(sign as u8 & 1))
}

/// How many signed windows of `width` bits an integer below `2^bits` takes.
///
/// `count` windows represent every integer from 0 to `2^(width count - 1)`, so one bit more than
/// the integer has must fit: `count = ceil((bits + 1)/width)`.
#[must_use]
pub const fn signed_window_count(bits: u32, width: u32) -> u32 {
    (bits + 1).div_ceil(width)
}

/// An integer in base `2^width` with digits from `-(2^(width-1) - 1)` to `2^(width-1)`.
///
/// The digits follow no data-dependent pattern, so they serve constant-time multiplication; a
/// table needs the multiples 1 to `2^(width-1)`.
///
/// # Algorithm
/// With `h = 2^(width-1) - 1` and `C = sum_i h 2^(width i)`, the digits of `k + C` in base
/// `2^width` are those of `k`, each larger by `h`. The last carry cannot be lost: `k + C` stays
/// below `2^(width count)` exactly for `k <= 2^(width count) - 1 - C`, and that bound is at least
/// `2^(width count - 1)`.
#[derive(Clone, Copy, Debug)]
pub struct SignedWindows<const L: usize> {
    /// `k + C`.
    words: [u64; L],
    width: u32,
    count: u32,
}

impl<const L: usize> SignedWindows<L> {
    /// The digits of `value`, which the caller knows to be below `2^bits`.
    ///
    /// # Bounds
    /// A value of more bits loses its high part.
    ///
    /// # Panics
    /// Unless `2 <= width <= 16` and all windows lie within the `L` words: a matter of the
    /// parameters, not of the value.
    ///
    /// # Timing
    /// Constant time in `value`.
    #[must_use]
    pub fn new<const M: usize>(value: &[u64; M], bits: u32, width: u32) -> Self {
        const { assert!(M <= L, "the digits need at least the words of the integer") };
        let count = signed_window_count(bits, width);
        assert!((2..=16).contains(&width) && (width * count) as usize <= 64 * L);
        let mut words = [0; L];
        words[..M].copy_from_slice(value);
        let offset = Self::offset(width, count);
        let mut carry = false;
        for (word, offset) in words.iter_mut().zip(offset) {
            let (sum, first) = word.overflowing_add(offset);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first | second;
        }
        Self { words, width, count }
    }

    /// The constant `C`.
    fn offset(width: u32, count: u32) -> [u64; L] {
        let h = (1u64 << (width - 1)) - 1;
        let mut words = [0; L];
        for i in 0..count {
            let (word, shift) = ((width * i / 64) as usize, width * i % 64);
            words[word] |= h << shift;
            if shift + width > 64 {
                words[word + 1] |= h >> (64 - shift);
            }
        }
        words
    }

    /// The number of digits.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Digit `i`, the coefficient of `2^(width i)`; zero beyond the last.
    ///
    /// # Timing
    /// Constant time in the value, not in `i`.
    #[inline]
    #[must_use]
    pub fn digit(&self, i: u32) -> i32 {
        if i >= self.count {
            return 0;
        }
        let (word, shift) = ((self.width * i / 64) as usize, self.width * i % 64);
        let mut bits = self.words[word] >> shift;
        if shift + self.width > 64 {
            bits |= self.words[word + 1] << (64 - shift);
        }
        let h = (1 << (self.width - 1)) - 1;
        (bits & ((1 << self.width) - 1)) as i32 - h
    }
}

impl<const L: usize> Zeroize for SignedWindows<L> {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

/// An integer in non-adjacent form of a width: digits are zero or odd, of absolute value below
/// `2^(width-1)`, and among `width` neighbours at most one is not zero.
///
/// A table needs the odd multiples 1, 3, ..., `2^(width-1) - 1`.
///
/// # Timing
/// Variable time: for public integers.
#[derive(Clone, Copy, Debug)]
pub struct Wnaf<const L: usize> {
    digits: [i8; L],
    len: usize,
}

impl<const L: usize> Wnaf<L> {
    /// The digits of `value`.
    ///
    /// # Bounds
    /// An integer of `b` bits has at most `b + 1` digits, hence `64 M < L`, checked at compile
    /// time.
    ///
    /// # Panics
    /// Unless `2 <= width <= 8`.
    ///
    /// # Algorithm
    /// Hankerson, Menezes and Vanstone, "Guide to elliptic curve cryptography", 2004, Algorithm
    /// 3.35, with a carry instead of a subtraction from the integer. A carry out of the last window
    /// is one more digit.
    #[must_use]
    pub fn new<const M: usize>(value: &[u64; M], width: u32) -> Self {
        const { assert!(64 * M < L, "an integer can have one digit more than bits") };
        assert!((2..=8).contains(&width));
        let mut digits = [0; L];
        let mut len = 0;
        let mut carry = 0;
        let mut position = 0;
        while position <= 64 * M {
            let window = bits_at(value, position, width) + carry;
            if window & 1 == 0 {
                // An even window with a carry is 2^width at most: the carry moves on.
                position += 1;
                continue;
            }
            carry = u64::from(window >> (width - 1) != 0);
            digits[position] = (window as i64 - ((carry as i64) << width)) as i8;
            len = position + 1;
            position += width as usize;
        }
        Self { digits, len }
    }

    /// The digits, least significant first; the last one is not zero.
    #[must_use]
    pub fn digits(&self) -> &[i8] {
        &self.digits[..self.len]
    }

    /// Digit `i`, the coefficient of `2^i`; zero beyond the last.
    #[inline]
    #[must_use]
    pub fn digit(&self, i: usize) -> i8 {
        self.digits.get(i).copied().unwrap_or(0)
    }
}

/// `width` bits of `value` from bit `position` on; zeros beyond its end.
fn bits_at(value: &[u64], position: usize, width: u32) -> u64 {
    let (word, shift) = (position / 64, (position % 64) as u32);
    let low = value.get(word).map_or(0, |w| w >> shift);
    let high =
        if shift + width > 64 { value.get(word + 1).map_or(0, |w| w << (64 - shift)) } else { 0 };
    (low | high) & ((1 << width) - 1)
}
