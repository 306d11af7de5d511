//! Tables of odd multiples for the variable-time multiplications.

use ff::Field;
use mcl_fp::FieldExt;

use crate::{Affine, CurveParams, Projective};

/// Width of the non-adjacent forms: one digit in six is not zero.
pub(crate) const WIDTH: u32 = 5;

/// The number of odd multiples.
const LENGTH: usize = 1 << (WIDTH - 2);

/// The multiples 1, 3, ..., 15 of a point, all scaled as in [`Scaled`].
pub(crate) type OddMultiples<C> = [Affine<C>; LENGTH];

/// A table on a curve isomorphic to `C`: entries `(x s^2, y s^3)` stand for `(x, y)`.
///
/// The formulas of Jacobian coordinates do not depend on b, so they hold on both curves, and a
/// result `(X : Y : Z)` there is `(X : Y : Z s)` here. This saves the inversion that affine
/// coordinates would cost.
pub(crate) struct Scaled<C: CurveParams> {
    pub(crate) table: OddMultiples<C>,
    pub(crate) scale: C::Base,
}

impl<C: CurveParams> Scaled<C> {
    /// The table of `point`, with a scale that is a multiple of `z` by `factor(z)` for some
    /// `z` other than zero; the factor must not be zero either.
    ///
    /// # Timing
    /// Variable time.
    pub(crate) fn new(point: &Projective<C>, factor: impl FnOnce(&C::Base) -> C::Base) -> Self {
        match CommonZ::new(point) {
            Some(chain) => {
                let factor = factor(&chain.z);
                Self { table: chain.scaled_by(factor), scale: chain.z * factor }
            }
            None => Self { table: affine_multiples(point), scale: C::Base::ONE },
        }
    }
}

/// The tables of many points in ordinary affine coordinates, with one inversion.
///
/// # Timing
/// Variable time.
#[cfg(feature = "alloc")]
pub(crate) fn affine_tables<C: CurveParams>(
    points: &[Affine<C>],
) -> alloc::vec::Vec<OddMultiples<C>> {
    use alloc::vec::Vec;

    let chains: Vec<_> = points.iter().map(|p| CommonZ::new(&p.to_projective())).collect();
    // Montgomery's inversion: first the products of all earlier factors.
    let mut product = C::Base::ONE;
    let mut inverses = Vec::with_capacity(points.len());
    for chain in &chains {
        inverses.push(product);
        product = chain.as_ref().map_or(product, |chain| product * chain.z);
    }
    let mut inverse = product.invert_vartime().unwrap_or(C::Base::ONE);
    for (chain, entry) in chains.iter().zip(&mut inverses).rev() {
        if let Some(chain) = chain {
            *entry *= inverse;
            inverse *= chain.z;
        }
    }
    let inverses = chains.into_iter().zip(inverses);
    points
        .iter()
        .zip(inverses)
        .map(|(point, (chain, inverse))| match chain {
            Some(chain) => chain.scaled_by(inverse),
            None => affine_multiples(&point.to_projective()),
        })
        .collect()
}

/// The multiples 1, 3, ..., 15 in Jacobian coordinates, by additions of points with the same Z.
///
/// # Algorithm
/// Meloni, "New point addition formulae for ECC applications", 2007: adding points with equal Z
/// takes 5 products and 2 squares and brings one operand to the Z of the sum.
struct CommonZ<C: CurveParams> {
    /// X and Y of each multiple.
    points: [(C::Base, C::Base); LENGTH],
    /// The Z of each multiple divided by that of the previous one.
    ratios: [C::Base; LENGTH],
    /// The Z of the last multiple.
    z: C::Base,
}

impl<C: CurveParams> CommonZ<C> {
    /// None for the identity and for points of order up to 17, where two of the operands are equal,
    /// opposite or the identity.
    fn new(point: &Projective<C>) -> Option<Self> {
        // Jacobian coordinates of the point, and its double as in Jacobian::double. On the way, its
        // coordinates for the Z of the double appear: 4 X Y^2 = X (2Y)^2 and 8 Y^4 = Y (2Y)^3.
        let x = point.x * point.z;
        let y = point.y * point.z.square();
        let yy2 = y.square().double();
        let mut z = (y * point.z).double();
        let m = x.square().triple();
        let s = (x * yy2).double();
        let yyyy8 = yy2.square().double();
        let x2 = m.square() - s.double();
        let mut double = (x2, m * (s - x2) - yyyy8);

        let mut points = [(s, yyyy8); LENGTH];
        let mut ratios = [C::Base::ONE; LENGTH];
        for i in 1..LENGTH {
            let last = points[i - 1];
            let h = double.0 - last.0;
            let r = double.1 - last.1;
            let hh = h.square();
            let v = double.0 * hh;
            let w = last.0 * hh;
            let t = double.1 * (v - w);
            let x = r.square() - (v + w);
            points[i] = (x, r * (v - x) - t);
            double = (v, t);
            ratios[i] = h;
            z *= h;
        }
        (!z.is_zero_vartime()).then_some(Self { points, ratios, z })
    }

    /// The table scaled by `z factor`.
    fn scaled_by(&self, factor: C::Base) -> OddMultiples<C> {
        let mut table = [Affine::identity(); LENGTH];
        let mut factor = factor;
        for i in (0..LENGTH).rev() {
            let (x, y) = self.points[i];
            let square = factor.square();
            table[i] = Affine::from_xy_unchecked(x * square, y * (square * factor));
            factor *= self.ratios[i];
        }
        table
    }
}

/// The multiples in affine coordinates, for every point.
fn affine_multiples<C: CurveParams>(point: &Projective<C>) -> OddMultiples<C> {
    let mut table = [Affine::identity(); LENGTH];
    Projective::batch_normalize_vartime(&projective_multiples(point), &mut table)
        .unwrap_or_else(|_| unreachable!("the tables have the same length"));
    table
}

/// The multiples in homogeneous coordinates.
pub(crate) fn projective_multiples<C: CurveParams>(
    point: &Projective<C>,
) -> [Projective<C>; LENGTH] {
    let double = point.double();
    let mut table = [*point; LENGTH];
    for i in 1..LENGTH {
        table[i] = table[i - 1] + double;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::curves::{AltBn128, Bn254, Secp192k1, Secp256k1};
    use crate::tests::reference::rescale;

    fn check<C: CurveParams>(point: &Projective<C>) {
        let expected = affine_multiples(point);
        let mut odd = *point;
        for multiple in expected {
            assert_eq!(multiple, odd.to_affine());
            odd = odd + point + point;
        }
        // Scales 1 and others; the table is on another curve, so it is compared scaled back.
        let two = C::Base::ONE.double();
        for factor in [C::Base::ONE, two, two.triple().square()] {
            let scaled = Scaled::new(point, |_| factor);
            let s = scaled.scale.invert().unwrap();
            for (found, expected) in scaled.table.iter().zip(&expected) {
                let found = found.xy().map(|(x, y)| (x * s.square(), y * s.square() * s));
                assert_eq!(found, expected.xy());
            }
        }
        let scaled = Scaled::new(point, |z| z.invert().unwrap());
        assert_eq!((scaled.table, scaled.scale), (expected, C::Base::ONE));
    }

    fn check_curve<C: CurveParams>() {
        let p = Projective::<C>::generator();
        let factor = C::Base::ONE.double().triple();
        for point in [Projective::identity(), p, -p, p.double(), -p.double()] {
            check(&point);
            check(&rescale(&point, &factor));
        }
    }

    #[test]
    fn tables_of_special_points() {
        check_curve::<Bn254>();
        check_curve::<AltBn128>();
        check_curve::<Secp256k1>();
        check_curve::<Secp192k1>();
    }
}
