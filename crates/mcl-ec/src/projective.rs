//! Points in homogeneous projective coordinates, and the complete group law.

use core::borrow::Borrow;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ff::Field;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::DefaultIsZeroes;

use crate::formulas::{self, Single};
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
    /// 2016, Algorithm 9, <https://eprint.iacr.org/2015/1060>.
    #[must_use]
    pub fn double(&self) -> Self {
        let [x, y, z] = formulas::double::<Single<C>>([&self.x, &self.y, &self.z]);
        Self { x, y, z }
    }

    /// `self + other`.
    #[must_use]
    fn add_projective(&self, other: &Self) -> Self {
        let [x, y, z] =
            formulas::add::<Single<C>>([&self.x, &self.y, &self.z], [&other.x, &other.y, &other.z]);
        Self { x, y, z }
    }

    /// `self + other` for an affine point; the sum with the identity is discarded.
    #[must_use]
    fn add_affine(&self, other: &Affine<C>) -> Self {
        let [x, y, z] =
            formulas::add_affine::<Single<C>>([&self.x, &self.y, &self.z], [&other.x, &other.y]);
        Self::conditional_select(&Self { x, y, z }, self, other.is_identity())
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
