#![no_std]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
// The integration tests' curves serve unit tests, too: they name this crate from outside.
#[cfg(test)]
extern crate self as mcl_ec;
#[cfg(test)]
extern crate std;

mod affine;
mod batch_mul;
pub mod encoding_mcl;
mod endomorphism;
mod error;
#[cfg(feature = "alloc")]
mod fixed_base;
mod formulas;
mod group_traits;
mod jacobian;
mod lanes;
#[cfg(feature = "alloc")]
mod msm;
mod mul;
mod mul_vartime;
mod normalize;
mod odd_multiples;
mod ordinates;
mod params;
mod projective;
pub mod recode;
mod svdw;
mod text_mcl;

pub use affine::Affine;
pub use batch_mul::mul_endo_x8;
pub use endomorphism::{CubicEndomorphism, Endomorphism, Lattice, PART_WORDS, Part};
pub use error::{BatchError, DecodeError, LengthMismatch};
#[cfg(feature = "alloc")]
pub use fixed_base::{FixedBase, TableParameters};
pub use group_traits::{PointBytes, PrimeOrder};
pub use lanes::ProjectiveX8;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use msm::msm_in_lanes_vartime;
#[cfg(feature = "alloc")]
pub use msm::{AsAffine, Decomposed, MsmBases, Whole, msm_endo_vartime, msm_vartime};
#[cfg(feature = "rayon")]
pub use msm::{par_msm_endo_vartime, par_msm_vartime};
pub use mul::{mul, mul_endo};
pub use mul_vartime::{mul_by_words_vartime, mul_endo_vartime, mul_vartime};
pub use ordinates::{Unfinished, finish_batch};
pub use params::CurveParams;
pub use projective::Projective;
pub use svdw::{Svdw, SvdwCurve, map_to_curve_svdw, map_to_curve_svdw_x8, map_two_to_curve_svdw};

#[cfg(test)]
mod tests;
