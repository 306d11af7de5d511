//! Values through serde, as text and as bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::snark1::{Fr, G1Affine, G2Affine, Gt};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A string is refused, or begins with what its value is written as.
fn check<T: Serialize + DeserializeOwned>(bytes: &[u8]) {
    if let Ok(value) = postcard::from_bytes::<T>(bytes) {
        assert!(bytes.starts_with(&postcard::to_allocvec(&value).expect("bytes")));
    }
    if let Ok(value) = serde_json::from_slice::<T>(bytes) {
        let written = serde_json::to_string(&value).expect("text");
        // Space around a string is JSON's, and so are escapes.
        let text: String = serde_json::from_slice(bytes).expect("a string");
        assert_eq!(format!("{text:?}"), written);
    }
}

fuzz_target!(|bytes: &[u8]| {
    check::<Fr>(bytes);
    check::<G1Affine>(bytes);
    check::<G2Affine>(bytes);
    check::<Gt>(bytes);
});
