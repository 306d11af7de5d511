//! The vote example as a program: files of the original, forged, missing and damaged ballots, no partial files.

// Functions that tests share are tests, too.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program that cargo builds beside this test.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let directory = test.parent().and_then(Path::parent).expect("target/<profile>/deps");
    let path = directory.join("examples").join(format!("vote{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build it: cargo build --package mcl-examples --example vote");
    path
}

/// A directory of its own for a test.
struct Place {
    dir: PathBuf,
    curve: &'static str,
}

impl Place {
    fn new(name: &str, curve: &'static str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("vote_{name}_{curve}"));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Self { dir, curve }
    }

    /// With keys and ballots.
    fn with_ballots(name: &str, curve: &'static str, list: &str) -> Self {
        let place = Self::new(name, curve);
        place.succeeds(&["init"]);
        place.succeeds(&["vote", "-l", list]);
        place
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(program());
        command.args(["--curve", self.curve, "--dir"]).arg(&self.dir).args(arguments);
        command.output().expect("the program runs")
    }

    fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments:?} succeeded");
        assert!(!message.contains("panicked"), "{message}");
        message
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    fn count_is(&self, expected: u32) {
        assert_eq!(self.succeeds(&["open"]), format!("count = {expected}\n"));
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn a_vote_on_every_curve() {
    for curve in ["secp192k1", "secp256k1", "bn254"] {
        let place = Place::with_ballots("whole", curve, "11001100");
        place.succeeds(&["count"]);
        place.count_is(4);
        let mut expected: Vec<_> = (0..8).map(|n| format!("vote_{n}.txt")).collect();
        expected.extend(["vote_prv.txt", "vote_pub.txt", "vote_ret.txt"].map(String::from));
        assert_eq!(place.names(), expected);
        // The curve is the default of the original, or named.
        let wrong = if curve == "bn254" { "secp256k1" } else { "bn254" };
        let place = Place { dir: place.dir, curve: wrong };
        assert!(place.fails(&["count"]).contains("vote_pub.txt"));
    }
}

#[test]
fn usage() {
    let place = Place::new("usage", "secp192k1");
    let help = place.succeeds(&["--help"]);
    for word in ["init", "vote", "count", "open", "election", "--curve", "--dir"] {
        assert!(help.contains(word), "{word}");
    }
    assert!(place.fails(&[]).contains("Usage"));
    assert!(place.fails(&["count"]).contains("vote_pub.txt"));
    assert!(place.fails(&["vote", "-l", "1"]).contains("vote_pub.txt"));
    place.succeeds(&["init"]);
    assert!(place.fails(&["count"]).contains("no ballots"));
    assert!(place.fails(&["open"]).contains("vote_ret.txt"));
    assert!(place.fails(&["vote", "-l", ""]).contains("no votes"));
    assert!(place.fails(&["vote", "-l", "012"]).contains("'2'"));
    assert_eq!(place.names(), ["vote_prv.txt", "vote_pub.txt"]);
}

#[test]
fn nothing_is_replaced_unless_asked() {
    let place = Place::with_ballots("replace", "secp192k1", "101");
    let key = place.read("vote_prv.txt");
    assert!(place.fails(&["init"]).contains("--force"));
    assert!(place.fails(&["vote", "-l", "1"]).contains("--force"));
    assert_eq!(place.read("vote_prv.txt"), key);
    place.succeeds(&["vote", "--force", "-l", "11"]);
    assert!(!place.has("vote_2.txt"));
    place.succeeds(&["count"]);
    place.count_is(2);
    place.succeeds(&["init", "--force"]);
    assert_ne!(place.read("vote_prv.txt"), key);
    // The ballots belong to the old key.
    assert!(place.fails(&["count"]).contains("ballot 0 is forged"));
}

#[test]
fn missing_and_forged_ballots_are_named() {
    let place = Place::with_ballots("forged", "secp192k1", "11111");
    fs::remove_file(place.path("vote_2.txt")).unwrap();
    assert!(place.fails(&["count"]).contains("ballot 2 is missing"));
    // A ballot with the proof of another one.
    let text = |name| String::from_utf8(place.read(name)).unwrap();
    let (first, second) = (text("vote_0.txt"), text("vote_1.txt"));
    let forged = [first.lines().next().unwrap(), second.lines().nth(1).unwrap()].join("\n");
    place.write("vote_3.txt", forged.as_bytes());
    place.write("vote_4.txt", b"1 2 3 1 2 3\n1 2 3 4");
    let message = place.fails(&["count"]);
    for part in ["ballot 2 is missing", "ballot 3 is forged", "ballot 4 is damaged"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("ballot 0") && !message.contains("ballot 1"));
    assert!(!place.has("vote_ret.txt"), "a count that failed leaves no result");
    let output = place.run(&["count", "--skip-invalid"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("ballot 3 is forged"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("counted 2 ballots"));
    place.count_is(2);
}

#[test]
fn every_changed_byte_is_detected() {
    let place = Place::with_ballots("bytes", "secp192k1", "10");
    place.succeeds(&["count"]);
    place.count_is(1);
    for (name, command) in [
        ("vote_0.txt", "count"),
        ("vote_pub.txt", "count"),
        ("vote_pub.txt", "open"),
        ("vote_prv.txt", "open"),
        ("vote_ret.txt", "open"),
    ] {
        let original = place.read(name);
        for i in 0..original.len() {
            let mut changed = original.clone();
            // Another digit, another blank, a character beyond ASCII, by turns.
            changed[i] ^= [1, 2, 4, 0x80, 0x29][i % 5];
            place.write(name, &changed);
            place.fails(&[command]);
        }
        place.write(name, &original[..original.len() - 1]);
        place.fails(&[command]);
        place.write(name, &[&original[..], b"\n"].concat());
        place.fails(&[command]);
        place.write(name, &original);
    }
    place.succeeds(&["count"]);
    place.count_is(1);
}

#[test]
fn a_failure_leaves_no_partial_file() {
    let place = Place::new("partial", "secp192k1");
    place.succeeds(&["init"]);
    // A directory stands where the second ballot would go.
    fs::create_dir(place.path("vote_1.txt.tmp")).unwrap();
    assert!(place.fails(&["vote", "-l", "111"]).contains("vote_1.txt"));
    assert_eq!(place.names(), ["vote_1.txt.tmp", "vote_prv.txt", "vote_pub.txt"]);
}

#[test]
fn a_small_election() {
    let place = Place::new("election", "bn254");
    let text = place.succeeds(&["election", "--ballots", "50"]);
    assert!(text.contains("of 50"), "{text}");
    assert!(place.fails(&["election", "--threshold", "6"]).contains("threshold"));
}

/// Files that the original's sample could have written: the same form, byte for byte.
#[test]
fn files_have_the_form_of_the_original() {
    let place = Place::with_ballots("form", "secp192k1", "1");
    let text = |name| String::from_utf8(place.read(name)).unwrap();
    let public = text("vote_pub.txt");
    let generator = "192  1 5377521262291226325198505011805525673063229037935769709693 \
        3805108391982600717572440947423858335415441070543209377693 1 ";
    assert!(public.starts_with(generator) && public.ends_with(' '));
    assert!(text("vote_prv.txt").starts_with(&format!("{public} ")));
    let ballot = text("vote_0.txt");
    let lines: Vec<&str> = ballot.split('\n').collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].split(' ').count(), 6);
    assert_eq!(lines[1].split(' ').count(), 4);
}

/// Keys and ballots that mcl itself printed.
#[test]
fn files_of_the_original_are_counted() {
    let vectors = include_str!("../../crates/mcl-elgamal/tests/vectors/mcl/elgamal.json");
    let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
    for (group, curve) in vectors["groups"].as_array().unwrap().iter().zip(["secp192k1", "bn254"]) {
        let place = Place::new("original", curve);
        let text = |value: &serde_json::Value| value["stream"].as_str().unwrap().to_string();
        place.write("vote_pub.txt", text(&group["public_key"]).as_bytes());
        place.write("vote_prv.txt", text(&group["private_key"]).as_bytes());
        let mut expected = 0;
        for (number, ballot) in group["zkp"].as_array().unwrap().iter().enumerate() {
            let sheet = [text(&ballot["cipher_text"]), text(&ballot["zkp_text"])].join("\n");
            place.write(&format!("vote_{number}.txt"), sheet.as_bytes());
            expected += ballot["m"].as_u64().unwrap() as u32;
        }
        assert!(expected > 0);
        place.succeeds(&["count"]);
        place.count_is(expected);
    }
}
