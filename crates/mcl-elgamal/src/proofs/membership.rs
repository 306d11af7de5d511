//! The proof that a plaintext is in a set, for example that it is 0 or 1.

use alloc::vec;
use alloc::vec::Vec;

use ff::Field;
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use super::transcript::Transcript;
use super::verifier::{Base, Verifier};
use crate::Ciphertext;
use crate::dlog::scalar;
use crate::error::NotInSet;
use crate::group::ElGamalGroup;
use crate::keys::PublicKey;

/// A proof that the plaintext of a ciphertext is one of some values, without saying which one.
///
/// # Algorithm
/// Cramer, Damgård and Schoenmakers, "Proofs of partial knowledge and simplified design of witness
/// hiding protocols", 1994, with the proof of equality of logarithms of Chaum and Pedersen, "Wallet
/// databases with observers", 1992, for each value, and the challenge from a hash (Fiat and Shamir,
/// 1986) of statement and commitments. For each value `v`, the branch has commitments
///
/// ```text
/// R1 = [s]g - [c]c1        R2 = [s]h - [c](c2 - [v]g)
/// ```
///
/// and the challenges `c` of all branches add up to the hash. A prover can choose all but one of the
/// challenges before the hash, so one branch is proved; which one, nobody can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MembershipProof<G: ElGamalGroup> {
    pub(crate) branches: Vec<Branch<G>>,
}

/// What belongs to one of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch<G: ElGamalGroup> {
    /// The commitments `R1` and `R2`.
    pub commitments: [G::Affine; 2],
    /// The challenge `c`.
    pub challenge: G::Scalar,
    /// The response `s`.
    pub response: G::Scalar,
}

impl<G: ElGamalGroup> PublicKey<G> {
    /// Encrypts a bit, with a proof that it is one for the set `[0, 1]`.
    ///
    /// # Timing
    /// Constant time.
    pub fn encrypt_bit<R: CryptoRng + ?Sized>(
        &self,
        bit: Choice,
        context: &[u8],
        rng: &mut R,
    ) -> (Ciphertext<G>, MembershipProof<G>) {
        let m = i64::from(bit.unwrap_u8());
        self.encrypt_in_set(m, &[0, 1], context, rng)
            .unwrap_or_else(|_| unreachable!("a choice is 0 or 1"))
    }

    /// Encrypts one of the values of a set, with a proof that it is one of them.
    ///
    /// # Errors
    /// [`NotInSet`].
    ///
    /// # Timing
    /// Constant time in the plaintext but for the outcome; the set is public.
    pub fn encrypt_in_set<R: CryptoRng + ?Sized>(
        &self,
        m: i64,
        set: &[i64],
        context: &[u8],
        rng: &mut R,
    ) -> Result<(Ciphertext<G>, MembershipProof<G>), NotInSet> {
        let u = Zeroizing::new(G::Scalar::random(rng));
        let ciphertext = self.encrypt_with(m, &u);
        let proof = MembershipProof::prove(self, &ciphertext, m, &u, set, context, rng)?;
        Ok((ciphertext, proof))
    }
}

impl<G: ElGamalGroup> MembershipProof<G> {
    /// Proves that the ciphertext, made of `m` with the scalar `u`, has a plaintext in the set.
    ///
    /// # Errors
    /// [`NotInSet`].
    ///
    /// # Timing
    /// Constant time in `m` and `u` but for the outcome: all branches are computed alike, each by three
    /// fixed-base products.
    pub fn prove<R: CryptoRng + ?Sized>(
        key: &PublicKey<G>,
        ciphertext: &Ciphertext<G>,
        m: i64,
        u: &G::Scalar,
        set: &[i64],
        context: &[u8],
        rng: &mut R,
    ) -> Result<Self, NotInSet> {
        // The proved branch is the first one with the plaintext.
        let mut found = Choice::from(0);
        let proved: Vec<Choice> = set
            .iter()
            .map(|value| {
                let equal = value.ct_eq(&m) & !found;
                found |= equal;
                equal
            })
            .collect();
        if !bool::from(found) {
            return Err(NotInSet);
        }
        let zero = G::Scalar::ZERO;
        let mut challenges: Vec<G::Scalar> = set.iter().map(|_| G::Scalar::random(rng)).collect();
        let mut responses =
            Zeroizing::new(set.iter().map(|_| G::Scalar::random(rng)).collect::<Vec<G::Scalar>>());
        let mut commitments = vec![G::identity(); 2 * set.len()];
        for (i, pair) in commitments.chunks_exact_mut(2).enumerate() {
            challenges[i].conditional_assign(&zero, proved[i]);
            // With the u that the prover knows, the commitments are multiples of g and h alone; the
            // challenge zero leaves the random scalar for the proved branch.
            let mut exponent = responses[i] - challenges[i] * u;
            let mut rest = challenges[i] * scalar::<G::Scalar>(i128::from(set[i]) - i128::from(m));
            pair[0] = key.generator_table().add_scalar(&G::identity(), &exponent);
            pair[1] = key.element_table().add_scalar(&G::identity(), &exponent);
            pair[1] = key.generator_table().add_scalar(&pair[1], &rest);
            exponent.zeroize();
            rest.zeroize();
        }
        commitments.extend([ciphertext.c1, ciphertext.c2]);
        let mut affine = vec![G::Affine::default(); commitments.len()];
        G::normalize(&commitments, &mut affine);
        let (commitments, parts) = affine.split_at(2 * set.len());
        let challenge: G::Scalar =
            transcript(key, &[parts[0], parts[1]], set, context, commitments).challenge();
        let rest = challenge - challenges.iter().sum::<G::Scalar>();
        let branches = (0..set.len()).map(|i| {
            // For the proved branch, the challenge that is left, and an honest response.
            let answer = responses[i] + rest * u;
            Branch {
                commitments: [commitments[2 * i], commitments[2 * i + 1]],
                challenge: G::Scalar::conditional_select(&challenges[i], &rest, proved[i]),
                response: G::Scalar::conditional_select(&responses[i], &answer, proved[i]),
            }
        });
        let proof = Self { branches: branches.collect() };
        responses.zeroize();
        Ok(proof)
    }

    /// The branches, one for each value of the set.
    #[must_use]
    pub fn branches(&self) -> &[Branch<G>] {
        &self.branches
    }

    /// Whether the plaintext of the ciphertext is in the set.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn verify(
        &self,
        key: &PublicKey<G>,
        ciphertext: &Ciphertext<G>,
        set: &[i64],
        context: &[u8],
    ) -> bool {
        let mut verifier = Verifier::new(key);
        self.add(&mut verifier, ciphertext, set, context);
        verifier.verify()
    }

    /// Adds the proof to those that are verified together.
    pub fn add(
        &self,
        verifier: &mut Verifier<'_, G>,
        ciphertext: &Ciphertext<G>,
        set: &[i64],
        context: &[u8],
    ) {
        self.add_affine(verifier, &ciphertext.to_affine(), set, context);
    }

    /// As [`Self::add`], for a ciphertext in affine form.
    pub(crate) fn add_affine(
        &self,
        verifier: &mut Verifier<'_, G>,
        parts: &[G::Affine; 2],
        set: &[i64],
        context: &[u8],
    ) {
        if self.branches.len() != set.len() {
            return verifier.refute();
        }
        let commitments: Vec<G::Affine> =
            self.branches.iter().flat_map(|branch| branch.commitments).collect();
        let mut hash = transcript(verifier.key(), parts, set, context, &commitments);
        let challenge: G::Scalar = hash.clone().challenge();
        if self.branches.iter().map(|branch| branch.challenge).sum::<G::Scalar>() != challenge {
            return verifier.refute();
        }
        for branch in &self.branches {
            hash.scalar(&branch.challenge);
            hash.scalar(&branch.response);
        }
        verifier.bind(&hash.digest());
        let [c1, c2] = parts.map(|part| verifier.point(&part));
        for (branch, value) in self.branches.iter().zip(set) {
            let (c, s) = (branch.challenge, branch.response);
            let [r1, r2] = branch.commitments.map(|point| verifier.point(&point));
            let shift = c * scalar::<G::Scalar>(i128::from(*value));
            verifier.equation([(s, Base::Generator), (-c, c1)], r1);
            verifier.equation([(s, Base::Element), (-c, c2), (shift, Base::Generator)], r2);
        }
    }
}

/// Statement and commitments.
fn transcript<G: ElGamalGroup>(
    key: &PublicKey<G>,
    parts: &[G::Affine; 2],
    set: &[i64],
    context: &[u8],
    commitments: &[G::Affine],
) -> Transcript {
    let mut transcript = Transcript::new::<G>("mcl-elgamal membership 1");
    transcript.bytes(context);
    transcript.key(key);
    parts.iter().for_each(|part| transcript.point(part));
    transcript.bytes(&(set.len() as u64).to_le_bytes());
    set.iter().for_each(|&value| transcript.integer(value));
    commitments.iter().for_each(|point| transcript.point(point));
    transcript
}
