//! Arithmetic on eight field elements side by side, in limbs of 52 bits: the algorithms of the
//! vector engine, written once over the instructions that it needs ([`Lanes`]).
//!
//! Every function here is generic over the vector and is compiled twice: for [`Twin`], eight words
//! in plain Rust, which runs on every processor and is the specification, and for the registers of
//! AVX-512 in `x86_64_ifma.rs`.
//!
//! # Representation
//! An element is `x 2^260 mod p`, up to a multiple of p, in five limbs of radix `2^52`. Limb i of all
//! eight elements makes one vector. *Carried* means that every limb is below `2^52`. A *reduced*
//! value is carried and below 2p; every function that promises an element returns a reduced one.
//!
//! A *wide* value is a sum of products in ten limbs. Its limbs are 64-bit words that may be negative
//! in two's complement; it is carried only when it is reduced.
//!
//! # Bounds
//! `p < 2^254`, hence `2^260 > 64p`; [`Modulus::new`] refuses primes for which the sums below do not
//! close. `docs/vector.md` has all intervals in one table.

use crypto_bigint::Word;

/// The bits of a limb.
pub const LIMB_BITS: u32 = 52;

/// The limbs of an element.
pub const LIMBS: usize = 5;

/// The lanes of a vector.
pub const LANES: usize = 8;

const MASK: u64 = (1 << LIMB_BITS) - 1;

/// The words of one limb of eight elements.
pub type Words = [u64; LANES];

/// Eight elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Element(pub [Words; LIMBS]);

impl Element {
    /// Zero in every lane.
    pub const ZERO: Self = Self([[0; LANES]; LIMBS]);
}

/// Eight words in the registers of some processor.
///
/// The methods are the instructions of AVX-512F and AVX-512 IFMA of these names, lane by lane.
pub trait Lanes: Copy {
    /// The same word in every lane.
    fn splat(word: u64) -> Self;

    /// The words of memory.
    fn load(words: &Words) -> Self;

    /// The words for memory.
    fn store(self) -> Words;

    /// `self` plus the low 52 bits of the product of the low 52 bits of `a` and `b`, modulo
    /// `2^64`: VPMADD52LUQ.
    fn madd_low(self, a: Self, b: Self) -> Self;

    /// `self` plus bits 52 to 103 of the product of the low 52 bits of `a` and `b`, modulo `2^64`:
    /// VPMADD52HUQ.
    fn madd_high(self, a: Self, b: Self) -> Self;

    /// The sum modulo `2^64`: VPADDQ.
    fn add(self, other: Self) -> Self;

    /// The difference modulo `2^64`: VPSUBQ.
    fn sub(self, other: Self) -> Self;

    /// VPANDQ.
    fn and(self, other: Self) -> Self;

    /// A shift that brings in zeros: VPSRLQ.
    fn shift_right<const BITS: u32>(self) -> Self;

    /// VPSLLQ.
    fn shift_left<const BITS: u32>(self) -> Self;

    /// VPORQ.
    fn or(self, other: Self) -> Self;

    /// A bit for each lane: whether its word is zero. VPTESTNMQ.
    fn zeros(self) -> u8;

    /// `self` in the lanes of the bits of the mask, else `other`: VPBLENDMQ.
    fn blend(self, mask: u8, other: Self) -> Self;

    /// The 64-bit words of eight integers of 256 bits, the same word of all integers in one vector:
    /// loads and permutations.
    fn transpose<F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> [Self; ROW];

    /// The reverse of [`Self::transpose`].
    fn write_rows<const N: usize>(words: [Self; ROW], rows: [&mut [Word; N]; LANES]);

    /// Lane k of the result is lane `index[k]`: VPERMQ.
    fn permute(self, index: &Words) -> Self;

    /// Lane k of the result is lane `index[k]` of `self`, or lane `index[k] - 8` of `other` for
    /// indices from 8 to 15: VPERMT2Q.
    fn shuffle(self, other: Self, index: &Words) -> Self;
}

/// Code for the vector engine: what the layers above compute in registers from loads to stores.
pub trait LaneKernel {
    /// What it computes, in memory.
    type Output;

    /// The code, for any vector. To be `inline(always)`, with every function on the way to an
    /// instruction, and without closures, since the compiler stops inlining there.
    fn run<V: Lanes>(self) -> Self::Output;
}

/// The result of the kernel, on the vectors of this CPU: the registers if the backend with them is
/// in use, else the twin.
#[inline]
pub fn run<K: LaneKernel>(kernel: K) -> K::Output {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
    if crate::backend::use_ifma() {
        // SAFETY: the backend is in use only where AVX-512F and AVX-512 IFMA were seen.
        return unsafe { crate::backend::x86_64_ifma::run(kernel) };
    }
    twin::run(kernel)
}

/// The 64-bit words of an integer of 256 bits.
pub const ROW: usize = 4;

/// What holds an integer of 256 bits.
///
/// Kernels take references to what callers have: arrays of references that are made over are copied in
/// wide moves, which wait for the narrow stores before them.
pub trait Row<const N: usize> {
    fn words(&self) -> &[Word; N];
    fn words_mut(&mut self) -> &mut [Word; N];
}

impl<const N: usize> Row<N> for [Word; N] {
    #[inline(always)]
    fn words(&self) -> &[Word; N] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [Word; N] {
        self
    }
}

/// Eight integers, from anywhere in memory.
pub type Rows<'a, F> = [&'a F; LANES];

/// The first, then the second coordinates of eight points, K times.
pub type Points<'a, F, const K: usize> = [[Rows<'a, F>; K]; 2];

/// The words of the processor in 64 bits.
const SPAN: usize = 64 / Word::BITS as usize;

/// The 64-bit word i of an integer.
#[inline(always)]
#[allow(clippy::unnecessary_cast, reason = "words have 32 bits on some targets")]
fn word64<const N: usize>(words: &[Word; N], i: usize) -> u64 {
    let words = words.iter().skip(SPAN * i).take(SPAN);
    words.rev().fold(0, |out, word| (out << (Word::BITS % 64)) | *word as u64)
}

/// The portable twin of the vector registers: what the instructions do, in plain Rust.
#[derive(Clone, Copy)]
pub struct Twin(Words);

impl Twin {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self.0;
        for (x, y) in out.iter_mut().zip(other.0) {
            *x = operation(*x, y);
        }
        Self(out)
    }

    #[inline(always)]
    fn plus_product(self, a: Self, b: Self, shift: u32) -> Self {
        let mut out = self.0;
        for i in 0..LANES {
            let product = u128::from(a.0[i] & MASK) * u128::from(b.0[i] & MASK);
            out[i] = out[i].wrapping_add((product >> shift) as u64 & MASK);
        }
        Self(out)
    }
}

impl Lanes for Twin {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; LANES])
    }

    #[inline(always)]
    fn load(words: &Words) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn store(self) -> Words {
        self.0
    }

    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        self.plus_product(a, b, 0)
    }

    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        self.plus_product(a, b, LIMB_BITS)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |x, y| x & y)
    }

    #[inline(always)]
    fn shift_right<const BITS: u32>(self) -> Self {
        self.zip(self, |x, _| x >> BITS)
    }

    #[inline(always)]
    fn shift_left<const BITS: u32>(self) -> Self {
        self.zip(self, |x, _| x << BITS)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |x, y| x | y)
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        let mut out = 0;
        for (lane, x) in self.0.iter().enumerate() {
            // The top bit of x or -x is set but for zero.
            let is_zero = ((x | x.wrapping_neg()) >> 63 ^ 1) as u8;
            out |= core::hint::black_box(is_zero) << lane;
        }
        out
    }

    #[inline(always)]
    fn blend(self, mask: u8, other: Self) -> Self {
        let mut out = other;
        for (lane, (out, x)) in out.0.iter_mut().zip(self.0).enumerate() {
            let mask = core::hint::black_box(u64::from(mask >> lane & 1)).wrapping_neg();
            *out ^= mask & (*out ^ x);
        }
        out
    }

    #[inline(always)]
    fn transpose<F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> [Self; ROW] {
        core::array::from_fn(|i| Self(rows.map(|row| word64(row.words(), i))))
    }

    #[inline(always)]
    #[allow(clippy::unnecessary_cast, reason = "words have 32 bits on some targets")]
    fn write_rows<const N: usize>(words: [Self; ROW], rows: [&mut [Word; N]; LANES]) {
        for (lane, row) in rows.into_iter().enumerate() {
            for (i, out) in row.iter_mut().enumerate() {
                let word = words.get(i / SPAN).map_or(0, |word| word.0[lane]);
                *out = (word >> (i as u32 * Word::BITS % 64)) as Word;
            }
        }
    }

    #[inline(always)]
    fn permute(self, index: &Words) -> Self {
        self.shuffle(self, index)
    }

    #[inline(always)]
    fn shuffle(self, other: Self, index: &Words) -> Self {
        let mut out = self.0;
        for (out, &index) in out.iter_mut().zip(index) {
            let lane = index as usize % LANES;
            *out = if index < LANES as u64 { self.0[lane] } else { other.0[lane] };
        }
        Self(out)
    }
}

/// What the kernels read of the prime.
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    /// p.
    pub p: [u64; LIMBS],
    /// `m = -1/p mod 2^52`.
    pub digit: u64,
    /// `(m p + 1)/2^52`, which is at most p.
    pub folded: [u64; LIMBS],
    /// `2^260 - p`.
    pub complement: [u64; LIMBS],
    /// `2^260 - 2p`.
    pub twice_complement: [u64; LIMBS],
    /// p, of which a canonical value can be subtracted limb by limb: no limb but the top one becomes
    /// negative.
    pub minuend: [u64; LIMBS],
    /// p, of which what was subtracted from [`Self::minuend`] can be subtracted in the same way.
    pub large_minuend: [u64; LIMBS],
    /// `floor(2^260/p)`.
    pub quotient: u64,
    /// 2p, of which a reduced value can be subtracted limb by limb: no limb but the top one becomes
    /// negative.
    pub twice_p: [u64; LIMBS],
    /// 4p in the same way: no limb becomes negative.
    pub four_p: [u64; LIMBS],
    /// 32p, of which twelve reduced values can be subtracted: no limb becomes negative.
    pub thirty_two_p: [u64; LIMBS],
    /// 2p, carried: what reduced values are below.
    pub bound: [u64; LIMBS],
    /// `p^2` plus an arrangement of zero: no limb of a sum with it becomes negative.
    pub unit_bias: [u64; 2 * LIMBS],
    /// `25 p^2` plus an arrangement of zero.
    pub bias: [u64; 2 * LIMBS],
    /// `256 p^2` plus an arrangement of zero.
    pub large_bias: [u64; 2 * LIMBS],
}

/// Sums of products that [`complex_sum_of_products`] takes.
pub const MAX_PRODUCTS: usize = 6;

/// The constant `xi = REAL_PART + i` of a cubic extension, as a type, so that kernels are compiled for
/// it.
pub trait SmallXi {
    /// From 1 to [`MAX_XI`], for the bounds of the kernels to hold.
    const REAL_PART: u64;
}

/// The largest multiple that [`generic::multiple`] takes.
pub const MAX_MULTIPLE: u64 = 31;

/// The largest real part of xi that the kernels take.
pub const MAX_XI: u64 = 9;

/// Multiples of `p^2` in the two biases.
const BIAS: u64 = 4 * MAX_PRODUCTS as u64 + 1;
const LARGE_BIAS: u64 = 256;

/// Limbs of wide values before the bias are below this in absolute value.
const WIDE_LIMB_BITS: u32 = 61;

impl Modulus {
    /// Whether the bounds of this module close for a prime: 209 to 254 bits, and a reduction that
    /// leaves values below 2p, which `(24 + 25) p^2/2^260 + (1 + m/2^52) p < 2p` ensures.
    pub const fn fits(p: &[u64; LIMBS]) -> bool {
        let top = p[LIMBS - 1];
        if top == 0 || top >> (254 - 4 * LIMB_BITS) != 0 {
            return false;
        }
        let quotient_bits = (2 * BIAS - 1) * (top + 1);
        quotient_bits + negative_inverse(p[0]) + (1 << 20) < 1 << LIMB_BITS
    }

    /// The constants of a prime that [`Self::fits`]; for others they have no meaning.
    pub const fn new(p: [u64; LIMBS]) -> Self {
        let digit = negative_inverse(p[0]);
        let bound = double(&p);
        let four_p = double(&bound);
        let mut i;
        // m p + 1, without its lowest limb, which is zero.
        let mut folded = [0; LIMBS];
        let mut carry = (digit as u128 * p[0] as u128 + 1) >> LIMB_BITS;
        i = 1;
        while i < LIMBS {
            carry += digit as u128 * p[i] as u128;
            folded[i - 1] = carry as u64 & MASK;
            carry >>= LIMB_BITS;
            i += 1;
        }
        folded[LIMBS - 1] = carry as u64;
        Self {
            p,
            digit,
            folded,
            complement: complement(&p),
            twice_complement: complement(&bound),
            minuend: minuend(&p, 1),
            large_minuend: minuend(&minuend(&p, 1), 1),
            quotient: quotient(&p),
            twice_p: minuend(&bound, 1),
            four_p: minuend(&four_p, 1),
            thirty_two_p: minuend(&double(&double(&double(&four_p))), 5),
            bound,
            unit_bias: Self::bias(&p, 1),
            bias: Self::bias(&p, BIAS),
            large_bias: Self::bias(&p, LARGE_BIAS),
        }
    }

    /// `factor p^2` in ten limbs, each but the top one larger by `2^61` and each but the lowest
    /// smaller by `2^9`, which is zero altogether.
    ///
    /// Added to a wide value whose limbs are below `2^61` in absolute value and which is above
    /// `-(factor - 1) p^2`, it leaves no limb negative: the top one because the value is then above
    /// `p^2 - 2^62 2^(52 8)`.
    const fn bias(p: &[u64; LIMBS], factor: u64) -> [u64; 2 * LIMBS] {
        let mut columns = [0_u128; 2 * LIMBS];
        let mut i = 0;
        while i < LIMBS {
            let mut j = 0;
            while j < LIMBS {
                columns[i + j] += p[i] as u128 * p[j] as u128;
                j += 1;
            }
            i += 1;
        }
        let mut out = [0; 2 * LIMBS];
        let mut carry = 0;
        i = 0;
        while i < 2 * LIMBS {
            carry += columns[i] * factor as u128;
            out[i] = carry as u64 & MASK;
            carry >>= LIMB_BITS;
            if i < 2 * LIMBS - 1 {
                out[i] += 1 << WIDE_LIMB_BITS;
            }
            if i > 0 {
                out[i] = out[i].wrapping_sub(1 << (WIDE_LIMB_BITS - LIMB_BITS));
            }
            i += 1;
        }
        out
    }

    /// Whether every lane is reduced.
    fn are_reduced<V: Lanes>(&self, limbs: &[V; LIMBS]) -> bool {
        let limbs = limbs.map(V::store);
        (0..LANES).all(|lane| {
            let value = limbs.map(|words| words[lane]);
            value.iter().all(|&limb| limb <= MASK) && value.iter().rev().lt(self.bound.iter().rev())
        })
    }
}

/// `2^260 - x`, carried.
const fn complement(x: &[u64; LIMBS]) -> [u64; LIMBS] {
    let mut out = [0; LIMBS];
    let mut borrow = 0;
    let mut i = 0;
    while i < LIMBS {
        let difference = 0_u64.wrapping_sub(x[i]).wrapping_sub(borrow);
        out[i] = difference & MASK;
        borrow = difference >> 63;
        i += 1;
    }
    out
}

/// `2x`, carried.
const fn double(x: &[u64; LIMBS]) -> [u64; LIMBS] {
    let mut out = [0; LIMBS];
    let mut carry = 0;
    let mut i = 0;
    while i < LIMBS {
        let limb = 2 * x[i] + carry;
        out[i] = limb & MASK;
        carry = limb >> LIMB_BITS;
        i += 1;
    }
    out
}

/// `x` with limbs 0 to 3 larger by `2^(52 + bits)`, and each but the lowest smaller by `2^bits` for it.
const fn minuend(x: &[u64; LIMBS], bits: u32) -> [u64; LIMBS] {
    let mut out = *x;
    let mut i = 0;
    while i < LIMBS - 1 {
        out[i] = out[i].wrapping_add(1 << (LIMB_BITS + bits));
        out[i + 1] = out[i + 1].wrapping_sub(1 << bits);
        i += 1;
    }
    out
}

/// `-1/p mod 2^52` for an odd p.
const fn negative_inverse(p: u64) -> u64 {
    // Newton's iteration doubles the number of right bits: 1, 2, 4, ..., 64.
    let mut inverse = 1_u64;
    let mut i = 0;
    while i < 6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(p.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg() & MASK
}

/// `floor(2^260/p)`, at most `2^52`, by long division.
const fn quotient(p: &[u64; LIMBS]) -> u64 {
    let mut rest = [0; LIMBS];
    rest[0] = 1;
    let mut quotient = 0;
    let mut bit = 0;
    while bit < LIMBS as u32 * LIMB_BITS {
        let mut carry = 0;
        let mut i = 0;
        while i < LIMBS {
            let double = 2 * rest[i] + carry;
            rest[i] = double & MASK;
            carry = double >> LIMB_BITS;
            i += 1;
        }
        let (mut difference, mut borrow) = ([0; LIMBS], 0);
        i = 0;
        while i < LIMBS {
            let limb = rest[i].wrapping_sub(p[i]).wrapping_sub(borrow);
            difference[i] = limb & MASK;
            borrow = limb >> 63;
            i += 1;
        }
        quotient = quotient << 1 & MASK;
        if borrow == 0 || carry != 0 {
            rest = difference;
            quotient |= 1;
        }
        bit += 1;
    }
    quotient
}

/// Vectors from memory.
#[inline(always)]
pub fn load<V: Lanes, const L: usize>(words: &[Words; L]) -> [V; L] {
    let mut out = [V::splat(0); L];
    let mut i = 0;
    while i < L {
        out[i] = V::load(&words[i]);
        i += 1;
    }
    out
}

/// Vectors for memory.
#[inline(always)]
pub fn store<V: Lanes, const L: usize>(limbs: &[V; L]) -> [Words; L] {
    let mut out = [[0; LANES]; L];
    let mut i = 0;
    while i < L {
        out[i] = limbs[i].store();
        i += 1;
    }
    out
}

/// Five limbs for memory.
#[inline(always)]
pub fn element<V: Lanes>(limbs: &[V; LIMBS]) -> Element {
    Element(store(limbs))
}

/// The same constant added in every lane, limb by limb.
#[inline(always)]
pub fn add_constant<V: Lanes, const L: usize>(limbs: &[V; L], constant: &[u64; L]) -> [V; L] {
    let mut out = *limbs;
    let mut i = 0;
    while i < L {
        out[i] = out[i].add(V::splat(constant[i]));
        i += 1;
    }
    out
}

/// `a + b`, limb by limb.
#[inline(always)]
pub fn add_limbs<V: Lanes, const L: usize>(a: &[V; L], b: &[V; L]) -> [V; L] {
    let mut out = *a;
    let mut i = 0;
    while i < L {
        out[i] = out[i].add(b[i]);
        i += 1;
    }
    out
}

/// `a - b`, limb by limb.
#[inline(always)]
pub fn sub_limbs<V: Lanes, const L: usize>(a: &[V; L], b: &[V; L]) -> [V; L] {
    let mut out = *a;
    let mut i = 0;
    while i < L {
        out[i] = out[i].sub(b[i]);
        i += 1;
    }
    out
}

/// Makes all limbs below `2^52` but the top one, which takes the rest; limbs are not negative.
#[inline(always)]
pub fn carry<V: Lanes>(mut limbs: [V; LIMBS]) -> [V; LIMBS] {
    let mask = V::splat(MASK);
    let mut i = 0;
    while i < LIMBS - 1 {
        limbs[i + 1] = limbs[i + 1].add(limbs[i].shift_right::<LIMB_BITS>());
        limbs[i] = limbs[i].and(mask);
        i += 1;
    }
    limbs
}

/// The reduced form of a value below `(1 - 2^-30) 2^260` in limbs below `2^63`.
///
/// # Bounds
/// With `c = floor(2^260/p)` and the top limb t, `k = floor(t c/2^52)` is at most `value/p`. The lower
/// limbs are worth less than `2^(13 + 208)`, so `value - k p < value p/2^260 + (1 + 2^-32) p`, below
/// 2p. `2^260 - p` is added k times and the multiple of `2^260` dropped.
#[inline(always)]
pub fn reduce<V: Lanes>(mut limbs: [V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    debug_assert!(limbs.map(V::store).as_flattened().iter().all(|&limb| limb >> 63 == 0));
    debug_assert!(limbs[LIMBS - 1].store().iter().all(|&limb| limb <= MASK));
    let k = V::splat(0).madd_high(limbs[LIMBS - 1], V::splat(m.quotient));
    let mut i = 0;
    while i < LIMBS {
        let complement = V::splat(m.complement[i]);
        limbs[i] = limbs[i].madd_low(k, complement);
        if i < LIMBS - 1 {
            limbs[i + 1] = limbs[i + 1].madd_high(k, complement);
        }
        i += 1;
    }
    let mut limbs = carry(limbs);
    limbs[LIMBS - 1] = limbs[LIMBS - 1].and(V::splat(MASK));
    debug_assert!(m.are_reduced(&limbs));
    limbs
}

/// `acc += a b`, for carried factors.
#[inline(always)]
pub fn add_product<V: Lanes>(acc: &mut [V; 2 * LIMBS], a: &[V; LIMBS], b: &[V; LIMBS]) {
    let mut i = 0;
    while i < LIMBS {
        let mut j = 0;
        while j < LIMBS {
            acc[i + j] = acc[i + j].madd_low(a[i], b[j]);
            j += 1;
        }
        j = 0;
        while j < LIMBS {
            acc[i + j + 1] = acc[i + j + 1].madd_high(a[i], b[j]);
            j += 1;
        }
        i += 1;
    }
}

/// `a b`, for carried factors. Low and high halves are added up apart: chains half as long, which is
/// what a single product waits for.
#[inline(always)]
pub fn product<V: Lanes>(a: &[V; LIMBS], b: &[V; LIMBS]) -> [V; 2 * LIMBS] {
    let (mut low, mut high) = ([V::splat(0); 2 * LIMBS], [V::splat(0); 2 * LIMBS]);
    let mut i = 0;
    while i < LIMBS {
        let mut j = 0;
        while j < LIMBS {
            low[i + j] = low[i + j].madd_low(a[i], b[j]);
            high[i + j + 1] = high[i + j + 1].madd_high(a[i], b[j]);
            j += 1;
        }
        i += 1;
    }
    // The ends have one half only.
    let mut i = 1;
    while i < 2 * LIMBS - 1 {
        high[i] = high[i].add(low[i]);
        i += 1;
    }
    high[0] = low[0];
    high
}

/// `value / 2^260 mod p` for a non-negative wide value in limbs below `2^63`: limbs below `2^63`,
/// not carried, of a value below `value/2^260 + (1 + m/2^52 + 2^-50) p`.
///
/// # Algorithm
/// Montgomery reduction in radix `2^52` without the quotient digit in the first four steps: with
/// `m p = -1 mod 2^52`, the lowest limb t is cleared by adding `t (m p)`, that is `t (m p + 1)/2^52`
/// one limb higher. Such a step at limb i adds less than `2^(104 + 52 i) p`; the last one takes
/// the ordinary digit and adds less than `2^(52 + 208) p`.
#[inline(always)]
pub fn redc<V: Lanes>(mut t: [V; 2 * LIMBS], m: &Modulus) -> [V; LIMBS] {
    debug_assert!(t.map(V::store).as_flattened().iter().all(|&limb| limb >> 63 == 0));
    let mut i = 0;
    while i < LIMBS - 1 {
        let digit = t[i];
        t[i + 1] = t[i + 1].add(digit.shift_right::<LIMB_BITS>());
        let mut j = 0;
        while j < LIMBS {
            let folded = V::splat(m.folded[j]);
            t[i + 1 + j] = t[i + 1 + j].madd_low(digit, folded);
            t[i + 2 + j] = t[i + 2 + j].madd_high(digit, folded);
            j += 1;
        }
        i += 1;
    }
    let digit = V::splat(0).madd_low(t[i], V::splat(m.digit));
    let mut j = 0;
    while j < LIMBS {
        let p = V::splat(m.p[j]);
        t[i + j] = t[i + j].madd_low(digit, p);
        t[i + 1 + j] = t[i + 1 + j].madd_high(digit, p);
        j += 1;
    }
    t[i + 1] = t[i + 1].add(t[i].shift_right::<LIMB_BITS>());
    [t[5], t[6], t[7], t[8], t[9]]
}

/// [`redc`], carried: reduced if the wide value is below `49 p^2`.
#[inline(always)]
pub fn redc_small<V: Lanes>(t: [V; 2 * LIMBS], m: &Modulus) -> [V; LIMBS] {
    let limbs = carry(redc(t, m));
    debug_assert!(m.are_reduced(&limbs));
    limbs
}

/// `sum(a_i b_i)` as integers, for reduced factors.
#[inline(always)]
fn sum_of_wide_products<V: Lanes, const T: usize>(
    mut acc: [V; 2 * LIMBS],
    a: [&Element; T],
    b: [&Element; T],
) -> [V; 2 * LIMBS] {
    let mut i = 0;
    while i < T {
        add_product(&mut acc, &load(&a[i].0), &load(&b[i].0));
        i += 1;
    }
    acc
}

pub mod generic;

/// Hands the signatures of the kernels of [`generic`] to a macro: name, generic parameters and
/// arguments, parameters, result.
///
/// A macro, since an attribute of a function cannot depend on a type.
macro_rules! kernels {
    ($make:ident $arguments:tt) => {
        $make! { $arguments
            add[const K: usize][K](a: &[Element; K], b: &[Element; K], m: &Modulus) -> [Element; K];
            sub[const K: usize][K](a: &[Element; K], b: &[Element; K], m: &Modulus) -> [Element; K];
            thrice_twice[const MINUS: bool, const K: usize][MINUS, K](
                a: &[Element; K], b: &[Element; K], m: &Modulus
            ) -> [Element; K];
            multiple[const K: usize][K](a: &[Element; K], k: u64, m: &Modulus) -> [Element; K];
            complex_mul_by_xi[X: SmallXi][X](a: &[Element; 2], m: &Modulus) -> [Element; 2];
            scale[const K: usize][K](a: &[Element; K], s: &Element, m: &Modulus) -> [Element; K];
            square[][](a: &Element, m: &Modulus) -> Element;
            square_n[const K: usize][K](a: &[Element; K], n: u32, m: &Modulus) -> [Element; K];
            sum_of_products[const T: usize][T](
                a: [&Element; T], b: [&Element; T], m: &Modulus
            ) -> Element;
            gather[F: Row<N>, const N: usize][F, N](rows: &Rows<'_, F>) -> Element;
            scatter[F: Row<N>, const N: usize][F, N](
                a: &Element, out: &mut [F; LANES], m: &Modulus
            ) -> ();
            runs[F: Row<N>, const N: usize, const K: usize][F, N, K](
                x1: &[Rows<'_, F>; K],
                x2: &[Rows<'_, F>; K],
                runs: &mut [&mut Element; K],
                m: &Modulus
            ) -> [u8; K];
            extend[const K: usize][K](
                chains: &mut [&mut Element; K],
                factors: &[&Element; K],
                before: &mut [&mut Element; K],
                m: &Modulus
            ) -> ();
            chords[F: Row<N>, const N: usize, const K: usize][F, N, K](
                points: (&Points<'_, F, K>, &Points<'_, F, K>),
                negated: (&[u8; K], &[u8; K]),
                factors: (&mut [&mut Element; K], &[&Element; K], &[&Element; K]),
                out: &mut [[[F; 2]; LANES]; K],
                m: &Modulus
            ) -> ();
            extend_chains[F: Row<N>, const N: usize, const K: usize][F, N, K](
                x: &[Rows<'_, F>; K],
                chains: &mut [&mut Element; K],
                before: &mut [&mut Element; K],
                m: &Modulus
            ) -> ();
            shorten_chains[F: Row<N>, const N: usize, const K: usize][F, N, K](
                x: &[Rows<'_, F>; K],
                inverses: &mut [&mut Element; K],
                before: &[&Element; K],
                out: &mut [&mut Element; K],
                m: &Modulus
            ) -> ();
            scale_rows[F: Row<N>, const N: usize, const K: usize][F, N, K](
                x: &[Rows<'_, F>; K],
                s: &[&Element; K],
                out: &mut [[F; LANES]; K],
                m: &Modulus
            ) -> ();
            zeros[][](a: &Element, m: &Modulus) -> u8;
            select[const K: usize][K](
                mask: u8, a: &[Element; K], b: &[Element; K]
            ) -> [Element; K];
            lookup[const K: usize, const T: usize][K, T](
                table: [&[Element; K]; T], masks: [u8; T]
            ) -> [Element; K];
            complex_norm[][](a: &[Element; 2], m: &Modulus) -> Element;
            complex_sum_of_products[const T: usize][T](
                a: [&[Element; 2]; T], b: [&[Element; 2]; T], m: &Modulus
            ) -> [Element; 2];
            complex_square[][](a: &[Element; 2], m: &Modulus) -> [Element; 2];
        }
    };
}

/// Each kernel as a function of its own for one vector, so that its code exists once however often
/// it is used.
/// The attribute makes the difference between the vectors.
macro_rules! kernels_on {
    (($vector:ty, $attribute:meta, $prologue:block) $(
        $name:ident[$($parameter:tt)*][$($argument:tt)*]($($operand:ident: $type:ty),*) -> $out:ty;
    )*) => {$(
        #[inline(never)]
        #[$attribute]
        pub fn $name<$($parameter)*>($($operand: $type),*) -> $out {
            $prologue
            generic::$name::<$vector, $($argument)*>($($operand),*)
        }
    )*};
}
pub(super) use {kernels, kernels_on};

/// The kernels on [`Twin`].
pub mod twin {
    use super::{Element, LANES, LaneKernel, Modulus, Points, Row, Rows, SmallXi, Twin, generic};

    /// A kernel on the twin.
    #[inline(never)]
    pub fn run<K: LaneKernel>(kernel: K) -> K::Output {
        kernel.run::<Twin>()
    }

    kernels!(kernels_on(Twin, allow(clippy::must_use_candidate), {}));
}

/// Each kernel on the vectors of this CPU: the registers if the backend with them is in use, else
/// the twin. Out of line, so that a kernel writes its result where the caller wants it: inlined, the
/// two calls would leave a copy.
macro_rules! kernels_chosen {
    (() $(
        $name:ident[$($parameter:tt)*][$($argument:tt)*]($($operand:ident: $type:ty),*) -> $out:ty;
    )*) => {$(
        #[inline(never)]
        pub fn $name<$($parameter)*>($($operand: $type),*) -> $out {
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                not(mcl_backend = "portable")
            ))]
            if crate::backend::use_ifma() {
                // SAFETY: the backend is in use only where AVX-512F and AVX-512 IFMA were seen.
                return unsafe {
                    crate::backend::x86_64_ifma::$name::<$($argument)*>($($operand),*)
                };
            }
            twin::$name::<$($argument)*>($($operand),*)
        }
    )*};
}

kernels!(kernels_chosen());

#[cfg(test)]
mod tests;
