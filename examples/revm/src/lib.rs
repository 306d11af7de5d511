//! [revm](https://github.com/bluealloy/revm) on the alt_bn128 precompiles of [`mcl_evm`].
//!
//! revm asks a provider of cryptography, [`Crypto`], which a program may install once before the first
//! transaction:
//!
//! ```
//! use mcl_revm::MclCrypto;
//!
//! assert!(revm::install_crypto(MclCrypto));
//! ```
//!
//! The gas and the padding of inputs are revm's.

use mcl_evm::{Error, G1_BYTES, ec_add, ec_mul, ec_pairing_of};
use revm::precompile::{Crypto, PrecompileHalt};

/// A provider that computes addresses 6, 7 and 8 by mcl, and everything else as revm does.
#[derive(Clone, Copy, Debug, Default)]
pub struct MclCrypto;

impl Crypto for MclCrypto {
    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        ec_add(&joined::<{ 2 * G1_BYTES }>(p1, p2)).map_err(halt)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        ec_mul(&joined::<{ G1_BYTES + 32 }>(point, scalar)).map_err(halt)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt> {
        ec_pairing_of(pairs.iter().copied()).map_err(halt)
    }
}

/// revm hands the input of one call in two parts, padded to their lengths.
fn joined<const L: usize>(first: &[u8], second: &[u8]) -> [u8; L] {
    debug_assert!(first.len() + second.len() == L, "the parts come padded to their lengths");
    let mut bytes = [0; L];
    bytes.iter_mut().zip(first.iter().chain(second)).for_each(|(to, from)| *to = *from);
    bytes
}

/// The reason as revm names it.
fn halt(error: Error) -> PrecompileHalt {
    match error {
        Error::CoordinateNotBelowModulus => PrecompileHalt::Bn254FieldPointNotAMember,
        Error::Length { .. } => PrecompileHalt::Bn254PairLength,
        _ => PrecompileHalt::Bn254AffineGFailedToCreate,
    }
}
