//! RFC 9380: published values, values of a slow script on every curve, and the rules of the tag.
//!
//! See `tests/vectors/hash_to_curve/README.md` for the origin and form of the files.

use ff::Field;
use mcl_bn::{
    BnParams, Dst, ExpansionTooLong, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, alt_bn128,
    expand_message_xmd, hash_to_field,
};
use mcl_ec::{Svdw, SvdwCurve, map_to_curve_svdw, map_two_to_curve_svdw};
use mcl_fp::{FieldExt, FromHash};
use serde_json::Value;
use sha2::{Digest, Sha256, Sha512};
use sha3::Keccak256;

use crate::common::json::{Case, Hex, Read, for_each_case};
use crate::common::{Fp, Fp2};

for_all_curves!(constants_are_those_of_the_procedure, maps, hashes, suites);

const N254: usize = mcl_fp::nlimbs(254);

fn file(text: &str) -> Value {
    serde_json::from_str(text).expect("the file is JSON")
}

fn reference() -> Value {
    file(include_str!("../vectors/hash_to_curve/reference.json"))
}

fn dst(text: &str) -> Dst<'_> {
    Dst::new(text.as_bytes()).expect("not empty")
}

/// One coefficient is written as a list of one.
struct Coefficients<F>(F);

impl<P: mcl_fp::PrimeParams<N>, const N: usize> Read for Coefficients<mcl_fp::Fp<P, N>> {
    fn read(value: &Value) -> Self {
        let [x] = Vec::read(value).try_into().expect("one coefficient");
        Self(x)
    }
}

impl<P: mcl_tower::Fp2Params<N>, const N: usize> Read for Coefficients<mcl_tower::Fp2<P, N>> {
    fn read(value: &Value) -> Self {
        Self(mcl_tower::Fp2::read(value))
    }
}

/// An element written as 64 digits, or as two of them.
fn element<F>(value: &Value, new: impl Fn(&[alt_bn128::Fp]) -> F) -> F {
    let coefficients: Vec<alt_bn128::Fp> = value
        .as_array()
        .expect("a list")
        .iter()
        .map(|digits| alt_bn128::Fp::from_be_bytes(&Hex::read(digits).0).expect("canonical"))
        .collect();
    new(&coefficients)
}

/// The procedure of RFC 9380, appendix H.1, and the definition of each constant.
fn constants_are_those_of_the_procedure<C: BnParams<N>, const N: usize>() {
    fn check<E: SvdwCurve>() {
        let Svdw { z, c1, c2, c3, c4, c5 } = E::SVDW;
        let one = E::Base::ONE;
        let g = |x: E::Base| x.square() * x + E::B;
        let invert = |x: E::Base| x.invert().expect("not zero");
        let h = |x: E::Base| -x.square().triple() * invert(g(x).double().double());
        let half = invert(one.double());
        let is_square = |x: E::Base| bool::from(x.is_square());
        let qualifies = |x: &E::Base| {
            let x = *x;
            g(x) != E::Base::ZERO
                && h(x) != E::Base::ZERO
                && is_square(h(x))
                && (is_square(g(x)) || is_square(g(-x * half)))
        };
        assert_eq!([one, -one].into_iter().find(qualifies), Some(z));
        assert_eq!(c1, g(z));
        assert_eq!(c2, -z * half);
        assert_eq!(c3.square(), -g(z) * z.square().triple());
        assert!(!bool::from(c3.sgn0()));
        assert_eq!(c4 * z.square().triple(), -g(z).double().double());
        assert_eq!(c5 * z.square().triple().square(), c3.double().double().double());
    }
    check::<G1Curve<C, N>>();
    check::<G2Curve<C, N>>();
}

/// The map of every input, alone and in the sum of two.
fn maps<C: BnParams<N>, const N: usize>() {
    fn check<C: BnParams<N>, E: SvdwCurve, const N: usize>(group: &str)
    where
        Coefficients<E::Base>: Read,
    {
        let mut points = Vec::new();
        let reference = reference();
        for_each_case(&reference["maps"], &[], |case| {
            let here = (case.get::<String>("curve"), case.get::<String>("group"));
            let [u, x, y] = ["u", "x", "y"].map(|member| case.raw(member));
            if here != (C::NAME.to_owned(), group.to_owned()) {
                return;
            }
            let Coefficients(u) = Coefficients::<E::Base>::read(u);
            let (Coefficients(x), Coefficients(y)) = (Coefficients::read(x), Coefficients::read(y));
            let point = map_to_curve_svdw::<E>(&u);
            assert!(bool::from(point.is_on_curve()));
            assert_eq!(point.xy(), Some((x, y)), "{u:?}");
        });
        for case in reference["maps"].as_array().expect("a list") {
            if case["curve"] == C::NAME && case["group"] == group {
                let Coefficients(u) = Coefficients::<E::Base>::read(&case["u"]);
                points.push(u);
            }
        }
        assert_eq!(points.len(), 14);
        for pair in points.windows(2) {
            let sum = map_two_to_curve_svdw::<E>([&pair[0], &pair[1]]);
            let [p, q] = [&pair[0], &pair[1]].map(map_to_curve_svdw::<E>);
            assert_eq!(sum, p.to_projective() + q);
        }
    }
    check::<C, G1Curve<C, N>, N>("G1");
    check::<C, G2Curve<C, N>, N>("G2");
}

/// What a suite computes, for a digest that is known when the case has been read.
fn hash<C: BnParams<N>, D: Digest + digest::common::BlockSizeUser, const N: usize>(
    case: &Case<'_>,
    group: &str,
    mode: &str,
) {
    let Hex(message) = case.get("msg");
    let tag: String = case.get("dst");
    let (u, p): (&Value, &Value) = (case.raw("u"), case.raw("P"));
    let tag = dst(&tag);
    let affine = Case::new(p);
    if group == "G1" {
        let u: Vec<Coefficients<Fp<C, N>>> = Vec::read(u);
        let (x, y): (Coefficients<Fp<C, N>>, Coefficients<_>) = (affine.get("x"), affine.get("y"));
        let expected = G1Affine::<C, N>::from_xy(x.0, y.0).expect("in G1");
        if mode == "RO" {
            let elements = hash_to_field::<Fp<C, N>, D, 2>(&message, tag);
            assert_eq!(elements, [u[0].0, u[1].0]);
            assert_eq!(G1Affine::from(G1::hash_to_curve::<D>(&message, tag)), expected);
        } else {
            assert_eq!(hash_to_field::<Fp<C, N>, D, 1>(&message, tag), [u[0].0]);
            assert_eq!(G1Affine::from(G1::encode_to_curve::<D>(&message, tag)), expected);
        }
    } else {
        let u: Vec<Coefficients<Fp2<C, N>>> = Vec::read(u);
        let (x, y): (Coefficients<Fp2<C, N>>, Coefficients<_>) = (affine.get("x"), affine.get("y"));
        let expected = G2Affine::<C, N>::from_xy(x.0, y.0).expect("in G2");
        if mode == "RO" {
            let elements = hash_to_field::<Fp2<C, N>, D, 2>(&message, tag);
            assert_eq!(elements, [u[0].0, u[1].0]);
            assert_eq!(G2Affine::from(G2::hash_to_curve::<D>(&message, tag)), expected);
        } else {
            assert_eq!(hash_to_field::<Fp2<C, N>, D, 1>(&message, tag), [u[0].0]);
            assert_eq!(G2Affine::from(G2::encode_to_curve::<D>(&message, tag)), expected);
        }
    }
    affine.finish(&[]);
}

fn hashes<C: BnParams<N>, const N: usize>() {
    let mut seen = 0;
    let reference = reference();
    for value in reference["hashes"].as_array().expect("a list") {
        let case = Case::new(value);
        if case.get::<String>("curve") != C::NAME {
            continue;
        }
        seen += 1;
        let (group, mode): (String, String) = (case.get("group"), case.get("mode"));
        match case.get::<String>("hash").as_str() {
            "SHA-256" => hash::<C, Sha256, N>(&case, &group, &mode),
            "KECCAK-256" => hash::<C, Keccak256, N>(&case, &group, &mode),
            name => panic!("unknown hash {name}"),
        }
        case.finish(&[]);
    }
    assert_eq!(seen, 10);
}

/// A suite's name tells what is hashed: two names, two points. The point is in the group, whatever
/// the digest.
fn suites<C: BnParams<N>, const N: usize>() {
    let [a, b] = ["suite A", "suite B"].map(dst);
    let p = G2::<C, N>::hash_to_curve::<Sha512>(b"message", a);
    assert!(bool::from(G2Affine::from(p).is_torsion_free()));
    assert_ne!(p, G2::hash_to_curve::<Sha512>(b"message", b));
    assert_ne!(p, G2::hash_to_curve::<Sha512>(b"massage", a));
    assert_ne!(p, G2::encode_to_curve::<Sha512>(b"message", a));
    let p = G1::<C, N>::hash_to_curve::<Sha512>(b"message", a);
    assert!(bool::from(G1Affine::from(p).is_on_curve()));
    assert_ne!(p, G1::hash_to_curve::<Sha512>(b"message", b));
    assert_ne!(p, G1::hash_to_curve::<Sha512>(b"massage", a));
    assert_ne!(p, G1::encode_to_curve::<Sha512>(b"message", a));
}

#[test]
fn suites_of_gnark() {
    crate::common::backend::choose();
    let file = file(include_str!("../vectors/hash_to_curve/bn254_svdw_sha256.json"));
    for_each_case(&file, &["origin", "suite"], |case| {
        let (group, mode): (String, String) = (case.get("group"), case.get("mode"));
        assert_eq!(case.get::<String>("hash"), "SHA-256");
        let (message, tag): (String, String) = (case.get("msg"), case.get("dst"));
        let suite = match (group.as_str(), mode.as_str()) {
            ("G1", "RO") => alt_bn128::suite::G1_SHA256_RO,
            ("G1", "NU") => alt_bn128::suite::G1_SHA256_NU,
            ("G2", "RO") => alt_bn128::suite::G2_SHA256_RO,
            ("G2", "NU") => alt_bn128::suite::G2_SHA256_NU,
            other => panic!("unknown suite {other:?}"),
        };
        assert!(tag.ends_with(suite));
        let [u, q, p] = ["u", "Q", "P"].map(|member| case.raw(member));
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let (message, tag) = (message.as_bytes(), dst(&tag));
        if group == "G1" {
            let point = |value: &Value| {
                let [x, y] = [0, 1].map(|i| element(&value[i], |c| c[0]));
                G1Affine::from_xy(x, y).expect("in G1")
            };
            let us: Vec<alt_bn128::Fp> = list(u).iter().map(|u| element(u, |c| c[0])).collect();
            let qs: Vec<_> = list(q).iter().map(point).collect();
            check_steps::<G1Curve<alt_bn128::Params, N254>>(
                message,
                tag,
                &us,
                &qs.iter().map(|q| q.xy().expect("a point")).collect::<Vec<_>>(),
            );
            let hash = if mode == "RO" {
                G1::hash_to_curve::<Sha256>(message, tag)
            } else {
                G1::encode_to_curve::<Sha256>(message, tag)
            };
            assert_eq!(G1Affine::from(hash), point(p));
        } else {
            let fp2 = |value: &Value| element(value, |c| alt_bn128::Fp2::new(c[0], c[1]));
            let us: Vec<_> = list(u).iter().map(fp2).collect();
            let qs: Vec<_> = list(q).iter().map(|q| (fp2(&q[0]), fp2(&q[1]))).collect();
            check_steps::<G2Curve<alt_bn128::Params, N254>>(message, tag, &us, &qs);
            let hash = if mode == "RO" {
                G2::hash_to_curve::<Sha256>(message, tag)
            } else {
                G2::encode_to_curve::<Sha256>(message, tag)
            };
            let expected = G2Affine::from_xy(fp2(&p[0]), fp2(&p[1])).expect("in G2");
            assert_eq!(G2Affine::from(hash), expected);
        }
    });
}

/// The elements that a message is hashed to, and the points that those are mapped to.
fn check_steps<E: SvdwCurve>(message: &[u8], tag: Dst<'_>, u: &[E::Base], q: &[(E::Base, E::Base)])
where
    E::Base: FromHash,
{
    if u.len() == 2 {
        assert_eq!(hash_to_field::<E::Base, Sha256, 2>(message, tag), u);
    } else {
        assert_eq!(hash_to_field::<E::Base, Sha256, 1>(message, tag), u);
    }
    assert_eq!(u.len(), q.len());
    for (u, q) in u.iter().zip(q) {
        assert_eq!(map_to_curve_svdw::<E>(u).xy(), Some(*q));
    }
}

#[test]
fn keccak_suite_of_solidity() {
    crate::common::backend::choose();
    let file = file(include_str!("../vectors/hash_to_curve/bn254_svdw_keccak.json"));
    for_each_case(&file, &["origin"], |case| {
        assert_eq!(case.get::<String>("group") + &case.get::<String>("mode"), "G1RO");
        assert_eq!(case.get::<String>("hash"), "KECCAK-256");
        let Hex(message) = case.get("msg_hex");
        let tag: String = case.get("dst");
        let p = case.raw("P");
        let [x, y] = [0, 1].map(|i| element(&p[i], |c| c[0]));
        let hash = alt_bn128::G1::hash_to_curve::<Keccak256>(&message, dst(&tag));
        assert_eq!(G1Affine::from(hash).xy(), Some((x, y)));
    });
}

#[test]
fn expansions_of_the_rfc() {
    crate::common::backend::choose();
    let file = file(include_str!("../vectors/hash_to_curve/expand_message_xmd.json"));
    for_each_case(&file, &["origin"], |case| {
        assert_eq!(case.get::<String>("hash"), "SHA-256");
        let (message, tag): (String, String) = (case.get("msg"), case.get("dst"));
        let mut bytes = vec![0; case.get("len_in_bytes")];
        expand_message_xmd::<Sha256>(message.as_bytes(), dst(&tag), &mut bytes)
            .expect("a short expansion");
        let Hex(expected) = case.get("uniform_bytes");
        assert_eq!(bytes, expected);
    });
}

#[test]
fn names_of_suites() {
    crate::common::backend::choose();
    use mcl_bn::{bn_p256, bn381_1, bn462, fp254bnb};
    assert_eq!(alt_bn128::suite::G1_SHA256_RO, "BN254G1_XMD:SHA-256_SVDW_RO_");
    assert_eq!(alt_bn128::suite::G2_KECCAK256_NU, "BN254G2_XMD:KECCAK-256_SVDW_NU_");
    assert_eq!(fp254bnb::suite::G1_SHA256_NU, "FP254BNBG1_XMD:SHA-256_SVDW_NU_");
    assert_eq!(bn_p256::suite::G2_SHA256_RO, "BNP256G2_XMD:SHA-256_SVDW_RO_");
    assert_eq!(bn381_1::suite::G1_KECCAK256_RO, "BN381-1G1_XMD:KECCAK-256_SVDW_RO_");
    assert_eq!(bn462::suite::G2_SHA256_NU, "BN462G2_XMD:SHA-256_SVDW_NU_");
}

#[test]
fn an_empty_tag_is_refused() {
    crate::common::backend::choose();
    assert_eq!(Dst::new(b""), None);
    assert_eq!(Dst::new(b"x").expect("not empty").as_bytes(), b"x");
}

/// Tags of 255 bytes are used as they are, longer ones are hashed first.
#[test]
fn long_tags() {
    crate::common::backend::choose();
    let expand = |tag: &[u8]| {
        let mut bytes = [0; 48];
        let tag = Dst::new(tag).expect("not empty");
        expand_message_xmd::<Sha256>(b"abc", tag, &mut bytes).expect("a short expansion");
        bytes
    };
    let short = |tag: &[u8]| Sha256::digest([b"H2C-OVERSIZE-DST-", tag].concat());
    assert_ne!(expand(&[7; 255]), expand(&short(&[7; 255])));
    assert_eq!(expand(&[7; 256]), expand(&short(&[7; 256])));
    assert_eq!(expand(&[7; 1000]), expand(&short(&[7; 1000])));
}

#[test]
fn long_expansions_are_refused() {
    crate::common::backend::choose();
    let mut bytes = vec![0xa5; 255 * 64 + 1];
    let tag = dst("tag");
    let limit = 255 * 32;
    let error = expand_message_xmd::<Sha256>(b"", tag, &mut bytes[..=limit]).expect_err("too long");
    assert_eq!(error, ExpansionTooLong { limit, requested: limit + 1 });
    assert!(error.to_string().contains("8160"));
    assert!(bytes.iter().all(|&byte| byte == 0xa5), "nothing is written");
    expand_message_xmd::<Sha256>(b"", tag, &mut bytes[..limit]).expect("255 blocks");
    assert_ne!(bytes[limit - 32..limit], [0xa5; 32]);
    assert_eq!(bytes[limit], 0xa5);
    assert!(expand_message_xmd::<Sha512>(b"", tag, &mut bytes).is_err());
    assert!(expand_message_xmd::<Sha512>(b"", tag, &mut bytes[..255 * 64]).is_ok());
    // The length is part of what is hashed.
    let (mut short, mut long) = ([0; 32], [0; 33]);
    expand_message_xmd::<Sha256>(b"", tag, &mut short).expect("a short expansion");
    expand_message_xmd::<Sha256>(b"", tag, &mut long).expect("a short expansion");
    assert_ne!(short, long[..32]);
    expand_message_xmd::<Sha256>(b"", tag, &mut []).expect("nothing to do");
}
