//! Eight elements of Fp2 side by side, on the vector engine of mcl-fp.

mod kernels;

use core::marker::PhantomData;
use core::ops::{Add, Mul, Neg, Sub};

use mcl_fp::lanes::{self, Element};
use mcl_fp::{ComplexX8, FieldLanes, FpX8, LaneMask, MAX_XI, SmallXi, VECTOR_LANES};

use crate::arith::cubic_mul_by_sums;
use crate::{Fp2, Fp2Arith, Fp2Params, Fp6, Fp12, TangentSums};
use kernels::{
    CyclotomicPair, FinishProduct, FinishSquare, SumsForProduct, SumsForSquare, TangentKernel,
    XiMultiples,
};

/// Eight elements of Fp2, one in each lane: what the tower above does with one element it does with
/// eight.
///
/// For primes and constants xi that the engine takes ([`Self::IS_SUPPORTED`]); for others the results
/// have no meaning.
///
/// Values are reduced but not canonical: there is no equality, and [`Self::to_array`] is the way back.
#[derive(Clone, Copy, Debug)]
pub struct Fp2X8<P, const N: usize>(ComplexX8<P, N>);

/// xi as the kernels want it.
pub struct Xi<P, const N: usize>(PhantomData<P>);

impl<P: Fp2Params<N>, const N: usize> SmallXi for Xi<P, N> {
    const REAL_PART: u64 = P::XI;
}

impl<P: Fp2Params<N>, const N: usize> Fp2X8<P, N> {
    /// Whether the engine computes with this tower.
    pub const IS_SUPPORTED: bool = FpX8::<P, N>::IS_SUPPORTED && P::XI >= 1 && P::XI <= MAX_XI;

    /// `xi^(k (p^power - 1)/6)` in row `power - 1`.
    const FROBENIUS: [[Self; 6]; 3] = {
        let mut table = [[Self::const_splat(&Fp2::ONE); 6]; 3];
        let mut power = 1;
        while power <= 3 {
            let mut k = 0;
            while k < 6 {
                table[power - 1][k] = Self::const_splat(&Fp2::frobenius_coefficient(power, k));
                k += 1;
            }
            power += 1;
        }
        table
    };

    /// The same element in every lane, at compile time.
    #[must_use]
    pub const fn const_splat(x: &Fp2<P, N>) -> Self {
        Self(ComplexX8::new(&FpX8::const_splat(&x.c0), &FpX8::const_splat(&x.c1)))
    }

    /// `re + im i`.
    #[must_use]
    pub const fn new(re: &FpX8<P, N>, im: &FpX8<P, N>) -> Self {
        Self(ComplexX8::new(re, im))
    }

    /// The coefficients.
    #[must_use]
    pub const fn coefficients(&self) -> [FpX8<P, N>; 2] {
        [self.0.re(), self.0.im()]
    }

    /// The elements with these limbs of real and imaginary parts, which must be reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_limbs_unchecked(parts: [Element; 2]) -> Self {
        Self(ComplexX8::from_limbs_unchecked(parts))
    }

    /// The limbs of real and imaginary parts, reduced.
    pub(crate) const fn limbs(&self) -> &[Element; 2] {
        self.0.limbs()
    }

    /// The element of each lane.
    #[must_use]
    pub fn from_array(elements: &[Fp2<P, N>; VECTOR_LANES]) -> Self {
        let re = FpX8::from_array(&elements.map(|element| element.c0));
        let im = FpX8::from_array(&elements.map(|element| element.c1));
        Self(ComplexX8::new(&re, &im))
    }

    /// The element of each lane.
    #[must_use]
    pub fn to_array(&self) -> [Fp2<P, N>; VECTOR_LANES] {
        let (re, im) = (self.0.re().to_array(), self.0.im().to_array());
        core::array::from_fn(|lane| Fp2::new(re[lane], im[lane]))
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2X8<P, N> {
    /// A root of a square `a + b i` whose norm has the root n, of either sign: one power.
    ///
    /// # Algorithm
    /// As [`Fp2::sqrt`] with `t = (a + n)/2` and without the choice of a sign: with `z = t^((p - 3)/4)` and
    /// `s = t z` it is `s + (b z/2) i` if t is a square, else `b z/2 - s i`. Where b and t are zero, -a
    /// takes the place of t, and the two forms change places.
    fn root_from_norm(&self, n: &FpX8<P, N>) -> Self {
        let (a, b) = (self.0.re(), self.0.im());
        let t = a.plus(n).halve();
        let is_real = b.zeros() & t.zeros();
        let t = FpX8::select(is_real, &-a, &t);
        let z = t.sqrt_power();
        let s = t.times(&z);
        let half_bz = b.halve().times(&z);
        let t_is_square = s.square().minus(&t).zeros();
        let s_is_real = t_is_square ^ is_real;
        let re = FpX8::select(s_is_real, &s, &half_bz);
        let im = FpX8::select(s_is_real, &half_bz, &-s);
        Self(ComplexX8::new(&re, &im))
    }
}

impl<P: Fp2Params<N>, const N: usize> Add for Fp2X8<P, N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<P: Fp2Params<N>, const N: usize> Sub for Fp2X8<P, N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<P: Fp2Params<N>, const N: usize> Neg for Fp2X8<P, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<P: Fp2Params<N>, const N: usize> Mul for Fp2X8<P, N> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        self.product(&other)
    }
}

impl<P: Fp2Params<N>, const N: usize> FieldLanes for Fp2X8<P, N> {
    type Element = Fp2<P, N>;

    const IS_SUPPORTED: bool = Self::IS_SUPPORTED;
    const ZERO: Self = Self(ComplexX8::ZERO);
    const ONE: Self = Self(ComplexX8::ONE);

    fn splat(x: &Fp2<P, N>) -> Self {
        Fp2Arith::splat(x)
    }

    fn from_array(elements: &[Fp2<P, N>; VECTOR_LANES]) -> Self {
        Self::from_array(elements)
    }

    fn to_array(&self) -> [Fp2<P, N>; VECTOR_LANES] {
        self.to_array()
    }

    #[inline]
    fn gather(elements: [&Fp2<P, N>; VECTOR_LANES]) -> Self {
        let re = FpX8::gather(elements.map(|x| &x.c0));
        let im = FpX8::gather(elements.map(|x| &x.c1));
        Self(ComplexX8::new(&re, &im))
    }

    #[inline]
    fn scatter(&self) -> [Fp2<P, N>; VECTOR_LANES] {
        let (re, im) = (self.0.re().scatter(), self.0.im().scatter());
        core::array::from_fn(|lane| Fp2::new(re[lane], im[lane]))
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        Self(self.0.plus(&other.0))
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Self(self.0.minus(&other.0))
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self.product(other)
    }

    #[inline]
    fn small_multiple(&self, k: u64) -> Self {
        Self(self.0.small_multiple(k))
    }

    #[inline]
    fn double(&self) -> Self {
        Self(self.0.double())
    }

    #[inline]
    fn square(&self) -> Self {
        Self(self.0.square())
    }

    #[inline]
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Fp2Arith::sum_of_products(a, b)
    }

    /// The complex method of [`Fp2::sqrt`] without its last step, the choice of the sign: two powers.
    fn sqrt(&self) -> (Self, LaneMask) {
        let (n, _) = self.0.norm().sqrt();
        let root = self.root_from_norm(&n);
        (root, FieldLanes::zeros(&FieldLanes::square(&root).minus(self)))
    }

    /// Squares are what has a square as its norm, and the norms of the elements have the product
    /// `norm(root)^2`.
    fn root_of_first_square([a, b, c]: [&Self; 3], root: &Self) -> (Self, [LaneMask; 2]) {
        let norms = [a, b, c].map(|x| x.0.norm());
        let (n, [first, second]) = FpX8::root_of_first_square(norms.each_ref(), &root.0.norm());
        let x = <Self as FieldLanes>::select(second, b, c);
        let x = <Self as FieldLanes>::select(first, a, &x);
        (x.root_from_norm(&n), [first, second])
    }

    /// The real part of the fixed root is a square, or the imaginary part where it is zero.
    fn fixed_root(&self, factor: &Self) -> Self {
        let (re, im) = (self.0.re(), self.0.im());
        let part = FpX8::select(re.zeros(), &im, &re);
        let negated = part.times(&factor.0.norm()).non_squares();
        <Self as FieldLanes>::select(negated, &-*self, self)
    }

    fn invert_or_zero(&self) -> Self {
        Fp2Arith::invert_or_zero(self)
    }

    #[inline]
    fn zeros(&self) -> LaneMask {
        self.0.zeros()
    }

    #[inline]
    fn lookup<const T: usize>(table: [&Self; T], masks: [LaneMask; T]) -> Self {
        Self(ComplexX8::lookup(table.map(|entry| &entry.0), masks))
    }

    #[inline]
    fn select(mask: LaneMask, a: &Self, b: &Self) -> Self {
        Self(ComplexX8::select(mask, &a.0, &b.0))
    }
}

impl<P: Fp2Params<N>, const N: usize> Default for Fp2X8<P, N> {
    fn default() -> Self {
        <Self as Fp2Arith>::ZERO
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2Arith for Fp2X8<P, N> {
    type Base = FpX8<P, N>;
    type Scalar = Fp2<P, N>;

    const ZERO: Self = Self(ComplexX8::ZERO);
    const ONE: Self = Self(ComplexX8::ONE);

    fn splat(constant: &Fp2<P, N>) -> Self {
        Self(ComplexX8::new(&FpX8::splat(&constant.c0), &FpX8::splat(&constant.c1)))
    }

    fn gamma(power: usize, k: usize) -> Self {
        let table = const { &Self::FROBENIUS };
        table[power - 1][k]
    }

    #[inline]
    fn product(&self, other: &Self) -> Self {
        Self(ComplexX8::sum_of_products([&self.0], [&other.0]))
    }

    #[inline]
    fn double(&self) -> Self {
        Self(self.0.double())
    }

    #[inline]
    fn halve(&self) -> Self {
        Self(ComplexX8::new(&self.0.re().halve(), &self.0.im().halve()))
    }

    #[inline]
    fn thrice_plus_twice(&self, other: &Self) -> Self {
        Self(self.0.thrice_plus_twice(&other.0))
    }

    #[inline]
    fn thrice_minus_twice(&self, other: &Self) -> Self {
        Self(self.0.thrice_minus_twice(&other.0))
    }

    #[inline]
    fn square(&self) -> Self {
        Self(self.0.square())
    }

    #[inline]
    fn mul_by_xi(&self) -> Self {
        Self(self.0.mul_by_xi::<Xi<P, N>>())
    }

    #[inline]
    fn conjugate(&self) -> Self {
        Self(self.0.conjugate())
    }

    #[inline]
    fn mul_by_base(&self, scale: &FpX8<P, N>) -> Self {
        Self(self.0.scale(scale))
    }

    fn invert_or_zero(&self) -> Self {
        Self(self.0.conjugate().scale(&self.0.norm().invert_or_zero()))
    }

    fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self {
        Self(self.0.select_by_zero(&if_zero.0, &otherwise.0))
    }

    #[inline]
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Self(ComplexX8::sum_of_products(a.map(|x| &x.0), b.map(|x| &x.0)))
    }

    fn cubic_mul(a: &Fp6<Self>, b: &Fp6<Self>) -> Fp6<Self> {
        let [xi_b1, xi_b2] = lanes::run(XiMultiples([&b.c1, &b.c2]));
        cubic_mul_by_sums(a, b, &xi_b1, &xi_b2)
    }

    fn product12(a: &Fp12<Self>, b: &Fp12<Self>) -> Fp12<Self> {
        let [sum_a, sum_b] = lanes::run(SumsForProduct([a, b]));
        let t0 = Self::cubic_mul(&a.c0, &b.c0);
        let t1 = Self::cubic_mul(&a.c1, &b.c1);
        let t = Self::cubic_mul(&sum_a, &sum_b);
        lanes::run(FinishProduct { t: &t, t0: &t0, t1: &t1 })
    }

    fn square12(a: &Fp12<Self>) -> Fp12<Self> {
        let [sum, v_sum] = lanes::run(SumsForSquare(a));
        let t = Self::cubic_mul(&a.c0, &a.c1);
        let s = Self::cubic_mul(&sum, &v_sum);
        lanes::run(FinishSquare { s: &s, t: &t })
    }

    fn tangent_sums(b: &Self, e: &Self, j: &Self, xy: &Self, yz: &Self) -> TangentSums<Self> {
        lanes::run(TangentKernel { b, e, j, xy, yz })
    }

    fn cyclotomic_pair<const XI: bool>(
        (a, b): (&Self, &Self),
        minus: &Self,
        plus: &Self,
    ) -> (Self, Self) {
        lanes::run(CyclotomicPair::<XI, P, N> { a, b, minus, plus })
    }
}
