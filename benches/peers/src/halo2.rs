//! halo2curves, module `bn256`.
//!
//! Its scalar multiplications and powers select instead of branching, so they stand beside both kinds of ours. It
//! prepares no G2 points. Three rows are missing for a reason: decoding does not check the subgroup of G2, and the
//! endomorphism test and the hash to G2 of version 0.10 print every bit of the curve parameter to standard output.

use halo2curves::CurveExt;
use halo2curves::bn256::{
    Bn256, Fq, Fq2, Fq6, Fq12, Fr, G1, G1Affine, G2, G2Affine, Gt, multi_miller_loop,
};
use halo2curves::ff::{Field, PrimeField};
use halo2curves::group::{Curve as _, Group, GroupEncoding};
use halo2curves::msm::msm_best;
use halo2curves::pairing::{Engine, MillerLoopResult};
use mcl_bench::row::{Curve, Op, Row, Rows};
use mcl_bench::seed;

/// The name of the crate.
pub(crate) const NAME: &str = "halo2curves";

/// Number of different inputs of a row.
const INPUTS: usize = 16;

fn from_integers<F: PrimeField<Repr: From<[u8; seed::BYTES]>>>(
    stream: u64,
    count: usize,
) -> Vec<F> {
    let element = |bytes: [u8; seed::BYTES]| F::from_repr(bytes.into()).expect("below the modulus");
    seed::integers(stream, count).into_iter().map(element).collect()
}

fn fqs(stream: u64, count: usize) -> Vec<Fq> {
    from_integers(stream, count)
}

fn fq2s(stream: u64, count: usize) -> Vec<Fq2> {
    fqs(stream, 2 * count).chunks_exact(2).map(|c| Fq2::new(c[0], c[1])).collect()
}

fn fq6s(stream: u64, count: usize) -> Vec<Fq6> {
    fq2s(stream, 3 * count).chunks_exact(3).map(|c| Fq6::new(c[0], c[1], c[2])).collect()
}

fn fq12s(stream: u64, count: usize) -> Vec<Fq12> {
    fq6s(stream, 2 * count).chunks_exact(2).map(|c| Fq12::new(c[0], c[1])).collect()
}

fn scalars(stream: u64, count: usize) -> Vec<Fr> {
    from_integers(stream, count)
}

fn g1_projective(stream: u64, count: usize) -> Vec<G1> {
    scalars(stream, count).into_iter().map(|s| G1::generator() * s).collect()
}

fn g2_projective(stream: u64, count: usize) -> Vec<G2> {
    scalars(stream, count).into_iter().map(|s| G2::generator() * s).collect()
}

fn g1_affine(stream: u64, count: usize) -> Vec<G1Affine> {
    normalize(&g1_projective(stream, count))
}

fn g2_affine(stream: u64, count: usize) -> Vec<G2Affine> {
    g2_projective(stream, count).iter().map(G2::to_affine).collect()
}

fn normalize(points: &[G1]) -> Vec<G1Affine> {
    let mut affine = vec![G1Affine::default(); points.len()];
    G1::batch_normalize(points, &mut affine);
    affine
}

/// Many different points, cheaply: `P`, `P + Q`, `P + 2Q`, ...
fn many_g1(count: usize) -> Vec<G1> {
    let start = g1_projective(20, 2);
    let points = std::iter::successors(Some(start[0]), |point| Some(point + start[1]));
    points.take(count).collect()
}

fn pairs(stream: u64, count: usize) -> Vec<(G1Affine, G2Affine)> {
    zip(g1_affine(stream, count), g2_affine(stream + 1, count))
}

fn zip<A, B>(a: Vec<A>, b: Vec<B>) -> Vec<(A, B)> {
    a.into_iter().zip(b).collect()
}

/// The first two of a list.
fn two<T: Copy>(list: &[T]) -> (T, T) {
    (list[0], list[1])
}

/// The rows of halo2curves.
pub(crate) fn rows(curve: Curve) -> Vec<Row> {
    if curve != Curve::Snark1 {
        return Vec::new();
    }
    let mut rows = Rows::new(curve, NAME);
    field_rows(&mut rows);
    group_rows(&mut rows);
    byte_rows(&mut rows);
    pairing_rows(&mut rows);
    msm_rows(&mut rows);
    rows.into_vec()
}

fn field_rows(rows: &mut Rows) {
    rows.chain(Op::FpAdd, || {
        let (x, y) = two(&fqs(1, 2));
        (x, move |x: &mut Fq| *x += &y)
    });
    rows.chain(Op::FpMul, || {
        let (x, y) = two(&fqs(1, 2));
        (x, move |x: &mut Fq| *x *= &y)
    });
    rows.chain(Op::FpSquare, || (fqs(1, 1)[0], |x: &mut Fq| *x = x.square()));
    for op in [Op::FpInvert, Op::FpInvertVartime] {
        rows.each(op, || (fqs(2, INPUTS), |x: &Fq| x.invert()));
    }
    rows.each(Op::FpSqrt, || {
        let squares = fqs(2, INPUTS).iter().map(|x| x.square()).collect();
        (squares, |x: &Fq| x.sqrt())
    });
    rows.chain(Op::Fp2Mul, || {
        let (x, y) = two(&fq2s(3, 2));
        (x, move |x: &mut Fq2| x.mul_assign(&y))
    });
    rows.chain(Op::Fp2Square, || (fq2s(3, 1)[0], |x: &mut Fq2| x.square_assign()));
    rows.chain(Op::Fp6Mul, || {
        let (x, y) = two(&fq6s(3, 2));
        (x, move |x: &mut Fq6| x.mul_assign(&y))
    });
    rows.chain(Op::Fp12Mul, || {
        let (x, y) = two(&fq12s(4, 2));
        (x, move |x: &mut Fq12| x.mul_assign(&y))
    });
    rows.chain(Op::Fp12Square, || (fq12s(4, 1)[0], |x: &mut Fq12| x.square_assign()));
    // The time does not depend on the value being in the subgroup.
    rows.chain(Op::Fp12CyclotomicSquare, || (fq12s(4, 1)[0], Fq12::cyclotomic_square));
    rows.each(Op::Fp12Invert, || (fq12s(4, INPUTS), |x: &Fq12| x.invert()));
}

fn group_rows(rows: &mut Rows) {
    rows.each(Op::G1Add, || {
        let inputs = zip(g1_projective(5, INPUTS), g1_projective(6, INPUTS));
        (inputs, |(p, q): &(G1, G1)| p + q)
    });
    rows.each(Op::G1AddMixed, || {
        let inputs = zip(g1_projective(5, INPUTS), g1_affine(6, INPUTS));
        (inputs, |(p, q): &(G1, G1Affine)| p + q)
    });
    rows.each(Op::G1Double, || (g1_projective(5, INPUTS), G1::double));
    rows.each(Op::BatchNormalizeG1N256, || {
        let mut affine = vec![G1Affine::default(); 256];
        (vec![many_g1(256)], move |points: &Vec<G1>| G1::batch_normalize(points, &mut affine))
    });
    for op in [Op::G1Mul, Op::G1MulVartime] {
        rows.each(op, || {
            let inputs = zip(g1_affine(5, INPUTS), scalars(7, INPUTS));
            (inputs, |(p, s): &(G1Affine, Fr)| p * s)
        });
    }
    rows.each(Op::G2Add, || {
        let inputs = zip(g2_projective(5, INPUTS), g2_projective(6, INPUTS));
        (inputs, |(p, q): &(G2, G2)| p + q)
    });
    rows.each(Op::G2Double, || (g2_projective(5, INPUTS), G2::double));
    for op in [Op::G2Mul, Op::G2MulVartime] {
        rows.each(op, || {
            let inputs = zip(g2_affine(5, INPUTS), scalars(7, INPUTS));
            (inputs, |(p, s): &(G2Affine, Fr)| p * s)
        });
    }
    for op in [Op::GtPow, Op::GtPowVartime] {
        rows.each(op, || {
            let values = pairs(8, INPUTS).iter().map(|(p, q)| Bn256::pairing(p, q)).collect();
            (zip(values, scalars(7, INPUTS)), |(f, s): &(Gt, Fr)| f * s)
        });
    }
}

fn byte_rows(rows: &mut Rows) {
    rows.each(Op::HashToG1, || {
        let hash = G1::hash_to_curve("mcl-bench");
        (seed::integers(9, INPUTS), move |message: &[u8; seed::BYTES]| hash(message))
    });
    rows.each(Op::G1Decode, || {
        let encodings: Vec<_> = g1_affine(10, INPUTS).iter().map(G1Affine::to_bytes).collect();
        (encodings, |bytes: &<G1Affine as GroupEncoding>::Repr| {
            G1Affine::from_bytes(bytes).expect("a valid encoding")
        })
    });
}

fn pairing_rows(rows: &mut Rows) {
    rows.each(Op::MillerLoop, || {
        (pairs(11, INPUTS), |(p, q): &(G1Affine, G2Affine)| multi_miller_loop(&[(p, q)]))
    });
    rows.each(Op::FinalExponentiation, || {
        let values = pairs(11, INPUTS).iter().map(|(p, q)| multi_miller_loop(&[(p, q)])).collect();
        (values, Fq12::final_exponentiation)
    });
    rows.each(Op::Pairing, || {
        (pairs(11, INPUTS), |(p, q): &(G1Affine, G2Affine)| Bn256::pairing(p, q))
    });
    for (op, count) in Op::MULTI_PAIRING {
        rows.each(op, move || {
            let lists = (0..4).map(|i| pairs(100 + 2 * i, count)).collect();
            (lists, |pairs: &Vec<(G1Affine, G2Affine)>| {
                let terms: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
                multi_miller_loop(&terms).final_exponentiation()
            })
        });
    }
}

fn msm_rows(rows: &mut Rows) {
    for (op, count) in Op::MSM {
        rows.each(op, move || {
            let inputs = vec![(normalize(&many_g1(count)), scalars(21, count))];
            (inputs, |(points, scalars): &(Vec<G1Affine>, Vec<Fr>)| msm_best(scalars, points))
        });
    }
}
