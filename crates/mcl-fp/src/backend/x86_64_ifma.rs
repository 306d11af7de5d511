//! The kernels of the vector engine on AVX-512 IFMA.
//!
//! Each is a function of its own on operands in memory, compiled for AVX-512F and AVX-512 IFMA. The
//! code is that of `lanes.rs` for a vector in a register; its counterpart there, on
//! [`Twin`](super::lanes::Twin), is the specification. Helpers between a kernel and its instructions
//! are `inline(always)`, and no closure stands between them: the compiler would stop inlining there.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_set1_epi64, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_sub_epi64,
};

use super::lanes::{
    Element, LANES, Lanes, Modulus, SmallXi, Wide, Words, generic, kernels, kernels_on,
};

/// Eight words in a register.
///
/// Values are made by the kernels below only, which require AVX-512F and AVX-512 IFMA of their
/// callers: whoever has a value may use these instructions.
#[derive(Clone, Copy)]
pub struct Zmm(__m512i);

// SAFETY of every block: these instructions need AVX-512F and AVX-512 IFMA, and the methods are called
// by the kernels of this module only, which are compiled for both and called where both were seen.
impl Lanes for Zmm {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) })
    }

    #[inline(always)]
    fn load(words: &Words) -> Self {
        debug_assert!(words.as_ptr().cast::<__m512i>().is_aligned());
        // SAFETY: see above; the words are eight limbs of an `Element` or a `Wide`, which are aligned to 64
        // bytes and consist of such rows.
        Self(unsafe { _mm512_load_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> Words {
        // SAFETY: both types are 64 bytes without padding or invalid values.
        unsafe { core::mem::transmute::<__m512i, [u64; LANES]>(self.0) }
    }

    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_madd52lo_epu64(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_madd52hi_epu64(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_right<const BITS: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_srli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shift_left<const BITS: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_slli_epi64::<BITS>(self.0) })
    }
}

kernels!(kernels_on(Zmm, target_feature(enable = "avx512f,avx512ifma")));
