//! Multi-scalar multiplication: sums of many products.

mod buckets;
mod digits;
mod segments;
mod split;
mod straus;

use alloc::vec::Vec;

use ff::PrimeField;

use crate::{Affine, CurveParams, Endomorphism, LengthMismatch, Projective};
use buckets::{Buckets, evaluate};
use digits::{Digits, Windows};
use split::{Decomposed, Split, Whole};

/// What holds an affine point: [`Affine`] itself, a newtype around it, or a reference to either.
pub trait AsAffine: Sync {
    /// The curve.
    type Curve: CurveParams;

    /// The point.
    fn as_affine(&self) -> &Affine<Self::Curve>;
}

impl<C: CurveParams> AsAffine for Affine<C> {
    type Curve = C;

    #[inline]
    fn as_affine(&self) -> &Self {
        self
    }
}

impl<T: AsAffine> AsAffine for &T {
    type Curve = T::Curve;

    #[inline]
    fn as_affine(&self) -> &Affine<T::Curve> {
        (**self).as_affine()
    }
}

/// `sum_i [scalars[i]] bases[i]`, for every point of the curve; the identity for no terms.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only. Equal, opposite and identity points, equal and small scalars
/// are ordinary terms and never take longer than others.
///
/// # Memory
/// Beside the inputs, at most 96 bytes a term for curves over fields and scalars of 256 bits, and
/// about a megabyte.
///
/// # Algorithm
/// Few terms share the doublings of interleaved non-adjacent forms (Straus, "Addition chains of
/// vectors", 1964; Möller, "Algorithms for multi-exponentiation", 2001), many go to buckets
/// (Pippenger, "On the evaluation of powers and related problems", 1976, in the form of Bernstein,
/// Doumen, Lange and Oosterwijk, "Faster batch forgery identification", 2012, with signed digits).
/// Buckets are summed in affine coordinates with shared inversions.
pub fn msm_vartime<B: AsAffine>(
    bases: &[B],
    scalars: &[<B::Curve as CurveParams>::Scalar],
) -> Result<Projective<B::Curve>, LengthMismatch> {
    LengthMismatch::check(bases.len(), scalars.len())?;
    let bits = <B::Curve as CurveParams>::Scalar::NUM_BITS;
    if is_for_straus(bases.len(), 1, bits) {
        return Ok(straus::sum(&to_affine(bases), scalars));
    }
    Ok(sum_in_buckets::<B::Curve, B, Whole>(bases, scalars))
}

/// As [`msm_vartime`], for points of the subgroup on which the endomorphism acts as lambda; see
/// [`crate::mul_endo`].
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
pub fn msm_endo_vartime<B: AsAffine, const D: usize>(
    bases: &[B],
    scalars: &[<B::Curve as CurveParams>::Scalar],
) -> Result<Projective<B::Curve>, LengthMismatch>
where
    B::Curve: Endomorphism<D>,
{
    LengthMismatch::check(bases.len(), scalars.len())?;
    if is_for_straus(bases.len(), D, <B::Curve as Endomorphism<D>>::PART_BITS) {
        return Ok(match (bases, scalars) {
            ([base], [k]) => crate::mul_endo_vartime(&base.as_affine().to_projective(), k),
            _ => straus::sum_endo(&to_affine(bases), scalars),
        });
    }
    Ok(sum_in_buckets::<B::Curve, B, Decomposed<D>>(bases, scalars))
}

fn to_affine<B: AsAffine>(bases: &[B]) -> Vec<Affine<B::Curve>> {
    bases.iter().map(|base| *base.as_affine()).collect()
}

/// Terms that are summed at once: their numbers and a sign fit 32 bits.
const MAX_TERMS: usize = 1 << 26;

fn sum_in_buckets<C: CurveParams, B: AsAffine<Curve = C>, S: Split<C>>(
    bases: &[B],
    scalars: &[C::Scalar],
) -> Projective<C> {
    let pieces = bases.chunks(MAX_TERMS).zip(scalars.chunks(MAX_TERMS));
    pieces.map(|(bases, scalars)| sum_piece::<C, B, S>(bases, scalars)).sum()
}

fn sum_piece<C: CurveParams, B: AsAffine<Curve = C>, S: Split<C>>(
    bases: &[B],
    scalars: &[C::Scalar],
) -> Projective<C> {
    let windows = choose_windows(bases.len(), S::PARTS, S::BITS, 1);
    let is_identity = |i: usize| bases[i].as_affine().is_identity().into();
    let digits = Digits::new::<C, S>(windows, scalars, is_identity);
    let buckets = Buckets { bases, terms: bases.len(), digits: &digits, windows };
    let group = group_size(windows, bases.len());
    let mut terms = Vec::new();
    let mut start = 0;
    while start < windows.count {
        let end = windows.count.min(start + group);
        terms.extend(buckets.terms::<S>(start..end));
        start = end;
    }
    evaluate(terms)
}

/// How many windows are summed together: as many as share inversions well, in little memory.
fn group_size(windows: Windows, terms: usize) -> u32 {
    let buckets = 1usize << (windows.max_width() - 1);
    let limit = (terms / 4).max(4096);
    ((limit / buckets) as u32).clamp(1, windows.count)
}

/// The number of windows of least cost.
fn choose_windows(terms: usize, parts: usize, bits: u32, levels: u32) -> Windows {
    let cost = |count: &u32| {
        let windows = Windows::new(bits, levels, *count);
        // An addition for each digit, one for each bucket, and the doublings.
        let digits = terms * parts * (levels * count) as usize;
        let buckets: usize = (0..*count).map(|window| windows.buckets(window)).sum();
        digits + buckets
    };
    let counts = Windows::counts(bits, levels);
    let count = counts.min_by_key(cost).unwrap_or(1);
    Windows::new(bits, levels, count)
}

/// Whether interleaved digits are faster than buckets.
const fn is_for_straus(terms: usize, _parts: usize, _bits: u32) -> bool {
    terms < 24
}
