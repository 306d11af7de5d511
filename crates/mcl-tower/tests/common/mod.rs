//! What the test binaries of this crate share: towers, inputs and the oracle.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

pub mod any_tower;
pub mod backends;
pub mod convert;
pub mod inputs;
pub mod oracle;
pub mod towers;
