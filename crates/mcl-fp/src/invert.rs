//! Inversion by the binary greatest common divisor of the operand and p.
//!
//! The cofactors are not halved modulo p along with the integers, but grow, and the power of two is
//! divided out in the end: Kaliski, "The Montgomery inverse and its applications", 1995.

use core::marker::PhantomData;

use crypto_bigint::{WideWord, Word};
use subtle::{Choice, ConditionallySelectable, CtOption};

use crate::backend::{self, portable};
use crate::gcd::{LOW_BITS, Row, apply_to_integers, max_steps, short_forms, short_forms_vartime};
use crate::{Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// Steps of the greatest common divisor that are enough for every element.
    pub(crate) const MAX_STEPS: u32 = max_steps(Self::BITS);

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Constant time.
    pub fn invert(&self) -> CtOption<Self> {
        let mut state = Gcd::new(self);
        while state.steps < Self::MAX_STEPS {
            let (a, b) = short_forms(&state.a, &state.b);
            let count = LOW_BITS.min(Self::MAX_STEPS - state.steps);
            state.update(N, backend::gcd_steps(a, b, count).unpack(), count);
        }
        let is_zero = self.mont().iter().fold(0, |any, word| any | word);
        let is_some = Choice::from(portable::is_zero(is_zero) as u8 ^ 1);
        let scale = const { &Gcd::<P, N>::scale(Self::MAX_STEPS) };
        CtOption::new(state.inverse(scale), is_some)
    }

    /// `1/self`, or none for zero.
    ///
    /// # Timing
    /// Variable time in the value: public inputs only.
    #[must_use]
    pub fn invert_vartime(&self) -> Option<Self> {
        if self.mont() == &[0; N] {
            return None;
        }
        let mut state = Gcd::new(self);
        let mut length = N;
        while length > 0 {
            let (a, b) = short_forms_vartime(&state.a[..length], &state.b[..length]);
            let (rows, count) = backend::gcd_steps_vartime(a, b);
            state.update(length, rows.unpack(), count);
            if state.a[..length].iter().all(|word| *word == 0) {
                break;
            }
            while state.a[length - 1] | state.b[length - 1] == 0 {
                length -= 1;
            }
        }
        let scale = Gcd::<P, N>::scale(state.steps);
        Some(state.inverse(&scale))
    }
}

/// Integers `a` and odd `b`, in the end 0 and 1, and their cofactors: for the Montgomery form `y` of
/// the operand, `2^steps a = u y` and `2^steps b = v y` modulo p.
///
/// The cofactors are integers in two's complement, at most `2^steps` in absolute value.
struct Gcd<P, const N: usize> {
    a: [Word; N],
    b: [Word; N],
    u: [[Word; N]; 4],
    v: [[Word; N]; 4],
    steps: u32,
    field: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Gcd<P, N> {
    fn new(operand: &Fp<P, N>) -> Self {
        let mut u = [[0; N]; 4];
        u[0][0] = 1;
        let v = [[0; N]; 4];
        let (a, b) = (*operand.mont(), Fp::<P, N>::MODULUS_WORDS);
        Self { a, b, u, v, steps: 0, field: PhantomData }
    }

    /// Applies the rows of a matrix of `count` steps to integers of `length` words.
    #[inline(always)]
    fn update(&mut self, length: usize, rows: [Row; 2], count: u32) {
        let (a, b) = (&mut self.a[..length], &mut self.b[..length]);
        let signs = apply_to_integers(a, b, rows, count);
        self.steps += count;
        let length = self.cofactor_length();
        let (u, v) = (self.u.as_flattened_mut(), self.v.as_flattened_mut());
        apply_to_cofactors(&mut u[..=length], &mut v[..=length], rows, signs);
    }

    /// Words that cofactors of at most `2^steps` need with their sign, which is repeated in the
    /// word after them: an update lengthens them by one word at most.
    const fn cofactor_length(&self) -> usize {
        ((self.steps + 1) / Word::BITS) as usize + 1
    }

    /// `R^4/2^steps`, for [`Self::inverse`].
    const fn scale(steps: u32) -> Fp<P, N> {
        // R^2/2^steps is a power of two, taken in two factors of N words. The powers of small primes
        // may exceed p, so they are left operands, which may be any words.
        const fn power<P: PrimeParams<N>, const N: usize>(exponent: u32) -> Fp<P, N> {
            let mut words = [0; N];
            words[(exponent / Word::BITS) as usize] = 1 << (exponent % Word::BITS);
            Fp::from_mont(words)
        }
        let exponent = 2 * Word::BITS * N as u32 - steps;
        let half = exponent / 2;
        let scale = power::<P, N>(half).const_mul(&Fp::from_mont(Fp::<P, N>::R4));
        power::<P, N>(exponent - half).const_mul(&scale)
    }

    /// `v/2^steps` times the square of the radix R: `1/y = 1/(a R)` becomes `(1/a) R`.
    fn inverse(mut self, scale: &Fp<P, N>) -> Fp<P, N> {
        let (p, neg_inv) = (&Fp::<P, N>::MODULUS_WORDS, Fp::<P, N>::NEG_INV);
        let length = self.cofactor_length();
        let v = &mut self.v.as_flattened_mut()[..=length];
        let sign = v[length];
        let mut carry = sign & 1;
        for word in v {
            (*word, carry) = portable::adc(*word ^ sign, 0, carry);
        }
        // |v| is at most p R: its quotient by R is below 2p before the subtraction.
        let quotient = portable::redc(&self.v[0], &self.v[1], 2, p, neg_inv);
        let inverse = Fp::from_mont(quotient) * scale;
        Fp::conditional_select(&inverse, &-inverse, Choice::from((sign & 1) as u8))
    }
}

/// `u = ±(f u - g v)` by the first row and `v` likewise by the second one, negated for a sign of all
/// ones. The last words are set to the signs of the results.
#[inline(always)]
fn apply_to_cofactors(u: &mut [Word], v: &mut [Word], rows: [Row; 2], signs: [Word; 2]) {
    // -x is the complement of x - 1; the sum starts with the -1 as what the word before left.
    let mut sums = signs.map(|sign| (sign as WideWord) << Word::BITS);
    let (mut new_u, mut new_v) = (0, 0);
    let last = u.len() - 1;
    for (u, v) in u[..last].iter_mut().zip(&mut v[..last]) {
        sums[0] = rows[0].accumulate(sums[0], *u, *v);
        sums[1] = rows[1].accumulate(sums[1], *u, *v);
        new_u = sums[0] as Word ^ signs[0];
        new_v = sums[1] as Word ^ signs[1];
        (*u, *v) = (new_u, new_v);
    }
    u[last] = (new_u >> (Word::BITS - 1)).wrapping_neg();
    v[last] = (new_v >> (Word::BITS - 1)).wrapping_neg();
}
