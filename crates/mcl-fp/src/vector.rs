//! Eight elements of a prime field side by side.

use core::array::from_ref;
use core::marker::PhantomData;
use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};

use crypto_bigint::Word;

use crate::backend::lanes::{self, Element, LANES, LIMB_BITS, LIMBS, MAX_MULTIPLE, Modulus, Words};
pub use crate::backend::lanes::{MAX_XI, SmallXi};
use crate::backend::portable;
use crate::backend::use_ifma;
use crate::field_lanes::{Link, Rows};
use crate::sqrt::power_by_windows;
use crate::{FieldLanes, Fp, PrimeParams};

/// The elements of a vector.
pub const VECTOR_LANES: usize = LANES;

/// Whether the vector engine is in use: whoever has work for eight lanes asks once and takes scalar
/// code otherwise. The types of the engine give the same values in any case, but more slowly than
/// scalar code where their kernels are emulated.
#[must_use]
pub fn vector_engine() -> bool {
    use_ifma()
}

/// Some of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMask(u8);

impl LaneMask {
    /// No lane.
    pub const NONE: Self = Self(0);

    /// The lanes whose bits are set, that of lane 0 being the lowest.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// A bit for each lane.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl BitAnd for LaneMask {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for LaneMask {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for LaneMask {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for LaneMask {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Eight elements of the field, one in each lane: Montgomery form with `R = 2^260` in five limbs of
/// 52 bits.
///
/// For primes of 209 to 254 bits that leave room in the reduction ([`Self::IS_SUPPORTED`]); for
/// others the results have no meaning.
///
/// Values are reduced below 2p, not below p: there is no equality, and [`Self::to_array`] is what makes
/// elements canonical. All operations are constant time.
#[derive(Clone, Copy, Debug)]
pub struct FpX8<P, const N: usize> {
    element: Element,
    params: PhantomData<P>,
}

/// Eight complex numbers `re + im i` with `i^2 = -1`, in the representation of [`FpX8`]: the
/// coefficients of a quadratic extension, for which the engine has kernels of its own.
#[derive(Clone, Copy, Debug)]
pub struct ComplexX8<P, const N: usize> {
    parts: [Element; 2],
    params: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> FpX8<P, N> {
    /// Whether the engine computes with this prime.
    pub const IS_SUPPORTED: bool = Word::BITS as usize * N == 256
        && Fp::<P, N>::BITS <= 254
        && Modulus::fits(&to_limbs(&Fp::<P, N>::MODULUS_WORDS));

    /// What kernels read of the prime.
    ///
    /// For primes that are not supported any other constants: code that never runs is compiled, too.
    #[doc(hidden)]
    pub const MODULUS: Modulus = Modulus::new(if Self::IS_SUPPORTED {
        to_limbs(&Fp::<P, N>::MODULUS_WORDS)
    } else {
        [1, 0, 0, 0, 1 << (253 - 4 * LIMB_BITS)]
    });

    /// `2^260 mod p`: the Montgomery form of one here, and the factor that leads here.
    const RADIX: Fp<P, N> = Fp::<P, N>::from_mont(power_of_two::<P, N>(LIMBS as u32 * LIMB_BITS));

    /// `2^264 mod p`: its product here with a Montgomery form of [`Fp`], `x 2^256`, is `x 2^260`.
    const FROM_FP: Element = broadcast(&power_of_two::<P, N>(264));

    /// `2^256 mod p`: its product here with `x 2^260` is `x 2^256`.
    const TO_FP: Element = broadcast(&power_of_two::<P, N>(256));

    /// Zero in every lane.
    pub const ZERO: Self = Self::new(Element::ZERO);

    /// One in every lane.
    pub const ONE: Self = Self::new(broadcast(Self::RADIX.mont()));

    const fn new(element: Element) -> Self {
        Self { element, params: PhantomData }
    }

    /// The elements with these limbs, which must be reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_limbs_unchecked(element: Element) -> Self {
        Self::new(element)
    }

    /// The limbs, reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn limbs(&self) -> &Element {
        &self.element
    }

    /// The element of each lane, at compile time.
    #[must_use]
    pub const fn from_constants(elements: &[Fp<P, N>; LANES]) -> Self {
        let mut out = Element::ZERO;
        let mut lane = 0;
        while lane < LANES {
            // x 2^256 * 2^260 / 2^256.
            let limbs = to_limbs(elements[lane].const_mul(&Self::RADIX).mont());
            let mut i = 0;
            while i < LIMBS {
                out.0[i][lane] = limbs[i];
                i += 1;
            }
            lane += 1;
        }
        Self::new(out)
    }

    /// The same element in every lane.
    #[must_use]
    pub fn splat(x: &Fp<P, N>) -> Self {
        // x 2^256 * 2^260 / 2^256, in scalar arithmetic.
        Self::new(broadcast((*x * Self::RADIX).mont()))
    }

    /// [`Self::splat`] at compile time.
    #[must_use]
    pub const fn const_splat(x: &Fp<P, N>) -> Self {
        Self::new(broadcast(x.const_mul(&Self::RADIX).mont()))
    }

    /// The element of each lane.
    #[must_use]
    pub fn from_array(elements: &[Fp<P, N>; LANES]) -> Self {
        let words = Self::gather(elements.each_ref()).element;
        let [element] =
            lanes::scale(from_ref(&words), const { &Self::FROM_FP }, const { &Self::MODULUS });
        Self::new(element)
    }

    /// The element of each lane, canonical.
    #[must_use]
    pub fn to_array(&self) -> [Fp<P, N>; LANES] {
        let [element] =
            lanes::scale(from_ref(&self.element), const { &Self::TO_FP }, const { &Self::MODULUS });
        Self::new(element).scatter()
    }

    /// One sixteenth of the element of each lane, from anywhere in memory, and without a product:
    /// the Montgomery form `x 2^256` of [`Fp`] is that of `x/16` here.
    #[inline]
    #[must_use]
    pub fn gather(elements: [&Fp<P, N>; LANES]) -> Self {
        Self::new(lanes::gather(&elements))
    }

    /// 16 times the element of each lane, canonical: the reverse of [`Self::gather`].
    #[inline]
    #[must_use]
    pub fn scatter(&self) -> [Fp<P, N>; LANES] {
        let mut out = [Fp::ZERO; LANES];
        lanes::scatter(&self.element, &mut out, const { &Self::MODULUS });
        out
    }

    /// `sum(a_i b_i)` of one to four products, with one reduction.
    #[inline]
    #[must_use]
    pub fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        let (a, b) = (a.map(|x| &x.element), b.map(|x| &x.element));
        Self::new(lanes::sum_of_products(a, b, const { &Self::MODULUS }))
    }

    /// The lanes that are zero.
    #[inline]
    #[must_use]
    pub fn zeros(&self) -> LaneMask {
        LaneMask(lanes::zeros(&self.element, const { &Self::MODULUS }))
    }

    /// `a` in the lanes of the mask, else `b`.
    #[inline]
    #[must_use]
    pub fn select(mask: LaneMask, a: &Self, b: &Self) -> Self {
        let [element] = lanes::select(mask.0, from_ref(&a.element), from_ref(&b.element));
        Self::new(element)
    }

    /// `self + other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let [sum] =
            lanes::add(from_ref(&self.element), from_ref(&other.element), const { &Self::MODULUS });
        Self::new(sum)
    }

    /// `self - other`.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let [difference] =
            lanes::sub(from_ref(&self.element), from_ref(&other.element), const { &Self::MODULUS });
        Self::new(difference)
    }

    /// `self * other`.
    #[inline]
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let [product] =
            lanes::scale(from_ref(&self.element), &other.element, const { &Self::MODULUS });
        Self::new(product)
    }

    /// `2 self`.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        self.plus(self)
    }

    /// [`FieldLanes::small_multiple`].
    #[inline]
    #[must_use]
    pub fn small_multiple(&self, k: u64) -> Self {
        if k > MAX_MULTIPLE {
            let half = self.small_multiple(k / 2).double();
            return if k % 2 == 1 { half.plus(self) } else { half };
        }
        let [multiple] = lanes::multiple(from_ref(&self.element), k, const { &Self::MODULUS });
        Self::new(multiple)
    }

    /// `self^2`.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Self::new(lanes::square(&self.element, const { &Self::MODULUS }))
    }

    /// [`Fp::sqrt_power`] in each lane.
    #[must_use]
    pub fn sqrt_power(&self) -> Self {
        let [power] = Self::sqrt_powers([self]);
        power
    }

    /// [`Self::sqrt_power`] of several vectors, which takes less time than one after the other.
    #[must_use]
    pub fn sqrt_powers<const K: usize>(x: [&Self; K]) -> [Self; K] {
        let m = const { &Self::MODULUS };
        let power = power_by_windows(
            &x.map(|x| x.element),
            const { &Fp::<P, N>::SQRT_EXPONENT },
            &[Self::ONE.element; K],
            |x, y| {
                let mut product = *x;
                for (x, y) in product.iter_mut().zip(y) {
                    [*x] = lanes::scale(from_ref(x), y, m);
                }
                product
            },
            |x, n| lanes::square_n(x, n, m),
        );
        power.map(Self::new)
    }

    /// [`Fp::sqrt`] in each lane, and the lanes that have a root; the others hold no meaning.
    #[must_use]
    pub fn sqrt(&self) -> (Self, LaneMask) {
        let root = if const { Fp::<P, N>::TWO_ADICITY == 1 } {
            *self * self.sqrt_power()
        } else {
            Self::from_array(&self.to_array().map(|x| x.sqrt().unwrap_or(Fp::ZERO)))
        };
        (root, (root.square() - *self).zeros())
    }

    /// [`FieldLanes::root_of_first_square`].
    ///
    /// For p = 3 mod 4 and elements a and b that are no squares, [`Fp::sqrt_power`] of both makes
    /// `1/sqrt(a b)`: the symbol of `a b` is one, so the product of the powers, squared, is `1/(a b)`.
    #[must_use]
    pub fn root_of_first_square([a, b, c]: [&Self; 3], root: &Self) -> (Self, [LaneMask; 2]) {
        let (root_a, first, root_b, second, root_c);
        if const { Fp::<P, N>::TWO_ADICITY == 1 } {
            let [power_a, power_b] = Self::sqrt_powers([a, b]);
            (root_a, root_b) = (a.times(&power_a), b.times(&power_b));
            first = root_a.square().minus(a).zeros();
            second = root_b.square().minus(b).zeros();
            root_c = root.times(&power_a).times(&power_b);
        } else {
            ((root_a, first), (root_b, second)) = (a.sqrt(), b.sqrt());
            (root_c, _) = c.sqrt();
        }
        let second = second & !first;
        let found = Self::select(second, &root_b, &root_c);
        (Self::select(first, &root_a, &found), [first, second])
    }

    /// The lanes that are no squares.
    #[must_use]
    pub fn non_squares(&self) -> LaneMask {
        if const { Fp::<P, N>::TWO_ADICITY == 1 } {
            // x (x^((p - 3)/4))^2 is the symbol.
            let symbol = self.times(&self.sqrt_power().square());
            symbol.plus(const { &Self::ONE }).zeros()
        } else {
            let squares = self.to_array().map(|x| x.is_square().unwrap_u8());
            LaneMask(!squares.iter().rev().fold(0, |bits, square| bits << 1 | square))
        }
    }

    /// `self / 2`.
    #[inline]
    #[must_use]
    pub fn halve(&self) -> Self {
        *self * Self::new(const { broadcast(&half_radix::<P, N>()) })
    }

    /// `1/self` in each lane, zero for zero: one inversion for all lanes.
    #[must_use]
    pub fn invert_or_zero(&self) -> Self {
        let mut elements = self.to_array();
        crate::batch_invert(&mut elements);
        Self::from_array(&elements)
    }

    /// In each lane `if_zero` where `self` is zero, else `otherwise`.
    #[must_use]
    pub fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self {
        Self::select(self.zeros(), if_zero, otherwise)
    }
}

impl<P: PrimeParams<N>, const N: usize> FieldLanes for FpX8<P, N> {
    type Element = Fp<P, N>;

    const IS_SUPPORTED: bool = Self::IS_SUPPORTED;
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn splat(x: &Fp<P, N>) -> Self {
        Self::splat(x)
    }

    fn from_array(elements: &[Fp<P, N>; LANES]) -> Self {
        Self::from_array(elements)
    }

    fn to_array(&self) -> [Fp<P, N>; LANES] {
        self.to_array()
    }

    #[inline]
    fn gather(elements: [&Fp<P, N>; LANES]) -> Self {
        Self::gather(elements)
    }

    #[inline]
    fn scatter(&self) -> [Fp<P, N>; LANES] {
        self.scatter()
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self.plus(other)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.minus(other)
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self.times(other)
    }

    #[inline]
    fn small_multiple(&self, k: u64) -> Self {
        self.small_multiple(k)
    }

    #[inline]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline]
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Self::sum_of_products(a, b)
    }

    fn sqrt(&self) -> (Self, LaneMask) {
        self.sqrt()
    }

    fn root_of_first_square(elements: [&Self; 3], root: &Self) -> (Self, [LaneMask; 2]) {
        Self::root_of_first_square(elements, root)
    }

    /// For p = 3 mod 4 the root that is a square itself.
    fn fixed_root(&self, factor: &Self) -> Self {
        let (root, negated) = if const { Fp::<P, N>::TWO_ADICITY == 1 } {
            (*self, self.times(factor).non_squares())
        } else {
            (self.square().sqrt().0, factor.non_squares())
        };
        Self::select(negated, &-root, &root)
    }

    fn invert_or_zero(&self) -> Self {
        self.invert_or_zero()
    }

    #[inline]
    fn zeros(&self) -> LaneMask {
        self.zeros()
    }

    #[inline]
    fn lookup<const T: usize>(table: [&Self; T], masks: [LaneMask; T]) -> Self {
        let table = table.map(|entry| from_ref(&entry.element));
        let [element] = lanes::lookup(table, masks.map(LaneMask::bits));
        Self::new(element)
    }

    #[inline]
    fn select(mask: LaneMask, a: &Self, b: &Self) -> Self {
        Self::select(mask, a, b)
    }

    #[inline]
    fn extend_chains(x: &Rows<'_, Fp<P, N>>, chains: &mut [Self; 2], before: &mut [Self; 2]) {
        let m = const { &Self::MODULUS };
        lanes::extend_chains(x, &mut elements_mut(chains), &mut elements_mut(before), m);
    }

    #[inline]
    fn shorten_chains(
        x: &Rows<'_, Fp<P, N>>,
        inverses: &mut [Self; 2],
        before: &[Self; 2],
        out: &mut [Self; 2],
    ) {
        let (inverses, out) = (&mut elements_mut(inverses), &mut elements_mut(out));
        lanes::shorten_chains(x, inverses, &elements(before), out, const { &Self::MODULUS });
    }

    #[inline]
    fn scale_rows(x: &Rows<'_, Fp<P, N>>, s: &[Self; 2], out: &mut [[Fp<P, N>; LANES]; 2]) {
        lanes::scale_rows(x, &elements(s), out, const { &Self::MODULUS });
    }

    #[inline]
    fn runs(x1: &Rows<'_, Fp<P, N>>, x2: &Rows<'_, Fp<P, N>>, link: &mut Link<Self>) {
        let m = const { &Self::MODULUS };
        link.zeros = lanes::runs(x1, x2, &mut elements_mut(&mut link.runs), m).map(LaneMask);
    }

    #[inline]
    fn extend(chains: &mut [Self; 2], link: &mut Link<Self>) {
        let (runs, before) = (&elements(&link.runs), &mut elements_mut(&mut link.before));
        lanes::extend(&mut elements_mut(chains), runs, before, const { &Self::MODULUS });
    }

    #[inline]
    fn chords(
        p1: &[Rows<'_, Fp<P, N>>; 2],
        p2: &[Rows<'_, Fp<P, N>>; 2],
        negated: [[LaneMask; 2]; 2],
        inverses: &mut [Self; 2],
        link: &Link<Self>,
        out: &mut [[[Fp<P, N>; 2]; LANES]; 2],
    ) {
        let [negated1, negated2] = negated.map(|masks| masks.map(LaneMask::bits));
        let factors = (&mut elements_mut(inverses), &elements(&link.runs), &elements(&link.before));
        let m = const { &Self::MODULUS };
        lanes::chords((p1, p2), (&negated1, &negated2), factors, out, m);
    }
}

#[inline(always)]
const fn elements<P, const N: usize>([a, b]: &[FpX8<P, N>; 2]) -> [&Element; 2] {
    [&a.element, &b.element]
}

#[inline(always)]
const fn elements_mut<P, const N: usize>([a, b]: &mut [FpX8<P, N>; 2]) -> [&mut Element; 2] {
    [&mut a.element, &mut b.element]
}

impl<P: PrimeParams<N>, const N: usize> lanes::Row<N> for Fp<P, N> {
    #[inline(always)]
    fn words(&self) -> &[Word; N] {
        self.mont()
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [Word; N] {
        self.mont_mut()
    }
}

impl<P: PrimeParams<N>, const N: usize> Add for FpX8<P, N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(&other)
    }
}

impl<P: PrimeParams<N>, const N: usize> Sub for FpX8<P, N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(&other)
    }
}

impl<P: PrimeParams<N>, const N: usize> Neg for FpX8<P, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl<P: PrimeParams<N>, const N: usize> Mul for FpX8<P, N> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        self.times(&other)
    }
}

impl<P: PrimeParams<N>, const N: usize> ComplexX8<P, N> {
    const MODULUS: Modulus = FpX8::<P, N>::MODULUS;

    /// Zero in every lane.
    pub const ZERO: Self = Self::of([Element::ZERO; 2]);

    /// One in every lane.
    pub const ONE: Self = Self::of([FpX8::<P, N>::ONE.element, Element::ZERO]);

    const fn of(parts: [Element; 2]) -> Self {
        Self { parts, params: PhantomData }
    }

    /// `re + im i`.
    #[inline]
    #[must_use]
    pub const fn new(re: &FpX8<P, N>, im: &FpX8<P, N>) -> Self {
        Self::of([re.element, im.element])
    }

    /// The numbers with these limbs, which must be reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_limbs_unchecked(parts: [Element; 2]) -> Self {
        Self::of(parts)
    }

    /// The limbs of both parts, reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn limbs(&self) -> &[Element; 2] {
        &self.parts
    }

    /// The real part.
    #[inline]
    #[must_use]
    pub const fn re(&self) -> FpX8<P, N> {
        FpX8::new(self.parts[0])
    }

    /// The imaginary part.
    #[inline]
    #[must_use]
    pub const fn im(&self) -> FpX8<P, N> {
        FpX8::new(self.parts[1])
    }

    /// `self + other`.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self::of(lanes::add(&self.parts, &other.parts, const { &Self::MODULUS }))
    }

    /// `self - other`.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self::of(lanes::sub(&self.parts, &other.parts, const { &Self::MODULUS }))
    }

    /// [`FieldLanes::small_multiple`].
    #[inline]
    #[must_use]
    pub fn small_multiple(&self, k: u64) -> Self {
        if k > MAX_MULTIPLE {
            let half = self.small_multiple(k / 2).double();
            return if k % 2 == 1 { half.plus(self) } else { half };
        }
        Self::of(lanes::multiple(&self.parts, k, const { &Self::MODULUS }))
    }

    /// `2 self`.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        Self::of(lanes::add(&self.parts, &self.parts, const { &Self::MODULUS }))
    }

    /// `re - im i`.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(&self.re(), &-self.im())
    }

    /// `3 self + 2 other`.
    #[inline]
    #[must_use]
    pub fn thrice_plus_twice(&self, other: &Self) -> Self {
        let m = const { &Self::MODULUS };
        Self::of(lanes::thrice_twice::<false, 2>(&self.parts, &other.parts, m))
    }

    /// `3 self - 2 other`.
    #[inline]
    #[must_use]
    pub fn thrice_minus_twice(&self, other: &Self) -> Self {
        let m = const { &Self::MODULUS };
        Self::of(lanes::thrice_twice::<true, 2>(&self.parts, &other.parts, m))
    }

    /// `xi self`.
    #[inline]
    #[must_use]
    pub fn mul_by_xi<X: SmallXi>(&self) -> Self {
        Self::of(lanes::complex_mul_by_xi::<X>(&self.parts, const { &Self::MODULUS }))
    }

    /// The product with a real number in each lane.
    #[inline]
    #[must_use]
    pub fn scale(&self, scale: &FpX8<P, N>) -> Self {
        Self::of(lanes::scale(&self.parts, &scale.element, const { &Self::MODULUS }))
    }

    /// `self^2`.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Self::of(lanes::complex_square(&self.parts, const { &Self::MODULUS }))
    }

    /// `re^2 + im^2`.
    #[inline]
    #[must_use]
    pub fn norm(&self) -> FpX8<P, N> {
        FpX8::new(lanes::complex_norm(&self.parts, const { &Self::MODULUS }))
    }

    /// `sum(a_i b_i)` of one to four products, with one reduction for each part.
    #[inline]
    #[must_use]
    pub fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Self::of(lanes::complex_sum_of_products(
            a.map(|x| &x.parts),
            b.map(|x| &x.parts),
            const { &Self::MODULUS },
        ))
    }

    /// In each lane `if_zero` where `self` is zero, else `otherwise`.
    #[must_use]
    pub fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self {
        Self::select(self.zeros(), if_zero, otherwise)
    }

    /// The lanes that are zero.
    #[inline]
    #[must_use]
    pub fn zeros(&self) -> LaneMask {
        self.re().zeros() & self.im().zeros()
    }

    /// [`FieldLanes::lookup`].
    #[inline]
    #[must_use]
    pub fn lookup<const T: usize>(table: [&Self; T], masks: [LaneMask; T]) -> Self {
        Self::of(lanes::lookup(table.map(|entry| &entry.parts), masks.map(LaneMask::bits)))
    }

    /// `a` in the lanes of the mask, else `b`.
    #[inline]
    #[must_use]
    pub fn select(mask: LaneMask, a: &Self, b: &Self) -> Self {
        Self::of(lanes::select(mask.0, &a.parts, &b.parts))
    }
}

impl<P: PrimeParams<N>, const N: usize> Add for ComplexX8<P, N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(&other)
    }
}

impl<P: PrimeParams<N>, const N: usize> Sub for ComplexX8<P, N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(&other)
    }
}

impl<P: PrimeParams<N>, const N: usize> Neg for ComplexX8<P, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

/// An integer below `2^260` in limbs of 52 bits; higher bits are dropped.
#[allow(clippy::unnecessary_cast, reason = "words have 32 bits on some targets")]
const fn to_limbs<const N: usize>(words: &[Word; N]) -> [u64; LIMBS] {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let bit = i as u32 * LIMB_BITS;
        // The words that the limb lies in: two of 64 bits, or three of 32.
        let mut j = bit / Word::BITS;
        while j < N as u32 && j * Word::BITS < bit + LIMB_BITS {
            let (word, start) = (words[j as usize] as u64, j * Word::BITS);
            limbs[i] |= if start < bit { word >> (bit - start) } else { word << (start - bit) };
            j += 1;
        }
        limbs[i] &= (1 << LIMB_BITS) - 1;
        i += 1;
    }
    limbs
}

/// A canonical integer in every lane.
const fn broadcast<const N: usize>(words: &[Word; N]) -> Element {
    let limbs = to_limbs(words);
    let mut out: [Words; LIMBS] = [[0; LANES]; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        out[i] = [limbs[i]; LANES];
        i += 1;
    }
    Element(out)
}

/// `2^exponent mod p` as a canonical integer, for exponents from the bits of the words.
const fn power_of_two<P: PrimeParams<N>, const N: usize>(exponent: u32) -> [Word; N] {
    let mut power = Fp::<P, N>::R;
    let mut bit = Word::BITS * N as u32;
    while bit < exponent {
        power = portable::add(&power, &power, &Fp::<P, N>::MODULUS_WORDS);
        bit += 1;
    }
    power
}

/// `2^259 mod p`: one half.
const fn half_radix<P: PrimeParams<N>, const N: usize>() -> [Word; N] {
    power_of_two::<P, N>(LIMBS as u32 * LIMB_BITS - 1)
}
