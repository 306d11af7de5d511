//! Sums of products of the same bases, again and again.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use mcl_fp::FieldExt;

use super::executor::{Executor, ThisThread};
use super::split::{Decomposed, Split, Whole};
use super::{AsAffine, sum_in_buckets};
use crate::jacobian::Jacobian;
use crate::{Affine, CurveParams, Endomorphism, LengthMismatch, Projective};

/// Bases with some of their multiples, for many sums of products of the same bases.
///
/// With `2^(b l) P` for each base P and l below L, the digits of all L shares of b bits of a scalar
/// go to the same buckets. Fewer buckets are summed, and their digits can be wider. Two or four
/// multiples have most of the gain.
///
/// `S` says how scalars are split: [`MsmBases::new`] and [`MsmBases::new_endo`] make different types.
///
/// # Algorithm
/// Brickell, Gordon, McCurley and Wilson, "Fast exponentiation with precomputation", 1992, with
/// buckets shared by all bases.
#[derive(Clone)]
pub struct MsmBases<C: CurveParams, S = Whole> {
    /// All bases, then all bases times `2^b`, and so on.
    multiples: Vec<Affine<C>>,
    len: usize,
    levels: u32,
    split: PhantomData<fn() -> S>,
}

impl<C: CurveParams> MsmBases<C> {
    /// The bases with `multiples` multiples each, themselves included, for all points of the curve.
    /// Memory for `multiples` points is taken for each base. No more than half as many multiples
    /// as a scalar has bits are of use; one is the least.
    ///
    /// # Timing
    /// Variable time: public inputs only. As many doublings for each base as scalars have bits,
    /// less the last share.
    #[must_use]
    pub fn new<B: AsAffine<Curve = C>>(bases: &[B], multiples: u32) -> Self {
        Self::with_split(bases, multiples)
    }
}

impl<C: Endomorphism<D>, const D: usize> MsmBases<C, Decomposed<D>> {
    /// As [`MsmBases::new`], for points of the subgroup on which the endomorphism acts as lambda.
    #[must_use]
    pub fn new_endo<B: AsAffine<Curve = C>>(bases: &[B], multiples: u32) -> Self {
        Self::with_split(bases, multiples)
    }
}

impl<C: CurveParams, S: Split<C>> MsmBases<C, S> {
    fn with_split<B: AsAffine<Curve = C>>(bases: &[B], multiples: u32) -> Self {
        let levels = multiples.clamp(1, S::BITS / 2);
        let bits = S::BITS.div_ceil(levels);
        let mut all: Vec<_> = bases.iter().map(|base| *base.as_affine()).collect();
        let mut row = all.clone();
        let mut projective = vec![Projective::identity(); bases.len()];
        for _ in 1..levels {
            for (point, out) in row.iter().zip(&mut projective) {
                let mut multiple = Jacobian::identity().add_affine_vartime(point);
                for _ in 0..bits {
                    multiple = multiple.double();
                }
                *out = multiple.to_projective();
            }
            Projective::batch_normalize_vartime(&projective, &mut row)
                .unwrap_or_else(|_| unreachable!("one for each base"));
            all.extend_from_slice(&row);
        }
        Self { multiples: all, len: bases.len(), levels, split: PhantomData }
    }

    /// The number of bases.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bases.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bases.
    #[must_use]
    pub fn bases(&self) -> &[Affine<C>] {
        &self.multiples[..self.len]
    }

    /// `sum_i [scalars[i]] P_i` for the bases `P_i`.
    ///
    /// # Errors
    /// [`LengthMismatch`] unless there is a scalar for each base.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    pub fn msm_vartime(&self, scalars: &[C::Scalar]) -> Result<Projective<C>, LengthMismatch> {
        self.sum(scalars, ThisThread)
    }

    /// As [`Self::msm_vartime`], on the threads of the pool of rayon in which the caller runs.
    ///
    /// # Errors
    /// [`LengthMismatch`] unless there is a scalar for each base.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[cfg(feature = "rayon")]
    pub fn par_msm_vartime(&self, scalars: &[C::Scalar]) -> Result<Projective<C>, LengthMismatch> {
        self.sum(scalars, super::executor::Pool)
    }

    fn sum(
        &self,
        scalars: &[C::Scalar],
        executor: impl Executor,
    ) -> Result<Projective<C>, LengthMismatch> {
        LengthMismatch::check(self.len, scalars.len())?;
        Ok(sum_in_buckets::<C, _, S>(
            &self.multiples,
            self.levels,
            scalars,
            C::Base::has_lanes(),
            executor,
        ))
    }
}

impl<C: CurveParams, S> fmt::Debug for MsmBases<C, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MsmBases")
            .field("bases", &self.len)
            .field("multiples", &self.levels)
            .finish_non_exhaustive()
    }
}
