//! The complete group law on homogeneous coordinates, for one point or for eight side by side.

use core::marker::PhantomData;
use core::ops::Neg;

use ff::Field;
use mcl_fp::{FieldExt, FieldLanes};

use crate::CurveParams;

/// The field operations of the formulas, on coordinates of one kind.
///
/// A type of its own carries them, since fields and their lanes have no trait in common.
pub(crate) trait Arithmetic {
    type Coordinate: Copy + Neg<Output = Self::Coordinate>;

    fn sum(x: &Self::Coordinate, y: &Self::Coordinate) -> Self::Coordinate;

    fn difference(x: &Self::Coordinate, y: &Self::Coordinate) -> Self::Coordinate;

    fn product(x: &Self::Coordinate, y: &Self::Coordinate) -> Self::Coordinate;

    fn square(x: &Self::Coordinate) -> Self::Coordinate;

    fn double(x: &Self::Coordinate) -> Self::Coordinate;

    fn triple(x: &Self::Coordinate) -> Self::Coordinate;

    /// `8x`.
    fn octuple(x: &Self::Coordinate) -> Self::Coordinate;

    /// `a0 b0 + a1 b1` with one reduction.
    fn sum_of_products(a: [&Self::Coordinate; 2], b: [&Self::Coordinate; 2]) -> Self::Coordinate;

    /// `3 b x` for the coefficient b of the curve.
    fn mul_by_3b(x: &Self::Coordinate) -> Self::Coordinate;
}

/// On elements of the base field.
pub(crate) struct Single<C>(PhantomData<C>);

impl<C: CurveParams> Arithmetic for Single<C> {
    type Coordinate = C::Base;

    #[inline(always)]
    fn sum(x: &C::Base, y: &C::Base) -> C::Base {
        *x + y
    }

    #[inline(always)]
    fn difference(x: &C::Base, y: &C::Base) -> C::Base {
        *x - y
    }

    #[inline(always)]
    fn product(x: &C::Base, y: &C::Base) -> C::Base {
        *x * y
    }

    #[inline(always)]
    fn square(x: &C::Base) -> C::Base {
        x.square()
    }

    #[inline(always)]
    fn double(x: &C::Base) -> C::Base {
        x.double()
    }

    #[inline(always)]
    fn triple(x: &C::Base) -> C::Base {
        x.triple()
    }

    #[inline(always)]
    fn octuple(x: &C::Base) -> C::Base {
        x.double().double().double()
    }

    #[inline(always)]
    fn sum_of_products(a: [&C::Base; 2], b: [&C::Base; 2]) -> C::Base {
        C::Base::sum_of_products(a, b)
    }

    #[inline(always)]
    fn mul_by_3b(x: &C::Base) -> C::Base {
        C::mul_by_3b(x)
    }
}

/// Eight elements of the base field side by side.
pub(crate) type Lanes<C> = <<C as CurveParams>::Base as FieldExt>::Lanes;

/// On eight elements side by side.
pub(crate) struct Eight<C>(PhantomData<C>);

impl<C: CurveParams> Arithmetic for Eight<C> {
    type Coordinate = Lanes<C>;

    #[inline(always)]
    fn sum(x: &Lanes<C>, y: &Lanes<C>) -> Lanes<C> {
        x.plus(y)
    }

    #[inline(always)]
    fn difference(x: &Lanes<C>, y: &Lanes<C>) -> Lanes<C> {
        x.minus(y)
    }

    #[inline(always)]
    fn product(x: &Lanes<C>, y: &Lanes<C>) -> Lanes<C> {
        x.times(y)
    }

    #[inline(always)]
    fn square(x: &Lanes<C>) -> Lanes<C> {
        x.square()
    }

    #[inline(always)]
    fn double(x: &Lanes<C>) -> Lanes<C> {
        x.double()
    }

    #[inline(always)]
    fn triple(x: &Lanes<C>) -> Lanes<C> {
        x.triple()
    }

    #[inline(always)]
    fn octuple(x: &Lanes<C>) -> Lanes<C> {
        x.small_multiple(8)
    }

    #[inline(always)]
    fn sum_of_products(a: [&Lanes<C>; 2], b: [&Lanes<C>; 2]) -> Lanes<C> {
        Lanes::<C>::sum_of_products(a, b)
    }

    #[inline(always)]
    fn mul_by_3b(x: &Lanes<C>) -> Lanes<C> {
        C::mul_by_3b_x8(x)
    }
}

/// `2 (X : Y : Z)`.
///
/// # Timing
/// Constant time: 8 products, 7 reductions, one multiplication by `3b`.
///
/// # Algorithm
/// Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves",
/// 2016, Algorithm 9, <https://eprint.iacr.org/2015/1060>. With `t = 3b Z^2`:
/// `X3 = 2 X Y (Y^2 - 3t)`, `Y3 = (Y^2 - 3t)(Y^2 + t) + 8 t Y^2`, `Z3 = 8 Y^2 Y Z`. The two
/// products of `Y3` share a reduction.
#[inline(always)]
pub(crate) fn double<A: Arithmetic>([x, y, z]: [&A::Coordinate; 3]) -> [A::Coordinate; 3] {
    let yy = A::square(y);
    let eight_yy = A::octuple(&yy);
    let t = A::mul_by_3b(&A::square(z));
    let difference = A::difference(&yy, &A::triple(&t));
    let sum = A::sum(&yy, &t);
    let z = A::product(&A::product(y, z), &eight_yy);
    let y3 = A::sum_of_products([&difference, &t], [&sum, &eight_yy]);
    let x = A::double(&A::product(&difference, &A::product(x, y)));
    [x, y3, z]
}

/// `(X1 : Y1 : Z1) + (X2 : Y2 : Z2)`.
///
/// # Timing
/// Constant time: 15 products, 9 reductions, two multiplications by `3b`.
///
/// # Algorithm
/// Renes, Costello and Batina, 2016, Algorithm 7. The two products of each output coordinate
/// share a reduction, and so do those of `X1 Y2 + X2 Y1` and its like, for which the paper spends
/// one product and four additions: with a shared reduction two products are faster.
#[inline(always)]
pub(crate) fn add<A: Arithmetic>(
    [x1, y1, z1]: [&A::Coordinate; 3],
    [x2, y2, z2]: [&A::Coordinate; 3],
) -> [A::Coordinate; 3] {
    let xx = A::product(x1, x2);
    let yy = A::product(y1, y2);
    let zz = A::product(z1, z2);
    let xy = A::sum_of_products([x1, y1], [y2, x2]);
    let yz = A::sum_of_products([y1, z1], [z2, y2]);
    let xz = A::sum_of_products([x1, z1], [z2, x2]);
    finish_addition::<A>([&xx, &yy, &zz], [&xy, &yz, &xz])
}

/// `(X1 : Y1 : Z1) + (x2, y2)` where the second point is not the identity.
///
/// # Timing
/// Constant time: 12 products, 8 reductions, two multiplications by `3b`.
///
/// # Algorithm
/// Renes, Costello and Batina, 2016, Algorithm 8, with shared reductions as above.
#[inline(always)]
pub(crate) fn add_affine<A: Arithmetic>(
    [x1, y1, z1]: [&A::Coordinate; 3],
    [x2, y2]: [&A::Coordinate; 2],
) -> [A::Coordinate; 3] {
    let xx = A::product(x1, x2);
    let yy = A::product(y1, y2);
    let xy = A::sum_of_products([x1, y1], [y2, x2]);
    let yz = A::sum(&A::product(y2, z1), y1);
    let xz = A::sum(&A::product(x2, z1), x1);
    finish_addition::<A>([&xx, &yy, z1], [&xy, &yz, &xz])
}

/// The last steps that Algorithms 7 and 8 have in common. The operands are `X1 X2`, `Y1 Y2`,
/// `Z1 Z2`, `X1 Y2 + X2 Y1`, `Y1 Z2 + Y2 Z1` and `X1 Z2 + X2 Z1`.
#[inline(always)]
fn finish_addition<A: Arithmetic>(
    [xx, yy, zz]: [&A::Coordinate; 3],
    [xy, yz, xz]: [&A::Coordinate; 3],
) -> [A::Coordinate; 3] {
    let xx3 = A::triple(xx);
    let zz3b = A::mul_by_3b(zz);
    let sum = A::sum(yy, &zz3b);
    let difference = A::difference(yy, &zz3b);
    let xz3b = A::mul_by_3b(xz);
    [
        A::sum_of_products([xy, &-*yz], [&difference, &xz3b]),
        A::sum_of_products([&difference, &xz3b], [&sum, &xx3]),
        A::sum_of_products([&sum, &xx3], [yz, xy]),
    ]
}
