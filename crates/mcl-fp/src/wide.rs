//! Unreduced values: sums that may exceed p, and double-width sums of products.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crypto_bigint::Word;

use crate::backend::{self, Kernels, WideWords, portable};
use crate::{Fp, PrimeParams};

/// A factor of a double-width product: canonical ([`Fp`]) or not ([`Loose`]).
///
/// Sealed: the words must be such that the bounds of [`Wide`] can be argued.
pub trait Factor<P, const N: usize>: sealed::Words<N> {}

mod sealed {
    use crypto_bigint::Word;

    pub trait Words<const N: usize> {
        fn words(&self) -> &[Word; N];
    }
}

impl<P: PrimeParams<N>, const N: usize> sealed::Words<N> for Fp<P, N> {
    #[inline(always)]
    fn words(&self) -> &[Word; N] {
        self.mont()
    }
}

impl<P: PrimeParams<N>, const N: usize> Factor<P, N> for Fp<P, N> {}

/// A factor of any kind by reference, for arrays of factors.
#[derive(Clone, Copy, Debug)]
pub struct FactorRef<'a, P, const N: usize> {
    words: &'a [Word; N],
    params: PhantomData<P>,
}

impl<'a, P: PrimeParams<N>, const N: usize, F: Factor<P, N>> From<&'a F> for FactorRef<'a, P, N> {
    #[inline(always)]
    fn from(factor: &'a F) -> Self {
        Self { words: factor.words(), params: PhantomData }
    }
}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// [`Self::sum_of_products`] of unreduced factors.
    ///
    /// # Bounds
    /// Each `b` is at most p and the `a` are below p; or the prime has [`Self::HAS_HEADROOM`] and
    /// there is a single product of factors of at most 2p, or there are two with each `a` at most
    /// 2p and each `b` at most p: `4 p^2 / R <= p`, so that the result is below 2p before the final
    /// subtraction.
    #[inline(always)]
    #[must_use]
    pub fn sum_of_factors<const T: usize, const K: usize>(
        kernels: impl Kernels,
        a: [[FactorRef<'_, P, N>; K]; T],
        b: [[FactorRef<'_, P, N>; K]; T],
    ) -> Self {
        const { assert!(T * K > 0 && T * K <= 8, "one to eight products") };
        Self::from_mont(kernels.sum_of_products::<P, N, T, K>(
            a.map(|x| x.map(|factor| factor.words)),
            b.map(|x| x.map(|factor| factor.words)),
        ))
    }
}

/// A sum of a few elements that has not been reduced: an integer below R.
///
/// # Bounds
/// The caller keeps sums below `R`; primes with [`Fp::HAS_HEADROOM`] leave room for four elements.
/// Debug builds of the portable kernels assert it.
#[derive(Clone, Copy, Debug)]
pub struct Loose<P, const N: usize> {
    words: [Word; N],
    params: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Loose<P, N> {
    const fn new(words: [Word; N]) -> Self {
        Self { words, params: PhantomData }
    }

    /// `a + b`.
    #[inline(always)]
    #[must_use]
    pub fn sum(a: &Fp<P, N>, b: &Fp<P, N>) -> Self {
        Self::new(backend::add_loose(a.mont(), b.mont()))
    }

    /// `p - a`, which is p for zero.
    #[inline(always)]
    #[must_use]
    pub fn negated(a: &Fp<P, N>) -> Self {
        Self::new(backend::sub_loose(const { &Fp::<P, N>::MODULUS_WORDS }, a.mont()))
    }
}

impl<P: PrimeParams<N>, const N: usize> Add for &Loose<P, N> {
    type Output = Loose<P, N>;

    #[inline(always)]
    fn add(self, other: Self) -> Loose<P, N> {
        Loose::new(backend::add_loose(&self.words, &other.words))
    }
}

impl<P: PrimeParams<N>, const N: usize> Add<&Fp<P, N>> for &Loose<P, N> {
    type Output = Loose<P, N>;

    #[inline(always)]
    fn add(self, other: &Fp<P, N>) -> Loose<P, N> {
        Loose::new(backend::add_loose(&self.words, other.mont()))
    }
}

impl<P: PrimeParams<N>, const N: usize> sealed::Words<N> for Loose<P, N> {
    #[inline(always)]
    fn words(&self) -> &[Word; N] {
        &self.words
    }
}

impl<P: PrimeParams<N>, const N: usize> Factor<P, N> for Loose<P, N> {}

/// A sum of products before its Montgomery reduction: an integer of `2N` words.
///
/// # Bounds
/// Values are non-negative integers, not residues: the caller argues, in multiples of `p^2`, that
/// sums stay below `(R - p) R` and that plain differences are not negative. Debug builds assert
/// that no operation wraps.
#[derive(Clone, Copy, Debug)]
pub struct Wide<P, const N: usize> {
    words: WideWords<N>,
    params: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Wide<P, N> {
    const fn new(words: WideWords<N>) -> Self {
        Self { words, params: PhantomData }
    }

    /// Zero.
    pub const ZERO: Self = Self::new([[0; N]; 2]);

    /// Becomes `a0 b0 + a1 b1`, for `b0 + b1 <= R`. In place, so that no copy follows.
    #[inline(always)]
    pub fn set_sum_of_two_products(
        &mut self,
        kernels: impl Kernels,
        (a0, b0): (&impl Factor<P, N>, &impl Factor<P, N>),
        (a1, b1): (&impl Factor<P, N>, &impl Factor<P, N>),
    ) {
        kernels.sum_of_two_products::<P, N>(
            &mut self.words,
            [a0.words(), a1.words()],
            [b0.words(), b1.words()],
        );
    }

    /// `a b`.
    #[inline(always)]
    #[must_use]
    pub fn product(kernels: impl Kernels, a: &impl Factor<P, N>, b: &impl Factor<P, N>) -> Self {
        Self::new(kernels.product::<P, N>(a.words(), b.words()))
    }

    /// `self - other`, plus `p R` where that is negative: below `max(self, p R)`.
    #[inline(always)]
    #[must_use]
    pub fn sub_corrected(&self, other: &Self) -> Self {
        Self::new(backend::sub_wide_corrected::<P, N>(&self.words, &other.words))
    }

    /// The element that this value stands for, `value / R mod p`.
    ///
    /// # Bounds
    /// The value is below `SQUARES p^2` or below `HIGHS p R`, whichever is more.
    #[inline(always)]
    #[must_use]
    pub fn reduce<const SQUARES: usize, const HIGHS: usize>(
        &self,
        kernels: impl Kernels,
    ) -> Fp<P, N> {
        let bound = const {
            let squares = portable::quotient_bound(SQUARES, &Fp::<P, N>::MODULUS_WORDS);
            if squares > HIGHS + 1 { squares } else { HIGHS + 1 }
        };
        const { assert!(SQUARES <= 10 && HIGHS <= 2, "(10/16 + 1/4) R^2 is below R^2") };
        Fp::from_mont(kernels.redc::<P, N>(&self.words, bound))
    }
}

/// The integer sum.
impl<P: PrimeParams<N>, const N: usize> Add for &Wide<P, N> {
    type Output = Wide<P, N>;

    #[inline(always)]
    fn add(self, other: Self) -> Wide<P, N> {
        Wide::new(backend::add_wide(&self.words, &other.words))
    }
}

/// The integer difference, which the caller knows not to be negative.
impl<P: PrimeParams<N>, const N: usize> Sub for &Wide<P, N> {
    type Output = Wide<P, N>;

    #[inline(always)]
    fn sub(self, other: Self) -> Wide<P, N> {
        Wide::new(backend::sub_wide(&self.words, &other.words))
    }
}
