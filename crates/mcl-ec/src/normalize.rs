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
    #[inline]
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
    /// Constant time: `5 n` products for `n` points, and one inversion for each 1024.
    ///
    /// # Algorithm
    /// Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987,
    /// 10.3.1. The products of the first factors wait in the `x` coordinates of `out`.
    pub fn batch_normalize(points: &[Self], out: &mut [Affine<C>]) -> Result<(), LengthMismatch> {
        Self::batch_normalize_by(points, out, |point| point, |affine| affine)
    }

    /// As [`Self::batch_normalize`], for slices of types that hold points.
    ///
    /// # Errors
    /// [`LengthMismatch`]; nothing is written then.
    ///
    /// # Timing
    /// As [`Self::batch_normalize`].
    pub fn batch_normalize_by<P, A>(
        points: &[P],
        out: &mut [A],
        input: impl Fn(&P) -> &Self,
        output: impl Fn(&mut A) -> &mut Affine<C>,
    ) -> Result<(), LengthMismatch> {
        Self::batch_normalize_with(points, out, input, output, |product| {
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
        let invert = |product: &C::Base| product.invert_vartime().unwrap_or(C::Base::ZERO);
        Self::batch_normalize_with(points, out, |point| point, |affine| affine, invert)
    }

    fn batch_normalize_with<P, A>(
        points: &[P],
        out: &mut [A],
        input: impl Fn(&P) -> &Self,
        output: impl Fn(&mut A) -> &mut Affine<C>,
        invert: impl Fn(&C::Base) -> C::Base,
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(points.len(), out.len())?;
        // What the second cache holds.
        const CHUNK: usize = 1024;
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            // Two chains of products, which the processor overlaps.
            let mut chains = [C::Base::ONE; 2];
            for (i, (point, affine)) in points.iter().zip(out.iter_mut()).enumerate() {
                output(affine).x = chains[i % 2];
                chains[i % 2] *= input(point).denominator();
            }
            let inverse = invert(&(chains[0] * chains[1]));
            let mut inverses = [inverse * chains[1], inverse * chains[0]];
            for (i, (point, affine)) in points.iter().zip(out.iter_mut()).enumerate().rev() {
                let (point, affine) = (input(point), output(affine));
                let z_inverse = inverses[i % 2] * affine.x;
                inverses[i % 2] *= point.denominator();
                let is_identity = point.is_identity();
                *affine = point.scale(&C::Base::conditional_select(
                    &z_inverse,
                    &C::Base::ZERO,
                    is_identity,
                ));
            }
        }
        Ok(())
    }

    /// Z, or one for the identity.
    #[inline(always)]
    fn denominator(&self) -> C::Base {
        C::Base::conditional_select(&self.z, &C::Base::ONE, self.is_identity())
    }
}
