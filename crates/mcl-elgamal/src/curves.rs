//! The Koblitz curves secp192k1 and secp256k1, which have no pairing.
//!
//! They are `y^2 = x^3 + b` of prime order over primes that use every bit of their words. Both have
//! the endomorphism `(x, y) -> (beta x, y)`; its lattice is derived from beta and lambda below.
//!
//! Source of the parameters: Certicom Research, "SEC 2: Recommended Elliptic Curve Domain
//! Parameters", version 2.0, 2010, sections 2.2.1 and 2.4.1.

use core::marker::PhantomData;

use mcl_ec::{CubicEndomorphism, CurveParams, Lattice, Part, PrimeOrder, Projective};
use mcl_fp::crypto_bigint::{Int, NonZero};
use mcl_fp::{Fp, Marker, PrimeParams, Uint};

pub mod secp192k1;
pub mod secp256k1;

/// The data of a Koblitz curve `y^2 = x^3 + b` of prime order r over Fp. `N` counts the words of p.
pub trait KoblitzParams<const N: usize>: Marker {
    /// The name of the curve.
    const NAME: &'static str;

    /// The prime p.
    const P: Uint<N>;

    /// The order r, a prime.
    const R: Uint<N>;

    /// The coefficient b.
    const B: u64;

    /// The base point.
    const GENERATOR: [Uint<N>; 2];

    /// A primitive cube root of unity modulo p.
    const BETA: Uint<N>;

    /// The primitive cube root of unity modulo r as which `(beta x, y)` acts on the points.
    const LAMBDA: Uint<N>;

    /// A small generator of the multiplicative group of Fp.
    const P_GENERATOR: u64;

    /// A small generator of the multiplicative group of Fr.
    const R_GENERATOR: u64;
}

/// The parameters of the base field of `K`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModP<K, const N: usize>(PhantomData<K>);

/// The parameters of the scalar field of `K`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModR<K, const N: usize>(PhantomData<K>);

impl<K: KoblitzParams<N>, const N: usize> PrimeParams<N> for ModP<K, N> {
    const MODULUS: Uint<N> = K::P;
    const GENERATOR: u64 = K::P_GENERATOR;
}

impl<K: KoblitzParams<N>, const N: usize> PrimeParams<N> for ModR<K, N> {
    const MODULUS: Uint<N> = K::R;
    const GENERATOR: u64 = K::R_GENERATOR;
}

/// The curve with the parameters `K`, for the points of mcl-ec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Koblitz<K, const N: usize>(PhantomData<K>);

type FpOf<K, const N: usize> = Fp<ModP<K, N>, N>;
type FrOf<K, const N: usize> = Fp<ModR<K, N>, N>;

impl<K: KoblitzParams<N>, const N: usize> Koblitz<K, N> {
    /// Bases from the extended Euclidean algorithm: Gallant, Lambert and Vanstone, "Faster point
    /// multiplication on elliptic curves with efficient endomorphisms", 2001, section 4. Every step
    /// has `s r + t lambda = d`, so `(d, -t)` is in the lattice, and two neighbouring steps span it.
    /// The two steps around `d = sqrt(r)` are short.
    const LATTICE: Lattice<2, N> = {
        let lambda = constant::<ModR<K, N>, N>(&K::LAMBDA);
        assert!(is_cube_root_of_unity(&lambda), "lambda^2 + lambda + 1 = 0 mod r");
        let (mut d, mut next) = (K::R, K::LAMBDA);
        // Absolute values: the signs of t alternate.
        let (mut t, mut next_t) = (Uint::<N>::ZERO, Uint::<N>::ONE);
        let mut t_is_positive = false;
        let half = K::R.bit_width_vartime().div_ceil(2);
        while next.bit_width_vartime() > half {
            let divisor = NonZero::<Uint<N>>::new_unwrap(next);
            let (quotient, remainder) = d.div_rem_vartime(&divisor);
            let sum = t.wrapping_add(&quotient.wrapping_mul(&next_t));
            (d, next) = (next, remainder);
            (t, next_t) = (next_t, sum);
            t_is_positive = !t_is_positive;
        }
        let (t, next_t) =
            if t_is_positive { (t.wrapping_neg(), next_t) } else { (t, next_t.wrapping_neg()) };
        let rows: [[Int<N>; 2]; 2] =
            [[*d.as_int(), *t.as_int()], [*next.as_int(), *next_t.as_int()]];
        Lattice::new(rows, &K::LAMBDA, &K::R)
    };
}

/// An element from its canonical integer.
const fn constant<P: PrimeParams<N>, const N: usize>(x: &Uint<N>) -> Fp<P, N> {
    match Fp::from_uint(x) {
        Some(x) => x,
        None => panic!("a constant is not below the modulus"),
    }
}

const fn is_cube_root_of_unity<P: PrimeParams<N>, const N: usize>(x: &Fp<P, N>) -> bool {
    let sum = x.const_mul(x).const_add(x).const_add(&Fp::ONE);
    sum.const_eq_vartime(&Fp::ZERO)
}

impl<K: KoblitzParams<N>, const N: usize> CurveParams for Koblitz<K, N> {
    type Base = FpOf<K, N>;
    type Scalar = FrOf<K, N>;

    const B: FpOf<K, N> = Fp::from_u64(K::B);

    const GENERATOR: (FpOf<K, N>, FpOf<K, N>) = {
        let x = constant::<ModP<K, N>, N>(&K::GENERATOR[0]);
        let y = constant::<ModP<K, N>, N>(&K::GENERATOR[1]);
        let right = x.const_mul(&x).const_mul(&x).const_add(&Self::B);
        assert!(y.const_mul(&y).const_eq_vartime(&right), "the generator is not on the curve");
        (x, y)
    };

    /// The whole group has prime order, so the operator may use the endomorphism.
    fn mul(point: &Projective<Self>, k: &FrOf<K, N>) -> Projective<Self> {
        mcl_ec::mul_endo(point, k)
    }
}

impl<K: KoblitzParams<N>, const N: usize> PrimeOrder for Koblitz<K, N> {}

impl<K: KoblitzParams<N>, const N: usize> CubicEndomorphism for Koblitz<K, N> {
    const BETA: FpOf<K, N> = {
        let beta = constant::<ModP<K, N>, N>(&K::BETA);
        assert!(is_cube_root_of_unity(&beta), "beta^2 + beta + 1 = 0 mod p");
        beta
    };

    const PART_BITS: u32 = Self::LATTICE.part_bits();

    fn decompose(k: &FrOf<K, N>) -> [Part; 2] {
        Self::LATTICE.decompose(&k.to_uint())
    }
}

/// The types of one curve under their usual names, for the modules of the curves.
///
/// A macro, since type aliases cannot be written generically for a module.
macro_rules! curve_aliases {
    ($bits:literal) => {
        const N: usize = mcl_fp::nlimbs($bits);

        /// The base field.
        pub type Fp = mcl_fp::Fp<crate::curves::ModP<Params, N>, N>;
        /// The scalar field.
        pub type Fr = mcl_fp::Fp<crate::curves::ModR<Params, N>, N>;
        /// The curve.
        pub type Curve = crate::curves::Koblitz<Params, N>;
        /// A point in projective coordinates: the group of the scheme.
        pub type Point = mcl_ec::Projective<Curve>;
        /// A point in affine coordinates.
        pub type PointAffine = mcl_ec::Affine<Curve>;
    };
}
use curve_aliases;

#[cfg(test)]
mod tests {
    use mcl_ec::Endomorphism;

    use super::*;

    /// `[lambda] G = (beta x, y)`: that lambda belongs to beta and not to its conjugate.
    fn check<K: KoblitzParams<N>, const N: usize>(part_bits: u32) {
        let g = Projective::<Koblitz<K, N>>::generator();
        let lambda = Fp::from_uint(&K::LAMBDA).expect("below r");
        assert_eq!(Koblitz::<K, N>::endomorphism(&g), mcl_ec::mul(&g, &lambda));
        assert_eq!(<Koblitz<K, N> as Endomorphism<2>>::PART_BITS, part_bits);
        // The order of the generator is r: [r - 1] G = -G by a method that knows no order.
        let words = mcl_ec::recode::scalar_words(&-FrOf::<K, N>::ONE);
        assert_eq!(mcl_ec::mul_by_words_vartime(&g, &words), -g);
        for k in [FrOf::<K, N>::ZERO, Fp::ONE, lambda, -lambda, -Fp::ONE, lambda.square()] {
            assert_eq!(g * k, mcl_ec::mul(&g, &k));
        }
    }

    #[test]
    fn endomorphisms_and_orders() {
        check::<secp192k1::Params, { mcl_fp::nlimbs(192) }>(96);
        check::<secp256k1::Params, { mcl_fp::nlimbs(256) }>(128);
    }
}
