//! Constant-time scalar multiplication.

use ff::PrimeField;
use subtle::{Choice, ConditionallySelectable};

use crate::{CurveParams, Projective};

/// `[k] point` for every point of the curve.
///
/// # Timing
/// Constant time.
#[must_use]
pub fn mul<C: CurveParams>(point: &Projective<C>, k: &C::Scalar) -> Projective<C> {
    let mut acc = Projective::identity();
    for byte in k.to_repr().as_ref().iter().rev() {
        for i in (0..8).rev() {
            acc = acc.double();
            let sum = acc + point;
            acc = Projective::conditional_select(&acc, &sum, Choice::from((byte >> i) & 1));
        }
    }
    acc
}
