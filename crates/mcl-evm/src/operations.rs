//! The three operations.

use mcl_bn::alt_bn128::{Fr, G1Affine, G2Affine, Gt, MillerLoopResult};
use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_bn::multi_miller_loop_checking_g2;

use crate::Error;
use crate::input::{g1, padded, twist};

/// Bytes of a point of G1: x and y.
pub const G1_BYTES: usize = 64;
/// Bytes of a point of G2: x and y, of each the coefficient of i first.
pub const G2_BYTES: usize = 128;
/// Bytes of a scalar.
pub const SCALAR_BYTES: usize = 32;
/// Bytes that [`ec_add`] reads: two points.
pub const ADD_INPUT: usize = 2 * G1_BYTES;
/// Bytes that [`ec_mul`] reads: a point and a scalar.
pub const MUL_INPUT: usize = G1_BYTES + SCALAR_BYTES;
/// Bytes of one pair of [`ec_pairing`]: a point of G1 and a point of G2.
pub const PAIR_BYTES: usize = G1_BYTES + G2_BYTES;

/// The precompile at address 6: the sum of two points of G1.
///
/// Shorter input is padded with zeros, longer input is cut. Allocates nothing.
///
/// # Errors
/// [`Error::CoordinateNotBelowModulus`], [`Error::G1NotOnCurve`].
///
/// # Timing
/// Variable time, as all functions here: for public data. One inversion in Fp.
pub fn ec_add(input: &[u8]) -> Result<[u8; G1_BYTES], Error> {
    let input = padded::<ADD_INPUT>(input);
    let (p, q) = input.split_at(G1_BYTES);
    Ok(Words::encode(&g1(p)?.add_vartime(&g1(q)?)).into())
}

/// The precompile at address 7: a point of G1 times an integer of 256 bits.
///
/// Shorter input is padded with zeros, longer input is cut. Allocates nothing.
///
/// # Errors
/// [`Error::CoordinateNotBelowModulus`], [`Error::G1NotOnCurve`].
///
/// # Timing
/// Variable time. The integer is reduced modulo the order r first, and the product is taken in two
/// halves by an endomorphism.
pub fn ec_mul(input: &[u8]) -> Result<[u8; G1_BYTES], Error> {
    let input = padded::<MUL_INPUT>(input);
    let (p, k) = input.split_at(G1_BYTES);
    let k = Fr::from_be_bytes_mod(k);
    Ok(Words::encode(&g1(p)?.mul_vartime(&k).to_affine_vartime()).into())
}

/// The precompile at address 8: whether the product of the pairings of all pairs is one. No pairs give
/// one.
///
/// Points of G2 are checked to be in the subgroup of order r as a by-product of the Miller loop.
/// Allocates nothing.
///
/// # Errors
/// [`Error::Length`] if the input is no number of whole pairs; otherwise the rule that one of the
/// points breaks, also where the other point of its pair is the identity.
///
/// # Timing
/// Variable time.
pub fn ec_pairing(input: &[u8]) -> Result<bool, Error> {
    if !input.len().is_multiple_of(PAIR_BYTES) {
        return Err(Error::Length { found: input.len() });
    }
    ec_pairing_of(input.chunks_exact(PAIR_BYTES).map(|pair| pair.split_at(G1_BYTES)))
}

/// As [`ec_pairing`], with the pairs taken apart: 64 and 128 bytes each.
///
/// # Errors
/// As for [`ec_pairing`]; [`Error::Length`] for a point of another length.
pub fn ec_pairing_of<'a>(
    pairs: impl IntoIterator<Item = (&'a [u8], &'a [u8])>,
) -> Result<bool, Error> {
    // As many as share squarings.
    let mut terms = [(G1Affine::identity(), G2Affine::identity()); 16];
    let mut used = 0;
    let mut product = MillerLoopResult::default();
    for (p, q) in pairs {
        if used == terms.len() {
            product += loops(&terms)?;
            used = 0;
        }
        terms[used] = (g1(p)?, twist(q)?);
        used += 1;
    }
    product += loops(&terms[..used])?;
    Ok(product.final_exponentiation() == Gt::identity())
}

fn loops(terms: &[(G1Affine, G2Affine)]) -> Result<MillerLoopResult, Error> {
    multi_miller_loop_checking_g2(terms).map_err(|_| Error::G2NotInSubgroup)
}

/// [`ec_pairing`] with the output of the precompile: a word that is one or zero.
///
/// # Errors
/// As for [`ec_pairing`].
pub fn ec_pairing_word(input: &[u8]) -> Result<[u8; 32], Error> {
    let mut word = [0; 32];
    word[31] = ec_pairing(input)?.into();
    Ok(word)
}
