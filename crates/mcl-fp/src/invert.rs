//! Inversion.

use crypto_bigint::{Odd, Uint};
use subtle::{Choice, CtOption};

use crate::{Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    const ODD_MODULUS: Odd<Uint<N>> = P::MODULUS.to_odd().expect_copied("the modulus is odd");

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Constant time.
    ///
    /// # Algorithm
    /// Bernstein and Yang, "Fast constant-time gcd computation and modular inversion", 2019, as
    /// implemented by crypto-bigint.
    pub fn invert(&self) -> CtOption<Self> {
        let inverse = Uint::from_words(*self.mont()).invert_odd_mod(&Self::ODD_MODULUS);
        let is_some = Choice::from(inverse.is_some().to_u8());
        // (a R)^-1 becomes a^-1 R by a Montgomery product with R^3.
        let value = Self::from_mont(inverse.to_inner_unchecked().to_words());
        CtOption::new(value * Self::from_mont(Self::R3), is_some)
    }

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Variable time in the value: public inputs only.
    #[must_use]
    pub fn invert_vartime(&self) -> Option<Self> {
        let inverse = Uint::from_words(*self.mont()).invert_odd_mod_vartime(&Self::ODD_MODULUS);
        let value = Self::from_mont(inverse.into_option_copied()?.to_words());
        Some(value * Self::from_mont(Self::R3))
    }
}
