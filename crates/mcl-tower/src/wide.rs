//! Products in the cubic and quartic extensions with lazy reduction, for primes with two free bits.
//!
//! Every value is a non-negative integer whose size is stated in units of `p^2`. Subtraction in Fp
//! inside a product is replaced by a product with the complement `n = p - b`, so that Karatsuba's
//! differences are sums of products and cannot be negative: with `n_ij = n_i + n_j`, for instance,
//!
//! ```text
//! (a_i + a_j) n_ij - a_i n_i - a_j n_j = a_i n_j + a_j n_i
//! ```
//!
//! Lazy reduction in towers: Aranha, Karabina, Longa, Gebotys and López, "Faster Explicit Formulas
//! for Computing Pairings over Ordinary Curves", 2011, section 3.

use mcl_fp::{Chosen, Factor, Fp, Kernels, Loose, Wide};

use crate::{Fp2, Fp2Params, Fp6};

/// An element of Fp2 before the reduction of its coefficients.
#[derive(Clone, Copy)]
struct Fp2Wide<P, const N: usize> {
    c0: Wide<P, N>,
    c1: Wide<P, N>,
}

/// A sum of two elements of Fp2, unreduced: coefficients below 2p.
struct Fp2Loose<P, const N: usize> {
    c0: Loose<P, N>,
    c1: Loose<P, N>,
}

impl<P: Fp2Params<N>, const N: usize> Fp2Loose<P, N> {
    #[inline(always)]
    fn sum(a: &Fp2<P, N>, b: &Fp2<P, N>) -> Self {
        Self { c0: Loose::sum(&a.c0, &b.c0), c1: Loose::sum(&a.c1, &b.c1) }
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2Wide<P, N> {
    /// `(a0 + a1 i)(b0 + b1 i)` with the complement `n` of `b1`: with factors at most `x p` and
    /// `y p`, both coefficients are below `2xy p^2`.
    ///
    /// Four products, with their sums kept in registers: fewer instructions than Karatsuba's three,
    /// whose differences have to go through memory.
    #[inline(always)]
    fn product<A: Factor<P, N>, B: Factor<P, N>>(
        k: impl Kernels,
        (a0, a1): (&A, &A),
        (b0, b1): (&B, &B),
        n: &Loose<P, N>,
    ) -> Self {
        Self {
            c0: &Wide::product(k, a0, b0) + &Wide::product(k, a1, n),
            c1: &Wide::product(k, a0, b1) + &Wide::product(k, a1, b0),
        }
    }

    /// `x^2` as `(c0 + c1)(c0 - c1) + 2 c0 c1 i`, given the complement `n` of `c1`: the real part is
    /// below `4 p^2`, the imaginary part below `2 p^2`.
    #[inline(always)]
    fn square(k: impl Kernels, x: &Fp2<P, N>, twice_c0: &Loose<P, N>, n: &Loose<P, N>) -> Self {
        Self {
            c0: Wide::product(k, &Loose::sum(&x.c0, &x.c1), &(n + &x.c0)),
            c1: Wide::product(k, twice_c0, &x.c1),
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
    fn reduce<const SQUARES: usize, const HIGHS: usize>(&self, k: impl Kernels) -> Fp2<P, N> {
        Fp2::new(self.c0.reduce::<SQUARES, HIGHS>(k), self.c1.reduce::<SQUARES, HIGHS>(k))
    }

    /// `self + xi x` reduced, for coefficients below `4 p^2`.
    ///
    /// For `xi = 1 + i` the sum is taken in double width: the real part is below
    /// `max(8 p^2, p R)`, the imaginary part, where that of `self` is below `2 p^2`, below `10 p^2`.
    /// Otherwise the multiple of x would exceed the double width, and x is reduced first.
    #[inline(always)]
    fn plus_xi(&self, k: impl Kernels, x: &Self) -> Fp2<P, N> {
        if P::XI == 1 {
            let real = (&self.c0 + &x.c0).sub_corrected(&x.c1);
            let imaginary = &(&self.c1 + &x.c0) + &x.c1;
            Fp2::new(real.reduce::<8, 1>(k), imaginary.reduce::<10, 0>(k))
        } else {
            self.reduce::<4, 0>(k) + x.reduce::<4, 0>(k).mul_by_xi()
        }
    }
}

/// The product of two elements of Fp6.
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
pub fn cubic_mul<P: Fp2Params<N>, const N: usize>(
    a: &Fp6<Fp2<P, N>>,
    b: &Fp6<Fp2<P, N>>,
) -> Fp6<Fp2<P, N>> {
    match Fp::<P, N>::kernels() {
        Chosen::Portable(kernels) => cubic_mul_with(kernels, a, b),
        Chosen::Adx(kernels) => cubic_mul_with(kernels, a, b),
    }
}

#[inline(never)]
fn cubic_mul_with<P: Fp2Params<N>, const N: usize>(
    k: impl Kernels,
    a: &Fp6<Fp2<P, N>>,
    b: &Fp6<Fp2<P, N>>,
) -> Fp6<Fp2<P, N>> {
    let Fp6 { c0: a0, c1: a1, c2: a2 } = a;
    let Fp6 { c0: b0, c1: b1, c2: b2 } = b;
    let (n0, n1, n2) = (Loose::negated(&b0.c1), Loose::negated(&b1.c1), Loose::negated(&b2.c1));
    let v0 = Fp2Wide::product(k, (&a0.c0, &a0.c1), (&b0.c0, &b0.c1), &n0);
    let v1 = Fp2Wide::product(k, (&a1.c0, &a1.c1), (&b1.c0, &b1.c1), &n1);
    let v2 = Fp2Wide::product(k, (&a2.c0, &a2.c1), (&b2.c0, &b2.c1), &n2);
    let x12 = product_of_sums(k, (a1, a2), (b1, b2), &(&n1 + &n2)).minus(&v1).minus(&v2);
    let c0 = v0.plus_xi(k, &x12);
    let x02 = product_of_sums(k, (a0, a2), (b0, b2), &(&n0 + &n2)).minus(&v0).minus(&v2);
    let c2 = x02.plus(&v1).reduce::<6, 0>(k);
    let x01 = product_of_sums(k, (a0, a1), (b0, b1), &(&n0 + &n1)).minus(&v0).minus(&v1);
    // Here the summand is the larger one and the multiple of xi the smaller: 4 + 2 + 2 squares.
    Fp6::new(c0, x01.plus_xi(k, &v2), c2)
}

/// `(a.0 + a.1)(b.0 + b.1)`, below `8 p^2`, with the sum `n` of the complements.
#[inline(always)]
fn product_of_sums<P: Fp2Params<N>, const N: usize>(
    k: impl Kernels,
    a: (&Fp2<P, N>, &Fp2<P, N>),
    b: (&Fp2<P, N>, &Fp2<P, N>),
    n: &Loose<P, N>,
) -> Fp2Wide<P, N> {
    let (a, b) = (Fp2Loose::sum(a.0, a.1), Fp2Loose::sum(b.0, b.1));
    Fp2Wide::product(k, (&a.c0, &a.c1), (&b.c0, &b.c1), n)
}

/// `(a + b s)^2 = (a^2 + xi b^2) + 2 a b s` for `s^2 = xi`.
///
/// # Bounds
/// Squares of a and b: real parts below `4 p^2`, imaginary parts below `2 p^2`. The product `2ab`
/// is below `4 p^2`.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Two squarings and a product in Fp2: 2 + 2 + 4 products in Fp.
pub fn quartic_square<P: Fp2Params<N>, const N: usize>(
    a: &Fp2<P, N>,
    b: &Fp2<P, N>,
) -> (Fp2<P, N>, Fp2<P, N>) {
    match Fp::<P, N>::kernels() {
        Chosen::Portable(kernels) => quartic_square_with(kernels, a, b),
        Chosen::Adx(kernels) => quartic_square_with(kernels, a, b),
    }
}

#[inline(never)]
fn quartic_square_with<P: Fp2Params<N>, const N: usize>(
    k: impl Kernels,
    a: &Fp2<P, N>,
    b: &Fp2<P, N>,
) -> (Fp2<P, N>, Fp2<P, N>) {
    let (na, nb) = (Loose::negated(&a.c1), Loose::negated(&b.c1));
    let (twice_a0, twice_a1) = (Loose::sum(&a.c0, &a.c0), Loose::sum(&a.c1, &a.c1));
    let twice_b0 = Loose::sum(&b.c0, &b.c0);
    let c0 =
        Fp2Wide::square(k, a, &twice_a0, &na).plus_xi(k, &Fp2Wide::square(k, b, &twice_b0, &nb));
    let twice_ab = Fp2Wide::product(k, (&twice_a0, &twice_a1), (&b.c0, &b.c1), &nb);
    (c0, twice_ab.reduce::<4, 0>(k))
}
