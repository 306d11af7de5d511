//! Scalars at which recoding, rounding and carries go wrong, and generators of skewed ones.

use ff::PrimeField;
use proptest::prelude::*;

/// The residue of a little-endian integer.
pub fn from_words<S: PrimeField>(words: &[u64]) -> S {
    let base = S::from(1 << 32).square();
    words.iter().rev().fold(S::ZERO, |acc, &word| acc * base + S::from(word))
}

/// 0, 1, 2, r-1, r-2, the halves, and all powers of two with their neighbours (among which the
/// integers of all ones).
pub fn special<S: PrimeField>() -> Vec<S> {
    let mut all = vec![S::ZERO, S::ONE, S::ONE.double(), -S::ONE, -S::ONE.double()];
    all.extend([S::TWO_INV, S::TWO_INV - S::ONE, -S::TWO_INV]);
    let mut power = S::ONE;
    for _ in 0..S::NUM_BITS {
        all.extend([power, power - S::ONE, power + S::ONE, -power]);
        power = power.double();
    }
    // Alternating digits: 0x5555..., 0xaaaa..., and carries that run through all windows.
    for pattern in [0x5555_5555_5555_5555, 0x8888_8888_8888_8888, 0x8421_0842_1084_2108, u64::MAX] {
        all.push(from_words(&[pattern; 3]));
        all.push(from_words(&[pattern, pattern, pattern, pattern >> 8]));
    }
    all
}

/// Multiples of lambda with their neighbours: points of the lattice on a coordinate axis.
pub fn near_multiples<S: PrimeField>(lambda: &S) -> Vec<S> {
    let mut all = Vec::new();
    let mut multiple = *lambda;
    for _ in 0..32 {
        all.extend([multiple, multiple + S::ONE, multiple - S::ONE, -multiple]);
        multiple += lambda;
    }
    // 2^i lambda.
    let mut power = *lambda;
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
