//! Tasks of the workspace. Run `cargo xtask --help` for the list.
//!
//! Each task is one module with its options and a function `run`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod cargo;
mod chain;
mod constant_time;

/// Tasks of the workspace
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

/// The tasks.
#[derive(Subcommand)]
enum Task {
    Bench(bench::Options),
    Chain(chain::Options),
    ConstantTime(constant_time::Options),
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Bench(options) => bench::run(options),
        Task::Chain(options) => chain::run(&options),
        Task::ConstantTime(options) => constant_time::run(options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
