//! mcl's text and array forms: the coefficients in stored order.

use core::fmt;

use mcl_fp::{FieldBytes, Fp, IoValue, PointForm, Sink, Source, TextError};

use crate::{Fp2, Fp2Params, Fp12};

impl<P: Fp2Params<N>, const N: usize> IoValue for Fp2<P, N> {
    const SERIALIZED_BYTES: usize = <Self as FieldBytes>::BYTES;

    fn write_parts(&self, _: PointForm, sink: &mut impl Sink) -> fmt::Result {
        sink.number(&self.c0)?;
        sink.number(&self.c1)
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        Ok(Self::new(source.number::<P, N>()?, source.number::<P, N>()?))
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        self.write_le_bytes(out).ok()
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        Self::from_le_bytes(bytes).ok()
    }
}

impl<P: Fp2Params<N>, const N: usize> IoValue for Fp12<Fp2<P, N>> {
    const SERIALIZED_BYTES: usize = 12 * Fp::<P, N>::BYTES;

    fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
        self.coefficients().into_iter().try_for_each(|c| c.write_parts(points, sink))
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        let mut coefficients = [Fp2::ZERO; 6];
        for c in &mut coefficients {
            *c = Fp2::read_parts(source)?;
        }
        Ok(Self::from_coefficients(coefficients))
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        self.write_le_bytes(out).ok()
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        Self::from_le_bytes(bytes).ok()
    }
}
