//! The proof that a plaintext has at most k bits.

use alloc::vec::Vec;

use ff::Field;
use rand_core::CryptoRng;
use subtle::Choice;
use zeroize::Zeroizing;

use super::membership::MembershipProof;
use super::transcript::Transcript;
use super::verifier::Verifier;
use crate::Ciphertext;
use crate::error::NotInSet;
use crate::group::ElGamalGroup;
use crate::keys::PublicKey;

/// The most bits that a range proof can be about: plaintexts are signed integers of 64 bits.
pub const MAX_BITS: u32 = 63;

/// A proof that a plaintext is at least 0 and less than `2^k`.
///
/// The bits are encrypted one by one, each with a proof that it is 0 or 1. Their scalars are chosen so
/// that the sum of the ciphertexts, times their powers of two, is the ciphertext itself.
///
/// For other bounds, move the plaintext by [`PublicKey::add_plain`]; `a <= m < b` for a difference that
/// is not a power of two takes two proofs, of `m - a` and of `b - 1 - m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeProof<G: ElGamalGroup> {
    /// Encrypted bits, the lowest one first, with their proofs.
    pub(crate) bits: Vec<([G::Affine; 2], MembershipProof<G>)>,
}

impl<G: ElGamalGroup> PublicKey<G> {
    /// Encrypts an integer, with a proof that it is in `0..2^bits`.
    ///
    /// # Errors
    /// [`NotInSet`], also for no bits and for more than [`MAX_BITS`].
    ///
    /// # Timing
    /// Constant time in the plaintext but for the outcome.
    pub fn encrypt_in_range<R: CryptoRng + ?Sized>(
        &self,
        m: i64,
        bits: u32,
        context: &[u8],
        rng: &mut R,
    ) -> Result<(Ciphertext<G>, RangeProof<G>), NotInSet> {
        let u = Zeroizing::new(G::Scalar::random(rng));
        let ciphertext = self.encrypt_with(m, &u);
        let proof = RangeProof::prove(self, &ciphertext, m, &u, bits, context, rng)?;
        Ok((ciphertext, proof))
    }
}

impl<G: ElGamalGroup> RangeProof<G> {
    /// Proves that the ciphertext, made of `m` with the scalar `u`, has a plaintext in `0..2^bits`.
    ///
    /// # Errors
    /// [`NotInSet`], also for no bits and for more than [`MAX_BITS`].
    ///
    /// # Timing
    /// Constant time in `m` and `u` but for the outcome.
    pub fn prove<R: CryptoRng + ?Sized>(
        key: &PublicKey<G>,
        ciphertext: &Ciphertext<G>,
        m: i64,
        u: &G::Scalar,
        bits: u32,
        context: &[u8],
        rng: &mut R,
    ) -> Result<Self, NotInSet> {
        if !(1..=MAX_BITS).contains(&bits) || m >> bits != 0 {
            return Err(NotInSet);
        }
        let context = bit_context(&ciphertext.to_affine(), bits, context);
        // u_0 = u - sum_(j > 0) 2^j u_j.
        let mut scalars =
            Zeroizing::new((0..bits).map(|_| G::Scalar::random(rng)).collect::<Vec<G::Scalar>>());
        scalars[0] = G::Scalar::ZERO;
        // Horner's rule: twice the sum of the higher ones.
        let higher = scalars.iter().rev().fold(G::Scalar::ZERO, |sum, u| sum.double() + u);
        scalars[0] = *u - higher;
        let mut encrypted = Vec::with_capacity(bits as usize);
        for (j, u) in scalars.iter().enumerate() {
            let bit = Choice::from((m >> j) as u8 & 1);
            let bit = i64::from(bit.unwrap_u8());
            let part = key.encrypt_with(bit, u);
            let context = [&context[..], &(j as u64).to_le_bytes()].concat();
            let proof = MembershipProof::prove(key, &part, bit, u, &[0, 1], &context, rng)?;
            encrypted.push((part.to_affine(), proof));
        }
        Ok(Self { bits: encrypted })
    }

    /// The number of bits.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits.len() as u32
    }

    /// Whether the plaintext is in `0..2^bits`.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn verify(
        &self,
        key: &PublicKey<G>,
        ciphertext: &Ciphertext<G>,
        bits: u32,
        context: &[u8],
    ) -> bool {
        let mut verifier = Verifier::new(key);
        self.add(&mut verifier, ciphertext, bits, context);
        verifier.verify()
    }

    /// Adds the proof to those that are verified together.
    pub fn add(
        &self,
        verifier: &mut Verifier<'_, G>,
        ciphertext: &Ciphertext<G>,
        bits: u32,
        context: &[u8],
    ) {
        if !(1..=MAX_BITS).contains(&bits) || self.bits() != bits {
            return verifier.refute();
        }
        let whole = ciphertext.to_affine();
        let context = bit_context(&whole, bits, context);
        let mut sum = Ciphertext::<G>::zero();
        for (j, (part, proof)) in self.bits.iter().enumerate().rev() {
            let context = [&context[..], &(j as u64).to_le_bytes()].concat();
            proof.add_affine(verifier, part, &[0, 1], &context);
            sum = Ciphertext { c1: sum.c1.double() + &part[0], c2: sum.c2.double() + &part[1] };
        }
        if sum != *ciphertext {
            verifier.refute();
        }
    }
}

/// The proofs of the bits are bound to the ciphertext that they are the bits of.
fn bit_context<A: group::GroupEncoding>(whole: &[A; 2], bits: u32, context: &[u8]) -> [u8; 32] {
    let mut transcript = Transcript::bare("mcl-elgamal range 1");
    transcript.bytes(context);
    transcript.integer(i64::from(bits));
    whole.iter().for_each(|part| transcript.point(part));
    transcript.digest()
}
