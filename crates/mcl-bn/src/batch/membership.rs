//! Tests of many points for membership in G2.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use mcl_ec::{Affine, LengthMismatch, ProjectiveX8};
use mcl_fp::VECTOR_LANES;

use crate::curves::G2Curve;
use crate::fields::uses_vector_engine;
use crate::{BnParams, G2Affine, subgroup};

/// From so many points on, eight lanes are faster than single tests.
pub const LANES_PAY_FROM: usize = 3;

impl<C: BnParams<N>, const N: usize> G2Affine<C, N> {
    /// Whether each of the points, assumed on the twist, is in G2: what [`Self::is_torsion_free`] says
    /// of it.
    ///
    /// On a processor with AVX-512 IFMA eight tests take twice as long as one.
    ///
    /// # Timing
    /// Constant time.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn is_torsion_free_batch(points: &[Self]) -> Vec<bool> {
        let mut out = alloc::vec![false; points.len()];
        fill(points, &mut out);
        out
    }

    /// As [`Self::is_torsion_free_batch`], into a slice of the same length. Allocates nothing.
    ///
    /// # Errors
    /// [`LengthMismatch`]; the slice is untouched then.
    ///
    /// # Timing
    /// Constant time.
    pub fn is_torsion_free_batch_in(
        points: &[Self],
        out: &mut [bool],
    ) -> Result<(), LengthMismatch> {
        if points.len() != out.len() {
            return Err(LengthMismatch { expected: points.len(), found: out.len() });
        }
        fill(points, out);
        Ok(())
    }
}

/// The verdicts, for slices of equal length.
pub fn fill<C: BnParams<N>, const N: usize>(points: &[G2Affine<C, N>], out: &mut [bool]) {
    for (points, out) in points.chunks(VECTOR_LANES).zip(out.chunks_mut(VECTOR_LANES)) {
        if uses_vector_engine::<C, N>() && points.len() >= LANES_PAY_FROM {
            out.copy_from_slice(&g2_tests_in_lanes(points)[..points.len()]);
        } else {
            for (point, out) in points.iter().zip(out) {
                *out = point.is_torsion_free().into();
            }
        }
    }
}

/// Whether all points, assumed on the twist, are in G2.
///
/// # Timing
/// Variable time: it ends at the first group of eight with a point outside.
#[cfg(feature = "alloc")]
pub fn are_all_in_g2<C: BnParams<N>, const N: usize>(points: &[G2Affine<C, N>]) -> bool {
    points.chunks(VECTOR_LANES).all(|points| {
        let mut verdicts = [true; VECTOR_LANES];
        fill(points, &mut verdicts[..points.len()]);
        verdicts == [true; VECTOR_LANES]
    })
}

/// [`G2Affine::is_torsion_free_batch`] for up to eight points, in lanes whether or not the engine is in
/// use.
#[doc(hidden)]
#[must_use]
pub fn g2_tests_in_lanes<C: BnParams<N>, const N: usize>(
    points: &[G2Affine<C, N>],
) -> [bool; VECTOR_LANES] {
    let mut affine = [Affine::<G2Curve<C, N>>::identity(); VECTOR_LANES];
    for (affine, point) in affine.iter_mut().zip(points) {
        *affine = point.0;
    }
    let mask = subgroup::lanes_in_g2::<C, N>(&ProjectiveX8::from_affine(&affine)).bits();
    core::array::from_fn(|lane| mask >> lane & 1 == 1)
}
