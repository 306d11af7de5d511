//! Points of the format of the same name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::encodings::gnark;
use mcl_bn::snark1::Gt;
use mcl_fuzz::foreign::{check, check_points};

fuzz_target!(|bytes: &[u8]| {
    check_points::<gnark::Compressed>(bytes);
    check_points::<gnark::Uncompressed>(bytes);
    check::<gnark::Uncompressed, Gt>(bytes);
});
