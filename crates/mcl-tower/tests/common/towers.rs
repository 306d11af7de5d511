//! The towers under test: every form of xi that the workspace knows, with and without free bits.

use mcl_fp::{PrimeParams, Uint, Word, nlimbs};
use mcl_tower::Fp2Params;

/// A hexadecimal integer of `N` words, without regard to leading zeros.
const fn uint<const N: usize>(hex: &str) -> Uint<N> {
    let mut words = [0; N];
    let digits = hex.as_bytes();
    let mut i = 0;
    while i < digits.len() {
        let digit = match digits[digits.len() - 1 - i] {
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not a hexadecimal digit"),
        };
        words[4 * i / Word::BITS as usize] |= (digit as Word) << (4 * i % Word::BITS as usize);
        i += 1;
    }
    Uint::from_words(words)
}

/// Parameter types from: name, bits, generator, real part of xi, modulus.
macro_rules! towers {
    ($($(#[$doc:meta])* $name:ident, $bits:literal, $generator:literal, $xi:literal, $p:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl PrimeParams<{ nlimbs($bits) }> for $name {
            const MODULUS: Uint<{ nlimbs($bits) }> = uint($p);
            const GENERATOR: u64 = $generator;
        }

        impl Fp2Params<{ nlimbs($bits) }> for $name {
            const XI: u64 = $xi;
        }
    )*};
}

towers! {
    /// BN254 with u = -(2^62 + 2^55 + 1): xi = 1 + i.
    Bn254, 254, 3, 1, "2523648240000001ba344d80000000086121000000000013a700000000000013";

    /// alt_bn128: xi = 9 + i.
    Snark1, 254, 3, 9, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";

    /// The BN curve over a prime of 256 bits (TCG): xi = 1 + i, and no free bit.
    BnP256, 256, 2, 1, "fffffffffffcf0cd46e5f25eee71a49f0cdc65fb12980a82d3292ddbaed33013";

    /// BN462 with u = 2^114 + 2^101 - 2^14 - 1: xi = 2 + i.
    Bn462, 462, 2, 2,
        "240480360120023ffffffffff6ff0cf6b7d9bfca0000000000d812908f41c802\
         0ffffffffff6ff66fc6ff687f640000000002401b00840138013";
}
