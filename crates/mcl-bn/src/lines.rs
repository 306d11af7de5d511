//! Points of the twist in the Miller loop, and the lines through them.
//!
//! Written over [`Fp2Arith`], so that one point or several side by side take the same code.

use mcl_fp::VECTOR_LANES;
use mcl_tower::{Fp2, Fp2Arith, Fp2Params, Fp2X8, Fp12};

use crate::curves::mul_by_3_twist_b;
use crate::fields::Fp2Of;
use crate::{BnParams, Twist};

/// The value of a line at a point `(xP, yP)` of G1, up to a factor in Fp2:
/// `y yP - x xP + constant`, where the three terms stand at `w^0, w^1, w^3` for a D twist and at
/// `w^3, w^2, w^0` for an M twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<F> {
    pub y: F,
    pub x: F,
    pub constant: F,
}

/// A point of G1 prepared for the evaluation of lines.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<B> {
    /// `-xP`.
    pub minus_x: B,
    /// `yP`.
    pub y: B,
}

/// Affine coordinates of a point of the twist that is not the identity.
#[derive(Clone, Copy, Debug)]
pub struct TwistAffine<F> {
    pub x: F,
    pub y: F,
}

/// A point of the twist in homogeneous coordinates: `x = X/Z`, `y = Y/Z`.
#[derive(Clone, Copy, Debug)]
pub struct TwistPoint<F> {
    x: F,
    y: F,
    z: F,
}

impl<F: Fp2Arith> TwistAffine<F> {
    /// `psi^power` for `power` 1 or 2: the Frobenius map carried to the twist. On G2 it is
    /// multiplication by `p^power`.
    ///
    /// D: `(x', y') -> (x'^(p^j) gamma_j^2, y'^(p^j) gamma_j^3)`, from the untwist `(x w^2, y w^3)`;
    /// M: the same with the inverse constants.
    pub fn frobenius<C: BnParams<N>, const N: usize>(&self, power: usize) -> Self
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>>,
    {
        let (x, y) = if power % 2 == 1 {
            (self.x.conjugate(), self.y.conjugate())
        } else {
            (self.x, self.y)
        };
        let (cx, cy) = match C::TWIST {
            Twist::D => (F::gamma(power, 2), F::gamma(power, 3)),
            Twist::M => {
                // gamma_2 = gamma_1 conjugate(gamma_1) is a sixth root of unity, hence
                // gamma_2^-k = gamma_2^(6-k) and gamma_1^-k = conjugate(gamma_1^k) gamma_2^(6-k).
                let inverse = |k: usize| {
                    let inverse = F::gamma(2, 6 - k);
                    if power == 1 { inverse.product(&F::gamma(1, k).conjugate()) } else { inverse }
                };
                (inverse(2), inverse(3))
            }
        };
        Self { x: x.product(&cx), y: y.product(&cy) }
    }

    /// `-self`.
    pub fn negate(&self) -> Self {
        Self { x: self.x, y: -self.y }
    }
}

impl<F: Fp2Arith> TwistPoint<F> {
    pub fn from_affine(q: &TwistAffine<F>) -> Self {
        Self { x: q.x, y: q.y, z: F::ONE }
    }

    pub fn from_xyz(x: F, y: F, z: F) -> Self {
        Self { x, y, z }
    }

    /// `-self`.
    pub fn negate(&mut self) {
        self.y = -self.y;
    }

    /// Whether this is the point `q`. False for `Z = 0`, whatever the other coordinates.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    pub fn is_vartime(&self, q: &TwistAffine<F>) -> bool
    where
        F: PartialEq,
    {
        self.z != F::ZERO && self.x == q.x.product(&self.z) && self.y == q.y.product(&self.z)
    }

    /// Doubles the point and returns the tangent at it.
    ///
    /// 4 products, 3 squarings, a sum of two proportional products and a product by `3 b'`.
    ///
    /// # Algorithm
    /// Costello, Lange and Naehrig, "Faster Pairing Computations on Curves with High-Degree
    /// Twists", 2010, section 5, in the arrangement of Aranha et al., "Faster Explicit Formulas for
    /// Computing Pairings over Ordinary Curves", 2011, section 4, with all coordinates four times
    /// theirs, which takes doublings in place of halvings; the line has the opposite sign.
    pub fn double<C: BnParams<N>, const N: usize>(&mut self) -> Line<F>
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>>,
    {
        let b = self.y.square();
        let c = self.z.square();
        let e = mul_by_3_twist_b::<C, F, N>(&c);
        let yz = self.y.product(&self.z);
        let j = self.x.square();
        let xy = self.x.product(&self.y);
        let sums = F::tangent_sums(&b, &e, &j, &xy, &yz);
        let x = sums.two_xy.product(&sums.minus);
        // (b + f)^2 - 12 e^2 = (b + f)^2 - (2e)(2f) for f = 3e.
        let y = F::sum_of_proportional_products(
            [&sums.plus, &sums.minus_two_e],
            [&sums.plus, &sums.six_e],
        );
        let z = b.product(&sums.eight_yz);
        *self = Self { x, y, z };
        Line { y: sums.two_yz, x: sums.three_j, constant: sums.difference }
    }

    /// Adds the affine point `q` and returns the line through both.
    ///
    /// 6 products, 2 squarings and 2 sums of two products.
    ///
    /// # Algorithm
    /// Costello, Lange and Naehrig, 2010, section 5 (mixed addition).
    pub fn add(&mut self, q: &TwistAffine<F>) -> Line<F> {
        let theta = self.y - q.y.product(&self.z);
        let lambda = self.x - q.x.product(&self.z);
        let c = theta.square();
        let d = lambda.square();
        let e = lambda.product(&d);
        let f = self.z.product(&c);
        let g = self.x.product(&d);
        let h = e + f - g.double();
        let x = lambda.product(&h);
        let y = F::sum_of_products([&theta, &-e], [&(g - h), &self.y]);
        let z = self.z.product(&e);
        *self = Self { x, y, z };
        Line { y: lambda, x: theta, constant: F::sum_of_products([&theta, &-lambda], [&q.x, &q.y]) }
    }
}

impl<P: Fp2Params<N>, const N: usize> TwistAffine<Fp2X8<P, N>> {
    /// The point of each lane.
    pub fn split(&self) -> [TwistAffine<Fp2<P, N>>; VECTOR_LANES] {
        let (x, y) = (self.x.to_array(), self.y.to_array());
        core::array::from_fn(|lane| TwistAffine { x: x[lane], y: y[lane] })
    }
}

impl<P: Fp2Params<N>, const N: usize> TwistPoint<Fp2X8<P, N>> {
    /// The point of each lane.
    pub fn split(&self) -> [TwistPoint<Fp2<P, N>>; VECTOR_LANES] {
        let (x, y, z) = (self.x.to_array(), self.y.to_array(), self.z.to_array());
        core::array::from_fn(|lane| TwistPoint { x: x[lane], y: y[lane], z: z[lane] })
    }
}

impl<F: Fp2Arith> Line<F> {
    /// The line at `p`: its coefficients of y and x evaluated.
    pub fn at(&self, p: &Evaluation<F::Base>) -> Self {
        Self {
            y: self.y.mul_by_base(&p.y),
            x: self.x.mul_by_base(&p.minus_x),
            constant: self.constant,
        }
    }

    /// `f` times the value of the line at `p`.
    pub fn multiply_into<C: BnParams<N>, const N: usize>(
        &self,
        f: &Fp12<F>,
        p: &Evaluation<F::Base>,
    ) -> Fp12<F> {
        let Self { y, x, constant } = self.at(p);
        match C::TWIST {
            Twist::D => f.mul_by_013(&y, &x, &constant),
            Twist::M => f.mul_by_023(&constant, &x, &y),
        }
    }
}
