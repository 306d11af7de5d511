//! The precompiles of the EVM over other libraries: the reference functions of mcl-evm's tests.
//!
//! Those over ark-bn254 take its fastest ways; revm multiplies by its affine points, without the endomorphism.

use std::hint::black_box;

use mcl_bench::evm;
use mcl_bench::row::Rows;

#[path = "../../../crates/mcl-evm/tests/suite/reference/ark.rs"]
mod ark;
#[path = "../../../crates/mcl-evm/tests/suite/reference/substrate.rs"]
mod substrate;

/// The rows over ark-bn254.
pub(crate) fn ark_rows(rows: &mut Rows) {
    evm::add_rows(
        rows,
        |input| black_box(ark::add(input)).is_some(),
        |input| black_box(ark::mul(input)).is_some(),
        |input| black_box(ark::pairing(input)).is_some(),
    );
}

/// The rows over substrate-bn.
pub(crate) fn substrate_rows(rows: &mut Rows) {
    evm::add_rows(
        rows,
        |input| black_box(substrate::add(input)).is_some(),
        |input| black_box(substrate::mul(input)).is_some(),
        |input| black_box(substrate::pairing(input)).is_some(),
    );
}
