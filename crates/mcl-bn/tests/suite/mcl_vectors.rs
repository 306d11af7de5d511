//! Every value of mcl's test vectors, through the public API and byte for byte.
//!
//! See `tests/vectors/mcl/README.md` for their origin and form.

use ff::PrimeField;
use group::{Curve, CurveAffine, Group, GroupEncoding, UncompressedEncoding};
use mcl_bn::{
    Bn, BnParams, ByteArray, DecodeError, G1Affine, G1Curve, G2Affine, G2Curve, G2Prepared, Gt,
    IoMode, IoValue, PointForm, Twist, final_exponentiation, multi_pairing, pairing, pairing_check,
};
use mcl_ec::{CurveParams, mul_by_words_vartime};
use mcl_fp::{FieldBytes, FieldExt, batch_invert};
use num_bigint::{BigInt, BigUint};
use pairing::{MultiMillerLoop, PairingCurveAffine};
use serde_json::Value;

use crate::common::json::{Case, Hex, Read, for_each_case};
use crate::common::points::{Base, InG1, InG2, Points};
use crate::common::{Fp, Fp2, Fp12, Fr, modulus, residue, to_integer, u};

for_all_curves!(
    sections_are_known,
    parameters,
    base_field,
    scalar_field,
    quadratic_extension,
    degree_twelve_extension,
    g1_group,
    g2_group,
    single_pairings,
    final_exponentiations,
    products_of_pairings,
    gt_powers,
    products_of_gt_powers,
    refused_bytes,
    accepted_bytes,
    twist_point_outside_the_subgroup,
);

/// Sections of which a test, below or in `mcl_forms.rs`, runs every case.
const COVERED: [&str; 28] = [
    "params",
    "fp",
    "fr",
    "fp2",
    "fp12",
    "g1",
    "g2",
    "pairing",
    "final_exp",
    "multi_pairing",
    "gt_pow",
    "gt_pow_vec",
    "set_little_endian_mod",
    "set_big_endian_mod",
    "deserialize_refused",
    "deserialize_accepted",
    "twist_point_outside_torsion",
    "hash_and_map_to_g1",
    "hash_and_map_to_g2",
    "map_to_g1",
    "map_to_g2",
    "try_and_increment_g1",
    "try_and_increment_g2",
    "set_hash_of",
    "set_array_mask",
    "set_str",
    "lagrange",
    "lagrange_refusals",
];

/// Sections that describe the file.
const DESCRIPTION: [&str; 3] = ["schema", "curve", "produced_by"];

/// The section that only the file of alt_bn128 has.
const EIP197: &str = "eip197_generator_pairing";

/// The vector file of a curve.
pub fn vectors<C: BnParams<N>, const N: usize>() -> Value {
    let (curve, text) = match C::NAME {
        "fp254bnb" => ("BN254", include_str!("../vectors/mcl/bn254.json")),
        "snark1" => ("BN_SNARK1", include_str!("../vectors/mcl/bn_snark1.json")),
        "bn_p256" => ("BN_P256", include_str!("../vectors/mcl/bn_p256.json")),
        "bn381_1" => ("BN381_1", include_str!("../vectors/mcl/bn381_1.json")),
        "bn462" => ("BN462", include_str!("../vectors/mcl/bn462.json")),
        name => panic!("no vectors for {name}"),
    };
    let file: Value = serde_json::from_str(text).expect("the file is JSON");
    assert_eq!(file["schema"], "mcl-vectors-1");
    assert_eq!(file["curve"], curve);
    file
}

fn sections_are_known<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    let mut found: Vec<_> =
        file.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut known: Vec<_> = [&COVERED[..], &DESCRIPTION].concat();
    if C::NAME == "snark1" {
        known.push(EIP197);
    }
    found.sort_unstable();
    known.sort_unstable();
    assert_eq!(found, known);
}

fn parameters<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    let params = Case::new(&file["params"]);
    assert_eq!(u::<C, N>(), params.get("z"));
    let p: BigInt = params.get("p");
    let r: BigInt = params.get("r");
    assert_eq!(BigInt::from(modulus::<Fp<C, N>>()), p);
    assert_eq!(BigInt::from(modulus::<Fr<C, N>>()), r);
    assert_eq!(params.get::<BigInt>("g2_cofactor"), 2 * &p - &r);

    let b = usize::try_from(C::B).expect("small");
    assert_eq!(params.get::<usize>("b"), b);
    assert_eq!(G1Curve::<C, N>::B, Fp::<C, N>::from_u64(C::B));
    let xi: Fp2<C, N> = params.get("xi");
    assert_eq!(Fp2::<C, N>::XI, xi);
    assert_eq!(Fp2::new(Fp::from_u64(C::XI), Fp::ONE), xi);
    let twist = match C::TWIST {
        Twist::D => "D",
        Twist::M => "M",
    };
    assert_eq!(params.get::<String>("twist"), twist);
    assert_eq!(G2Curve::<C, N>::B, params.get("twist_b"));
    // The Frobenius map on the twist: psi(x, y) = (conj(x) a, conj(y) b).
    let constant = |k| {
        let gamma = Fp2::<C, N>::frobenius_coefficient(1, k);
        match C::TWIST {
            Twist::D => gamma,
            Twist::M => gamma.invert().expect("a power of xi"),
        }
    };
    assert_eq!(constant(2), params.get("frob_g2_x"));
    assert_eq!(constant(3), params.get("frob_g2_y"));

    assert_eq!(Fp::<C, N>::BYTES, params.get::<usize>("fp_bytes"));
    assert_eq!(Fr::<C, N>::BYTES, params.get::<usize>("fr_bytes"));
    assert_eq!(C::G1Bytes::LENGTH, params.get::<usize>("g1_bytes"));
    assert_eq!(C::G2Bytes::LENGTH, params.get::<usize>("g2_bytes"));
    assert_eq!(C::GtBytes::LENGTH, params.get::<usize>("gt_bytes"));

    let g1: G1Affine<C, N> = params.get("g1");
    let g2: G2Affine<C, N> = params.get("g2");
    let e: Gt<C, N> = params.get("e_g1_g2");
    assert_eq!(pairing(&g1, &g2), e);
    assert_eq!(G1Affine::generator(), g1);
    // mcl defines no generators. Those of its tests are ours, but for alt_bn128, where EIP-197
    // defines one of G2.
    let same = G2Affine::generator() == g2;
    assert_eq!(same, C::NAME != "snark1");
    assert_eq!(Gt::<C, N>::generator() == e, same);

    // The constants of the map of mode 0: a square root of -3 that is a square, and (c1 - 1)/2.
    let (c1, c2): (Fp<C, N>, Fp<C, N>) = (params.get("map_c1"), params.get("map_c2"));
    assert_eq!(c1.square(), -Fp::from_u64(3));
    assert!(bool::from(c1.is_square()));
    assert_eq!(c2.double() + Fp::ONE, c1);
    assert_eq!(params.get::<usize>("default_map_mode"), 0);
    params.finish(&["generators_from"]);
}

#[test]
fn pairing_of_the_generators_of_eip197() {
    crate::common::backend::choose();
    use mcl_bn::snark1::{Fp12, G1Affine, G2Affine, Gt, Params};
    let file = vectors::<Params, { mcl_fp::nlimbs(254) }>();
    let case = Case::new(&file[EIP197]);
    assert_eq!(G1Affine::generator(), case.get("g1"));
    assert_eq!(G2Affine::generator(), case.get("g2"));
    let e: Fp12 = case.get("e");
    assert_eq!(*Gt::generator().as_fp12(), e);
    case.finish(&[]);
}

fn base_field<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    prime_field(&file, "fp", |bytes| Fp::<C, N>::from_le_bytes(bytes).ok());
    reductions(
        &file,
        "fp",
        Fp::<C, N>::from_le_bytes_mod,
        Fp::<C, N>::from_be_bytes_mod,
        Fp::<C, N>::set_little_endian_mod,
        Fp::<C, N>::set_big_endian_mod,
    );
}

fn scalar_field<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    prime_field(&file, "fr", |bytes| Fr::<C, N>::from_le_bytes(bytes).ok());
    reductions(
        &file,
        "fr",
        Fr::<C, N>::from_le_bytes_mod,
        Fr::<C, N>::from_be_bytes_mod,
        Fr::<C, N>::set_little_endian_mod,
        Fr::<C, N>::set_big_endian_mod,
    );
}

fn prime_field<F>(file: &Value, name: &str, from_le_bytes: impl Fn(&[u8]) -> Option<F>)
where
    F: PrimeField
        + FieldExt
        + Ord
        + Read
        + FieldBytes
        + IoValue
        + core::str::FromStr
        + core::fmt::LowerHex,
    F::Err: core::fmt::Debug,
{
    let field = Case::new(&file[name]);
    for_each_case(field.raw("binary"), &[], |case| {
        let (a, b): (F, F) = (case.get("a"), case.get("b"));
        assert_eq!(a + b, case.get("add"));
        assert_eq!(a - b, case.get("sub"));
        assert_eq!(a * b, case.get("mul"));
    });
    for_each_case(field.raw("unary"), &[], |case| {
        let a: F = case.get("a");
        assert_eq!(-a, case.get("neg"));
        assert_eq!(a.square(), case.get("sqr"));
        assert_eq!(Option::<F>::from(a.invert()), case.get("inv"));
        assert_eq!(Option::<F>::from(a.sqrt()), case.get("sqrt"));
        assert_eq!(bool::from(a.is_odd()), case.get::<bool>("is_odd"));
        // mcl calls values from (p + 1)/2 on negative: those above their opposites.
        assert_eq!(a > -a, case.get::<bool>("is_negative"));

        let Hex(serialized) = case.get("serialized");
        let mut bytes = vec![0; F::BYTES];
        a.write_le_bytes(&mut bytes).expect("the right length");
        assert_eq!(bytes, serialized);
        assert_eq!(from_le_bytes(&serialized), Some(a));
        // The shortest form.
        let Hex(little_endian) = case.get("little_endian");
        let length = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
        assert_eq!(bytes[..length], little_endian);

        assert_eq!(case.get::<String>("dec").parse::<F>().expect("decimal digits"), a);
        assert_eq!(case.get::<String>("hex"), format!("{a:x}"));
        check_text(&a, "dec", IoMode::DECIMAL, case);
        check_text(&a, "hex", IoMode::HEXADECIMAL, case);
        check_text(&a, "bin", IoMode::BINARY, case);
    });
    for_each_case(field.raw("sqrt_of_squares"), &[], |case| {
        let root: F = case.get("sqrt");
        assert_eq!(Option::<F>::from(case.get::<F>("a").sqrt()), Some(root));
    });
    for_each_case(field.raw("pow"), &[], |case| {
        let (a, exponent): (F, BigInt) = (case.get("a"), case.get("e"));
        let words = exponent.magnitude().to_u64_digits();
        let power: F = case.get("pow");
        assert_eq!(a.pow_vartime(&words), power);
        assert_eq!(a.pow(&words), power);
    });
    for_each_case(field.raw("inv_vec"), &["count"], |case| {
        let mut elements: Vec<F> = case.get("in");
        batch_invert(&mut elements);
        assert_eq!(elements, case.get::<Vec<F>>("out"));
    });
    field.finish(&[]);
}

/// Byte strings reduced modulo the prime. mcl's setters refuse those that are longer than twice its
/// words; the functions named `_mod` give every length a value.
fn reductions<F: PrimeField + Read>(
    file: &Value,
    name: &str,
    from_le_bytes_mod: impl Fn(&[u8]) -> F,
    from_be_bytes_mod: impl Fn(&[u8]) -> F,
    set_little_endian_mod: impl Fn(&[u8]) -> Result<F, mcl_fp::DecodeError>,
    set_big_endian_mod: impl Fn(&[u8]) -> Result<F, mcl_fp::DecodeError>,
) {
    for (section, big_endian) in [("set_little_endian_mod", false), ("set_big_endian_mod", true)] {
        for_each_case(&file[section][name], &[], |case| {
            let Hex(bytes) = case.get("bytes");
            let (value, set, integer) = if big_endian {
                let set = set_big_endian_mod(&bytes);
                (from_be_bytes_mod(&bytes), set, BigUint::from_bytes_be(&bytes))
            } else {
                let set = set_little_endian_mod(&bytes);
                (from_le_bytes_mod(&bytes), set, BigUint::from_bytes_le(&bytes))
            };
            assert_eq!(to_integer(&value), integer % modulus::<F>());
            let expected: Option<F> = case.get("value");
            assert_eq!(expected.is_some(), case.get::<bool>("ok"));
            assert_eq!(set.ok(), expected);
            assert!(expected.is_none_or(|expected| expected == value));
        });
    }
}

/// A value prints as the case says, and the text reads as the value.
pub fn check_text<T: IoValue + PartialEq + core::fmt::Debug>(
    value: &T,
    member: &str,
    mode: IoMode,
    case: &Case<'_>,
) {
    let text: String = case.get(member);
    assert_eq!(value.to_text(mode).to_string(), text);
    assert_eq!(T::from_text(&text, mode).as_ref(), Ok(value));
}

fn quadratic_extension<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["fp2"], &[], |case| {
        let (a, b): (Fp2<C, N>, Fp2<C, N>) = (case.get("a"), case.get("b"));
        assert_eq!(a + b, case.get("add"));
        assert_eq!(a - b, case.get("sub"));
        assert_eq!(a * b, case.get("mul"));
        assert_eq!(a.square(), case.get("sqr_a"));
        assert_eq!(Option::<Fp2<C, N>>::from(a.invert()), case.get("inv_a"));
        assert_eq!(a.mul_by_xi(), case.get("mul_xi_a"));
        assert_eq!(a.conjugate(), case.get("frobenius_a"));
        let root: Option<Fp2<C, N>> = case.get("sqrt_a");
        assert_eq!(Option::from(a.sqrt()), root);
        assert_eq!(bool::from(a.is_square()), root.is_some());

        let Hex(serialized) = case.get("serialized_a");
        let mut bytes = vec![0; Fp2::<C, N>::BYTES];
        a.write_le_bytes(&mut bytes).expect("the right length");
        assert_eq!(bytes, serialized);
        assert_eq!(Fp2::from_le_bytes(&serialized), Ok(a));
        let text = case.get::<String>("dec_a");
        let numbers: Vec<Fp<C, N>> =
            text.split(' ').map(|number| number.parse().expect("decimal digits")).collect();
        assert_eq!(numbers, [a.c0, a.c1]);
        check_text(&a, "dec_a", IoMode::AUTO, case);
    });
}

fn degree_twelve_extension<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["fp12"], &[], |case| {
        let (a, b): (Fp12<C, N>, Fp12<C, N>) = (case.get("a"), case.get("b"));
        assert_eq!(a * b, case.get("mul"));
        assert_eq!(a.square(), case.get("sqr_a"));
        assert_eq!(a.invert_or_zero(), case.get("inv_a"));
        assert_eq!(a.frobenius_map(1), case.get("frobenius_a"));
        assert_eq!(a.frobenius_map(2), case.get("frobenius2_a"));
        assert_eq!(a.frobenius_map(3), case.get("frobenius3_a"));
    });
}

fn g1_group<C: BnParams<N>, const N: usize>() {
    group_of_points::<InG1<C, N>>(&vectors::<C, N>(), "g1");
}

fn g2_group<C: BnParams<N>, const N: usize>() {
    group_of_points::<InG2<C, N>>(&vectors::<C, N>(), "g2");
}

fn group_of_points<G: Points>(file: &Value, name: &str)
where
    G::Affine: Read + IoValue,
    G::Projective: IoValue,
    G::Scalar: Read,
    Base<G>: Read,
{
    let group = Case::new(&file[name]);
    for_each_case(group.raw("mul"), &[], |case| {
        let base: G::Affine = case.get("base");
        let k: G::Scalar = residue(&case.get("scalar"));
        let expected: G::Affine = case.get("result");
        assert_eq!((base * k).to_affine(), expected);
        assert_eq!((base.to_curve() * k).to_affine(), expected);
        assert_eq!(G::mul_vartime(&base.to_curve(), &k).to_affine(), expected);
        assert_eq!(G::mul_affine_vartime(&base, &k).to_affine(), expected);

        let Hex(compressed) = case.get("serialized");
        assert_eq!(G::to_compressed(&expected).as_ref(), compressed);
        assert_eq!((base * k).to_bytes().as_ref(), compressed);
        assert_eq!(G::from_compressed(&compressed), Ok(expected));
        assert_eq!(G::from_compressed_unchecked(&compressed), Ok(expected));
        assert_eq!(hex::encode(&compressed), case.get::<String>("serialized_hex_str"));
        let compressed_text = IoMode::DECIMAL.with_points(PointForm::Compressed);
        for (member, mode) in [
            ("dec", IoMode::AUTO),
            ("hex", IoMode::HEXADECIMAL),
            ("hex_prefixed", IoMode::HEXADECIMAL.with_prefix()),
            ("compressed_dec", compressed_text),
            ("serialized_hex_str", IoMode::SERIALIZED_HEX),
        ] {
            check_text(&expected, member, mode, case);
            check_text(&(base * k), member, mode, case);
        }

        let Hex(affine) = case.get("affine_bytes");
        assert_eq!(G::to_affine_bytes(&expected).as_ref(), affine);
        assert_eq!(expected.to_uncompressed().as_ref(), affine);
        assert_eq!(G::from_affine_bytes(&affine), Ok(expected));
        assert_eq!(G::from_affine_bytes_unchecked(&affine), Ok(expected));
    });
    for_each_case(group.raw("add"), &[], |case| {
        let (p, q): (G::Affine, G::Affine) = (case.get("p"), case.get("q"));
        let (sum, difference): (G::Affine, G::Affine) = (case.get("add"), case.get("sub"));
        assert_eq!((p.to_curve() + q.to_curve()).to_affine(), sum);
        assert_eq!((p.to_curve() + q).to_affine(), sum);
        assert_eq!((p.to_curve() - q.to_curve()).to_affine(), difference);
        assert_eq!((p.to_curve() - q).to_affine(), difference);
        assert_eq!(p.to_curve().double().to_affine(), case.get("dbl_p"));
    });
    for_each_case(group.raw("mul_vec"), &[], |case| {
        let points: Vec<G::Affine> = case.get("points");
        let scalars: Vec<BigInt> = case.get("scalars");
        let scalars: Vec<G::Scalar> = scalars.iter().map(residue).collect();
        let sum = G::msm_vartime(&points, &scalars).expect("equal lengths");
        assert_eq!(sum.to_affine(), case.get("result"));
    });
    group.finish(&[]);
}

fn single_pairings<C: BnParams<N>, const N: usize>() {
    let file = vectors::<C, N>();
    let g1 = G1Affine::<C, N>::read(&file["params"]["g1"]);
    let g2 = G2Affine::<C, N>::read(&file["params"]["g2"]);
    let e_g1_g2 = Gt::<C, N>::read(&file["params"]["e_g1_g2"]);
    for_each_case(&file["pairing"], &[], |case| {
        let (p, q): (G1Affine<C, N>, G2Affine<C, N>) = (case.get("p"), case.get("q"));
        let (a, b): (Fr<C, N>, Fr<C, N>) = (case.get("a"), case.get("b"));
        assert_eq!((g1 * a).to_affine(), p);
        assert_eq!((g2 * b).to_affine(), q);

        let e: Gt<C, N> = case.get("e");
        assert_eq!(pairing(&p, &q), e);
        assert_eq!(p.pairing_with(&q), e);
        assert_eq!(q.pairing_with(&p), e);
        assert_eq!(e_g1_g2 * (a * b), e);
        let prepared = G2Prepared::from(q);
        assert_eq!(Bn::multi_miller_loop(&[(&p, &prepared)]).final_exponentiation(), e);
        let reusable = G2Prepared::reusable(&q);
        assert_eq!(Bn::multi_miller_loop(&[(&p, &reusable)]).final_exponentiation(), e);

        let Hex(serialized) = case.get("serialized");
        assert_eq!(pairing(&p, &q).to_bytes().as_ref(), serialized);
        assert_eq!(Gt::from_bytes(&serialized), Ok(e));
    });
}

fn final_exponentiations<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["final_exp"], &[], |case| {
        let f: Fp12<C, N> = case.get("in");
        assert_eq!(final_exponentiation::<C, _, N>(&f), case.get("out"));
    });
}

fn products_of_pairings<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["multi_pairing"], &[], |case| {
        let (p, q): (Vec<G1Affine<C, N>>, Vec<G2Affine<C, N>>) = (case.get("p"), case.get("q"));
        assert_eq!(p.len(), q.len());
        let terms: Vec<_> = p.iter().copied().zip(q.iter().copied()).collect();
        let e: Gt<C, N> = case.get("e");
        assert_eq!(multi_pairing(&terms), e);
        assert_eq!(pairing_check(&terms), bool::from(e.is_identity()));
        assert_eq!(terms.iter().map(|(p, q)| pairing(p, q)).sum::<Gt<C, N>>(), e);
        let prepared: Vec<_> = q
            .iter()
            .enumerate()
            .map(|(i, q)| if i % 2 == 0 { G2Prepared::from(*q) } else { G2Prepared::reusable(q) })
            .collect();
        let terms: Vec<_> = p.iter().zip(&prepared).collect();
        assert_eq!(Bn::multi_miller_loop(&terms).final_exponentiation(), e);
    });
}

fn gt_powers<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["gt_pow"], &[], |case| {
        let base: Gt<C, N> = case.get("base");
        let exponent: Fr<C, N> = residue(&case.get("exp"));
        let power: Gt<C, N> = case.get("result");
        assert_eq!(base * exponent, power);
        assert_eq!(base.pow_vartime(&exponent), power);
        let Hex(serialized) = case.get("serialized");
        assert_eq!((base * exponent).to_bytes().as_ref(), serialized);
        // Some cases have no text.
        for (member, mode) in [("dec", IoMode::DECIMAL), ("hex", IoMode::HEXADECIMAL)] {
            if !case.raw(member).is_null() {
                check_text(&power, member, mode, case);
            }
        }
        assert_eq!(Gt::from_bytes(&serialized), Ok(power));
    });
}

fn products_of_gt_powers<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["gt_pow_vec"], &[], |case| {
        let (bases, exponents): (Vec<Gt<C, N>>, Vec<BigInt>) =
            (case.get("bases"), case.get("exps"));
        assert_eq!(bases.len(), exponents.len());
        let powers = bases.iter().zip(&exponents).map(|(base, k)| base * residue::<Fr<C, N>>(k));
        assert_eq!(powers.sum::<Gt<C, N>>(), case.get("result"));
    });
}

/// The error of the decoder of a type, with and without the subgroup check; none if it accepts.
fn refusal<C: BnParams<N>, const N: usize>(kind: &str, bytes: &[u8]) -> [Option<DecodeError>; 2] {
    let both = |error: Option<DecodeError>| [error, error];
    match kind {
        "fp" => both(Fp::<C, N>::from_le_bytes(bytes).err().map(Into::into)),
        "fr" => both(Fr::<C, N>::from_le_bytes(bytes).err().map(Into::into)),
        "fp2" => both(Fp2::<C, N>::from_le_bytes(bytes).err().map(Into::into)),
        "g1" => [
            G1Affine::<C, N>::from_compressed(bytes).err(),
            G1Affine::<C, N>::from_compressed_unchecked(bytes).err(),
        ],
        "g2" => [
            G2Affine::<C, N>::from_compressed(bytes).err(),
            G2Affine::<C, N>::from_compressed_unchecked(bytes).err(),
        ],
        "gt" => {
            [Gt::<C, N>::from_bytes(bytes).err(), Gt::<C, N>::from_bytes_unchecked(bytes).err()]
        }
        _ => panic!("unknown type {kind}"),
    }
}

/// Bytes of the encoding of a type.
fn encoding_length<C: BnParams<N>, const N: usize>(kind: &str) -> usize {
    match kind {
        "fp" => Fp::<C, N>::BYTES,
        "fr" => Fr::<C, N>::BYTES,
        "fp2" => Fp2::<C, N>::BYTES,
        "g1" => C::G1Bytes::LENGTH,
        "g2" => C::G2Bytes::LENGTH,
        "gt" => C::GtBytes::LENGTH,
        _ => panic!("unknown type {kind}"),
    }
}

/// What mcl refuses is refused here, each time for the reason that the case states.
fn refused_bytes<C: BnParams<N>, const N: usize>() {
    let has_sign_bit = !Fp::<C, N>::BITS.is_multiple_of(8);
    for_each_case(&vectors::<C, N>()["deserialize_refused"], &[], |case| {
        assert_eq!(case.get::<usize>("read"), 0);
        let (kind, note): (String, String) = (case.get("type"), case.get("note"));
        let Hex(bytes) = case.get("bytes");
        let is_point = kind == "g1" || kind == "g2";
        let expected = match note.as_str() {
            "empty" | "one byte short" | "half length" | "a G1 encoding is too short" => {
                DecodeError::Length { expected: encoding_length::<C, N>(&kind), found: bytes.len() }
            }
            // Where no bit is free for the sign, these bytes begin with an unknown tag.
            "all bits set" if is_point && !has_sign_bit => DecodeError::Flags,
            "bad prefix byte" => DecodeError::Flags,
            "all bits set" | "bit below the sign flag set: x >= p" => DecodeError::NotCanonical,
            note if note.contains("equals") || note.contains("plus p") => DecodeError::NotCanonical,
            "on the twist but outside the r-torsion" => DecodeError::NotInSubgroup,
            note if note.contains("not on the") || note == "x=0 with prefix 2" => {
                DecodeError::NotOnCurve
            }
            _ => panic!("no rule for {note:?}"),
        };
        let [checked, unchecked] = refusal::<C, N>(&kind, &bytes);
        assert_eq!(checked, Some(expected), "{kind}: {note}");
        let left = (expected != DecodeError::NotInSubgroup).then_some(expected);
        assert_eq!(unchecked, left, "{kind}, unchecked: {note}");
    });
}

/// What mcl accepts is accepted here, with two exceptions.
///
/// * mcl ignores bytes behind an encoding. Two byte strings would stand for one value then: the
///   longer one is refused here, and its exact part decodes.
/// * mcl accepts every element of Fp12 for Gt, for which its own powers and inverses are wrong. Here
///   an element outside the group is refused, and only the unchecked decoder reads it.
fn accepted_bytes<C: BnParams<N>, const N: usize>() {
    for_each_case(&vectors::<C, N>()["deserialize_accepted"], &[], |case| {
        let (kind, note): (String, String) = (case.get("type"), case.get("note"));
        let Hex(bytes) = case.get("bytes");
        let read: usize = case.get("read");
        assert_eq!(read, encoding_length::<C, N>(&kind));
        if bytes.len() != read {
            assert!(note.contains("trailing byte ignored"), "{note}");
            let error = DecodeError::Length { expected: read, found: bytes.len() };
            assert_eq!(refusal::<C, N>(&kind, &bytes), [Some(error); 2], "{kind}: {note}");
        }
        let exact = &bytes[..read];
        match kind.as_str() {
            "fp" => {
                let value: Fp<C, N> = case.get("value");
                assert_eq!(Fp::from_le_bytes(exact), Ok(value), "{note}");
            }
            "fr" => {
                let value: Fr<C, N> = case.get("value");
                assert_eq!(Fr::from_le_bytes(exact), Ok(value), "{note}");
            }
            "g1" => {
                let value: G1Affine<C, N> = case.get("value");
                assert_eq!(G1Affine::from_compressed(exact), Ok(value), "{note}");
                assert_eq!(value.to_compressed().as_ref(), exact, "{note}");
            }
            "g2" => {
                let value: G2Affine<C, N> = case.get("value");
                assert_eq!(G2Affine::from_compressed(exact), Ok(value), "{note}");
                assert_eq!(value.to_compressed().as_ref(), exact, "{note}");
            }
            "gt" => {
                let value: Fp12<C, N> = case.get("value");
                let unchecked = Gt::<C, N>::from_bytes_unchecked(exact);
                assert_eq!(unchecked.as_ref().map(Gt::as_fp12), Ok(&value), "{note}");
                let checked = Gt::<C, N>::from_bytes(exact);
                if note.contains("no membership check") {
                    assert_eq!(checked, Err(DecodeError::NotInSubgroup), "{note}");
                } else {
                    assert_eq!(checked, unchecked, "{note}");
                }
            }
            _ => panic!("unknown type {kind}"),
        }
    });
}

fn twist_point_outside_the_subgroup<C: BnParams<N>, const N: usize>() {
    type Twist<C, const N: usize> = mcl_ec::Affine<G2Curve<C, N>>;

    let file = vectors::<C, N>();
    let case = Case::new(&file["twist_point_outside_torsion"]);
    let coordinates = |member| -> (Fp2<C, N>, Fp2<C, N>) {
        let point = Case::new(case.raw(member));
        let xy = (point.get("x"), point.get("y"));
        point.finish(&[]);
        xy
    };
    let (x, y) = coordinates("point");
    assert_eq!(G2Affine::<C, N>::from_xy(x, y), Err(DecodeError::NotInSubgroup));
    let unchecked = G2Affine::<C, N>::from_xy_unchecked(x, y);
    assert!(bool::from(unchecked.is_on_curve()));
    assert!(!bool::from(unchecked.is_torsion_free()));

    assert!(case.get::<bool>("accepted_when_order_check_is_off"));
    let compressed = unchecked.to_compressed();
    let refused = G2Affine::<C, N>::from_compressed(compressed.as_ref());
    assert_eq!(refused, Err(DecodeError::NotInSubgroup));
    let read = G2Affine::from_compressed_unchecked(compressed.as_ref());
    assert_eq!(read, Ok(unchecked));
    let affine = unchecked.to_affine_bytes();
    let refused = G2Affine::<C, N>::from_affine_bytes(affine.as_ref());
    assert_eq!(refused, Err(DecodeError::NotInSubgroup));
    assert_eq!(G2Affine::from_affine_bytes_unchecked(affine.as_ref()), Ok(unchecked));

    let r = modulus::<Fr<C, N>>();
    let cofactor = 2u8 * modulus::<Fp<C, N>>() - &r;
    let point = Twist::from_xy(x, y).expect("on the twist").to_projective();
    let multiple = mul_by_words_vartime(&point, &r.to_u64_digits());
    assert_eq!(multiple.to_affine().xy(), Some(coordinates("r_times_point")));
    // The order of the twist is r times the cofactor.
    let cleared = mul_by_words_vartime(&point, &cofactor.to_u64_digits());
    let (x, y) = cleared.to_affine().xy().expect("the point has a part in G2");
    assert!(G2Affine::<C, N>::from_xy(x, y).is_ok());
    let identity = mul_by_words_vartime(&multiple, &cofactor.to_u64_digits());
    assert!(bool::from(identity.is_identity()));
    case.finish(&[]);
}

/// The same points in mcl's form and the pairing of the generators in the form of mcl and arkworks,
/// of files that compare the encodings of several libraries.
mod encodings {
    use mcl_bn::snark1::{Fp, Fp12, Fr, G1Affine, G2Affine, Gt};

    use super::*;

    #[test]
    fn multiples_of_the_generators() {
        let file: Value = serde_json::from_str(include_str!("../vectors/encodings/points.json"))
            .expect("the file is JSON");
        let cases = file.as_array().expect("a list");
        assert!(!cases.is_empty());
        for case in cases {
            let k: Fr = case["k"].as_str().expect("a text").parse().expect("a scalar");
            let Hex(g1) = Hex::read(&case["G1"]["mcl"]);
            let Hex(g2) = Hex::read(&case["G2"]["mcl"]);
            let (p, q) = (G1Affine::generator() * k, G2Affine::generator() * k);
            assert_eq!(p.to_bytes().as_ref(), g1);
            assert_eq!(q.to_bytes().as_ref(), g2);
            assert_eq!(G1Affine::from_compressed(&g1), Ok(p.to_affine()));
            assert_eq!(G2Affine::from_compressed(&g2), Ok(q.to_affine()));
        }
    }

    #[test]
    fn pairing_of_the_generators() {
        let file: Value = serde_json::from_str(include_str!("../vectors/encodings/gt.json"))
            .expect("the file is JSON");
        let Hex(bytes) = Hex::read(&file["arkworks_and_mcl_bytes"]);
        assert_eq!(Gt::generator().to_bytes().as_ref(), bytes);
        assert_eq!(Gt::from_bytes(&bytes), Ok(Gt::generator()));

        let element = |member: &str| {
            let words: Vec<Fp> = file[member]
                .as_array()
                .expect("a list")
                .iter()
                .map(|word| Fp::from_be_bytes(&Hex::read(word).0).expect("canonical"))
                .collect();
            assert_eq!(words.len(), 12);
            let pair = |i: usize| mcl_bn::snark1::Fp2::new(words[2 * i], words[2 * i + 1]);
            Fp12::from_coefficients([0, 1, 2, 3, 4, 5].map(pair))
        };
        assert_eq!(*Gt::generator().as_fp12(), element("with_cofactor"));
        // Libraries with the exponent (p^12 - 1)/r get a value whose power 2u(6u^2 + 3u + 1) is ours.
        let plain = Gt::from_fp12(&element("exact_exponent")).expect("in Gt");
        let u = u::<mcl_bn::snark1::Params, { mcl_fp::nlimbs(254) }>();
        let factor: Fr = residue(&(2 * &u * (6 * &u * &u + 3 * &u + 1)));
        assert_eq!(plain * factor, Gt::generator());
    }
}
