//! Sums of many products in any group, for Gt; the curves bring their own.

use alloc::vec;

use ff::PrimeField;
use group::Group;
use mcl_ec::LengthMismatch;
use mcl_ec::recode::{SCALAR_WORDS, SignedWindows, scalar_words, signed_window_count};

/// `sum_i [scalars[i]] bases[i]`; the identity for no terms.
///
/// # Errors
/// [`LengthMismatch`] if the slices differ in length.
///
/// # Timing
/// Variable time: public inputs only.
///
/// # Algorithm
/// Buckets with signed digits: Bernstein, Doumen, Lange and Oosterwijk, "Faster batch forgery
/// identification", 2012, section 4.
pub fn sum_by_buckets<G: Group>(bases: &[G], scalars: &[G::Scalar]) -> Result<G, LengthMismatch> {
    if bases.len() != scalars.len() {
        return Err(LengthMismatch { expected: bases.len(), found: scalars.len() });
    }
    let bits = G::Scalar::NUM_BITS;
    // One addition for each term and two for each bucket, in every window.
    let cost =
        |width: u32| signed_window_count(bits, width) as usize * (bases.len() + (1 << width));
    let width = (2..=14).min_by_key(|&width| cost(width)).unwrap_or(2);
    let digits: vec::Vec<_> = scalars
        .iter()
        .map(|k| SignedWindows::<{ SCALAR_WORDS + 1 }>::new(&scalar_words(k), bits, width))
        .collect();
    let mut buckets = vec![G::identity(); 1 << (width - 1)];
    let mut sum = G::identity();
    for i in (0..signed_window_count(bits, width)).rev() {
        for _ in 0..width {
            sum = sum.double();
        }
        buckets.fill(G::identity());
        for (base, digits) in bases.iter().zip(&digits) {
            let digit = digits.digit(i);
            // Bucket j holds the terms with digit j + 1.
            if let Some(j) = (digit.unsigned_abs() as usize).checked_sub(1) {
                buckets[j] += if digit > 0 { *base } else { -*base };
            }
        }
        // sum_j (j + 1) B_j, as the sum of all sums of the last buckets.
        let mut tail = G::identity();
        for bucket in buckets.iter().rev() {
            tail += bucket;
            sum += &tail;
        }
    }
    Ok(sum)
}
