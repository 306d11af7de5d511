//! Byte and text forms: exact writers, strict readers of bytes, readers of text as tolerant as mcl's.

use ff::PrimeField;
use mcl_bn::fp254bnb;
use mcl_elgamal::curves::secp192k1::{self, Point};
use mcl_elgamal::encoding_mcl::{MclGroup, TextForm, array_mask, bytes};
use mcl_elgamal::proofs::{DecryptionProof, MclZeroOneProof};
use mcl_elgamal::threshold::{Dealing, Share, ThresholdKey};
use mcl_elgamal::{Ciphertext, DecodeError, ElGamalGroup, Encode, PrivateKey, PublicKey};
use subtle::Choice;

use super::rng;

/// Round trip, no shorter and no longer form, and only this form for what any change decodes to.
fn strict<T: Encode>(value: &T) {
    let bytes = value.to_bytes();
    assert_eq!(T::from_bytes(&bytes).map(|value| value.to_bytes()), Ok(bytes.clone()));
    for length in 0..bytes.len() {
        assert!(T::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(T::from_bytes(&longer).err(), Some(DecodeError::Length));
    for i in 0..bytes.len() {
        for mask in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[i] ^= mask;
            if let Ok(value) = T::from_bytes(&changed) {
                assert_eq!(value.to_bytes(), changed);
            }
        }
    }
}

fn all_types<G: ElGamalGroup>() {
    let key = PrivateKey::<G>::generate(&mut rng(1));
    let public = key.public_key();
    let (ciphertext, proof) = public.encrypt_bit(Choice::from(1), b"", &mut rng(2));
    strict(&ciphertext);
    strict(&Ciphertext::<G>::zero());
    strict(&proof);
    strict(&DecryptionProof::prove(&key, &ciphertext, 1, b"", &mut rng(3)));
    let (_, proof) = public.encrypt_in_range(1, 1, b"", &mut rng(2)).unwrap();
    strict(&proof);
    let (dealing, shares) = Dealing::<G>::new(2, 2, &mut rng(4)).unwrap();
    strict(&shares[1]);
    let threshold = ThresholdKey::new(std::slice::from_ref(&dealing), 2).unwrap();
    strict(&shares[0].decrypt(&threshold, &ciphertext, b"", &mut rng(5)));
    strict(&dealing);
    let bytes = public.to_bytes();
    assert_eq!(PublicKey::<G>::from_bytes(&bytes).as_ref(), Ok(public));
    let bytes = key.to_bytes();
    assert_eq!(PrivateKey::<G>::from_bytes(&bytes).as_ref(), Ok(&key));
}

#[test]
fn bytes_in_all_groups() {
    all_types::<Point>();
    all_types::<fp254bnb::G1>();
    all_types::<fp254bnb::G2>();
}

#[test]
fn refused_bytes() {
    let key = PrivateKey::<Point>::generate(&mut rng(1));
    let zero_key = [&key.to_bytes()[..25], &[0; 24]].concat();
    assert_eq!(PrivateKey::<Point>::from_bytes(&zero_key), Err(DecodeError::Identity));
    let r = [&key.to_bytes()[..25], &[0xff; 24]].concat();
    assert_eq!(PrivateKey::<Point>::from_bytes(&r), Err(DecodeError::Scalar));
    let identity = [&key.public_key().to_bytes()[..25], &[0; 25]].concat();
    assert_eq!(PublicKey::<Point>::from_bytes(&identity), Err(DecodeError::Identity));
    assert_eq!(Share::<Point>::from_bytes(&[0; 28]).err(), Some(DecodeError::Count));
    // A count that asks for more than there is, without the memory for it.
    let huge = [0xff; 64];
    assert_eq!(Dealing::<Point>::from_bytes(&huge).err(), Some(DecodeError::Length));
    assert_eq!(Dealing::<Point>::from_bytes(&[0; 4]).err(), Some(DecodeError::Count));
}

#[test]
fn fixed_bytes() {
    let key = PrivateKey::<Point>::from_scalar(&secp192k1::Fr::from(2)).unwrap();
    let g = "037d6ce0eab1d1a51d34f4b780027db026aee957c00ef14fdb";
    assert_eq!(hex::encode(key.to_bytes()), format!("{g}02{}", "00".repeat(23)));
    let ciphertext = key.public_key().encrypt_with(0, &secp192k1::Fr::ONE);
    let h = &hex::encode(key.public_key().to_bytes())[50..];
    assert_eq!(hex::encode(ciphertext.to_bytes()), format!("{g}{h}"));
}

/// A key of small numbers, and its text.
fn small_key() -> (PrivateKey<Point>, String) {
    let key = PrivateKey::<Point>::from_scalar(&secp192k1::Fr::from(7)).unwrap();
    let text = TextForm::GET_STR.private_key(&key);
    (key, text)
}

#[test]
fn readers_of_text_are_tolerant() {
    let (key, text) = small_key();
    let read = |text: &str| TextForm::GET_STR.read_private_key::<Point>(text);
    assert_eq!(read(&text).as_ref(), Ok(&key));
    assert_eq!(read(&format!("\r\n\t {}\n", text.replace(' ', " \t\r\n "))).as_ref(), Ok(&key));
    assert_eq!(read(&text.replacen("192", "0254", 1)).as_ref(), Ok(&key));
    // The secret as another text of the same number.
    let start = &text[..text.len() - 1];
    let minus = secp192k1::Fr::ZERO - secp192k1::Fr::from(7);
    let negative = {
        let other = PrivateKey::<Point>::from_scalar(&minus).unwrap();
        let text = TextForm::GET_STR.private_key(&other);
        text.rsplit(' ').next().unwrap().to_string()
    };
    for number in ["7", "007", "0x7", "0x0007", "0b111", &format!("-{negative}")] {
        assert_eq!(read(&format!("{start}{number}")).as_ref(), Ok(&key), "{number}");
    }
    for (number, error) in [
        ("", DecodeError::Scalar),
        ("-", DecodeError::Scalar),
        ("0x", DecodeError::Scalar),
        ("+7", DecodeError::Scalar),
        ("0X7", DecodeError::Scalar),
        ("0b2", DecodeError::Scalar),
        ("7a", DecodeError::Scalar),
        ("--7", DecodeError::Scalar),
        ("7 7", DecodeError::Separator),
        ("7x", DecodeError::Scalar),
        ("\u{667}", DecodeError::Scalar),
        ("6", DecodeError::Mismatch),
        ("0", DecodeError::Identity),
        // The order, and a number of many digits.
        (&(-secp192k1::Fr::ONE).to_string().replace("fd8c", "fd8d"), DecodeError::Scalar),
        (&"9".repeat(1000), DecodeError::Scalar),
    ] {
        assert_eq!(read(&format!("{start}{number}")), Err(error), "{number}");
    }
    for bits in ["0", "1025", "-1", "", "x", "1 92"] {
        assert!(read(&text.replacen("192", bits, 1)).is_err(), "{bits}");
    }
}

#[test]
fn texts_of_points() {
    let read = |text: &str| TextForm::GET_STR.read_ciphertext::<Point>(text);
    let g = Point::generator();
    let (x, y) = g.to_affine().xy().unwrap();
    let expected = Ciphertext { c1: g, c2: -g };
    let two = secp192k1::Fp::from(2);
    let texts = [
        format!("1 {x} {y} 1 {x} {}", -y),
        // The generator's y is odd.
        format!("3 {x} 2 {x}"),
        format!("1{x} {y} 2{x}"),
        format!("4 {x} {y} 1 2 {x}"),
        format!("4 {} {} 2 2 {x}", x * two.square(), y * two.square() * two),
    ];
    for text in texts {
        assert_eq!(read(&text), Ok(expected), "{text}");
    }
    let zero = Ciphertext::zero();
    assert_eq!(read("0 0"), Ok(zero));
    assert_eq!(read("00"), Ok(zero));
    assert_eq!(read("4 1 2 0 0"), Ok(zero));
    assert_eq!(TextForm::GET_STR.ciphertext(&zero), "0 0");
    for (text, error) in [
        ("", DecodeError::Length),
        ("0", DecodeError::Length),
        ("0 5 1", DecodeError::Point),
        ("0 1 1 1", DecodeError::Point),
        ("0 1 1", DecodeError::Point),
        ("0 4 1 1 1", DecodeError::Point),
        ("0 2 0", DecodeError::Point),
        ("0 é", DecodeError::Point),
        ("0 0 0", DecodeError::Separator),
        ("0 0x", DecodeError::Separator),
    ] {
        assert_eq!(read(text), Err(error), "{text}");
    }
    // An x that no point has, and one that is not below p.
    let mut x = secp192k1::Fp::ONE;
    while bool::from((x.square() * x + secp192k1::Fp::from(3)).sqrt().is_some()) {
        x += secp192k1::Fp::ONE;
    }
    assert_eq!(read(&format!("0 2 {x}")), Err(DecodeError::Point));
    let p = secp192k1::Fp::MODULUS;
    assert_eq!(read(&format!("0 2 {p}")), Err(DecodeError::Point));
}

#[test]
fn hexadecimal_text() {
    let (key, _) = small_key();
    let form = TextForm::GET_STR_HEX;
    let text = form.private_key(&key);
    assert_eq!(form.read_private_key(&text).as_ref(), Ok(&key));
    assert_eq!(form.read_private_key(&text.to_uppercase()).as_ref(), Ok(&key));
    let prefixed = format!("{}0x7", &text[..text.len() - 1]);
    assert_eq!(form.read_private_key(&prefixed).as_ref(), Ok(&key));
    // In base 16, 0b7 is a number.
    let (start, number) = (&text[..text.len() - 1], "0b7");
    assert_eq!(
        form.read_private_key::<Point>(&format!("{start}{number}")),
        Err(DecodeError::Mismatch)
    );
}

fn mcl_bytes<G: MclGroup>() {
    let key = PrivateKey::<G>::generate(&mut rng(1));
    let public = key.public_key();
    let (ciphertext, proof) = public.encrypt_bit_mcl(Choice::from(0), &mut rng(2));
    let cut_off = |bytes: &[u8], refuses: &dyn Fn(&[u8]) -> bool| {
        for length in 0..bytes.len() {
            assert!(refuses(&bytes[..length]), "{length}");
        }
        assert!(refuses(&[bytes, &[0]].concat()));
    };
    cut_off(&bytes::public_key(public), &|b| bytes::read_public_key::<G>(b).is_err());
    cut_off(&bytes::private_key_bytes(&key), &|b| bytes::read_private_key::<G>(b).is_err());
    cut_off(&bytes::ciphertext(&ciphertext), &|b| bytes::read_ciphertext::<G>(b).is_err());
    cut_off(&bytes::proof(&proof), &|b| bytes::read_proof::<G>(b).is_err());
}

#[test]
fn mcl_bytes_cut_off() {
    mcl_bytes::<Point>();
    mcl_bytes::<fp254bnb::G1>();
}

#[test]
fn masking() {
    // 254 bits: the two top bits go; what is not below the order loses one more.
    let all = array_mask::<fp254bnb::Fr>(&[0xff; 40]);
    let mut expected = [0xff; 32];
    expected[31] = 0x1f;
    assert_eq!(all, fp254bnb::Fr::from_le_bytes(&expected).unwrap());
    assert_eq!(array_mask::<fp254bnb::Fr>(&[]), fp254bnb::Fr::ZERO);
    assert_eq!(array_mask::<fp254bnb::Fr>(&[5]), fp254bnb::Fr::from(5));
    // 192 bits: all ones are not below the order.
    let mut expected = [0xff; 24];
    expected[23] = 0x7f;
    let all = array_mask::<secp192k1::Fr>(&[0xff; 24]);
    assert_eq!(all, secp192k1::Fr::from_le_bytes(&expected).unwrap());
}

#[cfg(feature = "serde")]
#[test]
fn serde_forms() {
    let key = PrivateKey::<Point>::generate(&mut rng(1));
    let public = key.public_key();
    let (ciphertext, proof) = public.encrypt_bit(Choice::from(1), b"", &mut rng(2));
    let json = serde_json::to_string(&ciphertext).unwrap();
    assert_eq!(json, format!("\"{}\"", hex::encode(ciphertext.to_bytes())));
    assert_eq!(serde_json::from_str::<Ciphertext<Point>>(&json).unwrap(), ciphertext);
    let json = serde_json::to_string(&(&key, public, &proof)).unwrap();
    let read: (PrivateKey<Point>, PublicKey<Point>, _) = serde_json::from_str(&json).unwrap();
    assert_eq!(read, (key.clone(), public.clone(), proof));
    let (_, proof) = public.encrypt_bit_mcl(Choice::from(1), &mut rng(2));
    let json = serde_json::to_string(&proof).unwrap();
    assert_eq!(serde_json::from_str::<MclZeroOneProof<Point>>(&json).unwrap(), proof);
    for damaged in ["\"\"", "\"0\"", "\"zz\"", "5", "\"00\""] {
        assert!(serde_json::from_str::<Ciphertext<Point>>(damaged).is_err());
    }
}

#[cfg(not(feature = "serde"))]
#[test]
fn the_proof_type_is_comparable() {
    let zero = secp192k1::Fr::ZERO;
    let proof = MclZeroOneProof::<Point> { challenges: [zero; 2], responses: [zero; 2] };
    assert_eq!(TextForm::GET_STR.read_proof("0 0 0 0"), Ok(proof));
}
