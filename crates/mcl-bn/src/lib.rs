#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]
// Deriving the constants of the larger curves takes more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod batch;
mod chain;
mod curves;
mod encoding;
pub mod encodings;
mod engine;
mod fields;
mod final_exp;
mod gt;
mod gt_power;
mod hash_mcl;
#[cfg(feature = "hash")]
mod hash_to_curve;
mod lattice;
mod lines;
mod miller_loop;
mod packed;
mod params;
mod points;
#[cfg(feature = "alloc")]
mod prepared;
#[cfg(feature = "serde")]
mod serde;
pub mod sharing;
mod subgroup;
mod svdw;
mod text_mcl;

pub use batch::pairing_batch_in;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use batch::{checks_in_lanes, miller_loop_in_lanes};
#[doc(hidden)]
pub use batch::{g2_tests_in_lanes, pairings_in_lanes};
#[cfg(feature = "alloc")]
pub use batch::{pairing_batch, pairing_check_batch};
pub use chain::Chain;
pub use curves::{G1Curve, G2Curve};
pub use encoding::{ByteArray, Bytes};
#[doc(hidden)]
pub use engine::pairing_scalar;
pub use engine::{Bn, MillerLoopResult, NotInG2, multi_miller_loop_checking_g2, pairing};
#[cfg(feature = "alloc")]
pub use engine::{multi_miller_loop, multi_pairing, pairing_check};
pub use fields::{ModP, ModR};
pub use final_exp::final_exponentiation;
pub use gt::Gt;
pub use mcl_ec::{BatchError, DecodeError, LengthMismatch};
pub use mcl_fp::{ArrayMode, IoMode, IoValue, PointForm, Radix, TextError};
#[cfg(feature = "hash")]
pub use mcl_fp::{Dst, ExpansionTooLong, expand_message_xmd, hash_to_field};
#[doc(hidden)]
pub use packed::{pairing_packed, powers_packed};
pub use params::{BnParams, Twist};
pub use params::{bn_p256, bn381_1, bn462, fp254bnb, snark1};
pub use points::{G1, G1Affine, G2, G2Affine};
#[cfg(feature = "alloc")]
pub use points::{G1Bases, G2Bases};
#[cfg(feature = "alloc")]
pub use prepared::G2Prepared;
pub use svdw::SvdwData;

/// The curve that Ethereum calls alt_bn128, under that name.
pub use params::snark1 as alt_bn128;
