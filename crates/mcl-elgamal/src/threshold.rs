//! Decryption by some of many: a private key that nobody has, in verifiable shares.
//!
//! Each of `n` trustees deals: it chooses a secret polynomial of degree `t - 1`, publishes commitments to the
//! coefficients ([`Dealing`]) and gives each trustee the value at the trustee's index ([`Share`]),
//! which the receiver verifies. The key is the sum of all polynomials at 0. Any `t` trustees decrypt
//! ([`Share::decrypt`], [`ThresholdKey::combine`]), `t - 1` learn nothing. A wrong share, of a dealer or of
//! a decryption, is named by its index.
//!
//! One dealer alone makes a shared key as well; that dealer knows it.
//!
//! # Algorithm
//! Feldman, "A practical scheme for non-interactive verifiable secret sharing", 1987; with many dealers
//! Pedersen, "A threshold cryptosystem without a trusted third party", 1991. (A dealer who speaks last
//! can choose some bits of the public key: Gennaro, Jarecki, Krawczyk and Rabin, "Secure distributed key
//! generation for discrete-log based cryptosystems", 1999. For encryption that does no harm.)

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use ff::Field;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::Ciphertext;
use crate::dlog::scalar;
use crate::error::DecodeError;
use crate::group::ElGamalGroup;
use crate::keys::PublicKey;
use crate::proofs::{EqualityProof, Statement, Verifier};

/// Why sharing or threshold decryption failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThresholdError {
    /// Not `1 <= threshold <= trustees`.
    Parameters,
    /// No dealings, or dealings with different thresholds.
    Dealings,
    /// The share from the dealer with this position does not match the commitments.
    WrongShare {
        /// The position in the list of dealings, from 0.
        dealer: usize,
    },
    /// The partial decryption of the trustee with this index has no valid proof.
    WrongPartial {
        /// The trustee.
        index: u32,
    },
    /// An index is not one of the trustees', or occurs twice.
    Index {
        /// The index.
        index: u32,
    },
    /// Fewer partial decryptions than the threshold.
    TooFew {
        /// The threshold.
        expected: usize,
        /// The partial decryptions given.
        found: usize,
    },
    /// The public key is the identity.
    Identity,
}

impl fmt::Display for ThresholdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameters => {
                f.write_str("the threshold is not from 1 to the number of trustees")
            }
            Self::Dealings => f.write_str("no dealings, or dealings with different thresholds"),
            Self::WrongShare { dealer } => write!(f, "the share of dealer {dealer} is wrong"),
            Self::WrongPartial { index } => {
                write!(f, "the partial decryption of trustee {index} is wrong")
            }
            Self::Index { index } => write!(f, "trustee {index} is unknown or occurs twice"),
            Self::TooFew { expected, found } => {
                write!(f, "{expected} partial decryptions are needed, {found} are there")
            }
            Self::Identity => f.write_str("the public key is the identity"),
        }
    }
}

impl core::error::Error for ThresholdError {}

/// The public part of a dealing: commitments `[a_i]g` to the coefficients of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealing<G: ElGamalGroup> {
    pub(crate) commitments: Vec<G::Affine>,
}

impl<G: ElGamalGroup> Dealing<G> {
    /// Deals a random secret to `trustees` trustees, `threshold` of whom can use it. The shares are for
    /// the trustees 1, 2, ... in order; each is for its trustee's eyes only.
    ///
    /// # Errors
    /// [`ThresholdError::Parameters`].
    ///
    /// # Timing
    /// Constant time.
    pub fn new<R: CryptoRng + ?Sized>(
        threshold: usize,
        trustees: usize,
        rng: &mut R,
    ) -> Result<(Self, Vec<Share<G>>), ThresholdError> {
        if threshold == 0 || threshold > trustees || u32::try_from(trustees).is_err() {
            return Err(ThresholdError::Parameters);
        }
        let coefficients: Zeroizing<Vec<G::Scalar>> =
            Zeroizing::new((0..threshold).map(|_| G::Scalar::random(rng)).collect());
        let g = G::generator();
        let points: Vec<G> = coefficients.iter().map(|a| g * a).collect();
        let mut commitments = vec![G::Affine::default(); points.len()];
        G::normalize(&points, &mut commitments);
        let shares = (1..=trustees as u32).map(|index| {
            let x = G::Scalar::from(u64::from(index));
            let value = coefficients.iter().rev().fold(G::Scalar::ZERO, |sum, a| sum * x + a);
            Share { index, value }
        });
        let shares = shares.collect();
        Ok((Self { commitments }, shares))
    }

    /// The number of trustees that it takes to use the secret.
    #[must_use]
    pub fn threshold(&self) -> usize {
        self.commitments.len()
    }

    /// `[f(index)]g` for the polynomial `f` of the dealing.
    fn expected(&self, index: u32) -> G {
        let x = G::Scalar::from(u64::from(index));
        let sum = |sum: G, commitment| sum.mul_vartime(&x) + commitment;
        self.commitments.iter().rev().fold(G::identity(), sum)
    }

    /// Whether a share is the one that this dealing has for its trustee.
    ///
    /// # Timing
    /// Constant time in the share.
    #[must_use]
    pub fn verify(&self, share: &Share<G>) -> bool {
        (G::generator() * share.value).ct_eq(&self.expected(share.index)).into()
    }
}

/// A trustee's part of a secret. It is overwritten with zeros when it goes out of scope.
#[derive(Clone)]
pub struct Share<G: ElGamalGroup> {
    index: u32,
    value: G::Scalar,
}

impl<G: ElGamalGroup> Drop for Share<G> {
    fn drop(&mut self) {
        self.value.zeroize();
    }
}

impl<G: ElGamalGroup> ZeroizeOnDrop for Share<G> {}

/// Without the secret.
impl<G: ElGamalGroup> fmt::Debug for Share<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Share").field("index", &self.index).finish_non_exhaustive()
    }
}

impl<G: ElGamalGroup> Share<G> {
    /// The share with this index, counted from 1, and this value; none for the index 0, which would be the
    /// secret itself.
    #[must_use]
    pub fn from_parts(index: u32, value: &G::Scalar) -> Option<Self> {
        (index != 0).then_some(Self { index, value: *value })
    }

    /// The trustee's index, counted from 1.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// The secret value.
    #[must_use]
    pub const fn scalar(&self) -> &G::Scalar {
        &self.value
    }

    /// A trustee's share of the key: the sum of the shares of all dealings, which are in the same order.
    ///
    /// # Errors
    /// [`ThresholdError::WrongShare`] with the first dealer whose share is wrong, or for another trustee
    /// than the first share; [`ThresholdError::Dealings`] if the lists differ in length or are empty.
    ///
    /// # Timing
    /// Constant time in the shares.
    pub fn combine(dealings: &[Dealing<G>], shares: &[Self]) -> Result<Self, ThresholdError> {
        let first = shares.first().ok_or(ThresholdError::Dealings)?;
        if dealings.len() != shares.len() {
            return Err(ThresholdError::Dealings);
        }
        let mut value = G::Scalar::ZERO;
        for (dealer, (dealing, share)) in dealings.iter().zip(shares).enumerate() {
            if share.index != first.index || !dealing.verify(share) {
                return Err(ThresholdError::WrongShare { dealer });
            }
            value += &share.value;
        }
        Ok(Self { index: first.index, value })
    }

    /// This trustee's part of a decryption, `[x]c1`, with a proof that it is right.
    ///
    /// # Timing
    /// Constant time: four products.
    pub fn decrypt<R: CryptoRng + ?Sized>(
        &self,
        key: &ThresholdKey<G>,
        ciphertext: &Ciphertext<G>,
        context: &[u8],
        rng: &mut R,
    ) -> PartialDecryption<G> {
        let public = key.public_key();
        let mut points = [G::Affine::default(); 3];
        let x = public.generator_table().add_scalar(&G::identity(), &self.value);
        G::normalize(&[ciphertext.c1, ciphertext.c1 * self.value, x], &mut points);
        let [base, element, x] = points;
        let statement = statement::<G>(context, x, base, element);
        let proof = EqualityProof::prove(public, &statement, &self.value, rng);
        PartialDecryption { index: self.index, element, proof }
    }
}

fn statement<G: ElGamalGroup>(
    context: &[u8],
    x: G::Affine,
    base: G::Affine,
    y: G::Affine,
) -> Statement<'_, G> {
    Statement { label: "mcl-elgamal partial decryption 1", context, x, base, y }
}

/// A trustee's part of a decryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialDecryption<G: ElGamalGroup> {
    /// The trustee.
    pub index: u32,
    /// `[x]c1` for the trustee's share `x`.
    pub element: G::Affine,
    /// That it is that.
    pub proof: EqualityProof<G>,
}

/// The public side of a shared key.
#[derive(Clone, Debug)]
pub struct ThresholdKey<G: ElGamalGroup> {
    public: PublicKey<G>,
    /// The sum of all dealings.
    sum: Dealing<G>,
    trustees: u32,
}

impl<G: ElGamalGroup> ThresholdKey<G> {
    /// The key of these dealings to `trustees` trustees.
    ///
    /// # Errors
    /// [`ThresholdError::Dealings`], [`ThresholdError::Parameters`], [`ThresholdError::Identity`].
    pub fn new(dealings: &[Dealing<G>], trustees: u32) -> Result<Self, ThresholdError> {
        let threshold = dealings.first().ok_or(ThresholdError::Dealings)?.threshold();
        if dealings.iter().any(|dealing| dealing.threshold() != threshold) {
            return Err(ThresholdError::Dealings);
        }
        if threshold == 0 || threshold > trustees as usize {
            return Err(ThresholdError::Parameters);
        }
        let sum = |i: usize| {
            dealings.iter().fold(G::identity(), |sum, dealing| sum + &dealing.commitments[i])
        };
        let sums: Vec<G> = (0..threshold).map(sum).collect();
        let mut commitments = vec![G::Affine::default(); threshold];
        G::normalize(&sums, &mut commitments);
        let public = PublicKey::new(&sums[0]).map_err(|_: DecodeError| ThresholdError::Identity)?;
        Ok(Self { public, sum: Dealing { commitments }, trustees })
    }

    /// The public key for encryption.
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey<G> {
        &self.public
    }

    /// The number of trustees that it takes to decrypt.
    #[must_use]
    pub fn threshold(&self) -> usize {
        self.sum.threshold()
    }

    /// Verifies partial decryptions, and combines the first ones to `[m]g`.
    ///
    /// # Errors
    /// [`ThresholdError::WrongPartial`] with the first trustee whose proof is not valid,
    /// [`ThresholdError::Index`], [`ThresholdError::TooFew`].
    ///
    /// # Timing
    /// Variable time: public inputs only.
    pub fn combine(
        &self,
        ciphertext: &Ciphertext<G>,
        partials: &[PartialDecryption<G>],
        context: &[u8],
    ) -> Result<G, ThresholdError> {
        for (i, partial) in partials.iter().enumerate() {
            let index = partial.index;
            let is_known = (1..=self.trustees).contains(&index);
            if !is_known || partials[..i].iter().any(|other| other.index == index) {
                return Err(ThresholdError::Index { index });
            }
        }
        let expected = self.threshold();
        if partials.len() < expected {
            return Err(ThresholdError::TooFew { expected, found: partials.len() });
        }
        let [base, _] = ciphertext.to_affine();
        let verify = |partials: &[PartialDecryption<G>]| {
            let mut verifier = Verifier::new(&self.public);
            for partial in partials {
                let x = self.sum.expected(partial.index).to_affine_vartime();
                let statement = statement::<G>(context, x, base, partial.element);
                partial.proof.add(&mut verifier, &statement);
            }
            verifier.verify()
        };
        if !verify(partials) {
            let wrong = partials.iter().find(|partial| !verify(core::slice::from_ref(partial)));
            let index = wrong.map_or(0, |partial| partial.index);
            return Err(ThresholdError::WrongPartial { index });
        }
        let used = &partials[..expected];
        let coefficients: Vec<G::Scalar> = used.iter().map(|own| coefficient(own, used)).collect();
        let elements: Vec<G::Affine> = used.iter().map(|partial| partial.element).collect();
        let sum = G::msm_vartime(&elements, &coefficients)
            .unwrap_or_else(|_| unreachable!("one coefficient for each element"));
        Ok(ciphertext.c2 - sum)
    }
}

/// Lagrange's coefficient at 0: the product of `j/(j - i)` over the other indices `j`.
fn coefficient<G: ElGamalGroup>(
    own: &PartialDecryption<G>,
    all: &[PartialDecryption<G>],
) -> G::Scalar {
    let i = i128::from(own.index);
    let (mut numerator, mut denominator) = (G::Scalar::ONE, G::Scalar::ONE);
    for other in all.iter().filter(|other| other.index != own.index) {
        let j = i128::from(other.index);
        numerator *= scalar::<G::Scalar>(j);
        denominator *= scalar::<G::Scalar>(j - i);
    }
    // The indices are different and smaller than the order.
    numerator * denominator.invert().unwrap_or(G::Scalar::ZERO)
}
