//! Powers in Gt, for elements as they are and for elements in lanes.

use mcl_ec::recode::{SignedWindows, Wnaf, select_multiple};
use mcl_ec::{Endomorphism, PART_WORDS};
use mcl_tower::{Fp12Arith, PackedFp12};
use subtle::{Choice, ConditionallyNegatable};
use zeroize::Zeroize;

use crate::curves::G2Curve;
use crate::fields::{FrOf, ModP};
use crate::{BnParams, Gt};

/// Bits of a window of the constant-time power.
const WINDOW: u32 = 4;

/// Width of the non-adjacent forms of the variable-time power.
const WNAF_WIDTH: u32 = 4;

/// An element of Gt, however it is stored.
pub trait Power: Copy {
    /// One.
    const ONE: Self;

    fn product(&self, other: &Self) -> Self;

    fn square(&self) -> Self;

    fn inverse(&self) -> Self;

    fn frobenius(&self) -> Self;

    /// The power `digit` from the table of the powers from one, or its inverse if `negate` is set.
    ///
    /// # Timing
    /// Constant time.
    fn select(table: &[Self], digit: i32, negate: Choice) -> Self;
}

impl<C: BnParams<N>, const N: usize> Power for Gt<C, N> {
    const ONE: Self = Self::identity();

    fn product(&self, other: &Self) -> Self {
        *self + other
    }

    fn square(&self) -> Self {
        Self(self.0.cyclotomic_square())
    }

    fn inverse(&self) -> Self {
        -self
    }

    fn frobenius(&self) -> Self {
        Self(self.0.frobenius_map(1))
    }

    fn select(table: &[Self], digit: i32, negate: Choice) -> Self {
        let mut power = select_multiple(table, digit);
        power.conditional_negate(negate);
        power
    }
}

impl<C: BnParams<N>, const N: usize> Power for PackedFp12<ModP<C, N>, N> {
    const ONE: Self = <Self as Fp12Arith>::ONE;

    fn product(&self, other: &Self) -> Self {
        Fp12Arith::product(self, other)
    }

    fn square(&self) -> Self {
        self.cyclotomic_square()
    }

    fn inverse(&self) -> Self {
        self.conjugate()
    }

    fn frobenius(&self) -> Self {
        self.frobenius_map(1)
    }

    fn select(table: &[Self], digit: i32, negate: Choice) -> Self {
        Self::select_power(table, digit, negate)
    }
}

/// `base^k`.
///
/// # Timing
/// Constant time in the base and in the exponent.
///
/// # Algorithm
/// Four-dimensional decomposition by the Frobenius map, which is the power `6u^2` here
/// (Galbraith and Scott, "Exponentiation in Pairing-Friendly Groups Using Homomorphisms", 2008),
/// with signed windows and one table of 8 powers.
pub fn power<C: BnParams<N>, P: Power, const N: usize>(base: &P, k: &FrOf<C, N>) -> P {
    let mut parts = G2Curve::<C, N>::decompose(k);
    let mut windows = parts.map(|part| {
        SignedWindows::<{ PART_WORDS + 1 }>::new(
            part.magnitude(),
            <G2Curve<C, N> as Endomorphism<4>>::PART_BITS,
            WINDOW,
        )
    });
    let mut table = [*base; 1 << (WINDOW - 1)];
    for i in 1..table.len() {
        table[i] = if i % 2 == 1 { table[i / 2].square() } else { table[i - 1].product(base) };
    }
    let mut power = P::ONE;
    for i in (0..windows[0].count()).rev() {
        for _ in 0..WINDOW {
            power = power.square();
        }
        let mut sum = P::ONE;
        for (j, (digits, part)) in windows.iter().zip(&parts).enumerate().rev() {
            let term = P::select(&table, digits.digit(i), part.is_negative());
            sum = if j == 3 { term } else { sum.frobenius().product(&term) };
        }
        power = power.product(&sum);
    }
    windows.zeroize();
    parts.zeroize();
    power
}

/// `base^k`.
///
/// # Timing
/// Variable time: public inputs only.
///
/// # Algorithm
/// The decomposition of [`power`] with interleaved non-adjacent forms.
pub fn power_vartime<C: BnParams<N>, P: Power, const N: usize>(base: &P, k: &FrOf<C, N>) -> P {
    let parts = G2Curve::<C, N>::decompose(k);
    let wnafs =
        parts.map(|part| Wnaf::<{ 64 * PART_WORDS + 1 }>::new(part.magnitude(), WNAF_WIDTH));
    // Odd powers of the four images, each with the sign of its part.
    let mut tables = [[*base; 1 << (WNAF_WIDTH - 2)]; 4];
    let square = base.square();
    for i in 1..tables[0].len() {
        tables[0][i] = tables[0][i - 1].product(&square);
    }
    for j in 1..4 {
        tables[j] = tables[j - 1].map(|power| power.frobenius());
    }
    for (table, part) in tables.iter_mut().zip(&parts) {
        if bool::from(part.is_negative()) {
            *table = table.map(|power| power.inverse());
        }
    }
    let length = wnafs.iter().map(|wnaf| wnaf.digits().len()).max().unwrap_or(0);
    let mut power = P::ONE;
    for i in (0..length).rev() {
        power = power.square();
        for (table, wnaf) in tables.iter().zip(&wnafs) {
            let digit = wnaf.digit(i);
            let entry = &table[usize::from(digit.unsigned_abs() / 2)];
            if digit > 0 {
                power = power.product(entry);
            } else if digit < 0 {
                power = power.product(&entry.inverse());
            }
        }
    }
    power
}
