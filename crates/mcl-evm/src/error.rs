//! Why an input fails.

use core::fmt;

use mcl_bn::DecodeError;

/// Why a precompile fails: one variant for each rule of EIP-196 and EIP-197.
///
/// A client sees a failure only, which takes all gas of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is not below p.
    CoordinateNotBelowModulus,
    /// A point of G1 does not satisfy the curve equation.
    G1NotOnCurve,
    /// A point of G2 does not satisfy the equation of the twist.
    G2NotOnCurve,
    /// A point of the twist is not in the subgroup of order r.
    G2NotInSubgroup,
    /// The input of a pairing is not a number of whole pairs, or a point of it has a wrong length.
    Length {
        /// The length of the input, or of the part of it that has a fixed length.
        found: usize,
    },
}

impl Error {
    pub(crate) const fn of_g1(error: DecodeError) -> Self {
        Self::of(error, Self::G1NotOnCurve)
    }

    pub(crate) const fn of_g2(error: DecodeError) -> Self {
        Self::of(error, Self::G2NotOnCurve)
    }

    const fn of(error: DecodeError, not_on_curve: Self) -> Self {
        match error {
            DecodeError::Length { found, .. } => Self::Length { found },
            DecodeError::NotInSubgroup => Self::G2NotInSubgroup,
            DecodeError::NotOnCurve => not_on_curve,
            _ => Self::CoordinateNotBelowModulus,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CoordinateNotBelowModulus => f.write_str("a coordinate is not below the modulus"),
            Self::G1NotOnCurve => f.write_str("a point of G1 is not on the curve"),
            Self::G2NotOnCurve => f.write_str("a point of G2 is not on the twist"),
            Self::G2NotInSubgroup => f.write_str("a point of the twist is not in G2"),
            Self::Length { found } => {
                write!(f, "{found} bytes are not whole pairs, or not a point")
            }
        }
    }
}

impl core::error::Error for Error {}
