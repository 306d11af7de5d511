//! Verifies the points of a powers-of-tau file of snarkjs, by products of pairings and sums with random
//! weights.
//!
//! Run it with `cargo run --release --package mcl-examples --example powers_of_tau [FILE.ptau]`; without an
//! argument it takes the small file that is shipped with the examples.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use mcl_examples::powers_of_tau::{PowersOfTau, STEPS};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/pot4_final.ptau");

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| SHIPPED.to_owned());
    match verify(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn verify(path: &str) -> Result<(), Box<dyn Error>> {
    let file = std::fs::read(path)?;
    let start = Instant::now();
    // Written to standard error, and only if that is a terminal.
    let bar = ProgressBar::new(STEPS);
    bar.set_style(ProgressStyle::with_template("{msg:10} {wide_bar} {pos}/{len} {elapsed}")?);
    bar.set_message("reading");
    let points = PowersOfTau::read(&file, &mut rand::rng(), || bar.inc(1))?;
    bar.set_message("verifying");
    points.verify(&mut rand::rng(), || bar.inc(1))?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    println!("{path}: 2^{} powers of one tau, consistent ({seconds:.2} s)", points.power);
    Ok(())
}
