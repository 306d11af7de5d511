//! One interface to G1 and G2, so that tests of points are written once.

use core::marker::PhantomData;

use ff::PrimeField;
use group::prime::PrimeCurve;
use group::{CurveAffine, GroupEncoding, UncompressedEncoding, WnafGroup};
use mcl_bn::{
    BatchError, BnParams, ByteArray, DecodeError, G1, G1Affine, G1Bases, G1Curve, G2, G2Affine,
    G2Bases, G2Curve,
};
use mcl_ec::{CurveParams, LengthMismatch};
use mcl_fp::FieldBytes;

use super::{Fr, frobenius_eigenvalue, lambda};

/// The public interface of a group of points.
pub trait Points: 'static {
    /// The curve of which the group is a subgroup.
    type Curve: CurveParams<Scalar = Self::Scalar>;
    type Scalar: PrimeField;
    type Affine: CurveAffine<Curve = Self::Projective, Scalar = Self::Scalar>
        + GroupEncoding<Repr = Self::Compressed>
        + UncompressedEncoding<Uncompressed = Self::Uncompressed>
        + From<Self::Projective>
        + Default;
    type Projective: PrimeCurve<Affine = Self::Affine, Scalar = Self::Scalar>
        + GroupEncoding<Repr = Self::Compressed>
        + WnafGroup
        + From<Self::Affine>
        + Default;
    type Compressed: ByteArray;
    type Uncompressed: ByteArray;

    /// Whether the curve has points outside the group.
    const HAS_COFACTOR: bool;

    /// The scalar as which the endomorphism behind the multiplication acts.
    fn eigenvalue() -> Self::Scalar;

    fn from_xy(x: Base<Self>, y: Base<Self>) -> Result<Self::Affine, DecodeError>;
    fn from_xy_unchecked(x: Base<Self>, y: Base<Self>) -> Self::Affine;
    fn xy(point: &Self::Affine) -> Option<(Base<Self>, Base<Self>)>;
    fn is_on_curve(point: &Self::Affine) -> bool;
    fn is_torsion_free(point: &Self::Affine) -> bool;
    fn to_compressed(point: &Self::Affine) -> Self::Compressed;
    fn from_compressed(bytes: &[u8]) -> Result<Self::Affine, DecodeError>;
    fn from_compressed_unchecked(bytes: &[u8]) -> Result<Self::Affine, DecodeError>;
    fn from_compressed_batch(bytes: &[u8]) -> Result<Vec<Self::Affine>, BatchError>;
    fn from_compressed_batch_in(bytes: &[u8], out: &mut [Self::Affine]) -> Result<(), BatchError>;
    fn from_compressed_batch_in_lanes(
        bytes: &[u8],
        out: &mut [Self::Affine],
    ) -> Result<(), BatchError>;
    fn to_affine_bytes(point: &Self::Affine) -> Self::Uncompressed;
    fn from_affine_bytes(bytes: &[u8]) -> Result<Self::Affine, DecodeError>;
    fn from_affine_bytes_unchecked(bytes: &[u8]) -> Result<Self::Affine, DecodeError>;
    fn to_affine_vartime(point: &Self::Projective) -> Self::Affine;
    fn mul_vartime(point: &Self::Projective, k: &Self::Scalar) -> Self::Projective;
    fn mul_affine_vartime(point: &Self::Affine, k: &Self::Scalar) -> Self::Projective;
    fn mul_batch(
        points: &[Self::Affine],
        scalars: &[Self::Scalar],
    ) -> Result<Vec<Self::Projective>, LengthMismatch>;
    fn mul_batch_in(
        points: &[Self::Projective],
        scalars: &[Self::Scalar],
        out: &mut [Self::Projective],
    ) -> Result<(), LengthMismatch>;
    fn mul_in_lanes(points: &[Self::Affine], scalars: &[Self::Scalar]) -> [Self::Projective; 8];
    fn msm_vartime(
        bases: &[Self::Affine],
        scalars: &[Self::Scalar],
    ) -> Result<Self::Projective, LengthMismatch>;
}

/// The field of the coordinates.
pub type Base<G> = <<G as Points>::Curve as CurveParams>::Base;

/// Bytes of a coordinate.
pub fn coordinate_bytes<G: Points>() -> usize {
    Base::<G>::BYTES
}

/// G1 of a curve.
pub struct InG1<C, const N: usize>(PhantomData<C>);

/// G2 of a curve.
pub struct InG2<C, const N: usize>(PhantomData<C>);

macro_rules! points {
    (
        $marker:ident, $curve:ident, $affine:ident, $projective:ident, $bases:ident, $bytes:ident,
        $uncompressed:ident, $has_cofactor:literal, $eigenvalue:ident
    ) => {
        impl<C: BnParams<N>, const N: usize> Points for $marker<C, N> {
            type Curve = $curve<C, N>;
            type Scalar = Fr<C, N>;
            type Affine = $affine<C, N>;
            type Projective = $projective<C, N>;
            type Compressed = C::$bytes;
            type Uncompressed = C::$uncompressed;

            const HAS_COFACTOR: bool = $has_cofactor;

            fn eigenvalue() -> Fr<C, N> {
                $eigenvalue::<C, N>()
            }

            fn from_xy(x: Base<Self>, y: Base<Self>) -> Result<Self::Affine, DecodeError> {
                $affine::from_xy(x, y)
            }

            fn from_xy_unchecked(x: Base<Self>, y: Base<Self>) -> Self::Affine {
                $affine::from_xy_unchecked(x, y)
            }

            fn xy(point: &Self::Affine) -> Option<(Base<Self>, Base<Self>)> {
                point.xy()
            }

            fn is_on_curve(point: &Self::Affine) -> bool {
                point.is_on_curve().into()
            }

            fn is_torsion_free(point: &Self::Affine) -> bool {
                point.is_torsion_free().into()
            }

            fn to_compressed(point: &Self::Affine) -> C::$bytes {
                point.to_compressed()
            }

            fn from_compressed(bytes: &[u8]) -> Result<Self::Affine, DecodeError> {
                $affine::from_compressed(bytes)
            }

            fn from_compressed_unchecked(bytes: &[u8]) -> Result<Self::Affine, DecodeError> {
                $affine::from_compressed_unchecked(bytes)
            }

            fn from_compressed_batch(bytes: &[u8]) -> Result<Vec<Self::Affine>, BatchError> {
                $affine::from_compressed_batch(bytes)
            }

            fn from_compressed_batch_in(
                bytes: &[u8],
                out: &mut [Self::Affine],
            ) -> Result<(), BatchError> {
                $affine::from_compressed_batch_in(bytes, out)
            }

            fn from_compressed_batch_in_lanes(
                bytes: &[u8],
                out: &mut [Self::Affine],
            ) -> Result<(), BatchError> {
                $affine::from_compressed_batch_in_lanes(bytes, out)
            }

            fn to_affine_bytes(point: &Self::Affine) -> C::$uncompressed {
                point.to_affine_bytes()
            }

            fn from_affine_bytes(bytes: &[u8]) -> Result<Self::Affine, DecodeError> {
                $affine::from_affine_bytes(bytes)
            }

            fn from_affine_bytes_unchecked(bytes: &[u8]) -> Result<Self::Affine, DecodeError> {
                $affine::from_affine_bytes_unchecked(bytes)
            }

            fn to_affine_vartime(point: &Self::Projective) -> Self::Affine {
                point.to_affine_vartime()
            }

            fn mul_vartime(point: &Self::Projective, k: &Fr<C, N>) -> Self::Projective {
                point.mul_vartime(k)
            }

            fn mul_affine_vartime(point: &Self::Affine, k: &Fr<C, N>) -> Self::Projective {
                point.mul_vartime(k)
            }

            fn mul_batch(
                points: &[Self::Affine],
                scalars: &[Fr<C, N>],
            ) -> Result<Vec<Self::Projective>, LengthMismatch> {
                $projective::mul_batch(points, scalars)
            }

            fn mul_batch_in(
                points: &[Self::Projective],
                scalars: &[Fr<C, N>],
                out: &mut [Self::Projective],
            ) -> Result<(), LengthMismatch> {
                $projective::mul_batch_in(points, scalars, out)
            }

            fn mul_in_lanes(
                points: &[Self::Affine],
                scalars: &[Fr<C, N>],
            ) -> [Self::Projective; 8] {
                $projective::mul_in_lanes(points, scalars)
            }

            fn msm_vartime(
                bases: &[Self::Affine],
                scalars: &[Fr<C, N>],
            ) -> Result<Self::Projective, LengthMismatch> {
                let sum = $projective::msm_vartime(bases, scalars);
                // The same with multiples of the bases, unless that takes long.
                if bases.len() < 300 {
                    assert_eq!($bases::new(bases, 3).msm_vartime(scalars), sum);
                }
                sum
            }
        }
    };
}

points!(InG1, G1Curve, G1Affine, G1, G1Bases, G1Bytes, G1Uncompressed, false, lambda);
points!(InG2, G2Curve, G2Affine, G2, G2Bases, G2Bytes, G2Uncompressed, true, frobenius_eigenvalue);
