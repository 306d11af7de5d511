//! Inversion by the binary greatest common divisor.
//!
//! Source: Pornin, "Optimized Binary GCD for Modular Inversion", 2020, Algorithm 2. Both integers
//! are replaced by 64 bits each, the 33 highest and the 31 lowest, for 31 steps at a time; only
//! then are the integers themselves brought up to date, by the factors that the steps gathered. A
//! comparison of the short forms can go wrong where the integers are close, which makes one of them
//! negative: its sign is then moved to its cofactor.
//!
//! The cofactors are not halved modulo p along with the integers, but grow, and the power of two is
//! divided out in the end: Kaliski, "The Montgomery inverse and its applications", 1995.

use core::hint::black_box;
use core::marker::PhantomData;

use crypto_bigint::{WideWord, Word};
use subtle::{Choice, ConditionallySelectable, CtOption};

use crate::backend::portable;
use crate::{Fp, PrimeParams};

/// Steps on the short forms before the integers follow.
const STEPS: u32 = 31;

/// The low bits of an integer that a short form holds.
const LOW: u64 = (1 << STEPS) - 1;

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// After so many steps `a` is zero and `b` one, whatever they were.
    const MAX_STEPS: u32 = 2 * Self::BITS - 1;

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Constant time.
    pub fn invert(&self) -> CtOption<Self> {
        let mut state = Gcd::new(self);
        while state.steps < Self::MAX_STEPS {
            let (a, b) = short_forms(&state.a, &state.b);
            let count = STEPS.min(Self::MAX_STEPS - state.steps);
            state.update(N, steps(a, b, count), count);
        }
        let is_zero = self.mont().iter().fold(0, |any, word| any | word);
        let is_some = Choice::from(portable::is_zero(is_zero) as u8 ^ 1);
        CtOption::new(state.inverse(), is_some)
    }

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Variable time in the value: public inputs only.
    #[must_use]
    pub fn invert_vartime(&self) -> Option<Self> {
        if self.mont() == &[0; N] {
            return None;
        }
        let mut state = Gcd::new(self);
        let mut length = N;
        while length > 0 {
            let (a, b) = short_forms_vartime(&state.a[..length], &state.b[..length]);
            let (rows, count) = steps_vartime(a, b);
            state.update(length, rows, count);
            if state.a[..length].iter().all(|word| *word == 0) {
                break;
            }
            while state.a[length - 1] | state.b[length - 1] == 0 {
                length -= 1;
            }
        }
        Some(state.inverse())
    }
}

/// Integers `a` and odd `b`, in the end 0 and 1, and their cofactors: for the Montgomery form `y` of
/// the operand, `2^steps a = u y` and `2^steps b = v y` modulo p.
///
/// The cofactors are integers in two's complement, at most `2^steps` in absolute value.
struct Gcd<P, const N: usize> {
    a: [Word; N],
    b: [Word; N],
    u: [[Word; N]; 4],
    v: [[Word; N]; 4],
    steps: u32,
    field: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Gcd<P, N> {
    fn new(operand: &Fp<P, N>) -> Self {
        let mut u = [[0; N]; 4];
        u[0][0] = 1;
        let v = [[0; N]; 4];
        let (a, b) = (*operand.mont(), Fp::<P, N>::MODULUS_WORDS);
        Self { a, b, u, v, steps: 0, field: PhantomData }
    }

    /// Applies the rows of a matrix of `count` steps to integers of `length` words.
    #[inline(always)]
    fn update(&mut self, length: usize, rows: [Row; 2], count: u32) {
        let (a, b) = (&mut self.a[..length], &mut self.b[..length]);
        let signs = apply_to_integers(a, b, rows, count);
        self.steps += count;
        let length = self.cofactor_length();
        let (u, v) = (self.u.as_flattened_mut(), self.v.as_flattened_mut());
        apply_to_cofactors(&mut u[..=length], &mut v[..=length], rows, signs);
    }

    /// Words that cofactors of at most `2^steps` need with their sign, which is repeated in the
    /// word after them: an update lengthens them by one word at most.
    const fn cofactor_length(&self) -> usize {
        ((self.steps + 1) / Word::BITS) as usize + 1
    }

    /// `v/2^steps` times the square of the radix R: `1/y = 1/(a R)` becomes `(1/a) R`.
    fn inverse(mut self) -> Fp<P, N> {
        let (p, neg_inv) = (&Fp::<P, N>::MODULUS_WORDS, Fp::<P, N>::NEG_INV);
        let length = self.cofactor_length();
        let v = &mut self.v.as_flattened_mut()[..=length];
        let sign = v[length];
        let mut carry = sign & 1;
        for word in v {
            (*word, carry) = portable::adc(*word ^ sign, 0, carry);
        }
        // |v| is at most p R: its quotient by R is below 2p before the subtraction.
        let quotient = portable::redc(&self.v[0], &self.v[1], 2, p, neg_inv);
        // R^2/2^steps is a power of two, taken in two factors of N words. Each of these products
        // divides by R. The powers of small primes may exceed p, so they are left operands, which may
        // be any words.
        let exponent = 2 * Word::BITS * N as u32 - self.steps;
        let power = |exponent: u32| {
            let mut words = [0; N];
            words[(exponent / Word::BITS) as usize] = 1 << (exponent % Word::BITS);
            Fp::<P, N>::from_mont(words)
        };
        let half = exponent / 2;
        let scaled = power(exponent - half) * (power(half) * Fp::from_mont(quotient));
        let inverse = scaled * Fp::from_mont(Fp::<P, N>::R4);
        Fp::conditional_select(&inverse, &-inverse, Choice::from((sign & 1) as u8))
    }
}

/// A row of a matrix of n steps: `2^n` times the new integer is `f a - g b` or its negative.
/// `f + g <= 2^n`.
///
/// The rows of all these matrices have entries of opposite signs, and the two rows of one have
/// opposite patterns, so differences of rows become sums of absolute values.
#[derive(Clone, Copy)]
struct Row {
    f: Word,
    g: Word,
}

impl Row {
    /// The rows of the unit matrix, packed as `f + 2^32 g`: a step treats both by one instruction.
    const UNIT_A: u64 = 1;
    const UNIT_B: u64 = 1 << 32;

    #[inline(always)]
    const fn unpack(packed: u64) -> Self {
        Self { f: packed as u32 as Word, g: (packed >> 32) as Word }
    }

    /// `f a_i - g b_i` for one word, added to the high part of the sum up to the word before.
    #[inline(always)]
    const fn accumulate(self, sum: WideWord, a: Word, b: Word) -> WideWord {
        let high = high_word(sum);
        let positive = (self.f as WideWord * a as WideWord).wrapping_add(high);
        positive.wrapping_sub(self.g as WideWord * b as WideWord)
    }
}

/// `a = |f a - g b|/2^count` by the first row and `b` likewise by the second one. All ones are
/// returned where the sign was negative, else 0.
#[inline(always)]
fn apply_to_integers(a: &mut [Word], b: &mut [Word], rows: [Row; 2], count: u32) -> [Word; 2] {
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

/// `u = ±(f u - g v)` by the first row and `v` likewise by the second one, negated for a sign of all
/// ones. The last words are set to the signs of the results.
#[inline(always)]
fn apply_to_cofactors(u: &mut [Word], v: &mut [Word], rows: [Row; 2], signs: [Word; 2]) {
    // -x is the complement of x - 1; the sum starts with the -1 as what the word before left.
    let mut sums = signs.map(|sign| (sign as WideWord) << Word::BITS);
    let (mut new_u, mut new_v) = (0, 0);
    let last = u.len() - 1;
    for (u, v) in u[..last].iter_mut().zip(&mut v[..last]) {
        sums[0] = rows[0].accumulate(sums[0], *u, *v);
        sums[1] = rows[1].accumulate(sums[1], *u, *v);
        new_u = sums[0] as Word ^ signs[0];
        new_v = sums[1] as Word ^ signs[1];
        (*u, *v) = (new_u, new_v);
    }
    u[last] = (new_u >> (Word::BITS - 1)).wrapping_neg();
    v[last] = (new_v >> (Word::BITS - 1)).wrapping_neg();
}

/// The high word of a double word, with its sign.
#[inline(always)]
const fn high_word(x: WideWord) -> WideWord {
    // Casts to signed types of both possible widths; the other one is never compiled.
    if Word::BITS == 64 { ((x as i128) >> 64) as WideWord } else { ((x as i64) >> 32) as WideWord }
}

/// The matrix of `count` steps on short forms. A step halves an even `a`; an odd one it first
/// reduces by `b`, after an exchange if `a < b`.
///
/// # Timing
/// Constant time.
#[inline(always)]
fn steps(mut a: u64, mut b: u64, count: u32) -> [Row; 2] {
    let (mut row_a, mut row_b) = (Row::UNIT_A, Row::UNIT_B);
    let mut odd = (a & 1).wrapping_neg();
    for _ in 0..count {
        let difference = reduce(&mut a, &mut row_a, &mut b, &mut row_b, odd);
        odd = ((difference >> 1) & 1).wrapping_neg();
        a >>= 1;
        row_b <<= 1;
    }
    [Row::unpack(row_a), Row::unpack(row_b)]
}

/// The matrix of 31 steps, with all halvings between two differences at once; of fewer where `a`
/// becomes zero, which needs no halving.
///
/// # Timing
/// Variable time.
#[inline(always)]
fn steps_vartime(mut a: u64, mut b: u64) -> ([Row; 2], u32) {
    let (mut row_a, mut row_b) = (Row::UNIT_A, Row::UNIT_B);
    let mut left = STEPS;
    let mut difference = a;
    loop {
        let halvings = (difference | (1 << left)).trailing_zeros();
        if halvings == left {
            // One halving of zero makes sure that there is one.
            let halvings = if a == 0 { 1 } else { halvings };
            let rows = [Row::unpack(row_a), Row::unpack(row_b << halvings)];
            return (rows, STEPS - left + halvings);
        }
        a >>= halvings;
        row_b <<= halvings;
        left -= halvings;
        difference = reduce(&mut a, &mut row_a, &mut b, &mut row_b, u64::MAX);
    }
}

/// Where `mask` is all ones, `a` becomes `|a - b|` and `b` the smaller of both, and the rows follow.
///
/// The difference with its sign is returned: it has the trailing zeros of `|a - b|`, but earlier.
///
/// # Timing
/// Constant time: branches on these comparisons would be mispredicted every other time.
#[inline(always)]
fn reduce(a: &mut u64, row_a: &mut u64, b: &mut u64, row_b: &mut u64, mask: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(*b & mask);
    let less = u64::from(borrow).wrapping_neg();
    // b + (a - b) is a.
    *b = b.wrapping_add(difference & less);
    *a = (difference ^ less).wrapping_sub(less);
    let row = row_a.wrapping_sub(*row_b) & less;
    *row_a += *row_b & mask;
    *row_b = row_b.wrapping_add(row);
    difference
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
fn short_forms(a: &[Word], b: &[Word]) -> (u64, u64) {
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
fn short_forms_vartime(a: &[Word], b: &[Word]) -> (u64, u64) {
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
