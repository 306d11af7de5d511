//! Elements of Gt in mcl's form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::{BnParams, G1Affine, G2Affine, Gt, ModR, pairing};
use mcl_fp::Fp;
use mcl_fuzz::mcl::{disturb, take_u64};
use mcl_fuzz::on_a_curve;

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

fn check<C: BnParams<N>, const N: usize>(data: &[u8]) {
    decode::<C, N>(data);
    let (k, edits) = take_u64(data);
    let element = pairing(&G1Affine::<C, N>::generator(), &G2Affine::generator());
    let mut bytes = element.pow_vartime(&Fp::<ModR<C, N>, N>::from_u64(k)).to_bytes();
    disturb(bytes.as_mut(), edits);
    decode::<C, N>(bytes.as_ref());
}

fn decode<C: BnParams<N>, const N: usize>(data: &[u8]) {
    let unchecked = Gt::<C, N>::from_bytes_unchecked(data);
    if let Ok(element) = unchecked {
        assert_eq!(element.to_bytes().as_ref(), data);
    }
    if let Ok(element) = Gt::<C, N>::from_bytes(data) {
        assert_eq!(unchecked, Ok(element));
        assert_eq!(Gt::from_fp12(element.as_fp12()), Ok(element));
        assert_eq!(element - element, Gt::identity());
    }
}
