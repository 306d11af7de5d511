//! Points in affine coordinates: for storage, encoding and mixed addition.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Neg;

use ff::Field;
use mcl_fp::FieldExt;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::DefaultIsZeroes;

use crate::{CurveParams, DecodeError, Projective};

/// A point `(x, y)` of the curve, or the identity.
///
/// The representation is unique: the identity is stored with both coordinates zero.
#[derive(Clone, Copy)]
pub struct Affine<C: CurveParams> {
    pub(crate) x: C::Base,
    pub(crate) y: C::Base,
    /// One for the identity, else zero.
    pub(crate) infinity: u8,
}

impl<C: CurveParams> Affine<C> {
    /// The identity: the point at infinity.
    #[must_use]
    pub const fn identity() -> Self {
        Self { x: C::Base::ZERO, y: C::Base::ZERO, infinity: 1 }
    }

    /// The generator [`CurveParams::GENERATOR`].
    #[must_use]
    pub const fn generator() -> Self {
        Self::from_xy_unchecked(C::GENERATOR.0, C::GENERATOR.1)
    }

    /// The point with these coordinates, if it lies on the curve. No subgroup is checked.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    #[must_use]
    pub fn from_xy(x: C::Base, y: C::Base) -> Option<Self> {
        let point = Self::from_xy_unchecked(x, y);
        bool::from(point.is_on_curve()).then_some(point)
    }

    /// The point with these coordinates, which the caller knows to satisfy the curve equation.
    ///
    /// Other coordinates give a value on which no operation has a meaning.
    #[must_use]
    pub const fn from_xy_unchecked(x: C::Base, y: C::Base) -> Self {
        Self { x, y, infinity: 0 }
    }

    /// The point with this `x` whose `y` has this parity ([`FieldExt::parity`]), if there is one.
    /// No subgroup is checked.
    ///
    /// In an extension field both roots can have even parity; then there is none for odd, and an
    /// even parity chooses the root that [`FieldExt::sqrt_vartime`] fixes.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn from_x(x: C::Base, parity: Choice) -> Option<Self> {
        Self::from_x_checked(x, parity).ok()
    }

    /// As [`Self::from_x`], with the reason of a failure: no y, or none of this parity.
    pub(crate) fn from_x_checked(x: C::Base, parity: Choice) -> Result<Self, DecodeError> {
        Self::from_x_and_root(x, parity, Self::curve_equation(&x).sqrt_vartime())
    }

    /// [`Self::from_x_checked`] with a root of `x^3 + b`, whichever, if there is one.
    pub(crate) fn from_x_and_root(
        x: C::Base,
        parity: Choice,
        root: Option<C::Base>,
    ) -> Result<Self, DecodeError> {
        let mut root = root.ok_or(DecodeError::NotOnCurve)?;
        if !bool::from(root.parity() ^ (-root).parity()) {
            // Both are even: the choice is that of the square root.
            root = Self::curve_equation(&x).sqrt_vartime().unwrap_or(root);
        }
        let y = if bool::from(root.parity() ^ parity) { -root } else { root };
        if bool::from(y.parity() ^ parity) {
            return Err(DecodeError::Flags);
        }
        Ok(Self::from_xy_unchecked(x, y))
    }

    /// `x^3 + b`.
    pub(crate) fn curve_equation(x: &C::Base) -> C::Base {
        x.square() * x + C::B
    }

    /// The `x` coordinate; zero for the identity.
    #[must_use]
    pub const fn x(&self) -> &C::Base {
        &self.x
    }

    /// The `y` coordinate; zero for the identity.
    #[must_use]
    pub const fn y(&self) -> &C::Base {
        &self.y
    }

    /// Both coordinates, or none for the identity.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    #[must_use]
    pub fn xy(&self) -> Option<(C::Base, C::Base)> {
        (self.infinity == 0).then_some((self.x, self.y))
    }

    /// Whether this is the identity.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        Choice::from(self.infinity)
    }

    /// Whether the coordinates satisfy the curve equation; true for the identity.
    pub fn is_on_curve(&self) -> Choice {
        self.y.square().ct_eq(&Self::curve_equation(&self.x)) | self.is_identity()
    }

    /// `self + other`, in affine coordinates, for all inputs.
    ///
    /// # Timing
    /// Variable time: public inputs only. One inversion, two products and a square; for a double one
    /// square more.
    ///
    /// # Algorithm
    /// The chord and tangent of the group law; Silverman, "The Arithmetic of Elliptic Curves", 2009,
    /// III.2.3.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if bool::from(self.is_identity()) {
            return *other;
        }
        if bool::from(other.is_identity()) {
            return *self;
        }
        let run = other.x - self.x;
        let (rise, run) = if !run.is_zero_vartime() {
            (other.y - self.y, run)
        } else if self.y == other.y {
            (self.x.square().triple(), self.y.double())
        } else {
            return Self::identity();
        };
        // The tangent is vertical in points of order two.
        let Some(inverse) = run.invert_vartime() else { return Self::identity() };
        let slope = rise * inverse;
        let x = slope.square() - self.x - other.x;
        let y = slope * (self.x - x) - self.y;
        Self::from_xy_unchecked(x, y)
    }

    /// The same point in projective coordinates.
    #[inline]
    #[must_use]
    pub fn to_projective(&self) -> Projective<C> {
        let infinity = self.is_identity();
        Projective {
            x: self.x,
            y: C::Base::conditional_select(&self.y, &C::Base::ONE, infinity),
            z: C::Base::conditional_select(&C::Base::ONE, &C::Base::ZERO, infinity),
        }
    }
}

impl<C: CurveParams> Default for Affine<C> {
    fn default() -> Self {
        Self::identity()
    }
}

// Overwritten by the identity, which is independent of the old value.
impl<C: CurveParams> DefaultIsZeroes for Affine<C> {}

impl<C: CurveParams> fmt::Debug for Affine<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.xy() {
            Some((x, y)) => f.debug_struct("Affine").field("x", &x).field("y", &y).finish(),
            None => f.write_str("Affine(identity)"),
        }
    }
}

impl<C: CurveParams> ConstantTimeEq for Affine<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y) & self.infinity.ct_eq(&other.infinity)
    }
}

impl<C: CurveParams> PartialEq for Affine<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: CurveParams> Eq for Affine<C> {}

impl<C: CurveParams> Hash for Affine<C>
where
    C::Base: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.x, self.y, self.infinity).hash(state);
    }
}

impl<C: CurveParams> ConditionallySelectable for Affine<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: C::Base::conditional_select(&a.x, &b.x, choice),
            y: C::Base::conditional_select(&a.y, &b.y, choice),
            infinity: u8::conditional_select(&a.infinity, &b.infinity, choice),
        }
    }
}

impl<C: CurveParams> Neg for Affine<C> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        // Zero stays zero: the identity is its own opposite.
        Self { y: -self.y, ..self }
    }
}

impl<C: CurveParams> Neg for &Affine<C> {
    type Output = Affine<C>;

    #[inline]
    fn neg(self) -> Affine<C> {
        -*self
    }
}

impl<C: CurveParams> From<Projective<C>> for Affine<C> {
    fn from(point: Projective<C>) -> Self {
        point.to_affine()
    }
}

impl<C: CurveParams> From<&Projective<C>> for Affine<C> {
    fn from(point: &Projective<C>) -> Self {
        point.to_affine()
    }
}
