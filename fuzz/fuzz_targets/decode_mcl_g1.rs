//! Points of G1 in mcl's compressed and affine forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::{BnParams, G1Affine, ModR};
use mcl_fp::Fp;
use mcl_fuzz::mcl::{disturb, take_u64};
use mcl_fuzz::on_a_curve;

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

fn check<C: BnParams<N>, const N: usize>(data: &[u8]) {
    decode::<C, N>(data);
    // Encodings with a few wrong bits.
    let (k, edits) = take_u64(data);
    let k = Fp::<ModR<C, N>, N>::from_u64(k);
    let point = G1Affine::from(G1Affine::<C, N>::generator().mul_vartime(&k));
    let mut compressed = point.to_compressed();
    disturb(compressed.as_mut(), edits);
    decode::<C, N>(compressed.as_ref());
    let mut affine = point.to_affine_bytes();
    disturb(affine.as_mut(), edits);
    decode::<C, N>(affine.as_ref());
}

fn decode<C: BnParams<N>, const N: usize>(data: &[u8]) {
    let unchecked = G1Affine::<C, N>::from_compressed_unchecked(data);
    if let Ok(point) = unchecked {
        assert_eq!(point.to_compressed().as_ref(), data);
        assert!(bool::from(point.is_on_curve()));
    }
    if let Ok(point) = G1Affine::<C, N>::from_compressed(data) {
        assert_eq!(unchecked, Ok(point));
        assert!(bool::from(point.is_torsion_free()));
    }
    let unchecked = G1Affine::<C, N>::from_affine_bytes_unchecked(data);
    if let Ok(point) = unchecked {
        assert_eq!(point.to_affine_bytes().as_ref(), data);
        assert!(bool::from(point.is_on_curve()));
    }
    if let Ok(point) = G1Affine::<C, N>::from_affine_bytes(data) {
        assert_eq!(unchecked, Ok(point));
        assert!(bool::from(point.is_torsion_free()));
    }
}
