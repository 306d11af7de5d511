//! mcl's text and byte forms of keys, ciphertexts and proofs.
//!
//! ```text
//! ciphertext   c1 SP c2
//! proof        c_0 SP c_1 SP s_0 SP s_1
//! public key   bits SP SP g SP h SP          two spaces, and one at the end
//! private key  <public key> SP z             hence two spaces before z
//! ```
//!
//! `bits` is decimal: mcl makes tables for as many bits. Points are `0` (the identity), `1 x y`, or `2 x`
//! and `3 x` for an even and an odd y; numbers are decimal or hexadecimal. In the byte form, bits are
//! decimal with one space after them, and points and numbers follow in mcl's compressed bytes without
//! separators.
//!
//! Writers are exact. Readers of text accept what mcl's accept: other blanks and more of them,
//! leading zeros, negative numbers, prefixes, and projective points `4 X Y Z`. They refuse numbers at or above the modulus,
//! points off the curve, and text after the last part.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use ff::{Field, PrimeField};
use group::GroupEncoding;
use mcl_bn::{BnParams, G1};
use mcl_ec::Projective;
use mcl_fp::{FieldBytes, Fp};
use sha2::{Digest, Sha256, Sha512};

use crate::Ciphertext;
use crate::curves::{Koblitz, KoblitzParams};
use crate::error::DecodeError;
use crate::group::ElGamalGroup;
use crate::keys::{PrivateKey, PublicKey};
use crate::proofs::MclZeroOneProof;

/// A group in which mcl has lifted ElGamal: G1 of a pairing curve, or a curve without pairing.
///
/// Elements encode ([`GroupEncoding`]) as mcl's compressed bytes.
pub trait MclGroup: ElGamalGroup<Scalar: FieldBytes> {
    /// The field of the coordinates.
    type Coordinate: PrimeField + FieldBytes;

    /// The form that mcl's streams have, and with them the transcripts of proofs: compressed points
    /// where there is a pairing, else both coordinates; decimal.
    const STREAM: TextForm;

    /// The bit length of the field, which mcl's sample writes into keys.
    const BITS: u32 = <Self::Coordinate as PrimeField>::NUM_BITS;

    /// The coordinates, or none for the identity.
    fn to_xy(point: &Self::Affine) -> Option<(Self::Coordinate, Self::Coordinate)>;

    /// The point with these coordinates, if it is on the curve.
    fn from_xy(x: Self::Coordinate, y: Self::Coordinate) -> Option<Self::Affine>;
}

impl<C: BnParams<N>, const N: usize> MclGroup for G1<C, N> {
    type Coordinate = Fp<mcl_bn::ModP<C, N>, N>;
    const STREAM: TextForm = TextForm { base: Base::Decimal, point: PointForm::Compressed };

    fn to_xy(point: &Self::Affine) -> Option<(Self::Coordinate, Self::Coordinate)> {
        point.xy()
    }

    fn from_xy(x: Self::Coordinate, y: Self::Coordinate) -> Option<Self::Affine> {
        mcl_bn::G1Affine::from_xy(x, y).ok()
    }
}

impl<K: KoblitzParams<N>, const N: usize> MclGroup for Projective<Koblitz<K, N>> {
    type Coordinate = Fp<crate::curves::ModP<K, N>, N>;
    const STREAM: TextForm = TextForm { base: Base::Decimal, point: PointForm::Affine };

    fn to_xy(point: &Self::Affine) -> Option<(Self::Coordinate, Self::Coordinate)> {
        point.xy()
    }

    fn from_xy(x: Self::Coordinate, y: Self::Coordinate) -> Option<Self::Affine> {
        mcl_ec::Affine::from_xy(x, y)
    }
}

/// The base of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Base 10; readers accept prefixes `0x` and `0b`.
    Decimal,
    /// Base 16, lower case, without prefix; readers accept upper case and a prefix `0x`.
    Hexadecimal,
}

/// The form of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointForm {
    /// `1 x y`.
    Affine,
    /// `2 x` for an even y, `3 x` for an odd one.
    Compressed,
}

/// A text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// The base of numbers, but for the bits of keys.
    pub base: Base,
    /// The form of points. Readers accept both.
    pub point: PointForm,
}

impl TextForm {
    /// What mcl's `getStr` writes by default: decimal, both coordinates.
    pub const GET_STR: Self = Self { base: Base::Decimal, point: PointForm::Affine };

    /// What mcl's `getStr` writes with base 16.
    pub const GET_STR_HEX: Self = Self { base: Base::Hexadecimal, point: PointForm::Affine };

    fn write_number<F: FieldBytes>(self, x: &F, out: &mut String) {
        let bytes = le_bytes(x);
        match self.base {
            Base::Decimal => decimal(&bytes, out),
            Base::Hexadecimal => {
                let digits = bytes.iter().rev().flat_map(|byte| [byte >> 4, byte & 15]);
                let mut digits = digits.skip_while(|&digit| digit == 0).peekable();
                if digits.peek().is_none() {
                    out.push('0');
                }
                out.extend(digits.map(|digit| char::from(b"0123456789abcdef"[digit as usize])));
            }
        }
    }

    /// Appends a point.
    pub(crate) fn write_point<G: MclGroup>(self, point: &G::Affine, out: &mut String) {
        let Some((x, y)) = G::to_xy(point) else {
            out.push('0');
            return;
        };
        match self.point {
            PointForm::Affine => {
                out.push_str("1 ");
                self.write_number(&x, out);
                out.push(' ');
                self.write_number(&y, out);
            }
            PointForm::Compressed => {
                out.push_str(if bool::from(y.is_odd()) { "3 " } else { "2 " });
                self.write_number(&x, out);
            }
        }
    }

    /// A public key.
    #[must_use]
    pub fn public_key<G: MclGroup>(self, key: &PublicKey<G>) -> String {
        let mut out = String::new();
        let Ok(()) = write!(out, "{}  ", G::BITS) else { unreachable!("a string takes all") };
        self.write_point::<G>(&key.generator(), &mut out);
        out.push(' ');
        self.write_point::<G>(&key.element(), &mut out);
        out.push(' ');
        out
    }

    /// A private key. The caller overwrites the text.
    #[must_use]
    pub fn private_key<G: MclGroup>(self, key: &PrivateKey<G>) -> String {
        let mut out = self.public_key(key.public_key());
        out.push(' ');
        self.write_number(key.scalar(), &mut out);
        out
    }

    /// A ciphertext.
    #[must_use]
    pub fn ciphertext<G: MclGroup>(self, ciphertext: &Ciphertext<G>) -> String {
        let [c1, c2] = ciphertext.to_affine();
        let mut out = String::new();
        self.write_point::<G>(&c1, &mut out);
        out.push(' ');
        self.write_point::<G>(&c2, &mut out);
        out
    }

    /// A proof.
    #[must_use]
    pub fn proof<G: MclGroup>(self, proof: &MclZeroOneProof<G>) -> String {
        let mut out = String::new();
        for (i, scalar) in proof.challenges.iter().chain(&proof.responses).enumerate() {
            if i > 0 {
                out.push(' ');
            }
            self.write_number(scalar, &mut out);
        }
        out
    }

    /// Reads a public key.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    ///
    /// # Timing
    /// Variable time: for public data.
    pub fn read_public_key<G: MclGroup>(self, text: &str) -> Result<PublicKey<G>, DecodeError> {
        let mut reader = TextReader { text, form: self };
        let key = reader.public_key()?;
        reader.end()?;
        Ok(key)
    }

    /// Reads a private key and checks that its parts belong together.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    ///
    /// # Timing
    /// Variable time in the text of the secret, as is usual for reading numbers.
    pub fn read_private_key<G: MclGroup>(self, text: &str) -> Result<PrivateKey<G>, DecodeError> {
        let mut reader = TextReader { text, form: self };
        let public: PublicKey<G> = reader.public_key()?;
        let z: G::Scalar = reader.number()?;
        reader.end()?;
        private_key(&public, &z)
    }

    /// Reads a ciphertext.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    ///
    /// # Timing
    /// Variable time: for public data.
    pub fn read_ciphertext<G: MclGroup>(self, text: &str) -> Result<Ciphertext<G>, DecodeError> {
        let mut reader = TextReader { text, form: self };
        let parts = [reader.point::<G>()?, reader.point::<G>()?];
        reader.end()?;
        Ok(Ciphertext::from_affine(parts))
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// [`DecodeError`], with the rule that the text breaks.
    ///
    /// # Timing
    /// Variable time: for public data.
    pub fn read_proof<G: MclGroup>(self, text: &str) -> Result<MclZeroOneProof<G>, DecodeError> {
        let mut reader = TextReader { text, form: self };
        let challenges = [reader.number()?, reader.number()?];
        let responses = [reader.number()?, reader.number()?];
        reader.end()?;
        Ok(MclZeroOneProof { challenges, responses })
    }
}

fn private_key<G: MclGroup>(
    public: &PublicKey<G>,
    z: &G::Scalar,
) -> Result<PrivateKey<G>, DecodeError> {
    let key = PrivateKey::with_generator(&public.generator().into(), z)?;
    if key.public_key() == public { Ok(key) } else { Err(DecodeError::Mismatch) }
}

/// What is left of a text.
struct TextReader<'a> {
    text: &'a str,
    form: TextForm,
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

impl<'a> TextReader<'a> {
    /// The characters up to the next blank, without blanks before them.
    fn token(&mut self) -> &'a str {
        let text = self.text.trim_start_matches(BLANKS);
        let (token, rest) = text.split_at(text.find(BLANKS).unwrap_or(text.len()));
        self.text = rest;
        token
    }

    fn end(self) -> Result<(), DecodeError> {
        let rest = self.text.trim_start_matches(BLANKS);
        if rest.is_empty() { Ok(()) } else { Err(DecodeError::Separator) }
    }

    fn number<F: Field + FieldBytes>(&mut self) -> Result<F, DecodeError> {
        let token = self.token();
        let (negative, digits) = match token.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, token),
        };
        let (base, digits) = match (self.form.base, digits.get(..2)) {
            (_, Some("0x")) => (16, &digits[2..]),
            (Base::Decimal, Some("0b")) => (2, &digits[2..]),
            (Base::Decimal, _) => (10, digits),
            (Base::Hexadecimal, _) => (16, digits),
        };
        let x: F = parse(digits, base).ok_or(DecodeError::Scalar)?;
        Ok(if negative { -x } else { x })
    }

    /// The first character decides on the form; it need not be followed by a blank.
    fn point<G: MclGroup>(&mut self) -> Result<G::Affine, DecodeError> {
        let text = self.text.trim_start_matches(BLANKS);
        let kind = text.chars().next().ok_or(DecodeError::Length)?;
        self.text = &text[kind.len_utf8()..];
        let point = match kind {
            '0' => Some(G::Affine::default()),
            '1' => G::from_xy(self.coordinate::<G>()?, self.coordinate::<G>()?),
            '2' | '3' => from_x::<G>(&self.coordinate::<G>()?, kind == '3'),
            '4' => {
                let [x, y, z] =
                    [self.coordinate::<G>()?, self.coordinate::<G>()?, self.coordinate::<G>()?];
                // Jacobian coordinates.
                match Option::<G::Coordinate>::from(z.invert()) {
                    None => Some(G::Affine::default()),
                    Some(inverse) => {
                        let square = inverse.square();
                        G::from_xy(x * square, y * square * inverse)
                    }
                }
            }
            _ => None,
        };
        point.ok_or(DecodeError::Point)
    }

    fn coordinate<G: MclGroup>(&mut self) -> Result<G::Coordinate, DecodeError> {
        self.number().map_err(|_| DecodeError::Point)
    }

    fn public_key<G: MclGroup>(&mut self) -> Result<PublicKey<G>, DecodeError> {
        check_bits(self.token().as_bytes())?;
        let (g, h) = (self.point::<G>()?, self.point::<G>()?);
        PublicKey::with_generator(&g.into(), &h.into())
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

/// The point with this x and a y of this parity, by way of the bytes.
fn from_x<G: MclGroup>(x: &G::Coordinate, odd: bool) -> Option<G::Affine> {
    let mut repr = <G as GroupEncoding>::Repr::default();
    let bytes = repr.as_mut();
    let length = G::Coordinate::BYTES;
    if bytes.len() == length {
        x.write_le_bytes(bytes).ok()?;
        *bytes.last_mut()? |= if odd { 0x80 } else { 0 };
    } else {
        let (tag, coordinate) = bytes.split_first_mut()?;
        *tag = if odd { 3 } else { 2 };
        x.write_le_bytes(coordinate).ok()?;
    }
    // x = 0 is on none of these curves; its bytes would be those of the identity.
    if bool::from(x.is_zero()) {
        return None;
    }
    G::Affine::from_bytes(&repr).into()
}

/// The element with these digits; none for no digits, other characters, and integers that are not below
/// the modulus.
fn parse<F: FieldBytes>(digits: &str, base: u32) -> Option<F> {
    if digits.is_empty() {
        return None;
    }
    let mut bytes = alloc::vec![0u8; F::BYTES];
    for digit in digits.chars() {
        let mut carry = digit.to_digit(base)?;
        for byte in &mut bytes {
            let sum = u32::from(*byte) * base + carry;
            *byte = sum as u8;
            carry = sum >> 8;
        }
        if carry != 0 {
            return None;
        }
    }
    F::from_le_bytes(&bytes).ok()
}

fn le_bytes<F: FieldBytes>(x: &F) -> Vec<u8> {
    let mut bytes = alloc::vec![0; F::BYTES];
    x.write_le_bytes(&mut bytes)
        .unwrap_or_else(|_| unreachable!("the vector has the length of an element"));
    bytes
}

/// Appends the decimal digits of a little-endian integer.
fn decimal(bytes: &[u8], out: &mut String) {
    let mut words: Vec<u32> = bytes
        .chunks(4)
        .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)))
        .collect();
    // Nine digits at a time, the lowest ones first.
    let mut groups = Vec::new();
    while words.iter().any(|&word| word != 0) {
        let mut remainder = 0;
        for word in words.iter_mut().rev() {
            let value = remainder << 32 | u64::from(*word);
            *word = (value / 1_000_000_000) as u32;
            remainder = value % 1_000_000_000;
        }
        groups.push(remainder);
    }
    let first = groups.pop().unwrap_or(0);
    let mut write = || {
        write!(out, "{first}")?;
        groups.iter().rev().try_for_each(|group| write!(out, "{group:09}"))
    };
    let Ok(()) = write() else { unreachable!("a string takes all") };
}

/// mcl's `setHashOf`: SHA-256, or SHA-512 for a modulus of more than 256 bits, masked to the field.
pub(crate) fn hash_to_scalar<S: PrimeField + FieldBytes>(message: &[u8]) -> S {
    if S::NUM_BITS <= 256 {
        array_mask(&Sha256::digest(message))
    } else {
        array_mask(&Sha512::digest(message))
    }
}

/// mcl's `setArrayMask`: the low bits of a little-endian integer, as many as the modulus has, and one less if
/// that is not below the modulus.
///
/// mcl's random scalars are made of random bytes in this way, which is slightly biased; it serves to
/// reproduce what mcl makes of a fixed stream.
///
/// # Timing
/// Variable time in whether the integer is below the modulus.
#[must_use]
pub fn array_mask<S: PrimeField + FieldBytes>(bytes: &[u8]) -> S {
    let mut low = alloc::vec![0; S::BYTES];
    for (to, from) in low.iter_mut().zip(bytes) {
        *to = *from;
    }
    for bits in [S::NUM_BITS, S::NUM_BITS - 1] {
        let free = 8 * S::BYTES as u32 - bits;
        // At most eight bits are free: those of the last byte.
        if let Some(last) = low.last_mut() {
            *last &= 0xffu8.checked_shr(free).unwrap_or(0);
        }
        if let Ok(x) = S::from_le_bytes(&low) {
            return x;
        }
    }
    unreachable!("an integer with fewer bits than the modulus is below it")
}

/// The byte forms.
pub mod bytes {
    use super::{
        Ciphertext, DecodeError, FieldBytes, GroupEncoding, MclGroup, MclZeroOneProof, PrivateKey,
        PublicKey, Vec, check_bits, le_bytes, private_key,
    };

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
    pub fn private_key_bytes<G: MclGroup>(key: &PrivateKey<G>) -> Vec<u8> {
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
        private_key(&public, &scalar::<G>(rest)?)
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
