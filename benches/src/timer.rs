//! Wall time and time-stamp counter.
//!
//! `clk` in tables and `cycles` in JSON are ticks of the time-stamp counter (TSC). The TSC of current x86-64
//! processors runs at a constant rate, whatever the core does: a tick is *not* a core cycle. [`Clocks::calibrate`]
//! measures both rates, so that a figure in core cycles, such as those in the literature, can be had by multiplying
//! ticks with `core_ghz / tsc_ghz`. Other architectures report nanoseconds only.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    instant: Instant,
    ticks: Option<u64>,
}

/// The time between two moments.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed {
    /// Nanoseconds of wall time.
    pub ns: f64,
    /// Ticks of the time-stamp counter, where there is one.
    pub ticks: Option<f64>,
}

impl Moment {
    /// Reads both clocks.
    pub fn now() -> Self {
        Self { instant: Instant::now(), ticks: time_stamp() }
    }

    /// The time since `self`.
    pub fn elapsed(self) -> Elapsed {
        let end = Self::now();
        let ticks = match (self.ticks, end.ticks) {
            (Some(start), Some(end)) => Some(end.wrapping_sub(start) as f64),
            _ => None,
        };
        Elapsed { ns: end.instant.duration_since(self.instant).as_nanos() as f64, ticks }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn time_stamp() -> Option<u64> {
    // SAFETY: RDTSC exists on every x86-64 processor, reads a counter and touches no memory.
    Some(unsafe { core::arch::x86_64::_rdtsc() })
}

#[cfg(not(target_arch = "x86_64"))]
fn time_stamp() -> Option<u64> {
    None
}

/// The rates of the two clocks behind a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// Ticks of the time-stamp counter per nanosecond, where there is one.
    pub tsc_ghz: Option<f64>,
    /// Core cycles per nanosecond at the moment of calibration, an estimate.
    pub core_ghz: f64,
}

impl Clocks {
    /// Measures both rates in about 50 ms: the best of several runs of a chain of known latency.
    pub fn calibrate() -> Self {
        const LINKS: u64 = 1 << 21;
        let _ = dependent_chain(LINKS);
        let deadline = Instant::now() + Duration::from_millis(50);
        let whole = Moment::now();
        let mut fastest = f64::INFINITY;
        while Instant::now() < deadline {
            let start = Moment::now();
            black_box(dependent_chain(black_box(LINKS)));
            fastest = fastest.min(start.elapsed().ns);
        }
        let whole = whole.elapsed();
        Self {
            tsc_ghz: whole.ticks.map(|ticks| ticks / whole.ns),
            core_ghz: (LINKS * CYCLES_PER_LINK) as f64 / fastest,
        }
    }
}

/// Latency of one step of [`dependent_chain`] on the x86-64 and AArch64 cores of the last ten years: three cycles for the
/// product, one for the disjunction.
const CYCLES_PER_LINK: u64 = 4;

/// A chain of `links` steps, each of which waits for the one before.
fn dependent_chain(links: u64) -> u64 {
    let mut x = black_box(3_u64);
    for _ in 0..links {
        x = x.wrapping_mul(x | 2);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elapsed_time_is_positive_on_both_clocks() {
        let start = Moment::now();
        black_box(dependent_chain(1000));
        let elapsed = start.elapsed();
        assert!(elapsed.ns > 0.0);
        assert_eq!(elapsed.ticks.is_some(), cfg!(target_arch = "x86_64"));
        assert!(elapsed.ticks.is_none_or(|ticks| ticks > 0.0));
    }

    #[test]
    fn calibrated_rates_are_plausible() {
        let clocks = Clocks::calibrate();
        assert!(clocks.core_ghz > 0.05 && clocks.core_ghz < 20.0, "{clocks:?}");
    }
}
