//! Variable-time scalar multiplication: interleaved non-adjacent forms.

use crate::jacobian::Jacobian;
use crate::odd_multiples::{OddMultiples, Scaled, WIDTH, projective_multiples};
use crate::recode::{SCALAR_WORDS, Wnaf, scalar_words};
use crate::{CurveParams, Endomorphism, PART_WORDS, Part, Projective};
use ff::{Field, PrimeField};

/// `[k] point` for every point of the curve.
///
/// # Timing
/// Variable time: public inputs only. For a scalar of `n` bits, about `n` doublings and `n/6` mixed
/// additions beside a table of 8 points.
///
/// # Algorithm
/// Hankerson, Menezes and Vanstone, "Guide to elliptic curve cryptography", 2004, Algorithm 3.36,
/// with a table that has one Z instead of affine coordinates.
#[must_use]
pub fn mul_vartime<C: CurveParams>(point: &Projective<C>, k: &C::Scalar) -> Projective<C> {
    let digits = scalar_digits(k);
    // Any scale will do.
    let Scaled { table, scale } = Scaled::new(point, |_| C::Base::ONE);
    let sum = interleave(&[table], digits.digits().len(), |i, _| digits.digit(i));
    sum.to_projective_scaled(&scale)
}

/// `[k] point` for a point of the subgroup on which the endomorphism acts as lambda; see
/// [`crate::mul_endo`].
///
/// # Timing
/// Variable time: public inputs only. For parts of `b` bits, about `b` doublings, `D b/6` mixed
/// additions and `8 (D - 1)` images under the endomorphism, beside a table of 8 points.
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
    let Scaled { table, scale } = Scaled::new(point, C::fixing_factor);
    let tables = mapped_multiples::<C, D>(&table, &parts);
    let digits = parts.map(part_digits);
    let length = digits.iter().map(|wnaf| wnaf.digits().len()).max().unwrap_or(0);
    let sum = interleave(&tables, length, |i, j| digits[j].digit(i));
    sum.to_projective_scaled(&scale)
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
    let table = projective_multiples(point);
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

/// `sum_j [n_j] P_j` on the curve of the tables, where `tables[j]` holds the odd multiples of `P_j`
/// and `digit(i, j)`, for `i < length`, is digit `i` of the non-adjacent form of `n_j`.
///
/// # Timing
/// Variable time.
pub(crate) fn interleave<C: CurveParams>(
    tables: &[OddMultiples<C>],
    length: usize,
    digit: impl Fn(usize, usize) -> i8,
) -> Jacobian<C> {
    let mut sum = Jacobian::identity();
    for i in (0..length).rev() {
        // Doubling the identity in the first round is not worth a branch.
        sum = sum.double();
        for (j, table) in tables.iter().enumerate() {
            let digit = digit(i, j);
            let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
            if digit > 0 {
                sum = sum.add_affine_vartime(multiple);
            } else if digit < 0 {
                sum = sum.add_affine_vartime(&-multiple);
            }
        }
    }
    sum
}

/// The odd multiples of a point and of its images under the powers of the endomorphism, with the
/// signs of the parts.
pub(crate) fn mapped_multiples<C: Endomorphism<D>, const D: usize>(
    table: &OddMultiples<C>,
    parts: &[Part; D],
) -> [OddMultiples<C>; D] {
    let mut tables = [*table; D];
    for i in 1..D {
        tables[i] = tables[i - 1].map(|multiple| C::endomorphism_affine(&multiple));
    }
    for (table, part) in tables.iter_mut().zip(parts) {
        if bool::from(part.is_negative()) {
            *table = table.map(|multiple| -multiple);
        }
    }
    tables
}

/// The digits of the absolute value of a part.
pub(crate) fn part_digits(part: Part) -> Wnaf<{ 64 * PART_WORDS + 1 }> {
    Wnaf::new(part.magnitude(), WIDTH)
}

/// The digits of a scalar.
pub(crate) fn scalar_digits<S: PrimeField>(k: &S) -> Wnaf<{ 64 * SCALAR_WORDS + 1 }> {
    Wnaf::new(&scalar_words(k), WIDTH)
}
