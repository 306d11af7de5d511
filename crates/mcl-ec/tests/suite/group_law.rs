//! The group law, conversions and equality against the textbook definition.

use crate::common::{reference, scalars};
use proptest::prelude::*;

for_curves!(law:
    generator_has_the_order,
    all_pairs_of_special_points,
    random_sums,
    operators_agree,
    sums_of_iterators,
    normalization,
    batch_normalization_checks_lengths,
    equality_ignores_the_representative,
    coordinates_are_checked,
    decompression,
    selection_and_zeroize,
);

mod law {
    use ff::Field;
    use mcl_ec::{Affine, CurveParams, LengthMismatch, Projective, mul_by_words_vartime};
    use mcl_fp::FieldExt;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use subtle::{Choice, ConditionallySelectable};
    use zeroize::Zeroize;

    use super::*;

    fn rng() -> StdRng {
        StdRng::seed_from_u64(7)
    }

    fn factor<C: CurveParams>() -> C::Base {
        C::Base::random(&mut rng())
    }

    /// O, P, -P, 2P, -2P.
    fn special_points<C: CurveParams>() -> [reference::Point<C>; 5] {
        let p = Some(C::GENERATOR);
        let p2 = reference::add::<C>(p, p);
        [None, p, reference::neg::<C>(p), p2, reference::neg::<C>(p2)]
    }

    /// Representatives of a point: normalised, and with scaled coordinates.
    fn representatives<C: CurveParams>(point: reference::Point<C>) -> [Projective<C>; 3] {
        let p = reference::to_affine::<C>(point).to_projective();
        let f = factor::<C>();
        [p, reference::rescale(&p, &f), reference::rescale(&p, &-f.square())]
    }

    fn assert_same<C: CurveParams>(found: &Projective<C>, expected: reference::Point<C>) {
        assert!(bool::from(found.is_on_curve()));
        assert_eq!(found.to_affine(), reference::to_affine::<C>(expected));
        assert_eq!(found.to_affine_vartime(), reference::to_affine::<C>(expected));
        assert_eq!(bool::from(found.is_identity()), expected.is_none());
    }

    pub fn generator_has_the_order<C: CurveParams>() {
        let g = Projective::<C>::generator();
        assert!(bool::from(g.is_on_curve()) && bool::from(Affine::<C>::generator().is_on_curve()));
        assert_eq!(g, Affine::<C>::generator());
        let minus_one = -C::Scalar::ONE;
        assert_eq!(reference::mul_projective(&g, &minus_one) + g, Projective::identity());
        let (x, y) = C::GENERATOR;
        assert_eq!(reference::mul::<C>(Some((x, y)), &minus_one), Some((x, -y)));
    }

    pub fn all_pairs_of_special_points<C: CurveParams>() {
        for a in special_points::<C>() {
            for pa in representatives::<C>(a) {
                assert_same(&pa.double(), reference::add::<C>(a, a));
                assert_same(&-pa, reference::neg::<C>(a));
                for b in special_points::<C>() {
                    let affine = reference::to_affine::<C>(b);
                    let sum = reference::add::<C>(a, b);
                    let difference = reference::add::<C>(a, reference::neg::<C>(b));
                    assert_same(&(pa + affine), sum);
                    let affine_sum = pa.to_affine().add_vartime(&affine);
                    assert_eq!(affine_sum, reference::to_affine::<C>(sum));
                    assert_same(&(pa - affine), difference);
                    for pb in representatives::<C>(b) {
                        assert_same(&(pa + pb), sum);
                        assert_same(&(pa - pb), difference);
                        // A result that is the identity goes on being one.
                        assert_same(&(pa - pb + pb), a);
                        assert_same(&(pa + affine - pb), a);
                    }
                }
            }
        }
    }

    pub fn random_sums<C: CurveParams>() {
        proptest!(ProptestConfig::with_cases(100), |(
            j in scalars::scalar::<C::Scalar>(),
            k in scalars::scalar::<C::Scalar>(),
        )| {
            let g = Projective::<C>::generator();
            let (a, b) = (reference::mul_projective(&g, &j), reference::mul_projective(&g, &k));
            let (ra, rb) = (a.to_affine().xy(), b.to_affine().xy());
            assert_same(&(a + b), reference::add::<C>(ra, rb));
            assert_same(&(a + b.to_affine()), reference::add::<C>(ra, rb));
            let affine_sum = a.to_affine().add_vartime(&b.to_affine());
            assert_eq!(affine_sum, reference::to_affine::<C>(reference::add::<C>(ra, rb)));
            assert_same(&a.double(), reference::add::<C>(ra, ra));
            assert_same(&(a - a.to_affine()), None);
            prop_assert_eq!(reference::mul_projective(&g, &(j + k)), a + b);
        });
    }

    // References are the point here.
    #[allow(clippy::op_ref)]
    pub fn operators_agree<C: CurveParams>() {
        let [a, b] = [3u64, 5].map(|k| mul_by_words_vartime(&Projective::<C>::generator(), &[k]));
        let q = b.to_affine();
        let sum = mul_by_words_vartime(&Projective::generator(), &[8]);
        let difference = -mul_by_words_vartime(&Projective::generator(), &[2]);
        for s in [a + b, a + &b, &a + b, &a + &b, a + q, a + &q, &a + q, &a + &q] {
            assert_eq!(s, sum);
        }
        for d in [a - b, a - &b, &a - b, &a - &b, a - q, a - &q, &a - q, &a - &q] {
            assert_eq!(d, difference);
        }
        let mut x = a;
        x += b;
        x += &b;
        x += q;
        x += &q;
        assert_eq!(x, a + b.double().double());
        x -= b;
        x -= &b;
        x -= q;
        x -= &q;
        assert_eq!(x, a);
        // The operands overlap.
        x += x;
        assert_eq!(x, a.double());
        x -= x;
        assert_eq!(x, Projective::identity());
        let o = Projective::identity();
        assert_eq!((-a, -&a, -q, -&q), (o - a, o - a, (o - b).to_affine(), (o - q).to_affine()));
        let k = C::Scalar::from(5);
        let five = reference::mul_projective(&a, &k);
        let p = a.to_affine();
        for product in [a * k, a * &k, &a * k, &a * &k, p * k, p * &k, &p * k, &p * &k] {
            assert_eq!(product, five);
        }
        let mut x = a;
        x *= k;
        x *= &C::Scalar::ONE;
        assert_eq!(x, five);
    }

    pub fn sums_of_iterators<C: CurveParams>() {
        let g = Projective::<C>::generator();
        let points = [g, g.double(), Projective::identity(), -g];
        assert_eq!(points.iter().sum::<Projective<C>>(), g.double());
        assert_eq!(points.into_iter().sum::<Projective<C>>(), g.double());
        assert_eq!(points[..0].iter().sum::<Projective<C>>(), Projective::identity());
    }

    pub fn normalization<C: CurveParams>() {
        let mut rng = rng();
        let g = Projective::<C>::generator();
        let mut points = Vec::new();
        for i in 0u64..70 {
            let point = reference::rescale(&(g * C::Scalar::from(i)), &C::Base::random(&mut rng));
            points.push(point);
        }
        // Identities first, last, alone, in runs, and nothing but identities.
        let o = reference::rescale(&Projective::<C>::identity(), &factor::<C>());
        points.extend([o, g, o, o, g.double(), o]);
        for range in [0..0, 0..1, 1..2, 1..70, 0..76, 70..76, 72..74, 75..76] {
            let points = &points[range];
            let expected: Vec<_> = points.iter().map(Projective::to_affine).collect();
            let mut found = vec![Affine::generator(); points.len()];
            Projective::batch_normalize(points, &mut found).expect("equal lengths");
            assert_eq!(found, expected);
            found.fill(Affine::generator());
            Projective::batch_normalize_vartime(points, &mut found).expect("equal lengths");
            assert_eq!(found, expected);
        }
    }

    pub fn batch_normalization_checks_lengths<C: CurveParams>() {
        let points = [Projective::<C>::generator(); 2];
        let mut out = [Affine::identity(); 3];
        let error =
            Projective::batch_normalize(&points, &mut out).expect_err("two points, three places");
        assert_eq!(error, LengthMismatch { expected: 2, found: 3 });
        assert_eq!(out, [Affine::identity(); 3]);
    }

    pub fn equality_ignores_the_representative<C: CurveParams>() {
        for (i, a) in special_points::<C>().into_iter().enumerate() {
            for (j, b) in special_points::<C>().into_iter().enumerate() {
                for pa in representatives::<C>(a) {
                    for pb in representatives::<C>(b) {
                        assert_eq!(pa == pb, i == j);
                        assert_eq!(pa == reference::to_affine::<C>(b), i == j);
                    }
                }
            }
        }
    }

    pub fn coordinates_are_checked<C: CurveParams>() {
        let (x, y) = C::GENERATOR;
        assert_eq!(Affine::<C>::from_xy(x, y), Some(Affine::generator()));
        assert_eq!(Affine::<C>::from_xy(x, y + C::Base::ONE), None);
        assert_eq!(Affine::<C>::from_xy(y, x), None);
        assert_eq!(Affine::<C>::from_xy(C::Base::ZERO, C::Base::ZERO), None);
        assert!(bool::from(Affine::<C>::identity().is_on_curve()));
        assert!(bool::from(Projective::<C>::identity().is_on_curve()));
        let zero = C::Base::ZERO;
        assert!(!bool::from(Projective::<C>::from_xyz_unchecked(zero, zero, zero).is_on_curve()));
        assert!(!bool::from(Projective::<C>::from_xyz_unchecked(y, x, y).is_on_curve()));
        assert_eq!(Affine::<C>::default(), Affine::identity());
        assert_eq!(Projective::<C>::default(), Projective::identity());
        assert_eq!(Affine::<C>::identity().xy(), None);
        assert_eq!(Affine::<C>::generator().xy(), Some(C::GENERATOR));
    }

    pub fn decompression<C: CurveParams>() {
        let mut found = 0;
        let mut x = C::Base::ZERO;
        for _ in 0..200 {
            x += C::Base::ONE;
            let [even, odd] = [0, 1].map(|parity| Affine::<C>::from_x(x, Choice::from(parity)));
            assert_eq!(even.is_some(), odd.is_some());
            let (Some(even), Some(odd)) = (even, odd) else { continue };
            found += 1;
            assert!(bool::from(even.is_on_curve() & !even.y().parity() & odd.y().parity()));
            assert_eq!(even, -odd);
            assert_eq!(*even.x(), x);
        }
        assert!((60..140).contains(&found));
    }

    pub fn selection_and_zeroize<C: CurveParams>() {
        let (mut a, b) = (Projective::<C>::generator(), Projective::identity());
        assert_eq!(Projective::conditional_select(&a, &b, Choice::from(0)), a);
        assert_eq!(Projective::conditional_select(&a, &b, Choice::from(1)), b);
        let (mut p, q) = (Affine::<C>::generator(), Affine::identity());
        assert_eq!(Affine::conditional_select(&p, &q, Choice::from(0)), p);
        assert_eq!(Affine::conditional_select(&p, &q, Choice::from(1)), q);
        a.zeroize();
        p.zeroize();
        assert_eq!((a, p), (b, q));
        assert_eq!(format!("{p:?}"), "Affine(identity)");
    }
}
