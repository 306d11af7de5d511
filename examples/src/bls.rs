//! BLS signatures on alt_bn128: signatures in G1, public keys in G2.
//!
//! Boneh, Lynn and Shacham, "Short signatures from the Weil pairing", 2001; aggregation by Boneh,
//! Gentry, Lynn and Shacham, 2003; threshold signatures by Boldyreva, 2003. The hash to G1 is that of
//! RFC 9380. This is sample code: it shows how the pieces of mcl-bn fit together.

use digest::Digest;
use digest::common::BlockSizeUser;
use ff::Field;
use mcl_bn::alt_bn128::{Fp, Fp2, Fr, G1, G1Affine, G2Affine};
use mcl_bn::sharing::{SharingError, evaluate_polynomial, lagrange_interpolation};
use mcl_bn::{DecodeError, Dst, pairing_check};
use rand::CryptoRng;
use zeroize::Zeroize;

/// A secret scalar, erased when it is dropped.
pub struct SecretKey(Fr);

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// `[secret] g2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(pub G2Affine);

/// `[secret] H(message)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(pub G1Affine);

impl SecretKey {
    /// A random key.
    pub fn generate(rng: &mut impl CryptoRng) -> Self {
        Self(Fr::random(rng))
    }

    /// The key of a given scalar.
    pub fn from_scalar(scalar: Fr) -> Self {
        Self(scalar)
    }

    /// The public key.
    pub fn public_key(&self) -> PublicKey {
        PublicKey((G2Affine::generator() * self.0).into())
    }

    /// Signs a message, in constant time.
    pub fn sign<D: Digest + BlockSizeUser>(&self, message: &[u8], dst: Dst<'_>) -> Signature {
        self.sign_point(&G1::hash_to_curve::<D>(message, dst).into())
    }

    /// Signs a message that has been hashed to G1.
    pub fn sign_point(&self, message: &G1Affine) -> Signature {
        Signature((message * self.0).into())
    }

    /// Shares of the key at the positions 1 to `count`, any `threshold` of which can sign together.
    ///
    /// # Errors
    /// `threshold` is zero.
    pub fn split(
        &self,
        threshold: usize,
        count: u64,
        rng: &mut impl CryptoRng,
    ) -> Result<Vec<(Fr, Self)>, SharingError> {
        let mut polynomial: Vec<_> = (0..threshold).map(|_| Fr::random(&mut *rng)).collect();
        if let Some(first) = polynomial.first_mut() {
            *first = self.0;
        }
        let share = |i| {
            let position = Fr::from_u64(i);
            Ok((position, Self(evaluate_polynomial(&polynomial, &position)?)))
        };
        let shares = (1..=count).map(share).collect();
        polynomial.zeroize();
        shares
    }
}

impl PublicKey {
    /// Whether the signature is one of the message by this key: `e(S, g2) = e(H, key)`.
    pub fn verify<D: Digest + BlockSizeUser>(
        &self,
        message: &[u8],
        dst: Dst<'_>,
        signature: &Signature,
    ) -> bool {
        self.verify_point(&G1::hash_to_curve::<D>(message, dst).into(), signature)
    }

    /// As [`Self::verify`] for a message that has been hashed to G1.
    pub fn verify_point(&self, message: &G1Affine, signature: &Signature) -> bool {
        // The key of secret zero signs everything.
        !bool::from(self.0.is_identity())
            && pairing_check(&[(signature.0, -G2Affine::generator()), (*message, self.0)])
    }

    /// Reads 128 bytes, big endian: the coordinates x and y, of each the imaginary part first.
    ///
    /// # Errors
    /// The rule that the bytes break.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let [x1, x0, y1, y0] = words(bytes)?;
        G2Affine::from_xy(Fp2::new(x0, x1), Fp2::new(y0, y1)).map(Self)
    }
}

impl Signature {
    /// Reads 64 bytes, big endian: the coordinates x and y.
    ///
    /// # Errors
    /// The rule that the bytes break.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        point_from_be_bytes(bytes).map(Self)
    }
}

/// Reads a point of G1 in 64 bytes, big endian.
///
/// # Errors
/// The rule that the bytes break.
pub fn point_from_be_bytes(bytes: &[u8]) -> Result<G1Affine, DecodeError> {
    let [x, y] = words(bytes)?;
    G1Affine::from_xy(x, y)
}

fn words<const COUNT: usize>(bytes: &[u8]) -> Result<[Fp; COUNT], DecodeError> {
    let expected = COUNT * Fp::BYTES;
    if bytes.len() != expected {
        return Err(DecodeError::Length { expected, found: bytes.len() });
    }
    let mut words = [Fp::ZERO; COUNT];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(Fp::BYTES)) {
        *word = Fp::from_be_bytes(bytes)?;
    }
    Ok(words)
}

/// One signature in place of many.
pub fn aggregate(signatures: &[Signature]) -> Signature {
    Signature(signatures.iter().fold(G1::identity(), |sum, s| sum + s.0).into())
}

/// Whether the signature is the aggregate of one signature of each message by the key beside it.
///
/// No messages have no valid signature. Messages must differ: with equal ones, an attacker could choose a key that cancels another one
/// (unless owners prove that they know the secrets of their keys).
pub fn verify_aggregate<D: Digest + BlockSizeUser>(
    signed: &[(PublicKey, &[u8])],
    dst: Dst<'_>,
    signature: &Signature,
) -> bool {
    let mut messages: Vec<_> = signed.iter().map(|(_, message)| message).collect();
    messages.sort_unstable();
    messages.dedup();
    let distinct = !signed.is_empty() && messages.len() == signed.len();
    let hash =
        |(key, message): &(PublicKey, &[u8])| (G1::hash_to_curve::<D>(message, dst).into(), key.0);
    let mut pairs: Vec<(G1Affine, G2Affine)> = signed.iter().map(hash).collect();
    let no_trivial_key = pairs.iter().all(|(_, key)| !bool::from(key.is_identity()));
    pairs.push((signature.0, -G2Affine::generator()));
    distinct && no_trivial_key && pairing_check(&pairs)
}

/// The signature of a key from signatures of enough of its shares.
///
/// # Errors
/// What [`lagrange_interpolation`] refuses: no signatures, repeated positions.
pub fn combine(positions: &[Fr], signatures: &[Signature]) -> Result<Signature, SharingError> {
    let points: Vec<_> = signatures.iter().map(|s| G1::from(s.0)).collect();
    lagrange_interpolation(positions, &points).map(|point| Signature(point.into()))
}

#[cfg(test)]
mod tests {
    use mcl_bn::alt_bn128::suite;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use serde_json::Value;
    use sha2::Sha256;
    use sha3::Keccak256;

    use super::*;

    fn dst() -> Dst<'static> {
        Dst::new(suite::G1_SHA256_RO.as_bytes()).expect("not empty")
    }

    fn bytes(value: &Value) -> Vec<u8> {
        hex::decode(value.as_str().expect("a text")).expect("hexadecimal")
    }

    /// Whether a case of a vector file is as expected, with everything that it says on the way.
    fn check(case: &Value) {
        let key = PublicKey::from_be_bytes(&bytes(&case["public_key"])).expect("in G2");
        let signature = Signature::from_be_bytes(&bytes(&case["signature"])).expect("in G1");
        let point = point_from_be_bytes(&bytes(&case["message_point"])).expect("in G1");
        let valid = key.verify_point(&point, &signature);
        assert_eq!(valid, case["expected"].as_bool().expect("a verdict"));
        if let Some(round) = case["round"].as_u64() {
            assert_eq!(Keccak256::digest(round.to_be_bytes()).to_vec(), bytes(&case["message"]));
        }
        if let Some(tag) = case["dst"].as_str() {
            let (message, tag) = (bytes(&case["message"]), Dst::new(tag.as_bytes()));
            let tag = tag.expect("not empty");
            assert_eq!(G1Affine::from(G1::hash_to_curve::<Keccak256>(&message, tag)), point);
            assert_eq!(key.verify::<Keccak256>(&message, tag, &signature), valid);
        }
        if let Some(secret) = case["secret_key"].as_str() {
            let secret = SecretKey::from_scalar(secret.parse().expect("a scalar"));
            assert_eq!(secret.public_key(), key);
            assert_eq!(secret.sign_point(&point), signature);
        }
        if let Some(randomness) = case.get("randomness").filter(|_| valid) {
            assert_eq!(Sha256::digest(bytes(&case["signature"])).to_vec(), bytes(randomness));
        }
    }

    #[test]
    fn vectors() {
        for (text, count) in [
            (include_str!("../vectors/bls/drand_bn254_rounds.json"), 7),
            (include_str!("../vectors/bls/min_sig_points.json"), 6),
        ] {
            let file: Value = serde_json::from_str(text).expect("the file is JSON");
            let cases = file.as_array().expect("a list");
            assert_eq!(cases.len(), count);
            cases.iter().for_each(check);
        }
    }

    #[test]
    fn signatures_of_other_messages_and_keys_are_refused() {
        let mut rng = StdRng::seed_from_u64(1);
        let (secret, other) = (SecretKey::generate(&mut rng), SecretKey::generate(&mut rng));
        let signature = secret.sign::<Sha256>(b"message", dst());
        assert!(secret.public_key().verify::<Sha256>(b"message", dst(), &signature));
        assert!(!secret.public_key().verify::<Sha256>(b"massage", dst(), &signature));
        assert!(!other.public_key().verify::<Sha256>(b"message", dst(), &signature));
        let trivial = SecretKey::from_scalar(Fr::ZERO);
        let signature = trivial.sign::<Sha256>(b"message", dst());
        assert!(!trivial.public_key().verify::<Sha256>(b"message", dst(), &signature));
    }

    #[test]
    fn aggregates() {
        let mut rng = StdRng::seed_from_u64(2);
        let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
        let secrets: Vec<_> = messages.map(|_| SecretKey::generate(&mut rng)).into();
        let signatures: Vec<_> =
            secrets.iter().zip(messages).map(|(key, m)| key.sign::<Sha256>(m, dst())).collect();
        let mut signed: Vec<_> =
            secrets.iter().zip(messages).map(|(key, m)| (key.public_key(), m)).collect();
        let all = aggregate(&signatures);
        assert!(verify_aggregate::<Sha256>(&signed, dst(), &all));
        assert!(!verify_aggregate::<Sha256>(&signed[1..], dst(), &all));
        assert!(!verify_aggregate::<Sha256>(&[], dst(), &aggregate(&[])));
        assert!(!verify_aggregate::<Sha256>(&signed, dst(), &aggregate(&signatures[1..])));
        signed[0].1 = b"two";
        let twice = [secrets[0].sign::<Sha256>(b"two", dst()), signatures[1], signatures[2]];
        assert!(!verify_aggregate::<Sha256>(&signed, dst(), &aggregate(&twice)), "equal messages");
    }

    #[test]
    fn a_threshold_of_shares_signs() {
        let mut rng = StdRng::seed_from_u64(3);
        let secret = SecretKey::generate(&mut rng);
        let shares = secret.split(3, 5, &mut rng).expect("a threshold above zero");
        let (positions, signatures): (Vec<_>, Vec<_>) = shares
            .iter()
            .map(|(position, share)| (*position, share.sign::<Sha256>(b"message", dst())))
            .unzip();
        let expected = secret.sign::<Sha256>(b"message", dst());
        for from in 0..3 {
            let range = from..from + 3;
            let signature = combine(&positions[range.clone()], &signatures[range]);
            assert_eq!(signature, Ok(expected));
        }
        assert_ne!(combine(&positions[..2], &signatures[..2]), Ok(expected), "too few");
        assert_eq!(combine(&[], &[]), Err(SharingError::Empty));
        assert!(secret.split(0, 5, &mut rng).is_err());
    }
}
