//! A `no_std` consumer of the library crates.
//!
//! Built for the host as a static library with `panic = "abort"`, it defines what the standard
//! library would define otherwise; if any dependency pulled that in, the build would fail with a
//! duplicate language item:
//!
//! ```text
//! cargo rustc --release --package mcl-no-std --crate-type staticlib -- -C panic=abort
//! ```
//!
//! The script `.ci/run` does this without features and with all of them, and builds the crate for every
//! installed target that has no operating system.

#![no_std]

use mcl_bn::DecodeError;
use mcl_bn::snark1::{G1Affine, G2Affine};

/// Whether `e(P, Q) = e(R, S)`, for points in compressed form.
///
/// # Errors
/// The rule that the bytes of a point break.
pub fn equal_pairings(p: &[u8], q: &[u8], r: &[u8], s: &[u8]) -> Result<bool, DecodeError> {
    let left = mcl_bn::pairing(&G1Affine::from_compressed(p)?, &G2Affine::from_compressed(q)?);
    let right = mcl_bn::pairing(&G1Affine::from_compressed(r)?, &G2Affine::from_compressed(s)?);
    Ok(left == right)
}

/// The pairing precompile of the EVM, which needs no allocator either.
///
/// # Errors
/// The rule that the input breaks.
pub fn evm_pairing(input: &[u8]) -> Result<bool, mcl_evm::Error> {
    mcl_evm::ec_pairing(input)
}

/// As [`equal_pairings`], as one product: `e(P, Q) e(-R, S) = 1`.
///
/// # Errors
/// The rule that the bytes of a point break.
#[cfg(feature = "alloc")]
pub fn equal_pairings_by_product(
    p: &[u8],
    q: &[u8],
    r: &[u8],
    s: &[u8],
) -> Result<bool, DecodeError> {
    Ok(mcl_bn::pairing_check(&[
        (G1Affine::from_compressed(p)?, G2Affine::from_compressed(q)?),
        (-G1Affine::from_compressed(r)?, G2Affine::from_compressed(s)?),
    ]))
}

#[cfg(panic = "abort")]
mod freestanding;
