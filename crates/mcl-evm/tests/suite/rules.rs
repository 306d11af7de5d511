//! One test for each rule by which an input fails, and for the order of the checks.

use mcl_bn::alt_bn128::{Fp, Fp2, G1Affine, G2Affine};
use mcl_bn::encodings::eip197::Words;
use mcl_bn::encodings::{Decoding, Encoding};
use mcl_evm::{Error, ec_add, ec_mul, ec_pairing, ec_pairing_of};

fn g1() -> [u8; 64] {
    Words::encode(&G1Affine::generator()).into()
}

fn g2() -> [u8; 128] {
    Words::encode(&G2Affine::generator()).into()
}

/// A point of the twist that is not in G2.
fn outside() -> [u8; 128] {
    let (x, y) = G2Affine::generator().xy().expect("not the identity");
    let b = y * y - x * x * x;
    let q = (1..)
        .find_map(|i| {
            let x = Fp2::new(Fp::from_u64(i), Fp::ONE);
            let y = (x * x * x + b).sqrt();
            Option::from(y).map(|y| G2Affine::from_xy_unchecked(x, y))
        })
        .expect("half of all abscissas have a point");
    assert!(bool::from(q.is_on_curve()) && !bool::from(q.is_torsion_free()));
    Words::encode(&q).into()
}

/// The bytes with p added to the word at that position.
fn with_p_added<const L: usize>(mut bytes: [u8; L], word: usize) -> [u8; L] {
    let p = Fp::modulus().to_be_bytes();
    let mut carry = 0;
    for i in (0..32).rev() {
        let sum = u16::from(bytes[32 * word + i]) + u16::from(p.as_ref()[i]) + carry;
        bytes[32 * word + i] = sum as u8;
        carry = sum >> 8;
    }
    assert_eq!(carry, 0, "2p fits a word");
    bytes
}

#[test]
fn coordinates_not_below_p() {
    let error = Error::CoordinateNotBelowModulus;
    for word in 0..2 {
        for bytes in [with_p_added(g1(), word), with_p_added([0; 64], word)] {
            assert_eq!(ec_add(&[bytes, g1()].concat()), Err(error));
            assert_eq!(ec_add(&[g1(), bytes].concat()), Err(error));
            assert_eq!(ec_mul(&[&bytes[..], &[0; 32]].concat()), Err(error));
            assert_eq!(ec_pairing(&[&bytes[..], &g2()].concat()), Err(error));
            assert_eq!(ec_pairing(&[&bytes[..], &[0; 128]].concat()), Err(error));
        }
    }
    for word in 0..4 {
        for bytes in [with_p_added(g2(), word), with_p_added([0; 128], word)] {
            assert_eq!(ec_pairing(&[&g1()[..], &bytes].concat()), Err(error));
            assert_eq!(ec_pairing(&[&[0; 64][..], &bytes].concat()), Err(error));
        }
    }
}

#[test]
fn points_off_the_curve() {
    let mut off = g1();
    off[63] = 3;
    assert_eq!(ec_add(&[off, g1()].concat()), Err(Error::G1NotOnCurve));
    assert_eq!(ec_add(&[g1(), off].concat()), Err(Error::G1NotOnCurve));
    // Also beside the identity and with the scalar zero.
    assert_eq!(ec_add(&off), Err(Error::G1NotOnCurve));
    assert_eq!(ec_mul(&off), Err(Error::G1NotOnCurve));
    assert_eq!(ec_pairing(&[&off[..], &[0; 128]].concat()), Err(Error::G1NotOnCurve));
    // The ordinate is padded with zeros.
    assert_eq!(ec_add(&g1()[..32]), Err(Error::G1NotOnCurve));
    let mut off = g2();
    off[127] ^= 1;
    assert_eq!(ec_pairing(&[&g1()[..], &off].concat()), Err(Error::G2NotOnCurve));
    assert_eq!(ec_pairing(&[&[0; 64][..], &off].concat()), Err(Error::G2NotOnCurve));
}

#[test]
fn points_outside_the_subgroup() {
    let outside = outside();
    let decoded: Result<G2Affine, _> = Words::decode(&outside);
    assert_eq!(decoded, Err(mcl_bn::DecodeError::NotInSubgroup));
    let error = Err(Error::G2NotInSubgroup);
    for p in [g1(), [0; 64]] {
        assert_eq!(ec_pairing(&[&p[..], &outside].concat()), error);
    }
    // First, last and in between, with and without other pieces of 16 pairs.
    for count in [2, 3, 16, 17, 40] {
        for position in [0, count / 2, count - 1] {
            let mut input = [&g1()[..], &g2()].concat().repeat(count);
            assert_eq!(ec_pairing(&input), Ok(false));
            input[192 * position + 64..192 * (position + 1)].copy_from_slice(&outside);
            assert_eq!(ec_pairing(&input), error, "{position} of {count}");
        }
    }
}

#[test]
fn lengths() {
    let pair = [&g1()[..], &g2()].concat();
    for length in [1, 64, 191, 193, 383] {
        let input: Vec<u8> = pair.iter().chain(&pair).copied().take(length).collect();
        assert_eq!(ec_pairing(&input), Err(Error::Length { found: length }));
    }
    assert_eq!(ec_pairing_of([(&g1()[..63], &g2()[..])]), Err(Error::Length { found: 63 }));
    assert_eq!(ec_pairing_of([(&g1()[..], &g2()[1..])]), Err(Error::Length { found: 127 }));
    assert_eq!(ec_pairing_of([]), Ok(true));
    assert_eq!(ec_pairing_of([(&g1()[..], &g2()[..])]), Ok(false));
}

#[test]
fn errors_say_what_is_wrong() {
    let errors = [
        Error::CoordinateNotBelowModulus,
        Error::G1NotOnCurve,
        Error::G2NotOnCurve,
        Error::G2NotInSubgroup,
        Error::Length { found: 5 },
    ];
    let mut texts = errors.map(|error| error.to_string());
    assert_eq!(texts[4], "5 bytes are not whole pairs, or not a point");
    texts.sort();
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]));
}
