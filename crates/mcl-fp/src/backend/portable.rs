//! The specification: every kernel as a `const fn` on plain words.
//!
//! The constants of the workspace are computed with these functions at compile time, and every
//! other backend is compared with them. They accept any odd modulus of `N` words, also one that
//! uses the top bit.

use core::hint::black_box;

use crypto_bigint::{WideWord, Word};

/// `a + b + carry` as (word, new carry), carries being 0 or 1.
///
/// In this form compilers emit one add-with-carry instruction.
#[inline(always)]
pub const fn adc(a: Word, b: Word, carry: Word) -> (Word, Word) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry);
    (sum, (first | second) as Word)
}

/// `a - b - borrow` as (word, new borrow), borrows being 0 or 1.
#[inline(always)]
pub const fn sbb(a: Word, b: Word, borrow: Word) -> (Word, Word) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow);
    (difference, (first | second) as Word)
}

/// `t + a * b + carry` as (low word, high word); never overflows.
#[inline(always)]
pub const fn mac(t: Word, a: Word, b: Word, carry: Word) -> (Word, Word) {
    let r = t as WideWord + a as WideWord * b as WideWord + carry as WideWord;
    (r as Word, (r >> Word::BITS) as Word)
}

/// `a + b` as (words, carry).
#[inline(always)]
pub const fn add_words<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    add_words_carry(a, b, 0)
}

/// `a + b + carry` as (words, carry).
#[inline(always)]
pub const fn add_words_carry<const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    mut carry: Word,
) -> ([Word; N], Word) {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        (out[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    (out, carry)
}

/// `a - b` as (words, borrow).
#[inline(always)]
pub const fn sub_words<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    sub_words_borrow(a, b, 0)
}

/// `a - b - borrow` as (words, borrow).
#[inline(always)]
pub const fn sub_words_borrow<const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    mut borrow: Word,
) -> ([Word; N], Word) {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        (out[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    (out, borrow)
}

/// `a` where `choice` is 0, `b` where it is 1, without a branch.
#[inline(always)]
pub const fn select<const N: usize>(a: &[Word; N], b: &[Word; N], choice: Word) -> [Word; N] {
    let mask = choice.wrapping_neg();
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = a[i] ^ (mask & (a[i] ^ b[i]));
        i += 1;
    }
    out
}

/// A choice by the carry beyond the words, which the compiler would turn into a branch where it sees that
/// the carry is a bit. Primes with a free bit have no such carry.
#[inline(always)]
const fn opaque_for_full_primes<const N: usize>(choice: Word, p: &[Word; N]) -> Word {
    if p[N - 1] >> (Word::BITS - 1) == 0 { choice } else { black_box(choice) }
}

/// `(high, a)` minus `p` where that does not go below zero.
///
/// # Bounds
/// `high` is 0 or 1. An input below `k p` becomes one below `max(1, k - 1) p`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub const fn reduce_once<const N: usize>(
    a: &[Word; N],
    high: Word,
    p: &[Word; N],
) -> ([Word; N], Word) {
    let (difference, borrow) = sub_words(a, p);
    // With high = 1 the true value exceeds p: the borrow is repaid by the high word.
    let keep = opaque_for_full_primes(borrow & (high ^ 1), p);
    (select(&difference, a, keep), high & (borrow ^ 1))
}

/// `a + b mod p` for `a, b` in `[0, p)`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub const fn add<const N: usize>(a: &[Word; N], b: &[Word; N], p: &[Word; N]) -> [Word; N] {
    let (sum, carry) = add_words(a, b);
    reduce_once(&sum, carry, p).0
}

/// `a - b mod p` for `a, b` in `[0, p)`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub const fn sub<const N: usize>(a: &[Word; N], b: &[Word; N], p: &[Word; N]) -> [Word; N] {
    let (difference, borrow) = sub_words(a, b);
    let (corrected, _) = add_words(&difference, p);
    select(&difference, &corrected, borrow)
}

/// `-a mod p` for `a` in `[0, p)`; zero stays zero.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub const fn neg<const N: usize>(a: &[Word; N], p: &[Word; N]) -> [Word; N] {
    sub(&[0; N], a, p)
}

/// `-1/p0` modulo the word size for odd `p0`, by Newton iteration.
pub const fn neg_inverse(p0: Word) -> Word {
    let mut x: Word = 1;
    let mut bits = 1;
    while bits < Word::BITS {
        x = x.wrapping_mul((2 as Word).wrapping_sub(p0.wrapping_mul(x)));
        bits *= 2;
    }
    assert!(p0.wrapping_mul(x) == 1);
    x.wrapping_neg()
}

/// `2^(WN) mod p`, the radix R of Montgomery's form; the top word of `p` is not zero.
pub const fn radix<const N: usize>(p: &[Word; N]) -> [Word; N] {
    // The highest power of two below p, doubled as often as R asks.
    let top_bit = Word::BITS - 1 - p[N - 1].leading_zeros();
    let mut power = [0; N];
    power[N - 1] = 1 << top_bit;
    double_n(power, Word::BITS - top_bit, p)
}

/// `R^2 mod p`.
pub const fn radix_squared<const N: usize>(p: &[Word; N], neg_inv: Word) -> [Word; N] {
    // A Montgomery square takes 2^k R to 2^(2k) R. From k the odd part of the length of R, as many
    // squares as that length has factors of two reach R R.
    let length = Word::BITS * N as u32;
    let mut squares = length.trailing_zeros();
    let mut x = double_n(radix(p), length >> squares, p);
    while squares > 0 {
        x = mul(&x, &x, p, neg_inv);
        squares -= 1;
    }
    x
}

/// `2^n x mod p` for `x` in `[0, p)`.
pub const fn double_n<const N: usize>(mut x: [Word; N], mut n: u32, p: &[Word; N]) -> [Word; N] {
    while n > 0 {
        x = add(&x, &x, p);
        n -= 1;
    }
    x
}

/// The least `m` that is sure to satisfy `(x p / 2^(WN) + 1) p <= m p`: where a Montgomery reduction of
/// a value below `x p^2` leaves its result below `m p`.
///
/// `(top + 1) / 2^W`, with `top` the highest word of `p`, bounds `p / 2^(WN)` from above.
pub const fn quotient_bound<const N: usize>(x: usize, p: &[Word; N]) -> usize {
    let quotient = (x as WideWord) * (p[N - 1] as WideWord + 1);
    (quotient >> Word::BITS) as usize + 2
}

/// Montgomery sum of products: `(sum of a_i b_i) / 2^(WN) mod p`, canonical.
///
/// # Bounds
/// The `b_i` are in `[0, p)`, the `a_i` any words; at most `2^(W-1)` products. After each step the
/// accumulator is below `sum(b_i) + p`, so two words above the `N` suffice during a step and one
/// after it; see [`quotient_bound`] for the result.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Coarsely integrated operand scanning (Koç, Acar, Kaliski, "Analyzing and Comparing Montgomery
/// Multiplication Algorithms", 1996), with all rows of one word position accumulated before the one
/// reduction step they share.
#[inline(always)]
pub const fn sum_of_products<const N: usize, const T: usize, const K: usize>(
    a: &[[&[Word; N]; K]; T],
    b: &[[&[Word; N]; K]; T],
    p: &[Word; N],
    neg_inv: Word,
) -> [Word; N] {
    let mut t = [0; N];
    let mut t_n = 0;
    let mut j = 0;
    while j < N {
        let mut t_n1 = 0;
        let mut i = 0;
        while i < T {
            let mut k = 0;
            while k < K {
                let (x, y) = (a[i][k][j], b[i][k]);
                let mut carry = 0;
                let mut l = 0;
                while l < N {
                    (t[l], carry) = mac(t[l], x, y[l], carry);
                    l += 1;
                }
                let high;
                (t_n, high) = adc(t_n, carry, 0);
                t_n1 += high;
                k += 1;
            }
            i += 1;
        }
        let m = t[0].wrapping_mul(neg_inv);
        let (_, mut carry) = mac(t[0], m, p[0], 0);
        let mut l = 1;
        while l < N {
            (t[l - 1], carry) = mac(t[l], m, p[l], carry);
            l += 1;
        }
        let high;
        (t[N - 1], high) = adc(t_n, carry, 0);
        t_n = t_n1 + high;
        j += 1;
    }
    let mut subtractions = quotient_bound(T * K, p) - 1;
    while subtractions > 0 {
        // t_n counts whole multiples of 2^(WN); a subtraction that borrows takes one away.
        let (difference, borrow) = sub_words(&t, p);
        let keep = opaque_for_full_primes(borrow & is_zero(t_n), p);
        t = select(&difference, &t, keep);
        t_n -= borrow & (keep ^ 1);
        subtractions -= 1;
    }
    t
}

/// 1 where `x` is zero, else 0, without a branch.
#[inline(always)]
pub const fn is_zero(x: Word) -> Word {
    1 ^ ((x | x.wrapping_neg()) >> (Word::BITS - 1))
}

/// Montgomery product `a b / 2^(WN) mod p`; bounds as in [`sum_of_products`].
#[inline(always)]
pub const fn mul<const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    p: &[Word; N],
    neg_inv: Word,
) -> [Word; N] {
    sum_of_products(&[[a]], &[[b]], p, neg_inv)
}

/// The plain product of two `N`-word integers as (low half, high half).
#[inline(always)]
pub const fn mul_wide<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], [Word; N]) {
    let (mut low, mut high) = ([0; N], [0; N]);
    let mut j = 0;
    while j < N {
        let mut carry = 0;
        let mut l = 0;
        while l < N {
            let k = j + l;
            if k < N {
                (low[k], carry) = mac(low[k], a[j], b[l], carry);
            } else {
                (high[k - N], carry) = mac(high[k - N], a[j], b[l], carry);
            }
            l += 1;
        }
        high[j] = carry;
        j += 1;
    }
    (low, high)
}

/// Montgomery reduction of a double-width value: `(low + high 2^(WN)) / 2^(WN) mod p`.
///
/// # Bounds
/// The result is below `bound p` before the conditional subtractions, `bound - 1` of them, and
/// below `2^(WN + 1)`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub const fn redc<const N: usize>(
    low: &[Word; N],
    high: &[Word; N],
    bound: usize,
    p: &[Word; N],
    neg_inv: Word,
) -> [Word; N] {
    let (mut low, mut high) = (*low, *high);
    let mut top_carry = 0;
    let mut j = 0;
    while j < N {
        let m = low[j].wrapping_mul(neg_inv);
        let mut carry = 0;
        let mut l = 0;
        while l < N {
            let k = j + l;
            if k < N {
                (low[k], carry) = mac(low[k], m, p[l], carry);
            } else {
                (high[k - N], carry) = mac(high[k - N], m, p[l], carry);
            }
            l += 1;
        }
        (high[j], top_carry) = adc(high[j], carry, top_carry);
        j += 1;
    }
    let mut subtractions = bound - 1;
    while subtractions > 0 {
        (high, top_carry) = reduce_once(&high, top_carry, p);
        subtractions -= 1;
    }
    high
}
