//! The element type: constants derived from the modulus, and the ring operations.

use core::iter::{Product, Sum};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crypto_bigint::{Limb, NonZero, Uint, Word};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::DefaultIsZeroes;

use crate::PrimeParams;
use crate::backend::{self, Chosen, portable};

/// An element of the prime field given by `P`, in Montgomery form with `R = 2^(W N)`.
///
/// The representation is always canonical, in `[0, p)`: equality, ordering, hashing and encoding
/// need no reduction. All operations are constant time unless their name says `_vartime`.
#[derive(Clone, Copy)]
pub struct Fp<P, const N: usize> {
    mont: [Word; N],
    params: PhantomData<P>,
}

/// Constants of the field, all derived from the modulus.
impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    pub(crate) const MODULUS_WORDS: [Word; N] = {
        let p = P::MODULUS.to_words();
        assert!(N > 0 && p[0] & 1 == 1, "the modulus must be odd");
        assert!(P::MODULUS.bit_width_vartime() > 2, "the modulus must be a prime above 3");
        assert!(p[N - 1] != 0, "the modulus has a leading zero word: use fewer words");
        p
    };

    /// `-1/p` modulo the word size.
    pub(crate) const NEG_INV: Word = portable::neg_inverse(Self::MODULUS_WORDS[0]);

    /// The modulus and [`Self::NEG_INV`] side by side, as the assembly kernels read them.
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
    pub(crate) const MODULUS_AND_INVERSE: [u64; 5] = {
        let mut out = [0; 5];
        let mut i = 0;
        while i < 4 && i < N {
            out[i] = Self::MODULUS_WORDS[i];
            i += 1;
        }
        out[4] = Self::NEG_INV;
        out
    };

    /// `R mod p`, the Montgomery form of one.
    pub(crate) const R: [Word; N] = portable::radix(&Self::MODULUS_WORDS);

    /// `R^2 mod p`.
    pub(crate) const R2: [Word; N] = portable::radix_squared(&Self::MODULUS_WORDS, Self::NEG_INV);

    /// `R^4 mod p`.
    pub(crate) const R4: [Word; N] = {
        let (p, neg_inv) = (&Self::MODULUS_WORDS, Self::NEG_INV);
        portable::mul(&portable::mul(&Self::R2, &Self::R2, p, neg_inv), &Self::R2, p, neg_inv)
    };

    /// Bit length of the modulus.
    pub const BITS: u32 = P::MODULUS.bit_width_vartime();

    /// Bytes of a canonical encoding: the bit length of the modulus, rounded up.
    pub const BYTES: usize = (Self::BITS as usize).div_ceil(8);

    /// Whether `4p <= R`, which lets the double-width arithmetic of [`crate::Wide`] sum products of
    /// unreduced sums.
    pub const HAS_HEADROOM: bool = Self::BITS + 2 <= Word::BITS * N as u32;

    /// Whether the four-word assembly kernels apply: 64-bit words, two free top bits.
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
    pub(crate) const FITS_FOUR_WORD_KERNELS: bool =
        N == 4 && Word::BITS == 64 && Self::BITS > 192 && Self::BITS <= 254;

    /// Whether some assembly kernels apply.
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
    pub(crate) const HAS_ASSEMBLY: bool = Self::FITS_FOUR_WORD_KERNELS
        || (backend::x86_64_rows::has_rows(N) && Word::BITS == 64 && Self::HAS_HEADROOM);

    /// Zero.
    pub const ZERO: Self = Self::from_mont([0; N]);

    /// One.
    pub const ONE: Self = Self::from_mont(Self::R);
}

/// Construction and ring operations. Those named `const_` serve compile-time derivation: they run
/// the portable kernels, which give the same values more slowly.
impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    pub(crate) const fn from_mont(mont: [Word; N]) -> Self {
        Self { mont, params: PhantomData }
    }

    pub(crate) const fn mont(&self) -> &[Word; N] {
        &self.mont
    }

    pub(crate) const fn mont_mut(&mut self) -> &mut [Word; N] {
        &mut self.mont
    }

    /// The modulus.
    #[must_use]
    pub const fn modulus() -> Uint<N> {
        P::MODULUS
    }

    /// The residue of `x` modulo p; any `N`-word integer is accepted.
    #[must_use]
    pub const fn from_uint_reduced(x: &Uint<N>) -> Self {
        // The left operand of the kernel may be any words: x R^2 / R = x R mod p.
        Self::from_mont(portable::mul(x.as_words(), &Self::R2, &Self::MODULUS_WORDS, Self::NEG_INV))
    }

    /// The element `x`, or `None` if `x >= p`.
    ///
    /// # Timing
    /// Variable time in whether `x` is canonical.
    #[must_use]
    pub const fn from_uint(x: &Uint<N>) -> Option<Self> {
        let (_, borrow) = portable::sub_words(x.as_words(), &Self::MODULUS_WORDS);
        if borrow == 1 { Some(Self::from_uint_reduced(x)) } else { None }
    }

    /// The residue of a small integer.
    #[must_use]
    pub const fn from_u64(x: u64) -> Self {
        if Word::BITS as usize * N >= 64 {
            Self::from_uint_reduced(&Uint::from_u64(x))
        } else {
            // One 32-bit word: high half times 2^32, plus low half.
            let high = Self::from_uint_reduced(&Uint::from_u32((x >> 32) as u32));
            let low = Self::from_uint_reduced(&Uint::from_u32(x as u32));
            high.const_mul(&Self::from_mont(Self::R2)).const_add(&low)
        }
    }

    /// The canonical integer in `[0, p)`.
    #[must_use]
    pub const fn to_uint(&self) -> Uint<N> {
        let zero = [0; N];
        Uint::from_words(portable::redc(&self.mont, &zero, 2, &Self::MODULUS_WORDS, Self::NEG_INV))
    }

    /// `self + other` at compile time.
    #[must_use]
    pub const fn const_add(&self, other: &Self) -> Self {
        Self::from_mont(portable::add(&self.mont, &other.mont, &Self::MODULUS_WORDS))
    }

    /// `self - other` at compile time.
    #[must_use]
    pub const fn const_sub(&self, other: &Self) -> Self {
        Self::from_mont(portable::sub(&self.mont, &other.mont, &Self::MODULUS_WORDS))
    }

    /// `-self` at compile time.
    #[must_use]
    pub const fn const_neg(&self) -> Self {
        Self::from_mont(portable::neg(&self.mont, &Self::MODULUS_WORDS))
    }

    /// `self * other` at compile time.
    #[must_use]
    pub const fn const_mul(&self, other: &Self) -> Self {
        Self::from_mont(portable::mul(&self.mont, &other.mont, &Self::MODULUS_WORDS, Self::NEG_INV))
    }

    /// `self^exponent` at compile time, by windows of four bits; variable time in the exponent.
    #[must_use]
    pub const fn const_pow_vartime<const M: usize>(&self, exponent: &Uint<M>) -> Self {
        let mut table = [Self::ONE; 16];
        let mut i = 1;
        while i < 16 {
            table[i] = table[i - 1].const_mul(self);
            i += 1;
        }
        let mut window = exponent.bit_width_vartime().div_ceil(4);
        let mut result = Self::ONE;
        while window > 0 {
            window -= 1;
            let mut i = 0;
            while i < 4 {
                result = result.const_mul(&result);
                i += 1;
            }
            result = result.const_mul(&table[nibble(exponent, window)]);
        }
        result
    }

    /// The inverse of a small integer at compile time. The integer must not be a multiple of p.
    ///
    /// # Algorithm
    /// `(1 + k p)/n` with `k = -1/p mod n`, found by trial.
    #[must_use]
    pub const fn const_invert_small(n: u32) -> Self {
        let divisor = NonZero::<Limb>::new_unwrap(Limb::from_u32(n));
        let (quotient, remainder) = P::MODULUS.div_rem_limb(divisor);
        let mut k = 0;
        // The products are wider than any word.
        while !(1 + k as u128 * remainder.0 as u128).is_multiple_of(n as u128) {
            k += 1;
            assert!(k < n, "the integer has a common factor with the modulus");
        }
        let rest = ((1 + k as u128 * remainder.0 as u128) / n as u128) as u32;
        let inverse = quotient.wrapping_mul(&Uint::<N>::from_u32(k));
        let inverse = inverse.wrapping_add(&Uint::from_u32(rest));
        Self::from_uint_reduced(&inverse)
    }

    /// Whether two elements are equal, at compile time.
    #[must_use]
    pub const fn const_eq_vartime(&self, other: &Self) -> bool {
        let mut i = 0;
        while i < N {
            if self.mont[i] != other.mont[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    /// `sum(a[i][k] * b[i][k])` with a single reduction.
    ///
    /// The operands come in groups of `K` so that an extension of degree `K` can pass the
    /// coefficients of its elements. At most eight products in all.
    #[inline(always)]
    #[must_use]
    pub fn sum_of_products<const T: usize, const K: usize>(
        a: [[&Self; K]; T],
        b: [[&Self; K]; T],
    ) -> Self {
        const { assert!(T * K > 0 && T * K <= 8, "one to eight products") };
        Self::from_mont(backend::sum_of_products::<P, N, T, K>(
            a.map(|x| x.map(Self::mont)),
            b.map(|x| x.map(Self::mont)),
        ))
    }

    /// The kernels for this field on this CPU.
    #[inline(always)]
    #[must_use]
    pub fn kernels() -> Chosen {
        Chosen::kernels::<P, N>()
    }

    /// `self^2`.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Self::from_mont(backend::square::<P, N>(self.mont()))
    }

    /// `2 self`.
    #[inline(always)]
    #[must_use]
    pub fn double(&self) -> Self {
        *self + self
    }
}

/// Bits `4 i` to `4 i + 3` of an integer.
#[doc(hidden)]
#[must_use]
pub const fn nibble<const M: usize>(x: &Uint<M>, i: u32) -> usize {
    let word = x.as_words()[(4 * i / Word::BITS) as usize];
    (word >> (4 * i % Word::BITS)) as usize & 15
}

impl<P: PrimeParams<N>, const N: usize> Default for Fp<P, N> {
    fn default() -> Self {
        Self::ZERO
    }
}

// The words of zero are all zero, and `Copy` types without drop glue may be overwritten by it.
impl<P: PrimeParams<N>, const N: usize> DefaultIsZeroes for Fp<P, N> {}

impl<P: PrimeParams<N>, const N: usize> ConstantTimeEq for Fp<P, N> {
    /// One opaque choice for all words.
    #[inline]
    fn ct_eq(&self, other: &Self) -> Choice {
        let pairs = self.mont.iter().zip(&other.mont);
        pairs.fold(0, |difference: Word, (a, b)| difference | (a ^ b)).ct_eq(&0)
    }
}

impl<P: PrimeParams<N>, const N: usize> ConditionallySelectable for Fp<P, N> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::from_mont(portable::select(&a.mont, &b.mont, Word::from(choice.unwrap_u8())))
    }
}

impl<P: PrimeParams<N>, const N: usize> PartialEq for Fp<P, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<P: PrimeParams<N>, const N: usize> Eq for Fp<P, N> {}

impl<P: PrimeParams<N>, const N: usize> Neg for Fp<P, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::from_mont(backend::neg::<P, N>(&self.mont))
    }
}

impl<P: PrimeParams<N>, const N: usize> Neg for &Fp<P, N> {
    type Output = Fp<P, N>;

    #[inline(always)]
    fn neg(self) -> Fp<P, N> {
        -*self
    }
}

impl<P: PrimeParams<N>, const N: usize> Add<&Fp<P, N>> for &Fp<P, N> {
    type Output = Fp<P, N>;

    #[inline(always)]
    fn add(self, other: &Fp<P, N>) -> Fp<P, N> {
        Fp::from_mont(backend::add::<P, N>(&self.mont, &other.mont))
    }
}

impl<P: PrimeParams<N>, const N: usize> Sub<&Fp<P, N>> for &Fp<P, N> {
    type Output = Fp<P, N>;

    #[inline(always)]
    fn sub(self, other: &Fp<P, N>) -> Fp<P, N> {
        Fp::from_mont(backend::sub::<P, N>(&self.mont, &other.mont))
    }
}

impl<P: PrimeParams<N>, const N: usize> Mul<&Fp<P, N>> for &Fp<P, N> {
    type Output = Fp<P, N>;

    #[inline]
    fn mul(self, other: &Fp<P, N>) -> Fp<P, N> {
        Fp::sum_of_products([[self]], [[other]])
    }
}

/// The operator forms that follow from the one on references.
macro_rules! forward_operators {
    ($op:ident, $method:ident, $op_assign:ident, $method_assign:ident) => {
        impl<P: PrimeParams<N>, const N: usize> $op for Fp<P, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                (&self).$method(&other)
            }
        }

        impl<P: PrimeParams<N>, const N: usize> $op<&Self> for Fp<P, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: &Self) -> Self {
                (&self).$method(other)
            }
        }

        impl<P: PrimeParams<N>, const N: usize> $op<Fp<P, N>> for &Fp<P, N> {
            type Output = Fp<P, N>;

            #[inline(always)]
            fn $method(self, other: Fp<P, N>) -> Fp<P, N> {
                self.$method(&other)
            }
        }

        impl<P: PrimeParams<N>, const N: usize> $op_assign for Fp<P, N> {
            #[inline(always)]
            fn $method_assign(&mut self, other: Self) {
                *self = (&*self).$method(&other);
            }
        }

        impl<P: PrimeParams<N>, const N: usize> $op_assign<&Self> for Fp<P, N> {
            #[inline(always)]
            fn $method_assign(&mut self, other: &Self) {
                *self = (&*self).$method(other);
            }
        }
    };
}

forward_operators!(Add, add, AddAssign, add_assign);
forward_operators!(Sub, sub, SubAssign, sub_assign);
forward_operators!(Mul, mul, MulAssign, mul_assign);

impl<P: PrimeParams<N>, const N: usize, T: core::borrow::Borrow<Self>> Sum<T> for Fp<P, N> {
    fn sum<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |acc, x| acc + x.borrow())
    }
}

impl<P: PrimeParams<N>, const N: usize, T: core::borrow::Borrow<Self>> Product<T> for Fp<P, N> {
    fn product<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ONE, |acc, x| acc * x.borrow())
    }
}
