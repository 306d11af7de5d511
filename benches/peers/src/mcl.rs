//! mcl, the C++ library, through `mcl_rust` and, where that lacks a function, through mcl's C interface.
//!
//! Results are written in place or to a variable that is set aside beforehand, as a C or C++ program would do. The C
//! interface has no general product in Fp6 and no cyclotomic square.

use std::sync::OnceLock;

use mcl_bench::row::{Curve, Op, Row, Rows};
use mcl_bench::seed;
use mcl_rust::{CurveType, Fp, Fp2, Fr, G1, G2, GT};

/// The name of the crate.
pub(crate) const NAME: &str = "mcl_rust";

/// Number of different inputs of a row.
const INPUTS: usize = 16;

/// Declarations from `mcl/bn.h` that `mcl_rust` keeps to itself or does not have.
#[allow(unsafe_code)]
mod ffi {
    use super::*;

    // SAFETY: the signatures are those of `mcl/bn.h` for the build of mcl_rust (MCL_FP_BIT 384, MCL_FR_BIT 256), whose
    // structures mcl_rust declares `repr(C)`. A reference has the layout of the pointer that C expects, is valid for the
    // whole structure, and the functions keep no pointer. They allow the result to be one of the operands. All of them
    // are pure after `mclBn_init`, which `init` calls before any row is prepared.
    unsafe extern "C" {
        pub(super) safe fn mclBnG1_mulCT(z: &mut G1, x: &G1, y: &Fr);
        pub(super) safe fn mclBnG2_mulCT(z: &mut G2, x: &G2, y: &Fr);
        pub(super) safe fn mclBnGT_invGeneric(y: &mut GT, x: &GT);
        pub(super) safe fn mclBnG2_isValid(x: &G2) -> i32;
        pub(super) safe fn mclBnGT_isValid(x: &GT) -> i32;
        pub(super) safe fn mclBn_getUint64NumToPrecompute() -> i32;

        fn mclBnFp_sqr(y: *mut Fp, x: *const Fp);
        fn mclBnFp2_sqr(y: *mut Fp2, x: *const Fp2);
        fn mclBnGT_sqr(y: *mut GT, x: *const GT);
        fn mclBnG1_normalizeVec(y: *mut G1, x: *const G1, n: usize);
        fn mclBnG1_mulVec(z: *mut G1, x: *mut G1, y: *const Fr, n: usize);
        fn mclBn_millerLoopVec(z: *mut GT, x: *const G1, y: *const G2, n: usize);
        fn mclBn_precomputeG2(buffer: *mut u64, q: *const G2);
        fn mclBn_precomputedMillerLoop(f: *mut GT, p: *const G1, buffer: *const u64);
    }

    /// Defines squaring in place.
    macro_rules! square_in_place {
        ($($name:ident $type:ty, $function:ident;)+) => {$(
            #[inline]
            pub(super) fn $name(x: &mut $type) {
                let x: *mut $type = x;
                // SAFETY: `x` is valid; the result may be the operand.
                unsafe { $function(x, x) }
            }
        )+};
    }
    square_in_place! {
        fp_square Fp, mclBnFp_sqr;
        fp2_square Fp2, mclBnFp2_sqr;
        fp12_square GT, mclBnGT_sqr;
    }

    /// Normalises `points` into `normal`.
    pub(super) fn normalize_all(normal: &mut [G1], points: &[G1]) {
        assert_eq!(normal.len(), points.len());
        // SAFETY: both slices have the given length.
        unsafe { mclBnG1_normalizeVec(normal.as_mut_ptr(), points.as_ptr(), points.len()) }
    }

    /// The sum of `scalars[i] * points[i]`. The points may be normalised on the way.
    pub(super) fn msm(z: &mut G1, points: &mut [G1], scalars: &[Fr]) {
        assert_eq!(points.len(), scalars.len());
        // SAFETY: both slices have the given length.
        unsafe { mclBnG1_mulVec(z, points.as_mut_ptr(), scalars.as_ptr(), points.len()) }
    }

    /// The product of the Miller loops of all pairs.
    pub(super) fn multi_miller_loop(z: &mut GT, p: &[G1], q: &[G2]) {
        assert_eq!(p.len(), q.len());
        // SAFETY: both slices have the given length.
        unsafe { mclBn_millerLoopVec(z, p.as_ptr(), q.as_ptr(), p.len()) }
    }

    /// A G2 point with its lines.
    pub(super) struct Prepared(Vec<u64>);

    impl Prepared {
        /// Sets memory aside.
        pub(super) fn new() -> Self {
            let words = usize::try_from(mclBn_getUint64NumToPrecompute());
            Self(vec![0; words.expect("a size is not negative")])
        }

        /// Computes the lines of `q`.
        pub(super) fn prepare(&mut self, q: &G2) {
            // SAFETY: the buffer has as many words as mcl asks for.
            unsafe { mclBn_precomputeG2(self.0.as_mut_ptr(), q) }
        }

        /// The Miller loop with `p`.
        pub(super) fn miller_loop(&self, z: &mut GT, p: &G1) {
            // SAFETY: the buffer has as many words as mcl asks for; unset words are zero and hence values.
            unsafe { mclBn_precomputedMillerLoop(z, p, self.0.as_ptr()) }
        }
    }
}

/// Sets the library up for `curve`; a process can do so for one curve only.
fn init(curve: Curve) {
    static CURVE: OnceLock<Curve> = OnceLock::new();
    let chosen = CURVE.get_or_init(|| {
        let curve_type = match curve {
            Curve::Fp254BNb => CurveType::BN254,
            Curve::Snark1 => CurveType::SNARK,
        };
        assert!(mcl_rust::init(curve_type), "mcl knows the curve");
        curve
    });
    assert_eq!(*chosen, curve, "mcl serves one curve a process");
}

fn fps(stream: u64, count: usize) -> Vec<Fp> {
    let fp = |bytes: &[u8; seed::BYTES]| {
        let mut x = Fp::zero();
        assert!(x.set_little_endian(bytes), "an element fits");
        x
    };
    seed::integers(stream, count).iter().map(fp).collect()
}

fn fp2s(stream: u64, count: usize) -> Vec<Fp2> {
    let fps = fps(stream, 2 * count);
    fps.chunks_exact(2).map(|c| Fp2 { d: [c[0].clone(), c[1].clone()] }).collect()
}

fn scalars(stream: u64, count: usize) -> Vec<Fr> {
    let scalar = |bytes: &[u8; seed::BYTES]| {
        let mut x = Fr::zero();
        assert!(x.set_little_endian(bytes), "a scalar fits");
        x
    };
    seed::integers(stream, count).iter().map(scalar).collect()
}

/// Defines lists of points, normalised and not.
macro_rules! points {
    ($projective:ident, $affine:ident, $group:ty) => {
        fn $projective(stream: u64, count: usize) -> Vec<$group> {
            let mut base = <$group>::zero();
            assert!(base.set_hash_of(b"base point"), "every message has a hash");
            let multiple = |scalar: Fr| {
                let mut point = <$group>::zero();
                <$group>::mul(&mut point, &base, &scalar);
                point
            };
            scalars(stream, count).into_iter().map(multiple).collect()
        }

        fn $affine(stream: u64, count: usize) -> Vec<$group> {
            let normal = |point: $group| {
                let mut normal = <$group>::zero();
                <$group>::normalize(&mut normal, &point);
                normal
            };
            $projective(stream, count).into_iter().map(normal).collect()
        }
    };
}
points!(g1_projective, g1_affine, G1);
points!(g2_projective, g2_affine, G2);

/// Many different points, cheaply: `P`, `P + Q`, `P + 2Q`, ...
fn many_g1(count: usize) -> Vec<G1> {
    let start = g1_projective(20, 2);
    let points = std::iter::successors(Some(start[0].clone()), |point| Some(point + &start[1]));
    points.take(count).collect()
}

fn normalize(points: &[G1]) -> Vec<G1> {
    let mut normal = vec![G1::zero(); points.len()];
    ffi::normalize_all(&mut normal, points);
    normal
}

fn pairs(stream: u64, count: usize) -> Vec<(G1, G2)> {
    zip(g1_affine(stream, count), g2_affine(stream + 1, count))
}

fn gts(stream: u64, count: usize) -> Vec<GT> {
    let pairing = |(p, q): (G1, G2)| {
        let mut f = GT::zero();
        mcl_rust::pairing(&mut f, &p, &q);
        f
    };
    pairs(stream, count).into_iter().map(pairing).collect()
}

fn miller_values(stream: u64, count: usize) -> Vec<GT> {
    let value = |(p, q): (G1, G2)| {
        let mut f = GT::zero();
        mcl_rust::miller_loop(&mut f, &p, &q);
        f
    };
    pairs(stream, count).into_iter().map(value).collect()
}

fn zip<A, B>(a: Vec<A>, b: Vec<B>) -> Vec<(A, B)> {
    a.into_iter().zip(b).collect()
}

/// The first two of a list.
fn two<T: Clone>(list: Vec<T>) -> (T, T) {
    (list[0].clone(), list[1].clone())
}

/// The rows of mcl.
pub(crate) fn rows(curve: Curve) -> Vec<Row> {
    let mut rows = Rows::with_set_up(curve, NAME, init);
    field_rows(&mut rows);
    group_rows(&mut rows);
    byte_rows(&mut rows);
    batch_rows(&mut rows);
    pairing_rows(&mut rows);
    msm_rows(&mut rows);
    rows.into_vec()
}

fn field_rows(rows: &mut Rows) {
    rows.chain(Op::FpAdd, || {
        let (x, y) = two(fps(1, 2));
        (x, move |x: &mut Fp| *x += &y)
    });
    rows.chain(Op::FpMul, || {
        let (x, y) = two(fps(1, 2));
        (x, move |x: &mut Fp| *x *= &y)
    });
    rows.chain(Op::FpSquare, || (fps(1, 1).remove(0), ffi::fp_square));
    for op in [Op::FpInvert, Op::FpInvertVartime] {
        rows.each(op, || {
            let mut inverse = Fp::zero();
            (fps(2, INPUTS), move |x: &Fp| Fp::inv(&mut inverse, x))
        });
    }
    rows.each(Op::FpSqrt, || {
        let mut squares = fps(2, INPUTS);
        squares.iter_mut().for_each(ffi::fp_square);
        let mut root = Fp::zero();
        (squares, move |x: &Fp| Fp::square_root(&mut root, x))
    });
    rows.chain(Op::Fp2Mul, || {
        let (x, y) = two(fp2s(3, 2));
        (x, move |x: &mut Fp2| *x *= &y)
    });
    rows.chain(Op::Fp2Square, || (fp2s(3, 1).remove(0), ffi::fp2_square));
    rows.chain(Op::Fp12Mul, || {
        let (x, y) = two(miller_values(4, 2));
        (x, move |x: &mut GT| *x *= &y)
    });
    rows.chain(Op::Fp12Square, || (miller_values(4, 1).remove(0), ffi::fp12_square));
    rows.each(Op::Fp12Invert, || {
        let mut inverse = GT::zero();
        (miller_values(4, INPUTS), move |x: &GT| ffi::mclBnGT_invGeneric(&mut inverse, x))
    });
}

fn group_rows(rows: &mut Rows) {
    rows.each(Op::G1Add, || {
        let mut sum = G1::zero();
        let inputs = zip(g1_projective(5, INPUTS), g1_projective(6, INPUTS));
        (inputs, move |(p, q): &(G1, G1)| G1::add(&mut sum, p, q))
    });
    rows.each(Op::G1AddMixed, || {
        let mut sum = G1::zero();
        let inputs = zip(g1_projective(5, INPUTS), g1_affine(6, INPUTS));
        (inputs, move |(p, q): &(G1, G1)| G1::add(&mut sum, p, q))
    });
    rows.each(Op::G1Double, || {
        let mut double = G1::zero();
        (g1_projective(5, INPUTS), move |p: &G1| G1::dbl(&mut double, p))
    });
    rows.each(Op::BatchNormalizeG1N256, || {
        let mut normal = vec![G1::zero(); 256];
        (vec![many_g1(256)], move |points: &Vec<G1>| ffi::normalize_all(&mut normal, points))
    });
    rows.each(Op::G1Mul, || {
        let mut product = G1::zero();
        let inputs = zip(g1_affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, move |(p, s): &(G1, Fr)| ffi::mclBnG1_mulCT(&mut product, p, s))
    });
    rows.each(Op::G1MulVartime, || {
        let mut product = G1::zero();
        let inputs = zip(g1_affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, move |(p, s): &(G1, Fr)| G1::mul(&mut product, p, s))
    });
    rows.each(Op::G2Add, || {
        let mut sum = G2::zero();
        let inputs = zip(g2_projective(5, INPUTS), g2_projective(6, INPUTS));
        (inputs, move |(p, q): &(G2, G2)| G2::add(&mut sum, p, q))
    });
    rows.each(Op::G2Double, || {
        let mut double = G2::zero();
        (g2_projective(5, INPUTS), move |p: &G2| G2::dbl(&mut double, p))
    });
    rows.each(Op::G2Mul, || {
        let mut product = G2::zero();
        let inputs = zip(g2_affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, move |(p, s): &(G2, Fr)| ffi::mclBnG2_mulCT(&mut product, p, s))
    });
    rows.each(Op::G2MulVartime, || {
        let mut product = G2::zero();
        let inputs = zip(g2_affine(5, INPUTS), scalars(7, INPUTS));
        (inputs, move |(p, s): &(G2, Fr)| G2::mul(&mut product, p, s))
    });
    rows.each(Op::GtPowVartime, || {
        let mut power = GT::zero();
        let inputs = zip(gts(8, INPUTS), scalars(7, INPUTS));
        (inputs, move |(f, s): &(GT, Fr)| GT::pow(&mut power, f, s))
    });
}

fn byte_rows(rows: &mut Rows) {
    rows.each(Op::HashAndMapToG1, || {
        let mut point = G1::zero();
        let messages = seed::integers(9, INPUTS);
        (messages, move |message: &[u8; seed::BYTES]| point.set_hash_of(message))
    });
    rows.each(Op::HashAndMapToG2, || {
        let mut point = G2::zero();
        let messages = seed::integers(9, INPUTS);
        (messages, move |message: &[u8; seed::BYTES]| point.set_hash_of(message))
    });
    rows.each(Op::G1Decode, || {
        let mut point = G1::zero();
        let encodings = g1_affine(10, INPUTS).iter().map(G1::serialize).collect();
        (encodings, move |bytes: &Vec<u8>| assert!(point.deserialize(bytes)))
    });
    rows.each(Op::G2Decode, || {
        let mut point = G2::zero();
        let encodings = g2_affine(10, INPUTS).iter().map(G2::serialize).collect();
        (encodings, move |bytes: &Vec<u8>| assert!(point.deserialize(bytes)))
    });
    // With the verification of orders on, as it is by default, validity includes the order.
    rows.each(Op::G2Check, || {
        (g2_affine(10, INPUTS), |q: &G2| assert_eq!(ffi::mclBnG2_isValid(q), 1))
    });
    rows.each(Op::GtCheck, || (gts(8, INPUTS), |f: &GT| assert_eq!(ffi::mclBnGT_isValid(f), 1)));
}

/// One operation after the other: there are no batches.
fn batch_rows(rows: &mut Rows) {
    const BATCH: usize = 64;
    rows.each(Op::G1MulBatch64, || {
        let mut product = G1::zero();
        let inputs = vec![zip(g1_affine(5, BATCH), scalars(7, BATCH))];
        (inputs, move |terms: &Vec<(G1, Fr)>| {
            terms.iter().for_each(|(p, s)| ffi::mclBnG1_mulCT(&mut product, p, s));
        })
    });
    rows.each(Op::G2MulBatch64, || {
        let mut product = G2::zero();
        let inputs = vec![zip(g2_affine(5, BATCH), scalars(7, BATCH))];
        (inputs, move |terms: &Vec<(G2, Fr)>| {
            terms.iter().for_each(|(p, s)| ffi::mclBnG2_mulCT(&mut product, p, s));
        })
    });
    rows.each(Op::HashAndMapToG1Batch64, || {
        let mut point = G1::zero();
        (vec![seed::integers(9, BATCH)], move |messages: &Vec<[u8; seed::BYTES]>| {
            messages.iter().for_each(|message| assert!(point.set_hash_of(message)));
        })
    });
    rows.each(Op::HashAndMapToG2Batch64, || {
        let mut point = G2::zero();
        (vec![seed::integers(9, BATCH)], move |messages: &Vec<[u8; seed::BYTES]>| {
            messages.iter().for_each(|message| assert!(point.set_hash_of(message)));
        })
    });
    rows.each(Op::G1DecodeBatch64, || {
        let mut point = G1::zero();
        let encodings: Vec<Vec<u8>> = g1_affine(10, BATCH).iter().map(G1::serialize).collect();
        (vec![encodings], move |encodings: &Vec<Vec<u8>>| {
            encodings.iter().for_each(|bytes| assert!(point.deserialize(bytes)));
        })
    });
    rows.each(Op::G2DecodeBatch64, || {
        let mut point = G2::zero();
        let encodings: Vec<Vec<u8>> = g2_affine(10, BATCH).iter().map(G2::serialize).collect();
        (vec![encodings], move |encodings: &Vec<Vec<u8>>| {
            encodings.iter().for_each(|bytes| assert!(point.deserialize(bytes)));
        })
    });
    rows.each(Op::G2CheckBatch64, || {
        (vec![g2_affine(10, BATCH)], |points: &Vec<G2>| {
            points.iter().for_each(|q| assert_eq!(ffi::mclBnG2_isValid(q), 1));
        })
    });
}

fn pairing_rows(rows: &mut Rows) {
    rows.each(Op::MillerLoop, || {
        let mut f = GT::zero();
        (pairs(11, INPUTS), move |(p, q): &(G1, G2)| mcl_rust::miller_loop(&mut f, p, q))
    });
    rows.each(Op::MillerLoopPrepared, || {
        let mut f = GT::zero();
        (prepared_pairs(11), move |(p, q): &(G1, ffi::Prepared)| q.miller_loop(&mut f, p))
    });
    rows.each(Op::G2Prepare, || {
        let mut prepared = ffi::Prepared::new();
        (g2_affine(12, INPUTS), move |q: &G2| prepared.prepare(q))
    });
    rows.each(Op::FinalExponentiation, || {
        let mut f = GT::zero();
        (miller_values(11, INPUTS), move |x: &GT| mcl_rust::final_exp(&mut f, x))
    });
    rows.each(Op::Pairing, || {
        let mut f = GT::zero();
        (pairs(11, INPUTS), move |(p, q): &(G1, G2)| mcl_rust::pairing(&mut f, p, q))
    });
    rows.each(Op::PairingPrepared, || {
        let mut miller = GT::zero();
        let mut f = GT::zero();
        (prepared_pairs(11), move |(p, q): &(G1, ffi::Prepared)| {
            q.miller_loop(&mut miller, p);
            mcl_rust::final_exp(&mut f, &miller);
        })
    });
    for (op, count) in Op::MULTI_PAIRING {
        rows.each(op, move || {
            let lists = |i: usize| {
                let stream = 100 + 2 * i as u64;
                (g1_affine(stream, count), g2_affine(stream + 1, count))
            };
            let mut miller = GT::zero();
            let mut f = GT::zero();
            ((0..4).map(lists).collect(), move |(p, q): &(Vec<G1>, Vec<G2>)| {
                ffi::multi_miller_loop(&mut miller, p, q);
                mcl_rust::final_exp(&mut f, &miller);
            })
        });
    }
}

fn prepared_pairs(stream: u64) -> Vec<(G1, ffi::Prepared)> {
    let prepare = |(p, q): (G1, G2)| {
        let mut prepared = ffi::Prepared::new();
        prepared.prepare(&q);
        (p, prepared)
    };
    pairs(stream, INPUTS).into_iter().map(prepare).collect()
}

fn msm_rows(rows: &mut Rows) {
    for (op, count) in Op::MSM {
        rows.each(op, move || {
            let mut points = normalize(&many_g1(count));
            let mut sum = G1::zero();
            let inputs = vec![scalars(21, count)];
            (inputs, move |scalars: &Vec<Fr>| ffi::msm(&mut sum, &mut points, scalars))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_in_both_kinds() {
        init(Curve::Snark1);
        let (p, q, s) = (&g1_affine(1, 1)[0], &g2_affine(1, 1)[0], &scalars(2, 1)[0]);
        let (mut a, mut b) = (G1::zero(), G1::zero());
        G1::mul(&mut a, p, s);
        ffi::mclBnG1_mulCT(&mut b, p, s);
        assert!(a == b && !a.is_zero());
        let (mut a, mut b) = (G2::zero(), G2::zero());
        G2::mul(&mut a, q, s);
        ffi::mclBnG2_mulCT(&mut b, q, s);
        assert!(a == b && !a.is_zero());
        assert_eq!(ffi::mclBnG2_isValid(&a), 1);
    }

    #[test]
    fn squares_and_inverses_are_right() {
        init(Curve::Snark1);
        let x = fps(1, 1).remove(0);
        let mut square = x.clone();
        ffi::fp_square(&mut square);
        assert!(square == &x * &x);
        let x = fp2s(1, 1).remove(0);
        let mut square = x.clone();
        ffi::fp2_square(&mut square);
        assert!(square == &x * &x);
        let x = miller_values(1, 1).remove(0);
        let mut square = x.clone();
        ffi::fp12_square(&mut square);
        assert!(square == &x * &x);
        let mut inverse = GT::zero();
        ffi::mclBnGT_invGeneric(&mut inverse, &x);
        assert!((&inverse * &x).is_one());
    }

    #[test]
    fn all_ways_to_a_product_of_pairings_agree() {
        init(Curve::Snark1);
        let p = g1_affine(1, 2);
        let q = g2_affine(2, 2);
        let (mut left, mut right) = (GT::zero(), GT::zero());
        mcl_rust::pairing(&mut left, &p[0], &q[0]);
        mcl_rust::pairing(&mut right, &p[1], &q[1]);
        let expected = &left * &right;

        let (mut miller, mut f) = (GT::zero(), GT::zero());
        ffi::multi_miller_loop(&mut miller, &p, &q);
        mcl_rust::final_exp(&mut f, &miller);
        assert!(f == expected);

        let mut prepared = ffi::Prepared::new();
        prepared.prepare(&q[0]);
        prepared.miller_loop(&mut miller, &p[0]);
        mcl_rust::final_exp(&mut f, &miller);
        assert!(f == left);
    }

    #[test]
    fn msm_is_the_sum_of_products() {
        init(Curve::Snark1);
        let mut points = normalize(&many_g1(5));
        let scalars = scalars(3, 5);
        let mut expected = G1::zero();
        for (point, scalar) in points.iter().zip(&scalars) {
            let mut product = G1::zero();
            G1::mul(&mut product, point, scalar);
            expected += &product;
        }
        let mut sum = G1::zero();
        ffi::msm(&mut sum, &mut points, &scalars);
        assert!(sum == expected);
    }
}
