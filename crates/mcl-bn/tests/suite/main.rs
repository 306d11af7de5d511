//! The tests of mcl-bn.
//!
//! One program: the constants of five curves are computed at compile time, once in each program that
//! uses them.

// The derivation takes more steps than the lint likes.
#![allow(long_running_const_eval)]
// Values are subtracted from themselves, and operators tried in all their forms.
#![allow(clippy::eq_op, clippy::op_ref)]

#[macro_use]
mod common;

mod batch;
mod batch_points;
mod differential;
mod encodings;
mod faults;
mod hash_to_curve;
mod mcl_forms;
mod mcl_vectors;
mod reference;
mod serde;
mod traits;
