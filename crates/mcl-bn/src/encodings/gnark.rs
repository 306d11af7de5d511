//! gnark-crypto: `ecc/bn254/marshal.go`, the methods `Bytes`, `RawBytes` and `SetBytes` of points, and
//! `Bytes` of `GT`.

use super::eip197::Words;
use super::parts::{
    Coordinate, INFINITY, SIGN, Unfinished, exactly_reversed, finish, is_zero, read, set_flags,
    take_flags, with_large_y, write,
};
use super::{Decoding, Encoding, Point};
use crate::snark1::Gt;
use crate::{ByteArray, Bytes, DecodeError};

/// Both flags: a finite point with a large y.
const LARGE: u8 = SIGN | INFINITY;

/// x with two flags in its first byte: `Bytes` of a point.
#[derive(Clone, Copy, Debug)]
pub enum Compressed {}

/// x and y: `RawBytes` of a point. The same bytes as [`Words`]; other flags than zero are refused by
/// name.
#[derive(Clone, Copy, Debug)]
pub enum Uncompressed {}

/// What gnark's encoders write with the option `RawEncoding`.
pub type Raw = Uncompressed;

impl<P: Point> Decoding<P> for Compressed {
    const LENGTH: usize = P::Compressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        finish(Self::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<P>, DecodeError> {
        let mut x = exactly_reversed::<P::Compressed>(bytes)?;
        match take_flags(x.as_mut()) {
            flags @ (SIGN | LARGE) => Ok(with_large_y::<P>(read(x.as_ref())?, flags == LARGE)),
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
                if y.is_large() { LARGE } else { SIGN }
            }
        };
        set_flags(out.as_mut(), flags);
        out.as_mut().reverse();
        out
    }
}

impl<P: Point> Decoding<P> for Uncompressed {
    const LENGTH: usize = P::Uncompressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        match bytes.first() {
            Some(first) if first & LARGE != 0 && bytes.len() == P::Uncompressed::LENGTH => {
                Err(DecodeError::Flags)
            }
            _ => Words::decode_unchecked(bytes),
        }
    }
}

impl<P: Point> Encoding<P> for Uncompressed {
    type Bytes = P::Uncompressed;

    fn encode(point: &P) -> P::Uncompressed {
        Words::encode(point)
    }
}

/// Twelve coefficients big endian, the last one first. The only form, whatever its name.
impl Decoding<Gt> for Uncompressed {
    const LENGTH: usize = <Bytes<384> as ByteArray>::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<Gt, DecodeError> {
        Gt::from_bytes_unchecked(exactly_reversed::<Bytes<384>>(bytes)?.as_ref())
    }
}

impl Encoding<Gt> for Uncompressed {
    type Bytes = Bytes<384>;

    fn encode(value: &Gt) -> Bytes<384> {
        let mut out = value.to_bytes();
        out.reverse();
        out
    }
}
