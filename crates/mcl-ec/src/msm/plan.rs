//! Which way a sum is computed: the model of its cost.

use super::digits::Windows;

/// Sums that go to buckets: their windows, and how the work is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) windows: Windows,
    /// Pieces of the list of terms that are worked on side by side, each with buckets of its own.
    pub(super) pieces: usize,
    /// Windows that share inversions and memory.
    pub(super) group: u32,
}

/// What the cost depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub(super) terms: usize,
    /// Parts of a scalar.
    pub(super) parts: usize,
    /// Bits of a part.
    pub(super) bits: u32,
    /// Multiples of each base that are known.
    pub(super) levels: u32,
    pub(super) threads: usize,
    /// Whether the vector engine adds.
    pub(super) in_lanes: bool,
}

/// Costs in hundredths of an affine addition, measured; see `docs/optimizations.md`.
struct Costs {
    /// A digit: sorting, fetching and adding a point.
    digit: u64,
    /// A bucket: two additions, of which the digits are charged one too many, and what comes with
    /// rounds of few additions.
    bucket: u64,
    /// A group of windows: inversions of few elements.
    group: u64,
}

/// One by one.
const SINGLE: Costs = Costs { digit: 115, bucket: 115, group: 30_000 };

/// In lanes, where an addition is a fourth of that, and what is not an addition weighs more.
const LANES: Costs = Costs { digit: 130, bucket: 520, group: 130_000 };

impl Problem {
    pub(super) fn plan(&self) -> Plan {
        let plans = Windows::counts(self.bits, self.levels).map(|count| self.plan_for(count));
        // There is always a window.
        plans.min_by_key(|plan| self.cost(plan)).unwrap_or_else(|| self.plan_for(1))
    }

    fn plan_for(&self, count: u32) -> Plan {
        let windows = Windows::new(self.bits, self.levels, count);
        // More threads than windows: each window in pieces.
        let pieces = self.threads.div_ceil(count as usize);
        // A quarter of a bucket for each term, or what a thread does not notice.
        let buckets = 1 << (windows.max_width() - 1);
        let limit = (self.terms / 4).max(4096) / buckets;
        let rounds = (count as usize).div_ceil(self.threads * limit.max(1));
        let group = (count as usize).div_ceil(self.threads * rounds) as u32;
        Plan { windows, pieces, group }
    }

    /// The time until the last thread is done.
    fn cost(&self, plan: &Plan) -> u64 {
        // In 64 bits on every word size: costs exceed 32 bits from some 280,000 terms on.
        let Windows { levels, count, .. } = plan.windows;
        let terms = self.terms as u64 * self.parts as u64 * u64::from(levels);
        let digits = terms.div_ceil(plan.pieces as u64);
        // Windows differ by a bit at most: the mean of their buckets.
        let buckets: u64 = (0..count).map(|window| plan.windows.buckets(window) as u64).sum();
        let buckets = buckets.div_ceil(count.into());
        let costs = if self.in_lanes { LANES } else { SINGLE };
        let window = costs.digit * digits + costs.bucket * buckets;
        let groups = plan.pieces as u64 * u64::from(count.div_ceil(plan.group));
        let groups = groups.div_ceil(self.threads as u64);
        // The last group may be smaller.
        let windows = (groups * u64::from(plan.group)).min(plan.pieces as u64 * u64::from(count));
        windows * window + groups * costs.group
    }
}

/// Whether interleaved digits are faster than buckets, on one thread.
pub(super) const fn is_for_straus(terms: usize, in_lanes: bool) -> bool {
    terms < if in_lanes { 9 } else { 24 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_cover_all_windows() {
        for terms in [0, 1, 2, 33, 1000, 1 << 16, 1 << 22] {
            for threads in [1, 2, 3, 7, 64, 1000] {
                for (parts, bits, levels) in
                    [(1, 255, 1), (2, 128, 1), (4, 66, 1), (2, 128, 8), (1, 9, 1)]
                {
                    for in_lanes in [false, true] {
                        let plan = Problem { terms, parts, bits, levels, threads, in_lanes }.plan();
                        let windows = plan.windows;
                        assert!(windows.count >= 1 && windows.levels == levels);
                        assert!(windows.levels * windows.bits >= bits);
                        assert!(windows.max_width() <= super::super::digits::MAX_WIDTH);
                        assert!((1..=windows.count).contains(&plan.group) && plan.pieces >= 1);
                        // Enough tasks for all threads.
                        let groups = windows.count.div_ceil(plan.group) as usize;
                        assert!(
                            threads > terms || groups * plan.pieces * 2 > threads,
                            "{plan:?} {threads}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn more_terms_have_wider_windows() {
        for in_lanes in [false, true] {
            let widths = (5..22).map(|log| {
                let terms = 1 << log;
                let problem =
                    Problem { terms, parts: 2, bits: 128, levels: 1, threads: 1, in_lanes };
                problem.plan().windows.max_width()
            });
            let widths: alloc::vec::Vec<_> = widths.collect();
            assert!(widths.is_sorted(), "{widths:?}");
            assert!(widths[0] <= 6 && widths[16] >= 15, "{widths:?}");
        }
    }
}
