//! Hashing to G1 and G2: RFC 9380 with `expand_message_xmd` and the map of Shallue and van de
//! Woestijne.

use digest::Digest;
use digest::common::BlockSizeUser;
use mcl_ec::{Projective, map_to_curve_svdw, map_two_to_curve_svdw};
use mcl_fp::{Dst, hash_to_field};

use crate::fields::{Fp2Of, FpOf};
use crate::{BnParams, G1, G1Curve, G2, G2Curve, subgroup};

/// The functions of one group.
///
/// A macro, since G1 and G2 have no trait in common that could carry them.
macro_rules! hash_to_curve {
    ($group:ident, $curve:ident, $field:ident, $clear_cofactor:expr) => {
        impl<C: BnParams<N>, const N: usize> $group<C, N> {
            /// `hash_to_curve` of RFC 9380: a point that behaves like a random one, with an
            /// unknown logarithm. The suite's name ends in `SVDW_RO_`.
            ///
            /// # Timing
            /// Constant time in the message but for its length, if the digest is.
            ///
            /// # Algorithm
            /// Faz-Hernández, Scott, Sullivan, Wahby and Wood, "Hashing to Elliptic Curves", RFC
            /// 9380, 2023, sections 3, 5.2, 5.3.1 and 6.6.1,
            /// <https://www.rfc-editor.org/rfc/rfc9380>, at a security level of 128 bits.
            #[must_use]
            pub fn hash_to_curve<D: Digest + BlockSizeUser>(message: &[u8], dst: Dst<'_>) -> Self {
                let [u0, u1] = hash_to_field::<$field<C, N>, D, 2>(message, dst);
                let sum = map_two_to_curve_svdw::<$curve<C, N>>([&u0, &u1]);
                Self($clear_cofactor(&sum))
            }

            /// `encode_to_curve` of RFC 9380: half the work of [`Self::hash_to_curve`], but the points
            /// are not uniform and an observer can tell. The suite's name ends in `SVDW_NU_`.
            ///
            /// # Timing
            /// As [`Self::hash_to_curve`].
            #[must_use]
            pub fn encode_to_curve<D: Digest + BlockSizeUser>(
                message: &[u8],
                dst: Dst<'_>,
            ) -> Self {
                let [u] = hash_to_field::<$field<C, N>, D, 1>(message, dst);
                let point = map_to_curve_svdw::<$curve<C, N>>(&u);
                Self($clear_cofactor(&point.to_projective()))
            }
        }
    };
}

// All points of the curve over Fp are in G1.
hash_to_curve!(G1, G1Curve, FpOf, |point: &Projective<_>| *point);
hash_to_curve!(G2, G2Curve, Fp2Of, subgroup::clear_cofactor);
