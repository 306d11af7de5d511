//! The traits of `ff` for every prime field, and ordering and hashing.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crypto_bigint::{Uint, Word};
use ff::{Field, FromUniformBytes, PrimeField, WithSmallOrderMulGroup};
use rand_core::TryRng;
use subtle::{Choice, CtOption};

use crate::{Fp, PrimeParams, Repr};

/// Ordering of the canonical integers.
///
/// # Timing
/// Variable time: for public values.
impl<P: PrimeParams<N>, const N: usize> Ord for Fp<P, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_uint().cmp_vartime(&other.to_uint())
    }
}

impl<P: PrimeParams<N>, const N: usize> PartialOrd for Fp<P, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: PrimeParams<N>, const N: usize> Hash for Fp<P, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mont().hash(state);
    }
}

impl<P: PrimeParams<N>, const N: usize> From<u64> for Fp<P, N> {
    fn from(x: u64) -> Self {
        Self::from_u64(x)
    }
}

impl<P: PrimeParams<N>, const N: usize> From<bool> for Fp<P, N> {
    fn from(x: bool) -> Self {
        Self::from_u64(u64::from(x))
    }
}

impl<P: PrimeParams<N>, const N: usize> Field for Fp<P, N> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    /// A uniform element: `N + 2` random 64-bit words reduced modulo p, so that the bias is below
    /// 2^-64 on every word size.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut acc = Self::ZERO;
        let shift = Self::from_u64(1 << 32).square();
        for _ in 0..N + 2 {
            acc = acc * shift + Self::from_u64(rng.try_next_u64()?);
        }
        Ok(acc)
    }

    #[inline]
    fn square(&self) -> Self {
        self.square()
    }

    #[inline]
    fn double(&self) -> Self {
        self.double()
    }

    #[inline]
    fn is_zero_vartime(&self) -> bool {
        *self.mont() == [0; N]
    }

    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }

    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        ff::helpers::sqrt_ratio_generic(num, div)
    }

    fn sqrt(&self) -> CtOption<Self> {
        self.sqrt()
    }
}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// `p - 1 = 2^S T` with `T` odd.
    pub(crate) const TWO_ADICITY: u32 =
        P::MODULUS.wrapping_sub(&Uint::ONE).trailing_zeros_vartime();

    pub(crate) const ODD_PART: Uint<N> = P::MODULUS.shr_vartime(Self::TWO_ADICITY);

    /// `(p - 1)/2`: Euler's exponent.
    pub(crate) const HALF: Uint<N> = P::MODULUS.shr_vartime(1);

    const GENERATOR: Self = {
        assert!(
            !Self::is_small_square(P::GENERATOR),
            "a generator of the multiplicative group is not a square"
        );
        Self::from_u64(P::GENERATOR)
    };

    /// `g^T` for the generator: a root of unity of order `2^S`.
    const UNITY: Self = Self::GENERATOR.const_pow_vartime(&Self::ODD_PART);

    /// The primitive cube root of unity `g^((p - 1)/3)`. The prime must be 1 modulo 3.
    const CUBE_ROOT: Self = {
        let (third, remainder) =
            P::MODULUS.wrapping_sub(&Uint::ONE).div_rem_limb(crypto_bigint::NonZero::<
                crypto_bigint::Limb,
            >::new_unwrap(
                crypto_bigint::Limb(3)
            ));
        assert!(remainder.0 == 0, "the field has no primitive cube root of unity");
        let zeta = Self::GENERATOR.const_pow_vartime(&third);
        let sum = zeta.const_mul(&zeta).const_add(&zeta).const_add(&Self::ONE);
        assert!(sum.const_eq_vartime(&Self::ZERO), "the generator is a cube");
        zeta
    };

    /// The modulus as text: `0x` and the digits of all words.
    const HEX_BUFFER: [u8; 2 + 2 * 128] = {
        let mut out = [b'0'; 2 + 2 * 128];
        out[1] = b'x';
        let digits = Self::HEX_DIGITS;
        let mut i = 0;
        while i < digits {
            let bit = 4 * (digits - 1 - i);
            let word = Self::MODULUS_WORDS[bit / Word::BITS as usize];
            let nibble = (word >> (bit % Word::BITS as usize)) as u8 & 15;
            out[2 + i] = if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
            i += 1;
        }
        out
    };

    const HEX_DIGITS: usize = (Self::BITS as usize).div_ceil(4);
}

impl<P: PrimeParams<N>, const N: usize> PrimeField for Fp<P, N> {
    type Repr = Repr<N>;

    /// Little endian; see [`Fp::from_le_bytes`] for the form with an error instead.
    fn from_repr(repr: Repr<N>) -> CtOption<Self> {
        Self::from_repr(&repr)
    }

    fn to_repr(&self) -> Repr<N> {
        self.to_repr()
    }

    fn is_odd(&self) -> Choice {
        Choice::from(self.to_uint().as_words()[0] as u8 & 1)
    }

    const MODULUS: &'static str = {
        let (digits, _) = Self::HEX_BUFFER.split_at(2 + Self::HEX_DIGITS);
        match core::str::from_utf8(digits) {
            Ok(text) => text,
            Err(_) => panic!("hexadecimal digits are ASCII"),
        }
    };
    const NUM_BITS: u32 = Self::BITS;
    const CAPACITY: u32 = Self::BITS - 1;
    /// `(p + 1)/2`.
    const TWO_INV: Self = Self::from_uint_reduced(&Self::HALF.wrapping_add(&Uint::ONE));
    const MULTIPLICATIVE_GENERATOR: Self = Self::GENERATOR;
    const S: u32 = Self::TWO_ADICITY;
    const ROOT_OF_UNITY: Self = Self::UNITY;
    const ROOT_OF_UNITY_INV: Self = {
        // The root to the power 2^S - 1.
        let mut inverse = Self::UNITY;
        let mut i = 1;
        while i < Self::TWO_ADICITY {
            inverse = inverse.const_mul(&inverse).const_mul(&Self::UNITY);
            i += 1;
        }
        inverse
    };
    const DELTA: Self = {
        let two_to_s = Uint::<N>::ONE.shl_vartime(Self::TWO_ADICITY);
        Self::GENERATOR.const_pow_vartime(&two_to_s)
    };
}

/// Available where the prime is 1 modulo 3; using it with another prime does not compile.
impl<P: PrimeParams<N>, const N: usize> WithSmallOrderMulGroup<3> for Fp<P, N> {
    const ZETA: Self = Self::CUBE_ROOT;
}

impl<P: PrimeParams<N>, const N: usize> FromUniformBytes<48> for Fp<P, N> {
    fn from_uniform_bytes(bytes: &[u8; 48]) -> Self {
        Self::from_le_bytes_mod(bytes)
    }
}

impl<P: PrimeParams<N>, const N: usize> FromUniformBytes<64> for Fp<P, N> {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        Self::from_le_bytes_mod(bytes)
    }
}

#[cfg(feature = "bits")]
impl<P: PrimeParams<N>, const N: usize> ff::PrimeFieldBits for Fp<P, N> {
    type ReprBits = [Word; N];

    fn to_le_bits(&self) -> ff::FieldBits<[Word; N]> {
        ff::FieldBits::new(self.to_uint().to_words())
    }

    fn char_le_bits() -> ff::FieldBits<[Word; N]> {
        ff::FieldBits::new(Self::MODULUS_WORDS)
    }
}
