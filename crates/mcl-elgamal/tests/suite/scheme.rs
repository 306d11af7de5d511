//! Keys, encryption, decryption and the homomorphisms.

use ff::{Field, PrimeField};
use mcl_elgamal::curves::secp192k1;
use mcl_elgamal::{Ciphertext, DecodeError, ElGamalGroup, PrivateKey, PublicKey};
use proptest::prelude::*;

use super::rng;

/// Integers at which signs and windows could go wrong.
const EDGES: [i64; 11] =
    [0, 1, -1, 2, -2, 31, 32, i64::MAX, -i64::MAX, i64::MIN, 0x5555_5555_5555_5555];

fn scalar<S: PrimeField>(m: i128) -> S {
    let magnitude = S::from_u128(m.unsigned_abs());
    if m < 0 { -magnitude } else { magnitude }
}

/// `[m]g` by the plain product.
fn element<G: ElGamalGroup>(m: i128) -> G {
    G::generator() * scalar::<G::Scalar>(m)
}

/// Ciphertexts of `m` with ordinary and with special parts: either one or both are the identity where
/// that is possible.
fn ciphertexts<G: ElGamalGroup>(key: &PrivateKey<G>, m: i64) -> Vec<Ciphertext<G>> {
    let public = key.public_key();
    let mut list = vec![
        public.encrypt(m, &mut rng(m as u64)),
        // c1 is the identity.
        public.encrypt_with(m, &G::Scalar::ZERO),
        public.encrypt_with(m, &G::Scalar::ONE),
        public.encrypt_with(m, &-G::Scalar::ONE),
    ];
    // c2 is the identity: u z + m = 0.
    let u = -scalar::<G::Scalar>(m.into()) * key.scalar().invert().unwrap();
    let special = public.encrypt_with(m, &u);
    assert!(bool::from(special.c2.is_identity()));
    list.push(special);
    if m == 0 {
        list.push(Ciphertext::zero());
    }
    list
}

fn decrypts_to<G: ElGamalGroup>(key: &PrivateKey<G>, ciphertext: &Ciphertext<G>, m: i128) {
    assert_eq!(key.decrypt_to_element(ciphertext), element::<G>(m));
    assert_eq!(bool::from(key.is_zero(ciphertext)), m == 0);
}

fn homomorphisms<G: ElGamalGroup>() {
    let key = PrivateKey::<G>::generate(&mut rng(1));
    let public = key.public_key();
    assert_eq!(G::from(public.element()), G::generator() * key.scalar());
    for m in EDGES {
        for (i, a) in ciphertexts(&key, m).iter().enumerate() {
            let wide = i128::from(m);
            decrypts_to(&key, a, wide);
            decrypts_to(&key, &-*a, -wide);
            decrypts_to(&key, &(*a - a), 0);
            assert_eq!(*a - a, Ciphertext::zero());
            let other = public.rerandomize(a, &mut rng(7));
            assert_ne!(other, *a);
            decrypts_to(&key, &other, wide);
            let n = EDGES[i.wrapping_add(m as usize) % EDGES.len()];
            decrypts_to(&key, &public.add_plain(a, n), wide + i128::from(n));
            let k: G::Scalar = scalar(n.into());
            decrypts_to(&key, &public.add_plain_scalar(a, &k), wide + i128::from(n));
            let product = element::<G>(wide) * k;
            assert_eq!(key.decrypt_to_element(&(*a * k)), product);
            assert_eq!(key.decrypt_to_element(&a.mul_vartime(&k)), product);
        }
    }
}

#[test]
fn homomorphisms_in_all_groups() {
    for_all_groups!(homomorphisms);
    homomorphisms::<mcl_elgamal::curves::secp256k1::Point>();
    homomorphisms::<mcl_bn::snark1::G1>();
}

fn sums<G: ElGamalGroup>() {
    let key = PrivateKey::<G>::generate(&mut rng(2));
    for (m, n) in [(0, 0), (1, -1), (5, 5), (5, -5), (i64::MIN, i64::MIN), (i64::MAX, 1)] {
        for a in ciphertexts(&key, m) {
            for b in ciphertexts(&key, n) {
                let (m, n) = (i128::from(m), i128::from(n));
                decrypts_to(&key, &(a + b), m + n);
                decrypts_to(&key, &(a - b), m - n);
                let mut c = a;
                c += b;
                c -= a;
                assert_eq!(c, b);
                assert_eq!([a, b, a].iter().sum::<Ciphertext<G>>(), a + a + b);
            }
        }
    }
}

#[test]
fn sums_on_a_curve_and_in_gt() {
    for_curve_and_gt!(sums);
}

fn scalar_plaintexts<G: ElGamalGroup>() {
    let key = PrivateKey::<G>::generate(&mut rng(3));
    let public = key.public_key();
    for m in [G::Scalar::ZERO, G::Scalar::ONE, -G::Scalar::ONE, G::Scalar::random(&mut rng(4))] {
        let ciphertext = public.encrypt_scalar(&m, &mut rng(5));
        assert_eq!(key.decrypt_to_element(&ciphertext), G::generator() * m);
        assert_eq!(bool::from(key.is_zero(&ciphertext)), m == G::Scalar::ZERO);
    }
    // Both kinds of plaintexts give the same ciphertext.
    let u = G::Scalar::random(&mut rng(6));
    assert_eq!(public.encrypt_with(-3, &u), public.encrypt_scalar_with(&-G::Scalar::from(3), &u));
}

#[test]
fn scalar_plaintexts_on_a_curve_and_in_gt() {
    for_curve_and_gt!(scalar_plaintexts);
}

fn weak_keys<G: ElGamalGroup>() {
    assert_eq!(PublicKey::<G>::new(&G::identity()), Err(DecodeError::Identity));
    assert_eq!(
        PublicKey::<G>::with_generator(&G::identity(), &G::generator()),
        Err(DecodeError::Identity)
    );
    assert_eq!(PrivateKey::<G>::from_scalar(&G::Scalar::ZERO), Err(DecodeError::Identity));
    let key = PrivateKey::<G>::from_scalar(&G::Scalar::ONE).unwrap();
    assert_eq!(key.public_key().element(), key.public_key().generator());
}

#[test]
fn weak_keys_are_refused_on_a_curve_and_in_gt() {
    for_curve_and_gt!(weak_keys);
}

#[test]
fn another_generator() {
    type G = secp192k1::Point;
    let g = G::generator() * secp192k1::Fr::from(5);
    let z = secp192k1::Fr::from(7);
    let key = PrivateKey::<G>::with_generator(&g, &z).unwrap();
    assert_eq!(G::from(key.public_key().element()), element::<G>(35));
    let ciphertext = key.public_key().encrypt(-2, &mut rng(1));
    assert_eq!(key.decrypt_to_element(&ciphertext), element::<G>(-10));
    assert_ne!(key.public_key(), PrivateKey::<G>::from_scalar(&z).unwrap().public_key());
}

#[test]
fn debug_output_does_not_show_secrets() {
    let z = secp192k1::Fr::from(0x1234_5678_9abc);
    let key = PrivateKey::<secp192k1::Point>::from_scalar(&z).unwrap();
    assert!(!format!("{key:?}").contains("123456789abc"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// `a D(x) + D(y) + b = D(a x + y + b)` for random integers of all lengths.
    #[test]
    fn linear_combinations(
        m in any::<i64>(), n in any::<i32>(), a in any::<i32>(), b in any::<i64>(), seed in any::<u64>()
    ) {
        let key = PrivateKey::<secp192k1::Point>::generate(&mut rng(9));
        let public = key.public_key();
        let x = public.encrypt(m, &mut rng(seed));
        let y = public.encrypt(n.into(), &mut rng(seed ^ 1));
        let k: secp192k1::Fr = scalar(a.into());
        let sum = public.rerandomize(&public.add_plain(&(x * k + y), b), &mut rng(seed ^ 2));
        let expected = i128::from(a) * i128::from(m) + i128::from(n) + i128::from(b);
        decrypts_to(&key, &sum, expected);
    }
}
