#![no_std]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]


mod affine;
mod error;
mod mul;
mod normalize;
mod params;
mod projective;

pub use affine::Affine;
pub use error::{DecodeError, LengthMismatch};
pub use mul::mul;
pub use params::CurveParams;
pub use projective::Projective;
