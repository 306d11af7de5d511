//! Eight lanes against single elements: on the twin, and on the registers where this machine has
//! them.

// Values are subtracted from themselves.
#![allow(clippy::eq_op)]

mod common;

use std::array;

use common::backends::Choice;
use common::inputs::SplitMix64;
use common::kernels::Words;
use common::primes::{Bn254P, BnP256, Snark1P, Snark1R};
use ff::Field;
use mcl_fp::{
    Backend, ComplexX8, FieldLanes, Fp, FpX8, LaneMask, Link, PrimeParams, VECTOR_LANES,
    force_backend, nlimbs, vector_engine,
};

type Eight<P, const N: usize> = [Fp<P, N>; VECTOR_LANES];

/// Runs `test` on each kind of vector, and says if the registers are missing.
fn on_each_vector(test: impl Fn()) {
    let _choice = Choice::lock();
    for backend in [Backend::Portable, Backend::Ifma] {
        if force_backend(Some(backend)).is_ok() {
            assert_eq!(vector_engine(), backend == Backend::Ifma);
            test();
        } else {
            eprintln!("note: no AVX-512 IFMA here, its kernels are tested on their twin only");
        }
    }
}

/// Elements with extreme values and Montgomery forms, and a way to draw eight of them.
struct Pool<P, const N: usize> {
    elements: Vec<Fp<P, N>>,
    rng: SplitMix64,
}

impl<P: PrimeParams<N>, const N: usize> Pool<P, N> {
    fn new() -> Self {
        assert!(FpX8::<P, N>::IS_SUPPORTED);
        let field = Words::<P, N>::new();
        let mut rng = SplitMix64(8);
        let mut elements: Vec<_> = field.special().iter().map(|x| field.element(x)).collect();
        // The same patterns in the form of the vectors, which is 16 times that of the words.
        let sixteenth = Fp::const_invert_small(16);
        elements.extend(elements.clone().iter().map(|x| *x * sixteenth));
        elements.extend((0..2000).map(|_| field.element(&field.skewed(&mut rng))));
        Self { elements, rng }
    }

    fn eight(&mut self) -> Eight<P, N> {
        array::from_fn(|_| self.elements[self.rng.below(self.elements.len())])
    }
}

fn map2<P: PrimeParams<N>, const N: usize>(
    x: &Eight<P, N>,
    y: &Eight<P, N>,
    operation: impl Fn(Fp<P, N>, Fp<P, N>) -> Fp<P, N>,
) -> Eight<P, N> {
    array::from_fn(|lane| operation(x[lane], y[lane]))
}

/// Products of chains, so that the operands are results as well.
fn check_products<P: PrimeParams<N>, const N: usize>(vectors: usize) {
    let mut pool = Pool::<P, N>::new();
    let mut running = FpX8::<P, N>::ONE;
    let mut expected = [Fp::ONE; VECTOR_LANES];
    for _ in 0..vectors / 2 {
        let (x, y) = (pool.eight(), pool.eight());
        let product = FpX8::from_array(&x) * FpX8::from_array(&y);
        let scalar = map2(&x, &y, |x, y| x * y);
        assert_eq!(product.to_array(), scalar, "{x:?} * {y:?}");
        running = running * product + FpX8::from_array(&x);
        expected = map2(&map2(&expected, &scalar, |e, s| e * s), &x, |e, x| e + x);
        assert_eq!(running.to_array(), expected, "{x:?}, {y:?}");
    }
}

fn check_operations<P: PrimeParams<N>, const N: usize>() {
    let mut pool = Pool::<P, N>::new();
    for _ in 0..1000 {
        let (mut x, y) = (pool.eight(), pool.eight());
        x[pool.rng.below(VECTOR_LANES)] = Fp::ZERO;
        let (a, b) = (FpX8::from_array(&x), FpX8::from_array(&y));
        assert_eq!(a.to_array(), x);
        assert_eq!((a + b).to_array(), map2(&x, &y, |x, y| x + y));
        assert_eq!((a - b).to_array(), map2(&x, &y, |x, y| x - y));
        assert_eq!((-a).to_array(), x.map(|x| -x));
        assert_eq!((a - a).to_array(), [Fp::ZERO; VECTOR_LANES]);
        assert_eq!(a.double().to_array(), x.map(|x| x.double()));
        for k in [0, 3, 31, 32, 1001] {
            assert_eq!(a.small_multiple(k).to_array(), x.map(|x| x * Fp::from_u64(k)));
        }
        assert_eq!(a.square().to_array(), x.map(|x| x.square()));
        assert_eq!(a.halve().double().to_array(), x);
        assert_eq!(FpX8::splat(&x[3]).to_array(), [x[3]; VECTOR_LANES]);
        assert_eq!((a * b).to_array(), FpX8::sum_of_products([&a], [&b]).to_array());
        assert_eq!(
            FpX8::sum_of_products([&a, &b, &a], [&b, &b, &a]).to_array(),
            map2(&x, &y, |x, y| x * y + y.square() + x.square())
        );
        // A sixteenth in lanes, from any place.
        let gathered = FpX8::gather(array::from_fn(|lane| &x[7 - lane]));
        let sixteen = FpX8::splat(&Fp::from(16));
        assert_eq!((gathered * sixteen).to_array(), array::from_fn(|lane| x[7 - lane]));
        assert_eq!(FpX8::gather(x.each_ref()).scatter(), x);
        assert_eq!(
            (FpX8::gather(x.each_ref()) - FpX8::gather(y.each_ref())).scatter(),
            map2(&x, &y, |x, y| x - y)
        );
        let zeros = (0..VECTOR_LANES).filter(|lane| bool::from(x[*lane].is_zero()));
        let zeros = zeros.fold(0, |mask, lane| mask | 1 << lane);
        assert_eq!(a.zeros().bits(), zeros);
        assert_eq!((a - a).zeros(), !LaneMask::NONE);
        let mask = LaneMask::from_bits(pool.rng.below(256) as u8);
        let selected = FpX8::select(mask, &a, &b).to_array();
        for lane in 0..VECTOR_LANES {
            assert_eq!(
                selected[lane],
                if mask.bits() >> lane & 1 == 1 { x[lane] } else { y[lane] }
            );
        }
        let zero_or_p = a - a;
        for zero in [FpX8::ZERO, zero_or_p] {
            assert_eq!(zero.select_by_zero(&a, &b).to_array(), x);
        }
        let selected = a.select_by_zero(&b, &a).to_array();
        for lane in 0..VECTOR_LANES {
            assert_eq!(
                selected[lane],
                if bool::from(x[lane].is_zero()) { y[lane] } else { x[lane] }
            );
        }
    }
    for _ in 0..20 {
        let (mut x, y) = (pool.eight(), pool.eight());
        x[1] = y[1].square();
        x[6] = Fp::ZERO;
        let (root, squares) = FpX8::from_array(&x).sqrt();
        let root = root.to_array();
        for lane in 0..VECTOR_LANES {
            let expected: Option<_> = x[lane].sqrt().into();
            let found = (squares.bits() >> lane & 1 == 1).then_some(root[lane]);
            assert_eq!(found, expected, "{:?}", x[lane]);
        }
        let powers = FpX8::from_array(&x).sqrt_power().to_array();
        assert_eq!(powers, x.map(|x| x.sqrt_power()));
    }
    let x = pool.eight();
    let inverses = FpX8::from_array(&x).invert_or_zero().to_array();
    assert_eq!(inverses, x.map(|x| x.invert().unwrap_or(Fp::ZERO)));
}

/// Sums of points that lie on no particular curve, by their chords.
fn check_chords<P: PrimeParams<N>, const N: usize>() {
    let mut pool = Pool::<P, N>::new();
    for round in 0..300 {
        let [x1, y1, x2, y2] = array::from_fn(|_| [pool.eight(), pool.eight()]);
        let refs = [&x1, &y1, &x2, &y2].map(|x| x.each_ref().map(<[_; 8]>::each_ref));
        let [rx1, ry1, rx2, ry2] = refs;
        let mut link = Link::NONE;
        // The chain before, as if other links came first.
        let first = [pool.eight(), pool.eight()].map(|x| FpX8::from_array(&x));
        let mut chains = first;
        FpX8::runs(&rx1, &rx2, &mut link);
        FpX8::extend(&mut chains, &mut link);
        for k in 0..2 {
            let runs = map2(&x1[k], &x2[k], |x, y| y - x);
            assert_eq!(link.runs[k].scatter(), runs);
            assert_eq!(link.before[k].to_array(), first[k].to_array());
            assert_eq!(chains[k].to_array(), (first[k] * link.runs[k]).to_array());
            for lane in 0..VECTOR_LANES {
                let is_zero = link.zeros[k].bits() >> lane & 1 == 1;
                assert_eq!(is_zero, x1[k][lane] == x2[k][lane]);
            }
        }
        link.before = [FpX8::ONE; 2];
        // A quarter of the inverse of a sixteenth.
        let four = Fp::from(4);
        let inverse =
            |k: usize| map2(&x1[k], &x2[k], |x, y| four * (y - x).invert().unwrap_or(Fp::ZERO));
        let mut inverses = [FpX8::from_array(&inverse(0)), FpX8::from_array(&inverse(1))];
        let before = inverses;
        let masks =
            array::from_fn(|_| array::from_fn(|_| LaneMask::from_bits(pool.rng.below(256) as u8)));
        let negated = if round % 3 == 0 { [[LaneMask::NONE; 2]; 2] } else { masks };
        let mut sums = [[[Fp::ZERO; 2]; VECTOR_LANES]; 2];
        FpX8::chords(&[rx1, ry1], &[rx2, ry2], negated, &mut inverses, &link, &mut sums);
        for (i, [x3, y3]) in sums.into_iter().flatten().enumerate() {
            let (k, lane) = (i / VECTOR_LANES, i % VECTOR_LANES);
            let (x1, x2) = (x1[k][lane], x2[k][lane]);
            let [y1, y2] = [(y1[k][lane], negated[0][k]), (y2[k][lane], negated[1][k])]
                .map(|(y, mask)| if mask.bits() >> lane & 1 == 1 { -y } else { y });
            // Zero for equal x, as the inverse.
            let slope = (y2 - y1) * (x2 - x1).invert().unwrap_or(Fp::ZERO);
            assert_eq!(x3, slope.square() - x1 - x2);
            assert_eq!(y3, slope * (x1 - x3) - y1);
        }
        for k in 0..2 {
            assert_eq!(inverses[k].to_array(), (before[k] * link.runs[k]).to_array());
        }
    }
}

fn check_complex<P: PrimeParams<N>, const N: usize>() {
    let mut pool = Pool::<P, N>::new();
    for _ in 0..300 {
        let [a, b, c, d] = array::from_fn(|_| pool.eight());
        let (x, y) = (
            ComplexX8::new(&FpX8::from_array(&a), &FpX8::from_array(&b)),
            ComplexX8::new(&FpX8::from_array(&c), &FpX8::from_array(&d)),
        );
        let parts = |x: ComplexX8<P, N>| [x.re().to_array(), x.im().to_array()];
        let each = |operation: &dyn Fn([Fp<P, N>; 4]) -> Fp<P, N>| -> Eight<P, N> {
            array::from_fn(|i| operation([a[i], b[i], c[i], d[i]]))
        };
        assert_eq!(
            parts(ComplexX8::sum_of_products([&x, &x], [&y, &x])),
            [
                each(&|[a, b, c, d]| a * c - b * d + a * a - b * b),
                each(&|[a, b, c, d]| a * d + b * c + a * b + a * b)
            ]
        );
        assert_eq!(
            parts(x.square()),
            [each(&|[a, b, _, _]| a * a - b * b), each(&|[a, b, _, _]| a * b + a * b)]
        );
        assert_eq!(x.norm().to_array(), each(&|[a, b, _, _]| a * a + b * b));
        assert_eq!(parts(x.conjugate()), [a, b.map(|b| -b)]);
        assert_eq!(
            parts(x.thrice_minus_twice(&y)),
            [each(&|[a, _, c, _]| a + a + a - c - c), each(&|[_, b, _, d]| b + b + b - d - d)]
        );
    }
}

/// A million products of lanes in all, on each kind of vector.
#[test]
fn products_are_those_of_single_elements() {
    on_each_vector(|| {
        check_products::<Bn254P, { nlimbs(254) }>(55_000);
        check_products::<Snark1P, { nlimbs(254) }>(55_000);
        check_products::<Snark1R, { nlimbs(254) }>(20_000);
    });
}

#[test]
fn operations_are_those_of_single_elements() {
    on_each_vector(|| {
        check_operations::<Bn254P, { nlimbs(254) }>();
        check_operations::<Snark1P, { nlimbs(254) }>();
        check_operations::<Snark1R, { nlimbs(254) }>();
    });
}

#[test]
fn chords_are_those_of_single_elements() {
    on_each_vector(|| {
        check_chords::<Bn254P, { nlimbs(254) }>();
        check_chords::<Snark1P, { nlimbs(254) }>();
    });
}

#[test]
fn complex_operations_are_those_of_single_elements() {
    on_each_vector(|| {
        check_complex::<Bn254P, { nlimbs(254) }>();
        check_complex::<Snark1P, { nlimbs(254) }>();
    });
}

#[test]
fn primes_without_room_are_not_supported() {
    let supported = [
        FpX8::<Bn254P, { nlimbs(254) }>::IS_SUPPORTED,
        FpX8::<Snark1R, { nlimbs(254) }>::IS_SUPPORTED,
        FpX8::<BnP256, { nlimbs(256) }>::IS_SUPPORTED,
    ];
    assert_eq!(supported, [true, true, false]);
}
