//! Fp6 = Fp2\[v\]/(v^3 - xi).

use core::ops::{Add, Mul, Neg, Sub};

use crate::Fp2Arith;

/// An element `c0 + c1 v + c2 v^2` of Fp2\[v\]/(v^3 - xi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp6<F> {
    /// The coefficient of 1.
    pub c0: F,
    /// The coefficient of v.
    pub c1: F,
    /// The coefficient of v^2.
    pub c2: F,
}

impl<F: Fp2Arith> Fp6<F> {
    /// Zero.
    pub const ZERO: Self = Self::new(F::ZERO, F::ZERO, F::ZERO);

    /// One.
    pub const ONE: Self = Self::new(F::ONE, F::ZERO, F::ZERO);

    /// `c0 + c1 v + c2 v^2`.
    #[must_use]
    pub const fn new(c0: F, c1: F, c2: F) -> Self {
        Self { c0, c1, c2 }
    }

    /// `2 self`.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        Self::new(self.c0.double(), self.c1.double(), self.c2.double())
    }

    /// `v self`.
    #[inline]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        Self::new(self.c2.mul_by_xi(), self.c0, self.c1)
    }

    /// `self^2`: three sums of two products in Fp2.
    #[must_use]
    pub fn square(&self) -> Self {
        let (twice_c0, twice_c1) = (self.c0.double(), self.c1.double());
        let xi_c2 = self.c2.mul_by_xi();
        Self::new(
            F::sum_of_products([&self.c0, &twice_c1], [&self.c0, &xi_c2]),
            F::sum_of_products([&twice_c0, &self.c2], [&self.c1, &xi_c2]),
            F::sum_of_products([&self.c1, &twice_c0], [&self.c1, &self.c2]),
        )
    }

    /// `1/self`, zero for zero: one inversion in Fp2.
    ///
    /// # Timing
    /// Constant time.
    ///
    /// # Algorithm
    /// Beuchat et al., "High-Speed Software Implementation of the Optimal Ate Pairing over
    /// Barreto-Naehrig Curves", 2010, algorithm 17.
    #[must_use]
    pub fn invert_or_zero(&self) -> Self {
        let Self { c0: a, c1: b, c2: c } = self;
        let (xi_b, xi_c) = (b.mul_by_xi(), c.mul_by_xi());
        // The adjoint: products of pairs of coefficients that cancel v and v^2.
        let x = F::sum_of_products([a, &-xi_b], [a, c]);
        let y = F::sum_of_products([&xi_c, &-*a], [c, b]);
        let z = F::sum_of_products([b, &-*a], [b, c]);
        let norm = F::sum_of_products([a, &xi_c, &xi_b], [&x, &y, &z]);
        let scale = norm.invert_or_zero();
        Self::new(x.product(&scale), y.product(&scale), z.product(&scale))
    }
}

impl<F: Fp2Arith> Default for Fp6<F> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<F: Fp2Arith> Add for Fp6<F> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.c0 + other.c0, self.c1 + other.c1, self.c2 + other.c2)
    }
}

impl<F: Fp2Arith> Sub for Fp6<F> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.c0 - other.c0, self.c1 - other.c1, self.c2 - other.c2)
    }
}

impl<F: Fp2Arith> Neg for Fp6<F> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.c0, -self.c1, -self.c2)
    }
}

impl<F: Fp2Arith> Mul for Fp6<F> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        F::cubic_mul(&self, &other)
    }
}
