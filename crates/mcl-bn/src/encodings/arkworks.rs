//! arkworks: `CanonicalSerialize` and `CanonicalDeserialize` of `ark-bn254`.

use super::parts::{
    Coordinate, INFINITY, SIGN, Unfinished, exactly, finish, is_zero, read, set_flags, take_flags,
    with_large_y, write, write_both,
};
use super::{Decoding, Encoding, Point};
use crate::snark1::Gt;
use crate::{ByteArray, Bytes, DecodeError};

/// x with two flags in its last byte.
#[derive(Clone, Copy, Debug)]
pub enum Compressed {}

/// x and y with two flags in the last byte of y. The sign is redundant, and must be right.
#[derive(Clone, Copy, Debug)]
pub enum Uncompressed {}

fn sign(y: &impl Coordinate) -> u8 {
    if y.is_large() { SIGN } else { 0 }
}

impl<P: Point> Decoding<P> for Compressed {
    const LENGTH: usize = P::Compressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        finish(Self::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<P>, DecodeError> {
        let mut x = exactly::<P::Compressed>(bytes)?;
        match take_flags(x.as_mut()) {
            flags @ (0 | SIGN) => Ok(with_large_y::<P>(read(x.as_ref())?, flags == SIGN)),
            INFINITY if is_zero(x.as_ref()) => Ok(Unfinished::<P>::Point(P::default())),
            _ => Err(DecodeError::Flags),
        }
    }
}

impl<P: Point> Encoding<P> for Compressed {
    type Bytes = P::Compressed;

    fn encode(point: &P) -> P::Compressed {
        let mut out = P::Compressed::default();
        let flags = match point.coordinates() {
            None => INFINITY,
            Some((x, y)) => {
                write(&x, out.as_mut());
                sign(&y)
            }
        };
        set_flags(out.as_mut(), flags);
        out
    }
}

impl<P: Point> Decoding<P> for Uncompressed {
    const LENGTH: usize = P::Uncompressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        let mut both = exactly::<P::Uncompressed>(bytes)?;
        let flags = take_flags(both.as_mut());
        if flags & INFINITY != 0 {
            let is_identity = flags == INFINITY && is_zero(both.as_ref());
            return if is_identity { Ok(P::default()) } else { Err(DecodeError::Flags) };
        }
        let (x, y) = both.as_ref().split_at(P::Compressed::LENGTH);
        let (x, y) = (read(x)?, read::<P::Coordinate>(y)?);
        if sign(&y) != flags {
            return Err(DecodeError::Flags);
        }
        P::from_coordinates(x, y)
    }
}

impl<P: Point> Encoding<P> for Uncompressed {
    type Bytes = P::Uncompressed;

    fn encode(point: &P) -> P::Uncompressed {
        let (mut out, flags) = match point.coordinates() {
            None => (P::Uncompressed::default(), INFINITY),
            Some((x, y)) => (write_both::<P>(&x, &y), sign(&y)),
        };
        set_flags(out.as_mut(), flags);
        out
    }
}

/// Twelve coefficients little endian, as [`Gt::to_bytes`]. arkworks writes the same compressed and
/// uncompressed.
impl Decoding<Gt> for Uncompressed {
    const LENGTH: usize = <Bytes<384> as ByteArray>::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<Gt, DecodeError> {
        Gt::from_bytes_unchecked(bytes)
    }
}

impl Encoding<Gt> for Uncompressed {
    type Bytes = Bytes<384>;

    fn encode(value: &Gt) -> Bytes<384> {
        value.to_bytes()
    }
}
