#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]
// Frobenius tables of the larger curves take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod arith;
mod bytes;
mod cyclotomic;
mod fp12;
mod fp2;
mod fp6;
mod frobenius;
mod lanes;
mod operators;
mod packed;
#[doc(hidden)]
pub mod quad;
#[cfg(feature = "serde")]
mod serde;
mod sparse;
mod text_mcl;
mod traits;
mod wide;

pub use arith::{Fp2Arith, Fp12Arith, TangentSums};
pub use fp2::{Fp2, Fp2Params};
pub use fp6::Fp6;
pub use fp12::Fp12;
pub use lanes::Fp2X8;
pub use packed::{PackedFp12, PackedLine};
