//! Points of G2 in mcl's compressed and affine forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::G2Affine;
use mcl_fuzz::{check_points, on_a_curve};

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

check_points!(G2Affine);
