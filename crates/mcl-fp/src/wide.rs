//! Double-width values: products that have not been reduced yet.

use core::marker::PhantomData;
use core::ops::{Add, Neg, Sub};

use crypto_bigint::Word;

use crate::backend::portable;
use crate::{Fp, PrimeParams};

/// A value modulo `p R`, as two halves of `N` words: what a product of two elements is before its
/// Montgomery reduction.
///
/// # Bounds
/// The value lies in `[0, p R)`, that is, the high half is below `p`: the product of two canonical
/// elements does, sums and differences are brought back by one conditional addition or
/// subtraction of `p R`, and [`Wide::reduce`] needs no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<P, const N: usize> {
    low: [Word; N],
    high: [Word; N],
    params: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Wide<P, N> {
    /// Zero.
    pub const ZERO: Self = Self { low: [0; N], high: [0; N], params: PhantomData };

    /// `a * b` without reduction.
    #[inline]
    #[must_use]
    pub fn product(a: &Fp<P, N>, b: &Fp<P, N>) -> Self {
        let (low, high) = portable::mul_wide(a.mont(), b.mont());
        Self { low, high, params: PhantomData }
    }

    /// The element that this value stands for.
    #[inline]
    #[must_use]
    pub fn reduce(&self) -> Fp<P, N> {
        Fp::from_mont(portable::redc(
            &self.low,
            &self.high,
            &Fp::<P, N>::MODULUS_WORDS,
            Fp::<P, N>::NEG_INV,
        ))
    }
}

impl<P: PrimeParams<N>, const N: usize> Add for Wide<P, N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let p = &Fp::<P, N>::MODULUS_WORDS;
        let (low, carry) = portable::add_words(&self.low, &other.low);
        let (high, top) = portable::add_words_carry(&self.high, &other.high, carry);
        Self { low, high: portable::reduce_once(&high, top, p).0, params: PhantomData }
    }
}

impl<P: PrimeParams<N>, const N: usize> Sub for Wide<P, N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        let p = &Fp::<P, N>::MODULUS_WORDS;
        let (low, borrow) = portable::sub_words(&self.low, &other.low);
        let (high, top) = portable::sub_words_borrow(&self.high, &other.high, borrow);
        let (corrected, _) = portable::add_words(&high, p);
        Self { low, high: portable::select(&high, &corrected, top), params: PhantomData }
    }
}

impl<P: PrimeParams<N>, const N: usize> Neg for Wide<P, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
