//! Square roots.

use crypto_bigint::{JacobiSymbol, U64, Uint};
use ff::PrimeField;
use subtle::{ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::{Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// `(T - 1)/2` with `p - 1 = 2^S T`; `(p - 3)/4` for p = 3 mod 4.
    pub(crate) const SQRT_EXPONENT: Uint<N> = Self::ODD_PART.shr_vartime(1);

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
        // d = self z^2 = self^T lies in the 2-Sylow subgroup: 1 for p = 3 mod 4, where the root is
        // done. Each round clears one bit of the logarithm of d in base c.
        let z = self.sqrt_power();
        let mut root = *self * z;
        if Self::TWO_ADICITY > 1 {
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
        }
        CtOption::new(root, root.square().ct_eq(self))
    }

    /// `self^((T - 1)/2)` with `p - 1 = 2^S T`, from which [`Self::sqrt`] is made.
    ///
    /// For p = 3 mod 4 it is `self^((p - 3)/4)`: for a square `1/sqrt(self)`, for another element
    /// `-1/sqrt(-self)`; zero for zero.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn sqrt_power(&self) -> Self {
        self.pow_public(&Self::SQRT_EXPONENT)
    }

    /// `self^exponent` for an exponent that is public: sliding windows of five bits, constant time
    /// in the base.
    #[must_use]
    pub fn pow_public<const M: usize>(&self, exponent: &Uint<M>) -> Self {
        let square_n = |x: &Self, n| (0..n).fold(*x, |x, _| x.square());
        power_by_windows(self, exponent, &Self::ONE, |x, y| *x * y, square_n)
    }
}

/// `x^exponent` by sliding windows of five bits, for a public exponent, in a group given by its
/// operations.
pub(crate) fn power_by_windows<T: Copy, const M: usize>(
    x: &T,
    exponent: &Uint<M>,
    one: &T,
    mul: impl Fn(&T, &T) -> T,
    square_n: impl Fn(&T, u32) -> T,
) -> T {
    const WIDTH: u32 = 5;
    // x, x^3, x^5, ...
    let mut odd_powers = [*x; 1 << (WIDTH - 1)];
    let square = square_n(x, 1);
    for i in 1..odd_powers.len() {
        odd_powers[i] = mul(&odd_powers[i - 1], &square);
    }
    let mut result = None;
    let mut squarings = 0;
    let mut bits = exponent.bit_width_vartime();
    while bits > 0 {
        if !exponent.bit_vartime(bits - 1) {
            squarings += 1;
            bits -= 1;
            continue;
        }
        // The longest window from here down that ends with a one.
        let mut end = bits.saturating_sub(WIDTH);
        while !exponent.bit_vartime(end) {
            end += 1;
        }
        let mut digit = 0;
        for bit in (end..bits).rev() {
            squarings += 1;
            digit = 2 * digit + usize::from(exponent.bit_vartime(bit));
        }
        let power = &odd_powers[digit / 2];
        result = match result {
            None => Some(*power),
            Some(result) => Some(mul(&square_n(&result, squarings), power)),
        };
        squarings = 0;
        bits = end;
    }
    result.map_or(*one, |result| square_n(&result, squarings))
}
