//! Code over the traits of [`pairing`], which fits every curve that implements them.
//!
//! The functions name no curve: the tests run them on two curves of this workspace and on the
//! `bls12_381` crate.

pub mod bls;
pub mod powers_of_tau;

use group::Group;
use pairing::{Engine, MillerLoopResult, MultiMillerLoop};

/// The code of the project's README, run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Whether `e(a P, b Q) = e(P, Q)^(a b)`.
pub fn is_bilinear<E: Engine>(p: &E::G1Affine, q: &E::G2Affine, a: E::Fr, b: E::Fr) -> bool {
    let left = E::pairing(&(*p * a).into(), &(*q * b).into());
    // The target group is written additively: `*` is the power.
    left == E::pairing(p, q) * (a * b)
}

/// Whether the product of the pairings of all pairs is one, with one final exponentiation for all.
///
/// This is what verifiers of signatures and SNARKs compute.
pub fn product_is_one<E: MultiMillerLoop>(pairs: &[(E::G1Affine, E::G2Affine)]) -> bool {
    let prepared: Vec<_> = pairs.iter().map(|(p, q)| (p, E::G2Prepared::from(*q))).collect();
    let terms: Vec<_> = prepared.iter().map(|(p, q)| (*p, q)).collect();
    E::multi_miller_loop(&terms).final_exponentiation().is_identity().into()
}

/// `e(P_1, Q) ... e(P_n, Q)` as separate pairings with a fixed, public point `Q`, prepared once.
pub fn pairings_with<E: MultiMillerLoop>(points: &[E::G1Affine], q: E::G2Affine) -> Vec<E::Gt> {
    let q = E::prepare_reusable_g2(q);
    points.iter().map(|p| E::multi_miller_loop(&[(p, &q)]).final_exponentiation()).collect()
}

#[cfg(test)]
mod tests {
    use ff::Field;
    use group::{Curve, CurveAffine};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    /// Every function of this crate on random points of one curve.
    fn all_functions<E: MultiMillerLoop>() {
        let mut rng = StdRng::seed_from_u64(1);
        let p: [E::G1; 3] = core::array::from_fn(|_| E::G1::random(&mut rng));
        let q: [E::G2; 3] = core::array::from_fn(|_| E::G2::random(&mut rng));
        let (p, q) = (p.map(|p| p.to_affine()), q.map(|q| q.to_affine()));
        let (a, b) = (E::Fr::random(&mut rng), E::Fr::random(&mut rng));

        assert!(is_bilinear::<E>(&p[0], &q[0], a, b));
        assert!(is_bilinear::<E>(&p[0], &q[0], E::Fr::ZERO, b));
        assert!(is_bilinear::<E>(&E::G1Affine::identity(), &q[0], a, b));

        // e(a P, Q) e(-P, a Q) e(O, R) = 1.
        let mut pairs = [
            ((p[0] * a).to_affine(), q[0]),
            (-p[0], (q[0] * a).to_affine()),
            (E::G1Affine::identity(), q[1]),
        ];
        assert!(product_is_one::<E>(&pairs));
        pairs[2].0 = p[1];
        assert!(!product_is_one::<E>(&pairs));
        assert!(product_is_one::<E>(&[]));

        let values = pairings_with::<E>(&p, q[2]);
        for (p, value) in p.iter().zip(values) {
            assert_eq!(value, E::pairing(p, &q[2]));
        }
    }

    #[test]
    fn all_functions_on_fp254bnb() {
        all_functions::<mcl_bn::fp254bnb::Fp254BNb>();
    }

    #[test]
    fn all_functions_on_snark1() {
        all_functions::<mcl_bn::snark1::Snark1>();
    }

    #[test]
    fn all_functions_on_bls12_381() {
        all_functions::<bls12_381::Bls12>();
    }
}
