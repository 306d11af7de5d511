//! Group laws as textbooks define them: chord and tangent with all case distinctions, and double
//! and add.

use ff::{Field, PrimeField};
use group::Group;
use mcl_ec::CurveParams;

/// A point, or none for the identity.
pub type Point<F> = Option<(F, F)>;

/// Chord and tangent on `y^2 = x^3 + b`.
pub fn add<F: Field>(a: Point<F>, b: Point<F>) -> Point<F> {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return a.or(b);
    };
    let slope = if x1 != x2 {
        (y2 - y1) * (x2 - x1).invert().expect("the abscissas differ")
    } else if y1 == y2 {
        let three_xx = x1.square() + x1.square().double();
        three_xx * y1.double().invert().expect("the curve has no point of order two")
    } else {
        return None;
    };
    let x = slope.square() - x1 - x2;
    Some((x, slope * (x1 - x) - y1))
}

/// The opposite point.
pub fn neg<F: Field>(a: Point<F>) -> Point<F> {
    a.map(|(x, y)| (x, -y))
}

/// `[k] a` by repeated addition, for small `k` of either sign.
pub fn small_multiple<F: Field>(a: Point<F>, k: i32) -> Point<F> {
    let a = if k < 0 { neg(a) } else { a };
    (0..k.unsigned_abs()).fold(None, |sum, _| add(sum, a))
}

/// Whether a pair satisfies the curve equation.
pub fn is_on_curve<C: CurveParams>(x: &C::Base, y: &C::Base) -> bool {
    y.square() == x.square() * x + C::B
}

/// `[k] a` in any group: double and add, most significant bit first.
pub fn mul<G: Group>(a: &G, k: &G::Scalar) -> G {
    let mut acc = G::identity();
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
