//! Steps of a binary greatest common divisor on short forms: the inner loops of inversion and of the
//! Legendre symbol.
//!
//! A step halves an even `a`; an odd one it first reduces by the odd `b`, after an exchange if
//! `a < b`.

use crate::gcd::{LOW_BITS, Rows, SYMBOL_STEPS, Symbol};

/// What [`reduce`] found.
struct Comparison {
    /// `a - b` with its sign: it has the trailing zeros of `|a - b|`, but is known earlier.
    difference: u64,
    /// All ones where `a < b`, so that the integers changed places.
    exchanged: u64,
}

/// Where `mask` is all ones, `a` becomes `|a - b|` and `b` the smaller of both, and the rows follow.
///
/// # Timing
/// Constant time: branches on these comparisons would be mispredicted every other time.
#[inline(always)]
fn reduce(a: &mut u64, row_a: &mut u64, b: &mut u64, row_b: &mut u64, mask: u64) -> Comparison {
    let (difference, borrow) = a.overflowing_sub(*b & mask);
    let exchanged = u64::from(borrow).wrapping_neg();
    // b + (a - b) is a.
    *b = b.wrapping_add(difference & exchanged);
    *a = (difference ^ exchanged).wrapping_sub(exchanged);
    let row = row_a.wrapping_sub(*row_b) & exchanged;
    *row_a += *row_b & mask;
    *row_b = row_b.wrapping_add(row);
    Comparison { difference, exchanged }
}

/// `count` steps, at most 31.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn steps(mut a: u64, mut b: u64, count: u32) -> Rows {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let mut odd = (a & 1).wrapping_neg();
    for _ in 0..count {
        let comparison = reduce(&mut a, &mut row_a, &mut b, &mut row_b, odd);
        odd = ((comparison.difference >> 1) & 1).wrapping_neg();
        a >>= 1;
        row_b <<= 1;
    }
    Rows { a: row_a, b: row_b }
}

/// 31 steps, with all halvings between two differences at once; fewer where `a` becomes zero, which
/// needs no halving. How many they were is returned as well.
///
/// # Timing
/// Variable time.
#[inline(always)]
pub fn steps_vartime(mut a: u64, mut b: u64) -> (Rows, u32) {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let mut left = LOW_BITS;
    let mut difference = a;
    loop {
        let halvings = (difference | (1 << left)).trailing_zeros();
        if halvings == left {
            // One halving of zero makes sure that there is one.
            let halvings = if a == 0 { 1 } else { halvings };
            let rows = Rows { a: row_a, b: row_b << halvings };
            return (rows, LOW_BITS - left + halvings);
        }
        a >>= halvings;
        row_b <<= halvings;
        left -= halvings;
        difference = reduce(&mut a, &mut row_a, &mut b, &mut row_b, u64::MAX).difference;
    }
}

/// [`steps`], and what they do to the symbol of `a` and `b`; at most [`SYMBOL_STEPS`].
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn steps_with_symbol(mut a: u64, mut b: u64, count: u32) -> (Rows, Symbol) {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let mut symbol = Symbol::default();
    let mut odd = (a & 1).wrapping_neg();
    for _ in 0..count {
        let both = a & b;
        let comparison = reduce(&mut a, &mut row_a, &mut b, &mut row_b, odd);
        odd = ((comparison.difference >> 1) & 1).wrapping_neg();
        symbol.exchange(both, comparison.exchanged);
        symbol.halve(b, 1);
        a >>= 1;
        row_b <<= 1;
    }
    (Rows { a: row_a, b: row_b }, symbol)
}

/// [`SYMBOL_STEPS`] of [`steps_with_symbol`], fewer where `a` becomes zero, and how many they were.
///
/// # Timing
/// Variable time.
#[inline(always)]
pub fn steps_with_symbol_vartime(mut a: u64, mut b: u64) -> (Rows, Symbol, u32) {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let mut symbol = Symbol::default();
    let mut left = SYMBOL_STEPS;
    let mut difference = a;
    loop {
        let halvings = (difference | (1 << left)).trailing_zeros();
        // One halving of zero makes sure that there is one.
        let halvings = if a == 0 { 1 } else { halvings };
        a >>= halvings;
        row_b <<= halvings;
        left -= halvings;
        symbol.halve(b, halvings);
        if left == 0 || a == 0 {
            return (Rows { a: row_a, b: row_b }, symbol, SYMBOL_STEPS - left);
        }
        let both = a & b;
        let comparison = reduce(&mut a, &mut row_a, &mut b, &mut row_b, u64::MAX);
        difference = comparison.difference;
        symbol.exchange(both, comparison.exchanged);
    }
}
