//! The scalars of a sum in windows.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use super::Split;
use super::executor::Executor;
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
    pub(super) fn counts(bits: u32, levels: u32) -> RangeInclusive<u32> {
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
        is_skipped: impl Fn(usize) -> bool + Sync + Send,
        executor: impl Executor,
    ) -> Self {
        /// Scalars that a thread takes at once.
        const CHUNK: usize = 1024;
        let stride = windows.words();
        let column_len = S::PARTS * stride;
        let bias = windows.bias();
        let mut words = vec![0; scalars.len() * column_len];
        executor.for_each_chunk(&mut words, CHUNK * column_len, |chunk, words| {
            for (i, column) in (CHUNK * chunk..).zip(words.chunks_exact_mut(column_len)) {
                if !is_skipped(i) {
                    S::write_parts(&scalars[i], column);
                }
                for part in column.chunks_exact_mut(stride) {
                    add(part, &bias);
                }
            }
        });
        Self { words, windows, parts: S::PARTS }
    }

    pub(super) const fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Parts of a scalar.
    pub(super) const fn parts(&self) -> usize {
        self.parts
    }

    /// The number of scalars.
    pub(super) fn len(&self) -> usize {
        self.words.len() / (self.parts * self.windows.words())
    }

    /// Calls `f` with the number of a scalar, that of a part and the digit in a window, for all
    /// digits other than zero of some scalars.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        scalars: Range<usize>,
        level: u32,
        window: u32,
        mut f: impl FnMut(usize, usize, i32),
    ) {
        let offset = level * self.windows.bits + self.windows.offset(window);
        let width = self.windows.width(window);
        let (word, shift) = ((offset / 64) as usize, offset % 64);
        let crosses = shift + width > 64;
        let (mask, half) = ((1 << width) - 1, half(width) as i32);
        let stride = self.windows.words();
        let column_len = self.parts * stride;
        let words = &self.words[scalars.start * column_len..scalars.end * column_len];
        for (i, column) in (scalars.start..).zip(words.chunks_exact(column_len)) {
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

#[cfg(test)]
mod tests {
    use super::super::executor::ThisThread;
    use super::*;
    use crate::Affine;
    use crate::tests::curves::{AltBn128, Bn254Fr};
    use ff::Field;

    /// A scalar stands for the integers at the bounds of its parts.
    struct Extremes<const BITS: u32>;

    impl<const BITS: u32> Split<AltBn128> for Extremes<BITS> {
        const PARTS: usize = 5;
        const BITS: u32 = BITS;

        /// 0, 2^(B-2) - 1, -(2^(B-2) - 1), 2^(B-1) - 1 and -1.
        fn write_parts(_: &<AltBn128 as CurveParams>::Scalar, words: &mut [u64]) {
            let stride = words.len() / 5;
            let mut part = |i: usize, bits: u32, negative: bool| {
                let words = &mut words[i * stride..(i + 1) * stride];
                for bit in 0..bits {
                    words[(bit / 64) as usize] |= 1 << (bit % 64);
                }
                if negative {
                    negate(words);
                }
            };
            part(1, BITS - 2, false);
            part(2, BITS - 2, true);
            part(3, BITS - 1, false);
            part(4, 1, true);
        }

        fn image(point: Affine<AltBn128>, _: u32) -> Affine<AltBn128> {
            point
        }
    }

    fn digits_give_the_integers<const BITS: u32>() {
        let scalars = [<AltBn128 as CurveParams>::Scalar::ONE; 2];
        for levels in 1..=3 {
            for count in Windows::counts(BITS, levels) {
                let windows = Windows::new(BITS, levels, count);
                let digits = Digits::new::<AltBn128, Extremes<BITS>>(
                    windows,
                    &scalars,
                    |i| i == 1,
                    ThisThread,
                );
                let mut sums = [Bn254Fr::ZERO; 5];
                for level in 0..levels {
                    for window in 0..count {
                        assert!((2..=MAX_WIDTH).contains(&windows.width(window)) || BITS < 4);
                        digits.for_each(0..2, level, window, |i, part, digit| {
                            assert_eq!(i, 0, "the other scalar is skipped");
                            assert!(digit.unsigned_abs() as usize <= windows.buckets(window));
                            let weight = level * windows.bits + windows.offset(window);
                            let term = Bn254Fr::from(u64::from(digit.unsigned_abs()))
                                * Bn254Fr::from(2).pow_vartime([weight.into()]);
                            sums[part] += if digit < 0 { -term } else { term };
                        });
                    }
                }
                let ones = |bits: u32| Bn254Fr::from(2).pow_vartime([bits.into()]) - Bn254Fr::ONE;
                let expected =
                    [Bn254Fr::ZERO, ones(BITS - 2), -ones(BITS - 2), ones(BITS - 1), -Bn254Fr::ONE];
                assert_eq!(sums, expected, "{BITS} bits, {levels} levels, {count} windows");
            }
        }
    }

    #[test]
    fn every_window_count_represents_the_bounds() {
        digits_give_the_integers::<8>();
        digits_give_the_integers::<63>();
        digits_give_the_integers::<64>();
        digits_give_the_integers::<65>();
        digits_give_the_integers::<128>();
        digits_give_the_integers::<129>();
        digits_give_the_integers::<255>();
    }
}
