//! What a curve is made of.

use ff::PrimeField;
use mcl_fp::{FieldBytes, FieldExt, FieldLanes, Marker};
use zeroize::Zeroize;

use crate::Projective;

/// A short Weierstrass curve `y^2 = x^3 + b` over [`Self::Base`].
///
/// # Requirements
/// * The number of points of the curve over the base field is **odd**. The addition formulas are
///   complete exactly then (Renes, Costello and Batina, "Complete addition formulas for prime
///   order elliptic curves", 2016); curves of prime order and the sextic twists of BN curves
///   qualify.
/// * The characteristic is neither 2 nor 3, and `b` is not zero.
///
/// Only `a = 0` is supported: the formulas are shorter by a third.
pub trait CurveParams: Marker {
    /// The field of the coordinates.
    type Base: FieldExt + FieldBytes;

    /// The integers modulo the order `r` of the prime-order subgroup.
    ///
    /// Its [`PrimeField::Repr`] must be little endian, as that of [`mcl_fp::Fp`] is.
    type Scalar: PrimeField + Zeroize;

    /// The coefficient `b`.
    const B: Self::Base;

    /// Affine coordinates of a generator of the prime-order subgroup.
    const GENERATOR: (Self::Base, Self::Base);

    /// `3 b x`.
    ///
    /// The provided method costs a product; curves with a small `b` do better with additions.
    #[inline(always)]
    #[must_use]
    fn mul_by_3b(x: &Self::Base) -> Self::Base {
        (Self::B * x).triple()
    }

    /// [`Self::mul_by_3b`] of eight elements side by side.
    #[inline(always)]
    #[must_use]
    fn mul_by_3b_x8(x: &<Self::Base as FieldExt>::Lanes) -> <Self::Base as FieldExt>::Lanes {
        (<Self::Base as FieldExt>::Lanes::splat(&Self::B) * *x).triple()
    }

    /// `[k] point`, the method behind the operator `*`.
    ///
    /// The provided method is right for every point. A curve **whose whole group has order r** may
    /// override it with [`crate::mul_endo`]; elsewhere the endomorphism acts as a scalar on the
    /// subgroup only.
    ///
    /// # Timing
    /// Constant time; an override must be, too.
    #[must_use]
    fn mul(point: &Projective<Self>, k: &Self::Scalar) -> Projective<Self> {
        crate::mul(point, k)
    }
}
