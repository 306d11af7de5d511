//! The contracts of the `group` and `pairing` traits.

use core::fmt::Debug;
use core::hash::Hash;
use std::collections::HashSet;

use ff::Field;
use group::{Curve, CurveAffine, Group};
use mcl_bn::{Bn, BnParams, G1, G1Affine, G2, G2Affine, Gt};
use pairing::{Engine, MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::common::points::Points;
use crate::common::rng;

for_254_bit_groups!(group_laws, windowed_forms, uncompressed_encoding);
for_each_kind_of_curve!(pairing_engine, values_compare_select_and_vanish);

fn group_laws<G: Points>() {
    group::tests::curve_tests::<G::Projective>();
}

fn windowed_forms<G: Points>() {
    group::tests::random_wnaf_tests::<G::Projective>();
}

fn uncompressed_encoding<G: Points>() {
    group::tests::random_uncompressed_encoding_tests::<G::Projective>();
}

fn pairing_engine<C: BnParams<N>, const N: usize>() {
    is_bilinear::<Bn<C, N>>();
    is_not_degenerate::<Bn<C, N>>();
    affine_points_pair_from_either_side::<Bn<C, N>>();
    preparations_agree::<Bn<C, N>>();
    miller_loop_results_multiply::<Bn<C, N>>();
    target_group_is_a_group::<Bn<C, N>>();
}

fn is_bilinear<E: Engine>() {
    let mut rng = rng(1);
    let (p, q) = (E::G1::random(&mut rng), E::G2::random(&mut rng));
    let (p2, q2) = (E::G1::random(&mut rng), E::G2::random(&mut rng));
    let (a, b) = (E::Fr::random(&mut rng), E::Fr::random(&mut rng));
    let e = |p: &E::G1, q: &E::G2| E::pairing(&p.to_affine(), &q.to_affine());

    assert_eq!(e(&(p + p2), &q), e(&p, &q) + e(&p2, &q));
    assert_eq!(e(&p, &(q + q2)), e(&p, &q) + e(&p, &q2));
    assert_eq!(e(&(p * a), &(q * b)), e(&p, &q) * (a * b));
    assert_eq!(e(&(p * a), &(q * b)), e(&(p * b), &(q * a)));
    assert_eq!(e(&-p, &q), -e(&p, &q));
    assert_eq!(e(&p, &-q), -e(&p, &q));
}

fn is_not_degenerate<E: Engine>() {
    let e = E::pairing(&E::G1Affine::generator(), &E::G2Affine::generator());
    assert!(!bool::from(e.is_identity()));
    assert_eq!(e, E::Gt::generator());
    let (o1, o2) = (E::G1Affine::identity(), E::G2Affine::identity());
    assert_eq!(E::pairing(&o1, &E::G2Affine::generator()), E::Gt::identity());
    assert_eq!(E::pairing(&E::G1Affine::generator(), &o2), E::Gt::identity());
    assert_eq!(E::pairing(&o1, &o2), E::Gt::identity());
}

fn affine_points_pair_from_either_side<E: Engine>() {
    let mut rng = rng(2);
    let p = E::G1::random(&mut rng).to_affine();
    let q = E::G2::random(&mut rng).to_affine();
    let e = E::pairing(&p, &q);
    assert_eq!(p.pairing_with(&q), e);
    assert_eq!(q.pairing_with(&p), e);
}

fn preparations_agree<E: MultiMillerLoop>() {
    let mut rng = rng(3);
    let p: Vec<_> = (0..3).map(|_| E::G1::random(&mut rng).to_affine()).collect();
    let mut q: Vec<_> = (0..3).map(|_| E::G2::random(&mut rng).to_affine()).collect();
    q[1] = E::G2Affine::identity();
    let expected: E::Gt = p.iter().zip(&q).map(|(p, q)| E::pairing(p, q)).sum();
    // Every mixture of the two preparations.
    for reusable in 0..8 {
        let prepared: Vec<E::G2Prepared> = q
            .iter()
            .enumerate()
            .map(
                |(i, q)| {
                    if reusable >> i & 1 == 1 { E::prepare_reusable_g2(*q) } else { (*q).into() }
                },
            )
            .collect();
        let terms: Vec<_> = p.iter().zip(&prepared).collect();
        assert_eq!(E::multi_miller_loop(&terms).final_exponentiation(), expected);
        // A prepared point serves again.
        assert_eq!(E::multi_miller_loop(&terms).final_exponentiation(), expected);
    }
}

fn miller_loop_results_multiply<E: MultiMillerLoop>() {
    let mut rng = rng(4);
    let p: Vec<_> = (0..2).map(|_| E::G1::random(&mut rng).to_affine()).collect();
    let q: Vec<E::G2Prepared> =
        (0..2).map(|_| E::G2::random(&mut rng).to_affine().into()).collect();
    let [first, second] = [0, 1].map(|i| E::multi_miller_loop(&[(&p[i], &q[i])]));
    let both = E::multi_miller_loop(&[(&p[0], &q[0]), (&p[1], &q[1])]).final_exponentiation();
    let product = first.final_exponentiation() + second.final_exponentiation();
    assert_eq!(both, product);

    assert_eq!((first + second).final_exponentiation(), product);
    assert_eq!((first + &second).final_exponentiation(), product);
    let mut sum = first;
    sum += second;
    assert_eq!(sum.final_exponentiation(), product);
    let mut sum = first;
    sum += &second;
    assert_eq!(sum.final_exponentiation(), product);

    let one = E::Result::default();
    assert_eq!(one.final_exponentiation(), E::Gt::identity());
    assert_eq!(E::multi_miller_loop(&[]).final_exponentiation(), E::Gt::identity());
    assert_eq!((one + first).final_exponentiation(), first.final_exponentiation());
}

fn target_group_is_a_group<E: Engine>() {
    let mut rng = rng(5);
    let (a, b, c) = (E::Gt::random(&mut rng), E::Gt::random(&mut rng), E::Gt::random(&mut rng));
    assert_eq!((a + b) + c, a + (b + c));
    assert_eq!(a + b, b + a);
    assert_eq!(a + E::Gt::identity(), a);
    assert_eq!(a - a, E::Gt::identity());
    assert_eq!(a + a, a.double());
    assert_eq!([a, b, c].iter().sum::<E::Gt>(), a + b + c);
    assert_ne!(a, b);
    assert_eq!(
        E::Gt::mul_by_generator(&E::Fr::from(3)),
        E::Gt::generator().double() + E::Gt::generator()
    );
}

/// The traits of `subtle` and `zeroize` on the five types of values.
fn values_compare_select_and_vanish<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(6);
    let [p, p2] = [(); 2].map(|()| G1::<C, N>::random(&mut rng));
    let [q, q2] = [(); 2].map(|()| G2::<C, N>::random(&mut rng));
    let [e, e2] = [(); 2].map(|()| Gt::<C, N>::random(&mut rng));
    check_value(p, p2, G1::identity());
    check_value(p.to_affine(), p2.to_affine(), G1Affine::identity());
    check_value(q, q2, G2::identity());
    check_value(q.to_affine(), q2.to_affine(), G2Affine::identity());
    check_value(e, e2, Gt::identity());
    check_hash(p.to_affine(), &(p + p2 - p2).to_affine(), &p2.to_affine());
    check_hash(q.to_affine(), &(q + q2 - q2).to_affine(), &q2.to_affine());
}

fn check_value<T>(a: T, b: T, zero: T)
where
    T: Copy + Debug + Default + Eq + ConstantTimeEq + ConditionallySelectable + Zeroize,
{
    assert_eq!(a, a);
    assert_ne!(a, b);
    assert!(bool::from(a.ct_eq(&a)));
    assert!(!bool::from(a.ct_eq(&b)));
    assert_eq!(T::conditional_select(&a, &b, Choice::from(0)), a);
    assert_eq!(T::conditional_select(&a, &b, Choice::from(1)), b);
    assert_eq!(T::default(), zero);
    let mut secret = a;
    secret.zeroize();
    assert_eq!(secret, zero);
    assert_ne!(format!("{a:?}"), format!("{b:?}"));
}

/// Equal values of different provenance have the same hash.
fn check_hash<T: Eq + Hash + Debug>(a: T, same: &T, other: &T) {
    assert_eq!(a, *same);
    let set = HashSet::from([a]);
    assert!(set.contains(same));
    assert!(!set.contains(other));
}
