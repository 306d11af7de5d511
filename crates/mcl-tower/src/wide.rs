//! Products in the cubic and quartic extensions with lazy reduction, for primes with two free bits.
//!
//! Every value is a non-negative integer whose size is stated in units of `p^2`. Subtraction in Fp
//! inside a product is replaced by a product with the complement `n = p - b`, so that Karatsuba's
//! differences are sums of products and cannot be negative:
//! with `n_ij = n_i + n_j`, for instance,
//!
//! ```text
//! (a_i + a_j) n_ij - a_i n_i - a_j n_j = a_i n_j + a_j n_i
//! ```
//!
//! Lazy reduction in towers: Aranha, Karabina, Longa, Gebotys and López, "Faster Explicit Formulas
//! for Computing Pairings over Ordinary Curves", 2011, section 3.

use mcl_fp::{Factor, Fp, Loose, Wide};

use crate::{Fp2, Fp2Params};

/// An element of Fp2 before the reduction of its coefficients.
#[derive(Clone, Copy)]
struct Fp2Wide<P, const N: usize> {
    c0: Wide<P, N>,
    c1: Wide<P, N>,
}

/// An element of Fp2 as a factor: its coefficients and the complement of the second one.
#[derive(Clone, Copy)]
struct RightFactor<P, const N: usize, F, G> {
    c0: F,
    c1: F,
    /// `c0 c0' + c1 minus_c1'` is the real part of a product.
    minus_c1: G,
    params: core::marker::PhantomData<P>,
}

impl<P: Fp2Params<N>, const N: usize> RightFactor<P, N, Fp<P, N>, Loose<P, N>> {
    /// Coefficients below p, the complement at most p.
    #[inline(always)]
    fn new(b: &Fp2<P, N>) -> Self {
        Self {
            c0: b.c0,
            c1: b.c1,
            minus_c1: Loose::negated(&b.c1),
            params: core::marker::PhantomData,
        }
    }

    /// `self + other`: coefficients below 2p, the complement at most 2p.
    #[inline(always)]
    fn sum(&self, other: &Self) -> RightFactor<P, N, Loose<P, N>, Loose<P, N>> {
        RightFactor {
            c0: Loose::sum(&self.c0, &other.c0),
            c1: Loose::sum(&self.c1, &other.c1),
            minus_c1: &self.minus_c1 + &other.minus_c1,
            params: core::marker::PhantomData,
        }
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2Wide<P, N> {
    /// `(a0 + a1 i) b`: with factors at most `x p` and `y p`, both coefficients are below
    /// `2xy p^2`.
    #[inline(always)]
    fn product<F: Factor<P, N>, G: Factor<P, N>, H: Factor<P, N>>(
        a0: &F,
        a1: &F,
        b: &RightFactor<P, N, G, H>,
    ) -> Self {
        Self {
            c0: Wide::sum_of_two_products(a0, &b.c0, a1, &b.minus_c1),
            c1: Wide::sum_of_two_products(a0, &b.c1, a1, &b.c0),
        }
    }

    /// `self - other`, where neither coefficient becomes negative.
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self { c0: &self.c0 - &other.c0, c1: &self.c1 - &other.c1 }
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self { c0: &self.c0 + &other.c0, c1: &self.c1 + &other.c1 }
    }

    #[inline(always)]
    fn reduce<const SQUARES: usize, const HIGHS: usize>(&self) -> Fp2<P, N> {
        Fp2::new(self.c0.reduce::<SQUARES, HIGHS>(), self.c1.reduce::<SQUARES, HIGHS>())
    }

    /// `self + xi x` reduced, for `self` below `2 p^2` (or its real part below `4 p^2`) and `x`
    /// below `4 p^2`.
    ///
    /// For `xi = 1 + i` the sum is taken in double width: the real part is below
    /// `max(8 p^2, p R)`, the imaginary part below `10 p^2`. Otherwise the multiple of x would exceed
    /// the double width, and x is reduced first.
    #[inline(always)]
    fn plus_xi(&self, x: &Self) -> Fp2<P, N> {
        if P::XI == 1 {
            let real = (&self.c0 + &x.c0).sub_corrected(&x.c1);
            let imaginary = &(&self.c1 + &x.c0) + &x.c1;
            Fp2::new(real.reduce::<8, 1>(), imaginary.reduce::<10, 0>())
        } else {
            self.reduce::<4, 0>() + x.reduce::<4, 0>().mul_by_xi()
        }
    }
}

/// The product of `a0 + a1 v + a2 v^2` and `b0 + b1 v + b2 v^2` modulo `v^3 - xi`.
///
/// # Bounds
/// `v_i = a_i b_i` below `2 p^2`; the products of sums below `8 p^2`, and the cross terms
/// `x_ij = a_i b_j + a_j b_i` that remain of them below `4 p^2`.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Karatsuba: Devegili, Ó hÉigeartaigh, Scott and Dahab, "Multiplication and Squaring on
/// Pairing-Friendly Fields", 2006, section 4: six products in Fp2, each of four in Fp.
#[inline(never)]
pub fn cubic_mul<P: Fp2Params<N>, const N: usize>(
    a: [&Fp2<P, N>; 3],
    b: [&Fp2<P, N>; 3],
) -> [Fp2<P, N>; 3] {
    let b = b.map(RightFactor::new);
    let v0 = Fp2Wide::product(&a[0].c0, &a[0].c1, &b[0]);
    let v1 = Fp2Wide::product(&a[1].c0, &a[1].c1, &b[1]);
    let v2 = Fp2Wide::product(&a[2].c0, &a[2].c1, &b[2]);
    let cross = |i: usize, j: usize, vi: &Fp2Wide<P, N>, vj: &Fp2Wide<P, N>| {
        let (s0, s1) = (Loose::sum(&a[i].c0, &a[j].c0), Loose::sum(&a[i].c1, &a[j].c1));
        Fp2Wide::product(&s0, &s1, &b[i].sum(&b[j])).minus(vi).minus(vj)
    };
    [
        v0.plus_xi(&cross(1, 2, &v1, &v2)),
        cross(0, 1, &v0, &v1).plus_xi(&v2),
        cross(0, 2, &v0, &v2).plus(&v1).reduce::<6, 0>(),
    ]
}

/// `x^2` of an element with coefficients at most `x p`, given the sum `c0 + c1` and the
/// complement of `c1`: the real part is `(c0 + c1)(c0 - c1)`, below `4 x^2 p^2`, the imaginary part
/// `2 c0 c1`, below `2 x^2 p^2`.
#[inline(always)]
fn square<P: Fp2Params<N>, const N: usize>(
    twice_c0: &Loose<P, N>,
    c1: &impl Factor<P, N>,
    sum: &Loose<P, N>,
    difference: &Loose<P, N>,
) -> Fp2Wide<P, N> {
    Fp2Wide { c0: Wide::product(sum, difference), c1: Wide::product(twice_c0, c1) }
}

/// `(a + b s)^2 = (a^2 + xi b^2) + 2 a b s` for `s^2 = xi`.
///
/// # Bounds
/// Squares of a and b: real parts below `4 p^2`, imaginary parts below `2 p^2`. The product `2ab` is
/// below `4 p^2`.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Two squarings and a product in Fp2: 2 + 2 + 4 products in Fp.
#[inline(never)]
pub fn quartic_square<P: Fp2Params<N>, const N: usize>(
    a: &Fp2<P, N>,
    b: &Fp2<P, N>,
) -> (Fp2<P, N>, Fp2<P, N>) {
    let right = RightFactor::new(b);
    let left = RightFactor::new(a);
    let twice_a0 = Loose::sum(&a.c0, &a.c0);
    let twice_a1 = Loose::sum(&a.c1, &a.c1);
    let a_squared = square(&twice_a0, &a.c1, &Loose::sum(&a.c0, &a.c1), &(&left.minus_c1 + &a.c0));
    let b_squared = square(
        &Loose::sum(&b.c0, &b.c0),
        &b.c1,
        &Loose::sum(&b.c0, &b.c1),
        &(&right.minus_c1 + &b.c0),
    );
    let twice_ab = Fp2Wide::product(&twice_a0, &twice_a1, &right);
    (a_squared.plus_xi(&b_squared), twice_ab.reduce::<4, 0>())
}
