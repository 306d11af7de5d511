//! Byte and text forms: exact writers, strict readers of bytes, readers of text as tolerant as mcl's.

use ff::PrimeField;
use mcl_bn::fp254bnb;
use mcl_elgamal::curves::secp192k1::{self, Point};
use mcl_elgamal::encoding_mcl::{MclGroup, bytes, text};
use mcl_elgamal::proofs::{DecryptionProof, MclZeroOneProof};
use mcl_elgamal::threshold::{Dealing, Share, ThresholdKey};
use mcl_elgamal::{Ciphertext, DecodeError, ElGamalGroup, Encode, PrivateKey, PublicKey};
use mcl_fp::{IoMode, TextError};
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
    let text = text::private_key(&key, IoMode::AUTO);
    (key, text)
}

#[test]
fn readers_of_text_are_tolerant() {
    let (key, text) = small_key();
    let read = |text: &str| text::read_private_key::<Point>(text, IoMode::AUTO);
    assert_eq!(read(&text).as_ref(), Ok(&key));
    assert_eq!(read(&format!("\r\n\t {}\n", text.replace(' ', " \t\r\n "))).as_ref(), Ok(&key));
    assert_eq!(read(&text.replacen("192", "0254", 1)).as_ref(), Ok(&key));
    // The secret as another text of the same number.
    let start = &text[..text.len() - 1];
    let minus = secp192k1::Fr::ZERO - secp192k1::Fr::from(7);
    let negative = {
        let other = PrivateKey::<Point>::from_scalar(&minus).unwrap();
        let text = text::private_key(&other, IoMode::AUTO);
        text.rsplit(' ').next().unwrap().to_string()
    };
    for number in ["7", "007", "0x7", "0x0007", "0b111", &format!("-{negative}")] {
        assert_eq!(read(&format!("{start}{number}")).as_ref(), Ok(&key), "{number}");
    }
    // The blank before the secret is the second one: it belongs to what is read last.
    let position = 1;
    let invalid = DecodeError::Text(TextError::InvalidNumber { position });
    let above = DecodeError::Text(TextError::NotCanonical { position });
    for (number, error) in [
        ("", DecodeError::Text(TextError::Missing { position })),
        ("-", invalid),
        ("0x", invalid),
        ("+7", invalid),
        ("0X7", invalid),
        ("0b2", invalid),
        ("7a", invalid),
        ("--7", invalid),
        ("7x", invalid),
        ("\u{667}", invalid),
        ("7 7", DecodeError::Separator),
        ("6", DecodeError::Mismatch),
        ("0", DecodeError::Identity),
        // The order, and a number of many digits.
        (secp192k1::Fr::MODULUS, above),
        (&"9".repeat(1000), above),
    ] {
        assert_eq!(read(&format!("{start}{number}")), Err(error), "{number}");
    }
    for bits in ["0", "1025", "-1", "", "x", "1 92"] {
        assert!(read(&text.replacen("192", bits, 1)).is_err(), "{bits}");
    }
}

#[test]
fn texts_of_points() {
    let read = |text: &str| text::read_ciphertext::<Point>(text, IoMode::AUTO);
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
    assert_eq!(text::ciphertext(&zero, IoMode::AUTO), "0 0");
    for (text, error) in [
        ("", TextError::Missing { position: 0 }),
        ("0", TextError::Missing { position: 0 }),
        ("05 1", TextError::InvalidTag { position: 0 }),
        ("01 1 1", TextError::NotOnCurve),
        ("01 1", TextError::Missing { position: 3 }),
        ("04 1 1 1", TextError::NotOnCurve),
        ("02 0", TextError::NotOnCurve),
        ("0é", TextError::InvalidTag { position: 0 }),
    ] {
        assert_eq!(read(text), Err(DecodeError::Text(error)), "{text}");
    }
    for text in ["0 0 0", "0 0x", "00é"] {
        assert_eq!(read(text), Err(DecodeError::Separator), "{text}");
    }
    // An x that no point has, and one that is not below p.
    let mut x = secp192k1::Fp::ONE;
    while bool::from((x.square() * x + secp192k1::Fp::from(3)).sqrt().is_some()) {
        x += secp192k1::Fp::ONE;
    }
    let error = DecodeError::Text(TextError::NotOnCurve);
    assert_eq!(read(&format!("02 {x}")), Err(error));
    let error = DecodeError::Text(TextError::NotCanonical { position: 2 });
    assert_eq!(read(&format!("02 {}", secp192k1::Fp::MODULUS)), Err(error));
}

#[test]
fn hexadecimal_text() {
    let (key, _) = small_key();
    let mode = IoMode::HEXADECIMAL;
    let text = text::private_key(&key, mode);
    let read = |text: &str| text::read_private_key::<Point>(text, mode);
    assert_eq!(read(&text).as_ref(), Ok(&key));
    assert_eq!(read(&text.to_uppercase()).as_ref(), Ok(&key));
    let start = &text[..text.len() - 1];
    assert_eq!(read(&format!("{start}0x7")).as_ref(), Ok(&key));
    // In base 16, 0b7 is a number.
    assert_eq!(read(&format!("{start}0b7")), Err(DecodeError::Mismatch));
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
    cut_off(&bytes::private_key(&key), &|b| bytes::read_private_key::<G>(b).is_err());
    cut_off(&bytes::ciphertext(&ciphertext), &|b| bytes::read_ciphertext::<G>(b).is_err());
    cut_off(&bytes::proof(&proof), &|b| bytes::read_proof::<G>(b).is_err());
}

#[test]
fn mcl_bytes_cut_off() {
    mcl_bytes::<Point>();
    mcl_bytes::<fp254bnb::G1>();
}

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
