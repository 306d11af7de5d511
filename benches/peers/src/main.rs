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
    let peers = [
        Peer { name: mcl::NAME, version: versions::of("mcl_rust"), rows: mcl::rows },
        Peer { name: ark::NAME, version: versions::of("ark-bn254"), rows: ark::rows },
        Peer { name: halo2::NAME, version: versions::of("halo2curves"), rows: halo2::rows },
        Peer {
            name: substrate::NAME,
            version: versions::of("substrate-bn"),
            rows: substrate::rows,
        },
    ];
    cli::main_with_process_per_curve(&command.args, &peers)
}
