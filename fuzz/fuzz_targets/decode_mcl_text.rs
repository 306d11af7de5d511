//! mcl's text of fields, points and Gt, in every mode.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use mcl_bn::{BnParams, G1, G1Affine, G2Affine, Gt, IoMode, IoValue, ModP, ModR, PointForm};
use mcl_fp::Fp;
use mcl_fuzz::mcl::{disturb, take_u64};
use mcl_fuzz::on_a_curve;
use mcl_tower::{Fp2, Fp12};

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

/// The mode that a byte chooses.
fn mode(choice: u8) -> IoMode {
    let radix = [IoMode::AUTO, IoMode::BINARY, IoMode::DECIMAL, IoMode::HEXADECIMAL];
    let points = [PointForm::Affine, PointForm::Compressed, PointForm::Projective];
    let mode = radix[usize::from(choice % 4)].with_points(points[usize::from(choice / 4 % 3)]);
    match choice / 12 % 3 {
        0 => mode,
        1 => mode.with_prefix(),
        _ => IoMode::SERIALIZED_HEX,
    }
}

fn check<C: BnParams<N>, const N: usize>(data: &[u8]) {
    let Some((&choice, data)) = data.split_first() else { return };
    let mode = mode(choice);
    let (k, edits) = take_u64(data);
    let k = Fp::<ModR<C, N>, N>::from_u64(k);
    let mut texts = vec![data.to_vec()];
    let mut add = |text: String| {
        let mut text = text.into_bytes();
        texts.push(text.clone());
        disturb(&mut text, edits);
        texts.push(text);
    };
    add((-k).to_text(mode).to_string());
    add(G1Affine::<C, N>::generator().mul_vartime(&k).to_text(mode).to_string());
    add(G2Affine::<C, N>::generator().mul_vartime(&k).to_text(mode).to_string());
    for text in texts {
        let Ok(text) = String::from_utf8(text) else { continue };
        read::<Fp<ModP<C, N>, N>>(&text, mode);
        read::<Fp<ModR<C, N>, N>>(&text, mode);
        read::<Fp2<ModP<C, N>, N>>(&text, mode);
        read::<Fp12<Fp2<ModP<C, N>, N>>>(&text, mode);
        read::<G1Affine<C, N>>(&text, mode);
        read::<G1<C, N>>(&text, mode);
        read::<G2Affine<C, N>>(&text, mode);
        read::<Gt<C, N>>(&text, mode);
    }
}

fn read<T: IoValue + PartialEq + Debug>(text: &str, mode: IoMode) {
    let prefix = T::from_text_prefix(text, mode);
    let whole = T::from_text(text, mode);
    match prefix {
        Ok((value, length)) => {
            assert!(length <= text.len());
            assert_eq!(whole.is_ok(), length == text.len());
            let printed = value.to_text(mode).to_string();
            assert_eq!(T::from_text(&printed, mode), Ok(value));
        }
        Err(error) => assert_eq!(whole, Err(error)),
    }
}
