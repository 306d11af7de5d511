//! Alternating measurement.

use std::time::Duration;

use crate::row::{Curve, OURS, Op, Row, Sampler};
use crate::stats::{Summary, median, paired_ratio};
use crate::timer::{Elapsed, Moment};

/// How long and how often is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Turns; in each turn every library is sampled once.
    pub turns: usize,
    /// Turns for operations whose samples take longer than [`Effort::SLOW`].
    pub slow_turns: usize,
    /// What one sample should last; an operation that takes longer is executed once a sample.
    pub sample: Duration,
}

impl Effort {
    /// The usual effort.
    pub const FULL: Self = Self { turns: 11, slow_turns: 7, sample: Duration::from_millis(3) };

    /// Enough to see that every row runs.
    pub const QUICK: Self = Self { turns: 3, slow_turns: 3, sample: Duration::from_micros(300) };

    /// A sample longer than this is slow.
    pub const SLOW: Duration = Duration::from_millis(100);
}

/// The outcome of one row.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The curve.
    pub curve: Curve,
    /// The operation.
    pub op: Op,
    /// [`OURS`], or the name of the library's crate.
    pub library: &'static str,
    /// Nanoseconds of one execution.
    pub ns: Summary,
    /// Ticks of the time-stamp counter of one execution, median.
    pub ticks: Option<f64>,
    /// Median of the quotients ours / theirs of all turns; absent for our rows and where we have none.
    pub ratio: Option<f64>,
}

/// Measures all rows: operation after operation in the order of the report, the libraries of an operation in turn.
///
/// `progress` is told the curve and operation before the measurement and the number of their rows.
pub fn run(
    mut rows: Vec<Row>,
    effort: Effort,
    mut progress: impl FnMut(Curve, Op, usize),
) -> Vec<Measurement> {
    rows.sort_by_key(|row| (row.curve, row.op));
    let mut measurements = Vec::with_capacity(rows.len());
    let mut rows = rows.into_iter().peekable();
    while let Some(first) = rows.next() {
        let key = (first.curve, first.op);
        let mut group = vec![first];
        while let Some(row) = rows.next_if(|row| (row.curve, row.op) == key) {
            group.push(row);
        }
        progress(key.0, key.1, group.len());
        measurements.extend(measure_group(group, effort));
    }
    measurements
}

/// One library within a group of rows that are sampled in turn.
struct Contestant {
    library: &'static str,
    sampler: Sampler,
    /// Executions a sample.
    batch: u64,
    ns: Vec<f64>,
    ticks: Vec<f64>,
}

impl Contestant {
    fn new(row: Row, effort: Effort) -> (Self, bool) {
        let library = row.library;
        let mut sampler = row.prepare();
        let (batch, elapsed) = calibrate(&mut sampler, effort.sample);
        let is_slow = elapsed.ns > Effort::SLOW.as_nanos() as f64;
        (Self { library, sampler, batch, ns: Vec::new(), ticks: Vec::new() }, is_slow)
    }

    fn sample(&mut self) {
        let elapsed = time(&mut self.sampler, self.batch);
        let times = self.batch as f64;
        self.ns.push(elapsed.ns / times);
        self.ticks.extend(elapsed.ticks.map(|ticks| ticks / times));
    }
}

/// Measures rows of the same curve and operation.
fn measure_group(group: Vec<Row>, effort: Effort) -> Vec<Measurement> {
    let keys: Vec<_> = group.iter().map(|row| (row.curve, row.op)).collect();
    let (mut contestants, slow): (Vec<_>, Vec<_>) =
        group.into_iter().map(|row| Contestant::new(row, effort)).unzip();
    let turns = if slow.contains(&true) { effort.slow_turns } else { effort.turns };
    let count = contestants.len();
    for turn in 0..turns {
        // A different library begins each turn, so that none always follows the same one.
        for i in 0..count {
            contestants[(turn + i) % count].sample();
        }
    }
    let ours = contestants.iter().find(|c| c.library == OURS).map(|c| c.ns.clone());
    let measurement = |((curve, op), contestant): (_, Contestant)| {
        let ours = ours.as_ref().filter(|_| contestant.library != OURS);
        Some(Measurement {
            curve,
            op,
            library: contestant.library,
            ns: Summary::of(&contestant.ns)?,
            ticks: median(&contestant.ticks),
            ratio: ours.and_then(|ours| paired_ratio(ours, &contestant.ns)),
        })
    };
    keys.into_iter().zip(contestants).filter_map(measurement).collect()
}

/// Finds how many executions last about `target`; returns that number and the time of the last trial. The trials warm
/// caches and branch predictors up.
fn calibrate(sampler: &mut Sampler, target: Duration) -> (u64, Elapsed) {
    let target = target.as_nanos() as f64;
    let mut batch = 1;
    loop {
        let elapsed = time(sampler, batch);
        if elapsed.ns >= target / 4.0 {
            let fitting = batch as f64 * target / elapsed.ns;
            return ((fitting.round() as u64).max(1), elapsed);
        }
        batch *= 2;
    }
}

fn time(sampler: &mut Sampler, batch: u64) -> Elapsed {
    let start = Moment::now();
    sampler(batch);
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;
    use crate::row::Rows;

    const EFFORT: Effort = Effort { turns: 3, slow_turns: 2, sample: Duration::from_micros(50) };

    fn sleeper(curve: Curve, op: Op, library: &'static str, micros: u64) -> Vec<Row> {
        let mut rows = Rows::new(curve, library);
        rows.each(op, move || (vec![()], move |()| sleep(Duration::from_micros(micros))));
        rows.into_vec()
    }

    #[test]
    fn rows_come_back_in_report_order_with_ratios_of_peers() {
        let rows = [
            sleeper(Curve::Snark1, Op::Pairing, "peer", 800),
            sleeper(Curve::Snark1, Op::FpAdd, "peer", 100),
            sleeper(Curve::Snark1, Op::Pairing, OURS, 200),
        ];
        let mut seen = Vec::new();
        let rows = rows.into_iter().flatten().collect();
        let measured = run(rows, EFFORT, |curve, op, count| seen.push((curve, op, count)));
        assert_eq!(seen, [(Curve::Snark1, Op::FpAdd, 1), (Curve::Snark1, Op::Pairing, 2)]);
        let summary: Vec<_> =
            measured.iter().map(|m| (m.op, m.library, m.ratio.is_some())).collect();
        let expected =
            [(Op::FpAdd, "peer", false), (Op::Pairing, "peer", true), (Op::Pairing, OURS, false)];
        assert_eq!(summary, expected);
        assert!(measured[1].ratio.is_some_and(|ratio| ratio < 1.0));
        assert!(measured[1].ns.median >= 800e3);
    }

    #[test]
    fn batches_fill_the_sample_time() {
        let mut sampler: Sampler = Box::new(|times| sleep(Duration::from_micros(100 * times)));
        let (batch, _) = calibrate(&mut sampler, Duration::from_millis(2));
        assert!((5..=20).contains(&batch), "{batch}");
        let (batch, _) = calibrate(&mut sampler, Duration::from_micros(1));
        assert_eq!(batch, 1);
    }
}
