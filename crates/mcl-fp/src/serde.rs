//! serde: hexadecimal digits in formats for people, bytes in others.
//!
//! Both forms are those of the canonical little-endian encoding. In a format that is human-readable it is
//! a string of lower-case digits, as mcl's `serializeToHexStr`; in a binary one a tuple of bytes, whose
//! number is fixed and is not written. Both are read strictly: one string for each value.

use core::fmt;

use serde_core::de::{Error, SeqAccess, Visitor};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{FieldBytes, Fp, PrimeParams};

/// Bytes of the largest encoding: an element of Fp12 over 1024 bits.
const MAX_BYTES: usize = 12 * 128;

/// Writes bytes as digits or as a tuple.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    use serde_core::ser::SerializeTuple;

    if serializer.is_human_readable() {
        return serializer.collect_str(&Digits(bytes));
    }
    let mut tuple = serializer.serialize_tuple(bytes.len())?;
    bytes.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
    tuple.end()
}

/// Reads exactly as many bytes as `out` has.
///
/// # Errors
/// Those of the deserializer, and strings that [`serialize`] does not write. `out` may have been
/// written to.
pub fn deserialize<'de, D: Deserializer<'de>>(
    out: &mut [u8],
    deserializer: D,
) -> Result<(), D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(DigitsVisitor(out))
    } else {
        deserializer.deserialize_tuple(out.len(), BytesVisitor(out))
    }
}

/// Writes the canonical bytes of a field element.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_field<F: FieldBytes, S: Serializer>(
    x: &F,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    const { assert!(F::BYTES <= MAX_BYTES, "fields of at most 1024 bits") };
    let mut buffer = [0; MAX_BYTES];
    let bytes = &mut buffer[..F::BYTES];
    x.write_le_bytes(bytes).map_err(serde_core::ser::Error::custom)?;
    serialize(bytes, serializer)
}

/// Reads a field element.
///
/// # Errors
/// Those of the deserializer, and what the field refuses.
pub fn deserialize_field<'de, F: FieldBytes, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<F, D::Error> {
    const { assert!(F::BYTES <= MAX_BYTES, "fields of at most 1024 bits") };
    let mut buffer = [0; MAX_BYTES];
    let bytes = &mut buffer[..F::BYTES];
    deserialize(bytes, deserializer)?;
    F::from_le_bytes(bytes).map_err(Error::custom)
}

/// Lower-case digits, two for each byte.
struct Digits<'a>(&'a [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

struct DigitsVisitor<'a>(&'a mut [u8]);

impl Visitor<'_> for DigitsVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lower-case hexadecimal digits", 2 * self.0.len())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if text.len() != 2 * self.0.len() {
            return Err(E::invalid_length(text.len(), &self));
        }
        for (byte, pair) in self.0.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = 0;
            for digit in pair {
                let value = match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    _ => return Err(E::custom("not a lower-case hexadecimal digit")),
                };
                *byte = *byte << 4 | value;
            }
        }
        Ok(())
    }
}

struct BytesVisitor<'a>(&'a mut [u8]);

impl<'de> Visitor<'de> for BytesVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        for i in 0..self.0.len() {
            self.0[i] =
                sequence.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        Ok(())
    }
}

impl<P: PrimeParams<N>, const N: usize> Serialize for Fp<P, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_field(self, serializer)
    }
}

impl<'de, P: PrimeParams<N>, const N: usize> Deserialize<'de> for Fp<P, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_field(deserializer)
    }
}
