//! The proof that two logarithms are equal.

use ff::Field;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::transcript::Transcript;
use super::verifier::{Base, Verifier};
use crate::group::ElGamalGroup;
use crate::keys::PublicKey;

/// A proof that `X = [x]g` and `Y = [x]B` for the same `x`.
///
/// # Algorithm
/// Chaum and Pedersen, "Wallet databases with observers", 1992, with the challenge from a hash (Fiat
/// and Shamir, 1986): commitments `[k]g` and `[k]B`, response `s = k + c x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualityProof<G: ElGamalGroup> {
    /// `[k]g` and `[k]B`.
    pub commitments: [G::Affine; 2],
    /// `s`.
    pub response: G::Scalar,
}

/// What an [`EqualityProof`] is about, beside `g`: the elements, and what it is bound to.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a, G: ElGamalGroup> {
    /// Says which proof it is.
    pub label: &'static str,
    /// The context of the caller.
    pub context: &'a [u8],
    /// `X`.
    pub x: G::Affine,
    /// `B`.
    pub base: G::Affine,
    /// `Y`.
    pub y: G::Affine,
}

impl<G: ElGamalGroup> EqualityProof<G> {
    /// Proves that `x` is the logarithm of both.
    ///
    /// # Timing
    /// Constant time: two products.
    pub(crate) fn prove<R: CryptoRng + ?Sized>(
        key: &PublicKey<G>,
        statement: &Statement<'_, G>,
        x: &G::Scalar,
        rng: &mut R,
    ) -> Self {
        let k = Zeroizing::new(G::Scalar::random(rng));
        let first = key.generator_table().add_scalar(&G::identity(), &k);
        let second = G::from(statement.base) * *k;
        let mut commitments = [G::Affine::default(); 2];
        G::normalize(&[first, second], &mut commitments);
        let challenge: G::Scalar = transcript(key, statement, &commitments).challenge();
        Self { commitments, response: challenge * x + *k }
    }

    /// Adds the proof to those that are verified together.
    pub(crate) fn add(&self, verifier: &mut Verifier<'_, G>, statement: &Statement<'_, G>) {
        let mut hash = transcript(verifier.key(), statement, &self.commitments);
        let c: G::Scalar = hash.clone().challenge();
        hash.scalar(&self.response);
        verifier.bind(&hash.digest());
        let [r1, r2] = self.commitments.map(|point| verifier.point(&point));
        let x = verifier.point(&statement.x);
        let base = verifier.point(&statement.base);
        let y = verifier.point(&statement.y);
        verifier.equation([(self.response, Base::Generator), (-c, x)], r1);
        verifier.equation([(self.response, base), (-c, y)], r2);
    }
}

fn transcript<G: ElGamalGroup>(
    key: &PublicKey<G>,
    statement: &Statement<'_, G>,
    commitments: &[G::Affine; 2],
) -> Transcript {
    let mut transcript = Transcript::new::<G>(statement.label);
    transcript.bytes(statement.context);
    transcript.key(key);
    for point in [&statement.x, &statement.base, &statement.y].into_iter().chain(commitments) {
        transcript.point(point);
    }
    transcript
}
