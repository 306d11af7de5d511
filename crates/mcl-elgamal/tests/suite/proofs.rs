//! Proofs: complete, sound against every change, and the same alone and in a batch.

use ff::Field;
use mcl_bn::fp254bnb;
use mcl_elgamal::curves::{secp192k1, secp256k1};
use mcl_elgamal::encoding_mcl::MclGroup;
use mcl_elgamal::proofs::{
    Ballot, DecryptionProof, MAX_BITS, MclZeroOneProof, MembershipProof, RangeProof, Verifier,
    invalid_ballots, verify_ballots,
};
use mcl_elgamal::{Ciphertext, ElGamalGroup, Encode, NotInSet, PrivateKey};
use subtle::Choice;

use super::rng;

fn key<G: ElGamalGroup>(seed: u64) -> PrivateKey<G> {
    PrivateKey::generate(&mut rng(seed))
}

/// All one-bit changes of an encoding: those that decode must not verify.
fn no_change_verifies<T: Encode>(value: &T, verify: impl Fn(&T) -> bool) {
    let bytes = value.to_bytes();
    assert!(verify(&T::from_bytes(&bytes).unwrap()));
    for i in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[i] ^= 1 << (i % 8);
        if let Ok(changed) = T::from_bytes(&changed) {
            assert!(!verify(&changed), "byte {i}");
        }
    }
}

fn membership<G: ElGamalGroup>() {
    let key = key::<G>(1);
    let public = key.public_key();
    let set = [-5, 0, 7, i64::MIN, i64::MAX];
    for m in set {
        let (ciphertext, proof) =
            public.encrypt_in_set(m, &set, b"context", &mut rng(m as u64)).unwrap();
        assert_eq!(key.decrypt_to_element(&ciphertext), public.encode(m));
        assert!(proof.verify(public, &ciphertext, &set, b"context"));
        assert_eq!(proof.branches().len(), 5);
        // Another context, set, order, ciphertext or key.
        assert!(!proof.verify(public, &ciphertext, &set, b"contexT"));
        assert!(!proof.verify(public, &ciphertext, &set, b""));
        assert!(!proof.verify(public, &ciphertext, &[-5, 0, 7, i64::MIN, 1], b"context"));
        assert!(!proof.verify(public, &ciphertext, &[0, -5, 7, i64::MIN, i64::MAX], b"context"));
        assert!(!proof.verify(public, &ciphertext, &set[..4], b"context"));
        let other = public.add_plain(&ciphertext, 1);
        assert!(!proof.verify(public, &other, &set, b"context"));
        let other = public.rerandomize(&ciphertext, &mut rng(3));
        assert!(!proof.verify(public, &other, &set, b"context"));
        assert!(!proof.verify(&key_of_another::<G>(), &ciphertext, &set, b"context"));
    }
    assert_eq!(public.encrypt_in_set(1, &set, b"", &mut rng(1)).unwrap_err(), NotInSet);
    assert_eq!(public.encrypt_in_set(1, &[], b"", &mut rng(1)).unwrap_err(), NotInSet);
    // A value that occurs twice.
    let (ciphertext, proof) = public.encrypt_in_set(1, &[1, 1], b"", &mut rng(1)).unwrap();
    assert!(proof.verify(public, &ciphertext, &[1, 1], b""));
    // A single value.
    let (ciphertext, proof) = public.encrypt_in_set(1, &[1], b"", &mut rng(1)).unwrap();
    assert!(proof.verify(public, &ciphertext, &[1], b""));
}

fn key_of_another<G: ElGamalGroup>() -> mcl_elgamal::PublicKey<G> {
    key::<G>(99).public_key().clone()
}

#[test]
fn membership_in_all_groups() {
    for_all_groups!(membership);
}

/// A ciphertext of 2 with a proof of a prover who claims that it is of 0 or 1.
#[test]
fn a_false_statement_cannot_be_proved_by_the_honest_prover() {
    type G = secp192k1::Point;
    let key = key::<G>(1);
    let public = key.public_key();
    let u = secp192k1::Fr::random(&mut rng(2));
    let two = public.encrypt_with(2, &u);
    for m in [0, 1] {
        let proof = MembershipProof::prove(public, &two, m, &u, &[0, 1], b"", &mut rng(3)).unwrap();
        assert!(!proof.verify(public, &two, &[0, 1], b""));
    }
}

#[test]
fn every_bit_of_a_membership_proof_matters() {
    type G = secp192k1::Point;
    let key = key::<G>(1);
    let public = key.public_key();
    let (ciphertext, proof) = public.encrypt_bit(Choice::from(1), b"7", &mut rng(2));
    no_change_verifies(&proof, |proof| proof.verify(public, &ciphertext, &[0, 1], b"7"));
    no_change_verifies(&ciphertext, |changed| proof.verify(public, changed, &[0, 1], b"7"));
}

/// A proof of the first version: a change of transcript or bytes would make old proofs invalid.
#[test]
fn golden_proof() {
    type G = secp256k1::Point;
    let key = PrivateKey::<G>::from_scalar(&secp256k1::Fr::from(12345)).unwrap();
    let u = secp256k1::Fr::from(678);
    let ciphertext = key.public_key().encrypt_with(1, &u);
    let proof = MembershipProof::<G>::from_bytes(&hex::decode(GOLDEN_PROOF).unwrap()).unwrap();
    assert!(proof.verify(key.public_key(), &ciphertext, &[0, 1], b"context"));
}

const GOLDEN_PROOF: &str = "0200000002b735b4c0ccb736c6f8611a30aeed70b2258b32c1d3b325ae71be6fdfc639ad9402d45789ca72ee59\
    5e5c76f698c356258593fa668195194941287927f6109c5348304e9f27f45fe032956d88b10fecfb993b535929\
    8fd6a250b536b571fef67faa000d946cd38625e6f3c6cc8f2fea842a829702c9e88a86c6b6d2bd7974cf1b6202\
    e1bdc898455c5dba4ab195c7b8d9160e70293ae6b37d859b209c1eb514c82367038f8deba6d41e91bad10c5e73\
    fb1c25529187a7c2b186137272219c9dd95a0e7d5a11d377a823ea5bbb42ae7b113de3bb9135332a4e2c31d6e8\
    8c1f566d09cf13db8907e8e4a28e3af3c51d96edd1a80b1d6daa9956d3f76cbb3fdd29cc2c0131";

fn batches<G: ElGamalGroup>() {
    let key = key::<G>(1);
    let public = key.public_key();
    let contexts: Vec<[u8; 1]> = (0..9).map(|i| [i]).collect();
    let mut cast: Vec<(Ciphertext<G>, MembershipProof<G>)> = (0..9u8)
        .map(|i| public.encrypt_bit(Choice::from(i & 1), &[i], &mut rng(i.into())))
        .collect();
    fn check<G: ElGamalGroup>(
        public: &mcl_elgamal::PublicKey<G>,
        cast: &[(Ciphertext<G>, MembershipProof<G>)],
        contexts: &[[u8; 1]],
        expected: &[usize],
    ) {
        let ballots: Vec<_> = cast
            .iter()
            .zip(contexts)
            .map(|((ciphertext, proof), context)| Ballot { ciphertext, proof, context })
            .collect();
        assert_eq!(verify_ballots(public, &[0, 1], &ballots), expected.is_empty());
        assert_eq!(invalid_ballots(public, &[0, 1], &ballots), expected);
    }
    check(public, &[], &[], &[]);
    check(public, &cast, &contexts, &[]);
    // Ballots that changed places are bound to their contexts.
    cast.swap(2, 5);
    check(public, &cast, &contexts, &[2, 5]);
    cast.swap(2, 5);
    // Errors that cancel in an unweighted sum.
    let mut bytes = [cast[3].1.to_bytes(), cast[4].1.to_bytes()];
    let last = bytes[0].len() - <G::Scalar as ff::PrimeField>::NUM_BITS.div_ceil(8) as usize;
    for (bytes, change) in bytes.iter_mut().zip([1i16, -1]) {
        let low = i16::from(bytes[last]) + change;
        if let Ok(low) = u8::try_from(low) {
            bytes[last] = low;
        } else {
            bytes[last] ^= 1;
        }
    }
    for (i, bytes) in bytes.iter().enumerate() {
        if let Ok(proof) = MembershipProof::from_bytes(bytes) {
            cast[3 + i].1 = proof;
        }
    }
    check(public, &cast, &contexts, &[3, 4]);
    // An encryption of 2 as the sum of two valid ballots.
    cast[8].0 = cast[1].0 + cast[5].0;
    check(public, &cast, &contexts, &[3, 4, 8]);
}

#[test]
fn batches_with_and_without_pairing() {
    batches::<secp192k1::Point>();
    batches::<fp254bnb::G1>();
}

fn range<G: ElGamalGroup>() {
    let key = key::<G>(1);
    let public = key.public_key();
    for (m, bits) in [(0, 1), (1, 1), (0, 4), (9, 4), (15, 4), (5, 5)] {
        let (ciphertext, proof) = public.encrypt_in_range(m, bits, b"c", &mut rng(1)).unwrap();
        assert_eq!(key.decrypt_to_element(&ciphertext), public.encode(m));
        assert_eq!(proof.bits(), bits);
        assert!(proof.verify(public, &ciphertext, bits, b"c"));
        assert!(!proof.verify(public, &ciphertext, bits + 1, b"c"));
        assert!(!proof.verify(public, &ciphertext, bits - 1, b"c"));
        assert!(!proof.verify(public, &ciphertext, bits, b"d"));
        assert!(!proof.verify(public, &public.add_plain(&ciphertext, 1), bits, b"c"));
        let other = public.rerandomize(&ciphertext, &mut rng(3));
        assert!(!proof.verify(public, &other, bits, b"c"));
    }
    for (m, bits) in [(16, 4), (-1, 4), (i64::MIN, 4), (2, 1), (0, 0), (0, MAX_BITS + 1)] {
        let error = public.encrypt_in_range(m, bits, b"", &mut rng(1)).unwrap_err();
        assert_eq!(error, NotInSet);
    }
}

#[test]
fn ranges_on_a_curve_and_in_gt() {
    for_curve_and_gt!(range);
}

#[test]
fn the_widest_range_and_every_byte_of_a_short_one() {
    type G = secp192k1::Point;
    let key = key::<G>(1);
    let public = key.public_key();
    let (ciphertext, proof) =
        public.encrypt_in_range(i64::MAX, MAX_BITS, b"", &mut rng(1)).unwrap();
    assert!(proof.verify(public, &ciphertext, MAX_BITS, b""));
    let (ciphertext, proof) = public.encrypt_in_range(2, 2, b"", &mut rng(1)).unwrap();
    no_change_verifies(&proof, |proof: &RangeProof<G>| proof.verify(public, &ciphertext, 2, b""));
}

fn decryption<G: ElGamalGroup>() {
    let key = key::<G>(1);
    let public = key.public_key();
    for m in [0, 5, -5, i64::MIN] {
        for ciphertext in [public.encrypt(m, &mut rng(2)), public.encrypt_with(m, &G::Scalar::ZERO)]
        {
            let proof = DecryptionProof::prove(&key, &ciphertext, m, b"c", &mut rng(3));
            assert!(proof.verify(public, &ciphertext, m, b"c"));
            assert!(!proof.verify(public, &ciphertext, m ^ 1, b"c"));
            assert!(!proof.verify(public, &ciphertext, m, b"d"));
            assert!(!proof.verify(public, &public.add_plain(&ciphertext, 1), m, b"c"));
            assert!(!proof.verify(&key_of_another::<G>(), &ciphertext, m, b"c"));
            let wrong = DecryptionProof::prove(&key, &ciphertext, m ^ 1, b"c", &mut rng(3));
            assert!(!wrong.verify(public, &ciphertext, m ^ 1, b"c"));
        }
    }
}

#[test]
fn decryption_on_a_curve_and_in_gt() {
    for_curve_and_gt!(decryption);
}

#[test]
fn every_bit_of_a_decryption_proof_matters() {
    type G = secp192k1::Point;
    let key = key::<G>(1);
    let public = key.public_key();
    let ciphertext = public.encrypt(3, &mut rng(2));
    let proof = DecryptionProof::prove(&key, &ciphertext, 3, b"", &mut rng(3));
    no_change_verifies(&proof, |proof| proof.verify(public, &ciphertext, 3, b""));
}

/// Proofs of different kinds in one multi-scalar multiplication.
#[test]
fn mixed_batches() {
    type G = fp254bnb::G1;
    let key = key::<G>(1);
    let public = key.public_key();
    let (bit, bit_proof) = public.encrypt_bit(Choice::from(1), b"", &mut rng(2));
    let (number, range_proof) = public.encrypt_in_range(5, 3, b"", &mut rng(3)).unwrap();
    let opened = DecryptionProof::prove(&key, &bit, 1, b"", &mut rng(4));
    for (claimed, expected) in [(1, true), (0, false)] {
        let mut verifier = Verifier::new(public);
        bit_proof.add(&mut verifier, &bit, &[0, 1], b"");
        range_proof.add(&mut verifier, &number, 3, b"");
        opened.add(&mut verifier, &bit, claimed, b"");
        assert_eq!(verifier.verify(), expected);
    }
}

fn mcl_proofs<G: MclGroup>() {
    let key = key::<G>(1);
    let public = key.public_key();
    for bit in [0, 1] {
        let (ciphertext, proof) = public.encrypt_bit_mcl(Choice::from(bit), &mut rng(2));
        assert_eq!(key.decrypt_linear(&ciphertext, 2), Ok(bit.into()));
        assert!(proof.verify(public, &ciphertext));
        assert!(!proof.verify(public, &-ciphertext));
        assert!(!proof.verify(public, &public.add_plain(&ciphertext, 1)));
        assert!(!proof.verify(&key_of_another::<G>(), &ciphertext));
        for i in 0..4 {
            let mut changed: MclZeroOneProof<G> = proof;
            let [c, s] = [&mut changed.challenges, &mut changed.responses];
            *[&mut c[0], &mut s[0]][i / 2] += G::Scalar::ONE;
            *[&mut c[1], &mut s[1]][i % 2] -= G::Scalar::ONE;
            assert!(!changed.verify(public, &ciphertext));
        }
    }
}

#[test]
fn mcl_proofs_where_mcl_has_them() {
    mcl_proofs::<secp192k1::Point>();
    mcl_proofs::<secp256k1::Point>();
    mcl_proofs::<fp254bnb::G1>();
}
