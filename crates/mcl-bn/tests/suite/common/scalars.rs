//! Scalars at which recoding, rounding and carries go wrong, and generators of skewed ones.

use ff::PrimeField;
use proptest::prelude::*;

/// The residue of a little-endian integer.
pub fn from_words<S: PrimeField>(words: &[u64]) -> S {
    let base = S::from(1 << 32).square();
    words.iter().rev().fold(S::ZERO, |acc, &word| acc * base + S::from(word))
}

/// 0, 1, 2, r-1, r-2, (r+1)/2, (r-1)/2 and their opposites.
pub fn extreme<S: PrimeField>() -> Vec<S> {
    let half = S::TWO_INV;
    let one = S::ONE;
    vec![S::ZERO, one, one.double(), -one, -one.double(), half, half - one, -half]
}

/// All powers of two below r with their neighbours and opposites: among them the integers of all
/// ones. Then patterns of digits whose carries run through all windows.
pub fn patterns<S: PrimeField>() -> Vec<S> {
    let mut all = Vec::new();
    let mut power = S::ONE;
    for _ in 0..S::NUM_BITS {
        all.extend([power, power - S::ONE, power + S::ONE, -power]);
        power = power.double();
    }
    for pattern in [0x5555_5555_5555_5555, 0x8888_8888_8888_8888, 0x8421_0842_1084_2108, u64::MAX] {
        all.push(from_words(&[pattern; 3]));
        all.push(from_words(&[pattern, pattern, pattern, pattern >> 8]));
        all.push(from_words(&[pattern; 4]));
    }
    all
}

/// Multiples and power-of-two multiples of an eigenvalue, with their neighbours: there the parts of
/// a decomposed scalar vanish or stand at the limit of rounding.
pub fn near_multiples<S: PrimeField>(eigenvalue: &S) -> Vec<S> {
    let mut all = Vec::new();
    for base in [*eigenvalue, eigenvalue.square(), eigenvalue.square() * eigenvalue] {
        let mut multiple = base;
        for _ in 0..16 {
            all.extend([multiple, multiple + S::ONE, multiple - S::ONE, -multiple]);
            multiple += base;
        }
    }
    let mut power = *eigenvalue;
    for _ in 0..S::NUM_BITS {
        power = power.double();
        all.extend([power, power - S::ONE]);
    }
    all
}

/// Words with long runs of equal bits more often than chance has them.
pub fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        Just(0),
        Just(u64::MAX),
        (0u32..64).prop_map(|i| 1 << i),
        (0u32..64).prop_map(|i| u64::MAX >> i),
        (0u32..64).prop_map(|i| u64::MAX << i),
    ]
}

/// Scalars made of such words, and small ones of either sign.
pub fn scalar<S: PrimeField>() -> impl Strategy<Value = S> {
    prop_oneof![
        4 => prop::array::uniform4(word()).prop_map(|words| from_words(&words)),
        1 => any::<u16>().prop_map(|x| S::from(u64::from(x))),
        1 => any::<u16>().prop_map(|x| -S::from(u64::from(x))),
    ]
}
