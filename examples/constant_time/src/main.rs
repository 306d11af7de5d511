//! Shows that functions which promise constant time neither branch nor index on secrets, as compiled.
//!
//! Run it by `cargo xtask constant-time`. Memcheck, a tool of valgrind, follows undefined bits through
//! registers and memory and reports jumps and addresses that depend on one. Here secrets are what is
//! undefined, so that a report is the trace of a secret. The idea is of Langley, "Checking that functions
//! are constant time with Valgrind", 2010.
//!
//! Nothing is said about instructions that take their time by their operands, nor about the kernels in
//! assembly: valgrind's processor has no ADX, and the portable ones run. Those in assembly have no jumps.

mod fields;
mod groups;
mod memcheck;
mod planted;
mod scheme;

use std::process::ExitCode;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::memcheck::SecretRng;

/// Runs functions and counts what memcheck reports of them.
struct Checks {
    /// Of the functions, whether a report is right.
    reports_expected: bool,
    count: usize,
    wrong: usize,
}

impl Checks {
    /// Runs a function, which makes secrets and uses them, and makes its results public.
    fn run<T>(&mut self, name: &str, function: impl FnOnce() -> T) -> T {
        self.run_with_outcomes(name, 0, function)
    }

    /// As [`Self::run`], for a function of which so many outcomes may be seen by its documentation, such as
    /// whether a point is the identity.
    fn run_with_outcomes<T>(
        &mut self,
        name: &str,
        outcomes: u64,
        function: impl FnOnce() -> T,
    ) -> T {
        let before = memcheck::count_errors();
        let result = memcheck::public(function());
        let reports = memcheck::count_errors() - before;
        self.count += 1;
        let is_right = if self.reports_expected { reports > 0 } else { reports == outcomes };
        if !is_right {
            self.wrong += 1;
            println!("{name}: {reports} jumps or addresses depend on a secret");
        }
        result
    }
}

fn main() -> ExitCode {
    if !memcheck::is_running() || mcl_fp::backend() != "portable" {
        eprintln!("error: this is for valgrind: cargo xtask constant-time");
        return ExitCode::FAILURE;
    }
    let planted = std::env::args().any(|argument| argument == "--planted");
    let mut checks = Checks { reports_expected: planted, count: 0, wrong: 0 };
    if planted {
        planted::run(&mut checks);
    } else {
        fields::run(&mut checks);
        groups::run(&mut checks);
        scheme::run(&mut checks);
    }
    let Checks { count, wrong, .. } = checks;
    let [kind, verdict] = if planted {
        ["variable", "all are found"]
    } else {
        ["constant", "no jump and no address depends on a secret"]
    };
    if wrong == 0 {
        println!("{count} functions in {kind} time: {verdict}");
        ExitCode::SUCCESS
    } else {
        println!("error: of {count} functions in {kind} time, {wrong} are not");
        ExitCode::FAILURE
    }
}

/// Public randomness, the same every time.
fn public_rng() -> StdRng {
    StdRng::seed_from_u64(1)
}

/// Secret randomness, the same every time.
fn secret_rng() -> SecretRng {
    SecretRng(public_rng())
}
