#![no_std]
#![doc = include_str!("../README.md")]
// Deriving roots of unity of a 1024-bit prime at compile time takes more steps than the lint likes.
#![allow(long_running_const_eval)]

#[cfg(test)]
extern crate std;

#[allow(unsafe_code)]
mod backend;
mod batch;
mod bytes;
mod bytes_mcl;
mod ext;
mod field_lanes;
mod fp;
mod gcd;
#[cfg(feature = "hash")]
mod hash;
mod invert;
mod legendre;
mod params;
#[cfg(feature = "serde")]
mod serde;
mod sqrt;
mod text;
mod text_mcl;
mod traits;
mod vector;
mod wide;

pub use backend::{Adx, Backend, Chosen, Kernels, Portable, backend, prefetch};
#[doc(hidden)]
pub use backend::{BackendUnavailable, WideWords, force_backend, portable};
pub use batch::{ScratchLength, batch_invert, batch_invert_in};
pub use bytes::{DecodeError, Repr};
pub use crypto_bigint::{
    self, Limb, U64, U128, U192, U256, U320, U384, U448, U512, U768, U1024, Uint, Word, nlimbs,
};
pub use ext::{FieldBytes, FieldExt};
pub use field_lanes::{FieldLanes, Link, Rows};
pub use fp::{Fp, nibble};
#[cfg(feature = "hash")]
pub use hash::{Dst, ExpansionTooLong, FromHash, expand_message_xmd, hash_to_field};
/// What the serde implementations of the crates above are made of.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde_bytes {
    pub use crate::serde::{deserialize, deserialize_field, serialize, serialize_field};
}
/// What kernels of the vector engine in the layers above are made of.
#[doc(hidden)]
pub mod lanes {
    pub use crate::backend::lanes::generic::times;
    pub use crate::backend::lanes::{
        Element, LIMBS, LaneKernel, Lanes, Modulus, Words, add_constant, add_limbs, add_product,
        carry, element, load, product, redc, redc_small, reduce, run, store, sub_limbs,
    };
}
pub use params::{Marker, PrimeParams};
pub use text::ParseError;
pub use text_mcl::{ArrayMode, IoMode, IoValue, PointForm, Radix, Sink, Source, Text, TextError};
pub use vector::{ComplexX8, FpX8, LaneMask, MAX_XI, SmallXi, VECTOR_LANES, vector_engine};
pub use wide::{Factor, FactorRef, Loose, Wide};
