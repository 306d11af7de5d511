//! The precompiles 6, 7 and 8 of revm, as it has them when no other provider is installed.

use std::hint::black_box;

use mcl_bench::evm;
use mcl_bench::row::{Curve, Row, Rows};
use revm_precompile::bn254::{run_add, run_mul, run_pair};

/// The name of the project.
pub(crate) const NAME: &str = "revm";

/// Gas is counted but does not run out.
const GAS_LIMIT: u64 = u64::MAX;

/// The rows of a curve.
pub(crate) fn rows(curve: Curve) -> Vec<Row> {
    if curve != Curve::Snark1 {
        return Vec::new();
    }
    let mut rows = Rows::new(curve, NAME);
    evm::add_rows(
        &mut rows,
        |input| black_box(run_add(input, 150, GAS_LIMIT)).is_ok(),
        |input| black_box(run_mul(input, 6_000, GAS_LIMIT)).is_ok(),
        |input| black_box(run_pair(input, 34_000, 45_000, GAS_LIMIT)).is_ok(),
    );
    rows.into_vec()
}
