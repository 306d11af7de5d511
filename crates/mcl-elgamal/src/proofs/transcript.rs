//! What is hashed for the challenges of proofs.

use ff::FromUniformBytes;
use group::GroupEncoding;
use sha2::{Digest, Sha256};

use crate::group::ElGamalGroup;
use crate::keys::PublicKey;

/// A SHA-256 over parts, each with its length before it.
///
/// The first part is the label of the proof and its version; the names of the group follow.
#[derive(Clone)]
pub struct Transcript(Sha256);

impl Transcript {
    /// The transcript of a proof about elements of `G`.
    pub fn new<G: ElGamalGroup>(label: &str) -> Self {
        let mut transcript = Self::bare(label);
        for name in G::NAME {
            transcript.bytes(name.as_bytes());
        }
        transcript
    }

    /// A hash that is part of another transcript, which names the group.
    pub fn bare(label: &str) -> Self {
        let mut transcript = Self(Sha256::new());
        transcript.bytes(label.as_bytes());
        transcript
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Appends an integer.
    pub fn integer(&mut self, x: i64) {
        self.bytes(&x.to_le_bytes());
    }

    /// Appends an element of the group.
    pub fn point<A: GroupEncoding>(&mut self, point: &A) {
        self.bytes(point.to_bytes().as_ref());
    }

    /// Appends a scalar.
    pub fn scalar<S: ff::PrimeField>(&mut self, scalar: &S) {
        self.bytes(scalar.to_repr().as_ref());
    }

    /// Appends both elements of a key.
    pub fn key<G: ElGamalGroup>(&mut self, key: &PublicKey<G>) {
        self.point(&key.generator());
        self.point(&key.element());
    }

    /// The hash of all parts.
    pub fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// The challenge: 64 bytes from the hash of all parts, reduced.
    pub fn challenge<S: FromUniformBytes<64>>(self) -> S {
        expand(&self.digest(), 0)
    }
}

/// A scalar that is determined by a digest and a number.
fn expand<S: FromUniformBytes<64>>(digest: &[u8; 32], number: u64) -> S {
    let mut bytes = [0; 64];
    for (half, out) in [0u8, 1].into_iter().zip(bytes.chunks_exact_mut(32)) {
        out.copy_from_slice(&block(digest, number, half));
    }
    S::from_uniform_bytes(&bytes)
}

fn block(digest: &[u8; 32], number: u64, half: u8) -> [u8; 32] {
    let hash = Sha256::new().chain_update(digest).chain_update(number.to_le_bytes());
    hash.chain_update([half]).finalize().into()
}

/// Bits of a weight of the batch verification. On the curves with 254 bits one part of the decomposed scalar suffices for it.
const WEIGHT_BITS: u32 = 120;

/// A weight that is determined by a digest and a number: an integer below `2^120`.
pub fn weight<S: ff::PrimeField>(digest: &[u8; 32], number: u64) -> S {
    let block = block(digest, number, 0);
    let mut low = [0; 16];
    low.copy_from_slice(&block[..16]);
    S::from_u128(u128::from_le_bytes(low) >> (128 - WEIGHT_BITS))
}
