//! The arithmetic that the tower is written over.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

/// Arithmetic of the quadratic extension Fp2 = Fp\[i\]/(i^2 + 1) with the constant xi, for one
/// element ([`crate::Fp2`]) or for several side by side in a vector.
///
/// Fp6, Fp12, line functions and Miller loops are written over this trait once. It stands at the
/// quadratic level because that is where products can share reductions: [`Self::sum_of_products`]
/// reduces once per coefficient however many products it adds, and a vector implementation may
/// override the composite operations ([`Self::cubic_mul`], [`Self::quartic_square`]) by formulas
/// that suit its own balance of products and additions.
///
/// Implementations are constant time and never branch on values: the lanes of a vector all do the
/// same.
pub trait Fp2Arith:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Mul<Output = Self>
{
    /// A coefficient: an element of Fp, or one in each lane.
    type Base: Copy;

    /// A single element of Fp2: what constants are.
    type Scalar: Copy;

    /// Zero.
    const ZERO: Self;

    /// One.
    const ONE: Self;

    /// The same constant in every lane.
    fn splat(constant: &Self::Scalar) -> Self;

    /// `xi^(k (p^power - 1)/6)`, for `power` 1, 2, 3 and `k` below 6.
    fn gamma(power: usize, k: usize) -> Self;

    /// `2 self`.
    #[must_use]
    fn double(&self) -> Self;

    /// `self / 2`.
    #[must_use]
    fn halve(&self) -> Self;

    /// `self^2`.
    #[must_use]
    fn square(&self) -> Self;

    /// `xi self`.
    #[must_use]
    fn mul_by_xi(&self) -> Self;

    /// `a - b i` for `self = a + b i`: the p-th power.
    #[must_use]
    fn conjugate(&self) -> Self;

    /// The product with an element of Fp in every lane.
    #[must_use]
    fn mul_by_base(&self, scale: &Self::Base) -> Self;

    /// `1/self`, zero for zero.
    #[must_use]
    fn invert_or_zero(&self) -> Self;

    /// `sum(a_i b_i)` for up to four products, with one reduction per coefficient.
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self;

    /// The product of `a0 + a1 v + a2 v^2` and `b0 + b1 v + b2 v^2` modulo `v^3 - xi`.
    fn cubic_mul(a: [&Self; 3], b: [&Self; 3]) -> [Self; 3] {
        cubic_mul_by_sums(a, b)
    }

    /// `(a + b s)^2 = (a^2 + xi b^2) + 2 a b s` for `s^2 = xi`.
    fn quartic_square(a: &Self, b: &Self) -> (Self, Self) {
        quartic_square_by_sums(a, b)
    }
}

/// [`Fp2Arith::cubic_mul`] by three sums of three products.
pub(crate) fn cubic_mul_by_sums<F: Fp2Arith>(a: [&F; 3], b: [&F; 3]) -> [F; 3] {
    let [a0, a1, a2] = a;
    let [b0, b1, b2] = b;
    let (xi_b1, xi_b2) = (b1.mul_by_xi(), b2.mul_by_xi());
    [
        F::sum_of_products([a0, a1, a2], [b0, &xi_b2, &xi_b1]),
        F::sum_of_products([a0, a1, a2], [b1, b0, &xi_b2]),
        F::sum_of_products([a0, a1, a2], [b2, b1, b0]),
    ]
}

/// [`Fp2Arith::quartic_square`] by a sum of two products and a product.
pub(crate) fn quartic_square_by_sums<F: Fp2Arith>(a: &F, b: &F) -> (F, F) {
    let xi_b = b.mul_by_xi();
    (F::sum_of_products([a, &xi_b], [a, b]), *a * b.double())
}
