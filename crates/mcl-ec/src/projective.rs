//! Points in homogeneous projective coordinates, and the complete group law.

use core::borrow::Borrow;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ff::Field;
use mcl_fp::FieldExt;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::DefaultIsZeroes;

use crate::{Affine, CurveParams};

/// A point `(X : Y : Z)` of `Y^2 Z = X^3 + b Z^3`, standing for `(X/Z, Y/Z)`; the identity is
/// `(0 : Y : 0)` with any `Y` other than zero.
///
/// All operations are constant time and right for all inputs: identity, equal and opposite points
/// are no special cases of the formulas.
#[derive(Clone, Copy)]
pub struct Projective<C: CurveParams> {
    pub(crate) x: C::Base,
    pub(crate) y: C::Base,
    pub(crate) z: C::Base,
}

impl<C: CurveParams> Projective<C> {
    /// The identity: the point at infinity.
    #[must_use]
    pub const fn identity() -> Self {
        Self { x: C::Base::ZERO, y: C::Base::ONE, z: C::Base::ZERO }
    }

    /// The generator [`CurveParams::GENERATOR`].
    #[must_use]
    pub const fn generator() -> Self {
        Self { x: C::GENERATOR.0, y: C::GENERATOR.1, z: C::Base::ONE }
    }

    /// The point with these homogeneous coordinates, which the caller knows to satisfy the curve
    /// equation and not to be all zero.
    ///
    /// Other coordinates give a value on which no operation has a meaning.
    #[must_use]
    pub const fn from_xyz_unchecked(x: C::Base, y: C::Base, z: C::Base) -> Self {
        Self { x, y, z }
    }

    /// The homogeneous coordinates, which are those of the point up to a common factor.
    #[must_use]
    pub const fn xyz(&self) -> (&C::Base, &C::Base, &C::Base) {
        (&self.x, &self.y, &self.z)
    }

    /// Whether this is the identity.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    /// Whether the coordinates satisfy the curve equation and are not all zero.
    pub fn is_on_curve(&self) -> Choice {
        let left = self.y.square() * self.z;
        let right = self.x.square() * self.x + C::B * self.z.square() * self.z;
        left.ct_eq(&right) & !(self.y.is_zero() & self.z.is_zero())
    }

    /// `2 self`.
    ///
    /// # Timing
    /// Constant time: 8 products, 7 reductions, one multiplication by `3b`.
    ///
    /// # Algorithm
    /// Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves",
    /// 2016, Algorithm 9, <https://eprint.iacr.org/2015/1060>. With `t = 3b Z^2`:
    /// `X3 = 2 X Y (Y^2 - 3t)`, `Y3 = (Y^2 - 3t)(Y^2 + t) + 8 t Y^2`, `Z3 = 8 Y^2 Y Z`. The two
    /// products of `Y3` share a reduction.
    #[must_use]
    pub fn double(&self) -> Self {
        let yy = self.y.square();
        let eight_yy = yy.double().double().double();
        let t = C::mul_by_3b(&self.z.square());
        let difference = yy - t.triple();
        let sum = yy + t;
        let z = self.y * self.z * eight_yy;
        let y = C::Base::sum_of_products([&difference, &t], [&sum, &eight_yy]);
        let x = (difference * (self.x * self.y)).double();
        Self { x, y, z }
    }

    /// `self + other`.
    ///
    /// # Timing
    /// Constant time: 15 products, 9 reductions, two multiplications by `3b`.
    ///
    /// # Algorithm
    /// Renes, Costello and Batina, 2016, Algorithm 7. The two products of each output coordinate
    /// share a reduction, and so do those of `X1 Y2 + X2 Y1` and its like, for which the paper spends
    /// one product and four additions: with a shared reduction two products are faster.
    #[must_use]
    fn add_projective(&self, other: &Self) -> Self {
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let zz = self.z * other.z;
        let xy = C::Base::sum_of_products([&self.x, &self.y], [&other.y, &other.x]);
        let yz = C::Base::sum_of_products([&self.y, &self.z], [&other.z, &other.y]);
        let xz = C::Base::sum_of_products([&self.x, &self.z], [&other.z, &other.x]);
        Self::finish_addition(&xx, &yy, &zz, &xy, &yz, &xz)
    }

    /// `self + other` for an affine point.
    ///
    /// # Timing
    /// Constant time: 12 products, 8 reductions, two multiplications by `3b`.
    ///
    /// # Algorithm
    /// Renes, Costello and Batina, 2016, Algorithm 8, with shared reductions as above. It needs
    /// `other` not to be the identity: the result is not used then.
    #[must_use]
    fn add_affine(&self, other: &Affine<C>) -> Self {
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let xy = C::Base::sum_of_products([&self.x, &self.y], [&other.y, &other.x]);
        let yz = other.y * self.z + self.y;
        let xz = other.x * self.z + self.x;
        let sum = Self::finish_addition(&xx, &yy, &self.z, &xy, &yz, &xz);
        Self::conditional_select(&sum, self, other.is_identity())
    }

    /// The last steps that Algorithms 7 and 8 have in common. The operands are `X1 X2`, `Y1 Y2`,
    /// `Z1 Z2`, `X1 Y2 + X2 Y1`, `Y1 Z2 + Y2 Z1` and `X1 Z2 + X2 Z1`.
    #[inline(always)]
    fn finish_addition(
        xx: &C::Base,
        yy: &C::Base,
        zz: &C::Base,
        xy: &C::Base,
        yz: &C::Base,
        xz: &C::Base,
    ) -> Self {
        let xx3 = xx.triple();
        let zz3b = C::mul_by_3b(zz);
        let sum = *yy + zz3b;
        let difference = *yy - zz3b;
        let xz3b = C::mul_by_3b(xz);
        Self {
            x: C::Base::sum_of_products([xy, &-*yz], [&difference, &xz3b]),
            y: C::Base::sum_of_products([&difference, &xz3b], [&sum, &xx3]),
            z: C::Base::sum_of_products([&sum, &xx3], [yz, xy]),
        }
    }
}

impl<C: CurveParams> Default for Projective<C> {
    fn default() -> Self {
        Self::identity()
    }
}

// Overwritten by the identity, which is independent of the old value.
impl<C: CurveParams> DefaultIsZeroes for Projective<C> {}

/// The affine coordinates, for which an inversion is spent; use it in tests and messages only.
impl<C: CurveParams> fmt::Debug for Projective<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Projective").field(&self.to_affine()).finish()
    }
}

/// Equality of points, whatever their representatives.
impl<C: CurveParams> ConstantTimeEq for Projective<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        // For two valid points the cross products agree exactly if the points do: a zero Z makes
        // X zero and leaves Y non-zero.
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

impl<C: CurveParams> PartialEq for Projective<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: CurveParams> Eq for Projective<C> {}

impl<C: CurveParams> PartialEq<Affine<C>> for Projective<C> {
    fn eq(&self, other: &Affine<C>) -> bool {
        *self == other.to_projective()
    }
}

impl<C: CurveParams> PartialEq<Projective<C>> for Affine<C> {
    fn eq(&self, other: &Projective<C>) -> bool {
        other == self
    }
}

impl<C: CurveParams> ConditionallySelectable for Projective<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: C::Base::conditional_select(&a.x, &b.x, choice),
            y: C::Base::conditional_select(&a.y, &b.y, choice),
            z: C::Base::conditional_select(&a.z, &b.z, choice),
        }
    }
}

impl<C: CurveParams> From<Affine<C>> for Projective<C> {
    fn from(point: Affine<C>) -> Self {
        point.to_projective()
    }
}

impl<C: CurveParams> From<&Affine<C>> for Projective<C> {
    fn from(point: &Affine<C>) -> Self {
        point.to_projective()
    }
}

impl<C: CurveParams> Neg for Projective<C> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { y: -self.y, ..self }
    }
}

impl<C: CurveParams> Neg for &Projective<C> {
    type Output = Projective<C>;

    #[inline]
    fn neg(self) -> Projective<C> {
        -*self
    }
}

/// `+`, `-`, `+=` and `-=` with `$rhs` on the right, by value and by reference.
macro_rules! group_operators {
    ($rhs:ident, $add:ident) => {
        impl<C: CurveParams> Add<&$rhs<C>> for &Projective<C> {
            type Output = Projective<C>;

            #[inline]
            fn add(self, other: &$rhs<C>) -> Projective<C> {
                self.$add(other)
            }
        }

        impl<C: CurveParams> Sub<&$rhs<C>> for &Projective<C> {
            type Output = Projective<C>;

            #[inline]
            fn sub(self, other: &$rhs<C>) -> Projective<C> {
                self.$add(&-other)
            }
        }

        forward_operators!($rhs, Add, add, AddAssign, add_assign);
        forward_operators!($rhs, Sub, sub, SubAssign, sub_assign);
    };
}

/// The operator forms that follow from the one on references.
macro_rules! forward_operators {
    ($rhs:ident, $op:ident, $method:ident, $op_assign:ident, $method_assign:ident) => {
        impl<C: CurveParams> $op<$rhs<C>> for Projective<C> {
            type Output = Self;

            #[inline]
            fn $method(self, other: $rhs<C>) -> Self {
                (&self).$method(&other)
            }
        }

        impl<C: CurveParams> $op<&$rhs<C>> for Projective<C> {
            type Output = Self;

            #[inline]
            fn $method(self, other: &$rhs<C>) -> Self {
                (&self).$method(other)
            }
        }

        impl<C: CurveParams> $op<$rhs<C>> for &Projective<C> {
            type Output = Projective<C>;

            #[inline]
            fn $method(self, other: $rhs<C>) -> Projective<C> {
                self.$method(&other)
            }
        }

        impl<C: CurveParams> $op_assign<$rhs<C>> for Projective<C> {
            #[inline]
            fn $method_assign(&mut self, other: $rhs<C>) {
                *self = (&*self).$method(&other);
            }
        }

        impl<C: CurveParams> $op_assign<&$rhs<C>> for Projective<C> {
            #[inline]
            fn $method_assign(&mut self, other: &$rhs<C>) {
                *self = (&*self).$method(other);
            }
        }
    };
}

group_operators!(Projective, add_projective);
group_operators!(Affine, add_affine);

/// `[k] self` by [`CurveParams::mul`], constant time.
impl<C: CurveParams, S: Borrow<C::Scalar>> Mul<S> for Projective<C> {
    type Output = Self;

    fn mul(self, k: S) -> Self {
        C::mul(&self, k.borrow())
    }
}

/// `[k] self` by [`CurveParams::mul`], constant time.
impl<C: CurveParams, S: Borrow<C::Scalar>> Mul<S> for &Projective<C> {
    type Output = Projective<C>;

    fn mul(self, k: S) -> Projective<C> {
        C::mul(self, k.borrow())
    }
}

impl<C: CurveParams, S: Borrow<C::Scalar>> MulAssign<S> for Projective<C> {
    fn mul_assign(&mut self, k: S) {
        *self = C::mul(self, k.borrow());
    }
}

/// `[k] self` by [`CurveParams::mul`], constant time.
impl<C: CurveParams, S: Borrow<C::Scalar>> Mul<S> for Affine<C> {
    type Output = Projective<C>;

    fn mul(self, k: S) -> Projective<C> {
        C::mul(&self.to_projective(), k.borrow())
    }
}

/// `[k] self` by [`CurveParams::mul`], constant time.
impl<C: CurveParams, S: Borrow<C::Scalar>> Mul<S> for &Affine<C> {
    type Output = Projective<C>;

    fn mul(self, k: S) -> Projective<C> {
        C::mul(&self.to_projective(), k.borrow())
    }
}

impl<C: CurveParams, P: Borrow<Self>> Sum<P> for Projective<C> {
    fn sum<I: Iterator<Item = P>>(points: I) -> Self {
        points.fold(Self::identity(), |sum, point| sum + point.borrow())
    }
}
