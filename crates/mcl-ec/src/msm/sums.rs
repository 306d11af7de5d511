//! Sums of many runs of points: one by one, or in lanes.

use core::cell::RefCell;

use ff::Field;
use mcl_fp::prefetch;
use subtle::{Choice, ConditionallySelectable};

use super::lanes::{LaneSums, Scratch};
use super::segments::{Point, SegmentSums, Sink};
use crate::{Affine, CurveParams};

/// Adds up runs of points while they arrive: see [`SegmentSums`].
pub(super) enum Sums<'a, C: CurveParams> {
    Single(SegmentSums<C>),
    Lanes(LaneSums<'a, C>),
}

impl<'a, C: CurveParams> Sums<'a, C> {
    /// Shorter lists have few pairs for an inversion of their own.
    const MIN_LIST: usize = 64;

    /// In lanes if there is memory for them.
    pub(super) const fn new(scratch: Option<&'a RefCell<Scratch<C>>>) -> Self {
        match scratch {
            Some(scratch) => Self::Lanes(LaneSums::new(scratch)),
            None => Self::Single(SegmentSums::new()),
        }
    }

    /// Adds a point to the segment `id`, the last one or a new one.
    #[inline]
    pub(super) fn push(&mut self, id: u32, point: Point<C>, sink: Sink<'_, C>) {
        match self {
            Self::Single(sums) => sums.push(id, point, sink),
            Self::Lanes(sums) => sums.push(id, point, sink),
        }
    }

    /// Adds the points of many segments: the segment `first_id + i` has those that the elements of
    /// `list` from `ends[i - 1]` to `ends[i]` stand for. An odd element stands for the opposite of a
    /// point.
    pub(super) fn push_all<'b>(
        &mut self,
        first_id: u32,
        ends: &[u32],
        list: &[u32],
        at: impl Fn(u32) -> &'b Affine<C>,
        sink: Sink<'_, C>,
    ) where
        C: 'b,
    {
        match self {
            Self::Single(sums) => {
                let touch = |element| {
                    let point = at(element);
                    point.x.is_zero_vartime() | (point.infinity == 1)
                };
                let load = |element| Point::new(at(element));
                sums.push_all(first_id, ends, list, touch, load, sink);
            }
            Self::Lanes(sums) if list.len() < Self::MIN_LIST => {
                let mut start = 0;
                for (id, end) in (first_id..).zip(ends) {
                    for element in &list[start..*end as usize] {
                        let mut point = Point::new(at(*element));
                        let is_opposite = Choice::from((element & 1) as u8);
                        point.y = C::Base::conditional_select(&point.y, &-point.y, is_opposite);
                        sums.push(id, point, sink);
                    }
                    start = *end as usize;
                }
            }
            Self::Lanes(sums) => {
                let coordinates = |element| {
                    let point = at(element);
                    [&point.x, &point.y]
                };
                sums.push_all(
                    first_id,
                    ends,
                    list,
                    |element| prefetch(at(element)),
                    coordinates,
                    sink,
                );
            }
        }
    }

    /// Completes all segments.
    pub(super) fn finish(&mut self, sink: Sink<'_, C>) {
        match self {
            Self::Single(sums) => sums.finish(sink),
            Self::Lanes(sums) => sums.finish(sink),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::Projective;
    use crate::tests::curves::{AltBn128, Secp192k1};

    /// P, 2P, 3P and their opposites.
    fn special_points<C: CurveParams>() -> Vec<(i64, Point<C>)> {
        let p = Projective::<C>::generator();
        let multiples = [(1, p), (2, p.double()), (3, p.double() + p)];
        let opposites = multiples.map(|(k, p)| (-k, -p));
        let all = multiples.into_iter().chain(opposites);
        all.map(|(k, p)| (k, Point::new(&p.to_affine()))).collect()
    }

    fn multiple<C: CurveParams>(k: i64) -> Affine<C> {
        let p = Projective::generator();
        let sum: Projective<C> =
            core::iter::repeat_n(if k < 0 { -p } else { p }, k.unsigned_abs() as usize).sum();
        sum.to_affine()
    }

    /// All runs of up to five special points, among which are all ways of cancelling.
    fn every_short_run<C: CurveParams>(in_lanes: bool) {
        let points = special_points::<C>();
        let scratch = RefCell::new(Scratch::new());
        let mut sums = Sums::<C>::new(in_lanes.then_some(&scratch));
        let mut expected = vec![];
        let mut found = vec![];
        let mut sink = |id, point: Point<C>| found.push((id, point.to_affine()));
        let mut id = 0;
        for len in 0..=5u32 {
            for number in 0..6usize.pow(len) {
                let mut total = 0;
                for i in 0..len {
                    let (k, point) = points[number / 6usize.pow(i) % 6];
                    total += k;
                    sums.push(id, point, &mut sink);
                }
                if total != 0 {
                    expected.push((id, total));
                }
                id += 1;
            }
        }
        sums.finish(&mut sink);
        let table: Vec<Affine<C>> = (-15..=15).map(multiple).collect();
        assert_eq!(found.len(), expected.len());
        for (found, (id, total)) in found.iter().zip(&expected) {
            assert_eq!(*found, (*id, table[(total + 15) as usize]), "sum {total}");
        }
    }

    /// Segments far larger than the buffer, between small ones.
    fn large_runs<C: CurveParams>(in_lanes: bool) {
        let points = special_points::<C>();
        let lens = [1, 3 * SegmentSums::<C>::CAPACITY + 1, 1, 2, 2 * SegmentSums::<C>::CAPACITY, 1];
        for pattern in [&[0][..], &[0, 3], &[0, 1, 2, 3], &[0, 0, 4, 1]] {
            let scratch = RefCell::new(Scratch::new());
            let mut sums = Sums::<C>::new(in_lanes.then_some(&scratch));
            let mut found = vec![];
            let mut sink = |id, point: Point<C>| found.push((id, point.to_affine()));
            let mut expected = vec![];
            for (id, len) in (10..).zip(lens) {
                let mut total = 0;
                for i in 0..len {
                    let (k, point) = points[pattern[i % pattern.len()]];
                    total += k;
                    sums.push(id, point, &mut sink);
                }
                if total != 0 {
                    expected.push((id, multiple(total)));
                }
            }
            sums.finish(&mut sink);
            assert_eq!(found, expected, "{pattern:?}");
        }
    }

    /// Lists with empty segments, cut by the buffer anywhere.
    fn lists<C: CurveParams>(in_lanes: bool) {
        let p = Affine::<C>::generator();
        let lens = [0, 0, 1, 2, 700, 0, SegmentSums::<C>::CAPACITY as u32, 1500, 0, 5, 0];
        let ends: Vec<u32> = lens
            .iter()
            .scan(0, |end, len| {
                *end += len;
                Some(*end)
            })
            .collect();
        let total = ends[ends.len() - 1];
        // Every third point is an opposite.
        let list: Vec<u32> = (0..total).map(|i| u32::from(i % 3 == 2)).collect();
        let mut expected = vec![];
        let mut start = 0;
        for (id, end) in (7..).zip(&ends) {
            let sum: i64 = (start..*end).map(|i| if i % 3 == 2 { -1 } else { 1 }).sum();
            if sum != 0 {
                expected.push((id, multiple(sum)));
            }
            start = *end;
        }
        let scratch = RefCell::new(Scratch::new());
        let mut sums = Sums::<C>::new(in_lanes.then_some(&scratch));
        let mut found = vec![];
        let mut sink = |id, point: Point<C>| found.push((id, point.to_affine()));
        sums.push_all(7, &ends, &list, |_| &p, &mut sink);
        sums.finish(&mut sink);
        assert_eq!(found, expected);
    }

    #[test]
    fn runs_of_special_points() {
        every_short_run::<AltBn128>(false);
        every_short_run::<AltBn128>(true);
        every_short_run::<Secp192k1>(false);
    }

    #[test]
    fn runs_larger_than_the_buffer() {
        for in_lanes in [false, true] {
            large_runs::<AltBn128>(in_lanes);
            lists::<AltBn128>(in_lanes);
        }
    }
}
