//! Many points at once.

use alloc::vec::Vec;
use core::fmt;

use rand_core::CryptoRng;

use super::{Decoding, Point};
use crate::DecodeError;

/// Why one of several encodings was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The index of the encoding.
    pub index: usize,
    /// The rule that it breaks.
    pub error: DecodeError,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "encoding {}: {}", self.index, self.error)
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Reads points that follow one another without gaps, in the format `E`.
///
/// As [`Decoding::decode`] for each of them, but that membership in G2 is tested for all points
/// together where that is faster: see [`G2Affine::are_torsion_free_vartime`](crate::G2Affine::are_torsion_free_vartime)
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
pub fn decode_batch<E: Decoding<P>, P: Point>(
    bytes: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<P>, BatchError> {
    let decode =
        |(index, bytes)| E::decode_unchecked(bytes).map_err(|error| BatchError { index, error });
    let points: Vec<P> =
        bytes.chunks(E::LENGTH).enumerate().map(decode).collect::<Result<_, _>>()?;
    if !P::are_members(&points, rng) {
        let index = points.iter().position(|point| !point.is_member());
        let error = DecodeError::NotInSubgroup;
        return Err(BatchError { index: index.unwrap_or(points.len()), error });
    }
    Ok(points)
}
