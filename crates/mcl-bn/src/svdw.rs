//! The constants of the map to G1 and to the twist.

use ff::PrimeField;
use mcl_ec::{CurveParams, Svdw, SvdwCurve};
use mcl_fp::{Fp, PrimeParams, Uint};
use mcl_tower::Fp2;

use crate::fields::{Fp2Of, FpOf, ModP};
use crate::{BnParams, G1Curve, G2Curve};

/// What is not computed at compile time of the constants of a map, because a square root is too
/// slow there: it is checked instead.
#[derive(Clone, Copy, Debug)]
pub struct SvdwData<T> {
    /// Whether Z is -1; else it is 1.
    pub z_is_minus_one: bool,
    /// The root of `-3 g(Z)` with sign 0.
    pub root: T,
}

impl<C: BnParams<N>, const N: usize> SvdwCurve for G1Curve<C, N> {
    const SVDW: Svdw<FpOf<C, N>> = {
        let negative = C::SVDW_G1.z_is_minus_one;
        let z = signed::<C, N>(&Fp::ONE, negative);
        let c1 = z.const_add(&Self::B);
        let Some(c3) = Fp::from_uint(&C::SVDW_G1.root) else { panic!("c3 is not below p") };
        let square = triple(&c1).const_neg();
        assert!(c3.const_mul(&c3).const_eq_vartime(&square), "c3^2 = -3 g(Z)");
        assert!(!is_odd(&C::SVDW_G1.root), "c3 has sign 0");
        Svdw {
            z,
            c1,
            c2: c2::<C, N>(negative),
            c3,
            c4: c1.const_mul(&minus_four_thirds::<C, N>()),
            c5: c3.const_mul(&eight_ninths::<C, N>()),
        }
    };
}

impl<C: BnParams<N>, const N: usize> SvdwCurve for G2Curve<C, N> {
    const SVDW: Svdw<Fp2Of<C, N>> = {
        let SvdwData { z_is_minus_one: negative, root: [c3_real, c3_imaginary] } = C::SVDW_G2;
        let z = Fp2::new(signed::<C, N>(&Fp::ONE, negative), Fp::ZERO);
        let c1 = z.const_add(&Self::B);
        let (Some(c0), Some(c1_)) = (Fp::from_uint(&c3_real), Fp::from_uint(&c3_imaginary)) else {
            panic!("a coefficient of c3 is not below p");
        };
        let c3 = Fp2::new(c0, c1_);
        let square = Fp2::new(triple(&c1.c0).const_neg(), triple(&c1.c1).const_neg());
        assert!(c3.const_mul(&c3).const_eq_vartime(&square), "c3^2 = -3 g(Z)");
        let is_real_part_zero = c0.const_eq_vartime(&Fp::ZERO);
        assert!(!is_odd(if is_real_part_zero { &c3_imaginary } else { &c3_real }), "c3 has sign 0");
        let factor = minus_four_thirds::<C, N>();
        Svdw {
            z,
            c1,
            c2: Fp2::new(c2::<C, N>(negative), Fp::ZERO),
            c3,
            c4: Fp2::new(c1.c0.const_mul(&factor), c1.c1.const_mul(&factor)),
            c5: Fp2::new(
                c3.c0.const_mul(&eight_ninths::<C, N>()),
                c3.c1.const_mul(&eight_ninths::<C, N>()),
            ),
        }
    };
}

/// `x` or `-x`.
const fn signed<C: BnParams<N>, const N: usize>(x: &FpOf<C, N>, negative: bool) -> FpOf<C, N> {
    if negative { x.const_neg() } else { *x }
}

/// `-Z/2`.
const fn c2<C: BnParams<N>, const N: usize>(z_is_minus_one: bool) -> FpOf<C, N> {
    signed::<C, N>(&<FpOf<C, N> as PrimeField>::TWO_INV, !z_is_minus_one)
}

const fn triple<P: PrimeParams<N>, const N: usize>(x: &Fp<P, N>) -> Fp<P, N> {
    x.const_add(x).const_add(x)
}

/// `1/3`: since p is 1 modulo 3, it is `p - (p - 1)/3`.
pub const fn third<C: BnParams<N>, const N: usize>() -> FpOf<C, N> {
    let p = ModP::<C, N>::MODULUS;
    let three = mcl_fp::crypto_bigint::NonZero::<mcl_fp::Limb>::new_unwrap(mcl_fp::Limb(3));
    Fp::from_uint_reduced(&p.div_rem_limb(three).0).const_neg()
}

const fn minus_four_thirds<C: BnParams<N>, const N: usize>() -> FpOf<C, N> {
    Fp::from_u64(4).const_mul(&third::<C, N>()).const_neg()
}

const fn eight_ninths<C: BnParams<N>, const N: usize>() -> FpOf<C, N> {
    let third = third::<C, N>();
    Fp::from_u64(8).const_mul(&third.const_mul(&third))
}

const fn is_odd<const N: usize>(x: &Uint<N>) -> bool {
    x.as_words()[0] & 1 == 1
}
