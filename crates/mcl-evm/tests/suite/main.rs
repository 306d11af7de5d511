//! The tests of mcl-evm, one program.

// The derivation of the curve's constants takes more steps than the lint likes.
#![allow(long_running_const_eval)]

mod differential;
mod gas;
mod reference;
mod rules;
mod vectors;
