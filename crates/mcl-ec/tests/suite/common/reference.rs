//! The group law as textbooks define it, in affine coordinates and with all case distinctions.

use ff::{Field, PrimeField};
use mcl_ec::{Affine, CurveParams, Projective};

/// A point, or none for the identity.
pub type Point<C> = Option<(<C as CurveParams>::Base, <C as CurveParams>::Base)>;

/// Chord and tangent.
pub fn add<C: CurveParams>(a: Point<C>, b: Point<C>) -> Point<C> {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return a.or(b);
    };
    let slope = if x1 != x2 {
        (y2 - y1) * (x2 - x1).invert().expect("x differs")
    } else if y1 == y2 {
        (x1.square() + x1.square().double()) * y1.double().invert().expect("no point has order 2")
    } else {
        return None;
    };
    let x = slope.square() - x1 - x2;
    Some((x, slope * (x1 - x) - y1))
}

pub fn neg<C: CurveParams>(a: Point<C>) -> Point<C> {
    a.map(|(x, y)| (x, -y))
}

/// Double and add, most significant bit first.
pub fn mul<C: CurveParams>(a: Point<C>, k: &C::Scalar) -> Point<C> {
    let mut acc = None;
    for byte in k.to_repr().as_ref().iter().rev() {
        for i in (0..8).rev() {
            acc = add::<C>(acc, acc);
            if byte >> i & 1 == 1 {
                acc = add::<C>(acc, a);
            }
        }
    }
    acc
}

/// As [`mul`] with the projective formulas, which are compared with [`add`] elsewhere.
pub fn mul_projective<C: CurveParams>(a: &Projective<C>, k: &C::Scalar) -> Projective<C> {
    let mut acc = Projective::identity();
    for byte in k.to_repr().as_ref().iter().rev() {
        for i in (0..8).rev() {
            acc = acc.double();
            if byte >> i & 1 == 1 {
                acc += a;
            }
        }
    }
    acc
}

pub fn to_affine<C: CurveParams>(a: Point<C>) -> Affine<C> {
    a.map_or(Affine::identity(), |(x, y)| Affine::from_xy(x, y).expect("on the curve"))
}

/// The same point with another representative: coordinates times a non-zero factor.
pub fn rescale<C: CurveParams>(a: &Projective<C>, factor: &C::Base) -> Projective<C> {
    assert!(!bool::from(factor.is_zero()));
    let (x, y, z) = a.xyz();
    Projective::from_xyz_unchecked(*x * factor, *y * factor, *z * factor)
}
