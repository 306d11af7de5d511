//! Logarithms by tables, by kangaroos, and by trying.

use std::ops::ControlFlow;

use mcl_bn::fp254bnb;
use mcl_elgamal::curves::secp192k1::Point;
use mcl_elgamal::dlog::{kangaroo, linear};
use mcl_elgamal::{DlpTable, ElGamalGroup, OutOfRange, PrivateKey, TableError};
use rand::RngExt;

use super::rng;
use super::windows::with_checksum;

fn element<G: ElGamalGroup>(m: i64) -> G {
    let magnitude = G::generator() * G::Scalar::from(m.unsigned_abs());
    if m < 0 { -magnitude } else { magnitude }
}

fn quietly(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Every integer of small ranges, and their neighbours, with every number of baby steps.
fn small_ranges<G: ElGamalGroup>() {
    for (min, max) in [(-9, 9), (0, 0), (0, 20), (5, 25), (-25, -5), (-1, 0)] {
        for steps in 0..12 {
            let table = DlpTable::with_steps(&G::generator(), min..=max, steps, quietly).unwrap();
            for m in min - 3..=max + 3 {
                let expected = (min..=max).contains(&m).then_some(m).ok_or(OutOfRange { min, max });
                assert_eq!(table.solve(&element(m)), expected, "{min}..={max} {steps} {m}");
            }
        }
    }
}

#[test]
fn small_ranges_in_all_groups() {
    for_all_groups!(small_ranges);
}

/// More chunks than one of baby steps and of giant steps.
fn medium_ranges<G: ElGamalGroup>() {
    let (min, max) = (-1 << 16, 1 << 16);
    for steps in [3, 3000] {
        let table = DlpTable::with_steps(&G::generator(), min..=max, steps, quietly).unwrap();
        let mut rng = rng(steps);
        let random = (0..20).map(|_| rng.random_range(min..=max));
        for m in
            [min, min + 1, -(steps as i64), -1, 0, 1, 7, 8, max - 1, max].into_iter().chain(random)
        {
            assert_eq!(table.solve(&element(m)), Ok(m));
        }
        for m in [min - 1, max + 1, max + 2 * steps as i64, i64::MIN + 1, i64::MAX] {
            assert_eq!(table.solve(&element(m)), Err(OutOfRange { min, max }));
        }
    }
}

#[test]
fn medium_ranges_on_a_curve_and_in_gt() {
    for_curve_and_gt!(medium_ranges);
}

#[test]
fn ranges_of_two_to_the_forty() {
    let range = -(1 << 40)..=1 << 40;
    let table = DlpTable::new(&Point::generator(), range.clone()).unwrap();
    assert!(table.memory() < 32 << 20);
    let mut rng = rng(1);
    for m in [-(1 << 40), 1 << 40, 0, rng.random_range(range.clone())] {
        assert_eq!(table.solve(&element(m)), Ok(m));
    }
    let error = OutOfRange { min: -(1 << 40), max: 1 << 40 };
    assert_eq!(table.solve(&element((1 << 40) + 1)), Err(error));
    // A random element is out of any range.
    let random = <Point as group::Group>::random(&mut rng);
    assert_eq!(table.solve(&random), Err(error));
}

#[test]
fn impossible_tables() {
    let g = Point::generator();
    #[expect(clippy::reversed_empty_ranges)]
    let empty = 1..=0;
    assert_eq!(DlpTable::new(&g, empty).unwrap_err(), TableError::Range);
    assert_eq!(DlpTable::new(&g, i64::MIN..=i64::MAX).unwrap_err(), TableError::Range);
    assert_eq!(DlpTable::new(&Point::identity(), 0..=9).unwrap_err(), TableError::Identity);
    let error = DlpTable::with_memory(&g, 0..=99, 10, quietly).unwrap_err();
    assert_eq!(error, TableError::Memory);
    assert!(format!("{error}").contains("memory"));
}

#[test]
fn memory_stays_within_the_limit() {
    for bytes in [60, 1000, 12345, 1 << 20] {
        let table = DlpTable::with_memory(&Point::generator(), 0..=1 << 30, bytes, quietly);
        let table = table.unwrap();
        let slots =
            6 * (table.baby_steps() as u64 + 1 + (table.baby_steps() as u64 + 1).div_ceil(2));
        assert!(slots <= bytes && slots + 18 >= bytes - bytes % 18, "{bytes} {slots}");
    }
    // No more steps than the range has use for.
    let table = DlpTable::with_memory(&Point::generator(), 0..=100, 1 << 30, quietly).unwrap();
    assert_eq!(table.baby_steps(), 50);
}

#[test]
fn progress_is_told_and_can_stop() {
    let g = Point::generator();
    let mut calls = Vec::new();
    let table = DlpTable::with_steps(&g, 0..=1 << 20, 5000, |done, total| {
        calls.push((done, total));
        ControlFlow::Continue(())
    });
    assert_eq!(table.unwrap().baby_steps(), 5000);
    assert!(calls.is_sorted() && calls.len() > 3);
    assert_eq!(calls.last(), Some(&(5001, 5001)));
    let stopped = DlpTable::with_steps(&g, 0..=1 << 20, 5000, |done, _| {
        if done < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(stopped.unwrap_err(), TableError::Cancelled);
}

fn files<G: ElGamalGroup>() {
    let table = DlpTable::with_steps(&G::generator(), -500..=500, 20, quietly).unwrap();
    let bytes = table.to_bytes();
    let mut file = Vec::new();
    table.save(&mut file).unwrap();
    assert_eq!(file, bytes);
    let loaded = DlpTable::<G>::load(&file[..]).unwrap();
    assert_eq!((loaded.range(), loaded.baby_steps()), (table.range(), table.baby_steps()));
    for m in [-500, -41, 0, 499, 500] {
        assert_eq!(loaded.solve(&element(m)), Ok(m));
    }
    assert_eq!(loaded.to_bytes(), bytes);
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1;
        assert_eq!(DlpTable::<G>::from_bytes(&damaged).unwrap_err(), TableError::Checksum);
        let error = DlpTable::<G>::load(&damaged[..]).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    }
}

#[test]
fn files_on_a_curve_and_in_gt() {
    for_curve_and_gt!(files);
}

#[test]
fn wrong_contents_with_a_right_checksum() {
    let table = DlpTable::with_steps(&Point::generator(), -500..=500, 20, quietly).unwrap();
    let bytes = table.to_bytes();
    let header = 8 + 10 + 1;
    let change = |position: usize, value: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[position..position + value.len()].copy_from_slice(value);
        DlpTable::<Point>::from_bytes(&with_checksum(bytes)).map(|_| ())
    };
    // Kind, curve, base, range, number of steps, a tag, an index.
    assert_eq!(change(0, b"x"), Err(TableError::Header));
    assert_eq!(change(9, b"x"), Err(TableError::Header));
    assert_eq!(change(header, &[7]), Err(TableError::Entry));
    assert_eq!(change(header, &[0; 25]), Err(TableError::Identity));
    assert_eq!(change(header + 25, &501i64.to_le_bytes()), Err(TableError::Range));
    assert_eq!(change(header + 41, &u32::MAX.to_le_bytes()), Err(TableError::Length));
    let mut full = bytes.clone();
    full[header + 45..header + 45 + 64].fill(1);
    let error = DlpTable::<Point>::from_bytes(&with_checksum(full)).unwrap_err();
    assert_eq!(error, TableError::Entry);
    // A table of another base under this one's name.
    let base = Point::generator() + Point::generator();
    let other = DlpTable::with_steps(&base, -500..=500, 20, quietly).unwrap().to_bytes();
    let mut mixed = other.clone();
    mixed[header..header + 25].copy_from_slice(&bytes[header..header + 25]);
    let error = DlpTable::<Point>::from_bytes(&with_checksum(mixed)).unwrap_err();
    assert_eq!(error, TableError::Entry);
    // A table of another group.
    let other = DlpTable::with_steps(&fp254bnb::G1::generator(), -9..=9, 2, quietly).unwrap();
    let error = DlpTable::<Point>::from_bytes(&other.to_bytes()).unwrap_err();
    assert_eq!(error, TableError::Header);
}

#[test]
fn decryption_of_one_and_of_many() {
    let key = PrivateKey::<Point>::generate(&mut rng(1));
    let table = DlpTable::new(&Point::generator(), -1000..=1000).unwrap();
    let plaintexts = [3, -3, 0, 1000, -1000, 1001, i64::MIN];
    let ciphertexts = plaintexts.map(|m| key.public_key().encrypt(m, &mut rng(m as u64)));
    let error = OutOfRange { min: -1000, max: 1000 };
    let expected = plaintexts.map(|m| (-1000..=1000).contains(&m).then_some(m).ok_or(error));
    assert_eq!(key.decrypt_many(&ciphertexts, &table), expected);
    for (ciphertext, expected) in ciphertexts.iter().zip(expected) {
        assert_eq!(key.decrypt(ciphertext, &table), expected);
    }
    let message = format!("{}", key.decrypt(&ciphertexts[5], &table).unwrap_err());
    assert_eq!(message, "the plaintext is not in the range from -1000 to 1000");
}

fn linear_search<G: ElGamalGroup>() {
    let g = G::generator();
    for m in [0, 1, -1, 9, -9] {
        assert_eq!(linear(&g, &element(m), 10), Ok(m));
    }
    // The limit itself is not found.
    for m in [10, -10, 11, i64::MAX] {
        assert_eq!(linear(&g, &element(m), 10), Err(OutOfRange { min: -9, max: 9 }));
    }
    assert!(linear(&g, &G::identity(), 0).is_err());
    let key = PrivateKey::<G>::generate(&mut rng(1));
    let ciphertext = key.public_key().encrypt(-5, &mut rng(2));
    assert_eq!(key.decrypt_linear(&ciphertext, 6), Ok(-5));
    assert!(key.decrypt_linear(&ciphertext, 5).is_err());
}

#[test]
fn linear_search_on_a_curve_and_in_gt() {
    for_curve_and_gt!(linear_search);
}

fn kangaroos<G: ElGamalGroup>() {
    let (min, max) = (-3000, 60_000);
    let mut rng = rng(1);
    let random = (0..3).map(|_| rng.random_range(min..=max));
    for m in [min, max, 0, (min + max) / 2].into_iter().chain(random) {
        assert_eq!(kangaroo(&G::generator(), &element(m), min..=max), Ok(m));
    }
    let error = Err(OutOfRange { min, max });
    assert_eq!(kangaroo(&G::generator(), &element::<G>(max + 1), min..=max), error);
    // Small ranges are searched one by one.
    for m in -4..=4 {
        let expected = (-2..=2).contains(&m).then_some(m).ok_or(OutOfRange { min: -2, max: 2 });
        assert_eq!(kangaroo(&G::generator(), &element::<G>(m), -2..=2), expected);
    }
}

#[test]
fn kangaroos_on_a_curve_and_in_gt() {
    kangaroos::<Point>();
    kangaroos::<fp254bnb::Gt>();
}

#[test]
fn a_kangaroo_in_a_range_of_two_to_the_32() {
    let range = -(1 << 31)..=1 << 31;
    let mut rng = rng(2);
    for m in [1 << 31, rng.random_range(range.clone()), rng.random_range(range.clone())] {
        assert_eq!(kangaroo(&Point::generator(), &element(m), range.clone()), Ok(m));
    }
}
