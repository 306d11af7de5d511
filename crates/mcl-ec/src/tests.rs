//! The curves and the reference of the integration tests, for the unit tests of private types.
#![allow(dead_code)]

#[path = "../tests/suite/common/curves.rs"]
pub mod curves;
#[path = "../tests/suite/common/reference.rs"]
pub mod reference;
