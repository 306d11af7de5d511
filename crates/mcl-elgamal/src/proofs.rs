//! Non-interactive zero-knowledge proofs about ciphertexts.
//!
//! All of them but [`MclZeroOneProof`] hash what the statement is about (curve, group, both parts of the
//! key, ciphertexts and values, or for decryption what the equation has of them) and a context of the
//! caller, with lengths, under a label of their own. They carry commitments, so that many can be verified
//! by one multi-scalar multiplication: [`Verifier`].

mod decryption;
mod equality;
mod membership;
mod range;
pub(crate) mod transcript;
mod verifier;
mod zero_one_mcl;

pub use decryption::DecryptionProof;
pub use equality::EqualityProof;
pub(crate) use equality::Statement;
pub use membership::{Branch, MembershipProof};
pub use range::{MAX_BITS, RangeProof};
pub use verifier::{Ballot, Verifier, invalid_ballots, verify_ballots};
pub use zero_one_mcl::{MclNonces, MclZeroOneProof};
