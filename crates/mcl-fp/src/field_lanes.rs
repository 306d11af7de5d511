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
        self.double() + *self
    }

    /// `self^2`.
    #[must_use]
    fn square(&self) -> Self;

    /// `sum(a_i b_i)` of one to four products, with one reduction.
    fn sum_of_products<const T: usize>(a: [&Self; T], b: [&Self; T]) -> Self;

    /// The lanes that are zero.
    fn zeros(&self) -> LaneMask;

    /// `a` in the lanes of the mask, else `b`.
    fn select(mask: LaneMask, a: &Self, b: &Self) -> Self;
}
