//! Membership in G2 and in Gt.

use core::ops::{Add, Neg};

use mcl_ec::{Affine, Projective, ProjectiveX8};
use mcl_fp::crypto_bigint::NonZero;
use mcl_fp::{LaneMask, Limb, Word};
use mcl_tower::{Fp2Arith, Fp2X8, Fp12};
use subtle::{Choice, ConstantTimeEq};

use crate::BnParams;
#[cfg(feature = "alloc")]
use crate::batch::are_all_in_g2;
use crate::chain::chain_of;
use crate::curves::G2Curve;
use crate::fields::{Fp2Of, Fp12Of, ModP};
use crate::final_exp::pow_u;
use crate::lines::TwistAffine;

/// A point of the twist in homogeneous coordinates, or eight side by side.
pub trait TwistGroup<C: BnParams<N>, const N: usize>: Copy + Neg<Output = Self> {
    type Coordinate: Fp2Arith<Scalar = Fp2Of<C, N>>;

    fn plus(&self, other: &Self) -> Self;

    fn double(&self) -> Self;

    fn xyz(&self) -> (&Self::Coordinate, &Self::Coordinate, &Self::Coordinate);

    fn from_xyz(x: Self::Coordinate, y: Self::Coordinate, z: Self::Coordinate) -> Self;
}

/// The operations that a type has already.
macro_rules! twist_group {
    ($point:ident, $coordinate:ty, $plus:expr) => {
        impl<C: BnParams<N>, const N: usize> TwistGroup<C, N> for $point<G2Curve<C, N>> {
            type Coordinate = $coordinate;

            fn plus(&self, other: &Self) -> Self {
                $plus(self, other)
            }

            fn double(&self) -> Self {
                self.double()
            }

            fn xyz(&self) -> (&$coordinate, &$coordinate, &$coordinate) {
                self.xyz()
            }

            fn from_xyz(x: $coordinate, y: $coordinate, z: $coordinate) -> Self {
                Self::from_xyz_unchecked(x, y, z)
            }
        }
    };
}

twist_group!(Projective, Fp2Of<C, N>, Add::add);
twist_group!(ProjectiveX8, Fp2X8<ModP<C, N>, N>, ProjectiveX8::plus);

/// `psi^power` on projective coordinates of the twist, for `power` 1 to 3; the identity stays.
pub fn psi<C: BnParams<N>, P: TwistGroup<C, N>, const N: usize>(point: &P, power: usize) -> P {
    match power {
        0 => *point,
        3.. => psi(&psi(point, 2), power - 2),
        _ => {
            let (x, y, z) = point.xyz();
            // Homogeneous coordinates: conjugate all three, scale X and Y by the constants.
            let image = TwistAffine { x: *x, y: *y }.frobenius::<C, N>(power);
            let z = if power == 1 { z.conjugate() } else { *z };
            P::from_xyz(image.x, image.y, z)
        }
    }
}

/// Whether a point of the twist lies in G2, its subgroup of order r.
///
/// The test is `[u + 1]Q + psi([u]Q) + psi^2([u]Q) = psi^3([2u]Q)`, one multiplication by u.
///
/// *Why it suffices.* psi is an endomorphism of the twist with `psi^2 - t psi + p = 0` on every
/// point. Let `f(X) = (u + 1) + uX + uX^2 - 2uX^3`. If `f(psi)Q = 0`, the order of Q divides the
/// resultant of f and `X^2 - tX + p`, an integer combination of the two. It also divides the group
/// order `r (2p - r)`. The resultant is `r s` with s coprime to `r (2p - r)` unless
/// u = 4 mod 13 or u = 92 mod 97, so the order of Q divides r. On G2, where psi acts as p,
/// `f(p)` is 0 modulo r.
///
/// El Housni, Guillevic and Piellard, "Co-factor clearing and subgroup membership testing on
/// pairing-friendly curves", 2022, section 4.3 (example 1).
///
/// # Timing
/// Constant time.
pub fn is_in_g2<C: BnParams<N>, const N: usize>(point: &Projective<G2Curve<C, N>>) -> Choice {
    let [left, right] = sides_of_test(point);
    left.ct_eq(&right)
}

/// The lanes in which the point lies in G2: [`is_in_g2`] for eight points.
pub fn lanes_in_g2<C: BnParams<N>, const N: usize>(
    points: &ProjectiveX8<G2Curve<C, N>>,
) -> LaneMask {
    let [left, right] = sides_of_test(points);
    left.equal(&right)
}

/// Both sides of the test of [`is_in_g2`].
fn sides_of_test<C: BnParams<N>, P: TwistGroup<C, N>, const N: usize>(point: &P) -> [P; 2] {
    const {
        assert!(residue_of_u::<C, N>(13) != 4, "the test is not sound for this u");
        assert!(residue_of_u::<C, N>(97) != 92, "the test is not sound for this u");
    }
    let uq = mul_by_u(point);
    let left = uq.plus(point).plus(&psi(&uq, 1)).plus(&psi(&uq, 2));
    [left, psi(&uq.double(), 3)]
}

/// u modulo a small number.
pub const fn residue_of_u<C: BnParams<N>, const N: usize>(m: u8) -> u8 {
    let divisor = NonZero::<Limb>::new_unwrap(Limb(m as Word));
    let rest = C::U.div_rem_limb(divisor).1.0 as u8;
    if C::U_IS_NEGATIVE && rest != 0 { m - rest } else { rest }
}

/// `[u]Q`.
fn mul_by_u<C: BnParams<N>, P: TwistGroup<C, N>, const N: usize>(point: &P) -> P {
    let multiple = const { &chain_of::<C, N>() }.evaluate(
        point,
        |x, n| (0..n).fold(*x, |x, _| x.double()),
        P::plus,
        |x| -*x,
    );
    if C::U_IS_NEGATIVE { -multiple } else { multiple }
}

/// A point of G2 from any point of the twist: `[u]Q + psi([3u]Q) + psi^2([u]Q) + psi^3(Q)`, one
/// multiplication by u.
///
/// It is the multiple `-(18u^3 + 12u^2 + 3u + 1) (2p - r)` of the point, not the one by the
/// cofactor `2p - r`.
///
/// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, "Faster Hashing to G2", 2011, section 6.1.
///
/// # Timing
/// Constant time.
pub fn clear_cofactor<C: BnParams<N>, P: TwistGroup<C, N>, const N: usize>(point: &P) -> P {
    let uq = mul_by_u(point);
    let thrice = uq.double().plus(&uq);
    uq.plus(&psi(&thrice, 1)).plus(&psi(&uq, 2)).plus(&psi(point, 3))
}

/// The bits of random weights with which a sum of points decides about all of them: at most 12, and so
/// few that all prime factors of the cofactor `2p - r` are at least `2^bits`.
#[cfg(feature = "alloc")]
const fn weight_bits<C: BnParams<N>, const N: usize>() -> u32 {
    let mut q = 3;
    while q < 1 << 12 {
        let mut u = 0;
        let mut i = N;
        while i > 0 {
            i -= 1;
            u = (((u as u128) << Word::BITS | C::U.as_words()[i] as u128) % q as u128) as u64;
        }
        if C::U_IS_NEGATIVE {
            u = (q - u) % q;
        }
        // 36u^4 + 36u^3 + 30u^2 + 6u + 1, by Horner's rule.
        if ((((36 * u + 36) % q * u + 30) % q * u + 6) % q * u + 1) % q == 0 {
            return q.ilog2();
        }
        q += 2;
    }
    12
}

#[cfg(feature = "alloc")]
impl<C: BnParams<N>, const N: usize> crate::G2Affine<C, N> {
    /// Whether all points, assumed on the twist, are in G2. Wrong with a probability of at most
    /// `2^-120`, and then only by accepting points outside.
    ///
    /// For many points this takes a fraction of the time of a test of each; fewer are tested as
    /// [`Self::is_torsion_free_batch`] does.
    ///
    /// `rng` must be unpredictable for whoever chose the points.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    ///
    /// # Algorithm
    /// Sums of all points with random weights of k bits, repeated until the error is small enough. If a
    /// point Q is outside G2, its part in the group of order `2p - r` is not the identity, and all
    /// prime factors of that order are at least `2^k`. Two weights differ by less, so whatever the
    /// other terms are, one weight of Q at most puts the sum into G2. Buckets collect the points of
    /// equal weight.
    ///
    /// Bellare, Garay and Rabin, "Fast Batch Verification for Modular Exponentiation and Digital
    /// Signatures", 1998, is the origin of such tests.
    #[must_use]
    pub fn are_torsion_free_vartime(points: &[Self], rng: &mut impl rand_core::CryptoRng) -> bool {
        const ERROR_BITS: usize = 120;
        // Additions that one test costs, about, and one of eight in lanes.
        const TEST: usize = 90;
        const TEST_IN_LANES: usize = 13;
        let n = points.len();
        let rounds = |bits: u32| ERROR_BITS.div_ceil(bits as usize);
        let cost = |bits: u32| rounds(bits) * (n + (2 << bits) + TEST);
        let max_bits = const { weight_bits::<C, N>() };
        let has_lanes = <Fp2Of<C, N> as mcl_fp::FieldExt>::has_lanes();
        let test = if has_lanes { TEST_IN_LANES } else { TEST };
        let bits = (1..=max_bits).min_by_key(|&bits| cost(bits)).filter(|&b| cost(b) < n * test);
        let Some(bits) = bits else {
            return are_all_in_g2(points);
        };
        let mut weights = alloc::vec![[0; 2]; n];
        let mut buckets = alloc::vec![Projective::identity(); 1 << bits];
        (0..rounds(bits)).all(|_| {
            rng.fill_bytes(weights.as_flattened_mut());
            buckets.fill(Projective::identity());
            for (point, weight) in points.iter().zip(&weights) {
                let weight = usize::from(u16::from_le_bytes(*weight)) & ((1 << bits) - 1);
                if weight != 0 {
                    buckets[weight] += point.0;
                }
            }
            // sum_j j B_j, as the sum of all sums of the last buckets.
            let mut tail = Projective::identity();
            let mut sum = Projective::identity();
            for bucket in buckets[1..].iter().rev() {
                tail += bucket;
                sum += tail;
            }
            is_in_g2(&sum).into()
        })
    }
}

/// As [`is_in_g2`], for affine coordinates.
pub fn is_affine_in_g2<C: BnParams<N>, const N: usize>(point: &Affine<G2Curve<C, N>>) -> Choice {
    is_in_g2(&point.to_projective())
}

/// Whether an element of Fp12 lies in Gt, the group of the r-th roots of unity.
///
/// First `x^(p^4) x = x^(p^2)`, which puts x into the cyclotomic subgroup (or makes it zero) and
/// allows its fast squarings; then `x^p = x^(6u^2)`. Since `p - 6u^2 = r`, the latter is `x^r = 1`.
///
/// Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves",
/// 2021, section 5, has the same argument for BLS curves.
///
/// # Timing
/// Constant time.
pub fn is_in_gt<C: BnParams<N>, const N: usize>(x: &Fp12Of<C, N>) -> Choice {
    let cyclotomic = ct_eq(&x.frobenius_map(4).product(x), &x.frobenius_map(2));
    let u2 = pow_u::<C, _, N>(&pow_u::<C, _, N>(x)).cyclotomic_square();
    let power = u2.cyclotomic_square().product(&u2);
    let non_zero = !ct_eq(x, &Fp12::ZERO);
    non_zero & cyclotomic & ct_eq(&power, &x.frobenius_map(1))
}

/// Equality of elements of Fp12 without a branch.
pub fn ct_eq<C: BnParams<N>, const N: usize>(a: &Fp12Of<C, N>, b: &Fp12Of<C, N>) -> Choice {
    a.coefficients()
        .into_iter()
        .zip(b.coefficients())
        .fold(Choice::from(1), |equal, (x, y): (&Fp2Of<C, N>, _)| equal & x.ct_eq(y))
}
