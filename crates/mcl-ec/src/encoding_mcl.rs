//! mcl's compressed points: `x`, little endian, and the parity of `y`.
//!
//! Where the canonical bytes of the field leave a bit free, the top bit of the last byte is set
//! for an odd `y`. Where they do not ("full" primes), a leading byte is 2 for an even `y` and 3 for
//! an odd one. The identity is all zero in both forms. Parity is [`FieldExt::parity`]: of an
//! extension element, that of the first coefficient.
//!
//! Every accepted byte string is the encoding of exactly the point that it decodes to, and every
//! point of a group whose order 3 does not divide has an encoding. (Points with `x = 0` have order
//! 3; without a leading byte, one of them would look like the identity.)

use ff::Field;
use mcl_fp::{FieldBytes, FieldExt};
use subtle::{Choice, ConditionallySelectable};

use crate::ordinates::finish_batch;
use crate::{Affine, CurveParams, DecodeError, Unfinished};

const EVEN: u8 = 2;
const ODD: u8 = 3;
const SIGN_BIT: u8 = 0x80;

/// Bytes of the longest coordinate: a quadratic extension of a 1024-bit field.
const MAX_BYTES: usize = 256;

/// Whether the form has a leading byte.
const fn is_full<C: CurveParams>() -> bool {
    C::Base::SPARE_BITS == 0
}

/// Length of an encoded point of the curve.
#[must_use]
pub const fn encoded_len<C: CurveParams>() -> usize {
    C::Base::BYTES + is_full::<C>() as usize
}

fn check_length<C: CurveParams>(found: usize) -> Result<(), DecodeError> {
    let expected = encoded_len::<C>();
    if found == expected { Ok(()) } else { Err(DecodeError::Length { expected, found }) }
}

/// Writes the compressed point.
///
/// # Errors
/// [`DecodeError::Length`] if `out` is not [`encoded_len`] long; nothing is written then.
///
/// # Timing
/// Constant time.
pub fn encode<C: CurveParams>(point: &Affine<C>, out: &mut [u8]) -> Result<(), DecodeError> {
    check_length::<C>(out.len())?;
    let parity = point.y().parity();
    // The identity has coordinates zero: its x and its parity are written as zeros.
    if is_full::<C>() {
        let (tag, x) = out.split_at_mut(1);
        point.x().write_le_bytes(x)?;
        let sign = u8::conditional_select(&EVEN, &ODD, parity);
        tag[0] = u8::conditional_select(&sign, &0, point.is_identity());
    } else {
        point.x().write_le_bytes(out)?;
        if let Some(last) = out.last_mut() {
            *last |= u8::conditional_select(&0, &SIGN_BIT, parity);
        }
    }
    Ok(())
}

/// Reads a compressed point and checks that it lies on the curve. Membership in a subgroup is left
/// to the caller.
///
/// # Errors
/// In the order of the checks:
/// * [`DecodeError::Length`]: not exactly [`encoded_len`] bytes;
/// * [`DecodeError::Flags`]: a leading byte other than 2 and 3 on a string that is not all zero;
/// * [`DecodeError::NotCanonical`]: a coefficient of x is not below the modulus;
/// * [`DecodeError::NotOnCurve`]: no point has this x;
/// * [`DecodeError::Flags`]: no point with this x has a y of this parity, or the form cannot
///   represent the point.
///
/// # Timing
/// Variable time: for public data.
pub fn decode<C: CurveParams>(bytes: &[u8]) -> Result<Affine<C>, DecodeError> {
    match read::<C>(bytes)? {
        Unfinished::Point(point) => Ok(point),
        Unfinished::Abscissa(x, parity) => {
            finish(x, parity, Affine::<C>::curve_equation(&x).sqrt_vartime())
        }
    }
}

/// As [`decode`] of each of the strings, which follow one another without gaps and are no more than
/// `out` holds. Eight square roots are computed at a time where that is faster.
///
/// `roots` finds ordinates: [`Affine::ordinates_vartime`].
///
/// # Timing
/// Variable time: for public data.
pub fn decode_batch<C: CurveParams>(
    bytes: &[u8],
    out: &mut [Result<Affine<C>, DecodeError>],
    roots: impl Fn(&[C::Base], &mut [Option<C::Base>]),
) {
    let encodings = bytes.chunks(encoded_len::<C>()).map(read::<C>);
    finish_batch(encodings, out, roots, finish);
}

/// A point of the encoding, or its abscissa and the parity of its ordinate.
fn read<C: CurveParams>(
    bytes: &[u8],
) -> Result<Unfinished<Affine<C>, C::Base, Choice>, DecodeError> {
    check_length::<C>(bytes.len())?;
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Unfinished::Point(Affine::identity()));
    }
    let (x, parity) = if is_full::<C>() { split_tag(bytes)? } else { split_sign(bytes)? };
    Ok(Unfinished::Abscissa(x, parity))
}

/// The point with this abscissa and a parity, from one of its two ordinates.
fn finish<C: CurveParams>(
    x: C::Base,
    parity: Choice,
    root: Option<C::Base>,
) -> Result<Affine<C>, DecodeError> {
    let point = Affine::from_x_and_root(x, parity, root)?;
    if !is_full::<C>() && bool::from(x.is_zero()) {
        return Err(DecodeError::Flags);
    }
    Ok(point)
}

/// The coordinate and the parity of y, from the form with a leading byte.
fn split_tag<F: FieldBytes>(bytes: &[u8]) -> Result<(F, Choice), DecodeError> {
    match bytes {
        [tag @ (EVEN | ODD), x @ ..] => Ok((F::from_le_bytes(x)?, Choice::from(tag & 1))),
        _ => Err(DecodeError::Flags),
    }
}

/// The coordinate and the parity of y, from the form with a sign bit.
fn split_sign<F: FieldBytes>(bytes: &[u8]) -> Result<(F, Choice), DecodeError> {
    const { assert!(F::BYTES <= MAX_BYTES, "coordinates have at most 2048 bits") };
    let mut buffer = [0; MAX_BYTES];
    let x = &mut buffer[..bytes.len()];
    x.copy_from_slice(bytes);
    let mut sign = 0;
    if let Some(last) = x.last_mut() {
        sign = *last >> 7;
        *last &= !SIGN_BIT;
    }
    Ok((F::from_le_bytes(x)?, Choice::from(sign)))
}
