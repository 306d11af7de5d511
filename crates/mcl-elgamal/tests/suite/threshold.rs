//! Shared keys.

use mcl_bn::fp254bnb;
use mcl_elgamal::curves::secp192k1;
use mcl_elgamal::threshold::{Dealing, PartialDecryption, Share, ThresholdError, ThresholdKey};
use mcl_elgamal::{Ciphertext, ElGamalGroup, Encode};

use super::rng;

/// Dealings of all trustees to all, and each trustee's share of the key.
fn deal<G: ElGamalGroup>(
    threshold: usize,
    trustees: usize,
    seed: u64,
) -> (ThresholdKey<G>, Vec<Share<G>>) {
    let mut rng = rng(seed);
    let (dealings, dealt): (Vec<_>, Vec<_>) =
        (0..trustees).map(|_| Dealing::<G>::new(threshold, trustees, &mut rng).unwrap()).unzip();
    let shares = (0..trustees).map(|i| {
        let own: Vec<Share<G>> = dealt.iter().map(|shares| shares[i].clone()).collect();
        Share::combine(&dealings, &own).unwrap()
    });
    let shares = shares.collect();
    (ThresholdKey::new(&dealings, trustees as u32).unwrap(), shares)
}

fn partials<G: ElGamalGroup>(
    key: &ThresholdKey<G>,
    shares: &[Share<G>],
    ciphertext: &Ciphertext<G>,
) -> Vec<PartialDecryption<G>> {
    let decrypt = |share: &Share<G>| share.decrypt(key, ciphertext, b"c", &mut rng(9));
    shares.iter().map(decrypt).collect()
}

fn every_quorum<G: ElGamalGroup>() {
    let (key, shares) = deal::<G>(3, 5, 1);
    let public = key.public_key();
    assert_eq!(key.threshold(), 3);
    for m in [0, 4, -4] {
        let ciphertext = public.encrypt(m, &mut rng(2));
        let all = partials(&key, &shares, &ciphertext);
        for mask in 0u32..32 {
            let some: Vec<_> =
                (0..5).rev().filter(|i| mask >> i & 1 == 1).map(|i| all[i]).collect();
            let result = key.combine(&ciphertext, &some, b"c");
            if some.len() < 3 {
                let error = ThresholdError::TooFew { expected: 3, found: some.len() };
                assert_eq!(result, Err(error));
            } else {
                assert_eq!(result, Ok(public.encode(m)));
            }
        }
    }
}

#[test]
fn every_quorum_in_all_groups() {
    every_quorum::<secp192k1::Point>();
    every_quorum::<fp254bnb::G2>();
    every_quorum::<fp254bnb::Gt>();
}

#[test]
fn one_of_one_and_all_of_all() {
    for (threshold, trustees) in [(1, 1), (1, 3), (3, 3)] {
        let (key, shares) = deal::<secp192k1::Point>(threshold, trustees, 4);
        let ciphertext = key.public_key().encrypt(6, &mut rng(2));
        let all = partials(&key, &shares, &ciphertext);
        assert_eq!(key.combine(&ciphertext, &all, b"c"), Ok(key.public_key().encode(6)));
        let last = &all[trustees - threshold..];
        assert_eq!(key.combine(&ciphertext, last, b"c"), Ok(key.public_key().encode(6)));
    }
}

#[test]
fn wrong_partials_are_named() {
    type G = secp192k1::Point;
    let (key, shares) = deal::<G>(2, 4, 1);
    let ciphertext = key.public_key().encrypt(1, &mut rng(2));
    let all = partials(&key, &shares, &ciphertext);
    for wrong in 0..4 {
        let error = Err(ThresholdError::WrongPartial { index: wrong as u32 + 1 });
        // A wrong element, the decryption of something else, another trustee's part.
        let mut changed = all.clone();
        changed[wrong].element = -changed[wrong].element;
        assert_eq!(key.combine(&ciphertext, &changed, b"c"), error);
        let other = key.public_key().encrypt(1, &mut rng(3));
        changed[wrong] = shares[wrong].decrypt(&key, &other, b"c", &mut rng(9));
        assert_eq!(key.combine(&ciphertext, &changed, b"c"), error);
        changed[wrong] = shares[wrong].decrypt(&key, &ciphertext, b"d", &mut rng(9));
        assert_eq!(key.combine(&ciphertext, &changed, b"c"), error);
        changed[wrong] = PartialDecryption { index: wrong as u32 + 1, ..all[(wrong + 1) % 4] };
        assert_eq!(key.combine(&ciphertext, &changed, b"c"), error);
        let other = Share::from_parts(wrong as u32 + 1, &secp192k1::Fr::ONE).unwrap();
        changed[wrong] = other.decrypt(&key, &ciphertext, b"c", &mut rng(9));
        assert_eq!(key.combine(&ciphertext, &changed, b"c"), error);
    }
    for (index, indices) in [(2, [1, 2, 2]), (0, [0, 1, 2]), (5, [1, 2, 5])] {
        let mut changed = all[..3].to_vec();
        for (partial, index) in changed.iter_mut().zip(indices) {
            partial.index = index;
        }
        let result = key.combine(&ciphertext, &changed, b"c");
        assert_eq!(result, Err(ThresholdError::Index { index }));
    }
    assert!(format!("{}", ThresholdError::WrongPartial { index: 3 }).contains("trustee 3"));
}

#[test]
fn wrong_shares_are_named() {
    type G = secp192k1::Point;
    let mut rng = rng(1);
    let (first, first_shares) = Dealing::<G>::new(2, 3, &mut rng).unwrap();
    let (second, second_shares) = Dealing::<G>::new(2, 3, &mut rng).unwrap();
    for (share, other) in first_shares.iter().zip(&second_shares) {
        assert!(first.verify(share) && second.verify(other));
        assert!(!first.verify(other) && !second.verify(share));
    }
    let dealings = [first, second];
    let own = |a: &Share<G>, b: &Share<G>| Share::combine(&dealings, &[a.clone(), b.clone()]);
    assert!(own(&first_shares[0], &second_shares[0]).is_ok());
    let wrong = |dealer| ThresholdError::WrongShare { dealer };
    assert_eq!(own(&second_shares[0], &second_shares[0]).unwrap_err(), wrong(0));
    assert_eq!(own(&first_shares[0], &first_shares[0]).unwrap_err(), wrong(1));
    // Shares of different trustees.
    assert_eq!(own(&first_shares[0], &second_shares[1]).unwrap_err(), wrong(1));
    let error = Share::combine(&dealings, &first_shares[..1]).unwrap_err();
    assert_eq!(error, ThresholdError::Dealings);
    assert_eq!(Share::<G>::combine(&[], &[]).unwrap_err(), ThresholdError::Dealings);
}

#[test]
fn impossible_parameters() {
    type G = secp192k1::Point;
    let mut rng = rng(1);
    for (threshold, trustees) in [(0, 3), (4, 3), (0, 0)] {
        let error = Dealing::<G>::new(threshold, trustees, &mut rng).unwrap_err();
        assert_eq!(error, ThresholdError::Parameters);
    }
    let (two, _) = Dealing::<G>::new(2, 3, &mut rng).unwrap();
    let (three, _) = Dealing::<G>::new(3, 3, &mut rng).unwrap();
    let error = |dealings: &[Dealing<G>], n| ThresholdKey::new(dealings, n).unwrap_err();
    assert_eq!(error(&[], 3), ThresholdError::Dealings);
    assert_eq!(error(&[two.clone(), three], 3), ThresholdError::Dealings);
    assert_eq!(error(std::slice::from_ref(&two), 1), ThresholdError::Parameters);
    assert!(Share::<G>::from_parts(0, &secp192k1::Fr::ONE).is_none());
    // A dealing and its opposite.
    let bytes = two.to_bytes();
    let mut opposite = bytes.clone();
    // The tags of the two points are 2 or 3.
    opposite[4] ^= 1;
    opposite[4 + 25] ^= 1;
    let opposite = Dealing::<G>::from_bytes(&opposite).unwrap();
    assert_eq!(error(&[two, opposite], 3), ThresholdError::Identity);
}
