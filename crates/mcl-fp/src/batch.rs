//! Inversion of many elements at the price of one.

use crate::{FieldExt, FieldLanes, Rows, VECTOR_LANES};

/// Replaces every non-zero element by its inverse and leaves zeros; `scratch` needs the same
/// length.
///
/// # Errors
/// [`ScratchLength`]; the elements are untouched then.
///
/// # Timing
/// Constant time in the values, zeros included.
///
/// # Algorithm
/// Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, 10.3.1:
/// `3 (n - 1)` products and one inversion, or as many in 16 chains on the vector engine.
pub fn batch_invert_in<F: FieldExt>(
    elements: &mut [F],
    scratch: &mut [F],
) -> Result<(), ScratchLength> {
    if elements.len() != scratch.len() {
        return Err(ScratchLength);
    }
    if elements.len() >= MIN_IN_LANES && F::has_lanes() {
        invert_in_lanes(elements);
    } else {
        invert_one_by_one(elements, scratch);
    }
    Ok(())
}

fn invert_one_by_one<F: FieldExt>(elements: &mut [F], scratch: &mut [F]) {
    let mut product = F::ONE;
    for (element, prefix) in elements.iter().zip(scratch.iter_mut()) {
        *prefix = product;
        let next = product * element;
        product = F::conditional_select(&next, &product, element.is_zero());
    }
    // The product of non-zero elements is not zero.
    let mut inverse = product.invert().unwrap_or(F::ZERO);
    for (element, prefix) in elements.iter_mut().zip(scratch.iter()).rev() {
        let is_zero = element.is_zero();
        let next = inverse * *element;
        *element = F::conditional_select(&(inverse * prefix), element, is_zero);
        inverse = F::conditional_select(&next, &inverse, is_zero);
    }
}

/// As [`batch_invert_in`] with the scratch space on the stack, in chunks of a fixed size.
///
/// Chunks keep the function free of allocation; the inversions they add cost little beside the
/// products.
pub fn batch_invert<F: FieldExt>(elements: &mut [F]) {
    if elements.len() >= MIN_IN_LANES && F::has_lanes() {
        return invert_in_lanes(elements);
    }
    const CHUNK: usize = 128;
    let mut scratch = [F::ZERO; CHUNK];
    for chunk in elements.chunks_mut(CHUNK) {
        invert_one_by_one(chunk, &mut scratch[..chunk.len()]);
    }
}

/// Fewer elements are inverted faster one by one.
const MIN_IN_LANES: usize = 24;

/// The same in lanes: 16 chains of products.
fn invert_in_lanes<F: FieldExt>(elements: &mut [F]) {
    /// What the stack holds: 40 kilobytes in a prime field.
    const LARGE: usize = 64;
    const SMALL: usize = 8;
    for chunk in elements.chunks_mut(LARGE * GROUP) {
        if chunk.len() > SMALL * GROUP {
            invert_chunk::<F, LARGE>(chunk);
        } else {
            invert_chunk::<F, SMALL>(chunk);
        }
    }
}

/// Elements in lanes at the same time.
const GROUP: usize = 2 * VECTOR_LANES;

fn invert_chunk<F: FieldExt, const GROUPS: usize>(elements: &mut [F]) {
    let mut before = [[F::Lanes::ONE; 2]; GROUPS];
    let mut chains = [F::Lanes::ONE; 2];
    for (group, before) in elements.chunks(GROUP).zip(&mut before) {
        F::Lanes::extend_chains(&rows(group), &mut chains, before);
    }
    // A sixteenth of a sixteenth, as gathered. The product of non-zero elements is not zero.
    let invert = |product: &F| product.invert().unwrap_or(F::ZERO);
    let mut inverses = F::Lanes::inverses_of_chains(&chains, 0, invert);
    let mut own = [F::Lanes::ZERO; 2];
    for (group, before) in elements.chunks_mut(GROUP).zip(&before).rev() {
        F::Lanes::shorten_chains(&rows(group), &mut inverses, before, &mut own);
        let (first, second) = group.split_at_mut(group.len().min(VECTOR_LANES));
        for (own, group) in own.iter().zip([first, second]) {
            group.copy_from_slice(&own.scatter()[..group.len()]);
        }
    }
}

/// Up to 16 elements; the last one stands in the lanes without one.
#[inline(always)]
fn rows<F>(group: &[F]) -> Rows<'_, F> {
    let last = group.len() - 1;
    let mut rows = [[&group[0]; VECTOR_LANES]; 2];
    if let [first, second] = group.as_chunks::<VECTOR_LANES>().0 {
        return [first.each_ref(), second.each_ref()];
    }
    for i in 0..GROUP {
        rows[i / VECTOR_LANES][i % VECTOR_LANES] = &group[last.min(i)];
    }
    rows
}

/// The scratch space differs in length from the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchLength;

impl core::fmt::Display for ScratchLength {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the scratch space must be as long as the elements")
    }
}

impl core::error::Error for ScratchLength {}

#[cfg(test)]
mod tests {
    use std::eprintln;
    use std::vec::Vec;

    use super::*;
    use crate::backend::{Backend, force_backend};
    use crate::{Fp, PrimeParams, U256, nlimbs};

    /// The prime of alt_bn128.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct P;

    impl PrimeParams<{ nlimbs(256) }> for P {
        const MODULUS: U256 =
            U256::from_be_hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
        const GENERATOR: u64 = 3;
    }

    type F = Fp<P, { nlimbs(256) }>;

    /// Zeros in every place of a group, in whole groups, and chunks of both sizes.
    #[test]
    fn lanes_invert_as_single_elements() {
        for backend in [Backend::Portable, Backend::Ifma] {
            if force_backend(Some(backend)).is_err() {
                eprintln!(
                    "note: no AVX-512 IFMA here, inversion in lanes is tested on the twin only"
                );
            }
            for len in [1, 2, 7, 8, 9, 15, 16, 17, 100, 128, 129, 1000, 1024, 1025, 2100] {
                for stride in [1, 2, 3, 7, 17, 3000] {
                    let element = |i: usize| match i {
                        i if i % stride == 0 => F::ZERO,
                        i if i % 5 == 1 => -F::from(i as u64),
                        i => F::from(i as u64 + 2).square().square().invert().unwrap_or(F::ONE),
                    };
                    let mut elements: Vec<_> = (0..len).map(element).collect();
                    let (mut expected, mut scratch) = (elements.clone(), elements.clone());
                    invert_one_by_one(&mut expected, &mut scratch);
                    invert_in_lanes(&mut elements);
                    assert_eq!(elements, expected, "{len} elements, each {stride}th zero");
                }
            }
        }
        force_backend(None).expect("detection is always available");
    }
}
