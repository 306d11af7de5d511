//! The tests of mcl-elgamal.
//!
//! One program: the constants of the curves are computed at compile time, once in each program that uses
//! them.

// The derivation takes more steps than the lint likes.
#![allow(long_running_const_eval)]
// Functions that tests share are tests, too.
#![allow(clippy::unwrap_used)]

/// Runs a function that is generic over the group in every kind of group.
macro_rules! for_all_groups {
    ($check:ident) => {
        $check::<mcl_elgamal::curves::secp192k1::Point>();
        $check::<mcl_bn::fp254bnb::G1>();
        $check::<mcl_bn::fp254bnb::G2>();
        $check::<mcl_bn::fp254bnb::Gt>();
    };
}

/// As `for_all_groups`, on a curve and in Gt: enough for what uses a group as the tests do that run in all
/// of them. Every group takes seconds to compile.
macro_rules! for_curve_and_gt {
    ($check:ident) => {
        $check::<mcl_elgamal::curves::secp192k1::Point>();
        $check::<mcl_bn::fp254bnb::Gt>();
    };
}

mod dlog;
mod encodings;
mod mcl_vectors;
mod proofs;
mod scheme;
mod threshold;
mod windows;

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A source that gives a test the same numbers every time.
fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}
