//! serde: coefficients in stored order, in the form of `mcl_fp`'s elements.

use mcl_fp::serde_bytes::{deserialize_field, serialize_field};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Fp2, Fp2Params, Fp12};

impl<P: Fp2Params<N>, const N: usize> Serialize for Fp2<P, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_field(self, serializer)
    }
}

impl<'de, P: Fp2Params<N>, const N: usize> Deserialize<'de> for Fp2<P, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_field(deserializer)
    }
}

impl<P: Fp2Params<N>, const N: usize> Serialize for Fp12<Fp2<P, N>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_field(self, serializer)
    }
}

impl<'de, P: Fp2Params<N>, const N: usize> Deserialize<'de> for Fp12<Fp2<P, N>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_field(deserializer)
    }
}
