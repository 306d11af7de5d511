//! Elements outside the groups of order r: points of the twist, elements of Fp12.
//!
//! All curves, since which orders occur depends on the curve.

use ff::Field;
use group::{Curve, Group};
use mcl_bn::{
    BnParams, ByteArray, DecodeError, G1, G1Affine, G2, G2Affine, G2Curve, Gt, NotInG2,
    multi_miller_loop_checking_g2, multi_pairing,
};
use mcl_ec::{Affine, CurveParams, Projective, mul_by_words_vartime};
use mcl_fp::FieldBytes;
use num_bigint::BigUint;
use subtle::Choice;

use crate::common::{Fp, Fp2, Fp6, Fp12, Fr, modulus, random_fp12, rng};

for_all_curves!(
    twist_points_of_every_kind_are_refused,
    twist_points_of_small_order_are_refused,
    members_of_g2_are_accepted,
    loop_with_check_multiplies_all_pairs,
    ordinates_without_real_part_have_one_encoding,
    elements_of_small_order_are_not_in_gt,
    cyclotomic_elements_are_not_in_gt,
    elements_of_subfields_are_not_in_gt,
    members_of_gt_are_accepted,
    bytes_of_gt_are_checked,
);

type TwistPoint<C, const N: usize> = Projective<G2Curve<C, N>>;

/// Random points of the twist.
fn twist_points<C: BnParams<N>, const N: usize>(count: usize) -> Vec<TwistPoint<C, N>> {
    let mut rng = rng(1);
    let mut points = Vec::new();
    while points.len() < count {
        let x = Fp2::<C, N>::random(&mut rng);
        let parity = Choice::from(points.len() as u8 & 1);
        points.extend(Affine::from_x(x, parity).map(|point| point.to_projective()));
    }
    points
}

fn multiply<C: BnParams<N>, const N: usize>(
    point: &TwistPoint<C, N>,
    k: &BigUint,
) -> TwistPoint<C, N> {
    mul_by_words_vartime(point, &k.to_u64_digits())
}

/// `2p - r`, the index of G2 in the twist.
fn cofactor<C: BnParams<N>, const N: usize>() -> BigUint {
    2u8 * modulus::<Fp<C, N>>() - modulus::<Fr<C, N>>()
}

/// The prime factors of an integer below a bound.
fn small_factors(n: &BigUint, bound: u32) -> Vec<u32> {
    (2..bound)
        .filter(|&q| (2..).take_while(|d| d * d <= q).all(|d| q % d != 0))
        .filter(|&q| n % q == BigUint::ZERO)
        .collect()
}

/// Asserts that a point of the twist is refused by everything that checks, and that only that is
/// the reason.
fn check_refused<C: BnParams<N>, const N: usize>(point: &TwistPoint<C, N>) {
    let (x, y) = point.to_affine().xy().expect("not the identity");
    let refusal = Err(DecodeError::NotInSubgroup);
    assert_eq!(G2Affine::<C, N>::from_xy(x, y), refusal);
    let unchecked = G2Affine::<C, N>::from_xy_unchecked(x, y);
    assert!(bool::from(unchecked.is_on_curve()));
    assert!(!bool::from(unchecked.is_torsion_free()), "{point:?}");
    let bytes = unchecked.to_compressed();
    assert_eq!(G2Affine::<C, N>::from_compressed(bytes.as_ref()), refusal);
    assert_eq!(G2Affine::from_compressed_unchecked(bytes.as_ref()), Ok(unchecked));
    let bytes = unchecked.to_affine_bytes();
    assert_eq!(G2Affine::<C, N>::from_affine_bytes(bytes.as_ref()), refusal);
    assert_eq!(G2Affine::from_affine_bytes_unchecked(bytes.as_ref()), Ok(unchecked));
    check_refused_in_the_loop(&unchecked);
}

/// Asserts that the check within the Miller loop finds the point wherever it stands.
fn check_refused_in_the_loop<C: BnParams<N>, const N: usize>(outside: &G2Affine<C, N>) {
    for p in [G1Affine::generator(), G1Affine::identity()] {
        let refusal = multi_miller_loop_checking_g2(&[(p, *outside)]);
        assert_eq!(refusal.map(|_| ()), Err(NotInG2 { index: 0 }));
    }
    let good = (G1Affine::generator(), G2Affine::generator());
    let skipped = (G1Affine::identity(), G2Affine::identity());
    let terms = [skipped, good, (good.0, *outside), (skipped.0, *outside)];
    let refusal = multi_miller_loop_checking_g2(&terms);
    assert_eq!(refusal.map(|_| ()), Err(NotInG2 { index: 2 }));
    let terms = [good, (skipped.0, *outside), (good.0, *outside)];
    let refusal = multi_miller_loop_checking_g2(&terms);
    assert_eq!(refusal.map(|_| ()), Err(NotInG2 { index: 1 }));
}

/// Numbers of pairs around the size of the pieces in which the loop takes them.
fn loop_with_check_multiplies_all_pairs<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(7);
    let mut random =
        || (G1::<C, N>::random(&mut rng).to_affine(), G2::<C, N>::random(&mut rng).to_affine());
    let mut terms = Vec::new();
    for length in 0..34 {
        if length < 19 || [32, 33].contains(&length) {
            let product = multi_miller_loop_checking_g2(&terms).expect("points of G2");
            assert_eq!(product.final_exponentiation(), multi_pairing(&terms), "{length} pairs");
        }
        let (p, q) = random();
        terms.push(match length % 8 {
            3 => (G1Affine::identity(), q),
            5 => (p, G2Affine::identity()),
            6 => (G1Affine::identity(), G2Affine::identity()),
            _ => (p, q),
        });
    }
    // One point outside, in every place, and one after it.
    let (x, y) = twist_points::<C, N>(1)[0].to_affine().xy().expect("not the identity");
    let outside = G2Affine::from_xy_unchecked(x, y);
    for length in [5, 6, 8, 13, 18, 34] {
        for index in 0..length {
            let mut terms = terms[..length].to_vec();
            terms[length - 1].1 = outside;
            terms[index].1 = outside;
            let refusal = multi_miller_loop_checking_g2(&terms);
            assert_eq!(refusal.map(|_| ()), Err(NotInG2 { index }), "{index} of {length}");
        }
    }
}

fn twist_points_of_every_kind_are_refused<C: BnParams<N>, const N: usize>() {
    let r = modulus::<Fr<C, N>>();
    let member = TwistPoint::<C, N>::generator();
    for point in twist_points::<C, N>(10) {
        check_refused(&point);
        // Its part outside G2, and that part with a member of G2 added.
        let outside = multiply(&point, &r);
        check_refused(&outside);
        check_refused(&(outside + member));
        check_refused(&-outside);
        // Its part in G2.
        let inside = multiply(&point, &cofactor::<C, N>());
        let (x, y) = inside.to_affine().xy().expect("a random point has a part in G2");
        assert!(G2Affine::<C, N>::from_xy(x, y).is_ok());
        assert!(bool::from(multiply(&inside, &r).is_identity()));
    }
}

fn twist_points_of_small_order_are_refused<C: BnParams<N>, const N: usize>() {
    let cofactor = cofactor::<C, N>();
    let order = &cofactor * modulus::<Fr<C, N>>();
    let factors = small_factors(&cofactor, 1 << 17);
    // BN_P256 has none.
    assert_eq!(factors.is_empty(), C::NAME == "bn_p256");
    for q in factors {
        let mut found = 0;
        for point in twist_points::<C, N>(3) {
            let point = multiply(&point, &(&order / q));
            if bool::from(point.is_identity()) {
                continue;
            }
            found += 1;
            assert!(bool::from(multiply(&point, &q.into()).is_identity()));
            check_refused(&point);
            check_refused(&(point + TwistPoint::generator()));
        }
        assert!(found > 0, "no point of order {q}");
    }
}

fn members_of_g2_are_accepted<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(2);
    let mut members = vec![G2::<C, N>::identity(), G2::generator(), -G2::generator()];
    members.extend((0..5).map(|_| G2::random(&mut rng)));
    for point in members {
        let point = point.to_affine();
        assert!(bool::from(point.is_torsion_free()));
        assert_eq!(G2Affine::from_compressed(point.to_compressed().as_ref()), Ok(point));
        assert!(multi_miller_loop_checking_g2(&[(G1Affine::generator(), point)]).is_ok());
    }
}

/// A point of the twist whose y is a multiple of i.
pub fn point_with_imaginary_ordinate<C: BnParams<N>, const N: usize>() -> (Fp2<C, N>, Fp2<C, N>) {
    // x is a cube root of y^2 - b'. With p^2 - 1 = 3^s t, elements of order dividing t have the one
    // with the exponent 1/3 mod t.
    let mut t = modulus::<Fp<C, N>>().pow(2) - 1u8;
    while &t % 3u8 == BigUint::ZERO {
        t /= 3u8;
    }
    let third = BigUint::from(3u8).modinv(&t).expect("3 does not divide t");
    (1..)
        .find_map(|c| {
            let y = Fp2::<C, N>::new(Fp::ZERO, Fp::from_u64(c));
            let cube = y.square() - G2Curve::<C, N>::B;
            let x = cube.pow_vartime(third.to_u64_digits());
            (x.square() * x == cube).then_some((x, y))
        })
        .expect("one of 3^s values has such a root")
}

/// The parity of y is that of its real part: an ordinate without one is even, and so is its
/// opposite. The bytes stand for one of the two points, and the odd form of them for none.
fn ordinates_without_real_part_have_one_encoding<C: BnParams<N>, const N: usize>() {
    let (x, y) = point_with_imaginary_ordinate::<C, N>();
    let point = G2Affine::<C, N>::from_xy_unchecked(x, y);
    assert!(bool::from(point.is_on_curve()));
    let mut bytes = point.to_compressed();
    assert_eq!((-point).to_compressed(), bytes);
    let read = G2Affine::from_compressed_unchecked(bytes.as_ref()).expect("on the twist");
    assert!(read == point || read == -point);
    assert_eq!(read.to_compressed(), bytes);
    if Fp::<C, N>::BITS.is_multiple_of(8) {
        assert_eq!(bytes.as_ref()[0], 2);
        bytes.as_mut()[0] = 3;
    } else {
        let last = C::G2Bytes::LENGTH - 1;
        assert_eq!(bytes.as_ref()[last] & 0x80, 0);
        bytes.as_mut()[last] |= 0x80;
    }
    let refusal = Err(DecodeError::Flags);
    assert_eq!(G2Affine::<C, N>::from_compressed(bytes.as_ref()), refusal);
    assert_eq!(G2Affine::<C, N>::from_compressed_unchecked(bytes.as_ref()), refusal);
}

/// `x^k` by plain squarings.
fn power<C: BnParams<N>, const N: usize>(x: &Fp12<C, N>, k: &BigUint) -> Fp12<C, N> {
    (0..k.bits()).rev().fold(Fp12::<C, N>::ONE, |power, i| {
        let square = power.square();
        if k.bit(i) { square * *x } else { square }
    })
}

fn check_not_in_gt<C: BnParams<N>, const N: usize>(x: &Fp12<C, N>, context: &str) {
    let refusal = Err(DecodeError::NotInSubgroup);
    assert_eq!(Gt::<C, N>::from_fp12(x), refusal, "{context}");
    let mut bytes = vec![0; Fp12::<C, N>::BYTES];
    x.write_le_bytes(&mut bytes).expect("the right length");
    assert_eq!(Gt::<C, N>::from_bytes(&bytes), refusal, "{context}");
    let unchecked = Gt::<C, N>::from_bytes_unchecked(&bytes);
    assert_eq!(unchecked.as_ref().map(Gt::as_fp12), Ok(x), "{context}");
}

/// An element of the subgroup of order `p^4 - p^2 + 1`.
fn cyclotomic<C: BnParams<N>, const N: usize>(seed: u64) -> Fp12<C, N> {
    let f = random_fp12::<C, N>(&mut rng(seed));
    let f = f.conjugate() * f.invert_or_zero();
    f.frobenius_map(2) * f
}

fn elements_of_small_order_are_not_in_gt<C: BnParams<N>, const N: usize>() {
    let one = Fp12::<C, N>::ONE;
    let p = modulus::<Fp<C, N>>();
    let cyclotomic_order = p.pow(4) - p.pow(2) + 1u8;
    let g = *Gt::<C, N>::generator().as_fp12();
    // Primes dividing p^12 - 1: of the multiplicative group, and of the cyclotomic subgroup where it
    // has small ones.
    let index = (p.pow(12) - 1u8) / &cyclotomic_order;
    let factors = small_factors(&index, 50);
    assert!(factors.len() >= 2, "2 and 3 at least");
    for q in factors {
        let root = (0..)
            .map(|seed| power(&random_fp12::<C, N>(&mut rng(seed)), &((p.pow(12) - 1u8) / q)))
            .find(|root| *root != one)
            .expect("most elements have one");
        assert_eq!(power(&root, &q.into()), one);
        check_not_in_gt(&root, &format!("order {q}"));
        check_not_in_gt(&(root * g), &format!("order {q} r"));
    }
    for q in small_factors(&(&cyclotomic_order / modulus::<Fr<C, N>>()), 1 << 15) {
        let root = power(&cyclotomic::<C, N>(4), &(&cyclotomic_order / q));
        assert_ne!(root, one, "an unlucky seed");
        check_not_in_gt(&root, &format!("cyclotomic, order {q}"));
        check_not_in_gt(&(root * g), &format!("cyclotomic, order {q} r"));
    }
    check_not_in_gt(&-one, "order 2");
    check_not_in_gt(&-g, "order 2 r");
}

fn cyclotomic_elements_are_not_in_gt<C: BnParams<N>, const N: usize>() {
    let r = modulus::<Fr<C, N>>();
    let f = cyclotomic::<C, N>(5);
    check_not_in_gt(&f, "cyclotomic");
    check_not_in_gt(&power(&f, &r), "cyclotomic, order coprime to r");
    // Norm one over Fp6, but not cyclotomic.
    let f = random_fp12::<C, N>(&mut rng(6));
    check_not_in_gt(&(f.conjugate() * f.invert_or_zero()), "norm one");
    check_not_in_gt(&f, "random");
}

fn elements_of_subfields_are_not_in_gt<C: BnParams<N>, const N: usize>() {
    let zero = Fp2::<C, N>::ZERO;
    let random = random_fp12::<C, N>(&mut rng(7));
    let embed = |x: Fp2<C, N>| Fp12::<C, N>::from_coefficients([x, zero, zero, zero, zero, zero]);
    let c = random.c0.c0;
    check_not_in_gt(&Fp12::<C, N>::ZERO, "zero");
    check_not_in_gt(&embed(Fp2::new(Fp::from_u64(3), Fp::ZERO)), "three");
    check_not_in_gt(&embed(Fp2::new(c.c0, Fp::ZERO)), "Fp");
    check_not_in_gt(&embed(Fp2::new(Fp::ZERO, Fp::ONE)), "i");
    check_not_in_gt(&embed(c), "Fp2");
    check_not_in_gt(&embed(c.conjugate() * c.invert().expect("not zero")), "Fp2, norm one");
    check_not_in_gt(&Fp12::new(random.c0, Fp6::<C, N>::ZERO), "Fp6");
    check_not_in_gt(&Fp12::new(Fp6::<C, N>::ZERO, random.c1), "w Fp6");
    check_not_in_gt(&Fp12::new(Fp6::<C, N>::ZERO, Fp6::<C, N>::ONE), "w");
}

fn members_of_gt_are_accepted<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(8);
    let g = Gt::<C, N>::generator();
    let mut members = vec![Gt::identity(), g, -g, g.double()];
    members.extend((0..5).map(|_| Gt::random(&mut rng)));
    for member in members {
        assert_eq!(Gt::from_fp12(member.as_fp12()), Ok(member));
        assert_eq!(Gt::from_bytes(member.to_bytes().as_ref()), Ok(member));
        let order = modulus::<Fr<C, N>>();
        assert_eq!(power(member.as_fp12(), &order), Fp12::<C, N>::ONE);
    }
    assert_eq!(Gt::<C, N>::from_fp12(&Fp12::<C, N>::ONE), Ok(Gt::identity()));
}

fn bytes_of_gt_are_checked<C: BnParams<N>, const N: usize>() {
    let valid = Gt::<C, N>::generator().to_bytes().as_ref().to_vec();
    let length = valid.len();
    for decode in [Gt::<C, N>::from_bytes, Gt::<C, N>::from_bytes_unchecked] {
        for found in (0..=200).chain([length - 1, length + 1, 2 * length]) {
            let bytes: Vec<_> = valid.iter().copied().cycle().take(found).collect();
            assert_eq!(decode(&bytes), Err(DecodeError::Length { expected: length, found }));
        }
        // Each coefficient at p, and with p added where that fits.
        let p = modulus::<Fp<C, N>>();
        let coefficient_bytes = Fp::<C, N>::BYTES;
        assert_eq!(length, 12 * coefficient_bytes);
        for i in 0..12 {
            let range = i * coefficient_bytes..(i + 1) * coefficient_bytes;
            let coefficient = BigUint::from_bytes_le(&valid[range.clone()]);
            let all_ones = (BigUint::from(1u8) << (8 * coefficient_bytes)) - 1u8;
            for wrong in [p.clone(), &coefficient + &p, all_ones] {
                let mut digits = wrong.to_bytes_le();
                if digits.len() > coefficient_bytes {
                    assert_eq!(C::NAME, "bn_p256");
                    continue;
                }
                digits.resize(coefficient_bytes, 0);
                let mut bytes = valid.clone();
                bytes[range.clone()].copy_from_slice(&digits);
                assert_eq!(decode(&bytes), Err(DecodeError::NotCanonical), "coefficient {i}");
            }
        }
    }
    // One wrong bit leaves the group.
    for i in (0..8 * length).step_by(101) {
        let mut bytes = valid.clone();
        bytes[i / 8] ^= 1 << (i % 8);
        assert!(Gt::<C, N>::from_bytes(&bytes).is_err(), "bit {i}");
    }
}
