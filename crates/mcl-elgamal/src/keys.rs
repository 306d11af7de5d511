//! Keys, encryption and decryption.

use core::fmt;

use ff::Field;
use rand_core::{CryptoRng, TryCryptoRng};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use crate::Ciphertext;
use crate::error::DecodeError;
use crate::group::ElGamalGroup;
use crate::window::WindowTable;

/// The element `h = [z]g`, with tables of multiples of `g` and `h`.
#[derive(Clone)]
pub struct PublicKey<G: ElGamalGroup> {
    generator: WindowTable<G>,
    element: WindowTable<G>,
}

impl<G: ElGamalGroup> PublicKey<G> {
    /// The key `h` for the generator of the group.
    ///
    /// # Errors
    /// [`DecodeError::Identity`]: everybody could read what is encrypted with this key.
    pub fn new(h: &G) -> Result<Self, DecodeError> {
        Self::with_generator(&G::generator(), h)
    }

    /// The key `h` for another base `g`, as files of mcl may have one.
    ///
    /// # Errors
    /// [`DecodeError::Identity`] if one of them is the identity.
    pub fn with_generator(g: &G, h: &G) -> Result<Self, DecodeError> {
        if bool::from(g.is_identity()) {
            return Err(DecodeError::Identity);
        }
        Self::with_table(WindowTable::for_scalars(g), h)
    }

    fn with_table(generator: WindowTable<G>, h: &G) -> Result<Self, DecodeError> {
        if bool::from(h.is_identity()) {
            return Err(DecodeError::Identity);
        }
        Ok(Self { generator, element: WindowTable::for_scalars(h) })
    }

    /// `h`.
    #[must_use]
    pub fn element(&self) -> G::Affine {
        self.element.element()
    }

    /// `g`.
    #[must_use]
    pub fn generator(&self) -> G::Affine {
        self.generator.element()
    }

    /// The table of the generator.
    #[must_use]
    pub const fn generator_table(&self) -> &WindowTable<G> {
        &self.generator
    }

    /// The table of `h`.
    #[must_use]
    pub const fn element_table(&self) -> &WindowTable<G> {
        &self.element
    }

    /// Encrypts an integer.
    ///
    /// # Timing
    /// Constant time: two fixed-base products with scalars and one with 64 bits.
    pub fn encrypt<R: CryptoRng + ?Sized>(&self, m: i64, rng: &mut R) -> Ciphertext<G> {
        let Ok(ciphertext) = self.try_encrypt(m, rng);
        ciphertext
    }

    /// As [`Self::encrypt`], for sources of randomness that can fail.
    ///
    /// # Errors
    /// Those of the source.
    pub fn try_encrypt<R: TryCryptoRng + ?Sized>(
        &self,
        m: i64,
        rng: &mut R,
    ) -> Result<Ciphertext<G>, R::Error> {
        let u = Zeroizing::new(G::Scalar::try_random(rng)?);
        Ok(self.encrypt_with(m, &u))
    }

    /// Encrypts an integer with a given `u`.
    ///
    /// The scalar must be secret, uniform, and used once: who knows it can read the plaintext, and two
    /// ciphertexts with one `u` tell the difference of their plaintexts.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn encrypt_with(&self, m: i64, u: &G::Scalar) -> Ciphertext<G> {
        let message = self.encode(m);
        let c1 = self.generator.add_scalar(&G::identity(), u);
        Ciphertext { c1, c2: self.element.add_scalar(&message, u) }
    }

    /// Encrypts an integer modulo the order of the group with a given `u`; see [`Self::encrypt_with`].
    ///
    /// # Timing
    /// Constant time: three fixed-base products.
    #[must_use]
    pub fn encrypt_scalar_with(&self, m: &G::Scalar, u: &G::Scalar) -> Ciphertext<G> {
        let message = self.generator.add_scalar(&G::identity(), m);
        let c1 = self.generator.add_scalar(&G::identity(), u);
        Ciphertext { c1, c2: self.element.add_scalar(&message, u) }
    }

    /// Encrypts an integer modulo the order of the group.
    ///
    /// Only plaintexts of a small range can be decrypted; others can be tested for zero.
    ///
    /// # Timing
    /// Constant time.
    pub fn encrypt_scalar<R: CryptoRng + ?Sized>(
        &self,
        m: &G::Scalar,
        rng: &mut R,
    ) -> Ciphertext<G> {
        let u = Zeroizing::new(G::Scalar::random(rng));
        self.encrypt_scalar_with(m, &u)
    }

    /// `[m]g`: what decryption leaves of a plaintext.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn encode(&self, m: i64) -> G {
        self.generator.product_i64(m)
    }

    /// An encryption of `m + k` for an encryption of `m`, with the same `u`.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn add_plain(&self, ciphertext: &Ciphertext<G>, k: i64) -> Ciphertext<G> {
        Ciphertext { c1: ciphertext.c1, c2: ciphertext.c2 + self.encode(k) }
    }

    /// An encryption of `m + k` for an encryption of `m`, with the same `u`.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn add_plain_scalar(&self, ciphertext: &Ciphertext<G>, k: &G::Scalar) -> Ciphertext<G> {
        Ciphertext { c1: ciphertext.c1, c2: self.generator.add_scalar(&ciphertext.c2, k) }
    }

    /// Another encryption of the same plaintext, which nobody without the private key can connect with
    /// the given one.
    ///
    /// # Timing
    /// Constant time.
    pub fn rerandomize<R: CryptoRng + ?Sized>(
        &self,
        ciphertext: &Ciphertext<G>,
        rng: &mut R,
    ) -> Ciphertext<G> {
        let v = Zeroizing::new(G::Scalar::random(rng));
        self.rerandomize_with(ciphertext, &v)
    }

    /// As [`Self::rerandomize`] with a given scalar, which must be secret, uniform, and used once.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn rerandomize_with(&self, ciphertext: &Ciphertext<G>, v: &G::Scalar) -> Ciphertext<G> {
        Ciphertext {
            c1: self.generator.add_scalar(&ciphertext.c1, v),
            c2: self.element.add_scalar(&ciphertext.c2, v),
        }
    }
}

impl<G: ElGamalGroup> PartialEq for PublicKey<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.generator(), self.element()) == (other.generator(), other.element())
    }
}

impl<G: ElGamalGroup> Eq for PublicKey<G> {}

impl<G: ElGamalGroup> fmt::Debug for PublicKey<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PublicKey").field(&self.element()).finish()
    }
}

/// The secret scalar `z` with its public key. It is overwritten with zeros when it goes out of scope.
#[derive(Clone)]
pub struct PrivateKey<G: ElGamalGroup> {
    z: G::Scalar,
    public: PublicKey<G>,
}

impl<G: ElGamalGroup> PrivateKey<G> {
    /// A new key.
    ///
    /// # Timing
    /// Constant time.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let Ok(key) = Self::try_generate(rng);
        key
    }

    /// As [`Self::generate`], for sources of randomness that can fail.
    ///
    /// # Errors
    /// Those of the source.
    pub fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let z = Zeroizing::new(G::Scalar::try_random(rng)?);
            // Zero comes up with the probability of guessing a key.
            if let Ok(key) = Self::from_scalar(&z) {
                return Ok(key);
            }
        }
    }

    /// The key with this secret scalar.
    ///
    /// # Errors
    /// [`DecodeError::Identity`] for zero.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    pub fn from_scalar(z: &G::Scalar) -> Result<Self, DecodeError> {
        Self::with_generator(&G::generator(), z)
    }

    /// As [`Self::from_scalar`] for another base `g`.
    ///
    /// # Errors
    /// [`DecodeError::Identity`] if the base is the identity or the scalar zero.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    pub fn with_generator(g: &G, z: &G::Scalar) -> Result<Self, DecodeError> {
        let generator = WindowTable::for_scalars(g);
        let h = generator.add_scalar(&G::identity(), z);
        Ok(Self { z: *z, public: PublicKey::with_table(generator, &h)? })
    }

    /// The secret scalar.
    #[must_use]
    pub const fn scalar(&self) -> &G::Scalar {
        &self.z
    }

    /// The public key.
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey<G> {
        &self.public
    }

    /// `[m]g` for an encryption of `m`.
    ///
    /// # Timing
    /// Constant time: one product.
    #[must_use]
    pub fn decrypt_to_element(&self, ciphertext: &Ciphertext<G>) -> G {
        ciphertext.c2 - ciphertext.c1 * self.z
    }

    /// Whether the plaintext is zero.
    ///
    /// # Timing
    /// Constant time.
    pub fn is_zero(&self, ciphertext: &Ciphertext<G>) -> Choice {
        ciphertext.c2.ct_eq(&(ciphertext.c1 * self.z))
    }
}

impl<G: ElGamalGroup> Drop for PrivateKey<G> {
    fn drop(&mut self) {
        self.z.zeroize();
    }
}

impl<G: ElGamalGroup> zeroize::ZeroizeOnDrop for PrivateKey<G> {}

impl<G: ElGamalGroup> ConstantTimeEq for PrivateKey<G> {
    fn ct_eq(&self, other: &Self) -> Choice {
        // The same secret for another generator is another key; generators are public.
        self.z.ct_eq(&other.z) & Choice::from(u8::from(self.public == other.public))
    }
}

impl<G: ElGamalGroup> PartialEq for PrivateKey<G> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<G: ElGamalGroup> Eq for PrivateKey<G> {}

/// Without the secret.
impl<G: ElGamalGroup> fmt::Debug for PrivateKey<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").field("public", &self.public).finish_non_exhaustive()
    }
}
