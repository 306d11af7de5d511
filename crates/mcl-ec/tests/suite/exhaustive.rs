//! Curves so small that every point, pair of points, scalar and byte string is tried, among them
//! curves of composite order, where tables of odd multiples meet points of order 3, 5, 7 and 13.

use crate::common::reference;
use ff::Field;
use mcl_ec::encoding_mcl::{decode, encode, encoded_len};
use mcl_ec::{
    Affine, CurveParams, FixedBase, Projective, msm_vartime, mul, mul_by_words_vartime, mul_vartime,
};
use mcl_fp::{Fp, PrimeParams, Uint};

macro_rules! tiny_field {
    ($params:ident, $modulus:literal, $generator:literal) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $params;

        impl PrimeParams<1> for $params {
            const MODULUS: Uint<1> = Uint::from_u8($modulus);
            const GENERATOR: u64 = $generator;
        }
    };
}

macro_rules! tiny_curve {
    ($curve:ident, $base:ident, $scalar:ident, $b:literal, $x:literal, $y:literal) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $curve;

        impl CurveParams for $curve {
            type Base = Fp<$base, 1>;
            type Scalar = Fp<$scalar, 1>;
            const B: Self::Base = Fp::from_u64($b);
            const GENERATOR: (Self::Base, Self::Base) = (Fp::from_u64($x), Fp::from_u64($y));
        }
    };
}

tiny_field!(F61, 61, 2);
tiny_field!(F97, 97, 5);
tiny_field!(F103, 103, 5);
tiny_field!(F151, 151, 6);
tiny_field!(F211, 211, 2);
tiny_field!(F241, 241, 7);

// 97 points, a free bit in the byte of x.
tiny_curve!(Order97, F103, F97, 5, 2, 42);
// 241 points, x fills its byte.
tiny_curve!(Order241, F211, F241, 29, 1, 36);
// 3 5^2, 5^2 7 and 3 7 13 points; the scalars are those of some field, as integers.
tiny_curve!(Order75, F61, F241, 4, 0, 2);
tiny_curve!(Order175, F151, F241, 12, 2, 41);
tiny_curve!(Order273, F241, F241, 3, 0, 56);

/// All points, the identity first.
fn all_points<C: CurveParams>(order: usize) -> Vec<reference::Point<C>> {
    let mut elements = vec![C::Base::ZERO];
    while elements.len() == 1 || !bool::from(elements[elements.len() - 1].is_zero()) {
        elements.push(elements[elements.len() - 1] + C::Base::ONE);
    }
    elements.pop();
    let mut points = vec![None];
    for &x in &elements {
        for &y in &elements {
            if Affine::<C>::from_xy(x, y).is_some() {
                points.push(Some((x, y)));
            }
        }
    }
    assert_eq!(points.len(), order);
    points
}

/// A representative with another Z.
fn projective<C: CurveParams>(point: reference::Point<C>, z: u64) -> Projective<C> {
    let factor = (0..z).fold(C::Base::ONE, |z, _| z + C::Base::ONE);
    reference::rescale(&reference::to_affine::<C>(point).to_projective(), &factor)
}

fn group_law<C: CurveParams>(order: usize) {
    let points = all_points::<C>(order);
    for &a in &points {
        let pa = projective::<C>(a, 2);
        assert_eq!(pa.double().to_affine().xy(), reference::add::<C>(a, a));
        for &b in &points {
            let (pb, qb) = (projective::<C>(b, 4), reference::to_affine::<C>(b));
            let sum = reference::to_affine::<C>(reference::add::<C>(a, b));
            let difference =
                reference::to_affine::<C>(reference::add::<C>(a, reference::neg::<C>(b)));
            assert_eq!(pa + pb, sum);
            assert_eq!(pa - pb, difference);
            assert_eq!(pa + qb, sum);
            assert_eq!(pa - qb, difference);
            assert_eq!(pa == pb, a == b);
        }
    }
}

fn multiplications<C: CurveParams>(order: usize, scalars: u64) {
    for &point in &all_points::<C>(order) {
        let p = projective::<C>(point, 3);
        let table = FixedBase::new(&p, 8, 3).expect("possible parameters");
        let mut multiple = None;
        for integer in 0..scalars {
            let k = C::Scalar::from(integer);
            let expected = reference::to_affine::<C>(multiple);
            assert_eq!(mul(&p, &k), expected, "[{integer}] {point:?}");
            assert_eq!(mul_vartime(&p, &k), expected, "[{integer}] {point:?}");
            assert_eq!(mul_by_words_vartime(&p, &[integer]), expected, "[{integer}] {point:?}");
            assert_eq!(table.mul(&k).expect("eight bits"), expected, "[{integer}] {point:?}");
            assert_eq!(table.mul_vartime(&k).expect("eight bits"), expected);
            multiple = reference::add::<C>(multiple, point);
        }
    }
}

fn sums<C: CurveParams>(order: usize) {
    let points: Vec<_> =
        all_points::<C>(order).into_iter().map(reference::to_affine::<C>).collect();
    // Every point once, and many times over in the same buckets.
    for repetitions in [1, 3] {
        let bases: Vec<_> = points.iter().copied().cycle().take(repetitions * order).collect();
        for step in [0u64, 1, 2, 5] {
            let scalars: Vec<_> =
                (0..bases.len() as u64).map(|i| C::Scalar::from(i * step % 89)).collect();
            let products = bases.iter().zip(&scalars).map(|(p, k)| *p * k);
            assert_eq!(
                msm_vartime(&bases, &scalars).expect("equal lengths"),
                products.sum::<Projective<C>>()
            );
            let pairs = bases.windows(2).zip(scalars.windows(2));
            for (bases, scalars) in pairs.take(order) {
                let expected = bases[0] * scalars[0] + bases[1] * scalars[1];
                assert_eq!(msm_vartime(bases, scalars).expect("equal lengths"), expected);
            }
        }
    }
}

/// `refused` points of order 3 have no encoding.
fn encodings<C: CurveParams>(order: usize, refused: usize) {
    let mut accepted = 0;
    for integer in 0..1u32 << (8 * encoded_len::<C>()) {
        let bytes = &integer.to_le_bytes()[..encoded_len::<C>()];
        if let Ok(point) = decode::<C>(bytes) {
            accepted += 1;
            let mut out = vec![0; encoded_len::<C>()];
            encode(&point, &mut out).expect("the length is right");
            assert_eq!(out, bytes, "{point:?}");
            assert!(bool::from(point.is_on_curve()));
        }
    }
    assert_eq!(accepted, order - refused);
}

#[test]
fn order_97() {
    group_law::<Order97>(97);
    multiplications::<Order97>(97, 97);
    sums::<Order97>(97);
    encodings::<Order97>(97, 0);
}

#[test]
fn order_241() {
    group_law::<Order241>(241);
    multiplications::<Order241>(241, 241);
    sums::<Order241>(241);
    encodings::<Order241>(241, 0);
}

#[test]
fn order_3_5_5() {
    group_law::<Order75>(75);
    multiplications::<Order75>(75, 241);
    sums::<Order75>(75);
    encodings::<Order75>(75, 2);
}

#[test]
fn order_5_5_7() {
    group_law::<Order175>(175);
    multiplications::<Order175>(175, 241);
    sums::<Order175>(175);
    encodings::<Order175>(175, 0);
}

#[test]
fn order_3_7_13() {
    group_law::<Order273>(273);
    multiplications::<Order273>(273, 241);
    sums::<Order273>(273);
    // x fills its byte: the leading byte tells points of order 3 from the identity.
    encodings::<Order273>(273, 0);
}
