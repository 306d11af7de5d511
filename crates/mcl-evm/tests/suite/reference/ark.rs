//! The precompiles over ark-bn254, with its fastest ways: multiplication in projective coordinates,
//! which has the endomorphism, and a product of pairings.

use ark_bn254::{Bn254, Fq, Fq2, Fr, G1Affine, G1Projective, G2Affine};
use ark_ec::pairing::Pairing;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, One, PrimeField, Zero};

/// The first `L` bytes, with zeros in place of missing ones.
fn padded<const L: usize>(input: &[u8]) -> [u8; L] {
    std::array::from_fn(|i| input.get(i).copied().unwrap_or(0))
}

fn coordinate(bytes: &[u8]) -> Option<Fq> {
    let bits: Vec<bool> =
        bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1 == 1)).collect();
    Fq::from_bigint(BigInteger::from_bits_be(&bits))
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let (x, y) = (coordinate(&bytes[..32])?, coordinate(&bytes[32..])?);
    if x.is_zero() && y.is_zero() {
        return Some(G1Affine::zero());
    }
    let point = G1Affine::new_unchecked(x, y);
    point.is_on_curve().then_some(point)
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let mut c = bytes.chunks_exact(32).map(coordinate);
    let mut fq2 = || {
        let c1 = c.next()??;
        Some(Fq2::new(c.next()??, c1))
    };
    let (x, y) = (fq2()?, fq2()?);
    if x.is_zero() && y.is_zero() {
        return Some(G2Affine::zero());
    }
    let point = G2Affine::new_unchecked(x, y);
    (point.is_on_curve() && point.is_in_correct_subgroup_assuming_on_curve()).then_some(point)
}

fn words(point: G1Affine) -> [u8; 64] {
    let mut out = [0; 64];
    if let Some((x, y)) = point.xy() {
        out[..32].copy_from_slice(&x.into_bigint().to_bytes_be());
        out[32..].copy_from_slice(&y.into_bigint().to_bytes_be());
    }
    out
}

/// `ecAdd`.
pub fn add(input: &[u8]) -> Option<[u8; 64]> {
    let input = padded::<128>(input);
    let (p, q) = (g1(&input[..64])?, g1(&input[64..])?);
    Some(words((p + q).into_affine()))
}

/// `ecMul`.
pub fn mul(input: &[u8]) -> Option<[u8; 64]> {
    let input = padded::<96>(input);
    let (p, k) = (g1(&input[..64])?, Fr::from_be_bytes_mod_order(&input[64..]));
    Some(words((G1Projective::from(p) * k).into_affine()))
}

/// `ecPairing`.
pub fn pairing(input: &[u8]) -> Option<bool> {
    if !input.len().is_multiple_of(192) {
        return None;
    }
    let (mut ps, mut qs) = (Vec::new(), Vec::new());
    for pair in input.chunks_exact(192) {
        ps.push(g1(&pair[..64])?);
        qs.push(g2(&pair[64..])?);
    }
    Some(Bn254::multi_pairing(ps, qs).0.is_one())
}
