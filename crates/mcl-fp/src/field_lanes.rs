//! What generic code asks of eight elements of a field side by side.

use core::ops::{Add, Mul, Neg, Sub};

use ff::Field;

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

    /// Of three elements in each lane, whose product has the square root `root`: a square root of the first one
    /// that is a square, which root is not fixed. Also the lanes where that is the first element, and those
    /// where it is the second one.
    ///
    /// The third one is a square where the others are none; this spares a power.
    #[must_use]
    fn root_of_first_square(elements: [&Self; 3], root: &Self) -> (Self, [LaneMask; 2]);

    /// Of the two roots `self` and `-self` of an element the one that [`ff::Field::sqrt`] gives, in lanes where
    /// `factor` is a square, else the other one. Neither is zero.
    #[must_use]
    fn fixed_root(&self, factor: &Self) -> Self;

    /// `1/self`, zero for zero: one inversion for all lanes.
    #[must_use]
    fn invert_or_zero(&self) -> Self;

    /// The lanes that are zero.
    fn zeros(&self) -> LaneMask;

    /// In each lane the entry of the table whose mask has the lane, zero if there is none; no lane is in two
    /// masks. All entries are read.
    #[must_use]
    fn lookup<const T: usize>(table: [&Self; T], masks: [LaneMask; T]) -> Self;

    /// `a` in the lanes of the mask, else `b`.
    fn select(mask: LaneMask, a: &Self, b: &Self) -> Self;

    /// `chains *= x` of `x/16`, with some factor other than zero in place of zero; the chains before. The
    /// way there of Montgomery's inversion of many elements, [`crate::batch_invert`].
    #[inline]
    fn extend_chains(x: &Rows<'_, Self::Element>, chains: &mut [Self; 2], before: &mut [Self; 2]) {
        for k in 0..2 {
            let x = Self::gather(x[k]);
            before[k] = chains[k];
            chains[k] = chains[k] * Self::select(x.zeros(), &Self::ONE, &x);
        }
    }

    /// `before inverses`, or zero where x is, and `inverses *= x`: the way back.
    #[inline]
    fn shorten_chains(
        x: &Rows<'_, Self::Element>,
        inverses: &mut [Self; 2],
        before: &[Self; 2],
        out: &mut [Self; 2],
    ) {
        for k in 0..2 {
            let x = Self::gather(x[k]);
            let zeros = x.zeros();
            let own = inverses[k] * before[k];
            inverses[k] = inverses[k] * Self::select(zeros, &Self::ONE, &x);
            out[k] = Self::select(zeros, &Self::ZERO, &own);
        }
    }

    /// `2^(doublings - 8)/x` for each lane x, none of which is zero, with one inversion.
    #[must_use]
    fn inverses_of_chains(
        [a, b]: &[Self; 2],
        doublings: u32,
        invert: impl FnOnce(&Self::Element) -> Self::Element,
    ) -> [Self; 2] {
        // 16 times the products.
        let products = (*a * *b).scatter();
        let mut before = [Self::Element::ONE; VECTOR_LANES];
        let mut product = Self::Element::ONE;
        for (before, factor) in before.iter_mut().zip(&products) {
            *before = product;
            product *= factor;
        }
        let mut inverse = (0..doublings).fold(invert(&product), |multiple, _| multiple.double());
        for (before, factor) in before.iter_mut().zip(&products).rev() {
            *before *= inverse;
            inverse *= factor;
        }
        let inverses = Self::gather(before.each_ref());
        [inverses * *b, inverses * *a]
    }

    /// `x s`, where s is what it says: a product with gathered elements that are scattered again.
    #[inline]
    fn scale_rows(
        x: &Rows<'_, Self::Element>,
        s: &[Self; 2],
        out: &mut [[Self::Element; VECTOR_LANES]; 2],
    ) {
        for k in 0..2 {
            out[k] = (Self::gather(x[k]) * s[k]).scatter();
        }
    }

    /// The beginning of the addition of affine points with a shared inversion, for twice eight of them: the
    /// runs `x2 - x1` of the slopes.
    ///
    /// A run of zero is for the caller to replace.
    #[inline]
    fn runs(x1: &Rows<'_, Self::Element>, x2: &Rows<'_, Self::Element>, link: &mut Link<Self>) {
        for k in 0..2 {
            link.runs[k] = Self::gather(x2[k]) - Self::gather(x1[k]);
            link.zeros[k] = link.runs[k].zeros();
        }
    }

    /// The chains of products of all runs, one link longer.
    #[inline]
    fn extend(chains: &mut [Self; 2], link: &mut Link<Self>) {
        link.before = *chains;
        for (chain, run) in chains.iter_mut().zip(&link.runs) {
            *chain = *chain * *run;
        }
    }

    /// The end: the sums `p1 + p2`, with the y of the lanes of the masks negated. `inverses`
    /// holds a quarter of the inverses of the chains up to the link, and is led to the link before.
    ///
    /// # Scale
    /// With `X = x/16` and `Y = y/16`, as gathered, the slope `s = (Y2 - Y1)/(X2 - X1)` is that of
    /// x and y, but `X3 = s^2/16 - X1 - X2`. The inverses make it `t = s/4`: `X3 = t^2 - X1 - X2` and
    /// `Y3 = t 4(X1 - X3) - Y1`. Nothing has to be converted.
    #[inline]
    fn chords(
        p1: &[Rows<'_, Self::Element>; 2],
        p2: &[Rows<'_, Self::Element>; 2],
        negated: [[LaneMask; 2]; 2],
        inverses: &mut [Self; 2],
        link: &Link<Self>,
        out: &mut [[[Self::Element; 2]; VECTOR_LANES]; 2],
    ) {
        for k in 0..2 {
            let rise = |[y1, y2]: [&Self; 2], _: &Self| *y2 - *y1;
            out[k] = chords_with(k, p1, p2, negated, inverses, link, rise);
        }
    }

    /// As [`Self::chords`], where some pairs are of equal points: tangents in these lanes.
    #[cold]
    #[inline(never)]
    fn chords_and_tangents(
        p1: &[Rows<'_, Self::Element>; 2],
        p2: &[Rows<'_, Self::Element>; 2],
        negated: [[LaneMask; 2]; 2],
        inverses: &mut [Self; 2],
        link: &Link<Self>,
        tangents: [LaneMask; 2],
        out: &mut [[[Self::Element; 2]; VECTOR_LANES]; 2],
    ) {
        for k in 0..2 {
            // 3x^2/16 for a run of 2y/16.
            let rise = |[y1, y2]: [&Self; 2], x1: &Self| {
                let triple = x1.square().triple();
                let tangent = (0..Self::GATHER_SHIFT).fold(triple, |sum, _| sum.double());
                Self::select(tangents[k], &tangent, &(*y2 - *y1))
            };
            out[k] = chords_with(k, p1, p2, negated, inverses, link, rise);
        }
    }
}

/// Eight elements twice, from anywhere in memory.
pub type Rows<'a, F> = [[&'a F; VECTOR_LANES]; 2];

/// What [`FieldLanes::runs`] and [`FieldLanes::extend`] keep for [`FieldLanes::chords`].
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
