//! The properties of a prime field, each a function over one field. The macro `field_tests!` makes
//! a test of every one of them for every prime.

use mcl_fp::{DecodeError, ParseError};
use num_bigint::BigUint;

use super::any_field::{AnyField, AnyShape, formats};
use super::inputs::{Sampler, runs};
use super::oracle::{is_square, square_root};

fn one() -> BigUint {
    BigUint::from(1_u8)
}

fn sampler(field: &dyn AnyField, seed: u64) -> Sampler {
    Sampler::new(&field.modulus(), field.radix_bits(), seed)
}

/// Fewer repetitions for the primes whose oracle is slow.
fn scaled(field: &dyn AnyField, count: usize) -> usize {
    count / (1 + field.radix_bits() / 256)
}

/// Whether all values of a list are the residue of an integer.
fn all_are(values: &[BigUint], integer: &BigUint, p: &BigUint) -> bool {
    let residue = integer % p;
    values.iter().all(|x| *x == residue)
}

pub fn constants_satisfy_their_definitions(field: &dyn AnyField) {
    let p = field.modulus();
    let c = field.constants();
    let bits = p.bits() as u32;
    assert_eq!(c.bits, [bits; 2]);
    assert_eq!(c.bytes, [bits.div_ceil(8) as usize; 2]);
    assert_eq!(c.capacity, bits - 1);
    assert_eq!(c.spare_bits, bits.next_multiple_of(8) - bits);
    assert_eq!(c.modulus_text, format!("{p:#x}"));
    assert!(all_are(&c.zeros, &BigUint::ZERO, &p));
    assert!(all_are(&c.ones, &one(), &p));
    assert_eq!(c.two_inverse, (&p + 1_u8) >> 1);
    assert_eq!(c.generator, BigUint::from(field.generator()));
    let s = (&p - 1_u8).trailing_zeros().expect("p is above 1");
    assert_eq!(u64::from(c.two_adicity), s);
    let root = c.generator.modpow(&((&p - 1_u8) >> s), &p);
    assert_eq!(root.modpow(&(one() << (s - 1)), &p), &p - 1_u8, "the order is 2^S, not less");
    assert_eq!(c.root_of_unity_inverse, root.modpow(&(&p - 2_u8), &p));
    assert_eq!(c.root_of_unity, root);
    assert_eq!(c.delta, c.generator.modpow(&(one() << s), &p));
}

/// With the factors being prime, this also proves that p is prime (Lucas).
pub fn generator_has_the_order_p_minus_1(field: &dyn AnyField) {
    let p = field.modulus();
    let order = &(&p - 1_u8);
    let generator = BigUint::from(field.generator());
    let mut product = one();
    for factor in field.factors().split(' ') {
        let (prime, exponent) = factor.split_once('^').unwrap_or((factor, "1"));
        let prime: BigUint = prime.parse().expect("a decimal integer");
        assert_ne!(generator.modpow(&(order / &prime), &p), one(), "{prime}");
        product *= prime.pow(exponent.parse().expect("a decimal exponent"));
    }
    assert_eq!(product, *order);
    assert_eq!(generator.modpow(order, &p), one());
}

fn check_unary(field: &dyn AnyField, p: &BigUint, a: &BigUint) {
    let results = field.unary(a);
    assert!(all_are(&results.negated, &(p - a), p), "-{a:#x}");
    assert!(all_are(&results.doubled, &(a << 1), p), "2 * {a:#x}");
    assert_eq!(results.tripled, a * 3_u8 % p, "3 * {a:#x}");
    let square = a * a;
    assert!(all_are(&results.squared, &square, p), "{a:#x}^2");
    assert_eq!(results.cubed, square * a % p, "{a:#x}^3");
    assert_eq!(results.is_zero, *a == BigUint::ZERO, "{a:#x}");
    assert_eq!(results.is_odd, [a.bit(0); 3], "{a:#x}");
}

fn check_binary(field: &dyn AnyField, p: &BigUint, a: &BigUint, b: &BigUint) {
    let results = field.binary(a, b);
    assert!(all_are(&results.sum, &(a + b), p), "{a:#x} + {b:#x}");
    assert!(all_are(&results.difference, &(a + p - b), p), "{a:#x} - {b:#x}");
    assert!(all_are(&results.product, &(a * b), p), "{a:#x} * {b:#x}");
    assert_eq!(results.equal, [a == b; 3], "{a:#x} and {b:#x}");
    assert_eq!(results.ordering, [a.cmp(b); 2], "{a:#x} and {b:#x}");
    assert!(results.selected[0] == *a && results.selected[1] == *b, "{a:#x} or {b:#x}");
}

pub fn ring_operations_agree_on_all_pairs_of_special_elements(field: &dyn AnyField) {
    let p = field.modulus();
    let elements = sampler(field, 0).special();
    for a in &elements {
        check_unary(field, &p, a);
        for b in &elements {
            check_binary(field, &p, a, b);
        }
    }
}

pub fn ring_operations_agree_on_skewed_elements(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 1);
    for _ in 0..scaled(field, 10_000) {
        let (a, b) = (sampler.next(), sampler.next());
        check_unary(field, &p, &a);
        check_binary(field, &p, &a, &b);
    }
}

pub fn sums_of_products_agree_in_every_shape(field: &dyn AnyShape) {
    let p = field.modulus();
    let mut sampler = sampler(field, 2);
    // The largest factors that the kernels can see, and some others for contrast.
    let extremes = [1_u8, 2, 3].map(|distance| sampler.with_montgomery_form(&(&p - distance)));
    let extremes = [&extremes[..], &[BigUint::ZERO, &p >> 1, &p - 1_u8]].concat();
    let squares = extremes.len() * extremes.len();
    let mut shapes = 0;
    for (groups, terms) in (1..=8).flat_map(|t| (1..=8 / t).map(move |k| (t, k))) {
        for round in 0..squares + scaled(field, 100) {
            let mut list = |pick: usize| -> Vec<BigUint> {
                (0..groups * terms)
                    .map(|_| extremes.get(pick).cloned().unwrap_or_else(|| sampler.next()))
                    .collect()
            };
            let (a, b) = (list(round / extremes.len()), list(round % extremes.len()));
            let expected: BigUint = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let sum = field.sum_of_products((groups, terms), &a, &b).expect("the shape exists");
            assert_eq!(sum, expected % &p, "{groups} x {terms}: {a:x?} . {b:x?}");
        }
        shapes += 1;
    }
    assert_eq!(shapes, 20);
}

pub fn inverses_agree(field: &dyn AnyField) {
    let p = field.modulus();
    assert_eq!(field.inverse(&BigUint::ZERO), [None, None, None, None]);
    let mut sampler = sampler(field, 3);
    let mut elements = sampler.special();
    elements.extend((0..scaled(field, 1_000)).map(|_| sampler.next_nonzero()));
    elements.extend((0..scaled(field, 1_000)).map(|_| sampler.next_with_near_ratio()));
    elements.retain(|x| *x != BigUint::ZERO);
    for a in &elements {
        let inverses = field.inverse(a);
        let inverse = inverses[0].clone().expect("not zero");
        assert_eq!(&inverse * a % &p, one(), "1 / {a:#x}");
        assert!(inverses.iter().all(|x| x.as_ref() == Some(&inverse)), "1 / {a:#x}");
    }
}

pub fn batch_inversion_leaves_zeros(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 4);
    let zero_at: [&dyn Fn(usize, usize) -> bool; 7] = [
        &|_, _| false,
        &|_, _| true,
        &|i, _| i == 0,
        &|i, n| i + 1 == n,
        &|i, _| i % 2 == 0,
        &|i, n| i > 0 && i + 1 < n,
        &|i, n| i < n / 2,
    ];
    for length in [0, 1, 2, 3, 127, 128, 129, 257] {
        for zero_at in zero_at {
            let elements: Vec<BigUint> = (0..length)
                .map(|i| if zero_at(i, length) { BigUint::ZERO } else { sampler.next_nonzero() })
                .collect();
            let inverses = field.batch_inverse(&elements);
            assert_eq!(inverses.len(), length);
            for (x, inverse) in elements.iter().zip(&inverses) {
                if *x == BigUint::ZERO {
                    assert_eq!(*inverse, BigUint::ZERO);
                } else {
                    assert_eq!(x * inverse % &p, one(), "1 / {x:#x} among {length}");
                }
            }
            assert_eq!(field.batch_inverse_in(&elements, length), (inverses, true));
        }
    }
}

pub fn batch_inversion_refuses_scratch_space_of_another_length(field: &dyn AnyField) {
    let elements = sampler(field, 5).some_special(10);
    for scratch in [0, 1, elements.len() - 1, elements.len() + 1, 2 * elements.len()] {
        assert_eq!(field.batch_inverse_in(&elements, scratch), (elements.clone(), false));
    }
    assert_eq!(field.batch_inverse_in(&[], 1), (vec![], false));
}

pub fn powers_agree(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 6);
    let mut exponents: Vec<BigUint> =
        [0_u8, 1, 2, 3, 4, 15, 16, 17, 255].into_iter().map(BigUint::from).collect();
    let radix = one() << field.radix_bits();
    exponents.extend([p.clone(), &p - 1_u8, &p - 2_u8, &p >> 1, &radix - 1_u8, radix >> 1]);
    exponents.extend([sampler.next_integer(), sampler.next_integer(), sampler.next_integer()]);
    exponents.push(runs(&mut sampler.rng, p.bits() as usize));
    for base in [BigUint::ZERO, one(), &p - 1_u8, 2_u8.into(), sampler.next(), sampler.next()] {
        for exponent in &exponents {
            let expected = base.modpow(exponent, &p);
            let powers = field.power(&base, exponent);
            assert!(all_are(&powers, &expected, &p), "{base:#x} to the {exponent:#x}");
        }
    }
}

pub fn square_roots_are_the_fixed_ones(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 7);
    let count = scaled(field, 200);
    let mut elements = sampler.some_special(count);
    elements.extend((0..count).map(|_| sampler.next()));
    // Elements of every order 2^i: each takes another way through the loop of Tonelli and Shanks.
    let mut power = field.constants().root_of_unity;
    for _ in 0..=field.constants().two_adicity {
        let square = sampler.next().pow(2);
        elements.extend([&power * square % &p, power.clone()]);
        power = &power * &power % &p;
    }
    let mut squares = 0;
    for a in &elements {
        let expected = square_root(a, &p);
        let roots = field.square_root(a);
        assert!(roots.iter().all(|root| *root == expected), "square root of {a:#x}");
        if let Some(root) = expected {
            assert_eq!(&root * &root % &p, *a);
            squares += 1;
        }
    }
    assert!(squares > 10 && elements.len() - squares > 10, "{squares} of {}", elements.len());
}

pub fn squares_are_recognised(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 16);
    let count = scaled(field, 1_000);
    let mut elements = sampler.special();
    elements.extend((0..count).map(|_| sampler.next()));
    elements.extend((0..count).map(|_| sampler.next_with_near_ratio()));
    let mut squares = 0;
    for a in &elements {
        let expected = is_square(a, &p);
        assert_eq!(field.is_square(a), [expected; 2], "{a:#x}");
        squares += usize::from(expected);
    }
    assert!(squares > count / 2 && elements.len() - squares > count / 2);
}

pub fn roots_of_ratios_follow_the_contract_of_ff(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 8);
    let generator = BigUint::from(field.generator());
    let root_of_unity = field.constants().root_of_unity;
    let mut elements = vec![BigUint::ZERO, one(), &p - 1_u8, &generator * &generator % &p];
    elements.extend([generator, sampler.next(), sampler.next()]);
    for num in &elements {
        for div in &elements {
            let (choice, root) = field.sqrt_ratio(num, div);
            if *num == BigUint::ZERO {
                assert!(choice && root == BigUint::ZERO, "0 / {div:#x}");
            } else if *div == BigUint::ZERO {
                assert!(!choice && root == BigUint::ZERO, "{num:#x} / 0");
            } else {
                assert_eq!(choice, is_square(&(num * div % &p), &p), "{num:#x} / {div:#x}");
                let scale = if choice { one() } else { root_of_unity.clone() };
                assert_eq!(&root * &root * div % &p, scale * num % &p, "{num:#x} / {div:#x}");
            }
        }
        assert_eq!(field.sqrt_alt(num), field.sqrt_ratio(num, &one()));
    }
}

pub fn integers_are_reduced_or_refused(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 9);
    let radix = one() << field.radix_bits();
    let mut integers = vec![&p - 1_u8, p.clone(), &p + 1_u8, &radix - 1_u8, radix >> 1];
    integers.extend(sampler.special());
    integers.extend((0..200).map(|_| sampler.next_integer()));
    for x in &integers {
        let (reduced, exact) = field.read_integer(x);
        assert_eq!(reduced, x % &p, "{x:#x} mod p");
        let expected = (*x < p).then_some(x);
        assert!(exact.iter().all(|element| element.as_ref() == expected), "{x:#x}");
        assert_eq!(field.to_integer(&reduced), [reduced.clone(), reduced.clone(), reduced]);
    }
    for x in [0, 1, 2, u64::from(u32::MAX), 1 << 32, 1 << 63, u64::MAX, sampler.rng.next()] {
        assert!(all_are(&field.of_u64(x), &BigUint::from(x), &p), "{x}");
    }
    assert_eq!([false, true].map(|x| field.of_bool(x)), [BigUint::ZERO, one()]);
}

/// The integer in `length` bytes, little endian.
fn le_bytes(x: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = x.to_bytes_le();
    bytes.resize(length, 0);
    bytes
}

fn reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().rev().copied().collect()
}

pub fn canonical_bytes_round_trip(field: &dyn AnyField) {
    let length = (field.modulus().bits() as usize).div_ceil(8);
    let mut sampler = sampler(field, 10);
    let mut elements = sampler.special();
    elements.extend((0..100).map(|_| sampler.next()));
    for a in elements {
        let expected = le_bytes(&a, length);
        let (mut out, mut of_trait) = (vec![0xaa; length], vec![0xaa; length]);
        assert_eq!(field.write_le_bytes(&a, [&mut out, &mut of_trait]), [Ok(()), Ok(())]);
        assert_eq!((&out, &of_trait), (&expected, &expected));
        assert_eq!(field.read_le_bytes(&expected), [Ok(a.clone()), Ok(a.clone())]);
        assert_eq!(field.write_be_bytes(&a, &mut out), Ok(()));
        assert_eq!(out, reversed(&expected));
        assert_eq!(field.read_be_bytes(&out), Ok(a));
    }
}

pub fn bytes_of_another_length_are_refused(field: &dyn AnyField) {
    let expected = (field.modulus().bits() as usize).div_ceil(8);
    for found in (0..=2 * expected + 1).filter(|&found| found != expected) {
        let error = DecodeError::Length { expected, found };
        let zeros = vec![0; found];
        assert_eq!(field.read_le_bytes(&zeros), [Err(error), Err(error)]);
        assert_eq!(field.read_be_bytes(&zeros), Err(error));
        let untouched = vec![0x5a; found];
        let (mut out, mut of_trait) = (untouched.clone(), untouched.clone());
        assert_eq!(field.write_be_bytes(&one(), &mut out), Err(error));
        assert_eq!(
            field.write_le_bytes(&one(), [&mut out, &mut of_trait]),
            [Err(error), Err(error)]
        );
        assert_eq!((&out, &of_trait), (&untouched, &untouched));
    }
}

pub fn bytes_of_integers_from_p_on_are_refused(field: &dyn AnyField) {
    let p = field.modulus();
    let length = (p.bits() as usize).div_ceil(8);
    let end = one() << (8 * length);
    let mut integers = vec![p.clone(), &p + 1_u8, &end - 1_u8, &p | (&end >> 1)];
    // The bits that no canonical encoding sets, one at a time.
    integers.extend((p.bits()..8 * length as u64).map(|bit| one() << bit));
    // Representations of small elements with the modulus added, as far as they fit.
    integers.extend((0..8_u8).map(|small| &p + small).filter(|x| *x < end));
    for x in integers {
        let bytes = le_bytes(&x, length);
        let error = Err(DecodeError::NotCanonical);
        assert_eq!(field.read_le_bytes(&bytes), [error.clone(), error.clone()], "{x:#x}");
        assert_eq!(field.read_be_bytes(&reversed(&bytes)), error, "{x:#x}");
    }
}

pub fn byte_strings_of_any_length_reduce(field: &dyn AnyField) {
    let p = field.modulus();
    let mut sampler = sampler(field, 11);
    for length in 0..=200 {
        let mut one_at_end = vec![0; length];
        if let Some(last) = one_at_end.last_mut() {
            *last = 1;
        }
        let greatest_multiple = &p * ((one() << (8 * length)) / &p);
        let multiple = if greatest_multiple.bits() as usize <= 8 * length {
            le_bytes(&greatest_multiple, length)
        } else {
            le_bytes(&BigUint::ZERO, length)
        };
        for bytes in [vec![0xff; length], sampler.rng.bytes(length), one_at_end, multiple] {
            let little = BigUint::from_bytes_le(&bytes) % &p;
            assert_eq!(field.reduce_le_bytes(&bytes), little, "{bytes:02x?}");
            let big = BigUint::from_bytes_be(&bytes) % &p;
            assert_eq!(field.reduce_be_bytes(&bytes), big, "{bytes:02x?}");
        }
    }
    for bytes in [[0xff; 64], core::array::from_fn(|i| 0xf1 - i as u8)] {
        let expected = [&bytes[..48], &bytes].map(|part| BigUint::from_bytes_le(part) % &p);
        assert_eq!(field.reduce_uniform_bytes(&bytes), expected);
    }
}

pub fn text_is_that_of_the_integer(field: &dyn AnyField) {
    for a in sampler(field, 12).some_special(60) {
        let mut expected = formats!(&a);
        expected.extend([format!("{a:#x}"), format!("{a:#x}")]);
        assert_eq!(field.format(&a), expected);
        let texts = [
            a.to_string(),
            format!("{a:#x}"),
            format!("{a:#0400x}"),
            format!("0x{a:X}"),
            format!("000000{a}"),
        ];
        for text in texts {
            assert_eq!(field.parse(&text), Ok(a.clone()), "{text}");
        }
    }
}

pub fn text_that_is_no_element_is_refused(field: &dyn AnyField) {
    for text in ["", "0x"] {
        assert_eq!(field.parse(text), Err(ParseError::Empty), "{text:?}");
    }
    let invalid = [
        ("-1", 0),
        ("+1", 0),
        (" 1", 0),
        ("1 ", 1),
        ("1_0", 1),
        ("12a", 2),
        ("0X1", 1),
        ("x", 0),
        ("0x0x1", 3),
        ("0x-1", 2),
        ("0x12g", 4),
        ("1.0", 1),
        ("\u{e9}1", 0),
        ("1\u{e9}", 1),
        ("0x\u{20ac}", 2),
        ("\u{ff11}", 0),
        ("1\0", 1),
    ];
    for (text, position) in invalid {
        assert_eq!(field.parse(text), Err(ParseError::InvalidDigit { position }), "{text:?}");
    }
    let p = field.modulus();
    let radix = one() << field.radix_bits();
    let mut integers = vec![p.clone(), &p + 1_u8, &radix - 1_u8, radix.clone(), &radix + 1_u8];
    integers.extend([&radix * 9_u8, &radix * &radix, radix << 900]);
    for x in integers {
        assert_eq!(field.parse(&x.to_string()), Err(ParseError::NotCanonical), "{x}");
        assert_eq!(field.parse(&format!("{x:#x}")), Err(ParseError::NotCanonical), "{x:#x}");
    }
    for digit in ["9", "8", "1"] {
        let digits = digit.repeat(1000);
        assert_eq!(field.parse(&digits), Err(ParseError::NotCanonical));
        assert_eq!(field.parse(&format!("0x{digits}")), Err(ParseError::NotCanonical));
    }
}

pub fn random_elements_reduce_enough_words(field: &dyn AnyField) {
    let p = field.modulus();
    let mut rng = sampler(field, 14).rng;
    let words: Vec<u64> = (0..100).map(|_| rng.next()).collect();
    let (element, used) = field.random(&words);
    assert!(64 * used as u64 >= p.bits() + 64, "{used} words leave a bias");
    let expected = words[..used].iter().fold(BigUint::ZERO, |acc, word| (acc << 64) + *word);
    assert_eq!(element, Some(expected % &p));
    for short in 0..used {
        assert_eq!(field.random(&words[..short]), (None, short));
    }
}
