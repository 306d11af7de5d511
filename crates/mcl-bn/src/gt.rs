//! The target group.

use core::borrow::Borrow;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ff::Field;
use group::Group;
use group::prime::PrimeGroup;
use mcl_ec::DecodeError;
use mcl_fp::FieldBytes;
use mcl_tower::PackedFp12;
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::DefaultIsZeroes;

use crate::encoding::field_error;
use crate::fields::{Fp2Of, Fp12Of, FrOf, uses_vector_engine};
use crate::gt_power::{power, power_vartime};
use crate::subgroup::{ct_eq, is_in_gt};
use crate::{BnParams, ByteArray, G1Affine, G2Affine, pairing};

/// An element of Gt, the group of r-th roots of unity in Fp12.
///
/// Following the `group` traits it is written additively: `+` is the product in Fp12, `-` the
/// quotient, `*` by a scalar the power. Values come from pairings and checked decoding only, so
/// inversion is conjugation and squaring the cyclotomic one.
#[derive(Clone, Copy)]
pub struct Gt<C: BnParams<N>, const N: usize>(pub(crate) Fp12Of<C, N>);

impl<C: BnParams<N>, const N: usize> Gt<C, N> {
    /// The identity: one in Fp12.
    #[must_use]
    pub const fn identity() -> Self {
        Self(Fp12Of::<C, N>::ONE)
    }

    /// The element as a member of Fp12.
    #[must_use]
    pub const fn as_fp12(&self) -> &Fp12Of<C, N> {
        &self.0
    }

    /// The element with this value, if it is an r-th root of unity.
    ///
    /// # Errors
    /// [`DecodeError::NotInSubgroup`].
    pub fn from_fp12(value: &Fp12Of<C, N>) -> Result<Self, DecodeError> {
        if bool::from(is_in_gt::<C, N>(value)) {
            Ok(Self(*value))
        } else {
            Err(DecodeError::NotInSubgroup)
        }
    }

    /// mcl's form, which is arkworks' too: twelve coefficients little endian, in stored order.
    #[must_use]
    pub fn to_bytes(&self) -> C::GtBytes {
        const { assert!(C::GtBytes::LENGTH == <Fp12Of<C, N> as FieldBytes>::BYTES) };
        let mut out = C::GtBytes::default();
        self.0
            .write_le_bytes(out.as_mut())
            .unwrap_or_else(|_| unreachable!("the length is asserted above"));
        out
    }

    /// Reads [`Self::to_bytes`], strictly: exact length, coefficients below p, order r.
    ///
    /// mcl itself checks the coefficients only.
    ///
    /// # Errors
    /// The rule that the bytes break.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_fp12(&Fp12Of::<C, N>::from_le_bytes(bytes).map_err(field_error)?)
    }

    /// As [`Self::from_bytes`] without the membership check.
    ///
    /// # Errors
    /// The rule that the bytes break.
    pub fn from_bytes_unchecked(bytes: &[u8]) -> Result<Self, DecodeError> {
        Fp12Of::<C, N>::from_le_bytes(bytes).map(Self).map_err(field_error)
    }

    /// `self^k`.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn pow_vartime(&self, k: &FrOf<C, N>) -> Self {
        if uses_vector_engine::<C, N>() {
            return Self(power_vartime::<C, _, N>(&PackedFp12::pack(&self.0), k).unpack());
        }
        power_vartime::<C, _, N>(self, k)
    }
}

impl<C: BnParams<N>, const N: usize> Default for Gt<C, N> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<C: BnParams<N>, const N: usize> DefaultIsZeroes for Gt<C, N> {}

impl<C: BnParams<N>, const N: usize> core::fmt::Debug for Gt<C, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.0.coefficients()).finish()
    }
}

impl<C: BnParams<N>, const N: usize> ConstantTimeEq for Gt<C, N> {
    fn ct_eq(&self, other: &Self) -> Choice {
        ct_eq::<C, N>(&self.0, &other.0)
    }
}

impl<C: BnParams<N>, const N: usize> PartialEq for Gt<C, N> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: BnParams<N>, const N: usize> Eq for Gt<C, N> {}

impl<C: BnParams<N>, const N: usize> ConditionallySelectable for Gt<C, N> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let (a, b) = (a.0.coefficients(), b.0.coefficients());
        let mut i = 0;
        Self(Fp12Of::<C, N>::from_coefficients(a.map(|x| {
            i += 1;
            Fp2Of::<C, N>::conditional_select(x, b[i - 1], choice)
        })))
    }
}

impl<C: BnParams<N>, const N: usize> Neg for Gt<C, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.conjugate())
    }
}

impl<C: BnParams<N>, const N: usize> Neg for &Gt<C, N> {
    type Output = Gt<C, N>;

    fn neg(self) -> Gt<C, N> {
        -*self
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> Add<G> for Gt<C, N> {
    type Output = Self;

    #[inline]
    fn add(self, other: G) -> Self {
        Self(self.0.product(&other.borrow().0))
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> Add<G> for &Gt<C, N> {
    type Output = Gt<C, N>;

    #[inline]
    fn add(self, other: G) -> Gt<C, N> {
        Gt(self.0.product(&other.borrow().0))
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> Sub<G> for Gt<C, N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: G) -> Self {
        Self(self.0.product(&other.borrow().0.conjugate()))
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> Sub<G> for &Gt<C, N> {
    type Output = Gt<C, N>;

    #[inline]
    fn sub(self, other: G) -> Gt<C, N> {
        *self - other
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> AddAssign<G> for Gt<C, N> {
    #[inline]
    fn add_assign(&mut self, other: G) {
        *self = *self + other;
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Gt<C, N>>> SubAssign<G> for Gt<C, N> {
    #[inline]
    fn sub_assign(&mut self, other: G) {
        *self = *self - other;
    }
}

impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S> for Gt<C, N> {
    type Output = Self;

    /// The power.
    ///
    /// # Timing
    /// Constant time in the base and in the exponent.
    fn mul(self, k: S) -> Self {
        if uses_vector_engine::<C, N>() {
            return Self(power::<C, _, N>(&PackedFp12::pack(&self.0), k.borrow()).unpack());
        }
        power::<C, _, N>(&self, k.borrow())
    }
}

impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> Mul<S> for &Gt<C, N> {
    type Output = Gt<C, N>;

    fn mul(self, k: S) -> Gt<C, N> {
        *self * k
    }
}

impl<C: BnParams<N>, const N: usize, S: Borrow<FrOf<C, N>>> MulAssign<S> for Gt<C, N> {
    fn mul_assign(&mut self, k: S) {
        *self = *self * k;
    }
}

impl<C: BnParams<N>, const N: usize, G: Borrow<Self>> Sum<G> for Gt<C, N> {
    fn sum<I: Iterator<Item = G>>(iter: I) -> Self {
        iter.fold(Self::identity(), |acc, x| acc + x)
    }
}

impl<C: BnParams<N>, const N: usize> Group for Gt<C, N> {
    type Scalar = FrOf<C, N>;

    /// A random power of the generator.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let k = FrOf::<C, N>::try_random(rng)?;
            if !bool::from(k.is_zero()) {
                return Ok(Self::generator() * k);
            }
        }
    }

    fn identity() -> Self {
        Self::identity()
    }

    /// The pairing of the generators, computed at every call: there is no global state to keep it.
    fn generator() -> Self {
        pairing(&G1Affine::generator(), &G2Affine::generator())
    }

    fn is_identity(&self) -> Choice {
        self.ct_eq(&Self::identity())
    }

    fn double(&self) -> Self {
        Self(self.0.cyclotomic_square())
    }
}

impl<C: BnParams<N>, const N: usize> group::GroupEncoding for Gt<C, N> {
    type Repr = C::GtBytes;

    fn from_bytes(bytes: &C::GtBytes) -> subtle::CtOption<Self> {
        let value = Self::from_bytes(bytes.as_ref());
        subtle::CtOption::new(value.unwrap_or_default(), crate::encoding::choice(value.is_ok()))
    }

    fn from_bytes_unchecked(bytes: &C::GtBytes) -> subtle::CtOption<Self> {
        let value = Self::from_bytes_unchecked(bytes.as_ref());
        subtle::CtOption::new(value.unwrap_or_default(), crate::encoding::choice(value.is_ok()))
    }

    fn to_bytes(&self) -> C::GtBytes {
        self.to_bytes()
    }
}

impl<C: BnParams<N>, const N: usize> PrimeGroup for Gt<C, N> {}
