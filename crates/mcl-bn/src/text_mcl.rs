//! mcl's text and array forms of G1, G2 and Gt. Reading checks membership in the group.

use core::fmt;

use mcl_ec::Affine;
use mcl_fp::{FieldBytes, IoValue, PointForm, Sink, Source, TextError};

use crate::fields::Fp12Of;
use crate::{BnParams, ByteArray, G1, G1Affine, G2, G2Affine, Gt};

/// The affine and the projective type of one group.
///
/// A macro, since the trait cannot be implemented once for both.
macro_rules! point_text {
    ($projective:ident, $affine:ident, $bytes:ident) => {
        impl<C: BnParams<N>, const N: usize> IoValue for $affine<C, N> {
            const SERIALIZED_BYTES: usize = C::$bytes::LENGTH;

            fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
                self.0.write_parts(points, sink)
            }

            fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
                let point = Self(Affine::read_parts(source)?);
                if bool::from(point.is_torsion_free()) {
                    Ok(point)
                } else {
                    Err(TextError::NotInSubgroup)
                }
            }

            fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
                self.0.write_serialized(out)
            }

            fn read_serialized(bytes: &[u8]) -> Option<Self> {
                Self::from_compressed(bytes).ok()
            }
        }

        impl<C: BnParams<N>, const N: usize> IoValue for $projective<C, N> {
            const SERIALIZED_BYTES: usize = C::$bytes::LENGTH;

            fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
                self.0.write_parts(points, sink)
            }

            fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
                $affine::read_parts(source).map(Self::from)
            }

            fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
                self.0.write_serialized(out)
            }

            fn read_serialized(bytes: &[u8]) -> Option<Self> {
                $affine::read_serialized(bytes).map(Self::from)
            }
        }
    };
}

point_text!(G1, G1Affine, G1Bytes);
point_text!(G2, G2Affine, G2Bytes);

/// Twelve numbers. mcl itself reads any element of Fp12; the type `Fp12` does so here.
impl<C: BnParams<N>, const N: usize> IoValue for Gt<C, N> {
    const SERIALIZED_BYTES: usize = <Fp12Of<C, N> as FieldBytes>::BYTES;

    fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
        self.as_fp12().write_parts(points, sink)
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        Self::from_fp12(&Fp12Of::<C, N>::read_parts(source)?).map_err(|_| TextError::NotInSubgroup)
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        self.as_fp12().write_serialized(out)
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(bytes).ok()
    }
}
