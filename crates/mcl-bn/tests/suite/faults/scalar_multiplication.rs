//! Recoding and decomposition: scalars at which digits, rounding and carries go wrong, in both
//! multiplications, against double and add.

use ff::{Field, PrimeField};
use group::Group;
use mcl_bn::{BnParams, Gt};
use num_bigint::BigInt;
use proptest::prelude::*;

use crate::common::points::{InG1, InG2, Points};
use crate::common::{
    Fr, frobenius_eigenvalue, lambda, modulus, residue, rng, scalars, textbook, u,
};

for_254_bit_groups!(
    extreme_scalars_times_special_points,
    patterns_of_digits,
    neighbours_of_multiples_of_the_eigenvalue,
    skewed_scalars,
);

mod in_gt {
    use super::{
        extreme_powers_of_special_elements, neighbours_of_multiples_of_the_eigenvalue_in_gt,
        patterns_of_digits_in_gt, skewed_powers,
    };

    for_254_bit_curves!(
        extreme_powers_of_special_elements,
        patterns_of_digits_in_gt,
        neighbours_of_multiples_of_the_eigenvalue_in_gt,
        skewed_powers,
    );
}

mod eigenvalues {
    use super::{eigenvalues_have_their_orders, short_scalars_on_all_curves};

    for_all_curves!(eigenvalues_have_their_orders, short_scalars_on_all_curves);
}

fn check<G: Points>(point: &G::Projective, k: &G::Scalar) {
    let expected = textbook::mul(point, k);
    let affine = G::to_affine_vartime(point);
    assert_eq!(*point * k, expected, "{k:?}");
    assert_eq!(*point * *k, expected, "{k:?}");
    assert_eq!(affine * k, expected, "{k:?}");
    assert_eq!(G::mul_vartime(point, k), expected, "{k:?}");
    assert_eq!(G::mul_affine_vartime(&affine, k), expected, "{k:?}");
    let mut product = *point;
    product *= k;
    assert_eq!(product, expected, "{k:?}");
}

/// As [`check`] with fewer forms, for many scalars.
fn check_both<G: Points>(point: &G::Projective, k: &G::Scalar) {
    let expected = textbook::mul(point, k);
    assert_eq!(*point * k, expected, "{k:?}");
    assert_eq!(G::mul_vartime(point, k), expected, "{k:?}");
}

fn special_points<G: Points>() -> [G::Projective; 7] {
    let g = G::Projective::generator();
    let p = G::Projective::random(&mut rng(1));
    [G::Projective::identity(), g, -g, g.double(), -g.double(), p, p - p]
}

fn extreme_scalars_times_special_points<G: Points>() {
    let lambda = G::eigenvalue();
    let mut all = scalars::extreme::<G::Scalar>();
    all.extend([
        lambda,
        -lambda,
        lambda.square(),
        lambda + G::Scalar::ONE,
        lambda - G::Scalar::ONE,
    ]);
    for point in special_points::<G>() {
        for k in &all {
            check::<G>(&point, k);
        }
    }
}

fn patterns_of_digits<G: Points>() {
    let point = G::Projective::random(&mut rng(2));
    for k in scalars::patterns() {
        check_both::<G>(&point, &k);
    }
}

fn neighbours_of_multiples_of_the_eigenvalue<G: Points>() {
    let point = G::Projective::random(&mut rng(3));
    for k in scalars::near_multiples(&G::eigenvalue()) {
        check_both::<G>(&point, &k);
    }
}

fn skewed_scalars<G: Points>() {
    proptest!(ProptestConfig::with_cases(100), |(
        j in scalars::scalar::<G::Scalar>(),
        k in scalars::scalar::<G::Scalar>(),
    )| {
        check::<G>(&textbook::mul(&G::Projective::generator(), &j), &k);
    });
}

fn check_power<C: BnParams<N>, const N: usize>(base: &Gt<C, N>, k: &Fr<C, N>) {
    let expected = textbook::mul(base, k);
    assert_eq!(*base * k, expected, "{k:?}");
    assert_eq!(base.pow_vartime(k), expected, "{k:?}");
    let mut power = *base;
    power *= *k;
    assert_eq!(power, expected, "{k:?}");
}

fn extreme_powers_of_special_elements<C: BnParams<N>, const N: usize>() {
    let g = Gt::<C, N>::generator();
    let lambda = frobenius_eigenvalue::<C, N>();
    let mut all = scalars::extreme();
    all.extend([lambda, -lambda, lambda.square(), lambda + Fr::<C, N>::ONE]);
    for base in [Gt::identity(), g, -g, g.double(), g - g] {
        for k in &all {
            check_power(&base, k);
        }
    }
}

fn patterns_of_digits_in_gt<C: BnParams<N>, const N: usize>() {
    let base = Gt::<C, N>::random(&mut rng(4));
    for k in scalars::patterns() {
        check_power(&base, &k);
    }
}

fn neighbours_of_multiples_of_the_eigenvalue_in_gt<C: BnParams<N>, const N: usize>() {
    let base = Gt::<C, N>::random(&mut rng(5));
    for k in scalars::near_multiples(&frobenius_eigenvalue::<C, N>()) {
        check_power(&base, &k);
    }
}

fn skewed_powers<C: BnParams<N>, const N: usize>() {
    let g = Gt::<C, N>::generator();
    proptest!(ProptestConfig::with_cases(100), |(
        j in scalars::scalar::<Fr<C, N>>(),
        k in scalars::scalar::<Fr<C, N>>(),
    )| {
        check_power(&textbook::mul(&g, &j), &k);
    });
}

/// The scalars that the tests call eigenvalues are what they should be: otherwise the lists around
/// them would test nothing in particular.
fn eigenvalues_have_their_orders<C: BnParams<N>, const N: usize>() {
    let lambda = lambda::<C, N>();
    assert_eq!(lambda.square() + lambda + Fr::<C, N>::ONE, Fr::<C, N>::ZERO);
    let mu = frobenius_eigenvalue::<C, N>();
    assert_eq!(mu.square().square() - mu.square() + Fr::<C, N>::ONE, Fr::<C, N>::ZERO);
    let g = Gt::<C, N>::generator();
    assert_eq!(*(g * mu).as_fp12(), g.as_fp12().frobenius_map(1));
}

/// On curves whose parts have other lengths.
fn short_scalars_on_all_curves<C: BnParams<N>, const N: usize>() {
    let u = u::<C, N>();
    let r = BigInt::from(modulus::<Fr<C, N>>());
    let mut all = scalars::extreme::<Fr<C, N>>();
    for integer in [u.clone(), &u + 1, 2 * &u + 1, 6 * &u * &u, &r / &u, &r / (2 * &u) + 1, &r / 3]
    {
        all.extend([&integer, &-&integer].map(residue::<Fr<C, N>>));
    }
    let top = Fr::<C, N>::from(2).pow_vartime([u64::from(Fr::<C, N>::NUM_BITS) - 1]);
    all.extend([top, top - Fr::<C, N>::ONE, lambda::<C, N>(), frobenius_eigenvalue::<C, N>()]);
    let p = <InG1<C, N> as Points>::Projective::random(&mut rng(6));
    let q = <InG2<C, N> as Points>::Projective::random(&mut rng(7));
    let e = Gt::<C, N>::random(&mut rng(8));
    for k in &all {
        check_both::<InG1<C, N>>(&p, k);
        check_both::<InG2<C, N>>(&q, k);
        check_power(&e, k);
    }
}
