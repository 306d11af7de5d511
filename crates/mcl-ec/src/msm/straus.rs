//! Sums of few products: interleaved non-adjacent forms.

use alloc::vec;
use alloc::vec::Vec;

use crate::mul_vartime::{interleave, mapped_multiples, part_digits, scalar_digits};
use crate::odd_multiples::{OddMultiples, affine_tables};
use crate::{Affine, CurveParams, Endomorphism, Projective};
use ff::PrimeField;

/// The sum of products of as many points and scalars.
pub(super) fn sum<C: CurveParams>(bases: &[Affine<C>], scalars: &[C::Scalar]) -> Projective<C> {
    let mut digits = DigitMatrix::new(bases.len(), C::Scalar::NUM_BITS + 1);
    for (j, k) in scalars.iter().enumerate() {
        digits.set_column(j, scalar_digits(k).digits());
    }
    digits.sum(&affine_tables(bases))
}

/// As [`sum`], for points of the subgroup.
pub(super) fn sum_endo<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Projective<C> {
    let mut tables = Vec::with_capacity(D * bases.len());
    let mut digits = DigitMatrix::new(D * bases.len(), C::PART_BITS + 1);
    for (i, (table, k)) in affine_tables(bases).iter().zip(scalars).enumerate() {
        let parts = C::decompose(k);
        tables.extend(mapped_multiples::<C, D>(table, &parts));
        for (j, part) in parts.into_iter().enumerate() {
            digits.set_column(D * i + j, part_digits(part).digits());
        }
    }
    digits.sum(&tables)
}

/// The digits of many integers, each integer a column; the digits of a row have the same weight.
struct DigitMatrix {
    digits: Vec<i8>,
    columns: usize,
    /// Rows up to the last digit that is not zero.
    length: usize,
}

impl DigitMatrix {
    /// Zeros.
    fn new(columns: usize, rows: u32) -> Self {
        Self { digits: vec![0; rows as usize * columns], columns, length: 0 }
    }

    /// Stores the digits of an integer, least significant first.
    fn set_column(&mut self, column: usize, digits: &[i8]) {
        for (row, digit) in self.digits.chunks_exact_mut(self.columns).zip(digits) {
            row[column] = *digit;
        }
        self.length = self.length.max(digits.len());
    }

    /// The sum for the odd multiples of the points of the columns.
    fn sum<C: CurveParams>(&self, tables: &[OddMultiples<C>]) -> Projective<C> {
        let digit = |i: usize, j: usize| self.digits[i * self.columns + j];
        interleave(tables, self.length, digit).to_projective()
    }
}
