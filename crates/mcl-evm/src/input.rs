//! The rules of input: padding, truncation, points.

use mcl_bn::alt_bn128::{G1Affine, G2Affine};
use mcl_bn::encodings::Decoding;
use mcl_bn::encodings::eip197::Words;

use crate::Error;

/// The first `L` bytes of the input, which is taken as if zeros without end followed.
///
/// EIP-196: "If the input is shorter than expected, it is assumed to be virtually padded with zeros at
/// the end"; "if the input is longer than expected, surplus bytes at the end are ignored".
pub fn padded<const L: usize>(input: &[u8]) -> [u8; L] {
    let mut bytes = [0; L];
    let length = input.len().min(L);
    bytes[..length].copy_from_slice(&input[..length]);
    bytes
}

/// A point of G1: 64 bytes.
pub fn g1(bytes: &[u8]) -> Result<G1Affine, Error> {
    Words::decode(bytes).map_err(Error::of_g1)
}

/// A point of the twist, which need not be in G2: 128 bytes.
pub fn twist(bytes: &[u8]) -> Result<G2Affine, Error> {
    Words::decode_unchecked(bytes).map_err(Error::of_g2)
}
