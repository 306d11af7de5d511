//! The arithmetic that the tower is written over.

use core::fmt::Debug;
use core::ops::{Add, Neg, Sub};

use crate::sparse::mul_by_013_by_sums;
use crate::{Fp6, Fp12};

/// Arithmetic of the quadratic extension Fp2 = Fp\[i\]/(i^2 + 1) with the constant xi, for one
/// element ([`crate::Fp2`]) or for several side by side in a vector.
///
/// Fp6, Fp12, line functions and Miller loops are written over this trait once. It stands at the
/// quadratic level because that is where products can share reductions: [`Self::sum_of_products`]
/// reduces once per coefficient however many products it adds, and a vector implementation may
/// override the composite operations ([`Self::cubic_mul`], [`Self::cyclotomic_pair`]) by formulas
/// that suit its own balance of products and additions.
///
/// Implementations are constant time and never branch on values: the lanes of a vector all do the
/// same.
pub trait Fp2Arith:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self>
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

    /// `self * other`. By reference, unlike the operators of sums: a product is a call, and its
    /// operands need not be copied for it.
    #[must_use]
    fn product(&self, other: &Self) -> Self;

    /// `2 self`.
    #[must_use]
    fn double(&self) -> Self;

    /// `self / 2`.
    #[must_use]
    fn halve(&self) -> Self;

    /// `self^2`.
    #[must_use]
    fn square(&self) -> Self;

    /// `3 self + 2 other`.
    #[must_use]
    fn thrice_plus_twice(&self, other: &Self) -> Self {
        (*self + *other).double() + *self
    }

    /// `3 self - 2 other`.
    #[must_use]
    fn thrice_minus_twice(&self, other: &Self) -> Self {
        (*self - *other).double() + *self
    }

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

    /// `if_zero` where `self` is zero, else `otherwise`.
    #[must_use]
    fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self;

    /// `sum(a_i b_i)` for up to four products, with one reduction per coefficient.
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self;

    /// [`Self::sum_of_products`] of two products whose factors are proportional: each `b_i` must be
    /// an element of Fp times `a_i`.
    fn sum_of_proportional_products(a: [&Self; 2], b: [&Self; 2]) -> Self {
        Self::sum_of_products(a, b)
    }

    /// The product of two elements of Fp6.
    fn cubic_mul(a: &Fp6<Self>, b: &Fp6<Self>) -> Fp6<Self> {
        cubic_mul_by_sums(a, b, &b.c1.mul_by_xi(), &b.c2.mul_by_xi())
    }

    /// The product of two elements of Fp12: Karatsuba over Fp6, three products there.
    fn product12(a: &Fp12<Self>, b: &Fp12<Self>) -> Fp12<Self> {
        let t0 = Self::cubic_mul(&a.c0, &b.c0);
        let t1 = Self::cubic_mul(&a.c1, &b.c1);
        let t = Self::cubic_mul(&(a.c0 + a.c1), &(b.c0 + b.c1));
        Fp12::new(t0 + t1.mul_by_v(), t - t0 - t1)
    }

    /// The square in Fp12 by the complex method: two products in Fp6.
    fn square12(a: &Fp12<Self>) -> Fp12<Self> {
        let t = Self::cubic_mul(&a.c0, &a.c1);
        let s = Self::cubic_mul(&(a.c0 + a.c1), &(a.c0 + a.c1.mul_by_v()));
        Fp12::new(s - t - t.mul_by_v(), t.double())
    }

    /// `(a + b s)^2 = (a^2 + xi b^2) + 2 a b s` for `s^2 = xi`.
    fn quartic_square(a: &Self, b: &Self) -> (Self, Self) {
        quartic_square_by_sums(a, b)
    }

    /// `3 (a^2 + xi b^2) - 2 minus` and `3 (2 a b) + 2 plus`, or with XI `3 xi (2 a b) + 2 plus`: a pair
    /// of coefficients in [`Fp12::cyclotomic_square`].
    fn cyclotomic_pair<const XI: bool>(
        (a, b): (&Self, &Self),
        minus: &Self,
        plus: &Self,
    ) -> (Self, Self) {
        let (sum, double) = Self::quartic_square(a, b);
        let double = if XI { double.mul_by_xi() } else { double };
        (sum.thrice_minus_twice(minus), double.thrice_plus_twice(plus))
    }

    /// The sums between the products of a doubling in homogeneous coordinates: see [`TangentSums`].
    fn tangent_sums(b: &Self, e: &Self, j: &Self, xy: &Self, yz: &Self) -> TangentSums<Self> {
        let f = e.double() + *e;
        let two_e = e.double();
        let h = yz.double();
        TangentSums {
            plus: *b + f,
            minus: *b - f,
            minus_two_e: -two_e,
            six_e: f.double(),
            two_xy: xy.double(),
            two_yz: h,
            eight_yz: h.double().double(),
            three_j: j.double() + *j,
            difference: *b - *e,
        }
    }

    /// `f` times `l0 + l1 w + l3 w^3`: [`Fp12::mul_by_013`].
    fn mul_by_013(f: &Fp12<Self>, l0: &Self, l1: &Self, l3: &Self) -> Fp12<Self> {
        mul_by_013_by_sums(f, l0, l1, l3)
    }
}

/// What a doubling on `Y^2 Z = X^3 + b' Z^3` multiplies: of `b = Y^2`, `e = 3 b' Z^2`, `j = X^2`, `X Y` and
/// `Y Z`.
#[derive(Clone, Copy, Debug)]
pub struct TangentSums<F> {
    /// `b + 3e`.
    pub plus: F,
    /// `b - 3e`.
    pub minus: F,
    /// `-2e`.
    pub minus_two_e: F,
    /// `6e`.
    pub six_e: F,
    /// `2 X Y`.
    pub two_xy: F,
    /// `2 Y Z`.
    pub two_yz: F,
    /// `8 Y Z`.
    pub eight_yz: F,
    /// `3j`.
    pub three_j: F,
    /// `b - e`.
    pub difference: F,
}

/// Arithmetic of Fp12, for one element ([`Fp12`]), several side by side, or one with its coefficients side
/// by side ([`PackedFp12`](crate::PackedFp12)): what the final exponentiation and powers in Gt
/// are written over.
///
/// The methods are those of the same names of [`Fp12`].
pub trait Fp12Arith: Copy {
    /// One.
    const ONE: Self;

    /// See [`Fp12::product`].
    #[must_use]
    fn product(&self, other: &Self) -> Self;

    /// See [`Fp12::square`].
    #[must_use]
    fn square(&self) -> Self;

    /// See [`Fp12::conjugate`].
    #[must_use]
    fn conjugate(&self) -> Self;

    /// See [`Fp12::cyclotomic_square`].
    #[must_use]
    fn cyclotomic_square(&self) -> Self;

    /// See [`Fp12::cyclotomic_square_n`].
    #[must_use]
    fn cyclotomic_square_n(&self, n: usize) -> Self;

    /// See [`Fp12::frobenius_map`].
    #[must_use]
    fn frobenius_map(&self, power: usize) -> Self;

    /// See [`Fp12::invert_or_zero`].
    #[must_use]
    fn invert_or_zero(&self) -> Self;
}

impl<F: Fp2Arith> Fp12Arith for Fp12<F> {
    const ONE: Self = Self::ONE;

    #[inline]
    fn product(&self, other: &Self) -> Self {
        self.product(other)
    }

    #[inline]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline]
    fn conjugate(&self) -> Self {
        self.conjugate()
    }

    #[inline]
    fn cyclotomic_square(&self) -> Self {
        self.cyclotomic_square()
    }

    #[inline]
    fn cyclotomic_square_n(&self, n: usize) -> Self {
        self.cyclotomic_square_n(n)
    }

    #[inline]
    fn frobenius_map(&self, power: usize) -> Self {
        self.frobenius_map(power)
    }

    #[inline]
    fn invert_or_zero(&self) -> Self {
        self.invert_or_zero()
    }
}

/// [`Fp2Arith::cubic_mul`] by three sums of three products, given multiples by xi.
pub(crate) fn cubic_mul_by_sums<F: Fp2Arith>(
    a: &Fp6<F>,
    b: &Fp6<F>,
    xi_b1: &F,
    xi_b2: &F,
) -> Fp6<F> {
    let a = [&a.c0, &a.c1, &a.c2];
    Fp6::new(
        F::sum_of_products(a, [&b.c0, xi_b2, xi_b1]),
        F::sum_of_products(a, [&b.c1, &b.c0, xi_b2]),
        F::sum_of_products(a, [&b.c2, &b.c1, &b.c0]),
    )
}

/// [`Fp2Arith::quartic_square`] by a sum of two products and a product.
pub(crate) fn quartic_square_by_sums<F: Fp2Arith>(a: &F, b: &F) -> (F, F) {
    let xi_b = b.mul_by_xi();
    (F::sum_of_products([a, &xi_b], [a, b]), a.product(&b.double()))
}
