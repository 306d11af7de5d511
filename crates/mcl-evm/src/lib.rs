#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod error;
mod gas;
mod input;
mod operations;

pub use error::Error;
pub use gas::GasSchedule;
pub use operations::{
    ADD_INPUT, G1_BYTES, G2_BYTES, MUL_INPUT, PAIR_BYTES, SCALAR_BYTES, ec_add, ec_mul, ec_pairing,
    ec_pairing_of, ec_pairing_word,
};
