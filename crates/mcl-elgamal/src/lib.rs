#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

extern crate alloc;

mod ciphertext;
pub mod curves;
pub mod dlog;
pub mod encoding;
pub mod encoding_mcl;
mod encoding_tables;
mod error;
pub mod group;
mod keys;
mod msm;
pub mod proofs;
pub mod threshold;
mod window;

pub use ciphertext::Ciphertext;
pub use dlog::DlpTable;
pub use encoding::Encode;
pub use error::{DecodeError, NotInSet, OutOfRange, TableError};
pub use group::ElGamalGroup;
pub use keys::{PrivateKey, PublicKey};
pub use window::{DEFAULT_WIDTH, WindowTable};
