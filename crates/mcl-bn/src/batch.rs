//! Many pairings at once: eight in the lanes of the vector engine where it is in use, else one after
//! another.

pub mod decoding;
#[cfg(feature = "hash")]
mod hashing;
pub mod membership;
mod multiplication;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::array;

use mcl_ec::LengthMismatch;
use mcl_fp::{Fp, FpX8, VECTOR_LANES};
#[cfg(feature = "alloc")]
use mcl_tower::Fp12Arith;
use mcl_tower::{Fp2X8, Fp12, PackedFp12};

#[cfg(feature = "alloc")]
use crate::engine::pairing_check;
use crate::fields::{Fp2Of, Fp12Of, FpOf, ModP, uses_vector_engine};
use crate::final_exp::final_exponentiation;
use crate::lines::{Evaluation, Line, TwistAffine};
use crate::miller_loop::{Chord, LoopPair, Pair, miller_loop};
use crate::{BnParams, G1Affine, G2Affine, Gt, Twist, pairing};

#[cfg(feature = "alloc")]
pub use membership::are_all_in_g2;
pub use membership::g2_tests_in_lanes;

/// The pairing of each pair, as [`pairing()`] gives it.
///
/// On a processor with AVX-512 IFMA eight pairings take not much longer than two.
///
/// # Timing
/// Constant time in the coordinates; whether a point is the identity may be seen.
#[cfg(feature = "alloc")]
#[must_use]
pub fn pairing_batch<C: BnParams<N>, const N: usize>(
    pairs: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> Vec<Gt<C, N>> {
    let mut out = alloc::vec![Gt::identity(); pairs.len()];
    fill::<C, N>(pairs, &mut out);
    out
}

/// As [`pairing_batch`], into a slice of the same length. Allocates nothing.
///
/// # Errors
/// [`LengthMismatch`]; the slice is untouched then.
///
/// # Timing
/// Constant time in the coordinates; whether a point is the identity may be seen.
pub fn pairing_batch_in<C: BnParams<N>, const N: usize>(
    pairs: &[(G1Affine<C, N>, G2Affine<C, N>)],
    out: &mut [Gt<C, N>],
) -> Result<(), LengthMismatch> {
    if pairs.len() != out.len() {
        return Err(LengthMismatch { expected: pairs.len(), found: out.len() });
    }
    fill::<C, N>(pairs, out);
    Ok(())
}

fn fill<C: BnParams<N>, const N: usize>(
    pairs: &[(G1Affine<C, N>, G2Affine<C, N>)],
    out: &mut [Gt<C, N>],
) {
    let in_lanes = uses_vector_engine::<C, N>();
    for (pairs, out) in pairs.chunks(VECTOR_LANES).zip(out.chunks_mut(VECTOR_LANES)) {
        if in_lanes && pairs.len() >= LANES_PAY_FROM {
            let results = pairings_in_lanes::<C, N>(pairs);
            out.copy_from_slice(&results[..out.len()]);
        } else {
            for ((p, q), out) in pairs.iter().zip(out) {
                *out = pairing(p, q);
            }
        }
    }
}

/// Whether the product of pairings is the identity, for each of several products: what
/// [`pairing_check`](crate::pairing_check) says of each.
///
/// Eight products are computed at a time where the vector engine is in use; that takes as long as the
/// longest of them, so products of about the same length should be neighbours.
///
/// # Timing
/// Constant time in the coordinates.
#[cfg(feature = "alloc")]
#[must_use]
pub fn pairing_check_batch<C: BnParams<N>, const N: usize>(
    products: &[&[(G1Affine<C, N>, G2Affine<C, N>)]],
) -> Vec<bool> {
    let mut out = Vec::with_capacity(products.len());
    for products in products.chunks(VECTOR_LANES) {
        if uses_vector_engine::<C, N>() && products.len() >= LANES_PAY_FROM {
            let verdicts = checks_in_lanes::<C, N>(products);
            out.extend_from_slice(&verdicts[..products.len()]);
        } else {
            out.extend(products.iter().map(|terms| pairing_check(terms)));
        }
    }
    out
}

/// So many pairings are faster with one in each lane than one after another; measured on an AMD EPYC
/// (Zen 4).
const LANES_PAY_FROM: usize = 6;

/// [`pairing_batch`] for up to eight pairs, in lanes whether or not the engine is in use.
#[doc(hidden)]
#[must_use]
pub fn pairings_in_lanes<C: BnParams<N>, const N: usize>(
    pairs: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> [Gt<C, N>; VECTOR_LANES] {
    let f = miller_loop::<C, _, N>(&mut [lane_pair::<C, N>(array::from_fn(|i| pairs.get(i)))]);
    split(&final_exponentiation::<C, _, N>(&f)).map(Gt)
}

/// [`pairing_check_batch`] for up to eight products, in lanes whether or not the engine is in use.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[must_use]
pub fn checks_in_lanes<C: BnParams<N>, const N: usize>(
    products: &[&[(G1Affine<C, N>, G2Affine<C, N>)]],
) -> [bool; VECTOR_LANES] {
    let longest = products.iter().map(|terms| terms.len()).max().unwrap_or(0);
    let mut pairs: Vec<_> = (0..longest)
        .map(|k| {
            lane_pair::<C, N>(array::from_fn(|lane| {
                products.get(lane).and_then(|terms| terms.get(k))
            }))
        })
        .collect();
    let f = miller_loop::<C, _, N>(&mut pairs);
    split(&final_exponentiation::<C, _, N>(&f)).map(|value| Gt(value) == Gt::identity())
}

/// The product of the Miller loops of all pairs, steps on the twist in lanes whether or not the engine is
/// in use.
///
/// Lines of few pairs are multiplied into one element with its coefficients in lanes, which is squared once for
/// all; of many pairs into eight partial products, which are joined at the end.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[must_use]
pub fn miller_loop_in_lanes<C: BnParams<N>, const N: usize>(
    terms: &[(G1Affine<C, N>, G2Affine<C, N>)],
) -> PackedFp12<ModP<C, N>, N> {
    if terms.len() <= VECTOR_LANES {
        return miller_loop::<C, _, N>(&mut [Eight::<C, N>::new(terms)]);
    }
    let mut pairs: Vec<_> = terms
        .chunks(VECTOR_LANES)
        .map(|terms| lane_pair::<C, N>(array::from_fn(|i| terms.get(i))))
        .collect();
    let parts = split(&miller_loop::<C, _, N>(&mut pairs));
    parts.iter().fold(PackedFp12::ONE, |product, part| product.product(&PackedFp12::pack(part)))
}

/// So many pairs are faster with one in each lane than one after another; measured on an AMD EPYC (Zen 4).
pub const EIGHT_PAY_FROM: usize = 6;

/// Up to eight pairs, steps on the twist in lanes, whose lines go into one product.
pub struct Eight<C: BnParams<N>, const N: usize> {
    pair: Pair<Fp2X8<ModP<C, N>, N>>,
    used: usize,
}

impl<C: BnParams<N>, const N: usize> Eight<C, N> {
    /// The first eight terms.
    pub fn new(terms: &[(G1Affine<C, N>, G2Affine<C, N>)]) -> Self {
        let pair = lane_pair::<C, N>(array::from_fn(|i| terms.get(i)));
        Self { pair, used: terms.len() }
    }

    /// The first lane whose second point is not in G2, after the loop; lanes with an identity pass.
    pub fn first_outside(&self) -> Option<usize> {
        self.pair.first_outside_g2()
    }

    fn multiply(
        &self,
        f: &PackedFp12<ModP<C, N>, N>,
        line: &Line<Fp2X8<ModP<C, N>, N>>,
    ) -> PackedFp12<ModP<C, N>, N> {
        let Line { y, x, constant } = line.at(self.pair.evaluation());
        match C::TWIST {
            Twist::D => f.mul_by_lanes_013([&y, &x, &constant], self.used),
            Twist::M => f.mul_by_lanes_023([&constant, &x, &y], self.used),
        }
    }
}

impl<C: BnParams<N>, const N: usize> LoopPair<C, N> for Eight<C, N> {
    type Value = PackedFp12<ModP<C, N>, N>;

    fn double(&mut self, f: &Self::Value) -> Self::Value {
        let line = self.pair.tangent::<C, N>();
        self.multiply(f, &line)
    }

    fn add(&mut self, chord: Chord, f: &Self::Value) -> Self::Value {
        let line = self.pair.chord::<C, N>(chord);
        self.multiply(f, &line)
    }

    fn negate(&mut self) {
        self.pair.negate_point();
    }
}

/// A pair in each lane. Lanes without one, or with the identity in it, contribute a factor that the
/// final exponentiation removes.
///
/// *Why it does.* Their point of G1 is replaced by the coordinates (0, 0), at which the value of a line
/// is its constant term: an element of Fp2, times `w^3` for a D twist. Its power by `p^6 - 1` is 1 or
/// `(w^3)^(p^6 - 1) = -1`, and the next exponent, `p^2 + 1`, is even. The constant terms are not
/// zero: their point of G2 is the generator, for which the tests would show it.
fn lane_pair<C: BnParams<N>, const N: usize>(
    lanes: [Option<&(G1Affine<C, N>, G2Affine<C, N>)>; VECTOR_LANES],
) -> Pair<Fp2X8<ModP<C, N>, N>> {
    let mut minus_x = [FpOf::<C, N>::ZERO; VECTOR_LANES];
    let mut y = minus_x;
    let (mut qx, mut qy) =
        ([Fp2Of::<C, N>::ZERO; VECTOR_LANES], [Fp2Of::<C, N>::ZERO; VECTOR_LANES]);
    let generator = G2Affine::<C, N>::generator().xy();
    for (lane, pair) in lanes.into_iter().enumerate() {
        let coordinates = pair.and_then(|(p, q)| Some((p.xy()?, q.xy()?)));
        if let Some(((xp, yp), (xq, yq))) = coordinates {
            (minus_x[lane], y[lane], qx[lane], qy[lane]) = (-xp, yp, xq, yq);
        } else if let Some((xq, yq)) = generator {
            (minus_x[lane], y[lane], qx[lane], qy[lane]) = (Fp::ZERO, Fp::ZERO, xq, yq);
        }
    }
    let p = Evaluation { minus_x: FpX8::from_array(&minus_x), y: FpX8::from_array(&y) };
    Pair::new(p, TwistAffine { x: Fp2X8::from_array(&qx), y: Fp2X8::from_array(&qy) })
}

/// The element of each lane.
fn split<C: BnParams<N>, const N: usize>(
    f: &Fp12<Fp2X8<ModP<C, N>, N>>,
) -> [Fp12Of<C, N>; VECTOR_LANES] {
    let coefficients = f.coefficients().map(Fp2X8::to_array);
    array::from_fn(|lane| Fp12::from_coefficients(coefficients.each_ref().map(|lanes| lanes[lane])))
}
