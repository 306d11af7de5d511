//! The traits of the `group` crate, for curves whose whole group has prime order.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use ff::Field;
use group::prime::{PrimeCurve, PrimeGroup};
use group::{Curve, CurveAffine, Group, GroupEncoding};
use rand_core::TryRng;
use subtle::{Choice, CtOption};

use crate::{Affine, CurveParams, Projective, encoding_mcl};

/// A curve whose group of points over the base field has prime order
/// ([`CurveParams::Scalar`]'s modulus), so that every point of the curve is in the group.
///
/// With it, [`Affine`] and [`Projective`] implement the traits of the `group` crate. It must not be
/// implemented where there is a cofactor: decoding and random points check the curve equation only.
pub trait PrimeOrder: CurveParams {}

impl<C: PrimeOrder> Group for Projective<C> {
    type Scalar = C::Scalar;

    /// A uniform point other than the identity: x is drawn until it is that of a point, then the
    /// sign of y.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let x = C::Base::try_random(rng)?;
            let parity = Choice::from((rng.try_next_u32()? & 1) as u8);
            if let Some(point) = Affine::from_x(x, parity) {
                return Ok(point.to_projective());
            }
        }
    }

    fn identity() -> Self {
        Self::identity()
    }

    fn generator() -> Self {
        Self::generator()
    }

    fn is_identity(&self) -> Choice {
        self.is_identity()
    }

    fn double(&self) -> Self {
        self.double()
    }
}

impl<C: PrimeOrder> Curve for Projective<C> {
    type Affine = Affine<C>;

    /// # Panics
    /// If the lengths differ, as the trait demands; [`Projective::batch_normalize`] returns an
    /// error.
    fn batch_normalize(points: &[Self], out: &mut [Affine<C>]) {
        let result = Self::batch_normalize(points, out);
        assert!(result.is_ok(), "batch_normalize needs slices of equal length");
    }

    fn to_affine(&self) -> Affine<C> {
        self.to_affine()
    }
}

impl<C: PrimeOrder> CurveAffine for Affine<C> {
    type Curve = Projective<C>;
    type Scalar = C::Scalar;

    fn identity() -> Self {
        Self::identity()
    }

    fn generator() -> Self {
        Self::generator()
    }

    fn is_identity(&self) -> Choice {
        self.is_identity()
    }

    fn to_curve(&self) -> Projective<C> {
        self.to_projective()
    }
}

impl<C: PrimeOrder> PrimeGroup for Projective<C> {}

impl<C: PrimeOrder> PrimeCurve for Projective<C> {}

/// The encoding of [`encoding_mcl`].
impl<C: PrimeOrder> GroupEncoding for Affine<C> {
    type Repr = PointBytes<C>;

    fn from_bytes(bytes: &PointBytes<C>) -> CtOption<Self> {
        let point = encoding_mcl::decode(bytes.as_ref());
        let is_some = Choice::from(u8::from(point.is_ok()));
        CtOption::new(point.unwrap_or_default(), is_some)
    }

    /// As `from_bytes`: finding y is all the work there is, and it checks the curve equation.
    fn from_bytes_unchecked(bytes: &PointBytes<C>) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> PointBytes<C> {
        let mut out = PointBytes::default();
        encoding_mcl::encode(self, out.as_mut())
            .unwrap_or_else(|_| unreachable!("the type has the length of an encoding"));
        out
    }
}

/// The encoding of the affine point.
impl<C: PrimeOrder> GroupEncoding for Projective<C> {
    type Repr = PointBytes<C>;

    fn from_bytes(bytes: &PointBytes<C>) -> CtOption<Self> {
        Affine::from_bytes(bytes).map(|point| point.to_projective())
    }

    fn from_bytes_unchecked(bytes: &PointBytes<C>) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> PointBytes<C> {
        self.to_affine().to_bytes()
    }
}

/// Bytes of the longest encoding: a full 1024-bit prime.
const MAX_BYTES: usize = 129;

/// An owned string of [`encoding_mcl::encoded_len`] bytes.
///
/// The length depends on the curve by way of an associated constant, which cannot be the length of
/// an array yet: the bytes stand at the beginning of an array that is long enough for all.
#[derive(Clone, Copy)]
pub struct PointBytes<C> {
    bytes: [u8; MAX_BYTES],
    curve: PhantomData<C>,
}

impl<C: CurveParams> PointBytes<C> {
    const LENGTH: usize = {
        let length = encoding_mcl::encoded_len::<C>();
        assert!(length <= MAX_BYTES, "encodings have at most 129 bytes");
        length
    };
}

impl<C> Default for PointBytes<C> {
    fn default() -> Self {
        Self { bytes: [0; MAX_BYTES], curve: PhantomData }
    }
}

impl<C: CurveParams> AsRef<[u8]> for PointBytes<C> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..Self::LENGTH]
    }
}

impl<C: CurveParams> AsMut<[u8]> for PointBytes<C> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..Self::LENGTH]
    }
}

impl<C: CurveParams> PartialEq for PointBytes<C> {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

impl<C: CurveParams> Eq for PointBytes<C> {}

impl<C: CurveParams> Hash for PointBytes<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_ref().hash(state);
    }
}

impl<C: CurveParams> fmt::Debug for PointBytes<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Multiplication by the wNAF contexts of the `group` crate.
///
/// They read [`ff::PrimeField::to_repr`] and lose the carry out of its last bit (group 0.14.0), so
/// this does not compile for scalar fields that use every bit of their words.
#[cfg(feature = "alloc")]
impl<C: PrimeOrder> group::WnafGroup for Projective<C> {
    fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
        use ff::PrimeField;
        const { assert!(C::Scalar::NUM_BITS % 64 != 0, "group's wNAF would lose a carry") };
        // A window of w bits costs 2^(w-1) additions for the table and, for each scalar, one
        // addition in w + 1 bits.
        let additions =
            |w: usize| (1 << (w - 1)) + num_scalars * C::Scalar::NUM_BITS as usize / (w + 1);
        (3..=14).min_by_key(|&w| additions(w)).unwrap_or(4)
    }
}
