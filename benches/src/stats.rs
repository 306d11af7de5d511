//! Medians, quartiles and paired ratios.

/// Median and quartiles of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// First quartile.
    pub lower: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub upper: f64,
}

impl Summary {
    /// Summarises `values`; `None` when there are none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            lower: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            upper: quantile(&sorted, 0.75)?,
        })
    }
}

/// The median of `values`; `None` when there are none.
pub fn median(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.median)
}

/// The median of the quotients `ours[i] / theirs[i]`, one for each turn of a run; `None` without a turn.
pub fn paired_ratio(ours: &[f64], theirs: &[f64]) -> Option<f64> {
    let quotients: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect();
    median(&quotients)
}

/// The `q`-quantile of a sorted sample, interpolated between the two nearest values.
fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = q * last as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    let weight = position - below as f64;
    Some(sorted[below] * (1.0 - weight) + sorted[above] * weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even_counts() {
        assert_eq!(median(&[5.0, 1.0, 3.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[7.0]), Some(7.0));
    }

    #[test]
    fn nothing_has_no_summary() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(paired_ratio(&[], &[]), None);
    }

    #[test]
    fn quartiles_interpolate() {
        let summary = Summary::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(summary, Summary { lower: 2.0, median: 3.0, upper: 4.0 });
        let summary = Summary::of(&[1.0, 2.0]).unwrap();
        assert_eq!(summary, Summary { lower: 1.25, median: 1.5, upper: 1.75 });
    }

    /// The machine halves its clock in the last turns: the medians of the two sides drift, the paired ratio stays.
    #[test]
    fn ratio_is_formed_turn_by_turn() {
        let ours = [10.0, 10.0, 20.0, 20.0, 20.0];
        let theirs = [20.0, 20.0, 40.0, 40.0, 40.0];
        assert_eq!(paired_ratio(&ours, &theirs), Some(0.5));
    }
}
