//! Measures our rows in alternation with those of other libraries that serve the same curves.
//!
//! The libraries and their rows:
//! * `mcl_rust`: mcl, the C++ original, on both curves; one curve a process, which is why this program starts itself
//!   once for each curve;
//! * `ark-bn254`, `halo2curves` and `substrate-bn`: on `snark1`;
//! * `revm`: the precompiles that it has by itself, on `snark1`.
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
#[cfg(feature = "revm")]
mod revm;
mod substrate;
mod versions;

/// Measures the libraries of this workspace in alternation with mcl, arkworks, halo2curves, substrate-bn and revm
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

fn peers() -> Vec<Peer> {
    let peer = |name, krate, rows| Peer { name, version: versions::of(krate), rows };
    vec![
        peer(mcl::NAME, "mcl_rust", mcl::rows),
        peer(ark::NAME, "ark-bn254", ark::rows),
        peer(halo2::NAME, "halo2curves", halo2::rows),
        peer(substrate::NAME, "substrate-bn", substrate::rows),
        #[cfg(feature = "revm")]
        peer(revm::NAME, "revm-precompile", revm::rows),
    ]
}

#[cfg(test)]
mod tests {
    use mcl_bench::row::Curve;

    use super::*;

    /// mcl can be set up for one curve only, the rows of both can be listed.
    #[test]
    fn rows_of_both_curves_can_be_listed_together() {
        let count = |curve| peers().iter().map(|peer| (peer.rows)(curve).len()).collect::<Vec<_>>();
        let fp254bnb = count(Curve::Fp254BNb);
        assert!(fp254bnb[0] > 0 && fp254bnb[1..].iter().all(|count| *count == 0));
        assert!(count(Curve::Snark1).iter().all(|count| *count > 0));
    }
}
