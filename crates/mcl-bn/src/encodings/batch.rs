//! Many points at once.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use mcl_ec::{BatchError, finish_batch};
#[cfg(feature = "alloc")]
use rand_core::CryptoRng;

use super::parts::finish_from_root;
use super::{Decoding, Point};
use crate::DecodeError;
use crate::batch::decoding::decode_checked;

/// Reads points that follow one another without gaps, each as [`Decoding::decode`] does, into a slice with a
/// place for each. Allocates nothing.
///
/// On a processor with AVX-512 IFMA square roots and tests of membership are computed eight at a time.
///
/// # Errors
/// The first encoding that [`Decoding::decode`] refuses, and why, or a wrong length if the slice has
/// another number of places. Some points may be written then.
pub fn decode_batch_in<E: Decoding<P>, P: Point>(
    bytes: &[u8],
    out: &mut [P],
) -> Result<(), BatchError> {
    decode_checked(bytes, E::LENGTH, out, decode_all::<E, P>, P::test_members)
}

/// Decodes without the test of membership.
fn decode_all<E: Decoding<P>, P: Point>(bytes: &[u8], out: &mut [Result<P, DecodeError>]) {
    let encodings = bytes.chunks(E::LENGTH).map(E::read);
    finish_batch(encodings, out, P::ordinates, finish_from_root);
}

/// Reads points that follow one another without gaps, in the format `E`.
///
/// As [`Decoding::decode`] for each of them, but that membership in G2 is tested for all points
/// together where that is faster than eight at a time: see [`G2Affine::are_torsion_free_vartime`](crate::G2Affine::are_torsion_free_vartime)
/// for its error of at most `2^-120` and for what `rng` has to be. G1 needs no test and draws nothing.
///
/// ```
/// use mcl_bn::encodings::{Encoding, arkworks, decode_batch};
/// use mcl_bn::snark1::G2Affine;
///
/// let bytes = arkworks::Compressed::encode(&G2Affine::generator()).repeat(3);
/// let points: Vec<G2Affine> = decode_batch::<arkworks::Compressed, _>(&bytes, &mut rand::rng())?;
/// assert_eq!(points, [G2Affine::generator(); 3]);
/// # Ok::<(), mcl_bn::encodings::BatchError>(())
/// ```
///
/// # Errors
/// The first encoding that breaks another rule than that of the subgroup, or if there is none, the
/// first one outside the subgroup. A rest that is no whole encoding has a wrong length.
#[cfg(feature = "alloc")]
pub fn decode_batch<E: Decoding<P>, P: Point>(
    bytes: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<P>, BatchError> {
    let mut points = alloc::vec![P::default(); bytes.len().div_ceil(E::LENGTH)];
    let all = |_: &[P], verdicts: &mut [bool]| verdicts.fill(true);
    decode_checked(bytes, E::LENGTH, &mut points, decode_all::<E, P>, all)?;
    if !P::are_members(&points, rng) {
        let index = points.iter().position(|point| !point.is_member());
        let error = DecodeError::NotInSubgroup;
        return Err(BatchError { index: index.unwrap_or(points.len()), error });
    }
    Ok(points)
}
