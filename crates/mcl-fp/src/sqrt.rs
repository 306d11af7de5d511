//! Square roots and quadratic residuosity.

use crypto_bigint::{JacobiSymbol, U64, Uint};
use ff::PrimeField;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::{Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// `(p + 1)/4` for p = 3 mod 4, else `(T - 1)/2` with `p - 1 = 2^S T`.
    const SQRT_EXPONENT: Uint<N> = if Self::TWO_ADICITY == 1 {
        P::MODULUS.shr_vartime(2).wrapping_add(&Uint::ONE)
    } else {
        Self::ODD_PART.shr_vartime(1)
    };

    /// `g^T` for the smallest non-residue `g`: a generator of the 2-Sylow subgroup. The choice of
    /// `g` decides which of the two roots [`Self::sqrt`] returns.
    const SYLOW_GENERATOR: Self = {
        let mut g = 2;
        while Self::is_small_square(g) {
            g += 1;
        }
        if g == P::GENERATOR {
            <Self as PrimeField>::ROOT_OF_UNITY
        } else {
            Self::from_u64(g).const_pow_vartime(&Self::ODD_PART)
        }
    };

    /// Whether a small integer is zero or a square modulo p.
    pub(crate) const fn is_small_square(x: u64) -> bool {
        let p = P::MODULUS.to_odd().expect_copied("the modulus is odd");
        !matches!(U64::from_u64(x).jacobi_symbol_vartime(&p), JacobiSymbol::MinusOne)
    }

    /// A square root, or none for a non-residue.
    ///
    /// Which root is fixed: for p = 3 mod 4 it is `self^((p+1)/4)`; otherwise it is the one of the
    /// Tonelli-Shanks loop that starts from the smallest non-residue.
    ///
    /// # Timing
    /// Constant time.
    ///
    /// # Algorithm
    /// Tonelli-Shanks in the constant-time arrangement of RFC 9380, appendix I.4.
    pub fn sqrt(&self) -> CtOption<Self> {
        let root = if Self::TWO_ADICITY == 1 {
            self.pow_public(&Self::SQRT_EXPONENT)
        } else {
            // z = self^((T-1)/2); root = self z, and d = self z^2 = self^T lies in the 2-Sylow
            // subgroup. Each round clears one bit of the logarithm of d in base c.
            let z = self.pow_public(&Self::SQRT_EXPONENT);
            let mut root = *self * z;
            let mut d = root * z;
            let mut c = Self::SYLOW_GENERATOR;
            for round in (2..=Self::TWO_ADICITY).rev() {
                let mut b = d;
                for _ in 0..round - 2 {
                    b = b.square();
                }
                let odd = !b.ct_eq(&Self::ONE);
                root = Self::conditional_select(&root, &(root * c), odd);
                c = c.square();
                d = Self::conditional_select(&d, &(d * c), odd);
            }
            root
        };
        CtOption::new(root, root.square().ct_eq(self))
    }

    /// Whether the element is a square; zero counts as one.
    ///
    /// # Timing
    /// Constant time.
    pub fn is_square(&self) -> Choice {
        self.ct_eq(&Self::ZERO) | self.pow_public(&Self::HALF).ct_eq(&Self::ONE)
    }

    /// `self^exponent` for an exponent that is public: a fixed 4-bit window, constant time in the
    /// base.
    #[must_use]
    pub fn pow_public<const M: usize>(&self, exponent: &Uint<M>) -> Self {
        let mut table = [Self::ONE; 16];
        for i in 1..16 {
            table[i] = table[i - 1] * self;
        }
        let windows = exponent.bit_width_vartime().div_ceil(4);
        let mut result = Self::ONE;
        for window in (0..windows).rev() {
            let mut digit = 0;
            for bit in (4 * window..4 * window + 4).rev() {
                result = result.square();
                digit = 2 * digit + usize::from(exponent.bit_vartime(bit));
            }
            if digit != 0 {
                result *= &table[digit];
            }
        }
        result
    }
}
