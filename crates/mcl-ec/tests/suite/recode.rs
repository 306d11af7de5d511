//! Recodings represent the integer, keep their digits in range and their length.

use crate::common::scalars::word;
use mcl_ec::recode::{SignedWindows, Wnaf, signed_window_count};
use mcl_fp::U512;
use mcl_fp::crypto_bigint::{Int, Uint};
use proptest::prelude::*;

type Wide = Int<{ U512::LIMBS }>;

fn wide<const M: usize>(words: &[u64; M]) -> Wide {
    let mut sum = U512::ZERO;
    for &word in words.iter().rev() {
        sum = sum.shl_vartime(64).wrapping_add(&Uint::from_u64(word));
    }
    *sum.as_int()
}

fn bits<const M: usize>(words: &[u64; M]) -> u32 {
    wide(words).as_uint().bit_width_vartime()
}

/// Horner's rule.
fn value(digits: impl DoubleEndedIterator<Item = i32>, width: u32) -> Wide {
    digits
        .rev()
        .fold(Wide::ZERO, |sum, digit| sum.shl_vartime(width).wrapping_add(&Wide::from_i32(digit)))
}

fn check_windows<const M: usize>(words: &[u64; M], bits: u32, width: u32) {
    let windows = SignedWindows::<6>::new(words, bits, width);
    assert_eq!(windows.count(), signed_window_count(bits, width));
    let digits = (0..windows.count()).map(|i| windows.digit(i));
    let half = 1 << (width - 1);
    assert!(digits.clone().all(|d| (1 - half..=half).contains(&d)));
    assert_eq!(value(digits, width), wide(words), "{words:x?} {bits} {width}");
    assert_eq!(windows.digit(windows.count()), 0);
    assert_eq!(windows.digit(u32::MAX), 0);
}

fn check_wnaf<const M: usize>(words: &[u64; M], width: u32) {
    let wnaf = Wnaf::<321>::new(words, width);
    let digits = wnaf.digits();
    assert!(digits.len() <= bits(words) as usize + 1);
    assert!(digits.last().is_none_or(|&d| d != 0));
    let half = 1i32 << (width - 1);
    for (i, &digit) in digits.iter().enumerate() {
        let digit = i32::from(digit);
        assert_eq!(i32::from(wnaf.digit(i)), digit);
        assert!(digit == 0 || digit & 1 == 1 && (1 - half..half).contains(&digit));
        let end = digits.len().min(i + width as usize);
        assert!(digit == 0 || digits[i + 1..end].iter().all(|&d| d == 0));
    }
    assert_eq!(wnaf.digit(digits.len()), 0);
    assert_eq!(value(digits.iter().map(|&d| i32::from(d)), 1), wide(words));
}

fn check_all<const M: usize>(words: &[u64; M]) {
    for width in 2..=16 {
        // The exact length, and lengths that leave room.
        for bits in [bits(words).max(1), bits(words) + 1, 64 * M as u32] {
            check_windows(words, bits, width);
        }
    }
    for width in 2..=8 {
        check_wnaf(words, width);
    }
}

#[test]
fn powers_of_two_and_their_neighbours() {
    check_all(&[0]);
    for i in 0..64 {
        for k in [1 << i, (1 << i) - 1, (1 << i) + 1, u64::MAX << i, !(1 << i)] {
            check_all(&[k]);
            check_all(&[k, 0]);
            check_all(&[0, k]);
            check_all(&[u64::MAX, k]);
            check_all(&[u64::MAX, 0, u64::MAX, k]);
        }
    }
}

#[test]
fn all_integers_of_twelve_bits() {
    for k in 0..1 << 12 {
        check_all(&[k]);
    }
}

#[test]
fn the_largest_integer_of_a_count_is_represented() {
    // 2^(width count - 1), which has one bit more than the count was made for.
    for width in 2..=16 {
        for count in 1..=200 / width {
            let mut words = [0; 4];
            let bit = width * count - 1;
            words[bit as usize / 64] = 1 << (bit % 64);
            let windows = SignedWindows::<6>::new(&words, bit, width);
            assert_eq!(windows.count(), count);
            let digits = (0..count).map(|i| windows.digit(i));
            assert_eq!(value(digits, width), wide(&words));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn skewed_integers(words in prop::array::uniform4(word())) {
        check_all(&words);
    }

    #[test]
    fn skewed_long_integers(words in prop::array::uniform5(word())) {
        check_all(&words);
    }
}

#[test]
fn words_of_a_scalar() {
    use crate::common::curves::{Secp192k1Fr, Secp256k1Fr};
    use mcl_ec::recode::scalar_words;
    let mut expected = [0; 16];
    expected[..4].copy_from_slice(&[
        0xbfd2_5e8c_d036_4140,
        0xbaae_dce6_af48_a03b,
        0xffff_ffff_ffff_fffe,
        u64::MAX,
    ]);
    assert_eq!(scalar_words(&-Secp256k1Fr::ONE), expected);
    expected[..4].copy_from_slice(&[0x0f69_466a_74de_fd8c, 0xffff_fffe_26f2_fc17, u64::MAX, 0]);
    assert_eq!(scalar_words(&-Secp192k1Fr::ONE), expected);
}
