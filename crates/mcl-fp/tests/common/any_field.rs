//! A prime field behind a trait object, with integers for elements: the battery is compiled once,
//! and every prime adds only the thin layer below.
//!
//! Every result is checked to be in canonical form on its way out. Where several functions promise
//! the same value, they are returned together in a list.

use core::cmp::Ordering;
use core::marker::PhantomData;

use ff::{Field, FromUniformBytes, PrimeField};
use mcl_fp::{
    DecodeError, FieldBytes, FieldExt, Fp, ParseError, Uint, Word, batch_invert, batch_invert_in,
};
use num_bigint::BigUint;
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::convert::{checked, checked_option, fp, from_words, modulus, to_repr, to_words};
use super::primes::TestPrime;

/// The associated constants, as integers.
pub struct Constants {
    pub bits: [u32; 2],
    pub bytes: [usize; 2],
    pub capacity: u32,
    pub spare_bits: u32,
    pub modulus_text: &'static str,
    pub zeros: Vec<BigUint>,
    pub ones: Vec<BigUint>,
    pub two_inverse: BigUint,
    pub generator: BigUint,
    pub two_adicity: u32,
    pub root_of_unity: BigUint,
    pub root_of_unity_inverse: BigUint,
    pub delta: BigUint,
}

/// What is computed from one element.
pub struct Unary {
    pub negated: Vec<BigUint>,
    pub doubled: Vec<BigUint>,
    pub tripled: BigUint,
    pub squared: Vec<BigUint>,
    pub cubed: BigUint,
    pub is_zero: bool,
    pub is_odd: [bool; 3],
}

/// What is computed from two elements.
pub struct Binary {
    pub sum: Vec<BigUint>,
    pub difference: Vec<BigUint>,
    pub product: Vec<BigUint>,
    pub equal: [bool; 3],
    pub ordering: [Ordering; 2],
    pub selected: Vec<BigUint>,
}

/// A prime field with its operations on integers below p.
pub trait AnyField {
    fn modulus(&self) -> BigUint;
    fn radix_bits(&self) -> usize;
    fn generator(&self) -> u64;
    fn factors(&self) -> &'static str;
    fn constants(&self) -> Constants;

    fn unary(&self, a: &BigUint) -> Unary;
    fn binary(&self, a: &BigUint, b: &BigUint) -> Binary;

    fn inverse(&self, a: &BigUint) -> [Option<BigUint>; 4];
    fn batch_inverse(&self, elements: &[BigUint]) -> Vec<BigUint>;
    fn batch_inverse_in(&self, elements: &[BigUint], scratch: usize) -> (Vec<BigUint>, bool);
    fn power(&self, base: &BigUint, exponent: &BigUint) -> Vec<BigUint>;
    fn square_root(&self, a: &BigUint) -> [Option<BigUint>; 3];
    /// In constant and in variable time.
    fn is_square(&self, a: &BigUint) -> [bool; 2];
    fn sqrt_ratio(&self, num: &BigUint, div: &BigUint) -> (bool, BigUint);
    fn sqrt_alt(&self, a: &BigUint) -> (bool, BigUint);

    /// Of any integer below the radix: its residue, and the element if it is below p.
    fn read_integer(&self, x: &BigUint) -> (BigUint, [Option<BigUint>; 3]);
    fn to_integer(&self, a: &BigUint) -> [BigUint; 3];
    fn of_u64(&self, x: u64) -> Vec<BigUint>;
    fn of_bool(&self, x: bool) -> BigUint;
    fn read_le_bytes(&self, bytes: &[u8]) -> [Result<BigUint, DecodeError>; 2];
    fn read_be_bytes(&self, bytes: &[u8]) -> Result<BigUint, DecodeError>;
    fn write_le_bytes(&self, a: &BigUint, out: [&mut [u8]; 2]) -> [Result<(), DecodeError>; 2];
    fn write_be_bytes(&self, a: &BigUint, out: &mut [u8]) -> Result<(), DecodeError>;
    fn reduce_le_bytes(&self, bytes: &[u8]) -> BigUint;
    fn reduce_be_bytes(&self, bytes: &[u8]) -> BigUint;
    fn reduce_uniform_bytes(&self, bytes: &[u8; 64]) -> Vec<BigUint>;
    fn parse(&self, text: &str) -> Result<BigUint, ParseError>;
    /// The formats of [`formats`].
    fn format(&self, a: &BigUint) -> Vec<String>;
    /// A random element made from the words; none if there are too few. Also, how many were used.
    fn random(&self, words: &[u64]) -> (Option<BigUint>, usize);
}

/// A value in every format that the elements and the integers of num-bigint share.
macro_rules! formats {
    ($x:expr) => {{
        let x = $x;
        vec![
            format!("{x:x}"),
            format!("{x:#x}"),
            format!("{x:300x}"),
            format!("{x:0300x}"),
            format!("{x:#0300x}"),
            format!("{x:*<#300x}"),
            format!("{x:^+300x}"),
        ]
    }};
}
pub(crate) use formats;

/// The integers of several results that should be the same element. Plain pushes: `array::map`
/// would make up most of this binary's code.
macro_rules! checked {
    ($($x:expr),* $(,)?) => { vec![$(checked::<P, N>($x)),*] };
}

/// The field of the parameters `P`.
pub struct Of<P, const N: usize>(pub PhantomData<P>);

impl<P: TestPrime<N>, const N: usize> AnyField for Of<P, N> {
    fn modulus(&self) -> BigUint {
        modulus::<P, N>()
    }

    fn radix_bits(&self) -> usize {
        Word::BITS as usize * N
    }

    fn generator(&self) -> u64 {
        P::GENERATOR
    }

    fn factors(&self) -> &'static str {
        P::FACTORS
    }

    fn constants(&self) -> Constants {
        Constants {
            bits: [Fp::<P, N>::BITS, <Fp<P, N> as PrimeField>::NUM_BITS],
            bytes: [Fp::<P, N>::BYTES, <Fp<P, N> as FieldBytes>::BYTES],
            capacity: Fp::<P, N>::CAPACITY,
            spare_bits: <Fp<P, N> as FieldBytes>::SPARE_BITS,
            modulus_text: <Fp<P, N> as PrimeField>::MODULUS,
            zeros: checked![Fp::<P, N>::ZERO, <Fp<P, N> as Field>::ZERO, Fp::default()],
            ones: checked![Fp::<P, N>::ONE, <Fp<P, N> as Field>::ONE],
            two_inverse: checked(Fp::<P, N>::TWO_INV),
            generator: checked(Fp::<P, N>::MULTIPLICATIVE_GENERATOR),
            two_adicity: Fp::<P, N>::S,
            root_of_unity: checked(Fp::<P, N>::ROOT_OF_UNITY),
            root_of_unity_inverse: checked(Fp::<P, N>::ROOT_OF_UNITY_INV),
            delta: checked(Fp::<P, N>::DELTA),
        }
    }

    fn unary(&self, a: &BigUint) -> Unary {
        let a: Fp<P, N> = fp(a);
        Unary {
            negated: checked![-a, -&a, a.const_neg()],
            doubled: checked![a.double(), Field::double(&a)],
            tripled: checked(a.triple()),
            squared: checked![a.square(), Field::square(&a)],
            cubed: checked(Field::cube(&a)),
            is_zero: a.is_zero().into(),
            is_odd: [a.is_odd().into(), (!a.is_even()).into(), FieldExt::parity(&a).into()],
        }
    }

    fn binary(&self, a: &BigUint, b: &BigUint) -> Binary {
        let (a, b): (Fp<P, N>, Fp<P, N>) = (fp(a), fp(b));
        Binary {
            sum: checked![a + b, a.const_add(&b)],
            difference: checked![a - b, a.const_sub(&b)],
            product: checked![a * b, a.const_mul(&b)],
            equal: [a == b, a.ct_eq(&b).into(), a.const_eq_vartime(&b)],
            ordering: [a.cmp(&b), a.partial_cmp(&b).expect("a total order")],
            selected: checked![
                Fp::conditional_select(&a, &b, Choice::from(0)),
                Fp::conditional_select(&a, &b, Choice::from(1)),
            ],
        }
    }

    fn inverse(&self, a: &BigUint) -> [Option<BigUint>; 4] {
        let a: Fp<P, N> = fp(a);
        [
            checked_option(a.invert()),
            checked_option(Field::invert(&a)),
            checked_option(a.invert_vartime()),
            checked_option(FieldExt::invert_vartime(&a)),
        ]
    }

    fn batch_inverse(&self, elements: &[BigUint]) -> Vec<BigUint> {
        let mut elements: Vec<Fp<P, N>> = elements.iter().map(fp).collect();
        batch_invert(&mut elements);
        elements.into_iter().map(checked).collect()
    }

    fn batch_inverse_in(&self, elements: &[BigUint], scratch: usize) -> (Vec<BigUint>, bool) {
        let mut elements: Vec<Fp<P, N>> = elements.iter().map(fp).collect();
        let done = batch_invert_in(&mut elements, &mut vec![Fp::ONE; scratch]).is_ok();
        (elements.into_iter().map(checked).collect(), done)
    }

    fn power(&self, base: &BigUint, exponent: &BigUint) -> Vec<BigUint> {
        let base: Fp<P, N> = fp(base);
        let digits = exponent.to_u64_digits();
        let words = Uint::<N>::from_words(to_words(exponent));
        checked![
            base.pow(&digits),
            base.pow_vartime(&digits),
            base.pow_public(&words),
            base.const_pow_vartime(&words),
        ]
    }

    fn square_root(&self, a: &BigUint) -> [Option<BigUint>; 3] {
        let a: Fp<P, N> = fp(a);
        [
            checked_option(a.sqrt()),
            checked_option(Field::sqrt(&a)),
            checked_option(FieldExt::sqrt_vartime(&a)),
        ]
    }

    fn is_square(&self, a: &BigUint) -> [bool; 2] {
        let a: Fp<P, N> = fp(a);
        [a.is_square().into(), a.is_square_vartime()]
    }

    fn sqrt_ratio(&self, num: &BigUint, div: &BigUint) -> (bool, BigUint) {
        let (is_square, root) = Fp::<P, N>::sqrt_ratio(&fp(num), &fp(div));
        (is_square.into(), checked(root))
    }

    fn sqrt_alt(&self, a: &BigUint) -> (bool, BigUint) {
        let (is_square, root) = fp::<P, N>(a).sqrt_alt();
        (is_square.into(), checked(root))
    }

    fn read_integer(&self, x: &BigUint) -> (BigUint, [Option<BigUint>; 3]) {
        let uint = Uint::<N>::from_words(to_words(x));
        let exact = [
            checked_option(Fp::<P, N>::from_uint(&uint)),
            checked_option(Fp::<P, N>::from_repr(&to_repr(x))),
            checked_option(<Fp<P, N> as PrimeField>::from_repr(to_repr(x))),
        ];
        (checked(Fp::<P, N>::from_uint_reduced(&uint)), exact)
    }

    fn to_integer(&self, a: &BigUint) -> [BigUint; 3] {
        let a: Fp<P, N> = fp(a);
        [
            from_words(a.to_uint().as_words()),
            BigUint::from_bytes_le(a.to_repr().as_ref()),
            BigUint::from_bytes_le(PrimeField::to_repr(&a).as_ref()),
        ]
    }

    fn of_u64(&self, x: u64) -> Vec<BigUint> {
        checked![Fp::<P, N>::from_u64(x), Fp::from(x), Fp::from_u128(x.into())]
    }

    fn of_bool(&self, x: bool) -> BigUint {
        checked(Fp::<P, N>::from(x))
    }

    fn read_le_bytes(&self, bytes: &[u8]) -> [Result<BigUint, DecodeError>; 2] {
        [
            Fp::<P, N>::from_le_bytes(bytes).map(checked),
            <Fp<P, N> as FieldBytes>::from_le_bytes(bytes).map(checked),
        ]
    }

    fn read_be_bytes(&self, bytes: &[u8]) -> Result<BigUint, DecodeError> {
        Fp::<P, N>::from_be_bytes(bytes).map(checked)
    }

    fn write_le_bytes(&self, a: &BigUint, out: [&mut [u8]; 2]) -> [Result<(), DecodeError>; 2] {
        let a: Fp<P, N> = fp(a);
        let [inherent, of_trait] = out;
        [a.write_le_bytes(inherent), FieldBytes::write_le_bytes(&a, of_trait)]
    }

    fn write_be_bytes(&self, a: &BigUint, out: &mut [u8]) -> Result<(), DecodeError> {
        fp::<P, N>(a).write_be_bytes(out)
    }

    fn reduce_le_bytes(&self, bytes: &[u8]) -> BigUint {
        checked(Fp::<P, N>::from_le_bytes_mod(bytes))
    }

    fn reduce_be_bytes(&self, bytes: &[u8]) -> BigUint {
        checked(Fp::<P, N>::from_be_bytes_mod(bytes))
    }

    fn reduce_uniform_bytes(&self, bytes: &[u8; 64]) -> Vec<BigUint> {
        let first = bytes.first_chunk().expect("48 of 64 bytes");
        checked![
            <Fp<P, N> as FromUniformBytes<48>>::from_uniform_bytes(first),
            <Fp<P, N> as FromUniformBytes<64>>::from_uniform_bytes(bytes),
        ]
    }

    fn parse(&self, text: &str) -> Result<BigUint, ParseError> {
        text.parse::<Fp<P, N>>().map(checked)
    }

    fn format(&self, a: &BigUint) -> Vec<String> {
        let a: Fp<P, N> = fp(a);
        let mut texts = formats!(&a);
        texts.extend([format!("{a}"), format!("{a:?}")]);
        texts
    }

    fn random(&self, words: &[u64]) -> (Option<BigUint>, usize) {
        let mut source = Words(words.iter());
        let element = Fp::<P, N>::try_random(&mut source);
        (element.ok().map(checked), words.len() - source.0.len())
    }
}

/// Sums of products by one generic function for each shape, apart from [`AnyField`] because they
/// are many.
pub trait AnyShape: AnyField {
    /// `T` groups of `K` products (for `K` = 1 by the trait); none for a shape that does not exist.
    fn sum_of_products(
        &self,
        shape: (usize, usize),
        a: &[BigUint],
        b: &[BigUint],
    ) -> Option<BigUint>;
}

impl<P: TestPrime<N>, const N: usize> AnyShape for Of<P, N> {
    fn sum_of_products(
        &self,
        shape: (usize, usize),
        a: &[BigUint],
        b: &[BigUint],
    ) -> Option<BigUint> {
        let a: Vec<Fp<P, N>> = a.iter().map(fp).collect();
        let b: Vec<Fp<P, N>> = b.iter().map(fp).collect();
        macro_rules! shapes {
            ($($terms:literal: $($groups:literal)*;)*) => {
                match shape {
                    $($(($groups, $terms) => shaped::<P, N, $groups, $terms>(&a, &b),)*)*
                    _ => return None,
                }
            };
        }
        // Products in a group: numbers of groups, up to eight products in all.
        let sum = shapes! {
            1: 1 2 3 4 5 6 7 8;
            2: 1 2 3 4;
            3: 1 2;
            4: 1 2;
            5: 1;
            6: 1;
            7: 1;
            8: 1;
        };
        Some(checked(sum))
    }
}

fn shaped<P: TestPrime<N>, const N: usize, const T: usize, const K: usize>(
    a: &[Fp<P, N>],
    b: &[Fp<P, N>],
) -> Fp<P, N> {
    let (mut x, mut y) = ([[&Fp::ZERO; K]; T], [[&Fp::ZERO; K]; T]);
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        (x[i / K][i % K], y[i / K][i % K]) = (a, b);
    }
    if K == 1 {
        let (mut x, mut y) = ([&Fp::ZERO; T], [&Fp::ZERO; T]);
        for (i, (a, b)) in a.iter().zip(b).enumerate() {
            (x[i], y[i]) = (a, b);
        }
        return <Fp<P, N> as FieldExt>::sum_of_products(x, y);
    }
    Fp::sum_of_products(x, y)
}

/// A generator that gives the words of a list and then fails.
struct Words<'a>(core::slice::Iter<'a, u64>);

#[derive(Debug)]
struct Exhausted;

impl core::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no more words")
    }
}

impl core::error::Error for Exhausted {}

impl TryRng for Words<'_> {
    type Error = Exhausted;

    fn try_next_u32(&mut self) -> Result<u32, Exhausted> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Exhausted> {
        self.0.next().copied().ok_or(Exhausted)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Exhausted> {
        for byte in out {
            *byte = self.try_next_u64()? as u8;
        }
        Ok(())
    }
}
