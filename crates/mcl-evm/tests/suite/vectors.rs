//! The cases of the clients; see `tests/vectors/README.md`.

use mcl_evm::{Error, GasSchedule, ec_add, ec_mul, ec_pairing_word};
use serde::Deserialize;

use crate::reference::{ark, substrate};

#[derive(Deserialize)]
struct Case {
    name: String,
    input: String,
    expected: Option<String>,
    reason: Option<String>,
    gas: Option<u64>,
}

fn for_each_case(json: &str, count: usize, check: impl Fn(&Case, &[u8])) {
    let cases: Vec<Case> = serde_json::from_str(json).expect("the file is an array of cases");
    assert_eq!(cases.len(), count);
    for case in &cases {
        println!("{}", case.name);
        check(case, &hex::decode(&case.input).expect("hexadecimal digits"));
    }
}

fn assert_outcome(case: &Case, found: Result<&[u8], Error>) {
    match (&case.expected, found) {
        (Some(expected), Ok(output)) => assert_eq!(*expected, hex::encode(output)),
        (None, Err(error)) => {
            let reason = match error {
                Error::CoordinateNotBelowModulus => "coordinate_ge_p",
                Error::G1NotOnCurve => "g1_not_on_curve",
                Error::G2NotOnCurve => "g2_not_on_curve",
                Error::G2NotInSubgroup => "g2_not_in_subgroup",
                Error::Length { .. } => "bad_length",
                other => panic!("no reason for {other}"),
            };
            assert_eq!(case.reason.as_deref(), Some(reason));
        }
        (expected, found) => panic!("{expected:?} expected, {found:?} found"),
    }
}

fn assert_gas(case: &Case, gas: u64) {
    assert!(case.gas.is_none_or(|expected| expected == gas));
}

#[test]
fn sums() {
    for_each_case(include_str!("../vectors/add.json"), 29, |case, input| {
        let found = ec_add(input);
        assert_outcome(case, found.as_ref().map(|output| &output[..]).map_err(|error| *error));
        assert_gas(case, GasSchedule::ISTANBUL.add);
        assert_eq!(ark::add(input), found.ok());
        assert_eq!(substrate::add(input), found.ok());
    });
}

#[test]
fn products() {
    for_each_case(include_str!("../vectors/mul.json"), 66, |case, input| {
        let found = ec_mul(input);
        assert_outcome(case, found.as_ref().map(|output| &output[..]).map_err(|error| *error));
        assert_gas(case, GasSchedule::ISTANBUL.mul);
        assert_eq!(ark::mul(input), found.ok());
        assert_eq!(substrate::mul(input), found.ok());
    });
}

#[test]
fn pairings() {
    for_each_case(include_str!("../vectors/pairing.json"), 28, |case, input| {
        let found = ec_pairing_word(input);
        assert_outcome(case, found.as_ref().map(|output| &output[..]).map_err(|error| *error));
        assert_gas(case, GasSchedule::ISTANBUL.pairing(input.len()));
        let verdict = found.ok().map(|word| word[31] == 1);
        assert_eq!(ark::pairing(input), verdict);
        assert_eq!(substrate::pairing(input), verdict);
    });
}
