//! Fp12 = Fp6\[w\]/(w^2 - v).

use core::ops::{Add, Mul, Neg, Sub};

use crate::{Fp2Arith, Fp6};

/// An element `c0 + c1 w` of Fp6\[w\]/(w^2 - v).
///
/// In powers of w its six coefficients in Fp2 stand, in stored order, at
/// `w^0, w^2, w^4, w^1, w^3, w^5`, with `w^6 = xi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp12<F> {
    /// The coefficient of 1.
    pub c0: Fp6<F>,
    /// The coefficient of w.
    pub c1: Fp6<F>,
}

impl<F: Fp2Arith> Fp12<F> {
    /// Zero.
    pub const ZERO: Self = Self::new(Fp6::ZERO, Fp6::ZERO);

    /// One.
    pub const ONE: Self = Self::new(Fp6::ONE, Fp6::ZERO);

    /// `c0 + c1 w`.
    #[must_use]
    pub const fn new(c0: Fp6<F>, c1: Fp6<F>) -> Self {
        Self { c0, c1 }
    }

    /// The six coefficients in Fp2, in stored order.
    #[must_use]
    pub const fn coefficients(&self) -> [&F; 6] {
        [&self.c0.c0, &self.c0.c1, &self.c0.c2, &self.c1.c0, &self.c1.c1, &self.c1.c2]
    }

    /// The element with these coefficients, in stored order.
    #[must_use]
    pub const fn from_coefficients(c: [F; 6]) -> Self {
        let [a, b, c, d, e, f] = c;
        Self::new(Fp6::new(a, b, c), Fp6::new(d, e, f))
    }

    /// `c0 - c1 w`: the p^6-th power, and the inverse in the cyclotomic subgroup.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(self.c0, -self.c1)
    }

    /// `self * other`: [`Fp2Arith::product12`].
    #[inline(never)]
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        F::product12(self, other)
    }

    /// `self^2`: [`Fp2Arith::square12`].
    #[inline(never)]
    #[must_use]
    pub fn square(&self) -> Self {
        F::square12(self)
    }

    /// `1/self`, zero for zero: one inversion in Fp.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn invert_or_zero(&self) -> Self {
        let norm = self.c0.square() - self.c1.square().mul_by_v();
        let scale = norm.invert_or_zero();
        Self::new(F::cubic_mul(&self.c0, &scale), -F::cubic_mul(&self.c1, &scale))
    }
}

impl<F: Fp2Arith> Default for Fp12<F> {
    fn default() -> Self {
        Self::ONE
    }
}

impl<F: Fp2Arith> Add for Fp12<F> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.c0 + other.c0, self.c1 + other.c1)
    }
}

impl<F: Fp2Arith> Sub for Fp12<F> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.c0 - other.c0, self.c1 - other.c1)
    }
}

impl<F: Fp2Arith> Neg for Fp12<F> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.c0, -self.c1)
    }
}

impl<F: Fp2Arith> Mul for Fp12<F> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        self.product(&other)
    }
}

impl<F: Fp2Arith> Mul<&Self> for Fp12<F> {
    type Output = Self;

    #[inline]
    fn mul(self, other: &Self) -> Self {
        self.product(other)
    }
}
