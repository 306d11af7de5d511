//! The kernels at the ends of their intervals, against integers: on the twin, and on the registers
//! where this machine has them.

use std::vec::Vec;
use std::{array, eprintln};

use crypto_bigint::nlimbs;
use num_bigint::BigUint;

use super::*;
use crate::backend::{Backend, force_backend};

const SNARK1: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
const FP254BNB: &str = "2523648240000001ba344d80000000086121000000000013a700000000000013";

struct One;
struct Nine;

impl SmallXi for One {
    const REAL_PART: u64 = 1;
}

impl SmallXi for Nine {
    const REAL_PART: u64 = 9;
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn parse(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal")
}

fn limbs<const L: usize>(x: &BigUint) -> [u64; L] {
    array::from_fn(|i| {
        let limb: BigUint = (x >> (52 * i)) & BigUint::from(MASK);
        limb.iter_u64_digits().next().unwrap_or(0)
    })
}

/// The integer of limbs that may exceed 52 bits, modulo `2^bits`.
fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| (acc << LIMB_BITS) + limb)
}

fn values(element: &Element) -> [BigUint; LANES] {
    array::from_fn(|lane| integer(&element.0.map(|limb| limb[lane])))
}

fn element(values: &[BigUint; LANES]) -> Element {
    let lanes: [[u64; LIMBS]; LANES] = values.each_ref().map(limbs);
    Element(array::from_fn(|i| lanes.map(|limbs| limbs[i])))
}

struct Field {
    p: BigUint,
    modulus: Modulus,
    /// `2^-260 mod p`.
    inverse_radix: BigUint,
    rng: SplitMix64,
}

impl Field {
    fn new(hex: &str) -> Self {
        let p = parse(hex);
        assert!(Modulus::fits(&limbs(&p)));
        let inverse_radix = (BigUint::from(1_u8) << 260_u32).modpow(&(&p - 2_u8), &p);
        Self { modulus: Modulus::new(limbs(&p)), p, inverse_radix, rng: SplitMix64(1) }
    }

    /// Values at the ends of `[0, bound p)`, with limbs of all ones or zeros, and at the multiples of p.
    fn special(&self, bound: u8) -> Vec<BigUint> {
        let end = &self.p * bound;
        let mut special = Vec::new();
        for multiple in 0..=bound {
            let multiple = &self.p * multiple;
            special.extend([&multiple + 1_u8, multiple.clone()]);
            if multiple != BigUint::ZERO {
                special.extend([&multiple - 1_u8]);
            }
        }
        for pattern in 0..1_u32 << LIMBS {
            let ones = (0..LIMBS).fold(BigUint::ZERO, |acc, i| {
                let limb = if pattern >> i & 1 == 1 { MASK } else { 0 };
                acc + (BigUint::from(limb) << (52 * i))
            });
            // The top limb as large as the bound allows.
            let top = (&end >> 208_u32) - 1_u8;
            let ones = ones & ((top << 208_u32) | ((BigUint::from(1_u8) << 208_u32) - 1_u8));
            special.push(ones);
        }
        special.retain(|value| *value < end);
        special
    }

    fn any(&mut self, special: &[BigUint], bound: u8) -> BigUint {
        if self.rng.next().is_multiple_of(3) {
            let random = (0..5).fold(BigUint::ZERO, |acc, _| (acc << 64_u32) + self.rng.next());
            random % (&self.p * bound)
        } else {
            special[(self.rng.next() % special.len() as u64) as usize].clone()
        }
    }

    fn elements<const K: usize>(&mut self, special: &[BigUint], bound: u8) -> [Element; K] {
        array::from_fn(|_| element(&array::from_fn(|_| self.any(special, bound))))
    }

    /// Checks that each lane is reduced and, modulo p, the expected integer.
    fn check(&self, name: &str, got: &Element, expected: impl Fn(usize) -> BigUint) {
        for (lane, value) in values(got).iter().enumerate() {
            assert!(got.0.iter().all(|limb| limb[lane] <= MASK), "{name}: not carried");
            assert!(*value < &self.p * 2_u8, "{name}: not reduced");
            assert_eq!(value % &self.p, expected(lane) % &self.p, "{name}");
        }
    }

    /// `2^-260` times an integer.
    fn montgomery(&self, x: &BigUint) -> BigUint {
        x * &self.inverse_radix
    }

    fn kernels(&mut self) {
        let special = self.special(2);
        let p = self.p.clone();
        let m = self.modulus;
        for _ in 0..150 {
            let a: [Element; 2] = self.elements(&special, 2);
            let b: [Element; 2] = self.elements(&special, 2);
            let [x, y] = a.each_ref().map(values);
            let [u, v] = b.each_ref().map(values);
            // A multiple of p larger than anything that is subtracted.
            let large = &p << 600_u32;

            let sum = add(&a, &b, &m);
            self.check("a0 + b0", &sum[0], |i| &x[i] + &u[i]);
            self.check("a1 + b1", &sum[1], |i| &y[i] + &v[i]);
            let difference = sub(&a, &b, &m);
            self.check("a0 - b0", &difference[0], |i| &x[i] + &large - &u[i]);
            let plus = thrice_twice::<false, 2>(&a, &b, &m);
            self.check("3a + 2b", &plus[1], |i| &y[i] * 3_u8 + &v[i] * 2_u8);
            let minus = thrice_twice::<true, 2>(&a, &b, &m);
            self.check("3a - 2b", &minus[0], |i| &x[i] * 3_u8 + &large - &u[i] * 2_u8);
            let xi = complex_mul_by_xi::<Nine>(&a, &m);
            self.check("9 a0 - a1", &xi[0], |i| &x[i] * 9_u8 + &large - &y[i]);
            self.check("9 a1 + a0", &xi[1], |i| &y[i] * 9_u8 + &x[i]);
            let xi = complex_mul_by_xi::<One>(&a, &m);
            self.check("a0 - a1", &xi[0], |i| &x[i] + &large - &y[i]);
            self.check("a1 + a0", &xi[1], |i| &y[i] + &x[i]);

            let products = scale(&a, &b[0], &m);
            self.check("a0 b0", &products[0], |i| self.montgomery(&(&x[i] * &u[i])));
            self.check("a1 b0", &products[1], |i| self.montgomery(&(&y[i] * &u[i])));
            let squared = square(&a[0], &m);
            self.check("a0^2", &squared, |i| self.montgomery(&(&x[i] * &x[i])));
            assert_eq!(square_n(&a, 0, &m), a);
            let squares = square_n(&[b[1], a[0]], 3, &m);
            assert_eq!(squares[1], square(&square(&squared, &m), &m));
            assert_eq!(squares[0], square(&square(&square(&b[1], &m), &m), &m));
            let sum = sum_of_products([&a[0], &a[1]], [&b[0], &b[1]], &m);
            self.check("a0 b0 + a1 b1", &sum, |i| {
                self.montgomery(&(&x[i] * &u[i] + &y[i] * &v[i]))
            });
            let mut rows = [[0; nlimbs(256)]; LANES];
            scatter(&a[0], &mut rows, &m);
            let gathered = values(&gather(&rows.each_ref()));
            assert!((0..LANES).all(|i| gathered[i] == &x[i] % &p), "canonical, there and back");
            let zero_or_p = zeros(&a[0], &m);
            assert!((0..LANES).all(|i| (zero_or_p >> i & 1 == 1) == (&x[i] % &p == BigUint::ZERO)));
            let mask = self.rng.next() as u8;
            let [selected] = select(mask, &[a[0]], &[b[0]]);
            let selected = values(&selected);
            assert!((0..LANES).all(|i| selected[i] == if mask >> i & 1 == 1 { &x } else { &u }[i]));
            for k in [0, 1, 2, 3, 8, 27, MAX_MULTIPLE] {
                let [found] = multiple(&[a[0]], k, &m);
                self.check("k a0", &found, |i| &x[i] * k);
            }
            let masks = [mask & 0x0f, mask & 0x30, !mask & 0x33];
            let [found] = lookup([&[a[0]], &[b[0]], &[a[1]]], masks);
            let found = values(&found);
            assert!((0..LANES).all(|i| {
                let entry = masks.iter().position(|mask| mask >> i & 1 == 1);
                found[i] == entry.map_or(BigUint::ZERO, |entry| [&x, &u, &y][entry][i].clone())
            }));
            let norm = complex_norm(&a, &m);
            self.check("norm", &norm, |i| self.montgomery(&(&x[i] * &x[i] + &y[i] * &y[i])));
            let squared = complex_square(&a, &m);
            self.check("square, real", &squared[0], |i| {
                self.montgomery(&(&x[i] * &x[i] + &large - &y[i] * &y[i]))
            });
            self.check("square, imaginary", &squared[1], |i| {
                self.montgomery(&(&x[i] * &y[i] * 2_u8))
            });
        }
    }

    /// Sums of T products.
    fn sums<const T: usize>(&mut self) {
        let special = self.special(2);
        let (m, large) = (self.modulus, &self.p << 600_u32);
        for _ in 0..100 {
            let a: [[Element; 2]; T] = array::from_fn(|_| self.elements(&special, 2));
            let b: [[Element; 2]; T] = array::from_fn(|_| self.elements(&special, 2));
            let got = complex_sum_of_products(a.each_ref(), b.each_ref(), &m);
            let (a, b) = (
                a.each_ref().map(|x| x.each_ref().map(values)),
                b.each_ref().map(|x| x.each_ref().map(values)),
            );
            let sum = |lane: usize, [i, j]: [usize; 2]| {
                (0..T).map(|t| &a[t][i][lane] * &b[t][j][lane]).sum::<BigUint>()
            };
            self.check("sum of products, real", &got[0], |lane| {
                self.montgomery(&(sum(lane, [0, 0]) + &large - sum(lane, [1, 1])))
            });
            self.check("sum of products, imaginary", &got[1], |lane| {
                self.montgomery(&(sum(lane, [0, 1]) + sum(lane, [1, 0])))
            });
        }
    }
}

/// Both vectors, or a note that one is missing.
fn on_each_vector(mut test: impl FnMut()) {
    for backend in [Backend::Portable, Backend::Ifma] {
        if force_backend(Some(backend)).is_ok() {
            test();
        } else {
            eprintln!("note: no AVX-512 IFMA here, its kernels are tested on their twin only");
        }
    }
    force_backend(None).expect("detection is always available");
}

#[test]
fn kernels_are_right_at_their_bounds() {
    on_each_vector(|| {
        for hex in [SNARK1, FP254BNB] {
            let mut field = Field::new(hex);
            field.kernels();
            field.sums::<1>();
            field.sums::<2>();
            field.sums::<3>();
            field.sums::<4>();
        }
    });
}

/// Intel, "Software Developer's Manual", volume 2C, VPMADD52LUQ and VPMADD52HUQ.
#[test]
fn the_twin_does_what_the_instructions_do() {
    let words = [0, 1, 2, MASK, MASK - 1, MASK + 1, 1 << 63, u64::MAX, 0x1234_5678_9abc_def0];
    for acc in words {
        for a in words {
            for b in words {
                let product = u128::from(a % (1 << 52)) * u128::from(b % (1 << 52));
                let [low, high] = [product % (1 << 52), product >> 52];
                let [x, y, z] = [acc, a, b].map(Twin::splat);
                let expected = (u128::from(acc) + low) as u64;
                assert_eq!(x.madd_low(y, z).store(), [expected; LANES]);
                let expected = (u128::from(acc) + high) as u64;
                assert_eq!(x.madd_high(y, z).store(), [expected; LANES]);
            }
        }
    }
    // Lanes do not mix.
    let lanes = array::from_fn(|lane| lane as u64);
    let x = Twin::load(&lanes);
    assert_eq!(x.madd_low(x, x).store(), array::from_fn(|lane| (lane + lane * lane) as u64));
    assert_eq!(x.add(x).sub(Twin::splat(1)).store(), lanes.map(|x| (2 * x).wrapping_sub(1)));
    assert_eq!(x.shift_left::<60>().shift_right::<52>().store(), lanes.map(|x| x << 60 >> 52));
    assert_eq!(x.and(Twin::splat(5)).store(), lanes.map(|x| x & 5));
}

#[test]
fn constants_are_what_their_names_say() {
    for hex in [SNARK1, FP254BNB] {
        let p = parse(hex);
        let m = Modulus::new(limbs(&p));
        let radix = BigUint::from(1_u8) << 260_u32;
        assert_eq!(integer(&m.p), p);
        assert_eq!((integer(&m.folded) << 52_u32) - 1_u8, &p * m.digit);
        assert_eq!(integer(&m.complement), &radix - &p);
        assert_eq!(BigUint::from(m.quotient), &radix / &p);
        assert_eq!(integer(&m.bound), &p * 2_u8);
        assert_eq!(integer(&m.twice_p), &p * 2_u8);
        assert_eq!(integer(&m.four_p), &p * 4_u8);
        assert!(m.four_p.iter().take(4).all(|&limb| limb > MASK));
        assert!(m.four_p[4] > 1 + m.bound[4]);
        assert_eq!(integer(&m.twice_complement), &radix - &p * 2_u8);
        for (minuend, larger) in [(m.minuend, 1), (m.large_minuend, 2)] {
            assert_eq!(integer(&minuend), p);
            assert!(minuend.iter().take(4).all(|&limb| limb >= larger << 52));
        }
        for (bias, factor) in [(m.bias, 4 * MAX_PRODUCTS as u16 + 1), (m.large_bias, 256)] {
            assert_eq!(integer(&bias), &p * &p * factor);
            assert!(bias.iter().take(9).all(|&limb| limb >= (1 << 61) - (1 << 9)));
        }
    }
}

#[test]
fn primes_for_which_the_bounds_do_not_close_are_refused() {
    let fits = |hex: &str| Modulus::fits(&limbs(&parse(hex)));
    assert!(fits(SNARK1) && fits(FP254BNB));
    // 1 modulo 2^52: the digit is 2^52 - 1.
    assert!(!fits("3000000000000000000000000000000000000000000000000010000000000001"));
    // Too long by a bit; too short for a top limb.
    assert!(!fits("70644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"));
    assert!(!fits("a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"));
}
