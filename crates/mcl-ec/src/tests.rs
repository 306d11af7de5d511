//! The curves and the reference of the integration tests, for the unit tests of private types.
#![allow(dead_code)]

#[path = "../tests/common/curves.rs"]
pub mod curves;
#[path = "../tests/common/reference.rs"]
pub mod reference;
