//! The same outcome as over ark-bn254 and substrate-bn.

use mcl_bn::alt_bn128::{Fr, G1, G1Affine, G2, G2Affine};
use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_evm::{ec_add, ec_mul, ec_pairing};
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

use crate::reference::{ark, substrate};

fn agree_on_sum(input: &[u8]) -> Option<[u8; 64]> {
    let found = ec_add(input).ok();
    assert_eq!(ark::add(input), found, "{}", hex::encode(input));
    assert_eq!(substrate::add(input), found, "{}", hex::encode(input));
    found
}

fn agree_on_product(input: &[u8]) -> Option<[u8; 64]> {
    let found = ec_mul(input).ok();
    assert_eq!(ark::mul(input), found, "{}", hex::encode(input));
    assert_eq!(substrate::mul(input), found, "{}", hex::encode(input));
    found
}

fn agree_on_pairing(input: &[u8]) -> Option<bool> {
    let found = ec_pairing(input).ok();
    assert_eq!(ark::pairing(input), found, "{}", hex::encode(input));
    assert_eq!(substrate::pairing(input), found, "{}", hex::encode(input));
    found
}

fn g1(rng: &mut StdRng) -> [u8; 64] {
    let k = Fr::from_u64(rng.random());
    Words::encode(&G1Affine::from(G1::generator().mul_vartime(&k))).into()
}

fn g2(rng: &mut StdRng) -> [u8; 128] {
    let k = Fr::from_u64(rng.random());
    Words::encode(&G2Affine::from(G2::generator().mul_vartime(&k))).into()
}

fn negated(point: &[u8; 64]) -> [u8; 64] {
    use mcl_bn::encodings::Decoding;
    let point: G1Affine = Words::decode(point).expect("a point");
    Words::encode(&-point).into()
}

#[test]
fn sums_of_special_and_random_points() {
    let mut rng = StdRng::seed_from_u64(1);
    let points: Vec<[u8; 64]> = (0..4).map(|_| g1(&mut rng)).collect();
    let all: Vec<[u8; 64]> =
        points.iter().flat_map(|p| [*p, negated(p)]).chain([[0; 64]]).collect();
    for p in &all {
        for q in &all {
            assert!(agree_on_sum(&[*p, *q].concat()).is_some());
        }
    }
    assert_eq!(agree_on_sum(&[points[0], negated(&points[0])].concat()), Some([0; 64]));
}

#[test]
fn products_with_scalars_at_the_edges() {
    let mut rng = StdRng::seed_from_u64(2);
    let r = Fr::modulus().to_be_bytes();
    let mut scalars = vec![[0; 32], [0xff; 32], r.into()];
    for i in 0..256 {
        // 2^i and 2^i - 1, all sizes up to the full word.
        let mut power = [0; 32];
        power[31 - i / 8] = 1 << (i % 8);
        scalars.push(power);
        let mut below: [u8; 32] = [0; 32];
        for j in 0..i {
            below[31 - j / 8] |= 1 << (j % 8);
        }
        scalars.push(below);
    }
    for delta in [-2i8, -1, 1, 2] {
        let mut near: [u8; 32] = r.into();
        near[31] = near[31].wrapping_add_signed(delta);
        if delta < -1 {
            near[30] = near[30].wrapping_sub(1);
        }
        scalars.push(near);
    }
    for scalar in scalars {
        let p = g1(&mut rng);
        assert!(agree_on_product(&[&p[..], &scalar].concat()).is_some());
        assert_eq!(agree_on_product(&[&[0; 64][..], &scalar].concat()), Some([0; 64]));
    }
}

#[test]
fn inputs_of_every_length() {
    let mut rng = StdRng::seed_from_u64(3);
    let sum: Vec<u8> = [g1(&mut rng), g1(&mut rng)].concat();
    let mut product = g1(&mut rng).to_vec();
    product.extend([0xa5; 32]);
    let long: Vec<u8> = (0..64).collect();
    let (mut sums, mut products) = (0, 0);
    for length in 0..=192 {
        let cut =
            |input: &[u8]| -> Vec<u8> { input.iter().chain(&long).copied().take(length).collect() };
        sums += u32::from(agree_on_sum(&cut(&sum)).is_some());
        products += u32::from(agree_on_product(&cut(&product)).is_some());
    }
    // The empty input, a point alone, and whatever is complete.
    assert!(sums >= 2 + 64 && products >= 2 + 96, "{sums}, {products}");
    for length in 1..192 {
        assert_eq!(agree_on_pairing(&vec![0; length]), None);
    }
}

#[test]
fn products_of_pairings() {
    let mut rng = StdRng::seed_from_u64(4);
    assert_eq!(agree_on_pairing(&[]), Some(true));
    for pairs in [1, 2, 3, 17] {
        let mut input = Vec::new();
        for _ in 0..pairs {
            input.extend(g1(&mut rng));
            input.extend(g2(&mut rng));
        }
        assert_eq!(agree_on_pairing(&input), Some(false));
        // With all opposites the product is one.
        for pair in input.clone().chunks_exact(192) {
            let p: [u8; 64] = pair[..64].try_into().expect("64 bytes");
            input.extend(negated(&p));
            input.extend(&pair[64..]);
        }
        assert_eq!(agree_on_pairing(&input), Some(true));
    }
    let (p, q) = (g1(&mut rng), g2(&mut rng));
    assert_eq!(agree_on_pairing(&[&p[..], &[0; 128]].concat()), Some(true));
    assert_eq!(agree_on_pairing(&[&[0; 64][..], &q].concat()), Some(true));
}

#[test]
fn altered_inputs() {
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..40 {
        let mut pairing = g1(&mut rng).to_vec();
        pairing.extend(g2(&mut rng));
        let i = rng.random_range(0..192);
        pairing[i] ^= 1 << rng.random_range(0..8);
        assert_eq!(agree_on_pairing(&pairing), None, "no altered byte gives a point of the group");
        let mut sum = [g1(&mut rng), g1(&mut rng)].concat();
        sum[i % 128] ^= 1 << rng.random_range(0..8);
        assert_eq!(agree_on_sum(&sum), None);
        let mut random = [0; 192];
        rng.fill_bytes(&mut random);
        agree_on_sum(&random);
        agree_on_product(&random);
        agree_on_pairing(&random);
    }
}
