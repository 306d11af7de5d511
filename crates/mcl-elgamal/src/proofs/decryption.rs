//! The proof of correct decryption.

use rand_core::CryptoRng;

use super::equality::{EqualityProof, Statement};
use super::verifier::Verifier;
use crate::Ciphertext;
use crate::group::ElGamalGroup;
use crate::keys::{PrivateKey, PublicKey};

/// A proof that a ciphertext has a certain plaintext, which needs the private key.
///
/// `h = [z]g` and `c2 - [m]g = [z]c1` have the same logarithm: [`EqualityProof`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecryptionProof<G: ElGamalGroup>(pub EqualityProof<G>);

impl<G: ElGamalGroup> DecryptionProof<G> {
    /// Proves that the plaintext is `m`. For another plaintext the result is not a valid proof.
    ///
    /// # Timing
    /// Constant time in the key.
    pub fn prove<R: CryptoRng + ?Sized>(
        key: &PrivateKey<G>,
        ciphertext: &Ciphertext<G>,
        m: i64,
        context: &[u8],
        rng: &mut R,
    ) -> Self {
        let public = key.public_key();
        let statement = statement(public, ciphertext, m, context);
        Self(EqualityProof::prove(public, &statement, key.scalar(), rng))
    }

    /// Whether the plaintext is `m`.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn verify(
        &self,
        key: &PublicKey<G>,
        ciphertext: &Ciphertext<G>,
        m: i64,
        context: &[u8],
    ) -> bool {
        let mut verifier = Verifier::new(key);
        self.add(&mut verifier, ciphertext, m, context);
        verifier.verify()
    }

    /// Adds the proof to those that are verified together.
    pub fn add(
        &self,
        verifier: &mut Verifier<'_, G>,
        ciphertext: &Ciphertext<G>,
        m: i64,
        context: &[u8],
    ) {
        let statement = statement(verifier.key(), ciphertext, m, context);
        self.0.add(verifier, &statement);
    }
}

fn statement<'a, G: ElGamalGroup>(
    key: &PublicKey<G>,
    ciphertext: &Ciphertext<G>,
    m: i64,
    context: &'a [u8],
) -> Statement<'a, G> {
    let mut parts = [G::Affine::default(); 2];
    G::normalize(&[ciphertext.c1, ciphertext.c2 - key.encode(m)], &mut parts);
    let [base, y] = parts;
    Statement { label: "mcl-elgamal decryption 1", context, x: key.element(), base, y }
}
