//! mcl's proof that a plaintext is 0 or 1, with mcl's transcript.

use alloc::string::String;
use core::fmt::Write;

use ff::Field;
use mcl_fp::IoValue;
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::Ciphertext;
use crate::encoding_mcl::MclGroup;
use crate::keys::PublicKey;

/// The proof of mcl that a plaintext is 0 or 1, for files and protocols that have it already. New protocols
/// should use [`super::MembershipProof`].
///
/// It is the proof of [`super::MembershipProof`] for the set `[0, 1]`, without commitments: they follow
/// from challenges and responses, and the sum of the challenges is the hash of their text. The
/// transcript names neither curve nor context, so the proof is valid wherever key and ciphertext are:
/// a caller that needs it bound to a voter or an election must do so by other means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MclZeroOneProof<G: MclGroup> {
    /// The challenges of the branches 0 and 1.
    pub challenges: [G::Scalar; 2],
    /// The responses.
    pub responses: [G::Scalar; 2],
}

/// The random scalars of encryption and proof, in the order in which mcl draws them.
#[derive(Clone)]
pub struct MclNonces<S: Zeroize> {
    /// `u`, of the ciphertext.
    pub u: S,
    /// The challenge of the branch that is not proved.
    pub challenge: S,
    /// The response of that branch.
    pub response: S,
    /// `k`, of the branch that is proved.
    pub k: S,
}

impl<S: Zeroize> Drop for MclNonces<S> {
    fn drop(&mut self) {
        for scalar in [&mut self.u, &mut self.challenge, &mut self.response, &mut self.k] {
            scalar.zeroize();
        }
    }
}

impl<S: Zeroize> ZeroizeOnDrop for MclNonces<S> {}

impl<S: Field + Zeroize> MclNonces<S> {
    /// Uniform scalars.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let [u, challenge, response, k] = [(); 4].map(|()| S::random(&mut *rng));
        Self { u, challenge, response, k }
    }
}

impl<G: MclGroup> PublicKey<G> {
    /// Encrypts a bit, with mcl's proof that it is 0 or 1.
    ///
    /// # Timing
    /// Constant time but for the text of the transcript, whose length is public.
    pub fn encrypt_bit_mcl<R: CryptoRng + ?Sized>(
        &self,
        bit: Choice,
        rng: &mut R,
    ) -> (Ciphertext<G>, MclZeroOneProof<G>) {
        self.encrypt_bit_mcl_with(bit, &MclNonces::random(rng))
    }

    /// As [`Self::encrypt_bit_mcl`] with given scalars, which must be secret, uniform, and used once.
    ///
    /// # Timing
    /// As [`Self::encrypt_bit_mcl`].
    #[must_use]
    pub fn encrypt_bit_mcl_with(
        &self,
        bit: Choice,
        nonces: &MclNonces<G::Scalar>,
    ) -> (Ciphertext<G>, MclZeroOneProof<G>) {
        let m = i64::from(bit.unwrap_u8());
        let MclNonces { u, challenge, response, k } = nonces;
        let ciphertext = self.encrypt_with(m, u);
        // For the other branch n = 1 - m, with the u that is known:
        // R1 = [s - c u]g and R2 = [s - c u]h + [c (n - m)]g.
        let sign = G::Scalar::conditional_select(&G::Scalar::ONE, &-G::Scalar::ONE, bit);
        let mut exponent = *response - *challenge * u;
        let mut rest = sign * challenge;
        let (g, h) = (self.generator_table(), self.element_table());
        let other = [
            g.add_scalar(&G::identity(), &exponent),
            g.add_scalar(&h.add_scalar(&G::identity(), &exponent), &rest),
        ];
        exponent.zeroize();
        rest.zeroize();
        let own = [g.add_scalar(&G::identity(), k), h.add_scalar(&G::identity(), k)];
        let swap = |pair: [G; 2], other: [G; 2]| {
            [0, 1].map(|i| G::conditional_select(&pair[i], &other[i], bit))
        };
        let commitments = [swap(own, other), swap(other, own)];
        let sum = self.hash(&commitments, &ciphertext);
        let proved = [sum - challenge, (sum - challenge) * u + k];
        let select = |a: &G::Scalar, b: &G::Scalar| {
            [G::Scalar::conditional_select(a, b, bit), G::Scalar::conditional_select(b, a, bit)]
        };
        let proof = MclZeroOneProof {
            challenges: select(&proved[0], challenge),
            responses: select(&proved[1], response),
        };
        (ciphertext, proof)
    }

    /// The hash of `R1_0 R2_0 R1_1 R2_1 c1 c2 g h`, in the text form of streams, without separators.
    fn hash(&self, commitments: &[[G; 2]; 2], ciphertext: &Ciphertext<G>) -> G::Scalar {
        let [[r1_0, r2_0], [r1_1, r2_1]] = *commitments;
        let points = [r1_0, r2_0, r1_1, r2_1, ciphertext.c1, ciphertext.c2];
        let mut affine = [G::Affine::default(); 6];
        G::normalize(&points, &mut affine);
        let mut text = String::new();
        for point in affine.iter().chain(&[self.generator(), self.element()]) {
            let Ok(()) = write!(text, "{}", point.to_text(G::STREAM)) else {
                unreachable!("a string takes all")
            };
        }
        G::hash_to_scalar(text.as_bytes())
    }
}

impl<G: MclGroup> MclZeroOneProof<G> {
    /// Whether the plaintext of the ciphertext is 0 or 1.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn verify(&self, key: &PublicKey<G>, ciphertext: &Ciphertext<G>) -> bool {
        let (g, h) = (key.generator_table(), key.element_table());
        let fixed = |table: &crate::WindowTable<G>, s: &G::Scalar| {
            table.mul_vartime(s).unwrap_or_else(|| unreachable!("the table covers all scalars"))
        };
        let [zero, one] = [ciphertext.c2, ciphertext.c2 - &key.generator()];
        let branch = |i: usize, c2: &G| {
            let (c, s) = (&self.challenges[i], &self.responses[i]);
            [fixed(g, s) - ciphertext.c1.mul_vartime(c), fixed(h, s) - c2.mul_vartime(c)]
        };
        let commitments = [branch(0, &zero), branch(1, &one)];
        key.hash(&commitments, ciphertext) == self.challenges[0] + self.challenges[1]
    }
}
