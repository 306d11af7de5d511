//! From projective to affine coordinates.

use ff::Field;
use mcl_fp::{FieldExt, FieldLanes, Rows, VECTOR_LANES};
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
    /// On the vector engine in 16 chains.
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
        if points.len() >= MIN_IN_LANES && C::Base::has_lanes() {
            normalize_in_lanes(points, out, input, output, invert);
            return Ok(());
        }
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

/// Fewer points are normalized faster one by one.
const MIN_IN_LANES: usize = 16;

/// Points in lanes at the same time.
const GROUP: usize = 2 * VECTOR_LANES;

type Lanes<C> = <<C as CurveParams>::Base as FieldExt>::Lanes;

/// The same in lanes: 16 chains of products.
fn normalize_in_lanes<C: CurveParams, P, A>(
    points: &[P],
    out: &mut [A],
    input: impl Fn(&P) -> &Projective<C>,
    output: impl Fn(&mut A) -> &mut Affine<C>,
    invert: impl Fn(&C::Base) -> C::Base,
) {
    /// What the stack holds: 40 kilobytes in a prime field.
    const LARGE: usize = 64;
    const SMALL: usize = 8;
    for (points, out) in points.chunks(LARGE * GROUP).zip(out.chunks_mut(LARGE * GROUP)) {
        if points.len() > SMALL * GROUP {
            normalize_chunk::<C, P, A, LARGE>(points, out, &input, &output, &invert);
        } else {
            normalize_chunk::<C, P, A, SMALL>(points, out, &input, &output, &invert);
        }
    }
}

fn normalize_chunk<C: CurveParams, P, A, const GROUPS: usize>(
    points: &[P],
    out: &mut [A],
    input: impl Fn(&P) -> &Projective<C>,
    output: impl Fn(&mut A) -> &mut Affine<C>,
    invert: impl Fn(&C::Base) -> C::Base,
) {
    let mut before = [[Lanes::<C>::ONE; 2]; GROUPS];
    let mut chains = [Lanes::<C>::ONE; 2];
    for (group, before) in points.chunks(GROUP).zip(&mut before) {
        Lanes::<C>::extend_chains(&rows(group, |point| &input(point).z), &mut chains, before);
    }
    // 2^(4 - 8): x/16 times 1/z is x/z where it is written. Zero in the lanes of identities.
    let mut inverses = Lanes::<C>::inverses_of_chains(&chains, 4, invert);
    let mut own = [Lanes::<C>::ZERO; 2];
    let (mut x, mut y) = ([[C::Base::ZERO; VECTOR_LANES]; 2], [[C::Base::ZERO; VECTOR_LANES]; 2]);
    let groups = points.chunks(GROUP).zip(out.chunks_mut(GROUP)).zip(&before).rev();
    for ((group, out), before) in groups {
        let z = rows(group, |point| &input(point).z);
        Lanes::<C>::shorten_chains(&z, &mut inverses, before, &mut own);
        Lanes::<C>::scale_rows(&rows(group, |point| &input(point).x), &own, &mut x);
        Lanes::<C>::scale_rows(&rows(group, |point| &input(point).y), &own, &mut y);
        let coordinates = x.as_flattened().iter().zip(y.as_flattened());
        for ((point, out), (x, y)) in group.iter().zip(out).zip(coordinates) {
            let infinity = input(point).is_identity().unwrap_u8();
            *output(out) = Affine { x: *x, y: *y, infinity };
        }
    }
}

/// One coordinate of up to 16 points; the last one stands in the lanes without one.
#[inline(always)]
fn rows<P, F>(group: &[P], coordinate: impl Fn(&P) -> &F) -> Rows<'_, F> {
    let last = group.len() - 1;
    let mut rows = [[coordinate(&group[0]); VECTOR_LANES]; 2];
    if let [first, second] = group.as_chunks::<VECTOR_LANES>().0 {
        for (i, point) in first.iter().enumerate() {
            rows[0][i] = coordinate(point);
        }
        for (i, point) in second.iter().enumerate() {
            rows[1][i] = coordinate(point);
        }
        return rows;
    }
    for i in 0..GROUP {
        rows[i / VECTOR_LANES][i % VECTOR_LANES] = coordinate(&group[last.min(i)]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::eprintln;
    use std::vec;
    use std::vec::Vec;

    use mcl_fp::{Backend, force_backend};

    use super::*;
    use crate::tests::curves::AltBn128;

    /// Identities in every place of a group, in whole groups, and chunks of both sizes.
    #[test]
    fn lanes_normalize_as_single_points() {
        for backend in [Backend::Portable, Backend::Ifma] {
            if force_backend(Some(backend)).is_err() {
                eprintln!("note: no AVX-512 IFMA here, lanes are tested on the twin only");
            }
            for len in [1, 2, 7, 8, 9, 15, 16, 17, 100, 128, 129, 1025, 1200] {
                for stride in [1, 2, 3, 7, 17, 3000] {
                    let mut point = Projective::<AltBn128>::generator();
                    let mut points = vec![Projective::identity(); len];
                    for (i, out) in points.iter_mut().enumerate() {
                        if i % stride > 0 {
                            point += Affine::generator();
                            *out = point;
                        }
                    }
                    let mut affine = vec![Affine::generator(); len];
                    let invert = |z: &<AltBn128 as CurveParams>::Base| {
                        z.invert().expect("a product of non-zero factors")
                    };
                    normalize_in_lanes(&points, &mut affine, |p| p, |a| a, invert);
                    let expected: Vec<_> = points.iter().map(Projective::to_affine).collect();
                    assert_eq!(affine, expected, "{len} points, each {stride}th the identity");
                }
            }
        }
        force_backend(None).expect("detection is always available");
    }
}
