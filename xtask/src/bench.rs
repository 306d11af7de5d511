//! `cargo xtask bench`: builds and runs the benchmarks.

use std::process::Command;

use crate::cargo::{self, cargo, root};

/// Measure this workspace, and other libraries beside it
///
/// Without --peers, the rows of this workspace are measured in a default build. With --peers, mcl (C++), arkworks,
/// halo2curves, substrate-bn and revm are built too, and every row is sampled in alternation with theirs, in one process a
/// curve. This needs cmake and a C++ compiler.
#[derive(clap::Args)]
#[command(after_help = "Options of the bench program come in any order with those above: \
    --filter, --curve, --library, --backend, --scalar, --quick, --list, --json, --svg. \
    `cargo xtask bench -- --help` explains them.\n\n\
    Examples:\n  \
    cargo xtask bench --quick\n  \
    cargo xtask bench --peers --curve snark1 --filter pairing --json pairing.json\n  \
    cargo xtask bench --peers --baseline --backend portable --library ours,ark-bn254-noasm")]
pub(crate) struct Options {
    /// Measure the other libraries too
    #[arg(long)]
    peers: bool,

    /// With --peers: build for the baseline of the architecture
    ///
    /// Without this option the program with the peers is built with `-C target-feature=+adx,+bmi2` where the processor
    /// has both, for ours and theirs alike: arkworks uses its assembly in such builds only.
    #[arg(long)]
    baseline: bool,

    /// With --peers: build arkworks without its assembly, whatever the processor has
    #[arg(long)]
    ark_noasm: bool,

    /// Options of the bench program
    #[arg(value_name = "BENCH_OPTIONS", trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

impl Options {
    /// Moves our own options out of those of the bench program, which end clap's search for ours.
    fn sorted(mut self) -> Self {
        let own = [
            ("--peers", &mut self.peers),
            ("--baseline", &mut self.baseline),
            ("--ark-noasm", &mut self.ark_noasm),
        ];
        for (name, flag) in own {
            let before = self.rest.len();
            self.rest.retain(|option| option != name);
            *flag |= self.rest.len() < before;
        }
        self
    }
}

/// Builds and runs the bench program.
pub(crate) fn run(options: Options) -> Result<(), String> {
    let options = options.sorted();
    let mut command = if options.peers { with_peers(&options)? } else { ours_alone() };
    cargo::run(command.arg("--").args(&options.rest))
}

fn ours_alone() -> Command {
    let mut command = cargo();
    command.args(["run", "--release", "--package", "mcl-bench", "--bin", "mcl-bench"]);
    command.arg("--manifest-path").arg(root().join("Cargo.toml"));
    command
}

fn with_peers(options: &Options) -> Result<Command, String> {
    check_tools()?;
    let mut command = cargo();
    command.args(["run", "--release", "--manifest-path"]);
    command.arg(root().join("benches/peers/Cargo.toml"));
    if options.ark_noasm {
        command.arg("--no-default-features");
    }
    if !options.baseline && has_adx_and_bmi2() {
        let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        flags.push_str(" -Ctarget-feature=+adx,+bmi2");
        command.env("RUSTFLAGS", flags.trim_start());
    }
    Ok(command)
}

/// mcl_rust compiles mcl from its C++ source.
fn check_tools() -> Result<(), String> {
    let compilers = ["c++", "g++", "clang++"];
    let has_compiler = std::env::var_os("CXX").is_some_and(cargo::is_installed)
        || compilers.iter().any(cargo::is_installed);
    let missing: Vec<_> =
        [("cmake", cargo::is_installed("cmake")), ("a C++ compiler", has_compiler)]
            .into_iter()
            .filter_map(|(name, found)| (!found).then_some(name))
            .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "--peers builds mcl from its C++ source, and {} is missing.\n\
         Install cmake and a C++ compiler:\n  \
         Debian, Ubuntu  apt-get install cmake g++\n  \
         Fedora          dnf install cmake gcc-c++\n  \
         macOS           xcode-select --install && brew install cmake",
        missing.join(" and ")
    ))
}

#[cfg(target_arch = "x86_64")]
fn has_adx_and_bmi2() -> bool {
    std::is_x86_feature_detected!("adx") && std::is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_adx_and_bmi2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        options: Options,
    }

    fn parse(arguments: &[&str]) -> Options {
        let name = std::iter::once("bench");
        Cli::parse_from(name.chain(arguments.iter().copied())).options.sorted()
    }

    #[test]
    fn own_options_are_found_in_any_order() {
        let options = parse(&["--quick", "--peers", "--filter", "pairing", "--ark-noasm"]);
        assert!(options.peers && options.ark_noasm && !options.baseline);
        assert_eq!(options.rest, ["--quick", "--filter", "pairing"]);
        let options = parse(&["--peers", "--baseline", "--json", "a.json"]);
        assert!(options.peers && options.baseline && !options.ark_noasm);
        assert_eq!(options.rest, ["--json", "a.json"]);
    }

    #[test]
    fn a_double_dash_hands_help_on() {
        assert_eq!(parse(&["--", "--help"]).rest, ["--help"]);
    }
}
