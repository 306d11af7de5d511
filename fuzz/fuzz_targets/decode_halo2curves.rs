//! Points of the format of the same name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::halo2curves;
use mcl_fuzz::foreign::check_points;

fuzz_target!(|bytes: &[u8]| {
    check_points::<halo2curves::Compressed>(bytes);
    check_points::<halo2curves::Uncompressed>(bytes);
    check_points::<halo2curves::Raw>(bytes);
});
