//! Unreduced values at the ends of their bounds, with every backend, against num-bigint.

// The generators of the larger primes take more steps at compile time than the lint likes.
#![allow(long_running_const_eval)]

mod common;

use common::backends::with_each_backend;
use common::convert::from_words;
use common::inputs::SplitMix64;
use common::kernels::Words;
use common::primes;
use mcl_fp::{Chosen, Factor, FactorRef, Fp, Kernels, Loose, PrimeParams, Wide, Word, nlimbs};
use num_bigint::BigUint;

/// A field on Montgomery forms, with what the oracle needs.
struct Field<P, const N: usize> {
    words: Words<P, N>,
    p: BigUint,
    radix_inverse: BigUint,
}

/// A factor with its integer.
struct Known<F> {
    factor: F,
    integer: BigUint,
}

impl<P: PrimeParams<N>, const N: usize> Field<P, N> {
    fn new() -> Self {
        let p = from_words(P::MODULUS.as_words());
        let radix = BigUint::from(1_u8) << (Word::BITS as usize * N);
        let radix_inverse = radix.modpow(&(&p - 2_u8), &p);
        Self { words: Words::new(), p, radix_inverse }
    }

    /// The forms that all pairs are made of, the end points 0 and p - 1 first.
    fn forms(&self) -> Vec<[Word; N]> {
        let mut forms = self.words.special();
        let mut rng = SplitMix64(1);
        forms.extend((0..5).map(|_| self.words.skewed(&mut rng)));
        forms.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
        forms.dedup();
        let greatest = forms.pop().expect("p - 1 is among them");
        forms.insert(1, greatest);
        forms
    }

    fn element(&self, form: &[Word; N]) -> Known<Fp<P, N>> {
        Known { factor: self.words.element(form), integer: from_words(form) }
    }

    /// `a + b`, below 2p.
    fn sum(&self, a: &[Word; N], b: &[Word; N]) -> Known<Loose<P, N>> {
        let (a, b) = (self.element(a), self.element(b));
        Known { factor: Loose::sum(&a.factor, &b.factor), integer: a.integer + b.integer }
    }

    /// `p - a`, at most p.
    fn negated(&self, a: &[Word; N]) -> Known<Loose<P, N>> {
        let a = self.element(a);
        Known { factor: Loose::negated(&a.factor), integer: &self.p - a.integer }
    }

    /// `2 (a + b)`, below 4p.
    fn double_sum(&self, a: &[Word; N], b: &[Word; N]) -> Known<Loose<P, N>> {
        let sum = self.sum(a, b);
        Known { factor: &sum.factor + &sum.factor, integer: sum.integer * 2_u8 }
    }

    /// `a + b + b`, below 3p.
    fn triple_sum(&self, a: &[Word; N], b: &[Word; N]) -> Known<Loose<P, N>> {
        let (sum, b) = (self.sum(a, b), self.element(b));
        Known { factor: &sum.factor + &b.factor, integer: sum.integer + b.integer }
    }

    /// Whether an element is `value / R` modulo p, in canonical form.
    #[track_caller]
    fn check(&self, x: &Fp<P, N>, value: &BigUint) {
        let expected = value * &self.radix_inverse % &self.p;
        assert_eq!(from_words(&self.words.form(x)), expected, "{value:#x}");
    }

    /// Checks the product of two factors, which is below `SQUARES p^2`.
    #[track_caller]
    fn check_product<const SQUARES: usize, const HIGHS: usize>(
        &self,
        k: impl Kernels,
        a: &Known<impl Factor<P, N>>,
        b: &Known<impl Factor<P, N>>,
    ) {
        let value = &a.integer * &b.integer;
        assert!(value <= &self.p * &self.p * SQUARES, "the test keeps the bounds");
        let product = Wide::product(k, &a.factor, &b.factor);
        self.check(&product.reduce::<SQUARES, HIGHS>(k), &value);
    }
}

/// Products and single sums without a free bit: factors below p.
fn check_canonical_factors<P: PrimeParams<N>, const N: usize>(
    field: &Field<P, N>,
    k: impl Kernels,
) {
    for a in &field.forms() {
        for b in &field.forms() {
            let (x, y) = (field.element(a), field.element(b));
            field.check_product::<1, 0>(k, &x, &y);
            field.check_product::<1, 0>(k, &x, &field.negated(b));
            field.check_product::<1, 0>(k, &field.negated(a), &field.negated(b));
            // a (p - b) + b (p - a): the factors b and p - b on the right add up to p.
            let (minus_x, minus_y) = (field.negated(a), field.negated(b));
            let mut sum = Wide::ZERO;
            sum.set_sum_of_two_products(
                k,
                (&x.factor, &minus_y.factor),
                (&minus_x.factor, &y.factor),
            );
            let value = &x.integer * &minus_y.integer + &minus_x.integer * &y.integer;
            field.check(&sum.reduce::<2, 0>(k), &value);
        }
    }
}

fn check_loose_factors<P: PrimeParams<N>, const N: usize>(field: &Field<P, N>, k: impl Kernels) {
    let p_radix = &field.p << (Word::BITS as usize * N);
    let forms = field.forms();
    for a in &forms {
        for b in &forms {
            let (x, y) = (field.element(a), field.element(b));
            field.check_product::<2, 0>(k, &field.sum(a, b), &y);
            field.check_product::<4, 0>(k, &field.sum(a, a), &field.sum(b, b));
            field.check_product::<4, 0>(k, &field.double_sum(a, b), &field.negated(b));
            field.check_product::<8, 1>(k, &field.double_sum(a, b), &field.sum(a, b));
            field.check_product::<9, 0>(k, &field.triple_sum(a, b), &field.triple_sum(b, a));

            // Right factors that add up to 4p at most.
            let (s, t) = (field.sum(a, b), field.sum(b, b));
            let mut sum = Wide::ZERO;
            sum.set_sum_of_two_products(k, (&s.factor, &t.factor), (&t.factor, &s.factor));
            let value = &s.integer * &t.integer * 2_u8;
            field.check(&sum.reduce::<8, 0>(k), &value);
            // Ten products, the most that a reduction takes.
            let [first, second] = [(&x, &y), (&y, &y)].map(|(x, y)| Known {
                factor: Wide::product(k, &x.factor, &y.factor),
                integer: &x.integer * &y.integer,
            });
            let ten = &(&sum + &first.factor) + &second.factor;
            field.check(&ten.reduce::<10, 0>(k), &(&value + &first.integer + &second.integer));
            // What was added can be taken away again.
            let difference = &(&ten - &second.factor) - &sum;
            field.check(&difference.reduce::<1, 0>(k), &first.integer);

            // Differences that may be negative, of values up to 4 p^2, and the sum of two of them.
            let third = Known {
                factor: Wide::product(k, &s.factor, &t.factor),
                integer: &s.integer * &t.integer,
            };
            let corrected =
                [(&first, &second), (&second, &third), (&third, &first)].map(|(x, y)| {
                    let integer = if x.integer >= y.integer {
                        &x.integer - &y.integer
                    } else {
                        &x.integer + &p_radix - &y.integer
                    };
                    let factor = x.factor.sub_corrected(&y.factor);
                    field.check(&factor.reduce::<4, 1>(k), &integer);
                    Known { factor, integer }
                });
            let both = &corrected[0].factor + &corrected[1].factor;
            let value = &corrected[0].integer + &corrected[1].integer;
            assert!(value < &p_radix * 2_u8, "the test keeps the bounds");
            field.check(&both.reduce::<0, 2>(k), &value);
        }
    }
}

/// Sums of products of unreduced factors with one reduction.
fn check_sums_of_factors<P: PrimeParams<N>, const N: usize>(field: &Field<P, N>, k: impl Kernels) {
    for a in &field.forms() {
        for b in &field.forms() {
            let (x, y) = (field.element(a), field.element(b));
            let (minus_x, minus_y) = (field.negated(a), field.negated(b));
            let (x_ref, y_ref) = (FactorRef::from(&x.factor), FactorRef::from(&y.factor));
            let (minus_x_ref, minus_y_ref) =
                (FactorRef::from(&minus_x.factor), FactorRef::from(&minus_y.factor));
            let (xy, x_minus_y) = (&x.integer * &y.integer, &x.integer * &minus_y.integer);
            let y_minus_x = &y.integer * &minus_x.integer;

            let sum = Fp::sum_of_factors(k, [[x_ref]], [[minus_y_ref]]);
            field.check(&sum, &x_minus_y);
            let sum = Fp::sum_of_factors(k, [[x_ref, y_ref]], [[minus_y_ref, minus_x_ref]]);
            field.check(&sum, &(&x_minus_y + &y_minus_x));
            let sum = Fp::sum_of_factors(
                k,
                [[x_ref], [y_ref], [x_ref]],
                [[minus_y_ref], [minus_x_ref], [y_ref]],
            );
            field.check(&sum, &(&x_minus_y + &y_minus_x + &xy));
            let sum = Fp::sum_of_factors(
                k,
                [[x_ref, y_ref]; 4],
                [[minus_y_ref, minus_x_ref], [minus_y_ref; 2], [y_ref, x_ref], [minus_y_ref; 2]],
            );
            let y_minus_y = &y.integer * &minus_y.integer;
            let value = &x_minus_y * 3_u8 + &y_minus_x + &y_minus_y * 2_u8 + &xy * 2_u8;
            field.check(&sum, &value);
        }
    }
}

/// Single products of factors of at most 2p.
fn check_products_of_sums<P: PrimeParams<N>, const N: usize>(field: &Field<P, N>, k: impl Kernels) {
    for a in &field.forms() {
        for b in &field.forms() {
            let s = field.sum(a, b);
            let minus = field.negated(a);
            let twice_minus =
                Known { factor: &minus.factor + &minus.factor, integer: &minus.integer * 2_u8 };
            let minus_plus = Known {
                factor: &minus.factor + &field.element(b).factor,
                integer: &minus.integer + from_words(b),
            };
            for x in [&s, &twice_minus, &minus_plus] {
                for y in [&s, &twice_minus, &minus_plus] {
                    let (x_ref, y_ref) = (FactorRef::from(&x.factor), FactorRef::from(&y.factor));
                    let product = Fp::sum_of_factors(k, [[x_ref]], [[y_ref]]);
                    field.check(&product, &(&x.integer * &y.integer));
                }
            }
        }
    }
}

/// Runs a check with the kernels of every backend.
macro_rules! with_kernels {
    ($params:ident, $bits:literal, $check:ident) => {{
        const N: usize = nlimbs($bits);
        let field = Field::<primes::$params, N>::new();
        with_each_backend(|_| match Fp::<primes::$params, N>::kernels() {
            Chosen::Portable(kernels) => super::$check(&field, kernels),
            Chosen::Adx(kernels) => super::$check(&field, kernels),
        });
    }};
}

macro_rules! wide_tests {
    ($($name:ident: $params:ident, $bits:literal: $($check:ident)*;)*) => {$(
        mod $name {
            use super::*;

            $(
                #[test]
                fn $check() {
                    with_kernels!($params, $bits, $check);
                }
            )*
        }
    )*};
}

// Two free bits give room for sums of four elements; without them factors are at most p.
wide_tests! {
    p193: P193, 193:
        check_canonical_factors check_loose_factors check_sums_of_factors check_products_of_sums;
    bn254: Bn254P, 254:
        check_canonical_factors check_loose_factors check_sums_of_factors check_products_of_sums;
    snark1: Snark1P, 254:
        check_canonical_factors check_loose_factors check_sums_of_factors check_products_of_sums;
    p254: P254, 254:
        check_canonical_factors check_loose_factors check_sums_of_factors check_products_of_sums;
    bn462: Bn462, 462:
        check_canonical_factors check_loose_factors check_sums_of_factors check_products_of_sums;
    p25519: P25519, 255: check_canonical_factors check_sums_of_factors;
    bn_p256: BnP256, 256: check_canonical_factors check_sums_of_factors;
    p64: P64, 64: check_canonical_factors check_sums_of_factors;
}
