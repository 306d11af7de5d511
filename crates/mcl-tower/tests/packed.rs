//! One element of Fp12 in lanes: every operation is that of the element alone.

// The Frobenius constants of the larger towers take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use common::backends::with_each_backend;
use common::convert::{fp2, fp12, ring};
use common::inputs::Sampler;
use common::towers::{Bn254, Snark1};
use mcl_fp::lanes::Element;
use mcl_fp::{Fp, FpX8, PrimeParams, nlimbs};
use mcl_tower::{Fp2, Fp2Arith, Fp2Params, Fp2X8, Fp6, Fp12, Fp12Arith, PackedFp12, PackedLine};

const ROUNDS: usize = 40;

/// Elements with coefficients at the ends of their interval, then random ones.
fn elements<P: Fp2Params<N>, const N: usize>(count: usize) -> Vec<Fp12<Fp2<P, N>>> {
    let mut sampler = Sampler::new(&ring::<P, N>().p, 256, 12);
    let top = -Fp::<P, N>::ONE;
    let [zero, one] = [Fp::ZERO, Fp::ONE];
    let ends = [(zero, zero), (top, top), (zero, top), (top, zero), (one, top)];
    let mut out: Vec<_> =
        ends.map(|(re, im)| Fp12::from_coefficients([Fp2::new(re, im); 6])).into();
    out.push(Fp12::ONE);
    while out.len() < count {
        out.push(fp12(&sampler.fp12()));
    }
    out
}

fn line<P: Fp2Params<N>, const N: usize>(coefficients: &[Fp2<P, N>; 3]) -> PackedLine {
    let [a, b, c] = coefficients;
    let parts = [a.c0, b.c0, c.c0, Fp::ZERO, a.c1, b.c1, c.c1, Fp::ZERO];
    PackedLine(*FpX8::from_array(&parts).limbs())
}

fn check<P: Fp2Params<N>, const N: usize>() {
    let elements = elements::<P, N>(ROUNDS);
    let mut sampler = Sampler::new(&ring::<P, N>().p, 256, 13);
    for (i, x) in elements.iter().enumerate() {
        let packed = PackedFp12::pack(x);
        assert_eq!(packed.unpack(), *x);
        assert_eq!(packed.square().unpack(), x.square());
        assert_eq!(packed.conjugate().unpack(), x.conjugate());
        assert_eq!(packed.cyclotomic_square().unpack(), x.cyclotomic_square());
        assert_eq!(packed.invert_or_zero().unpack(), x.invert_or_zero());
        for power in 0..13 {
            assert_eq!(packed.frobenius_map(power).unpack(), x.frobenius_map(power));
        }
        let y = &elements[(7 * i + 3) % ROUNDS];
        assert_eq!(packed.product(&PackedFp12::pack(y)).unpack(), *x * y);
        let top = Fp2::new(-Fp::ONE, -Fp::ONE);
        let l = if i < 5 { [top; 3] } else { [(); 3].map(|()| fp2(&sampler.fp2())) };
        let [a, b, c] = &l;
        assert_eq!(packed.mul_by_013(&line(&l)).unpack(), x.mul_by_013(a, b, c));
        assert_eq!(packed.mul_by_320(&line(&l)).unpack(), x.mul_by_023(c, b, a));
        // Reduced values that are not canonical: results of results.
        let (mut f, mut packed) = (*x, packed);
        for _ in 0..8 {
            (f, packed) = (
                f.cyclotomic_square() * y,
                packed.cyclotomic_square().product(&PackedFp12::pack(y)),
            );
            (f, packed) = (f.square(), packed.square());
        }
        assert_eq!(packed.unpack(), f);
    }
    assert_eq!(PackedFp12::<P, N>::ONE.unpack(), Fp12::ONE);
}

/// Limbs at the ends of the interval of reduced values: in each lane 0, p, 2p - 1 or the largest limbs
/// below 2p, by a pattern.
fn at_bounds<P: PrimeParams<N>, const N: usize>(pattern: usize) -> Element {
    let m = FpX8::<P, N>::MODULUS;
    let mut largest = m.bound;
    largest[4] -= 1;
    largest[..4].fill((1 << 52) - 1);
    let mut last = m.bound;
    last[0] -= 1;
    let ends = [[0; 5], m.p, last, largest];
    let mut out = Element::ZERO;
    for lane in 0..8 {
        let value = ends[match pattern {
            0..4 => pattern,
            _ => (lane * (pattern - 3) + pattern) % 4,
        }];
        for (limb, value) in out.0.iter_mut().zip(value) {
            limb[lane] = value;
        }
    }
    out
}

/// One element in lanes, of unreduced coefficients.
fn check_at_bounds<P: Fp2Params<N>, const N: usize>() {
    let bounds = |k: usize| at_bounds::<P, N>(k % 9);
    for i in 0..81 {
        let packed = PackedFp12::<P, N>::from_limbs_unchecked([bounds(i), bounds(i / 9)]);
        let other = PackedFp12::<P, N>::from_limbs_unchecked([bounds(i / 9 + 1), bounds(i)]);
        let (x, y) = (packed.unpack(), other.unpack());
        assert_eq!(packed.product(&other).unpack(), x * y);
        assert_eq!(packed.square().unpack(), x.square());
        assert_eq!(packed.cyclotomic_square().unpack(), x.cyclotomic_square());
        assert_eq!(packed.cyclotomic_square_n(3).unpack(), x.cyclotomic_square_n(3));
        assert_eq!(packed.conjugate().unpack(), x.conjugate());
        for power in 1..4 {
            assert_eq!(packed.frobenius_map(power).unpack(), x.frobenius_map(power));
        }
        let lanes = FpX8::<P, N>::from_limbs_unchecked(bounds(i + 2));
        let values = lanes.to_array();
        let [a, b, c] = [0, 1, 2].map(|k| Fp2::new(values[k], values[k + 4]));
        let line = PackedLine(*lanes.limbs());
        assert_eq!(packed.mul_by_013(&line).unpack(), x.mul_by_013(&a, &b, &c));
        assert_eq!(packed.mul_by_320(&line).unpack(), x.mul_by_023(&c, &b, &a));
    }
}

/// Eight elements of Fp12 in lanes, of unreduced coefficients.
fn check_eight_at_bounds<P: Fp2Params<N>, const N: usize>() {
    let element = |i: usize, k: usize| {
        let parts = [at_bounds::<P, N>((i + k) % 9), at_bounds::<P, N>((i / 9 + 2 * k) % 9)];
        Fp2X8::<P, N>::from_limbs_unchecked(parts)
    };
    let split = |x: &Fp12<Fp2X8<P, N>>| {
        let coefficients = x.coefficients().map(Fp2X8::to_array);
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|lane| Fp12::from_coefficients(coefficients.each_ref().map(|lanes| lanes[lane])))
    };
    for i in 0..81 {
        let x = Fp12::from_coefficients([0, 1, 2, 3, 4, 5].map(|k| element(i, k)));
        let y = Fp12::from_coefficients([5, 7, 1, 0, 8, 4].map(|k| element(i, k)));
        let l = [element(i, 6), element(i, 3), element(i, 8)];
        let (product, square, cyclotomic) = (x * y, x.square(), x.cyclotomic_square());
        let sparse = x.mul_by_013(&l[0], &l[1], &l[2]);
        let results = [product, square, cyclotomic, sparse].each_ref().map(split);
        let lines = l.each_ref().map(Fp2X8::to_array);
        let packed = PackedFp12::<P, N>::from_limbs_unchecked([
            at_bounds::<P, N>(i % 9),
            at_bounds::<P, N>(i / 9),
        ]);
        let line = [&l[0], &l[1], &l[2]];
        for count in [0, 1, 5, 8] {
            let (mut f, mut g) = (packed.unpack(), packed.unpack());
            for lane in 0..count {
                let [a, b, c] = [lines[0][lane], lines[1][lane], lines[2][lane]];
                f = f.mul_by_013(&a, &b, &c);
                g = g.mul_by_023(&a, &b, &c);
            }
            assert_eq!(packed.mul_by_lanes_013(line, count).unpack(), f);
            assert_eq!(packed.mul_by_lanes_023(line, count).unpack(), g);
        }
        let sums = Fp2X8::tangent_sums(&l[0], &l[1], &l[2], &x.c0.c0, &x.c1.c2);
        let six = Fp6::new(sums.plus, sums.minus, sums.minus_two_e);
        let other_six = Fp6::new(sums.six_e, sums.eight_yz, sums.three_j);
        let sums_of_lanes = split(&Fp12::new(six, other_six));
        for (lane, (x, y)) in split(&x).into_iter().zip(split(&y)).enumerate() {
            assert_eq!(results[0][lane], x * y);
            assert_eq!(results[1][lane], x.square());
            assert_eq!(results[2][lane], x.cyclotomic_square());
            let [a, b, c] = [lines[0][lane], lines[1][lane], lines[2][lane]];
            assert_eq!(results[3][lane], x.mul_by_013(&a, &b, &c));
            let sums = Fp2::tangent_sums(&a, &b, &c, &x.c0.c0, &x.c1.c2);
            let six = Fp6::new(sums.plus, sums.minus, sums.minus_two_e);
            let other_six = Fp6::new(sums.six_e, sums.eight_yz, sums.three_j);
            assert_eq!(sums_of_lanes[lane], Fp12::new(six, other_six));
        }
    }
}

#[test]
fn kernels_are_right_at_the_ends_of_their_intervals() {
    with_each_backend(|| {
        check_at_bounds::<Bn254, { nlimbs(256) }>();
        check_at_bounds::<Snark1, { nlimbs(256) }>();
        check_eight_at_bounds::<Bn254, { nlimbs(256) }>();
        check_eight_at_bounds::<Snark1, { nlimbs(256) }>();
    });
}

#[test]
fn packed_elements_are_elements() {
    with_each_backend(|| {
        check::<Bn254, { nlimbs(256) }>();
        check::<Snark1, { nlimbs(256) }>();
    });
}
