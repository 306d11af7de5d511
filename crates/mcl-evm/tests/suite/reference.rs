//! The precompiles over other libraries, for comparison: in tests, fuzz targets and benchmarks.
//!
//! Each module has `add`, `mul` and `pairing` with the rules of EIP-196 and EIP-197, and none for a
//! failure.

pub mod ark;
pub mod substrate;
