//! A single pair on its way through the Miller loop in the lanes of the vector engine.
//!
//! The formulas are those of [`TwistPoint`]; four products in Fp2 are done at a time, in the order in
//! which they depend on one another: three times for a doubling, four times for an addition.

use mcl_ec::CurveParams;
use mcl_fp::lanes::{self, Element, LaneKernel, Lanes, Modulus};
use mcl_fp::{Fp, FpX8};
use mcl_tower::quad::Quad;
use mcl_tower::{Fp2, PackedFp12, PackedLine};

use crate::curves::G2Curve;
use crate::engine::pair;
use crate::fields::{Fp2Of, FpOf, FrOf, ModP};
use crate::final_exp::final_exponentiation;
use crate::gt_power::{power, power_vartime};
use crate::lines::{Evaluation, TwistAffine, TwistPoint};
use crate::miller_loop::{Chord, LoopPair, miller_loop};
use crate::{BnParams, G1Affine, G2Affine, Gt, Twist};

/// A pair of points, with what the steps of the loop multiply by.
#[derive(Clone, Copy)]
pub struct PackedPair<C: BnParams<N>, const N: usize> {
    q: TwistAffine<Fp2Of<C, N>>,
    /// The running point: X, Y, Z.
    t: Element,
    /// `3 b'`, nothing, `2 yP`, `-3 xP`.
    doubling: Element,
    /// x and y of the point to be added, `yP`, `-xP`: for Q, -Q, psi(Q), -psi^2(Q).
    chords: [Element; 4],
}

/// Four elements of Fp2 in lanes.
fn quad<C: BnParams<N>, const N: usize>(x: [Fp2Of<C, N>; 4]) -> Element {
    let [a, b, c, d] = x;
    let lanes = [a.c0, b.c0, c.c0, d.c0, a.c1, b.c1, c.c1, d.c1];
    *FpX8::from_array(&lanes).limbs()
}

impl<C: BnParams<N>, const N: usize> PackedPair<C, N> {
    const MODULUS: Modulus = FpX8::<ModP<C, N>, N>::MODULUS;

    pub fn new(p: &Evaluation<FpOf<C, N>>, q: &TwistAffine<Fp2Of<C, N>>) -> Self {
        let real = |x: FpOf<C, N>| Fp2::new(x, Fp::ZERO);
        let (y, minus_x) = (real(p.y), real(p.minus_x));
        let chord = |q: &TwistAffine<Fp2Of<C, N>>| quad::<C, N>([q.x, q.y, y, minus_x]);
        let three_b = const { &<G2Curve<C, N> as CurveParams>::B.const_triple() };
        Self {
            q: *q,
            t: quad::<C, N>([q.x, q.y, Fp2::ONE, Fp2::ZERO]),
            doubling: quad::<C, N>([*three_b, Fp2::ZERO, y.double(), minus_x.double() + minus_x]),
            chords: [
                chord(q),
                chord(&q.negate()),
                chord(&q.frobenius::<C, N>(1)),
                chord(&q.frobenius::<C, N>(2).negate()),
            ],
        }
    }

    /// Whether the second point is in G2, after the loop: see
    /// [`Pair::is_in_g2`](crate::miller_loop::Pair::is_in_g2).
    pub fn is_in_g2(&self) -> bool {
        let lanes = FpX8::<ModP<C, N>, N>::from_limbs_unchecked(self.t).to_array();
        let [x, y, z] = [0, 1, 2].map(|i| Fp2::new(lanes[i], lanes[i + 4]));
        TwistPoint::from_xyz(x, y, z).is_in_g2::<C, N>(&self.q)
    }
}

/// `f` times the value of a line.
pub fn multiply_packed<C: BnParams<N>, const N: usize>(
    f: &PackedFp12<ModP<C, N>, N>,
    line: &PackedLine,
) -> PackedFp12<ModP<C, N>, N> {
    match C::TWIST {
        Twist::D => f.mul_by_013(line),
        Twist::M => f.mul_by_320(line),
    }
}

impl<C: BnParams<N>, const N: usize> LoopPair<C, N> for PackedPair<C, N> {
    type Value = PackedFp12<ModP<C, N>, N>;

    fn double(&mut self, f: &Self::Value) -> Self::Value {
        let step = Doubling { t: &self.t, factors: &self.doubling, m: &Self::MODULUS };
        let line;
        (self.t, line) = lanes::run(step);
        multiply_packed::<C, N>(f, &line)
    }

    fn add(&mut self, chord: Chord, f: &Self::Value) -> Self::Value {
        let factors = &self.chords[chord as usize];
        let step = Addition { t: &self.t, factors, m: &Self::MODULUS };
        let line;
        (self.t, line) = lanes::run(step);
        multiply_packed::<C, N>(f, &line)
    }

    fn negate(&mut self) {
        self.t = lanes::run(Negation { t: &self.t, m: &Self::MODULUS });
    }
}

/// [`pairing`](crate::pairing()) in lanes, whether or not the engine is in use.
#[doc(hidden)]
#[must_use]
pub fn pairing_packed<C: BnParams<N>, const N: usize>(
    p: &G1Affine<C, N>,
    q: &G2Affine<C, N>,
) -> Gt<C, N> {
    pair(p, q).map_or(Gt::identity(), |pair| {
        let f = miller_loop::<C, _, N>(&mut [pair.packed()]);
        Gt(final_exponentiation::<C, _, N>(&f).unpack())
    })
}

/// The constant-time and the variable-time power in lanes, whether or not the engine is in use.
#[doc(hidden)]
#[must_use]
pub fn powers_packed<C: BnParams<N>, const N: usize>(
    base: &Gt<C, N>,
    k: &FrOf<C, N>,
) -> [Gt<C, N>; 2] {
    let base = PackedFp12::pack(&base.0);
    [power::<C, _, N>(&base, k), power_vartime::<C, _, N>(&base, k)].map(|power| Gt(power.unpack()))
}

/// Elements of the other operand of [`Quad::pick`].
const OTHER: u64 = 8;

struct Doubling<'a> {
    t: &'a Element,
    factors: &'a Element,
    m: &'a Modulus,
}

impl LaneKernel for Doubling<'_> {
    type Output = (Element, PackedLine);

    /// [`TwistPoint::double`], with the line at P.
    ///
    /// # Bounds
    /// `b - 3e` with 12p added is below 14p, `b + 3e` below 8p. The coordinates are below 4p, 2p and
    /// 16p, with 32p added below 48p.
    #[inline(always)]
    fn run<V: Lanes>(self) -> (Element, PackedLine) {
        let Self { m, .. } = self;
        let (t, factors) = (Quad::<V>::load(self.t), Quad::<V>::load(self.factors));
        // b = Y^2, c = Z^2, j = X^2, YZ.
        let first = t.pick(&t, [1, 2, 0, 1]).product(&t.pick(&t, [1, 2, 0, 2]), m);
        // e = 3b' c, XY, bYZ, and the coefficient -3 j xP of the line.
        let left = first.pick(&t, [1, OTHER, 0, 2]);
        let right = factors.pick(&t, [0, OTHER + 1, 2, 3]).pick(&first, [0, 1, OTHER + 3, 3]);
        let second = left.product(&right, m);
        let (b, e) = (first.pick(&first, [0; 4]), second.pick(&second, [0; 4]));
        let minus_e = Quad::zero().minus(&e, m);
        let difference = b.plus(&minus_e);
        let minus = difference.plus(&minus_e.shifted::<1>());
        let plus = b.plus(&e).plus(&e.shifted::<1>());
        // b - 3e, b + 3e, e.
        let sums = minus.pick(&plus, [0, OTHER, 2, 3]).pick(&e, [0, 1, OTHER, 3]).reduced(m);
        // XY(b - 3e), (b + 3e)^2, e^2, and the coefficient 2YZ yP.
        let left = sums.pick(&second, [OTHER + 1, 1, 2, 3]).pick(&first, [0, 1, 2, OTHER + 3]);
        let right = sums.pick(&factors, [0, 1, 2, OTHER + 2]);
        let third = left.product(&right, m);
        // 2XY(b - 3e), (b + 3e)^2 - 12e^2, 8bYZ.
        let coordinates = third.pick(&second, [0, 1, OTHER + 2, 3]);
        let coordinates = coordinates
            .pick(&coordinates.shifted::<1>(), [OTHER, 1, 2, 3])
            .pick(&coordinates.shifted::<3>(), [0, 1, OTHER + 2, 3]);
        let squares = third.pick(&Quad::zero(), [OTHER, 2, OTHER, OTHER]);
        let twelve = squares.shifted::<2>().plus(&squares.shifted::<3>());
        let line = third.pick(&second, [3, OTHER + 3, 2, 3]);
        let line = line.pick(&difference, [0, 1, OTHER, 3]).reduced(m);
        (coordinates.minus_twelve(&twelve, m).reduced(m).store(), PackedLine(line.store()))
    }
}

struct Addition<'a> {
    t: &'a Element,
    factors: &'a Element,
    m: &'a Modulus,
}

impl LaneKernel for Addition<'_> {
    type Output = (Element, PackedLine);

    /// [`TwistPoint::add`], with the line at P; its constant term is `X2 Y - Y2 X` here, which is the same.
    ///
    /// # Bounds
    /// Differences with 4p added are below 6p, `e + f - 2g` and `3g - e - f` with 8p added below 14p.
    #[inline(always)]
    fn run<V: Lanes>(self) -> (Element, PackedLine) {
        let Self { m, .. } = self;
        let (t, factors) = (Quad::<V>::load(self.t), Quad::<V>::load(self.factors));
        // Y2 Z, X2 Z, X2 Y, Y2 X.
        let first = t.pick(&t, [2, 2, 1, 0]).product(&factors.pick(&factors, [1, 0, 0, 1]), m);
        // theta = Y - Y2 Z, lambda = X - X2 Z, X2 Y - Y2 X.
        let minuend = t.pick(&first, [1, 0, OTHER + 2, 3]);
        let differences = minuend.minus(&first.pick(&first, [0, 1, 3, 3]), m).reduced(m);
        // c = theta^2, d = lambda^2, and the coefficients lambda yP and -theta xP of the line.
        let left = differences.pick(&differences, [0, 1, 1, 0]);
        let second = left.product(&left.pick(&factors, [0, 1, OTHER + 2, OTHER + 3]), m);
        // e = lambda d, f = Z c, g = X d.
        let left = differences.pick(&t, [1, OTHER + 2, OTHER, 3]);
        let third = left.product(&second.pick(&second, [1, 0, 1, 3]), m);
        let [e, f, g] =
            [third.pick(&third, [0; 4]), third.pick(&third, [1; 4]), third.pick(&third, [2; 4])];
        // h = e + f - 2g, g - h.
        let minus_g = Quad::zero().minus(&g, m);
        let h = e.plus(&f).plus(&minus_g.shifted::<1>());
        let rest = g.shifted::<1>().plus(&g).minus(&e, m).minus(&f, m);
        let sums = h.pick(&rest, [0, OTHER, 2, 3]).reduced(m);
        // lambda h, theta (g - h), e Y, Z e.
        let left = differences.pick(&third, [1, 0, OTHER, 3]).pick(&t, [0, 1, 2, OTHER + 2]);
        let right = sums.pick(&t, [0, 1, OTHER + 1, 3]).pick(&third, [0, 1, 2, OTHER]);
        let fourth = left.product(&right, m);
        let coordinates = fourth.pick(&fourth, [0, 1, 3, 3]);
        let subtrahend = fourth.pick(&Quad::zero(), [OTHER, 2, OTHER, OTHER]);
        let line = second.pick(&differences, [2, 3, OTHER + 2, 3]);
        (coordinates.minus(&subtrahend, m).reduced(m).store(), PackedLine(line.store()))
    }
}

struct Negation<'a> {
    t: &'a Element,
    m: &'a Modulus,
}

impl LaneKernel for Negation<'_> {
    type Output = Element;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Element {
        let t = Quad::<V>::load(self.t);
        let negative = Quad::zero().minus(&t, self.m).reduced(self.m);
        t.pick(&negative, [0, OTHER + 1, 2, 3]).store()
    }
}
