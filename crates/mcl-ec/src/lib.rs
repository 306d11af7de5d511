#![no_std]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod affine;
pub mod encoding_mcl;
mod endomorphism;
mod error;
mod group_traits;
mod mul;
mod mul_vartime;
mod normalize;
mod params;
mod projective;
pub mod recode;

pub use affine::Affine;
pub use endomorphism::{Endomorphism, Lattice, PART_WORDS, Part};
pub use error::{DecodeError, LengthMismatch};
pub use group_traits::{PointBytes, PrimeOrder};
pub use mul::{mul, mul_endo};
pub use mul_vartime::{mul_by_words_vartime, mul_endo_vartime, mul_vartime};
pub use params::CurveParams;
pub use projective::Projective;
