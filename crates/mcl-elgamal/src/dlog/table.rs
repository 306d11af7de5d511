//! The logarithm by a table: baby-step giant-step.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{ControlFlow, RangeInclusive};

use super::{multiple, width};
use crate::Ciphertext;
use crate::error::{OutOfRange, TableError};
use crate::group::ElGamalGroup;
use crate::keys::PrivateKey;

/// Entries that are made, and giant steps that are taken, with one inversion.
const CHUNK: u64 = 1024;

/// Bytes of memory for a slot of the table: a tag and an index.
const SLOT_BYTES: u64 = 6;

/// What is told, and may be stopped, while a table is made.
pub trait Progress: FnMut(u64, u64) -> ControlFlow<()> {}

impl<F: FnMut(u64, u64) -> ControlFlow<()>> Progress for F {}

/// Logarithms to a fixed base in a stated range.
///
/// # Algorithm
/// Shanks, "Class number, a theory of factorization, and genera", 1971, with baby steps `[j]g`, for j
/// from 0 to B, under a key that an element and its opposite share, so that they stand for
/// `2B + 1` integers (the negation map of Wiener and Zuccherato, "Faster attacks on elliptic curve
/// cryptosystems", 1998). Giant steps are `2B + 1` apart; on curves they cost 5 products and 2 squares for
/// two of them, see [`super::neighbours`].
///
/// The baby steps are a hash table with linear probing, filled to two thirds, of a 16-bit tag and a
/// 32-bit index a slot: 9 bytes for each baby step. A tag that matches by chance, once in some 20000 giant steps, costs a
/// product by which the candidate is refuted.
#[derive(Clone)]
pub struct DlpTable<G: ElGamalGroup> {
    pub(crate) base: G,
    pub(crate) range: RangeInclusive<i64>,
    pub(crate) baby_steps: u32,
    /// Zero in an empty slot.
    pub(crate) tags: Vec<u16>,
    pub(crate) indices: Vec<u32>,
    /// `[k (2B + 1)] base` for k from 1.
    giant_steps: Vec<G::Step>,
    /// The distance from one center to the next.
    jump: G::Affine,
}

impl<G: ElGamalGroup> DlpTable<G> {
    /// A table for the range, with twice as many baby steps as the square root of the number of its
    /// integers: for `-2^40..=2^40` about 27 MB, made in a fraction of a second.
    ///
    /// # Errors
    /// [`TableError::Range`] for an empty range or one of more than `2^62` integers,
    /// [`TableError::Identity`] if the base is the identity.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    pub fn new(base: &G, range: RangeInclusive<i64>) -> Result<Self, TableError> {
        let steps = 2 * width(&range).isqrt();
        Self::with_steps(base, range, steps, |_, _| ControlFlow::Continue(()))
    }

    /// A table for the range whose baby steps take no more than `bytes` of memory; at most 1024 giant
    /// steps come on top. The more memory, the faster are logarithms, until single giant steps cover
    /// the range.
    ///
    /// The callback gets the number of baby steps made and of all of them, and may stop the work.
    ///
    /// # Errors
    /// As [`Self::new`]; [`TableError::Memory`] if the bytes do not suffice for a single step,
    /// [`TableError::Cancelled`] if the callback says so.
    pub fn with_memory(
        base: &G,
        range: RangeInclusive<i64>,
        bytes: u64,
        progress: impl Progress,
    ) -> Result<Self, TableError> {
        let steps = (bytes / SLOT_BYTES).saturating_sub(2) / 3 * 2;
        if steps < 2 {
            return Err(TableError::Memory);
        }
        Self::with_steps(base, range, steps - 1, progress)
    }

    /// A table for the range with this number `B` of baby steps, or as many as the range has use for.
    ///
    /// # Errors
    /// As [`Self::with_memory`].
    pub fn with_steps(
        base: &G,
        range: RangeInclusive<i64>,
        steps: u64,
        mut progress: impl Progress,
    ) -> Result<Self, TableError> {
        // One giant step covers 2B + 1 integers.
        let useful = width(&range) / 2;
        let steps = u32::try_from(steps.min(useful)).unwrap_or(u32::MAX - 1).min(u32::MAX - 1);
        let mut table = Self::empty(base, range, steps)?;
        let total = u64::from(steps) + 1;
        // Chunks of the integers around centers; the first one begins with 0.
        let half = CHUNK / 2;
        let unit = multiples::<G>(base, half);
        let jump = multiple(base, i128::from(2 * half + 1)).to_affine_vartime();
        let mut center = half;
        let mut element = multiple(base, i128::from(half));
        let mut keys = Vec::with_capacity(unit.len());
        while center - half < total {
            let affine = element.to_affine_vartime();
            keys.clear();
            G::neighbour_keys(&affine, &unit, &mut keys);
            table.insert(center, G::key(&affine));
            for (k, [above, below]) in (1..).zip(&keys) {
                table.insert(center + k, *above);
                table.insert(center - k, *below);
            }
            center += 2 * half + 1;
            element = element + &jump;
            if progress((center - half).min(total), total).is_break() {
                return Err(TableError::Cancelled);
            }
        }
        Ok(table)
    }

    /// A table without baby steps.
    pub(crate) fn empty(
        base: &G,
        range: RangeInclusive<i64>,
        baby_steps: u32,
    ) -> Result<Self, TableError> {
        let width = width(&range);
        if width == 0 || width > 1 << 62 {
            return Err(TableError::Range);
        }
        if bool::from(base.is_identity()) {
            return Err(TableError::Identity);
        }
        let slots = usize::try_from(slots(baby_steps)).map_err(|_| TableError::Memory)?;
        let span = 2 * u64::from(baby_steps) + 1;
        let reach = (width.div_ceil(span) / 2).min(CHUNK);
        let step = multiple(base, i128::from(span));
        let jump = multiple(&step, i128::from(2 * reach + 1));
        Ok(Self {
            base: *base,
            range,
            baby_steps,
            tags: vec![0; slots],
            indices: vec![0; slots],
            giant_steps: multiples::<G>(&step, reach),
            jump: jump.to_affine_vartime(),
        })
    }

    /// The base of the logarithms.
    #[must_use]
    pub const fn base(&self) -> &G {
        &self.base
    }

    /// The integers that are found.
    #[must_use]
    pub const fn range(&self) -> &RangeInclusive<i64> {
        &self.range
    }

    /// The number `B` of baby steps.
    #[must_use]
    pub const fn baby_steps(&self) -> u32 {
        self.baby_steps
    }

    /// Bytes of memory for baby steps and giant steps.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of_val(self.tags.as_slice())
            + size_of_val(self.indices.as_slice())
            + size_of_val(self.giant_steps.as_slice())
    }

    /// The integer `m` of the range with `[m] base = element`.
    ///
    /// # Errors
    /// [`OutOfRange`] if there is none. A wrong value is never returned.
    ///
    /// # Timing
    /// Variable time: public inputs only. At most `n/(2B + 1)` giant steps for a range of `n` integers.
    pub fn solve(&self, element: &G) -> Result<i64, OutOfRange> {
        let (min, max) = (i128::from(*self.range.start()), i128::from(*self.range.end()));
        let baby = i128::from(self.baby_steps);
        let span = 2 * baby + 1;
        let reach = span * self.giant_steps.len() as i128;
        let mut center = min + baby + reach;
        let mut difference = *element - multiple(&self.base, center);
        let mut keys = Vec::with_capacity(self.giant_steps.len());
        // The smallest integer that this chunk covers.
        while center - reach - baby <= max {
            let affine = difference.to_affine_vartime();
            if let Some(m) = self.candidate(element, center, G::key(&affine)) {
                return Ok(m);
            }
            keys.clear();
            G::neighbour_keys(&affine, &self.giant_steps, &mut keys);
            let mut distance = 0;
            for &[below, above] in &keys {
                distance += span;
                // What was added to the difference is missing in the logarithm.
                for (center, key) in [(center - distance, below), (center + distance, above)] {
                    if let Some(m) = self.candidate(element, center, key) {
                        return Ok(m);
                    }
                }
            }
            center += 2 * reach + span;
            difference = difference - &self.jump;
        }
        Err(OutOfRange { min: *self.range.start(), max: *self.range.end() })
    }

    /// The logarithm, if it is `center` plus or minus a baby step with this key.
    fn candidate(&self, element: &G, center: i128, key: u64) -> Option<i64> {
        let (mut slot, tag) = self.position(key);
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag {
                let index = i128::from(self.indices[slot]);
                for m in [center - index, center + index] {
                    let in_range = i64::try_from(m).ok().filter(|m| self.range.contains(m));
                    if in_range.is_some() && multiple(&self.base, m) == *element {
                        return in_range;
                    }
                }
            }
            slot = self.next(slot);
        }
        None
    }

    /// Stores a baby step unless it is beyond the last one.
    fn insert(&mut self, index: u64, key: u64) {
        let Some(index) = u32::try_from(index).ok().filter(|&index| index <= self.baby_steps)
        else {
            return;
        };
        let (mut slot, tag) = self.position(key);
        while self.tags[slot] != 0 {
            slot = self.next(slot);
        }
        self.tags[slot] = tag;
        self.indices[slot] = index;
    }

    /// Verifies that the table has a free slot, that indices are baby steps, and that some of these are where
    /// they belong.
    pub(crate) fn check_entries(&self) -> Result<(), TableError> {
        let used = self.tags.iter().filter(|&&tag| tag != 0).count() as u64;
        let all_known = self.indices.iter().all(|&index| index <= self.baby_steps);
        if used != u64::from(self.baby_steps) + 1 || !all_known {
            return Err(TableError::Entry);
        }
        let sample = [0, 1, self.baby_steps / 2, self.baby_steps];
        for index in sample.into_iter().filter(|&index| index <= self.baby_steps) {
            let element = multiple(&self.base, i128::from(index));
            let key = G::key(&element.to_affine_vartime());
            let (mut slot, tag) = self.position(key);
            while (self.tags[slot], self.indices[slot]) != (tag, index) {
                if self.tags[slot] == 0 {
                    return Err(TableError::Entry);
                }
                slot = self.next(slot);
            }
        }
        Ok(())
    }

    /// The first slot and the tag of a key: from its high and its low bits.
    fn position(&self, key: u64) -> (usize, u16) {
        let slot = (u128::from(key) * self.tags.len() as u128) >> 64;
        (slot as usize, (key as u16).max(1))
    }

    const fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.tags.len() { 0 } else { slot + 1 }
    }
}

/// The number of slots for baby steps 0 to `baby_steps`: half as many again, and at least one is empty.
pub(crate) const fn slots(baby_steps: u32) -> u64 {
    let entries = baby_steps as u64 + 1;
    entries + entries.div_ceil(2)
}

/// The multiples 1 to `count`, none of which is the identity: the order is much larger than `count`.
fn multiples<G: ElGamalGroup>(element: &G, count: u64) -> Vec<G::Step> {
    let first = element.to_affine_vartime();
    let mut sum = G::identity();
    let points: Vec<G> = (0..count)
        .map(|_| {
            sum = sum + &first;
            sum
        })
        .collect();
    let mut affine = vec![G::Affine::default(); points.len()];
    G::normalize(&points, &mut affine);
    affine.iter().filter_map(G::step).collect()
}

impl<G: ElGamalGroup> fmt::Debug for DlpTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DlpTable")
            .field("base", &self.base.to_affine_vartime())
            .field("range", &self.range)
            .field("baby_steps", &self.baby_steps)
            .finish_non_exhaustive()
    }
}

/// Decryption with a table of the group's generator.
impl<G: ElGamalGroup> PrivateKey<G> {
    /// The plaintext.
    ///
    /// # Errors
    /// [`OutOfRange`] if it is not in the range of the table.
    ///
    /// # Timing
    /// Constant time up to `[m]g`; the logarithm of that takes variable time.
    pub fn decrypt(
        &self,
        ciphertext: &Ciphertext<G>,
        table: &DlpTable<G>,
    ) -> Result<i64, OutOfRange> {
        table.solve(&self.decrypt_to_element(ciphertext))
    }

    /// The plaintexts of many ciphertexts, on all processors with the feature `rayon`.
    ///
    /// # Timing
    /// As [`Self::decrypt`].
    #[must_use]
    pub fn decrypt_many(
        &self,
        ciphertexts: &[Ciphertext<G>],
        table: &DlpTable<G>,
    ) -> Vec<Result<i64, OutOfRange>> {
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            ciphertexts.par_iter().map(|ciphertext| self.decrypt(ciphertext, table)).collect()
        }
        #[cfg(not(feature = "rayon"))]
        {
            ciphertexts.iter().map(|ciphertext| self.decrypt(ciphertext, table)).collect()
        }
    }

    /// The plaintext `m` with `|m| < limit`, by trying all.
    ///
    /// # Errors
    /// [`OutOfRange`].
    ///
    /// # Timing
    /// Constant time up to `[m]g`; the search takes variable time.
    pub fn decrypt_linear(
        &self,
        ciphertext: &Ciphertext<G>,
        limit: u32,
    ) -> Result<i64, OutOfRange> {
        let generator = self.public_key().generator().into();
        super::linear(&generator, &self.decrypt_to_element(ciphertext), limit)
    }
}
