//! Runs calls of the precompiles 6, 7 and 8 in the EVM and prints what the called contract saw:
//! `mcl-revm mcl` with [`MclCrypto`] installed, `mcl-revm revm` with what revm has by itself.
//!
//! Each call is a transaction to a contract that hands its input on to the precompile and returns
//! whether that succeeded, and its output. The inputs are the test vectors of mcl-evm.

use std::process::ExitCode;

use mcl_revm::MclCrypto;
use revm::bytecode::opcode::{
    ADD, CALLDATACOPY, CALLDATASIZE, GAS, MSTORE, PUSH0, PUSH1, RETURN, RETURNDATACOPY,
    RETURNDATASIZE, STATICCALL,
};
use revm::context::TxEnv;
use revm::database::{BENCH_CALLER, BENCH_TARGET, BenchmarkDB};
use revm::primitives::{Bytes, TxKind};
use revm::state::Bytecode;
use revm::{Context, ExecuteEvm, MainBuilder, MainContext};
use serde::Deserialize;

/// The vectors by the address of their precompile.
const VECTORS: [(u8, &str); 3] = [
    (6, include_str!("../../../crates/mcl-evm/tests/vectors/add.json")),
    (7, include_str!("../../../crates/mcl-evm/tests/vectors/mul.json")),
    (8, include_str!("../../../crates/mcl-evm/tests/vectors/pairing.json")),
];

const GAS_LIMIT: u64 = 10_000_000;

#[derive(Deserialize)]
struct Case {
    name: String,
    input: String,
}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("mcl") if revm::install_crypto(MclCrypto) => {}
        Some("revm") => {}
        _ => {
            eprintln!("usage: mcl-revm mcl|revm");
            return ExitCode::FAILURE;
        }
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    for (address, json) in VECTORS {
        let cases: Vec<Case> = serde_json::from_str(json)?;
        for case in cases {
            let (gas, output) = call(address, hex::decode(case.input)?.into())?;
            println!("{address} {} {gas} {}", case.name, hex::encode(output));
        }
    }
    Ok(())
}

/// The gas of a transaction to [`caller_of`] the precompile, and the output.
fn call(address: u8, input: Bytes) -> Result<(u64, Bytes), Box<dyn std::error::Error>> {
    let mut evm = Context::mainnet()
        .with_db(BenchmarkDB::new_bytecode(Bytecode::new_legacy(caller_of(address))))
        .build_mainnet();
    let transaction = TxEnv::builder()
        .caller(BENCH_CALLER)
        .kind(TxKind::Call(BENCH_TARGET))
        .data(input)
        .gas_limit(GAS_LIMIT)
        .build()
        .map_err(|error| format!("{error:?}"))?;
    let result = evm.transact(transaction)?.result;
    let output = result.output().ok_or("the contract did not return")?.clone();
    Ok((result.tx_gas_used(), output))
}

/// A contract that calls the precompile with its own input and returns a word, 1 for success, and what
/// the precompile returned.
fn caller_of(address: u8) -> Bytes {
    let code: &[&[u8]] = &[
        // memory = input
        &[CALLDATASIZE, PUSH0, PUSH0, CALLDATACOPY],
        // No place for the output: it is copied later.
        &[PUSH0, PUSH0, CALLDATASIZE, PUSH0, PUSH1, address, GAS, STATICCALL],
        // memory = success, output
        &[PUSH0, MSTORE],
        &[RETURNDATASIZE, PUSH0, PUSH1, 32, RETURNDATACOPY],
        &[PUSH1, 32, RETURNDATASIZE, ADD, PUSH0, RETURN],
    ];
    code.concat().into()
}
