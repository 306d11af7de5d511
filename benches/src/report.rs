//! The outcome of a run: table and JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::row::{Curve, OURS, Op};
use crate::run::Measurement;
use crate::timer::Clocks;

/// Everything that is known about a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Model of the processor.
    pub cpu: String,
    /// Day of the run, UTC, `YYYY-MM-DD`.
    pub date: String,
    /// Instruction-set extensions that the whole program was compiled for, beyond the baseline of the architecture.
    pub target_features: String,
    /// Rate of the time-stamp counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tsc_ghz: Option<f64>,
    /// Rate of the core at the start of the run, an estimate.
    pub core_ghz: f64,
    /// Versions of the compiler and of the libraries.
    pub versions: BTreeMap<String, String>,
    /// One record a row.
    pub rows: Vec<Record>,
}

/// One row of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The curve.
    pub curve: Curve,
    /// The operation.
    pub op: Op,
    /// Our backend in this run.
    pub backend: String,
    /// [`OURS`], or the name of the library's crate.
    pub library: String,
    /// Nanoseconds of one execution, median.
    pub ns: f64,
    /// First and third quartile of the nanoseconds.
    pub quartiles: [f64; 2],
    /// Ticks of the time-stamp counter of one execution, median.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<f64>,
    /// ours / theirs, median over the turns of this run; absent for our rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
}

impl Report {
    /// A report on this machine without rows. `versions` are those of the other libraries.
    pub fn new(clocks: Clocks, versions: &[(String, String)]) -> Self {
        let mut all: BTreeMap<_, _> = versions.iter().cloned().collect();
        all.insert(OURS.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        all.insert("rustc".to_owned(), env!("MCL_BENCH_RUSTC").to_owned());
        Self {
            cpu: cpu_model(),
            date: date_of(SystemTime::now()),
            target_features: target_features(),
            tsc_ghz: clocks.tsc_ghz,
            core_ghz: clocks.core_ghz,
            versions: all,
            rows: Vec::new(),
        }
    }

    /// Adds measurements that were made with our backend `backend`.
    pub fn add(&mut self, measurements: Vec<Measurement>, backend: &str) {
        self.rows.extend(measurements.into_iter().map(|m| Record {
            curve: m.curve,
            op: m.op,
            backend: backend.to_owned(),
            library: m.library.to_owned(),
            ns: m.ns.median,
            quartiles: [m.ns.lower, m.ns.upper],
            cycles: m.ticks,
            ratio: m.ratio,
        }));
    }

    /// Adds the rows of another report of the same machine, made by the same program.
    pub fn merge(&mut self, other: Self) {
        self.versions.extend(other.versions);
        self.rows.extend(other.rows);
    }

    /// Serialises the report, with a newline at the end.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Reads what [`Self::to_json`] wrote.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The libraries with rows on `curve`, ours first.
    pub fn libraries(&self, curve: Curve) -> Vec<&str> {
        let names: BTreeSet<&str> = self.on(curve).map(|row| row.library.as_str()).collect();
        let ours = names.get(OURS).copied();
        ours.into_iter().chain(names.iter().copied().filter(|&name| name != OURS)).collect()
    }

    /// The record of an operation of a library on a curve.
    pub fn record(&self, curve: Curve, op: Op, library: &str) -> Option<&Record> {
        self.on(curve).find(|row| row.op == op && row.library == library)
    }

    /// The records of a curve.
    fn on(&self, curve: Curve) -> impl Iterator<Item = &Record> {
        self.rows.iter().filter(move |row| row.curve == curve)
    }

    /// The heading: machine and versions.
    fn heading(&self) -> String {
        let rate = |ghz: f64| format!("{ghz:.2} GHz");
        let tsc = self.tsc_ghz.map_or_else(|| "none".to_owned(), rate);
        let versions: Vec<_> =
            self.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
        format!(
            "cpu       {}\nclocks    core about {}, time-stamp counter (clk) {tsc}\nbuilt for {}\nversions  {}\ndate      {}\n",
            self.cpu,
            rate(self.core_ghz),
            self.target_features,
            versions.join(", "),
            self.date
        )
    }

    /// The table of one curve.
    fn table(&self, curve: Curve) -> String {
        let libraries = self.libraries(curve);
        let backends: BTreeSet<&str> = self.on(curve).map(|row| row.backend.as_str()).collect();
        let backends: Vec<_> = backends.into_iter().collect();
        let has_ratios = self.on(curve).any(|row| row.ratio.is_some());
        let legend =
            if has_ratios { "; ratio = ours / theirs, median of paired samples" } else { "" };
        let mut text = format!("\n{curve}, backend {}{legend}\n{:<OP$}", backends.join(", "), "");
        for library in &libraries {
            let width = if *library == OURS { TIME + TICKS } else { TIME + RATIO };
            let _ = write!(text, "  {library:>width$}");
        }
        text.push('\n');
        for &op in Op::ALL {
            let records: Vec<_> =
                libraries.iter().map(|library| self.record(curve, op, library)).collect();
            if records.iter().all(Option::is_none) {
                continue;
            }
            let cells = libraries.iter().zip(records).map(|(library, record)| {
                if *library == OURS { our_cell(record) } else { peer_cell(record) }
            });
            let line = cells.fold(format!("{op:<OP$}"), |line, cell| line + "  " + &cell);
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heading())?;
        for curve in Curve::ALL {
            if self.on(curve).next().is_some() {
                f.write_str(&self.table(curve))?;
            }
        }
        Ok(())
    }
}

/// Width of the column of operations.
const OP: usize = 27;
/// Width of a time.
const TIME: usize = 8;
/// Width of a count of ticks.
const TICKS: usize = 11;
/// Width of a ratio.
const RATIO: usize = 7;

/// Time and ticks of one of our rows.
fn our_cell(record: Option<&Record>) -> String {
    let time = record.map_or_else(|| "-".to_owned(), |record| duration(record.ns));
    let ticks = record.and_then(|record| record.cycles).map_or_else(String::new, ticks);
    format!("{time:>TIME$}{ticks:>TICKS$}")
}

/// Time and ratio of a row of another library.
fn peer_cell(record: Option<&Record>) -> String {
    let time = record.map_or_else(|| "-".to_owned(), |record| duration(record.ns));
    let ratio = record.and_then(|record| record.ratio).map(|ratio| format!("{ratio:.2}"));
    format!("{time:>TIME$}{:>RATIO$}", ratio.unwrap_or_default())
}

/// A time with three significant digits and its unit.
pub fn duration(ns: f64) -> String {
    three_digits(ns, ["ns", "us", "ms", "s"])
}

/// A number of ticks with three significant digits and its unit, the units being those of mcl's benchmarks.
fn ticks(count: f64) -> String {
    three_digits(count, ["clk", "Kclk", "Mclk", "Gclk"])
}

/// Three significant digits and the fitting one of `units`, each a thousand times the one before.
fn three_digits(value: f64, units: [&str; 4]) -> String {
    let (value, unit) = match value {
        value if value < 999.5 => (value, units[0]),
        value if value < 999.5e3 => (value / 1e3, units[1]),
        value if value < 999.5e6 => (value / 1e6, units[2]),
        value => (value / 1e9, units[3]),
    };
    let decimals = match value {
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// The model name of the processor, as the system gives it.
fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .filter(|line| line.starts_with("model name"))
        .find_map(|line| line.split_once(':'))
        .map(|(_, model)| model.trim().to_owned());
    model.unwrap_or_else(|| format!("unknown {} processor", std::env::consts::ARCH))
}

/// The extensions that matter to big-integer arithmetic and are on for the whole program.
fn target_features() -> String {
    let features = [
        ("adx", cfg!(target_feature = "adx")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512ifma", cfg!(target_feature = "avx512ifma")),
    ];
    let on = features.iter().filter(|(_, on)| *on);
    let names = on.map(|(name, _)| format!(" +{name}"));
    names.fold(format!("{} baseline", std::env::consts::ARCH), |text, name| text + &name)
}

/// The day of `time` in the Gregorian calendar, UTC.
fn date_of(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil_from_days(seconds / 86400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of the day `days` after 1970-01-01.
///
/// # Algorithm
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013, `civil_from_days`,
/// <https://howardhinnant.github.io/date_algorithms.html>, without the years before 1970.
const fn civil_from_days(days: u64) -> (u64, u64, u64) {
    let z = days + 719_468;
    let era = z / 146_097;
    let day_of_era = z % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::stats::Summary;

    fn measurement(op: Op, library: &'static str, ns: f64, ratio: Option<f64>) -> Measurement {
        let ns = Summary { lower: ns - 1.0, median: ns, upper: ns + 1.0 };
        Measurement { curve: Curve::Snark1, op, library, ns, ticks: Some(2.0 * ns.median), ratio }
    }

    pub(crate) fn sample_report() -> Report {
        let clocks = Clocks { tsc_ghz: Some(2.0), core_ghz: 3.0 };
        let mut report = Report::new(clocks, &[("peer".to_owned(), "1.2.3".to_owned())]);
        let measurements = vec![
            measurement(Op::FpMul, OURS, 17.5, None),
            measurement(Op::FpMul, "peer", 20.0, Some(0.875)),
            measurement(Op::Pairing, OURS, 380_000.0, None),
            measurement(Op::Pairing, "peer", 400_000.0, Some(0.95)),
            measurement(Op::G1Add, "peer", 300.0, None),
        ];
        report.add(measurements, "portable");
        report
    }

    #[test]
    fn json_round_trip() {
        let report = sample_report();
        assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
    }

    #[test]
    fn json_has_the_documented_fields() {
        let json: serde_json::Value =
            serde_json::from_str(&sample_report().to_json().unwrap()).unwrap();
        assert!(json["cpu"].is_string() && json["date"].is_string());
        assert_eq!(json["versions"]["peer"], "1.2.3");
        let ours = &json["rows"][0];
        assert_eq!(ours["curve"], "snark1");
        assert_eq!(ours["op"], "fp_mul");
        assert_eq!(ours["backend"], "portable");
        assert_eq!(ours["library"], "ours");
        assert_eq!(ours["ns"], 17.5);
        assert_eq!(ours["cycles"], 35.0);
        assert!(ours.get("ratio").is_none());
        assert_eq!(json["rows"][1]["ratio"], 0.875);
    }

    #[test]
    fn merged_reports_keep_all_rows() {
        let mut report = sample_report();
        let count = report.rows.len();
        let mut other = sample_report();
        other.rows.iter_mut().for_each(|row| row.curve = Curve::Fp254BNb);
        report.merge(other);
        assert_eq!(report.rows.len(), 2 * count);
        assert_eq!(report.libraries(Curve::Fp254BNb), [OURS, "peer"]);
    }

    #[test]
    fn table_shows_times_and_ratios() {
        let text = sample_report().to_string();
        let line = |op: &str| text.lines().find(|line| line.starts_with(op)).unwrap();
        let fields: Vec<_> = line("fp_mul").split_whitespace().collect();
        assert_eq!(fields, ["fp_mul", "17.5", "ns", "35.0", "clk", "20.0", "ns", "0.88"]);
        let fields: Vec<_> = line("g1_add").split_whitespace().collect();
        assert_eq!(fields, ["g1_add", "-", "300", "ns"]);
        assert!(!text.contains("fp254bnb"), "curves without rows are left out");
    }

    #[test]
    fn figures_have_three_digits() {
        assert_eq!(duration(7.128), "7.13 ns");
        assert_eq!(duration(99.96), "100 ns");
        assert_eq!(duration(1234.0), "1.23 us");
        assert_eq!(duration(215_400.0), "215 us");
        assert_eq!(duration(999_600.0), "1.00 ms");
        assert_eq!(duration(1.52e9), "1.52 s");
        assert_eq!(ticks(62.04), "62.0 clk");
        assert_eq!(ticks(1_407_256.0), "1.41 Mclk");
    }

    /// A cell that is wider than its column would touch the next one.
    #[test]
    fn every_cell_fits_its_column() {
        for exponent in 0..12 {
            let value = 9.994 * 10_f64.powi(exponent);
            assert!(duration(value).len() <= TIME, "{}", duration(value));
            assert!(ticks(value).len() < TICKS, "{}", ticks(value));
        }
    }

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(civil_from_days(0), (1970, 1, 1));
        assert_eq!(civil_from_days(11_016), (2000, 2, 29));
        assert_eq!(civil_from_days(11_017), (2000, 3, 1));
        let time = UNIX_EPOCH + Duration::from_secs(1_704_067_199);
        assert_eq!(date_of(time), "2023-12-31");
    }
}
