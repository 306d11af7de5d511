//! What the targets of foreign formats and of the precompiles assert.

use std::fmt::Debug;

use mcl_bn::encodings::{Decoding, Encoding, Member, Point};
use mcl_bn::snark1::{Fr, G1, G1Affine, G2, G2Affine, Gt};

#[path = "../../crates/mcl-evm/tests/suite/reference/ark.rs"]
pub mod ark;
#[path = "../../crates/mcl-evm/tests/suite/reference/substrate.rs"]
pub mod substrate;

/// A value of which there are many, one for each integer.
pub trait Sample: Copy + PartialEq + Debug {
    /// The value of a number.
    fn sample(k: u64) -> Self;
}

impl Sample for G1Affine {
    fn sample(k: u64) -> Self {
        G1::generator().mul_vartime(&k.into()).to_affine_vartime()
    }
}

impl Sample for G2Affine {
    fn sample(k: u64) -> Self {
        G2::generator().mul_vartime(&k.into()).to_affine_vartime()
    }
}

impl Sample for Gt {
    fn sample(k: u64) -> Self {
        use mcl_bn::pairing;
        pairing(&G1Affine::generator(), &G2Affine::generator()).pow_vartime(&Fr::from_u64(k))
    }
}

/// Splits eight bytes off, as an integer; missing ones are zero.
pub fn number<'a>(bytes: &mut &'a [u8]) -> u64 {
    let (head, tail) = bytes.split_at(bytes.len().min(8));
    *bytes = tail;
    head.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A string, with the bytes as a mask on top.
pub fn masked(valid: &[u8], mask: &[u8]) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    bytes.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    bytes
}

/// The encoding of a value is read as that value. Any other string is refused, or is the encoding of the
/// value as which it is read.
pub fn check<E, T>(bytes: &[u8])
where
    E: Encoding<T>,
    T: Member + Sample,
{
    check_string::<E, T>(bytes);
    check_string::<E, T>(&bytes[..bytes.len().min(E::LENGTH)]);
    let mut mask = bytes;
    let value = T::sample(number(&mut mask));
    let valid = E::encode(&value);
    assert_eq!(E::decode(valid.as_ref()), Ok(value));
    check_string::<E, T>(&masked(valid.as_ref(), mask));
}

fn check_string<E, T>(bytes: &[u8])
where
    E: Encoding<T>,
    T: Member + Sample,
{
    match (E::decode_unchecked(bytes), E::decode(bytes)) {
        (Ok(value), Ok(checked)) => {
            assert!(value == checked && value.is_member());
            assert_eq!(E::encode(&value).as_ref(), bytes);
        }
        (Ok(value), Err(error)) => {
            assert_eq!(error, mcl_bn::DecodeError::NotInSubgroup);
            assert!(!value.is_member());
            assert_eq!(E::encode(&value).as_ref(), bytes);
        }
        (Err(unchecked), checked) => assert_eq!(checked.map(|_| ()), Err(unchecked)),
    }
}

/// [`check`] for points of both groups.
pub fn check_points<E>(bytes: &[u8])
where
    E: Encoding<G1Affine> + Encoding<G2Affine>,
    G1Affine: Point,
    G2Affine: Point,
{
    check::<E, G1Affine>(bytes);
    check::<E, G2Affine>(bytes);
}

/// As [`check`], for a format without the identity.
pub fn check_partial<E, T>(bytes: &[u8], encode: fn(&T) -> Option<Vec<u8>>)
where
    E: Decoding<T>,
    T: Member + Sample,
{
    let check_string = |bytes: &[u8]| {
        if let Ok(value) = E::decode_unchecked(bytes) {
            assert_eq!(encode(&value).as_deref(), Some(bytes));
            assert_eq!(E::decode(bytes).is_ok(), value.is_member());
        } else {
            assert!(E::decode(bytes).is_err());
        }
    };
    check_string(bytes);
    check_string(&bytes[..bytes.len().min(E::LENGTH)]);
    let mut mask = bytes;
    let value = T::sample(number(&mut mask));
    if let Some(valid) = encode(&value) {
        assert_eq!(E::decode(&valid), Ok(value));
        check_string(&masked(&valid, mask));
    }
}
