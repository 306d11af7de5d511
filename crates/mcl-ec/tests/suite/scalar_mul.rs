//! Every scalar multiplication against double and add.

use crate::common::{reference, scalars};
use proptest::prelude::*;

for_curves!(plain:
    special_scalars,
    special_points,
    random_scalars,
    integers_are_not_reduced,
);

mod plain {
    use ff::{Field, PrimeField};
    use mcl_ec::{Affine, CurveParams, Projective, mul, mul_by_words_vartime, mul_vartime, recode};

    use super::*;

    fn check<C: CurveParams>(p: &Projective<C>, k: &C::Scalar) {
        let expected = reference::mul_projective(p, k);
        assert_eq!(mul(p, k), expected, "{k:?}");
        assert_eq!(mul_vartime(p, k), expected, "{k:?}");
        assert_eq!(mul_by_words_vartime(p, &recode::scalar_words(k)), expected, "{k:?}");
        assert_eq!(*p * k, expected, "{k:?}");
    }

    pub fn special_scalars<C: CurveParams>() {
        for k in scalars::special::<C::Scalar>() {
            check::<C>(&Projective::generator(), &k);
        }
    }

    pub fn special_points<C: CurveParams>() {
        let p = Projective::<C>::generator();
        for point in [Projective::identity(), p, -p, p.double(), -p.double()] {
            for k in [C::Scalar::ZERO, C::Scalar::ONE, -C::Scalar::ONE, C::Scalar::TWO_INV] {
                check(&point, &k);
                let affine: Affine<C> = point.to_affine();
                assert_eq!(affine * k, reference::mul_projective(&point, &k));
            }
        }
    }

    pub fn random_scalars<C: CurveParams>() {
        proptest!(ProptestConfig::with_cases(200), |(
            j in scalars::scalar::<C::Scalar>(),
            k in scalars::scalar::<C::Scalar>(),
        )| {
            let p = mul_vartime(&Projective::<C>::generator(), &j);
            check(&p, &k);
        });
        // The reference itself, from the textbook.
        let k = -C::Scalar::TWO_INV + C::Scalar::from(12345);
        let expected = reference::mul::<C>(Some(C::GENERATOR), &k);
        let found = reference::mul_projective(&Projective::<C>::generator(), &k);
        assert_eq!(found.to_affine().xy(), expected);
    }

    pub fn integers_are_not_reduced<C: CurveParams>() {
        let p = Projective::<C>::generator();
        // 0, without words and with leading zeros.
        assert_eq!(mul_by_words_vartime(&p, &[]), Projective::identity());
        assert_eq!(mul_by_words_vartime(&p, &[0; 9]), Projective::identity());
        // r as an integer: r - 1, plus one without reduction.
        let mut order = recode::scalar_words(&-C::Scalar::ONE);
        order[0] += 1;
        assert_eq!(mul_by_words_vartime(&p, &order), Projective::identity());
        order[0] += 1;
        assert_eq!(mul_by_words_vartime(&p, &order), p);
        // 2^640 - 1.
        let mut power = p;
        for _ in 0..640 {
            power = power.double();
        }
        assert_eq!(mul_by_words_vartime(&p, &[u64::MAX; 10]), power - p);
    }
}

/// The same with the endomorphism `(x, y) -> (beta x, y)`.
mod endomorphism {
    use crate::common::curves::{AltBn128, Bn254, Glv, Secp256k1};
    use ff::Field;
    use mcl_ec::{Projective, mul_endo, mul_endo_vartime, mul_vartime};

    use super::*;

    fn check<C: Glv>(p: &Projective<C>, k: &C::Scalar) {
        let expected = reference::mul_projective(p, k);
        assert_eq!(mul_endo::<C, 2>(p, k), expected, "{k:?}");
        assert_eq!(mul_endo_vartime::<C, 2>(p, k), expected, "{k:?}");
    }

    fn acts_as_lambda<C: Glv>() {
        let p = mul_vartime(&Projective::<C>::generator(), &C::Scalar::from(77));
        let expected = reference::mul_projective(&p, &C::LAMBDA);
        assert_eq!(C::endomorphism(&p), expected);
        assert_eq!(C::endomorphism_affine(&p.to_affine()), expected.to_affine());
        let o = Projective::<C>::identity();
        assert_eq!(C::endomorphism(&o), o);
        assert_eq!(C::endomorphism_affine(&o.to_affine()), o.to_affine());
        assert_eq!(C::LAMBDA.square() + C::LAMBDA + C::Scalar::ONE, C::Scalar::ZERO);
    }

    fn special_scalars<C: Glv>() {
        let g = Projective::<C>::generator();
        let mut all = scalars::special::<C::Scalar>();
        all.extend(scalars::near_multiples(&C::LAMBDA));
        all.extend(scalars::near_multiples(&C::LAMBDA.square()));
        for k in all {
            check(&g, &k);
        }
    }

    fn special_points<C: Glv>() {
        let p = Projective::<C>::generator();
        for point in [Projective::identity(), p, -p, p.double(), -p.double()] {
            for k in [C::Scalar::ZERO, C::Scalar::ONE, -C::Scalar::ONE, C::LAMBDA, -C::LAMBDA] {
                check(&point, &k);
            }
        }
    }

    fn random_scalars<C: Glv>() {
        proptest!(ProptestConfig::with_cases(300), |(
            j in scalars::scalar::<C::Scalar>(),
            k in scalars::scalar::<C::Scalar>(),
        )| {
            check(&mul_vartime(&Projective::<C>::generator(), &j), &k);
        });
    }

    macro_rules! battery {
        ($name:ident, $curve:ty) => {
            mod $name {
                use super::*;

                #[test]
                fn acts_as_lambda() {
                    super::acts_as_lambda::<$curve>();
                }

                #[test]
                fn special_scalars() {
                    super::special_scalars::<$curve>();
                }

                #[test]
                fn special_points() {
                    super::special_points::<$curve>();
                }

                #[test]
                fn random_scalars() {
                    super::random_scalars::<$curve>();
                }
            }
        };
    }

    battery!(bn254, Bn254);
    battery!(alt_bn128, AltBn128);
    battery!(secp256k1, Secp256k1);
}
