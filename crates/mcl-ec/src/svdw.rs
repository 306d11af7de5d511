//! The map of Shallue and van de Woestijne from a field to a curve over it.

use ff::Field;
use mcl_fp::FieldExt;
use subtle::{Choice, ConditionallySelectable};

use crate::{Affine, CurveParams, Projective};

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
