//! Pairings of identities, products whose later terms matter, exponentiations at their edges.

use ff::{Field, PrimeField};
use group::{Curve, Group, GroupEncoding};
use mcl_bn::{
    Bn, BnParams, G1, G1Affine, G2, G2Affine, G2Prepared, Gt, MillerLoopResult,
    final_exponentiation, multi_pairing, pairing, pairing_check,
};
use pairing::{MultiMillerLoop, PairingCurveAffine};

use crate::common::{Fp2, Fp6, Fp12, Fr, random_fp12, rng, scalars};

for_254_bit_curves!(
    an_identity_on_either_side_gives_the_identity,
    the_empty_product_is_the_identity,
    identities_do_not_hide_other_terms,
    every_term_of_a_product_matters,
    checks_of_products,
    opposite_and_repeated_terms,
    extreme_multiples,
    final_exponentiation_of_zero_is_zero,
    final_exponentiation_of_subfields_is_one,
    final_exponentiation_is_multiplicative,
    squarings_at_the_identity,
    laws_of_powers,
    encodings_of_gt_through_the_trait,
);

type Terms<C, const N: usize> = Vec<(G1Affine<C, N>, G2Affine<C, N>)>;

fn random_terms<C: BnParams<N>, const N: usize>(seed: u64, count: usize) -> Terms<C, N> {
    let mut rng = rng(seed);
    (0..count)
        .map(|_| (G1::random(&mut rng).to_affine(), G2::random(&mut rng).to_affine()))
        .collect()
}

/// The product of pairings in every way that the interface offers, which must agree.
fn product<C: BnParams<N>, const N: usize>(terms: &Terms<C, N>) -> Gt<C, N> {
    let product = multi_pairing(terms);
    assert_eq!(pairing_check(terms), product == Gt::identity());
    let single: Gt<C, N> = terms.iter().map(|(p, q)| pairing(p, q)).sum();
    assert_eq!(single, product);
    for prepare in [G2Prepared::from, |q| G2Prepared::reusable(&q)] {
        let prepared: Vec<_> = terms.iter().map(|(p, q)| (p, prepare(*q))).collect();
        let references: Vec<_> = prepared.iter().map(|(p, q)| (*p, q)).collect();
        let result = Bn::multi_miller_loop(&references);
        assert_eq!(result.final_exponentiation(), product);
        let sum = references
            .iter()
            .map(|term| Bn::multi_miller_loop(core::slice::from_ref(term)))
            .fold(MillerLoopResult::default(), |sum, result| sum + result);
        assert_eq!(sum.final_exponentiation(), product);
    }
    product
}

fn an_identity_on_either_side_gives_the_identity<C: BnParams<N>, const N: usize>() {
    let (p, q) = random_terms::<C, N>(1, 1)[0];
    let (o1, o2) = (G1Affine::<C, N>::identity(), G2Affine::<C, N>::identity());
    // Identities that were made, not named.
    let made1 = (G1::from(p) - p).to_affine();
    let made2 = (G2::from(q) - q).to_affine();
    for (p, q) in [(o1, q), (p, o2), (o1, o2), (made1, q), (p, made2), (made1, made2)] {
        assert_eq!(pairing(&p, &q), Gt::identity());
        assert_eq!(p.pairing_with(&q), Gt::identity());
        assert_eq!(q.pairing_with(&p), Gt::identity());
        assert_eq!(product(&vec![(p, q)]), Gt::identity());
    }
    assert_ne!(pairing(&p, &q), Gt::identity());
}

fn the_empty_product_is_the_identity<C: BnParams<N>, const N: usize>() {
    assert_eq!(product::<C, N>(&vec![]), Gt::identity());
    assert!(pairing_check::<C, N>(&[]));
    assert_eq!(MillerLoopResult::<C, N>::default().final_exponentiation(), Gt::identity());
    assert_eq!(core::iter::empty::<Gt<C, N>>().sum::<Gt<C, N>>(), Gt::identity());
}

fn identities_do_not_hide_other_terms<C: BnParams<N>, const N: usize>() {
    let terms = random_terms::<C, N>(2, 3);
    let expected = product(&terms);
    let (p, q) = random_terms::<C, N>(3, 1)[0];
    let (o1, o2) = (G1Affine::<C, N>::identity(), G2Affine::<C, N>::identity());
    for vanishing in [(o1, q), (p, o2), (o1, o2)] {
        for position in 0..=terms.len() {
            let mut more = terms.clone();
            more.insert(position, vanishing);
            assert_eq!(product(&more), expected, "an identity at {position}");
            more.insert(0, vanishing);
            more.push(vanishing);
            assert_eq!(product(&more), expected, "an identity at {position} and at both ends");
        }
    }
}

fn every_term_of_a_product_matters<C: BnParams<N>, const N: usize>() {
    let terms = random_terms::<C, N>(4, 5);
    let expected = product(&terms);
    for i in 0..terms.len() {
        let (p, q) = terms[i];
        let mut others = terms.clone();
        others.remove(i);
        let rest = product(&others);
        assert_ne!(rest, expected);
        assert_eq!(rest + pairing(&p, &q), expected);

        let mut changed = terms.clone();
        changed[i] = (-p, q);
        assert_eq!(product(&changed), expected - pairing(&p, &q).double());
        changed[i] = (p, (G2::from(q) + G2::generator()).to_affine());
        assert_eq!(product(&changed), expected + pairing(&p, &G2Affine::generator()));
    }
}

fn checks_of_products<C: BnParams<N>, const N: usize>() {
    let (p, q) = random_terms::<C, N>(5, 1)[0];
    let (p2, q2) = random_terms::<C, N>(6, 1)[0];
    let (o1, o2) = (G1Affine::<C, N>::identity(), G2Affine::<C, N>::identity());
    assert!(pairing_check(&[(p, q), (-p, q)]));
    assert!(pairing_check(&[(p, q), (p, -q)]));
    assert!(pairing_check(&[(p, q), (p2, q2), (-p, q), (p2, -q2)]));
    assert!(pairing_check(&[(o1, q), (p, o2)]));
    assert!(!pairing_check(&[(p, q)]));
    assert!(!pairing_check(&[(p, q), (p, q)]));
    assert!(!pairing_check(&[(p, q), (-p, q2)]));
    assert!(!pairing_check(&[(o1, q), (p, q)]));
    assert!(!pairing_check(&[(p, o2), (p, q)]));
    assert!(!pairing_check(&[(p, q), (-p, q), (p2, q2)]));
    assert!(!pairing_check(&[(p, q), (-p, q), (p2, o2), (p2, q2)]));
    // e([a]P, Q) = e(P, [a]Q).
    let a = Fr::<C, N>::from(123_456_789);
    assert!(pairing_check(&[((p * a).to_affine(), q), (-p, (q * a).to_affine())]));
    let b = a + Fr::<C, N>::ONE;
    assert!(!pairing_check(&[((p * a).to_affine(), q), (-p, (q * b).to_affine())]));
}

fn opposite_and_repeated_terms<C: BnParams<N>, const N: usize>() {
    let (p, q) = random_terms::<C, N>(7, 1)[0];
    let e = pairing(&p, &q);
    for n in [1, 2, 3, 10] {
        assert_eq!(product(&vec![(p, q); n]), e * Fr::<C, N>::from(n as u64));
    }
    assert_eq!(product(&vec![(p, q), (-p, -q)]), e.double());
    assert_eq!(product(&vec![(p, q), (-p, q), (p, q)]), e);
    assert_eq!(product(&vec![(-p, q), (p, -q)]), -e.double());
}

fn extreme_multiples<C: BnParams<N>, const N: usize>() {
    let (g1, g2) = (G1::<C, N>::generator(), G2::<C, N>::generator());
    let e = Gt::<C, N>::generator();
    for a in scalars::extreme::<Fr<C, N>>() {
        let p = (g1 * a).to_affine();
        for b in scalars::extreme::<Fr<C, N>>() {
            let q = (g2 * b).to_affine();
            assert_eq!(pairing(&p, &q), e * (a * b), "{a:?} {b:?}");
        }
    }
}

fn final_exponentiation_of_zero_is_zero<C: BnParams<N>, const N: usize>() {
    let zero = Fp12::<C, N>::ZERO;
    assert_eq!(final_exponentiation::<C, _, N>(&zero), zero);
}

fn final_exponentiation_of_subfields_is_one<C: BnParams<N>, const N: usize>() {
    let random = random_fp12::<C, N>(&mut rng(8));
    let zero = Fp2::<C, N>::ZERO;
    let embed = |x| Fp12::<C, N>::from_coefficients([x, zero, zero, zero, zero, zero]);
    // Powers of w by elements of Fp2 are in no proper subfield, but of an order that divides
    // (p^2 - 1) 6.
    let w_odd = Fp12::<C, N>::from_coefficients([zero, zero, zero, random.c1.c0, zero, zero]);
    let elements = [
        Fp12::<C, N>::ONE,
        -Fp12::<C, N>::ONE,
        embed(random.c0.c0),
        embed(Fp2::<C, N>::XI),
        Fp12::new(random.c0, Fp6::<C, N>::ZERO),
        w_odd,
    ];
    for f in elements {
        assert_eq!(final_exponentiation::<C, _, N>(&f), Fp12::<C, N>::ONE, "{f:?}");
    }
    assert_ne!(final_exponentiation::<C, _, N>(&random), Fp12::<C, N>::ONE);
}

fn final_exponentiation_is_multiplicative<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(9);
    let [a, b] = [(); 2].map(|()| random_fp12::<C, N>(&mut rng));
    let power = |f: &Fp12<C, N>| final_exponentiation::<C, _, N>(f);
    assert_eq!(power(&(a * b)), power(&a) * power(&b));
    assert_eq!(power(&a.invert_or_zero()), power(&a).conjugate());
    assert_eq!(power(&a.frobenius_map(1)), power(&a).frobenius_map(1));
    assert!(Gt::<C, N>::from_fp12(&power(&a)).is_ok());
}

fn squarings_at_the_identity<C: BnParams<N>, const N: usize>() {
    let one = Fp12::<C, N>::ONE;
    assert_eq!(one.cyclotomic_square(), one);
    assert_eq!(one.square(), one);
    let g = Gt::<C, N>::generator();
    for o in [Gt::<C, N>::identity(), g - g, -Gt::identity(), g * Fr::<C, N>::ZERO] {
        assert_eq!(o, Gt::identity());
        assert!(bool::from(o.is_identity()));
        assert_eq!(o.double(), Gt::identity());
        assert_eq!(o + g, g);
        assert_eq!(g - o, g);
        for k in scalars::extreme::<Fr<C, N>>() {
            assert_eq!(o * k, Gt::identity());
            assert_eq!(o.pow_vartime(&k), Gt::identity());
        }
    }
    // Elsewhere in the group the cyclotomic squaring is the general one.
    let mut x = g;
    for _ in 0..20 {
        assert_eq!(*x.double().as_fp12(), x.as_fp12().square());
        x = x.double() + g;
    }
}

fn laws_of_powers<C: BnParams<N>, const N: usize>() {
    let mut rng = rng(10);
    let x = Gt::<C, N>::random(&mut rng);
    let one = Fr::<C, N>::ONE;
    assert_eq!(x * Fr::<C, N>::ZERO, Gt::identity());
    assert_eq!(x * one, x);
    assert_eq!(x * -one, -x);
    assert_eq!(x * (-one) + x, Gt::identity());
    assert_eq!(*(-x).as_fp12(), x.as_fp12().invert_or_zero());
    assert_eq!((x * Fr::<C, N>::TWO_INV).double(), x);
    for _ in 0..5 {
        let (a, b) = (Fr::<C, N>::random(&mut rng), Fr::<C, N>::random(&mut rng));
        assert_eq!(x * a + x * b, x * (a + b));
        assert_eq!(x * a - x * b, x * (a - b));
        assert_eq!((x * a) * b, x * (a * b));
        assert_eq!((x * a) * a.invert().expect("not zero"), x);
        assert_eq!(x.pow_vartime(&a) + x.pow_vartime(&b), x.pow_vartime(&(a + b)));
        assert_eq!(x.double() * a, (x * a).double());
        assert_eq!((-x) * a, x * -a);
    }
}

fn encodings_of_gt_through_the_trait<C: BnParams<N>, const N: usize>() {
    let g = Gt::<C, N>::generator();
    for x in [Gt::identity(), g, -g] {
        let bytes = GroupEncoding::to_bytes(&x);
        assert_eq!(bytes, x.to_bytes());
        let read: Option<Gt<C, N>> = <Gt<C, N> as GroupEncoding>::from_bytes(&bytes).into();
        assert_eq!(read, Some(x));
        let read: Option<Gt<C, N>> =
            <Gt<C, N> as GroupEncoding>::from_bytes_unchecked(&bytes).into();
        assert_eq!(read, Some(x));
    }
    // Zero is an element of Fp12 but none of Gt.
    let zero = C::GtBytes::default();
    assert!(!bool::from(<Gt<C, N> as GroupEncoding>::from_bytes(&zero).is_some()));
    assert!(bool::from(<Gt<C, N> as GroupEncoding>::from_bytes_unchecked(&zero).is_some()));
}
