//! Lifted ElGamal: making of keys, encryption, decryption up to `[m]g`, proofs of those with a key.

use ff::Field;
use mcl_bn::snark1::{Fr, G1};
use mcl_elgamal::PrivateKey;
use mcl_elgamal::proofs::DecryptionProof;
use subtle::ConstantTimeEq;

use crate::memcheck::{conceal, public, secret};
use crate::{Checks, public_rng, secret_rng};

pub(crate) fn run(checks: &mut Checks) {
    let mut rng = public_rng();
    let key = PrivateKey::<G1>::generate(&mut rng);
    let public_key = key.public_key();
    let context = b"context";
    // From here on the scalar is a secret; the tables of the public key stay public.
    conceal(key.scalar());

    let u = Fr::random(&mut secret_rng());
    let (m, m_scalar) = (secret(-17), secret(Fr::from_u64(17)));
    let ciphertext = checks.run("encrypt", || public_key.encrypt(m, &mut secret_rng()));
    checks.run("encrypt_with", || public_key.encrypt_with(m, &u));
    checks.run("encrypt_scalar_with", || public_key.encrypt_scalar_with(&m_scalar, &u));
    checks.run("encode", || public_key.encode(m));
    checks.run("add_plain", || public_key.add_plain(&ciphertext, m));
    checks.run("add_plain_scalar", || public_key.add_plain_scalar(&ciphertext, &m_scalar));
    checks.run("rerandomize", || public_key.rerandomize(&ciphertext, &mut secret_rng()));
    checks.run("decrypt_to_element", || key.decrypt_to_element(&ciphertext));
    checks.run("is_zero", || key.is_zero(&ciphertext).unwrap_u8());
    checks.run("table, mul", || public(public_key.element_table().mul(&u)).is_some().unwrap_u8());
    checks.run("table, mul_i64", || {
        public(public_key.element_table().mul_i64(m)).is_some().unwrap_u8()
    });
    // Whether the plaintext is in the set, whether the key is zero.
    checks.run_with_outcomes("encrypt_bit", 1, || {
        public_key.encrypt_bit(secret(1u8).ct_eq(&secret(1)), context, &mut secret_rng())
    });
    checks.run_with_outcomes("from_scalar", 1, || PrivateKey::<G1>::from_scalar(&u).is_ok());
    checks.run("decryption proof", || {
        DecryptionProof::prove(&key, &ciphertext, -17, context, &mut secret_rng())
    });
}
