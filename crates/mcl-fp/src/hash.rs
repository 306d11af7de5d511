//! Hashing to a field: RFC 9380, sections 5.2 and 5.3.1, and mcl's setHashOf.

use core::fmt;

use digest::common::BlockSizeUser;
use digest::typenum::Unsigned;
use digest::{Digest, Output, OutputSizeUser};

use crate::{Fp, PrimeParams};

/// A domain separation tag: what keeps the hashes of one protocol apart from those of another.
///
/// It is not empty, and may have any length: longer ones than 255 bytes are hashed first, as
/// RFC 9380, section 5.3.3, wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dst<'a>(&'a [u8]);

impl<'a> Dst<'a> {
    /// The tag with these bytes, or none for no bytes, which RFC 9380, section 3.1, forbids.
    ///
    /// ```
    /// use mcl_fp::Dst;
    ///
    /// const TAG: Dst<'_> = Dst::new(b"my-protocol-v01").expect("not empty");
    /// assert!(Dst::new(b"").is_none());
    /// ```
    #[must_use]
    pub const fn new(tag: &'a [u8]) -> Option<Self> {
        if tag.is_empty() { None } else { Some(Self(tag)) }
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// More bytes than one message can be expanded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionTooLong {
    /// The most bytes: 255 times the output of the hash, and at most 65535.
    pub limit: usize,
    /// Bytes that were asked for.
    pub requested: usize,
}

impl fmt::Display for ExpansionTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, requested } = self;
        write!(f, "a message expands to at most {limit} bytes with this hash, not {requested}")
    }
}

impl core::error::Error for ExpansionTooLong {}

/// `expand_message_xmd`: fills `out` with bytes that depend on the message, on the tag and on the
/// length of `out`.
///
/// # Errors
/// `out` is longer than the expansion allows; nothing is written then.
///
/// # Timing
/// Constant time in the message but for its length, if the hash is.
///
/// # Algorithm
/// Faz-Hernández, Scott, Sullivan, Wahby and Wood, "Hashing to Elliptic Curves", RFC 9380, 2023,
/// section 5.3.1, <https://www.rfc-editor.org/rfc/rfc9380#section-5.3.1>. The padding `Z_pad` has the
/// length of an input block of the hash: 64 bytes for SHA-256, 136 for Keccak-256.
pub fn expand_message_xmd<D: Digest + BlockSizeUser>(
    message: &[u8],
    dst: Dst<'_>,
    out: &mut [u8],
) -> Result<(), ExpansionTooLong> {
    let limit = usize::from(u16::MAX).min(255 * <D as Digest>::output_size());
    if out.len() > limit {
        return Err(ExpansionTooLong { limit, requested: out.len() });
    }
    expand::<D>(message, dst, out);
    Ok(())
}

/// As [`expand_message_xmd`], for a length that is known to be in range.
fn expand<D: Digest + BlockSizeUser>(message: &[u8], dst: Dst<'_>, out: &mut [u8]) {
    let hashed: Output<D>;
    let tag = if dst.0.len() > 255 {
        hashed = D::new().chain_update(b"H2C-OVERSIZE-DST-").chain_update(dst.0).finalize();
        &hashed[..]
    } else {
        dst.0
    };
    let finish = |hash: D| hash.chain_update(tag).chain_update([tag.len() as u8]).finalize();

    let b0 = D::new()
        .chain_update(digest::common::Block::<D>::default())
        .chain_update(message)
        .chain_update((out.len() as u16).to_be_bytes())
        .chain_update([0]);
    let b0 = finish(b0);
    let mut block = Output::<D>::default();
    for (i, chunk) in (1..=u8::MAX).zip(out.chunks_mut(<D as Digest>::output_size())) {
        // The block of zeros before the first one leaves b0 as it is.
        for (byte, first) in block.iter_mut().zip(&b0) {
            *byte ^= first;
        }
        block = finish(D::new().chain_update(&block).chain_update([i]));
        chunk.copy_from_slice(&block[..chunk.len()]);
    }
}

/// Security level in bits for which hashes to a field are as good as uniform.
const SECURITY: u32 = 128;

/// Bytes of the longest expansion: two elements of a quadratic extension of a 1024-bit field.
const MAX_BYTES: usize = 4 * (1024 + SECURITY as usize) / 8;

/// A field as the target of a hash.
pub trait FromHash: Sized {
    /// Bytes of one element: for each coefficient `L = ceil((bits of p + 128) / 8)`, so that the
    /// bias is below `2^-128`.
    const UNIFORM_BYTES: usize;

    /// The element whose coefficients are these big-endian integers, reduced modulo p.
    ///
    /// # Timing
    /// Constant time.
    fn from_hash_bytes(bytes: &[u8]) -> Self;
}

impl<P: PrimeParams<N>, const N: usize> FromHash for Fp<P, N> {
    const UNIFORM_BYTES: usize = (Self::BITS + SECURITY).div_ceil(8) as usize;

    fn from_hash_bytes(bytes: &[u8]) -> Self {
        Self::from_be_bytes_mod(bytes)
    }
}

/// `hash_to_field` with `expand_message_xmd`: one or two elements that depend on the message and on
/// the tag.
///
/// The digest has at least 32 bytes of output: with fewer, this does not compile.
///
/// # Timing
/// Constant time in the message but for its length, if the hash is.
///
/// # Algorithm
/// RFC 9380, section 5.2, at a security level of 128 bits.
#[must_use]
pub fn hash_to_field<F: FromHash, D: Digest + BlockSizeUser, const COUNT: usize>(
    message: &[u8],
    dst: Dst<'_>,
) -> [F; COUNT] {
    const {
        let output = <<D as OutputSizeUser>::OutputSize as Unsigned>::USIZE;
        assert!(8 * output >= 2 * SECURITY as usize, "the digest is too short");
        assert!(COUNT * F::UNIFORM_BYTES <= MAX_BYTES, "one or two elements");
    }
    let mut buffer = [0; MAX_BYTES];
    let bytes = &mut buffer[..COUNT * F::UNIFORM_BYTES];
    expand::<D>(message, dst, bytes);
    core::array::from_fn(|i| F::from_hash_bytes(&bytes[i * F::UNIFORM_BYTES..][..F::UNIFORM_BYTES]))
}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// mcl's setHashOf: SHA-256, or SHA-512 for moduli of more than 256 bits, and of the digest
    /// [`Self::from_le_bytes_masked`].
    ///
    /// The value is not uniform. For new protocols there is [`hash_to_field`].
    ///
    /// # Timing
    /// Constant time in the message but for its length.
    #[must_use]
    pub fn set_hash_of(message: &[u8]) -> Self {
        if Self::BITS <= 256 {
            Self::set_hash_of_with::<sha2::Sha256>(message)
        } else {
            Self::set_hash_of_with::<sha2::Sha512>(message)
        }
    }

    /// As [`Self::set_hash_of`], with another hash.
    #[must_use]
    pub fn set_hash_of_with<D: Digest>(message: &[u8]) -> Self {
        Self::from_le_bytes_masked(&D::digest(message))
    }
}
