//! `ff::Field` for Fp2.

use ff::Field;
use mcl_fp::Fp;
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, CtOption};

use crate::{Fp2, Fp2Params};

impl<P: Fp2Params<N>, const N: usize> Field for Fp2<P, N> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Ok(Self::new(Fp::try_random(rng)?, Fp::try_random(rng)?))
    }

    #[inline]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline]
    fn double(&self) -> Self {
        self.double()
    }

    #[inline]
    fn is_zero_vartime(&self) -> bool {
        self.c0.is_zero_vartime() && self.c1.is_zero_vartime()
    }

    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }

    /// The non-residue of the contract is xi.
    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        let ratio = *num * div.invert().unwrap_or(Self::ZERO);
        let root = ratio.sqrt();
        let other_root = (ratio * Self::XI).sqrt().unwrap_or(Self::ZERO);
        let is_square = root.is_some() & (num.is_zero() | !div.is_zero());
        let value =
            Self::conditional_select(&other_root, &root.unwrap_or(Self::ZERO), root.is_some());
        (is_square, value)
    }

    fn sqrt(&self) -> CtOption<Self> {
        self.sqrt()
    }
}
