//! Between elements of the tower and polynomials of the oracle.

use mcl_fp::{Fp, Repr, Word};
use mcl_tower::{Fp2, Fp2Params, Fp6, Fp12};
use num_bigint::BigUint;

use super::oracle::{Poly, Ring};

/// The powers of w at which the six coefficients of an element stand, in stored order.
const POWERS: [usize; 6] = [0, 2, 4, 1, 3, 5];

/// The oracle of the parameters.
pub fn ring<P: Fp2Params<N>, const N: usize>() -> Ring {
    let words = P::MODULUS.to_words();
    let p = words.iter().rev().fold(BigUint::ZERO, |acc, &word| (acc << Word::BITS) + word);
    Ring { p, a: P::XI.into() }
}

/// The canonical integer of a coefficient, whose words must be canonical too.
#[inline(never)]
pub fn big<P: Fp2Params<N>, const N: usize>(x: &Fp<P, N>) -> BigUint {
    let integer = BigUint::from_bytes_le(x.to_repr().as_ref());
    assert!(*x == fp(&integer), "{integer:#x} is not in canonical form");
    integer
}

#[inline(never)]
pub fn fp<P: Fp2Params<N>, const N: usize>(x: &BigUint) -> Fp<P, N> {
    let mut repr = Repr::default();
    let bytes = x.to_bytes_le();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    Fp::from_repr(&repr).expect("an integer below p")
}

#[inline(never)]
pub fn fp2<P: Fp2Params<N>, const N: usize>(x: &Poly) -> Fp2<P, N> {
    let (c0, c1) = ring::<P, N>().parts(x);
    Fp2::new(fp(&c0), fp(&c1))
}

#[inline(never)]
pub fn of_fp2<P: Fp2Params<N>, const N: usize>(x: &Fp2<P, N>) -> Poly {
    ring::<P, N>().fp2(&big(&x.c0), &big(&x.c1))
}

pub fn fp6<P: Fp2Params<N>, const N: usize>(x: &Poly) -> Fp6<Fp2<P, N>> {
    let x = fp12(x);
    assert_eq!(x.c1, Fp6::ZERO, "not in Fp6");
    x.c0
}

pub fn of_fp6<P: Fp2Params<N>, const N: usize>(x: &Fp6<Fp2<P, N>>) -> Poly {
    of_fp12(&Fp12::new(*x, Fp6::ZERO))
}

#[inline(never)]
pub fn fp12<P: Fp2Params<N>, const N: usize>(x: &Poly) -> Fp12<Fp2<P, N>> {
    let mut coefficients = [Fp2::ZERO; 6];
    for (c, power) in coefficients.iter_mut().zip(POWERS) {
        let mut part = Poly::zero();
        part.0[0] = x.0[power].clone();
        part.0[6] = x.0[power + 6].clone();
        *c = fp2(&part);
    }
    Fp12::from_coefficients(coefficients)
}

#[inline(never)]
pub fn of_fp12<P: Fp2Params<N>, const N: usize>(x: &Fp12<Fp2<P, N>>) -> Poly {
    let mut out = Poly::zero();
    for (c, power) in x.coefficients().into_iter().zip(POWERS) {
        let part = of_fp2(c);
        out.0[power] = part.0[0].clone();
        out.0[power + 6] = part.0[6].clone();
    }
    out
}
