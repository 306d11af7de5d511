//! mcl's text and array forms of points: a tag and coordinates.
//!
//! `0` is the identity, `1 x y` an affine point, `2 x` and `3 x` one with an even and an odd y, and
//! `4 X Y Z` one in Jacobian coordinates. Reading accepts them all.

use core::fmt;

use ff::Field;
use mcl_fp::{FieldExt, IoValue, PointForm, Sink, Source, TextError};
use subtle::Choice;

use crate::encoding_mcl::{decode, encode, encoded_len};
use crate::{Affine, CurveParams, Projective};

const INFINITY: u8 = 0;
const AFFINE: u8 = 1;
const EVEN: u8 = 2;
const ODD: u8 = 3;
const PROJECTIVE: u8 = 4;

/// The point is checked to be on the curve. Membership in a subgroup is left to the caller.
impl<C: CurveParams<Base: IoValue>> IoValue for Affine<C> {
    const SERIALIZED_BYTES: usize = encoded_len::<C>();

    fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
        if let PointForm::Projective = points {
            return self.to_projective().write_parts(points, sink);
        }
        let Some((x, y)) = self.xy() else {
            return sink.tag(INFINITY);
        };
        if let PointForm::Affine = points {
            sink.tag(AFFINE)?;
            x.write_parts(points, sink)?;
            return y.write_parts(points, sink);
        }
        sink.tag(if bool::from(y.parity()) { ODD } else { EVEN })?;
        x.write_parts(points, sink)
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        let tag = source.tag()?;
        let position = source.position();
        match tag {
            INFINITY => Ok(Self::identity()),
            AFFINE => {
                let (x, y) = (C::Base::read_parts(source)?, C::Base::read_parts(source)?);
                Self::from_xy(x, y).ok_or(TextError::NotOnCurve)
            }
            EVEN | ODD => {
                let x = C::Base::read_parts(source)?;
                Self::from_x(x, Choice::from(tag & 1)).ok_or(TextError::NotOnCurve)
            }
            PROJECTIVE => {
                let (x, y) = (C::Base::read_parts(source)?, C::Base::read_parts(source)?);
                from_jacobian(&x, &y, &C::Base::read_parts(source)?)
            }
            _ => Err(TextError::InvalidTag { position }),
        }
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        encode(self, out).ok()
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        decode(bytes).ok()
    }
}

/// `(X/Z^2, Y/Z^3)`, the identity for `Z = 0` whatever X and Y are.
fn from_jacobian<C: CurveParams>(
    x: &C::Base,
    y: &C::Base,
    z: &C::Base,
) -> Result<Affine<C>, TextError> {
    let Some(inverse) = z.invert_vartime() else {
        return Ok(Affine::identity());
    };
    let square = inverse.square();
    Affine::from_xy(square * x, square * inverse * y).ok_or(TextError::NotOnCurve)
}

/// In projective form the point is written with the Z that it has: `(X Z, Y Z^2, Z)`, since the
/// coordinates here are homogeneous.
impl<C: CurveParams<Base: IoValue>> IoValue for Projective<C> {
    const SERIALIZED_BYTES: usize = encoded_len::<C>();

    fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result {
        if !matches!(points, PointForm::Projective) {
            return self.to_affine_vartime().write_parts(points, sink);
        }
        let (x, y, z) = self.xyz();
        let zz = z.square();
        let (x, y) = (*x * z, *y * zz);
        sink.tag(PROJECTIVE)?;
        [x, y, *z].iter().try_for_each(|c| c.write_parts(points, sink))
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        Affine::read_parts(source).map(|point| point.to_projective())
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        encode(&self.to_affine_vartime(), out).ok()
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        decode(bytes).ok().map(|point: Affine<C>| point.to_projective())
    }
}
