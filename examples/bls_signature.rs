//! BLS signatures: keys, signing, verification, aggregation, and a threshold of signers.
//!
//! Run it with `cargo run --release --package mcl-examples --example bls_signature`.

use std::error::Error;
use std::process::ExitCode;

use mcl_bn::Dst;
use mcl_bn::alt_bn128::suite;
use mcl_examples::bls::{SecretKey, aggregate, combine, verify_aggregate};
use sha2::Sha256;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut rng = rand::rng();
    let mut all_right = true;
    let mut report = |what: &str, expected: bool, found: bool| {
        println!("{what}: {found}");
        all_right &= found == expected;
    };
    // The tag names the protocol and, by custom, the suite.
    let tag = format!("BLS-SAMPLE-V01-CS01-with-{}", suite::G1_SHA256_RO);
    let dst = Dst::new(tag.as_bytes()).ok_or("an empty tag")?;

    println!("one signer");
    let secret = SecretKey::generate(&mut rng);
    let key = secret.public_key();
    let message: &[u8] = b"I owe you one pairing";
    let signature = secret.sign::<Sha256>(message, dst);
    println!("  public key  {}", hex::encode(key.0.to_compressed().as_ref()));
    println!("  signature   {}", hex::encode(signature.0.to_compressed().as_ref()));
    report("  valid", true, key.verify::<Sha256>(message, dst, &signature));
    let other: &[u8] = b"I owe you two pairings";
    report("  valid for another message", false, key.verify::<Sha256>(other, dst, &signature));

    println!("three signers of three messages, one signature");
    let messages: [&[u8]; 3] = [b"red", b"green", b"blue"];
    let secrets = messages.map(|_| SecretKey::generate(&mut rng));
    let signatures: Vec<_> =
        secrets.iter().zip(messages).map(|(s, m)| s.sign::<Sha256>(m, dst)).collect();
    let signed: Vec<_> = secrets.iter().zip(messages).map(|(s, m)| (s.public_key(), m)).collect();
    let all = aggregate(&signatures);
    report("  valid", true, verify_aggregate::<Sha256>(&signed, dst, &all));
    report("  valid without one", false, verify_aggregate::<Sha256>(&signed[1..], dst, &all));

    println!("three of five signers");
    let shares = secret.split(3, 5, &mut rng)?;
    let signers = [&shares[0], &shares[2], &shares[4]];
    let positions = signers.map(|(position, _)| *position);
    let partial = signers.map(|(_, share)| share.sign::<Sha256>(message, dst));
    for ((_, share), signature) in signers.iter().zip(&partial) {
        let valid = share.public_key().verify::<Sha256>(message, dst, signature);
        report("  share valid", true, valid);
    }
    let combined = combine(&positions, &partial)?;
    report("  valid for the key of all", true, key.verify::<Sha256>(message, dst, &combined));
    report("  the same as of the whole key", true, combined == signature);
    let two = combine(&positions[..2], &partial[..2])?;
    report("  valid from two of them", false, key.verify::<Sha256>(message, dst, &two));

    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
