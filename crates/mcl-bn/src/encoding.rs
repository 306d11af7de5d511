//! Byte arrays of encodings, and mcl's uncompressed point form.

use core::fmt;
use core::ops::{Deref, DerefMut};

use mcl_ec::{Affine, CurveParams, DecodeError};
use mcl_fp::FieldBytes;
use subtle::Choice;

/// An owned byte string of fixed length.
pub trait ByteArray:
    Copy + Default + AsRef<[u8]> + AsMut<[u8]> + fmt::Debug + Eq + Send + Sync + 'static
{
    /// The length.
    const LENGTH: usize;
}

/// An array of `L` bytes that is `Default` for every length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes<const L: usize>(pub [u8; L]);

impl<const L: usize> ByteArray for Bytes<L> {
    const LENGTH: usize = L;
}

impl<const L: usize> Default for Bytes<L> {
    fn default() -> Self {
        Self([0; L])
    }
}

impl<const L: usize> AsRef<[u8]> for Bytes<L> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const L: usize> AsMut<[u8]> for Bytes<L> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl<const L: usize> Deref for Bytes<L> {
    type Target = [u8; L];

    fn deref(&self) -> &[u8; L] {
        &self.0
    }
}

impl<const L: usize> DerefMut for Bytes<L> {
    fn deref_mut(&mut self) -> &mut [u8; L] {
        &mut self.0
    }
}

impl<const L: usize> From<[u8; L]> for Bytes<L> {
    fn from(bytes: [u8; L]) -> Self {
        Self(bytes)
    }
}

impl<const L: usize> From<Bytes<L>> for [u8; L] {
    fn from(bytes: Bytes<L>) -> Self {
        bytes.0
    }
}

/// Lower-case hexadecimal.
impl<const L: usize> fmt::Debug for Bytes<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Writes `x` then `y`, little endian; the identity is all zero. `out` has the length of two
/// coordinates.
///
/// This is mcl's affine byte mode (4096).
pub fn write_uncompressed<C: CurveParams>(
    point: &Affine<C>,
    out: &mut [u8],
) -> Result<(), DecodeError> {
    let expected = 2 * C::Base::BYTES;
    if out.len() != expected {
        return Err(DecodeError::Length { expected, found: out.len() });
    }
    let (x, y) = out.split_at_mut(C::Base::BYTES);
    point.x().write_le_bytes(x).map_err(field_error)?;
    point.y().write_le_bytes(y).map_err(field_error)?;
    // The identity is stored as zeros or with y = 1, as the curve crate likes; the format wants
    // zeros.
    let mask = point.is_identity().unwrap_u8().wrapping_sub(1);
    out.iter_mut().for_each(|byte| *byte &= mask);
    Ok(())
}

/// Reads the form that [`write_uncompressed`] writes. The point is checked to be on the curve, not
/// to be in a subgroup.
pub fn read_uncompressed<C: CurveParams>(bytes: &[u8]) -> Result<Affine<C>, DecodeError> {
    let expected = 2 * C::Base::BYTES;
    if bytes.len() != expected {
        return Err(DecodeError::Length { expected, found: bytes.len() });
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Affine::identity());
    }
    let (x, y) = bytes.split_at(C::Base::BYTES);
    let x = C::Base::from_le_bytes(x).map_err(field_error)?;
    let y = C::Base::from_le_bytes(y).map_err(field_error)?;
    Affine::from_xy(x, y).ok_or(DecodeError::NotOnCurve)
}

/// A field's refusal as one of a point.
pub fn field_error(error: mcl_fp::DecodeError) -> DecodeError {
    match error {
        mcl_fp::DecodeError::Length { expected, found } => DecodeError::Length { expected, found },
        _ => DecodeError::NotCanonical,
    }
}

/// A choice for `Option`-like results of the zkcrypto traits.
pub fn choice(condition: bool) -> Choice {
    Choice::from(u8::from(condition))
}
