//! Scalar multiplication of many points, each by a scalar of its own.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use mcl_ec::{LengthMismatch, Projective, ProjectiveX8, mul_endo_x8};
use mcl_fp::{FieldExt, VECTOR_LANES};

use crate::curves::{G1Curve, G2Curve};
use crate::fields::{Fp2Of, FpOf, FrOf};
use crate::{BnParams, G1, G2};

/// The batch multiplication of one group.
///
/// A macro, since G1 and G2 have no trait in common that could carry it.
macro_rules! multiplication {
    ($group:ident, $curve:ident, $field:ident, $dimension:literal, $pays_from:literal) => {
        impl<C: BnParams<N>, const N: usize> $group<C, N> {
            /// `[scalars[i]] points[i]` for all i, of points in either form.
            ///
            /// On a processor with AVX-512 IFMA eight products take as long as two.
            ///
            /// # Errors
            /// The slices differ in length.
            ///
            /// # Timing
            /// Constant time.
            #[cfg(feature = "alloc")]
            pub fn mul_batch<P: Copy + Into<Self>>(
                points: &[P],
                scalars: &[FrOf<C, N>],
            ) -> Result<Vec<Self>, LengthMismatch> {
                let mut out = alloc::vec![Self::identity(); points.len()];
                Self::mul_batch_in(points, scalars, &mut out)?;
                Ok(out)
            }

            /// As [`Self::mul_batch`], into a slice of the same length. Allocates nothing.
            ///
            /// # Errors
            /// The slices differ in length; nothing is written then.
            ///
            /// # Timing
            /// Constant time.
            pub fn mul_batch_in<P: Copy + Into<Self>>(
                points: &[P],
                scalars: &[FrOf<C, N>],
                out: &mut [Self],
            ) -> Result<(), LengthMismatch> {
                for found in [scalars.len(), out.len()] {
                    if points.len() != found {
                        return Err(LengthMismatch { expected: points.len(), found });
                    }
                }
                let groups = points.chunks(VECTOR_LANES).zip(scalars.chunks(VECTOR_LANES));
                for ((points, scalars), out) in groups.zip(out.chunks_mut(VECTOR_LANES)) {
                    if $field::<C, N>::has_lanes() && points.len() >= $pays_from {
                        let products = Self::mul_in_lanes(points, scalars);
                        out.copy_from_slice(&products[..out.len()]);
                    } else {
                        for ((point, k), out) in points.iter().zip(scalars).zip(out) {
                            let point: Self = (*point).into();
                            *out = point * k;
                        }
                    }
                }
                Ok(())
            }

            /// [`Self::mul_batch`] of up to eight points, in lanes whether or not the engine is in use.
            #[doc(hidden)]
            #[must_use]
            pub fn mul_in_lanes<P: Copy + Into<Self>>(
                points: &[P],
                scalars: &[FrOf<C, N>],
            ) -> [Self; VECTOR_LANES] {
                let mut lanes = [Projective::<$curve<C, N>>::identity(); VECTOR_LANES];
                for (lane, point) in lanes.iter_mut().zip(points) {
                    *lane = (*point).into().0;
                }
                let lanes = ProjectiveX8::from_projective(&lanes);
                mul_endo_x8::<_, $dimension>(&lanes, scalars).to_array().map(Self)
            }
        }
    };
}

multiplication!(G1, G1Curve, FpOf, 2, 3);
multiplication!(G2, G2Curve, Fp2Of, 4, 3);
