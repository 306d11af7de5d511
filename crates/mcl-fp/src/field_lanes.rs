//! What generic code asks of eight elements of a field side by side.

use core::ops::{Add, Mul, Neg, Sub};

use crate::{FieldExt, LaneMask, VECTOR_LANES};

/// Eight elements of a field, one in each lane: [`crate::FpX8`], and what extensions make of it.
///
/// Where [`Self::IS_SUPPORTED`] is false, results have no meaning; [`FieldExt::has_lanes`] says where
/// lanes are faster. Lanes are not canonical: there is no equality, [`Self::zeros`] takes its place.
/// All operations are constant time.
pub trait FieldLanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Mul<Output = Self>
{
    /// What a lane holds.
    type Element: FieldExt<Lanes = Self>;

    /// Whether the engine computes with this field.
    const IS_SUPPORTED: bool;

    /// Zero in every lane.
    const ZERO: Self;

    /// One in every lane.
    const ONE: Self;

    /// The logarithm of the factor between [`Self::gather`] and [`Self::from_array`].
    const GATHER_SHIFT: u32 = 4;

    /// The same element in every lane.
    fn splat(x: &Self::Element) -> Self;

    /// The element of each lane: a product more than [`Self::gather`].
    fn from_array(elements: &[Self::Element; VECTOR_LANES]) -> Self;

    /// The element of each lane: a product more than [`Self::scatter`].
    fn to_array(&self) -> [Self::Element; VECTOR_LANES];

    /// **One sixteenth** of the element of each lane, from anywhere in memory.
    ///
    /// Where results are homogeneous in what was gathered, the factor cancels or goes into a constant
    /// that is there anyway.
    fn gather(elements: [&Self::Element; VECTOR_LANES]) -> Self;

    /// **16 times** the element of each lane: the reverse of [`Self::gather`].
    fn scatter(&self) -> [Self::Element; VECTOR_LANES];

    /// `self + other`. These operations are calls, and references spare copies of their operands.
    #[inline]
    #[must_use]
    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }

    /// `self - other`.
    #[inline]
    #[must_use]
    fn minus(&self, other: &Self) -> Self {
        *self - *other
    }

    /// `self * other`.
    #[inline]
    #[must_use]
    fn times(&self, other: &Self) -> Self {
        *self * *other
    }

    /// `k self`, by one reduction for `k` up to 31.
    #[must_use]
    fn small_multiple(&self, k: u64) -> Self;

    /// `2 self`.
    #[inline]
    #[must_use]
    fn double(&self) -> Self {
        *self + *self
    }

    /// `3 self`.
    #[inline]
    #[must_use]
    fn triple(&self) -> Self {
        self.small_multiple(3)
    }

    /// `self^2`.
    #[must_use]
    fn square(&self) -> Self;

    /// `sum(a_i b_i)` of one to four products, with one reduction.
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self;

    /// One of the two square roots, and the lanes that have them; the others hold no meaning. Which of
    /// the roots it is is not fixed.
    #[must_use]
    fn sqrt(&self) -> (Self, LaneMask);

    /// The lanes that are zero.
    fn zeros(&self) -> LaneMask;

    /// In each lane the entry of the table whose mask has the lane, zero if there is none; no lane is in two
    /// masks. All entries are read.
    #[must_use]
    fn lookup<const T: usize>(table: [&Self; T], masks: [LaneMask; T]) -> Self;

    /// `a` in the lanes of the mask, else `b`.
    fn select(mask: LaneMask, a: &Self, b: &Self) -> Self;

    /// The first half of the addition of affine points with a shared inversion, for `2 * 8` of them: the
    /// runs `x2 - x1` of the slopes, and the products of all runs so far.
    ///
    /// A run of zero is for the caller to mend: [`Link::replace`].
    #[inline]
    fn runs(
        x1: Rows<'_, Self::Element>,
        x2: Rows<'_, Self::Element>,
        chains: &mut [Self; 2],
        link: &mut Link<Self>,
    ) {
        for k in 0..2 {
            link.runs[k] = Self::gather(x2[k]) - Self::gather(x1[k]);
            link.zeros[k] = link.runs[k].zeros();
            link.before[k] = chains[k];
            chains[k] = chains[k] * link.runs[k];
        }
    }

    /// The second half: the sums `p1 + p2`, with the y of the lanes of the masks negated. `inverses`
    /// holds a quarter of the inverses of the chains up to the link, and is led to the link before.
    ///
    /// # Scale
    /// With `X = x/16` and `Y = y/16`, as gathered, the slope `s = (Y2 - Y1)/(X2 - X1)` is that of
    /// x and y, but `X3 = s^2/16 - X1 - X2`. The inverses make it `t = s/4`: `X3 = t^2 - X1 - X2` and
    /// `Y3 = t 4(X1 - X3) - Y1`. Nothing has to be converted.
    #[inline]
    fn chords(
        p1: [Rows<'_, Self::Element>; 2],
        p2: [Rows<'_, Self::Element>; 2],
        negated: [[LaneMask; 2]; 2],
        inverses: &mut [Self; 2],
        link: &Link<Self>,
        out: &mut [[Self::Element; 2]; 2 * VECTOR_LANES],
    ) {
        for k in 0..2 {
            let rise = |[y1, y2]: [&Self; 2], _: &Self| *y2 - *y1;
            out[k * VECTOR_LANES..][..VECTOR_LANES]
                .copy_from_slice(&chords_with(k, &p1, &p2, negated, inverses, link, rise));
        }
    }

    /// As [`Self::chords`], where some pairs are of equal points: tangents in these lanes.
    #[cold]
    #[inline(never)]
    fn chords_and_tangents(
        p1: [Rows<'_, Self::Element>; 2],
        p2: [Rows<'_, Self::Element>; 2],
        negated: [[LaneMask; 2]; 2],
        inverses: &mut [Self; 2],
        link: &Link<Self>,
        tangents: [LaneMask; 2],
        out: &mut [[Self::Element; 2]; 2 * VECTOR_LANES],
    ) {
        for k in 0..2 {
            // 3x^2/16 for a run of 2y/16.
            let rise = |[y1, y2]: [&Self; 2], x1: &Self| {
                let triple = x1.square().triple();
                let tangent = (0..Self::GATHER_SHIFT).fold(triple, |sum, _| sum.double());
                Self::select(tangents[k], &tangent, &(*y2 - *y1))
            };
            out[k * VECTOR_LANES..][..VECTOR_LANES]
                .copy_from_slice(&chords_with(k, &p1, &p2, negated, inverses, link, rise));
        }
    }
}

/// Eight elements twice, from anywhere in memory.
pub type Rows<'a, F> = [[&'a F; VECTOR_LANES]; 2];

/// What [`FieldLanes::runs`] keeps for [`FieldLanes::chords`].
#[derive(Clone, Copy, Debug)]
pub struct Link<L> {
    /// The runs of the slopes.
    pub runs: [L; 2],
    /// The products of the runs before.
    pub before: [L; 2],
    /// The lanes in which a run is zero.
    pub zeros: [LaneMask; 2],
}

impl<L: FieldLanes> Link<L> {
    /// An empty link.
    pub const NONE: Self =
        Self { runs: [L::ZERO; 2], before: [L::ZERO; 2], zeros: [LaneMask::NONE; 2] };

    /// Other runs, in the chains where there was a zero.
    pub fn replace(&mut self, k: usize, runs: &L, chains: &mut [L; 2]) {
        self.runs[k] = *runs;
        chains[k] = self.before[k] * *runs;
    }
}

#[inline(always)]
fn chords_with<L: FieldLanes>(
    k: usize,
    [x1, y1]: &[Rows<'_, L::Element>; 2],
    [x2, y2]: &[Rows<'_, L::Element>; 2],
    negated: [[LaneMask; 2]; 2],
    inverses: &mut [L; 2],
    link: &Link<L>,
    rise: impl Fn([&L; 2], &L) -> L,
) -> [[L::Element; 2]; VECTOR_LANES] {
    let [y1, y2] = [(y1, negated[0]), (y2, negated[1])].map(|(y, negated)| {
        let y = L::gather(y[k]);
        if negated[k] == LaneMask::NONE { y } else { L::select(negated[k], &-y, &y) }
    });
    let (x1, x2) = (L::gather(x1[k]), L::gather(x2[k]));
    let slope = rise([&y1, &y2], &x1) * (inverses[k] * link.before[k]);
    inverses[k] = inverses[k] * link.runs[k];
    let x3 = slope.square() - (x1 + x2);
    let y3 = slope * (x1 - x3).double().double() - y1;
    let (x3, y3) = (x3.scatter(), y3.scatter());
    core::array::from_fn(|lane| [x3[lane], y3[lane]])
}
