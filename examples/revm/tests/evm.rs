//! The EVM with mcl's precompiles and with revm's own: the same outcome and the same gas.

use std::process::Command;

use serde_json::Value;

/// What the program prints for a provider.
fn outcomes(provider: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_mcl-revm"))
        .arg(provider)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

/// What the vectors expect the contract to return: success and the output.
fn expected() -> Vec<(String, String)> {
    let word = |last: u8| format!("{last:064x}");
    let mut all = Vec::new();
    for (address, json) in [
        (6, include_str!("../../../crates/mcl-evm/tests/vectors/add.json")),
        (7, include_str!("../../../crates/mcl-evm/tests/vectors/mul.json")),
        (8, include_str!("../../../crates/mcl-evm/tests/vectors/pairing.json")),
    ] {
        let cases: Value = serde_json::from_str(json).expect("JSON");
        for case in cases.as_array().expect("an array") {
            let name = case["name"].as_str().expect("a name");
            let output = match case["expected"].as_str() {
                Some(output) => word(1) + output,
                None => word(0),
            };
            all.push((format!("{address} {name}"), output));
        }
    }
    all
}

#[test]
fn bytecode_sees_the_same_as_with_the_precompiles_of_revm() {
    let ours = outcomes("mcl");
    assert_eq!(ours, outcomes("revm"));

    let expected = expected();
    assert_eq!(ours.len(), expected.len());
    for (line, (name, output)) in ours.iter().zip(expected) {
        let found: Vec<_> = line.rsplitn(3, ' ').collect();
        assert_eq!(found[2], name);
        assert_eq!(found[0], output, "{name}");
        // A failed call takes all the gas that it was given.
        let gas: u64 = found[1].parse().expect("a number");
        assert_eq!(gas > 9_000_000, output.len() == 64 && output.ends_with('0'), "{name}");
    }
}

#[test]
fn other_providers_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_mcl-revm")).output().expect("the program starts");
    assert!(!output.status.success() && output.stdout.is_empty());
}
