//! The two prime fields of a curve, derived from u.

use core::marker::PhantomData;

use mcl_fp::{Fp, PrimeParams, Uint, vector_engine};
use mcl_tower::{Fp2, Fp2Params, Fp2X8, Fp12};

use crate::BnParams;

/// The parameters of the base field of the curve `C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModP<C, const N: usize>(PhantomData<C>);

/// The parameters of the scalar field of the curve `C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModR<C, const N: usize>(PhantomData<C>);

/// The base field of the curve `C`.
pub type FpOf<C, const N: usize> = Fp<ModP<C, N>, N>;
/// The scalar field of the curve `C`.
pub type FrOf<C, const N: usize> = Fp<ModR<C, N>, N>;
/// The quadratic extension of the curve `C`.
pub type Fp2Of<C, const N: usize> = Fp2<ModP<C, N>, N>;
/// The extension of degree twelve of the curve `C`.
pub type Fp12Of<C, const N: usize> = Fp12<Fp2Of<C, N>>;

/// Whether the curve and the process use the vector engine: one question for a long operation.
pub fn uses_vector_engine<C: BnParams<N>, const N: usize>() -> bool {
    let is_supported = const { Fp2X8::<ModP<C, N>, N>::IS_SUPPORTED };
    is_supported && vector_engine()
}

/// `c u^k` as a two's-complement integer of `N` words.
const fn term<C: BnParams<N>, const N: usize>(c: u64, k: u32) -> Uint<N> {
    let u = if C::U_IS_NEGATIVE { C::U.wrapping_neg() } else { C::U };
    let mut x = Uint::from_u64(c);
    let mut i = 0;
    while i < k {
        x = x.wrapping_mul(&u);
        i += 1;
    }
    x
}

/// `6 u^2`, one less than the trace of Frobenius; p is congruent to it modulo r.
pub const fn trace_minus_one<C: BnParams<N>, const N: usize>() -> Uint<N> {
    term::<C, N>(6, 2)
}

impl<C: BnParams<N>, const N: usize> PrimeParams<N> for ModP<C, N> {
    /// `36u^4 + 36u^3 + 24u^2 + 6u + 1`. The value is positive and below `2^(W N)`, so arithmetic
    /// modulo that power gives it exactly, whatever the sign of u.
    const MODULUS: Uint<N> = term::<C, N>(36, 4)
        .wrapping_add(&term::<C, N>(36, 3))
        .wrapping_add(&term::<C, N>(24, 2))
        .wrapping_add(&term::<C, N>(6, 1))
        .wrapping_add(&Uint::ONE);

    const GENERATOR: u64 = C::P_GENERATOR;
}

impl<C: BnParams<N>, const N: usize> PrimeParams<N> for ModR<C, N> {
    /// `p - 6u^2 = 36u^4 + 36u^3 + 18u^2 + 6u + 1`.
    const MODULUS: Uint<N> =
        <ModP<C, N> as PrimeParams<N>>::MODULUS.wrapping_sub(&trace_minus_one::<C, N>());

    const GENERATOR: u64 = C::R_GENERATOR;
}

impl<C: BnParams<N>, const N: usize> Fp2Params<N> for ModP<C, N> {
    const XI: u64 = C::XI;
}
