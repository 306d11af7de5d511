//! Variable-time scalar multiplication: interleaved non-adjacent forms.

use crate::recode::{SCALAR_WORDS, Wnaf, scalar_words};
use crate::{CurveParams, Endomorphism, PART_WORDS, Projective};

/// Width of the non-adjacent forms: eight odd multiples, one digit in six not zero.
const WIDTH: u32 = 5;

/// The number of odd multiples: 1, 3, ..., 15.
const TABLE: usize = 1 << (WIDTH - 2);

/// `[k] point` for every point of the curve.
///
/// # Timing
/// Variable time: public inputs only. For a scalar of `n` bits, about `n` doublings and `n/6 + 7`
/// additions.
///
/// # Algorithm
/// Hankerson, Menezes and Vanstone, "Guide to elliptic curve cryptography", 2004, Algorithm 3.36.
#[must_use]
pub fn mul_vartime<C: CurveParams>(point: &Projective<C>, k: &C::Scalar) -> Projective<C> {
    let wnaf = Wnaf::<{ 64 * SCALAR_WORDS + 1 }>::new(&scalar_words(k), WIDTH);
    interleave(&[odd_multiples(point)], &[wnaf])
}

/// `[k] point` for a point of the subgroup on which the endomorphism acts as lambda; see
/// [`crate::mul_endo`].
///
/// # Timing
/// Variable time: public inputs only. For parts of `b` bits, about `b` doublings, `D b/6 + 7`
/// additions and `8 (D - 1)` images under the endomorphism.
///
/// # Algorithm
/// Gallant, Lambert and Vanstone, 2001, with the interleaving of Möller, "Algorithms for
/// multi-exponentiation", 2001.
#[must_use]
pub fn mul_endo_vartime<C: Endomorphism<D>, const D: usize>(
    point: &Projective<C>,
    k: &C::Scalar,
) -> Projective<C> {
    let parts = C::decompose(k);
    let wnafs = parts.map(|part| Wnaf::<{ 64 * PART_WORDS + 1 }>::new(part.magnitude(), WIDTH));
    let mut tables = [odd_multiples(point); D];
    for i in 1..D {
        tables[i] = tables[i - 1].map(|multiple| C::endomorphism(&multiple));
    }
    for (table, part) in tables.iter_mut().zip(&parts) {
        if bool::from(part.is_negative()) {
            *table = table.map(|multiple| -multiple);
        }
    }
    interleave(&tables, &wnafs)
}

/// `[n] point` for every point of the curve and a non-negative integer of any length, given as
/// little-endian words. No reduction modulo the order takes place.
///
/// # Timing
/// Variable time in the integer: public integers only. For `b` bits, `b` doublings and about
/// `b/5 + 7` additions.
///
/// # Algorithm
/// Sliding windows of four bits: Hankerson, Menezes and Vanstone, 2004, Algorithm 3.38 without
/// signs.
#[must_use]
pub fn mul_by_words_vartime<C: CurveParams>(point: &Projective<C>, n: &[u64]) -> Projective<C> {
    let bit = |i: usize| n[i / 64] >> (i % 64) & 1 == 1;
    let table = odd_multiples(point);
    let mut product = Projective::identity();
    let mut i = 64 * n.len();
    // Leading zeros cost nothing.
    while i > 0 && !bit(i - 1) {
        i -= 1;
    }
    while i > 0 {
        if !bit(i - 1) {
            product = product.double();
            i -= 1;
            continue;
        }
        // The window of at most four bits below i that ends in a one.
        let mut end = i.saturating_sub(4);
        while !bit(end) {
            end += 1;
        }
        let mut digit = 0;
        while i > end {
            i -= 1;
            digit = 2 * digit + usize::from(bit(i));
            product = product.double();
        }
        product += table[digit / 2];
    }
    product
}

/// The sum of the products of tables and digits.
fn interleave<C: CurveParams, const D: usize, const L: usize>(
    tables: &[[Projective<C>; TABLE]; D],
    wnafs: &[Wnaf<L>; D],
) -> Projective<C> {
    let length = wnafs.iter().map(|wnaf| wnaf.digits().len()).max().unwrap_or(0);
    let mut product = Projective::identity();
    for i in (0..length).rev() {
        if i + 1 != length {
            product = product.double();
        }
        for (table, wnaf) in tables.iter().zip(wnafs) {
            let digit = wnaf.digit(i);
            let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
            if digit > 0 {
                product += multiple;
            } else if digit < 0 {
                product -= multiple;
            }
        }
    }
    product
}

/// The multiples 1, 3, ..., 15 of a point.
fn odd_multiples<C: CurveParams>(point: &Projective<C>) -> [Projective<C>; TABLE] {
    let double = point.double();
    let mut table = [*point; TABLE];
    for i in 1..TABLE {
        table[i] = table[i - 1] + double;
    }
    table
}
