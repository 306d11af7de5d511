//! Points as words of the EVM: EIP-196 and EIP-197, and whoever follows them (Solana's alt_bn128
//! syscalls, kyber as used by drand).
//!
//! Buterin and Reitwiessner, "EIP-197: Precompiled contracts for optimal ate pairing check on the
//! elliptic curve alt_bn128", 2017, "Encoding".

use super::parts::{Parts, exactly, is_zero, read, write_both};
use super::{Decoding, Encoding, Point};
use crate::{ByteArray, DecodeError};

/// x and y as words of 32 bytes, big endian, in G2 the coefficient of i first; the identity is all
/// zero.
#[derive(Clone, Copy, Debug)]
pub enum Words {}

impl<P: Point> Decoding<P> for Words {
    const LENGTH: usize = P::Uncompressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        let mut words = exactly::<P::Uncompressed>(bytes)?;
        if is_zero(bytes) {
            return Ok(P::default());
        }
        let (x, y) = halves_reversed::<P>(words.as_mut());
        P::from_coordinates(read(x)?, read(y)?)
    }
}

impl<P: Point> Encoding<P> for Words {
    type Bytes = P::Uncompressed;

    fn encode(point: &P) -> P::Uncompressed {
        let Some((x, y)) = point.coordinates() else { return P::Uncompressed::default() };
        let mut words = write_both::<P>(&x, &y);
        halves_reversed::<P>(words.as_mut());
        words
    }
}

/// Turns the order of the bytes around in each half.
fn halves_reversed<P: Parts>(bytes: &mut [u8]) -> (&[u8], &[u8]) {
    let (x, y) = bytes.split_at_mut(P::Compressed::LENGTH);
    x.reverse();
    y.reverse();
    (x, y)
}
