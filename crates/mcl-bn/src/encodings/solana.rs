//! Solana's alt_bn128 syscalls: compressed and uncompressed points.

use super::parts::{
    Coordinate, SIGN, Unfinished, exactly_reversed, finish, is_zero, read, set_flags, take_flags,
    with_large_y, write,
};
use super::{Decoding, Encoding, Point};
use crate::{ByteArray, DecodeError};

/// x, big endian, with a flag in its first byte: the bytes of
/// [`arkworks::Compressed`](super::arkworks::Compressed) in reversed order, but for the identity,
/// which is all zero.
///
/// Solana's decompression reads the identity with a flag as well, and does not check the subgroup. Here
/// the flag is refused, and the subgroup is checked.
#[derive(Clone, Copy, Debug)]
pub enum Compressed {}

/// What the syscalls for sums, products and pairings take.
pub type Uncompressed = super::eip197::Words;

impl<P: Point> Decoding<P> for Compressed {
    const LENGTH: usize = P::Compressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        finish(Self::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<P>, DecodeError> {
        let mut x = exactly_reversed::<P::Compressed>(bytes)?;
        if is_zero(bytes) {
            return Ok(Unfinished::<P>::Point(P::default()));
        }
        match take_flags(x.as_mut()) {
            flags @ (0 | SIGN) => Ok(with_large_y::<P>(read(x.as_ref())?, flags == SIGN)),
            _ => Err(DecodeError::Flags),
        }
    }
}

impl<P: Point> Encoding<P> for Compressed {
    type Bytes = P::Compressed;

    fn encode(point: &P) -> P::Compressed {
        let mut out = P::Compressed::default();
        if let Some((x, y)) = point.coordinates() {
            write(&x, out.as_mut());
            if y.is_large() {
                set_flags(out.as_mut(), SIGN);
            }
            out.as_mut().reverse();
        }
        out
    }
}
