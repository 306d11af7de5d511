//! The logarithm without a table: Pollard's kangaroos.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::{multiple, width};
use crate::error::OutOfRange;
use crate::group::ElGamalGroup;

/// Kangaroos that jump side by side and share an inversion; one half is tame.
const HERD: usize = 64;

/// Ranges up to this many integers are searched one by one.
const SMALL: u64 = 1 << 12;

/// How many times the expected number of jumps is tried.
const PATIENCE: u64 = 40;

/// The `m` of the range with `[m] base = element`, without a table.
///
/// # Errors
/// [`OutOfRange`] if there is none. The method is probabilistic: for an integer of the range the error
/// comes up with a probability that falls exponentially with the jumps, of which forty times the
/// expected number are tried. A wrong value is never returned.
///
/// # Timing
/// Variable time: public inputs only. About `2 sqrt(n)` additions for a range of `n` integers, and
/// twenty to forty times as many to find that there is none.
///
/// # Algorithm
/// Pollard, "Monte Carlo methods for index computation (mod p)", 1978, with distinguished points and
/// two herds: van Oorschot and Wiener, "Parallel collision search with cryptanalytic applications",
/// 1999, section 6.
pub fn kangaroo<G: ElGamalGroup>(
    base: &G,
    element: &G,
    range: RangeInclusive<i64>,
) -> Result<i64, OutOfRange> {
    let error = OutOfRange { min: *range.start(), max: *range.end() };
    let width = width(&range);
    if width <= SMALL {
        return range
            .clone()
            .scan(multiple(base, i128::from(*range.start())), |candidate, m| {
                let found = candidate == element;
                *candidate += base;
                Some((m, found))
            })
            .find_map(|(m, found)| found.then_some(m))
            .ok_or(error);
    }
    let mut herd = Herd::new(base, element, &range);
    let root = width.isqrt();
    let distinguished = 1 << herd.distinguished_bits;
    let rounds = PATIENCE * (2 * root / HERD as u64 + distinguished);
    for _ in 0..rounds {
        if let Some(m) = herd.jump() {
            let in_range = i64::try_from(m).ok().filter(|m| range.contains(m));
            if in_range.is_some() && multiple(base, m) == *element {
                return in_range.ok_or(error);
            }
        }
    }
    Err(error)
}

struct Herd<G: ElGamalGroup> {
    /// Where the kangaroos sit. The first half is tame.
    points: Vec<G>,
    /// The logarithms of the tame points; for wild points, of their distance from the element.
    logarithms: Vec<i128>,
    jumps: Vec<(i128, G::Affine)>,
    distinguished_bits: u32,
    /// By the key of a distinguished point, its logarithm or distance and whether it is tame.
    seen: BTreeMap<u64, (i128, bool)>,
    base: G,
    element: G,
    middle: i128,
    /// Kangaroos started, each from a place of its own, and the distance between the places.
    started: i128,
    spacing: i128,
    affine: Vec<G::Affine>,
}

impl<G: ElGamalGroup> Herd<G> {
    fn new(base: &G, element: &G, range: &RangeInclusive<i64>) -> Self {
        let root = width(range).isqrt();
        // The mean of 1, 2, ..., 2^(count-1) is 2^count/count; the best mean is HERD/4 sqrt(n).
        let mean = HERD as u64 / 4 * root;
        let count = (2..63).find(|&count| (1u64 << count) / count >= mean).unwrap_or(63);
        let jumps = (0..count).map(|i| {
            let length = 1i128 << i;
            (length, multiple(base, length).to_affine_vartime())
        });
        let middle = (i128::from(*range.start()) + i128::from(*range.end())) / 2;
        let mut herd = Self {
            points: vec![G::identity(); HERD],
            logarithms: vec![0; HERD],
            jumps: jumps.collect(),
            distinguished_bits: (root / HERD as u64 / 16).max(1).ilog2().min(20),
            seen: BTreeMap::new(),
            base: *base,
            element: *element,
            middle,
            started: 0,
            spacing: i128::from((mean / HERD as u64) | 1),
            affine: vec![G::Affine::default(); HERD],
        };
        for i in 0..HERD {
            herd.start(i);
        }
        herd
    }

    const fn is_tame(i: usize) -> bool {
        i < HERD / 2
    }

    /// Puts a kangaroo at a new place near the middle of the range, or near the element.
    fn start(&mut self, i: usize) {
        let offset = self.started * self.spacing;
        self.started += 1;
        let logarithm = if Self::is_tame(i) { self.middle + offset } else { offset };
        self.logarithms[i] = logarithm;
        let point = multiple(&self.base, logarithm);
        self.points[i] = if Self::is_tame(i) { point } else { point + self.element };
    }

    /// One jump of every kangaroo; a candidate for the logarithm if a tame one and a wild one met.
    fn jump(&mut self) -> Option<i128> {
        G::normalize(&self.points, &mut self.affine);
        let mut found = None;
        for i in 0..HERD {
            let key = G::key(&self.affine[i]);
            // The low bits say whether the point is distinguished, the high ones choose the jump.
            if key.trailing_zeros() >= self.distinguished_bits {
                match self.seen.insert(key, (self.logarithms[i], Self::is_tame(i))) {
                    Some((logarithm, is_tame)) if is_tame != Self::is_tame(i) => {
                        let difference = self.logarithms[i] - logarithm;
                        found = found.or(Some(if is_tame { -difference } else { difference }));
                        self.start(i);
                    }
                    // Two of a kind would go on together.
                    Some(_) => self.start(i),
                    None => {}
                }
            }
            let (length, step) = self.jumps[((key >> 32) % self.jumps.len() as u64) as usize];
            self.points[i] = self.points[i] + &step;
            self.logarithms[i] += length;
        }
        found
    }
}
