//! Jacobian coordinates: the accumulator of the variable-time multiplications.
//!
//! Doubling is cheaper than in homogeneous coordinates by a product, a reduction and the
//! multiplications by `3b`; addition has exceptional cases, which variable-time code can branch on.

use ff::Field;
use mcl_fp::FieldExt;

use crate::{Affine, CurveParams, Projective};

/// A point `(X : Y : Z)` standing for `(X/Z^2, Y/Z^3)`; the identity has `Z = 0`.
#[derive(Clone, Copy)]
pub(crate) struct Jacobian<C: CurveParams> {
    x: C::Base,
    y: C::Base,
    z: C::Base,
}

impl<C: CurveParams> Jacobian<C> {
    pub(crate) const fn identity() -> Self {
        Self { x: C::Base::ONE, y: C::Base::ONE, z: C::Base::ZERO }
    }

    /// `2 self`, right for all inputs: no point has order 2.
    ///
    /// # Timing
    /// Constant time: 7 products, 6 reductions, 10 additions.
    ///
    /// # Algorithm
    /// The doubling of Cohen, Miyaji and Ono, "Efficient elliptic curve exponentiation using mixed
    /// coordinates", 1998, for a = 0: with `S = 4 X Y^2` and `M = 3 X^2`, `X3 = M^2 - 2S`,
    /// `Y3 = M (S - X3) - 8 Y^4`, `Z3 = 2 Y Z`. The products of `Y3` share a reduction.
    pub(crate) fn double(&self) -> Self {
        let xx = self.x.square();
        let yy2 = self.y.square().double();
        let z = (self.y * self.z).double();
        let m = xx.triple();
        let s = (self.x * yy2).double();
        let x = m.square() - s.double();
        let y = C::Base::sum_of_products([&m, &-yy2], [&(s - x), &yy2.double()]);
        Self { x, y, z }
    }

    /// `self + other` for all inputs.
    ///
    /// # Timing
    /// Variable time: branches on the identity and on points of equal x. Otherwise 11 products, 10
    /// reductions, 7 additions.
    ///
    /// # Algorithm
    /// Cohen, Miyaji and Ono, 1998, with `Z2 = 1`: with `H = X2 Z1^2 - X1` and
    /// `R = Y2 Z1^3 - Y1`, `X3 = R^2 - H^3 - 2 X1 H^2`, `Y3 = R (X1 H^2 - X3) - Y1 H^3`,
    /// `Z3 = Z1 H`. The products of `Y3` share a reduction.
    pub(crate) fn add_affine_vartime(&self, other: &Affine<C>) -> Self {
        if bool::from(other.is_identity()) {
            return *self;
        }
        if self.z.is_zero_vartime() {
            return Self { x: other.x, y: other.y, z: C::Base::ONE };
        }
        let zz = self.z.square();
        let h = other.x * zz - self.x;
        let r = other.y * (self.z * zz) - self.y;
        if h.is_zero_vartime() {
            return if r.is_zero_vartime() { self.double() } else { Self::identity() };
        }
        let hh = h.square();
        let hhh = hh * h;
        let v = self.x * hh;
        let x = r.square() - (hhh + v.double());
        let y = C::Base::sum_of_products([&r, &-self.y], [&(v - x), &hhh]);
        Self { x, y, z: self.z * h }
    }

    /// As [`Self::to_projective`] for a point of the isomorphic curve with coordinates
    /// `(x s^2, y s^3)`.
    pub(crate) fn to_projective_scaled(self, s: &C::Base) -> Projective<C> {
        Self { z: self.z * s, ..self }.to_projective()
    }

    /// The same point in homogeneous coordinates: `(X Z : Y : Z^3)`.
    pub(crate) fn to_projective(self) -> Projective<C> {
        // The identity becomes (0 : Y : 0) with Y^2 = X^3, which is not zero.
        Projective { x: self.x * self.z, y: self.y, z: self.z.square() * self.z }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::curves::{AltBn128, Bn254, Secp192k1, Secp256k1};
    use crate::tests::reference;

    /// All pairs of O, P, -P, 2P, -2P, with scaled coordinates on the left.
    fn all_pairs_of_special_points<C: CurveParams>() {
        let p = Some(C::GENERATOR);
        let p2 = reference::add::<C>(p, p);
        let points = [None, p, reference::neg::<C>(p), p2, reference::neg::<C>(p2)];
        for a in points {
            let affine = reference::to_affine::<C>(a);
            // Z = 1, and another Z by way of a sum: (a + P) - P and (a + 2P) - 2P.
            let one = Jacobian::identity().add_affine_vartime(&affine);
            let mut accumulators = std::vec![one, one.double()];
            for q in [p, p2] {
                let q = reference::to_affine::<C>(q);
                let moved = one.add_affine_vartime(&q).add_affine_vartime(&-q);
                assert_eq!(moved.to_projective().to_affine(), affine);
                accumulators.push(moved);
            }
            for accumulator in accumulators {
                let value = accumulator.to_projective().to_affine().xy();
                let double = reference::to_affine::<C>(reference::add::<C>(value, value));
                assert_eq!(accumulator.double().to_projective().to_affine(), double);
                for b in points {
                    let sum = accumulator.add_affine_vartime(&reference::to_affine::<C>(b));
                    assert!(bool::from(sum.to_projective().is_on_curve()));
                    let expected = reference::to_affine::<C>(reference::add::<C>(value, b));
                    assert_eq!(sum.to_projective().to_affine(), expected);
                }
            }
        }
    }

    #[test]
    fn all_pairs_of_special_points_on_all_curves() {
        all_pairs_of_special_points::<Bn254>();
        all_pairs_of_special_points::<AltBn128>();
        all_pairs_of_special_points::<Secp256k1>();
        all_pairs_of_special_points::<Secp192k1>();
    }
}
