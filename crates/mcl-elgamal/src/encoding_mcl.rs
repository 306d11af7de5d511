//! mcl's text and byte forms of keys, ciphertexts and proofs.
//!
//! ```text
//! ciphertext   c1 SP c2
//! proof        c_0 SP c_1 SP s_0 SP s_1
//! public key   bits SP SP g SP h SP          two spaces, and one at the end
//! private key  <public key> SP z             hence two spaces before z
//! ```
//!
//! `bits` is decimal: mcl makes tables for as many bits. Points and numbers have the forms of
//! [`mcl_fp::IoValue`]. In the byte form, bits are decimal with one space after them, and points and numbers
//! follow in mcl's compressed bytes without separators.
//!
//! Writers are exact. Readers of text accept what mcl's accept: other blanks and more of them, leading
//! zeros, negative numbers, prefixes, projective points. They refuse numbers from the modulus on,
//! points off the curve, and text after the last part.
//!
//! # Timing
//! Variable time, also in the secret of a private key: reading and writing a key takes place where its
//! text is.

use mcl_bn::{BnParams, G1};
use mcl_ec::Projective;
use mcl_fp::{FieldBytes, Fp, IoMode, IoValue, PointForm};

use crate::curves::{Koblitz, KoblitzParams};
use crate::error::DecodeError;
use crate::group::ElGamalGroup;
use crate::keys::{PrivateKey, PublicKey};

/// A group in which mcl has lifted ElGamal: G1 of a pairing curve, or a curve without pairing.
///
/// Elements encode ([`group::GroupEncoding`]) as mcl's compressed bytes.
pub trait MclGroup: ElGamalGroup<Affine: IoValue, Scalar: IoValue + FieldBytes> {
    /// The form that mcl's streams have, and with them files and the transcripts of proofs: compressed
    /// points where there is a pairing, else both coordinates; decimal.
    const STREAM: IoMode;

    /// The bit length of the field, which mcl's sample writes into keys.
    const BITS: u32;

    /// mcl's `setHashOf`.
    fn hash_to_scalar(message: &[u8]) -> Self::Scalar;

    /// mcl's `setArrayMask`, which makes random bytes a scalar. It is slightly biased, and serves to
    /// reproduce what mcl makes of a fixed stream.
    fn mask_to_scalar(bytes: &[u8]) -> Self::Scalar;
}

impl<C: BnParams<N>, const N: usize> MclGroup for G1<C, N> {
    const STREAM: IoMode = IoMode::AUTO.with_points(PointForm::Compressed);
    const BITS: u32 = Fp::<mcl_bn::ModP<C, N>, N>::BITS;

    fn hash_to_scalar(message: &[u8]) -> Self::Scalar {
        Fp::set_hash_of(message)
    }

    fn mask_to_scalar(bytes: &[u8]) -> Self::Scalar {
        Fp::from_le_bytes_masked(bytes)
    }
}

impl<K: KoblitzParams<N>, const N: usize> MclGroup for Projective<Koblitz<K, N>> {
    const STREAM: IoMode = IoMode::AUTO;
    const BITS: u32 = Fp::<crate::curves::ModP<K, N>, N>::BITS;

    fn hash_to_scalar(message: &[u8]) -> Self::Scalar {
        Fp::set_hash_of(message)
    }

    fn mask_to_scalar(bytes: &[u8]) -> Self::Scalar {
        Fp::from_le_bytes_masked(bytes)
    }
}

/// The bits say how large mcl's tables are; any size that is possible will do.
fn check_bits(digits: &[u8]) -> Result<(), DecodeError> {
    let bits = core::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    if bits.is_some_and(|bits: u32| (1..=1024).contains(&bits)) {
        Ok(())
    } else {
        Err(DecodeError::Bits)
    }
}

/// The key with this secret, which must belong to the public one.
fn private_key<G: MclGroup>(
    public: &PublicKey<G>,
    z: &G::Scalar,
) -> Result<PrivateKey<G>, DecodeError> {
    let key = PrivateKey::with_generator(&public.generator().into(), z)?;
    if key.public_key() == public { Ok(key) } else { Err(DecodeError::Mismatch) }
}

/// The text forms.
pub mod text {
    use alloc::format;
    use alloc::string::String;

    use mcl_fp::{IoMode, IoValue, TextError};

    use super::{MclGroup, check_bits};
    use crate::Ciphertext;
    use crate::error::DecodeError;
    use crate::keys::{PrivateKey, PublicKey};
    use crate::proofs::MclZeroOneProof;

    /// A public key.
    #[must_use]
    pub fn public_key<G: MclGroup>(key: &PublicKey<G>, mode: IoMode) -> String {
        let (g, h) = (key.generator(), key.element());
        format!("{}  {} {} ", G::BITS, g.to_text(mode), h.to_text(mode))
    }

    /// A private key. The caller overwrites the text.
    #[must_use]
    pub fn private_key<G: MclGroup>(key: &PrivateKey<G>, mode: IoMode) -> String {
        format!("{} {}", public_key(key.public_key(), mode), key.scalar().to_text(mode))
    }

    /// A ciphertext.
    #[must_use]
    pub fn ciphertext<G: MclGroup>(ciphertext: &Ciphertext<G>, mode: IoMode) -> String {
        let [c1, c2] = ciphertext.to_affine();
        format!("{} {}", c1.to_text(mode), c2.to_text(mode))
    }

    /// A proof.
    #[must_use]
    pub fn proof<G: MclGroup>(proof: &MclZeroOneProof<G>, mode: IoMode) -> String {
        let [c_0, c_1] = proof.challenges.each_ref().map(|c| c.to_text(mode));
        let [s_0, s_1] = proof.responses.each_ref().map(|s| s.to_text(mode));
        format!("{c_0} {c_1} {s_0} {s_1}")
    }

    /// Reads a public key.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    pub fn read_public_key<G: MclGroup>(
        text: &str,
        mode: IoMode,
    ) -> Result<PublicKey<G>, DecodeError> {
        let mut reader = Reader { text, mode };
        let key = reader.public_key()?;
        reader.end()?;
        Ok(key)
    }

    /// Reads a private key and checks that its parts belong together.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    pub fn read_private_key<G: MclGroup>(
        text: &str,
        mode: IoMode,
    ) -> Result<PrivateKey<G>, DecodeError> {
        let mut reader = Reader { text, mode };
        let public: PublicKey<G> = reader.public_key()?;
        let z: G::Scalar = reader.value()?;
        reader.end()?;
        super::private_key(&public, &z)
    }

    /// Reads a ciphertext.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    pub fn read_ciphertext<G: MclGroup>(
        text: &str,
        mode: IoMode,
    ) -> Result<Ciphertext<G>, DecodeError> {
        let mut reader = Reader { text, mode };
        let parts = [reader.value()?, reader.value()?];
        reader.end()?;
        Ok(Ciphertext::from_affine(parts))
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    pub fn read_proof<G: MclGroup>(
        text: &str,
        mode: IoMode,
    ) -> Result<MclZeroOneProof<G>, DecodeError> {
        let mut reader = Reader { text, mode };
        let challenges = [reader.value()?, reader.value()?];
        let responses = [reader.value()?, reader.value()?];
        reader.end()?;
        Ok(MclZeroOneProof { challenges, responses })
    }

    /// What is left of a text.
    struct Reader<'a> {
        text: &'a str,
        mode: IoMode,
    }

    const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

    impl Reader<'_> {
        fn value<T: IoValue>(&mut self) -> Result<T, DecodeError> {
            let (value, read) =
                T::from_text_prefix(self.text, self.mode).map_err(DecodeError::Text)?;
            // A tag is one byte whatever character it begins, which is refused where it is not a digit.
            self.text = self.text.get(read..).ok_or(DecodeError::Separator)?;
            Ok(value)
        }

        fn public_key<G: MclGroup>(&mut self) -> Result<PublicKey<G>, DecodeError> {
            let text = self.text.trim_start_matches(BLANKS);
            let (bits, rest) = text
                .split_once(BLANKS)
                .ok_or(DecodeError::Text(TextError::Missing { position: self.text.len() }))?;
            check_bits(bits.as_bytes())?;
            self.text = rest;
            let (g, h): (G::Affine, G::Affine) = (self.value()?, self.value()?);
            PublicKey::with_generator(&g.into(), &h.into())
        }

        fn end(self) -> Result<(), DecodeError> {
            let rest = self.text.trim_start_matches(BLANKS);
            if rest.is_empty() { Ok(()) } else { Err(DecodeError::Separator) }
        }
    }
}

/// The byte forms.
pub mod bytes {
    use alloc::vec;
    use alloc::vec::Vec;

    use group::GroupEncoding;
    use mcl_fp::FieldBytes;

    use super::{MclGroup, check_bits};
    use crate::Ciphertext;
    use crate::error::DecodeError;
    use crate::keys::{PrivateKey, PublicKey};
    use crate::proofs::MclZeroOneProof;

    /// A public key.
    #[must_use]
    pub fn public_key<G: MclGroup>(key: &PublicKey<G>) -> Vec<u8> {
        let mut out = alloc::format!("{} ", G::BITS).into_bytes();
        for point in [key.generator(), key.element()] {
            out.extend_from_slice(point.to_bytes().as_ref());
        }
        out
    }

    /// A private key. The caller overwrites the bytes.
    #[must_use]
    pub fn private_key<G: MclGroup>(key: &PrivateKey<G>) -> Vec<u8> {
        let mut out = public_key(key.public_key());
        out.extend_from_slice(&le_bytes(key.scalar()));
        out
    }

    /// A ciphertext.
    #[must_use]
    pub fn ciphertext<G: MclGroup>(ciphertext: &Ciphertext<G>) -> Vec<u8> {
        let parts = ciphertext.to_affine().map(|point| point.to_bytes());
        [parts[0].as_ref(), parts[1].as_ref()].concat()
    }

    /// A proof.
    #[must_use]
    pub fn proof<G: MclGroup>(proof: &MclZeroOneProof<G>) -> Vec<u8> {
        proof.challenges.iter().chain(&proof.responses).flat_map(le_bytes).collect()
    }

    /// Reads a public key.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    pub fn read_public_key<G: MclGroup>(bytes: &[u8]) -> Result<PublicKey<G>, DecodeError> {
        let (key, rest) = split_public_key(bytes)?;
        if rest.is_empty() { Ok(key) } else { Err(DecodeError::Length) }
    }

    /// Reads a private key and checks that its parts belong together.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    pub fn read_private_key<G: MclGroup>(bytes: &[u8]) -> Result<PrivateKey<G>, DecodeError> {
        let (public, rest) = split_public_key::<G>(bytes)?;
        super::private_key(&public, &scalar::<G>(rest)?)
    }

    /// Reads a ciphertext.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    pub fn read_ciphertext<G: MclGroup>(bytes: &[u8]) -> Result<Ciphertext<G>, DecodeError> {
        let (c1, rest) = split_point::<G>(bytes)?;
        let (c2, rest) = split_point::<G>(rest)?;
        if rest.is_empty() {
            Ok(Ciphertext::from_affine([c1, c2]))
        } else {
            Err(DecodeError::Length)
        }
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the bytes break.
    pub fn read_proof<G: MclGroup>(bytes: &[u8]) -> Result<MclZeroOneProof<G>, DecodeError> {
        let length = G::Scalar::BYTES;
        if bytes.len() != 4 * length {
            return Err(DecodeError::Length);
        }
        let part = |i: usize| scalar::<G>(&bytes[i * length..(i + 1) * length]);
        Ok(MclZeroOneProof { challenges: [part(0)?, part(1)?], responses: [part(2)?, part(3)?] })
    }

    fn le_bytes<F: FieldBytes>(x: &F) -> Vec<u8> {
        let mut bytes = vec![0; F::BYTES];
        x.write_le_bytes(&mut bytes)
            .unwrap_or_else(|_| unreachable!("the vector has the length of an element"));
        bytes
    }

    fn scalar<G: MclGroup>(bytes: &[u8]) -> Result<G::Scalar, DecodeError> {
        if bytes.len() != G::Scalar::BYTES {
            return Err(DecodeError::Length);
        }
        G::Scalar::from_le_bytes(bytes).map_err(|_| DecodeError::Scalar)
    }

    fn split_point<G: MclGroup>(bytes: &[u8]) -> Result<(G::Affine, &[u8]), DecodeError> {
        let mut repr = <G as GroupEncoding>::Repr::default();
        let (point, rest) =
            bytes.split_at_checked(repr.as_ref().len()).ok_or(DecodeError::Length)?;
        repr.as_mut().copy_from_slice(point);
        let point: Option<G::Affine> = G::Affine::from_bytes(&repr).into();
        Ok((point.ok_or(DecodeError::Point)?, rest))
    }

    fn split_public_key<G: MclGroup>(bytes: &[u8]) -> Result<(PublicKey<G>, &[u8]), DecodeError> {
        let space = bytes.iter().position(|&byte| byte == b' ').ok_or(DecodeError::Separator)?;
        check_bits(&bytes[..space])?;
        let (g, rest) = split_point::<G>(&bytes[space + 1..])?;
        let (h, rest) = split_point::<G>(rest)?;
        Ok((PublicKey::with_generator(&g.into(), &h.into())?, rest))
    }
}
