//! Fp2, Fp6 and Fp12 against polynomials over num-bigint, for every form of xi.

// The Frobenius constants of the larger towers take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use std::collections::HashMap;

use common::any_tower::{AnyTower, Of};
use common::backends::with_each_backend;
use common::inputs::Sampler;
use common::oracle::{Poly, RootCase};
use common::towers;
use core::marker::PhantomData;
use mcl_fp::{DecodeError, nlimbs};
use num_bigint::BigUint;

/// A test of each property for each tower.
macro_rules! tower_tests {
    ($($property:ident)*) => {$(
        mod $property {
            use super::*;

            // Four words with free bits have kernels of their own, other primes have not.
            tower_tests!(@towers $property, with_each_backend:
                bn254: Bn254, 254;
                snark1: Snark1, 254;
            );
            tower_tests!(@towers $property, once:
                bn_p256: BnP256, 256;
                bn462: Bn462, 462;
            );
        }
    )*};
    (@towers $property:ident, $run:ident: $($name:ident: $params:ident, $bits:literal;)*) => {$(
        #[test]
        fn $name() {
            let tower = Of::<towers::$params, { nlimbs($bits) }>(PhantomData);
            $run(|| super::properties::$property(&tower));
        }
    )*};
}

tower_tests! {
    constants_are_zero_one_and_xi
    fp2_operations_agree_on_special_coefficients
    fp2_operations_agree_on_skewed_elements
    fp2_sums_of_products_agree
    fp2_powers_agree
    fp2_square_roots_follow_the_rule_of_mcl
    fp2_roots_of_ratios_follow_the_contract_of_ff
    cubic_products_and_quartic_squares_agree
    fp6_operations_agree
    fp12_operations_agree
    sparse_products_are_products
    frobenius_maps_are_powers
    cyclotomic_squares_are_squares
    bytes_are_those_of_the_coefficients
    bytes_of_another_length_are_refused
    bytes_of_coefficients_from_p_on_are_refused
}

fn once(test: impl Fn()) {
    test();
}

fn sampler(tower: &dyn AnyTower, seed: u64) -> Sampler {
    Sampler::new(&tower.ring().p, tower.radix_bits(), seed)
}

fn all_are(values: &[Poly], expected: &Poly) -> bool {
    !values.is_empty() && values.iter().all(|x| x == expected)
}

mod properties {
    use super::*;

    pub fn constants_are_zero_one_and_xi(tower: &dyn AnyTower) {
        let [zeros, ones, xis] = tower.constants();
        assert!(all_are(&zeros, &Poly::zero()));
        assert!(all_are(&ones, &Poly::one()));
        assert!(all_are(&xis, &tower.ring().xi()));
    }

    fn check_fp2_unary(tower: &dyn AnyTower, x: &Poly) {
        let ring = tower.ring();
        let results = tower.fp2_unary(x);
        let (a, b) = ring.parts(x);
        assert_eq!(results.negated, ring.neg(x), "-{x:x?}");
        assert!(all_are(&results.doubled, &ring.add(x, x)), "2 * {x:x?}");
        assert_eq!(results.tripled, ring.scale(x, &3_u8.into()), "3 * {x:x?}");
        assert_eq!(ring.add(&results.halved, &results.halved), *x, "{x:x?} / 2");
        assert!(all_are(&results.squared, &ring.square(x)), "{x:x?}^2");
        let conjugate = ring.fp2(&a, &((&ring.p - &b) % &ring.p));
        assert!(all_are(&results.conjugates, &conjugate), "conjugate of {x:x?}");
        assert!(all_are(&results.times_xi, &ring.mul(x, &ring.xi())), "xi * {x:x?}");
        assert!(all_are(&results.norms, &ring.mul(x, &conjugate)), "norm of {x:x?}");
        assert_eq!(results.is_zero, x.is_zero());
        assert_eq!(results.is_odd, a.bit(0), "parity of {x:x?}");
        for inverse in &results.inverses {
            match inverse {
                Some(inverse) => assert_eq!(ring.mul(x, inverse), Poly::one(), "1 / {x:x?}"),
                None => assert!(x.is_zero(), "1 / {x:x?}"),
            }
            let or_zero = inverse.clone().unwrap_or(Poly::zero());
            assert!(all_are(&results.inverses_or_zero, &or_zero), "1 / {x:x?}");
        }
    }

    fn check_binary(
        tower: &dyn AnyTower,
        operation: impl Fn(&Poly, &Poly) -> common::any_tower::Binary,
        x: &Poly,
        y: &Poly,
    ) {
        let ring = tower.ring();
        let results = operation(x, y);
        assert!(all_are(&results.sums, &ring.add(x, y)), "{x:x?} + {y:x?}");
        assert!(all_are(&results.differences, &ring.sub(x, y)), "{x:x?} - {y:x?}");
        assert!(all_are(&results.products, &ring.mul(x, y)), "{x:x?} * {y:x?}");
        assert!(results.equal.iter().all(|equal| *equal == (x == y)), "{x:x?} == {y:x?}");
    }

    fn check_fp2_binary(tower: &dyn AnyTower, x: &Poly, y: &Poly) {
        check_binary(tower, |x, y| tower.fp2_binary(x, y), x, y);
        let ring = tower.ring();
        let scaled = ring.scale(x, &ring.parts(y).0);
        assert!(all_are(&tower.fp2_times_base(x, y), &scaled), "{x:x?} times the real {y:x?}");
        assert_eq!(tower.fp2_select(x, y), [x.clone(), y.clone()]);
    }

    pub fn fp2_operations_agree_on_special_coefficients(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let special = sampler(tower, 0).special();
        let elements: Vec<Poly> =
            special.iter().flat_map(|a| special.iter().map(|b| ring.fp2(a, b))).collect();
        for (i, x) in elements.iter().enumerate() {
            check_fp2_unary(tower, x);
            // Every element with itself, with its neighbours, and with a spread of all the others.
            for y in elements.iter().skip(i % 7).step_by(7).chain([x]) {
                assert_eq!(tower.fp2_binary(x, y).products[0], ring.mul(x, y), "{x:x?} * {y:x?}");
            }
            check_fp2_binary(tower, x, &elements[elements.len() - 1 - i]);
        }
    }

    pub fn fp2_operations_agree_on_skewed_elements(tower: &dyn AnyTower) {
        let mut sampler = sampler(tower, 1);
        for _ in 0..500 {
            let (x, y) = (sampler.fp2(), sampler.fp2());
            check_fp2_unary(tower, &x);
            check_fp2_binary(tower, &x, &y);
        }
    }

    pub fn fp2_sums_of_products_agree(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 2);
        let special = sampler.special();
        for terms in 1..=4 {
            for round in 0..special.len() * special.len() + 100 {
                // All coefficients at one special value on the left and another on the right,
                // then mixtures.
                let mut list = |pick: usize| -> Vec<Poly> {
                    let element = special.get(pick).map(|c| ring.fp2(c, c));
                    (0..terms).map(|_| element.clone().unwrap_or_else(|| sampler.fp2())).collect()
                };
                let (x, y) = (list(round / special.len()), list(round % special.len()));
                let products = x.iter().zip(&y).map(|(x, y)| ring.mul(x, y));
                let expected = products.fold(Poly::zero(), |sum, term| ring.add(&sum, &term));
                assert!(all_are(&tower.fp2_sum_of_products(&x, &y), &expected), "{x:x?} . {y:x?}");
            }
        }
    }

    pub fn fp2_powers_agree(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 3);
        let exponents =
            [BigUint::ZERO, 1_u8.into(), 2_u8.into(), ring.p.clone(), &ring.p * &ring.p - 1_u8];
        for x in [Poly::zero(), Poly::one(), ring.xi(), sampler.fp2()] {
            for exponent in &exponents {
                let powers = tower.fp2_power(&x, &exponent.to_u64_digits());
                assert!(all_are(&powers, &ring.pow(&x, exponent)), "{x:x?} to the {exponent:#x}");
            }
        }
    }

    pub fn fp2_square_roots_follow_the_rule_of_mcl(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 4);
        let special = sampler.special();
        let mut elements: Vec<Poly> = special
            .iter()
            .flat_map(|c| {
                // Real, imaginary and mixed; reals and imaginaries of both residuosities.
                let zero = &BigUint::ZERO;
                let minus = &((&ring.p - c) % &ring.p);
                [(c, zero), (minus, zero), (zero, c), (zero, minus), (c, c), (minus, c)]
                    .map(|(a, b)| ring.fp2(a, b))
            })
            .collect();
        elements.extend((0..100).map(|_| sampler.fp2()));
        let squares: Vec<Poly> = elements.iter().map(|x| ring.square(x)).collect();
        elements.extend(squares);
        let mut cases = HashMap::new();
        for x in &elements {
            let (expected, case) = ring.fp2_square_root(x);
            let (roots, is_square) = tower.fp2_square_root(x);
            assert!(roots.iter().all(|root| *root == expected), "square root of {x:x?}: {case:?}");
            assert_eq!(is_square, expected.is_some(), "{x:x?}");
            if let Some(root) = expected {
                assert_eq!(ring.square(&root), *x);
            }
            *cases.entry(case).or_insert(0) += 1;
        }
        for case in
            [RootCase::Real, RootCase::Imaginary, RootCase::Plus, RootCase::Minus, RootCase::None]
        {
            assert!(cases.get(&case).is_some_and(|count| *count >= 5), "{cases:?}");
        }
    }

    pub fn fp2_roots_of_ratios_follow_the_contract_of_ff(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 5);
        let (x, y) = (sampler.fp2(), sampler.fp2());
        let elements = [
            Poly::zero(),
            Poly::one(),
            ring.neg(&Poly::one()),
            ring.xi(),
            ring.square(&ring.xi()),
            ring.square(&x),
            ring.mul(&ring.xi(), &ring.square(&y)),
            x,
            y,
        ];
        for num in &elements {
            for div in &elements {
                let (choice, root) = tower.fp2_sqrt_ratio(num, div);
                if num.is_zero() {
                    assert!(choice && root.is_zero(), "0 / {div:x?}");
                } else if div.is_zero() {
                    assert!(!choice && root.is_zero(), "{num:x?} / 0");
                } else {
                    let is_square = ring.fp2_square_root(&ring.mul(num, div)).0.is_some();
                    assert_eq!(choice, is_square, "{num:x?} / {div:x?}");
                    let scaled = if choice { num.clone() } else { ring.mul(&ring.xi(), num) };
                    let product = ring.mul(&ring.square(&root), div);
                    assert_eq!(product, scaled, "{num:x?} / {div:x?}");
                }
            }
        }
    }

    pub fn cubic_products_and_quartic_squares_agree(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 6);
        let special = sampler.special();
        // With v = w^2 and s = w^3 both are products in Fp12.
        let raise = |x: &Poly, power: usize| ring.mul(x, &Poly::monomial(power, 1_u8.into()));
        let sum = |list: &[Poly]| list.iter().fold(Poly::zero(), |sum, x| ring.add(&sum, x));
        let cubic = |x: &[Poly; 3]| sum(&[x[0].clone(), raise(&x[1], 2), raise(&x[2], 4)]);
        let quartic = |x: &Poly, y: &Poly| sum(&[x.clone(), raise(y, 3)]);
        for round in 0..special.len() * special.len() + 300 {
            let mut element =
                |pick: usize| special.get(pick).map_or_else(|| sampler.fp2(), |c| ring.fp2(c, c));
            let (left, right) = (round / special.len(), round % special.len());
            let x = [element(left), element(left), element(left)];
            let y = [element(right), element(right), element(right)];
            let product = tower.fp2_cubic_product(x.each_ref(), y.each_ref());
            assert_eq!(cubic(&product), ring.mul(&cubic(&x), &cubic(&y)), "{x:x?} * {y:x?}");
            let [real, mixed] = tower.fp2_quartic_square(&x[0], &y[0]);
            let expected = ring.square(&quartic(&x[0], &y[0]));
            assert_eq!(quartic(&real, &mixed), expected, "({:x?} + {:x?} s)^2", x[0], y[0]);
        }
    }

    /// Elements with every coefficient at one special value, with single coefficients, and skewed
    /// ones.
    fn elements(tower: &dyn AnyTower, powers: &[usize], seed: u64) -> Vec<Poly> {
        let ring = tower.ring();
        let mut sampler = sampler(tower, seed);
        let uniform = |c: &BigUint| {
            powers.iter().fold(Poly::zero(), |sum, power| {
                let part = ring.fp2(c, c);
                ring.add(&sum, &ring.mul(&part, &Poly::monomial(*power, 1_u8.into())))
            })
        };
        let mut elements: Vec<Poly> = sampler.special().iter().map(uniform).collect();
        for power in powers {
            elements.extend([sampler.element([*power]), sampler.element([*power, *power + 6])]);
        }
        let all: Vec<usize> = powers.iter().flat_map(|power| [*power, *power + 6]).collect();
        elements.extend((0..20).map(|_| sampler.element(all.clone())));
        elements.push(Poly::one());
        elements
    }

    pub fn fp6_operations_agree(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let v = Poly::monomial(2, 1_u8.into());
        let elements = elements(tower, &[0, 2, 4], 7);
        for x in &elements {
            let results = tower.fp6_unary(x);
            assert_eq!(results.negated, ring.neg(x), "-{x:x?}");
            assert_eq!(results.doubled, ring.add(x, x), "2 * {x:x?}");
            assert_eq!(results.squared, ring.square(x), "{x:x?}^2");
            assert_eq!(results.times_v, ring.mul(x, &v), "v * {x:x?}");
            let one = if x.is_zero() { Poly::zero() } else { Poly::one() };
            assert_eq!(ring.mul(x, &results.inverse_or_zero), one, "1 / {x:x?}");
            assert!(!x.is_zero() || results.inverse_or_zero.is_zero());
            for y in &elements {
                check_binary(tower, |x, y| tower.fp6_binary(x, y), x, y);
            }
        }
    }

    pub fn fp12_operations_agree(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let elements = elements(tower, &[0, 1, 2, 3, 4, 5], 8);
        for x in &elements {
            let results = tower.fp12_unary(x);
            assert_eq!(results.negated, ring.neg(x), "-{x:x?}");
            assert_eq!(results.squared, ring.square(x), "{x:x?}^2");
            // w becomes -w.
            let conjugate = Poly(core::array::from_fn(|k| {
                if k % 2 == 0 { x.0[k].clone() } else { (&ring.p - &x.0[k]) % &ring.p }
            }));
            assert_eq!(results.conjugate, conjugate, "conjugate of {x:x?}");
            let one = if x.is_zero() { Poly::zero() } else { Poly::one() };
            assert_eq!(ring.mul(x, &results.inverse_or_zero), one, "1 / {x:x?}");
            assert!(!x.is_zero() || results.inverse_or_zero.is_zero());
            for y in &elements {
                check_binary(tower, |x, y| tower.fp12_binary(x, y), x, y);
            }
        }
    }

    pub fn sparse_products_are_products(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 9);
        let special = sampler.special();
        let line = |l: [&Poly; 3], powers: [usize; 3]| {
            l.into_iter().zip(powers).fold(Poly::zero(), |sum, (c, power)| {
                ring.add(&sum, &ring.mul(c, &Poly::monomial(power, 1_u8.into())))
            })
        };
        let elements = elements(tower, &[0, 1, 2, 3, 4, 5], 10);
        for (round, x) in elements.iter().cycle().take(2 * elements.len()).enumerate() {
            let mut coefficient = || {
                let pick = sampler.rng.below(2 * special.len());
                if round % 2 == 0 {
                    special.get(pick).map_or_else(|| sampler.fp2(), |c| ring.fp2(c, c))
                } else {
                    sampler.fp2()
                }
            };
            let (l, m, n) = (&coefficient(), &coefficient(), &coefficient());
            let l = [l, m, n];
            let expected = ring.mul(x, &line(l, [0, 1, 3]));
            assert_eq!(tower.fp12_times_013(x, l), expected, "{x:x?} by {l:x?}");
            let expected = ring.mul(x, &line(l, [0, 2, 3]));
            assert_eq!(tower.fp12_times_023(x, l), expected, "{x:x?} by {l:x?}");
        }
    }

    pub fn frobenius_maps_are_powers(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let mut sampler = sampler(tower, 11);
        // The p-th power of w gives that of every element, because the map is linear over Fp.
        let w_to_p = ring.pow(&Poly::monomial(1, 1_u8.into()), &ring.p);
        let mut powers = vec![Poly::one()];
        for k in 1..12 {
            powers.push(ring.mul(&powers[k - 1], &w_to_p));
        }
        let frobenius = |x: &Poly| {
            x.0.iter()
                .zip(&powers)
                .fold(Poly::zero(), |sum, (c, power)| ring.add(&sum, &ring.scale(power, c)))
        };
        let mut elements = elements(tower, &[0, 1, 2, 3, 4, 5], 12);
        elements.push(sampler.fp12());
        for x in &elements {
            let mut image = x.clone();
            for power in 0..=13 {
                assert_eq!(tower.fp12_frobenius(x, power), image, "power {power} of {x:x?}");
                image = frobenius(&image);
            }
        }
        // The linear map is the p-th power indeed, and its order is twelve.
        let x = sampler.fp12();
        assert_eq!(frobenius(&x), ring.pow(&x, &ring.p));
        assert_eq!((0..12).fold(x.clone(), |image, _| frobenius(&image)), x);
        assert_eq!(tower.fp12_frobenius(&x, 12_000_005), tower.fp12_frobenius(&x, 5));
    }

    pub fn cyclotomic_squares_are_squares(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let one = Poly::one();
        assert_eq!(tower.fp12_cyclotomic_square(&one), one);
        for n in [0, 27, 28, 60] {
            assert_eq!(tower.fp12_cyclotomic_square_n(&one, n), one, "1^(2^{n})");
        }
        let mut samples = elements(tower, &[0, 1, 2, 3, 4, 5], 13);
        samples.retain(|x| !x.is_zero());
        for x in samples {
            // To the power (p^6 - 1)(p^2 + 1).
            let unary = tower.fp12_unary(&x);
            let unitary = ring.mul(&unary.conjugate, &unary.inverse_or_zero);
            let mut x = ring.mul(&tower.fp12_frobenius(&unitary, 2), &unitary);
            // x^(p^4 - p^2 + 1) = 1.
            let fourth_times_x = ring.mul(&tower.fp12_frobenius(&x, 4), &x);
            assert_eq!(fourth_times_x, tower.fp12_frobenius(&x, 2), "not in the subgroup");
            // The relation by which a square is decompressed where the coefficient of w is zero.
            let [g0, g4, g3, g2, g1, g5] = tower.fp12_coefficients(&x);
            let twice = ring.mul(&g4, &g5);
            let difference = ring.sub(&ring.mul(&g1, &g3), &ring.add(&twice, &twice));
            let left = ring.mul(&ring.xi(), &difference);
            assert_eq!(left, ring.mul(&g2, &ring.sub(&one, &g0)));
            for n in [0, 1, 27, 28, 29, 70] {
                let power = (0..n).fold(x.clone(), |power, _| ring.square(&power));
                assert_eq!(tower.fp12_cyclotomic_square_n(&x, n), power, "2^{n} of {x:x?}");
            }
            for _ in 0..3 {
                let square = ring.square(&x);
                assert_eq!(tower.fp12_cyclotomic_square(&x), square, "{x:x?}^2");
                assert_eq!(ring.mul(&x, &tower.fp12_unary(&x).conjugate), one);
                x = square;
            }
        }
    }

    /// The integer in `length` bytes, little endian.
    fn le_bytes(x: &BigUint, length: usize) -> Vec<u8> {
        let mut bytes = x.to_bytes_le();
        bytes.resize(length, 0);
        bytes
    }

    fn bytes_of_base(tower: &dyn AnyTower) -> usize {
        (tower.ring().p.bits() as usize).div_ceil(8)
    }

    pub fn bytes_are_those_of_the_coefficients(tower: &dyn AnyTower) {
        let ring = tower.ring();
        let base = bytes_of_base(tower);
        let spare = 8 * base as u32 - ring.p.bits() as u32;
        assert_eq!(tower.byte_constants(), [(2 * base, spare), (12 * base, spare)]);
        for x in elements(tower, &[0, 1, 2, 3, 4, 5], 14) {
            // In stored order the powers of w are 0, 2, 4, 1, 3, 5.
            let mut expected = vec![];
            for (power, of_fp2) in [0, 2, 4, 1, 3, 5].into_iter().zip(tower.fp12_coefficients(&x)) {
                let mut part = Poly::zero();
                (part.0[0], part.0[6]) = (x.0[power].clone(), x.0[power + 6].clone());
                assert_eq!(of_fp2, part, "coefficient of w^{power}");
                let (a, b) = ring.parts(&part);
                let bytes = [le_bytes(&a, base), le_bytes(&b, base)].concat();
                let mut out = vec![0xaa; 2 * base];
                assert_eq!(tower.fp2_to_bytes(&part, &mut out), Ok(()));
                assert_eq!(out, bytes);
                assert_eq!(tower.fp2_from_bytes(&bytes), Ok(part));
                expected.extend(bytes);
            }
            let mut out = vec![0xaa; 12 * base];
            assert_eq!(tower.fp12_to_bytes(&x, &mut out), Ok(()));
            assert_eq!(out, expected);
            assert_eq!(tower.fp12_from_bytes(&expected), Ok(x));
        }
    }

    pub fn bytes_of_another_length_are_refused(tower: &dyn AnyTower) {
        let base = bytes_of_base(tower);
        for found in 0..=13 * base {
            let zeros = vec![0; found];
            let untouched = vec![0x5a; found];
            let mut out = untouched.clone();
            let expected = 2 * base;
            if found != expected {
                let error = DecodeError::Length { expected, found };
                assert_eq!(tower.fp2_from_bytes(&zeros), Err(error));
                assert_eq!(tower.fp2_to_bytes(&Poly::one(), &mut out), Err(error));
            }
            let expected = 12 * base;
            if found != expected {
                let error = DecodeError::Length { expected, found };
                assert_eq!(tower.fp12_from_bytes(&zeros), Err(error));
                assert_eq!(tower.fp12_to_bytes(&Poly::one(), &mut out), Err(error));
            }
            assert!(found == 2 * base || found == 12 * base || out == untouched);
        }
    }

    pub fn bytes_of_coefficients_from_p_on_are_refused(tower: &dyn AnyTower) {
        let p = tower.ring().p;
        let base = bytes_of_base(tower);
        let end = BigUint::from(1_u8) << (8 * base);
        for x in [p.clone(), &p + 1_u8, &end - 1_u8] {
            for place in 0..12 {
                let mut bytes = vec![0; 12 * base];
                bytes[place * base..][..base].copy_from_slice(&le_bytes(&x, base));
                assert_eq!(tower.fp12_from_bytes(&bytes), Err(DecodeError::NotCanonical));
                if place < 2 {
                    let bytes = &bytes[..2 * base];
                    assert_eq!(tower.fp2_from_bytes(bytes), Err(DecodeError::NotCanonical));
                }
            }
        }
    }
}
