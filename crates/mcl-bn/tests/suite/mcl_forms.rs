//! mcl's text and array forms, setters, hashes and maps, and polynomials: its vectors, and a test
//! for every rule of refusal.

use ff::Field;
use group::{Curve, Group};
use mcl_bn::sharing::{SharingError, evaluate_polynomial, lagrange_interpolation};
use mcl_bn::{
    ArrayMode, BnParams, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, Gt, IoMode, IoValue,
    PointForm, TextError,
};
use mcl_ec::CurveParams;
use num_bigint::BigUint;

use crate::common::json::{Case, Hex, Read, for_each_case};
use crate::common::{Fp, Fp2, Fp12, Fr, modulus, rng, to_integer};
use crate::mcl_vectors::vectors;

for_all_curves!(
    texts_that_mcl_reads_or_refuses,
    masked_bytes,
    hashes_to_fields,
    hashes_to_points,
    maps,
    shared_secrets,
);

mod rules {
    use super::{
        arrays_round_trip, every_rule_of_arrays, every_rule_of_text, setters_refuse_long_input,
        texts_round_trip,
    };

    for_each_kind_of_curve!(
        texts_round_trip,
        arrays_round_trip,
        every_rule_of_text,
        every_rule_of_arrays,
        setters_refuse_long_input,
    );
}

/// The text of a case, read as the type that it names.
fn check_set_str<T: IoValue + Read + PartialEq + core::fmt::Debug>(case: &Case<'_>) {
    let text: String = case.get("str");
    let mode = IoMode::from_number(case.get::<usize>("io_mode") as u32).expect("a mode of text");
    let (read, whole): (usize, bool) = (case.get("read"), case.get("whole"));
    let found = T::from_text_prefix(&text, mode);
    if case.get::<bool>("ok") {
        let value = T::read(case.raw("value"));
        assert_eq!(found, Ok((value, read)), "{text:?}");
        assert_eq!(T::from_text(&text, mode).is_ok(), whole, "{text:?}");
    } else {
        assert!(case.raw("value").is_null());
        assert!(found.is_err(), "{text:?}");
    }
}

fn texts_that_mcl_reads_or_refuses<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["set_str"], &[], |case| {
        match case.get::<String>("type").as_str() {
            "fp" => check_set_str::<Fp<C, N>>(case),
            "fr" => check_set_str::<Fr<C, N>>(case),
            "g1" => check_set_str::<G1Affine<C, N>>(case),
            "g2" => check_set_str::<G2Affine<C, N>>(case),
            "gt" => check_set_str::<Gt<C, N>>(case),
            kind => panic!("unknown type {kind}"),
        }
        // Failures consume nothing and are not whole texts; what mcl says of "" is not a rule.
        let _ = (case.raw("read"), case.raw("whole"));
    });
}

fn masked_bytes<C: BnParams<N>, const N: usize>() {
    fn check<F: ff::PrimeField + Read>(section: &serde_json::Value, read: impl Fn(&[u8]) -> F) {
        for_each_case(section, &[], |case| {
            let Hex(bytes) = case.get("bytes");
            assert_eq!(read(&bytes), case.get("value"));
        });
        // By definition, for all lengths around those of the modulus.
        let p = modulus::<F>();
        let bits = p.bits();
        let stored = 8 * bits.div_ceil(64) as usize;
        for length in 0..stored + 10 {
            for fill in [0x00, 0xff, 0xa5] {
                let bytes: Vec<u8> = (0..length).map(|i| fill ^ (i * i / 7) as u8).collect();
                let integer = BigUint::from_bytes_le(&bytes[..length.min(stored)]);
                let keep = |bits: u64| &integer % (BigUint::from(1u8) << bits);
                let expected = if keep(bits) < p { keep(bits) } else { keep(bits - 1) };
                assert_eq!(to_integer(&read(&bytes)), expected);
            }
        }
        let near = |x: &BigUint| read(&x.to_bytes_le());
        assert_eq!(to_integer(&near(&(&p - 1u8))), &p - 1u8);
        assert_eq!(to_integer(&near(&p)), &p - (BigUint::from(1u8) << (bits - 1)));
    }
    let file = vectors::<C, N>();
    check(&file["set_array_mask"]["fp"], Fp::<C, N>::from_le_bytes_masked);
    check(&file["set_array_mask"]["fr"], Fr::<C, N>::from_le_bytes_masked);
}

fn hashes_to_fields<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    for_each_case(&file["set_hash_of"]["fp"], &[], |case| {
        let Hex(message) = case.get("msg");
        assert_eq!(Fp::<C, N>::set_hash_of(&message), case.get("value"));
    });
    for_each_case(&file["set_hash_of"]["fr"], &[], |case| {
        let Hex(message) = case.get("msg");
        assert_eq!(Fr::<C, N>::set_hash_of(&message), case.get("value"));
    });
    // The hash can be another one.
    let digest = <sha2::Sha384 as sha2::Digest>::digest(b"abc");
    let expected = Fp::<C, N>::from_le_bytes_masked(&digest);
    assert_eq!(Fp::<C, N>::set_hash_of_with::<sha2::Sha384>(b"abc"), expected);
}

fn hashes_to_points<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    for_each_case(&file["hash_and_map_to_g1"], &[], |case| {
        let (Hex(message), Hex(serialized)) = (case.get("msg"), case.get("serialized"));
        let t: Fp<C, N> = case.get("t");
        assert_eq!(Fp::set_hash_of(&message), t);
        let point = G1::<C, N>::hash_and_map_mcl(&message).expect("a mapped hash").to_affine();
        assert_eq!(point, case.get("point"));
        assert_eq!(point.to_compressed().as_ref(), serialized);
    });
    for_each_case(&file["hash_and_map_to_g2"], &[], |case| {
        let (Hex(message), Hex(serialized)) = (case.get("msg"), case.get("serialized"));
        let t: Fp2<C, N> = case.get("t");
        assert_eq!(Fp2::new(Fp::set_hash_of(&message), Fp::ZERO), t);
        let point = G2::<C, N>::hash_and_map_mcl(&message).expect("a mapped hash").to_affine();
        assert_eq!(point, case.get("point"));
        assert_eq!(point.to_compressed().as_ref(), serialized);
        assert_eq!(G2::map_to_mcl(&t).expect("mapped").to_affine(), point);
    });
    for_each_case(&file["try_and_increment_g1"], &[], |case| {
        let Hex(message) = case.get("msg");
        let point = G1::<C, N>::hash_and_map_mcl_try_and_increment_vartime(&message);
        assert_eq!(point.to_affine(), case.get("point"));
    });
    for_each_case(&file["try_and_increment_g2"], &[], |case| {
        let Hex(message) = case.get("msg");
        let point = G2::<C, N>::hash_and_map_mcl_try_and_increment_vartime(&message);
        assert_eq!(point.to_affine(), case.get("point"));
    });
}

fn maps<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    for_each_case(&file["map_to_g1"], &[], |case| {
        let point: Option<G1<C, N>> = G1::map_to_mcl(&case.get("t")).into();
        assert_eq!(point.is_some(), case.get::<bool>("ok"));
        assert_eq!(point.map(|point| point.to_affine()), case.get("point"));
    });
    for_each_case(&file["map_to_g2"], &[], |case| {
        let point: Option<G2<C, N>> = G2::map_to_mcl(&case.get("t")).into();
        assert_eq!(point.is_some(), case.get::<bool>("ok"));
        assert_eq!(point.map(|point| point.to_affine()), case.get("point"));
    });
    // t^2 = -(1 + b') has a root in Fp2 where -(1 + b') is a square: no point there.
    let pole = -(Fp2::<C, N>::ONE + G2Curve::<C, N>::B);
    if let Some(t) = Option::<Fp2<C, N>>::from(pole.sqrt()) {
        assert!(bool::from(G2::<C, N>::map_to_mcl(&t).is_none()));
    }
    let pole = -(Fp::<C, N>::ONE + G1Curve::<C, N>::B);
    if let Some(t) = Option::<Fp<C, N>>::from(pole.sqrt()) {
        assert!(bool::from(G1::<C, N>::map_to_mcl(&t).is_none()));
    }
}

fn shared_secrets<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    let g1 = G1Affine::<C, N>::read(&file["params"]["g1"]);
    let g2 = G2Affine::<C, N>::read(&file["params"]["g2"]);
    for_each_case(&file["lagrange"], &[], |case| {
        let (coefficients, xs): (Vec<Fr<C, N>>, Vec<Fr<C, N>>) =
            (case.get("coeffs"), case.get("xs"));
        let ys: Vec<Fr<C, N>> = case.get("ys");
        let secret: Fr<C, N> = case.get("recovered");
        assert_eq!(lagrange_interpolation(&xs, &ys), Ok(secret));
        for (x, y) in xs.iter().zip(&ys) {
            assert_eq!(evaluate_polynomial(&coefficients, x), Ok(*y));
        }
        let in_g1 =
            |scalars: &[Fr<C, N>]| -> Vec<G1<C, N>> { scalars.iter().map(|k| g1 * k).collect() };
        let in_g2 =
            |scalars: &[Fr<C, N>]| -> Vec<G2<C, N>> { scalars.iter().map(|k| g2 * k).collect() };
        let recovered = lagrange_interpolation(&xs, &in_g1(&ys)).expect("valid shares");
        assert_eq!(recovered.to_affine(), case.get("g1_recovered"));
        assert_eq!(evaluate_polynomial(&in_g1(&coefficients), &xs[0]), Ok(in_g1(&ys)[0]));
        let recovered = lagrange_interpolation(&xs, &in_g2(&ys)).expect("valid shares");
        assert_eq!(recovered.to_affine(), case.get("g2_recovered"));
        assert_eq!(evaluate_polynomial(&in_g2(&coefficients), &xs[0]), Ok(in_g2(&ys)[0]));
    });

    let refusals = Case::new(&file["lagrange_refusals"]);
    let xs = [1, 2, 3, 2, 0].map(Fr::<C, N>::from_u64);
    let ys = [5, 6, 7, 8, 9].map(Fr::<C, N>::from_u64);
    let repeated = lagrange_interpolation(&xs[..4], &ys[..4]);
    assert_eq!(repeated, Err(SharingError::RepeatedPosition { first: 1, second: 3 }));
    assert!(!refusals.get::<bool>("duplicate_x_ok"));
    let zero = lagrange_interpolation(&xs, &ys);
    assert_eq!(zero, Err(SharingError::ZeroPosition { index: 4 }));
    assert!(!refusals.get::<bool>("zero_x_ok"));
    let none: [Fr<C, N>; 0] = [];
    assert_eq!(lagrange_interpolation(&none, &none), Err(SharingError::Empty));
    assert!(!refusals.get::<bool>("empty_ok"));
    assert_eq!(lagrange_interpolation(&[Fr::ZERO], &ys[..1]), Ok(ys[0]));
    assert!(refusals.get::<bool>("single_zero_x_ok"));
    refusals.finish(&[]);
    let lengths = lagrange_interpolation(&xs[..2], &ys[..3]);
    assert_eq!(lengths, Err(SharingError::Length { expected: 2, found: 3 }));
    assert_eq!(evaluate_polynomial(&none, &xs[0]), Err(SharingError::Empty));
}

/// All modes of text.
fn modes() -> Vec<IoMode> {
    let mut modes = vec![IoMode::SERIALIZED_HEX];
    for radix in [IoMode::AUTO, IoMode::BINARY, IoMode::DECIMAL, IoMode::HEXADECIMAL] {
        for points in [PointForm::Affine, PointForm::Compressed, PointForm::Projective] {
            modes.push(radix.with_points(points));
            modes.push(radix.with_points(points).with_prefix());
        }
    }
    modes
}

fn check_round_trips<T: IoValue + PartialEq + core::fmt::Debug>(value: &T) {
    for mode in modes() {
        let text = value.to_text(mode).to_string();
        assert_eq!(T::from_text(&text, mode).as_ref(), Ok(value), "{text}");
        assert_eq!(T::from_text_prefix(&text, mode).map(|(_, read)| read), Ok(text.len()));
        assert_eq!(IoMode::from_number(mode.number()), Some(mode));
    }
}

fn texts_round_trip<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(1);
    let minus_one = -Fp::<C, N>::ONE;
    for x in [Fp::ZERO, Fp::ONE, minus_one, Fp::<C, N>::random(&mut rng)] {
        check_round_trips(&x);
        check_round_trips(&Fp2::new(minus_one, x));
    }
    let k = Fr::<C, N>::random(&mut rng);
    check_round_trips(&k);
    check_round_trips(&(-k));
    for point in [G1::<C, N>::identity(), G1::generator() * k, -(G1::generator() * k)] {
        check_round_trips(&point);
        check_round_trips(&point.to_affine());
    }
    for point in [G2::<C, N>::identity(), G2::generator() * k, -(G2::generator() * k)] {
        check_round_trips(&point);
        check_round_trips(&point.to_affine());
    }
    let e = mcl_bn::pairing(&G1Affine::<C, N>::generator(), &G2Affine::generator());
    check_round_trips(&e);
    check_round_trips(&Gt::<C, N>::identity());
    check_round_trips(&(*e.as_fp12() + Fp12::<C, N>::ONE));

    // The Z of a projective text is that of the point.
    let point = G1::<C, N>::generator().double();
    let projective = IoMode::DECIMAL.with_points(PointForm::Projective);
    let text = point.to_text(projective).to_string();
    assert!(text.starts_with("4 ") && !text.ends_with(" 1"), "{text}");
    let affine = point.to_affine().to_text(projective).to_string();
    assert!(affine.ends_with(" 1"), "{affine}");
    assert_eq!(G1::<C, N>::identity().to_text(projective).to_string(), "4 0 0 0");
    assert_eq!(G1::<C, N>::identity().to_text(IoMode::AUTO).to_string(), "0");
}

fn arrays_round_trip<C: BnParams<N>, const N: usize>() {
    fn check<T: IoValue + PartialEq + core::fmt::Debug>(value: &T, points: PointForm) {
        let mut buffer = [0xa5; 2000];
        for mode in [ArrayMode::Canonical, ArrayMode::Raw] {
            let bytes = value.write_array(mode, points, &mut buffer).expect("room").to_vec();
            assert_eq!(T::from_array(&bytes, mode).as_ref(), Ok(value));
            let mut again = vec![0; bytes.len()];
            assert_eq!(value.write_array(mode, points, &mut again), Some(&bytes[..]));
            assert_eq!(value.write_array(mode, points, &mut again[1..]), None, "no room");
        }
    }
    let k = Fr::<C, N>::random(&mut rng(2));
    check(&k, PointForm::Affine);
    let p = G1::<C, N>::generator() * k;
    let q = G2::<C, N>::generator() * k;
    for points in [PointForm::Affine, PointForm::Compressed, PointForm::Projective] {
        check(&p, points);
        check(&q, points);
        check(&q.to_affine(), points);
        check(&G1Affine::<C, N>::identity(), points);
    }
    check(&mcl_bn::pairing(&p.to_affine(), &q.to_affine()), PointForm::Affine);

    // The array form of a number is the serialized one; in raw form, one is R modulo p.
    let mut buffer = [0; 2000];
    let p = p.to_affine();
    let (x, y) = p.xy().expect("not the identity");
    let n = Fp::<C, N>::BYTES;
    let canonical = p.write_array(ArrayMode::Canonical, PointForm::Affine, &mut buffer);
    let affine = p.to_affine_bytes();
    assert_eq!(canonical, Some(&[b"1", affine.as_ref()].concat()[..]));
    let parity = if bool::from(mcl_fp::FieldExt::parity(&y)) { b"3" } else { b"2" };
    let compressed = p.write_array(ArrayMode::Canonical, PointForm::Compressed, &mut buffer);
    let mut x_bytes = vec![0; n];
    x.write_le_bytes(&mut x_bytes).expect("the right length");
    assert_eq!(compressed, Some(&[&parity[..], &x_bytes].concat()[..]));
    let identity = G1Affine::<C, N>::identity();
    let zero = identity.write_array(ArrayMode::Raw, PointForm::Compressed, &mut buffer);
    assert_eq!(zero, Some(&b"0"[..]));
    let words = Fp::<C, N>::BITS.div_ceil(64);
    let one = Fp::<C, N>::ONE.write_array(ArrayMode::Raw, PointForm::Affine, &mut buffer);
    let radix = (BigUint::from(1u8) << (64 * words)) % modulus::<Fp<C, N>>();
    assert_eq!(BigUint::from_bytes_le(one.expect("room")), radix);
    assert_eq!(one.map(<[u8]>::len), Some(8 * words as usize));
}

fn every_rule_of_text<C: BnParams<N>, const N: usize>() {
    use IoMode as M;
    use TextError as E;
    let fp = Fp::<C, N>::from_text;
    for (text, mode, error) in [
        ("", M::AUTO, E::Missing { position: 0 }),
        (" \t\r\n", M::AUTO, E::Missing { position: 4 }),
        (" -", M::DECIMAL, E::InvalidNumber { position: 1 }),
        ("0x", M::HEXADECIMAL, E::InvalidNumber { position: 0 }),
        ("0b", M::BINARY, E::InvalidNumber { position: 0 }),
        ("0x12", M::DECIMAL, E::InvalidNumber { position: 0 }),
        ("0b1", M::DECIMAL, E::InvalidNumber { position: 0 }),
        ("0x1", M::BINARY, E::InvalidNumber { position: 0 }),
        ("0X1", M::AUTO, E::InvalidNumber { position: 0 }),
        ("0B1", M::AUTO, E::InvalidNumber { position: 0 }),
        ("+5", M::AUTO, E::InvalidNumber { position: 0 }),
        ("--5", M::AUTO, E::InvalidNumber { position: 0 }),
        ("12a", M::DECIMAL, E::InvalidNumber { position: 0 }),
        ("12g", M::HEXADECIMAL, E::InvalidNumber { position: 0 }),
        ("12\u{e4}", M::HEXADECIMAL, E::InvalidNumber { position: 0 }),
        ("2", M::BINARY, E::InvalidNumber { position: 0 }),
        ("7 8", M::DECIMAL, E::TrailingText { position: 2 }),
        ("7  ", M::DECIMAL, E::TrailingText { position: 2 }),
    ] {
        assert_eq!(fp(text, mode), Err(error), "{text:?}");
    }
    let p = modulus::<Fp<C, N>>();
    for text in [p.to_string(), format!("-{p}"), format!("{p}0"), "9".repeat(2000)] {
        assert_eq!(fp(&text, M::DECIMAL), Err(E::NotCanonical { position: 0 }));
    }
    assert_eq!(fp(&format!("{p:x}"), M::HEXADECIMAL), Err(E::NotCanonical { position: 0 }));
    assert_eq!(fp(&format!("{p:b}"), M::BINARY), Err(E::NotCanonical { position: 0 }));
    // A wrong digit is the worse fault.
    assert_eq!(fp(&format!("{p}99x"), M::AUTO), Err(E::InvalidNumber { position: 0 }));
    let words = Fp::<C, N>::BITS.div_ceil(64) as usize;
    for (digits, base, mode) in [(16 * words, "0x", M::HEXADECIMAL), (64 * words, "0b", M::BINARY)]
    {
        let text = format!("{base}{}1", "0".repeat(digits - 1));
        assert_eq!(fp(&text, mode), Ok(Fp::ONE));
        assert_eq!(fp(&text, M::AUTO), Ok(Fp::ONE));
        let text = format!("{base}0{}", &text[2..]);
        assert_eq!(fp(&text, mode), Err(E::TooManyDigits { position: 0 }));
    }
    // What is accepted beyond plain numbers.
    for (text, mode, value) in [
        ("7 ", M::DECIMAL, 7),
        ("\n7\n", M::DECIMAL, 7),
        ("0010", M::AUTO, 10),
        ("0b1", M::HEXADECIMAL, 0xb1),
        ("-0", M::AUTO, 0),
        ("aF", M::HEXADECIMAL, 0xaf),
    ] {
        assert_eq!(fp(text, mode), Ok(Fp::from_u64(value)), "{text:?}");
    }
    assert_eq!(fp("-0x10", M::AUTO), Ok(-Fp::<C, N>::from_u64(16)));
    assert_eq!(fp(&format!("{}5", "0".repeat(5000)), M::AUTO), Ok(Fp::from_u64(5)));

    let g1 = G1Affine::<C, N>::from_text;
    let point = G1Affine::<C, N>::generator();
    let (x, y) = point.xy().expect("not the identity");
    let number = |x: Fp<C, N>| x.to_text(M::DECIMAL).to_string();
    let (sx, sy) = (number(x), number(y));
    for (text, error) in [
        ("5 1 2".to_owned(), E::InvalidTag { position: 0 }),
        (" x 1 2".to_owned(), E::InvalidTag { position: 1 }),
        ("-1 2".to_owned(), E::InvalidTag { position: 0 }),
        ("1".to_owned(), E::Missing { position: 1 }),
        (format!("1 {sx}"), E::Missing { position: 2 + sx.len() }),
        (format!("1 {sx} {sx}1"), E::NotCanonical { position: 3 + sx.len() }),
        (format!("1 {sx} {}", number(y + Fp::ONE)), E::NotOnCurve),
        ("2 0".to_owned(), E::NotOnCurve),
        (format!("4 {sx} {sy}"), E::Missing { position: 3 + sx.len() + sy.len() }),
        (format!("4 {sx} {sy} 2"), E::NotOnCurve),
        (format!("0 {sx}"), E::TrailingText { position: 1 }),
    ] {
        let found = g1(&text, M::AUTO);
        match error {
            // One is the x of the generator of two of the curves.
            E::NotCanonical { .. } if x == Fp::ONE => assert!(found.is_err()),
            E::NotOnCurve if text == "2 0" => {
                // x = 0 is on the curve where b is a square.
                let b = G1Curve::<C, N>::B;
                assert_eq!(found.is_err(), bool::from(!b.is_square()));
            }
            _ => assert_eq!(found, Err(error), "{text:?}"),
        }
    }
    assert_eq!(g1(&format!("4 {sx} {sy} 1"), M::AUTO), Ok(point));
    assert_eq!(g1("4 7 7 0", M::AUTO), Ok(G1Affine::identity()));
    assert_eq!(g1(&format!("1{sx} {sy}"), M::AUTO), Ok(point), "no blank behind the tag");

    // Membership: the point of the twist of which mcl says that it is outside.
    let file = vectors::<C, N>();
    let outside = &file["twist_point_outside_torsion"]["point"];
    let (x, y) = (Fp2::<C, N>::read(&outside["x"]), Fp2::<C, N>::read(&outside["y"]));
    let outside = mcl_ec::Affine::<G2Curve<C, N>>::from_xy(x, y).expect("on the twist");
    for mode in modes() {
        let text = outside.to_text(mode).to_string();
        let error = if mode == M::SERIALIZED_HEX { E::Serialized } else { E::NotInSubgroup };
        assert_eq!(G2Affine::<C, N>::from_text(&text, mode), Err(error));
        assert_eq!(G2::<C, N>::from_text(&text, mode), Err(error));
        assert_eq!(mcl_ec::Affine::from_text(&text, mode), Ok(outside));
    }
    for text in ["0 0 0 0 0 0 0 0 0 0 0 0", "2 0 0 0 0 0 0 0 0 0 0 0"] {
        assert_eq!(Gt::<C, N>::from_text(text, M::AUTO), Err(E::NotInSubgroup));
        assert!(Fp12::<C, N>::from_text(text, M::AUTO).is_ok());
    }

    // Hexadecimal bytes.
    let hex = point.to_text(M::SERIALIZED_HEX).to_string();
    assert_eq!(g1(&hex.to_uppercase(), M::SERIALIZED_HEX), Ok(point));
    let short = &hex[..hex.len() - 1];
    assert_eq!(g1(short, M::SERIALIZED_HEX), Err(E::Missing { position: hex.len() - 1 }));
    let long = hex.clone() + "0";
    assert_eq!(g1(&long, M::SERIALIZED_HEX), Err(E::TrailingText { position: hex.len() }));
    let wrong = format!("{}g{}", &hex[..3], &hex[4..]);
    assert_eq!(g1(&wrong, M::SERIALIZED_HEX), Err(E::InvalidNumber { position: 3 }));
    let ones = "f".repeat(hex.len());
    assert_eq!(g1(&ones, M::SERIALIZED_HEX), Err(E::Serialized));
}

#[test]
fn numbers_of_modes() {
    crate::common::backend::choose();
    for number in [1, 3, 8, 32, 64, 256 + 1024, 512, 2048 + 16, 4096, 8192, 1 << 31] {
        assert_eq!(IoMode::from_number(number), None, "{number}");
    }
    assert_eq!(IoMode::from_number(0), Some(IoMode::AUTO));
    assert_eq!(IoMode::from_number(16 | 128), Some(IoMode::HEXADECIMAL.with_prefix()));
    assert_eq!(
        IoMode::from_number(10 | 1024),
        Some(IoMode::DECIMAL.with_points(PointForm::Projective))
    );
}

fn every_rule_of_arrays<C: BnParams<N>, const N: usize>() {
    use TextError as E;
    let n = Fp::<C, N>::BYTES;
    let point = G1Affine::<C, N>::generator();
    let mut buffer = [0; 2000];
    let bytes = point.write_array(ArrayMode::Canonical, PointForm::Affine, &mut buffer);
    let bytes = bytes.expect("room").to_vec();
    let read = |bytes: &[u8]| G1Affine::<C, N>::from_array(bytes, ArrayMode::Canonical);
    assert_eq!(read(&bytes), Ok(point));
    assert_eq!(read(&[]), Err(E::Missing { position: 0 }));
    assert_eq!(read(&bytes[..2 * n]), Err(E::Missing { position: 2 * n }));
    assert_eq!(read(&[&bytes[..], &[0]].concat()), Err(E::TrailingText { position: 2 * n + 1 }));
    for tag in [0, b' ', b'0' - 1, b'5', 0xff] {
        let mut wrong = bytes.clone();
        wrong[0] = tag;
        assert_eq!(read(&wrong), Err(E::InvalidTag { position: 0 }), "{tag}");
    }
    let mut wrong = bytes.clone();
    wrong[1..=n].fill(0xff);
    assert_eq!(read(&wrong), Err(E::NotCanonical { position: 1 }));
    let mut wrong = bytes.clone();
    wrong[n + 1] ^= 1;
    assert_eq!(read(&wrong), Err(E::NotOnCurve));
    // Raw words: the bytes beyond those of the modulus are zero.
    let stored = 8 * Fp::<C, N>::BITS.div_ceil(64) as usize;
    let read = |bytes: &[u8]| Fp::<C, N>::from_array(bytes, ArrayMode::Raw);
    assert_eq!(read(&vec![0; stored]), Ok(Fp::ZERO));
    assert_eq!(read(&vec![0; stored - 1]), Err(E::Missing { position: stored - 1 }));
    let mut last = vec![0; stored];
    last[stored - 1] = 0xff;
    let full = Fp::<C, N>::BITS.is_multiple_of(64);
    let found = read(&last);
    assert!(found.is_ok() && full || found == Err(E::NotCanonical { position: 0 }));
}

fn setters_refuse_long_input<C: BnParams<N>, const N: usize>() {
    let limit = 16 * Fp::<C, N>::BITS.div_ceil(64) as usize;
    let error = mcl_fp::DecodeError::Length { expected: limit, found: limit + 1 };
    let bytes = vec![0xff; limit + 1];
    assert_eq!(Fp::<C, N>::set_little_endian_mod(&bytes), Err(error));
    assert_eq!(Fp::<C, N>::set_big_endian_mod(&bytes), Err(error));
    let value = Ok(Fp::<C, N>::from_le_bytes_mod(&bytes[..limit]));
    assert_eq!(Fp::<C, N>::set_little_endian_mod(&bytes[..limit]), value);
    assert_eq!(Fp::<C, N>::set_big_endian_mod(&bytes[..limit]), value);
}
