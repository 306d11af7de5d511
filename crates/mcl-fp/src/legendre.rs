//! The Legendre symbol, by the binary greatest common divisor.
//!
//! The symbol of `a` and odd `b` is the Jacobi symbol `(a / |b|)`, and every step on the integers
//! changes it by a rule that needs their lowest bits only:
//!
//! * `a - b` in place of `a` changes nothing;
//! * `a/2` in place of `a` changes its sign where `b = 3` or `5` modulo 8;
//! * an exchange of `a` and `b`, both odd, changes its sign where both are 3 modulo 4;
//! * `-a` in place of `a` changes its sign where `|b| = 3` modulo 4, `-b` in place of `b` never does.
//!
//! The rule of the exchange holds for integers that are not both negative. Comparisons of short
//! forms go wrong at times, so that one becomes negative between two updates of the integers. Both
//! never do: in a step, the old integers are sums of the new ones with coefficients that are not
//! negative (`2 a` and `b`; `a + b` and `b`; `b` and `a`), hence so are those at the last update,
//! which were positive.
//!
//! Sources: Pornin, "Optimized Binary GCD for Modular Inversion", 2020, for the steps; Cohen, "A
//! Course in Computational Algebraic Number Theory", 1993, section 1.4.2, for the rules.

use crypto_bigint::Word;
use subtle::Choice;

use crate::backend::{self, portable, portable_gcd};
use crate::gcd::{Rows, SYMBOL_STEPS, Symbol, apply_to_integers, short_forms, short_forms_vartime};
use crate::{Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// Whether the element is a square; zero counts as one.
    ///
    /// # Timing
    /// Constant time.
    ///
    /// # Algorithm
    /// Its Legendre symbol: Pornin, "Optimized Binary GCD for Modular Inversion", 2020.
    pub fn is_square(&self) -> Choice {
        let mut state = Legendre::new(self);
        let mut done = 0;
        while done < Self::MAX_STEPS {
            let (a, b) = short_forms(&state.a, &state.b);
            let count = SYMBOL_STEPS.min(Self::MAX_STEPS - done);
            let (rows, symbol) = backend::gcd_steps_with_symbol(a, b, count);
            state.update(N, rows, symbol, count);
            done += count;
        }
        let is_zero = self.mont().iter().fold(0, |any, word| any | word);
        Choice::from((portable::is_zero(is_zero) | !state.changes) as u8 & 1)
    }

    /// Whether the element is a square; zero counts as one.
    ///
    /// # Timing
    /// Variable time in the value: public inputs only.
    #[must_use]
    pub fn is_square_vartime(&self) -> bool {
        if self.mont() == &[0; N] {
            return true;
        }
        let mut state = Legendre::new(self);
        let mut length = N;
        loop {
            let (a, b) = short_forms_vartime(&state.a[..length], &state.b[..length]);
            let (rows, symbol, count) = portable_gcd::steps_with_symbol_vartime(a, b);
            state.update(length, rows, symbol, count);
            if state.a[..length].iter().all(|word| *word == 0) {
                return state.changes & 1 == 0;
            }
            while state.a[length - 1] | state.b[length - 1] == 0 {
                length -= 1;
            }
        }
    }
}

/// Integers `a` and odd `b`, in the end 0 and 1, and in the lowest bit of `changes` how often the
/// sign of their symbol has changed.
///
/// They start as the Montgomery form of the operand and p. The radix of that form is a square.
struct Legendre<const N: usize> {
    a: [Word; N],
    b: [Word; N],
    changes: Word,
}

impl<const N: usize> Legendre<N> {
    fn new<P: PrimeParams<N>>(operand: &Fp<P, N>) -> Self {
        Self { a: *operand.mont(), b: Fp::<P, N>::MODULUS_WORDS, changes: 0 }
    }

    /// Applies the rows of `count` steps to integers of `length` words.
    #[inline(always)]
    fn update(&mut self, length: usize, rows: Rows, symbol: Symbol, count: u32) {
        let (a, b) = (&mut self.a[..length], &mut self.b[..length]);
        let [sign, _] = apply_to_integers(a, b, rows.unpack(), count);
        let (changes, turned) = symbol.parts();
        let negative = sign ^ turned;
        self.changes ^= (changes ^ (negative & b[0])) >> 1;
    }
}
