//! The window method: multiples of a fixed element by a table.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use ff::PrimeField;
use mcl_ec::recode::{
    SCALAR_WORDS, SignedWindows, has_at_most_bits, scalar_words, select_multiple,
    signed_window_count,
};
use subtle::{Choice, CtOption};
use zeroize::Zeroize;

use crate::error::TableError;
use crate::group::ElGamalGroup;

/// The width that tables of keys have: the fastest for the constant-time product by measurement.
pub const DEFAULT_WIDTH: u32 = 5;

/// Multiples of one element, from which its product with a covered integer is a sum without
/// doublings.
///
/// A table covers the integers `-2^bits < k < 2^bits`, a number chosen when it is made, and refuses
/// all others.
///
/// # Algorithm
/// Brickell, Gordon, McCurley and Wilson, "Fast exponentiation with precomputation", 1992, in the
/// form of a table for every window, with signed digits: row i holds `[j 2^(width i)] P` for j from
/// 1 to `2^(width-1)`. mcl's window method keeps all `2^width` multiples of a row for the same
/// products.
#[derive(Clone, PartialEq, Eq)]
pub struct WindowTable<G: ElGamalGroup> {
    pub(crate) table: Vec<G::Affine>,
    pub(crate) bits: u32,
    pub(crate) width: u32,
}

impl<G: ElGamalGroup> WindowTable<G> {
    /// The table of `element` for integers below `2^bits` in absolute value, with windows of `width`
    /// bits: `ceil((bits + 1)/width) 2^(width-1)` elements.
    ///
    /// # Errors
    /// [`TableError::Parameters`] unless `1 <= bits <= 1024` and `2 <= width <= 16`.
    ///
    /// # Timing
    /// Constant time in the element.
    pub fn new(element: &G, bits: u32, width: u32) -> Result<Self, TableError> {
        let rows = Self::rows_for(bits, width)?;
        let row_length = 1 << (width - 1);
        let mut table = vec![G::Affine::default(); rows * row_length];
        let mut row = vec![G::identity(); row_length];
        let mut base = *element;
        for out in table.chunks_exact_mut(row_length) {
            let mut multiple = base;
            for entry in &mut row {
                *entry = multiple;
                multiple += &base;
            }
            // The last entry is the multiple 2^(width-1).
            base = row[row_length - 1].double();
            G::normalize(&row, out);
        }
        Ok(Self { table, bits, width })
    }

    /// The table of `element` that covers every scalar, with windows of [`DEFAULT_WIDTH`] bits.
    ///
    /// # Timing
    /// Constant time in the element.
    #[must_use]
    pub fn for_scalars(element: &G) -> Self {
        const { assert!(G::Scalar::NUM_BITS <= 1024, "scalars have at most 1024 bits") };
        Self::new(element, G::Scalar::NUM_BITS, DEFAULT_WIDTH)
            .unwrap_or_else(|_| unreachable!("the parameters are in range"))
    }

    /// The number of windows, if there is a table with these parameters.
    pub(crate) fn rows_for(bits: u32, width: u32) -> Result<usize, TableError> {
        if !(1..=64 * SCALAR_WORDS as u32).contains(&bits) || !(2..=16).contains(&width) {
            return Err(TableError::Parameters { bits, width });
        }
        Ok(signed_window_count(bits, width) as usize)
    }

    /// The table covers integers below 2 to this power in absolute value.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Bits of a window.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The element.
    #[must_use]
    pub fn element(&self) -> G::Affine {
        self.table[0]
    }

    /// Bytes of memory for the entries.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// `[k] P`, or none if the canonical integer of `k` is not covered.
    ///
    /// # Timing
    /// Constant time: one mixed addition for each row, and a scan of the whole table.
    pub fn mul(&self, k: &G::Scalar) -> CtOption<G> {
        let mut words = scalar_words(k);
        let covered = has_at_most_bits(&words, self.bits);
        let sum = self.add_integer(&G::identity(), &words, self.bits);
        words.zeroize();
        CtOption::new(sum, covered)
    }

    /// `[k] P`, or none if it is not covered.
    ///
    /// # Timing
    /// Constant time: one mixed addition for each row up to the 64th bit.
    pub fn mul_i64(&self, k: i64) -> CtOption<G> {
        CtOption::new(self.product_i64(k), has_at_most_bits(&[k.unsigned_abs()], self.bits))
    }

    /// `[k] P` for a covered `k`.
    ///
    /// # Timing
    /// As [`Self::mul_i64`].
    pub(crate) fn product_i64(&self, k: i64) -> G {
        let sign = Choice::from((k >> 63) as u8 & 1);
        let mut words = [k.unsigned_abs()];
        let product = self.add_integer(&G::identity(), &words, self.bits.min(64));
        words.zeroize();
        G::conditional_select(&product, &-product, sign)
    }

    /// `[k] P` for an integer given as little-endian words, or none if it is not covered.
    ///
    /// # Timing
    /// As [`Self::mul`].
    pub fn mul_integer<const M: usize>(&self, k: &[u64; M]) -> CtOption<G> {
        CtOption::new(
            self.add_integer(&G::identity(), k, self.bits),
            has_at_most_bits(k, self.bits),
        )
    }

    /// `[k] P`, or none if the canonical integer of `k` is not covered.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn mul_vartime(&self, k: &G::Scalar) -> Option<G> {
        let words = scalar_words(k);
        if !bool::from(has_at_most_bits(&words, self.bits)) {
            return None;
        }
        let digits = self.digits(&words, self.bits);
        let mut sum = G::identity();
        for (i, row) in (0u32..).zip(self.rows()) {
            let digit = digits.digit(i);
            if let Some(j) = (digit.unsigned_abs() as usize).checked_sub(1) {
                sum = if digit > 0 { sum + &row[j] } else { sum - &row[j] };
            }
        }
        Some(sum)
    }

    /// `start + [k] P` for a table that covers all scalars.
    ///
    /// # Timing
    /// Constant time.
    pub(crate) fn add_scalar(&self, start: &G, k: &G::Scalar) -> G {
        debug_assert!(self.bits >= G::Scalar::NUM_BITS);
        let mut words = scalar_words(k);
        let sum = self.add_integer(start, &words, self.bits);
        words.zeroize();
        sum
    }

    /// `start + [k] P`, without the part of the integer from `2^bits` on.
    fn add_integer<const M: usize>(&self, start: &G, k: &[u64; M], bits: u32) -> G {
        let mut digits = self.digits(k, bits);
        let mut sum = *start;
        for (i, row) in (0..digits.count()).zip(self.rows()) {
            sum = sum + &select_multiple(row, digits.digit(i));
        }
        digits.zeroize();
        sum
    }

    fn digits<const M: usize>(
        &self,
        k: &[u64; M],
        bits: u32,
    ) -> SignedWindows<{ SCALAR_WORDS + 1 }> {
        SignedWindows::new(k, bits, self.width)
    }

    fn rows(&self) -> core::slice::ChunksExact<'_, G::Affine> {
        self.table.chunks_exact(1 << (self.width - 1))
    }
}

impl<G: ElGamalGroup> fmt::Debug for WindowTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowTable")
            .field("element", &self.table[0])
            .field("bits", &self.bits)
            .field("width", &self.width)
            .finish()
    }
}
