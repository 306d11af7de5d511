//! From `[m]g` back to `m`: three methods for three sizes of ranges.
//!
//! | range | method | cost for a range of `n` integers |
//! |---|---|---|
//! | tiny | [`linear`] | up to `n` additions |
//! | any, many logarithms | [`DlpTable`] | a table of `B` entries once, then `n/(2B)` steps |
//! | large, one logarithm | [`kangaroo`] | about `2 sqrt(n)` additions, little memory |
//!
//! All of them run on group elements that decryption made public, and take variable time. A result is
//! always verified by a product: none of them returns a wrong value.

mod kangaroo;
mod linear;
pub mod neighbours;
mod table;

use ff::PrimeField;
use subtle::Choice;

pub use kangaroo::kangaroo;
pub use linear::linear;
pub(crate) use table::slots;
pub use table::{DlpTable, Progress};

/// The residue of a signed integer.
///
/// # Timing
/// Constant time: provers call it with the plaintext.
pub(crate) fn scalar<S: PrimeField>(x: i128) -> S {
    let magnitude = S::from_u128(x.unsigned_abs());
    S::conditional_select(&magnitude, &-magnitude, Choice::from((x >> 127) as u8 & 1))
}

/// `[x] base` in variable time.
fn multiple<G: crate::ElGamalGroup>(base: &G, x: i128) -> G {
    base.mul_vartime(&scalar(x))
}

/// The number of integers of a range, zero for an empty one.
fn width(range: &core::ops::RangeInclusive<i64>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    let width = i128::from(*range.end()) - i128::from(*range.start()) + 1;
    u64::try_from(width).unwrap_or(u64::MAX)
}
