//! Eight elements side by side as an implementation of `Fp2Arith`: every formula over it gives in
//! each lane what it gives for that lane alone, so the formulas are generic and a vector engine has
//! an oracle.

// The Frobenius constants of the larger towers take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use core::ops::{Add, Neg, Sub};

use common::convert::{fp2, ring};
use common::inputs::Sampler;
use common::towers::{Bn254, BnP256, Snark1};
use ff::Field;
use mcl_fp::{FieldExt, FieldLanes, Fp, LaneMask, Word, nlimbs};
use mcl_tower::{Fp2, Fp2Arith, Fp2Params, Fp2X8, Fp6, Fp12};

const LANES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lanes<P: Fp2Params<N>, const N: usize>([Fp2<P, N>; LANES]);

impl<P: Fp2Params<N>, const N: usize> Lanes<P, N> {
    fn each(self, operation: impl Fn(Fp2<P, N>) -> Fp2<P, N>) -> Self {
        Self(self.0.map(operation))
    }

    fn each_pair(self, other: Self, operation: impl Fn(Fp2<P, N>, Fp2<P, N>) -> Fp2<P, N>) -> Self {
        Self(core::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl<P: Fp2Params<N>, const N: usize> Add for Lanes<P, N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.each_pair(other, |x, y| x + y)
    }
}

impl<P: Fp2Params<N>, const N: usize> Sub for Lanes<P, N> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.each_pair(other, |x, y| x - y)
    }
}

impl<P: Fp2Params<N>, const N: usize> Neg for Lanes<P, N> {
    type Output = Self;

    fn neg(self) -> Self {
        self.each(|x| -x)
    }
}

impl<P: Fp2Params<N>, const N: usize> Fp2Arith for Lanes<P, N> {
    type Base = [Fp<P, N>; LANES];
    type Scalar = Fp2<P, N>;

    const ZERO: Self = Self([Fp2::ZERO; LANES]);
    const ONE: Self = Self([Fp2::ONE; LANES]);

    fn splat(constant: &Fp2<P, N>) -> Self {
        Self([*constant; LANES])
    }

    fn gamma(power: usize, k: usize) -> Self {
        Self::splat(&Fp2::frobenius_coefficient(power, k))
    }

    fn product(&self, other: &Self) -> Self {
        self.each_pair(*other, |x, y| x * y)
    }

    fn double(&self) -> Self {
        self.each(|x| x.double())
    }

    fn halve(&self) -> Self {
        self.each(|x| x.halve())
    }

    fn square(&self) -> Self {
        self.each(|x| x.square())
    }

    fn mul_by_xi(&self) -> Self {
        self.each(|x| x.mul_by_xi())
    }

    fn conjugate(&self) -> Self {
        self.each(|x| x.conjugate())
    }

    fn mul_by_base(&self, scale: &[Fp<P, N>; LANES]) -> Self {
        Self(core::array::from_fn(|lane| self.0[lane].mul_by_base(&scale[lane])))
    }

    fn invert_or_zero(&self) -> Self {
        self.each(|x| x.invert_or_zero())
    }

    fn select_by_zero(&self, if_zero: &Self, otherwise: &Self) -> Self {
        Self(core::array::from_fn(|lane| {
            self.0[lane].select_by_zero(&if_zero.0[lane], &otherwise.0[lane])
        }))
    }

    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self {
        Self(core::array::from_fn(|lane| {
            Fp2Arith::sum_of_products(a.map(|x| &x.0[lane]), b.map(|x| &x.0[lane]))
        }))
    }
}

/// Every formula over `Fp2Arith`, applied to two elements and three line coefficients.
fn every_formula<F: Fp2Arith + Default>(
    x: &Fp12<F>,
    y: &Fp12<F>,
    [l, m, n]: [&F; 3],
) -> Vec<Fp12<F>> {
    let wrap = |c0: Fp6<F>, c1: Fp6<F>| Fp12::new(c0, c1);
    let fp6_pairs = [
        wrap(x.c0 + y.c0, x.c0 - y.c0),
        wrap(x.c0 * y.c0, -x.c0),
        wrap(x.c0.square(), x.c0.double()),
        wrap(x.c0.mul_by_v(), x.c0.invert_or_zero()),
    ];
    let (real, mixed) = F::quartic_square(l, m);
    let cubic = F::cubic_mul(&Fp6::new(*l, *m, *n), &Fp6::new(*m, *n, *l));
    let fp2_results = [
        wrap(Fp6::new(real, mixed, l.halve()), cubic),
        wrap(
            Fp6::new(l.invert_or_zero(), l.product(m), -*n),
            Fp6::new(l.conjugate(), *m - *n, *l + *n),
        ),
    ];
    let unary = [
        x.square(),
        x.conjugate(),
        x.invert_or_zero(),
        -*x,
        // Not an element of the subgroup, but the formula is the same.
        x.cyclotomic_square(),
        x.cyclotomic_square_n(40),
        x.mul_by_013(l, m, n),
        x.mul_by_023(l, m, n),
        wrap(
            Fp6::new(l.thrice_plus_twice(m), l.thrice_minus_twice(m), l.double()),
            Fp6::new(
                F::sum_of_proportional_products([l, m], [&l.double(), &-*m]),
                F::sum_of_products([l, m, n, l], [m, n, l, l]),
                l.select_by_zero(m, n),
            ),
        ),
    ];
    let binary = [*x + *y, *x - *y, *x * *y];
    let constants = [Fp12::ZERO, Fp12::ONE, Fp12::default()];
    let frobenius = (0..=12).map(|power| x.frobenius_map(power));
    fp6_pairs
        .into_iter()
        .chain(fp2_results)
        .chain(unary)
        .chain(binary)
        .chain(constants)
        .chain(frobenius)
        .collect()
}

impl<P: Fp2Params<N>, const N: usize> Default for Lanes<P, N> {
    fn default() -> Self {
        Self::ZERO
    }
}

fn check<P: Fp2Params<N>, const N: usize>() {
    let p = ring::<P, N>().p;
    let mut sampler = Sampler::new(&p, Word::BITS as usize * N, 0);
    for round in 0..100 {
        // In some rounds a lane is zero or one while its neighbours are not.
        let mut lanes = || {
            let mut lanes: [Fp2<P, N>; LANES] = core::array::from_fn(|_| fp2(&sampler.fp2()));
            if round % 4 == 1 {
                lanes[sampler.rng.below(LANES)] = Fp2::ZERO;
                lanes[sampler.rng.below(LANES)] = Fp2::ONE;
            }
            Lanes(lanes)
        };
        let [x, y] = [(); 2].map(|()| Fp12::from_coefficients([(); 6].map(|()| lanes())));
        let (l, m, n) = (lanes(), lanes(), lanes());
        let vector = every_formula(&x, &y, [&l, &m, &n]);
        for lane in 0..LANES {
            let alone = |x: &Fp12<Lanes<P, N>>| {
                Fp12::from_coefficients(x.coefficients().map(|c| c.0[lane]))
            };
            let line = [&l.0[lane], &m.0[lane], &n.0[lane]];
            let scalar = every_formula(&alone(&x), &alone(&y), line);
            let of_vector: Vec<_> = vector.iter().map(alone).collect();
            assert_eq!(of_vector, scalar, "lane {lane} of {x:?}, {y:?}, {l:?}, {m:?}, {n:?}");
        }
    }
}

#[test]
fn lanes_are_independent_on_a_prime_with_free_bits() {
    check::<Snark1, { nlimbs(254) }>();
}

#[test]
fn lanes_are_independent_on_a_prime_without_free_bits() {
    check::<BnP256, { nlimbs(256) }>();
}

/// Roots of squares up to their sign, and nothing for other elements.
fn check_roots<P: Fp2Params<N>, const N: usize>(x: &[Fp2<P, N>; LANES]) {
    let (root, squares) = FieldLanes::sqrt(&Fp2X8::from_array(x));
    let root = root.to_array();
    for lane in 0..LANES {
        let expected: Option<Fp2<P, N>> = x[lane].sqrt().into();
        assert_eq!(squares.bits() >> lane & 1 == 1, expected.is_some(), "{:?}", x[lane]);
        if let Some(expected) = expected {
            assert!(root[lane] == expected || root[lane] == -expected, "{:?}", x[lane]);
        }
    }
}

/// What generic code does with lanes.
fn check_field_lanes<P: Fp2Params<N>, const N: usize>(
    x: &[Fp2<P, N>; LANES],
    y: &[Fp2<P, N>; LANES],
) {
    let both = |f: fn(Fp2<P, N>, Fp2<P, N>) -> Fp2<P, N>| {
        let all: [_; LANES] = core::array::from_fn(|lane| f(x[lane], y[lane]));
        all
    };
    let gather = <Fp2X8<P, N> as FieldLanes>::gather;
    let (a, b) = (Fp2X8::from_array(x), Fp2X8::from_array(y));
    assert_eq!((gather(x.each_ref()) - gather(y.each_ref())).scatter(), both(|x, y| x - y));
    let sixteen = FieldLanes::splat(&Fp2::new(Fp::from(16), Fp::ZERO));
    assert_eq!((gather(x.each_ref()) * sixteen).to_array(), *x);
    assert_eq!(FieldLanes::triple(&a).to_array(), both(|x, _| x.triple()));
    for (k, found) in
        [(0, a.small_multiple(0)), (27, a.small_multiple(27)), (77, a.small_multiple(77))]
    {
        assert_eq!(found.to_array(), both(|x, _| x).map(|x| x.mul_by_base(&Fp::from_u64(k))));
    }
    assert_eq!(FieldLanes::square(&a).to_array(), both(|x, _| x.square()));
    let sum = <Fp2X8<P, N> as FieldLanes>::sum_of_products([&a, &b], [&b, &b]);
    assert_eq!(sum.to_array(), both(|x, y| x * y + y.square()));
    check_roots(x);
    check_roots(&both(|x, y| (x + y).square()));
    // Real and imaginary squares of both kinds, whose roots are special cases.
    check_roots(&core::array::from_fn(|lane| Fp2::new(x[lane].c0, Fp::ZERO)));
    check_roots(&core::array::from_fn(|lane| Fp2::new(Fp::ZERO, x[lane].c1)));
    let (mut zeros, mut selected) = (0, *x);
    for lane in 0..LANES {
        zeros |= u8::from(bool::from(x[lane].is_zero())) << lane;
        if lane % 3 == 1 {
            selected[lane] = y[lane];
        }
    }
    assert_eq!(FieldLanes::zeros(&a).bits(), zeros);
    let zero_or_p = a + -a;
    assert_eq!(FieldLanes::zeros(&zero_or_p), !LaneMask::NONE);
    let masks = [0b0110_0100, 0b1001_0010].map(LaneMask::from_bits);
    let found = <Fp2X8<P, N> as FieldLanes>::lookup([&a, &b], masks).to_array();
    let nothing = Fp2::ZERO;
    let expected = [&nothing, &y[1], &x[2], &nothing, &y[4], &x[5], &x[6], &y[7]];
    assert_eq!(found.each_ref(), expected);
    let mask = LaneMask::from_bits(0b1001_0010);
    assert_eq!(<Fp2X8<P, N> as FieldLanes>::select(mask, &b, &a).to_array(), selected);
}

/// The vector engine, on the backend in use, against single elements.
fn check_engine<P: Fp2Params<N>, const N: usize>(rounds: usize) {
    assert!(Fp2X8::<P, N>::IS_SUPPORTED);
    let p = ring::<P, N>().p;
    let mut sampler = Sampler::new(&p, Word::BITS as usize * N, 1);
    for round in 0..rounds {
        let mut lanes = || {
            let mut lanes: [Fp2<P, N>; LANES] = core::array::from_fn(|_| fp2(&sampler.fp2()));
            if round % 4 == 1 {
                lanes[sampler.rng.below(LANES)] = Fp2::ZERO;
                lanes[sampler.rng.below(LANES)] = Fp2::ONE;
            }
            lanes
        };
        check_field_lanes(&lanes(), &lanes());
        let [x, y] = [(); 2].map(|()| [(); 6].map(|()| lanes()));
        let line = [lanes(), lanes(), lanes()];
        let [a, b] = [&x, &y].map(|x| Fp12::from_coefficients(x.map(|c| Fp2X8::from_array(&c))));
        let [l, m, n] = line.map(|c| Fp2X8::from_array(&c));
        let vector = every_formula(&a, &b, [&l, &m, &n]);
        let vector: Vec<_> =
            vector.iter().map(|value| value.coefficients().map(Fp2X8::to_array)).collect();
        for lane in 0..LANES {
            let [a, b] = [&x, &y].map(|x| Fp12::from_coefficients(x.map(|c| c[lane])));
            let [l, m, n] = line.each_ref().map(|c| &c[lane]);
            let expected = every_formula(&a, &b, [l, m, n]);
            for (i, (found, expected)) in vector.iter().zip(&expected).enumerate() {
                let found = Fp12::from_coefficients(found.map(|c| c[lane]));
                assert_eq!(found, *expected, "formula {i}, lane {lane} of {x:?}, {y:?}, {line:?}");
            }
        }
    }
}

#[test]
fn the_vector_engine_gives_what_single_elements_give() {
    common::backends::with_each_backend(|| {
        check_engine::<Snark1, { nlimbs(254) }>(25);
        check_engine::<Bn254, { nlimbs(254) }>(25);
    });
}

#[test]
fn towers_without_room_are_not_supported() {
    let supported = [
        Fp2X8::<Snark1, { nlimbs(254) }>::IS_SUPPORTED,
        Fp2X8::<Bn254, { nlimbs(254) }>::IS_SUPPORTED,
        Fp2X8::<BnP256, { nlimbs(256) }>::IS_SUPPORTED,
    ];
    assert_eq!(supported, [true, true, false]);
}

#[test]
fn constants_fill_every_lane() {
    type L = Lanes<Snark1, { nlimbs(254) }>;
    assert_eq!(L::splat(&Fp2::XI).0, [Fp2::XI; LANES]);
    let scales: [Fp<Snark1, { nlimbs(254) }>; LANES] =
        core::array::from_fn(|lane| Fp::from_u64(lane as u64));
    let scaled = L::splat(&Fp2::XI).mul_by_base(&scales);
    for lane in 0..LANES {
        assert_eq!(scaled.0[lane], Fp2::XI.mul_by_base(&scales[lane]));
        assert_eq!(L::gamma(1, 5).0[lane], Fp2::frobenius_coefficient(1, 5));
    }
}
