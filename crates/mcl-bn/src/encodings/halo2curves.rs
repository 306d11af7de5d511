//! halo2curves: `GroupEncoding`, `UncompressedEncoding` and `SerdeObject` of its `bn256`, and the
//! exponent of its pairing.

use mcl_fp::nlimbs;
use subtle::Choice;

use super::parts::{
    Coordinate, INFINITY, Parts, R, R_INVERSE, SIGN, Unfinished, exactly, finish, is_zero, read,
    set_flags, take_flags, with_parity_of_y, write, write_both,
};
use super::{Decoding, Encoding, Point};
use crate::snark1::{Fr, Gt, Params};
use crate::{BnParams, ByteArray, DecodeError};

/// x with two flags in its last byte: `GroupEncoding`.
#[derive(Clone, Copy, Debug)]
pub enum Compressed {}

/// x and y: `UncompressedEncoding`.
#[derive(Clone, Copy, Debug)]
pub enum Uncompressed {}

/// x and y as the words of their Montgomery forms with the radix 2^256, little endian: the raw bytes
/// of `SerdeObject`. Coordinates must be canonical.
#[derive(Clone, Copy, Debug)]
pub enum Raw {}

impl<P: Point> Decoding<P> for Compressed {
    const LENGTH: usize = P::Compressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        finish(Self::read(bytes)?)
    }

    fn read(bytes: &[u8]) -> Result<Unfinished<P>, DecodeError> {
        let mut x = exactly::<P::Compressed>(bytes)?;
        match take_flags(x.as_mut()) {
            flags @ (0 | SIGN) => {
                Ok(with_parity_of_y::<P>(read(x.as_ref())?, Choice::from(flags >> 7)))
            }
            INFINITY if is_zero(x.as_ref()) => Ok(Unfinished::<P>::Point(P::default())),
            _ => Err(DecodeError::Flags),
        }
    }
}

impl<P: Point> Encoding<P> for Compressed {
    type Bytes = P::Compressed;

    fn encode(point: &P) -> P::Compressed {
        use mcl_fp::FieldExt;

        let mut out = P::Compressed::default();
        let flags = match point.coordinates() {
            None => INFINITY,
            Some((x, y)) => {
                write(&x, out.as_mut());
                y.parity().unwrap_u8() << 7
            }
        };
        set_flags(out.as_mut(), flags);
        out
    }
}

impl<P: Point> Decoding<P> for Uncompressed {
    const LENGTH: usize = P::Uncompressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        decode_both(bytes, |coordinate| coordinate)
    }
}

impl<P: Point> Encoding<P> for Uncompressed {
    type Bytes = P::Uncompressed;

    fn encode(point: &P) -> P::Uncompressed {
        match point.coordinates() {
            None => P::Uncompressed::default(),
            Some((x, y)) => write_both::<P>(&x, &y),
        }
    }
}

impl<P: Point> Decoding<P> for Raw {
    const LENGTH: usize = P::Uncompressed::LENGTH;

    fn decode_unchecked(bytes: &[u8]) -> Result<P, DecodeError> {
        decode_both(bytes, |coordinate: P::Coordinate| coordinate.scaled(&R_INVERSE))
    }
}

impl<P: Point> Encoding<P> for Raw {
    type Bytes = P::Uncompressed;

    fn encode(point: &P) -> P::Uncompressed {
        match point.coordinates() {
            None => P::Uncompressed::default(),
            Some((x, y)) => write_both::<P>(&x.scaled(&R), &y.scaled(&R)),
        }
    }
}

/// Two coordinates little endian, each with a map applied; all zero for the identity.
fn decode_both<P: Parts>(
    bytes: &[u8],
    map: impl Fn(P::Coordinate) -> P::Coordinate,
) -> Result<P, DecodeError> {
    let both = exactly::<P::Uncompressed>(bytes)?;
    if is_zero(bytes) {
        return Ok(P::default());
    }
    let (x, y) = both.as_ref().split_at(P::Compressed::LENGTH);
    P::from_coordinates(map(read(x)?), map(read(y)?))
}

/// `m = 2u (6u^2 + 3u + 1)`: our pairing is the one with the plain exponent (p^12 - 1)/r, raised to m.
fn cofactor() -> Fr {
    let u = Fr::from_uint_reduced(&<Params as BnParams<{ nlimbs(254) }>>::U);
    let three = Fr::from_u64(3);
    u.double() * ((u.double() + Fr::ONE) * u * three + Fr::ONE)
}

/// The element that halo2curves (and py_ecc) has in place of a pairing value of ours: `f^(1/m)`.
///
/// For `f = e(P, Q)` it is the value with the exponent (p^12 - 1)/r, where ours, which is also that of
/// mcl, arkworks and gnark, has m times that, `m = 2u (6u^2 + 3u + 1)`. Checks of equality and of
/// products agree between the two; values do not.
///
/// # Timing
/// Constant time.
#[must_use]
pub fn to_plain_exponent(f: &Gt) -> Gt {
    // m is prime to r, of fewer bits than r and not zero.
    f * cofactor().invert().unwrap_or(Fr::ZERO)
}

/// The inverse of [`to_plain_exponent`]: `f^m`.
///
/// # Timing
/// Constant time.
#[must_use]
pub fn from_plain_exponent(f: &Gt) -> Gt {
    f * cofactor()
}
