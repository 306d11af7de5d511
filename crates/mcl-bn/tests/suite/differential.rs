//! alt_bn128 against arkworks.

use ark_bn254::{Bn254, Fq, Fq2, Fq6, Fq12};
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInteger, Field as _, PrimeField as _};
use ark_serialize::CanonicalSerialize;
use ff::Field;
use group::{Curve, Group};
use mcl_bn::snark1::{Fp, Fp2, Fp6, Fp12, Fr, G1, G1Affine, G2, G2Affine, Gt, Params};
use mcl_bn::{DecodeError, final_exponentiation, multi_pairing, pairing};
use proptest::prelude::*;
use rand::rngs::StdRng;

use crate::common::{random_fp12, rng, scalars};

const N: usize = mcl_fp::nlimbs(254);

/// Our values in the types of arkworks.
mod convert {
    use super::*;

    pub fn fq(x: &Fp) -> Fq {
        Fq::from_le_bytes_mod_order(x.to_repr().as_ref())
    }

    pub fn fr(x: &Fr) -> ark_bn254::Fr {
        ark_bn254::Fr::from_le_bytes_mod_order(x.to_repr().as_ref())
    }

    pub fn fq2(x: &Fp2) -> Fq2 {
        Fq2::new(fq(&x.c0), fq(&x.c1))
    }

    fn fq6(x: &Fp6) -> Fq6 {
        Fq6::new(fq2(&x.c0), fq2(&x.c1), fq2(&x.c2))
    }

    pub fn fq12(x: &Fp12) -> Fq12 {
        Fq12::new(fq6(&x.c0), fq6(&x.c1))
    }

    pub fn g1(point: &G1Affine) -> ark_bn254::G1Affine {
        point.xy().map_or(ark_bn254::G1Affine::identity(), |(x, y)| {
            ark_bn254::G1Affine::new_unchecked(fq(&x), fq(&y))
        })
    }

    pub fn g2(point: &G2Affine) -> ark_bn254::G2Affine {
        point.xy().map_or(ark_bn254::G2Affine::identity(), |(x, y)| {
            ark_bn254::G2Affine::new_unchecked(fq2(&x), fq2(&y))
        })
    }

    /// And back: an element of the base field.
    pub fn fp(x: &Fq) -> Fp {
        Fp::from_le_bytes(&x.into_bigint().to_bytes_le()).expect("canonical")
    }

    pub fn fp2(x: &Fq2) -> Fp2 {
        Fp2::new(fp(&x.c0), fp(&x.c1))
    }
}

fn fq12_bytes(x: &Fq12) -> Vec<u8> {
    let mut bytes = Vec::new();
    x.serialize_uncompressed(&mut bytes).expect("writing to memory");
    bytes
}

fn gt_bytes(x: &Gt) -> Vec<u8> {
    x.to_bytes().to_vec()
}

/// Points of both groups: identity, small multiples of the generators of either sign, random ones.
fn points(rng: &mut StdRng, random: usize) -> Vec<(G1Affine, G2Affine)> {
    let mut multiples: Vec<_> = [0, 1, 2, 3].map(Fr::from_u64).into();
    multiples.extend([-Fr::ONE, -Fr::from_u64(2)]);
    multiples.extend((0..random).map(|_| Fr::random(&mut *rng)));
    let g1 = multiples.iter().map(|k| (G1::generator() * k).to_affine());
    // In another order, so that the pairs differ.
    let g2 = multiples.iter().rev().map(|k| (G2::generator() * k).to_affine());
    g1.zip(g2).collect()
}

#[test]
fn generators_are_the_same() {
    crate::common::backend::choose();
    assert_eq!(convert::g1(&G1Affine::generator()), ark_bn254::G1Affine::generator());
    assert_eq!(convert::g2(&G2Affine::generator()), ark_bn254::G2Affine::generator());
    let generator = PairingOutput::<Bn254>::generator();
    assert_eq!(gt_bytes(&Gt::generator()), fq12_bytes(&generator.0));
}

#[test]
fn pairings_are_equal_byte_for_byte() {
    crate::common::backend::choose();
    for (p, q) in points(&mut rng(1), 20) {
        let expected = Bn254::pairing(convert::g1(&p), convert::g2(&q));
        let found = pairing(&p, &q);
        assert_eq!(convert::fq12(found.as_fp12()), expected.0, "{p:?} {q:?}");
        assert_eq!(gt_bytes(&found), fq12_bytes(&expected.0), "{p:?} {q:?}");
    }
}

#[test]
fn products_of_pairings_are_equal() {
    crate::common::backend::choose();
    let terms = points(&mut rng(2), 4);
    for n in 0..=terms.len() {
        let expected = Bn254::multi_pairing(
            terms[..n].iter().map(|(p, _)| convert::g1(p)),
            terms[..n].iter().map(|(_, q)| convert::g2(q)),
        );
        assert_eq!(gt_bytes(&multi_pairing(&terms[..n])), fq12_bytes(&expected.0), "{n} pairs");
    }
}

#[test]
fn final_exponentiations_are_equal() {
    crate::common::backend::choose();
    let mut rng = rng(3);
    let mut elements: Vec<_> = (0..10).map(|_| random_fp12(&mut rng)).collect();
    elements.extend([Fp12::ONE, -Fp12::ONE]);
    elements.push(Fp12::new(Fp6::ZERO, random_fp12(&mut rng).c0));
    elements.push(Fp12::new(random_fp12(&mut rng).c0, Fp6::ZERO));
    for f in elements {
        let expected = Bn254::final_exponentiation(MillerLoopOutput(convert::fq12(&f)))
            .expect("the element is not zero");
        let found = final_exponentiation::<Params, _, N>(&f);
        assert_eq!(convert::fq12(&found), expected.0, "{f:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn scalar_multiples_are_equal(j in scalars::scalar::<Fr>(), k in scalars::scalar::<Fr>()) {
        let (p, q) = (G1::generator() * j, G2::generator() * j);
        let (ark_j, ark_k) = (convert::fr(&j), convert::fr(&k));
        let ark_p = ark_bn254::G1Projective::generator() * ark_j;
        let ark_q = ark_bn254::G2Projective::generator() * ark_j;
        let expected = (ark_p * ark_k).into_affine();
        prop_assert_eq!(convert::g1(&(p * k).to_affine()), expected);
        prop_assert_eq!(convert::g1(&p.mul_vartime(&k).to_affine()), expected);
        let expected = (ark_q * ark_k).into_affine();
        prop_assert_eq!(convert::g2(&(q * k).to_affine()), expected);
        prop_assert_eq!(convert::g2(&q.mul_vartime(&k).to_affine()), expected);
    }

    #[test]
    fn powers_in_gt_are_equal(j in scalars::scalar::<Fr>(), k in scalars::scalar::<Fr>()) {
        let base = Gt::generator() * j;
        let ark_base = PairingOutput::<Bn254>::generator() * convert::fr(&j);
        let expected = fq12_bytes(&(ark_base * convert::fr(&k)).0);
        prop_assert_eq!(gt_bytes(&(base * k)), expected.clone());
        prop_assert_eq!(gt_bytes(&base.pow_vartime(&k)), expected);
    }
}

#[test]
fn sums_of_multiples_are_equal() {
    crate::common::backend::choose();
    let mut rng = rng(4);
    for n in [0, 1, 2, 3, 8, 31, 32, 33, 100, 257] {
        let mut k: Vec<_> = (0..n).map(|_| Fr::random(&mut rng)).collect();
        let p: Vec<_> = (0..n).map(|_| G1::random(&mut rng).to_affine()).collect();
        let mut q: Vec<_> = (0..n).map(|_| G2::random(&mut rng).to_affine()).collect();
        // Special terms among the others.
        if n > 5 {
            k[1] = Fr::ZERO;
            k[2] = -Fr::ONE;
            q[3] = G2Affine::identity();
            q[4] = -q[0];
            k[4] = k[0];
        }
        let scalars: Vec<_> = k.iter().map(convert::fr).collect();

        let bases: Vec<_> = p.iter().map(convert::g1).collect();
        let expected = ark_bn254::G1Projective::msm(&bases, &scalars).expect("equal lengths");
        let found = G1::msm_vartime(&p, &k).expect("equal lengths");
        assert_eq!(convert::g1(&found.to_affine()), expected.into_affine(), "{n} terms");

        let bases: Vec<_> = q.iter().map(convert::g2).collect();
        let expected = ark_bn254::G2Projective::msm(&bases, &scalars).expect("equal lengths");
        let found = G2::msm_vartime(&q, &k).expect("equal lengths");
        assert_eq!(convert::g2(&found.to_affine()), expected.into_affine(), "{n} terms");
    }
}

#[test]
fn subgroup_checks_of_twist_points_agree() {
    crate::common::backend::choose();
    let mut rng = rng(5);
    let mut outside = 0;
    let mut x = Fp2::random(&mut rng);
    while outside < 40 {
        x += Fp2::ONE;
        let on_twist = ark_bn254::G2Affine::get_point_from_x_unchecked(convert::fq2(&x), false);
        let Some(point) = on_twist else { continue };
        // The point itself, its part in G2, its part outside, and the point plus one of G2.
        let cleared = point.clear_cofactor();
        let torsion = point.mul_bigint(ark_bn254::Fr::MODULUS).into_affine();
        let shifted = (torsion + ark_bn254::G2Affine::generator()).into_affine();
        for point in [point, cleared, torsion, shifted] {
            let (px, py) = (convert::fp2(&point.x), convert::fp2(&point.y));
            let expected = point.is_in_correct_subgroup_assuming_on_curve();
            let found = G2Affine::from_xy(px, py);
            if expected {
                assert_eq!(convert::g2(&found.expect("in the subgroup")), point);
            } else {
                assert_eq!(found, Err(DecodeError::NotInSubgroup), "{px:?}");
                outside += 1;
            }
            let unchecked = G2Affine::from_xy_unchecked(px, py);
            assert_eq!(bool::from(unchecked.is_torsion_free()), expected);
        }
    }
}

#[test]
fn tower_arithmetic_agrees() {
    crate::common::backend::choose();
    let mut rng = rng(6);
    for _ in 0..20 {
        let (a, b) = (random_fp12(&mut rng), random_fp12(&mut rng));
        let (x, y) = (convert::fq12(&a), convert::fq12(&b));
        assert_eq!(convert::fq12(&(a * b)), x * y);
        assert_eq!(convert::fq12(&a.square()), x.square());
        assert_eq!(convert::fq12(&a.invert_or_zero()), x.inverse().expect("not zero"));
        for power in 0..12 {
            let mut image = x;
            image.frobenius_map_in_place(power);
            assert_eq!(convert::fq12(&a.frobenius_map(power)), image);
        }
        assert_eq!(convert::fq12(&(a - a)), Fq12::ZERO);
    }
}
