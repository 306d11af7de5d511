//! The scalars of a sum in windows.

use alloc::vec;
use alloc::vec::Vec;

use super::Split;
use crate::CurveParams;

/// Where the digits of an integer lie.
///
/// `levels * count` windows cover `levels * bits` bits. The windows of a level differ in width by at
/// most one, and all levels are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) levels: u32,
    /// Bits of a level.
    pub(super) bits: u32,
    /// Windows of a level.
    pub(super) count: u32,
}

/// Digits of more bits would need more buckets than terms that anybody has.
pub(super) const MAX_WIDTH: u32 = 16;

impl Windows {
    /// Windows for integers of `bits` bits.
    pub(super) const fn new(bits: u32, levels: u32, count: u32) -> Self {
        Self { levels, bits: bits.div_ceil(levels), count }
    }

    /// The position of the lowest bit of a window within its level.
    pub(super) const fn offset(&self, window: u32) -> u32 {
        window * self.bits / self.count
    }

    pub(super) const fn width(&self, window: u32) -> u32 {
        self.offset(window + 1) - self.offset(window)
    }

    /// The width of the widest windows.
    pub(super) const fn max_width(&self) -> u32 {
        self.bits.div_ceil(self.count)
    }

    /// Buckets of a window: one for each absolute value of its digits.
    pub(super) const fn buckets(&self, window: u32) -> usize {
        1 << (self.width(window) - 1)
    }

    /// The numbers of windows that a level can have: digits are two bits wide at least.
    pub(super) fn counts(bits: u32, levels: u32) -> core::ops::RangeInclusive<u32> {
        let bits = bits.div_ceil(levels);
        bits.div_ceil(MAX_WIDTH)..=(bits / 2).max(1)
    }

    /// Words of an integer.
    fn words(&self) -> usize {
        (self.levels * self.bits).div_ceil(64) as usize
    }

    /// `sum_i h_i 2^(o_i)` over all windows, with `h = 2^(width - 1) - 1`: see [`Digits`].
    fn bias(&self) -> Vec<u64> {
        let mut words = vec![0; self.words()];
        for level in 0..self.levels {
            for window in 0..self.count {
                let offset = level * self.bits + self.offset(window);
                let (word, shift) = ((offset / 64) as usize, offset % 64);
                let h = u128::from(half(self.width(window))) << shift;
                words[word] |= h as u64;
                if h >> 64 != 0 {
                    words[word + 1] |= (h >> 64) as u64;
                }
            }
        }
        words
    }
}

/// `2^(width - 1) - 1`.
const fn half(width: u32) -> u64 {
    (1 << (width - 1)) - 1
}

/// The parts of all scalars, packed.
///
/// # Algorithm
/// As in [`crate::recode::SignedWindows`]: with `h = 2^(width-1) - 1` for each window and
/// `C = sum_i h_i 2^(o_i)`, the digits of `k + C` are those of `k`, each larger by `h`. Here `k` may
/// be negative.
///
/// # Bounds
/// `0 <= k + C < 2^B` for B bits, so that no digit is lost, if `|k| < 2^(B-2)` or
/// `0 <= k < 2^(B-1)`. With o the offset of the top window, which is two bits wide at least,
/// `C >= 2^(B-1) - 2^o >= 2^(B-2)`. All lower windows together contribute less than `2^o`,
/// hence `C < 2^(B-1)`.
pub(super) struct Digits {
    words: Vec<u64>,
    windows: Windows,
    parts: usize,
}

impl Digits {
    /// Packs scalars; those of which `is_skipped` is true become zero.
    pub(super) fn new<C: CurveParams, S: Split<C>>(
        windows: Windows,
        scalars: &[C::Scalar],
        is_skipped: impl Fn(usize) -> bool + Sync,
    ) -> Self {
        let stride = windows.words();
        let mut words = vec![0; scalars.len() * S::PARTS * stride];
        let bias = windows.bias();
        let columns = words.chunks_exact_mut(S::PARTS * stride);
        for (i, (column, k)) in columns.zip(scalars).enumerate() {
            if !is_skipped(i) {
                S::write_parts(k, column);
            }
            for part in column.chunks_exact_mut(stride) {
                add(part, &bias);
            }
        }
        Self { words, windows, parts: S::PARTS }
    }

    /// Calls `f` with the number of a scalar, that of a part and the digit in a window, for all
    /// digits other than zero.
    #[inline(always)]
    pub(super) fn for_each(&self, level: u32, window: u32, mut f: impl FnMut(usize, usize, i32)) {
        let offset = level * self.windows.bits + self.windows.offset(window);
        let width = self.windows.width(window);
        let (word, shift) = ((offset / 64) as usize, offset % 64);
        let crosses = shift + width > 64;
        let (mask, half) = ((1 << width) - 1, half(width) as i32);
        let stride = self.windows.words();
        for (i, column) in self.words.chunks_exact(self.parts * stride).enumerate() {
            for (j, part) in column.chunks_exact(stride).enumerate() {
                let mut bits = part[word] >> shift;
                if crosses {
                    bits |= part[word + 1] << (64 - shift);
                }
                let digit = (bits & mask) as i32 - half;
                if digit != 0 {
                    f(i, j, digit);
                }
            }
        }
    }
}

/// `a += b` for integers in two's complement.
fn add(a: &mut [u64], b: &[u64]) {
    let mut carry = false;
    for (a, b) in a.iter_mut().zip(b) {
        let (sum, first) = a.overflowing_add(*b);
        let (sum, second) = sum.overflowing_add(carry.into());
        *a = sum;
        carry = first | second;
    }
}

/// `a = -a` in two's complement.
pub(super) fn negate(a: &mut [u64]) {
    let mut carry = true;
    for a in a {
        (*a, carry) = (!*a).overflowing_add(carry.into());
    }
}
