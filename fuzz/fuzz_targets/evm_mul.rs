//! ecMul against ark-bn254 and substrate-bn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_bn::snark1::G1Affine;
use mcl_fuzz::foreign::{Sample, ark, masked, number, substrate};

fn check(input: &[u8]) {
    let product = mcl_evm::ec_mul(input).ok();
    assert_eq!(product, ark::mul(input));
    assert_eq!(product, substrate::mul(input));
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut rest = bytes;
    let mut valid = Words::encode(&G1Affine::sample(number(&mut rest))).to_vec();
    // What follows is the scalar, and beyond it a mask for the point.
    let (scalar, mask) = rest.split_at(rest.len().min(32));
    valid.extend(scalar);
    check(&valid);
    check(&masked(&valid, mask));
});
