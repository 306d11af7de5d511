//! Measures our rows in alternation with those of other libraries that serve the same curves.
//!
//! The libraries and their rows:
//! * `mcl_rust`: mcl, the C++ original, on both curves; one curve a process, which is why this program starts itself
//!   once for each curve;
//! * `ark-bn254`, `halo2curves` and `substrate-bn`: on `snark1`.
//!
//! A library has a row wherever it offers the operation. Where it has one scalar multiplication, power or inversion
//! only, the row stands beside ours of the same kind: variable time beside variable time. An inversion in variable time
//! stands beside our constant-time one as well, because no peer has better.
//!
//! All libraries run on one thread.

use std::process::ExitCode;

use clap::Parser;
use mcl_bench::cli::{self, Args, Peer};

mod ark;
mod evm;
mod halo2;
mod mcl;
mod substrate;
mod versions;

/// Measures the libraries of this workspace in alternation with mcl, arkworks, halo2curves and substrate-bn
#[derive(Parser)]
#[command(name = "mcl-bench-peers", version)]
struct Command {
    #[command(flatten)]
    args: Args,
}

fn main() -> ExitCode {
    let command = Command::parse();
    // halo2curves hands large sums to the global pool of rayon.
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(1).build_global() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    cli::main_with_process_per_curve(&command.args, &peers())
}

fn peers() -> [Peer; 4] {
    let peer = |name, krate, rows| Peer { name, version: versions::of(krate), rows };
    [
        peer(mcl::NAME, "mcl_rust", mcl::rows),
        peer(ark::NAME, "ark-bn254", ark::rows),
        peer(halo2::NAME, "halo2curves", halo2::rows),
        peer(substrate::NAME, "substrate-bn", substrate::rows),
    ]
}

#[cfg(test)]
mod tests {
    use mcl_bench::row::Curve;

    use super::*;

    /// mcl can be set up for one curve only, the rows of both can be listed.
    #[test]
    fn rows_of_both_curves_can_be_listed_together() {
        let count = |curve| peers().map(|peer| (peer.rows)(curve).len());
        let [mcl, ark, halo2, substrate] = count(Curve::Fp254BNb);
        assert!(mcl > 0 && ark + halo2 + substrate == 0);
        assert!(count(Curve::Snark1).iter().all(|count| *count > 0));
    }
}
