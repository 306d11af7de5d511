//! The pairing against a slow one from the definitions: see `crate::common::reference`.

use group::{Curve, Group};
use mcl_bn::{
    BnParams, G1, G1Affine, G2, G2Affine, Gt, final_exponentiation, multi_pairing, pairing,
};

use crate::common::reference::Reference;
use crate::common::{Fp2, Fp6, Fp12, Fr, random_fp12, rng};

for_254_bit_curves!(
    tower_is_the_field_of_degree_twelve,
    pairing_of_special_points,
    pairing_of_random_points,
    product_of_pairings,
    final_exponentiation_of_any_element,
);

/// The M twist.
mod bn_p256 {
    const N: usize = mcl_fp::nlimbs(256);

    #[test]
    fn tower_is_the_field_of_degree_twelve() {
        super::tower_is_the_field_of_degree_twelve::<mcl_bn::bn_p256::Params, N>();
    }

    #[test]
    fn pairing_of_random_points() {
        super::pairing_of_random_points::<mcl_bn::bn_p256::Params, N>();
    }
}

fn tower_is_the_field_of_degree_twelve<C: BnParams<N>, const N: usize>() {
    let reference = Reference::<C, N>::new();
    let mut rng = rng(1);
    for _ in 0..5 {
        let (a, b) = (random_fp12::<C, N>(&mut rng), random_fp12::<C, N>(&mut rng));
        let [x, y] = [a, b].map(|element| reference.embed_tower(&element));
        assert_eq!(reference.embed_tower(&(a + b)), reference.add(&x, &y));
        assert_eq!(reference.embed_tower(&(a - b)), reference.sub(&x, &y));
        assert_eq!(reference.embed_tower(&(a * b)), reference.mul(&x, &y));
        assert_eq!(reference.embed_tower(&a.square()), reference.square(&x));
        assert_eq!(reference.embed_tower(&a.invert_or_zero()), reference.invert(&x));
        let p = crate::common::modulus::<crate::common::Fp<C, N>>();
        assert_eq!(reference.embed_tower(&a.frobenius_map(1)), reference.pow(&x, &p));
    }
}

fn check<C: BnParams<N>, const N: usize>(p: &G1Affine<C, N>, q: &G2Affine<C, N>) {
    let reference = Reference::<C, N>::new();
    let found = pairing(p, q);
    assert_eq!(reference.embed_tower(found.as_fp12()), reference.pairing(p, q), "{p:?} {q:?}");
}

fn pairing_of_special_points<C: BnParams<N>, const N: usize>() {
    let (p, q) = (G1Affine::<C, N>::generator(), G2Affine::<C, N>::generator());
    check(&p, &q);
    check(&-p, &q);
    check(&p, &-q);
    check(&(p * Fr::<C, N>::from(2)).to_affine(), &q);
    check(&G1Affine::identity(), &q);
    check(&p, &G2Affine::identity());
}

fn pairing_of_random_points<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(2);
    for _ in 0..3 {
        check(&G1::<C, N>::random(&mut rng).to_affine(), &G2::<C, N>::random(&mut rng).to_affine());
    }
}

fn product_of_pairings<C: BnParams<N>, const N: usize>() {
    let reference = Reference::<C, N>::new();
    let mut rng = rng(3);
    let terms = [(); 3].map(|()| {
        (G1::<C, N>::random(&mut rng).to_affine(), G2::<C, N>::random(&mut rng).to_affine())
    });
    let expected = terms
        .iter()
        .map(|(p, q)| reference.pairing(p, q))
        .fold(reference.constant(1), |product, factor| reference.mul(&product, &factor));
    let found: Gt<C, N> = multi_pairing(&terms);
    assert_eq!(reference.embed_tower(found.as_fp12()), expected);
}

fn final_exponentiation_of_any_element<C: BnParams<N>, const N: usize>() {
    let reference = Reference::<C, N>::new();
    let mut rng = rng(4);
    // Some element, and one with the zeros of a line.
    let random = random_fp12::<C, N>(&mut rng);
    let c0 = Fp6::<C, N>::new(random.c0.c0, Fp2::<C, N>::ZERO, Fp2::<C, N>::ZERO);
    let c1 = Fp6::<C, N>::new(random.c1.c0, random.c1.c1, Fp2::<C, N>::ZERO);
    for f in [random, Fp12::<C, N>::new(c0, c1)] {
        let expected = reference.final_exponentiation(&reference.embed_tower(&f));
        assert_ne!(expected, reference.constant(1));
        let found = final_exponentiation::<C, _, N>(&f);
        assert_eq!(reference.embed_tower(&found), expected);
    }
    // Zero has no inverse in the formula for a negative exponent, but it has a power.
    let zero = final_exponentiation::<C, _, N>(&Fp12::<C, N>::ZERO);
    assert_eq!(reference.embed_tower(&zero), reference.constant(0));
}
