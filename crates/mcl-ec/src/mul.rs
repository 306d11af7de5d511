//! Constant-time scalar multiplication: fixed windows of signed digits.

use ff::PrimeField;
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::recode::{SCALAR_WORDS, SignedWindows, scalar_words};
use crate::{CurveParams, Endomorphism, PART_WORDS, Projective};

/// Bits of a window. The table has 16 entries; a window costs five doublings and, for each part of
/// the scalar, one scan of the table and one addition.
const WIDTH: u32 = 5;

/// `[k] point` for every point of the curve.
///
/// # Timing
/// Constant time: for a scalar field of `n` bits, at most `n + 8` doublings (eight of them for the table),
/// `ceil((n + 1)/5) + 7` additions and as many scans of a table of 16 points as there are windows.
///
/// # Algorithm
/// Fixed windows of signed digits, see [`SignedWindows`]; the formulas are complete, so a zero
/// digit adds the identity like any other point.
#[must_use]
pub fn mul<C: CurveParams>(point: &Projective<C>, k: &C::Scalar) -> Projective<C> {
    let mut words = scalar_words(k);
    let bits = C::Scalar::NUM_BITS;
    let mut windows = SignedWindows::<{ SCALAR_WORDS + 1 }>::new(&words, bits, WIDTH);
    let product = combine(point, &[windows], &[Choice::from(0)], |p| *p);
    windows.zeroize();
    words.zeroize();
    product
}

/// `[k] point` for a point of the subgroup on which the endomorphism acts as lambda. On other
/// points of the curve the result is some other multiple of them or no multiple at all.
///
/// # Timing
/// Constant time: for parts of `b` bits, `b + 8` doublings at most, `D ceil((b + 1)/5) + 7`
/// additions, `D - 1` images under the endomorphism and `D` scans of a table of 16 points a window.
///
/// # Algorithm
/// Gallant, Lambert and Vanstone, 2001, and Galbraith, Lin and Scott, "Endomorphisms for faster
/// elliptic curve cryptography on a large class of curves", 2009, with one table for all
/// dimensions: the digits of a window are combined by Horner's rule in the endomorphism.
#[must_use]
pub fn mul_endo<C: Endomorphism<D>, const D: usize>(
    point: &Projective<C>,
    k: &C::Scalar,
) -> Projective<C> {
    const { assert!(C::PART_BITS <= 64 * PART_WORDS as u32, "see Lattice::part_bits") };
    let mut parts = C::decompose(k);
    let mut windows = parts.map(|part| {
        SignedWindows::<{ PART_WORDS + 1 }>::new(part.magnitude(), C::PART_BITS, WIDTH)
    });
    let signs = parts.map(|part| part.is_negative());
    let product = combine(point, &windows, &signs, C::endomorphism);
    windows.zeroize();
    parts.zeroize();
    product
}

/// `sum_i (sign_i k_i) endomorphism^i(point)` with the `k_i` given by their digits.
fn combine<C: CurveParams, const D: usize, const L: usize>(
    point: &Projective<C>,
    windows: &[SignedWindows<L>; D],
    signs: &[Choice; D],
    endomorphism: impl Fn(&Projective<C>) -> Projective<C>,
) -> Projective<C> {
    let table = multiples(point);
    let mut product = Projective::identity();
    for i in (0..windows[0].count()).rev() {
        let mut sum = Projective::identity();
        for (j, (digits, sign)) in windows.iter().zip(signs).enumerate().rev() {
            let mut term = select(&table, digits.digit(i));
            term.conditional_negate(*sign);
            sum = if j + 1 == D { term } else { endomorphism(&sum) + term };
        }
        if i + 1 == windows[0].count() {
            product = sum;
        } else {
            for _ in 0..WIDTH {
                product = product.double();
            }
            product += sum;
        }
    }
    product
}

/// The multiples 1 to 16 of a point.
fn multiples<C: CurveParams>(point: &Projective<C>) -> [Projective<C>; 1 << (WIDTH - 1)] {
    let mut table = [*point; 1 << (WIDTH - 1)];
    for i in 1..table.len() {
        // Entry i is the multiple i + 1.
        table[i] = if i % 2 == 1 { table[i / 2].double() } else { table[i - 1] + point };
    }
    table
}

/// `[digit] point` from the table of its multiples: a scan of all entries.
fn select<C: CurveParams>(table: &[Projective<C>; 1 << (WIDTH - 1)], digit: i32) -> Projective<C> {
    let sign = digit >> 31;
    let magnitude = ((digit ^ sign) - sign) as u32;
    // The comparisons come first: between them, their optimisation barriers would make the
    // coordinates leave the vector registers.
    let mut multiple = 0u32;
    let choices = [(); 1 << (WIDTH - 1)].map(|()| {
        multiple += 1;
        magnitude.ct_eq(&multiple)
    });
    let mut point = Projective::identity();
    for (entry, choice) in table.iter().zip(choices) {
        point.conditional_assign(entry, choice);
    }
    point.conditional_negate(Choice::from(sign as u8 & 1));
    point
}
