//! Every backend gives the words of the portable kernels, and so the same elements.

// The roots of unity of P-224 take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use common::kernels::{check_composite_operations, check_ring_operations, check_sums_of_products};
use common::primes;
use mcl_fp::nlimbs;

/// A test for each prime.
macro_rules! backend_tests {
    ($check:ident $arguments:tt: $($name:ident: $params:ident, $bits:literal;)*) => {
        mod $check {
            use super::*;

            $(
                #[test]
                fn $name() {
                    super::$check::<primes::$params, { nlimbs($bits) }>$arguments;
                }
            )*
        }
    };
}

// Primes of four 64-bit words with two free bits or more, which have kernels of their own, from the
// smallest to the largest; and one without a free bit, which has none. Primes of six and eight
// words.
backend_tests! {
    check_ring_operations(200_000):
    p193: P193, 193;
    p224: P224, 224;
    bn254_p: Bn254P, 254;
    bn254_r: Bn254R, 254;
    snark1_p: Snark1P, 254;
    snark1_r: Snark1R, 254;
    p254: P254, 254;
    bn_p256: BnP256, 256;
    bls381_p: Bls381P, 381;
    bn462: Bn462, 462;
}

backend_tests! {
    check_sums_of_products(5_000):
    p193: P193, 193;
    bn254_p: Bn254P, 254;
    snark1_p: Snark1P, 254;
    p254: P254, 254;
    bls381_p: Bls381P, 381;
    bn462: Bn462, 462;
}

backend_tests! {
    check_composite_operations():
    bls381_p: Bls381P, 381;
    bn462: Bn462, 462;
    p224: P224, 224;
    bn254_p: Bn254P, 254;
    snark1_r: Snark1R, 254;
    bn_p256: BnP256, 256;
}
