//! Constant-time multiplication of eight points by eight scalars, in lanes.

use ff::PrimeField;
use mcl_fp::{FieldLanes, LaneMask, VECTOR_LANES};
use zeroize::Zeroize;

use crate::formulas::Lanes;
use crate::mul::{Multiplicand, TABLE, WIDTH, combine};
use crate::recode::SignedWindows;
use crate::{CurveParams, Endomorphism, PART_WORDS, ProjectiveX8};

/// `[k_i] P_i` in lane i, for points of the subgroup on which the endomorphism acts as lambda; zero is the
/// scalar of lanes for which there is none.
///
/// # Timing
/// Constant time: [`crate::mul_endo`] in every lane, with the same number of steps. The decomposition of
/// the scalars is scalar code.
///
/// # Algorithm
/// That of [`crate::mul_endo`].
#[must_use]
pub fn mul_endo_x8<C: Endomorphism<D>, const D: usize>(
    points: &ProjectiveX8<C>,
    k: &[C::Scalar],
) -> ProjectiveX8<C> {
    const { assert!(C::PART_BITS <= 64 * PART_WORDS as u32, "see Lattice::part_bits") };
    let mut parts = lanes(k, C::decompose);
    let mut windows = parts.map(|parts| {
        parts.map(|part| {
            SignedWindows::<{ PART_WORDS + 1 }>::new(part.magnitude(), C::PART_BITS, WIDTH)
        })
    });
    let signs: [LaneMask; D] = core::array::from_fn(|j| {
        let bits = parts
            .iter()
            .rev()
            .fold(0, |bits, parts| bits << 1 | parts[j].is_negative().unwrap_u8());
        LaneMask::from_bits(bits)
    });
    let digits = |i, j: usize| DigitX8::new(|lane: usize| windows[lane][j].digit(i), signs[j]);
    let product = combine::<_, D>(points, windows[0][0].count(), digits, C::endomorphism_x8);
    windows.iter_mut().for_each(Zeroize::zeroize);
    parts.iter_mut().for_each(Zeroize::zeroize);
    product
}

/// What each lane's scalar is made into; zero in lanes without one.
fn lanes<S: PrimeField, T>(k: &[S], map: impl Fn(&S) -> T) -> [T; VECTOR_LANES] {
    core::array::from_fn(|lane| map(k.get(lane).unwrap_or(&S::ZERO)))
}

/// A signed digit of up to `TABLE` in each lane.
#[derive(Clone, Copy)]
pub(crate) struct DigitX8 {
    /// Bit i of the absolute values.
    bits: [u8; WIDTH as usize],
    negative: LaneMask,
}

impl DigitX8 {
    /// The digits of the lanes, with the signs changed where the mask says so.
    fn new(digit: impl Fn(usize) -> i32, signs: LaneMask) -> Self {
        let mut bits = [0; WIDTH as usize];
        let mut negative = 0;
        for lane in 0..VECTOR_LANES {
            let digit = digit(lane);
            let sign = digit >> 31;
            let magnitude = (digit ^ sign) - sign;
            for (i, bits) in bits.iter_mut().enumerate() {
                *bits |= ((magnitude >> i & 1) as u8) << lane;
            }
            negative |= ((sign & 1) as u8) << lane;
        }
        Self { bits, negative: LaneMask::from_bits(negative) ^ signs }
    }

    /// For each entry of a table of multiples from 1 on, the lanes whose digit it is.
    fn masks(&self) -> [LaneMask; TABLE] {
        core::array::from_fn(|entry| {
            let multiple = entry + 1;
            let matches = self.bits.iter().enumerate().fold(u8::MAX, |matches, (i, bits)| {
                matches & if multiple >> i & 1 == 1 { *bits } else { !*bits }
            });
            LaneMask::from_bits(matches)
        })
    }
}

impl<C: CurveParams> Multiplicand for ProjectiveX8<C> {
    type Digit = DigitX8;

    fn identity() -> Self {
        Self::identity()
    }

    fn double(&self) -> Self {
        self.double()
    }

    fn plus(&self, other: &Self) -> Self {
        self.plus(other)
    }

    /// A scan of all entries in all lanes.
    fn select(table: &[Self; TABLE], digit: &DigitX8) -> Self {
        let masks = digit.masks();
        let zero =
            !digit.bits.iter().fold(LaneMask::NONE, |any, bits| any | LaneMask::from_bits(*bits));
        let entries = |coordinate: for<'a> fn(&'a Self) -> &'a Lanes<C>| {
            Lanes::<C>::lookup(table.each_ref().map(coordinate), masks)
        };
        let (x, y, z) = (entries(|p| p.xyz().0), entries(|p| p.xyz().1), entries(|p| p.xyz().2));
        // The identity is (0 : 1 : 0).
        let y = Lanes::<C>::select(zero, &Lanes::<C>::ONE, &y);
        let y = Lanes::<C>::select(digit.negative, &-y, &y);
        Self::from_xyz_unchecked(x, y, z)
    }
}
