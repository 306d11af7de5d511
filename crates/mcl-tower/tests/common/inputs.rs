//! Deterministic coefficients that reach carries.

use num_bigint::BigUint;

use super::oracle::Poly;

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Inputs for the tower over the field with the modulus `p` and the radix `2^radix_bits`.
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

    /// Values at the ends of the intervals that the kernels allow: 0, 1, 2, p - 1, p - 2,
    /// (p - 1)/2, (p + 1)/2, and the elements with these Montgomery forms.
    pub fn special(&self) -> Vec<BigUint> {
        let p = &self.p;
        let values =
            [BigUint::ZERO, 1_u8.into(), 2_u8.into(), p - 1_u8, p - 2_u8, p >> 1, (p >> 1) + 1_u8];
        let forms = values.clone().into_iter().skip(1).map(|x| x * &self.radix_inverse % p);
        values.iter().cloned().chain(forms).collect()
    }

    /// A coefficient below p: special, of extreme words, of long runs, or uniform.
    pub fn coefficient(&mut self) -> BigUint {
        let words = self.radix_bits / 64;
        let integer = match self.rng.below(5) {
            0 => {
                let special = self.special();
                return special[self.rng.below(special.len())].clone();
            }
            1 => (0..words).fold(BigUint::ZERO, |acc, _| {
                (acc << 64) + [0, 1, 1 << 63, u64::MAX - 1, u64::MAX][self.rng.below(5)]
            }),
            2 => {
                let (low, high) =
                    (self.rng.below(self.radix_bits), self.rng.below(self.radix_bits));
                let one = BigUint::from(1_u8);
                ((&one << low.max(high)) - (&one << low.min(high))) + u64::from(low > high)
            }
            _ => (0..words).fold(BigUint::ZERO, |acc, _| (acc << 64) + self.rng.next()),
        };
        let scaled = if self.rng.below(2) == 0 { integer } else { integer * &self.radix_inverse };
        scaled % &self.p
    }

    /// An element with the given powers of w, the others being zero.
    pub fn element(&mut self, powers: impl IntoIterator<Item = usize>) -> Poly {
        let mut x = Poly::zero();
        for power in powers {
            x.0[power] = self.coefficient();
        }
        x
    }

    /// An element of Fp2.
    pub fn fp2(&mut self) -> Poly {
        self.element([0, 6])
    }

    /// An element of Fp6.
    pub fn fp6(&mut self) -> Poly {
        self.element([0, 2, 4, 6, 8, 10])
    }

    /// An element of Fp12.
    pub fn fp12(&mut self) -> Poly {
        self.element(0..12)
    }
}
