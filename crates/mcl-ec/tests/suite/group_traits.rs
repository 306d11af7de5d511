//! The test suites of the `group` crate.

use crate::common::curves::{AltBn128, Bn254, Secp192k1, Secp256k1};
use group::{Curve, CurveAffine, Group, GroupEncoding};
use mcl_ec::{Affine, PointBytes, PrimeOrder, Projective, encoding_mcl};
use rand::SeedableRng;
use rand::rngs::StdRng;

impl PrimeOrder for Bn254 {}
impl PrimeOrder for AltBn128 {}
impl PrimeOrder for Secp256k1 {}
impl PrimeOrder for Secp192k1 {}

#[test]
fn curve_tests() {
    group::tests::curve_tests::<Projective<Bn254>>();
    group::tests::curve_tests::<Projective<AltBn128>>();
    group::tests::curve_tests::<Projective<Secp256k1>>();
    group::tests::curve_tests::<Projective<Secp192k1>>();
}

#[cfg(feature = "alloc")]
#[test]
fn wnaf_tests() {
    group::tests::random_wnaf_tests::<Projective<Bn254>>();
    group::tests::random_wnaf_tests::<Projective<AltBn128>>();
}

fn traits_agree_with_methods<C: PrimeOrder>() {
    type P<C> = Projective<C>;
    assert_eq!(<P<C> as Group>::generator(), P::<C>::generator());
    assert_eq!(<P<C> as Group>::identity(), P::<C>::identity());
    assert_eq!(<Affine<C> as CurveAffine>::generator(), Affine::<C>::generator());
    assert_eq!(<Affine<C> as CurveAffine>::identity(), Affine::<C>::identity());
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..50 {
        let point = P::<C>::random(&mut rng);
        assert!(bool::from(point.is_on_curve() & !Group::is_identity(&point)));
        let bytes = point.to_bytes();
        assert_eq!(bytes, point.to_affine().to_bytes());
        assert_eq!(bytes.as_ref().len(), encoding_mcl::encoded_len::<C>());
        assert_eq!(P::<C>::from_bytes(&bytes).expect("a valid encoding"), point);
        assert_eq!(
            Affine::<C>::from_bytes_unchecked(&bytes).expect("a valid encoding"),
            point.to_affine()
        );
    }
    let mut bad = PointBytes::<C>::default();
    bad.as_mut().fill(0xff);
    assert!(bool::from(P::<C>::from_bytes(&bad).is_none()));
    assert!(encoding_mcl::decode::<C>(bad.as_ref()).is_err());
}

#[test]
fn traits_agree_with_methods_on_all_curves() {
    traits_agree_with_methods::<Bn254>();
    traits_agree_with_methods::<AltBn128>();
    traits_agree_with_methods::<Secp256k1>();
    traits_agree_with_methods::<Secp192k1>();
}

#[test]
#[should_panic(expected = "equal length")]
fn batch_normalize_panics_as_the_trait_demands() {
    let mut out = [Affine::<Bn254>::identity(); 1];
    <Projective<Bn254> as Curve>::batch_normalize(&[], &mut out);
}
