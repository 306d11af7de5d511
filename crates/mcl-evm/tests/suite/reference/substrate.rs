//! The precompiles over substrate-bn.

use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group, Gt, pairing_batch};

/// The first `L` bytes, with zeros in place of missing ones.
fn padded<const L: usize>(input: &[u8]) -> [u8; L] {
    std::array::from_fn(|i| input.get(i).copied().unwrap_or(0))
}

fn coordinate(bytes: &[u8]) -> Option<Fq> {
    Fq::from_slice(bytes).ok()
}

fn g1(bytes: &[u8]) -> Option<G1> {
    let (x, y) = (coordinate(&bytes[..32])?, coordinate(&bytes[32..])?);
    if x.is_zero() && y.is_zero() {
        return Some(G1::zero());
    }
    AffineG1::new(x, y).ok().map(G1::from)
}

fn g2(bytes: &[u8]) -> Option<G2> {
    let mut c = bytes.chunks_exact(32).map(coordinate);
    let mut fq2 = || {
        let c1 = c.next()??;
        Some(Fq2::new(c.next()??, c1))
    };
    let (x, y) = (fq2()?, fq2()?);
    if x.is_zero() && y.is_zero() {
        return Some(G2::zero());
    }
    // Checks the subgroup, too.
    AffineG2::new(x, y).ok().map(G2::from)
}

fn words(point: G1) -> Option<[u8; 64]> {
    let mut out = [0; 64];
    if let Some(point) = AffineG1::from_jacobian(point) {
        point.x().to_big_endian(&mut out[..32]).ok()?;
        point.y().to_big_endian(&mut out[32..]).ok()?;
    }
    Some(out)
}

/// `ecAdd`.
pub fn add(input: &[u8]) -> Option<[u8; 64]> {
    let input = padded::<128>(input);
    words(g1(&input[..64])? + g1(&input[64..])?)
}

/// `ecMul`.
pub fn mul(input: &[u8]) -> Option<[u8; 64]> {
    let input = padded::<96>(input);
    words(g1(&input[..64])? * Fr::from_slice(&input[64..]).ok()?)
}

/// `ecPairing`.
pub fn pairing(input: &[u8]) -> Option<bool> {
    if !input.len().is_multiple_of(192) {
        return None;
    }
    let pairs: Option<Vec<(G1, G2)>> =
        input.chunks_exact(192).map(|pair| Some((g1(&pair[..64])?, g2(&pair[64..])?))).collect();
    Some(pairing_batch(&pairs?) == Gt::one())
}
