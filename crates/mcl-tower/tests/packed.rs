//! One element of Fp12 in lanes: every operation is that of the element alone.

// The Frobenius constants of the larger towers take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use common::convert::{fp2, fp12, ring};
use common::inputs::Sampler;
use common::towers::{Bn254, Snark1};
use mcl_fp::{Fp, FpX8, nlimbs};
use mcl_tower::{Fp2, Fp2Params, Fp12, Fp12Arith, PackedFp12, PackedLine};

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

#[test]
fn packed_elements_are_elements() {
    check::<Bn254, { nlimbs(256) }>();
    check::<Snark1, { nlimbs(256) }>();
}
