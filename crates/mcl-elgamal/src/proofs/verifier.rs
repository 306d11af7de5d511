//! Verification of many proofs at once.

use alloc::vec;
use alloc::vec::Vec;

use ff::Field;
use sha2::{Digest, Sha256};

use super::MembershipProof;
use super::transcript::weight;
use crate::Ciphertext;
use crate::group::ElGamalGroup;
use crate::keys::PublicKey;

/// Equations between group elements, collected from proofs, that are tested all at once.
///
/// # Algorithm
/// Bellare, Garay and Rabin, "Fast batch verification for modular exponentiation and digital
/// signatures", 1998, the test by small exponents: the sum of all equations, each times a random
/// weight, is one multi-scalar multiplication. The weights of 120 bits come from a hash of all
/// proofs, so that no randomness is needed and everybody gets the same answer; a set of equations
/// that is not true passes with a probability of about `2^-120` for each attempt of its author.
pub struct Verifier<'a, G: ElGamalGroup> {
    key: &'a PublicKey<G>,
    points: Vec<G::Affine>,
    /// Terms by equation, base and coefficient; none stands for -1.
    terms: Vec<(u64, Base, Option<G::Scalar>)>,
    equations: u64,
    hash: Sha256,
    refuted: bool,
}

/// The element of a term.
#[derive(Clone, Copy)]
pub(super) enum Base {
    /// `g`.
    Generator,
    /// `h`.
    Element,
    /// An element added by [`Verifier::point`].
    Point(usize),
}

impl<'a, G: ElGamalGroup> Verifier<'a, G> {
    /// No equations.
    #[must_use]
    pub fn new(key: &'a PublicKey<G>) -> Self {
        Self {
            key,
            points: Vec::new(),
            terms: Vec::new(),
            equations: 0,
            hash: Sha256::new(),
            refuted: false,
        }
    }

    /// The key that the proofs are about.
    pub(super) const fn key(&self) -> &'a PublicKey<G> {
        self.key
    }

    /// Notes that a proof is not valid whatever the other equations say.
    pub(super) const fn refute(&mut self) {
        self.refuted = true;
    }

    /// Adds an element.
    pub(super) fn point(&mut self, point: &G::Affine) -> Base {
        self.points.push(*point);
        Base::Point(self.points.len() - 1)
    }

    /// Binds the weights to a digest: of all that the author of a proof chose.
    pub(super) fn bind(&mut self, digest: &[u8]) {
        self.hash.update((digest.len() as u64).to_le_bytes());
        self.hash.update(digest);
    }

    /// Adds the equation `sum_i [k_i] B_i = P`. Its author's choices are bound by [`Self::bind`].
    pub(super) fn equation<const T: usize>(&mut self, terms: [(G::Scalar, Base); T], right: Base) {
        self.terms.extend(terms.map(|(k, base)| (self.equations, base, Some(k))));
        self.terms.push((self.equations, right, None));
        self.equations += 1;
    }

    /// Whether all proofs that were added are valid.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn verify(mut self) -> bool {
        if self.refuted {
            return false;
        }
        let digest = self.hash.finalize().into();
        let weights: Vec<G::Scalar> = (0..self.equations).map(|i| weight(&digest, i)).collect();
        let mut scalars = vec![G::Scalar::ZERO; self.points.len() + 2];
        let (generator, element) = (self.points.len(), self.points.len() + 1);
        for (equation, base, coefficient) in &self.terms {
            let weight = weights[*equation as usize];
            let scalar = match base {
                Base::Generator => &mut scalars[generator],
                Base::Element => &mut scalars[element],
                Base::Point(i) => &mut scalars[*i],
            };
            // A small negative integer decomposes into short parts, too.
            match coefficient {
                Some(k) => *scalar += weight * k,
                None => *scalar -= weight,
            }
        }
        self.points.extend([self.key.generator(), self.key.element()]);
        let sum = G::msm_vartime(&self.points, &scalars);
        sum.is_ok_and(|sum| sum.is_identity().into())
    }
}

/// A ciphertext with a proof that its plaintext is in a set, and what the proof is bound to.
#[derive(Clone, Debug)]
pub struct Ballot<'a, G: ElGamalGroup> {
    /// The ciphertext.
    pub ciphertext: &'a Ciphertext<G>,
    /// The proof.
    pub proof: &'a MembershipProof<G>,
    /// The context that the proof was made for.
    pub context: &'a [u8],
}

/// Whether all proofs are valid, by one multi-scalar multiplication.
///
/// # Timing
/// Variable time: public inputs only.
#[must_use]
pub fn verify_ballots<G: ElGamalGroup>(
    key: &PublicKey<G>,
    set: &[i64],
    ballots: &[Ballot<'_, G>],
) -> bool {
    let parts: Vec<G> =
        ballots.iter().flat_map(|ballot| [ballot.ciphertext.c1, ballot.ciphertext.c2]).collect();
    let mut affine = vec![G::Affine::default(); parts.len()];
    G::normalize(&parts, &mut affine);
    let mut verifier = Verifier::new(key);
    for (ballot, parts) in ballots.iter().zip(affine.chunks_exact(2)) {
        ballot.proof.add_affine(&mut verifier, &[parts[0], parts[1]], set, ballot.context);
    }
    verifier.verify()
}

/// The numbers of the ballots whose proof is not valid: none, at the price of
/// [`verify_ballots`], if all are; otherwise halves are verified until single ballots are found.
///
/// # Timing
/// Variable time: public inputs only.
#[must_use]
pub fn invalid_ballots<G: ElGamalGroup>(
    key: &PublicKey<G>,
    set: &[i64],
    ballots: &[Ballot<'_, G>],
) -> Vec<usize> {
    let mut invalid = Vec::new();
    let mut stack = vec![(0, ballots.len())];
    while let Some((start, end)) = stack.pop() {
        if start == end || verify_ballots(key, set, &ballots[start..end]) {
            continue;
        }
        if end - start == 1 {
            invalid.push(start);
            continue;
        }
        let middle = start.midpoint(end);
        // The first half comes off the stack first.
        stack.push((middle, end));
        stack.push((start, middle));
    }
    invalid
}
