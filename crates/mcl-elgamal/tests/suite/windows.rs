//! The window method.

use ff::Field;
use mcl_elgamal::curves::secp192k1::{self, Point};
use mcl_elgamal::{ElGamalGroup, TableError, WindowTable};

use super::rng;

fn all_products_agree<G: ElGamalGroup>() {
    let element = G::generator() * G::Scalar::random(&mut rng(1));
    let table = WindowTable::for_scalars(&element);
    let random = G::Scalar::random(&mut rng(2));
    for k in [G::Scalar::ZERO, G::Scalar::ONE, -G::Scalar::ONE, random, -random] {
        assert_eq!(table.mul(&k).unwrap(), element * k);
        assert_eq!(table.mul_vartime(&k).unwrap(), element * k);
    }
    for k in [0, 1, -1, 15, 16, 17, -16, i64::MAX, i64::MIN] {
        let magnitude = element * G::Scalar::from(k.unsigned_abs());
        let expected = if k < 0 { -magnitude } else { magnitude };
        assert_eq!(table.mul_i64(k).unwrap(), expected);
    }
    assert_eq!(G::from(table.element()), element);
}

#[test]
fn products_in_all_groups() {
    for_all_groups!(all_products_agree);
}

#[test]
fn every_width_covers_what_it_says_and_nothing_else() {
    let element = Point::generator();
    for width in 2..=16 {
        for bits in [1, 2, 5, 10] {
            let table = WindowTable::new(&element, bits, width).unwrap();
            assert_eq!((table.bits(), table.width()), (bits, width));
            let end = 1i64 << bits;
            for k in [0, 1, 2, end / 2, end - 1, end, end + 1] {
                let expected = element * secp192k1::Fr::from(k as u64);
                let covered = k < end;
                for (k, expected) in [(k, expected), (-k, -expected)] {
                    let product = Option::<Point>::from(table.mul_i64(k));
                    assert_eq!(product, covered.then_some(expected), "{k} {bits} {width}");
                }
                let scalar = secp192k1::Fr::from(k as u64);
                let product = Option::<Point>::from(table.mul(&scalar));
                assert_eq!(product, covered.then_some(expected));
                assert_eq!(table.mul_vartime(&scalar), covered.then_some(expected));
                let product = Option::<Point>::from(table.mul_integer(&[k as u64, 0]));
                assert_eq!(product, covered.then_some(expected));
                assert!(bool::from(table.mul_integer(&[k as u64, 1]).is_none()));
            }
            // r - 1 is what mcl's table of few bits reads past its end for.
            assert!(bool::from(table.mul(&-secp192k1::Fr::ONE).is_none()));
        }
    }
}

#[test]
fn impossible_parameters() {
    for (bits, width) in [(0, 5), (1025, 5), (64, 1), (64, 0), (64, 17), (u32::MAX, u32::MAX)] {
        let error = WindowTable::new(&Point::generator(), bits, width).unwrap_err();
        assert_eq!(error, TableError::Parameters { bits, width });
    }
}

#[test]
fn the_table_of_the_identity() {
    let table = WindowTable::for_scalars(&Point::identity());
    assert_eq!(table.mul(&-secp192k1::Fr::ONE).unwrap(), Point::identity());
}

fn bytes<G: ElGamalGroup>() {
    let table = WindowTable::new(&G::generator(), 9, 3).unwrap();
    let bytes = table.to_bytes();
    assert!(WindowTable::from_bytes(&bytes).unwrap() == table);
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x40;
        assert_eq!(WindowTable::<G>::from_bytes(&damaged).unwrap_err(), TableError::Checksum);
    }
    for length in 0..bytes.len() {
        let error = WindowTable::<G>::from_bytes(&bytes[..length]).unwrap_err();
        assert!(matches!(error, TableError::Length | TableError::Checksum));
    }
}

#[test]
fn bytes_on_a_curve_and_in_gt() {
    for_curve_and_gt!(bytes);
}

/// Replaces the checksum, so that what is behind it is tested.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let length = bytes.len() - 32;
    let checksum = Sha256::digest(&bytes[..length]);
    bytes[length..].copy_from_slice(&checksum);
    bytes
}

#[test]
fn wrong_entries_with_a_right_checksum() {
    let table = WindowTable::new(&Point::generator(), 9, 3).unwrap();
    let bytes = table.to_bytes();
    let entries = bytes.len() - 32 - 4 * 4 * 25;
    // The names of the group, the parameters, and each entry replaced by its neighbour.
    for (range, expected) in [
        (0..1, TableError::Header),
        (10..11, TableError::Header),
        (entries - 4..entries - 3, TableError::Length),
    ] {
        let mut damaged = bytes.clone();
        damaged[range.start] ^= 1;
        assert_eq!(WindowTable::<Point>::from_bytes(&with_checksum(damaged)), Err(expected));
    }
    for entry in 0..15 {
        let mut damaged = bytes.clone();
        let start = entries + 25 * entry;
        damaged.copy_within(start + 25..start + 50, start);
        let error = WindowTable::<Point>::from_bytes(&with_checksum(damaged)).unwrap_err();
        assert_eq!(error, TableError::Entry, "{entry}");
    }
    let other = mcl_elgamal::curves::secp256k1::Point::generator();
    let other = WindowTable::new(&other, 9, 3).unwrap().to_bytes();
    assert_eq!(WindowTable::<Point>::from_bytes(&other), Err(TableError::Header));
}
