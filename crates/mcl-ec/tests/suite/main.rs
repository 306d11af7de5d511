//! Tests of mcl-ec through its public API, in one program: the curves are compiled once.

#[macro_use]
mod common;

mod encoding;
#[cfg(feature = "alloc")]
mod exhaustive;
#[cfg(feature = "alloc")]
mod fixed_base;
mod group_law;
mod group_traits;
#[cfg(feature = "alloc")]
mod msm;
mod recode;
mod scalar_mul;
