//! Multi-scalar multiplication against sums of products, with points that collide in buckets.

use crate::common::curves::{AltBn128, Bn254, Glv, Secp192k1, Secp256k1};
use crate::common::{reference, scalars};
use ff::Field;
use mcl_ec::{
    Affine, CurveParams, Decomposed, Endomorphism, LengthMismatch, MsmBases, Projective,
    msm_endo_vartime, msm_in_lanes_vartime, msm_vartime, mul_vartime,
};
use mcl_fp::{Backend, force_backend};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::Mutex;

/// Sizes on both sides of the change of method, and of powers of two.
const SIZES: [usize; 13] = [0, 1, 2, 3, 7, 23, 24, 25, 64, 128, 200, 400, 1025];

/// A way to compute the sum.
type Msm<C> =
    fn(&[Affine<C>], &[<C as CurveParams>::Scalar]) -> Result<Projective<C>, LengthMismatch>;

fn naive<C: CurveParams>(bases: &[Affine<C>], scalars: &[C::Scalar]) -> Projective<C> {
    bases.iter().zip(scalars).map(|(p, k)| mul_vartime(&p.to_projective(), k)).sum()
}

/// `n` different points: P, 2P, 3P, ...
fn distinct_points<C: CurveParams>(n: usize) -> Vec<Affine<C>> {
    let mut point = Projective::<C>::generator();
    let mut points = Vec::new();
    for _ in 0..n {
        points.push(point);
        point += Affine::generator();
    }
    let mut out = vec![Affine::identity(); n];
    Projective::batch_normalize(&points, &mut out).expect("equal lengths");
    out
}

/// P, -P, O, 2P, -2P and again.
fn colliding_points<C: CurveParams>(n: usize) -> Vec<Affine<C>> {
    let p = Affine::<C>::generator();
    let p2 = p.to_projective().double().to_affine();
    [p, -p, Affine::identity(), p2, -p2].into_iter().cycle().take(n).collect()
}

fn random_scalars<C: CurveParams>(n: usize) -> Vec<C::Scalar> {
    let mut rng = StdRng::seed_from_u64(n as u64);
    (0..n).map(|_| C::Scalar::random(&mut rng)).collect()
}

fn random_terms<C: CurveParams>(msm: Msm<C>) {
    for n in SIZES {
        let (bases, scalars) = (distinct_points::<C>(n), random_scalars::<C>(n));
        assert_eq!(
            msm(&bases, &scalars).expect("equal lengths"),
            naive(&bases, &scalars),
            "{n} terms"
        );
    }
}

fn special_scalars<C: CurveParams>(msm: Msm<C>) {
    let special = scalars::special::<C::Scalar>();
    let bases = distinct_points::<C>(special.len());
    assert_eq!(msm(&bases, &special).expect("equal lengths"), naive(&bases, &special));
    for (base, k) in bases.iter().zip(&special) {
        let expected = reference::mul_projective(&base.to_projective(), k);
        assert_eq!(msm(&[*base], &[*k]).expect("equal lengths"), expected, "{k:?}");
    }
}

/// Points that are equal, opposite or the identity, with scalars that are equal, opposite or zero:
/// all in the same buckets.
fn collisions<C: CurveParams>(msm: Msm<C>) {
    let k = random_scalars::<C>(1)[0];
    let patterns: [&[C::Scalar]; 6] = [
        &[k],
        &[C::Scalar::ONE],
        &[-C::Scalar::ONE],
        &[C::Scalar::ZERO],
        &[k, -k],
        &[k, C::Scalar::ZERO, -k, k.double()],
    ];
    for n in [1, 2, 3, 7, 33, 200, 2000] {
        let same = vec![Affine::<C>::generator(); n];
        let none = vec![Affine::<C>::identity(); n];
        for pattern in patterns {
            let scalars: Vec<_> = pattern.iter().copied().cycle().take(n).collect();
            for bases in [&colliding_points::<C>(n), &same, &none] {
                // The products depend on few combinations: sum the scalars of equal points.
                let mut sums = [C::Scalar::ZERO; 2];
                let p = Affine::<C>::generator();
                let p2 = p.to_projective().double().to_affine();
                for (base, k) in bases.iter().zip(&scalars) {
                    if *base == p {
                        sums[0] += k;
                    } else if *base == -p {
                        sums[0] -= k;
                    } else if *base == p2 {
                        sums[1] += k;
                    } else if *base == -p2 {
                        sums[1] -= k;
                    }
                }
                let expected = naive(&[p, p2], &sums);
                assert_eq!(
                    msm(bases, &scalars).expect("equal lengths"),
                    expected,
                    "{n} terms, {pattern:?}"
                );
            }
        }
    }
}

/// The identity first, last, and alone; sums that are the identity.
fn identities<C: CurveParams>(msm: Msm<C>) {
    assert_eq!(msm(&[], &[]).expect("equal lengths"), Projective::identity());
    for n in [1, 2, 40, 150, 500] {
        let (mut bases, scalars) = (distinct_points::<C>(n), random_scalars::<C>(n));
        bases[0] = Affine::identity();
        assert_eq!(msm(&bases, &scalars).expect("equal lengths"), naive(&bases, &scalars));
        bases[n - 1] = Affine::identity();
        assert_eq!(msm(&bases, &scalars).expect("equal lengths"), naive(&bases, &scalars));
        // Every term and its opposite.
        let opposites: Vec<_> = bases.iter().map(|p| -p).collect();
        let all = [bases, opposites].concat();
        let twice = [scalars.clone(), scalars].concat();
        assert_eq!(msm(&all, &twice).expect("equal lengths"), Projective::identity());
    }
}

fn lengths<C: CurveParams>(msm: Msm<C>) {
    let (bases, scalars) = (distinct_points::<C>(200), random_scalars::<C>(200));
    for (m, n) in [(0, 1), (1, 0), (2, 3), (200, 199), (199, 200)] {
        let error = msm(&bases[..m], &scalars[..n]).expect_err("lengths differ");
        assert_eq!(error, LengthMismatch { expected: m, found: n });
    }
}

/// All points in one bucket of each window, and all in the same few.
fn equal_and_few_scalars<C: CurveParams>(msm: Msm<C>) {
    let n = 5000;
    let bases = distinct_points::<C>(n);
    let scalars = random_scalars::<C>(3);
    for count in [1, 2, 3] {
        let all: Vec<_> = scalars[..count].iter().copied().cycle().take(n).collect();
        let expected: Projective<C> = (0..count)
            .map(|i| {
                let own = bases.iter().skip(i).step_by(count);
                let sum: Projective<C> = own.map(Affine::to_projective).sum();
                mul_vartime(&sum, &scalars[i])
            })
            .sum();
        assert_eq!(msm(&bases, &all).expect("equal lengths"), expected, "{count} scalars");
    }
}

/// The result that all ways have.
fn agree<C: CurveParams, const N: usize>(
    results: [Result<Projective<C>, LengthMismatch>; N],
) -> Result<Projective<C>, LengthMismatch> {
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
    results[0]
}

/// Pools with fewer and with more threads than windows.
#[cfg(feature = "rayon")]
fn in_pools<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    use std::sync::LazyLock;

    static POOLS: LazyLock<[rayon::ThreadPool; 4]> = LazyLock::new(|| {
        [1, 2, 3, 100].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool of threads")
        })
    });
    agree(POOLS.each_ref().map(|pool| {
        pool.install(|| {
            agree([
                mcl_ec::par_msm_vartime(bases, scalars),
                mcl_ec::par_msm_endo_vartime::<_, D>(bases, scalars),
            ])
        })
    }))
}

/// In lanes for any number of terms: on the twin, and on the registers where this machine has them.
fn in_lanes<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    /// Other tests may see the choice, and give the same results with it.
    static CHOICE: Mutex<()> = Mutex::new(());
    let _choice = CHOICE.lock();
    let results = [Backend::Portable, Backend::Ifma].map(|backend| {
        if force_backend(Some(backend)).is_err() {
            eprintln!("note: no AVX-512 IFMA here, sums in lanes are tested on the twin only");
        }
        let sums = msm_in_lanes_vartime::<_, D>(bases, scalars);
        force_backend(None).expect("detection is always available");
        sums.map(|sums| agree(sums.map(Ok)).expect("sums"))
    });
    agree(results)
}

macro_rules! battery {
    ($($name:ident, $curve:ty, $msm:expr;)+) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn random_terms() {
                    super::random_terms::<$curve>($msm);
                }

                #[test]
                fn special_scalars() {
                    super::special_scalars::<$curve>($msm);
                }

                #[test]
                fn collisions() {
                    super::collisions::<$curve>($msm);
                }

                #[test]
                fn identities() {
                    super::identities::<$curve>($msm);
                }

                #[test]
                fn equal_and_few_scalars() {
                    super::equal_and_few_scalars::<$curve>($msm);
                }

                #[test]
                fn lengths() {
                    super::lengths::<$curve>($msm);
                }
            }
        )+
    };
}

battery! {
    alt_bn128, AltBn128, msm_vartime;
    secp256k1, Secp256k1, msm_vartime;
    secp192k1, Secp192k1, msm_vartime;
    alt_bn128_in_lanes, AltBn128, in_lanes::<_, 2>;
    bn254_in_lanes, Bn254, in_lanes::<_, 2>;
    bn254_endo, Bn254, msm_endo_vartime::<_, 2>;
    alt_bn128_endo, AltBn128, msm_endo_vartime::<_, 2>;
    secp256k1_endo, Secp256k1, msm_endo_vartime::<_, 2>;
}

#[cfg(feature = "rayon")]
battery! {
    alt_bn128_in_pools, AltBn128, in_pools::<_, 2>;
}

fn multiples_of_lambda<C: Glv>() {
    let scalars = scalars::near_multiples(&C::LAMBDA);
    let bases = distinct_points::<C>(scalars.len());
    let expected = naive(&bases, &scalars);
    assert_eq!(msm_endo_vartime::<_, 2>(&bases, &scalars).expect("equal lengths"), expected);
    assert_eq!(msm_endo_vartime::<_, 2>(&bases[..100], &scalars[..100]).expect("equal lengths"), {
        naive(&bases[..100], &scalars[..100])
    });
}

#[test]
fn multiples_of_lambda_on_all_curves() {
    multiples_of_lambda::<Bn254>();
    multiples_of_lambda::<AltBn128>();
    multiples_of_lambda::<Secp256k1>();
}

/// The sum of the terms by tables of several sizes.
fn with_bases<C: Endomorphism<D>, const D: usize>(
    bases: &[Affine<C>],
    scalars: &[C::Scalar],
) -> Result<Projective<C>, LengthMismatch> {
    agree([1, 2, 3, 8, 1000].map(|multiples| {
        let plain = MsmBases::new(bases, multiples);
        let decomposed = MsmBases::<C, Decomposed<D>>::new_endo(bases, multiples);
        assert_eq!((plain.bases(), plain.is_empty()), (bases, bases.is_empty()));
        assert_eq!((decomposed.bases(), decomposed.len()), (bases, bases.len()));
        #[cfg(feature = "rayon")]
        assert_eq!(plain.par_msm_vartime(scalars), decomposed.par_msm_vartime(scalars));
        agree([plain.msm_vartime(scalars), decomposed.msm_vartime(scalars)])
    }))
}

fn bases_with_multiples<C: Endomorphism<D>, const D: usize>() {
    for n in [0, 1, 2, 33, 500] {
        let scalars = random_scalars::<C>(n);
        for bases in [distinct_points::<C>(n), colliding_points::<C>(n)] {
            assert_eq!(with_bases::<C, D>(&bases, &scalars), Ok(naive(&bases, &scalars)), "{n}");
        }
    }
    let special = scalars::special::<C::Scalar>();
    let bases = distinct_points::<C>(special.len());
    assert_eq!(with_bases::<C, D>(&bases, &special), Ok(naive(&bases, &special)));
    let refused = with_bases::<C, D>(&bases, &special[1..]);
    assert_eq!(refused, Err(LengthMismatch { expected: bases.len(), found: bases.len() - 1 }));
}

#[test]
fn bases_with_multiples_on_both_word_fillings() {
    bases_with_multiples::<AltBn128, 2>();
    bases_with_multiples::<Secp256k1, 2>();
}
