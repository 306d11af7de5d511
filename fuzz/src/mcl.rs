//! For the targets of mcl's forms: the choice of a curve, and bytes that are nearly right.

/// Runs a function that is generic over a curve, on the curve that the first byte chooses, with the
/// other bytes.
#[macro_export]
macro_rules! on_a_curve {
    ($data:ident, $function:ident) => {
        if let Some((choice, data)) = $data.split_first() {
            match choice % 4 {
                0 => $function::<mcl_bn::snark1::Params, { mcl_fp::nlimbs(254) }>(data),
                1 => $function::<mcl_bn::fp254bnb::Params, { mcl_fp::nlimbs(254) }>(data),
                // No bit of the prime is free.
                2 => $function::<mcl_bn::bn_p256::Params, { mcl_fp::nlimbs(256) }>(data),
                _ => $function::<mcl_bn::bn462::Params, { mcl_fp::nlimbs(462) }>(data),
            }
        }
    };
}

/// Changes bytes of a valid encoding: each triple of edits is a position (two bytes) and a mask.
/// Few random strings are encodings of long values; these nearly are.
pub fn disturb(bytes: &mut [u8], edits: &[u8]) {
    for edit in edits.chunks_exact(3) {
        let position = usize::from(u16::from_le_bytes([edit[0], edit[1]]));
        if let Some(byte) = bytes.get_mut(position) {
            *byte ^= edit[2];
        }
    }
}

/// The first bytes as a number, and the rest.
pub fn take_u64(data: &[u8]) -> (u64, &[u8]) {
    match data.split_first_chunk() {
        Some((bytes, rest)) => (u64::from_le_bytes(*bytes), rest),
        None => (0, data),
    }
}

/// The target for points of one type: a function `check` of the data, generic over the curve.
#[macro_export]
macro_rules! check_points {
    ($affine:ident) => {
        fn check<C: mcl_bn::BnParams<N>, const N: usize>(data: &[u8]) {
            decode::<C, N>(data);
            // Encodings with a few wrong bits.
            let (k, edits) = $crate::mcl::take_u64(data);
            let k = mcl_fp::Fp::<mcl_bn::ModR<C, N>, N>::from_u64(k);
            let point = $affine::from($affine::<C, N>::generator().mul_vartime(&k));
            let mut compressed = point.to_compressed();
            $crate::mcl::disturb(compressed.as_mut(), edits);
            decode::<C, N>(compressed.as_ref());
            let mut affine = point.to_affine_bytes();
            $crate::mcl::disturb(affine.as_mut(), edits);
            decode::<C, N>(affine.as_ref());
        }

        fn decode<C: mcl_bn::BnParams<N>, const N: usize>(data: &[u8]) {
            let unchecked = $affine::<C, N>::from_compressed_unchecked(data);
            if let Ok(point) = unchecked {
                assert_eq!(point.to_compressed().as_ref(), data);
                assert!(bool::from(point.is_on_curve()));
            }
            if let Ok(point) = $affine::<C, N>::from_compressed(data) {
                assert_eq!(unchecked, Ok(point));
                assert!(bool::from(point.is_torsion_free()));
            }
            let unchecked = $affine::<C, N>::from_affine_bytes_unchecked(data);
            if let Ok(point) = unchecked {
                assert_eq!(point.to_affine_bytes().as_ref(), data);
                assert!(bool::from(point.is_on_curve()));
            }
            if let Ok(point) = $affine::<C, N>::from_affine_bytes(data) {
                assert_eq!(unchecked, Ok(point));
                assert!(bool::from(point.is_torsion_free()));
            }
        }
    };
}
