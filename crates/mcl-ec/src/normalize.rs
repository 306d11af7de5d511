//! From projective to affine coordinates.

use ff::Field;
use mcl_fp::FieldExt;
use subtle::ConditionallySelectable;

use crate::{Affine, CurveParams, LengthMismatch, Projective};

impl<C: CurveParams> Projective<C> {
    /// The affine coordinates of the point.
    ///
    /// # Timing
    /// Constant time: one inversion and two products.
    #[must_use]
    pub fn to_affine(&self) -> Affine<C> {
        // The inverse of zero is taken as zero, so that the identity becomes (0, 0).
        self.scale(&self.z.invert().unwrap_or(C::Base::ZERO))
    }

    /// The affine coordinates of the point.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn to_affine_vartime(&self) -> Affine<C> {
        self.z.invert_vartime().map_or(Affine::identity(), |inverse| self.scale(&inverse))
    }

    /// The affine point, given `1/Z`, or zero for a `Z` of zero.
    fn scale(&self, inverse: &C::Base) -> Affine<C> {
        Affine {
            x: self.x * inverse,
            y: self.y * inverse,
            infinity: self.is_identity().unwrap_u8(),
        }
    }

    /// Writes the affine coordinates of all `points` to `out`; identities may stand anywhere.
    ///
    /// # Errors
    /// [`LengthMismatch`]; nothing is written then.
    ///
    /// # Timing
    /// Constant time: one inversion and `5 n` products for `n` points.
    ///
    /// # Algorithm
    /// Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987,
    /// 10.3.1. The products of the first factors wait in the `x` coordinates of `out`.
    pub fn batch_normalize(points: &[Self], out: &mut [Affine<C>]) -> Result<(), LengthMismatch> {
        Self::batch_normalize_with(points, out, |product| {
            // A product of non-zero factors is not zero.
            product.invert().unwrap_or(C::Base::ZERO)
        })
    }

    /// As [`Self::batch_normalize`], with the variable-time inversion.
    ///
    /// # Errors
    /// [`LengthMismatch`]; nothing is written then.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    pub fn batch_normalize_vartime(
        points: &[Self],
        out: &mut [Affine<C>],
    ) -> Result<(), LengthMismatch> {
        Self::batch_normalize_with(points, out, |product| {
            product.invert_vartime().unwrap_or(C::Base::ZERO)
        })
    }

    fn batch_normalize_with(
        points: &[Self],
        out: &mut [Affine<C>],
        invert: impl Fn(&C::Base) -> C::Base,
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(points.len(), out.len())?;
        let mut product = C::Base::ONE;
        for (point, affine) in points.iter().zip(out.iter_mut()) {
            affine.x = product;
            let next = product * point.z;
            product = C::Base::conditional_select(&next, &product, point.is_identity());
        }
        let mut inverse = invert(&product);
        for (point, affine) in points.iter().zip(out.iter_mut()).rev() {
            let is_identity = point.is_identity();
            let z_inverse = inverse * affine.x;
            let next = inverse * point.z;
            inverse = C::Base::conditional_select(&next, &inverse, is_identity);
            let z_inverse = C::Base::conditional_select(&z_inverse, &C::Base::ZERO, is_identity);
            *affine = point.scale(&z_inverse);
        }
        Ok(())
    }
}
