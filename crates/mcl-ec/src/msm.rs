//! Multi-scalar multiplication: sums of many products.

use alloc::vec;
use alloc::vec::Vec;

use ff::PrimeField;

use crate::mul_vartime::{PartDigits, ScalarDigits, interleave, mapped_multiples, part_digits};
use crate::odd_multiples::{WIDTH, affine_tables};
use crate::recode::{SCALAR_WORDS, SignedWindows, scalar_words, signed_window_count};
use crate::{Affine, CurveParams, Endomorphism, LengthMismatch, PART_WORDS, Projective};

/// From this many terms on, buckets beat interleaving: measured on G1 of 254-bit curves.
const BUCKETS_FROM: usize = 128;

/// `sum_i [scalars[i]] bases[i]`, for every point of the curve; the identity for no terms.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
///
/// # Algorithm
/// Few terms share the doublings of interleaved non-adjacent forms (Straus, "Addition chains of
/// vectors", 1964; Möller, "Algorithms for multi-exponentiation", 2001), many go to buckets
/// (Pippenger, "On the evaluation of powers and related problems", 1976, in the form of Bernstein,
/// Doumen, Lange and Oosterwijk, "Faster batch forgery identification", 2012, with signed digits).
/// Equal, opposite and identity points are ordinary terms.
pub fn msm_vartime<C: CurveParams>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    LengthMismatch::check(bases.len(), scalars.len())?;
    if bases.len() < BUCKETS_FROM {
        let tables = affine_tables(bases);
        let digits: Vec<_> =
            scalars.iter().map(|k| ScalarDigits::new(&scalar_words(k), WIDTH)).collect();
        return Ok(interleave(&tables, &digits).to_projective());
    }
    let width = bucket_width(bases.len(), C::Scalar::NUM_BITS);
    let mut digits = DigitMatrix::new(bases.len(), C::Scalar::NUM_BITS, width);
    for (i, k) in scalars.iter().enumerate() {
        digits.set::<{ SCALAR_WORDS + 1 }, SCALAR_WORDS>(i, &scalar_words(k), false);
    }
    Ok(sum_by_buckets(&[bases], &digits))
}

/// As [`msm_vartime`], for points of the subgroup on which the endomorphism acts as lambda; see
/// [`crate::mul_endo`].
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
pub fn msm_endo_vartime<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    LengthMismatch::check(bases.len(), scalars.len())?;
    if bases.len() < BUCKETS_FROM {
        let mut mapped = Vec::with_capacity(D * bases.len());
        let mut digits: Vec<PartDigits> = Vec::with_capacity(D * bases.len());
        for (table, k) in affine_tables(bases).iter().zip(scalars) {
            let parts = C::decompose(k);
            mapped.extend(mapped_multiples::<C, D>(table, &parts));
            digits.extend(parts.map(part_digits));
        }
        return Ok(interleave(&mapped, &digits).to_projective());
    }
    let n = bases.len();
    let width = bucket_width(D * n, C::PART_BITS);
    let mut digits = DigitMatrix::new(D * n, C::PART_BITS, width);
    for (i, k) in scalars.iter().enumerate() {
        for (j, part) in C::decompose(k).iter().enumerate() {
            let negative = part.is_negative().into();
            digits.set::<{ PART_WORDS + 1 }, PART_WORDS>(j * n + i, part.magnitude(), negative);
        }
    }
    // The images of all bases, one power of the endomorphism after the other.
    let mut images: Vec<Affine<C>> = Vec::with_capacity((D - 1) * n);
    for j in 1..D {
        for i in 0..n {
            let previous = if j == 1 { &bases[i] } else { &images[(j - 2) * n + i] };
            let image = C::endomorphism_affine(previous);
            images.push(image);
        }
    }
    Ok(sum_by_buckets(&[bases, &images], &digits))
}

/// Signed digits of many integers: the digits of the same weight stand together.
struct DigitMatrix {
    digits: Vec<i16>,
    integers: usize,
    bits: u32,
    width: u32,
}

impl DigitMatrix {
    /// Zeros, for integers below `2^bits`.
    fn new(integers: usize, bits: u32, width: u32) -> Self {
        let count = signed_window_count(bits, width) as usize;
        Self { digits: vec![0; count * integers], integers, bits, width }
    }

    /// Stores the digits of `value`, or of its opposite.
    fn set<const L: usize, const M: usize>(&mut self, i: usize, value: &[u64; M], negative: bool) {
        let windows = SignedWindows::<L>::new(value, self.bits, self.width);
        for window in 0..windows.count() {
            let digit = windows.digit(window);
            // At most 2^14 in absolute value: the width is at most 15.
            let digit = if negative { -digit } else { digit } as i16;
            self.digits[window as usize * self.integers + i] = digit;
        }
    }

    /// The digits of one weight after the other, most significant first.
    fn windows(&self) -> impl Iterator<Item = &[i16]> {
        self.digits.chunks_exact(self.integers).rev()
    }
}

/// The width of digits that minimises the additions for this many integers, up to 15.
fn bucket_width(integers: usize, bits: u32) -> u32 {
    let additions = |width: u32| {
        // One addition for each digit, two to sum each bucket.
        signed_window_count(bits, width) as usize * (integers + (1 << width))
    };
    (4..=15).min_by_key(|&width| additions(width)).unwrap_or(4)
}

/// `sum_i digits[i] points[i]`, with the points given in pieces.
fn sum_by_buckets<C: CurveParams>(points: &[&[Affine<C>]], digits: &DigitMatrix) -> Projective<C> {
    let mut buckets = vec![Projective::identity(); 1 << (digits.width - 1)];
    let mut sum = Projective::<C>::identity();
    for (i, window) in digits.windows().enumerate() {
        if i > 0 {
            for _ in 0..digits.width {
                sum = sum.double();
            }
        }
        buckets.fill(Projective::identity());
        for (point, &digit) in points.iter().copied().flatten().zip(window) {
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
