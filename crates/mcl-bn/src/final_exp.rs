//! The final exponentiation.

use mcl_tower::Fp12Arith;

use crate::BnParams;
use crate::chain::chain_of;

/// `f^u` in the cyclotomic subgroup; for u < 0 the inverse, which is the conjugate, is taken.
pub fn pow_u<C: BnParams<N>, F: Fp12Arith, const N: usize>(f: &F) -> F {
    let power = const { &chain_of::<C, N>() }.evaluate(
        f,
        |x, n| x.cyclotomic_square_n(n as usize),
        F::product,
        F::conjugate,
    );
    if C::U_IS_NEGATIVE { power.conjugate() } else { power }
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
pub fn final_exponentiation<C: BnParams<N>, F: Fp12Arith, const N: usize>(f: &F) -> F {
    let f = f.conjugate().product(&f.invert_or_zero());
    let f = f.frobenius_map(2).product(&f);

    let f_2u = pow_u::<C, F, N>(&f).cyclotomic_square();
    let f_4u = f_2u.cyclotomic_square();
    let f_6u2 = pow_u::<C, F, N>(&f_4u.product(&f_2u));
    let f_12u3 = pow_u::<C, F, N>(&f_6u2.cyclotomic_square());

    let l1 = f_12u3.product(&f_6u2).product(&f_4u);
    let l2 = l1.product(&f_2u);
    let l0 = l2.product(&f_6u2).product(&f);
    let l3 = l1.product(&f.conjugate());
    l0.product(&l1.frobenius_map(1)).product(&l2.frobenius_map(2)).product(&l3.frobenius_map(3))
}
