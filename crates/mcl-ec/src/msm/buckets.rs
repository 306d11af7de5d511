//! Buckets: the sum of the products for some windows of all scalars.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use super::digits::Digits;
use super::lanes::Scratch;
use super::segments::Point;
use super::sums::Sums;
use super::{AsAffine, Split};
use crate::jacobian::Jacobian;
use crate::{CurveParams, Projective};

/// A point and the exponent of the power of two by which it is to be multiplied.
pub(super) type Term<C> = (u32, Point<C>);

/// A bucket, by a number in which its window and its digit follow one another, and its sum.
type Bucket<C> = (u32, Point<C>);

/// Points and the integers they are multiplied by.
pub(super) struct Buckets<'a, B> {
    /// For each level, the multiples of all bases by `2^(bits of a level)`.
    pub(super) bases: &'a [B],
    pub(super) digits: &'a Digits,
    /// Whether the vector engine adds.
    pub(super) in_lanes: bool,
}

impl<C: CurveParams, B: AsAffine<Curve = C>> Buckets<'_, B> {
    /// The sum over some windows of some scalars, as terms whose exponents may repeat.
    ///
    /// # Algorithm
    /// The occurrences of the points are sorted by window, digit and part of the scalar, so that each
    /// bucket is a run of points. Where scalars are decomposed, the endomorphism maps the sum for a
    /// part and not its points, which costs less for full buckets and needs no memory for images.
    pub(super) fn terms<S: Split<C>>(
        &self,
        windows: Range<u32>,
        scalars: Range<usize>,
    ) -> Vec<Term<C>> {
        let digit_bits = self.digits.windows().max_width();
        let mut buckets: Vec<Bucket<C>> = Vec::new();
        let scratch = RefCell::new(Scratch::new());
        let scratch = self.in_lanes.then_some(&scratch);
        let mut parts = Sums::new(scratch);
        let mut images = Sums::new(scratch);
        let mut order = Order::default();
        let mut into_buckets = |id: u32, sum: Point<C>| buckets.push((id, sum));
        let mut into_images = |id: u32, sum: Point<C>| {
            if S::PARTS == 1 {
                return into_buckets(id, sum);
            }
            let (bucket, part) = (id / S::PARTS as u32, id % S::PARTS as u32);
            let image = if part == 0 { sum } else { Point::new(&S::image(sum.to_affine(), part)) };
            images.push(bucket, image, &mut into_buckets);
        };
        for (number, window) in (0..).zip(windows.clone()) {
            order.sort(self.digits, scalars.clone(), window);
            let first = number << digit_bits;
            // One for the digit of the first bucket.
            let first_id = (first + 1) * S::PARTS as u32;
            let base = |occurrence: u32| self.bases[(occurrence >> 1) as usize].as_affine();
            parts.push_all(first_id, &order.ends, &order.occurrences, base, &mut into_images);
        }
        parts.finish(&mut into_images);
        images.finish(&mut into_buckets);
        self.weigh(buckets, windows, [parts, images])
    }

    /// `sum_j j B_j` for the buckets of each window.
    ///
    /// # Algorithm
    /// By the bits of j: the sum over all odd j of `B_j` is a term for the lowest bit, and the sums
    /// `B_(2j) + B_(2j+1)` are the buckets of half as many digits. Two additions a bucket, as with
    /// running sums, but they are independent and stay in affine coordinates. Two empty sums lend their
    /// memory.
    fn weigh(
        &self,
        mut buckets: Vec<Bucket<C>>,
        windows: Range<u32>,
        [mut odd, mut pairs]: [Sums<'_, C>; 2],
    ) -> Vec<Term<C>> {
        let layout = self.digits.windows();
        let mut terms = Vec::new();
        let count = windows.len() as u32;
        let mut into_terms = |id: u32, sum: Point<C>| {
            let (bit, window) = (id / count, windows.start + id % count);
            terms.push((layout.offset(window) + bit, sum));
        };
        for bit in 0..layout.max_width() {
            let digit_bits = layout.max_width() - bit;
            let mut halves = Vec::with_capacity(buckets.len() / 2 + 1);
            let mut into_halves = |id: u32, sum: Point<C>| halves.push((id, sum));
            for (id, sum) in buckets {
                if id & 1 == 1 {
                    odd.push(bit * count + (id >> digit_bits), sum, &mut into_terms);
                }
                // A digit of zero has no weight.
                if id & ((1 << digit_bits) - 1) > 1 {
                    pairs.push(id >> 1, sum, &mut into_halves);
                }
            }
            pairs.finish(&mut into_halves);
            buckets = halves;
        }
        odd.finish(&mut into_terms);
        terms
    }
}

/// The sum of terms: Horner's rule in base two.
pub(super) fn evaluate<C: CurveParams>(mut terms: Vec<Term<C>>) -> Projective<C> {
    terms.sort_unstable_by_key(|(exponent, _)| *exponent);
    let mut sum = Jacobian::identity();
    let mut exponent = terms.last().map_or(0, |(exponent, _)| *exponent);
    for (next, point) in terms.into_iter().rev() {
        for _ in next..exponent {
            sum = sum.double();
        }
        exponent = next;
        sum = sum.add_affine_vartime(&point.to_affine());
    }
    for _ in 0..exponent {
        sum = sum.double();
    }
    sum.to_projective()
}

/// The occurrences of points in the buckets of one window, sorted by counting.
#[derive(Default)]
struct Order {
    /// Where the occurrences of a key end.
    ends: Vec<u32>,
    /// Twice the number of a base, plus one for its opposite.
    occurrences: Vec<u32>,
}

impl Order {
    /// Sorts by the absolute value of the digit, then by part.
    fn sort(&mut self, digits: &Digits, scalars: Range<usize>, window: u32) {
        let (windows, parts) = (digits.windows(), digits.parts());
        let key = |part: usize, digit: i32| (digit.unsigned_abs() as usize - 1) * parts + part;
        self.ends.clear();
        self.ends.resize(windows.buckets(window) * parts, 0);
        for level in 0..windows.levels {
            digits.for_each(scalars.clone(), level, window, |_, part, digit| {
                self.ends[key(part, digit)] += 1;
            });
        }
        let mut next = 0;
        for end in &mut self.ends {
            (*end, next) = (next, next + *end);
        }
        self.occurrences.resize(next as usize, 0);
        for level in 0..windows.levels {
            let first = level as usize * digits.len();
            digits.for_each(scalars.clone(), level, window, |i, part, digit| {
                // The start of the key moves to its end.
                let end = &mut self.ends[key(part, digit)];
                let sign = u32::from(digit < 0);
                self.occurrences[*end as usize] = ((first + i) as u32) << 1 | sign;
                *end += 1;
            });
        }
    }
}
