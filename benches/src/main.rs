//! Measures the libraries of this workspace alone.

use std::process::ExitCode;

use clap::Parser;
use mcl_bench::cli::{self, Args};

/// Measures the libraries of this workspace.
#[derive(Parser)]
#[command(name = "mcl-bench", version)]
struct Command {
    #[command(flatten)]
    args: Args,
}

fn main() -> ExitCode {
    cli::main(&Command::parse().args, &[])
}
