//! A tower behind a trait object, with polynomials of the oracle for elements: the tests are
//! compiled once, and every tower adds only the thin layer below.
//!
//! Where several functions promise the same value, they are returned together in a list.

// The operators on references are among what is tested.
#![allow(clippy::op_ref)]

use core::marker::PhantomData;

use ff::Field;
use mcl_fp::{DecodeError, FieldBytes, FieldExt, Fp, Word};
use mcl_tower::{Fp2, Fp2Arith, Fp2Params, Fp6, Fp12};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::convert::{fp2, fp6, fp12, of_fp2, of_fp6, of_fp12, ring};
use super::oracle::{Poly, Ring};

/// What is computed from one element of Fp2.
pub struct Fp2Unary {
    pub negated: Poly,
    pub doubled: Vec<Poly>,
    pub tripled: Poly,
    pub halved: Poly,
    pub squared: Vec<Poly>,
    pub conjugates: Vec<Poly>,
    pub times_xi: Vec<Poly>,
    pub norms: Vec<Poly>,
    pub inverses: Vec<Option<Poly>>,
    pub inverses_or_zero: Vec<Poly>,
    pub is_zero: bool,
    pub is_odd: bool,
}

/// What is computed from two elements.
pub struct Binary {
    pub sums: Vec<Poly>,
    pub differences: Vec<Poly>,
    pub products: Vec<Poly>,
    pub equal: Vec<bool>,
}

/// What is computed from one element of Fp6.
pub struct Fp6Unary {
    pub negated: Poly,
    pub doubled: Poly,
    pub squared: Poly,
    pub times_v: Poly,
    pub inverse_or_zero: Poly,
}

/// What is computed from one element of Fp12.
pub struct Fp12Unary {
    pub negated: Poly,
    pub squared: Poly,
    pub conjugate: Poly,
    pub inverse_or_zero: Poly,
}

/// A tower with its operations on polynomials.
pub trait AnyTower {
    fn ring(&self) -> Ring;
    fn radix_bits(&self) -> usize;

    /// Zero, one, xi and the default element of Fp2; zero, one of Fp6 and Fp12 and their defaults.
    fn constants(&self) -> [Vec<Poly>; 3];

    fn fp2_unary(&self, x: &Poly) -> Fp2Unary;
    fn fp2_binary(&self, x: &Poly, y: &Poly) -> Binary;
    /// The product with the real part of `scale`.
    fn fp2_times_base(&self, x: &Poly, scale: &Poly) -> Vec<Poly>;
    fn fp2_select(&self, x: &Poly, y: &Poly) -> [Poly; 2];
    /// Sums of one to four products.
    fn fp2_sum_of_products(&self, x: &[Poly], y: &[Poly]) -> Vec<Poly>;
    fn fp2_power(&self, x: &Poly, exponent: &[u64]) -> Vec<Poly>;
    fn fp2_square_root(&self, x: &Poly) -> ([Option<Poly>; 3], bool);
    fn fp2_sqrt_ratio(&self, num: &Poly, div: &Poly) -> (bool, Poly);
    fn fp2_cubic_product(&self, x: [&Poly; 3], y: [&Poly; 3]) -> [Poly; 3];
    fn fp2_quartic_square(&self, x: &Poly, y: &Poly) -> [Poly; 2];
    fn fp2_from_bytes(&self, bytes: &[u8]) -> Result<Poly, DecodeError>;
    fn fp2_to_bytes(&self, x: &Poly, out: &mut [u8]) -> Result<(), DecodeError>;
    /// Bytes and spare bits of Fp2 and Fp12.
    fn byte_constants(&self) -> [(usize, u32); 2];

    fn fp6_unary(&self, x: &Poly) -> Fp6Unary;
    fn fp6_binary(&self, x: &Poly, y: &Poly) -> Binary;

    fn fp12_unary(&self, x: &Poly) -> Fp12Unary;
    fn fp12_binary(&self, x: &Poly, y: &Poly) -> Binary;
    fn fp12_frobenius(&self, x: &Poly, power: usize) -> Poly;
    fn fp12_cyclotomic_square(&self, x: &Poly) -> Poly;
    fn fp12_cyclotomic_square_n(&self, x: &Poly, n: usize) -> Poly;
    fn fp12_times_013(&self, x: &Poly, line: [&Poly; 3]) -> Poly;
    fn fp12_times_023(&self, x: &Poly, line: [&Poly; 3]) -> Poly;
    fn fp12_coefficients(&self, x: &Poly) -> [Poly; 6];
    fn fp12_from_bytes(&self, bytes: &[u8]) -> Result<Poly, DecodeError>;
    fn fp12_to_bytes(&self, x: &Poly, out: &mut [u8]) -> Result<(), DecodeError>;
}

/// The tower of the parameters `P`.
pub struct Of<P, const N: usize>(pub PhantomData<P>);

impl<P: Fp2Params<N>, const N: usize> AnyTower for Of<P, N> {
    fn ring(&self) -> Ring {
        ring::<P, N>()
    }

    fn radix_bits(&self) -> usize {
        Word::BITS as usize * N
    }

    fn constants(&self) -> [Vec<Poly>; 3] {
        type F6<P, const N: usize> = Fp6<Fp2<P, N>>;
        type F12<P, const N: usize> = Fp12<Fp2<P, N>>;
        let zeros = vec![
            of_fp2::<P, N>(&Fp2::ZERO),
            of_fp2::<P, N>(&<Fp2<P, N> as Field>::ZERO),
            of_fp2::<P, N>(&<Fp2<P, N> as Fp2Arith>::ZERO),
            of_fp2::<P, N>(&Fp2::default()),
            of_fp6(&F6::<P, N>::ZERO),
            of_fp6(&F6::<P, N>::default()),
            of_fp12(&F12::<P, N>::ZERO),
        ];
        let ones = vec![
            of_fp2::<P, N>(&Fp2::ONE),
            of_fp2::<P, N>(&<Fp2<P, N> as Field>::ONE),
            of_fp2::<P, N>(&<Fp2<P, N> as Fp2Arith>::ONE),
            of_fp6(&F6::<P, N>::ONE),
            of_fp12(&F12::<P, N>::ONE),
            of_fp12(&F12::<P, N>::default()),
        ];
        let xis = vec![of_fp2::<P, N>(&Fp2::XI), of_fp2(&Fp2::<P, N>::splat(&Fp2::XI))];
        [zeros, ones, xis]
    }

    fn fp2_unary(&self, x: &Poly) -> Fp2Unary {
        let x: Fp2<P, N> = fp2(x);
        let base = |c: Fp<P, N>| of_fp2(&Fp2::<P, N>::new(c, Fp::ZERO));
        let option = |x: Option<Fp2<P, N>>| x.map(|x| of_fp2(&x));
        Fp2Unary {
            negated: of_fp2(&-x),
            doubled: vec![
                of_fp2(&x.double()),
                of_fp2(&Field::double(&x)),
                of_fp2(&Fp2Arith::double(&x)),
            ],
            tripled: of_fp2(&x.triple()),
            halved: of_fp2(&x.halve()),
            squared: vec![
                of_fp2(&x.square()),
                of_fp2(&Field::square(&x)),
                of_fp2(&Fp2Arith::square(&x)),
                of_fp2(&x.const_mul(&x)),
            ],
            conjugates: vec![
                of_fp2(&x.conjugate()),
                of_fp2(&Fp2Arith::conjugate(&x)),
                of_fp2(&x.const_conjugate()),
            ],
            times_xi: vec![of_fp2(&x.mul_by_xi()), of_fp2(&Fp2Arith::mul_by_xi(&x))],
            norms: vec![base(x.norm()), base(x.const_norm())],
            inverses: vec![
                option(x.invert().into()),
                option(Field::invert(&x).into()),
                option(x.invert_vartime()),
                option(FieldExt::invert_vartime(&x)),
            ],
            inverses_or_zero: vec![of_fp2(&x.invert_or_zero())],
            is_zero: x.is_zero().into(),
            is_odd: x.parity().into(),
        }
    }

    fn fp2_binary(&self, x: &Poly, y: &Poly) -> Binary {
        let (x, y): (Fp2<P, N>, Fp2<P, N>) = (fp2(x), fp2(y));
        let list = |x: &[Fp2<P, N>]| x.iter().map(of_fp2).collect();
        let (mut sum, mut difference, mut product) = (x, x, x);
        sum += y;
        difference -= y;
        product *= y;
        let (mut sum_ref, mut difference_ref, mut product_ref) = (x, x, x);
        sum_ref += &y;
        difference_ref -= &y;
        product_ref *= &y;
        let both = [x, y];
        Binary {
            sums: list(&[
                x + y,
                x + &y,
                &x + y,
                &x + &y,
                sum,
                sum_ref,
                x.const_add(&y),
                both.iter().sum(),
                both.into_iter().sum(),
            ]),
            differences: list(&[
                x - y,
                x - &y,
                &x - y,
                &x - &y,
                difference,
                difference_ref,
                x.const_sub(&y),
            ]),
            products: list(&[
                x * y,
                x * &y,
                &x * y,
                &x * &y,
                product,
                product_ref,
                Fp2Arith::product(&x, &y),
                x.const_mul(&y),
                both.iter().product(),
                both.into_iter().product(),
            ]),
            equal: vec![x == y, x.ct_eq(&y).into(), x.const_eq_vartime(&y)],
        }
    }

    fn fp2_times_base(&self, x: &Poly, scale: &Poly) -> Vec<Poly> {
        let (x, scale): (Fp2<P, N>, Fp<P, N>) = (fp2(x), fp2(scale).c0);
        vec![of_fp2(&x.mul_by_base(&scale)), of_fp2(&Fp2Arith::mul_by_base(&x, &scale))]
    }

    fn fp2_select(&self, x: &Poly, y: &Poly) -> [Poly; 2] {
        let (x, y): (Fp2<P, N>, Fp2<P, N>) = (fp2(x), fp2(y));
        [0, 1].map(|bit| of_fp2(&Fp2::conditional_select(&x, &y, Choice::from(bit))))
    }

    fn fp2_sum_of_products(&self, x: &[Poly], y: &[Poly]) -> Vec<Poly> {
        let x: Vec<Fp2<P, N>> = x.iter().map(fp2).collect();
        let y: Vec<Fp2<P, N>> = y.iter().map(fp2).collect();
        let sums = match (&x[..], &y[..]) {
            ([a], [b]) => sums([a], [b]),
            ([a, b], [c, d]) => sums([a, b], [c, d]),
            ([a, b, c], [d, e, f]) => sums([a, b, c], [d, e, f]),
            ([a, b, c, d], [e, f, g, h]) => sums([a, b, c, d], [e, f, g, h]),
            _ => panic!("one to four products"),
        };
        sums.iter().map(of_fp2).collect()
    }

    fn fp2_power(&self, x: &Poly, exponent: &[u64]) -> Vec<Poly> {
        let x: Fp2<P, N> = fp2(x);
        vec![of_fp2(&x.pow(exponent)), of_fp2(&x.pow_vartime(exponent))]
    }

    fn fp2_square_root(&self, x: &Poly) -> ([Option<Poly>; 3], bool) {
        let x: Fp2<P, N> = fp2(x);
        let roots = [x.sqrt().into(), Field::sqrt(&x).into(), x.sqrt_vartime()];
        (roots.map(|root: Option<Fp2<P, N>>| root.map(|x| of_fp2(&x))), x.is_square().into())
    }

    fn fp2_sqrt_ratio(&self, num: &Poly, div: &Poly) -> (bool, Poly) {
        let (is_square, root) = Fp2::<P, N>::sqrt_ratio(&fp2(num), &fp2(div));
        (is_square.into(), of_fp2(&root))
    }

    fn fp2_cubic_product(&self, x: [&Poly; 3], y: [&Poly; 3]) -> [Poly; 3] {
        let [x, y] = [x, y].map(|[a, b, c]| Fp6::new(fp2(a), fp2(b), fp2(c)));
        let product = Fp2::<P, N>::cubic_mul(&x, &y);
        [&product.c0, &product.c1, &product.c2].map(of_fp2)
    }

    fn fp2_quartic_square(&self, x: &Poly, y: &Poly) -> [Poly; 2] {
        let (x, y) = Fp2::<P, N>::quartic_square(&fp2(x), &fp2(y));
        [of_fp2(&x), of_fp2(&y)]
    }

    fn fp2_from_bytes(&self, bytes: &[u8]) -> Result<Poly, DecodeError> {
        Fp2::<P, N>::from_le_bytes(bytes).map(|x| of_fp2(&x))
    }

    fn fp2_to_bytes(&self, x: &Poly, out: &mut [u8]) -> Result<(), DecodeError> {
        fp2::<P, N>(x).write_le_bytes(out)
    }

    fn byte_constants(&self) -> [(usize, u32); 2] {
        type F12<P, const N: usize> = Fp12<Fp2<P, N>>;
        [
            (Fp2::<P, N>::BYTES, Fp2::<P, N>::SPARE_BITS),
            (F12::<P, N>::BYTES, F12::<P, N>::SPARE_BITS),
        ]
    }

    fn fp6_unary(&self, x: &Poly) -> Fp6Unary {
        let x = fp6::<P, N>(x);
        Fp6Unary {
            negated: of_fp6(&-x),
            doubled: of_fp6(&x.double()),
            squared: of_fp6(&x.square()),
            times_v: of_fp6(&x.mul_by_v()),
            inverse_or_zero: of_fp6(&x.invert_or_zero()),
        }
    }

    fn fp6_binary(&self, x: &Poly, y: &Poly) -> Binary {
        let (x, y) = (fp6::<P, N>(x), fp6::<P, N>(y));
        Binary {
            sums: vec![of_fp6(&(x + y))],
            differences: vec![of_fp6(&(x - y))],
            products: vec![of_fp6(&(x * y))],
            equal: vec![x == y],
        }
    }

    fn fp12_unary(&self, x: &Poly) -> Fp12Unary {
        let x = fp12::<P, N>(x);
        Fp12Unary {
            negated: of_fp12(&-x),
            squared: of_fp12(&x.square()),
            conjugate: of_fp12(&x.conjugate()),
            inverse_or_zero: of_fp12(&x.invert_or_zero()),
        }
    }

    fn fp12_binary(&self, x: &Poly, y: &Poly) -> Binary {
        let (x, y) = (fp12::<P, N>(x), fp12::<P, N>(y));
        Binary {
            sums: vec![of_fp12(&(x + y))],
            differences: vec![of_fp12(&(x - y))],
            products: vec![of_fp12(&(x * y)), of_fp12(&(x * &y)), of_fp12(&x.product(&y))],
            equal: vec![x == y],
        }
    }

    fn fp12_frobenius(&self, x: &Poly, power: usize) -> Poly {
        of_fp12(&fp12::<P, N>(x).frobenius_map(power))
    }

    fn fp12_cyclotomic_square(&self, x: &Poly) -> Poly {
        of_fp12(&fp12::<P, N>(x).cyclotomic_square())
    }

    fn fp12_cyclotomic_square_n(&self, x: &Poly, n: usize) -> Poly {
        of_fp12(&fp12::<P, N>(x).cyclotomic_square_n(n))
    }

    fn fp12_times_013(&self, x: &Poly, line: [&Poly; 3]) -> Poly {
        let [l0, l1, l3] = line.map(fp2::<P, N>);
        of_fp12(&fp12::<P, N>(x).mul_by_013(&l0, &l1, &l3))
    }

    fn fp12_times_023(&self, x: &Poly, line: [&Poly; 3]) -> Poly {
        let [l0, l2, l3] = line.map(fp2::<P, N>);
        of_fp12(&fp12::<P, N>(x).mul_by_023(&l0, &l2, &l3))
    }

    fn fp12_coefficients(&self, x: &Poly) -> [Poly; 6] {
        fp12::<P, N>(x).coefficients().map(of_fp2)
    }

    fn fp12_from_bytes(&self, bytes: &[u8]) -> Result<Poly, DecodeError> {
        Fp12::<Fp2<P, N>>::from_le_bytes(bytes).map(|x| of_fp12(&x))
    }

    fn fp12_to_bytes(&self, x: &Poly, out: &mut [u8]) -> Result<(), DecodeError> {
        fp12::<P, N>(x).write_le_bytes(out)
    }
}

fn sums<P: Fp2Params<N>, const N: usize, const T: usize>(
    x: [&Fp2<P, N>; T],
    y: [&Fp2<P, N>; T],
) -> Vec<Fp2<P, N>> {
    vec![
        <Fp2<P, N> as Fp2Arith>::sum_of_products(x, y),
        <Fp2<P, N> as FieldExt>::sum_of_products(x, y),
    ]
}
