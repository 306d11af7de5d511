//! Many points at once give what single ones give: on the path that this process takes, and in lanes
//! on any processor.

use ff::Field;
use group::{Curve, CurveAffine, Group};
use mcl_bn::{
    BatchError, BnParams, ByteArray, DecodeError, Dst, G1, G1Curve, G2, G2Affine, G2Curve,
    LengthMismatch, g2_tests_in_lanes,
};
use mcl_ec::{
    Affine, CurveParams, Projective, SvdwCurve, encoding_mcl, map_to_curve_svdw,
    map_to_curve_svdw_x8, mul_by_words_vartime,
};
use mcl_fp::{Backend, FieldBytes, force_backend};
use num_bigint::BigUint;
use rand::RngExt;
use sha2::Sha256;
use subtle::{Choice, CtOption};

use crate::common::points::{Base, Points};
use crate::common::{Fp, Fp2, Fr, modulus, rng, scalars};
use crate::faults::subgroups::point_with_imaginary_ordinate;

for_254_bit_curves!(
    membership_of_batches,
    ordinates_without_real_part_in_batches,
    maps_of_batches,
    hashes_of_batches,
);
for_254_bit_groups!(decoding_of_batches, products_of_batches);

/// Runs a test with each backend that this machine has; other tests may run meanwhile, for they get the
/// same values.
pub fn on_every_backend(test: impl Fn()) {
    for backend in Backend::ALL {
        if force_backend(Some(backend)).is_ok() {
            test();
        } else {
            eprintln!("note: no {} backend here, its kernels are not tested", backend.name());
        }
    }
    crate::common::backend::restore();
}

/// Points of the twist of every kind: members, the identity, random points, points of the order of the
/// cofactor and of its smallest prime factor.
fn twist_points<C: BnParams<N>, const N: usize>(count: usize) -> Vec<G2Affine<C, N>> {
    let mut rng = rng(11);
    let r = modulus::<Fr<C, N>>();
    let cofactor = 2u8 * modulus::<Fp<C, N>>() - &r;
    let factor = (3u32..20_000).map(BigUint::from).find(|q| &cofactor % q == BigUint::ZERO);
    let small = factor.map(|q| &r * (&cofactor / q));
    let point = |i: usize| -> Affine<G2Curve<C, N>> {
        let outside = loop {
            let x = Fp2::<C, N>::random(&mut rng);
            if let Some(point) = Affine::from_x(x, Choice::from(i as u8 & 1)) {
                break point.to_projective();
            }
        };
        let times =
            |k: &BigUint| -> Projective<_> { mul_by_words_vartime(&outside, &k.to_u64_digits()) };
        match i % 7 {
            0 | 5 => times(&cofactor).to_affine(),
            1 => outside.to_affine(),
            2 => Affine::identity(),
            3 => times(&r).to_affine(),
            4 => times(small.as_ref().unwrap_or(&r)).to_affine(),
            _ => Affine::generator(),
        }
    };
    let point = (0..count).map(point).collect::<Vec<_>>().into_iter();
    point
        .map(|point| {
            point.xy().map_or(G2Affine::identity(), |(x, y)| G2Affine::from_xy_unchecked(x, y))
        })
        .collect()
}

fn membership_of_batches<C: BnParams<N>, const N: usize>() {
    let points = twist_points::<C, N>(19);
    let expected: Vec<bool> = points.iter().map(|point| point.is_torsion_free().into()).collect();
    assert_eq!(expected[..7], [true, false, true, false, false, true, true]);
    on_every_backend(|| {
        for count in [0, 1, 2, 3, 7, 8, 9, 19] {
            assert_eq!(G2Affine::is_torsion_free_batch(&points[..count]), expected[..count]);
        }
        for (points, expected) in points.chunks(8).zip(expected.chunks(8)) {
            let found = g2_tests_in_lanes(points);
            assert_eq!(found[..points.len()], *expected);
            // Lanes without a point have the identity.
            assert!(found[points.len()..].iter().all(|&verdict| verdict));
        }
        // Each kind in each lane, beside each other kind.
        for shift in 0..8 {
            let found = g2_tests_in_lanes(&points[shift..shift + 8]);
            assert_eq!(found, expected[shift..shift + 8]);
        }
    });
    let mut out = vec![false; 9];
    assert_eq!(G2Affine::is_torsion_free_batch_in(&points[..9], &mut out), Ok(()));
    assert_eq!(out, expected[..9]);
    let mut untouched = vec![true; 8];
    assert_eq!(
        G2Affine::is_torsion_free_batch_in(&points[1..10], &mut untouched),
        Err(LengthMismatch { expected: 9, found: 8 })
    );
    assert_eq!(untouched, vec![true; 8]);
}

/// Encodings of every kind: points of the group with either parity, the identity, points outside, and
/// strings that break one rule each.
fn encodings<G: Points>() -> Vec<Vec<u8>> {
    let mut rng = rng(12);
    let length = G::Compressed::LENGTH;
    let mut all = vec![vec![0; length]];
    let generator = G::Affine::generator();
    for point in [generator, -generator, G::Projective::random(&mut rng).to_affine()] {
        all.push(G::to_compressed(&point).as_ref().to_vec());
    }
    // Abscissas with and without points, in and outside the group.
    for _ in 0..16 {
        let mut bytes = vec![0; length];
        Base::<G>::random(&mut rng).write_le_bytes(&mut bytes).expect("a coordinate");
        bytes[length - 1] |= rng.random::<u8>() & 0x80;
        all.push(bytes);
    }
    // A second form of the identity, abscissas that are not below p, spare bits, x = 0 with a sign.
    for fill in [0xff, 0x7f, 0x80] {
        all.push(vec![fill; length]);
    }
    let mut spare = all[1].clone();
    spare[length - 1] |= 0x40;
    all.push(spare);
    let mut negative_zero = vec![0; length];
    negative_zero[length - 1] = 0x80;
    all.push(negative_zero);
    all
}

/// What single decoders make of a batch.
fn singly<G: Points>(batch: &[Vec<u8>]) -> Result<Vec<G::Affine>, BatchError> {
    let decode = |(index, bytes): (usize, &Vec<u8>)| {
        G::from_compressed(bytes).map_err(|error| BatchError { index, error })
    };
    batch.iter().enumerate().map(decode).collect()
}

fn decoding_of_batches<G: Points>() {
    let all = encodings::<G>();
    let good: Vec<Vec<u8>> =
        all.iter().filter(|bytes| G::from_compressed(bytes).is_ok()).cloned().collect();
    let bad: Vec<Vec<u8>> =
        all.iter().filter(|bytes| G::from_compressed(bytes).is_err()).cloned().collect();
    let errors: Vec<DecodeError> =
        bad.iter().map(|bytes| G::from_compressed(bytes).expect_err("bad")).collect();
    for error in [DecodeError::NotCanonical, DecodeError::NotOnCurve] {
        assert!(errors.contains(&error), "{error}");
    }
    assert_eq!(errors.contains(&DecodeError::NotInSubgroup), G::HAS_COFACTOR);
    // Good ones, with one or two bad ones in every place.
    let mut batches: Vec<Vec<Vec<u8>>> =
        [0, 1, 2, 7, 8, 9, 17].map(|n| good.iter().cloned().cycle().take(n).collect()).into();
    let ten: Vec<Vec<u8>> = good.iter().cloned().cycle().take(10).collect();
    for (i, bytes) in bad.iter().enumerate() {
        for place in 0..10 {
            let mut batch = ten.clone();
            batch[place] = bytes.clone();
            if i % 2 == 1 {
                batch[(place + i) % 10] = bad[(i + place) % bad.len()].clone();
            }
            batches.push(batch);
        }
    }
    batches.push(bad.clone());
    on_every_backend(|| {
        for batch in &batches {
            let expected = singly::<G>(batch);
            let bytes = batch.concat();
            assert_eq!(G::from_compressed_batch(&bytes), expected);
            for decode in [G::from_compressed_batch_in, G::from_compressed_batch_in_lanes] {
                let mut out = vec![G::Affine::generator(); batch.len()];
                assert_eq!(decode(&bytes, &mut out).map(|()| out), expected);
            }
        }
    });
    let bytes = ten.concat();
    let length = G::Compressed::LENGTH;
    // A rest, and too many or too few places.
    let error = DecodeError::Length { expected: length, found: length - 1 };
    let refusal = G::from_compressed_batch(&bytes[..bytes.len() - 1]);
    assert_eq!(refusal, Err(BatchError { index: 9, error }));
    for places in [0, 9, 11] {
        let mut out = vec![G::Affine::generator(); places];
        let error = DecodeError::Length { expected: length * places, found: bytes.len() };
        let refusal = Err(BatchError { index: places.min(10), error });
        assert_eq!(G::from_compressed_batch_in(&bytes, &mut out), refusal);
        assert_eq!(out, vec![G::Affine::generator(); places]);
    }
}

/// Both ordinates have the same parity: lanes choose the one that single decoders choose.
fn ordinates_without_real_part_in_batches<C: BnParams<N>, const N: usize>() {
    let (x, y) = point_with_imaginary_ordinate::<C, N>();
    let bytes = G2Affine::<C, N>::from_xy_unchecked(x, y).to_compressed();
    let mut odd = bytes;
    odd.as_mut()[C::G2Bytes::LENGTH - 1] |= 0x80;
    let generator = G2Affine::<C, N>::generator().to_compressed();
    let batch = [generator.as_ref(), bytes.as_ref(), odd.as_ref()].concat();
    let expected: Vec<_> =
        batch.chunks(C::G2Bytes::LENGTH).map(encoding_mcl::decode::<G2Curve<C, N>>).collect();
    assert!(expected[1].is_ok());
    assert_eq!(expected[2], Err(DecodeError::Flags));
    on_every_backend(|| {
        let mut out = vec![Ok(Affine::identity()); 3];
        encoding_mcl::decode_batch::<G2Curve<C, N>>(&batch, &mut out, |x, y| {
            y.copy_from_slice(&Affine::<G2Curve<C, N>>::ordinates_in_lanes(x)[..y.len()]);
        });
        assert_eq!(out, expected);
    });
}

fn products_of_batches<G: Points>() {
    let mut rng = rng(13);
    let generator = G::Affine::generator();
    // Scalars that provoke faults, and points that are equal, opposite or the identity.
    let mut scalars: Vec<G::Scalar> = scalars::extreme();
    scalars.extend(scalars::patterns::<G::Scalar>().iter().step_by(11));
    scalars.extend(scalars::near_multiples(&G::eigenvalue()).iter().step_by(7));
    scalars.extend((0..16).map(|_| G::Scalar::random(&mut rng)));
    let points: Vec<G::Affine> = (0..scalars.len())
        .map(|i| match i % 5 {
            0 => generator,
            1 => -generator,
            2 if i % 2 == 0 => G::Affine::identity(),
            _ => G::Projective::random(&mut rng).to_affine(),
        })
        .collect();
    let expected: Vec<G::Projective> =
        points.iter().zip(&scalars).map(|(point, k)| *point * k).collect();
    let projective: Vec<G::Projective> = points.iter().map(CurveAffine::to_curve).collect();
    on_every_backend(|| {
        for count in [0, 1, 2, 3, 7, 8, 9, scalars.len()] {
            let (points, scalars) = (&points[..count], &scalars[..count]);
            assert_eq!(G::mul_batch(points, scalars).as_deref(), Ok(&expected[..count]));
            let mut out = vec![G::Projective::generator(); count];
            assert_eq!(G::mul_batch_in(&projective[..count], scalars, &mut out), Ok(()));
            assert_eq!(out, expected[..count]);
        }
        for start in (0..scalars.len()).step_by(5) {
            let end = scalars.len().min(start + 8);
            let found = G::mul_in_lanes(&points[start..end], &scalars[start..end]);
            assert_eq!(found[..end - start], expected[start..end]);
            // Lanes without a point have the identity.
            assert!(found[end - start..].iter().all(|point| point.is_identity().into()));
        }
    });
    let mut untouched = vec![G::Projective::generator(); 3];
    for (points, scalars, found) in [(3, 2, 2), (2, 2, 3), (4, 4, 3), (2, 3, 3)] {
        let result =
            G::mul_batch_in(&projective[..points], &vec![G::Scalar::ONE; scalars], &mut untouched);
        assert_eq!(result, Err(LengthMismatch { expected: points, found }));
        assert_eq!(untouched, vec![G::Projective::generator(); 3]);
    }
    assert!(G::mul_batch(&points[..3], &scalars[..2]).is_err());
}

/// Elements to map: zero, one, what `exceptions` are squares of, random ones.
fn elements_to_map<F: Field>(exceptions: &[F]) -> Vec<F> {
    let mut rng = rng(14);
    let mut all = vec![F::ZERO, F::ONE, -F::ONE];
    for square in exceptions {
        let root: Option<F> = square.sqrt().into();
        all.extend(root.into_iter().flat_map(|root| [root, -root]));
    }
    all.extend((0..29).map(|_| F::random(&mut rng)));
    all
}

/// Vectors of eight in which every element is at every place.
fn in_every_lane<T: Copy>(all: &[T]) -> impl Iterator<Item = [T; 8]> {
    let all = all.to_vec();
    (0..all.len()).map(move |start| core::array::from_fn(|lane| all[(start + lane) % all.len()]))
}

fn maps_of_batches<C: BnParams<N>, const N: usize>() {
    fn svdw<E: SvdwCurve>() {
        let c1 = E::SVDW.c1;
        let inverse: E::Base = c1.invert().expect("not zero");
        let elements = elements_to_map(&[inverse, -inverse]);
        // The map has exceptional cases.
        assert!(
            elements
                .iter()
                .any(|u| u.square() * c1 == E::Base::ONE || u.square() * c1 == -E::Base::ONE)
        );
        for u in in_every_lane(&elements) {
            let expected = u.map(|u| map_to_curve_svdw::<E>(&u));
            let found = map_to_curve_svdw_x8::<E>(&u).to_array();
            assert_eq!(found.map(|point| point.to_affine()), expected);
        }
    }
    on_every_backend(|| {
        svdw::<G1Curve<C, N>>();
        svdw::<G2Curve<C, N>>();
        let b = <G1Curve<C, N> as CurveParams>::B;
        for t in in_every_lane(&elements_to_map(&[-(b + Fp::<C, N>::ONE)])) {
            for (found, t) in G1::<C, N>::map_to_mcl_in_lanes(&t).into_iter().zip(t) {
                assert_eq!(found.into_option(), G1::<C, N>::map_to_mcl(&t).into_option(), "{t}");
            }
        }
        let b = <G2Curve<C, N> as CurveParams>::B;
        let mut elements = elements_to_map(&[-(b + Fp2::<C, N>::ONE)]);
        // Elements of Fp are what hashes give.
        elements.extend(elements_to_map::<Fp<C, N>>(&[]).iter().map(|t| Fp2::new(*t, Fp::ZERO)));
        for t in in_every_lane(&elements) {
            for (found, t) in G2::<C, N>::map_to_mcl_in_lanes(&t).into_iter().zip(t) {
                assert_eq!(found.into_option(), G2::<C, N>::map_to_mcl(&t).into_option(), "{t:?}");
            }
        }
    });
}

fn hashes_of_batches<C: BnParams<N>, const N: usize>() {
    const DST: Dst<'_> = Dst::new(b"batch_points").expect("not empty");
    let messages: Vec<Vec<u8>> = (0..19).map(|i| vec![i as u8; 7 * i]).collect();
    macro_rules! check {
        ($group:ident) => {
            let hashes: Vec<$group<C, N>> = messages
                .iter()
                .map(|message| $group::hash_to_curve::<Sha256>(message, DST))
                .collect();
            let mapped: Vec<$group<C, N>> = messages
                .iter()
                .map(|message| $group::hash_and_map_mcl(message).expect("a point"))
                .collect();
            on_every_backend(|| {
                for count in [0, 1, 2, 3, 8, 9, 19] {
                    let messages = &messages[..count];
                    let found = $group::hash_to_curve_batch::<Sha256>(messages, DST);
                    assert_eq!(found, hashes[..count]);
                    let mut out = vec![$group::identity(); count];
                    let done = $group::hash_to_curve_batch_in::<Sha256>(messages, DST, &mut out);
                    assert_eq!((done, &out[..]), (Ok(()), &hashes[..count]));
                    let found: Vec<$group<C, N>> = $group::hash_and_map_mcl_batch(messages)
                        .into_iter()
                        .map(|point| point.expect("a point"))
                        .collect();
                    assert_eq!(found, mapped[..count]);
                }
                for (i, messages) in messages.chunks(8).enumerate() {
                    let places = 8 * i..8 * i + messages.len();
                    let found = $group::hash_to_curve_in_lanes::<Sha256>(messages, DST);
                    assert_eq!(found[..messages.len()], hashes[places.clone()]);
                    let found = $group::<C, N>::hash_and_map_mcl_in_lanes(messages)
                        .map(|point| point.unwrap_or($group::identity()));
                    assert_eq!(found[..messages.len()], mapped[places]);
                }
            });
            let mismatch = LengthMismatch { expected: 19, found: 18 };
            let mut out = vec![$group::<C, N>::generator(); 18];
            let refusal = $group::hash_to_curve_batch_in::<Sha256>(&messages, DST, &mut out);
            assert_eq!((refusal, out), (Err(mismatch), vec![$group::<C, N>::generator(); 18]));
            let mut out = vec![CtOption::new($group::<C, N>::generator(), Choice::from(1)); 18];
            assert_eq!($group::hash_and_map_mcl_batch_in(&messages, &mut out), Err(mismatch));
            assert!(out.iter().all(|point| point.unwrap() == $group::generator()));
        };
    }
    check!(G1);
    check!(G2);
}
