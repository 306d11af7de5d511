//! Many pairings at once give what single ones give: on the path that this process takes, and in
//! lanes on any processor.

use ff::Field;
use group::Group;
use mcl_bn::{
    BnParams, G1Affine, G2Affine, Gt, LengthMismatch, checks_in_lanes, final_exponentiation,
    miller_loop_in_lanes, multi_pairing, pairing, pairing_batch, pairing_batch_in, pairing_check,
    pairing_check_batch, pairing_packed, pairing_scalar, pairings_in_lanes, powers_packed,
};
use mcl_fp::{Backend, force_backend};
use rand::RngExt;

use crate::common::{Fr, rng};

type Pair<C, const N: usize> = (G1Affine<C, N>, G2Affine<C, N>);

for_254_bit_curves!(
    pairings_of_batches,
    products_of_batches,
    checks_of_batches,
    powers_in_lanes,
    single_pairings_in_lanes,
    powers_of_gt_in_lanes,
    five_thousand_pairings,
);

/// Pairs of which those at some places have the identity on one side or both.
fn pairs<C: BnParams<N>, const N: usize>(count: usize) -> Vec<Pair<C, N>> {
    let mut rng = rng(3);
    let mut pairs: Vec<Pair<C, N>> = (0..count)
        .map(|_| {
            (
                (mcl_bn::G1::generator() * Fr::<C, N>::from(rng.random::<u64>())).into(),
                (mcl_bn::G2::generator() * Fr::<C, N>::from(rng.random::<u64>())).into(),
            )
        })
        .collect();
    for (i, (p, q)) in pairs.iter_mut().enumerate() {
        if i % 5 == 2 {
            *p = G1Affine::identity();
        }
        if i % 7 == 2 || i == 4 {
            *q = G2Affine::identity();
        }
    }
    // Generators and their inverses as well.
    if let Some(pair) = pairs.get_mut(1) {
        *pair = (-G1Affine::generator(), G2Affine::generator());
    }
    pairs
}

fn singly<C: BnParams<N>, const N: usize>(pairs: &[Pair<C, N>]) -> Vec<Gt<C, N>> {
    pairs.iter().map(|(p, q)| pairing_scalar(p, q)).collect()
}

/// Runs `test` as this process would run, and says where the registers are missing.
fn in_lanes(test: impl Fn()) {
    if !Backend::Ifma.is_available() {
        eprintln!("note: no AVX-512 IFMA here, lanes are tested on their twin only");
    }
    test();
}

fn pairings_of_batches<C: BnParams<N>, const N: usize>() {
    let pairs = pairs::<C, N>(19);
    let expected = singly(&pairs);
    assert_eq!(expected[2], Gt::identity());
    assert_ne!(expected[1], Gt::identity());
    for count in [0, 1, 2, 7, 8, 9, 19] {
        assert_eq!(pairing_batch(&pairs[..count]), expected[..count], "{count} pairs");
    }
    let mut out = vec![Gt::generator(); 9];
    assert_eq!(pairing_batch_in(&pairs[..9], &mut out), Ok(()));
    assert_eq!(out, expected[..9]);
    let mut untouched = vec![Gt::generator(); 8];
    assert_eq!(
        pairing_batch_in(&pairs[..9], &mut untouched),
        Err(LengthMismatch { expected: 9, found: 8 })
    );
    assert_eq!(untouched, vec![Gt::generator(); 8]);
    in_lanes(|| {
        for (pairs, expected) in pairs.chunks(8).zip(expected.chunks(8)) {
            let found = pairings_in_lanes(pairs);
            assert_eq!(found[..pairs.len()], *expected);
            // Lanes without a pair.
            assert!(found[pairs.len()..].iter().all(|value| *value == Gt::identity()));
        }
        let identities = [(G1Affine::<C, N>::identity(), G2Affine::identity()); 8];
        assert_eq!(pairings_in_lanes(&identities), [Gt::identity(); 8]);
    });
}

fn products_of_batches<C: BnParams<N>, const N: usize>() {
    let pairs = pairs::<C, N>(19);
    let expected = singly(&pairs);
    in_lanes(|| {
        for count in 0..=19 {
            let product: Gt<C, N> = expected[..count].iter().sum();
            let miller = miller_loop_in_lanes(&pairs[..count]).unpack();
            let value = final_exponentiation::<C, _, N>(&miller);
            assert_eq!(value, *product.as_fp12(), "{count} pairs");
            assert_eq!(multi_pairing(&pairs[..count]), product, "{count} pairs");
        }
    });
}

fn checks_of_batches<C: BnParams<N>, const N: usize>() {
    let pairs = pairs::<C, N>(12);
    // Products that are the identity: a pair and its inverse; of several lengths, with identities.
    let cancelling = |indices: &[usize]| -> Vec<Pair<C, N>> {
        indices.iter().flat_map(|&i| [pairs[i], (-pairs[i].0, pairs[i].1)]).collect()
    };
    let mut wrong = cancelling(&[0, 1]);
    wrong[3].0 = -wrong[3].0;
    let products = [
        cancelling(&[0]),
        pairs[..1].to_vec(),
        vec![],
        cancelling(&[2, 3, 5]),
        wrong,
        vec![pairs[2], pairs[4]],
        pairs[..3].to_vec(),
        cancelling(&[9, 4]),
        cancelling(&[10]),
    ];
    let products: Vec<&[Pair<C, N>]> = products.iter().map(Vec::as_slice).collect();
    let expected = [true, false, true, true, false, true, false, true, true];
    for (terms, expected) in products.iter().zip(expected) {
        assert_eq!(pairing_check(terms), expected);
    }
    assert_eq!(pairing_check_batch(&products), expected);
    in_lanes(|| {
        assert_eq!(checks_in_lanes(&products[..8]), expected[..8]);
        // Lanes without a product have the empty one.
        assert_eq!(
            checks_in_lanes(&products[4..5]),
            [false, true, true, true, true, true, true, true]
        );
        assert_eq!(checks_in_lanes::<C, N>(&[]), [true; 8]);
    });
}

/// The final exponentiation in lanes, of values that are not Miller values.
fn powers_in_lanes<C: BnParams<N>, const N: usize>() {
    let p = G1Affine::<C, N>::generator();
    let pairs: Vec<Pair<C, N>> =
        (1..=8_u64).map(|k| (p, (mcl_bn::G2::generator() * Fr::<C, N>::from(k)).into())).collect();
    let first = pairing(&p, &G2Affine::generator());
    let found = pairings_in_lanes(&pairs);
    for (k, value) in (1_u64..).zip(found) {
        assert_eq!(value, first * Fr::<C, N>::from(k));
    }
}

/// The twin and the registers, each chosen for the process; other tests may run meanwhile, for they get
/// the same values.
#[test]
fn every_backend_gives_the_same_batch() {
    crate::common::backend::choose();
    let pairs = pairs::<mcl_bn::snark1::Params, { mcl_fp::nlimbs(254) }>(8);
    let expected = singly(&pairs);
    for backend in Backend::ALL {
        if force_backend(Some(backend)).is_ok() {
            assert_eq!(pairing_batch(&pairs), expected, "{}", backend.name());
            assert_eq!(pairings_in_lanes(&pairs).to_vec(), expected, "{}", backend.name());
        } else {
            eprintln!("note: no {} backend here, its kernels are not tested", backend.name());
        }
    }
    crate::common::backend::restore();
}

/// One pairing with its coefficients in lanes.
fn single_pairings_in_lanes<C: BnParams<N>, const N: usize>() {
    let pairs = pairs::<C, N>(8);
    in_lanes(|| {
        for ((p, q), expected) in pairs.iter().zip(singly(&pairs)) {
            assert_eq!(pairing_packed(p, q), expected);
            assert_eq!(pairing(p, q), expected);
        }
    });
}

/// Powers in Gt with the coefficients of the base in lanes.
fn powers_of_gt_in_lanes<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(5);
    let base = Gt::<C, N>::generator();
    let minus_one = -Fr::<C, N>::ONE;
    let exponents = [Fr::<C, N>::ZERO, Fr::<C, N>::ONE, minus_one, Fr::<C, N>::from(16)];
    let random = [(); 4].map(|()| Fr::<C, N>::random(&mut rng));
    in_lanes(|| {
        for k in exponents.into_iter().chain(random) {
            // Square and multiply.
            let mut expected = Gt::identity();
            for byte in k.to_repr().as_ref().iter().rev() {
                for bit in (0..8).rev() {
                    expected = expected.double();
                    if byte >> bit & 1 == 1 {
                        expected += base;
                    }
                }
            }
            for power in powers_packed(&base, &k) {
                assert_eq!(power, expected);
            }
        }
    });
}

/// Many pairings on the registers, singly and eight at a time.
fn five_thousand_pairings<C: BnParams<N>, const N: usize>() {
    if !mcl_fp::vector_engine() {
        eprintln!("note: no vector engine in use, five thousand pairings are left out");
        return;
    }
    let mut rng = rng(7);
    let mut p = mcl_bn::G1::<C, N>::random(&mut rng);
    let mut q = mcl_bn::G2::<C, N>::random(&mut rng);
    let (p_step, q_step) = (p.double(), q.double());
    for _ in 0..5000 / 8 {
        let pairs: Vec<Pair<C, N>> = (0..8)
            .map(|_| {
                p += p_step;
                q += q_step;
                (p.into(), q.into())
            })
            .collect();
        let expected = singly(&pairs);
        assert_eq!(pairings_in_lanes(&pairs).to_vec(), expected);
        for ((p, q), expected) in pairs.iter().zip(expected) {
            assert_eq!(pairing_packed(p, q), expected);
        }
    }
}
