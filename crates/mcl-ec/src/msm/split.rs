//! Scalars as short integers.

use ff::PrimeField;

use super::digits::negate;
use crate::recode::scalar_words;
use crate::{Affine, CurveParams, Endomorphism};

/// How a scalar becomes integers, and what these multiply.
pub trait Split<C: CurveParams> {
    /// How many integers.
    const PARTS: usize;

    /// The integers have two bits less than this in absolute value, or are not negative and have
    /// one bit less.
    const BITS: u32;

    /// Writes the integers in two's complement, each to an equal share of the words, which hold
    /// [`Self::BITS`] at least and are zero before.
    fn write_parts(k: &C::Scalar, words: &mut [u64]);

    /// What the integer `part` multiplies instead of the point.
    fn image(point: Affine<C>, part: u32) -> Affine<C>;
}

/// Scalars as they are: for all points of the curve.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl<C: CurveParams> Split<C> for Whole {
    const PARTS: usize = 1;
    const BITS: u32 = C::Scalar::NUM_BITS + 1;

    fn write_parts(k: &C::Scalar, words: &mut [u64]) {
        for (word, k) in words.iter_mut().zip(scalar_words(k)) {
            *word = k;
        }
    }

    fn image(point: Affine<C>, _: u32) -> Affine<C> {
        point
    }
}

/// Scalars decomposed by an endomorphism: for the points of the subgroup.
#[derive(Clone, Copy, Debug)]
pub struct Decomposed<const D: usize>;

impl<C: Endomorphism<D>, const D: usize> Split<C> for Decomposed<D> {
    const PARTS: usize = D;
    const BITS: u32 = C::PART_BITS + 2;

    fn write_parts(k: &C::Scalar, words: &mut [u64]) {
        let stride = words.len() / D;
        for (words, part) in words.chunks_exact_mut(stride).zip(C::decompose(k)) {
            for (word, magnitude) in words.iter_mut().zip(part.magnitude()) {
                *word = *magnitude;
            }
            if part.is_negative().into() {
                negate(words);
            }
        }
    }

    fn image(point: Affine<C>, part: u32) -> Affine<C> {
        (0..part).fold(point, |image, _| C::endomorphism_affine(&image))
    }
}
