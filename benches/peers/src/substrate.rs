//! substrate-bn.
//!
//! Its public interface has few field operations; a square is a product, a double is a sum, and points are always
//! projective. It prepares no G2 points and has no multi-scalar multiplication.

use mcl_bench::row::{Curve, Op, Row, Rows};
use mcl_bench::seed;
use substrate_bn::arith::U512;
use substrate_bn::{
    AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group, Gt, miller_loop_batch, pairing, pairing_batch,
};

/// The name of the crate.
pub(crate) const NAME: &str = "substrate-bn";

/// Number of different inputs of a row.
const INPUTS: usize = 16;

/// Big-endian forms of the integers of a stream.
fn integers(stream: u64, count: usize) -> impl Iterator<Item = [u8; seed::BYTES]> {
    seed::integers(stream, count).into_iter().map(|mut bytes| {
        bytes.reverse();
        bytes
    })
}

fn fqs(stream: u64, count: usize) -> Vec<Fq> {
    integers(stream, count)
        .map(|bytes| Fq::from_slice(&bytes).expect("below the modulus"))
        .collect()
}

fn fq2s(stream: u64, count: usize) -> Vec<Fq2> {
    fqs(stream, 2 * count).chunks_exact(2).map(|c| Fq2::new(c[0], c[1])).collect()
}

fn scalars(stream: u64, count: usize) -> Vec<Fr> {
    integers(stream, count).map(|bytes| Fr::from_slice(&bytes).expect("32 bytes")).collect()
}

fn projective<G: Group>(stream: u64, count: usize) -> Vec<G> {
    scalars(stream, count).into_iter().map(|s| G::one() * s).collect()
}

/// Points whose third coordinate is one.
fn affine<G: Group>(stream: u64, count: usize) -> Vec<G> {
    let mut points = projective(stream, count);
    points.iter_mut().for_each(G::normalize);
    points
}

fn pairs(stream: u64, count: usize) -> Vec<(G1, G2)> {
    zip(affine(stream, count), affine(stream + 1, count))
}

fn gts(stream: u64, count: usize) -> Vec<Gt> {
    pairs(stream, count).into_iter().map(|(p, q)| pairing(p, q)).collect()
}

fn miller_loop(p: G1, q: G2) -> Gt {
    miller_loop_batch(&[(q, p)]).expect("points that are not the identity")
}

fn zip<A, B>(a: Vec<A>, b: Vec<B>) -> Vec<(A, B)> {
    a.into_iter().zip(b).collect()
}

/// The first two of a list.
fn two<T: Copy>(list: &[T]) -> (T, T) {
    (list[0], list[1])
}

/// The rows of substrate-bn.
pub(crate) fn rows(curve: Curve) -> Vec<Row> {
    if curve != Curve::Snark1 {
        return Vec::new();
    }
    let mut rows = Rows::new(curve, NAME);
    field_rows(&mut rows);
    group_rows(&mut rows);
    byte_rows(&mut rows);
    pairing_rows(&mut rows);
    crate::evm::substrate_rows(&mut rows);
    rows.into_vec()
}

fn field_rows(rows: &mut Rows) {
    rows.chain(Op::FpAdd, || {
        let (x, y) = two(&fqs(1, 2));
        (x, move |x: &mut Fq| *x = *x + y)
    });
    rows.chain(Op::FpMul, || {
        let (x, y) = two(&fqs(1, 2));
        (x, move |x: &mut Fq| *x = *x * y)
    });
    for op in [Op::FpInvert, Op::FpInvertVartime] {
        rows.each(op, || (fqs(2, INPUTS), Fq::inverse));
    }
    rows.each(Op::FpSqrt, || {
        let squares = fqs(2, INPUTS).iter().map(|x| *x * *x).collect();
        (squares, Fq::sqrt)
    });
    rows.chain(Op::Fp2Mul, || {
        let (x, y) = two(&fq2s(3, 2));
        (x, move |x: &mut Fq2| *x = *x * y)
    });
    rows.chain(Op::Fp12Mul, || {
        let (x, y) = two(&gts(4, 2));
        (x, move |x: &mut Gt| *x = *x * y)
    });
    rows.each(Op::Fp12Invert, || (gts(4, INPUTS), Gt::inverse));
}

fn group_rows(rows: &mut Rows) {
    rows.each(Op::G1Add, || {
        let inputs = zip(projective(5, INPUTS), projective(6, INPUTS));
        (inputs, |(p, q): &(G1, G1)| *p + *q)
    });
    rows.each(Op::G1MulVartime, || {
        let inputs = zip(affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, |(p, s): &(G1, Fr)| *p * *s)
    });
    rows.each(Op::G2Add, || {
        let inputs = zip(projective(5, INPUTS), projective(6, INPUTS));
        (inputs, |(p, q): &(G2, G2)| *p + *q)
    });
    rows.each(Op::G2MulVartime, || {
        let inputs = zip(affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, |(p, s): &(G2, Fr)| *p * *s)
    });
    rows.each(Op::GtPowVartime, || {
        let inputs = zip(gts(8, INPUTS), scalars(7, INPUTS));
        (inputs, |(f, s): &(Gt, Fr)| f.pow(*s))
    });
}

fn byte_rows(rows: &mut Rows) {
    rows.each(Op::G1Decode, || {
        let encodings = affine(10, INPUTS).into_iter().map(encode_g1).collect();
        (encodings, |bytes: &Vec<u8>| assert!(G1::from_compressed(bytes).is_ok()))
    });
    rows.each(Op::G2Decode, || {
        let encodings = affine(10, INPUTS).into_iter().map(encode_g2).collect();
        (encodings, |bytes: &Vec<u8>| assert!(G2::from_compressed(bytes).is_ok()))
    });
    rows.each(Op::G2Check, || {
        let points = affine(10, INPUTS).into_iter().map(|q: G2| (q.x(), q.y())).collect();
        (points, |(x, y): &(Fq2, Fq2)| assert!(AffineG2::new(*x, *y).is_ok()))
    });
}

/// The compressed form of a point with the even ordinate of the two.
fn encode_g1(point: G1) -> Vec<u8> {
    let point = AffineG1::from_jacobian(point).expect("not the identity");
    let mut bytes = vec![2; 1 + seed::BYTES];
    point.x().to_big_endian(&mut bytes[1..]).expect("32 bytes");
    bytes
}

/// The compressed form of a point with the lesser ordinate of the two: the abscissa `a + b i` is the number `a + b p`.
fn encode_g2(point: G2) -> Vec<u8> {
    let x = AffineG2::from_jacobian(point).expect("not the identity").x();
    let (a, b) = (x.real().into_u256(), x.imaginary().into_u256());
    let number = U512::new(&b, &a, &Fq::modulus());
    let limbs = number.0.iter().rev().flat_map(|limb| limb.to_be_bytes());
    std::iter::once(10).chain(limbs).collect()
}

fn pairing_rows(rows: &mut Rows) {
    rows.each(Op::MillerLoop, || (pairs(11, INPUTS), |(p, q): &(G1, G2)| miller_loop(*p, *q)));
    rows.each(Op::FinalExponentiation, || {
        let values = pairs(11, INPUTS).into_iter().map(|(p, q)| miller_loop(p, q)).collect();
        (values, Gt::final_exponentiation)
    });
    rows.each(Op::Pairing, || (pairs(11, INPUTS), |(p, q): &(G1, G2)| pairing(*p, *q)));
    for (op, count) in Op::MULTI_PAIRING {
        rows.each(op, move || {
            let lists = (0..4).map(|i| pairs(100 + 2 * i, count)).collect();
            (lists, |pairs: &Vec<(G1, G2)>| pairing_batch(pairs))
        });
    }
}
