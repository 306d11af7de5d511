//! Curves, operations and rows.

use std::fmt;
use std::hint::black_box;

use serde::{Deserialize, Serialize};

/// The library name of the rows of this workspace.
pub const OURS: &str = "ours";

/// The library name of the same rows without the vector engine.
pub const SCALAR: &str = "ours-scalar";

/// A curve that is measured.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
pub enum Curve {
    /// `Fp254BNb`, the BN254 of mcl.
    #[serde(rename = "fp254bnb")]
    #[value(name = "fp254bnb")]
    Fp254BNb,
    /// `Snark1`, also known as alt_bn128 and as the BN254 of SNARKs.
    #[serde(rename = "snark1")]
    #[value(name = "snark1")]
    Snark1,
}

impl Curve {
    /// All curves, in the order of the report.
    pub const ALL: [Self; 2] = [Self::Fp254BNb, Self::Snark1];

    /// The identifier used in options and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fp254BNb => "fp254bnb",
            Self::Snark1 => "snark1",
        }
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Writes the list of operations once: variant, identifier and meaning together.
macro_rules! operations {
    ($($variant:ident $name:literal $meaning:literal,)+) => {
        /// An operation that is measured. The order is that of the report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Op {
            $(#[doc = $meaning] #[serde(rename = $name)] $variant,)+
        }

        impl Op {
            /// All operations, in the order of the report.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The identifier used in filters, tables and JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// What the operation is, in one line.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

operations! {
    FpAdd "fp_add" "sum in Fp, dependent chain",
    FpMul "fp_mul" "product in Fp, dependent chain",
    FpSquare "fp_square" "square in Fp, dependent chain",
    FpInvert "fp_invert" "inverse in Fp, constant time (libraries without one: what they have)",
    FpInvertVartime "fp_invert_vartime" "inverse in Fp, variable time",
    FpBatchInvertN1024 "fp_batch_invert_1024" "inverses of 1024 elements of Fp, constant time, whole",
    FpSqrt "fp_sqrt" "square root of a square in Fp",
    Fp2Mul "fp2_mul" "product in Fp2, dependent chain",
    Fp2Square "fp2_square" "square in Fp2, dependent chain",
    Fp6Mul "fp6_mul" "product in Fp6, dependent chain",
    Fp12Mul "fp12_mul" "product in Fp12, dependent chain",
    Fp12Square "fp12_square" "square in Fp12, dependent chain",
    Fp12CyclotomicSquare "fp12_cyclotomic_square" "square in the cyclotomic subgroup, dependent chain",
    Fp12Invert "fp12_invert" "inverse in Fp12",
    G1Add "g1_add" "sum in G1, neither operand affine",
    G1AddMixed "g1_add_mixed" "sum in G1, one operand affine",
    G1Double "g1_double" "double in G1",
    BatchNormalizeG1N256 "batch_normalize_g1_256" "affine forms of 256 points of G1, whole",
    BatchNormalizeG1N1024 "batch_normalize_g1_1024" "affine forms of 1024 points of G1, whole",
    G1Mul "g1_mul" "scalar product in G1, constant time",
    G1MulVartime "g1_mul_vartime" "scalar product in G1, variable time",
    G1MulBatch64 "g1_mul_batch_64" "64 scalar products in G1, each with its result, constant time, whole",
    G2Add "g2_add" "sum in G2, neither operand affine",
    G2Double "g2_double" "double in G2",
    G2Mul "g2_mul" "scalar product in G2, constant time",
    G2MulVartime "g2_mul_vartime" "scalar product in G2, variable time",
    G2MulBatch64 "g2_mul_batch_64" "64 scalar products in G2, each with its result, constant time, whole",
    GtPow "gt_pow" "power in Gt, constant time",
    GtPowVartime "gt_pow_vartime" "power in Gt, variable time",
    HashToG1 "hash_to_g1" "RFC 9380 hash of a short message to G1 (ours: SHA-256; halo2curves: BLAKE2b)",
    HashToG2 "hash_to_g2" "RFC 9380 hash of a short message to G2, SHA-256",
    HashToG1Batch64 "hash_to_g1_batch_64" "64 RFC 9380 hashes to G1, whole",
    HashToG2Batch64 "hash_to_g2_batch_64" "64 RFC 9380 hashes to G2, whole",
    HashAndMapToG1 "hash_and_map_to_g1" "mcl's hash of a short message to G1",
    HashAndMapToG2 "hash_and_map_to_g2" "mcl's hash of a short message to G2",
    HashAndMapToG1Batch64 "hash_and_map_to_g1_batch_64" "64 of mcl's hashes to G1, whole",
    HashAndMapToG2Batch64 "hash_and_map_to_g2_batch_64" "64 of mcl's hashes to G2, whole",
    G1Decode "g1_decode" "decoding of a compressed G1 point with all checks",
    G2Decode "g2_decode" "decoding of a compressed G2 point with all checks",
    G1DecodeBatch64 "g1_decode_batch_64" "decoding of 64 compressed G1 points with all checks, whole",
    G2DecodeBatch64 "g2_decode_batch_64" "decoding of 64 compressed G2 points with all checks, whole",
    G2Check "g2_check" "test that an affine point is on the twist and in G2",
    G2CheckBatch64 "g2_check_batch_64" "64 such tests, each with its verdict, whole",
    GtCheck "gt_check" "test that an element of Fp12 is in Gt",
    MillerLoop "miller_loop" "Miller loop of one pair of affine points",
    MillerLoopPrepared "miller_loop_prepared" "Miller loop of one pair, G2 prepared",
    G2Prepare "g2_prepare" "preparation of a G2 point",
    FinalExponentiation "final_exponentiation" "final exponentiation",
    Pairing "pairing" "pairing of two affine points",
    PairingPrepared "pairing_prepared" "pairing, G2 prepared",
    PairingBatch8 "pairing_batch_8" "8 pairings, each with its result, whole",
    MultiPairing2 "multi_pairing_2" "product of 2 pairings, whole",
    MultiPairing4 "multi_pairing_4" "product of 4 pairings, whole",
    MultiPairing8 "multi_pairing_8" "product of 8 pairings, whole",
    MsmG1N256 "msm_g1_256" "sum of 256 scalar products in G1, one thread",
    MsmG1N1024 "msm_g1_1024" "sum of 1024 scalar products in G1, one thread",
    MsmG1N16384 "msm_g1_16384" "sum of 16384 scalar products in G1, one thread",
    MsmG1N65536 "msm_g1_65536" "sum of 65536 scalar products in G1, one thread",
    MsmG1N65536Threads "msm_g1_65536_threads" "sum of 65536 scalar products in G1, all threads",
    MsmG1N1024Bases "msm_g1_1024_bases" "sum of 1024 scalar products in G1, eight multiples of each base known",
    MsmG2N1024 "msm_g2_1024" "sum of 1024 scalar products in G2, one thread",
    MsmCurve1 "msm_curve_1" "one scalar product in G1, one thread",
    MsmCurve2 "msm_curve_2" "sum of 2 scalar products in G1, one thread",
    MsmCurve4 "msm_curve_4" "sum of 4 scalar products in G1, one thread",
    MsmCurve8 "msm_curve_8" "sum of 8 scalar products in G1, one thread",
    MsmCurve16 "msm_curve_16" "sum of 16 scalar products in G1, one thread",
    MsmCurve32 "msm_curve_32" "sum of 32 scalar products in G1, one thread",
    MsmCurve64 "msm_curve_64" "sum of 64 scalar products in G1, one thread",
    MsmCurve128 "msm_curve_128" "sum of 128 scalar products in G1, one thread",
    MsmCurve256 "msm_curve_256" "sum of 256 scalar products in G1, one thread",
    MsmCurve512 "msm_curve_512" "sum of 512 scalar products in G1, one thread",
    MsmCurve1024 "msm_curve_1024" "sum of 1024 scalar products in G1, one thread",
    MsmCurve2048 "msm_curve_2048" "sum of 2048 scalar products in G1, one thread",
    MsmCurve4096 "msm_curve_4096" "sum of 4096 scalar products in G1, one thread",
    MsmCurve8192 "msm_curve_8192" "sum of 8192 scalar products in G1, one thread",
    MsmCurve16384 "msm_curve_16384" "sum of 16384 scalar products in G1, one thread",
    MsmCurve32768 "msm_curve_32768" "sum of 32768 scalar products in G1, one thread",
    MsmCurve65536 "msm_curve_65536" "sum of 65536 scalar products in G1, one thread",
    MsmCurve131072 "msm_curve_131072" "sum of 131072 scalar products in G1, one thread",
    MsmCurve262144 "msm_curve_262144" "sum of 262144 scalar products in G1, one thread",
    PairingCurve1 "pairing_curve_1" "product of 1 pairing, whole",
    PairingCurve2 "pairing_curve_2" "product of 2 pairings, whole",
    PairingCurve3 "pairing_curve_3" "product of 3 pairings, whole",
    PairingCurve4 "pairing_curve_4" "product of 4 pairings, whole",
    PairingCurve8 "pairing_curve_8" "product of 8 pairings, whole",
    PairingCurve15 "pairing_curve_15" "product of 15 pairings, whole",
    PairingCurve16 "pairing_curve_16" "product of 16 pairings, whole",
    PairingCurve17 "pairing_curve_17" "product of 17 pairings, whole",
    PairingCurve32 "pairing_curve_32" "product of 32 pairings, whole",
    PairingCurve33 "pairing_curve_33" "product of 33 pairings, whole",
    PairingCurve48 "pairing_curve_48" "product of 48 pairings, whole",
    PairingCurve64 "pairing_curve_64" "product of 64 pairings, whole",
    ElgamalEncrypt "elgamal_encrypt" "lifted ElGamal in G1: encryption of a 64-bit integer",
    ElgamalEncryptBit "elgamal_encrypt_bit" "encryption of a bit with a proof that it is 0 or 1",
    ElgamalVerify "elgamal_verify" "verification of one such proof",
    ElgamalVerifyN1024 "elgamal_verify_1024" "verification of 1024 such proofs at once, whole",
    ElgamalMclVerify "elgamal_mcl_verify" "verification of one proof of the form of mcl",
    ElgamalDecrypt "elgamal_decrypt" "decryption of an integer in a range of 2^33, table of 1.7 MB",
    EvmAdd "evm_add" "precompile ecAdd of the EVM, bytes to bytes",
    EvmMul "evm_mul" "precompile ecMul of the EVM, bytes to bytes",
    EvmPairing1 "evm_pairing_1" "precompile ecPairing of the EVM, 1 pair",
    EvmPairing2 "evm_pairing_2" "precompile ecPairing of the EVM, 2 pairs",
    EvmPairing4 "evm_pairing_4" "precompile ecPairing of the EVM, 4 pairs",
    EvmPairing10 "evm_pairing_10" "precompile ecPairing of the EVM, 10 pairs",
}

impl Op {
    /// The multi-scalar multiplications with their sizes.
    pub const MSM: [(Self, usize); 4] = [
        (Self::MsmG1N256, 256),
        (Self::MsmG1N1024, 1024),
        (Self::MsmG1N16384, 16384),
        (Self::MsmG1N65536, 65536),
    ];

    /// The rows that show how the time of a sum grows, with the number of terms.
    pub const MSM_CURVE: [(Self, usize); 19] = [
        (Self::MsmCurve1, 1),
        (Self::MsmCurve2, 2),
        (Self::MsmCurve4, 4),
        (Self::MsmCurve8, 8),
        (Self::MsmCurve16, 16),
        (Self::MsmCurve32, 32),
        (Self::MsmCurve64, 64),
        (Self::MsmCurve128, 128),
        (Self::MsmCurve256, 256),
        (Self::MsmCurve512, 512),
        (Self::MsmCurve1024, 1024),
        (Self::MsmCurve2048, 2048),
        (Self::MsmCurve4096, 4096),
        (Self::MsmCurve8192, 8192),
        (Self::MsmCurve16384, 16384),
        (Self::MsmCurve32768, 32768),
        (Self::MsmCurve65536, 65536),
        (Self::MsmCurve131072, 131072),
        (Self::MsmCurve262144, 262144),
    ];

    /// The rows that show how the time of a product of pairings grows, with the number of factors.
    pub const PAIRING_CURVE: [(Self, usize); 12] = [
        (Self::PairingCurve1, 1),
        (Self::PairingCurve2, 2),
        (Self::PairingCurve3, 3),
        (Self::PairingCurve4, 4),
        (Self::PairingCurve8, 8),
        (Self::PairingCurve15, 15),
        (Self::PairingCurve16, 16),
        (Self::PairingCurve17, 17),
        (Self::PairingCurve32, 32),
        (Self::PairingCurve33, 33),
        (Self::PairingCurve48, 48),
        (Self::PairingCurve64, 64),
    ];

    /// The products of pairings with the number of their factors.
    pub const MULTI_PAIRING: [(Self, usize); 3] =
        [(Self::MultiPairing2, 2), (Self::MultiPairing4, 4), (Self::MultiPairing8, 8)];

    /// The pairings of the EVM with the number of their pairs.
    pub const EVM_PAIRING: [(Self, usize); 4] = [
        (Self::EvmPairing1, 1),
        (Self::EvmPairing2, 2),
        (Self::EvmPairing4, 4),
        (Self::EvmPairing10, 10),
    ];

    /// Whether the operation exists on alt_bn128 only.
    pub fn is_of_alt_bn128(self) -> bool {
        matches!(self, Self::EvmAdd | Self::EvmMul)
            || Self::EVM_PAIRING.iter().any(|(op, _)| *op == self)
    }

    /// Whether one execution takes so long that a quick run leaves it out.
    pub fn is_long(self) -> bool {
        matches!(self, Self::MsmG1N16384 | Self::MsmG1N65536 | Self::MsmG1N65536Threads)
            || self.is_detail()
    }

    /// Whether the row is measured only where a filter names it.
    pub fn is_detail(self) -> bool {
        Self::MSM_CURVE.iter().chain(&Self::PAIRING_CURVE).any(|(op, _)| *op == self)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Executes an operation the given number of times.
pub type Sampler = Box<dyn FnMut(u64)>;

/// One operation of one library on one curve.
pub struct Row {
    /// The curve.
    pub curve: Curve,
    /// The operation.
    pub op: Op,
    /// [`OURS`], or the name of the library's crate.
    pub library: &'static str,
    prepare: Box<dyn FnOnce() -> Sampler>,
}

impl Row {
    /// Computes the inputs of the operation and returns what executes it.
    pub fn prepare(self) -> Sampler {
        (self.prepare)()
    }

    /// The row under another name: `within` runs around its preparation and around each sample.
    pub fn within(self, library: &'static str, within: fn(&mut dyn FnMut())) -> Self {
        let Self { curve, op, prepare, .. } = self;
        let prepare = Box::new(move || {
            let (mut prepare, mut sampler) = (Some(prepare), None);
            within(&mut || sampler = prepare.take().map(|prepare| prepare()));
            Box::new(move |times| {
                within(&mut || {
                    if let Some(sampler) = &mut sampler {
                        sampler(times);
                    }
                });
            }) as Sampler
        });
        Self { curve, op, library, prepare }
    }
}

/// The rows of one library on one curve, collected.
///
/// Every method takes a closure that prepares the inputs. It runs only when the row is about to be measured, so that
/// rows which a filter leaves out cost nothing.
pub struct Rows {
    curve: Curve,
    library: &'static str,
    set_up: fn(Curve),
    rows: Vec<Row>,
}

impl Rows {
    /// An empty collection.
    pub const fn new(curve: Curve, library: &'static str) -> Self {
        Self::with_set_up(curve, library, |_| {})
    }

    /// As [`Self::new`], for a library that must be told the curve: `set_up` runs before each preparation, and not
    /// where rows are only listed.
    pub const fn with_set_up(curve: Curve, library: &'static str, set_up: fn(Curve)) -> Self {
        Self { curve, library, set_up, rows: Vec::new() }
    }

    /// Adds a dependent chain: `step` turns a value into the next one in place. This measures latency.
    pub fn chain<T, F>(&mut self, op: Op, prepare: impl FnOnce() -> (T, F) + 'static)
    where
        T: Clone + 'static,
        F: FnMut(&mut T) + 'static,
    {
        self.push(op, || {
            let (mut last, mut step) = prepare();
            Box::new(move |times| {
                // A local copy may live in registers where `step` is inlined.
                let mut value = black_box(last.clone());
                for _ in 0..times {
                    step(&mut value);
                }
                last = black_box(value);
            })
        });
    }

    /// Adds independent executions over a list of inputs, used in rotation. This measures throughput as far as the
    /// processor can overlap executions.
    pub fn each<I, O, F>(&mut self, op: Op, prepare: impl FnOnce() -> (Vec<I>, F) + 'static)
    where
        I: 'static,
        F: FnMut(&I) -> O + 'static,
    {
        self.push(op, || {
            let (inputs, mut function) = prepare();
            let mut next = 0;
            Box::new(move |times| {
                for _ in 0..times {
                    black_box(function(black_box(&inputs[next])));
                    next += 1;
                    if next == inputs.len() {
                        next = 0;
                    }
                }
            })
        });
    }

    /// The rows.
    pub fn into_vec(self) -> Vec<Row> {
        self.rows
    }

    fn push(&mut self, op: Op, prepare: impl FnOnce() -> Sampler + 'static) {
        let Self { curve, library, set_up, .. } = *self;
        let prepare = Box::new(move || {
            set_up(curve);
            prepare()
        });
        self.rows.push(Row { curve, op, library, prepare });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;
    use std::rc::Rc;

    use super::*;

    #[test]
    fn names_are_distinct_identifiers() {
        let names: BTreeSet<_> = Op::ALL.iter().map(|op| op.name()).collect();
        assert_eq!(names.len(), Op::ALL.len());
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(names.iter().all(|name| name.chars().all(is_plain)));
    }

    #[test]
    fn json_uses_the_names() {
        for &op in Op::ALL {
            assert_eq!(serde_json::to_value(op).unwrap(), op.name());
        }
        for curve in Curve::ALL {
            assert_eq!(serde_json::to_value(curve).unwrap(), curve.name());
        }
    }

    #[test]
    fn chain_runs_the_step_as_often_as_asked() {
        let last = Rc::new(Cell::new(0));
        let seen = Rc::clone(&last);
        let mut rows = Rows::new(Curve::Snark1, OURS);
        rows.chain(Op::FpAdd, || {
            (0, move |x: &mut i32| {
                *x += 1;
                seen.set(*x);
            })
        });
        let mut sampler = rows.into_vec().remove(0).prepare();
        sampler(3);
        sampler(4);
        assert_eq!(last.get(), 7);
    }

    #[test]
    fn each_rotates_through_the_inputs() {
        let sum = Rc::new(Cell::new(0));
        let seen = Rc::clone(&sum);
        let mut rows = Rows::new(Curve::Snark1, OURS);
        rows.each(Op::FpAdd, || (vec![1, 10, 100], move |x: &i32| seen.set(seen.get() + x)));
        let mut sampler = rows.into_vec().remove(0).prepare();
        sampler(2);
        sampler(2);
        assert_eq!(sum.get(), 112);
    }
}
