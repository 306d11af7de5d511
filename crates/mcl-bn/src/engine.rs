//! Pairings, and the traits of `pairing`.

use core::marker::PhantomData;
use core::ops::{Add, AddAssign};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use mcl_fp::{Fp, VECTOR_LANES};
#[cfg(feature = "alloc")]
use mcl_tower::Fp12Arith;
use mcl_tower::{Fp12, PackedFp12};
use pairing::{Engine, PairingCurveAffine};

#[cfg(feature = "alloc")]
use crate::batch::miller_loop_in_lanes;
use crate::batch::{EIGHT_PAY_FROM, Eight};
use crate::fields::{Fp2Of, Fp12Of, FpOf, FrOf, uses_vector_engine};
use crate::final_exp::final_exponentiation;
use crate::lines::{Evaluation, TwistAffine};
use crate::miller_loop::{Pair, miller_loop};
use crate::packed::pairing_packed;
use crate::{BnParams, G1, G1Affine, G2, G2Affine, Gt};

/// The engine of the curve `C` for generic code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bn<C, const N: usize>(PhantomData<C>);

/// A product of Miller loops before the final exponentiation; `+` multiplies two of them.
///
/// The value itself is defined up to factors that the final exponentiation removes, and may change
/// between versions.
#[derive(Clone, Copy, Debug)]
pub struct MillerLoopResult<C: BnParams<N>, const N: usize>(Fp12Of<C, N>);

impl<C: BnParams<N>, const N: usize> MillerLoopResult<C, N> {
    /// The element of Gt that the product stands for.
    ///
    /// # Timing
    /// Constant time.
    #[must_use]
    pub fn final_exponentiation(&self) -> Gt<C, N> {
        if uses_vector_engine::<C, N>() {
            return Gt(final_exponentiation::<C, _, N>(&PackedFp12::pack(&self.0)).unpack());
        }
        Gt(final_exponentiation::<C, _, N>(&self.0))
    }
}

/// The empty product.
impl<C: BnParams<N>, const N: usize> Default for MillerLoopResult<C, N> {
    fn default() -> Self {
        Self(Fp12::ONE)
    }
}

impl<C: BnParams<N>, const N: usize> Add for MillerLoopResult<C, N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl<C: BnParams<N>, const N: usize> Add<&Self> for MillerLoopResult<C, N> {
    type Output = Self;

    fn add(self, other: &Self) -> Self {
        self + *other
    }
}

impl<C: BnParams<N>, const N: usize> AddAssign for MillerLoopResult<C, N> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<C: BnParams<N>, const N: usize> AddAssign<&Self> for MillerLoopResult<C, N> {
    fn add_assign(&mut self, other: &Self) {
        *self = *self + *other;
    }
}

/// One pair for the loop, or none if either point is the identity: the pairing is one then.
pub fn pair<C: BnParams<N>, const N: usize>(
    p: &G1Affine<C, N>,
    q: &G2Affine<C, N>,
) -> Option<Pair<Fp2Of<C, N>>> {
    let (xp, yp) = p.xy()?;
    let (x, y) = q.xy()?;
    Some(Pair::new(evaluation(xp, yp), TwistAffine { x, y }))
}

fn evaluation<C: BnParams<N>, const N: usize>(
    x: FpOf<C, N>,
    y: FpOf<C, N>,
) -> Evaluation<FpOf<C, N>> {
    Evaluation { minus_x: -x, y }
}

/// The optimal ate pairing, with mcl's exponent: the reduced pairing raised to
/// `2u(6u^2 + 3u + 1)`, the same value as in arkworks and gnark on alt_bn128.
///
/// Allocates nothing.
///
/// # Timing
/// Constant time in the coordinates; whether a point is the identity may be seen.
#[must_use]
pub fn pairing<C: BnParams<N>, const N: usize>(p: &G1Affine<C, N>, q: &G2Affine<C, N>) -> Gt<C, N> {
    if uses_vector_engine::<C, N>() { pairing_packed(p, q) } else { pairing_scalar(p, q) }
}

/// [`pairing()`] without the vector engine, whether or not it is in use.
#[doc(hidden)]
#[must_use]
pub fn pairing_scalar<C: BnParams<N>, const N: usize>(
    p: &G1Affine<C, N>,
    q: &G2Affine<C, N>,
) -> Gt<C, N> {
    pair(p, q).map_or(Gt::identity(), |pair| {
        Gt(final_exponentiation::<C, _, N>(&miller_loop::<C, _, N>(&mut [pair])))
    })
}

/// The product of the Miller loops of all pairs, sharing squarings; no pairs give one. Where the vector
/// engine is in use, groups of eight run in its lanes.
///
/// # Timing
/// Constant time in the coordinates; whether a point is the identity may be seen.
#[cfg(feature = "alloc")]
#[must_use]
pub fn multi_miller_loop<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> MillerLoopResult<C, N> {
    if !uses_vector_engine::<C, N>() {
        let mut pairs: Vec<_> = terms.iter().filter_map(|(p, q)| pair(p, q)).collect();
        return MillerLoopResult(miller_loop::<C, _, N>(&mut pairs));
    }
    // Groups of eight, a pair in each lane; a short rest one after another.
    let rest = terms.len() % VECTOR_LANES;
    let in_groups = if rest < EIGHT_PAY_FROM { terms.len() - rest } else { terms.len() };
    let (groups, rest) = terms.split_at(in_groups);
    let mut f = PackedFp12::ONE;
    if !groups.is_empty() {
        f = miller_loop_in_lanes(groups);
    }
    if !rest.is_empty() {
        let mut pairs: Vec<_> =
            rest.iter().filter_map(|(p, q)| Some(pair(p, q)?.packed())).collect();
        f = f.product(&miller_loop::<C, _, N>(&mut pairs));
    }
    MillerLoopResult(f.unpack())
}

/// The product of the pairings of all pairs, sharing squarings and the final exponentiation; no
/// pairs give the identity.
///
/// # Timing
/// Constant time in the coordinates.
#[cfg(feature = "alloc")]
#[must_use]
pub fn multi_pairing<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> Gt<C, N> {
    multi_miller_loop(terms).final_exponentiation()
}

/// A point of the twist that is not in G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotInG2 {
    /// The index of the first pair with such a point.
    pub index: usize,
}

impl core::fmt::Display for NotInG2 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the second point of pair {} is not in the prime-order subgroup", self.index)
    }
}

impl core::error::Error for NotInG2 {}

/// The product of the Miller loops of all pairs, and the check that all second points are in G2: for
/// points that were read by `from_compressed_unchecked`, `from_affine_bytes_unchecked` or another
/// decoder that checks the equation of the twist and leaves the subgroup out.
///
/// The check is a by-product of the loop. It costs some products a pair, where
/// [`G2Affine::is_torsion_free`] takes a multiplication by u. Pairs whose first point is the identity
/// are checked as all others are.
///
/// Allocates nothing: squarings are shared by 16 pairs at a time, or by eight in lanes. Results of several calls can be
/// added.
///
/// # Errors
/// [`NotInG2`].
///
/// # Timing
/// Constant time in the coordinates but for the outcome; whether a point is the identity may be seen.
pub fn multi_miller_loop_checking_g2<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> Result<MillerLoopResult<C, N>, NotInG2> {
    let in_lanes = uses_vector_engine::<C, N>();
    let mut product = MillerLoopResult::default();
    let mut start = 0;
    while start < terms.len() {
        let in_eight = in_lanes && terms.len() - start >= EIGHT_PAY_FROM;
        let length = if in_eight { VECTOR_LANES } else { CHUNK };
        let chunk = &terms[start..terms.len().min(start + length)];
        // The test of pairs that are not in the loop.
        let outside = chunk
            .iter()
            .position(|(p, q)| pair(p, q).is_none() && !bool::from(q.is_torsion_free()));
        let (value, in_loop) = if in_eight {
            let mut eight = [Eight::<C, N>::new(chunk)];
            let value = miller_loop::<C, _, N>(&mut eight);
            (value.unpack(), eight[0].first_outside())
        } else {
            loop_checking_g2::<C, N>(chunk, in_lanes)
        };
        product += MillerLoopResult(value);
        if let Some(i) = outside.into_iter().chain(in_loop).min() {
            return Err(NotInG2 { index: start + i });
        }
        start += chunk.len();
    }
    Ok(product)
}

/// Pairs that share squarings in [`multi_miller_loop_checking_g2`] without lanes.
const CHUNK: usize = 16;

/// The product of the Miller loops of up to 16 pairs, of fewer than [`EIGHT_PAY_FROM`] in lanes, and the first
/// one whose second point is not in G2; pairs with an identity are left out.
fn loop_checking_g2<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
    in_lanes: bool,
) -> (Fp12Of<C, N>, Option<usize>) {
    let unused = TwistAffine { x: Fp2Of::<C, N>::ZERO, y: Fp2Of::<C, N>::ZERO };
    let mut pairs = [Pair::new(evaluation(Fp::ZERO, Fp::ZERO), unused); CHUNK];
    let mut indices = [0; CHUNK];
    let mut used = 0;
    for (i, (p, q)) in terms.iter().enumerate() {
        if let Some(pair) = pair(p, q) {
            pairs[used] = pair;
            indices[used] = i;
            used += 1;
        }
    }
    let pairs = &mut pairs[..used];
    if pairs.is_empty() {
        return (Fp12::ONE, None);
    }
    if !in_lanes {
        let value = miller_loop::<C, _, N>(pairs);
        let outside = pairs.iter().position(|pair| !pair.is_in_g2::<C, N>());
        return (value, outside.map(|i| indices[i]));
    }
    let mut packed = [pairs[0].packed(); EIGHT_PAY_FROM];
    let packed = &mut packed[..used];
    for (packed, pair) in packed.iter_mut().zip(&*pairs).skip(1) {
        *packed = pair.packed();
    }
    let value = miller_loop::<C, _, N>(packed).unpack();
    (value, packed.iter().position(|pair| !pair.is_in_g2()).map(|i| indices[i]))
}

/// Whether the product of the pairings of all pairs is the identity.
#[cfg(feature = "alloc")]
#[must_use]
pub fn pairing_check<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> bool {
    multi_pairing(terms) == Gt::identity()
}

impl<C: BnParams<N>, const N: usize> Engine for Bn<C, N> {
    type Fr = FrOf<C, N>;
    type G1 = G1<C, N>;
    type G1Affine = G1Affine<C, N>;
    type G2 = G2<C, N>;
    type G2Affine = G2Affine<C, N>;
    type Gt = Gt<C, N>;

    fn pairing(p: &G1Affine<C, N>, q: &G2Affine<C, N>) -> Gt<C, N> {
        pairing(p, q)
    }
}

impl<C: BnParams<N>, const N: usize> PairingCurveAffine for G1Affine<C, N> {
    type Pair = G2Affine<C, N>;
    type PairingResult = Gt<C, N>;

    fn pairing_with(&self, other: &G2Affine<C, N>) -> Gt<C, N> {
        pairing(self, other)
    }
}

impl<C: BnParams<N>, const N: usize> PairingCurveAffine for G2Affine<C, N> {
    type Pair = G1Affine<C, N>;
    type PairingResult = Gt<C, N>;

    fn pairing_with(&self, other: &G1Affine<C, N>) -> Gt<C, N> {
        pairing(other, self)
    }
}

#[cfg(feature = "alloc")]
mod prepared_loop {
    use pairing::{MillerLoopResult as MillerLoopResultTrait, MultiMillerLoop};

    use super::{Bn, MillerLoopResult};
    use crate::prepared::miller_loop_prepared;
    use crate::{BnParams, G1Affine, G2Affine, G2Prepared, Gt};

    impl<C: BnParams<N>, const N: usize> MultiMillerLoop for Bn<C, N> {
        type G2Prepared = G2Prepared<C, N>;
        type Result = MillerLoopResult<C, N>;

        fn prepare_reusable_g2(q: G2Affine<C, N>) -> G2Prepared<C, N> {
            G2Prepared::reusable(&q)
        }

        fn multi_miller_loop(
            terms: &[(&G1Affine<C, N>, &G2Prepared<C, N>)],
        ) -> MillerLoopResult<C, N> {
            MillerLoopResult(miller_loop_prepared(terms))
        }
    }

    impl<C: BnParams<N>, const N: usize> MillerLoopResultTrait for MillerLoopResult<C, N> {
        type Gt = Gt<C, N>;

        fn final_exponentiation(&self) -> Gt<C, N> {
            self.final_exponentiation()
        }
    }
}
