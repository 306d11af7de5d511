//! Sums of many runs of points, in affine coordinates with shared inversions.

use alloc::vec::Vec;

use ff::Field;
use mcl_fp::FieldExt;
use subtle::{Choice, ConditionallySelectable};

use crate::{Affine, CurveParams};

/// The coordinates of a point other than the identity.
pub(super) struct Point<C: CurveParams> {
    pub(super) x: C::Base,
    pub(super) y: C::Base,
}

impl<C: CurveParams> Clone for Point<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: CurveParams> Copy for Point<C> {}

impl<C: CurveParams> Point<C> {
    /// The point, which the caller knows not to be the identity.
    #[inline]
    pub(super) const fn new(point: &Affine<C>) -> Self {
        Self { x: point.x, y: point.y }
    }

    pub(super) const fn to_affine(self) -> Affine<C> {
        Affine { x: self.x, y: self.y, infinity: 0 }
    }
}

/// The numerator and the denominator of the slope of the line through two points with equal x: the
/// tangent, or none for opposite points.
#[cold]
#[inline(never)]
fn tangent<C: CurveParams>(p: &Point<C>, q: &Point<C>) -> Option<(C::Base, C::Base)> {
    // No point has order 2: y is not zero.
    (p.y - q.y).is_zero_vartime().then(|| (p.x.square().triple(), p.y.double()))
}

/// Points that belong together.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) id: u32,
    pub(super) len: usize,
}

/// The inverses are computed in this many chains of products, which the processor overlaps.
const CHAINS: usize = 2;

/// Adds up runs of points while they arrive.
///
/// Points are pushed with the number of their segment, one segment after the other. A buffer
/// collects them. Whenever it is full, the points of each segment are added in pairs, all pairs with
/// one inversion, which halves the buffer; a segment that has become one point is done, and the
/// sums leave in the order in which the segments came.
///
/// The additions of a round are independent by construction, whatever the points: there is no
/// schedule to keep and no conflict to resolve. A segment of n points takes n - 1 additions in
/// about log2(n) rounds, also if all its points are equal.
///
/// # Algorithm
/// Chord and tangent with the inversions of Montgomery, "Speeding the Pollard and elliptic curve
/// methods of factorization", 1987, 10.3.1: 6 products an addition.
pub(super) struct SegmentSums<C: CurveParams> {
    /// The points of all segments in order.
    points: Vec<Point<C>>,
    segments: Vec<Segment>,
    /// For each pair of a round, from the last to the first, the denominator of the slope and the
    /// product of the denominators of the pairs of its chain before it in this list.
    links: Vec<(C::Base, C::Base)>,
}

/// Takes the number of a segment and its sum, unless that is the identity.
pub(super) type Sink<'a, C> = &'a mut dyn FnMut(u32, Point<C>);

impl<C: CurveParams> SegmentSums<C> {
    /// Points in a full buffer: few enough for the second cache, many enough for an inversion to be
    /// cheap beside half as many additions.
    pub(super) const CAPACITY: usize = {
        let fitting = (128 << 10) / size_of::<Point<C>>();
        if fitting < 256 { 256 } else { fitting }
    };

    pub(super) const fn new() -> Self {
        Self { points: Vec::new(), segments: Vec::new(), links: Vec::new() }
    }

    /// Adds a point to the segment `id`, the last one or a new one.
    #[inline]
    pub(super) fn push(&mut self, id: u32, point: Point<C>, sink: Sink<'_, C>) {
        if self.points.len() >= Self::CAPACITY {
            self.halve(false, sink);
        }
        self.extend_segment(id, 1);
        self.points.push(point);
    }

    #[inline]
    fn extend_segment(&mut self, id: u32, len: usize) {
        match self.segments.last_mut() {
            Some(last) if last.id == id => last.len += len,
            _ => self.segments.push(Segment { id, len }),
        }
    }

    /// Adds the points of many segments: the segment `first_id + i` has those that `load` makes of the
    /// elements of `list` from `ends[i - 1]` to `ends[i]`. An odd element stands for the opposite
    /// point.
    ///
    /// The points are touched, then copied in tight loops, so that the processor waits for many of
    /// them at the same time; a loop that did more with each would have few loads in flight. `touch`
    /// reads both ends of a point and says nothing of interest.
    pub(super) fn push_all(
        &mut self,
        first_id: u32,
        ends: &[u32],
        list: &[u32],
        touch: impl Fn(u32) -> bool,
        load: impl Fn(u32) -> Point<C>,
        sink: Sink<'_, C>,
    ) {
        let mut start = 0;
        let mut segments = (first_id..).zip(ends).map(|(id, end)| (id, *end as usize));
        let mut segment = segments.next();
        while start < list.len() {
            if self.points.len() >= Self::CAPACITY {
                self.halve(false, sink);
            }
            let filled = self.points.len();
            let stop = list.len().min(start + Self::CAPACITY - filled);
            let batch = &list[start..stop];
            // A loop that does still less has more loads in flight.
            let touched = batch.iter().fold(false, |touched, element| touched | touch(*element));
            core::hint::black_box(touched);
            self.points.extend(batch.iter().map(|element| load(*element)));
            for (point, element) in self.points[filled..].iter_mut().zip(batch) {
                let opposite = -point.y;
                point.y.conditional_assign(&opposite, Choice::from((element & 1) as u8));
            }
            while let Some((id, end)) = segment {
                let len = end.min(stop) - start;
                if len > 0 {
                    self.extend_segment(id, len);
                    start += len;
                }
                if end > stop {
                    break;
                }
                segment = segments.next();
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
        let (mut inverses, is_special) = self.invert_denominators();
        let pending = self.segments.len() - usize::from(!last_is_closed);
        let Self { points, segments, links } = self;
        let (mut read, mut write, mut kept) = (0, 0, 0);
        for i in 0..segments.len() {
            let Segment { id, len } = segments[i];
            let start = write;
            for _ in 0..len / 2 {
                let Some((denominator, product)) = links.pop() else { break };
                let (p, q) = (&points[read], &points[read + 1]);
                read += 2;
                let mut numerator = q.y - p.y;
                if is_special && p.x == q.x {
                    match tangent(p, q) {
                        Some((tangent, _)) => numerator = tangent,
                        // The sum is the identity: no point at all.
                        None => continue,
                    }
                }
                let inverse = &mut inverses[links.len() % CHAINS];
                let slope = numerator * (*inverse * product);
                *inverse *= denominator;
                let x = slope.square() - (p.x + q.x);
                let y = slope * (p.x - x) - p.y;
                points[write] = Point { x, y };
                write += 1;
            }
            if len % 2 == 1 {
                points[write] = points[read];
                read += 1;
                write += 1;
            }
            let len = write - start;
            // In order: only if all earlier segments are gone.
            if len <= 1 && kept == 0 && i < pending {
                if len == 1 {
                    sink(id, points[start]);
                }
                write = start;
            } else {
                segments[kept] = Segment { id, len };
                kept += 1;
            }
        }
        segments.truncate(kept);
        points.truncate(write);
    }

    /// Fills `links`. Returns the inverse of each chain, and whether a pair has equal x.
    fn invert_denominators(&mut self) -> ([C::Base; CHAINS], bool) {
        let mut chains = [C::Base::ONE; CHAINS];
        let mut is_special = false;
        let mut end = self.points.len();
        for segment in self.segments.iter().rev() {
            let start = end - segment.len;
            for pair in self.points[start..end].chunks_exact(2).rev() {
                let mut denominator = pair[1].x - pair[0].x;
                if denominator.is_zero_vartime() {
                    is_special = true;
                    denominator = match tangent(&pair[0], &pair[1]) {
                        Some((_, denominator)) => denominator,
                        None => C::Base::ONE,
                    };
                }
                let chain = &mut chains[self.links.len() % CHAINS];
                self.links.push((denominator, *chain));
                *chain *= denominator;
            }
            end = start;
        }
        let [a, b] = chains;
        // A product of non-zero factors is not zero.
        let inverse = (a * b).invert_vartime().unwrap_or(C::Base::ONE);
        ([inverse * b, inverse * a], is_special)
    }
}
