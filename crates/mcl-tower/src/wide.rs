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

use crate::{Fp2, Fp2Params, Fp6, Fp12};

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
    const ZERO: Self = Self { c0: Wide::ZERO, c1: Wide::ZERO };

    /// Becomes `(a0 + a1 i)(b0 + b1 i)`, given the complement `n` of `b1`: with factors at most `x p`
    /// and `y p`, both coefficients are below `2xy p^2`.
    ///
    /// Two sums of two products in one pass each, which takes fewer instructions than Karatsuba's
    /// three products and their differences. Out of line: the code of a product in Fp6 or with a
    /// line would otherwise exceed the instruction cache.
    #[inline(never)]
    fn set_product<A: Factor<P, N>, B: Factor<P, N>>(
        &mut self,
        k: impl Kernels,
        (a0, a1): (&A, &A),
        (b0, b1): (&B, &B),
        n: &Loose<P, N>,
    ) {
        self.c0.set_sum_of_two_products(k, (a0, b0), (a1, n));
        self.c1.set_sum_of_two_products(k, (a0, b1), (a1, b0));
    }

    /// Becomes `(a.0 + a.1)(b.0 + b.1)`, below `8 p^2`, given the sum `n` of the complements.
    #[inline(always)]
    fn set_product_of_sums(
        &mut self,
        k: impl Kernels,
        a: (&Fp2<P, N>, &Fp2<P, N>),
        b: (&Fp2<P, N>, &Fp2<P, N>),
        n: &Loose<P, N>,
    ) {
        let (a, b) = (Fp2Loose::sum(a.0, a.1), Fp2Loose::sum(b.0, b.1));
        self.set_product(k, (&a.c0, &a.c1), (&b.c0, &b.c1), n);
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

    #[inline(never)]
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
    let mut x = Fp2Wide::ZERO;
    let (mut v0, mut v1, mut v2) = (x, x, x);
    v0.set_product(k, (&a0.c0, &a0.c1), (&b0.c0, &b0.c1), &n0);
    v1.set_product(k, (&a1.c0, &a1.c1), (&b1.c0, &b1.c1), &n1);
    v2.set_product(k, (&a2.c0, &a2.c1), (&b2.c0, &b2.c1), &n2);
    x.set_product_of_sums(k, (a1, a2), (b1, b2), &(&n1 + &n2));
    let c0 = v0.plus_xi(k, &x.minus(&v1).minus(&v2));
    x.set_product_of_sums(k, (a0, a2), (b0, b2), &(&n0 + &n2));
    let c2 = x.minus(&v0).minus(&v2).plus(&v1).reduce::<6, 0>(k);
    x.set_product_of_sums(k, (a0, a1), (b0, b1), &(&n0 + &n1));
    // Here the summand is the larger one and the multiple of xi the smaller: 4 + 2 + 2 squares.
    Fp6::new(c0, x.minus(&v0).minus(&v1).plus_xi(k, &v2), c2)
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
    let mut twice_ab = Fp2Wide::ZERO;
    twice_ab.set_product(k, (&twice_a0, &twice_a1), (&b.c0, &b.c1), &nb);
    (c0, twice_ab.reduce::<4, 0>(k))
}

/// `f` times `l0 + l1 w + l3 w^3`.
///
/// With `f = a + b w`, and `a_i`, `b_i` the coefficients of a and b in Fp2:
///
/// ```text
/// w^0: a0 l0 + xi (b2 l1 + b1 l3)      w^1: a0 l1 + b0 l0 + xi a2 l3
/// w^2: a1 l0 + b0 l1 + xi b2 l3        w^3: a1 l1 + b1 l0 + a0 l3
/// w^4: a2 l0 + b1 l1 + b0 l3           w^5: a2 l1 + b2 l0 + a1 l3
/// ```
///
/// # Bounds
/// Single products are below `2 p^2`, the cross terms `a_i l1 + b_i l0` below `4 p^2`.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Karatsuba for the cross terms: 15 products in Fp2, each of four in Fp, and six reductions.
pub fn mul_by_013<P: Fp2Params<N>, const N: usize>(
    f: &Fp12<Fp2<P, N>>,
    l0: &Fp2<P, N>,
    l1: &Fp2<P, N>,
    l3: &Fp2<P, N>,
) -> Fp12<Fp2<P, N>> {
    match Fp::<P, N>::kernels() {
        Chosen::Portable(kernels) => mul_by_013_with(kernels, f, l0, l1, l3),
        Chosen::Adx(kernels) => mul_by_013_with(kernels, f, l0, l1, l3),
    }
}

#[inline(never)]
fn mul_by_013_with<P: Fp2Params<N>, const N: usize>(
    k: impl Kernels,
    f: &Fp12<Fp2<P, N>>,
    l0: &Fp2<P, N>,
    l1: &Fp2<P, N>,
    l3: &Fp2<P, N>,
) -> Fp12<Fp2<P, N>> {
    let (n0, n1, n3) = (Loose::negated(&l0.c1), Loose::negated(&l1.c1), Loose::negated(&l3.c1));
    let n01 = &n0 + &n1;
    let (a, b) = (&f.c0, &f.c1);
    let times = |out: &mut Fp2Wide<P, N>, x: &Fp2<P, N>, l: &Fp2<P, N>, n: &Loose<P, N>| {
        out.set_product(k, (&x.c0, &x.c1), (&l.c0, &l.c1), n);
    };
    let mut x = Fp2Wide::ZERO;
    let (mut t, mut al, mut bl, mut previous_bl) = (x, x, x, x);

    times(&mut al, &a.c0, l0, &n0);
    times(&mut bl, &b.c0, l1, &n1);
    x.set_product_of_sums(k, (&a.c0, &b.c0), (l0, l1), &n01);
    times(&mut t, &a.c2, l3, &n3);
    let w1 = x.minus(&al).minus(&bl).plus_xi(k, &t);
    times(&mut previous_bl, &b.c2, l1, &n1);
    times(&mut t, &b.c1, l3, &n3);
    let w0 = al.plus_xi(k, &previous_bl.plus(&t));

    times(&mut al, &a.c2, l0, &n0);
    x.set_product_of_sums(k, (&a.c2, &b.c2), (l0, l1), &n01);
    times(&mut t, &a.c1, l3, &n3);
    let w5 = x.minus(&al).minus(&previous_bl).plus(&t).reduce::<6, 0>(k);
    times(&mut previous_bl, &b.c1, l1, &n1);
    times(&mut t, &b.c0, l3, &n3);
    let w4 = al.plus(&previous_bl).plus(&t).reduce::<6, 0>(k);

    times(&mut al, &a.c1, l0, &n0);
    x.set_product_of_sums(k, (&a.c1, &b.c1), (l0, l1), &n01);
    times(&mut t, &a.c0, l3, &n3);
    let w3 = x.minus(&al).minus(&previous_bl).plus(&t).reduce::<6, 0>(k);
    times(&mut t, &b.c2, l3, &n3);
    let w2 = al.plus(&bl).plus_xi(k, &t);
    Fp12::from_coefficients([w0, w2, w4, w1, w3, w5])
}
