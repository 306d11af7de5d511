//! The battery of field properties for primes of 63 to 1024 bits, against num-bigint.

// The roots of unity of a 1024-bit prime take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

/// A test of each property for each prime.
macro_rules! field_tests {
    ($($module:ident: $params:ident, $bits:literal;)*) => {$(
        mod $module {
            use core::marker::PhantomData;

            field_tests!(@properties $params, $bits:
                constants_satisfy_their_definitions
                generator_has_the_order_p_minus_1
                ring_operations_agree_on_all_pairs_of_special_elements
                ring_operations_agree_on_skewed_elements
                inverses_agree
                batch_inversion_leaves_zeros
                batch_inversion_refuses_scratch_space_of_another_length
                powers_agree
                square_roots_are_the_fixed_ones
                squares_are_recognised
                roots_of_ratios_follow_the_contract_of_ff
                integers_are_reduced_or_refused
                canonical_bytes_round_trip
                bytes_of_another_length_are_refused
                bytes_of_integers_from_p_on_are_refused
                byte_strings_of_any_length_reduce
                text_is_that_of_the_integer
                text_that_is_no_element_is_refused
                random_elements_reduce_enough_words
            );
        }
    )*};
    (@properties $params:ident, $bits:literal: $($property:ident)*) => {$(
        #[test]
        fn $property() {
            use crate::common::{any_field::Of, battery, primes};
            battery::$property(&Of::<primes::$params, { mcl_fp::nlimbs($bits) }>(PhantomData));
        }
    )*};
}

field_tests! {
    p63: P63, 63;
    p64: P64, 64;
    goldilocks: Goldilocks, 64;
    p127: P127, 127;
    p128_1_mod_4: P128A, 128;
    p128_3_mod_4: P128B, 128;
    secp192k1: Secp192k1, 192;
    p224: P224, 224;
    bn254_p: Bn254P, 254;
    bn254_r: Bn254R, 254;
    snark1_p: Snark1P, 254;
    snark1_r: Snark1R, 254;
    p254: P254, 254;
    p25519: P25519, 255;
    secp256k1: Secp256k1, 256;
    bn_p256: BnP256, 256;
    bls381_p: Bls381P, 381;
    bn382: Bn382, 382;
    bn462: Bn462, 462;
    p521: P521, 521;
    p1024: P1024, 1024;
}

/// One, two, four, six and sixteen words; no free bit, one, two, and more.
macro_rules! sum_of_products_tests {
    ($($module:ident: $params:ident, $bits:literal;)*) => {
        mod sums_of_products {
            use core::marker::PhantomData;
            $(
                #[test]
                fn $module() {
                    use crate::common::{any_field::Of, battery, primes};
                    battery::sums_of_products_agree_in_every_shape(
                        &Of::<primes::$params, { mcl_fp::nlimbs($bits) }>(PhantomData),
                    );
                }
            )*
        }
    };
}

sum_of_products_tests! {
    p64: P64, 64;
    p128: P128A, 128;
    snark1_p: Snark1P, 254;
    p25519: P25519, 255;
    bn_p256: BnP256, 256;
    bn382: Bn382, 382;
    p1024: P1024, 1024;
}

/// Inverses of small integers at compile time: one word, several, a full top word.
#[test]
fn small_inverses_at_compile_time() {
    use mcl_fp::{Fp, PrimeParams};

    fn check<P: PrimeParams<N>, const N: usize>() {
        for n in [1, 2, 3, 5, 82, 1000, 65_537] {
            let inverse = Fp::<P, N>::const_invert_small(n);
            assert_eq!(inverse * Fp::from_u64(n.into()), Fp::ONE, "{n}");
        }
    }
    check::<common::primes::P64, { mcl_fp::nlimbs(64) }>();
    check::<common::primes::Snark1P, { mcl_fp::nlimbs(254) }>();
    check::<common::primes::P25519, { mcl_fp::nlimbs(255) }>();
    check::<common::primes::BnP256, { mcl_fp::nlimbs(256) }>();
}
