//! The kernels of the vector engine on AVX-512 IFMA.
//!
//! Each is a function of its own on operands in memory, compiled for AVX-512F and AVX-512 IFMA. The
//! code is that of `lanes.rs` for a vector in a register; its counterpart there, on
//! [`Twin`](super::lanes::Twin), is the specification. Helpers between a kernel and its instructions
//! are `inline(always)`, and no closure stands between them: the compiler would stop inlining there.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_loadu_si256, _mm256_storeu_si256, _mm512_add_epi64, _mm512_and_si512,
    _mm512_castsi256_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_inserti64x4,
    _mm512_loadu_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_blend_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_shuffle_i64x2, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_sub_epi64, _mm512_testn_epi64_mask, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

use crypto_bigint::Word;

use super::lanes::{
    Element, LANES, LaneKernel, Lanes, Modulus, Points, ROW, Row, Rows, SmallXi, Words, generic,
    kernels, kernels_on,
};

/// Eight words in a register.
///
/// The type is known to the functions below only, which require AVX-512F and AVX-512 IFMA of their
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
        // SAFETY: see above; the load may be unaligned, though rows of an `Element` are not.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
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

    #[inline(always)]
    fn permute(self, index: &Words) -> Self {
        // SAFETY: see above; both index types are 64 bytes without padding or invalid values.
        Self(unsafe {
            let index = core::mem::transmute::<[u64; LANES], __m512i>(*index);
            _mm512_permutexvar_epi64(index, self.0)
        })
    }

    #[inline(always)]
    fn shuffle(self, other: Self, index: &Words) -> Self {
        // SAFETY: see above; both index types are 64 bytes without padding or invalid values.
        Self(unsafe {
            let index = core::mem::transmute::<[u64; LANES], __m512i>(*index);
            _mm512_permutex2var_epi64(self.0, index, other.0)
        })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        // SAFETY: see above.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn blend(self, mask: u8, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_mask_blend_epi64(mask, other.0, self.0) })
    }

    #[inline(always)]
    fn transpose<F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> [Self; ROW] {
        if N != ROW {
            // No prime of another size is supported.
            return [Self::splat(0); ROW];
        }
        // SAFETY: see above; the rows have the 32 bytes that are read.
        let (a, b, c, d) = unsafe {
            (
                two_rows(rows[0].words().as_ptr(), rows[2].words().as_ptr()),
                two_rows(rows[1].words().as_ptr(), rows[3].words().as_ptr()),
                two_rows(rows[4].words().as_ptr(), rows[6].words().as_ptr()),
                two_rows(rows[5].words().as_ptr(), rows[7].words().as_ptr()),
            )
        };
        // SAFETY: see above.
        unsafe {
            // Words 0 and 2, words 1 and 3 of the rows 0 to 3; then of the rows 4 to 7.
            let (even, odd) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            let (more_even, more_odd) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
            // The first and third, the second and fourth quarters of both.
            [
                Self(_mm512_shuffle_i64x2::<0x88>(even, more_even)),
                Self(_mm512_shuffle_i64x2::<0x88>(odd, more_odd)),
                Self(_mm512_shuffle_i64x2::<0xdd>(even, more_even)),
                Self(_mm512_shuffle_i64x2::<0xdd>(odd, more_odd)),
            ]
        }
    }

    #[inline(always)]
    fn write_rows<const N: usize>([a, b, c, d]: [Self; ROW], rows: [&mut [Word; N]; LANES]) {
        if N != ROW {
            return;
        }
        let [r0, r1, r2, r3, r4, r5, r6, r7] = rows;
        // SAFETY: see above; the rows have the 32 bytes that are written.
        unsafe {
            // Words 0 and 1, words 2 and 3 of the even rows; then of the odd ones.
            let (even, odd) = (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0));
            let (more_even, more_odd) =
                (_mm512_unpacklo_epi64(c.0, d.0), _mm512_unpackhi_epi64(c.0, d.0));
            let low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let pair = _mm512_permutex2var_epi64(even, low, more_even);
            write_two(pair, r0.as_mut_ptr(), r2.as_mut_ptr());
            let pair = _mm512_permutex2var_epi64(odd, low, more_odd);
            write_two(pair, r1.as_mut_ptr(), r3.as_mut_ptr());
            let pair = _mm512_permutex2var_epi64(even, high, more_even);
            write_two(pair, r4.as_mut_ptr(), r6.as_mut_ptr());
            let pair = _mm512_permutex2var_epi64(odd, high, more_odd);
            write_two(pair, r5.as_mut_ptr(), r7.as_mut_ptr());
        }
    }
}

/// # Safety
/// As for [`Zmm`]; both pointers are written for 32 bytes.
#[inline(always)]
unsafe fn write_two(pair: __m512i, low: *mut Word, high: *mut Word) {
    // SAFETY: the caller's promise; these stores need no alignment.
    unsafe {
        _mm256_storeu_si256(low.cast::<__m256i>(), _mm512_castsi512_si256(pair));
        _mm256_storeu_si256(high.cast::<__m256i>(), _mm512_extracti64x4_epi64::<1>(pair));
    }
}

/// # Safety
/// As for [`Zmm`]; both pointers are read for 32 bytes.
#[inline(always)]
unsafe fn two_rows(low: *const Word, high: *const Word) -> __m512i {
    // SAFETY: the caller's promise; these loads need no alignment.
    unsafe {
        let (low, high) = (_mm256_loadu_si256(low.cast()), _mm256_loadu_si256(high.cast()));
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    }
}

/// A kernel of another layer on registers.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
pub fn run<K: LaneKernel>(kernel: K) -> K::Output {
    align_stack();
    kernel.run::<Zmm>()
}

/// Makes the compiler align the frame of a kernel to 64 bytes. Registers that it spills would else
/// straddle two cache lines, which takes twice as long.
#[inline(always)]
pub(super) fn align_stack() {
    let mut element = core::mem::MaybeUninit::<Element>::uninit();
    core::hint::black_box(element.as_mut_ptr());
}

kernels!(kernels_on(Zmm, target_feature(enable = "avx512f,avx512ifma"), { align_stack() }));
