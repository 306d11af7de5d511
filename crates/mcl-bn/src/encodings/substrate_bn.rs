//! substrate-bn: `from_compressed` of its `G1` and `G2`.

use mcl_fp::crypto_bigint::NonZero;
use mcl_fp::{FieldExt, Uint, nlimbs};
use subtle::Choice;

use super::Decoding;
use super::parts::{Coordinate, Unfinished, exactly, finish, read, with_large_y, with_parity_of_y};
use crate::snark1::{Fp, Fp2, G1Affine, G2Affine};
use crate::{Bytes, DecodeError};

/// A prefix and x, big endian. In G1 the prefix is 2 for an even and 3 for an odd y. In G2 x is the
/// integer `c1 p + c0` of 64 bytes, and the prefix is 10, or 11 if y is large. The identity has no
/// encoding.
#[derive(Clone, Copy, Debug)]
pub enum Compressed {}

const EVEN: u8 = 0x02;
const ODD: u8 = 0x03;
const SMALL: u8 = 0x0a;
const LARGE: u8 = 0x0b;

/// An integer of 512 bits.
type Wide = Uint<{ nlimbs(512) }>;

impl Compressed {
    /// Writes a point of G1, or none for the identity.
    #[must_use]
    pub fn encode_g1(point: &G1Affine) -> Option<Bytes<33>> {
        let (x, y) = point.xy()?;
        let prefix = EVEN + y.parity().unwrap_u8();
        let mut out = Bytes([prefix; 33]);
        x.write_be_bytes(&mut out[1..]).ok()?;
        Some(out)
    }

    /// Writes a point of G2, or none for the identity.
    #[must_use]
    pub fn encode_g2(point: &G2Affine) -> Option<Bytes<65>> {
        let (x, y) = point.xy()?;
        let mut out = Bytes([if y.is_large() { LARGE } else { SMALL }; 65]);
        let high: Wide = x.c1.to_uint().resize();
        let low: Wide = x.c0.to_uint().resize();
        // Below p^2: nothing wraps.
        let number =
            high.wrapping_mul(&Fp::modulus().resize::<{ nlimbs(512) }>()).wrapping_add(&low);
        let words = number.as_words().iter().rev().flat_map(|word| word.to_be_bytes());
        out[1..].iter_mut().zip(words).for_each(|(to, from)| *to = from);
        Some(out)
    }
}

impl Decoding<G1Affine> for Compressed {
    const LENGTH: usize = 33;

    fn decode_unchecked(bytes: &[u8]) -> Result<G1Affine, DecodeError> {
        finish(<Self as Decoding<G1Affine>>::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<G1Affine>, DecodeError> {
        let Bytes([prefix, x @ ..]) = exactly::<Bytes<33>>(bytes)?;
        match prefix {
            EVEN | ODD => {
                Ok(with_parity_of_y::<G1Affine>(Fp::from_be_bytes(&x)?, Choice::from(prefix & 1)))
            }
            _ => Err(DecodeError::Flags),
        }
    }
}

impl Decoding<G2Affine> for Compressed {
    const LENGTH: usize = 65;

    fn decode_unchecked(bytes: &[u8]) -> Result<G2Affine, DecodeError> {
        finish(<Self as Decoding<G2Affine>>::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<G2Affine>, DecodeError> {
        let Bytes([prefix, x @ ..]) = exactly::<Bytes<65>>(bytes)?;
        if prefix != SMALL && prefix != LARGE {
            return Err(DecodeError::Flags);
        }
        let p = const { NonZero::<Uint<{ nlimbs(254) }>>::new_unwrap(Fp::modulus()) };
        let (c1, c0) = Wide::from_be_slice(&x).div_rem_vartime(&p);
        // The remainder is below p. The quotient may be as long as the number.
        let mut quotient = [0; 64];
        let words = c1.as_words().iter().flat_map(|word| word.to_le_bytes());
        quotient.iter_mut().zip(words).for_each(|(to, from)| *to = from);
        let (low, high) = quotient.split_at(32);
        if high.iter().any(|&byte| byte != 0) {
            return Err(DecodeError::NotCanonical);
        }
        let x = Fp2::new(Fp::from_uint_reduced(&c0), read(low)?);
        Ok(with_large_y::<G2Affine>(x, prefix == LARGE))
    }
}
