//! ecAdd against ark-bn254 and substrate-bn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_bn::snark1::G1Affine;
use mcl_fuzz::foreign::{Sample, ark, masked, number, substrate};

fn check(input: &[u8]) {
    let sum = mcl_evm::ec_add(input).ok();
    assert_eq!(sum, ark::add(input));
    assert_eq!(sum, substrate::add(input));
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut mask = bytes;
    let p = G1Affine::sample(number(&mut mask));
    // Now and then the same point, or the opposite one.
    let q = match number(&mut mask) {
        1 => p,
        2 => -p,
        k => G1Affine::sample(k),
    };
    let valid = [Words::encode(&p), Words::encode(&q)].map(|point| point.to_vec()).concat();
    check(&valid);
    check(&masked(&valid, mask));
    check(&valid[..mask.len().min(valid.len())]);
});
