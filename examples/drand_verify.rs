//! Verifies rounds of the randomness beacon drand, scheme `bls-bn254-unchained-on-g1`.
//!
//! The rounds are those of `vectors/bls/drand_bn254_rounds.json`, or of a file of the same form that
//! is given as an argument. Some were tampered with and must be rejected. Run it with
//! `cargo run --release --package mcl-examples --example drand_verify`.

use std::error::Error;
use std::process::ExitCode;

use mcl_bn::Dst;
use mcl_examples::bls::{PublicKey, Signature};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

/// A round as the file has it.
#[derive(Deserialize)]
struct Round {
    network: String,
    public_key: String,
    round: u64,
    signature: String,
    dst: String,
    expected: bool,
    #[serde(default)]
    randomness: Option<String>,
}

impl Round {
    /// Whether the network signed this round. The message is the hash of the round's number.
    fn is_valid(&self) -> Result<bool, Box<dyn Error>> {
        let key = PublicKey::from_be_bytes(&hex::decode(&self.public_key)?)?;
        let signature = Signature::from_be_bytes(&hex::decode(&self.signature)?)?;
        let message = Keccak256::digest(self.round.to_be_bytes());
        let dst = Dst::new(self.dst.as_bytes()).ok_or("an empty tag")?;
        Ok(key.verify::<Keccak256>(&message, dst, &signature))
    }

    /// What the round is for: the hash of its signature.
    fn randomness(&self) -> Result<String, hex::FromHexError> {
        Ok(hex::encode(Sha256::digest(hex::decode(&self.signature)?)))
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => include_str!("vectors/bls/drand_bn254_rounds.json").to_owned(),
    };
    let rounds: Vec<Round> = serde_json::from_str(&text)?;
    let mut all_right = true;
    for round in &rounds {
        let valid = round.is_valid()?;
        let randomness = round.randomness()?;
        println!("{} round {}: valid {valid}", round.network, round.round);
        if valid {
            println!("  randomness {randomness}");
            all_right &= round.randomness.as_ref().is_none_or(|known| *known == randomness);
        }
        all_right &= valid == round.expected;
    }
    println!("{} rounds, all as expected: {all_right}", rounds.len());
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
