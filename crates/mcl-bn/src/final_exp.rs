//! The final exponentiation.

use mcl_tower::{Fp2Arith, Fp12};

use crate::BnParams;
use crate::miller_loop::Digits;

/// `f^u` in the cyclotomic subgroup; for u < 0 the inverse, which is the conjugate, is taken.
pub fn pow_u<C: BnParams<N>, F: Fp2Arith, const N: usize>(f: &Fp12<F>) -> Fp12<F> {
    let inverse = f.conjugate();
    let mut acc = *f;
    for digit in const { &Digits::naf(&C::U) }.below_top() {
        acc = acc.cyclotomic_square();
        match digit {
            1 => acc = acc * *f,
            -1 => acc = acc * inverse,
            _ => {}
        }
    }
    if C::U_IS_NEGATIVE { acc.conjugate() } else { acc }
}

/// `f^E` with `E = (p^12 - 1)/r * 2u(6u^2 + 3u + 1)`, the exponent of mcl, arkworks and gnark; zero
/// gives zero.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// The easy part `(p^6 - 1)(p^2 + 1)`, then the hard part of Fuentes-Castañeda, Knapp and
/// Rodríguez-Henríquez, "Faster Hashing to G2", 2011, section 5: a multiple of
/// `(p^4 - p^2 + 1)/r` written in base p as
///
/// ```text
/// l3 = 12u^3 + 6u^2 + 4u - 1      l2 = 12u^3 + 6u^2 + 6u
/// l1 = 12u^3 + 6u^2 + 4u          l0 = 12u^3 + 12u^2 + 6u + 1
/// ```
///
/// Three powers by u, three cyclotomic squarings and ten products.
#[must_use]
pub fn final_exponentiation<C: BnParams<N>, F: Fp2Arith, const N: usize>(f: &Fp12<F>) -> Fp12<F> {
    let f = f.conjugate() * f.invert_or_zero();
    let f = f.frobenius_map(2) * f;

    let f_2u = pow_u::<C, F, N>(&f).cyclotomic_square();
    let f_4u = f_2u.cyclotomic_square();
    let f_6u2 = pow_u::<C, F, N>(&(f_4u * f_2u));
    let f_12u3 = pow_u::<C, F, N>(&f_6u2.cyclotomic_square());

    let l1 = f_12u3 * f_6u2 * f_4u;
    let l2 = l1 * f_2u;
    let l0 = l2 * f_6u2 * f;
    let l3 = l1 * f.conjugate();
    l0 * l1.frobenius_map(1) * l2.frobenius_map(2) * l3.frobenius_map(3)
}
