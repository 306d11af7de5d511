//! Exceptional points in sums: identities, equal and opposite points, in every representation.

use ff::Field;
use group::{Curve, CurveAffine, Group, GroupEncoding};
use mcl_ec::LengthMismatch;

use crate::common::points::Points;
use crate::common::{rng, textbook};

for_254_bit_groups!(
    ordered_pairs_of_special_points,
    doublings_and_negations,
    equality_does_not_depend_on_the_representation,
    an_identity_made_by_a_sum_is_usable,
    sums_over_iterators,
    normalization_with_identities_anywhere,
    normalization_refuses_unequal_lengths,
    multi_sums_of_special_points,
    multi_sums_with_equal_scalars,
    multi_sums_of_one_repeated_point,
    multi_sums_of_random_points,
    multi_sums_of_ten_thousand_terms,
    multi_sums_refuse_unequal_lengths,
);

/// The multiples from which the special points are taken.
const SPECIAL: [i32; 5] = [0, 1, -1, 2, -2];

/// A point that is no small multiple of the generator.
fn base<G: Points>() -> G::Projective {
    G::Projective::random(&mut rng(7))
}

/// `[k] base` by textbook additions.
fn multiple<G: Points>(k: i32) -> G::Affine {
    let base = G::xy(&base::<G>().to_affine());
    match textbook::small_multiple(base, k) {
        None => G::Affine::identity(),
        Some((x, y)) => G::from_xy(x, y).expect("a multiple of a point of the group"),
    }
}

/// `[k] base` with different coordinates: from the affine point, and as the outcome of sums.
fn representations<G: Points>(k: i32) -> [G::Projective; 3] {
    let direct = multiple::<G>(k).to_curve();
    let other = G::Projective::random(&mut rng(8));
    [direct, (direct + other) - other, -((other - direct) - other)]
}

fn check<G: Points>(found: G::Projective, expected: &G::Affine, context: &str) {
    assert_eq!(found.to_affine(), *expected, "{context}");
    assert_eq!(G::to_affine_vartime(&found), *expected, "{context}");
    assert_eq!(found, expected.to_curve(), "{context}");
    assert_eq!(found.to_bytes(), expected.to_bytes(), "{context}");
    let is_identity: bool = expected.is_identity().into();
    assert_eq!(bool::from(found.is_identity()), is_identity, "{context}");
}

fn ordered_pairs_of_special_points<G: Points>() {
    for a in SPECIAL {
        for b in SPECIAL {
            let context = format!("{a} and {b}");
            let (sum, difference) = (multiple::<G>(a + b), multiple::<G>(a - b));
            for x in representations::<G>(a) {
                for y in representations::<G>(b) {
                    check::<G>(x + y, &sum, &context);
                    check::<G>(x - y, &difference, &context);
                    let affine = y.to_affine();
                    check::<G>(x + affine, &sum, &context);
                    check::<G>(x - affine, &difference, &context);
                    check::<G>(x + -affine, &difference, &context);

                    let mut z = x;
                    z += y;
                    z -= &y;
                    z += &affine;
                    check::<G>(z, &sum, &context);
                    z -= affine;
                    z -= affine;
                    check::<G>(z, &difference, &context);
                }
            }
        }
    }
}

fn doublings_and_negations<G: Points>() {
    for a in SPECIAL {
        for x in representations::<G>(a) {
            check::<G>(x.double(), &multiple::<G>(2 * a), "double");
            check::<G>(-x, &multiple::<G>(-a), "negate");
            assert_eq!(-x.to_affine(), multiple::<G>(-a));
        }
    }
}

fn equality_does_not_depend_on_the_representation<G: Points>() {
    for a in SPECIAL {
        for b in SPECIAL {
            for x in representations::<G>(a) {
                for y in representations::<G>(b) {
                    assert_eq!(x == y, a == b, "{a} and {b}");
                    assert_eq!(x.to_affine() == y.to_affine(), a == b, "{a} and {b}");
                }
            }
        }
    }
}

fn an_identity_made_by_a_sum_is_usable<G: Points>() {
    let p = base::<G>();
    let made = [p - p, p + -p, p - p.to_affine(), (p.double() - p) - p, p * G::Scalar::ZERO];
    for o in made {
        check::<G>(o, &G::Affine::identity(), "made");
        check::<G>(o + o, &G::Affine::identity(), "doubled");
        check::<G>(o - o, &G::Affine::identity(), "subtracted");
        check::<G>(o.double(), &G::Affine::identity(), "doubled");
        check::<G>(-o, &G::Affine::identity(), "negated");
        check::<G>(o * -G::Scalar::ONE, &G::Affine::identity(), "multiplied");
        check::<G>(G::mul_vartime(&o, &-G::Scalar::ONE), &G::Affine::identity(), "multiplied");
        for k in SPECIAL {
            let expected = multiple::<G>(k);
            check::<G>(o + expected, &expected, "plus an affine point");
            check::<G>(o + expected.to_curve(), &expected, "plus a point");
            check::<G>(expected.to_curve() + o, &expected, "added to a point");
            check::<G>(expected.to_curve() + o.to_affine(), &expected, "added to a point");
        }
    }
}

fn sums_over_iterators<G: Points>() {
    let sum = |ks: &[i32]| -> G::Projective {
        let points: Vec<_> = ks.iter().map(|&k| representations::<G>(k)[1]).collect();
        let by_value: G::Projective = points.iter().copied().sum();
        assert_eq!(points.iter().sum::<G::Projective>(), by_value);
        by_value
    };
    for ks in [&[][..], &[0], &[0, 0], &[1], &[1, -1], &[0, 1, 0], &[1, 1], &[1, -1, 2, -2, 0, 1]] {
        check::<G>(sum(ks), &multiple::<G>(ks.iter().sum()), &format!("{ks:?}"));
    }
}

fn normalization_with_identities_anywhere<G: Points>() {
    let points: Vec<G::Projective> =
        (0..130).map(|i| representations::<G>(SPECIAL[1 + i % 4])[i % 3]).collect();
    let identity = G::Projective::identity();
    let made = points[1] - points[1];
    let patterns: [fn(usize, usize) -> bool; 6] = [
        |_, _| false,
        |_, _| true,
        |i, _| i == 0,
        |i, n| i + 1 == n,
        |i, _| i % 2 == 1,
        |i, n| i == 0 || i + 1 == n || i == n / 2 || i == n / 2 + 1,
    ];
    // Around the sizes at which a batch may be cut into parts.
    for n in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129] {
        for (number, is_identity) in patterns.iter().enumerate() {
            let batch: Vec<_> = (0..n)
                .map(|i| match (is_identity(i, n), i % 3) {
                    (false, _) => points[i],
                    (true, 0) => identity,
                    (true, _) => made,
                })
                .collect();
            let mut out = vec![multiple::<G>(2); n];
            G::Projective::batch_normalize(&batch, &mut out);
            let expected: Vec<_> = batch.iter().map(Curve::to_affine).collect();
            assert_eq!(out, expected, "{n} points, pattern {number}");
        }
    }
}

fn normalization_refuses_unequal_lengths<G: Points>() {
    for (inputs, outputs) in [(0, 1), (1, 0), (2, 3), (65, 64), (64, 65)] {
        let refused = std::panic::catch_unwind(|| {
            let mut out = vec![G::Affine::identity(); outputs];
            G::Projective::batch_normalize(&vec![base::<G>(); inputs], &mut out);
        });
        assert!(refused.is_err(), "{inputs} points into {outputs}");
    }
}

/// Numbers of terms: none, one, few, around powers of two, thousands.
const SIZES: [usize; 12] = [0, 1, 2, 3, 5, 31, 32, 33, 64, 255, 1025, 2500];

/// Checks a sum of multiples `scalars[i] ks[i] base`.
fn check_multi_sum<G: Points>(ks: &[i32], scalars: &[G::Scalar], context: &str) {
    let table: Vec<_> = (-2..=2).map(multiple::<G>).collect();
    let points: Vec<_> = ks.iter().map(|&k| table[(k + 2) as usize]).collect();
    let total: G::Scalar = ks
        .iter()
        .zip(scalars)
        .map(|(&k, scalar)| {
            let magnitude = G::Scalar::from(u64::from(k.unsigned_abs())) * scalar;
            if k < 0 { -magnitude } else { magnitude }
        })
        .sum();
    let expected = textbook::mul(&base::<G>(), &total);
    let found = G::msm_vartime(&points, scalars).expect("equal lengths");
    assert_eq!(found, expected, "{} terms, {context}", ks.len());
    assert_eq!(found.to_affine(), expected.to_affine(), "{} terms, {context}", ks.len());
}

fn multi_sums_of_special_points<G: Points>() {
    let mut rng = rng(9);
    for n in SIZES {
        let ks: Vec<_> = (0..n).map(|i| [1, -1, 0, 2, -2][i % 5]).collect();
        let random: Vec<_> = (0..n).map(|_| G::Scalar::random(&mut rng)).collect();
        check_multi_sum::<G>(&ks, &random, "random scalars");
        // Few scalars meet many points: the same few buckets take all of them.
        let few: Vec<_> = (0..n).map(|i| random[i / 7 % 3 % n]).collect();
        check_multi_sum::<G>(&ks, &few, "three scalars");
        let small: Vec<_> = (0..n).map(|i| G::Scalar::from(i as u64 % 4)).collect();
        check_multi_sum::<G>(&ks, &small, "small scalars");
        let large: Vec<_> = small.iter().map(|k| -*k).collect();
        check_multi_sum::<G>(&ks, &large, "small negative scalars");
        // Opposite terms cancel: the sum is the identity.
        let ks: Vec<_> = (0..n / 2).flat_map(|_| [1, -1]).collect();
        let pairs: Vec<_> = (0..n / 2).flat_map(|i| [random[i]; 2]).collect();
        check_multi_sum::<G>(&ks, &pairs, "opposite terms");
    }
}

fn multi_sums_with_equal_scalars<G: Points>() {
    let half = <G::Scalar as ff::PrimeField>::TWO_INV;
    for n in SIZES {
        let ks: Vec<_> = (0..n).map(|i| [1, 2, 0, -1, 1][i % 5]).collect();
        for k in [G::Scalar::ZERO, G::Scalar::ONE, -G::Scalar::ONE, half, G::eigenvalue()] {
            check_multi_sum::<G>(&ks, &vec![k; n], &format!("all scalars {k:?}"));
        }
    }
}

fn multi_sums_of_one_repeated_point<G: Points>() {
    let mut rng = rng(10);
    let k = G::Scalar::random(&mut rng);
    for n in SIZES {
        let scalars: Vec<_> = (0..n).map(|_| G::Scalar::random(&mut rng)).collect();
        for point in SPECIAL {
            check_multi_sum::<G>(&vec![point; n], &scalars, "one point");
            check_multi_sum::<G>(&vec![point; n], &vec![k; n], "one point and one scalar");
        }
    }
}

fn multi_sums_of_random_points<G: Points>() {
    let mut rng = rng(11);
    for n in [1, 2, 3, 4, 7, 16, 40, 200] {
        let points: Vec<_> = (0..n).map(|_| G::Projective::random(&mut rng).to_affine()).collect();
        let scalars: Vec<_> = (0..n).map(|_| G::Scalar::random(&mut rng)).collect();
        let expected: G::Projective =
            points.iter().zip(&scalars).map(|(p, k)| textbook::mul(&p.to_curve(), k)).sum();
        assert_eq!(G::msm_vartime(&points, &scalars), Ok(expected), "{n} terms");
    }
}

fn multi_sums_of_ten_thousand_terms<G: Points>() {
    let mut rng = rng(12);
    let n = 10_000;
    let ks: Vec<_> = (0..n).map(|i| [1, -1, 0, 2, -2, 1, 2][i % 7]).collect();
    let scalars: Vec<_> = (0..n).map(|_| G::Scalar::random(&mut rng)).collect();
    check_multi_sum::<G>(&ks, &scalars, "random scalars");
}

fn multi_sums_refuse_unequal_lengths<G: Points>() {
    for (expected, found) in [(0, 1), (1, 0), (3, 2), (2, 3), (100, 99), (1000, 1)] {
        let points = vec![multiple::<G>(1); expected];
        let scalars = vec![G::Scalar::ONE; found];
        let refused = G::msm_vartime(&points, &scalars);
        assert_eq!(refused, Err(LengthMismatch { expected, found }));
    }
}
