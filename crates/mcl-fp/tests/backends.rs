//! Every backend gives the words of the portable kernels, and so the same elements.

// The roots of unity of P-224 take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use common::backends::with_each_backend;
use common::inputs::SplitMix64;
use common::kernels::{Words, check_ring_operations, check_sums_of_products};
use common::primes;
use mcl_fp::{Fp, PrimeParams, Word, batch_invert, nlimbs};

/// Whatever is built on the kernels gives the same elements with every backend.
fn check_composite_operations<P: PrimeParams<N>, const N: usize>() {
    let field = Words::<P, N>::new();
    let mut expected = None;
    with_each_backend(|backend| {
        let mut rng = SplitMix64(3);
        let mut elements: Vec<Fp<P, N>> =
            field.special().iter().map(|x| field.element(x)).collect();
        elements.extend((0..200).map(|_| field.element(&field.skewed(&mut rng))));
        let mut results = vec![elements.iter().product(), elements.iter().sum()];
        for x in &elements {
            results.push(x.invert().unwrap_or(Fp::ZERO));
            results.push(x.invert_vartime().unwrap_or(Fp::ZERO));
            results.push(x.sqrt().unwrap_or(Fp::ZERO));
            results.push(Fp::from(bool::from(x.is_square())));
            results.push(x.pow_public(&P::MODULUS.shr_vartime(3)));
            results.push(Fp::from_le_bytes_mod(&[x.to_repr().as_ref(); 3].concat()));
        }
        batch_invert(&mut elements);
        results.extend(elements);
        let results: Vec<[Word; N]> = results.iter().map(|x| field.form(x)).collect();
        let expected = expected.get_or_insert_with(|| results.clone());
        assert!(*expected == results, "{} differs", backend.name());
    });
}

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
// smallest to the largest; and one without a free bit, which has none.
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
}

backend_tests! {
    check_sums_of_products(5_000):
    p193: P193, 193;
    bn254_p: Bn254P, 254;
    snark1_p: Snark1P, 254;
    p254: P254, 254;
}

backend_tests! {
    check_composite_operations():
    p224: P224, 224;
    bn254_p: Bn254P, 254;
    snark1_r: Snark1R, 254;
    bn_p256: BnP256, 256;
}
