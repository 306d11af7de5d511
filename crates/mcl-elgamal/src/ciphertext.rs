//! Ciphertexts and the operations that need no key.

use core::borrow::Borrow;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::group::ElGamalGroup;

/// An encryption `([u]g, [u]h + [m]g)` of an integer `m` modulo the order of the group.
///
/// Ciphertexts add and subtract like their plaintexts, and `*` multiplies the plaintext by a scalar.
/// The pair of identities is an encryption of 0, and so is [`Default`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ciphertext<G> {
    /// `[u]g`.
    pub c1: G,
    /// `[u]h + [m]g`.
    pub c2: G,
}

impl<G: ElGamalGroup> Ciphertext<G> {
    /// The trivial encryption of 0, with `u = 0`.
    #[must_use]
    pub fn zero() -> Self {
        Self { c1: G::identity(), c2: G::identity() }
    }

    /// Both parts in affine form, with one inversion.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn to_affine(&self) -> [G::Affine; 2] {
        let mut out = [G::Affine::default(); 2];
        G::normalize(&[self.c1, self.c2], &mut out);
        out
    }

    /// The ciphertext with these parts.
    #[must_use]
    pub fn from_affine([c1, c2]: [G::Affine; 2]) -> Self {
        Self { c1: c1.into(), c2: c2.into() }
    }

    /// An encryption of `k m` for an encryption of `m`.
    ///
    /// # Timing
    /// Variable time in `k` and in the parts: public inputs only. `*` is constant time.
    #[must_use]
    pub fn mul_vartime(&self, k: &G::Scalar) -> Self {
        Self { c1: self.c1.mul_vartime(k), c2: self.c2.mul_vartime(k) }
    }
}

impl<G: ElGamalGroup> Default for Ciphertext<G> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<G: ElGamalGroup> fmt::Debug for Ciphertext<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [c1, c2] = self.to_affine();
        f.debug_struct("Ciphertext").field("c1", &c1).field("c2", &c2).finish()
    }
}

impl<G: ElGamalGroup, C: Borrow<Self>> Add<C> for Ciphertext<G> {
    type Output = Self;

    fn add(self, other: C) -> Self {
        let other = other.borrow();
        Self { c1: self.c1 + other.c1, c2: self.c2 + other.c2 }
    }
}

impl<G: ElGamalGroup, C: Borrow<Self>> Sub<C> for Ciphertext<G> {
    type Output = Self;

    fn sub(self, other: C) -> Self {
        let other = other.borrow();
        Self { c1: self.c1 - other.c1, c2: self.c2 - other.c2 }
    }
}

impl<G: ElGamalGroup, C: Borrow<Self>> AddAssign<C> for Ciphertext<G> {
    fn add_assign(&mut self, other: C) {
        *self = *self + other;
    }
}

impl<G: ElGamalGroup, C: Borrow<Self>> SubAssign<C> for Ciphertext<G> {
    fn sub_assign(&mut self, other: C) {
        *self = *self - other;
    }
}

impl<G: ElGamalGroup> Neg for Ciphertext<G> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { c1: -self.c1, c2: -self.c2 }
    }
}

/// Multiplication of the plaintext by a scalar, constant time.
impl<G: ElGamalGroup, S: Borrow<G::Scalar>> Mul<S> for Ciphertext<G> {
    type Output = Self;

    fn mul(self, k: S) -> Self {
        let k = k.borrow();
        Self { c1: self.c1 * k, c2: self.c2 * k }
    }
}

impl<G: ElGamalGroup, C: Borrow<Self>> Sum<C> for Ciphertext<G> {
    fn sum<I: Iterator<Item = C>>(ciphertexts: I) -> Self {
        ciphertexts.fold(Self::zero(), |sum, ciphertext| sum + ciphertext)
    }
}
