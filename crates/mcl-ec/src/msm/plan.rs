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
}

/// Costs in hundredths of an affine addition, measured; see `docs/optimizations.md`.
mod cost {
    /// A digit: sorting, fetching and adding a point.
    pub(super) const DIGIT: u64 = 115;
    /// A bucket: two additions, of which the digits are charged one too many.
    pub(super) const BUCKET: u64 = 115;
    /// A group of windows: inversions of few elements.
    pub(super) const GROUP: u64 = 30_000;
}

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
        let window = cost::DIGIT * digits + cost::BUCKET * buckets;
        let groups = plan.pieces as u64 * u64::from(count.div_ceil(plan.group));
        groups.div_ceil(self.threads as u64) * (u64::from(plan.group) * window + cost::GROUP)
    }
}

/// Whether interleaved digits are faster than buckets, on one thread.
pub(super) const fn is_for_straus(terms: usize) -> bool {
    terms < 24
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
                    let plan = Problem { terms, parts, bits, levels, threads }.plan();
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

    #[test]
    fn more_terms_have_wider_windows() {
        let widths = (5..22).map(|log| {
            Problem { terms: 1 << log, parts: 2, bits: 128, levels: 1, threads: 1 }
                .plan()
                .windows
                .max_width()
        });
        let widths: alloc::vec::Vec<_> = widths.collect();
        assert!(widths.is_sorted(), "{widths:?}");
        assert!(widths[0] <= 6 && widths[16] >= 15, "{widths:?}");
    }
}
