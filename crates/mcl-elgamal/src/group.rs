//! The groups that the scheme runs in, and what it asks of them.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Add, Neg, Sub};

use ff::FromUniformBytes;
use group::prime::PrimeGroup;
use group::{Curve, Group, GroupEncoding};
use mcl_bn::{BnParams, G1, G1Affine, G2, G2Affine, Gt};
use mcl_ec::{Affine, LengthMismatch, Projective};
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::{DefaultIsZeroes, Zeroize};

use crate::curves::{Koblitz, KoblitzParams};
use crate::dlog::neighbours;

/// Two keys of a pair of neighbours, see [`ElGamalGroup::neighbour_keys`].
pub type KeyPair = [u64; 2];

/// A group of prime order for lifted ElGamal, written additively.
///
/// Implemented for [`G1`], [`G2`] and [`Gt`] of every BN curve and for the points of the Koblitz curves in
/// [`crate::curves`]. The operators are constant time, decoding checks membership.
pub trait ElGamalGroup:
    Group<Scalar: FromUniformBytes<64> + Zeroize>
    + PrimeGroup
    + GroupEncoding
    + ConstantTimeEq
    + ConditionallySelectable
    + DefaultIsZeroes
    + From<<Self as ElGamalGroup>::Affine>
    + for<'a> Add<&'a <Self as ElGamalGroup>::Affine, Output = Self>
    + for<'a> Sub<&'a <Self as ElGamalGroup>::Affine, Output = Self>
{
    /// The form in which elements are stored and which is faster to add: affine coordinates.
    type Affine: Copy
        + Default
        + Debug
        + Eq
        + Send
        + Sync
        + 'static
        + ConstantTimeEq
        + ConditionallySelectable
        + Neg<Output = Self::Affine>
        + GroupEncoding<Repr = <Self as GroupEncoding>::Repr>;

    /// What a discrete-logarithm table keeps of an element other than the identity to add it fast.
    type Step: Copy + Send + Sync;

    /// The names of the curve and of the group on it. They are part of every proof and of every table.
    const NAME: [&'static str; 2];

    /// Writes the affine forms of all `points` to `out`, which has the same length.
    ///
    /// # Panics
    /// If the lengths differ.
    ///
    /// # Timing
    /// Constant time: one inversion for a bounded number of points.
    fn normalize(points: &[Self], out: &mut [Self::Affine]);

    /// The affine form.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    fn to_affine_vartime(&self) -> Self::Affine;

    /// `[k] self`.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    fn mul_vartime(&self, k: &Self::Scalar) -> Self;

    /// `sum_i [scalars[i]] bases[i]`.
    ///
    /// # Errors
    /// [`LengthMismatch`].
    ///
    /// # Timing
    /// Variable time: public inputs only.
    fn msm_vartime(
        bases: &[Self::Affine],
        scalars: &[Self::Scalar],
    ) -> Result<Self, LengthMismatch>;

    /// A 64-bit key of an element, the same for the element and its opposite, and different for other
    /// elements but for chance. The identity of a curve has the key 0.
    #[must_use]
    fn key(point: &Self::Affine) -> u64;

    /// The form of an element that [`Self::neighbour_keys`] adds, or none for the identity.
    #[must_use]
    fn step(point: &Self::Affine) -> Option<Self::Step>;

    /// Appends, for each step `S`, the keys of `center + S` and of `center - S`.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    fn neighbour_keys(center: &Self::Affine, steps: &[Self::Step], keys: &mut Vec<KeyPair>);
}

/// Implements the trait for points of a curve, given their types, their name, the field of coordinates, and
/// the functions for products and sums in variable time.
macro_rules! impl_for_curve {
    (
        <$params:ident: $bound:ident> $projective:ty, $affine:ty, $field:ty,
        $name:expr, $mul_vartime:path, $msm_vartime:path
    ) => {
        impl<$params: $bound<N>, const N: usize> ElGamalGroup for $projective {
            type Affine = $affine;
            type Step = ($field, $field);
            const NAME: [&'static str; 2] = $name;

            fn normalize(points: &[Self], out: &mut [Self::Affine]) {
                <Self as Curve>::batch_normalize(points, out);
            }

            fn to_affine_vartime(&self) -> Self::Affine {
                self.to_affine_vartime()
            }

            fn mul_vartime(&self, k: &Self::Scalar) -> Self {
                $mul_vartime(self, k)
            }

            fn msm_vartime(
                bases: &[Self::Affine],
                scalars: &[Self::Scalar],
            ) -> Result<Self, LengthMismatch> {
                $msm_vartime(bases, scalars)
            }

            fn key(point: &Self::Affine) -> u64 {
                point.xy().map_or(0, |(x, _)| neighbours::key(&x))
            }

            fn step(point: &Self::Affine) -> Option<Self::Step> {
                point.xy()
            }

            fn neighbour_keys(
                center: &Self::Affine,
                steps: &[Self::Step],
                keys: &mut Vec<KeyPair>,
            ) {
                neighbours::keys_on_curve(center.xy(), steps, keys);
            }
        }
    };
}

impl_for_curve!(
    <C: BnParams> G1<C, N>, G1Affine<C, N>, mcl_fp::Fp<mcl_bn::ModP<C, N>, N>,
    [C::NAME, "G1"], G1::mul_vartime, G1::msm_vartime
);
impl_for_curve!(
    <C: BnParams> G2<C, N>, G2Affine<C, N>, mcl_tower::Fp2<mcl_bn::ModP<C, N>, N>,
    [C::NAME, "G2"], G2::mul_vartime, G2::msm_vartime
);
impl_for_curve!(
    <K: KoblitzParams> Projective<Koblitz<K, N>>, Affine<Koblitz<K, N>>,
    mcl_fp::Fp<crate::curves::ModP<K, N>, N>,
    [K::NAME, ""], mcl_ec::mul_endo_vartime, mcl_ec::msm_endo_vartime
);

/// The additive notation hides that this group is multiplicative: an element is its own affine form.
impl<C: BnParams<N>, const N: usize> ElGamalGroup for Gt<C, N> {
    type Affine = Self;
    type Step = Self;
    const NAME: [&'static str; 2] = [C::NAME, "Gt"];

    fn normalize(points: &[Self], out: &mut [Self]) {
        out.copy_from_slice(points);
    }

    fn to_affine_vartime(&self) -> Self {
        *self
    }

    fn mul_vartime(&self, k: &Self::Scalar) -> Self {
        self.pow_vartime(k)
    }

    fn msm_vartime(bases: &[Self], scalars: &[Self::Scalar]) -> Result<Self, LengthMismatch> {
        crate::msm::sum_by_buckets(bases, scalars)
    }

    /// From the first coefficient, which conjugation leaves alone.
    fn key(point: &Self) -> u64 {
        neighbours::key(&point.as_fp12().c0.c0)
    }

    fn step(point: &Self) -> Option<Self> {
        (!bool::from(point.is_identity())).then_some(*point)
    }

    fn neighbour_keys(center: &Self, steps: &[Self], keys: &mut Vec<KeyPair>) {
        neighbours::keys_in_fp12(center.as_fp12(), steps.iter().map(Gt::as_fp12), keys);
    }
}
