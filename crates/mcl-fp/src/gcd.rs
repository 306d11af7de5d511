//! The binary greatest common divisor of an element's Montgomery form and p, on which inversion and
//! the Legendre symbol stand.
//!
//! Source: Pornin, "Optimized Binary GCD for Modular Inversion", 2020, Algorithm 2. Both integers
//! are replaced by 64 bits each, the 33 highest and the 31 lowest, for up to 31 steps at a time; only
//! then are the integers themselves brought up to date, by the factors that the steps gathered. A
//! comparison of the short forms can go wrong where the integers are close, which makes one of them
//! negative: its sign is then for the caller to account for.

use core::hint::black_box;

use crypto_bigint::{WideWord, Word};

use crate::backend::portable;

/// Low bits of an integer that a short form holds: steps that need no more than the lowest bit.
pub const LOW_BITS: u32 = 31;

const LOW: u64 = (1 << LOW_BITS) - 1;

/// Steps on the short forms that need the three lowest bits.
pub const SYMBOL_STEPS: u32 = LOW_BITS - 2;

/// After so many steps from an integer below p and p, of so many bits, `a` is zero and `b` their
/// greatest common divisor.
pub(crate) const fn max_steps(bits: u32) -> u32 {
    2 * bits - 1
}

/// A row of a matrix of n steps: `2^n` times the new integer is `f a - g b` or its negative.
/// `f + g <= 2^n`.
///
/// The rows of all these matrices have entries of opposite signs, and the two rows of one have
/// opposite patterns, so differences of rows become sums of absolute values.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    f: Word,
    g: Word,
}

impl Row {
    #[inline(always)]
    const fn unpack(packed: u64) -> Self {
        Self { f: packed as u32 as Word, g: (packed >> 32) as Word }
    }

    /// `f a_i - g b_i` for one word, added to the high part of the sum up to the word before.
    #[inline(always)]
    pub(crate) const fn accumulate(self, sum: WideWord, a: Word, b: Word) -> WideWord {
        let high = high_word(sum);
        let positive = (self.f as WideWord * a as WideWord).wrapping_add(high);
        positive.wrapping_sub(self.g as WideWord * b as WideWord)
    }
}

/// The rows of a matrix for `a` and `b`, packed as `f + 2^32 g`: a step treats both by one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    pub a: u64,
    pub b: u64,
}

impl Rows {
    /// The unit matrix.
    pub const UNIT: Self = Self { a: 1, b: 1 << 32 };

    pub(crate) const fn unpack(self) -> [Row; 2] {
        [Row::unpack(self.a), Row::unpack(self.b)]
    }
}

/// `a = |f a - g b|/2^count` by the first row and `b` likewise by the second one. All ones are
/// returned where the sign was negative, else 0.
#[inline(always)]
pub(crate) fn apply_to_integers(
    a: &mut [Word],
    b: &mut [Word],
    rows: [Row; 2],
    count: u32,
) -> [Word; 2] {
    let mut sums = [0; 2];
    for (a, b) in a.iter_mut().zip(&mut *b) {
        sums[0] = rows[0].accumulate(sums[0], *a, *b);
        sums[1] = rows[1].accumulate(sums[1], *a, *b);
        (*a, *b) = (sums[0] as Word, sums[1] as Word);
    }
    let [high_a, high_b] = sums.map(|sum| (sum >> Word::BITS) as Word);
    [shift_absolute(a, high_a, count), shift_absolute(b, high_b, count)]
}

/// `|(high, words)|/2^count`, and the sign.
#[inline(always)]
fn shift_absolute(words: &mut [Word], high: Word, count: u32) -> Word {
    let sign = (high >> (Word::BITS - 1)).wrapping_neg();
    let mut carry = sign & 1;
    for i in 0..words.len() {
        let next = if i + 1 < words.len() { words[i + 1] } else { high };
        let shifted = (words[i] >> count) | (next << (Word::BITS - count));
        (words[i], carry) = portable::adc(shifted ^ sign, 0, carry);
    }
    sign
}

/// The high word of a double word, with its sign.
#[inline(always)]
const fn high_word(x: WideWord) -> WideWord {
    // Casts to signed types of both possible widths; the other one is never compiled.
    if Word::BITS == 64 { ((x as i128) >> 64) as WideWord } else { ((x as i64) >> 32) as WideWord }
}

/// What steps do to the Legendre symbol of `a` and `b`: see `legendre`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// All ones after an odd number of exchanges.
    pub exchanges: u64,
    /// In bit 1, the parity of the changes of the sign.
    pub changes: u64,
}

impl Symbol {
    /// An exchange, where the mask is all ones: the sign changes if bit 1 is set in both integers.
    #[inline(always)]
    pub(crate) const fn exchange(&mut self, both: u64, mask: u64) {
        self.exchanges ^= mask;
        self.changes ^= both & mask;
    }

    /// Halvings of `a`: each changes the sign if b is 3 or 5 modulo 8.
    #[inline(always)]
    pub(crate) const fn halve(&mut self, b: u64, count: u32) {
        self.changes ^= (b ^ (b >> 1)) & ((count as u64) << 1);
    }

    /// Whether the sign changes, in bit 1 of the first word, and whether rows have turned their
    /// signs, as a mask.
    #[inline(always)]
    pub(crate) const fn parts(self) -> (Word, Word) {
        (self.changes as Word & 2, self.exchanges as Word)
    }
}

/// A 64-bit word of an integer.
#[inline(always)]
fn word(a: &[Word], i: usize) -> u64 {
    #[allow(clippy::unnecessary_cast, reason = "words of 32 bits exist")]
    if Word::BITS == 64 {
        a[i] as u64
    } else {
        let high = if 2 * i + 1 < a.len() { a[2 * i + 1] as u64 } else { 0 };
        (a[2 * i] as u64) | (high << 32)
    }
}

/// How many 64-bit words an integer of so many machine words has.
const fn word_count(length: usize) -> usize {
    (Word::BITS as usize * length).div_ceil(64)
}

/// The 31 lowest bits of both integers below their 33 highest, counted from the top bit of the
/// longer one; the integers themselves if they fit 64 bits.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub(crate) fn short_forms(a: &[Word], b: &[Word]) -> (u64, u64) {
    // The highest 64-bit word that is not zero in both, and the next lower one.
    let (mut a_top, mut b_top, mut any) = ([0; 2], [0; 2], 0);
    for i in 1..word_count(a.len()) {
        let (a_words, b_words) = ([word(a, i), word(a, i - 1)], [word(b, i), word(b, i - 1)]);
        let either = a_words[0] | b_words[0];
        // Opaque: a mask that compilers see through becomes a branch.
        let nonzero = black_box(((either | either.wrapping_neg()) >> 63).wrapping_neg());
        for k in 0..2 {
            a_top[k] ^= (a_top[k] ^ a_words[k]) & nonzero;
            b_top[k] ^= (b_top[k] ^ b_words[k]) & nonzero;
        }
        any |= nonzero;
    }
    // The lowest bit makes it non-zero without changing the count: a count for zero would be a branch
    // on processors without lzcnt. Where the tops are zero nothing is taken from them.
    let zeros = (a_top[0] | b_top[0] | 1).leading_zeros();
    let form = |low: u64, top: [u64; 2]| low ^ ((low ^ join(top, zeros, low)) & any);
    (form(word(a, 0), a_top), form(word(b, 0), b_top))
}

/// [`short_forms`] by a search from the top.
#[inline(always)]
pub(crate) fn short_forms_vartime(a: &[Word], b: &[Word]) -> (u64, u64) {
    let (a_low, b_low) = (word(a, 0), word(b, 0));
    for i in (1..word_count(a.len())).rev() {
        let (a_high, b_high) = (word(a, i), word(b, i));
        if a_high | b_high != 0 {
            let zeros = (a_high | b_high).leading_zeros();
            let a = join([a_high, word(a, i - 1)], zeros, a_low);
            return (a, join([b_high, word(b, i - 1)], zeros, b_low));
        }
    }
    (a_low, b_low)
}

/// 33 bits of two words, the higher one first, after `zeros` bits, above the 31 lowest bits of
/// `low`.
#[inline(always)]
const fn join([high, next]: [u64; 2], zeros: u32, low: u64) -> u64 {
    // A shift by 64, for no zeros, is split.
    let top = (high << zeros) | ((next >> 1) >> (63 - zeros));
    (top & !LOW) | (low & LOW)
}
