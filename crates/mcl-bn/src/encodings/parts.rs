//! What the formats are made of: coordinates, flags, the choice of y.

use core::convert::Infallible;

use ff::{Field, PrimeField};
use mcl_ec::{Affine, CurveParams};
use mcl_fp::{FieldBytes, FieldExt, nlimbs};
use subtle::Choice;

use crate::batch::decoding::roots_as_chosen;
use crate::batch::membership;
use crate::snark1::{Fp, Fp2, G1Affine, G2Affine, Gt, Params};
use crate::{ByteArray, Bytes, DecodeError, G1Curve, G2Curve};

const N: usize = nlimbs(254);

/// The two bits that a coordinate leaves free in its top byte.
const FLAGS: u8 = 0xc0;
/// The upper one of them.
pub const SIGN: u8 = 0x80;
/// The lower one.
pub const INFINITY: u8 = 0x40;

/// Nothing outside this crate implements the traits of the formats.
pub trait Sealed {
    /// What square roots are taken in.
    type Coordinate: Copy;
}

impl Sealed for G1Affine {
    type Coordinate = Fp;
}

impl Sealed for G2Affine {
    type Coordinate = Fp2;
}

/// No format of a value of Gt leaves a root to take.
impl Sealed for Gt {
    type Coordinate = Infallible;
}

/// Which of two opposite ordinates is meant.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    /// The large one, or the other one.
    Large(bool),
    /// The one of this parity, which in Fp2 is that of the real part.
    Parity(Choice),
}

/// What an encoding says of a value.
pub type Unfinished<T> = mcl_ec::Unfinished<T, <T as Sealed>::Coordinate, Sign>;

/// A coordinate of a point.
pub trait Coordinate: FieldExt + FieldBytes {
    /// Whether the element is above its opposite: as an integer above (p - 1)/2; in Fp2 by the
    /// coefficient of i, or by the real part where that is zero.
    fn is_large(&self) -> bool;

    /// The product with an element of Fp.
    fn scaled(&self, factor: &Fp) -> Self;
}

impl Coordinate for Fp {
    fn is_large(&self) -> bool {
        *self > -*self
    }

    fn scaled(&self, factor: &Fp) -> Self {
        self * factor
    }
}

impl Coordinate for Fp2 {
    fn is_large(&self) -> bool {
        if self.c1.is_zero_vartime() { self.c0.is_large() } else { self.c1.is_large() }
    }

    fn scaled(&self, factor: &Fp) -> Self {
        self.mul_by_base(factor)
    }
}

/// A point as a pair of coordinates.
pub trait Parts: Copy + Default + Sealed<Coordinate: Coordinate> {
    /// The bytes of one coordinate.
    type Compressed: ByteArray;
    /// The bytes of both.
    type Uncompressed: ByteArray;

    /// The coordinates, or none for the identity.
    fn coordinates(&self) -> Option<(Self::Coordinate, Self::Coordinate)>;

    /// The point with these coordinates, which satisfy the curve equation.
    fn from_coordinates_unchecked(x: Self::Coordinate, y: Self::Coordinate) -> Self;

    /// The point with these coordinates.
    fn from_coordinates(x: Self::Coordinate, y: Self::Coordinate) -> Result<Self, DecodeError>;

    /// `x^3 + b`.
    fn curve_equation(x: &Self::Coordinate) -> Self::Coordinate;

    /// One of the ordinates to each abscissa, if there are any, for slices of equal length.
    fn ordinates(x: &[Self::Coordinate], y: &mut [Option<Self::Coordinate>]);

    /// Which points, assumed on the curve, are in the group of order r.
    fn test_members(points: &[Self], out: &mut [bool]);

    /// Whether all points, which are on the curve, are in the group of order r.
    #[cfg(feature = "alloc")]
    fn are_members(points: &[Self], rng: &mut impl rand_core::CryptoRng) -> bool;
}

impl Parts for G1Affine {
    type Compressed = Bytes<32>;
    type Uncompressed = Bytes<64>;

    fn coordinates(&self) -> Option<(Fp, Fp)> {
        self.xy()
    }

    fn from_coordinates_unchecked(x: Fp, y: Fp) -> Self {
        Self::from_xy_unchecked(x, y)
    }

    fn from_coordinates(x: Fp, y: Fp) -> Result<Self, DecodeError> {
        Self::from_xy(x, y)
    }

    fn curve_equation(x: &Fp) -> Fp {
        x.square() * x + G1Curve::<Params, N>::B
    }

    fn ordinates(x: &[Fp], y: &mut [Option<Fp>]) {
        roots_as_chosen::<G1Curve<Params, N>>(x, y);
    }

    fn test_members(_: &[Self], out: &mut [bool]) {
        out.fill(true);
    }

    #[cfg(feature = "alloc")]
    fn are_members(_: &[Self], _: &mut impl rand_core::CryptoRng) -> bool {
        true
    }
}

impl Parts for G2Affine {
    type Compressed = Bytes<64>;
    type Uncompressed = Bytes<128>;

    fn coordinates(&self) -> Option<(Fp2, Fp2)> {
        self.xy()
    }

    fn from_coordinates_unchecked(x: Fp2, y: Fp2) -> Self {
        Self::from_xy_unchecked(x, y)
    }

    fn from_coordinates(x: Fp2, y: Fp2) -> Result<Self, DecodeError> {
        Affine::from_xy(x, y).map(Self).ok_or(DecodeError::NotOnCurve)
    }

    fn curve_equation(x: &Fp2) -> Fp2 {
        x.square() * *x + G2Curve::<Params, N>::B
    }

    fn ordinates(x: &[Fp2], y: &mut [Option<Fp2>]) {
        roots_as_chosen::<G2Curve<Params, N>>(x, y);
    }

    fn test_members(points: &[Self], out: &mut [bool]) {
        membership::fill(points, out);
    }

    #[cfg(feature = "alloc")]
    fn are_members(points: &[Self], rng: &mut impl rand_core::CryptoRng) -> bool {
        Self::are_torsion_free_vartime(points, rng)
    }
}

/// Refuses other lengths than that of `B`, and copies the bytes.
pub fn exactly<B: ByteArray>(bytes: &[u8]) -> Result<B, DecodeError> {
    if bytes.len() != B::LENGTH {
        return Err(DecodeError::Length { expected: B::LENGTH, found: bytes.len() });
    }
    let mut copy = B::default();
    copy.as_mut().copy_from_slice(bytes);
    Ok(copy)
}

/// As [`exactly`], in reversed order: coordinates that are big endian, the last coefficient first,
/// become little endian, the first coefficient first.
pub fn exactly_reversed<B: ByteArray>(bytes: &[u8]) -> Result<B, DecodeError> {
    let mut copy = exactly::<B>(bytes)?;
    copy.as_mut().reverse();
    Ok(copy)
}

/// Whether all bytes are zero.
pub fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

/// Takes the two top bits out of the last byte.
pub fn take_flags(little_endian: &mut [u8]) -> u8 {
    let Some(last) = little_endian.last_mut() else { return 0 };
    let flags = *last & FLAGS;
    *last ^= flags;
    flags
}

/// Sets bits of the last byte.
pub fn set_flags(little_endian: &mut [u8], flags: u8) {
    if let Some(last) = little_endian.last_mut() {
        *last |= flags;
    }
}

/// Reads a coordinate, little endian.
pub fn read<F: Coordinate>(bytes: &[u8]) -> Result<F, DecodeError> {
    Ok(F::from_le_bytes(bytes)?)
}

/// Writes a coordinate, little endian, into its number of bytes.
pub fn write<F: Coordinate>(x: &F, out: &mut [u8]) {
    x.write_le_bytes(out).unwrap_or_else(|_| unreachable!("the parts of an encoding fit it"));
}

/// Writes x and y into the halves of an array.
pub fn write_both<P: Parts>(x: &P::Coordinate, y: &P::Coordinate) -> P::Uncompressed {
    let mut out = P::Uncompressed::default();
    let (first, second) = out.as_mut().split_at_mut(P::Compressed::LENGTH);
    write(x, first);
    write(y, second);
    out
}

/// The point with this x whose y is large, or is not: up to a root.
pub fn with_large_y<P: Parts>(x: P::Coordinate, large: bool) -> Unfinished<P> {
    Unfinished::<P>::Abscissa(x, Sign::Large(large))
}

/// The point with this x whose y has this parity: up to a root.
pub fn with_parity_of_y<P: Parts>(x: P::Coordinate, parity: Choice) -> Unfinished<P> {
    Unfinished::<P>::Abscissa(x, Sign::Parity(parity))
}

/// The point that an encoding stands for, its root included.
pub fn finish<P: Parts>(encoding: Unfinished<P>) -> Result<P, DecodeError> {
    match encoding {
        Unfinished::<P>::Point(point) => Ok(point),
        Unfinished::<P>::Abscissa(x, sign) => {
            finish_from_root(x, sign, P::curve_equation(&x).sqrt_vartime())
        }
    }
}

/// The point with this x and a y of this sign, from one of its two ordinates.
pub fn finish_from_root<P: Parts>(
    x: P::Coordinate,
    sign: Sign,
    root: Option<P::Coordinate>,
) -> Result<P, DecodeError> {
    let mut root = root.ok_or(DecodeError::NotOnCurve)?;
    let takes_root = match sign {
        // y = 0 does not occur on a curve of odd order: exactly one of both roots is large.
        Sign::Large(large) => root.is_large() == large,
        Sign::Parity(parity) => {
            if !bool::from(root.parity() ^ (-root).parity()) {
                // The parity of both roots is even where the real part is zero: the choice is that of the
                // square root.
                if parity.into() {
                    return Err(DecodeError::Flags);
                }
                root = P::curve_equation(&x).sqrt_vartime().unwrap_or(root);
            }
            !bool::from(root.parity() ^ parity)
        }
    };
    Ok(P::from_coordinates_unchecked(x, if takes_root { root } else { -root }))
}

/// `2^256`, the Montgomery radix of a field of four words of 64 bits.
pub const R: Fp = Fp::from_u64(2).const_pow_vartime(&mcl_fp::U64::from_u64(256));

/// `1/R`.
pub const R_INVERSE: Fp = Fp::TWO_INV.const_pow_vartime(&mcl_fp::U64::from_u64(256));
