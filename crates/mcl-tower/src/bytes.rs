//! Canonical bytes: coefficients little endian, in stored order.

use mcl_fp::{DecodeError, FieldBytes, Fp};

use crate::{Fp2, Fp2Params, Fp12};

fn check_length(expected: usize, found: usize) -> Result<(), DecodeError> {
    if expected == found { Ok(()) } else { Err(DecodeError::Length { expected, found }) }
}

impl<P: Fp2Params<N>, const N: usize> FieldBytes for Fp2<P, N> {
    const BYTES: usize = 2 * Fp::<P, N>::BYTES;
    const SPARE_BITS: u32 = <Fp<P, N> as FieldBytes>::SPARE_BITS;

    fn from_le_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        check_length(Self::BYTES, bytes.len())?;
        let (c0, c1) = bytes.split_at(Fp::<P, N>::BYTES);
        Ok(Self::new(Fp::from_le_bytes(c0)?, Fp::from_le_bytes(c1)?))
    }

    fn write_le_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError> {
        check_length(Self::BYTES, out.len())?;
        let (c0, c1) = out.split_at_mut(Fp::<P, N>::BYTES);
        self.c0.write_le_bytes(c0)?;
        self.c1.write_le_bytes(c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> FieldBytes for Fp12<Fp2<P, N>> {
    const BYTES: usize = 6 * Fp2::<P, N>::BYTES;
    const SPARE_BITS: u32 = <Fp<P, N> as FieldBytes>::SPARE_BITS;

    fn from_le_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        check_length(Self::BYTES, bytes.len())?;
        let mut coefficients = [Fp2::ZERO; 6];
        for (c, part) in coefficients.iter_mut().zip(bytes.chunks(Fp2::<P, N>::BYTES)) {
            *c = Fp2::from_le_bytes(part)?;
        }
        Ok(Self::from_coefficients(coefficients))
    }

    fn write_le_bytes(&self, out: &mut [u8]) -> Result<(), DecodeError> {
        check_length(Self::BYTES, out.len())?;
        for (c, part) in self.coefficients().into_iter().zip(out.chunks_mut(Fp2::<P, N>::BYTES)) {
            c.write_le_bytes(part)?;
        }
        Ok(())
    }
}
