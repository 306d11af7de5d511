//! The map of Shallue and van de Woestijne from a field to a curve over it.

use ff::Field;
use mcl_fp::{FieldExt, FieldLanes, LaneMask, VECTOR_LANES};
use subtle::{Choice, ConditionallySelectable};

use crate::formulas::Lanes;
use crate::{Affine, CurveParams, Projective, ProjectiveX8};

/// The constants of the map, which follow from Z and the curve `y^2 = g(x) = x^3 + b`.
///
/// # Requirements
/// With `h(Z) = -3 Z^2 / (4 g(Z))`: `g(Z)` and `h(Z)` are not zero, `h(Z)` is a square, and `g(Z)` or
/// `g(-Z/2)` is one. RFC 9380, appendix H.1, finds the Z of least absolute value, the positive one
/// first.
#[derive(Clone, Copy, Debug)]
pub struct Svdw<F> {
    /// Z.
    pub z: F,
    /// `g(Z)`.
    pub c1: F,
    /// `-Z/2`.
    pub c2: F,
    /// The root of `-3 Z^2 g(Z)` with sign 0.
    pub c3: F,
    /// `-4 g(Z) / (3 Z^2)`.
    pub c4: F,
    /// `8 c3 / (9 Z^4)`, for eight elements side by side: [`map_to_curve_svdw_x8`].
    pub c5: F,
}

/// A curve with the constants of the map.
pub trait SvdwCurve: CurveParams {
    /// The constants.
    const SVDW: Svdw<Self::Base>;
}

/// The point that the element is mapped to. No subgroup is reached: that takes the cofactor.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Shallue and van de Woestijne, "Construction of rational points on elliptic curves over finite
/// fields", 2006, as RFC 9380 has it in appendix F.1,
/// <https://www.rfc-editor.org/rfc/rfc9380#appendix-F.1>; the comments number its steps.
#[must_use]
pub fn map_to_curve_svdw<C: SvdwCurve>(u: &C::Base) -> Affine<C> {
    let [point] = map_all::<C, 1>([u]);
    point
}

/// The sum of the points that two elements are mapped to, with one inversion for both.
///
/// # Timing
/// Constant time.
#[must_use]
pub fn map_two_to_curve_svdw<C: SvdwCurve>(u: [&C::Base; 2]) -> Projective<C> {
    let [p, q] = map_all::<C, 2>(u);
    p.to_projective() + q
}

fn map_all<C: SvdwCurve, const COUNT: usize>(u: [&C::Base; COUNT]) -> [Affine<C>; COUNT] {
    let parts = u.map(|u| {
        let t = u.square() * C::SVDW.c1; // 1, 2
        Parts { minus: C::Base::ONE - t, plus: C::Base::ONE + t } // 3, 4
    });
    let inverses = invert_all(parts.map(|part| part.minus * part.plus)); // 5, 6
    core::array::from_fn(|i| finish::<C>(u[i], &parts[i], &inverses[i]))
}

/// `1 - u^2 g(Z)` and `1 + u^2 g(Z)`.
#[derive(Clone, Copy)]
struct Parts<F> {
    minus: F,
    plus: F,
}

fn finish<C: SvdwCurve>(u: &C::Base, parts: &Parts<C::Base>, inverse: &C::Base) -> Affine<C> {
    let constants = C::SVDW;
    let g = |x: &C::Base| x.square() * x + C::B;
    let tv4 = *u * parts.minus * inverse * constants.c3; // 7 to 9
    let x1 = constants.c2 - tv4; // 10
    let first = g(&x1).is_square(); // 11 to 15
    let x2 = constants.c2 + tv4; // 16
    let second = g(&x2).is_square() & !first; // 17 to 21
    let x3 = (parts.plus.square() * inverse).square() * constants.c4 + constants.z; // 22 to 26
    let mut x = C::Base::conditional_select(&x3, &x1, first); // 27
    x.conditional_assign(&x2, second); // 28
    // g(x1) g(x2) g(x3) is a square: where the first two are none, the third one is.
    let y = g(&x).sqrt().unwrap_or(C::Base::ZERO); // 29 to 33
    let wrong_sign = u.sgn0() ^ y.sgn0(); // 34
    let y = C::Base::conditional_select(&y, &-y, wrong_sign); // 35
    Affine::from_xy_unchecked(x, y)
}

/// The points that eight elements are mapped to, side by side.
///
/// # Timing
/// Constant time but for the exceptional cases of the map, `u^4 g(Z)^2 = 1`, of which there are four at most.
///
/// # Algorithm
/// That of [`map_to_curve_svdw`], but for the square root of `g(x3)`. Shallue and van de Woestijne: let x1
/// be any element, `x2 = -Z - x1`, `q = Z^2 + Z x1 + x1^2`, `y^2 = -g(Z)/q` and `x3 = Z + y^2`. Both x1 and x2 are
/// roots of `X^3 - q X + Z x1 x2`, hence `g(x1) = q x1 + c` and `g(x2) = q x2 + c` with the same c as in `g(Z) = q Z + c`, and
/// `q^3 g(x3) = -g(Z) g(x1) g(x2)`. So `g(x1) g(x2) g(x3)` is the square of `y g(x1) g(x2)/q`. With
/// `w = (1 + u^2 g(Z))/(1 - u^2 g(Z))`, `y = 2 c3 w/(3 Z^2)` and `1/q = 4 w^2/(3 Z^2)`.
#[must_use]
pub fn map_to_curve_svdw_x8<C: SvdwCurve>(u: &[C::Base; VECTOR_LANES]) -> ProjectiveX8<C> {
    type L<C> = Lanes<C>;
    let [z, c1, c2, c3, c4, c5] =
        [C::SVDW.z, C::SVDW.c1, C::SVDW.c2, C::SVDW.c3, C::SVDW.c4, C::SVDW.c5]
            .map(|x| L::<C>::splat(&x));
    let b = L::<C>::splat(&C::B);
    let g = |x: &L<C>| x.square().times(x).plus(&b);
    let one = L::<C>::ONE;
    let u_lanes = L::<C>::from_array(u);
    let t = u_lanes.square().times(&c1);
    let (minus, plus) = (one.minus(&t), one.plus(&t));
    let inverse = minus.times(&plus).invert_or_zero();
    let shift = u_lanes.times(&minus).times(&inverse).times(&c3);
    let w = plus.square().times(&inverse);
    let ww = w.square();
    let x = [c2.minus(&shift), c2.plus(&shift), ww.times(&c4).plus(&z)];
    let gx = [g(&x[0]), g(&x[1]), g(&x[2])];
    let root_of_product = ww.times(&w).times(&c5).times(&gx[0].times(&gx[1]));
    let (y, [first, second]) = L::<C>::root_of_first_square(gx.each_ref(), &root_of_product);
    let select =
        |x: &[L<C>; 3]| L::<C>::select(first, &x[0], &L::<C>::select(second, &x[1], &x[2]));
    let (mut x, mut y, gx) = (select(&x), y, select(&gx));
    let is_root = y.square().minus(&gx).zeros();
    if is_root != !LaneMask::NONE {
        // An exceptional case, where w was zero for infinity.
        let points = u.map(|u| map_to_curve_svdw::<C>(&u));
        x = L::<C>::from_array(&points.map(|point| point.x));
        y = L::<C>::from_array(&points.map(|point| point.y));
    }
    let y_lanes = y.to_array();
    let wrong_sign = lane_mask(|lane| u[lane].sgn0() ^ y_lanes[lane].sgn0());
    let y = L::<C>::select(wrong_sign, &-y, &y);
    ProjectiveX8::from_xyz_unchecked(x, y, one)
}

/// The lanes that a choice is made for.
fn lane_mask(choice: impl Fn(usize) -> Choice) -> LaneMask {
    let bits = (0..VECTOR_LANES).rev().fold(0, |bits, lane| bits << 1 | choice(lane).unwrap_u8());
    LaneMask::from_bits(bits)
}

/// The inverses, zero for zero, by one inversion.
///
/// # Algorithm
/// Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, section
/// 10.3.1. Zeros take part as ones, so that nothing branches on them.
fn invert_all<F: FieldExt, const COUNT: usize>(elements: [F; COUNT]) -> [F; COUNT] {
    let zeros = elements.map(|x| x.is_zero());
    let mut before = [F::ONE; COUNT];
    let mut product = F::ONE;
    for i in 0..COUNT {
        before[i] = product;
        product *= one_for_zero(&elements[i], zeros[i]);
    }
    let mut inverse = product.invert().unwrap_or(F::ZERO);
    let mut inverses = [F::ZERO; COUNT];
    for i in (0..COUNT).rev() {
        inverses[i] = F::conditional_select(&(inverse * before[i]), &F::ZERO, zeros[i]);
        inverse *= one_for_zero(&elements[i], zeros[i]);
    }
    inverses
}

fn one_for_zero<F: FieldExt>(x: &F, is_zero: Choice) -> F {
    F::conditional_select(x, &F::ONE, is_zero)
}
