//! Values through serde, in a text and a binary format, against a file of the first release.

use group::Curve;
use mcl_bn::{BnParams, ByteArray, G1, G1Affine, G2, G2Affine, Gt, pairing};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::common::{Fp, Fp2, Fp12, Fr};

for_all_curves!(golden_files);

mod refusals {
    use super::{invalid_values_are_refused, other_bytes_are_refused, other_texts_are_refused};

    for_each_kind_of_curve!(
        other_texts_are_refused,
        other_bytes_are_refused,
        invalid_values_are_refused,
    );
}

fn values<C: BnParams<N>, const N: usize>() -> (Fr<C, N>, G1Affine<C, N>, G2Affine<C, N>) {
    let k = -Fr::<C, N>::from_u64(0x0123_4567_89ab_cdef);
    let p = (G1::generator() * k).to_affine();
    let q = (G2::generator() * k).to_affine();
    (k, p, q)
}

/// Asserts both forms of a value, and that they are read back.
fn check<T>(value: &T, golden: &Value)
where
    T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug,
{
    let digits = golden.as_str().expect("digits");
    assert_eq!(serde_json::to_string(value).expect("text"), format!("\"{digits}\""));
    assert_eq!(serde_json::from_str::<T>(&format!("\"{digits}\"")).expect("the value"), *value);
    // A tuple of bytes has no length in postcard.
    let bytes = hex::decode(digits).expect("digits");
    assert_eq!(postcard::to_allocvec(value).expect("bytes"), bytes);
    assert_eq!(postcard::from_bytes::<T>(&bytes).expect("the value"), *value);
}

fn golden_files<C: BnParams<N>, const N: usize>() {
    let file: Value =
        serde_json::from_str(include_str!("../vectors/serde/golden.json")).expect("JSON");
    let golden = &file[C::NAME];
    let (k, p, q) = values::<C, N>();
    let (x, y) = q.xy().expect("not the identity");
    check::<Fr<C, N>>(&k, &golden["fr"]);
    check::<Fp<C, N>>(&x.c1, &golden["fp"]);
    check::<Fp2<C, N>>(&y, &golden["fp2"]);
    check(&p, &golden["g1"]);
    check(&q, &golden["g2"]);
    let e = pairing(&p, &G2Affine::generator());
    check(&e, &golden["gt"]);
    check::<Fp12<C, N>>(e.as_fp12(), &golden["gt"]);
    check(&G1Affine::<C, N>::identity(), &golden["g1_identity"]);
    check(&G1::from(p), &golden["g1"]);
    check(&G2::from(q), &golden["g2"]);
    // As parts of other values.
    let list = [(k, p, q), (-k, -p, -q)];
    let text = serde_json::to_string(&list).expect("text");
    assert_eq!(serde_json::from_str::<[(Fr<C, N>, _, _); 2]>(&text).expect("the values"), list);
    // The bytes are mcl's.
    assert_eq!(hex::encode(p.to_compressed().as_ref()), golden["g1"]);
    assert_eq!(hex::encode(q.to_compressed().as_ref()), golden["g2"]);
    assert_eq!(hex::encode(e.to_bytes().as_ref()), golden["gt"]);
}

fn refused_text<T: DeserializeOwned>(text: &str) -> String {
    serde_json::from_str::<T>(text).map(|_| ()).expect_err(text).to_string()
}

fn other_texts_are_refused<C: BnParams<N>, const N: usize>() {
    let (_, p, _) = values::<C, N>();
    let digits = hex::encode(p.to_compressed().as_ref());
    let upper = digits.to_uppercase();
    for text in [
        String::new(),
        digits[2..].to_owned(),
        digits.clone() + "00",
        upper,
        format!("0x{}", &digits[2..]),
        format!(" {}", &digits[1..]),
        format!("{}g", &digits[1..]),
        // Four bytes in two characters.
        format!("\u{e9}\u{e9}{}", &digits[4..]),
    ] {
        let error = refused_text::<G1Affine<C, N>>(&format!("{text:?}"));
        assert!(error.contains("hexadecimal digit"), "{error}");
    }
    for text in ["5", "null", "[1, 2, 3]", "{}", "true"] {
        refused_text::<G1Affine<C, N>>(text);
        refused_text::<Fr<C, N>>(text);
    }
}

fn other_bytes_are_refused<C: BnParams<N>, const N: usize>() {
    let (_, p, _) = values::<C, N>();
    let bytes = p.to_compressed();
    for length in 0..C::G1Bytes::LENGTH {
        assert!(postcard::from_bytes::<G1Affine<C, N>>(&bytes.as_ref()[..length]).is_err());
    }
    // What follows is not read.
    let long = [bytes.as_ref(), &[7]].concat();
    let (read, rest) = postcard::take_from_bytes::<G1Affine<C, N>>(&long).expect("the point");
    assert_eq!((read, rest), (p, &[7][..]));
}

fn invalid_values_are_refused<C: BnParams<N>, const N: usize>() {
    let ones = |length: usize| format!("\"{}\"", "ff".repeat(length));
    let error = refused_text::<Fr<C, N>>(&ones(Fr::<C, N>::BYTES));
    assert!(error.contains("not below the field's modulus"), "{error}");
    let error = refused_text::<Fp<C, N>>(&ones(Fp::<C, N>::BYTES));
    assert!(error.contains("not below the field's modulus"), "{error}");
    // A point of the twist outside G2, and an element of Fp12 outside Gt.
    let outside = (1..)
        .find_map(|i| {
            let x = Fp2::<C, N>::new(mcl_fp::Fp::from_u64(i), mcl_fp::Fp::ONE);
            let point = mcl_ec::Affine::<mcl_bn::G2Curve<C, N>>::from_x(x, 0.into())?;
            let (x, y) = point.xy()?;
            Some(G2Affine::<C, N>::from_xy_unchecked(x, y))
        })
        .expect("half of all abscissas have a point");
    let digits = hex::encode(outside.to_compressed().as_ref());
    let error = refused_text::<G2Affine<C, N>>(&format!("{digits:?}"));
    assert!(error.contains("not in the prime-order subgroup"), "{error}");
    let bytes = outside.to_compressed();
    assert!(postcard::from_bytes::<G2Affine<C, N>>(bytes.as_ref()).is_err());
    let two = format!("\"02{}\"", "00".repeat(C::GtBytes::LENGTH - 1));
    let error = refused_text::<Gt<C, N>>(&two);
    assert!(error.contains("not in the prime-order subgroup"), "{error}");
    assert!(serde_json::from_str::<Fp12<C, N>>(&two).is_ok());
}
