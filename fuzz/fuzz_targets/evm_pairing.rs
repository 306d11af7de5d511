//! ecPairing against ark-bn254 and substrate-bn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_bn::snark1::{G1Affine, G2Affine};
use mcl_fuzz::foreign::{Sample, ark, masked, number, substrate};

fn check(input: &[u8]) {
    let verdict = mcl_evm::ec_pairing(input).ok();
    assert_eq!(verdict, ark::pairing(input));
    assert_eq!(verdict, substrate::pairing(input));
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut rest = bytes;
    let mut valid = Vec::new();
    // e(P, Q) e(R, S) e(-P, Q) ..., at most four pairs, the last ones maybe cancelling the first.
    let pairs = number(&mut rest) % 3;
    for _ in 0..pairs {
        let (p, q) = (G1Affine::sample(number(&mut rest)), G2Affine::sample(number(&mut rest)));
        let cancel = rest.first().is_some_and(|byte| byte & 1 == 1);
        for p in if cancel { vec![p, -p] } else { vec![p] } {
            valid.extend(Words::encode(&p).to_vec());
            valid.extend(Words::encode(&q).to_vec());
        }
    }
    check(&valid);
    check(&masked(&valid, rest));
});
