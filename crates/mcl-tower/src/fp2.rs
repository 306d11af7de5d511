//! Fp2 = Fp\[i\]/(i^2 + 1).

use ff::{Field, PrimeField};
use mcl_fp::{Chosen, FieldExt, Fp, Kernels, Loose, PrimeParams, Uint};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::DefaultIsZeroes;

use crate::arith::{cubic_mul_by_sums, quartic_square_by_sums};
use crate::sparse::mul_by_013_by_sums;
use crate::{Fp2Arith, Fp6, Fp12, wide};

/// The data of a tower over a prime field: the prime must be 3 modulo 4, and xi neither a square
/// nor a cube in Fp2 (both asserted at compile time).
pub trait Fp2Params<const N: usize>: PrimeParams<N> {
    /// The real part `a` of `xi = a + i`.
    const XI: u64;
}

/// An element `c0 + c1 i` of Fp\[i\]/(i^2 + 1).
#[derive(Clone, Copy)]
pub struct Fp2<P, const N: usize> {
    /// The real part.
    pub c0: Fp<P, N>,
    /// The coefficient of i.
    pub c1: Fp<P, N>,
}

impl<P: Fp2Params<N>, const N: usize> Fp2<P, N> {
    /// Zero.
    pub const ZERO: Self = Self::new(Fp::ZERO, Fp::ZERO);

    /// One.
    pub const ONE: Self = Self::new(Fp::ONE, Fp::ZERO);

    /// The constant `xi` of the cubic extension, checked to be neither a square nor a cube.
    pub const XI: Self = {
        // With gamma = xi^((p-1)/6), the norm of gamma is xi^((p^2-1)/6): a sixth root of unity
        // whose cube is -1 exactly if xi is not a square, and whose square is not 1 exactly if xi
        // is not a cube.
        let norm = Self::GAMMA.const_norm();
        let square = norm.const_mul(&norm);
        assert!(
            square.const_mul(&norm).const_eq_vartime(&Fp::ONE.const_neg()),
            "xi is a square in Fp2"
        );
        assert!(!square.const_eq_vartime(&Fp::ONE), "xi is a cube in Fp2");
        Self::RAW_XI
    };

    const RAW_XI: Self = {
        let p_mod_4 = P::MODULUS.as_words()[0] & 3;
        assert!(p_mod_4 == 3, "i^2 = -1 needs a prime that is 3 modulo 4");
        Self::new(Fp::from_u64(P::XI), Fp::ONE)
    };

    /// `xi^((p - 1)/6)`.
    pub(crate) const GAMMA: Self = {
        let p_minus_1 = P::MODULUS.wrapping_sub(&Uint::ONE);
        let (exponent, remainder) = p_minus_1.div_rem_limb(mcl_fp::crypto_bigint::NonZero::<
            mcl_fp::Limb,
        >::new_unwrap(mcl_fp::Limb(6)));
        assert!(remainder.0 == 0, "a sextic twist needs p = 1 modulo 6");
        Self::RAW_XI.const_pow_vartime(&exponent)
    };

    /// `c0 + c1 i`.
    #[must_use]
    pub const fn new(c0: Fp<P, N>, c1: Fp<P, N>) -> Self {
        Self { c0, c1 }
    }

    /// `self * other` at compile time.
    #[must_use]
    pub const fn const_mul(&self, other: &Self) -> Self {
        let real = self.c0.const_mul(&other.c0).const_sub(&self.c1.const_mul(&other.c1));
        let imaginary = self.c0.const_mul(&other.c1).const_add(&self.c1.const_mul(&other.c0));
        Self::new(real, imaginary)
    }

    /// `self - other` at compile time.
    #[must_use]
    pub const fn const_sub(&self, other: &Self) -> Self {
        Self::new(self.c0.const_sub(&other.c0), self.c1.const_sub(&other.c1))
    }

    /// `self + other` at compile time.
    #[must_use]
    pub const fn const_add(&self, other: &Self) -> Self {
        Self::new(self.c0.const_add(&other.c0), self.c1.const_add(&other.c1))
    }

    /// `3 self` at compile time.
    #[must_use]
    pub const fn const_triple(&self) -> Self {
        self.const_add(self).const_add(self)
    }

    /// The conjugate at compile time.
    #[must_use]
    pub const fn const_conjugate(&self) -> Self {
        Self::new(self.c0, self.c1.const_neg())
    }

    /// `c0^2 + c1^2` at compile time.
    #[must_use]
    pub const fn const_norm(&self) -> Fp<P, N> {
        self.c0.const_mul(&self.c0).const_add(&self.c1.const_mul(&self.c1))
    }

    /// `self^2` at compile time.
    #[must_use]
    pub const fn const_square(&self) -> Self {
        let real = self.c0.const_add(&self.c1).const_mul(&self.c0.const_sub(&self.c1));
        Self::new(real, self.c0.const_mul(&self.c1.const_add(&self.c1)))
    }

    /// `self^exponent` at compile time, by windows of four bits; variable time in the exponent.
    #[must_use]
    pub const fn const_pow_vartime<const M: usize>(&self, exponent: &Uint<M>) -> Self {
        let mut table = [Self::ONE; 16];
        let mut i = 1;
        while i < 16 {
            table[i] = table[i - 1].const_mul(self);
            i += 1;
        }
        let mut window = exponent.bit_width_vartime().div_ceil(4);
        let mut result = Self::ONE;
        while window > 0 {
            window -= 1;
            let mut i = 0;
            while i < 4 {
                result = result.const_square();
                i += 1;
            }
            result = result.const_mul(&table[mcl_fp::nibble(exponent, window)]);
        }
        result
    }

    /// Whether two elements are equal, at compile time.
    #[must_use]
    pub const fn const_eq_vartime(&self, other: &Self) -> bool {
        self.c0.const_eq_vartime(&other.c0) && self.c1.const_eq_vartime(&other.c1)
    }

    /// `c0^2 + c1^2`, the product of the element and its conjugate.
    #[must_use]
    pub fn norm(&self) -> Fp<P, N> {
        Fp::sum_of_products([[&self.c0, &self.c1]], [[&self.c0, &self.c1]])
    }

    /// `self^2` as `(c0 + c1)(c0 - c1) + 2 c0 c1 i`.
    #[inline(never)]
    #[must_use]
    pub fn square(&self) -> Self {
        match Fp::<P, N>::kernels() {
            Chosen::Portable(kernels) => self.square_with(kernels),
            Chosen::Adx(kernels) => self.square_with(kernels),
        }
    }

    #[inline(always)]
    fn square_with(&self, k: impl Kernels) -> Self {
        if const { Fp::<P, N>::HAS_HEADROOM } {
            let sum = Loose::sum(&self.c0, &self.c1);
            let difference = &Loose::negated(&self.c1) + &self.c0;
            let twice_c0 = Loose::sum(&self.c0, &self.c0);
            Self::new(
                Fp::sum_of_factors(k, [[(&sum).into()]], [[(&difference).into()]]),
                Fp::sum_of_factors(k, [[(&twice_c0).into()]], [[(&self.c1).into()]]),
            )
        } else {
            let (sum, difference) = (self.c0 + self.c1, self.c0 - self.c1);
            Self::new(sum * difference, self.c0 * self.c1.double())
        }
    }

    /// `2 self`.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        Self::new(self.c0.double(), self.c1.double())
    }

    /// `c0 - c1 i`: the p-th power.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(self.c0, -self.c1)
    }

    /// `xi self = (a c0 - c1) + (c0 + a c1) i` for `xi = a + i`, by additions.
    #[inline]
    #[must_use]
    pub fn mul_by_xi(&self) -> Self {
        // Touches the checked constant, so that a wrong xi does not compile.
        const { assert!(!Self::XI.const_eq_vartime(&Self::ZERO)) };
        let multiple = |x: &Fp<P, N>| match P::XI {
            1 => *x,
            2 => x.double(),
            a => {
                // Left-to-right binary multiplication; 9 takes three doublings and an addition.
                let mut acc = *x;
                for bit in (0..a.ilog2()).rev() {
                    acc = acc.double();
                    if a >> bit & 1 == 1 {
                        acc += x;
                    }
                }
                acc
            }
        };
        Self::new(multiple(&self.c0) - self.c1, multiple(&self.c1) + self.c0)
    }

    /// The product with an element of the prime field.
    #[inline]
    #[must_use]
    pub fn mul_by_base(&self, scale: &Fp<P, N>) -> Self {
        Self::new(self.c0 * scale, self.c1 * scale)
    }

    /// `1/self`, or none for zero: one inversion in Fp.
    ///
    /// # Timing
    /// Constant time.
    pub fn invert(&self) -> CtOption<Self> {
        self.norm().invert().map(|scale| self.conjugate().mul_by_base(&scale))
    }

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn invert_vartime(&self) -> Option<Self> {
        let scale = self.norm().invert_vartime()?;
        Some(self.conjugate().mul_by_base(&scale))
    }

    /// The square root that mcl fixes, or none.
    ///
    /// For `a + b i` with `b = 0`: `sqrt(a)`, or `sqrt(-a) i` where `a` is not a square. Otherwise
    /// `u + b/(2u) i` with `n = sqrt(a^2 + b^2)` and `u` the root of `(a + n)/2`, or of `(a - n)/2`
    /// where that is not a square. All inner roots are those of [`Fp::sqrt`], the roots that are
    /// squares themselves.
    ///
    /// # Timing
    /// Constant time: two powers of the size of p and a Legendre symbol.
    ///
    /// # Algorithm
    /// The complex method; Adj and Rodríguez-Henríquez, "Square Root Computation over Even Extension
    /// Fields", 2014, algorithm 8. One power `z = t^((p - 3)/4)` of `t = (a + n)/2` serves both
    /// cases without an inversion: with `s = t z`,
    ///
    /// * if t is a square, `u = s` and `1/u = z`;
    /// * else `s z = -1` and `(a - n)/2 = -b^2/(4t) = (b z/2)^2`, so `u = e b z/2` for the sign `e`
    ///   that makes it a square, and `b/(2u) = e/z = -e s`. For p = 3 mod 4, z or 2 is a square but
    ///   not both; hence `e = -1` if b is a square and `e = 1` else.
    pub fn sqrt(&self) -> CtOption<Self> {
        let (a, b) = (&self.c0, &self.c1);
        let half = <Fp<P, N> as PrimeField>::TWO_INV;
        let n = self.norm().sqrt().unwrap_or(Fp::ZERO);
        let t = (*a + n) * half;
        // b = 0 and a not a square.
        let is_imaginary = b.is_zero() & t.is_zero();
        let t = Fp::conditional_select(&t, &-*a, is_imaginary);
        let z = t.sqrt_power();
        let s = t * z;
        let half_bz = *b * half * z;
        let t_is_square = s.square().ct_eq(&t);
        let b_is_square = b.is_square();
        let other = Self::new(
            Fp::conditional_select(&half_bz, &-half_bz, b_is_square),
            Fp::conditional_select(&-s, &s, b_is_square),
        );
        let root = Self::conditional_select(&other, &Self::new(s, half_bz), t_is_square);
        let root = Self::conditional_select(&root, &Self::new(Fp::ZERO, s), is_imaginary);
        CtOption::new(root, root.square().ct_eq(self))
    }

    /// Whether the element is a square; zero counts as one.
    ///
    /// # Timing
    /// Constant time.
    pub fn is_square(&self) -> Choice {
        self.norm().is_square()
    }

    /// As [`Self::is_square`].
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn is_square_vartime(&self) -> bool {
        self.norm().is_square_vartime()
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2Arith for Fp2<P, N> {
    type Base = Fp<P, N>;
    type Scalar = Self;

    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn splat(constant: &Self) -> Self {
        *constant
    }

    fn gamma(power: usize, k: usize) -> Self {
        Self::frobenius_coefficient(power, k)
    }

    /// Schoolbook, each coefficient a sum of two products with one reduction.
    #[inline]
    fn product(&self, other: &Self) -> Self {
        <Self as Fp2Arith>::sum_of_products([self], [other])
    }

    #[inline]
    fn double(&self) -> Self {
        self.double()
    }

    #[inline]
    fn halve(&self) -> Self {
        self.mul_by_base(&<Fp<P, N> as PrimeField>::TWO_INV)
    }

    #[inline]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline]
    fn mul_by_xi(&self) -> Self {
        self.mul_by_xi()
    }

    #[inline]
    fn conjugate(&self) -> Self {
        self.conjugate()
    }

    #[inline]
    fn mul_by_base(&self, scale: &Fp<P, N>) -> Self {
        self.mul_by_base(scale)
    }

    fn invert_or_zero(&self) -> Self {
        self.invert().unwrap_or(Self::ZERO)
    }

    fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self {
        Self::conditional_select(otherwise, if_zero, self.ct_eq(&Self::ZERO))
    }

    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        match Fp::<P, N>::kernels() {
            Chosen::Portable(kernels) => sum_of_products_with(kernels, a, b),
            Chosen::Adx(kernels) => sum_of_products_with(kernels, a, b),
        }
    }

    /// `(a0 + a1 i)(b0 + b1 i) = (a0 + a1)(b0 - b1) + 2 a0 b1 i`, since `a0 b1 = a1 b0`: half the
    /// products of the general case.
    #[inline(never)]
    fn sum_of_proportional_products(a: [&Self; 2], b: [&Self; 2]) -> Self {
        match Fp::<P, N>::kernels() {
            Chosen::Portable(kernels) => sum_of_proportional_with(kernels, a, b),
            Chosen::Adx(kernels) => sum_of_proportional_with(kernels, a, b),
        }
    }

    fn cubic_mul(a: &Fp6<Self>, b: &Fp6<Self>) -> Fp6<Self> {
        if const { Fp::<P, N>::HAS_HEADROOM } {
            wide::cubic_mul(a, b)
        } else {
            cubic_mul_by_sums(a, b, &b.c1.mul_by_xi(), &b.c2.mul_by_xi())
        }
    }

    fn quartic_square(a: &Self, b: &Self) -> (Self, Self) {
        if const { Fp::<P, N>::HAS_HEADROOM } {
            wide::quartic_square(a, b)
        } else {
            quartic_square_by_sums(a, b)
        }
    }

    fn mul_by_013(f: &Fp12<Self>, l0: &Self, l1: &Self, l3: &Self) -> Fp12<Self> {
        if const { Fp::<P, N>::HAS_HEADROOM } {
            wide::mul_by_013(f, l0, l1, l3)
        } else {
            mul_by_013_by_sums(f, l0, l1, l3)
        }
    }
}

#[inline(always)]
fn sum_of_proportional_with<P: Fp2Params<N>, const N: usize>(
    k: impl Kernels,
    [a, c]: [&Fp2<P, N>; 2],
    [b, d]: [&Fp2<P, N>; 2],
) -> Fp2<P, N> {
    if const { Fp::<P, N>::HAS_HEADROOM } {
        let (ab, cd) = (Loose::sum(&a.c0, &a.c1), Loose::sum(&c.c0, &c.c1));
        let (twice_a, twice_c) = (Loose::sum(&a.c0, &a.c0), Loose::sum(&c.c0, &c.c0));
        let (b_minus, d_minus) = (b.c0 - b.c1, d.c0 - d.c1);
        Fp2::new(
            Fp::sum_of_factors(
                k,
                [[(&ab).into()], [(&cd).into()]],
                [[(&b_minus).into()], [(&d_minus).into()]],
            ),
            Fp::sum_of_factors(
                k,
                [[(&twice_a).into()], [(&twice_c).into()]],
                [[(&b.c1).into()], [(&d.c1).into()]],
            ),
        )
    } else {
        let real = [[&(a.c0 + a.c1)], [&(c.c0 + c.c1)]];
        let imaginary = [[&a.c0.double()], [&c.c0.double()]];
        Fp2::new(
            Fp::sum_of_products(real, [[&(b.c0 - b.c1)], [&(d.c0 - d.c1)]]),
            Fp::sum_of_products(imaginary, [[&b.c1], [&d.c1]]),
        )
    }
}

#[inline(never)]
fn sum_of_products_with<P: Fp2Params<N>, const N: usize, const T: usize>(
    k: impl Kernels,
    a: [&Fp2<P, N>; T],
    b: [&Fp2<P, N>; T],
) -> Fp2<P, N> {
    let minus_c1 = b.map(|y| Loose::negated(&y.c1));
    let a_both = a.map(|x| [(&x.c0).into(), (&x.c1).into()]);
    let mut i = 0;
    let b_real = b.map(|y| {
        i += 1;
        [(&y.c0).into(), (&minus_c1[i - 1]).into()]
    });
    let b_imaginary = b.map(|y| [(&y.c1).into(), (&y.c0).into()]);
    Fp2::new(Fp::sum_of_factors(k, a_both, b_real), Fp::sum_of_factors(k, a_both, b_imaginary))
}

impl<P: Fp2Params<N>, const N: usize> Default for Fp2<P, N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<P: Fp2Params<N>, const N: usize> DefaultIsZeroes for Fp2<P, N> {}

impl<P: Fp2Params<N>, const N: usize> core::fmt::Debug for Fp2<P, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} + {} i", self.c0, self.c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> ConstantTimeEq for Fp2<P, N> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c0.ct_eq(&other.c0) & self.c1.ct_eq(&other.c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> PartialEq for Fp2<P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<P: Fp2Params<N>, const N: usize> Eq for Fp2<P, N> {}

impl<P: Fp2Params<N>, const N: usize> ConditionallySelectable for Fp2<P, N> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::new(
            Fp::conditional_select(&a.c0, &b.c0, choice),
            Fp::conditional_select(&a.c1, &b.c1, choice),
        )
    }
}

/// `c0`, then `c1`.
#[cfg(feature = "hash")]
impl<P: Fp2Params<N>, const N: usize> mcl_fp::FromHash for Fp2<P, N> {
    const UNIFORM_BYTES: usize = 2 * <Fp<P, N> as mcl_fp::FromHash>::UNIFORM_BYTES;

    fn from_hash_bytes(bytes: &[u8]) -> Self {
        let (c0, c1) = bytes.split_at(bytes.len() / 2);
        Self::new(Fp::from_hash_bytes(c0), Fp::from_hash_bytes(c1))
    }
}

impl<P: Fp2Params<N>, const N: usize> FieldExt for Fp2<P, N> {
    type Lanes = crate::Fp2X8<P, N>;

    #[inline]
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        <Self as Fp2Arith>::sum_of_products(a, b)
    }

    fn invert_vartime(&self) -> Option<Self> {
        self.invert_vartime()
    }

    /// The parity of the real part.
    fn parity(&self) -> Choice {
        self.c0.is_odd()
    }

    fn sqrt_vartime(&self) -> Option<Self> {
        self.sqrt().into()
    }

    fn is_square(&self) -> Choice {
        self.is_square()
    }

    fn is_square_vartime(&self) -> bool {
        self.is_square_vartime()
    }

    fn sgn0(&self) -> Choice {
        self.c0.is_odd() | (self.c0.is_zero() & self.c1.is_odd())
    }
}
