//! A vote with lifted ElGamal: the second sample program of the original library, with the same files.
//!
//! ```text
//! vote init                      makes a key: vote_prv.txt, vote_pub.txt
//! vote vote -l 11001100          casts eight ballots in random order: vote_0.txt to vote_7.txt
//! vote count                     verifies and adds them up: vote_ret.txt
//! vote open                      decrypts the sum
//! vote election                  10,000 ballots and five trustees, without files
//! ```
//!
//! Run it with `cargo run --release --package mcl-examples --example vote -- --help`.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use mcl_elgamal::curves::{secp192k1, secp256k1};
use mcl_elgamal::encoding_mcl::{MclGroup, text};
use mcl_elgamal::proofs::{Ballot, MclZeroOneProof, MembershipProof, invalid_ballots};
use mcl_elgamal::threshold::{Dealing, PartialDecryption, Share, ThresholdKey};
use mcl_elgamal::{Ciphertext, DlpTable, Encode, PrivateKey, PublicKey};
use rand::RngExt;
use rand::seq::SliceRandom;
use subtle::Choice;

/// A vote whose ballots are added up without being opened.
#[derive(Parser)]
#[command(name = "vote", version)]
struct Arguments {
    /// The curve of keys and ballots.
    #[arg(long, value_enum, default_value_t = Curve::Secp192k1, global = true)]
    curve: Curve,
    /// The directory of the files.
    #[arg(long, default_value = ".", global = true)]
    dir: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Curve {
    /// The curve of the original sample; about 96 bits of security.
    Secp192k1,
    /// About 128 bits of security.
    Secp256k1,
    /// G1 of mcl's BN254.
    Bn254,
}

#[derive(Subcommand)]
enum Command {
    /// Makes a key pair: vote_prv.txt and vote_pub.txt.
    Init {
        /// Replace keys that are there already.
        #[arg(long)]
        force: bool,
    },
    /// Casts ballots for the public key: vote_0.txt, vote_1.txt, ... in random order.
    Vote {
        /// The votes, a digit 0 or 1 for each ballot.
        #[arg(short = 'l', long = "list", value_name = "DIGITS")]
        list: String,
        /// Replace ballots that are there already.
        #[arg(long)]
        force: bool,
    },
    /// Verifies the proofs of all ballots and adds the ballots up: vote_ret.txt.
    Count {
        /// Leave damaged and forged ballots out of the count.
        #[arg(long)]
        skip_invalid: bool,
    },
    /// Decrypts the sum and prints it.
    Open {
        /// The largest sum that is looked for.
        #[arg(long, default_value_t = 1 << 24, value_parser = clap::value_parser!(i64).range(0..=1 << 50))]
        max: i64,
    },
    /// Holds an election in memory: ballots for a key that trustees share, one verification of all proofs, and decryption by some of the trustees.
    Election {
        /// The number of ballots.
        #[arg(long, default_value_t = 10_000)]
        ballots: usize,
        /// The number of trustees.
        #[arg(long, default_value_t = 5)]
        trustees: u32,
        /// How many of them it takes to decrypt.
        #[arg(long, default_value_t = 3)]
        threshold: u32,
    },
}

/// A message for the user.
type Failure = String;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.curve {
        Curve::Secp192k1 => run::<secp192k1::Point>(&arguments),
        Curve::Secp256k1 => run::<secp256k1::Point>(&arguments),
        Curve::Bn254 => run::<mcl_bn::fp254bnb::G1>(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run<G: MclGroup>(arguments: &Arguments) -> Result<(), Failure> {
    let files = Files { dir: &arguments.dir };
    match &arguments.command {
        Command::Init { force } => init::<G>(&files, *force),
        Command::Vote { list, force } => vote::<G>(&files, list, *force),
        Command::Count { skip_invalid } => count::<G>(&files, *skip_invalid),
        Command::Open { max } => open::<G>(&files, *max),
        Command::Election { ballots, trustees, threshold } => {
            election::<G>(*ballots, *trustees, *threshold)
        }
    }
}

fn init<G: MclGroup>(files: &Files<'_>, force: bool) -> Result<(), Failure> {
    if !force && (files.private_key().exists() || files.public_key().exists()) {
        return Err("there is a key already; --force replaces it".into());
    }
    let key = PrivateKey::<G>::generate(&mut rand::rng());
    files.write_all(&[
        (files.private_key(), text::private_key(&key, G::STREAM)),
        (files.public_key(), text::public_key(key.public_key(), G::STREAM)),
    ])?;
    println!("wrote {} and {}", files.private_key().display(), files.public_key().display());
    Ok(())
}

fn vote<G: MclGroup>(files: &Files<'_>, list: &str, force: bool) -> Result<(), Failure> {
    let bits = list.chars().map(|digit| match digit {
        '0' => Ok(Choice::from(0)),
        '1' => Ok(Choice::from(1)),
        _ => Err(format!("a vote is 0 or 1, not {digit:?}")),
    });
    let bits: Vec<Choice> = bits.collect::<Result<_, _>>()?;
    if bits.is_empty() {
        return Err("no votes".into());
    }
    let present = files.ballots()?;
    if !force && !present.is_empty() {
        return Err(format!("{} ballots are there already; --force replaces them", present.len()));
    }
    let key = files.read_public_key::<G>()?;
    let rng = &mut rand::rng();
    let mut numbers: Vec<usize> = (0..bits.len()).collect();
    numbers.shuffle(rng);
    let bar = progress("casting", bits.len());
    let sheets = numbers.iter().zip(&bits).map(|(&number, &bit)| {
        let (ciphertext, proof) = key.encrypt_bit_mcl(bit, rng);
        bar.inc(1);
        (files.ballot(number), sheet(&ciphertext, &proof))
    });
    let sheets: Vec<_> = sheets.collect();
    bar.finish_and_clear();
    files.write_all(&sheets)?;
    // What is left of an earlier vote would be counted.
    for number in present.into_iter().filter(|&number| number >= bits.len()) {
        let path = files.ballot(number);
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("wrote {} ballots", bits.len());
    Ok(())
}

/// The text of a ballot: the ciphertext, and the proof in a line of its own.
fn sheet<G: MclGroup>(ciphertext: &Ciphertext<G>, proof: &MclZeroOneProof<G>) -> String {
    format!("{}\n{}", text::ciphertext(ciphertext, G::STREAM), text::proof(proof, G::STREAM))
}

fn count<G: MclGroup>(files: &Files<'_>, skip_invalid: bool) -> Result<(), Failure> {
    let key = files.read_public_key::<G>()?;
    let numbers = files.ballots()?;
    let Some(&last) = numbers.last() else { return Err("there are no ballots".into()) };
    let missing = (0..=last).find(|number| numbers.binary_search(number).is_err());
    let mut problems: Vec<Failure> = Vec::new();
    if let Some(number) = missing {
        problems.push(format!("ballot {number} is missing"));
    }
    let bar = progress("verifying", numbers.len());
    let (mut sum, mut counted) = (Ciphertext::<G>::zero(), 0);
    for number in numbers {
        match read_ballot::<G>(&files.ballot(number), &key) {
            Ok(ciphertext) => {
                sum += ciphertext;
                counted += 1;
            }
            Err(problem) => problems.push(format!("ballot {number} {problem}")),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for problem in &problems {
        eprintln!("{problem}");
    }
    if !problems.is_empty() && !skip_invalid {
        return Err("nothing was counted; --skip-invalid leaves such ballots out".into());
    }
    files.write_all(&[(files.result(), text::ciphertext(&sum, G::STREAM))])?;
    println!("counted {counted} ballots, wrote {}", files.result().display());
    Ok(())
}

/// The ciphertext of a ballot, if its text is exactly what a voter writes and the proof is valid.
fn read_ballot<G: MclGroup>(path: &Path, key: &PublicKey<G>) -> Result<Ciphertext<G>, Failure> {
    let damaged = |error: &dyn Display| format!("is damaged: {error}");
    let content = fs::read_to_string(path).map_err(|error| damaged(&error))?;
    let (first, second) =
        content.split_once('\n').ok_or_else(|| damaged(&"it is not two lines"))?;
    let ciphertext =
        text::read_ciphertext::<G>(first, G::STREAM).map_err(|error| damaged(&error))?;
    let proof = text::read_proof(second, G::STREAM).map_err(|error| damaged(&error))?;
    if sheet(&ciphertext, &proof) != content {
        return Err(damaged(&"its text is not as it was written"));
    }
    if !proof.verify(key, &ciphertext) {
        return Err("is forged: its proof is not valid".into());
    }
    Ok(ciphertext)
}

fn open<G: MclGroup>(files: &Files<'_>, max: i64) -> Result<(), Failure> {
    let key = files.read(&files.private_key(), |content| {
        let key = text::read_private_key::<G>(content, G::STREAM)?;
        Ok((text::private_key(&key, G::STREAM), key))
    })?;
    if *key.public_key() != files.read_public_key::<G>()? {
        return Err("the private key does not belong to the public key".into());
    }
    let sum = files.read(&files.result(), |content| {
        let sum = text::read_ciphertext::<G>(content, G::STREAM)?;
        Ok((text::ciphertext(&sum, G::STREAM), sum))
    })?;
    let table = DlpTable::new(&key.public_key().generator().into(), 0..=max)
        .map_err(|error| error.to_string())?;
    let count = key.decrypt(&sum, &table).map_err(|error| error.to_string())?;
    println!("count = {count}");
    Ok(())
}

/// The files of a vote.
struct Files<'a> {
    dir: &'a Path,
}

impl Files<'_> {
    fn private_key(&self) -> PathBuf {
        self.dir.join("vote_prv.txt")
    }

    fn public_key(&self) -> PathBuf {
        self.dir.join("vote_pub.txt")
    }

    fn result(&self) -> PathBuf {
        self.dir.join("vote_ret.txt")
    }

    fn ballot(&self, number: usize) -> PathBuf {
        self.dir.join(format!("vote_{number}.txt"))
    }

    /// The numbers of the ballots in the directory, in order.
    fn ballots(&self) -> Result<Vec<usize>, Failure> {
        let failure = |error: io::Error| format!("{}: {error}", self.dir.display());
        let mut numbers = Vec::new();
        for entry in fs::read_dir(self.dir).map_err(failure)? {
            let name = entry.map_err(failure)?.file_name();
            let digits = name
                .to_str()
                .and_then(|name| name.strip_prefix("vote_"))
                .and_then(|name| name.strip_suffix(".txt"));
            let number = digits.and_then(|digits| digits.parse::<usize>().ok());
            // Not "vote_07.txt", which no voter writes.
            numbers.extend(number.filter(|number| digits == Some(&number.to_string())));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn read_public_key<G: MclGroup>(&self) -> Result<PublicKey<G>, Failure> {
        self.read(&self.public_key(), |content| {
            let key = text::read_public_key::<G>(content, G::STREAM)?;
            Ok((text::public_key(&key, G::STREAM), key))
        })
    }

    /// Reads a file that must be exactly what its value is written as.
    fn read<T>(
        &self,
        path: &Path,
        read: impl Fn(&str) -> Result<(String, T), mcl_elgamal::DecodeError>,
    ) -> Result<T, Failure> {
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (written, value) =
            read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        if written != text {
            return Err(format!("{}: the text is not as it was written", path.display()));
        }
        Ok(value)
    }

    /// Writes files such that each of them is there as a whole or not at all: all of them under temporary
    /// names first.
    fn write_all(&self, files: &[(PathBuf, String)]) -> Result<(), Failure> {
        let temporary = |path: &Path| path.with_extension("txt.tmp");
        let write = |path: &Path, text: &str| {
            let mut options = fs::OpenOptions::new();
            options.write(true).create(true).truncate(true);
            // The private key is for its owner alone.
            #[cfg(unix)]
            if path == self.private_key() {
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            }
            let mut file = options.open(temporary(path))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        let result = files
            .iter()
            .try_for_each(|(path, text)| write(path, text).map_err(|error| (path, error)))
            .and_then(|()| {
                let rename = |path: &Path| fs::rename(temporary(path), path);
                files.iter().try_for_each(|(path, _)| rename(path).map_err(|error| (path, error)))
            });
        result.map_err(|(path, error)| {
            for (path, _) in files {
                // Those that were not written are not there.
                let _ = fs::remove_file(temporary(path));
            }
            format!("{}: {error}", path.display())
        })
    }
}

/// A bar on standard error, if that is a terminal.
fn progress(work: &'static str, steps: usize) -> ProgressBar {
    let template = "{msg} {wide_bar} {pos}/{len} {eta}";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style).with_message(work)
}

/// An election of yes and no.
fn election<G: MclGroup>(ballots: usize, trustees: u32, threshold: u32) -> Result<(), Failure> {
    let rng = &mut rand::rng();
    let message = |error: &dyn Display| error.to_string();

    let started = Instant::now();
    let mut dealings = Vec::new();
    let mut dealt = Vec::new();
    for _ in 0..trustees {
        let (dealing, shares) = Dealing::<G>::new(threshold as usize, trustees as usize, rng)
            .map_err(|error| message(&error))?;
        dealings.push(dealing);
        dealt.push(shares);
    }
    let key = ThresholdKey::new(&dealings, trustees).map_err(|error| message(&error))?;
    let shares = (0..trustees as usize).map(|i| {
        let own: Vec<Share<G>> = dealt.iter().map(|shares| shares[i].clone()).collect();
        Share::combine(&dealings, &own).map_err(|error| message(&error))
    });
    let shares: Vec<Share<G>> = shares.collect::<Result<_, _>>()?;
    report("a key in shares", trustees as usize, "trustees", started);

    // A ballot travels as bytes; its proof is bound to its number.
    let started = Instant::now();
    let bar = progress("casting", ballots);
    let mut expected = 0;
    let sent: Vec<Vec<u8>> = (0..ballots as u64)
        .map(|number| {
            let bit: bool = rng.random();
            expected += i64::from(bit);
            let bit = Choice::from(u8::from(bit));
            let (ciphertext, proof) = key.public_key().encrypt_bit(bit, &number.to_le_bytes(), rng);
            bar.inc(1);
            let mut bytes = Vec::new();
            ciphertext.write(&mut bytes);
            proof.write(&mut bytes);
            bytes
        })
        .collect();
    bar.finish_and_clear();
    report("encrypted with proof", ballots, "ballots", started);

    let started = Instant::now();
    let received: Vec<(Ciphertext<G>, MembershipProof<G>)> = sent
        .iter()
        .map(|bytes| <(Ciphertext<G>, MembershipProof<G>)>::from_bytes(bytes))
        .collect::<Result<_, _>>()
        .map_err(|error| message(&error))?;
    report("decoded", ballots, "ballots", started);

    let started = Instant::now();
    let contexts: Vec<[u8; 8]> = (0..ballots as u64).map(u64::to_le_bytes).collect();
    let statements: Vec<Ballot<'_, G>> = received
        .iter()
        .zip(&contexts)
        .map(|((ciphertext, proof), context)| Ballot { ciphertext, proof, context })
        .collect();
    let invalid = invalid_ballots(key.public_key(), &[0, 1], &statements);
    if !invalid.is_empty() {
        return Err(format!("the proofs of the ballots {invalid:?} are not valid"));
    }
    report("verified together", ballots, "ballots", started);

    let started = Instant::now();
    let sum: Ciphertext<G> = received.iter().map(|(ciphertext, _)| ciphertext).sum();
    report("added up", ballots, "ballots", started);

    let started = Instant::now();
    let quorum = &shares[shares.len() - threshold as usize..];
    let partials: Vec<PartialDecryption<G>> =
        quorum.iter().map(|share| share.decrypt(&key, &sum, b"sum", rng)).collect();
    let element = key.combine(&sum, &partials, b"sum").map_err(|error| message(&error))?;
    let generator = key.public_key().generator().into();
    let table = DlpTable::new(&generator, 0..=ballots as i64).map_err(|error| message(&error))?;
    let count = table.solve(&element).map_err(|error| message(&error))?;
    report("decrypted by a quorum", threshold as usize, "trustees", started);

    println!("count = {count} of {ballots}");
    if count == expected { Ok(()) } else { Err(format!("{expected} votes were cast")) }
}

fn report(what: &str, number: usize, unit: &str, started: Instant) {
    let elapsed = started.elapsed();
    let each = elapsed.as_secs_f64() * 1e6 / number.max(1) as f64;
    println!("{what:<24} {number:>8} {unit:<9} {elapsed:>10.1?} {each:>9.1} us each");
}
