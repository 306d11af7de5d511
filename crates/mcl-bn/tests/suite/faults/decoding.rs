//! Validation of points and fields read from bytes: one test per rule, in both forms of a point.

use ff::Field;
use group::{CurveAffine, Group, GroupEncoding, UncompressedEncoding};
use mcl_bn::{ByteArray, DecodeError};
use mcl_ec::CurveParams;
use mcl_fp::{FieldBytes, FieldExt};
use num_bigint::BigUint;
use rand::Rng;

use crate::common::points::{Base, Points};
use crate::common::{rng, textbook};

for_254_bit_groups!(
    decoding_inverts_encoding,
    lengths_must_be_exact,
    coordinates_must_be_below_p,
    spare_bits_must_be_zero,
    the_identity_has_one_encoding,
    the_sign_bit_selects_the_opposite_point,
    abscissas_without_a_point_are_refused,
    pairs_off_the_curve_are_refused,
    points_of_order_two_do_not_exist,
    accepted_random_bytes_are_the_encoding_of_their_value,
    altered_encodings_are_refused_or_stand_for_another_point,
    random_bytes_of_any_length_do_not_panic,
    trait_methods_agree_with_the_inherent_ones,
);

const SIGN: u8 = 0x80;

/// One of the two byte forms of a point.
struct Form<G: Points> {
    name: &'static str,
    length: usize,
    encode: fn(&G::Affine) -> Vec<u8>,
    decode: Decoder<G>,
    decode_unchecked: Decoder<G>,
    /// Whether the top bit of the last byte is the parity of y.
    has_sign: bool,
}

type Decoder<G> = fn(&[u8]) -> Result<<G as Points>::Affine, DecodeError>;

fn forms<G: Points>() -> [Form<G>; 2] {
    [
        Form {
            name: "compressed",
            length: G::Compressed::LENGTH,
            encode: |point| G::to_compressed(point).as_ref().to_vec(),
            decode: G::from_compressed,
            decode_unchecked: G::from_compressed_unchecked,
            has_sign: true,
        },
        Form {
            name: "affine",
            length: G::Uncompressed::LENGTH,
            encode: |point| G::to_affine_bytes(point).as_ref().to_vec(),
            decode: G::from_affine_bytes,
            decode_unchecked: G::from_affine_bytes_unchecked,
            has_sign: false,
        },
    ]
}

impl<G: Points> Form<G> {
    /// Asserts that both decoders refuse.
    fn refuses(&self, bytes: &[u8], error: DecodeError, context: &str) {
        let shown = hex::encode(bytes);
        assert_eq!((self.decode)(bytes), Err(error), "{} {context} {shown}", self.name);
        assert_eq!((self.decode_unchecked)(bytes), Err(error), "{} {context} {shown}", self.name);
    }

    /// What is true of every byte string: it is refused, or it is the encoding of its value. Returns
    /// whether the unchecked decoder accepts it.
    fn is_refused_or_canonical(&self, bytes: &[u8]) -> bool {
        let checked = (self.decode)(bytes);
        match (self.decode_unchecked)(bytes) {
            Err(error) => {
                assert_eq!(checked, Err(error), "{} {}", self.name, hex::encode(bytes));
                false
            }
            Ok(point) => {
                assert_eq!((self.encode)(&point), bytes, "{}", self.name);
                assert!(G::is_on_curve(&point));
                let expected = if G::is_torsion_free(&point) {
                    Ok(point)
                } else {
                    Err(DecodeError::NotInSubgroup)
                };
                assert_eq!(checked, expected, "{} {}", self.name, hex::encode(bytes));
                true
            }
        }
    }

    /// The ranges of the coefficients in an encoding.
    fn coefficients(&self) -> impl Iterator<Item = core::ops::Range<usize>> + use<G> {
        let bytes = prime_bytes::<G>();
        (0..self.length / bytes).map(move |i| i * bytes..(i + 1) * bytes)
    }

    /// Whether a byte carries the sign.
    fn is_sign_byte(&self, index: usize) -> bool {
        self.has_sign && index + 1 == self.length
    }
}

/// Bytes of an element of the prime field.
fn prime_bytes<G: Points>() -> usize {
    // Both curves here have primes of 254 bits.
    let bytes = 32;
    assert_eq!(Base::<G>::BYTES % bytes, 0);
    bytes
}

/// The characteristic, as minus one plus one.
fn prime<G: Points>() -> BigUint {
    let mut bytes = vec![0; Base::<G>::BYTES];
    (-Base::<G>::ONE).write_le_bytes(&mut bytes).expect("the right length");
    BigUint::from_bytes_le(&bytes[..prime_bytes::<G>()]) + 1u8
}

/// Points other than the identity, some with y of either parity.
fn points<G: Points>() -> Vec<G::Affine> {
    let mut rng = rng(1);
    let g = G::Affine::generator();
    let mut all = vec![g, -g];
    all.extend((0..6).map(|_| G::Affine::from(G::Projective::random(&mut rng))));
    all
}

fn decoding_inverts_encoding<G: Points>() {
    for form in forms::<G>() {
        for point in points::<G>().into_iter().chain([G::Affine::identity()]) {
            let bytes = (form.encode)(&point);
            assert_eq!(bytes.len(), form.length);
            assert_eq!((form.decode)(&bytes), Ok(point));
            assert_eq!((form.decode_unchecked)(&bytes), Ok(point));
        }
    }
}

fn lengths_must_be_exact<G: Points>() {
    for form in forms::<G>() {
        for source in [(form.encode)(&G::Affine::generator()), vec![0; form.length], vec![255; 300]]
        {
            for found in 0..=200 {
                if found == form.length {
                    continue;
                }
                // Truncated, or followed by further bytes.
                let bytes: Vec<_> = source.iter().copied().cycle().take(found).collect();
                let error = DecodeError::Length { expected: form.length, found };
                form.refuses(&bytes, error, "length");
            }
        }
    }
}

fn coordinates_must_be_below_p<G: Points>() {
    let p = prime::<G>();
    for form in forms::<G>() {
        for point in points::<G>() {
            let valid = (form.encode)(&point);
            for range in form.coefficients() {
                let last = range.end - 1;
                let sign = if form.is_sign_byte(last) { valid[last] & SIGN } else { 0 };
                let mut coefficient = valid[range.clone()].to_vec();
                coefficient[range.len() - 1] ^= sign;
                let coefficient = BigUint::from_bytes_le(&coefficient);
                assert!(coefficient < p);
                for wrong in [&coefficient + &p, p.clone(), &p + 1u8] {
                    let mut bytes = valid.clone();
                    let mut digits = wrong.to_bytes_le();
                    digits.resize(range.len(), 0);
                    bytes[range.clone()].copy_from_slice(&digits);
                    bytes[last] |= sign;
                    form.refuses(&bytes, DecodeError::NotCanonical, "not below p");
                }
            }
        }
    }
}

fn spare_bits_must_be_zero<G: Points>() {
    for form in forms::<G>() {
        for point in points::<G>().into_iter().chain([G::Affine::identity()]) {
            let valid = (form.encode)(&point);
            for range in form.coefficients() {
                let last = range.end - 1;
                for bit in [0x40, 0x80, 0xc0] {
                    if form.is_sign_byte(last) && bit == SIGN {
                        continue;
                    }
                    let mut bytes = valid.clone();
                    bytes[last] ^= bit;
                    form.refuses(&bytes, DecodeError::NotCanonical, "spare bits");
                }
            }
        }
    }
}

fn the_identity_has_one_encoding<G: Points>() {
    for form in forms::<G>() {
        let identity = vec![0; form.length];
        assert_eq!((form.encode)(&G::Affine::identity()), identity);
        assert_eq!((form.decode)(&identity), Ok(G::Affine::identity()));
        for i in 0..8 * form.length {
            let mut bytes = identity.clone();
            bytes[i / 8] |= 1 << (i % 8);
            for decode in [form.decode, form.decode_unchecked] {
                let is_identity = decode(&bytes).is_ok_and(|point| point.is_identity().into());
                assert!(!is_identity, "{}: bit {i}", form.name);
            }
            form.is_refused_or_canonical(&bytes);
        }
    }
    // The sign alone says that x is zero, and there is no such point.
    let [compressed, _] = forms::<G>();
    let mut bytes = vec![0; compressed.length];
    bytes[compressed.length - 1] = SIGN;
    compressed.refuses(&bytes, DecodeError::NotOnCurve, "sign of the identity");
}

fn the_sign_bit_selects_the_opposite_point<G: Points>() {
    let mut signs = [0, 0];
    for point in points::<G>() {
        let mut bytes = G::to_compressed(&point);
        let sign = bytes.as_ref()[G::Compressed::LENGTH - 1] >> 7;
        let (_, y) = G::xy(&point).expect("not the identity");
        assert_eq!(sign, y.parity().unwrap_u8());
        signs[usize::from(sign)] += 1;
        bytes.as_mut()[G::Compressed::LENGTH - 1] ^= SIGN;
        assert_eq!(G::from_compressed(bytes.as_ref()), Ok(-point));
    }
    assert!(signs.iter().all(|&count| count > 0), "both signs occur");
}

fn abscissas_without_a_point_are_refused<G: Points>() {
    let mut rng = rng(2);
    let mut refused = 0;
    while refused < 20 {
        let x = Base::<G>::random(&mut rng);
        let equation = x.square() * x + <G::Curve as CurveParams>::B;
        if bool::from(equation.sqrt().is_some()) {
            continue;
        }
        refused += 1;
        let mut bytes = vec![0; Base::<G>::BYTES];
        x.write_le_bytes(&mut bytes).expect("the right length");
        let [compressed, _] = forms::<G>();
        compressed.refuses(&bytes, DecodeError::NotOnCurve, "even");
        bytes[Base::<G>::BYTES - 1] |= SIGN;
        compressed.refuses(&bytes, DecodeError::NotOnCurve, "odd");
    }
}

fn check_off_curve<G: Points>(x: Base<G>, y: Base<G>) {
    assert!(!textbook::is_on_curve::<G::Curve>(&x, &y));
    assert_eq!(G::from_xy(x, y), Err(DecodeError::NotOnCurve));
    assert!(!G::is_on_curve(&G::from_xy_unchecked(x, y)));
    let mut bytes = vec![0; 2 * Base::<G>::BYTES];
    let (x_bytes, y_bytes) = bytes.split_at_mut(Base::<G>::BYTES);
    x.write_le_bytes(x_bytes).expect("the right length");
    y.write_le_bytes(y_bytes).expect("the right length");
    let [_, affine] = forms::<G>();
    affine.refuses(&bytes, DecodeError::NotOnCurve, "off the curve");
}

fn pairs_off_the_curve_are_refused<G: Points>() {
    let (zero, one) = (Base::<G>::ZERO, Base::<G>::ONE);
    for point in points::<G>() {
        let (x, y) = G::xy(&point).expect("not the identity");
        check_off_curve::<G>(x, y + one);
        check_off_curve::<G>(x + one, y);
        check_off_curve::<G>(x, y.double());
        check_off_curve::<G>(x, zero);
        check_off_curve::<G>(zero, y);
        // Swapped. The opposite of a generator is (-1, -1), where that changes nothing.
        if x != y {
            check_off_curve::<G>(y, x);
        }
    }
    check_off_curve::<G>(zero, one);
    check_off_curve::<G>(one, zero);
    // As coordinates, two zeros are no point; as bytes they are the identity.
    assert_eq!(G::from_xy(zero, zero), Err(DecodeError::NotOnCurve));
}

/// y = 0 would need a cube root of -b, which a curve of odd order does not have.
fn points_of_order_two_do_not_exist<G: Points>() {
    let degree = Base::<G>::BYTES / prime_bytes::<G>();
    let group_order = prime::<G>().pow(degree as u32) - 1u8;
    assert_eq!(&group_order % 3u8, BigUint::ZERO);
    let minus_b = -<G::Curve as CurveParams>::B;
    let character = minus_b.pow_vartime((group_order / 3u8).to_u64_digits());
    assert_ne!(character, Base::<G>::ONE);
    let mut rng = rng(3);
    for _ in 0..20 {
        check_off_curve::<G>(Base::<G>::random(&mut rng), Base::<G>::ZERO);
    }
}

fn accepted_random_bytes_are_the_encoding_of_their_value<G: Points>() {
    let mut rng = rng(4);
    let [compressed, _] = forms::<G>();
    let tries = 400;
    let mut accepted = 0;
    for _ in 0..tries {
        let mut bytes = vec![0; compressed.length];
        rng.fill_bytes(&mut bytes);
        for range in compressed.coefficients() {
            let last = range.end - 1;
            bytes[last] &= if compressed.is_sign_byte(last) { 0xbf } else { 0x3f };
        }
        accepted += u32::from(compressed.is_refused_or_canonical(&bytes));
    }
    // About a sixth at least: half of the abscissas have points, more than half are below p.
    assert!(accepted > tries / 10, "{accepted} of {tries}");
}

fn altered_encodings_are_refused_or_stand_for_another_point<G: Points>() {
    for form in forms::<G>() {
        for point in points::<G>().into_iter().take(3) {
            let valid = (form.encode)(&point);
            for i in 0..8 * form.length {
                let mut bytes = valid.clone();
                bytes[i / 8] ^= 1 << (i % 8);
                form.is_refused_or_canonical(&bytes);
                assert_ne!((form.decode_unchecked)(&bytes), Ok(point), "{}: bit {i}", form.name);
            }
        }
    }
}

fn random_bytes_of_any_length_do_not_panic<G: Points>() {
    let mut rng = rng(5);
    for length in 0..=200 {
        for fill in 0..4 {
            let mut bytes = vec![0; length];
            match fill {
                0 => rng.fill_bytes(&mut bytes),
                1 => bytes.fill(0xff),
                2 => bytes.fill(0x80),
                _ => {
                    rng.fill_bytes(&mut bytes);
                    bytes.iter_mut().skip(31).step_by(32).for_each(|byte| *byte &= 0x1f);
                }
            }
            for form in forms::<G>() {
                let accepted = form.is_refused_or_canonical(&bytes);
                assert!(!accepted || length == form.length);
            }
            let element = Base::<G>::from_le_bytes(&bytes);
            assert!(element.is_err() || length == Base::<G>::BYTES);
            if let Ok(element) = element {
                let mut written = vec![0; length];
                element.write_le_bytes(&mut written).expect("the right length");
                assert_eq!(written, bytes);
            }
        }
    }
}

fn trait_methods_agree_with_the_inherent_ones<G: Points>() {
    let mut compressed: Vec<G::Compressed> = points::<G>().iter().map(G::to_compressed).collect();
    compressed.push(G::Compressed::default());
    let mut altered = compressed[0];
    altered.as_mut()[0] ^= 1;
    compressed.push(altered);
    altered.as_mut().fill(0xff);
    compressed.push(altered);
    for bytes in compressed {
        let point = G::from_compressed(bytes.as_ref()).ok();
        assert_eq!(Option::from(G::Affine::from_bytes(&bytes)), point);
        assert_eq!(Option::from(G::Projective::from_bytes(&bytes)), point.map(G::Projective::from));
        let point = G::from_compressed_unchecked(bytes.as_ref()).ok();
        assert_eq!(Option::from(G::Affine::from_bytes_unchecked(&bytes)), point);
        let projective = Option::from(G::Projective::from_bytes_unchecked(&bytes));
        assert_eq!(projective, point.map(G::Projective::from));
    }

    let mut affine: Vec<G::Uncompressed> = points::<G>().iter().map(G::to_affine_bytes).collect();
    affine.push(G::Uncompressed::default());
    let mut altered = affine[0];
    altered.as_mut()[0] ^= 1;
    affine.push(altered);
    for bytes in affine {
        let point = G::from_affine_bytes(bytes.as_ref()).ok();
        assert_eq!(Option::from(G::Affine::from_uncompressed(&bytes)), point);
        let point = G::from_affine_bytes_unchecked(bytes.as_ref()).ok();
        assert_eq!(Option::from(G::Affine::from_uncompressed_unchecked(&bytes)), point);
    }
}
