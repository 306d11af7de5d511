//! arkworks: `ark-bn254` with `ark-ec` and `ark-ff`.
//!
//! Of several ways to the same result the fastest is taken: G1 is multiplied in projective form, which has the
//! endomorphism, and G2 in affine form, which has mixed additions. A Miller loop consumes the prepared point, so that
//! the prepared rows include a copy of it.

use ark_bn254::{Bn254, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::bn::G2Prepared;
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::{CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, PrimeField};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Valid};
use mcl_bench::row::{Curve, Op, Row, Rows};
use mcl_bench::seed;

/// Whether the assembly of ark-ff is compiled in: it asks for both extensions at compile time.
const HAS_ASM: bool = cfg!(all(
    feature = "ark-asm",
    target_arch = "x86_64",
    target_feature = "adx",
    target_feature = "bmi2"
));

/// The name of the crate, marked when it lacks its assembly.
pub(crate) const NAME: &str = if HAS_ASM { "ark-bn254" } else { "ark-bn254-noasm" };

/// Number of different inputs of a row.
const INPUTS: usize = 16;

type Prepared = G2Prepared<ark_bn254::Config>;

fn fqs(stream: u64, count: usize) -> Vec<Fq> {
    let integers = seed::integers(stream, count);
    integers.iter().map(|bytes| Fq::from_le_bytes_mod_order(bytes)).collect()
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
    let integers = seed::integers(stream, count);
    integers.iter().map(|bytes| Fr::from_le_bytes_mod_order(bytes)).collect()
}

fn g1_projective(stream: u64, count: usize) -> Vec<G1Projective> {
    scalars(stream, count).into_iter().map(|s| G1Projective::generator() * s).collect()
}

fn g2_projective(stream: u64, count: usize) -> Vec<G2Projective> {
    scalars(stream, count).into_iter().map(|s| G2Projective::generator() * s).collect()
}

fn g1_affine(stream: u64, count: usize) -> Vec<G1Affine> {
    G1Projective::normalize_batch(&g1_projective(stream, count))
}

fn g2_affine(stream: u64, count: usize) -> Vec<G2Affine> {
    G2Projective::normalize_batch(&g2_projective(stream, count))
}

/// Many different points, cheaply: `P`, `P + Q`, `P + 2Q`, ...
fn many_g1(count: usize) -> Vec<G1Projective> {
    let start = g1_projective(20, 2);
    let points = std::iter::successors(Some(start[0]), |point| Some(*point + start[1]));
    points.take(count).collect()
}

fn pairs(stream: u64, count: usize) -> Vec<(G1Affine, G2Affine)> {
    zip(g1_affine(stream, count), g2_affine(stream + 1, count))
}

fn gts(stream: u64, count: usize) -> Vec<PairingOutput<Bn254>> {
    pairs(stream, count).into_iter().map(|(p, q)| Bn254::pairing(p, q)).collect()
}

fn zip<A, B>(a: Vec<A>, b: Vec<B>) -> Vec<(A, B)> {
    a.into_iter().zip(b).collect()
}

/// The first two of a list.
fn two<T: Copy>(list: &[T]) -> (T, T) {
    (list[0], list[1])
}

/// The rows of arkworks.
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
    crate::evm::ark_rows(&mut rows);
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
    rows.chain(Op::FpSquare, || {
        (fqs(1, 1)[0], |x: &mut Fq| {
            x.square_in_place();
        })
    });
    for op in [Op::FpInvert, Op::FpInvertVartime] {
        rows.each(op, || (fqs(2, INPUTS), Fq::inverse));
    }
    rows.each(Op::FpSqrt, || {
        let squares = fqs(2, INPUTS).iter().map(Fq::square).collect();
        (squares, |x: &Fq| x.sqrt())
    });
    rows.chain(Op::Fp2Mul, || {
        let (x, y) = two(&fq2s(3, 2));
        (x, move |x: &mut Fq2| *x *= &y)
    });
    rows.chain(Op::Fp2Square, || {
        (fq2s(3, 1)[0], |x: &mut Fq2| {
            x.square_in_place();
        })
    });
    rows.chain(Op::Fp6Mul, || {
        let (x, y) = two(&fq6s(3, 2));
        (x, move |x: &mut Fq6| *x *= &y)
    });
    rows.chain(Op::Fp12Mul, || {
        let (x, y) = two(&fq12s(4, 2));
        (x, move |x: &mut Fq12| *x *= &y)
    });
    rows.chain(Op::Fp12Square, || {
        (fq12s(4, 1)[0], |x: &mut Fq12| {
            x.square_in_place();
        })
    });
    rows.chain(Op::Fp12CyclotomicSquare, || {
        (gts(4, 1)[0].0, |x: &mut Fq12| {
            x.cyclotomic_square_in_place();
        })
    });
    rows.each(Op::Fp12Invert, || (fq12s(4, INPUTS), Fq12::inverse));
}

fn group_rows(rows: &mut Rows) {
    rows.each(Op::G1Add, || {
        let inputs = zip(g1_projective(5, INPUTS), g1_projective(6, INPUTS));
        (inputs, |(p, q): &(G1Projective, G1Projective)| *p + q)
    });
    rows.each(Op::G1AddMixed, || {
        let inputs = zip(g1_projective(5, INPUTS), g1_affine(6, INPUTS));
        (inputs, |(p, q): &(G1Projective, G1Affine)| *p + q)
    });
    rows.each(Op::G1Double, || (g1_projective(5, INPUTS), G1Projective::double));
    rows.each(Op::BatchNormalizeG1N256, || {
        (vec![many_g1(256)], |points: &Vec<G1Projective>| G1Projective::normalize_batch(points))
    });
    rows.each(Op::G1MulVartime, || {
        let points = g1_affine(5, INPUTS).into_iter().map(G1Projective::from).collect();
        (zip(points, scalars(7, INPUTS)), |(p, s): &(G1Projective, Fr)| *p * s)
    });
    rows.each(Op::G2Add, || {
        let inputs = zip(g2_projective(5, INPUTS), g2_projective(6, INPUTS));
        (inputs, |(p, q): &(G2Projective, G2Projective)| *p + q)
    });
    rows.each(Op::G2Double, || (g2_projective(5, INPUTS), G2Projective::double));
    rows.each(Op::G2MulVartime, || {
        let inputs = zip(g2_affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, |(p, s): &(G2Affine, Fr)| *p * s)
    });
    rows.each(Op::GtPowVartime, || {
        let inputs = zip(gts(8, INPUTS), scalars(7, INPUTS));
        (inputs, |(f, s): &(PairingOutput<Bn254>, Fr)| *f * s)
    });
}

fn byte_rows(rows: &mut Rows) {
    rows.each(Op::G1Decode, || {
        let encodings = g1_affine(10, INPUTS).iter().map(encode).collect();
        (encodings, |bytes: &Vec<u8>| {
            G1Affine::deserialize_compressed(bytes.as_slice()).expect("a valid encoding")
        })
    });
    rows.each(Op::G2Decode, || {
        let encodings = g2_affine(10, INPUTS).iter().map(encode).collect();
        (encodings, |bytes: &Vec<u8>| {
            G2Affine::deserialize_compressed(bytes.as_slice()).expect("a valid encoding")
        })
    });
    rows.each(Op::G2Check, || {
        (g2_affine(10, INPUTS), |q: &G2Affine| {
            assert!(q.is_on_curve() && q.is_in_correct_subgroup_assuming_on_curve());
        })
    });
    rows.each(Op::GtCheck, || {
        (gts(8, INPUTS), |f: &PairingOutput<Bn254>| f.check().expect("an element of Gt"))
    });
}

fn encode(point: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    point.serialize_compressed(&mut bytes).expect("a vector takes all bytes");
    bytes
}

fn pairing_rows(rows: &mut Rows) {
    rows.each(Op::MillerLoop, || {
        (pairs(11, INPUTS), |(p, q): &(G1Affine, G2Affine)| Bn254::miller_loop(p, q))
    });
    rows.each(Op::MillerLoopPrepared, || {
        (prepared_pairs(11), |(p, q): &(G1Affine, Prepared)| Bn254::miller_loop(p, q.clone()))
    });
    rows.each(Op::G2Prepare, || (g2_affine(12, INPUTS), |q: &G2Affine| Prepared::from(q)));
    rows.each(Op::FinalExponentiation, || {
        let value = |(p, q): (G1Affine, G2Affine)| Bn254::miller_loop(p, q).0;
        let values: Vec<Fq12> = pairs(11, INPUTS).into_iter().map(value).collect();
        (values, |f: &Fq12| Bn254::final_exponentiation(MillerLoopOutput(*f)))
    });
    rows.each(Op::Pairing, || {
        (pairs(11, INPUTS), |(p, q): &(G1Affine, G2Affine)| Bn254::pairing(p, q))
    });
    rows.each(Op::PairingPrepared, || {
        (prepared_pairs(11), |(p, q): &(G1Affine, Prepared)| Bn254::pairing(p, q.clone()))
    });
    for (op, count) in Op::MULTI_PAIRING {
        rows.each(op, move || {
            let lists = |i: usize| {
                let stream = 100 + 2 * i as u64;
                (g1_affine(stream, count), g2_affine(stream + 1, count))
            };
            let inputs = (0..4).map(lists).collect();
            (inputs, |(p, q): &(Vec<G1Affine>, Vec<G2Affine>)| Bn254::multi_pairing(p, q))
        });
    }
}

fn prepared_pairs(stream: u64) -> Vec<(G1Affine, Prepared)> {
    pairs(stream, INPUTS).into_iter().map(|(p, q)| (p, Prepared::from(q))).collect()
}

fn msm_rows(rows: &mut Rows) {
    for (op, count) in Op::MSM {
        rows.each(op, move || {
            let inputs = vec![(G1Projective::normalize_batch(&many_g1(count)), scalars(21, count))];
            (inputs, |(points, scalars): &(Vec<G1Affine>, Vec<Fr>)| {
                G1Projective::msm(points, scalars).expect("lists of equal length")
            })
        });
    }
}
