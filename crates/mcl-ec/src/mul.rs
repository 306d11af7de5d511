//! Constant-time scalar multiplication: fixed windows of signed digits.

use ff::PrimeField;
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::recode::{SCALAR_WORDS, SignedWindows, scalar_words};
use crate::{CurveParams, Endomorphism, PART_WORDS, Projective};

/// Bits of a window. The table has 16 entries; a window costs five doublings and, for each part of
/// the scalar, one scan of the table and one addition.
pub(crate) const WIDTH: u32 = 5;

/// Entries of a table: the multiples from 1 on.
pub(crate) const TABLE: usize = 1 << (WIDTH - 1);

/// A point to multiply, or eight of them side by side.
pub(crate) trait Multiplicand: Copy {
    /// A signed digit, or one in each lane.
    type Digit;

    fn identity() -> Self;

    fn double(&self) -> Self;

    fn plus(&self, other: &Self) -> Self;

    /// The multiple from the table of the multiples 1 to [`TABLE`]: a scan of all entries.
    fn select(table: &[Self; TABLE], digit: &Self::Digit) -> Self;
}

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
    let digits = |i, _| (windows.digit(i), Choice::from(0));
    let product = combine::<_, 1>(point, windows.count(), digits, |p| *p);
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
    let digits = |i, j: usize| (windows[j].digit(i), signs[j]);
    let product = combine::<_, D>(point, windows[0].count(), digits, C::endomorphism);
    windows.zeroize();
    parts.zeroize();
    product
}

/// `sum_j k_j endomorphism^j(point)` with the `k_j` given by `count` digits each: `digits(i, j)` is digit i
/// of `k_j`.
#[inline(always)]
pub(crate) fn combine<P: Multiplicand, const D: usize>(
    point: &P,
    count: u32,
    digits: impl Fn(u32, usize) -> P::Digit,
    endomorphism: impl Fn(&P) -> P,
) -> P {
    let table = multiples(point);
    let mut product = P::identity();
    for i in (0..count).rev() {
        let mut sum = P::identity();
        for j in (0..D).rev() {
            let term = P::select(&table, &digits(i, j));
            sum = if j + 1 == D { term } else { endomorphism(&sum).plus(&term) };
        }
        if i + 1 == count {
            product = sum;
        } else {
            for _ in 0..WIDTH {
                product = product.double();
            }
            product = product.plus(&sum);
        }
    }
    product
}

/// The multiples 1 to 16 of a point.
fn multiples<P: Multiplicand>(point: &P) -> [P; TABLE] {
    let mut table = [*point; TABLE];
    for i in 1..table.len() {
        // Entry i is the multiple i + 1.
        table[i] = if i % 2 == 1 { table[i / 2].double() } else { table[i - 1].plus(point) };
    }
    table
}

impl<C: CurveParams> Multiplicand for Projective<C> {
    /// Its absolute value with its own sign, and whether to change that.
    type Digit = (i32, Choice);

    fn identity() -> Self {
        Self::identity()
    }

    fn double(&self) -> Self {
        self.double()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn select(table: &[Self; TABLE], &(digit, changes_sign): &(i32, Choice)) -> Self {
        let sign = digit >> 31;
        let magnitude = ((digit ^ sign) - sign) as u32;
        // The comparisons come first: between them, their optimisation barriers would make the
        // coordinates leave the vector registers.
        let mut multiple = 0u32;
        let choices = [(); TABLE].map(|()| {
            multiple += 1;
            magnitude.ct_eq(&multiple)
        });
        let mut point = Self::identity();
        for (entry, choice) in table.iter().zip(choices) {
            point.conditional_assign(entry, choice);
        }
        point.conditional_negate(Choice::from(sign as u8 & 1) ^ changes_sign);
        point
    }
}
