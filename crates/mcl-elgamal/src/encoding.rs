//! The byte forms of this crate: for keys, ciphertexts, proofs and shares, and their `serde` form.
//!
//! Points are compressed (Gt: all coefficients), scalars little endian with the bytes of the order, counts and indices
//! 32 bits little endian; parts follow one another without separators. Readers are strict: exact length,
//! canonical numbers, points in the group. With `serde`, text formats get the bytes in
//! hexadecimal.

use alloc::vec::Vec;

use ff::PrimeField;
use group::GroupEncoding;

use crate::Ciphertext;
use crate::error::DecodeError;
use crate::group::ElGamalGroup;
use crate::keys::{PrivateKey, PublicKey};
use crate::proofs::{Branch, DecryptionProof, EqualityProof, MembershipProof, RangeProof};
use crate::threshold::{Dealing, PartialDecryption, Share};

/// A value with a byte form of its own.
pub trait Encode: Sized {
    /// The bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Reads exactly what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader { bytes };
        let value = Self::read(&mut reader)?;
        if reader.bytes.is_empty() { Ok(value) } else { Err(DecodeError::Length) }
    }

    /// Appends the bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads the bytes and leaves what follows.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

/// Bytes that are being read.
#[derive(Debug)]
pub struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let (head, rest) = self.bytes.split_at_checked(length).ok_or(DecodeError::Length)?;
        self.bytes = rest;
        Ok(head)
    }

    pub(crate) fn integer(&mut self) -> Result<u32, DecodeError> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(bytes))
    }

    /// A number of parts of at least `length` bytes each, as many as there are bytes for.
    fn count(&mut self, length: usize) -> Result<usize, DecodeError> {
        let count = self.integer()? as usize;
        match count.checked_mul(length) {
            Some(total) if count > 0 && total <= self.bytes.len() => Ok(count),
            Some(0) => Err(DecodeError::Count),
            _ => Err(DecodeError::Length),
        }
    }

    pub(crate) fn point<G: ElGamalGroup>(&mut self) -> Result<G::Affine, DecodeError> {
        let mut repr = <G as GroupEncoding>::Repr::default();
        let bytes = self.take(repr.as_ref().len())?;
        repr.as_mut().copy_from_slice(bytes);
        Option::from(G::Affine::from_bytes(&repr)).ok_or(DecodeError::Point)
    }

    fn points<G: ElGamalGroup, const T: usize>(&mut self) -> Result<[G::Affine; T], DecodeError> {
        let mut points = [G::Affine::default(); T];
        for point in &mut points {
            *point = self.point::<G>()?;
        }
        Ok(points)
    }

    fn scalar<S: PrimeField>(&mut self) -> Result<S, DecodeError> {
        let mut repr = S::Repr::default();
        let bytes = self.take(scalar_length::<S>())?;
        repr.as_mut()[..bytes.len()].copy_from_slice(bytes);
        Option::from(S::from_repr(repr)).ok_or(DecodeError::Scalar)
    }
}

/// Bytes of a scalar: the bit length of the order, rounded up.
const fn scalar_length<S: PrimeField>() -> usize {
    S::NUM_BITS.div_ceil(8) as usize
}

fn point_length<G: ElGamalGroup>() -> usize {
    <G as GroupEncoding>::Repr::default().as_ref().len()
}

fn write_point<A: GroupEncoding>(point: &A, out: &mut Vec<u8>) {
    out.extend_from_slice(point.to_bytes().as_ref());
}

fn write_scalar<S: PrimeField>(scalar: &S, out: &mut Vec<u8>) {
    // The order has no more bytes than this, and the integer is little endian.
    out.extend_from_slice(&scalar.to_repr().as_ref()[..scalar_length::<S>()]);
}

fn write_count(count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

/// One after the other: for example a ciphertext and its proof.
impl<A: Encode, B: Encode> Encode for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok((A::read(reader)?, B::read(reader)?))
    }
}

/// `c1`, `c2`.
impl<G: ElGamalGroup> Encode for Ciphertext<G> {
    fn write(&self, out: &mut Vec<u8>) {
        self.to_affine().iter().for_each(|part| write_point(part, out));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self::from_affine(reader.points::<G, 2>()?))
    }
}

/// `g`, `h`.
impl<G: ElGamalGroup> Encode for PublicKey<G> {
    fn write(&self, out: &mut Vec<u8>) {
        write_point(&self.generator(), out);
        write_point(&self.element(), out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let [g, h] = reader.points::<G, 2>()?;
        Self::with_generator(&g.into(), &h.into())
    }
}

/// `g`, `z`. The caller overwrites the bytes.
impl<G: ElGamalGroup> Encode for PrivateKey<G> {
    fn write(&self, out: &mut Vec<u8>) {
        write_point(&self.public_key().generator(), out);
        write_scalar(self.scalar(), out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let g = reader.point::<G>()?;
        Self::with_generator(&g.into(), &reader.scalar()?)
    }
}

/// The number of values, and for each `R1`, `R2`, `c`, `s`.
impl<G: ElGamalGroup> Encode for MembershipProof<G> {
    fn write(&self, out: &mut Vec<u8>) {
        write_count(self.branches.len(), out);
        for branch in &self.branches {
            branch.commitments.iter().for_each(|point| write_point(point, out));
            write_scalar(&branch.challenge, out);
            write_scalar(&branch.response, out);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let length = 2 * point_length::<G>() + 2 * scalar_length::<G::Scalar>();
        let count = reader.count(length)?;
        let branches = (0..count).map(|_| {
            Ok(Branch {
                commitments: reader.points::<G, 2>()?,
                challenge: reader.scalar()?,
                response: reader.scalar()?,
            })
        });
        Ok(Self { branches: branches.collect::<Result<_, DecodeError>>()? })
    }
}

/// `[k]g`, `[k]B`, `s`.
impl<G: ElGamalGroup> Encode for EqualityProof<G> {
    fn write(&self, out: &mut Vec<u8>) {
        self.commitments.iter().for_each(|point| write_point(point, out));
        write_scalar(&self.response, out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { commitments: reader.points::<G, 2>()?, response: reader.scalar()? })
    }
}

/// As the proof inside.
impl<G: ElGamalGroup> Encode for DecryptionProof<G> {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        EqualityProof::read(reader).map(Self)
    }
}

/// The number of bits, and for each its ciphertext and its proof.
impl<G: ElGamalGroup> Encode for RangeProof<G> {
    fn write(&self, out: &mut Vec<u8>) {
        write_count(self.bits.len(), out);
        for (parts, proof) in &self.bits {
            parts.iter().for_each(|part| write_point(part, out));
            proof.write(out);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let count = reader.count(2 * point_length::<G>())?;
        let bits =
            (0..count).map(|_| Ok((reader.points::<G, 2>()?, MembershipProof::read(reader)?)));
        Ok(Self { bits: bits.collect::<Result<_, DecodeError>>()? })
    }
}

/// The index, the element, the proof.
impl<G: ElGamalGroup> Encode for PartialDecryption<G> {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.index.to_le_bytes());
        write_point(&self.element, out);
        self.proof.write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let index = reader.integer()?;
        if index == 0 {
            return Err(DecodeError::Count);
        }
        Ok(Self { index, element: reader.point::<G>()?, proof: EqualityProof::read(reader)? })
    }
}

/// The number of commitments, and the commitments.
impl<G: ElGamalGroup> Encode for Dealing<G> {
    fn write(&self, out: &mut Vec<u8>) {
        write_count(self.commitments.len(), out);
        self.commitments.iter().for_each(|point| write_point(point, out));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let count = reader.count(point_length::<G>())?;
        let commitments = (0..count).map(|_| reader.point::<G>());
        Ok(Self { commitments: commitments.collect::<Result<_, DecodeError>>()? })
    }
}

/// The index, the scalar. The caller overwrites the bytes.
impl<G: ElGamalGroup> Encode for Share<G> {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.index().to_le_bytes());
        write_scalar(self.scalar(), out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let index = reader.integer()?;
        Self::from_parts(index, &reader.scalar()?).ok_or(DecodeError::Count)
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{self, SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zeroize::Zeroizing;

    use super::{
        Ciphertext, Dealing, DecryptionProof, ElGamalGroup, Encode, EqualityProof, MembershipProof,
        PartialDecryption, PrivateKey, PublicKey, RangeProof, Share,
    };
    use crate::encoding_mcl::{MclGroup, bytes};
    use crate::proofs::MclZeroOneProof;

    fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_bytes(bytes);
        }
        let mut text = Zeroizing::new(String::with_capacity(2 * bytes.len()));
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from(b"0123456789abcdef"[digit as usize]));
            }
        }
        serializer.serialize_str(&text)
    }

    fn deserialize<'de, T, E: fmt::Display, D: Deserializer<'de>>(
        deserializer: D,
        read: fn(&[u8]) -> Result<T, E>,
    ) -> Result<T, D::Error> {
        let visitor = BytesVisitor(PhantomData, read);
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(visitor)
        } else {
            deserializer.deserialize_bytes(visitor)
        }
    }

    struct BytesVisitor<T, E>(PhantomData<T>, fn(&[u8]) -> Result<T, E>);

    impl<'de, T, E: fmt::Display> Visitor<'de> for BytesVisitor<T, E> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes, in hexadecimal where the format is text")
        }

        fn visit_str<D: de::Error>(self, text: &str) -> Result<T, D> {
            let digits: Option<Vec<u8>> =
                text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
            let digits = digits.map(Zeroizing::new).filter(|digits| digits.len() % 2 == 0);
            let digits = digits.ok_or_else(|| D::custom("not hexadecimal bytes"))?;
            let bytes = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]);
            self.visit_bytes(&Zeroizing::new(bytes.collect::<Vec<u8>>()))
        }

        fn visit_bytes<D: de::Error>(self, bytes: &[u8]) -> Result<T, D> {
            (self.1)(bytes).map_err(D::custom)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
            let mut bytes = Zeroizing::new(Vec::new());
            while let Some(byte) = sequence.next_element()? {
                bytes.push(byte);
            }
            self.visit_bytes(&bytes)
        }
    }

    /// The two traits by the byte form. A macro, since a blanket implementation for all
    /// `T: Encode` is not allowed for foreign traits.
    macro_rules! serde_by_bytes {
        ($($type:ident: $bound:ident, $write:expr, $read:expr;)+) => {$(
            impl<G: $bound> Serialize for $type<G> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serialize(&Zeroizing::new($write(self)), serializer)
                }
            }

            impl<'de, G: $bound> Deserialize<'de> for $type<G> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserialize(deserializer, $read)
                }
            }
        )+};
    }

    serde_by_bytes! {
        Ciphertext: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        PublicKey: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        PrivateKey: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        MembershipProof: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        EqualityProof: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        DecryptionProof: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        RangeProof: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        PartialDecryption: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        Dealing: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        Share: ElGamalGroup, Encode::to_bytes, Self::from_bytes;
        MclZeroOneProof: MclGroup, bytes::proof, bytes::read_proof;
    }
}
