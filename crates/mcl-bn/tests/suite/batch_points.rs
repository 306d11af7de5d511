//! Many points at once give what single ones give: on the path that this process takes, and in lanes
//! on any processor.

use ff::Field;
use mcl_bn::{BnParams, G2Affine, G2Curve, LengthMismatch, g2_tests_in_lanes};
use mcl_ec::{Affine, Projective, mul_by_words_vartime};
use mcl_fp::{Backend, force_backend};
use num_bigint::BigUint;
use subtle::Choice;

use crate::common::{Fp, Fp2, Fr, modulus, rng};

for_254_bit_curves!(membership_of_batches);

/// Runs a test with each backend that this machine has; other tests may run meanwhile, for they get the
/// same values.
fn on_every_backend(test: impl Fn()) {
    for backend in Backend::ALL {
        if force_backend(Some(backend)).is_ok() {
            test();
        } else {
            eprintln!("note: no {} backend here, its kernels are not tested", backend.name());
        }
    }
    assert_eq!(force_backend(None), Ok(()));
}

/// Points of the twist of every kind: members, the identity, random points, points of the order of the
/// cofactor and of its smallest prime factor.
fn twist_points<C: BnParams<N>, const N: usize>(count: usize) -> Vec<G2Affine<C, N>> {
    let mut rng = rng(11);
    let r = modulus::<Fr<C, N>>();
    let cofactor = 2u8 * modulus::<Fp<C, N>>() - &r;
    let factor = (3u32..20_000).map(BigUint::from).find(|q| &cofactor % q == BigUint::ZERO);
    let small = factor.map(|q| &r * (&cofactor / q));
    let point = |i: usize| -> Affine<G2Curve<C, N>> {
        let outside = loop {
            let x = Fp2::<C, N>::random(&mut rng);
            if let Some(point) = Affine::from_x(x, Choice::from(i as u8 & 1)) {
                break point.to_projective();
            }
        };
        let times =
            |k: &BigUint| -> Projective<_> { mul_by_words_vartime(&outside, &k.to_u64_digits()) };
        match i % 7 {
            0 | 5 => times(&cofactor).to_affine(),
            1 => outside.to_affine(),
            2 => Affine::identity(),
            3 => times(&r).to_affine(),
            4 => times(small.as_ref().unwrap_or(&r)).to_affine(),
            _ => Affine::generator(),
        }
    };
    let point = (0..count).map(point).collect::<Vec<_>>().into_iter();
    point
        .map(|point| {
            point.xy().map_or(G2Affine::identity(), |(x, y)| G2Affine::from_xy_unchecked(x, y))
        })
        .collect()
}

fn membership_of_batches<C: BnParams<N>, const N: usize>() {
    let points = twist_points::<C, N>(19);
    let expected: Vec<bool> = points.iter().map(|point| point.is_torsion_free().into()).collect();
    assert_eq!(expected[..7], [true, false, true, false, false, true, true]);
    on_every_backend(|| {
        for count in [0, 1, 2, 3, 7, 8, 9, 19] {
            assert_eq!(G2Affine::is_torsion_free_batch(&points[..count]), expected[..count]);
        }
        for (points, expected) in points.chunks(8).zip(expected.chunks(8)) {
            let found = g2_tests_in_lanes(points);
            assert_eq!(found[..points.len()], *expected);
            // Lanes without a point have the identity.
            assert!(found[points.len()..].iter().all(|&verdict| verdict));
        }
        // Each kind in each lane, beside each other kind.
        for shift in 0..8 {
            let found = g2_tests_in_lanes(&points[shift..shift + 8]);
            assert_eq!(found, expected[shift..shift + 8]);
        }
    });
    let mut out = vec![false; 9];
    assert_eq!(G2Affine::is_torsion_free_batch_in(&points[..9], &mut out), Ok(()));
    assert_eq!(out, expected[..9]);
    let mut untouched = vec![true; 8];
    assert_eq!(
        G2Affine::is_torsion_free_batch_in(&points[1..10], &mut untouched),
        Err(LengthMismatch { expected: 9, found: 8 })
    );
    assert_eq!(untouched, vec![true; 8]);
}
