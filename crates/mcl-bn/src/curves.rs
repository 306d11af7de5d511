//! The two curves: E over Fp and its sextic twist over Fp2.

use core::marker::PhantomData;

use mcl_ec::{
    Affine, CubicEndomorphism, CurveParams, Endomorphism, Lattice, Part, Projective, ProjectiveX8,
};
use mcl_fp::{FieldLanes, Fp, FpX8, PrimeParams};
use mcl_tower::{Fp2, Fp2Arith, Fp2X8};

use crate::fields::{Fp2Of, FpOf, FrOf, ModP, ModR};
use crate::lines::TwistAffine;
use crate::{BnParams, Twist, lattice, subgroup};

/// The curve `y^2 = x^3 + b` over Fp: a group of prime order r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct G1Curve<C, const N: usize>(PhantomData<C>);

/// The sextic twist over Fp2: a group of order `r (2p - r)`, which is odd, with G2 as its
/// subgroup of order r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct G2Curve<C, const N: usize>(PhantomData<C>);

impl<C: BnParams<N>, const N: usize> CurveParams for G1Curve<C, N> {
    type Base = FpOf<C, N>;
    type Scalar = FrOf<C, N>;

    const B: FpOf<C, N> = Fp::from_u64(C::B);

    const GENERATOR: (FpOf<C, N>, FpOf<C, N>) = {
        let (Some(x), Some(y)) = (Fp::from_uint(&C::G1[0]), Fp::from_uint(&C::G1[1])) else {
            panic!("a coordinate of the generator of G1 is not below p");
        };
        let right = x.const_mul(&x).const_mul(&x).const_add(&Self::B);
        assert!(y.const_mul(&y).const_eq_vartime(&right), "the generator is not on the curve");
        (x, y)
    };

    #[inline]
    fn mul_by_3b(x: &FpOf<C, N>) -> FpOf<C, N> {
        small_multiple(x, const { 3 * C::B })
    }

    #[inline]
    fn mul_by_3b_x8(x: &FpX8<ModP<C, N>, N>) -> FpX8<ModP<C, N>, N> {
        x.small_multiple(const { 3 * C::B })
    }
}

impl<C: BnParams<N>, const N: usize> CurveParams for G2Curve<C, N> {
    type Base = Fp2Of<C, N>;
    type Scalar = FrOf<C, N>;

    const B: Fp2Of<C, N> = {
        let xi = Fp2::<ModP<C, N>, N>::XI;
        let (factor, scale) = match C::TWIST {
            // 1/xi is the conjugate divided by the norm.
            Twist::D => {
                let norm = (C::XI * C::XI + 1) as u32;
                (xi.const_conjugate(), Fp::const_invert_small(norm))
            }
            Twist::M => (xi, Fp::ONE),
        };
        let b = scale.const_mul(&Fp::from_u64(C::B));
        Fp2::new(factor.c0.const_mul(&b), factor.c1.const_mul(&b))
    };

    const GENERATOR: (Fp2Of<C, N>, Fp2Of<C, N>) = {
        let (Some(x0), Some(x1), Some(y0), Some(y1)) = (
            Fp::from_uint(&C::G2[0][0]),
            Fp::from_uint(&C::G2[0][1]),
            Fp::from_uint(&C::G2[1][0]),
            Fp::from_uint(&C::G2[1][1]),
        ) else {
            panic!("a coordinate of the generator of G2 is not below p");
        };
        let (x, y) = (Fp2::new(x0, x1), Fp2::new(y0, y1));
        let right = x.const_mul(&x).const_mul(&x).const_add(&Self::B);
        assert!(y.const_mul(&y).const_eq_vartime(&right), "the generator is not on the twist");
        (x, y)
    };

    #[inline]
    fn mul_by_3b(x: &Fp2Of<C, N>) -> Fp2Of<C, N> {
        mul_by_3_twist_b::<C, Fp2Of<C, N>, N>(x)
    }

    #[inline]
    fn mul_by_3b_x8(x: &Fp2X8<ModP<C, N>, N>) -> Fp2X8<ModP<C, N>, N> {
        match C::TWIST {
            Twist::M => x.mul_by_xi().small_multiple(const { 3 * C::B }),
            // As in mul_by_3_twist_b: with xi = a + i, conj(xi) x = (a re + im) + (a im - re) i.
            Twist::D if const { adds_for_3_twist_b::<C, N>() } => {
                let [re, im] = x.coefficients();
                let [a_re, a_im] = x.small_multiple(C::XI).coefficients();
                let product = Fp2X8::new(&a_re.plus(&im), &a_im.minus(&re));
                product.small_multiple(3 * (C::B / norm_of_xi::<C, N>()))
            }
            Twist::D => x.product(const { &Fp2X8::const_splat(&Self::B.const_triple()) }),
        }
    }
}

impl<C: BnParams<N>, const N: usize> G1Curve<C, N> {
    const LATTICE: Lattice<2, N> = lattice::g1(&C::U, C::U_IS_NEGATIVE, &ModR::<C, N>::MODULUS);
}

impl<C: BnParams<N>, const N: usize> CubicEndomorphism for G1Curve<C, N> {
    const BETA: FpOf<C, N> =
        Fp::from_uint_reduced(&lattice::beta(&C::U, C::U_IS_NEGATIVE, &ModP::<C, N>::MODULUS));

    const PART_BITS: u32 = Self::LATTICE.part_bits();

    fn decompose(k: &FrOf<C, N>) -> [Part; 2] {
        Self::LATTICE.decompose(&k.to_uint())
    }

    #[inline]
    fn mul_by_beta_x8(x: &FpX8<ModP<C, N>, N>) -> FpX8<ModP<C, N>, N> {
        *x * const { FpX8::const_splat(&Self::BETA) }
    }
}

impl<C: BnParams<N>, const N: usize> G2Curve<C, N> {
    /// Also the lattice of Gt, where the Frobenius map acts as the same scalar.
    pub(crate) const LATTICE: Lattice<4, N> =
        lattice::g2(&C::U, C::U_IS_NEGATIVE, &ModR::<C, N>::MODULUS);
}

/// psi, in four dimensions.
impl<C: BnParams<N>, const N: usize> Endomorphism<4> for G2Curve<C, N> {
    const PART_BITS: u32 = Self::LATTICE.part_bits();

    fn decompose(k: &FrOf<C, N>) -> [Part; 4] {
        Self::LATTICE.decompose(&k.to_uint())
    }

    fn endomorphism(point: &Projective<Self>) -> Projective<Self> {
        subgroup::psi(point, 1)
    }

    fn endomorphism_x8(points: &ProjectiveX8<Self>) -> ProjectiveX8<Self> {
        subgroup::psi(points, 1)
    }

    fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self> {
        match point.xy() {
            None => *point,
            Some((x, y)) => {
                let image = TwistAffine { x, y }.frobenius::<C, N>(1);
                Affine::from_xy_unchecked(image.x, image.y)
            }
        }
    }

    /// `z conj(z)` lies in Fp, which the conjugation of psi leaves alone.
    fn fixing_factor(z: &Fp2Of<C, N>) -> Fp2Of<C, N> {
        z.conjugate()
    }
}

/// `k x` by doublings and additions, for a constant `k` from 1 to some dozens.
#[inline(always)]
pub fn small_multiple<F>(x: &F, k: u64) -> F
where
    F: Copy + core::ops::Add<Output = F>,
{
    let mut acc = *x;
    for bit in (0..k.ilog2()).rev() {
        acc = acc + acc;
        if k >> bit & 1 == 1 {
            acc = acc + *x;
        }
    }
    acc
}

/// `3 b' x` with `b'` the coefficient of the twist, for one value or for many in lanes.
///
/// M twist: `b' = b xi`, by additions. D twist: `b' = b/xi = (b/n) conj(xi)` with n the norm of xi;
/// where n divides b this takes additions only, since `conj(xi) x = conj(xi conj(x))`; otherwise it
/// is a product with a constant.
#[inline]
pub fn mul_by_3_twist_b<C, F, const N: usize>(x: &F) -> F
where
    C: BnParams<N>,
    F: Fp2Arith<Scalar = Fp2Of<C, N>>,
{
    let norm = const { norm_of_xi::<C, N>() };
    match C::TWIST {
        Twist::M => small_multiple(&x.mul_by_xi(), const { 3 * C::B }),
        Twist::D if const { adds_for_3_twist_b::<C, N>() } => {
            small_multiple(&x.conjugate().mul_by_xi().conjugate(), 3 * (C::B / norm))
        }
        Twist::D => {
            x.product(&F::splat(const { &<G2Curve<C, N> as CurveParams>::B.const_triple() }))
        }
    }
}

/// Whether [`mul_by_3_twist_b`] takes additions only.
const fn adds_for_3_twist_b<C: BnParams<N>, const N: usize>() -> bool {
    matches!(C::TWIST, Twist::M) || C::B.is_multiple_of(norm_of_xi::<C, N>())
}

const fn norm_of_xi<C: BnParams<N>, const N: usize>() -> u64 {
    C::XI * C::XI + 1
}
