//! Multi-scalar multiplication: sums of many products.

mod bases;
mod buckets;
mod digits;
mod executor;
mod lanes;
mod plan;
mod segments;
mod split;
mod straus;
mod sums;

use alloc::vec::Vec;

use crate::{Affine, CurveParams, Endomorphism, LengthMismatch, Projective};
use buckets::{Buckets, evaluate};
use digits::Digits;
use executor::{Executor, ThisThread};
use mcl_fp::{FieldExt, FieldLanes};
use plan::{Problem, is_for_straus};
use split::Split;

pub use bases::MsmBases;
pub use split::{Decomposed, Whole};

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
/// are ordinary terms and take no more additions than others.
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
    if is_for_straus(bases.len(), has_lanes::<B>()) {
        return Ok(straus::sum(&to_affine(bases), scalars));
    }
    Ok(sum_in_buckets::<B::Curve, B, Whole>(bases, 1, scalars, has_lanes::<B>(), ThisThread))
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
    if is_for_straus(bases.len(), has_lanes::<B>()) {
        return Ok(match (bases, scalars) {
            ([base], [k]) => crate::mul_endo_vartime(&base.as_affine().to_projective(), k),
            _ => straus::sum_endo(&to_affine(bases), scalars),
        });
    }
    Ok(sum_in_buckets::<B::Curve, B, Decomposed<D>>(
        bases,
        1,
        scalars,
        has_lanes::<B>(),
        ThisThread,
    ))
}

/// As [`msm_vartime`], on the threads of the pool of rayon in which the caller runs.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
#[cfg(feature = "rayon")]
pub fn par_msm_vartime<B: AsAffine>(
    bases: &[B],
    scalars: &[<B::Curve as CurveParams>::Scalar],
) -> Result<Projective<B::Curve>, LengthMismatch> {
    if is_for_one_thread(bases.len()) {
        return msm_vartime(bases, scalars);
    }
    LengthMismatch::check(bases.len(), scalars.len())?;
    Ok(sum_in_buckets::<B::Curve, B, Whole>(bases, 1, scalars, has_lanes::<B>(), executor::Pool))
}

/// As [`msm_endo_vartime`], on the threads of the pool of rayon in which the caller runs.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
#[cfg(feature = "rayon")]
pub fn par_msm_endo_vartime<B: AsAffine, const D: usize>(
    bases: &[B],
    scalars: &[<B::Curve as CurveParams>::Scalar],
) -> Result<Projective<B::Curve>, LengthMismatch>
where
    B::Curve: Endomorphism<D>,
{
    if is_for_one_thread(bases.len()) {
        return msm_endo_vartime(bases, scalars);
    }
    LengthMismatch::check(bases.len(), scalars.len())?;
    Ok(sum_in_buckets::<B::Curve, B, Decomposed<D>>(
        bases,
        1,
        scalars,
        has_lanes::<B>(),
        executor::Pool,
    ))
}

/// Below, the threads would wait for one another longer than they work.
#[cfg(feature = "rayon")]
fn is_for_one_thread(terms: usize) -> bool {
    terms < 64 || rayon::current_num_threads() < 2
}

fn has_lanes<B: AsAffine>() -> bool {
    <B::Curve as CurveParams>::Base::has_lanes()
}

/// As [`msm_vartime`] and [`msm_endo_vartime`], both in lanes for any number of terms, on the portable
/// twin of the vector engine if need be: for tests.
#[doc(hidden)]
pub fn msm_in_lanes_vartime<B: AsAffine, const D: usize>(
    bases: &[B],
    scalars: &[<B::Curve as CurveParams>::Scalar],
) -> Result<[Projective<B::Curve>; 2], LengthMismatch>
where
    B::Curve: Endomorphism<D>,
{
    assert!(<<B::Curve as CurveParams>::Base as FieldExt>::Lanes::IS_SUPPORTED);
    LengthMismatch::check(bases.len(), scalars.len())?;
    Ok([
        sum_in_buckets::<B::Curve, B, Whole>(bases, 1, scalars, true, ThisThread),
        sum_in_buckets::<B::Curve, B, Decomposed<D>>(bases, 1, scalars, true, ThisThread),
    ])
}

fn to_affine<B: AsAffine>(bases: &[B]) -> Vec<Affine<B::Curve>> {
    bases.iter().map(|base| *base.as_affine()).collect()
}

/// The numbers of all multiples with a sign, and the counts of their parts in a window, fit 32 bits.
const MAX_MULTIPLES: usize = 1 << 31;

/// The sum, where `bases` has `levels` multiples of each base as in [`MsmBases`].
fn sum_in_buckets<C: CurveParams, B: AsAffine<Curve = C>, S: Split<C>>(
    bases: &[B],
    levels: u32,
    scalars: &[C::Scalar],
    in_lanes: bool,
    executor: impl Executor,
) -> Projective<C> {
    let max_terms = MAX_MULTIPLES / (levels as usize * S::PARTS);
    if scalars.len() > max_terms {
        let (first, rest) = scalars.split_at(max_terms);
        let sum = sum_in_buckets::<C, B, S>(&bases[..max_terms], 1, first, in_lanes, executor);
        return sum
            + sum_in_buckets::<C, B, S>(
                &bases[max_terms..scalars.len()],
                1,
                rest,
                in_lanes,
                executor,
            );
    }
    let terms = scalars.len();
    let problem = Problem {
        terms,
        parts: S::PARTS,
        bits: S::BITS,
        levels,
        threads: executor.threads(),
        in_lanes,
    };
    let plan = problem.plan();
    let is_identity = |i: usize| bases[i].as_affine().is_identity().into();
    let digits = Digits::new::<C, S>(plan.windows, scalars, is_identity, executor);
    let buckets = Buckets { bases, digits: &digits, in_lanes };
    let groups = plan.windows.count.div_ceil(plan.group) as usize;
    let piece_len = terms.div_ceil(plan.pieces).max(1);
    let sums = executor.collect(groups * plan.pieces, |task| {
        let (group, piece) = ((task % groups) as u32, task / groups);
        let first_window = group * plan.group;
        let windows = first_window..plan.windows.count.min(first_window + plan.group);
        let first = terms.min(piece * piece_len);
        buckets.terms::<S>(windows, first..terms.min(first + piece_len))
    });
    evaluate(sums)
}
