//! Deterministic inputs that reach carries: edge values, long runs of equal bits, extreme words.
//!
//! Each integer is used twice, as the value of an element and as its Montgomery form, because the
//! kernels see the latter.

use std::collections::BTreeSet;
use std::convert::Infallible;

use num_bigint::BigUint;
use rand_core::TryRng;

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014: small, and the
/// same on every platform and in every version.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the bias does not matter for choosing inputs.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

impl TryRng for SplitMix64 {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill_with(|| self.next() as u8);
        Ok(())
    }
}

fn all_ones(bits: usize) -> BigUint {
    (BigUint::from(1_u8) << bits) - 1_u8
}

/// An integer of at most `bits` bits made of few long runs of equal bits.
pub fn runs(rng: &mut SplitMix64, bits: usize) -> BigUint {
    let mut value = BigUint::ZERO;
    let mut position = 0;
    let mut ones = rng.below(2) == 1;
    while position < bits {
        let length = (1 + rng.below(1 + bits / 3)).min(bits - position);
        if ones {
            value |= all_ones(length) << position;
        }
        ones = !ones;
        position += length;
    }
    value
}

/// An integer of at most `bits` bits whose 64-bit digits are each zero, one, all ones, all ones but
/// the lowest bit, the top bit, or random.
pub fn extreme_words(rng: &mut SplitMix64, bits: usize) -> BigUint {
    let value = (0..bits / 64 + 1).fold(BigUint::ZERO, |acc, _| {
        let word = match rng.below(6) {
            0 => 0,
            1 => 1,
            2 => u64::MAX - 1,
            3 => 1 << 63,
            4 => rng.next(),
            _ => u64::MAX,
        };
        (acc << 64) + word
    });
    value & all_ones(bits)
}

/// An integer of `bits` bits, at most eight of them zero.
pub fn heavy(rng: &mut SplitMix64, bits: usize) -> BigUint {
    let mut value = all_ones(bits);
    for _ in 0..rng.below(9) {
        value.set_bit(rng.below(bits) as u64, false);
    }
    value
}

/// A uniform integer of at most `bits` bits.
pub fn uniform(rng: &mut SplitMix64, bits: usize) -> BigUint {
    BigUint::from_bytes_le(&rng.bytes(bits / 8 + 1)) & all_ones(bits)
}

/// Inputs for the field with the modulus `p` and the Montgomery radix `2^radix_bits`.
pub struct Sampler {
    pub rng: SplitMix64,
    p: BigUint,
    radix_bits: usize,
    radix_inverse: BigUint,
}

impl Sampler {
    pub fn new(p: &BigUint, radix_bits: usize, seed: u64) -> Self {
        let radix = BigUint::from(1_u8) << radix_bits;
        let radix_inverse = radix.modpow(&(p - 2_u8), p);
        Self { rng: SplitMix64(seed), p: p.clone(), radix_bits, radix_inverse }
    }

    /// The integer below p whose Montgomery form is `x mod p`.
    pub fn with_montgomery_form(&self, x: &BigUint) -> BigUint {
        x * &self.radix_inverse % &self.p
    }

    /// An integer below the radix from all of the distributions above; not reduced.
    pub fn next_integer(&mut self) -> BigUint {
        let bits = self.radix_bits;
        match self.rng.below(6) {
            0 => runs(&mut self.rng, bits),
            1 => extreme_words(&mut self.rng, bits),
            2 => heavy(&mut self.rng, bits),
            3 => {
                let distance = BigUint::from(self.rng.next() >> self.rng.below(64));
                let base = if self.rng.below(2) == 0 { &self.p >> 1 } else { self.p.clone() };
                (base + &self.p - (distance % &self.p)) % &self.p
            }
            _ => uniform(&mut self.rng, bits),
        }
    }

    /// An integer below p: such an integer reduced, or the element with that Montgomery form.
    pub fn next(&mut self) -> BigUint {
        let integer = self.next_integer();
        if self.rng.below(2) == 0 { integer % &self.p } else { self.with_montgomery_form(&integer) }
    }

    /// An integer below p whose Montgomery form is close to a ratio of small integers times p: steps
    /// of a greatest common divisor reach integers that agree in their high bits, and comparisons of
    /// approximations go wrong.
    pub fn next_with_near_ratio(&mut self) -> BigUint {
        let denominator = 1 + self.rng.next() % (1 << self.rng.below(34));
        let numerator = self.rng.next() % denominator + 1;
        let length = self.rng.below(self.p.bits() as usize);
        let distance = uniform(&mut self.rng, length);
        let form = &self.p * numerator / denominator;
        let form = if self.rng.below(2) == 0 { form + distance } else { form + &self.p - distance };
        self.with_montgomery_form(&form)
    }

    /// As [`Self::next`], but not zero.
    pub fn next_nonzero(&mut self) -> BigUint {
        loop {
            let x = self.next();
            if x != BigUint::ZERO {
                return x;
            }
        }
    }

    /// Integers below p that are special or whose Montgomery form is: small, next to p and to p/2,
    /// powers of the radix, and patterns of words and runs.
    pub fn special(&self) -> Vec<BigUint> {
        let p = &self.p;
        let one = &BigUint::from(1_u8);
        let r = &(one << self.radix_bits);
        let mut integers = BTreeSet::new();
        for small in 0_u8..=3 {
            integers.extend([BigUint::from(small), p - 1_u8 - small]);
            integers.extend([r + small, r - 1_u8 - small]);
        }
        integers.extend([p >> 1, (p >> 1) + 1_u8, (p >> 1) - 1_u8, r >> 1]);
        integers.extend([r * r, r * r * r, p - r % p]);
        let all_ones = &(r - 1_u8);
        let bits = p.bits();
        // Fewer of the longest integers, because all pairs of them are tried.
        let steps: &[usize] = if bits > 600 { &[64] } else { &[32, 64] };
        for &step in steps {
            for low in (0..bits).step_by(step) {
                let power = one << low;
                let digit = (((one << step) - 1_u8) << low) & all_ones;
                integers.extend([&power - 1_u8, all_ones ^ &digit, digit]);
                integers.extend([p ^ &power, p - &power, power]);
            }
        }
        // 0x5555..., 0x3333..., 0xaaaa..., and alternating words.
        integers.extend([all_ones / 3_u8, all_ones / 5_u8, all_ones / 3_u8 * 2_u8]);
        integers.insert(all_ones / ((one << 64) + 1_u8));
        let top = one << (bits - 1);
        integers.extend([&top - 1_u8, (&top << 1) - (one << (bits / 2)), top]);
        let values = integers.iter().map(|x| x % p);
        let forms = integers.iter().map(|x| self.with_montgomery_form(x));
        values.chain(forms).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// About `count` of the special integers, spread over all of them, with 0, 1 and p - 1.
    pub fn some_special(&self, count: usize) -> Vec<BigUint> {
        let all = self.special();
        let step = all.len().div_ceil(count);
        let fixed = [BigUint::ZERO, BigUint::from(1_u8), &self.p - 1_u8];
        fixed.into_iter().chain(all.into_iter().step_by(step)).collect()
    }
}
