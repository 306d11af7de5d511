//! What does not depend on the prime: operator forms, iterator sums, hashing, erasure, cube roots.

// The operators on references are what is tested.
#![allow(clippy::op_ref)]

mod common;

use std::hash::{BuildHasher, RandomState};

use common::convert::{checked, fp, modulus};
use common::inputs::Sampler;
use common::primes;
use ff::WithSmallOrderMulGroup;
use mcl_fp::{Fp, PrimeParams, Word, nlimbs};
use num_bigint::BigUint;
use zeroize::Zeroize;

const N: usize = nlimbs(254);

type F = Fp<primes::Snark1P, N>;

fn pairs() -> Vec<(F, F)> {
    let p = modulus::<primes::Snark1P, N>();
    let mut sampler = Sampler::new(&p, Word::BITS as usize * N, 0);
    (0..100).map(|_| (fp(&sampler.next()), fp(&sampler.next_nonzero()))).collect()
}

fn assigned(a: F, operation: impl Fn(&mut F)) -> F {
    let mut x = a;
    operation(&mut x);
    x
}

#[test]
fn operators_on_values_and_references_agree() {
    for (a, b) in pairs() {
        let sums = [a + b, a + &b, &a + b, assigned(a, |x| *x += b), assigned(a, |x| *x += &b)];
        assert_eq!(sums, [&a + &b; 5]);
        let differences =
            [a - b, a - &b, &a - b, assigned(a, |x| *x -= b), assigned(a, |x| *x -= &b)];
        assert_eq!(differences, [&a - &b; 5]);
        let products = [a * b, a * &b, &a * b, assigned(a, |x| *x *= b), assigned(a, |x| *x *= &b)];
        assert_eq!(products, [&a * &b; 5]);
    }
}

#[test]
fn iterators_sum_and_multiply() {
    for (a, b) in pairs() {
        let list = [a, b, a, b];
        assert_eq!(list.iter().sum::<F>(), (a + b).double());
        assert_eq!(list.into_iter().sum::<F>(), (a + b).double());
        assert_eq!(list.iter().product::<F>(), (a * b).square());
        assert_eq!(list.into_iter().product::<F>(), (a * b).square());
    }
    assert_eq!(core::iter::empty::<F>().sum::<F>(), F::ZERO);
    assert_eq!(core::iter::empty::<F>().product::<F>(), F::ONE);
}

#[test]
fn equal_elements_have_equal_hashes() {
    let state = RandomState::new();
    for (a, b) in pairs() {
        let again = a * b * b.invert_vartime().expect("not zero");
        assert_eq!(state.hash_one(a), state.hash_one(again));
        assert_eq!(state.hash_one(a) == state.hash_one(b), a == b);
    }
}

#[test]
fn erased_elements_are_zero() {
    for (_, mut b) in pairs() {
        b.zeroize();
        assert_eq!(b, F::ZERO);
    }
}

fn check_cube_root<P: PrimeParams<N>, const N: usize>() {
    let p = modulus::<P, N>();
    let zeta = checked(<Fp<P, N> as WithSmallOrderMulGroup<3>>::ZETA);
    assert_eq!(zeta, BigUint::from(P::GENERATOR).modpow(&((&p - 1_u8) / 3_u8), &p));
    assert_eq!((&zeta * &zeta + &zeta + 1_u8) % &p, BigUint::ZERO);
}

#[test]
fn cube_roots_of_unity_are_primitive() {
    check_cube_root::<primes::P63, { nlimbs(63) }>();
    check_cube_root::<primes::Goldilocks, { nlimbs(64) }>();
    check_cube_root::<primes::P127, { nlimbs(127) }>();
    check_cube_root::<primes::P224, { nlimbs(224) }>();
    check_cube_root::<primes::Bn254P, { nlimbs(254) }>();
    check_cube_root::<primes::Bn254R, { nlimbs(254) }>();
    check_cube_root::<primes::Snark1P, { nlimbs(254) }>();
    check_cube_root::<primes::Snark1R, { nlimbs(254) }>();
    check_cube_root::<primes::Secp256k1, { nlimbs(256) }>();
    check_cube_root::<primes::BnP256, { nlimbs(256) }>();
    check_cube_root::<primes::Bls381P, { nlimbs(381) }>();
}

/// The elements as bits, for the feature that has them.
#[cfg(feature = "bits")]
mod bits {
    use super::*;
    use ff::PrimeFieldBits;

    fn check<P: PrimeParams<N>, const N: usize>() {
        let p = modulus::<P, N>();
        let radix_bits = Word::BITS as usize * N;
        let agree = |bits: &ff::FieldBits<[Word; N]>, x: &BigUint| {
            assert_eq!(bits.len(), radix_bits);
            assert!(bits.iter().enumerate().all(|(i, bit)| *bit == x.bit(i as u64)), "{x:#x}");
        };
        for x in Sampler::new(&p, radix_bits, 1).special() {
            agree(&fp::<P, N>(&x).to_le_bits(), &x);
        }
        agree(&Fp::<P, N>::char_le_bits(), &p);
    }

    #[test]
    fn bits_are_those_of_the_integer() {
        check::<primes::P63, { nlimbs(63) }>();
        check::<primes::P224, { nlimbs(224) }>();
        check::<primes::Snark1R, { nlimbs(254) }>();
        check::<primes::BnP256, { nlimbs(256) }>();
        check::<primes::P521, { nlimbs(521) }>();
    }
}
