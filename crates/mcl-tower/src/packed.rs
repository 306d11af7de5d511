//! One element of Fp12 in the lanes of the vector engine: what a single pairing computes with.
//!
//! The six coefficients in Fp2 stand side by side, real parts in one vector and imaginary parts in
//! another. A product is the convolution of the coefficients in powers of w: each coefficient of one
//! factor is broadcast and multiplied by a rotation of the other one, all in double width, so that an
//! output coefficient is reduced once. The layers above find the same operations as in [`Fp12`]:
//! [`Fp12Arith`].

use core::marker::PhantomData;

use mcl_fp::lanes::{
    self, Element, LIMBS, LaneKernel, Lanes, Modulus, Words, add_constant, add_limbs, add_product,
    carry, element, load, product, redc, redc_small, reduce, sub_limbs, times,
};
use mcl_fp::{Fp, FpX8, SmallXi, VECTOR_LANES};
use subtle::{Choice, ConstantTimeEq};

use crate::lanes::Xi;
use crate::{Fp2, Fp2Params, Fp2X8, Fp12, Fp12Arith};

/// An element of Fp12 with its coefficients in lanes.
///
/// For primes and constants xi that the engine takes ([`Fp2X8::IS_SUPPORTED`](crate::Fp2X8)); for
/// others the results have no meaning. Values are reduced but not canonical: there is no equality, and
/// [`Self::unpack`] is the way back. All operations are constant time.
#[derive(Clone, Copy, Debug)]
pub struct PackedFp12<P, const N: usize> {
    re: Element,
    im: Element,
    params: PhantomData<P>,
}

/// The lane of the coefficient of `w^k`. Lanes 3 and 7 are idle: they hold reduced values that have no
/// meaning.
const LANE: [usize; 6] = [0, 1, 2, 4, 5, 6];

/// Where the coefficients of `w^j f` are: lanes of f, or of `xi f` after them where `w^6` is passed.
const ROTATIONS: [Words; 6] = {
    let mut out = [[0, 0, 0, 3, 0, 0, 0, 7]; 6];
    let mut j = 0;
    while j < 6 {
        let mut k = 0;
        while k < 6 {
            out[j][LANE[k]] =
                if k >= j { LANE[k - j] as u64 } else { (VECTOR_LANES + LANE[k + 6 - j]) as u64 };
            k += 1;
        }
        j += 1;
    }
    out
};

/// The coefficients of three lines in four lanes, real parts before imaginary parts: what the steps on
/// the twist leave.
#[derive(Clone, Copy, Debug)]
pub struct PackedLine(pub Element);

impl<P: Fp2Params<N>, const N: usize> PackedFp12<P, N> {
    const MODULUS: Modulus = FpX8::<P, N>::MODULUS;

    const fn new(re: Element, im: Element) -> Self {
        Self { re, im, params: PhantomData }
    }

    /// The element with these limbs of real and imaginary parts, which must be reduced.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_limbs_unchecked([re, im]: [Element; 2]) -> Self {
        Self::new(re, im)
    }

    /// The coefficients, each in its lane.
    const fn constant(coefficients: &[Fp2<P, N>; 6]) -> Self {
        let (mut re, mut im) = ([Fp::ZERO; VECTOR_LANES], [Fp::ZERO; VECTOR_LANES]);
        let mut k = 0;
        while k < 6 {
            (re[LANE[k]], im[LANE[k]]) = (coefficients[k].c0, coefficients[k].c1);
            k += 1;
        }
        Self::new(*FpX8::from_constants(&re).limbs(), *FpX8::from_constants(&im).limbs())
    }

    /// The element in lanes.
    #[must_use]
    pub fn pack(x: &Fp12<Fp2<P, N>>) -> Self {
        let [c0, c2, c4, c1, c3, c5] = x.coefficients();
        let (mut re, mut im) = ([Fp::ZERO; VECTOR_LANES], [Fp::ZERO; VECTOR_LANES]);
        for (lane, c) in LANE.into_iter().zip([c0, c1, c2, c3, c4, c5]) {
            (re[lane], im[lane]) = (c.c0, c.c1);
        }
        Self::new(*FpX8::from_array(&re).limbs(), *FpX8::from_array(&im).limbs())
    }

    /// The element, canonical.
    #[must_use]
    pub fn unpack(&self) -> Fp12<Fp2<P, N>> {
        let re = FpX8::<P, N>::from_limbs_unchecked(self.re).to_array();
        let im = FpX8::<P, N>::from_limbs_unchecked(self.im).to_array();
        let [c0, c1, c2, c3, c4, c5] = LANE.map(|lane| Fp2::new(re[lane], im[lane]));
        Fp12::from_coefficients([c0, c2, c4, c1, c3, c5])
    }

    /// The product with `l0 + l1 w + l3 w^3`: a line of a D-type twist.
    #[must_use]
    pub fn mul_by_013(&self, line: &PackedLine) -> Self {
        lanes::run(MulBySparse { f: self, line, powers: [0, 1, 3] })
    }

    /// The entry `digit` of the table of the powers from one of an element of the cyclotomic subgroup, one
    /// for a digit of zero, the inverse for a negative digit, and the inverse of that if `negate` is set.
    ///
    /// # Timing
    /// Constant time: a scan of all entries.
    #[must_use]
    pub fn select_power(table: &[Self], digit: i32, negate: Choice) -> Self {
        let sign = Choice::from((digit >> 31) as u8 & 1) ^ negate;
        lanes::run(SelectPower { table, digit: digit.unsigned_abs(), invert: sign })
    }

    /// The product with `l0 + l1 w + l3 w^3` for the lines of the first lanes, one after another.
    #[must_use]
    pub fn mul_by_lanes_013(&self, line: [&Fp2X8<P, N>; 3], lanes: usize) -> Self {
        self.mul_by_lanes(line, [0, 1, 3], lanes)
    }

    /// The product with `l0 + l2 w^2 + l3 w^3` for the lines of the first lanes, one after another.
    #[must_use]
    pub fn mul_by_lanes_023(&self, line: [&Fp2X8<P, N>; 3], lanes: usize) -> Self {
        self.mul_by_lanes(line, [0, 2, 3], lanes)
    }

    fn mul_by_lanes(&self, line: [&Fp2X8<P, N>; 3], powers: [usize; 3], lanes: usize) -> Self {
        lanes::run(MulByLanes { f: self, line, lanes: lanes.min(VECTOR_LANES), powers })
    }

    /// The product with `l0 w^3 + l1 w^2 + l2`: a line of an M-type twist.
    #[must_use]
    pub fn mul_by_320(&self, line: &PackedLine) -> Self {
        lanes::run(MulBySparse { f: self, line, powers: [3, 2, 0] })
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp12Arith for PackedFp12<P, N> {
    const ONE: Self = {
        let mut one = [Fp2::ZERO; 6];
        one[0] = Fp2::ONE;
        Self::constant(&one)
    };

    fn product(&self, other: &Self) -> Self {
        lanes::run(Product { a: self, b: other })
    }

    fn square(&self) -> Self {
        lanes::run(Square(self))
    }

    fn conjugate(&self) -> Self {
        lanes::run(Conjugate(self))
    }

    fn cyclotomic_square(&self) -> Self {
        self.cyclotomic_square_n(1)
    }

    fn cyclotomic_square_n(&self, n: usize) -> Self {
        lanes::run(CyclotomicSquares { f: self, n })
    }

    fn frobenius_map(&self, power: usize) -> Self {
        match power % 12 {
            0 => *self,
            1 => lanes::run(Frobenius::<true, _, N> { f: self, gamma: const { &Self::gammas(1) } }),
            2 => {
                lanes::run(Frobenius::<false, _, N> { f: self, gamma: const { &Self::gammas(2) } })
            }
            3 => lanes::run(Frobenius::<true, _, N> { f: self, gamma: const { &Self::gammas(3) } }),
            power @ 4..=5 => self.frobenius_map(3).frobenius_map(power - 3),
            power => self.conjugate().frobenius_map(power - 6),
        }
    }

    fn invert_or_zero(&self) -> Self {
        Self::pack(&self.unpack().invert_or_zero())
    }
}

impl<P: Fp2Params<N>, const N: usize> PackedFp12<P, N> {
    /// The factors of the power `p^power` of the coefficients.
    const fn gammas(power: usize) -> Self {
        let mut gamma = [Fp2::ONE; 6];
        let mut k = 1;
        while k < 6 {
            gamma[k] = Fp2::frobenius_coefficient(power, k);
            k += 1;
        }
        Self::constant(&gamma)
    }
}

/// A wide value in registers.
type WideLimbs<V> = [V; 2 * LIMBS];

/// `sum_t a_t w^(powers[t]) b` in double width, where `a_t` is the element of lane `lanes[t]` of `a[t]`, and b
/// and `xi b` are given.
///
/// # Bounds
/// For factors below xp and yp: below `T xy p^2`, limbs below `9 T 2^52`.
#[inline(always)]
fn convolution<V: Lanes, const T: usize>(
    a: &[&Element; T],
    lanes: &[usize; T],
    powers: &[usize; T],
    b: &[V; LIMBS],
    xi_b: &[V; LIMBS],
) -> WideLimbs<V> {
    let mut acc = [V::splat(0); 2 * LIMBS];
    let mut t = 0;
    while t < T {
        let rotated = shuffle(b, xi_b, &ROTATIONS[powers[t]]);
        let mut i = 0;
        while i < LIMBS {
            let factor = V::splat(a[t].0[i][lanes[t]]);
            let mut j = 0;
            while j < LIMBS {
                acc[i + j] = acc[i + j].madd_low(factor, rotated[j]);
                acc[i + j + 1] = acc[i + j + 1].madd_high(factor, rotated[j]);
                j += 1;
            }
            i += 1;
        }
        t += 1;
    }
    acc
}

#[inline(always)]
fn shuffle<V: Lanes, const L: usize>(a: &[V; L], b: &[V; L], index: &Words) -> [V; L] {
    let mut out = *a;
    let mut i = 0;
    while i < L {
        out[i] = out[i].shuffle(b[i], index);
        i += 1;
    }
    out
}

/// `xi (re + im i)` in every lane, below 22p, limb by limb.
#[inline(always)]
fn mul_by_xi_unreduced<V: Lanes, X: SmallXi>(
    re: &[V; LIMBS],
    im: &[V; LIMBS],
    m: &Modulus,
) -> [[V; LIMBS]; 2] {
    let real = sub_limbs(&add_constant(&times::<V, LIMBS, X>(re), &m.four_p), im);
    [real, add_limbs(&times::<V, LIMBS, X>(im), re)]
}

/// `xi (re + im i)` in every lane, reduced.
#[inline(always)]
fn mul_by_xi<V: Lanes, X: SmallXi>(
    re: &[V; LIMBS],
    im: &[V; LIMBS],
    m: &Modulus,
) -> [[V; LIMBS]; 2] {
    let [real, imaginary] = mul_by_xi_unreduced::<V, X>(re, im, m);
    [reduce(real, m), reduce(imaginary, m)]
}

/// From `sum(a_re b_re)`, `sum(a_im b_im)` and `sum((a_re + a_im)(b_re + b_im))` to the two parts
/// of `sum(a b)`, reduced.
///
/// # Bounds
/// For at most six products of reduced factors: the real part lies between `-24 p^2` and `24 p^2`, the
/// imaginary part between 0 and `48 p^2`; with a bias both stay below `49 p^2`. Limbs are below
/// `18 6 2^52`.
#[inline(always)]
fn finish_karatsuba<V: Lanes>(
    real: &WideLimbs<V>,
    imaginary: &WideLimbs<V>,
    sums: &WideLimbs<V>,
    m: &Modulus,
) -> [[V; LIMBS]; 2] {
    let difference = sub_limbs(&add_constant(real, &m.bias), imaginary);
    let cross = sub_limbs(&sub_limbs(&add_constant(sums, &m.unit_bias), real), imaginary);
    [redc_small(difference, m), redc_small(cross, m)]
}

/// A dense factor of a convolution: the element, its multiple by xi, and the sums of real and imaginary
/// parts of both, below 4p.
struct Dense<V> {
    re: [V; LIMBS],
    im: [V; LIMBS],
    sum: [V; LIMBS],
    xi_re: [V; LIMBS],
    xi_im: [V; LIMBS],
    xi_sum: [V; LIMBS],
}

impl<V: Lanes> Dense<V> {
    #[inline(always)]
    fn new<P: Fp2Params<N>, const N: usize>(re: &[V; LIMBS], im: &[V; LIMBS], m: &Modulus) -> Self {
        let [xi_re, xi_im] = mul_by_xi::<V, Xi<P, N>>(re, im, m);
        Self {
            re: *re,
            im: *im,
            sum: carry(add_limbs(re, im)),
            xi_re,
            xi_im,
            xi_sum: carry(add_limbs(&xi_re, &xi_im)),
        }
    }
}

struct Product<'a, P, const N: usize> {
    a: &'a PackedFp12<P, N>,
    b: &'a PackedFp12<P, N>,
}

/// 900 products of limbs by halves, 6 rotations for each of three sums.
impl<P: Fp2Params<N>, const N: usize> LaneKernel for Product<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        const POWERS: [usize; 6] = [0, 1, 2, 3, 4, 5];
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let Self { a, b } = self;
        let (re, im) = (load::<V, LIMBS>(&a.re.0), load::<V, LIMBS>(&a.im.0));
        let a_sum = element(&carry(add_limbs(&re, &im)));
        let b = Dense::<V>::new::<P, N>(&load(&b.re.0), &load(&b.im.0), m);
        let real = convolution(&[&a.re; 6], &LANE, &POWERS, &b.re, &b.xi_re);
        let imaginary = convolution(&[&a.im; 6], &LANE, &POWERS, &b.im, &b.xi_im);
        let sums = convolution(&[&a_sum; 6], &LANE, &POWERS, &b.sum, &b.xi_sum);
        let [re, im] = finish_karatsuba(&real, &imaginary, &sums, m);
        PackedFp12::new(element(&re), element(&im))
    }
}

struct MulBySparse<'a, P, const N: usize> {
    f: &'a PackedFp12<P, N>,
    line: &'a PackedLine,
    powers: [usize; 3],
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for MulBySparse<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let line = &self.line.0;
        let both = load::<V, LIMBS>(&line.0);
        let sum = element(&carry(add_limbs(&both, &permute(&both, &SWAP_HALVES))));
        let f = Dense::<V>::new::<P, N>(&load(&self.f.re.0), &load(&self.f.im.0), m);
        let real = convolution(&[line; 3], &[0, 1, 2], &self.powers, &f.re, &f.xi_re);
        let imaginary = convolution(&[line; 3], &[4, 5, 6], &self.powers, &f.im, &f.xi_im);
        let sums = convolution(&[&sum; 3], &[0, 1, 2], &self.powers, &f.sum, &f.xi_sum);
        let [re, im] = finish_karatsuba(&real, &imaginary, &sums, m);
        PackedFp12::new(element(&re), element(&im))
    }
}

/// [`MulBySparse`] for the lines in the first lanes, one after another.
struct MulByLanes<'a, P, const N: usize> {
    f: &'a PackedFp12<P, N>,
    line: [&'a Fp2X8<P, N>; 3],
    lanes: usize,
    powers: [usize; 3],
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for MulByLanes<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let Self { line: [x, y, z], powers, .. } = &self;
        let [[a, b], [c, d], [e, f]] = [x.limbs(), y.limbs(), z.limbs()];
        let (re, im) = ([a, c, e], [b, d, f]);
        let mut sum = [Element::ZERO; 3];
        let mut t = 0;
        while t < 3 {
            sum[t] = element(&carry(add_limbs(&load::<V, LIMBS>(&re[t].0), &load(&im[t].0))));
            t += 1;
        }
        let [a, b, c] = &sum;
        let mut parts = [load::<V, LIMBS>(&self.f.re.0), load::<V, LIMBS>(&self.f.im.0)];
        let mut lane = 0;
        while lane < self.lanes {
            let lanes = [lane; 3];
            let f = Dense::<V>::new::<P, N>(&parts[0], &parts[1], m);
            let real = convolution(&re, &lanes, powers, &f.re, &f.xi_re);
            let imaginary = convolution(&im, &lanes, powers, &f.im, &f.xi_im);
            let sums = convolution(&[a, b, c], &lanes, powers, &f.sum, &f.xi_sum);
            parts = finish_karatsuba(&real, &imaginary, &sums, m);
            lane += 1;
        }
        PackedFp12::new(element(&parts[0]), element(&parts[1]))
    }
}

/// Exchanges the lower and the upper four lanes.
const SWAP_HALVES: Words = [4, 5, 6, 7, 0, 1, 2, 3];

struct Square<'a, P, const N: usize>(&'a PackedFp12<P, N>);

/// The complex method of [`Fp12::square`]: with `f = a + b w`, the products `t = a b` and
/// `s = (a + b)(a + v b)` in Fp6 stand in the lower and the upper lanes: 450 products of limbs by
/// halves.
impl<P: Fp2Params<N>, const N: usize> LaneKernel for Square<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let f = self.0;
        let (re, im) = (load::<V, LIMBS>(&f.re.0), load::<V, LIMBS>(&f.im.0));
        let [xi_re, xi_im] = mul_by_xi_unreduced::<V, Xi<P, N>>(&re, &im, m);
        let (x_re, x_im) = (square_left(&re), square_left(&im));
        let x_sum = carry(add_limbs(&x_re, &x_im));
        let (y_re, y_im) = (square_right(&re, &xi_re, m), square_right(&im, &xi_im, m));
        let y_sum = carry(add_limbs(&y_re, &y_im));
        let [xi_re, xi_im] = mul_by_xi::<V, Xi<P, N>>(&y_re, &y_im, m);
        let xi_sum = carry(add_limbs(&xi_re, &xi_im));
        let real = cubic_convolution(&x_re, &y_re, &xi_re);
        let imaginary = cubic_convolution(&x_im, &y_im, &xi_im);
        let sums = cubic_convolution(&x_sum, &y_sum, &xi_sum);
        let [re, im] = finish_karatsuba(&real, &imaginary, &sums, m);
        let [xi_re, xi_im] = mul_by_xi_unreduced::<V, Xi<P, N>>(&re, &im, m);
        PackedFp12::new(
            element(&finish_square(&re, &xi_re, m)),
            element(&finish_square(&im, &xi_im, m)),
        )
    }
}

/// One part of `a` in the lower and of `a + b` in the upper lanes, carried and below 4p.
#[inline(always)]
fn square_left<V: Lanes>(f: &[V; LIMBS]) -> [V; LIMBS] {
    const A: Words = [0, 2, 5, 3, 0, 2, 5, 7];
    const B: Words = [1, 4, 6, 3, 1, 4, 6, 7];
    let a = permute(f, &A);
    carry(blend(UPPER, &add_limbs(&a, &permute(f, &B)), &a))
}

/// One part of `b` in the lower and of `a + v b` in the upper lanes, reduced.
///
/// # Bounds
/// For `xi f` below 22p: below 24p before the reduction.
#[inline(always)]
fn square_right<V: Lanes>(f: &[V; LIMBS], xi_f: &[V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    const A: Words = [0, 2, 5, 3, 0, 2, 5, 7];
    /// b, then `v b` of which one coefficient has passed `v^3 = xi`.
    const B: Words = [1, 4, 6, 3, 8 + 6, 1, 4, 7];
    let b = shuffle(f, xi_f, &B);
    reduce(blend(UPPER, &add_limbs(&b, &permute(f, &A)), &b), m)
}

/// The products in Fp6 of the lower and of the upper lanes, in double width: as [`convolution`] in
/// powers of v.
#[inline(always)]
fn cubic_convolution<V: Lanes>(x: &[V; LIMBS], y: &[V; LIMBS], xi_y: &[V; LIMBS]) -> WideLimbs<V> {
    const COEFFICIENTS: [Words; 3] =
        [[0, 0, 0, 3, 4, 4, 4, 7], [1, 1, 1, 3, 5, 5, 5, 7], [2, 2, 2, 3, 6, 6, 6, 7]];
    const ROTATIONS: [Words; 3] = [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [8 + 2, 0, 1, 3, 8 + 6, 4, 5, 7],
        [8 + 1, 8 + 2, 0, 3, 8 + 5, 8 + 6, 4, 7],
    ];
    let mut acc = [V::splat(0); 2 * LIMBS];
    let mut j = 0;
    while j < 3 {
        let factor = permute(x, &COEFFICIENTS[j]);
        add_product(&mut acc, &factor, &shuffle(y, xi_y, &ROTATIONS[j]));
        j += 1;
    }
    acc
}

/// One part of `s - t - v t` at even powers of w and of `2t` at odd ones, from t and s in the lower and
/// upper lanes.
///
/// # Bounds
/// For `xi t` below 22p: with 32p added below 34p.
#[inline(always)]
fn finish_square<V: Lanes>(ts: &[V; LIMBS], xi_ts: &[V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    const S: Words = [4, 0, 5, 3, 1, 6, 2, 7];
    const T: Words = [0, 0, 1, 3, 1, 2, 2, 7];
    /// `v t` at even powers.
    const VT: Words = [8 + 2, 0, 0, 3, 1, 1, 2, 7];
    let t = permute(ts, &T);
    // s or t, plus t or minus it.
    let s = permute(ts, &S);
    let even =
        sub_limbs(&add_constant(&s, &m.thirty_two_p), &add_limbs(&t, &shuffle(ts, xi_ts, &VT)));
    reduce(blend(ODD, &add_limbs(&s, &t), &even), m)
}

/// The upper lanes.
const UPPER: u8 = 0b1111_0000;

/// The lanes of odd powers of w.
const ODD: u8 = 0b0101_0010;

#[inline(always)]
fn permute<V: Lanes, const L: usize>(a: &[V; L], index: &Words) -> [V; L] {
    let mut out = *a;
    let mut i = 0;
    while i < L {
        out[i] = out[i].permute(index);
        i += 1;
    }
    out
}

/// `a` in the lanes of the mask, else `b`.
#[inline(always)]
fn blend<V: Lanes, const L: usize>(mask: u8, a: &[V; L], b: &[V; L]) -> [V; L] {
    let mut out = *a;
    let mut i = 0;
    while i < L {
        out[i] = out[i].blend(mask, b[i]);
        i += 1;
    }
    out
}

struct Conjugate<'a, P, const N: usize>(&'a PackedFp12<P, N>);

impl<P: Fp2Params<N>, const N: usize> LaneKernel for Conjugate<'_, P, N> {
    type Output = PackedFp12<P, N>;

    /// Odd powers of w change their signs.
    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let mut parts = [self.0.re, self.0.im];
        let mut i = 0;
        while i < 2 {
            let x = load::<V, LIMBS>(&parts[i].0);
            parts[i] = element(&blend(ODD, &negated(&x, m), &x));
            i += 1;
        }
        PackedFp12::new(parts[0], parts[1])
    }
}

struct SelectPower<'a, P, const N: usize> {
    table: &'a [PackedFp12<P, N>],
    digit: u32,
    invert: Choice,
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for SelectPower<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let one = const { &<PackedFp12<P, N> as Fp12Arith>::ONE };
        let (mut re, mut im) = (load::<V, LIMBS>(&one.re.0), load::<V, LIMBS>(&one.im.0));
        let mut i = 0;
        while i < self.table.len() {
            let entry = &self.table[i];
            let mask = lanes_if(self.digit.ct_eq(&(i as u32 + 1)));
            re = blend(mask, &load(&entry.re.0), &re);
            im = blend(mask, &load(&entry.im.0), &im);
            i += 1;
        }
        let mask = ODD & lanes_if(self.invert);
        PackedFp12::new(
            element(&blend(mask, &negated(&re, m), &re)),
            element(&blend(mask, &negated(&im, m), &im)),
        )
    }
}

/// All lanes or none.
#[inline(always)]
fn lanes_if(choice: Choice) -> u8 {
    choice.unwrap_u8().wrapping_neg()
}

/// `-x`, reduced.
#[inline(always)]
fn negated<V: Lanes>(x: &[V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    reduce(sub_limbs(&add_constant(&[V::splat(0); LIMBS], &m.four_p), x), m)
}

struct Frobenius<'a, const CONJUGATE: bool, P, const N: usize> {
    f: &'a PackedFp12<P, N>,
    gamma: &'a PackedFp12<P, N>,
}

impl<const CONJUGATE: bool, P: Fp2Params<N>, const N: usize> LaneKernel
    for Frobenius<'_, CONJUGATE, P, N>
{
    type Output = PackedFp12<P, N>;

    /// # Bounds
    /// Products of reduced factors, `8 p^2` at most.
    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let (re, im) = (load::<V, LIMBS>(&self.f.re.0), load::<V, LIMBS>(&self.f.im.0));
        let (g_re, g_im) = (load::<V, LIMBS>(&self.gamma.re.0), load::<V, LIMBS>(&self.gamma.im.0));
        let (rr, ii) = (product(&re, &g_re), product(&im, &g_im));
        let (ri, ir) = (product(&re, &g_im), product(&im, &g_re));
        let (real, imaginary) = if CONJUGATE {
            (add_limbs(&rr, &ii), sub_limbs(&add_constant(&ri, &m.bias), &ir))
        } else {
            (sub_limbs(&add_constant(&rr, &m.bias), &ii), add_limbs(&ri, &ir))
        };
        PackedFp12::new(element(&redc_small(real, m)), element(&redc_small(imaginary, m)))
    }
}

/// n cyclotomic squares in a row.
struct CyclotomicSquares<'a, P, const N: usize> {
    f: &'a PackedFp12<P, N>,
    n: usize,
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for CyclotomicSquares<'_, P, N> {
    type Output = PackedFp12<P, N>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> PackedFp12<P, N> {
        let m = const { &PackedFp12::<P, N>::MODULUS };
        let (mut re, mut im) = (load::<V, LIMBS>(&self.f.re.0), load::<V, LIMBS>(&self.f.im.0));
        let mut i = 0;
        while i < self.n {
            [re, im] = cyclotomic_square::<V, Xi<P, N>>(&re, &im, m);
            i += 1;
        }
        PackedFp12::new(element(&re), element(&im))
    }
}

/// With the pairs `(a_k, b_k)` of the coefficients of `w^k` and `w^(k+3)` in the lower and upper
/// lanes, three products of eight lanes: real and half the imaginary parts of all squares, and both
/// of `(a_k + b_k)^2`. From these `a_k^2 + xi b_k^2` and `2 a_k b_k`, as in
/// [`Fp12::cyclotomic_square`].
///
/// # Bounds
/// In units of p factors are below 4 for `a_k` and `b_k`, below 8 and 12 for their sums. In units of `p^2`,
/// squares are between 0 and 16 (real part, 2p times re + im included) or 8, so `a_k^2 + xi b_k^2` is between
/// -8 and `16 + 9 16`. `2 a_k b_k` is between -8 and 8, with 2p times the sum of four
/// parts between -8 and 24 (real part), or between 0 and 16; its multiple by xi is between -88 and 232. With 256
/// added the reduction leaves less than `488/64 + 2 < 10`, and `3x - 2f` with 8p added is below 38.
#[inline(always)]
fn cyclotomic_square<V: Lanes, X: SmallXi>(
    re: &[V; LIMBS],
    im: &[V; LIMBS],
    m: &Modulus,
) -> [[V; LIMBS]; 2] {
    let (s_re, s_im) = (add_limbs(re, &swap_halves(re)), add_limbs(im, &swap_halves(im)));
    // What needs no sums comes first: additions run beside products.
    let mut half_im = [V::splat(0); 2 * LIMBS];
    add_product(&mut half_im, re, im);
    let mut square_re = [V::splat(0); 2 * LIMBS];
    let plus = carry(add_limbs(re, im));
    add_product(&mut square_re, &plus, &carry(sub_limbs(&add_constant(re, &m.twice_p), im)));
    let mut of_sums = [V::splat(0); 2 * LIMBS];
    let plus = blend(UPPER, &s_re, &add_limbs(&s_re, &s_im));
    let minus = sub_limbs(&add_constant(&s_re, &m.four_p), &s_im);
    add_product(&mut of_sums, &carry(plus), &carry(blend(UPPER, &s_im, &minus)));
    // b^2 in the lower, 2ab in the upper lanes.
    let swapped = swap_halves(&square_re);
    let double = sub_limbs(&sub_limbs(&swap_halves(&of_sums), &square_re), &swapped);
    let re_rest = blend(UPPER, &double, &swapped);
    let swapped = swap_halves(&half_im);
    let double = sub_limbs(&sub_limbs(&of_sums, &half_im), &swapped);
    let half_rest = blend(UPPER, &double, &swapped);
    let (im_rest, square_im) = (add_limbs(&half_rest, &half_rest), add_limbs(&half_im, &half_im));
    // a^2 + xi b^2 in the lower, 2ab or its multiple by xi in the upper lanes.
    let real = add_constant(&re_rest, &m.large_bias);
    let real = add_in(!UPPER, &real, &square_re);
    let real = add_in(WITH_XI, &real, &times_less_one::<V, X>(&re_rest));
    let real = sub_in(WITH_XI, &real, &im_rest);
    let real = redc(real, m);
    let imaginary = add_constant(&im_rest, &m.large_bias);
    let imaginary = add_in(!UPPER, &imaginary, &square_im);
    let imaginary = add_in(WITH_XI, &imaginary, &times_less_one::<V, X>(&im_rest));
    let imaginary = add_in(WITH_XI, &imaginary, &re_rest);
    let imaginary = redc(imaginary, m);
    [finish_cyclotomic(&carry(real), re, m), finish_cyclotomic(&carry(imaginary), im, m)]
}

/// The lanes in which a cyclotomic square multiplies by xi: all `b^2`, and `2ab` of the last pair.
const WITH_XI: u8 = 0b1100_1111;

#[inline(always)]
fn swap_halves<V: Lanes, const L: usize>(a: &[V; L]) -> [V; L] {
    permute(a, &SWAP_HALVES)
}

/// `a + b` in the lanes of the mask, else `a`.
#[inline(always)]
fn add_in<V: Lanes, const L: usize>(mask: u8, a: &[V; L], b: &[V; L]) -> [V; L] {
    blend(mask, &add_limbs(a, b), a)
}

/// `a - b` in the lanes of the mask, else `a`.
#[inline(always)]
fn sub_in<V: Lanes, const L: usize>(mask: u8, a: &[V; L], b: &[V; L]) -> [V; L] {
    blend(mask, &sub_limbs(a, b), a)
}

/// The multiple of x by the real part of xi, less x.
#[inline(always)]
fn times_less_one<V: Lanes, X: SmallXi>(x: &WideLimbs<V>) -> WideLimbs<V> {
    let mut out = *x;
    let mut i = 0;
    while i < 2 * LIMBS {
        out[i] = match X::REAL_PART {
            1 => V::splat(0),
            9 => x[i].shift_left::<3>(),
            _ => times::<V, 1, X>(&[x[i]])[0].sub(x[i]),
        };
        i += 1;
    }
    out
}

/// `3x - 2f` at even powers of w, `3x + 2f` at odd ones, where x has pairs 0, 1, 2 in both halves.
///
/// # Bounds
/// For x below 10p: below 38p before the reduction.
#[inline(always)]
fn finish_cyclotomic<V: Lanes>(x: &[V; LIMBS], f: &[V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    /// Pairs 0, 1, 2 end at `w^0, w^2, w^4` and `w^3, w^5, w^1`.
    const PLACES: Words = [0, 6, 1, 3, 4, 2, 5, 7];
    let x = permute(x, &PLACES);
    let negative = sub_limbs(&add_constant(&[V::splat(0); LIMBS], &m.four_p), f);
    let sum = add_limbs(&x, &blend(ODD, f, &negative));
    reduce(add_limbs(&add_limbs(&sum, &sum), &x), m)
}
