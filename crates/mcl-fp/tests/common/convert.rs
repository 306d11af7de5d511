//! Between elements, their words and bytes, and the integers of num-bigint.

use mcl_fp::{Fp, PrimeParams, Repr, Word};
use num_bigint::BigUint;

/// The modulus of the parameters.
pub fn modulus<P: PrimeParams<N>, const N: usize>() -> BigUint {
    from_words(P::MODULUS.as_words())
}

/// The Montgomery radix `2^(W N)`.
pub fn radix<const N: usize>() -> BigUint {
    BigUint::from(1_u8) << (Word::BITS as usize * N)
}

/// The integer with these words, the lowest first.
pub fn from_words(words: &[Word]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |acc, &word| (acc << Word::BITS) + word)
}

/// The words of an integer below the radix.
pub fn to_words<const N: usize>(x: &BigUint) -> [Word; N] {
    let mut words = [0; N];
    for (i, byte) in x.to_bytes_le().into_iter().enumerate() {
        words[i / size_of::<Word>()] |= Word::from(byte) << (8 * (i % size_of::<Word>()));
    }
    words
}

/// The words of an integer below the radix as the representation of `ff`.
pub fn to_repr<const N: usize>(x: &BigUint) -> Repr<N> {
    let mut repr = Repr::default();
    let bytes = x.to_bytes_le();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    repr
}

/// The canonical integer of an element.
#[inline(never)]
pub fn big<P: PrimeParams<N>, const N: usize>(x: &Fp<P, N>) -> BigUint {
    BigUint::from_bytes_le(x.to_repr().as_ref())
}

/// The element of an integer below p.
#[inline(never)]
pub fn fp<P: PrimeParams<N>, const N: usize>(x: &BigUint) -> Fp<P, N> {
    Fp::from_repr(&to_repr(x)).expect("an integer below p")
}

/// The canonical integer of the result of an operation, whose words must be canonical too: equality
/// compares words.
#[inline(never)]
pub fn checked<P: PrimeParams<N>, const N: usize>(x: Fp<P, N>) -> BigUint {
    let integer = big(&x);
    assert!(x == fp(&integer), "{integer:#x} is not in canonical form");
    integer
}

/// As [`checked`], for results that may be absent.
pub fn checked_option<P: PrimeParams<N>, const N: usize>(
    x: impl Into<Option<Fp<P, N>>>,
) -> Option<BigUint> {
    x.into().map(checked)
}
