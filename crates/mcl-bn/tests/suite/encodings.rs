//! The formats of other libraries, one test for each rule. `tests/vectors/encodings/README.md` says where
//! the vectors come from.

use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ff::Field;
use group::{CurveAffine, Group};
use mcl_bn::encodings::{
    BatchError, Decoding, Encoding, Point, arkworks, decode_batch, decode_batch_in, eip197, gnark,
    halo2curves, snarkjs, solana, substrate_bn,
};
use mcl_bn::snark1::{Fp, Fr, G1Affine, G2Affine, Gt, Params};
use mcl_bn::{DecodeError, G2, pairing};
use mcl_ec::CurveParams;
use mcl_fp::FieldBytes;
use num_bigint::BigUint;
use rand::{Rng, RngExt};
use serde_json::Value;

use crate::batch_points::on_every_backend;
use crate::common::points::{Base, InG1, InG2, Points};
use crate::common::rng;

type G1 = InG1<Params, { mcl_fp::nlimbs(254) }>;
type G2s = InG2<Params, { mcl_fp::nlimbs(254) }>;

/// Instantiates tests for both groups.
macro_rules! for_both_groups {
    ($($test:ident),+ $(,)?) => {
        for_both_groups!(@ g1, G1, [$($test),+]);
        for_both_groups!(@ g2, G2s, [$($test),+]);
    };
    (@ $module:ident, $group:ident, [$($test:ident),+]) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    super::$test::<super::$group>();
                }
            )+
        }
    };
}

for_both_groups!(
    vectors,
    decoding_inverts_encoding,
    lengths_must_be_exact,
    coefficients_must_be_below_p,
    flags_must_be_those_of_the_encoder,
    the_identity_has_one_encoding,
    abscissas_without_a_point_are_refused,
    ordinates_off_the_curve_are_refused,
    points_outside_the_subgroup_are_refused,
    accepted_bytes_are_the_encoding_of_their_value,
    batches,
);

/// One format of the points of a group.
struct Form<G: Foreign> {
    /// The member of the vectors.
    name: &'static str,
    length: usize,
    encode: fn(&G::Affine) -> Option<Vec<u8>>,
    decode: Decoder<G>,
    decode_unchecked: Decoder<G>,
    decode_batch: BatchDecoder<G>,
    order: Order,
    /// What the two free bits of the first (big endian) or last byte are for finite points and for the
    /// identity.
    flags: (&'static [u8], &'static [u8]),
}

type BatchDecoder<G> = fn(&[u8]) -> Result<Vec<<G as Points>::Affine>, BatchError>;
type Decoder<G> = fn(&[u8]) -> Result<<G as Points>::Affine, DecodeError>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Big,
    Little,
    /// Big endian after a prefix.
    Prefixed,
}

/// A group of alt_bn128.
trait Foreign: Points<Affine: Point, Scalar = Fr> {
    const NAME: &'static str;

    fn substrate() -> Form<Self>
    where
        Self: Sized;

    /// The bytes that arkworks writes, compressed and not.
    fn ark(k: u64) -> [Vec<u8>; 2];
}

/// Both decoders of batches, which agree where not both a point is outside the subgroup and another
/// encoding is wrong.
fn decode_batch_both<E: Decoding<P>, P: Point + PartialEq + core::fmt::Debug + Default>(
    bytes: &[u8],
) -> Result<Vec<P>, BatchError> {
    let points = decode_batch::<E, P>(bytes, &mut rng(9));
    let mut out = vec![P::default(); bytes.len().div_ceil(E::LENGTH)];
    let result = decode_batch_in::<E, P>(bytes, &mut out);
    assert_eq!(result.map(|()| out), points);
    points
}

fn form<G: Foreign, E: Encoding<G::Affine>>(
    name: &'static str,
    order: Order,
    finite: &'static [u8],
    identity: &'static [u8],
) -> Form<G> {
    Form {
        name,
        length: E::LENGTH,
        encode: |point| Some(E::encode(point).as_ref().to_vec()),
        decode: E::decode,
        decode_unchecked: E::decode_unchecked,
        decode_batch: decode_batch_both::<E, _>,
        order,
        flags: (finite, identity),
    }
}

impl Foreign for G1 {
    const NAME: &'static str = "G1";

    fn substrate() -> Form<Self> {
        Form {
            name: "substrate_bn_compressed",
            length: 33,
            encode: |point| Some(substrate_bn::Compressed::encode_g1(point)?.to_vec()),
            decode: substrate_bn::Compressed::decode,
            decode_unchecked: substrate_bn::Compressed::decode_unchecked,
            decode_batch: decode_batch_both::<substrate_bn::Compressed, G1Affine>,
            order: Order::Prefixed,
            flags: (&[2, 3], &[]),
        }
    }

    fn ark(k: u64) -> [Vec<u8>; 2] {
        use ark_ec::{CurveGroup, PrimeGroup};
        let point = ark_bn254::G1Projective::generator() * ark_bn254::Fr::from(k);
        both_arkworks_forms(&point.into_affine())
    }
}

impl Foreign for G2s {
    const NAME: &'static str = "G2";

    fn substrate() -> Form<Self> {
        Form {
            name: "substrate_bn_compressed",
            length: 65,
            encode: |point| Some(substrate_bn::Compressed::encode_g2(point)?.to_vec()),
            decode: substrate_bn::Compressed::decode,
            decode_unchecked: substrate_bn::Compressed::decode_unchecked,
            decode_batch: decode_batch_both::<substrate_bn::Compressed, G2Affine>,
            order: Order::Prefixed,
            flags: (&[10, 11], &[]),
        }
    }

    fn ark(k: u64) -> [Vec<u8>; 2] {
        use ark_ec::{CurveGroup, PrimeGroup};
        let point = ark_bn254::G2Projective::generator() * ark_bn254::Fr::from(k);
        both_arkworks_forms(&point.into_affine())
    }
}

fn both_arkworks_forms<T: CanonicalSerialize + CanonicalDeserialize>(value: &T) -> [Vec<u8>; 2] {
    let (mut compressed, mut uncompressed) = (Vec::new(), Vec::new());
    value.serialize_compressed(&mut compressed).expect("a vector takes all bytes");
    value.serialize_uncompressed(&mut uncompressed).expect("a vector takes all bytes");
    [compressed, uncompressed]
}

fn forms<G: Foreign>() -> Vec<Form<G>> {
    use Order::{Big, Little};
    vec![
        form::<G, eip197::Words>("eip197_and_gnark_uncompressed", Big, &[0], &[0]),
        form::<G, gnark::Uncompressed>("eip197_and_gnark_uncompressed", Big, &[0], &[0]),
        form::<G, gnark::Compressed>("gnark_compressed", Big, &[0x80, 0xc0], &[0x40]),
        form::<G, arkworks::Compressed>("arkworks_compressed", Little, &[0, 0x80], &[0x40]),
        form::<G, arkworks::Uncompressed>("arkworks_uncompressed", Little, &[0, 0x80], &[0x40]),
        form::<G, halo2curves::Compressed>("halo2curves_compressed", Little, &[0, 0x80], &[0x40]),
        form::<G, halo2curves::Uncompressed>("halo2curves_uncompressed", Little, &[0], &[0]),
        form::<G, snarkjs::Binary>("halo2curves_raw_montgomery", Little, &[0], &[0]),
        form::<G, solana::Compressed>("solana_compressed", Big, &[0, 0x80], &[0]),
        G::substrate(),
    ]
}

impl<G: Foreign> Form<G> {
    fn encoded(&self, point: &G::Affine) -> Vec<u8> {
        (self.encode)(point).expect("not the identity")
    }

    /// Whether y is left out.
    fn is_compressed(&self) -> bool {
        self.length < 2 * Base::<G>::BYTES
    }

    /// Asserts that all three decoders refuse.
    fn refuses(&self, bytes: &[u8], error: DecodeError, context: &str) {
        let shown = hex::encode(bytes);
        assert_eq!((self.decode)(bytes), Err(error), "{} {context} {shown}", self.name);
        assert_eq!((self.decode_unchecked)(bytes), Err(error), "{} {context} {shown}", self.name);
        if bytes.len() == self.length {
            let batch = (self.decode_batch)(bytes);
            assert_eq!(batch, Err(BatchError { index: 0, error }), "{} {context}", self.name);
        }
    }

    /// What is true of every byte string: it is refused, or it is the encoding of its value.
    fn is_refused_or_canonical(&self, bytes: &[u8]) -> bool {
        let checked = (self.decode)(bytes);
        match (self.decode_unchecked)(bytes) {
            Err(error) => {
                assert_eq!(checked, Err(error), "{} {}", self.name, hex::encode(bytes));
                false
            }
            Ok(point) => {
                assert_eq!((self.encode)(&point).as_deref(), Some(bytes), "{}", self.name);
                assert!(G::is_on_curve(&point));
                assert!(checked == Ok(point) || !G::is_torsion_free(&point));
                true
            }
        }
    }

    /// Where the coefficients begin.
    fn coefficients(&self) -> impl Iterator<Item = usize> + use<G> {
        let start = if self.order == Order::Prefixed { 1 } else { 0 };
        (start..self.length).step_by(32)
    }

    /// The bytes with one coefficient replaced, of which the flags are kept.
    fn with_coefficient(&self, bytes: &[u8], start: usize, value: &BigUint) -> Vec<u8> {
        let mut value = value.to_bytes_le();
        value.resize(32, 0);
        if self.order != Order::Little {
            value.reverse();
        }
        let mut bytes = bytes.to_vec();
        let flags = if self.order == Order::Prefixed { 0 } else { bytes[self.flag_byte()] & 0xc0 };
        bytes[start..start + 32].copy_from_slice(&value);
        bytes[self.flag_byte()] |= flags;
        bytes
    }

    fn flag_byte(&self) -> usize {
        if self.order == Order::Little { self.length - 1 } else { 0 }
    }
}

/// Points other than the identity.
fn points<G: Foreign>() -> Vec<G::Affine> {
    let mut rng = rng(1);
    let g = G::Affine::generator();
    let mut all = vec![g, -g];
    all.extend((0..6).map(|_| G::Affine::from(G::Projective::random(&mut rng))));
    all
}

/// Points of the curve that are not in the group, if there are any.
fn outside<G: Foreign>() -> Vec<G::Affine> {
    let mut rng = rng(2);
    let mut all = Vec::new();
    while G::HAS_COFACTOR && all.len() < 4 {
        let x = Base::<G>::random(&mut rng);
        let y: Option<_> = (x.square() * x + <G::Curve as CurveParams>::B).sqrt().into();
        all.extend(y.map(|y| G::from_xy_unchecked(x, if all.len() % 2 == 0 { y } else { -y })));
    }
    all
}

fn modulus() -> BigUint {
    BigUint::from_bytes_le(Fp::modulus().to_le_bytes().as_ref())
}

fn vectors<G: Foreign>() {
    let file: Value =
        serde_json::from_str(include_str!("../vectors/encodings/points.json")).expect("JSON");
    let entries = file.as_array().expect("an array");
    assert_eq!(entries.len(), 8);
    for entry in entries {
        let k = entry["k"].as_str().expect("a number").parse::<Fr>().expect("decimal digits");
        let point = G::to_affine_vartime(&G::mul_affine_vartime(&G::Affine::generator(), &k));
        let members = entry[G::NAME].as_object().expect("an object");
        let known: Vec<_> = forms::<G>().iter().map(|form| form.name).chain(["mcl"]).collect();
        assert!(members.keys().all(|name| known.contains(&name.as_str())));
        for form in forms::<G>() {
            let bytes = hex::decode(members[form.name].as_str().expect("hex")).expect("hex digits");
            assert_eq!(hex::encode(form.encoded(&point)), hex::encode(&bytes), "{}", form.name);
            assert_eq!((form.decode)(&bytes), Ok(point), "{}", form.name);
            assert_eq!((form.decode_unchecked)(&bytes), Ok(point));
        }
    }
}

fn decoding_inverts_encoding<G: Foreign>() {
    for form in forms::<G>() {
        let mut flags = Vec::new();
        for point in points::<G>() {
            let bytes = form.encoded(&point);
            assert_eq!(bytes.len(), form.length);
            assert_eq!((form.decode)(&bytes), Ok(point));
            assert_eq!((form.decode_unchecked)(&bytes), Ok(point));
            assert_ne!(form.encoded(&-point), bytes);
            let flag = bytes[form.flag_byte()];
            flags.push(if form.order == Order::Prefixed { flag } else { flag & 0xc0 });
        }
        flags.sort_unstable();
        flags.dedup();
        assert_eq!(flags, form.flags.0, "all signs occur: {}", form.name);
    }
}

fn lengths_must_be_exact<G: Foreign>() {
    for form in forms::<G>() {
        let bytes: Vec<u8> = form.encoded(&points::<G>()[3]).repeat(7);
        for found in (0..200).filter(|&found| found != form.length) {
            for bytes in [&bytes[..found], &[0; 200][..found], &[0xff; 200][..found]] {
                let error = DecodeError::Length { expected: form.length, found };
                form.refuses(bytes, error, "length");
            }
        }
    }
}

fn coefficients_must_be_below_p<G: Foreign>() {
    let p = modulus();
    for form in forms::<G>() {
        let valid = form.encoded(&points::<G>()[2]);
        if form.order == Order::Prefixed && G::HAS_COFACTOR {
            // One number c1 p + c0: p^2 and all that is larger.
            for number in [p.pow(2), p.pow(2) + 1u8, &p << 256, (BigUint::from(1u8) << 512) - 1u8] {
                let mut bytes = number.to_bytes_be();
                while bytes.len() < 64 {
                    bytes.insert(0, 0);
                }
                bytes.insert(0, valid[0]);
                form.refuses(&bytes, DecodeError::NotCanonical, "p^2 or more");
            }
            continue;
        }
        for start in form.coefficients() {
            let largest = (BigUint::from(1u8) << 254) - 1u8;
            for value in [p.clone(), &p + 1u8, largest] {
                let bytes = form.with_coefficient(&valid, start, &value);
                form.refuses(&bytes, DecodeError::NotCanonical, "p or more");
            }
        }
        // Coefficients without flags must leave their two bits free.
        let top = if form.order == Order::Little { 31 } else { 0 };
        for start in form.coefficients() {
            if start + top == form.flag_byte() {
                continue;
            }
            for bit in [0x40, 0x80] {
                let mut bytes = valid.clone();
                bytes[start + top] |= bit;
                form.refuses(&bytes, DecodeError::NotCanonical, "free bits");
            }
        }
    }
}

fn flags_must_be_those_of_the_encoder<G: Foreign>() {
    for form in forms::<G>() {
        let at = form.flag_byte();
        for point in points::<G>() {
            let valid = form.encoded(&point);
            let all: Vec<u8> = match form.order {
                Order::Prefixed => (0..=255).collect(),
                _ => [0, 0x40, 0x80, 0xc0].map(|flags| valid[at] & 0x3f | flags).into(),
            };
            for byte in all {
                let mut bytes = valid.clone();
                bytes[at] = byte;
                let flags = if form.order == Order::Prefixed { byte } else { byte & 0xc0 };
                if bytes == valid {
                    continue;
                }
                if form.is_compressed() && form.flags.0.contains(&flags) {
                    assert_eq!((form.decode)(&bytes), Ok(-point), "{}", form.name);
                } else if form.flags.0 == [0] && form.name != "eip197_and_gnark_uncompressed" {
                    form.refuses(&bytes, DecodeError::NotCanonical, "no flags");
                } else {
                    let error = (form.decode)(&bytes).expect_err("other flags");
                    // The words of the EVM have no flags, those of gnark have.
                    assert!([DecodeError::Flags, DecodeError::NotCanonical].contains(&error));
                    form.refuses(&bytes, error, "flags");
                }
            }
        }
    }
    let mut bytes = vec![0; 2 * Base::<G>::BYTES];
    for flags in [0x40, 0x80, 0xc0] {
        bytes[0] = flags;
        let refused: Result<G::Affine, _> = gnark::Uncompressed::decode(&bytes);
        assert_eq!(refused, Err(DecodeError::Flags));
        let refused: Result<G::Affine, _> = eip197::Words::decode(&bytes);
        assert_eq!(refused, Err(DecodeError::NotCanonical));
    }
}

fn the_identity_has_one_encoding<G: Foreign>() {
    for form in forms::<G>() {
        let Some(identity) = (form.encode)(&G::Affine::identity()) else {
            assert_eq!(form.order, Order::Prefixed);
            // No prefix and no number stand for it.
            for prefix in 0..=255 {
                let mut bytes = vec![0; form.length];
                bytes[0] = prefix;
                assert!((form.decode_unchecked)(&bytes).is_err());
            }
            continue;
        };
        let mut expected = vec![0; form.length];
        expected[form.flag_byte()] = form.flags.1[0];
        assert_eq!(identity, expected, "{}", form.name);
        assert_eq!((form.decode)(&identity), Ok(G::Affine::identity()));
        assert_eq!((form.decode_unchecked)(&identity), Ok(G::Affine::identity()));
        for i in 0..8 * form.length {
            let mut bytes = identity.clone();
            bytes[i / 8] ^= 1 << (i % 8);
            let decoded = (form.decode_unchecked)(&bytes);
            assert_ne!(decoded, Ok(G::Affine::identity()), "{}: bit {i}", form.name);
            form.is_refused_or_canonical(&bytes);
        }
    }
}

fn abscissas_without_a_point_are_refused<G: Foreign>() {
    let mut rng = rng(3);
    let mut refused = 0;
    while refused < 10 {
        let x = Base::<G>::random(&mut rng);
        if bool::from((x.square() * x + <G::Curve as CurveParams>::B).sqrt().is_some()) {
            continue;
        }
        refused += 1;
        // The encoder does not ask whether the point exists.
        for y in [x, -x] {
            let no_point = G::from_xy_unchecked(x, y);
            for form in forms::<G>() {
                form.refuses(&form.encoded(&no_point), DecodeError::NotOnCurve, "no point");
            }
        }
    }
}

fn ordinates_off_the_curve_are_refused<G: Foreign>() {
    for point in points::<G>() {
        let (x, y) = G::xy(&point).expect("not the identity");
        let one = Base::<G>::ONE;
        let zero = Base::<G>::ZERO;
        for (x, y) in [(x, y + one), (x, y.double()), (x + one, y), (x, zero), (zero, y)] {
            let off = G::from_xy_unchecked(x, y);
            for form in forms::<G>().into_iter().filter(|form| !form.is_compressed()) {
                form.refuses(&form.encoded(&off), DecodeError::NotOnCurve, "off the curve");
            }
        }
    }
}

fn points_outside_the_subgroup_are_refused<G: Foreign>() {
    for point in outside::<G>() {
        for form in forms::<G>() {
            let bytes = form.encoded(&point);
            assert_eq!((form.decode_unchecked)(&bytes), Ok(point));
            assert_eq!((form.decode)(&bytes), Err(DecodeError::NotInSubgroup), "{}", form.name);
        }
    }
}

fn accepted_bytes_are_the_encoding_of_their_value<G: Foreign>() {
    let mut rng = rng(4);
    for form in forms::<G>() {
        // Every altered bit of a valid string.
        let point = points::<G>()[4];
        let valid = form.encoded(&point);
        for i in 0..8 * form.length {
            let mut bytes = valid.clone();
            bytes[i / 8] ^= 1 << (i % 8);
            form.is_refused_or_canonical(&bytes);
            assert_ne!((form.decode_unchecked)(&bytes), Ok(point), "{}: bit {i}", form.name);
        }
        let tries = 200;
        let mut accepted = 0;
        for _ in 0..tries {
            let mut bytes = vec![0; form.length];
            rng.fill_bytes(&mut bytes);
            for start in form.coefficients() {
                // Below p mostly, and below p^2 where there is one number for both coefficients.
                bytes[start + if form.order == Order::Little { 31 } else { 0 }] &= 0x03;
            }
            let flags = form.flags.0[rng.random_range(0..form.flags.0.len())];
            let at = form.flag_byte();
            bytes[at] = if form.order == Order::Prefixed { flags } else { bytes[at] | flags };
            accepted += u32::from(form.is_refused_or_canonical(&bytes));
        }
        // Half of all abscissas have points.
        assert_eq!(accepted > tries / 4, form.is_compressed(), "{}: {accepted}", form.name);
        for length in 0..140 {
            let mut bytes = vec![0; length];
            rng.fill_bytes(&mut bytes);
            assert!(!form.is_refused_or_canonical(&bytes) || length == form.length);
        }
    }
}

fn batches<G: Foreign>() {
    for form in forms::<G>() {
        // Numbers of points that are tested one by one and together.
        let points: Vec<G::Affine> = points::<G>().into_iter().cycle().take(300).collect();
        let mut bytes: Vec<u8> = points.iter().flat_map(|point| form.encoded(point)).collect();
        for count in [0, 1, 3, 300] {
            let batch = (form.decode_batch)(&bytes[..count * form.length]);
            assert_eq!(batch.as_deref(), Ok(&points[..count]), "{}", form.name);
        }
        // A rest.
        let batch = (form.decode_batch)(&bytes[..4 * form.length - 1]);
        let error = DecodeError::Length { expected: form.length, found: form.length - 1 };
        assert_eq!(batch, Err(BatchError { index: 3, error }));
        // One that is not canonical, and before it one outside the group.
        let at = 290 * form.length;
        bytes[at..at + form.length].fill(0xff);
        let error = (form.decode)(&bytes[at..at + form.length]).expect_err("all ones");
        assert_eq!((form.decode_batch)(&bytes), Err(BatchError { index: 290, error }));
        bytes[at..at + form.length].copy_from_slice(&form.encoded(&points[290]));
        for point in outside::<G>() {
            for index in [0, 2, 299] {
                let mut bytes = bytes.clone();
                let at = index * form.length;
                bytes[at..at + form.length].copy_from_slice(&form.encoded(&point));
                let refusal = BatchError { index, error: DecodeError::NotInSubgroup };
                assert_eq!((form.decode_batch)(&bytes), Err(refusal));
                if index < 3 {
                    let few = &bytes[..3 * form.length];
                    assert_eq!((form.decode_batch)(few), Err(refusal));
                }
            }
        }
    }
}

#[test]
fn places_for_a_batch_are_counted() {
    crate::common::backend::choose();
    let bytes = [gnark::Compressed::encode(&G1Affine::generator()).0; 9];
    for places in [0, 8, 10] {
        let mut out = vec![G1Affine::identity(); places];
        let refusal = decode_batch_in::<gnark::Compressed, _>(bytes.as_flattened(), &mut out);
        let error = DecodeError::Length { expected: 32 * places, found: 32 * 9 };
        assert_eq!(refusal, Err(BatchError { index: places.min(9), error }));
        assert_eq!(out, vec![G1Affine::identity(); places]);
    }
}

/// Two points outside whose parts there cancel do not pass.
#[test]
fn opposite_points_outside_the_subgroup_do_not_cancel() {
    crate::common::backend::choose();
    // With eight tests at a time, sums of points pay from larger numbers on.
    on_every_backend(|| {
        let member = G2Affine::generator();
        for point in outside::<G2s>() {
            for count in [4, 200, 2000] {
                let mut points = vec![member; count];
                assert!(G2Affine::are_torsion_free_vartime(&points, &mut rng(1)));
                (points[1], points[3]) = (point, -point);
                assert!(
                    !G2Affine::are_torsion_free_vartime(&points, &mut rng(1)),
                    "{count} points"
                );
            }
            assert!(!G2Affine::are_torsion_free_vartime(&vec![point; 1000], &mut rng(1)));
        }
        assert!(G2Affine::are_torsion_free_vartime(&vec![G2Affine::identity(); 1000], &mut rng(1)));
    });
}

#[test]
fn arkworks_writes_the_same_bytes() {
    crate::common::backend::choose();
    fn check<G: Foreign>() {
        for k in [0, 1, 2, 3, 1 << 40, u64::MAX] {
            let point =
                G::to_affine_vartime(&G::mul_affine_vartime(&G::Affine::generator(), &k.into()));
            let ours = [
                arkworks::Compressed::encode(&point).as_ref().to_vec(),
                arkworks::Uncompressed::encode(&point).as_ref().to_vec(),
            ];
            assert_eq!(ours, G::ark(k));
        }
    }
    check::<G1>();
    check::<G2s>();
}

fn gt_vectors() -> Value {
    serde_json::from_str(include_str!("../vectors/encodings/gt.json")).expect("JSON")
}

#[test]
fn pairing_values_in_two_orders() {
    crate::common::backend::choose();
    let file = gt_vectors();
    let value = pairing(&G1Affine::generator(), &G2Affine::generator());
    let words: Vec<u8> = file["with_cofactor"]
        .as_array()
        .expect("an array")
        .iter()
        .rev()
        .flat_map(|word| hex::decode(word.as_str().expect("hex")).expect("hex digits"))
        .collect();
    assert_eq!(gnark::Uncompressed::encode(&value).to_vec(), words);
    assert_eq!(gnark::Raw::decode(&words), Ok(value));
    let ark = arkworks::Uncompressed::encode(&value);
    assert_eq!(hex::encode(ark.as_ref()), file["arkworks_and_mcl_bytes"]);
    assert_eq!(arkworks::Uncompressed::decode(&ark[..]), Ok(value));
}

#[test]
fn elements_that_are_no_pairing_values_are_refused() {
    crate::common::backend::choose();
    let one: Gt = gnark::Uncompressed::decode(&gnark::Uncompressed::encode(&Gt::identity())[..])
        .expect("the identity");
    assert_eq!(one, Gt::identity());
    let mut bytes = gnark::Uncompressed::encode(&one).to_vec();
    bytes[383] = 2;
    let two: Result<Gt, _> = gnark::Uncompressed::decode(&bytes);
    assert_eq!(two, Err(DecodeError::NotInSubgroup));
    let two: Result<Gt, _> = gnark::Uncompressed::decode_unchecked(&bytes);
    assert_eq!(two.map(|two| gnark::Uncompressed::encode(&two).to_vec()), Ok(bytes.clone()));
    bytes.reverse();
    let two: Result<Gt, _> = arkworks::Uncompressed::decode(&bytes);
    assert_eq!(two, Err(DecodeError::NotInSubgroup));
    let high: Result<Gt, _> = gnark::Uncompressed::decode(&[0xff; 384]);
    assert_eq!(high, Err(DecodeError::NotCanonical));
    for found in [0, 383, 385] {
        let error = Err(DecodeError::Length { expected: 384, found });
        let short: Result<Gt, _> = gnark::Uncompressed::decode(&vec![0; found]);
        assert_eq!(short, error);
        let short: Result<Gt, _> = arkworks::Uncompressed::decode(&vec![0; found]);
        assert_eq!(short, error);
    }
}

#[test]
fn the_plain_exponent_is_a_power() {
    crate::common::backend::choose();
    let plain: Vec<u8> = gt_vectors()["exact_exponent"]
        .as_array()
        .expect("an array")
        .iter()
        .rev()
        .flat_map(|word| hex::decode(word.as_str().expect("hex")).expect("hex digits"))
        .collect();
    let plain: Gt = gnark::Uncompressed::decode(&plain).expect("a value of order r");
    let ours = pairing(&G1Affine::generator(), &G2Affine::generator());
    assert_ne!(plain, ours);
    assert_eq!(halo2curves::to_plain_exponent(&ours), plain);
    assert_eq!(halo2curves::from_plain_exponent(&plain), ours);
    let q = G2::random(&mut rng(5)).into();
    let f = pairing(&G1Affine::generator(), &q);
    assert_eq!(halo2curves::from_plain_exponent(&halo2curves::to_plain_exponent(&f)), f);
}
