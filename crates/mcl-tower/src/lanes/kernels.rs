//! The composite operations of the tower on eight elements side by side, each in registers from loads to
//! stores: cyclotomic squares, and the sums around products in Fp6.
//!
//! # Bounds
//! In units of p and `p^2` as in `lanes.rs` of mcl-fp. The multiple of a reduced element by xi is taken as `xi x + 4p`,
//! below 22.

use mcl_fp::lanes::{
    LIMBS, LaneKernel, Lanes, Modulus, add_constant, add_limbs, add_product, carry, element, load,
    redc, reduce, sub_limbs, times,
};
use mcl_fp::{ComplexX8, FpX8};

use super::{Fp2X8, Xi};
use crate::{Fp2Params, Fp6, Fp12, TangentSums};

/// Eight complex numbers in registers, carried.
#[derive(Clone, Copy)]
struct Complex<V> {
    re: [V; LIMBS],
    im: [V; LIMBS],
}

/// Eight elements of Fp6 in registers.
#[derive(Clone, Copy)]
struct Cubic<V>(Complex<V>, Complex<V>, Complex<V>);

/// Eight complex numbers in double width.
#[derive(Clone, Copy)]
struct Wide<V> {
    re: [V; 2 * LIMBS],
    im: [V; 2 * LIMBS],
}

/// A square in double width: the real part and half the imaginary part.
struct Square<V> {
    re: [V; 2 * LIMBS],
    half_im: [V; 2 * LIMBS],
}

#[inline(always)]
fn wide_product<V: Lanes>(a: &[V; LIMBS], b: &[V; LIMBS]) -> [V; 2 * LIMBS] {
    let mut out = [V::splat(0); 2 * LIMBS];
    add_product(&mut out, a, b);
    out
}

impl<V: Lanes> Complex<V> {
    #[inline(always)]
    fn load<P: Fp2Params<N>, const N: usize>(x: &Fp2X8<P, N>) -> Self {
        let [re, im] = x.0.limbs();
        Self { re: load(&re.0), im: load(&im.0) }
    }

    /// The elements, which must be reduced.
    #[inline(always)]
    fn store<P: Fp2Params<N>, const N: usize>(&self) -> Fp2X8<P, N> {
        Fp2X8(ComplexX8::from_limbs_unchecked([element(&self.re), element(&self.im)]))
    }

    #[inline(always)]
    fn carried(&self) -> Self {
        Self { re: carry(self.re), im: carry(self.im) }
    }

    /// The sum, limb by limb.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self { re: add_limbs(&self.re, &other.re), im: add_limbs(&self.im, &other.im) }
    }

    /// The difference plus a multiple of p that leaves no limb negative, limb by limb.
    #[inline(always)]
    fn minus(&self, other: &Self, minuend: &[u64; LIMBS]) -> Self {
        Self {
            re: sub_limbs(&add_constant(&self.re, minuend), &other.re),
            im: sub_limbs(&add_constant(&self.im, minuend), &other.im),
        }
    }

    /// The multiple by `2^BITS`, limb by limb.
    #[inline(always)]
    fn shifted<const BITS: u32>(&self) -> Self {
        let mut out = *self;
        let mut i = 0;
        while i < LIMBS {
            out.re[i] = out.re[i].shift_left::<BITS>();
            out.im[i] = out.im[i].shift_left::<BITS>();
            i += 1;
        }
        out
    }

    /// The multiple by xi of a reduced element, limb by limb.
    #[inline(always)]
    fn mul_by_xi<P: Fp2Params<N>, const N: usize>(&self, m: &Modulus) -> Self {
        let re = add_constant(&times::<V, LIMBS, Xi<P, N>>(&self.re), &m.four_p);
        Self {
            re: sub_limbs(&re, &self.im),
            im: add_limbs(&times::<V, LIMBS, Xi<P, N>>(&self.im), &self.re),
        }
    }

    #[inline(always)]
    fn reduced(&self, m: &Modulus) -> Self {
        Self { re: reduce(self.re, m), im: reduce(self.im, m) }
    }

    /// `self^2`, given a multiple of p that is at least the imaginary part, in limbs of which it can be subtracted.
    #[inline(always)]
    fn square(&self, minuend: &[u64; LIMBS]) -> Square<V> {
        let half_im = wide_product(&self.re, &self.im);
        let sum = carry(add_limbs(&self.re, &self.im));
        let difference = carry(sub_limbs(&add_constant(&self.re, minuend), &self.im));
        Square { re: wide_product(&sum, &difference), half_im }
    }

    /// `3 self - 2 other` or `3 self + 2 other`, reduced, for `self` below 10p.
    ///
    /// # Bounds
    /// Below 38p before the reduction.
    #[inline(always)]
    fn thrice_twice(&self, other: &Self, minus: bool, m: &Modulus) -> Self {
        Self {
            re: thrice_twice(&self.re, &other.re, minus, m),
            im: thrice_twice(&self.im, &other.im, minus, m),
        }
    }
}

#[inline(always)]
fn thrice_twice<V: Lanes>(x: &[V; LIMBS], f: &[V; LIMBS], minus: bool, m: &Modulus) -> [V; LIMBS] {
    let sum = if minus { sub_limbs(&add_constant(x, &m.four_p), f) } else { add_limbs(x, f) };
    reduce(add_limbs(&add_limbs(&sum, &sum), x), m)
}

impl<V: Lanes> Wide<V> {
    #[inline(always)]
    fn mul_by_xi<P: Fp2Params<N>, const N: usize>(&self) -> Self {
        Self {
            re: sub_limbs(&times::<V, { 2 * LIMBS }, Xi<P, N>>(&self.re), &self.im),
            im: add_limbs(&times::<V, { 2 * LIMBS }, Xi<P, N>>(&self.im), &self.re),
        }
    }

    /// The element, carried.
    ///
    /// # Bounds
    /// From values between -255 and 1024 in limbs below `2^61`: below `1280/64 + 2` in units of p.
    #[inline(always)]
    fn redc(&self, m: &Modulus) -> Complex<V> {
        Complex {
            re: carry(redc(add_constant(&self.re, &m.large_bias), m)),
            im: carry(redc(add_constant(&self.im, &m.large_bias), m)),
        }
    }
}

impl<V: Lanes> Cubic<V> {
    #[inline(always)]
    fn load<P: Fp2Params<N>, const N: usize>(x: &Fp6<Fp2X8<P, N>>) -> Self {
        Self(Complex::load(&x.c0), Complex::load(&x.c1), Complex::load(&x.c2))
    }

    #[inline(always)]
    fn store_reduced<P: Fp2Params<N>, const N: usize>(&self, m: &Modulus) -> Fp6<Fp2X8<P, N>> {
        let Self(c0, c1, c2) = self;
        Fp6::new(c0.reduced(m).store(), c1.reduced(m).store(), c2.reduced(m).store())
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self(self.0.plus(&other.0), self.1.plus(&other.1), self.2.plus(&other.2))
    }

    #[inline(always)]
    fn minus(&self, other: &Self, minuend: &[u64; LIMBS]) -> Self {
        Self(
            self.0.minus(&other.0, minuend),
            self.1.minus(&other.1, minuend),
            self.2.minus(&other.2, minuend),
        )
    }

    #[inline(always)]
    fn mul_by_v<P: Fp2Params<N>, const N: usize>(&self, m: &Modulus) -> Self {
        Self(self.2.mul_by_xi::<P, N>(m), self.0, self.1)
    }
}

/// `xi x` and `xi y`.
pub struct XiMultiples<'a, P, const N: usize>(pub [&'a Fp2X8<P, N>; 2]);

impl<P: Fp2Params<N>, const N: usize> LaneKernel for XiMultiples<'_, P, N> {
    type Output = [Fp2X8<P, N>; 2];

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let [x, y] = self.0;
        let x = Complex::<V>::load(x).mul_by_xi::<P, N>(m).reduced(m);
        let y = Complex::<V>::load(y).mul_by_xi::<P, N>(m).reduced(m);
        [x.store(), y.store()]
    }
}

/// `a + b` for each of two elements `a + b w`.
pub struct SumsForProduct<'a, P, const N: usize>(pub [&'a Fp12<Fp2X8<P, N>>; 2]);

impl<P: Fp2Params<N>, const N: usize> LaneKernel for SumsForProduct<'_, P, N> {
    type Output = [Fp6<Fp2X8<P, N>>; 2];

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let [x, y] = self.0;
        [
            Cubic::<V>::load(&x.c0).plus(&Cubic::load(&x.c1)).store_reduced(m),
            Cubic::<V>::load(&y.c0).plus(&Cubic::load(&y.c1)).store_reduced(m),
        ]
    }
}

/// `a + b` and `a + v b` for an element `a + b w`.
pub struct SumsForSquare<'a, P, const N: usize>(pub &'a Fp12<Fp2X8<P, N>>);

impl<P: Fp2Params<N>, const N: usize> LaneKernel for SumsForSquare<'_, P, N> {
    type Output = [Fp6<Fp2X8<P, N>>; 2];

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let (a, b) = (Cubic::<V>::load(&self.0.c0), Cubic::load(&self.0.c1));
        [a.plus(&b).store_reduced(m), a.plus(&b.mul_by_v::<P, N>(m)).store_reduced(m)]
    }
}

/// `t0 + v t1` and `t - t0 - t1`, as an element of Fp12.
///
/// # Bounds
/// Below 24 and, with 8 added, below 10.
pub struct FinishProduct<'a, P, const N: usize> {
    pub t: &'a Fp6<Fp2X8<P, N>>,
    pub t0: &'a Fp6<Fp2X8<P, N>>,
    pub t1: &'a Fp6<Fp2X8<P, N>>,
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for FinishProduct<'_, P, N> {
    type Output = Fp12<Fp2X8<P, N>>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let (t0, t1) = (Cubic::<V>::load(self.t0), Cubic::load(self.t1));
        let rest = Cubic::load(self.t).minus(&t0, &m.four_p).minus(&t1, &m.four_p);
        Fp12::new(t0.plus(&t1.mul_by_v::<P, N>(m)).store_reduced(m), rest.store_reduced(m))
    }
}

/// `s - t - v t` and `2t`, as an element of Fp12.
///
/// # Bounds
/// With 32 added below 34.
pub struct FinishSquare<'a, P, const N: usize> {
    pub s: &'a Fp6<Fp2X8<P, N>>,
    pub t: &'a Fp6<Fp2X8<P, N>>,
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for FinishSquare<'_, P, N> {
    type Output = Fp12<Fp2X8<P, N>>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let t = Cubic::<V>::load(self.t);
        let subtrahend = t.plus(&t.mul_by_v::<P, N>(m));
        let c0 = Cubic::load(self.s).minus(&subtrahend, &m.thirty_two_p);
        Fp12::new(c0.store_reduced(m), t.plus(&t).store_reduced(m))
    }
}

/// [`Fp2Arith::tangent_sums`](crate::Fp2Arith::tangent_sums).
///
/// # Bounds
/// `b - 3e` with 12 added is below 14, the multiple by eight below 16.
pub struct TangentKernel<'a, P, const N: usize> {
    pub b: &'a Fp2X8<P, N>,
    pub e: &'a Fp2X8<P, N>,
    pub j: &'a Fp2X8<P, N>,
    pub xy: &'a Fp2X8<P, N>,
    pub yz: &'a Fp2X8<P, N>,
}

impl<P: Fp2Params<N>, const N: usize> LaneKernel for TangentKernel<'_, P, N> {
    type Output = TangentSums<Fp2X8<P, N>>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let (b, e) = (Complex::<V>::load(self.b), Complex::load(self.e));
        let three_e = e.shifted::<1>().plus(&e);
        let zero = Complex { re: [V::splat(0); LIMBS], im: [V::splat(0); LIMBS] };
        let minus_e = zero.minus(&e, &m.four_p);
        let difference = b.plus(&minus_e);
        let j = Complex::<V>::load(self.j);
        let yz = Complex::<V>::load(self.yz);
        TangentSums {
            plus: b.plus(&three_e).reduced(m).store(),
            minus: difference.plus(&minus_e.shifted::<1>()).reduced(m).store(),
            minus_two_e: minus_e.shifted::<1>().reduced(m).store(),
            six_e: three_e.shifted::<1>().reduced(m).store(),
            two_xy: Complex::<V>::load(self.xy).shifted::<1>().reduced(m).store(),
            two_yz: yz.shifted::<1>().reduced(m).store(),
            eight_yz: yz.shifted::<3>().reduced(m).store(),
            three_j: j.shifted::<1>().plus(&j).reduced(m).store(),
            difference: difference.reduced(m).store(),
        }
    }
}

/// `3 (a^2 + xi b^2) - 2 minus` and `3 (2 a b) + 2 plus`, or `3 xi (2 a b) + 2 plus`: three squares in
/// Fp2, four reductions by Montgomery's method and four small ones.
///
/// # Bounds
/// As for one element in lanes, `packed.rs`: values between -88 and 232.
pub struct CyclotomicPair<'a, const XI: bool, P, const N: usize> {
    pub a: &'a Fp2X8<P, N>,
    pub b: &'a Fp2X8<P, N>,
    pub minus: &'a Fp2X8<P, N>,
    pub plus: &'a Fp2X8<P, N>,
}

impl<const XI: bool, P: Fp2Params<N>, const N: usize> LaneKernel for CyclotomicPair<'_, XI, P, N> {
    type Output = (Fp2X8<P, N>, Fp2X8<P, N>);

    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let m = const { &FpX8::<P, N>::MODULUS };
        let (a, b) = (Complex::<V>::load(self.a), Complex::<V>::load(self.b));
        let (a2, b2) = (a.square(&m.twice_p), b.square(&m.twice_p));
        let of_xi = Wide { re: b2.re, im: add_limbs(&b2.half_im, &b2.half_im) }.mul_by_xi::<P, N>();
        let sum = Wide {
            re: add_limbs(&a2.re, &of_xi.re),
            im: add_limbs(&add_limbs(&a2.half_im, &a2.half_im), &of_xi.im),
        };
        let first = sum.redc(m);
        let s2 = a.plus(&b).carried().square(&m.four_p);
        let half_im = sub_limbs(&sub_limbs(&s2.half_im, &a2.half_im), &b2.half_im);
        let double = Wide {
            re: sub_limbs(&sub_limbs(&s2.re, &a2.re), &b2.re),
            im: add_limbs(&half_im, &half_im),
        };
        let first = first.thrice_twice(&Complex::load(self.minus), true, m);
        let second = if XI { double.mul_by_xi::<P, N>() } else { double }.redc(m);
        let second = second.thrice_twice(&Complex::load(self.plus), false, m);
        (first.store(), second.store())
    }
}
