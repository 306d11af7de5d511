//! Hashes of many messages to G1 and G2.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use digest::Digest;
use digest::common::BlockSizeUser;
use mcl_ec::{LengthMismatch, ProjectiveX8, map_to_curve_svdw_x8};
use mcl_fp::{Dst, FieldExt, Fp, VECTOR_LANES, hash_to_field};
use mcl_tower::Fp2;
use subtle::{Choice, CtOption};

use crate::fields::{Fp2Of, FpOf};
use crate::{BnParams, G1, G1Curve, G2, G2Curve, subgroup};

/// From so many messages on, eight lanes are faster than single hashes.
const LANES_PAY_FROM: usize = 3;

/// The batch hashes of one group.
///
/// A macro, since G1 and G2 have no trait in common that could carry them.
macro_rules! hashes {
    ($group:ident, $curve:ident, $field:ident, $from_fp:expr, $clear_cofactor:expr) => {
        impl<C: BnParams<N>, const N: usize> $group<C, N> {
            /// [`Self::hash_to_curve`] of each message.
            ///
            /// On a processor with AVX-512 IFMA eight messages are mapped at a time.
            ///
            /// # Timing
            /// Constant time in the messages but for their lengths, if the digest is, and for the exceptional
            /// cases of the map, which no message is known to hit.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn hash_to_curve_batch<D: Digest + BlockSizeUser>(
                messages: &[impl AsRef<[u8]>],
                dst: Dst<'_>,
            ) -> Vec<Self> {
                let mut out = alloc::vec![Self::identity(); messages.len()];
                Self::hash_all::<D>(messages, dst, &mut out);
                out
            }

            /// As [`Self::hash_to_curve_batch`], into a slice of the same length. Allocates nothing.
            ///
            /// # Errors
            /// [`LengthMismatch`]; the slice is untouched then.
            ///
            /// # Timing
            /// As there.
            pub fn hash_to_curve_batch_in<D: Digest + BlockSizeUser>(
                messages: &[impl AsRef<[u8]>],
                dst: Dst<'_>,
                out: &mut [Self],
            ) -> Result<(), LengthMismatch> {
                check_lengths(messages.len(), out.len())?;
                Self::hash_all::<D>(messages, dst, out);
                Ok(())
            }

            /// [`Self::hash_to_curve_batch`] of up to eight messages, in lanes whether or not the engine is
            /// in use.
            #[doc(hidden)]
            #[must_use]
            pub fn hash_to_curve_in_lanes<D: Digest + BlockSizeUser>(
                messages: &[impl AsRef<[u8]>],
                dst: Dst<'_>,
            ) -> [Self; VECTOR_LANES] {
                let mut u = [[$field::<C, N>::ZERO; VECTOR_LANES]; 2];
                for (lane, message) in messages.iter().enumerate().take(VECTOR_LANES) {
                    [u[0][lane], u[1][lane]] =
                        hash_to_field::<$field<C, N>, D, 2>(message.as_ref(), dst);
                }
                let [p, q] = u.map(|u| map_to_curve_svdw_x8::<$curve<C, N>>(&u));
                $clear_cofactor(&p.plus(&q)).to_array().map(Self)
            }

            fn hash_all<D: Digest + BlockSizeUser>(
                messages: &[impl AsRef<[u8]>],
                dst: Dst<'_>,
                out: &mut [Self],
            ) {
                let groups = messages.chunks(VECTOR_LANES).zip(out.chunks_mut(VECTOR_LANES));
                for (messages, out) in groups {
                    if $field::<C, N>::has_lanes() && messages.len() >= LANES_PAY_FROM {
                        let points = Self::hash_to_curve_in_lanes::<D>(messages, dst);
                        out.copy_from_slice(&points[..out.len()]);
                    } else {
                        for (message, out) in messages.iter().zip(out) {
                            *out = Self::hash_to_curve::<D>(message.as_ref(), dst);
                        }
                    }
                }
            }

            /// [`Self::hash_and_map_mcl`] of each message.
            ///
            /// On a processor with AVX-512 IFMA eight messages are mapped at a time.
            ///
            /// # Timing
            /// Constant time in the messages but for their lengths.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn hash_and_map_mcl_batch(messages: &[impl AsRef<[u8]>]) -> Vec<CtOption<Self>> {
                let none = CtOption::new(Self::identity(), Choice::from(0));
                let mut out = alloc::vec![none; messages.len()];
                Self::hash_and_map_all(messages, &mut out);
                out
            }

            /// As [`Self::hash_and_map_mcl_batch`], into a slice of the same length. Allocates nothing.
            ///
            /// # Errors
            /// [`LengthMismatch`]; the slice is untouched then.
            ///
            /// # Timing
            /// As there.
            pub fn hash_and_map_mcl_batch_in(
                messages: &[impl AsRef<[u8]>],
                out: &mut [CtOption<Self>],
            ) -> Result<(), LengthMismatch> {
                check_lengths(messages.len(), out.len())?;
                Self::hash_and_map_all(messages, out);
                Ok(())
            }

            /// [`Self::hash_and_map_mcl_batch`] of up to eight messages, in lanes whether or not the engine
            /// is in use. Lanes without a message map zero.
            #[doc(hidden)]
            #[must_use]
            pub fn hash_and_map_mcl_in_lanes(
                messages: &[impl AsRef<[u8]>],
            ) -> [CtOption<Self>; VECTOR_LANES] {
                let mut t = [Fp::ZERO; VECTOR_LANES];
                for (t, message) in t.iter_mut().zip(messages) {
                    *t = Fp::set_hash_of(message.as_ref());
                }
                Self::map_to_mcl_in_lanes(&t.map($from_fp))
            }

            fn hash_and_map_all(messages: &[impl AsRef<[u8]>], out: &mut [CtOption<Self>]) {
                let groups = messages.chunks(VECTOR_LANES).zip(out.chunks_mut(VECTOR_LANES));
                for (messages, out) in groups {
                    if $field::<C, N>::has_lanes() && messages.len() >= LANES_PAY_FROM {
                        let points = Self::hash_and_map_mcl_in_lanes(messages);
                        out.copy_from_slice(&points[..out.len()]);
                    } else {
                        for (message, out) in messages.iter().zip(out) {
                            *out = Self::hash_and_map_mcl(message.as_ref());
                        }
                    }
                }
            }
        }
    };
}

// All points of the curve over Fp are in G1.
hashes!(G1, G1Curve, FpOf, |x| x, |points: &ProjectiveX8<_>| *points);
hashes!(G2, G2Curve, Fp2Of, |x| Fp2::new(x, Fp::ZERO), subgroup::clear_cofactor);

fn check_lengths(expected: usize, found: usize) -> Result<(), LengthMismatch> {
    if expected == found { Ok(()) } else { Err(LengthMismatch { expected, found }) }
}
