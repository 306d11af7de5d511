//! What mcl printed, byte for byte.

use ff::{Field, PrimeField};
use mcl_bn::fp254bnb;
use mcl_elgamal::curves::secp192k1;
use mcl_elgamal::encoding_mcl::{MclGroup, bytes, text};
use mcl_elgamal::proofs::{MclNonces, MclZeroOneProof};
use mcl_elgamal::{Ciphertext, PrivateKey, PublicKey, WindowTable};
use mcl_fp::{FieldBytes, IoMode, IoValue};
use serde_json::{Map, Value};
use subtle::Choice;

/// An object whose members are all to be read.
struct Case<'a>(Map<String, Value>, &'a str);

impl<'a> Case<'a> {
    fn new(value: &Value, name: &'a str) -> Self {
        Self(value.as_object().expect("a case is an object").clone(), name)
    }

    fn take(&mut self, member: &str) -> Value {
        self.0.remove(member).unwrap_or_else(|| panic!("{}: no member {member}", self.1))
    }

    fn finish(self) {
        assert!(self.0.is_empty(), "{}: members that no test reads: {:?}", self.1, self.0);
    }
}

fn integer<F: FieldBytes>(value: &Value) -> F {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("hexadecimal");
    let mut bytes = hex::decode(format!("{digits:0>width$}", width = 2 * F::BYTES)).unwrap();
    bytes.reverse();
    F::from_le_bytes(&bytes).expect("below the modulus")
}

fn point<G: MclGroup>(value: &Value) -> G {
    let coordinate = |name: &str| value[name].as_str().expect("hexadecimal").to_string();
    let text = format!("1 {} {}", coordinate("x"), coordinate("y"));
    G::Affine::from_text(&text, IoMode::AUTO).expect("on the curve").into()
}

fn ciphertext<G: MclGroup>(value: &Value) -> Ciphertext<G> {
    Ciphertext { c1: point(&value["c1"]), c2: point(&value["c2"]) }
}

/// The scalars that mcl made of its random bytes.
fn randoms<G: MclGroup>(value: &Value) -> Vec<G::Scalar> {
    let strings = value.as_array().expect("a list of byte strings");
    strings
        .iter()
        .map(|bytes| G::mask_to_scalar(&hex::decode(bytes.as_str().unwrap()).unwrap()))
        .collect()
}

/// The four forms of a value, written and read.
fn forms<G: MclGroup, T: PartialEq + std::fmt::Debug>(
    value: &T,
    forms: &Value,
    write: fn(&T, IoMode) -> String,
    read: fn(&str, IoMode) -> Result<T, mcl_elgamal::DecodeError>,
    write_bytes: fn(&T) -> Vec<u8>,
    read_bytes: fn(&[u8]) -> Result<T, mcl_elgamal::DecodeError>,
) {
    let mut case = Case::new(forms, "forms");
    for (name, mode) in
        [("get_str", IoMode::AUTO), ("get_str_hex", IoMode::HEXADECIMAL), ("stream", G::STREAM)]
    {
        let expected = case.take(name);
        let expected = expected.as_str().unwrap();
        assert_eq!(write(value, mode), expected, "{name}");
        assert_eq!(read(expected, mode).as_ref(), Ok(value), "{name}");
    }
    let expected = hex::decode(case.take("bytes").as_str().unwrap()).unwrap();
    assert_eq!(write_bytes(value), expected);
    assert_eq!(read_bytes(&expected).as_ref(), Ok(value));
    case.finish();
}

fn ciphertext_forms<G: MclGroup>(value: &Ciphertext<G>, text: &Value) {
    forms::<G, _>(
        value,
        text,
        text::ciphertext,
        text::read_ciphertext,
        bytes::ciphertext,
        bytes::read_ciphertext,
    );
}

fn check_group<G: MclGroup>(name: &str, p: &str) {
    let file = include_str!("../vectors/mcl/elgamal.json");
    let file: Value = serde_json::from_str(file).unwrap();
    let groups = file["groups"].as_array().unwrap();
    let group = groups.iter().find(|group| group["group"] == name).expect("the group is there");
    let mut group = Case::new(group, name);
    group.take("group");

    // Parameters.
    let minus_one: G::Scalar = -G::Scalar::ONE;
    let r = group.take("r");
    assert_eq!(r.as_str().unwrap(), <G::Scalar as ff::PrimeField>::MODULUS);
    assert_eq!(group.take("p").as_str().unwrap(), p);
    assert_eq!(G::generator() * minus_one, -point::<G>(&group.take("g")));
    assert_eq!(group.take("bit_size"), G::BITS);
    assert_eq!(group.take("stream_io_mode"), G::STREAM.number());

    // Keys.
    let z = randoms::<G>(&group.take("keygen_random"));
    let key = PrivateKey::<G>::from_scalar(&z[0]).unwrap();
    forms::<G, PrivateKey<G>>(
        &key,
        &group.take("private_key"),
        text::private_key,
        text::read_private_key,
        bytes::private_key,
        bytes::read_private_key,
    );
    let public = key.public_key();
    forms::<G, PublicKey<G>>(
        public,
        &group.take("public_key"),
        text::public_key,
        text::read_public_key,
        bytes::public_key,
        bytes::read_public_key,
    );

    // Encryption.
    let list = group.take("enc");
    let cases = list.as_array().unwrap();
    assert!(!cases.is_empty());
    for value in cases {
        let mut case = Case::new(value, "enc");
        let m = case.take("m").as_i64().unwrap();
        let u = randoms::<G>(&case.take("random"));
        let encrypted = public.encrypt_with(m, &u[0]);
        assert_eq!(encrypted.c1, point::<G>(&case.take("c1")));
        assert_eq!(encrypted.c2, point::<G>(&case.take("c2")));
        assert_eq!(key.decrypt_to_element(&encrypted), public.encode(m));
        assert_eq!(key.decrypt_linear(&encrypted, 100_000), Ok(m));
        ciphertext_forms(&encrypted, &case.take("text"));
        case.finish();
    }

    // Homomorphisms.
    let mut ops = Case::new(&group.take("ops"), "ops");
    let (a, b) = (ciphertext::<G>(&ops.take("a")), ciphertext::<G>(&ops.take("b")));
    assert_eq!(key.decrypt_linear(&a, 100), Ok(ops.take("a_plain").as_i64().unwrap()));
    assert_eq!(key.decrypt_linear(&b, 100), Ok(ops.take("b_plain").as_i64().unwrap()));
    assert_eq!(a + b, ciphertext(&ops.take("add")));
    let seven = G::Scalar::from(7);
    let product = ciphertext(&ops.take("mul7"));
    assert_eq!((a * seven, a.mul_vartime(&seven)), (product, product));
    assert_eq!(-a, ciphertext(&ops.take("neg")));
    assert_eq!(public.add_plain(&a, 3), ciphertext(&ops.take("add_plain_3")));
    let v = randoms::<G>(&ops.take("rerandomize_random"));
    assert_eq!(public.rerandomize_with(&a, &v[0]), ciphertext(&ops.take("rerandomize")));
    ops.finish();

    // Proofs.
    let list = group.take("zkp");
    let cases = list.as_array().unwrap();
    assert!(!cases.is_empty());
    for value in cases {
        let mut case = Case::new(value, "zkp");
        let bit = Choice::from(u8::try_from(case.take("m").as_u64().unwrap()).unwrap());
        let [u, challenge, response, k] = randoms::<G>(&case.take("random")).try_into().unwrap();
        let nonces = MclNonces { u, challenge, response, k };
        let (encrypted, proof) = public.encrypt_bit_mcl_with(bit, &nonces);
        assert_eq!(encrypted.c1, point::<G>(&case.take("c1")));
        assert_eq!(encrypted.c2, point::<G>(&case.take("c2")));
        let expected = MclZeroOneProof::<G> {
            challenges: [integer(&case.take("zkp_c0")), integer(&case.take("zkp_c1"))],
            responses: [integer(&case.take("zkp_s0")), integer(&case.take("zkp_s1"))],
        };
        assert_eq!(proof, expected);
        assert!(proof.verify(public, &encrypted));
        let mut bad = proof;
        bad.responses[0] += G::Scalar::ONE;
        assert_eq!(bad.verify(public, &encrypted), case.take("verify_bad_s").as_bool().unwrap());
        forms::<G, MclZeroOneProof<G>>(
            &proof,
            &case.take("zkp_text"),
            text::proof,
            text::read_proof,
            bytes::proof,
            bytes::read_proof,
        );
        ciphertext_forms(&encrypted, &case.take("cipher_text"));
        case.finish();
    }

    // The window method. mcl's tables are twice as long for the same window, and have a width of 1.
    let list = group.take("window_method");
    for value in list.as_array().unwrap() {
        let mut case = Case::new(value, "window_method");
        let width = u32::try_from(case.take("win_size").as_u64().unwrap()).unwrap();
        let rows = u64::from(G::BITS.div_ceil(width));
        assert_eq!(case.take("table_len"), rows << width);
        let table = WindowTable::new(&G::generator(), G::BITS, width.max(2)).unwrap();
        let k: G::Scalar = integer(&case.take("scalar"));
        let result = point::<G>(&case.take("result"));
        assert_eq!(table.mul(&k).unwrap(), result);
        assert_eq!(table.mul_vartime(&k), Some(result));
        case.finish();
    }
    group.finish();
}

#[test]
fn secp192k1() {
    check_group::<secp192k1::Point>("secp192k1", secp192k1::Fp::MODULUS);
}

#[test]
fn bn254_g1() {
    check_group::<fp254bnb::G1>("BN254.G1", fp254bnb::Fp::MODULUS);
}
