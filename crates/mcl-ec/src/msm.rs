//! Multi-scalar multiplication: sums of many products.

use alloc::vec;
use alloc::vec::Vec;

use ff::PrimeField;

use crate::mul_vartime::{interleave, mapped_multiples, part_digits, scalar_digits};
use crate::odd_multiples::{OddMultiples, affine_tables};
use crate::recode::{SCALAR_WORDS, SignedWindows, scalar_words, signed_window_count};
use crate::{Affine, CurveParams, Endomorphism, LengthMismatch, PART_WORDS, Projective};

/// `sum_i [scalars[i]] bases[i]`, for every point of the curve; the identity for no terms.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only. Time and memory are bounded by those of as many products:
/// for many terms, two bytes a term and window are allocated.
///
/// # Algorithm
/// Few terms share the doublings of interleaved non-adjacent forms (Straus, "Addition chains of
/// vectors", 1964; Möller, "Algorithms for multi-exponentiation", 2001), many go to buckets
/// (Pippenger, "On the evaluation of powers and related problems", 1976, in the form of Bernstein,
/// Doumen, Lange and Oosterwijk, "Faster batch forgery identification", 2012, with signed digits).
/// The number of additions decides. Equal, opposite and identity points are ordinary terms.
pub fn msm_vartime<C: CurveParams>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    LengthMismatch::check(bases.len(), scalars.len())?;
    let bits = C::Scalar::NUM_BITS;
    let Some(width) = bucket_width(bases.len(), 1, bits) else {
        let mut digits = DigitMatrix::new(bases.len(), bits + 1);
        for (j, k) in scalars.iter().enumerate() {
            digits.set_column(j, scalar_digits(k).digits().iter().copied());
        }
        return Ok(sum_interleaved(&affine_tables(bases), &digits));
    };
    let mut digits = DigitMatrix::new(bases.len(), signed_window_count(bits, width));
    for (j, k) in scalars.iter().enumerate() {
        let windows = SignedWindows::<{ SCALAR_WORDS + 1 }>::new(&scalar_words(k), bits, width);
        digits.set_column(j, windows_of(&windows, false));
    }
    Ok(sum_by_buckets(&[bases], &digits, width))
}

/// As [`msm_vartime`], for points of the subgroup on which the endomorphism acts as lambda; see
/// [`crate::mul_endo`].
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only. The images of the bases are kept in memory.
pub fn msm_endo_vartime<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    LengthMismatch::check(bases.len(), scalars.len())?;
    let (n, bits) = (bases.len(), C::PART_BITS);
    let Some(width) = bucket_width(n, D, bits) else {
        let mut tables = Vec::with_capacity(D * n);
        let mut digits = DigitMatrix::new(D * n, bits + 1);
        for (i, (table, k)) in affine_tables(bases).iter().zip(scalars).enumerate() {
            let parts = C::decompose(k);
            tables.extend(mapped_multiples::<C, D>(table, &parts));
            for (j, part) in parts.into_iter().enumerate() {
                digits.set_column(D * i + j, part_digits(part).digits().iter().copied());
            }
        }
        return Ok(sum_interleaved(&tables, &digits));
    };
    let mut digits = DigitMatrix::new(D * n, signed_window_count(bits, width));
    for (i, k) in scalars.iter().enumerate() {
        for (j, part) in C::decompose(k).iter().enumerate() {
            let windows = SignedWindows::<{ PART_WORDS + 1 }>::new(part.magnitude(), bits, width);
            digits.set_column(j * n + i, windows_of(&windows, part.is_negative().into()));
        }
    }
    // The images of all bases, one power of the endomorphism after the other.
    let mut images: Vec<Affine<C>> = Vec::with_capacity((D - 1) * n);
    for j in 1..D {
        for i in 0..n {
            let previous = if j == 1 { &bases[i] } else { &images[(j - 2) * n + i] };
            images.push(C::endomorphism_affine(previous));
        }
    }
    Ok(sum_by_buckets(&[bases, &images], &digits, width))
}

/// The width of digits for buckets, or none if interleaving takes fewer additions. There are `n`
/// terms of `dimension` parts of `bits` bits each.
fn bucket_width(n: usize, dimension: usize, bits: u32) -> Option<u32> {
    // One addition for each digit, two to sum each bucket.
    let with_buckets =
        |width: u32| signed_window_count(bits, width) as usize * (dimension * n + (1 << width));
    // A table for each term, and one addition for each digit that is not zero.
    let interleaved = n * (8 + dimension * bits as usize / 6);
    // Digits of 15 bits fit 16 with either sign.
    let width = (4..=15).min_by_key(|&width| with_buckets(width))?;
    (with_buckets(width) < interleaved).then_some(width)
}

/// The digits of many integers, each integer a column; the digits of a row have the same weight.
struct DigitMatrix<T> {
    digits: Vec<T>,
    columns: usize,
}

impl<T: Copy + Default> DigitMatrix<T> {
    /// Zeros.
    fn new(columns: usize, rows: u32) -> Self {
        Self { digits: vec![T::default(); rows as usize * columns], columns }
    }

    /// Stores the digits of an integer, least significant first.
    fn set_column(&mut self, column: usize, digits: impl Iterator<Item = T>) {
        for (row, digit) in self.digits.chunks_exact_mut(self.columns).zip(digits) {
            row[column] = digit;
        }
    }
}

/// The digits of an integer, or of its opposite.
fn windows_of<const L: usize>(
    windows: &SignedWindows<L>,
    negative: bool,
) -> impl Iterator<Item = i16> {
    (0..windows.count()).map(move |i| {
        let digit = windows.digit(i) as i16;
        if negative { -digit } else { digit }
    })
}

/// The sum for tables of odd multiples and digits of non-adjacent forms.
fn sum_interleaved<C: CurveParams>(
    tables: &[OddMultiples<C>],
    digits: &DigitMatrix<i8>,
) -> Projective<C> {
    // No columns: no rows.
    let length = digits.digits.len().checked_div(digits.columns).unwrap_or(0);
    let digit = |i: usize, j: usize| digits.digits[i * digits.columns + j];
    interleave(tables, length, digit).to_projective()
}

/// `sum_i digits[i] points[i]` in base `2^width`, with the points given in pieces.
fn sum_by_buckets<C: CurveParams>(
    points: &[&[Affine<C>]],
    digits: &DigitMatrix<i16>,
    width: u32,
) -> Projective<C> {
    let mut buckets = vec![Projective::identity(); 1 << (width - 1)];
    let mut sum = Projective::<C>::identity();
    for row in digits.digits.chunks_exact(digits.columns).rev() {
        for _ in 0..width {
            sum = sum.double();
        }
        buckets.fill(Projective::identity());
        for (point, &digit) in points.iter().copied().flatten().zip(row) {
            // Bucket j holds the points with digit j + 1.
            if let Some(j) = usize::from(digit.unsigned_abs()).checked_sub(1) {
                let bucket = &mut buckets[j];
                let point = if digit > 0 { *point } else { -point };
                // The first point of a bucket needs no addition.
                *bucket = if bool::from(bucket.is_identity()) {
                    point.to_projective()
                } else {
                    *bucket + point
                };
            }
        }
        // sum_j (j + 1) B_j, as the sum of all sums of the last buckets.
        let mut tail = Projective::identity();
        for bucket in buckets.iter().rev() {
            tail += bucket;
            sum += tail;
        }
    }
    sum
}
