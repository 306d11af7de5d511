//! Points of the format of the same name, which has no identity.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::substrate_bn::Compressed;
use mcl_bn::snark1::{G1Affine, G2Affine};
use mcl_fuzz::foreign::check_partial;

fuzz_target!(|bytes: &[u8]| {
    check_partial::<Compressed, G1Affine>(bytes, |p| Some(Compressed::encode_g1(p)?.to_vec()));
    check_partial::<Compressed, G2Affine>(bytes, |q| Some(Compressed::encode_g2(q)?.to_vec()));
});
