//! serde: points in mcl's compressed form, elements of Gt as their bytes, checked as the short-named
//! decoders check them; hexadecimal digits in formats for people.

use mcl_fp::serde_bytes;
use serde_core::de::Error;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BnParams, G1, G1Affine, G2, G2Affine, Gt};

/// A macro, since the types are not members of one trait.
macro_rules! as_bytes {
    ($type:ident, $bytes:ident, $to:ident, $from:ident) => {
        impl<C: BnParams<N>, const N: usize> Serialize for $type<C, N> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde_bytes::serialize(self.$to().as_ref(), serializer)
            }
        }

        impl<'de, C: BnParams<N>, const N: usize> Deserialize<'de> for $type<C, N> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut bytes = C::$bytes::default();
                serde_bytes::deserialize(bytes.as_mut(), deserializer)?;
                Self::$from(bytes.as_ref()).map_err(D::Error::custom)
            }
        }
    };
}

as_bytes!(G1Affine, G1Bytes, to_compressed, from_compressed);
as_bytes!(G2Affine, G2Bytes, to_compressed, from_compressed);
as_bytes!(Gt, GtBytes, to_bytes, from_bytes);

macro_rules! as_affine {
    ($projective:ident, $affine:ident) => {
        /// As the affine type.
        impl<C: BnParams<N>, const N: usize> Serialize for $projective<C, N> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $affine::from(self).serialize(serializer)
            }
        }

        /// As the affine type.
        impl<'de, C: BnParams<N>, const N: usize> Deserialize<'de> for $projective<C, N> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $affine::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

as_affine!(G1, G1Affine);
as_affine!(G2, G2Affine);
