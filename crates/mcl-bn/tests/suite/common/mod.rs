//! What the tests of this crate share: names of types, one interface for both groups of points,
//! scalars that provoke faults, slow references, and the instantiation of batteries.
#![allow(dead_code, unused_macros)]

pub mod backend;
pub mod json;
pub mod points;
pub mod reference;
pub mod scalars;
pub mod textbook;

use ff::{Field, PrimeField};
use mcl_bn::{BnParams, ModP, ModR};
use num_bigint::{BigInt, BigUint};
use rand::SeedableRng;
use rand::rngs::StdRng;

pub type Fp<C, const N: usize> = mcl_fp::Fp<ModP<C, N>, N>;
pub type Fr<C, const N: usize> = mcl_fp::Fp<ModR<C, N>, N>;
pub type Fp2<C, const N: usize> = mcl_tower::Fp2<ModP<C, N>, N>;
pub type Fp6<C, const N: usize> = mcl_tower::Fp6<Fp2<C, N>>;
pub type Fp12<C, const N: usize> = mcl_tower::Fp12<Fp2<C, N>>;

/// Instantiates tests that are generic over a curve, for each of the curves named first.
macro_rules! for_curves {
    ([$($curve:ident: $bits:literal),+] $tests:tt) => {
        $(for_curves!(@ $curve, $bits, $tests);)+
    };
    (@ $curve:ident, $bits:literal, [$($test:ident),+ $(,)?]) => {
        mod $curve {
            const N: usize = mcl_fp::nlimbs($bits);
            $(
                #[test]
                fn $test() {
                    crate::common::backend::choose();
                    super::$test::<mcl_bn::$curve::Params, N>();
                }
            )+
        }
    };
}

/// Instantiates tests for all curves.
macro_rules! for_all_curves {
    ($($test:ident),+ $(,)?) => {
        for_curves! {
            [fp254bnb: 254, snark1: 254, bn_p256: 256, bn381_1: 382, bn462: 462] [$($test),+]
        }
    };
}

/// Instantiates tests of code that knows no curve for one of each kind: a D twist and two free bits, an M
/// twist and no free bit, more words. A test takes seconds to compile for each curve.
macro_rules! for_each_kind_of_curve {
    ($($test:ident),+ $(,)?) => {
        for_curves! { [snark1: 254, bn_p256: 256, bn462: 462] [$($test),+] }
    };
}

/// Instantiates tests for the two curves of 254 bits.
macro_rules! for_254_bit_curves {
    ($($test:ident),+ $(,)?) => {
        for_curves! { [fp254bnb: 254, snark1: 254] [$($test),+] }
    };
}

/// Instantiates tests that are generic over a [`points::Points`], for G1 and G2 of the two curves
/// of 254 bits.
macro_rules! for_254_bit_groups {
    ($($test:ident),+ $(,)?) => {
        for_254_bit_groups!(@group g1, InG1, [$($test),+]);
        for_254_bit_groups!(@group g2, InG2, [$($test),+]);
    };
    (@group $group:ident, $marker:ident, $tests:tt) => {
        mod $group {
            for_254_bit_groups!(@curve $marker, fp254bnb, $tests);
            for_254_bit_groups!(@curve $marker, snark1, $tests);
        }
    };
    (@curve $marker:ident, $curve:ident, [$($test:ident),+]) => {
        mod $curve {
            use crate::common::points::$marker;

            const N: usize = mcl_fp::nlimbs(254);
            $(
                #[test]
                fn $test() {
                    crate::common::backend::choose();
                    super::super::$test::<$marker<mcl_bn::$curve::Params, N>>();
                }
            )+
        }
    };
}

/// A reproducible source of randomness.
pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A uniform element of Fp12.
pub fn random_fp12<C: BnParams<N>, const N: usize>(rng: &mut StdRng) -> Fp12<C, N> {
    Fp12::from_coefficients([(); 6].map(|()| Fp2::<C, N>::random(rng)))
}

/// The modulus of a prime field.
pub fn modulus<F: PrimeField>() -> BigUint {
    let digits = F::MODULUS.strip_prefix("0x").expect("hexadecimal with a prefix");
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits")
}

/// The canonical integer of an element of a prime field.
pub fn to_integer<F: PrimeField>(x: &F) -> BigUint {
    BigUint::from_bytes_le(x.to_repr().as_ref())
}

/// The residue of an integer in a prime field.
pub fn residue<F: PrimeField>(x: &BigInt) -> F {
    let modulus = BigInt::from(modulus::<F>());
    let (_, bytes) = (((x % &modulus) + &modulus) % &modulus).to_bytes_le();
    let mut repr = F::Repr::default();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    Option::from(F::from_repr(repr)).expect("reduced")
}

/// The parameter u with its sign.
pub fn u<C: BnParams<N>, const N: usize>() -> BigInt {
    let mut magnitude = BigUint::ZERO;
    for word in C::U.as_words().iter().rev() {
        magnitude = (magnitude << mcl_fp::Word::BITS) + *word;
    }
    let magnitude = BigInt::from(magnitude);
    if C::U_IS_NEGATIVE { -magnitude } else { magnitude }
}

/// The scalar as which `(x, y) -> (beta x, y)` acts on G1.
pub fn lambda<C: BnParams<N>, const N: usize>() -> Fr<C, N> {
    let u: BigInt = u::<C, N>();
    residue(&(36 * u.pow(3) + 18 * u.pow(2) + 6 * u + 1))
}

/// The scalar as which the Frobenius map acts on G2 and Gt.
pub fn frobenius_eigenvalue<C: BnParams<N>, const N: usize>() -> Fr<C, N> {
    residue(&(6 * u::<C, N>().pow(2)))
}
