//! Polynomials whose coefficients are scalars or points, for secret sharing.
//!
//! Shamir, "How to share a secret", 1979. The functions are generic: the coefficients may be
//! elements of Fr, of G1, of G2 or of Gt.

use core::fmt;
use core::ops::{Add, Mul};

use ff::Field;

/// Why shares, or coefficients, are not those of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SharingError {
    /// No shares, or no coefficients.
    Empty,
    /// Lists that belong together differ in length.
    Length {
        /// Length of the first list.
        expected: usize,
        /// Length of the other one.
        found: usize,
    },
    /// A share was taken at zero, where the secret is.
    ZeroPosition {
        /// Which one.
        index: usize,
    },
    /// Two shares were taken at the same position.
    RepeatedPosition {
        /// The first one.
        first: usize,
        /// The other one.
        second: usize,
    },
}

impl fmt::Display for SharingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a polynomial needs at least one share or coefficient"),
            Self::Length { expected, found } => {
                write!(f, "{expected} positions do not go with {found} shares")
            }
            Self::ZeroPosition { index } => write!(f, "share {index} is the secret itself"),
            Self::RepeatedPosition { first, second } => {
                write!(f, "shares {first} and {second} have the same position")
            }
        }
    }
}

impl core::error::Error for SharingError {}

/// `c_0 + c_1 x + c_2 x^2 + ...`: the share at x of the secret `c_0`.
///
/// # Errors
/// [`SharingError::Empty`].
///
/// # Timing
/// That of the operators: constant time in everything but the number of coefficients.
///
/// # Algorithm
/// Horner's rule.
pub fn evaluate_polynomial<F, T>(coefficients: &[T], x: &F) -> Result<T, SharingError>
where
    F: Copy,
    T: Copy + Add<Output = T> + Mul<F, Output = T>,
{
    let (last, lower) = coefficients.split_last().ok_or(SharingError::Empty)?;
    Ok(lower.iter().rev().fold(*last, |value, coefficient| value * *x + *coefficient))
}

/// The value at zero of the polynomial of least degree that is `shares[i]` at `positions[i]`.
///
/// As in mcl, a single share is the value, wherever it was taken.
///
/// # Errors
/// No shares, lists of different length, and, for two shares and more, a position that is zero or
/// occurs twice.
///
/// # Timing
/// Constant time in the shares. Which position is refused may be seen.
///
/// # Algorithm
/// Lagrange: `sum(y_i prod_{j != i}(x_j / (x_j - x_i)))`, with one inversion for each share.
pub fn lagrange_interpolation<F, T>(positions: &[F], shares: &[T]) -> Result<T, SharingError>
where
    F: Field,
    T: Copy + Add<Output = T> + Mul<F, Output = T>,
{
    if positions.len() != shares.len() {
        return Err(SharingError::Length { expected: positions.len(), found: shares.len() });
    }
    let (first, others) = shares.split_first().ok_or(SharingError::Empty)?;
    if others.is_empty() {
        return Ok(*first);
    }
    if let Some(index) = positions.iter().position(Field::is_zero_vartime) {
        return Err(SharingError::ZeroPosition { index });
    }
    let coefficient = |i: usize| -> Result<F, SharingError> {
        let (mut numerator, mut denominator) = (F::ONE, F::ONE);
        for (j, x) in positions.iter().enumerate() {
            if j != i {
                numerator *= x;
                denominator *= *x - positions[i];
            }
        }
        let inverse = Option::<F>::from(denominator.invert()).ok_or_else(|| {
            let second = positions.iter().rposition(|x| *x == positions[i]).unwrap_or(i);
            SharingError::RepeatedPosition { first: i, second }
        })?;
        Ok(numerator * inverse)
    };
    let mut value = *first * coefficient(0)?;
    for (i, share) in (1..).zip(others) {
        value = value + *share * coefficient(i)?;
    }
    Ok(value)
}
