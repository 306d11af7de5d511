//! Classes of faults that other libraries have had, tried on both groups of both curves of 254 bits
//! (and on the others where a fault depends on the curve).

mod decoding;
mod scalar_multiplication;
pub mod subgroups;
mod sums;
mod target_group;
