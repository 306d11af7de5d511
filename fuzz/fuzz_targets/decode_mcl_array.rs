//! mcl's array forms of fields, points and Gt, canonical and raw.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use mcl_bn::{ArrayMode, BnParams, G1Affine, G2Affine, Gt, IoValue, ModP, ModR, PointForm};
use mcl_fp::Fp;
use mcl_fuzz::mcl::{disturb, take_u64};
use mcl_fuzz::on_a_curve;
use mcl_tower::Fp2;

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

const POINTS: [PointForm; 3] = [PointForm::Affine, PointForm::Compressed, PointForm::Projective];

fn check<C: BnParams<N>, const N: usize>(data: &[u8]) {
    let Some((&choice, data)) = data.split_first() else { return };
    let mode = if choice % 2 == 0 { ArrayMode::Canonical } else { ArrayMode::Raw };
    let points = POINTS[usize::from(choice / 2 % 3)];
    read::<Fp<ModP<C, N>, N>>(data, mode);
    read::<Fp<ModR<C, N>, N>>(data, mode);
    read::<Fp2<ModP<C, N>, N>>(data, mode);
    read::<Gt<C, N>>(data, mode);
    read::<G1Affine<C, N>>(data, mode);
    read::<G2Affine<C, N>>(data, mode);

    let (k, edits) = take_u64(data);
    let k = Fp::<ModR<C, N>, N>::from_u64(k);
    disturbed(&G1Affine::from(G1Affine::<C, N>::generator().mul_vartime(&k)), mode, points, edits);
    disturbed(&G2Affine::from(G2Affine::<C, N>::generator().mul_vartime(&k)), mode, points, edits);
}

fn disturbed<T: IoValue + PartialEq + Debug>(
    value: &T,
    mode: ArrayMode,
    points: PointForm,
    edits: &[u8],
) {
    let mut buffer = [0; 2000];
    let mut bytes = value.write_array(mode, points, &mut buffer).expect("room").to_vec();
    assert_eq!(T::from_array(&bytes, mode).as_ref(), Ok(value));
    disturb(&mut bytes, edits);
    read::<T>(&bytes, mode);
}

fn read<T: IoValue + PartialEq + Debug>(data: &[u8], mode: ArrayMode) {
    let Ok(value) = T::from_array(data, mode) else { return };
    let mut buffer = [0; 2000];
    let mut forms = POINTS.map(|points| {
        value.write_array(mode, points, &mut buffer).expect("room").to_vec()
    });
    // Jacobian coordinates are not unique: written again, they have Z = 1.
    let is_projective = forms[2].first() == Some(&b'4') && data.first() == Some(&b'4');
    assert!(is_projective || forms.iter_mut().any(|form| form == data));
}
