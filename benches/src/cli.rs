//! The command line that all bench programs share.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use regex_lite::Regex;

use crate::ours::{self, BackendChoice};
use crate::report::Report;
use crate::row::{Curve, OURS, Op, Row, SCALAR};
use crate::run::{self, Effort};
use crate::svg;
use crate::timer::Clocks;

/// The options of a bench program.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Measure only operations whose name matches; a part of the name will do (`pairing`, `^fp_`, `^pairing$`)
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<Regex>,

    /// Measure only this curve
    #[arg(long)]
    pub curve: Option<Curve>,

    /// Measure only these libraries (`ours`, or the name of a crate), separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub library: Vec<String>,

    /// The arithmetic that our rows use; `auto` is what a user gets on this processor
    #[arg(long, value_name = "NAME", default_value = BackendChoice::AUTO, value_parser = backend_parser())]
    pub backend: BackendChoice,

    /// Measure our rows on the scalar backend beside those on the vector engine, as a library of its own
    #[arg(long)]
    pub scalar: bool,

    /// Take few and short samples, and leave the longest operations out
    #[arg(long)]
    pub quick: bool,

    /// List the rows and measure nothing
    #[arg(long)]
    pub list: bool,

    /// Write the results to a JSON file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Draw the pairing times as a bar chart
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Print JSON instead of tables, for a program that collects the reports of several processes
    #[arg(long, hide = true)]
    pub print_json: bool,
}

/// Accepts the names of backends.
fn backend_parser() -> impl TypedValueParser<Value = BackendChoice> {
    PossibleValuesParser::new(BackendChoice::names()).map(|name| BackendChoice::named(&name))
}

/// Another library whose rows are measured in alternation with ours.
pub struct Peer {
    /// The name of the crate, and of the library in tables and JSON.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// Its rows on a curve.
    pub rows: fn(Curve) -> Vec<Row>,
}

/// Measures our rows and those of `peers` in this process, and prints and writes what the options ask for.
pub fn main(args: &Args, peers: &[Peer]) -> ExitCode {
    exit_code(if args.list { list(args, peers) } else { measure_here(args, peers) })
}

/// Like [`main`], with one process a curve: some libraries can set up only one curve in a process.
pub fn main_with_process_per_curve(args: &Args, peers: &[Peer]) -> ExitCode {
    if args.curve.is_some() || args.list {
        main(args, peers)
    } else {
        exit_code(measure_in_children(args))
    }
}

fn exit_code(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Args {
    fn curves(&self) -> Vec<Curve> {
        self.curve.map_or_else(|| Curve::ALL.to_vec(), |curve| vec![curve])
    }

    fn effort(&self) -> Effort {
        if self.quick { Effort::QUICK } else { Effort::FULL }
    }

    fn selects_op(&self, op: Op) -> bool {
        let matches =
            self.filter.as_ref().map_or(!op.is_detail(), |filter| filter.is_match(op.name()));
        matches && !(self.quick && op.is_long())
    }

    fn selects_library(&self, library: &str) -> bool {
        self.library.is_empty() || self.library.iter().any(|name| name == library)
    }

    /// The selected rows of a curve.
    fn rows(&self, curve: Curve, peers: &[Peer]) -> Vec<Row> {
        let ours: fn(Curve) -> Vec<Row> = ours::rows;
        let sources = std::iter::once((OURS, ours)).chain(peers.iter().map(|p| (p.name, p.rows)));
        let sources = sources.filter(|(library, _)| self.selects_library(library));
        let scalar = self.scalar.then_some((SCALAR, ours::scalar_rows as fn(Curve) -> Vec<Row>));
        let rows = sources.chain(scalar).flat_map(|(_, rows)| rows(curve));
        rows.filter(|row| self.selects_op(row.op)).collect()
    }

    /// Refuses names of libraries that do not exist.
    fn check_libraries(&self, peers: &[Peer]) -> Result<(), String> {
        let known: Vec<_> = std::iter::once(OURS).chain(peers.iter().map(|p| p.name)).collect();
        match self.library.iter().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(format!("no library {name:?}; there are: {}", known.join(", "))),
        }
    }

    /// Refuses, before anything is measured, what could not be written afterwards.
    fn check_files(&self) -> Result<(), String> {
        if self.svg.is_some() && !self.selects_op(Op::Pairing) {
            return Err(format!("--svg draws the row {}, which --filter leaves out", Op::Pairing));
        }
        for path in self.json.iter().chain(&self.svg) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| cannot_write(path, &error))?;
        }
        Ok(())
    }

    /// Prints and writes a report.
    fn publish(&self, report: &Report) -> Result<(), Box<dyn Error>> {
        if self.print_json {
            print!("{}", report.to_json()?);
            return Ok(());
        }
        if report.rows.is_empty() {
            return Err("no row is selected; --list shows what there is".into());
        }
        print!("{report}");
        if let Some(path) = &self.json {
            write(path, &report.to_json()?)?;
        }
        if let Some(path) = &self.svg {
            write(path, &svg::pairing_chart(report))?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

fn list(args: &Args, peers: &[Peer]) -> Result<(), Box<dyn Error>> {
    args.check_libraries(peers)?;
    let mut lines = Vec::new();
    for curve in args.curves() {
        let rows = args.rows(curve, peers);
        for &op in Op::ALL {
            let libraries: Vec<_> =
                rows.iter().filter(|row| row.op == op).map(|row| row.library).collect();
            if !libraries.is_empty() {
                lines.push((curve, op, libraries.join(" ")));
            }
        }
    }
    let width = lines.iter().map(|(_, _, libraries)| libraries.len()).max().unwrap_or(0);
    let mut out = io::stdout().lock();
    for (curve, op, libraries) in lines {
        writeln!(out, "{curve:<9} {op:<23} {libraries:<width$}  {}", op.meaning())?;
    }
    Ok(())
}

fn measure_here(args: &Args, peers: &[Peer]) -> Result<(), Box<dyn Error>> {
    args.check_libraries(peers)?;
    if args.scalar && !args.backend.is_the_best() {
        return Err("--scalar compares with the vector engine, which --backend leaves out".into());
    }
    args.backend.apply()?;
    if !args.print_json {
        args.check_files()?;
    }
    let versions: Vec<_> =
        peers.iter().map(|peer| (peer.name.to_owned(), peer.version.clone())).collect();
    let mut report = Report::new(Clocks::calibrate(), &versions);
    for curve in args.curves() {
        let rows = args.rows(curve, peers);
        let bar = progress_bar(rows.len());
        let measurements = run::run(rows, args.effort(), |curve, op, count| {
            bar.set_message(format!("{curve} {op}"));
            bar.inc(count as u64);
        });
        bar.finish_and_clear();
        report.add(measurements, mcl_fp::backend());
    }
    args.publish(&report)
}

/// Starts this program once for each curve and merges what the processes report.
fn measure_in_children(args: &Args) -> Result<(), Box<dyn Error>> {
    args.check_files()?;
    let program = std::env::current_exe()?;
    let mut whole: Option<Report> = None;
    for curve in Curve::ALL {
        let output = Command::new(&program)
            .args(std::env::args_os().skip(1))
            .args(["--print-json", "--curve", curve.name()])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err(format!("the measurement of {curve} failed").into());
        }
        let report = Report::from_json(&String::from_utf8(output.stdout)?)?;
        match &mut whole {
            Some(whole) => whole.merge(report),
            None => whole = Some(report),
        }
    }
    whole.map_or(Ok(()), |report| args.publish(&report))
}

/// A progress bar on standard error; indicatif hides it where that is not a terminal.
fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg:34} {elapsed}") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Rows;

    fn selected(args: &Args) -> Vec<&'static str> {
        Op::ALL.iter().filter(|op| args.selects_op(**op)).map(|op| op.name()).collect()
    }

    fn filter(pattern: &str) -> Args {
        Args { filter: Some(Regex::new(pattern).unwrap()), ..Args::default() }
    }

    #[test]
    fn filter_is_a_part_of_the_name_or_a_regular_expression() {
        assert_eq!(selected(&filter("g2_check")), ["g2_check", "g2_check_batch_64"]);
        assert_eq!(selected(&filter("^pairing$")), ["pairing"]);
        assert_eq!(selected(&filter("multi.*[24]$")), ["multi_pairing_2", "multi_pairing_4"]);
        let details = Op::ALL.iter().filter(|op| op.is_detail()).count();
        assert_eq!(selected(&Args::default()).len(), Op::ALL.len() - details);
        assert_eq!(selected(&filter("(msm|pairing)_curve")).len(), details);
        assert!(selected(&filter("no such operation")).is_empty());
    }

    #[test]
    fn quick_leaves_the_longest_out() {
        let args = Args { quick: true, ..filter("msm") };
        let expected = ["msm_g1_256", "msm_g1_1024", "msm_g1_1024_bases", "msm_g2_1024"];
        assert_eq!(selected(&args), expected);
    }

    #[test]
    fn useless_file_options_are_refused_at_once() {
        let nowhere = Some(PathBuf::from("/no such directory/report"));
        assert!(Args { json: nowhere, ..Args::default() }.check_files().is_err());
        let path = std::env::temp_dir().join(format!("mcl-bench-{}.svg", std::process::id()));
        let svg = Some(path.clone());
        assert!(Args { svg: svg.clone(), ..filter("^pairing") }.check_files().is_ok());
        assert!(Args { svg, ..filter("fp_mul") }.check_files().is_err());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn libraries_are_selected_by_exact_name() {
        fn rows(curve: Curve) -> Vec<Row> {
            let mut rows = Rows::new(curve, "peer");
            rows.each(Op::FpAdd, || (vec![1], |x: &i32| x + 1));
            rows.into_vec()
        }
        let peers = [Peer { name: "peer", version: String::new(), rows }];
        let args = |name: &str| Args { library: vec![name.to_owned()], ..Args::default() };
        assert_eq!(args("peer").rows(Curve::Snark1, &peers).len(), 1);
        assert!(args("peer").check_libraries(&peers).is_ok());
        assert!(args("ours").rows(Curve::Snark1, &peers).iter().all(|row| row.library == OURS));
        assert!(args("pee").check_libraries(&peers).is_err());
    }
}
