//! Multiplication of a fixed point by a table: the window method.

use alloc::vec::Vec;
use core::fmt;

use subtle::CtOption;
use zeroize::Zeroize;

use crate::recode::{
    SCALAR_WORDS, SignedWindows, has_at_most_bits, scalar_words, select_multiple,
    signed_window_count,
};
use crate::{Affine, CurveParams, Projective};

/// Multiples of one point, from which its product with any covered integer is a sum without
/// doublings.
///
/// A table covers the integers below `2^bits`, a number chosen when it is made, and refuses all
/// others.
///
/// # Algorithm
/// Brickell, Gordon, McCurley and Wilson, "Fast exponentiation with precomputation", 1992, in the
/// form of a table for every window, with signed digits: row i holds `[j 2^(width i)] P` for j from
/// 1 to `2^(width-1)`.
#[derive(Clone)]
pub struct FixedBase<C: CurveParams> {
    table: Vec<Affine<C>>,
    bits: u32,
    width: u32,
}

impl<C: CurveParams> FixedBase<C> {
    /// The table of `point` for integers below `2^bits`, with windows of `width` bits.
    ///
    /// It has `ceil((bits + 1)/width) 2^(width-1)` points. For the constant-time product, which
    /// scans it as a whole, widths of 4 to 6 are best; the variable-time product gets faster up to
    /// the size of the cache.
    ///
    /// # Errors
    /// [`TableParameters`] unless `1 <= bits <= 1024` and `2 <= width <= 16`.
    ///
    /// # Timing
    /// Constant time in the point.
    pub fn new(point: &Projective<C>, bits: u32, width: u32) -> Result<Self, TableParameters> {
        if !(1..=64 * SCALAR_WORDS as u32).contains(&bits) || !(2..=16).contains(&width) {
            return Err(TableParameters { bits, width });
        }
        let row_length = 1 << (width - 1);
        let rows = signed_window_count(bits, width) as usize;
        let mut table = Vec::with_capacity(rows * row_length);
        let mut row = alloc::vec![Projective::identity(); row_length];
        let mut affine_row = alloc::vec![Affine::identity(); row_length];
        let mut base = *point;
        for _ in 0..rows {
            let mut multiple = base;
            for entry in &mut row {
                *entry = multiple;
                multiple += base;
            }
            // The last entry is the multiple 2^(width-1).
            base = row[row_length - 1].double();
            Projective::batch_normalize(&row, &mut affine_row)
                .unwrap_or_else(|_| unreachable!("the rows have the same length"));
            table.extend_from_slice(&affine_row);
        }
        Ok(Self { table, bits, width })
    }

    /// The table covers integers below 2 to this power.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Bits of a window.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// `[k] P`, or none if the canonical integer of `k` is not covered.
    ///
    /// # Timing
    /// Constant time: one mixed addition for each row, and a scan of the whole table.
    pub fn mul(&self, k: &C::Scalar) -> CtOption<Projective<C>> {
        let mut words = scalar_words(k);
        let product = self.mul_integer(&words);
        words.zeroize();
        product
    }

    /// `[k] P` for an integer given as little-endian words, or none if it is not covered.
    ///
    /// # Timing
    /// As [`Self::mul`].
    pub fn mul_integer<const M: usize>(&self, k: &[u64; M]) -> CtOption<Projective<C>> {
        let mut digits = self.digits(k);
        let mut sum = Projective::identity();
        for (i, row) in (0u32..).zip(self.rows()) {
            sum += select_multiple(row, digits.digit(i));
        }
        digits.zeroize();
        CtOption::new(sum, has_at_most_bits(k, self.bits))
    }

    /// `[k] P`, or none if the canonical integer of `k` is not covered.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn mul_vartime(&self, k: &C::Scalar) -> Option<Projective<C>> {
        self.mul_integer_vartime(&scalar_words(k))
    }

    /// `[k] P` for an integer given as little-endian words, or none if it is not covered.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn mul_integer_vartime<const M: usize>(&self, k: &[u64; M]) -> Option<Projective<C>> {
        if !bool::from(has_at_most_bits(k, self.bits)) {
            return None;
        }
        let digits = self.digits(k);
        let mut sum = Projective::identity();
        for (i, row) in (0u32..).zip(self.rows()) {
            let digit = digits.digit(i);
            if let Some(j) = (digit.unsigned_abs() as usize).checked_sub(1) {
                sum += if digit > 0 { row[j] } else { -row[j] };
            }
        }
        Some(sum)
    }

    fn digits<const M: usize>(&self, k: &[u64; M]) -> SignedWindows<{ SCALAR_WORDS + 1 }> {
        SignedWindows::new(k, self.bits, self.width)
    }

    fn rows(&self) -> core::slice::ChunksExact<'_, Affine<C>> {
        self.table.chunks_exact(1 << (self.width - 1))
    }
}

impl<C: CurveParams> fmt::Debug for FixedBase<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBase")
            .field("point", &self.table[0])
            .field("bits", &self.bits)
            .field("width", &self.width)
            .finish()
    }
}

/// A table of these parameters is not possible: `1 <= bits <= 1024` and `2 <= width <= 16` are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableParameters {
    /// The bits to cover.
    pub bits: u32,
    /// The width of the windows.
    pub width: u32,
}

impl fmt::Display for TableParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bits, width } = self;
        write!(f, "no table covers {bits} bits by windows of {width} bits")
    }
}

impl core::error::Error for TableParameters {}
