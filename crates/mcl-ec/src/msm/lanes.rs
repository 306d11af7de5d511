//! Sums of many runs of points, in the lanes of the vector engine.

use alloc::vec::Vec;
use core::cell::RefCell;

use ff::Field;
use mcl_fp::{FieldExt, FieldLanes, LaneMask, Link, Rows, VECTOR_LANES};

use super::segments::{Point, Segment, Sink};
use crate::CurveParams;

type Lanes<C> = <<C as CurveParams>::Base as FieldExt>::Lanes;

/// Two vectors side by side: as many independent chains of products, which the processor overlaps.
const VECTORS: usize = 2;

/// Pairs that are added at the same time.
const GROUP: usize = VECTORS * VECTOR_LANES;

/// Twice the number of a point, plus one for its opposite.
type Signed = u32;

/// The coordinates of a point.
type Coordinates<F> = [F; 2];

/// As [`super::segments::SegmentSums`], which has the idea: a round is conflict-free by construction, so
/// that its pairs go to lanes as they come.
///
/// Sums stay where a round leaves them. A list of numbers says which points belong together, so that no
/// point is moved but the odd one of a segment.
pub(super) struct LaneSums<'a, C: CurveParams> {
    points: Vec<Coordinates<C::Base>>,
    /// The points of all segments in order.
    list: Vec<Signed>,
    segments: Vec<Segment>,
    scratch: &'a RefCell<Scratch<C>>,
}

/// The memory of a round, which any number of [`LaneSums`] share.
pub(super) struct Scratch<C: CurveParams> {
    /// Where the next round writes.
    spare: Vec<Coordinates<C::Base>>,
    round: Round<C>,
}

impl<C: CurveParams> Scratch<C> {
    pub(super) const fn new() -> Self {
        Self { spare: Vec::new(), round: Round::new() }
    }
}

impl<'a, C: CurveParams> LaneSums<'a, C> {
    /// Points in a full buffer, as for single additions.
    const CAPACITY: usize = {
        let fitting = (128 << 10) / size_of::<Point<C>>();
        if fitting < 256 { 256 } else { fitting }
    };

    /// Points of a list whose pairs share an inversion.
    const BATCH: usize = Self::CAPACITY / 2;

    pub(super) const fn new(scratch: &'a RefCell<Scratch<C>>) -> Self {
        Self { points: Vec::new(), list: Vec::new(), segments: Vec::new(), scratch }
    }

    /// Adds a point to the segment `id`, the last one or a new one.
    #[inline]
    pub(super) fn push(&mut self, id: u32, point: Point<C>, sink: Sink<'_, C>) {
        if self.points.len() >= Self::CAPACITY {
            self.halve(false, sink);
        }
        self.append([point.x, point.y]);
        extend_segment(&mut self.segments, id, 1);
    }

    #[inline]
    fn append(&mut self, point: Coordinates<C::Base>) {
        self.list.push(2 * self.points.len() as u32);
        self.points.push(point);
    }

    /// Adds the points of many segments: the segment `first_id + i` has those of the elements of `list`
    /// from `ends[i - 1]` to `ends[i]`. An odd element stands for the opposite point.
    ///
    /// Pairs of neighbours are added where they are: `at` says where the coordinates of an element are,
    /// `prefetch` fetches them.
    pub(super) fn push_all<'b>(
        &mut self,
        first_id: u32,
        ends: &[u32],
        list: &[Signed],
        prefetch: impl Fn(Signed),
        at: impl Fn(Signed) -> Coordinates<&'b C::Base>,
        sink: Sink<'_, C>,
    ) {
        let mut segments = (first_id..).zip(ends).map(|(id, end)| (id, *end as usize)).peekable();
        let mut start = 0;
        list.iter().take(Self::BATCH).for_each(|element| prefetch(*element));
        while start < list.len() {
            let stop = list.len().min(start + Self::BATCH);
            let ahead = list.len().min(stop + Self::BATCH);
            list[stop..ahead].iter().for_each(|element| prefetch(*element));
            while self.points.len() >= Self::CAPACITY {
                self.halve(false, sink);
            }
            let first_sum = self.points.len().next_multiple_of(GROUP);
            let round = &mut self.scratch.borrow_mut().round;
            round.pairs.clear();
            let mut number = first_sum as u32;
            // The points without a partner follow the sums.
            let first_odd = first_sum + ((stop - start) / 2).next_multiple_of(GROUP);
            self.points.resize(first_odd, [C::Base::ZERO; 2]);
            while let Some((id, end)) = segments.peek() {
                let len = stop.min(*end) - start;
                let (pairs, last) = list[start..start + len].as_chunks::<2>();
                for pair in pairs {
                    round.pairs.push(*pair);
                    self.list.push(2 * number);
                    number += 1;
                }
                if let [last] = last {
                    let [x, y] = at(*last);
                    self.list.push(2 * self.points.len() as u32);
                    self.points.push([*x, if last & 1 == 1 { -*y } else { *y }]);
                }
                if len > 0 {
                    extend_segment(&mut self.segments, *id, len.div_ceil(2));
                }
                start += len;
                if *end > stop {
                    break;
                }
                segments.next();
            }
            round.run(&mut self.points[first_sum..first_odd], &at);
            if round.has_identities {
                remove_identities(&mut self.segments, &mut self.list, round, first_sum);
            }
        }
    }

    /// Completes all segments.
    pub(super) fn finish(&mut self, sink: Sink<'_, C>) {
        while !self.segments.is_empty() {
            self.halve(true, sink);
        }
    }

    /// Adds neighbours of the same segment and passes finished sums on. The last segment may grow
    /// unless it is closed.
    #[inline(never)]
    fn halve(&mut self, last_is_closed: bool, sink: Sink<'_, C>) {
        let pairs: usize = self.segments.iter().map(|segment| segment.len / 2).sum();
        let first_odd = pairs.next_multiple_of(GROUP);
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { spare, round } = &mut *scratch;
        spare.clear();
        spare.resize(first_odd, [C::Base::ZERO; 2]);
        round.pairs.clear();
        let (mut read, mut write, mut number) = (0, 0, 0);
        for segment in &mut self.segments {
            let end = read + segment.len;
            while read + 1 < end {
                round.pairs.push([self.list[read], self.list[read + 1]]);
                self.list[write] = 2 * number;
                number += 1;
                write += 1;
                read += 2;
            }
            if read < end {
                let last = (self.list[read] / 2) as usize;
                self.list[write] = 2 * spare.len() as u32;
                spare.extend_from_slice(&self.points[last..=last]);
                write += 1;
                read += 1;
            }
            segment.len = segment.len.div_ceil(2);
        }
        self.list.truncate(write);
        let points = &self.points;
        round.run(&mut spare[..first_odd], |i| points[(i / 2) as usize].each_ref());
        core::mem::swap(&mut self.points, spare);
        if round.has_identities {
            remove_identities(&mut self.segments, &mut self.list, round, 0);
        }
        drop(scratch);
        self.pass_on(last_is_closed, sink);
    }

    /// Hands out the segments of one point, or none, as long as no longer one comes before.
    fn pass_on(&mut self, last_is_closed: bool, sink: Sink<'_, C>) {
        let pending = self.segments.len() - usize::from(!last_is_closed);
        let finished = self.segments[..pending].iter().take_while(|segment| segment.len <= 1);
        let (mut count, mut read) = (0, 0);
        for segment in finished {
            if segment.len == 1 {
                let [x, y] = self.points[(self.list[read] / 2) as usize];
                sink(segment.id, Point { x, y });
            }
            read += segment.len;
            count += 1;
        }
        self.segments.drain(..count);
        self.list.drain(..read);
        if self.list.is_empty() {
            self.points.clear();
        }
    }
}

/// Takes the sums that are the identity from the list.
#[cold]
fn remove_identities<C: CurveParams>(
    segments: &mut [Segment],
    list: &mut Vec<Signed>,
    round: &Round<C>,
    first_sum: usize,
) {
    let (mut read, mut write) = (0, 0);
    for segment in segments {
        let start = write;
        for _ in 0..segment.len {
            let point = list[read];
            read += 1;
            let number = ((point / 2) as usize).wrapping_sub(first_sum);
            if !round.is_identity(number) {
                list[write] = point;
                write += 1;
            }
        }
        segment.len = write - start;
    }
    list.truncate(write);
}

#[inline]
fn extend_segment(segments: &mut Vec<Segment>, id: u32, len: usize) {
    match segments.last_mut() {
        Some(last) if last.id == id => last.len += len,
        _ => segments.push(Segment { id, len }),
    }
}

/// The sums of pairs of points, all with one inversion.
struct Round<C: CurveParams> {
    pairs: Vec<[Signed; 2]>,
    links: Vec<Link<Lanes<C>>>,
    /// For each group of pairs, the lanes of equal points, and of opposite ones.
    special: Vec<[[LaneMask; VECTORS]; 2]>,
    has_identities: bool,
}

impl<C: CurveParams> Round<C> {
    const fn new() -> Self {
        Self { pairs: Vec::new(), links: Vec::new(), special: Vec::new(), has_identities: false }
    }

    /// Whether the sum of a pair is the identity.
    fn is_identity(&self, number: usize) -> bool {
        let (k, lane) = (number % GROUP / VECTOR_LANES, number % VECTOR_LANES);
        let opposites = self.special.get(number / GROUP).map(|[_, opposites]| opposites[k].bits());
        opposites.is_some_and(|bits| bits >> lane & 1 == 1)
    }

    /// Writes the sums of the pairs, which fill whole groups with something at the end.
    #[inline(always)]
    fn run<'a>(
        &mut self,
        sums: &mut [Coordinates<C::Base>],
        at: impl Fn(Signed) -> Coordinates<&'a C::Base>,
    ) {
        self.special.clear();
        self.has_identities = false;
        let Some(last) = self.pairs.last().copied() else { return };
        // The lanes without a pair do the last one again.
        self.pairs.resize(self.pairs.len().next_multiple_of(GROUP), last);
        let mut inverses = self.invert_runs(&at);
        let (sums, _) = sums.as_chunks_mut::<VECTOR_LANES>();
        let (sums, _) = sums.as_chunks_mut::<VECTORS>();
        let groups = self.pairs.as_chunks::<GROUP>().0.iter().zip(sums);
        for ((group, sums), (link, special)) in groups.zip(self.links.iter().zip(&self.special)) {
            let [p1, p2] = [points(group, 0, &at), points(group, 1, &at)];
            let negated = [signs(group, 0), signs(group, 1)];
            let [tangents, _] = *special;
            if tangents == [LaneMask::NONE; VECTORS] {
                Lanes::<C>::chords(&p1, &p2, negated, &mut inverses, link, sums);
            } else {
                Lanes::<C>::chords_and_tangents(
                    &p1,
                    &p2,
                    negated,
                    &mut inverses,
                    link,
                    tangents,
                    sums,
                );
            }
        }
    }

    /// The first pass, from the last pair to the first one: a quarter of the inverses of the products.
    #[inline(always)]
    fn invert_runs<'a>(
        &mut self,
        at: impl Fn(Signed) -> Coordinates<&'a C::Base>,
    ) -> [Lanes<C>; VECTORS] {
        let (groups, _) = self.pairs.as_chunks::<GROUP>();
        if self.links.len() < groups.len() {
            self.links.resize(groups.len(), Link::NONE);
        }
        self.special.resize(groups.len(), [[LaneMask::NONE; VECTORS]; 2]);
        let mut chains = [Lanes::<C>::ONE; VECTORS];
        let links = self.links[..groups.len()].iter_mut().zip(&mut self.special);
        // The products of a link are taken after the runs of the next one: they overlap.
        let mut last: Option<&mut Link<Lanes<C>>> = None;
        for (group, (link, special)) in groups.iter().zip(links).rev() {
            let ([x1, _], [x2, _]) = (points(group, 0, &at), points(group, 1, &at));
            Lanes::<C>::runs(&x1, &x2, link);
            if link.zeros != [LaneMask::NONE; VECTORS] {
                *special = mend::<C>(group, link, &at);
                self.has_identities |= special[1] != [LaneMask::NONE; VECTORS];
            }
            if let Some(last) = last.replace(link) {
                Lanes::<C>::extend(&mut chains, last);
            }
        }
        if let Some(last) = last {
            Lanes::<C>::extend(&mut chains, last);
        }
        // 2^(6 - 8). A product of non-zero factors is not zero.
        Lanes::<C>::inverses_of_chains(&chains, 6, |product| {
            product.invert_vartime().unwrap_or(C::Base::ONE)
        })
    }
}

/// Replaces the zeros among the runs by those of tangents, and by ones for opposite points. Returns the
/// lanes of both.
#[cold]
#[inline(never)]
fn mend<'a, C: CurveParams>(
    group: &[[Signed; 2]; GROUP],
    link: &mut Link<Lanes<C>>,
    at: impl Fn(Signed) -> Coordinates<&'a C::Base>,
) -> [[LaneMask; VECTORS]; 2] {
    let ([_, y1], [_, y2]) = (points(group, 0, &at), points(group, 1, &at));
    let (signs1, signs2) = (signs(group, 0), signs(group, 1));
    let mut special = [[LaneMask::NONE; VECTORS]; 2];
    for k in 0..VECTORS {
        let [y1, y2] = [(&y1, signs1), (&y2, signs2)].map(|(y, negated)| {
            let y = Lanes::<C>::gather(y[k]);
            Lanes::<C>::select(negated[k], &-y, &y)
        });
        // 2y for equal points. No point has order 2: y is not zero.
        let sum = y1 + y2;
        let opposite = link.zeros[k] & sum.zeros();
        let equal = link.zeros[k] & !opposite;
        special[0][k] = equal;
        special[1][k] = opposite;
        let runs = Lanes::<C>::select(equal, &sum, &link.runs[k]);
        link.runs[k] = Lanes::<C>::select(opposite, &Lanes::<C>::ONE, &runs);
    }
    special
}

/// The coordinates of the first or second points of pairs.
#[inline(always)]
fn points<'a, F>(
    group: &[[Signed; 2]; GROUP],
    i: usize,
    at: impl Fn(Signed) -> Coordinates<&'a F>,
) -> [Rows<'a, F>; 2] {
    let [x, y] = at(group[0][i]);
    let (mut all_x, mut all_y) = ([[x; VECTOR_LANES]; VECTORS], [[y; VECTOR_LANES]; VECTORS]);
    for (lane, pair) in group.iter().enumerate() {
        let (k, lane) = (lane / VECTOR_LANES, lane % VECTOR_LANES);
        [all_x[k][lane], all_y[k][lane]] = at(pair[i]);
    }
    [all_x, all_y]
}

/// The lanes of opposites among the first or second points of pairs.
#[inline(always)]
fn signs(group: &[[Signed; 2]; GROUP], i: usize) -> [LaneMask; VECTORS] {
    let bits = group.iter().rev().fold(0, |bits, pair| bits << 1 | pair[i] & 1);
    [LaneMask::from_bits(bits as u8), LaneMask::from_bits((bits >> VECTOR_LANES) as u8)]
}
