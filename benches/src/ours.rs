//! The rows of this workspace.
//!
//! They are generic over the parameters of the curve, so that both curves have the same rows. A row uses the public
//! interface as a program would.

use mcl_bn::{
    Bn, BnParams, Dst, G1, G1Affine, G1Bases, G2, G2Affine, G2Prepared, Gt, MillerLoopResult, ModP,
    ModR, fp254bnb, multi_miller_loop, multi_pairing, pairing, pairing_batch, snark1,
};
use mcl_elgamal::proofs::{Ballot, MclZeroOneProof, MembershipProof, verify_ballots};
use mcl_elgamal::{Ciphertext, DlpTable, PrivateKey};
use mcl_fp::{Backend, PrimeParams, force_backend, nlimbs};
use pairing::MultiMillerLoop;
use pairing::group::{Curve as _, Group};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sha2::Sha256;
use subtle::Choice;

use crate::evm;
use crate::row::{Curve, OURS, Op, Row, Rows, SCALAR};
use crate::seed;

/// Which backend our rows use: a certain one, or what detection finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackendChoice(Option<Backend>);

impl BackendChoice {
    /// The name of detection.
    pub const AUTO: &str = "auto";

    /// The names of all choices.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(Self::AUTO).chain(Backend::ALL.iter().map(|backend| backend.name()))
    }

    /// The choice of that name; detection if there is none.
    pub fn named(name: &str) -> Self {
        Self(Backend::ALL.into_iter().find(|backend| backend.name() == name))
    }

    /// Whether this is what detection finds, or the vector engine, which detection prefers.
    pub fn is_the_best(self) -> bool {
        matches!(self.0, None | Some(Backend::Ifma))
    }

    /// Makes all that this process measures from now on use the choice.
    pub fn apply(self) -> Result<(), String> {
        let Self(backend) = self;
        force_backend(backend).map_err(|error| error.to_string())
    }
}

/// Number of different inputs of a row.
const INPUTS: usize = 16;

/// Operations in a row of a batch.
const BATCH: usize = 64;

type Fp<C, const N: usize> = mcl_fp::Fp<ModP<C, N>, N>;
type Fr<C, const N: usize> = mcl_fp::Fp<ModR<C, N>, N>;
type Fp2<C, const N: usize> = mcl_tower::Fp2<ModP<C, N>, N>;
type Fp6<C, const N: usize> = mcl_tower::Fp6<Fp2<C, N>>;
type Fp12<C, const N: usize> = mcl_tower::Fp12<Fp2<C, N>>;

fn elements<P: PrimeParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<mcl_fp::Fp<P, N>> {
    let element = |bytes: [u8; seed::BYTES]| {
        mcl_fp::Fp::from_le_bytes(&bytes).expect("an integer below the modulus")
    };
    seed::integers(stream, count).into_iter().map(element).collect()
}

fn fps<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Fp<C, N>> {
    elements(stream, count)
}

fn fp2s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Fp2<C, N>> {
    fps::<C, N>(stream, 2 * count).chunks_exact(2).map(|c| Fp2::<C, N>::new(c[0], c[1])).collect()
}

fn fp6s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Fp6<C, N>> {
    let fp2s = fp2s::<C, N>(stream, 3 * count);
    fp2s.chunks_exact(3).map(|c| Fp6::<C, N>::new(c[0], c[1], c[2])).collect()
}

fn fp12s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Fp12<C, N>> {
    fp6s::<C, N>(stream, 2 * count).chunks_exact(2).map(|c| Fp12::<C, N>::new(c[0], c[1])).collect()
}

fn scalars<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Fr<C, N>> {
    elements(stream, count)
}

fn g1s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<G1<C, N>> {
    scalars::<C, N>(stream, count).iter().map(|k| G1::generator().mul_vartime(k)).collect()
}

fn g2s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<G2<C, N>> {
    scalars::<C, N>(stream, count).iter().map(|k| G2::generator().mul_vartime(k)).collect()
}

fn affine_g1s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<G1Affine<C, N>> {
    normalize(&g1s(stream, count))
}

fn affine_g2s<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<G2Affine<C, N>> {
    g2s(stream, count).iter().map(G2::to_affine).collect()
}

fn normalize<C: BnParams<N>, const N: usize>(points: &[G1<C, N>]) -> Vec<G1Affine<C, N>> {
    let mut affine = vec![G1Affine::identity(); points.len()];
    G1::batch_normalize(points, &mut affine);
    affine
}

/// Many different points, cheaply: `P`, `P + Q`, `P + 2Q`, ...
fn many_g1s<C: BnParams<N>, const N: usize>(count: usize) -> Vec<G1<C, N>> {
    let start = g1s(20, 2);
    let points = std::iter::successors(Some(start[0]), |point| Some(*point + start[1]));
    points.take(count).collect()
}

type Pair<C, const N: usize> = (G1Affine<C, N>, G2Affine<C, N>);
type PreparedPair<C, const N: usize> = (G1Affine<C, N>, G2Prepared<C, N>);

fn pairs<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Pair<C, N>> {
    zip(affine_g1s(stream, count), affine_g2s(stream + 1, count))
}

fn prepared_pairs<C: BnParams<N>, const N: usize>(
    stream: u64,
    count: usize,
) -> Vec<PreparedPair<C, N>> {
    pairs(stream, count).into_iter().map(|(p, q)| (p, G2Prepared::reusable(&q))).collect()
}

fn gts<C: BnParams<N>, const N: usize>(stream: u64, count: usize) -> Vec<Gt<C, N>> {
    pairs(stream, count).iter().map(|(p, q)| pairing(p, q)).collect()
}

/// The Miller loop of a pair that nothing has been computed of: its lines are used once.
fn miller_loop<C: BnParams<N>, const N: usize>((p, q): &Pair<C, N>) -> MillerLoopResult<C, N> {
    multi_miller_loop(&[(*p, *q)])
}

fn prepared_miller_loop<C: BnParams<N>, const N: usize>(
    (p, q): &PreparedPair<C, N>,
) -> MillerLoopResult<C, N> {
    Bn::multi_miller_loop(&[(p, q)])
}

fn zip<A, B>(a: Vec<A>, b: Vec<B>) -> Vec<(A, B)> {
    a.into_iter().zip(b).collect()
}

/// The first two of a list.
fn two<T: Copy>(list: &[T]) -> (T, T) {
    (list[0], list[1])
}

/// Our rows on a curve.
pub fn rows(curve: Curve) -> Vec<Row> {
    let mut rows = Rows::new(curve, OURS);
    match curve {
        Curve::Fp254BNb => all_rows::<fp254bnb::Params, { nlimbs(254) }>(&mut rows),
        Curve::Snark1 => {
            all_rows::<snark1::Params, { nlimbs(254) }>(&mut rows);
            evm::rows(&mut rows);
        }
    }
    rows.into_vec()
}

/// The same rows on the scalar backend that detection would choose if there were no vector engine.
pub fn scalar_rows(curve: Curve) -> Vec<Row> {
    rows(curve).into_iter().map(|row| row.within(SCALAR, on_scalar_backend)).collect()
}

fn on_scalar_backend(work: &mut dyn FnMut()) {
    let scalar = if Backend::Adx.is_available() { Backend::Adx } else { Backend::Portable };
    force_backend(Some(scalar)).expect("an available backend");
    work();
    force_backend(None).expect("detection is always available");
}

fn all_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    field_rows::<C, N>(rows);
    tower_rows::<C, N>(rows);
    g1_rows::<C, N>(rows);
    g2_rows::<C, N>(rows);
    gt_rows::<C, N>(rows);
    byte_rows::<C, N>(rows);
    batch_rows::<C, N>(rows);
    pairing_rows::<C, N>(rows);
    msm_rows::<C, N>(rows);
    elgamal_rows::<C, N>(rows);
}

fn field_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.chain(Op::FpAdd, || {
        let (x, y) = two(&fps(1, 2));
        (x, move |x: &mut Fp<C, N>| *x += &y)
    });
    rows.chain(Op::FpMul, || {
        let (x, y) = two(&fps(1, 2));
        (x, move |x: &mut Fp<C, N>| *x *= &y)
    });
    rows.chain(Op::FpSquare, || (fps(1, 1)[0], |x: &mut Fp<C, N>| *x = x.square()));
    rows.each(Op::FpInvert, || (fps(2, INPUTS), |x: &Fp<C, N>| x.invert()));
    rows.each(Op::FpInvertVartime, || (fps(2, INPUTS), |x: &Fp<C, N>| x.invert_vartime()));
    rows.chain(Op::FpBatchInvertN1024, || {
        (fps::<C, N>(2, 1024), |all: &mut Vec<Fp<C, N>>| mcl_fp::batch_invert(all))
    });
    rows.each(Op::FpSqrt, || {
        let squares = fps(2, INPUTS).iter().map(Fp::<C, N>::square).collect();
        (squares, |x: &Fp<C, N>| x.sqrt())
    });
}

fn tower_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.chain(Op::Fp2Mul, || {
        let (x, y) = two(&fp2s(3, 2));
        (x, move |x: &mut Fp2<C, N>| *x *= &y)
    });
    rows.chain(Op::Fp2Square, || (fp2s(3, 1)[0], |x: &mut Fp2<C, N>| *x = x.square()));
    rows.chain(Op::Fp6Mul, || {
        let (x, y) = two(&fp6s::<C, N>(3, 2));
        (x, move |x: &mut Fp6<C, N>| *x = *x * y)
    });
    rows.chain(Op::Fp12Mul, || {
        let (x, y) = two(&fp12s::<C, N>(4, 2));
        (x, move |x: &mut Fp12<C, N>| *x = *x * y)
    });
    rows.chain(Op::Fp12Square, || (fp12s::<C, N>(4, 1)[0], |x: &mut Fp12<C, N>| *x = x.square()));
    rows.chain(Op::Fp12CyclotomicSquare, || {
        (*gts::<C, N>(4, 1)[0].as_fp12(), |x: &mut Fp12<C, N>| *x = x.cyclotomic_square())
    });
    rows.each(Op::Fp12Invert, || (fp12s::<C, N>(4, INPUTS), |x: &Fp12<C, N>| x.invert_or_zero()));
}

fn g1_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.each(Op::G1Add, || {
        let inputs = zip(g1s(5, INPUTS), g1s(6, INPUTS));
        (inputs, |(p, q): &(G1<C, N>, G1<C, N>)| p + q)
    });
    rows.each(Op::G1AddMixed, || {
        let inputs = zip(g1s(5, INPUTS), affine_g1s(6, INPUTS));
        (inputs, |(p, q): &(G1<C, N>, G1Affine<C, N>)| p + q)
    });
    rows.each(Op::G1Double, || (g1s(5, INPUTS), G1::<C, N>::double));
    for (op, count) in [(Op::BatchNormalizeG1N256, 256), (Op::BatchNormalizeG1N1024, 1024)] {
        rows.each(op, move || {
            let mut affine = vec![G1Affine::identity(); count];
            let inputs = vec![many_g1s(count)];
            (inputs, move |points: &Vec<G1<C, N>>| G1::batch_normalize(points, &mut affine))
        });
    }
    rows.each(Op::G1Mul, || {
        let inputs = zip(affine_g1s(5, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(p, k): &(G1Affine<C, N>, Fr<C, N>)| p * k)
    });
    rows.each(Op::G1MulVartime, || {
        let inputs = zip(affine_g1s(5, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(p, k): &(G1Affine<C, N>, Fr<C, N>)| p.mul_vartime(k))
    });
}

fn g2_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.each(Op::G2Add, || {
        let inputs = zip(g2s(5, INPUTS), g2s(6, INPUTS));
        (inputs, |(p, q): &(G2<C, N>, G2<C, N>)| p + q)
    });
    rows.each(Op::G2Double, || (g2s(5, INPUTS), G2::<C, N>::double));
    rows.each(Op::G2Mul, || {
        let inputs = zip(affine_g2s(5, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(p, k): &(G2Affine<C, N>, Fr<C, N>)| p * k)
    });
    rows.each(Op::G2MulVartime, || {
        let inputs = zip(affine_g2s(5, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(p, k): &(G2Affine<C, N>, Fr<C, N>)| p.mul_vartime(k))
    });
    rows.each(Op::G2Check, || {
        (affine_g2s(10, INPUTS), |q: &G2Affine<C, N>| {
            assert!(bool::from(q.is_on_curve() & q.is_torsion_free()));
        })
    });
}

fn gt_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.each(Op::GtPow, || {
        let inputs = zip(gts(8, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(f, k): &(Gt<C, N>, Fr<C, N>)| f * k)
    });
    rows.each(Op::GtPowVartime, || {
        let inputs = zip(gts(8, INPUTS), scalars::<C, N>(7, INPUTS));
        (inputs, |(f, k): &(Gt<C, N>, Fr<C, N>)| f.pow_vartime(k))
    });
    rows.each(Op::GtCheck, || {
        let values = gts::<C, N>(8, INPUTS);
        (values.iter().map(|f| *f.as_fp12()).collect(), |f: &Fp12<C, N>| {
            Gt::<C, N>::from_fp12(f).expect("an element of Gt")
        })
    });
}

/// The inputs of the hash rows.
fn messages() -> Vec<[u8; seed::BYTES]> {
    seed::integers(9, INPUTS)
}

fn byte_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    const DST: Dst<'_> = Dst::new(b"mcl-bench").expect("not empty");
    rows.each(Op::HashToG1, || {
        (messages(), |message: &[u8; seed::BYTES]| {
            G1::<C, N>::hash_to_curve::<Sha256>(message, DST)
        })
    });
    rows.each(Op::HashToG2, || {
        (messages(), |message: &[u8; seed::BYTES]| {
            G2::<C, N>::hash_to_curve::<Sha256>(message, DST)
        })
    });
    rows.each(Op::HashAndMapToG1, || {
        (messages(), |message: &[u8; seed::BYTES]| G1::<C, N>::hash_and_map_mcl(message))
    });
    rows.each(Op::HashAndMapToG2, || {
        (messages(), |message: &[u8; seed::BYTES]| G2::<C, N>::hash_and_map_mcl(message))
    });
    rows.each(Op::G1Decode, || {
        let points = affine_g1s::<C, N>(10, INPUTS);
        (points.iter().map(G1Affine::to_compressed).collect(), |bytes: &C::G1Bytes| {
            G1Affine::<C, N>::from_compressed(bytes.as_ref()).expect("a valid encoding")
        })
    });
    rows.each(Op::G2Decode, || {
        let points = affine_g2s::<C, N>(10, INPUTS);
        (points.iter().map(G2Affine::to_compressed).collect(), |bytes: &C::G2Bytes| {
            G2Affine::<C, N>::from_compressed(bytes.as_ref()).expect("a valid encoding")
        })
    });
}

/// Many independent operations at once.
fn batch_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    const DST: Dst<'_> = Dst::new(b"mcl-bench").expect("not empty");
    rows.each(Op::G1MulBatch64, || {
        let inputs = vec![(affine_g1s(5, BATCH), scalars::<C, N>(7, BATCH))];
        (inputs, |(points, scalars): &(Vec<G1Affine<C, N>>, Vec<Fr<C, N>>)| {
            G1::mul_batch(points, scalars).expect("equal lengths")
        })
    });
    rows.each(Op::G2MulBatch64, || {
        let inputs = vec![(affine_g2s(5, BATCH), scalars::<C, N>(7, BATCH))];
        (inputs, |(points, scalars): &(Vec<G2Affine<C, N>>, Vec<Fr<C, N>>)| {
            G2::mul_batch(points, scalars).expect("equal lengths")
        })
    });
    rows.each(Op::HashToG1Batch64, || {
        (vec![seed::integers(9, BATCH)], |messages: &Vec<[u8; seed::BYTES]>| {
            G1::<C, N>::hash_to_curve_batch::<Sha256>(messages, DST)
        })
    });
    rows.each(Op::HashToG2Batch64, || {
        (vec![seed::integers(9, BATCH)], |messages: &Vec<[u8; seed::BYTES]>| {
            G2::<C, N>::hash_to_curve_batch::<Sha256>(messages, DST)
        })
    });
    rows.each(Op::HashAndMapToG1Batch64, || {
        (vec![seed::integers(9, BATCH)], |messages: &Vec<[u8; seed::BYTES]>| {
            G1::<C, N>::hash_and_map_mcl_batch(messages)
        })
    });
    rows.each(Op::HashAndMapToG2Batch64, || {
        (vec![seed::integers(9, BATCH)], |messages: &Vec<[u8; seed::BYTES]>| {
            G2::<C, N>::hash_and_map_mcl_batch(messages)
        })
    });
    rows.each(Op::G1DecodeBatch64, || {
        let points = affine_g1s::<C, N>(10, BATCH);
        let bytes = points.iter().flat_map(|p| p.to_compressed().as_ref().to_vec()).collect();
        (vec![bytes], |bytes: &Vec<u8>| {
            G1Affine::<C, N>::from_compressed_batch(bytes).expect("valid encodings")
        })
    });
    rows.each(Op::G2DecodeBatch64, || {
        let points = affine_g2s::<C, N>(10, BATCH);
        let bytes = points.iter().flat_map(|q| q.to_compressed().as_ref().to_vec()).collect();
        (vec![bytes], |bytes: &Vec<u8>| {
            G2Affine::<C, N>::from_compressed_batch(bytes).expect("valid encodings")
        })
    });
    rows.each(Op::G2CheckBatch64, || {
        (vec![affine_g2s(10, BATCH)], |points: &Vec<G2Affine<C, N>>| {
            assert!(points.iter().all(|q| q.is_on_curve().into()));
            G2Affine::is_torsion_free_batch(points)
        })
    });
}

fn pairing_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.each(Op::MillerLoop, || (pairs(11, INPUTS), miller_loop::<C, N>));
    rows.each(Op::MillerLoopPrepared, || {
        (prepared_pairs(11, INPUTS), prepared_miller_loop::<C, N>)
    });
    rows.each(Op::G2Prepare, || (affine_g2s(12, INPUTS), G2Prepared::<C, N>::reusable));
    rows.each(Op::FinalExponentiation, || {
        let values = pairs(11, INPUTS).iter().map(miller_loop).collect();
        (values, MillerLoopResult::<C, N>::final_exponentiation)
    });
    rows.each(Op::Pairing, || (pairs(11, INPUTS), |(p, q): &Pair<C, N>| pairing(p, q)));
    rows.each(Op::PairingPrepared, || {
        (prepared_pairs(11, INPUTS), |pair: &PreparedPair<C, N>| {
            prepared_miller_loop(pair).final_exponentiation()
        })
    });
    rows.each(Op::PairingBatch8, || {
        let lists = (0..4).map(|i| pairs(100 + 2 * i, 8)).collect();
        (lists, |pairs: &Vec<Pair<C, N>>| pairing_batch(pairs))
    });
    for (op, count) in Op::MULTI_PAIRING.into_iter().chain(Op::PAIRING_CURVE) {
        rows.each(op, move || {
            let lists = (0..4).map(|i| pairs(100 + 2 * i, count)).collect();
            (lists, |pairs: &Vec<Pair<C, N>>| multi_pairing(pairs))
        });
    }
}

fn elgamal_key<C: BnParams<N>, const N: usize>() -> PrivateKey<G1<C, N>> {
    PrivateKey::from_scalar(&scalars::<C, N>(40, 1)[0]).expect("the scalar is not zero")
}

/// A bit with its proof, bound to a number.
type CastBit<C, const N: usize> = (Ciphertext<G1<C, N>>, MembershipProof<G1<C, N>>, [u8; 8]);

fn elgamal_ballots<C: BnParams<N>, const N: usize>(count: u64) -> Vec<CastBit<C, N>> {
    let key = elgamal_key::<C, N>();
    let rng = &mut StdRng::seed_from_u64(41);
    let cast = |number: u64| {
        let (bit, context) = (Choice::from(number as u8 & 1), number.to_le_bytes());
        let (ciphertext, proof) = key.public_key().encrypt_bit(bit, &context, rng);
        (ciphertext, proof, context)
    };
    (0..count).map(cast).collect()
}

fn elgamal_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    rows.each(Op::ElgamalEncrypt, || {
        let key = elgamal_key::<C, N>();
        let inputs = scalars::<C, N>(42, INPUTS).into_iter().zip(-5i64..).collect();
        (inputs, move |(u, m): &(Fr<C, N>, i64)| key.public_key().encrypt_with(*m, u))
    });
    rows.each(Op::ElgamalEncryptBit, || {
        let key = elgamal_key::<C, N>();
        let mut rng = StdRng::seed_from_u64(43);
        (vec![0, 1], move |&bit: &u8| key.public_key().encrypt_bit(bit.into(), b"", &mut rng))
    });
    rows.each(Op::ElgamalVerify, || {
        let key = elgamal_key::<C, N>();
        let ballots = elgamal_ballots::<C, N>(INPUTS as u64);
        (ballots, move |(ciphertext, proof, context): &CastBit<C, N>| {
            assert!(proof.verify(key.public_key(), ciphertext, &[0, 1], context));
        })
    });
    rows.each(Op::ElgamalVerifyN1024, || {
        let key = elgamal_key::<C, N>();
        (vec![elgamal_ballots::<C, N>(1024)], move |ballots: &Vec<CastBit<C, N>>| {
            let ballots: Vec<_> = ballots
                .iter()
                .map(|(ciphertext, proof, context)| Ballot { ciphertext, proof, context })
                .collect();
            assert!(verify_ballots(key.public_key(), &[0, 1], &ballots));
        })
    });
    rows.each(Op::ElgamalMclVerify, || {
        let key = elgamal_key::<C, N>();
        let rng = &mut StdRng::seed_from_u64(44);
        let bits = (0..INPUTS).map(|i| Choice::from(i as u8 & 1));
        let ballots = bits.map(|bit| key.public_key().encrypt_bit_mcl(bit, rng)).collect();
        (ballots, move |(ciphertext, proof): &(_, MclZeroOneProof<_>)| {
            assert!(proof.verify(key.public_key(), ciphertext));
        })
    });
    rows.each(Op::ElgamalDecrypt, || {
        let key = elgamal_key::<C, N>();
        let range = -(1 << 32)..=1 << 32;
        let table = DlpTable::new(&G1::generator(), range).expect("the range is not empty");
        let rng = &mut StdRng::seed_from_u64(45);
        let mut input = || {
            let m = rng.random_range(-(1i64 << 32)..=1 << 32);
            (m, key.public_key().encrypt(m, rng))
        };
        let inputs = (0..INPUTS).map(|_| input()).collect();
        (inputs, move |(m, ciphertext): &(i64, _)| {
            assert_eq!(key.decrypt(ciphertext, &table), Ok(*m));
        })
    });
}

/// The terms of a sum in G1.
type Terms<C, const N: usize> = (Vec<G1Affine<C, N>>, Vec<Fr<C, N>>);

fn terms<C: BnParams<N>, const N: usize>(count: usize) -> Terms<C, N> {
    (normalize(&many_g1s(count)), scalars(21, count))
}

fn msm_rows<C: BnParams<N>, const N: usize>(rows: &mut Rows) {
    for (op, count) in Op::MSM.into_iter().chain(Op::MSM_CURVE) {
        rows.each(op, move || {
            (vec![terms(count)], |(points, scalars): &Terms<C, N>| {
                G1::msm_vartime(points, scalars).expect("lists of equal length")
            })
        });
    }
    rows.each(Op::MsmG1N65536Threads, || {
        let pool = rayon::ThreadPoolBuilder::new().build().expect("a pool of threads");
        (vec![terms(1 << 16)], move |(points, scalars): &Terms<C, N>| {
            let sum = || G1::par_msm_vartime(points, scalars).expect("lists of equal length");
            pool.install(sum)
        })
    });
    rows.each(Op::MsmG1N1024Bases, || {
        let (points, scalars) = terms::<C, N>(1024);
        let bases = G1Bases::new(&points, 8);
        (vec![scalars], move |scalars: &Vec<Fr<C, N>>| {
            bases.msm_vartime(scalars).expect("as many scalars as bases")
        })
    });
    rows.each(Op::MsmG2N1024, || {
        let mut points = vec![G2Affine::identity(); 1024];
        G2::batch_normalize(&g2s(20, 1024), &mut points);
        let inputs = vec![(points, scalars::<C, N>(21, 1024))];
        (inputs, |(points, scalars): &(Vec<G2Affine<C, N>>, Vec<Fr<C, N>>)| {
            G2::msm_vartime(points, scalars).expect("lists of equal length")
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_choice_of_its_own() {
        let choices: Vec<_> = BackendChoice::names().map(BackendChoice::named).collect();
        assert_eq!(choices[0], BackendChoice::default());
        assert_eq!(choices.len(), 1 + Backend::ALL.len());
        assert!(choices[1..].iter().all(|choice| *choice != BackendChoice::default()));
    }

    #[test]
    fn both_curves_have_a_row_for_all_that_is_implemented() {
        for curve in Curve::ALL {
            let ops: Vec<_> = rows(curve).iter().map(|row| row.op).collect();
            let on_curve = |op: &Op| curve == Curve::Snark1 || !op.is_of_alt_bn128();
            let all: Vec<_> = Op::ALL.iter().filter(|op| on_curve(op)).collect();
            let missing: Vec<_> = all.iter().filter(|op| !ops.contains(op)).collect();
            assert!(missing.is_empty(), "{missing:?}");
            assert_eq!(ops.len(), all.len(), "no operation twice");
        }
    }

    #[test]
    fn every_row_runs() {
        for row in Curve::ALL.into_iter().flat_map(rows).filter(|row| !row.op.is_long()) {
            println!("{} {}", row.curve, row.op);
            row.prepare()(2);
        }
    }

    /// The prepared and the plain way are rows of the same operation.
    #[test]
    fn all_ways_to_a_pairing_agree() {
        const N: usize = nlimbs(254);
        let pair = &pairs::<snark1::Params, N>(11, 1)[0];
        let expected = pairing(&pair.0, &pair.1);
        let prepared = &prepared_pairs(11, 1)[0];
        assert_eq!(miller_loop(pair).final_exponentiation(), expected);
        assert_eq!(prepared_miller_loop(prepared).final_exponentiation(), expected);
        assert_eq!(multi_pairing(&[*pair]), expected);
    }
}
