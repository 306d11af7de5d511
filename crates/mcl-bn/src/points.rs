//! G1 and G2 as types of their own, with the zkcrypto group traits.
//!
//! They wrap the points of mcl-ec: the traits of `pairing` can only be implemented for types of
//! this crate, and a value of `G2` or `G2Affine` is in the subgroup of order r, which a point of
//! the twist need not be.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use group::prime::{PrimeCurve, PrimeGroup};
use group::{Curve, CurveAffine, Group, GroupEncoding, UncompressedEncoding};
#[cfg(feature = "alloc")]
use mcl_ec::LengthMismatch;
use mcl_ec::{Affine, DecodeError, Projective};
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::DefaultIsZeroes;

use crate::encoding::{choice, read_uncompressed, write_uncompressed};
use crate::fields::{Fp2Of, FpOf, FrOf};
use crate::{BnParams, ByteArray, G1Curve, G2Curve, subgroup};

/// One group: its two types and everything that is the same for G1 and G2.
///
/// A macro, since the traits below cannot be implemented once for both.
macro_rules! group_types {
    (
        $(#[$projective_doc:meta])* $projective:ident,
        $(#[$affine_doc:meta])* $affine:ident,
        $(#[$bases_doc:meta])* $bases:ident,
        curve: $curve:ident, field: $field:ident, bytes: $bytes:ident, uncompressed: $uncompressed:ident,
        in_subgroup: $in_subgroup:expr, dimension: $dimension:literal
    ) => {
        $(#[$projective_doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $projective<C: BnParams<N>, const N: usize>(
            pub(crate) Projective<$curve<C, N>>,
        );

        $(#[$affine_doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $affine<C: BnParams<N>, const N: usize>(pub(crate) Affine<$curve<C, N>>);

        impl<C: BnParams<N>, const N: usize> $affine<C, N> {
            /// The identity.
            #[must_use]
            pub const fn identity() -> Self {
                Self(Affine::identity())
            }

            /// The fixed generator.
            #[must_use]
            pub const fn generator() -> Self {
                Self(Affine::generator())
            }

            /// The point with these coordinates.
            ///
            /// # Errors
            /// [`DecodeError::NotOnCurve`], [`DecodeError::NotInSubgroup`].
            pub fn from_xy(x: $field<C, N>, y: $field<C, N>) -> Result<Self, DecodeError> {
                Self::check_subgroup(Affine::from_xy(x, y).ok_or(DecodeError::NotOnCurve)?)
            }

            /// The point with these coordinates, which the caller knows to be on the curve and in
            /// the subgroup. A wrong point does no harm to memory, but every result computed from
            /// it is meaningless and may reveal a secret scalar.
            #[must_use]
            pub const fn from_xy_unchecked(x: $field<C, N>, y: $field<C, N>) -> Self {
                Self(Affine::from_xy_unchecked(x, y))
            }

            /// The coordinates, or none for the identity.
            #[must_use]
            pub fn xy(&self) -> Option<($field<C, N>, $field<C, N>)> {
                self.0.xy()
            }

            /// Whether this is the identity.
            #[must_use]
            pub fn is_identity(&self) -> Choice {
                self.0.is_identity()
            }

            /// Whether the coordinates satisfy the curve equation: true of every value that was
            /// not made by an `_unchecked` function.
            #[must_use]
            pub fn is_on_curve(&self) -> Choice {
                self.0.is_on_curve()
            }

            /// Whether the point, assumed on the curve, is in the subgroup of order r.
            #[must_use]
            pub fn is_torsion_free(&self) -> Choice {
                $in_subgroup(&self.0)
            }

            /// mcl's compressed form: x little endian, the parity of y in the top bit (or a
            /// leading byte 2 or 3 where p leaves no bit free); the identity is all zero.
            #[must_use]
            pub fn to_compressed(&self) -> C::$bytes {
                const { assert!(C::$bytes::LENGTH == mcl_ec::encoding_mcl::encoded_len::<$curve<C, N>>()) };
                let mut out = C::$bytes::default();
                mcl_ec::encoding_mcl::encode(&self.0, out.as_mut())
                    .unwrap_or_else(|_| unreachable!("the length is asserted above"));
                out
            }

            /// Reads [`Self::to_compressed`], strictly: exact length, coordinate below p, on the
            /// curve, in the subgroup, and no second form of any point.
            ///
            /// # Errors
            /// The rule that the bytes break.
            ///
            /// # Timing
            /// Variable time: for public data.
            pub fn from_compressed(bytes: &[u8]) -> Result<Self, DecodeError> {
                Self::check_subgroup(mcl_ec::encoding_mcl::decode(bytes)?)
            }

            /// As [`Self::from_compressed`] without the subgroup check.
            ///
            /// # Errors
            /// The rule that the bytes break.
            pub fn from_compressed_unchecked(bytes: &[u8]) -> Result<Self, DecodeError> {
                mcl_ec::encoding_mcl::decode(bytes).map(Self)
            }

            /// mcl's affine form: x then y, little endian; the identity is all zero.
            #[must_use]
            pub fn to_affine_bytes(&self) -> C::$uncompressed {
                let mut out = C::$uncompressed::default();
                write_uncompressed(&self.0, out.as_mut())
                    .unwrap_or_else(|_| unreachable!("the parameters give two coordinates"));
                out
            }

            /// Reads [`Self::to_affine_bytes`], strictly.
            ///
            /// # Errors
            /// The rule that the bytes break.
            pub fn from_affine_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
                Self::check_subgroup(read_uncompressed(bytes)?)
            }

            /// As [`Self::from_affine_bytes`] without the subgroup check.
            ///
            /// # Errors
            /// The rule that the bytes break.
            pub fn from_affine_bytes_unchecked(bytes: &[u8]) -> Result<Self, DecodeError> {
                read_uncompressed(bytes).map(Self)
            }

            /// `self + other` in affine coordinates, by one inversion.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[must_use]
            pub fn add_vartime(&self, other: &Self) -> Self {
                Self(self.0.add_vartime(&other.0))
            }

            /// `[k] self`.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[must_use]
            pub fn mul_vartime(&self, k: &FrOf<C, N>) -> $projective<C, N> {
                $projective(mcl_ec::mul_endo_vartime::<$curve<C, N>, $dimension>(&self.0.to_projective(), k))
            }

            fn check_subgroup(point: Affine<$curve<C, N>>) -> Result<Self, DecodeError> {
                if bool::from($in_subgroup(&point)) {
                    Ok(Self(point))
                } else {
                    Err(DecodeError::NotInSubgroup)
                }
            }
        }

        impl<C: BnParams<N>, const N: usize> $projective<C, N> {
            /// The identity.
            #[must_use]
            pub const fn identity() -> Self {
                Self(Projective::identity())
            }

            /// The fixed generator.
            #[must_use]
            pub const fn generator() -> Self {
                Self(Projective::generator())
            }

            /// `[k] self`.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[must_use]
            pub fn mul_vartime(&self, k: &FrOf<C, N>) -> Self {
                Self(mcl_ec::mul_endo_vartime::<$curve<C, N>, $dimension>(&self.0, k))
            }

            /// Affine coordinates, by one inversion.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[must_use]
            pub fn to_affine_vartime(&self) -> $affine<C, N> {
                $affine(self.0.to_affine_vartime())
            }

            /// `sum([scalars[i]] bases[i])`; no terms give the identity.
            ///
            /// # Errors
            /// The slices differ in length.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[cfg(feature = "alloc")]
            pub fn msm_vartime(
                bases: &[$affine<C, N>],
                scalars: &[FrOf<C, N>],
            ) -> Result<Self, LengthMismatch> {
                mcl_ec::msm_endo_vartime::<_, $dimension>(bases, scalars).map(Self)
            }

            /// As [`Self::msm_vartime`], on the threads of the pool of rayon in which the caller
            /// runs.
            ///
            /// # Errors
            /// The slices differ in length.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[cfg(feature = "rayon")]
            pub fn par_msm_vartime(
                bases: &[$affine<C, N>],
                scalars: &[FrOf<C, N>],
            ) -> Result<Self, LengthMismatch> {
                mcl_ec::par_msm_endo_vartime::<_, $dimension>(bases, scalars).map(Self)
            }
        }

        $(#[$bases_doc])*
        #[cfg(feature = "alloc")]
        #[derive(Clone, Debug)]
        pub struct $bases<C: BnParams<N>, const N: usize>(
            mcl_ec::MsmBases<$curve<C, N>, mcl_ec::Decomposed<$dimension>>,
        );

        #[cfg(feature = "alloc")]
        impl<C: BnParams<N>, const N: usize> $bases<C, N> {
            /// The bases with `multiples` multiples each, themselves included.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[must_use]
            pub fn new(bases: &[$affine<C, N>], multiples: u32) -> Self {
                Self(mcl_ec::MsmBases::new_endo(bases, multiples))
            }

            /// The number of bases.
            #[must_use]
            pub const fn len(&self) -> usize {
                self.0.len()
            }

            /// Whether there are no bases.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            /// `sum([scalars[i]] P_i)` for the bases `P_i`.
            ///
            /// # Errors
            /// There is not a scalar for each base.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            pub fn msm_vartime(
                &self,
                scalars: &[FrOf<C, N>],
            ) -> Result<$projective<C, N>, LengthMismatch> {
                self.0.msm_vartime(scalars).map($projective)
            }

            /// As [`Self::msm_vartime`], on the threads of the pool of rayon in which the caller
            /// runs.
            ///
            /// # Errors
            /// There is not a scalar for each base.
            ///
            /// # Timing
            /// Variable time: public inputs only.
            #[cfg(feature = "rayon")]
            pub fn par_msm_vartime(
                &self,
                scalars: &[FrOf<C, N>],
            ) -> Result<$projective<C, N>, LengthMismatch> {
                self.0.par_msm_vartime(scalars).map($projective)
            }
        }

        #[cfg(feature = "alloc")]
        impl<C: BnParams<N>, const N: usize> mcl_ec::AsAffine for $affine<C, N> {
            type Curve = $curve<C, N>;

            #[inline]
            fn as_affine(&self) -> &Affine<$curve<C, N>> {
                &self.0
            }
        }

        impl<C: BnParams<N>, const N: usize> Default for $projective<C, N> {
            fn default() -> Self {
                Self::identity()
            }
        }

        impl<C: BnParams<N>, const N: usize> Default for $affine<C, N> {
            fn default() -> Self {
                Self::identity()
            }
        }

        impl<C: BnParams<N>, const N: usize> DefaultIsZeroes for $projective<C, N> {}
        impl<C: BnParams<N>, const N: usize> DefaultIsZeroes for $affine<C, N> {}

        impl<C: BnParams<N>, const N: usize> core::fmt::Debug for $projective<C, N> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<C: BnParams<N>, const N: usize> core::fmt::Debug for $affine<C, N> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<C: BnParams<N>, const N: usize> core::hash::Hash for $affine<C, N> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.to_affine_bytes().as_ref().hash(state);
            }
        }

        impl<C: BnParams<N>, const N: usize> ConstantTimeEq for $projective<C, N> {
            fn ct_eq(&self, other: &Self) -> Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl<C: BnParams<N>, const N: usize> ConstantTimeEq for $affine<C, N> {
            fn ct_eq(&self, other: &Self) -> Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl<C: BnParams<N>, const N: usize> ConditionallySelectable for $projective<C, N> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                Self(Projective::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl<C: BnParams<N>, const N: usize> ConditionallySelectable for $affine<C, N> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                Self(Affine::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl<C: BnParams<N>, const N: usize> From<$affine<C, N>> for $projective<C, N> {
            fn from(point: $affine<C, N>) -> Self {
                Self(point.0.to_projective())
            }
        }

        impl<C: BnParams<N>, const N: usize> From<&$affine<C, N>> for $projective<C, N> {
            fn from(point: &$affine<C, N>) -> Self {
                Self(point.0.to_projective())
            }
        }

        impl<C: BnParams<N>, const N: usize> From<$projective<C, N>> for $affine<C, N> {
            fn from(point: $projective<C, N>) -> Self {
                Self(point.0.to_affine())
            }
        }

        impl<C: BnParams<N>, const N: usize> From<&$projective<C, N>> for $affine<C, N> {
            fn from(point: &$projective<C, N>) -> Self {
                Self(point.0.to_affine())
            }
        }

        impl<C: BnParams<N>, const N: usize> Neg for $projective<C, N> {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<C: BnParams<N>, const N: usize> Neg for $affine<C, N> {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<C: BnParams<N>, const N: usize> Neg for &$projective<C, N> {
            type Output = $projective<C, N>;

            fn neg(self) -> $projective<C, N> {
                -*self
            }
        }

        impl<C: BnParams<N>, const N: usize> Neg for &$affine<C, N> {
            type Output = $affine<C, N>;

            fn neg(self) -> $affine<C, N> {
                -*self
            }
        }

        group_types!(@additive $projective, $projective, Add, add, AddAssign, add_assign);
        group_types!(@additive $projective, $affine, Add, add, AddAssign, add_assign);
        group_types!(@additive $projective, $projective, Sub, sub, SubAssign, sub_assign);
        group_types!(@additive $projective, $affine, Sub, sub, SubAssign, sub_assign);

        impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S>
            for $projective<C, N>
        {
            type Output = Self;

            /// Constant time in the point and in the scalar.
            fn mul(self, k: S) -> Self {
                Self(mcl_ec::mul_endo::<$curve<C, N>, $dimension>(&self.0, k.borrow()))
            }
        }

        impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S>
            for &$projective<C, N>
        {
            type Output = $projective<C, N>;

            fn mul(self, k: S) -> $projective<C, N> {
                *self * k
            }
        }

        impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> MulAssign<S>
            for $projective<C, N>
        {
            fn mul_assign(&mut self, k: S) {
                *self = *self * k;
            }
        }

        impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S> for $affine<C, N> {
            type Output = $projective<C, N>;

            fn mul(self, k: S) -> $projective<C, N> {
                $projective::from(self) * k
            }
        }

        impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S> for &$affine<C, N> {
            type Output = $projective<C, N>;

            fn mul(self, k: S) -> $projective<C, N> {
                $projective::from(self) * k
            }
        }

        impl<C: BnParams<N>, const N: usize, P: Borrow<Self>> Sum<P> for $projective<C, N> {
            fn sum<I: Iterator<Item = P>>(iter: I) -> Self {
                iter.fold(Self::identity(), |acc, point| acc + point.borrow())
            }
        }

        impl<C: BnParams<N>, const N: usize> Group for $projective<C, N> {
            type Scalar = FrOf<C, N>;

            /// A random multiple of the generator.
            fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
                loop {
                    let k = <FrOf<C, N> as ff::Field>::try_random(rng)?;
                    if !bool::from(ff::Field::is_zero(&k)) {
                        return Ok(Self::generator() * k);
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
                self.0.is_identity()
            }

            fn double(&self) -> Self {
                Self(self.0.double())
            }
        }

        impl<C: BnParams<N>, const N: usize> PrimeGroup for $projective<C, N> {}
        impl<C: BnParams<N>, const N: usize> PrimeCurve for $projective<C, N> {}

        impl<C: BnParams<N>, const N: usize> Curve for $projective<C, N> {
            type Affine = $affine<C, N>;

            /// One inversion for each 1024 points.
            ///
            /// # Panics
            /// If the slices differ in length, as the trait demands; see
            /// [`Projective::batch_normalize`] for the form with an error.
            fn batch_normalize(points: &[Self], out: &mut [$affine<C, N>]) {
                assert_eq!(points.len(), out.len(), "one affine point for each point");
                Projective::batch_normalize_by(points, out, |point| &point.0, |affine| &mut affine.0)
                    .unwrap_or_else(|_| unreachable!("equal by assertion"));
            }

            fn to_affine(&self) -> $affine<C, N> {
                $affine(self.0.to_affine())
            }
        }

        impl<C: BnParams<N>, const N: usize> CurveAffine for $affine<C, N> {
            type Curve = $projective<C, N>;
            type Scalar = FrOf<C, N>;

            fn identity() -> Self {
                Self::identity()
            }

            fn generator() -> Self {
                Self::generator()
            }

            fn is_identity(&self) -> Choice {
                self.is_identity()
            }

            fn to_curve(&self) -> $projective<C, N> {
                self.into()
            }
        }

        /// mcl's compressed form; see [`Self::from_compressed`] for decoding with a reason.
        impl<C: BnParams<N>, const N: usize> GroupEncoding for $affine<C, N> {
            type Repr = C::$bytes;

            fn from_bytes(bytes: &C::$bytes) -> CtOption<Self> {
                let point = Self::from_compressed(bytes.as_ref());
                CtOption::new(point.unwrap_or_default(), choice(point.is_ok()))
            }

            fn from_bytes_unchecked(bytes: &C::$bytes) -> CtOption<Self> {
                let point = Self::from_compressed_unchecked(bytes.as_ref());
                CtOption::new(point.unwrap_or_default(), choice(point.is_ok()))
            }

            fn to_bytes(&self) -> C::$bytes {
                self.to_compressed()
            }
        }

        /// As for the affine type.
        impl<C: BnParams<N>, const N: usize> GroupEncoding for $projective<C, N> {
            type Repr = C::$bytes;

            fn from_bytes(bytes: &C::$bytes) -> CtOption<Self> {
                $affine::from_bytes(bytes).map(Self::from)
            }

            fn from_bytes_unchecked(bytes: &C::$bytes) -> CtOption<Self> {
                $affine::from_bytes_unchecked(bytes).map(Self::from)
            }

            fn to_bytes(&self) -> C::$bytes {
                $affine::from(self).to_compressed()
            }
        }

        /// mcl's affine form; see [`Self::from_affine_bytes`] for decoding with a reason.
        impl<C: BnParams<N>, const N: usize> UncompressedEncoding for $affine<C, N> {
            type Uncompressed = C::$uncompressed;

            fn from_uncompressed(bytes: &C::$uncompressed) -> CtOption<Self> {
                let point = Self::from_affine_bytes(bytes.as_ref());
                CtOption::new(point.unwrap_or_default(), choice(point.is_ok()))
            }

            fn from_uncompressed_unchecked(bytes: &C::$uncompressed) -> CtOption<Self> {
                let point = Self::from_affine_bytes_unchecked(bytes.as_ref());
                CtOption::new(point.unwrap_or_default(), choice(point.is_ok()))
            }

            fn to_uncompressed(&self) -> C::$uncompressed {
                self.to_affine_bytes()
            }
        }

        #[cfg(feature = "alloc")]
        impl<C: BnParams<N>, const N: usize> group::WnafGroup for $projective<C, N> {
            /// The table of 2^(w-2) points pays for itself from about 2^w scalars a window more.
            fn recommended_wnaf_for_num_scalars(num_scalars: usize) -> usize {
                match num_scalars {
                    0..=2 => 4,
                    3..=9 => 5,
                    10..=33 => 6,
                    34..=110 => 7,
                    111..=390 => 8,
                    391..=1400 => 9,
                    _ => 10,
                }
            }
        }
    };

    (@additive $projective:ident, $rhs:ident, $op:ident, $method:ident, $op_assign:ident, $method_assign:ident) => {
        impl<C: BnParams<N>, const N: usize> $op<&$rhs<C, N>> for &$projective<C, N> {
            type Output = $projective<C, N>;

            #[inline]
            fn $method(self, other: &$rhs<C, N>) -> $projective<C, N> {
                $projective((&self.0).$method(&other.0))
            }
        }

        impl<C: BnParams<N>, const N: usize> $op<$rhs<C, N>> for &$projective<C, N> {
            type Output = $projective<C, N>;

            #[inline]
            fn $method(self, other: $rhs<C, N>) -> $projective<C, N> {
                self.$method(&other)
            }
        }

        impl<C: BnParams<N>, const N: usize> $op<&$rhs<C, N>> for $projective<C, N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: &$rhs<C, N>) -> Self {
                (&self).$method(other)
            }
        }

        impl<C: BnParams<N>, const N: usize> $op<$rhs<C, N>> for $projective<C, N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: $rhs<C, N>) -> Self {
                (&self).$method(&other)
            }
        }

        impl<C: BnParams<N>, const N: usize> $op_assign<&$rhs<C, N>> for $projective<C, N> {
            #[inline]
            fn $method_assign(&mut self, other: &$rhs<C, N>) {
                *self = (&*self).$method(other);
            }
        }

        impl<C: BnParams<N>, const N: usize> $op_assign<$rhs<C, N>> for $projective<C, N> {
            #[inline]
            fn $method_assign(&mut self, other: $rhs<C, N>) {
                *self = (&*self).$method(&other);
            }
        }
    };
}

group_types! {
    /// A point of G1, in projective coordinates: `E(Fp)`, whose order r is prime.
    G1,
    /// A point of G1, in affine coordinates.
    G1Affine,
    /// Points of G1 that are multiplied again and again: [`mcl_ec::MsmBases`].
    G1Bases,
    curve: G1Curve, field: FpOf, bytes: G1Bytes, uncompressed: G1Uncompressed,
    in_subgroup: |_: &Affine<G1Curve<C, N>>| Choice::from(1),
    dimension: 2
}

group_types! {
    /// A point of G2, in projective coordinates: in the subgroup of order r of the twist.
    G2,
    /// A point of G2, in affine coordinates.
    G2Affine,
    /// Points of G2 that are multiplied again and again: [`mcl_ec::MsmBases`].
    G2Bases,
    curve: G2Curve, field: Fp2Of, bytes: G2Bytes, uncompressed: G2Uncompressed,
    in_subgroup: subgroup::is_affine_in_g2,
    dimension: 4
}
