//! `cargo xtask constant-time`: does the path of a constant-time function depend on a secret?

use std::fs;
use std::path::Path;

use crate::cargo::{self, cargo, root};

/// Look for jumps and addresses that depend on secrets
///
/// Builds `examples/constant_time` and runs it in memcheck, for which secrets are undefined: first functions in variable
/// time, all of which must be found, then those that promise constant time. This needs valgrind, on x86-64.
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Builds and runs the program.
pub(crate) fn run(_: Options) -> Result<(), String> {
    if !cfg!(target_arch = "x86_64") {
        return Err("the requests to memcheck are written for x86-64 only".to_owned());
    }
    if !cargo::is_installed("valgrind") {
        return Err("valgrind is missing (Debian, Ubuntu: apt-get install valgrind)".to_owned());
    }
    let traces = std::env::temp_dir().join(format!("mcl-constant-time-{}.txt", std::process::id()));
    let result = in_memcheck(&traces, &["--planted"]).and_then(|()| in_memcheck(&traces, &[]));
    match result {
        Ok(()) => fs::remove_file(&traces)
            .map_err(|error| format!("cannot remove {}: {error}", traces.display())),
        Err(error) => Err(format!("{error}; see the traces in {}", traces.display())),
    }
}

/// Runs the program, compiled as dependents compile, with memcheck's reports in a file.
fn in_memcheck(traces: &Path, arguments: &[&str]) -> Result<(), String> {
    let log = format!("--log-file={}", traces.display());
    let runner =
        ["valgrind", "--quiet", "--error-limit=no", "--leak-check=no", "--num-callers=30", &log];
    let runner = runner.map(|word| format!("{word:?}")).join(", ");
    let mut command = cargo();
    command.args(["run", "--quiet", "--release", "--package", "mcl-constant-time"]);
    command.arg("--manifest-path").arg(root().join("Cargo.toml"));
    command.arg("--config").arg(format!("target.'cfg(all())'.runner = [{runner}]"));
    cargo::run(command.arg("--").args(arguments))
}
