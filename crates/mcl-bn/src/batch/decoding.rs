//! Decoding of many points.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use mcl_ec::{Affine, BatchError, CurveParams, DecodeError, LengthMismatch, encoding_mcl};
use mcl_fp::VECTOR_LANES;

use super::membership;
use crate::curves::{G1Curve, G2Curve};
use crate::{BnParams, G1Affine, G2Affine};

/// The batch decoders of one group.
///
/// A macro, since G1 and G2 have no trait in common that could carry them.
macro_rules! decoders {
    ($affine:ident, $curve:ident, $are_members:expr) => {
        impl<C: BnParams<N>, const N: usize> $affine<C, N> {
            /// Reads points that follow one another without gaps, each as [`Self::from_compressed`] does.
            ///
            /// On a processor with AVX-512 IFMA square roots and tests of membership are computed eight
            /// at a time.
            ///
            /// # Errors
            /// The first encoding that [`Self::from_compressed`] refuses, and why. A rest that is no whole
            /// encoding has a wrong length.
            ///
            /// # Timing
            /// Variable time: for public data.
            #[cfg(feature = "alloc")]
            pub fn from_compressed_batch(bytes: &[u8]) -> Result<Vec<Self>, BatchError> {
                let length = encoding_mcl::encoded_len::<$curve<C, N>>();
                let mut out = alloc::vec![Self::identity(); bytes.len().div_ceil(length)];
                Self::from_compressed_batch_in(bytes, &mut out)?;
                Ok(out)
            }

            /// As [`Self::from_compressed_batch`], into a slice with a place for each encoding. Allocates
            /// nothing.
            ///
            /// # Errors
            /// As there, and a wrong length if the slice has another number of places. Some points may be
            /// written then.
            ///
            /// # Timing
            /// Variable time: for public data.
            pub fn from_compressed_batch_in(
                bytes: &[u8],
                out: &mut [Self],
            ) -> Result<(), BatchError> {
                let roots = roots_as_chosen::<$curve<C, N>>;
                Self::from_compressed_batch_by(bytes, out, roots, $are_members)
            }

            /// [`Self::from_compressed_batch_in`] in lanes whether or not the engine is in use.
            #[doc(hidden)]
            pub fn from_compressed_batch_in_lanes(
                bytes: &[u8],
                out: &mut [Self],
            ) -> Result<(), BatchError> {
                let roots = roots_in_lanes::<$curve<C, N>>;
                Self::from_compressed_batch_by(bytes, out, roots, $are_members)
            }

            fn from_compressed_batch_by(
                bytes: &[u8],
                out: &mut [Self],
                roots: Roots<$curve<C, N>>,
                are_members: Verdicts<Self>,
            ) -> Result<(), BatchError> {
                let length = encoding_mcl::encoded_len::<$curve<C, N>>();
                let decode = |bytes: &[u8], out: &mut [Result<Self, DecodeError>]| {
                    let mut points = [Ok(Affine::identity()); VECTOR_LANES];
                    let points = &mut points[..out.len()];
                    encoding_mcl::decode_batch::<$curve<C, N>>(bytes, points, roots);
                    out.iter_mut().zip(points).for_each(|(out, point)| *out = point.map(Self));
                };
                decode_checked(bytes, length, out, decode, are_members)
            }
        }
    };
}

decoders!(G1Affine, G1Curve, |_, _| ());
decoders!(G2Affine, G2Curve, membership::fill);

/// Finds ordinates.
pub type Roots<C> = fn(&[<C as CurveParams>::Base], &mut [Option<<C as CurveParams>::Base>]);

/// Says which points are in their group, where all are said to be.
pub type Verdicts<P> = fn(&[P], &mut [bool]);

/// [`Affine::ordinates_vartime`] for slices of equal length.
pub fn roots_as_chosen<C: CurveParams>(x: &[C::Base], y: &mut [Option<C::Base>]) {
    Affine::<C>::ordinates_vartime(x, y)
        .unwrap_or_else(|LengthMismatch { .. }| unreachable!("slices of equal length"));
}

/// The same in lanes whether or not the engine is in use.
fn roots_in_lanes<C: CurveParams>(x: &[C::Base], y: &mut [Option<C::Base>]) {
    for (x, y) in x.chunks(VECTOR_LANES).zip(y.chunks_mut(VECTOR_LANES)) {
        y.copy_from_slice(&Affine::<C>::ordinates_in_lanes(x)[..y.len()]);
    }
}

/// Decodes strings of `length` bytes in groups of eight, and tests the points of each group.
///
/// # Errors
/// The first string that `decode` refuses or of which the point is not in its group.
pub fn decode_checked<P: Copy + Default>(
    bytes: &[u8],
    length: usize,
    out: &mut [P],
    decode: impl Fn(&[u8], &mut [Result<P, DecodeError>]),
    are_members: impl Fn(&[P], &mut [bool]),
) -> Result<(), BatchError> {
    let count = bytes.len().div_ceil(length);
    if count != out.len() {
        let error = DecodeError::Length { expected: length * out.len(), found: bytes.len() };
        return Err(BatchError { index: count.min(out.len()), error });
    }
    let groups = bytes.chunks(VECTOR_LANES * length).zip(out.chunks_mut(VECTOR_LANES));
    for (group, (bytes, out)) in groups.enumerate() {
        let mut results = [Ok(P::default()); VECTOR_LANES];
        decode(bytes, &mut results[..out.len()]);
        let mut refusal = None;
        let mut accepted = 0;
        for (out, result) in out.iter_mut().zip(results) {
            match result {
                Ok(point) => *out = point,
                Err(error) => {
                    refusal = Some(error);
                    break;
                }
            }
            accepted += 1;
        }
        let mut verdicts = [true; VECTOR_LANES];
        are_members(&out[..accepted], &mut verdicts[..accepted]);
        // The first point outside stands before the refusal.
        let outside = verdicts.iter().position(|verdict| !verdict);
        let outside = outside.map(|index| (index, DecodeError::NotInSubgroup));
        if let Some((index, error)) = outside.or(refusal.map(|error| (accepted, error))) {
            return Err(BatchError { index: VECTOR_LANES * group + index, error });
        }
    }
    Ok(())
}
