//! What the test binaries of this crate share: primes, inputs and the oracle.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

pub mod any_field;
pub mod backends;
pub mod battery;
pub mod convert;
pub mod inputs;
pub mod kernels;
pub mod oracle;
pub mod primes;
