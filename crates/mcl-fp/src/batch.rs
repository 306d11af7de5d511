//! Inversion of many elements at the price of one.

use ff::Field;

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
/// `3 (n - 1)` products and one inversion.
pub fn batch_invert_in<F: Field>(
    elements: &mut [F],
    scratch: &mut [F],
) -> Result<(), ScratchLength> {
    if elements.len() != scratch.len() {
        return Err(ScratchLength);
    }
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
    Ok(())
}

/// As [`batch_invert_in`] with the scratch space on the stack, in chunks of a fixed size.
///
/// Chunks keep the function free of allocation; the inversions they add cost little beside the
/// products.
pub fn batch_invert<F: Field>(elements: &mut [F]) {
    const CHUNK: usize = 128;
    let mut scratch = [F::ZERO; CHUNK];
    for chunk in elements.chunks_mut(CHUNK) {
        let scratch = &mut scratch[..chunk.len()];
        batch_invert_in(chunk, scratch).unwrap_or_else(|_| unreachable!("equal by construction"));
    }
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
