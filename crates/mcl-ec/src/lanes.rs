//! Eight points of a curve side by side.

use core::fmt;
use core::ops::{Add, Neg};

use mcl_fp::{FieldLanes, LaneMask, VECTOR_LANES};

use crate::formulas::{self, Eight, Lanes};
use crate::{Affine, CurveParams, Projective};

/// Eight points in homogeneous coordinates, one in each lane: the group law of [`Projective`] on
/// [`FieldLanes`].
///
/// All operations are constant time and right for all points in any lane.
///
/// For fields that the vector engine takes ([`FieldLanes::IS_SUPPORTED`]); for others the results have no
/// meaning.
#[derive(Clone, Copy)]
pub struct ProjectiveX8<C: CurveParams> {
    x: Lanes<C>,
    y: Lanes<C>,
    z: Lanes<C>,
}

impl<C: CurveParams> ProjectiveX8<C> {
    /// The identity in every lane.
    #[must_use]
    pub fn identity() -> Self {
        Self { x: Lanes::<C>::ZERO, y: Lanes::<C>::ONE, z: Lanes::<C>::ZERO }
    }

    /// The points with these homogeneous coordinates, which the caller knows to satisfy the curve
    /// equation and not to be all zero in any lane.
    #[must_use]
    pub const fn from_xyz_unchecked(x: Lanes<C>, y: Lanes<C>, z: Lanes<C>) -> Self {
        Self { x, y, z }
    }

    /// The homogeneous coordinates.
    #[must_use]
    pub const fn xyz(&self) -> (&Lanes<C>, &Lanes<C>, &Lanes<C>) {
        (&self.x, &self.y, &self.z)
    }

    /// The point of each lane; the identity in lanes for which there is none.
    #[must_use]
    pub fn from_affine(points: &[Affine<C>]) -> Self {
        let identity = Affine::identity();
        let point = |lane| points.get(lane).unwrap_or(&identity);
        let mut finite = 0;
        for (lane, point) in points.iter().enumerate().take(VECTOR_LANES) {
            finite |= (1 - point.infinity) << lane;
        }
        let finite = LaneMask::from_bits(finite);
        let (one, zero) = (Lanes::<C>::ONE, Lanes::<C>::ZERO);
        let y = Lanes::<C>::from_array(&core::array::from_fn(|lane| point(lane).y));
        Self {
            x: Lanes::<C>::from_array(&core::array::from_fn(|lane| point(lane).x)),
            y: Lanes::<C>::select(finite, &y, &one),
            z: Lanes::<C>::select(finite, &one, &zero),
        }
    }

    /// The point of each lane; the identity in lanes for which there is none.
    #[must_use]
    pub fn from_projective(points: &[Projective<C>]) -> Self {
        let identity = Projective::identity();
        let point = |lane| points.get(lane).unwrap_or(&identity);
        // Homogeneous coordinates: their common factor does not matter.
        let gather = |coordinate: fn(&Projective<C>) -> &C::Base| {
            Lanes::<C>::gather(core::array::from_fn(|lane| coordinate(point(lane))))
        };
        Self { x: gather(|p| &p.x), y: gather(|p| &p.y), z: gather(|p| &p.z) }
    }

    /// The point of each lane.
    #[must_use]
    pub fn to_array(&self) -> [Projective<C>; VECTOR_LANES] {
        let (x, y, z) = (self.x.scatter(), self.y.scatter(), self.z.scatter());
        core::array::from_fn(|lane| Projective { x: x[lane], y: y[lane], z: z[lane] })
    }

    /// `2 self`.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let [x, y, z] = formulas::double::<Eight<C>>([&self.x, &self.y, &self.z]);
        Self { x, y, z }
    }

    /// `self + other`. By reference: eight points are large.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let [x, y, z] =
            formulas::add::<Eight<C>>([&self.x, &self.y, &self.z], [&other.x, &other.y, &other.z]);
        Self { x, y, z }
    }

    /// The lanes in which the points are equal.
    #[must_use]
    pub fn equal(&self, other: &Self) -> LaneMask {
        // As for single points: the cross products agree exactly if the points do.
        self.x.times(&other.z).minus(&other.x.times(&self.z)).zeros()
            & self.y.times(&other.z).minus(&other.y.times(&self.z)).zeros()
    }

    /// `a` in the lanes of the mask, else `b`.
    #[must_use]
    pub fn select(mask: LaneMask, a: &Self, b: &Self) -> Self {
        Self {
            x: Lanes::<C>::select(mask, &a.x, &b.x),
            y: Lanes::<C>::select(mask, &a.y, &b.y),
            z: Lanes::<C>::select(mask, &a.z, &b.z),
        }
    }
}

impl<C: CurveParams> fmt::Debug for ProjectiveX8<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.to_array()).finish()
    }
}

impl<C: CurveParams> Add for ProjectiveX8<C> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let [x, y, z] =
            formulas::add::<Eight<C>>([&self.x, &self.y, &self.z], [&other.x, &other.y, &other.z]);
        Self { x, y, z }
    }
}

impl<C: CurveParams> Neg for ProjectiveX8<C> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { y: -self.y, ..self }
    }
}
