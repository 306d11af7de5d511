//! The precompiles of the EVM, bytes in and bytes out: inputs for all libraries, and our rows.

use std::hint::black_box;

use mcl_bn::encodings::Encoding;
use mcl_bn::encodings::eip197::Words;
use mcl_bn::snark1::{Fr, G1, G1Affine, G2, G2Affine};
use mcl_evm::{ec_add, ec_mul, ec_pairing};

use crate::row::{Op, Rows};
use crate::seed;

/// Number of different inputs of a row.
const INPUTS: usize = 16;

fn scalars(stream: u64, count: usize) -> Vec<Fr> {
    let scalar = |bytes: [u8; seed::BYTES]| Fr::from_le_bytes_mod(&bytes);
    seed::integers(stream, count).into_iter().map(scalar).collect()
}

fn g1s(stream: u64, count: usize) -> Vec<Vec<u8>> {
    let bytes = |k: &Fr| {
        let point = G1::generator().mul_vartime(k).to_affine_vartime();
        <Words as Encoding<G1Affine>>::encode(&point).to_vec()
    };
    scalars(stream, count).iter().map(bytes).collect()
}

fn g2s(stream: u64, count: usize) -> Vec<Vec<u8>> {
    let bytes = |k: &Fr| {
        let point = G2::generator().mul_vartime(k).to_affine_vartime();
        <Words as Encoding<G2Affine>>::encode(&point).to_vec()
    };
    scalars(stream, count).iter().map(bytes).collect()
}

fn concatenated(first: Vec<Vec<u8>>, second: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    first.into_iter().zip(second).map(|(first, second)| [first, second].concat()).collect()
}

/// Inputs of `ecAdd`: two random points.
pub fn add_inputs() -> Vec<Vec<u8>> {
    concatenated(g1s(30, INPUTS), g1s(31, INPUTS))
}

/// Inputs of `ecMul`: a random point and an integer of 253 bits.
pub fn mul_inputs() -> Vec<Vec<u8>> {
    let scalars = seed::integers(32, INPUTS).into_iter().map(|mut bytes| {
        bytes.reverse();
        bytes.to_vec()
    });
    concatenated(g1s(30, INPUTS), scalars.collect())
}

/// Inputs of `ecPairing`: random pairs.
pub fn pairing_inputs(pairs: usize) -> Vec<Vec<u8>> {
    let input = |stream| concatenated(g1s(stream, pairs), g2s(stream + 1, pairs)).concat();
    (0..4).map(|i| input(200 + 2 * i)).collect()
}

/// Adds the rows of a library, given its three functions.
///
/// They get an input as above, compute the whole output and say whether there is one.
pub fn add_rows(
    rows: &mut Rows,
    add: fn(&[u8]) -> bool,
    mul: fn(&[u8]) -> bool,
    pairing: fn(&[u8]) -> bool,
) {
    rows.each(Op::EvmAdd, move || (add_inputs(), move |input: &Vec<u8>| assert!(add(input))));
    rows.each(Op::EvmMul, move || (mul_inputs(), move |input: &Vec<u8>| assert!(mul(input))));
    for (op, pairs) in Op::EVM_PAIRING {
        rows.each(op, move || {
            (pairing_inputs(pairs), move |input: &Vec<u8>| assert!(pairing(input)))
        });
    }
}

/// Our rows.
pub fn rows(rows: &mut Rows) {
    add_rows(
        rows,
        |input| black_box(ec_add(input)).is_ok(),
        |input| black_box(ec_mul(input)).is_ok(),
        |input| black_box(ec_pairing(input)).is_ok(),
    );
}
