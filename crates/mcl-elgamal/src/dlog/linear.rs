//! The logarithm by trying all integers.

use crate::error::OutOfRange;
use crate::group::ElGamalGroup;

/// The `m` with `|m| < limit` and `[m] base = element`, sought in the order 0, 1, -1, 2, -2, ...
///
/// The order and the limit, which is excluded, are those of mcl's decryption without a table.
///
/// # Errors
/// [`OutOfRange`] if there is none.
///
/// # Timing
/// Variable time: public inputs only. Two additions and comparisons for each absolute value.
pub fn linear<G: ElGamalGroup>(base: &G, element: &G, limit: u32) -> Result<i64, OutOfRange> {
    let last = i64::from(limit) - 1;
    let base = base.to_affine_vartime();
    // The elements minus m and plus m times the base: the identity shows that m is the logarithm,
    // or its opposite.
    let (mut down, mut up) = (*element, *element);
    for m in 0..=last {
        if bool::from(down.is_identity()) {
            return Ok(m);
        }
        if bool::from(up.is_identity()) {
            return Ok(-m);
        }
        down = down - &base;
        up = up + &base;
    }
    Err(OutOfRange { min: -last, max: last })
}
