//! mcl's compressed points: values, and one byte string for each point.

use crate::common::curves::{AltBn128, Bn254, Secp192k1, Secp256k1};
use crate::common::scalars;
use ff::Field;
use mcl_ec::encoding_mcl::{decode, encode, encoded_len};
use mcl_ec::{Affine, CurveParams, DecodeError, Projective, mul_vartime};
use mcl_fp::{FieldBytes, FieldExt};
use proptest::prelude::*;

fn to_vec<C: CurveParams>(point: &Affine<C>) -> Vec<u8> {
    // Every byte gets written.
    let mut out = vec![0xa5; encoded_len::<C>()];
    encode(point, &mut out).expect("the length is right");
    out
}

for_curves!(format:
    round_trips,
    identity_is_zero,
    lengths_are_exact,
    coordinates_are_canonical,
    half_of_all_coordinates_are_on_the_curve,
    any_accepted_string_is_the_encoding,
);

mod format {
    use super::*;

    pub fn round_trips<C: CurveParams>() {
        proptest!(ProptestConfig::with_cases(200), |(k in scalars::scalar::<C::Scalar>())| {
            let point = mul_vartime(&Projective::<C>::generator(), &k).to_affine();
            prop_assert_eq!(decode(&to_vec(&point)), Ok(point));
            prop_assert_eq!(decode(&to_vec(&-point)), Ok(-point));
            let equal = to_vec(&point) == to_vec(&-point);
            prop_assert_eq!(equal, bool::from(point.is_identity()));
        });
    }

    pub fn identity_is_zero<C: CurveParams>() {
        let zero = vec![0; encoded_len::<C>()];
        assert_eq!(to_vec(&Affine::<C>::identity()), zero);
        assert_eq!(decode::<C>(&zero), Ok(Affine::identity()));
        // No bit may be added to it.
        for i in 0..8 * zero.len() {
            let mut bytes = zero.clone();
            bytes[i / 8] |= 1 << (i % 8);
            assert_ne!(decode::<C>(&bytes), Ok(Affine::identity()), "bit {i}");
        }
    }

    pub fn lengths_are_exact<C: CurveParams>() {
        let expected = encoded_len::<C>();
        let long = [to_vec(&Affine::<C>::generator()), vec![0; 3]].concat();
        for found in [0, 1, expected - 1, expected + 1, expected + 3] {
            let error = Err(DecodeError::Length { expected, found });
            assert_eq!(decode::<C>(&long[..found]), error);
            assert_eq!(decode::<C>(&vec![0; found]), error);
            let mut out = vec![7; found];
            let error = Err(DecodeError::Length { expected, found });
            assert_eq!(encode(&Affine::<C>::generator(), &mut out), error);
            assert!(out.iter().all(|&byte| byte == 7));
        }
    }

    pub fn coordinates_are_canonical<C: CurveParams>() {
        let tag = if C::Base::SPARE_BITS == 0 { vec![2] } else { vec![] };
        let mut x = vec![0; C::Base::BYTES];
        (-C::Base::ONE).write_le_bytes(&mut x).expect("the length is right");
        // p - 1 may be on the curve or not; p, p + 1, ... are never read.
        let bytes = [tag.clone(), x.clone()].concat();
        assert_ne!(decode::<C>(&bytes), Err(DecodeError::NotCanonical));
        for _ in 0..20 {
            let carry = x.iter_mut().try_for_each(|byte| {
                *byte = byte.wrapping_add(1);
                if *byte == 0 { Ok(()) } else { Err(()) }
            });
            assert!(carry.is_err(), "no overflow");
            let bytes = [tag.clone(), x.clone()].concat();
            assert_eq!(decode::<C>(&bytes), Err(DecodeError::NotCanonical));
        }
        let mut ones = vec![0xff; C::Base::BYTES];
        assert_eq!(decode::<C>(&[tag.clone(), ones.clone()].concat()), {
            Err(DecodeError::NotCanonical)
        });
        if C::Base::SPARE_BITS > 0 {
            ones.fill(0);
            // The bits above the modulus, other than the sign.
            for bit in 8 - C::Base::SPARE_BITS..7 {
                ones[C::Base::BYTES - 1] = 1 << bit;
                assert_eq!(decode::<C>(&ones), Err(DecodeError::NotCanonical));
            }
        }
    }

    pub fn half_of_all_coordinates_are_on_the_curve<C: CurveParams>() {
        let mut on_curve = 0;
        let mut x = C::Base::ZERO;
        for _ in 0..100 {
            x += C::Base::ONE;
            let mut bytes = vec![2; encoded_len::<C>()];
            let start = encoded_len::<C>() - C::Base::BYTES;
            x.write_le_bytes(&mut bytes[start..]).expect("the length is right");
            match decode::<C>(&bytes) {
                Ok(point) => {
                    on_curve += 1;
                    assert_eq!(*point.x(), x);
                    assert!(bool::from(point.is_on_curve() & !point.y().parity()));
                }
                Err(error) => assert_eq!(error, DecodeError::NotOnCurve),
            }
        }
        assert!((25..75).contains(&on_curve));
    }

    pub fn any_accepted_string_is_the_encoding<C: CurveParams>() {
        let encodings: Vec<_> = (0u64..16)
            .map(|k| {
                to_vec(&mul_vartime(&Projective::<C>::generator(), &C::Scalar::from(k)).to_affine())
            })
            .collect();
        proptest!(ProptestConfig::with_cases(2000), |(
            i in 0usize..16,
            bit in any::<prop::sample::Index>(),
            byte in any::<u8>(),
            position in any::<prop::sample::Index>(),
        )| {
            let mut bytes = encodings[i].clone();
            let bit = bit.index(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(point) = decode::<C>(&bytes) {
                prop_assert_eq!(to_vec(&point), bytes.clone());
            }
            let position = position.index(bytes.len());
            bytes[position] = byte;
            if let Ok(point) = decode::<C>(&bytes) {
                prop_assert_eq!(to_vec(&point), bytes);
            }
        });
    }
}

#[test]
fn sign_bit_of_primes_with_a_free_bit() {
    // (-1, 1): y is odd.
    let mut expected = vec![0; 32];
    (-<Bn254 as CurveParams>::Base::ONE)
        .write_le_bytes(&mut expected)
        .expect("the length is right");
    assert_eq!(expected[31], 0x25);
    expected[31] |= 0x80;
    assert_eq!(to_vec(&Affine::<Bn254>::generator()), expected);
    // (1, 2): y is even.
    let mut expected = vec![0; 32];
    expected[0] = 1;
    assert_eq!(to_vec(&Affine::<AltBn128>::generator()), expected);
    expected[31] = 0x80;
    assert_eq!(to_vec(&-Affine::<AltBn128>::generator()), expected);
    // A sign on x = 0: not a point.
    let mut bytes = [0; 32];
    bytes[31] = 0x80;
    assert_eq!(decode::<Bn254>(&bytes), Err(DecodeError::NotOnCurve));
    assert_eq!(decode::<AltBn128>(&bytes), Err(DecodeError::NotOnCurve));
}

#[test]
fn leading_byte_of_full_primes() {
    let (x, y) = <Secp256k1 as CurveParams>::GENERATOR;
    assert!(!bool::from(y.parity()));
    let mut expected = vec![0; 33];
    expected[0] = 2;
    x.write_le_bytes(&mut expected[1..]).expect("the length is right");
    assert_eq!(to_vec(&Affine::<Secp256k1>::generator()), expected);
    expected[0] = 3;
    assert_eq!(to_vec(&-Affine::<Secp256k1>::generator()), expected);
    assert_eq!(encoded_len::<Secp192k1>(), 25);
    for tag in (0..=255).filter(|tag| ![2, 3].contains(tag)) {
        expected[0] = tag;
        assert_eq!(decode::<Secp256k1>(&expected), Err(DecodeError::Flags), "{tag}");
    }
    // A tag on an identity: x = 0, where b is no square.
    for (tag, error) in [(1, DecodeError::Flags), (2, DecodeError::NotOnCurve)] {
        let mut bytes = [0; 33];
        bytes[0] = tag;
        assert_eq!(decode::<Secp256k1>(&bytes), Err(error));
    }
}

/// `y^2 = x^3 + 4` over the field of BN254: points with x = 0, which have order 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SquareB;

impl CurveParams for SquareB {
    type Base = crate::common::curves::Bn254Fp;
    type Scalar = crate::common::curves::Bn254Fr;
    const B: Self::Base = Self::Base::from_u64(4);
    const GENERATOR: (Self::Base, Self::Base) = (Self::Base::ZERO, Self::Base::from_u64(2));
}

#[test]
fn points_of_order_three_are_not_mistaken_for_the_identity() {
    let point = Affine::<SquareB>::generator();
    assert!(bool::from(point.is_on_curve()));
    let mut bytes = [0; 32];
    assert_eq!(decode::<SquareB>(&bytes), Ok(Affine::identity()));
    bytes[31] = 0x80;
    assert_eq!(decode::<SquareB>(&bytes), Err(DecodeError::Flags));
}

#[test]
fn errors_say_what_is_wrong() {
    let error = decode::<Bn254>(&[1, 2]).expect_err("two bytes");
    assert_eq!(error.to_string(), "the encoding has 32 bytes, not 2");
}
