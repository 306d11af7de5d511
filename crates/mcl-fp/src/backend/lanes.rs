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

/// The kernels, each with its counterpart of the same name in `x86_64_ifma.rs`.
///
/// All are constant time. Complex numbers are pairs of real and imaginary part.
pub mod generic {
    use super::*;

    /// `a_i + b_i`, reduced.
    ///
    /// # Bounds
    /// Below 4p before the reduction.
    #[inline(always)]
    pub fn add<V: Lanes, const K: usize>(
        a: &[Element; K],
        b: &[Element; K],
        m: &Modulus,
    ) -> [Element; K] {
        let mut out = [Element::ZERO; K];
        let mut i = 0;
        while i < K {
            let sum = add_limbs::<V, LIMBS>(&load(&a[i].0), &load(&b[i].0));
            out[i] = element(&reduce(sum, m));
            i += 1;
        }
        out
    }

    /// `a_i - b_i`, reduced.
    ///
    /// # Bounds
    /// With 4p added, below 6p before the reduction.
    #[inline(always)]
    pub fn sub<V: Lanes, const K: usize>(
        a: &[Element; K],
        b: &[Element; K],
        m: &Modulus,
    ) -> [Element; K] {
        let mut out = [Element::ZERO; K];
        let mut i = 0;
        while i < K {
            let a = add_constant::<V, LIMBS>(&load(&a[i].0), &m.four_p);
            out[i] = element(&reduce(sub_limbs(&a, &load(&b[i].0)), m));
            i += 1;
        }
        out
    }

    /// `k a_i` for k up to [`MAX_MULTIPLE`].
    ///
    /// # Bounds
    /// `62p` before the reduction, below `2^260`; limbs below `2^52 + 2^5`.
    #[inline(always)]
    pub fn multiple<V: Lanes, const K: usize>(
        a: &[Element; K],
        k: u64,
        m: &Modulus,
    ) -> [Element; K] {
        debug_assert!(k <= MAX_MULTIPLE);
        let k = V::splat(k);
        let mut out = [Element::ZERO; K];
        let mut i = 0;
        while i < K {
            let a = load::<V, LIMBS>(&a[i].0);
            let mut limbs = [V::splat(0); LIMBS];
            let mut j = 0;
            while j < LIMBS {
                limbs[j] = limbs[j].madd_low(a[j], k);
                if j < LIMBS - 1 {
                    limbs[j + 1] = limbs[j + 1].madd_high(a[j], k);
                }
                j += 1;
            }
            out[i] = element(&reduce(limbs, m));
            i += 1;
        }
        out
    }

    /// `3a_i + 2b_i`, or `3a_i - 2b_i`.
    ///
    /// # Bounds
    /// Below 14p before the reduction.
    #[inline(always)]
    pub fn thrice_twice<V: Lanes, const MINUS: bool, const K: usize>(
        a: &[Element; K],
        b: &[Element; K],
        m: &Modulus,
    ) -> [Element; K] {
        let mut out = [Element::ZERO; K];
        let mut i = 0;
        while i < K {
            let (a, b) = (load::<V, LIMBS>(&a[i].0), load(&b[i].0));
            let sum =
                if MINUS { sub_limbs(&add_constant(&a, &m.four_p), &b) } else { add_limbs(&a, &b) };
            out[i] = element(&reduce(add_limbs(&add_limbs(&sum, &sum), &a), m));
            i += 1;
        }
        out
    }

    /// `(xi0 + i)(a0 + a1 i)`.
    ///
    /// # Bounds
    /// Below 22p before the reduction.
    #[inline(always)]
    pub fn complex_mul_by_xi<V: Lanes, X: SmallXi>(a: &[Element; 2], m: &Modulus) -> [Element; 2] {
        let (a0, a1) = (load::<V, LIMBS>(&a[0].0), load::<V, LIMBS>(&a[1].0));
        let real = sub_limbs(&add_constant(&times::<V, LIMBS, X>(&a0), &m.four_p), &a1);
        let imaginary = add_limbs(&times::<V, LIMBS, X>(&a1), &a0);
        [element(&reduce(real, m)), element(&reduce(imaginary, m))]
    }

    /// `a_i s`.
    ///
    /// # Bounds
    /// `4 p^2` before the reduction.
    #[inline(always)]
    pub fn scale<V: Lanes, const K: usize>(
        a: &[Element; K],
        s: &Element,
        m: &Modulus,
    ) -> [Element; K] {
        let mut out = [Element::ZERO; K];
        let mut i = 0;
        while i < K {
            out[i] = element(&redc_small(product(&load::<V, LIMBS>(&a[i].0), &load(&s.0)), m));
            i += 1;
        }
        out
    }

    /// `sum(a_i b_i)` of up to [`MAX_PRODUCTS`] products with one reduction.
    ///
    /// # Bounds
    /// `4 T p^2` before the reduction, for T products; limbs below `9 T 2^52`.
    #[inline(always)]
    pub fn sum_of_products<V: Lanes, const T: usize>(
        a: [&Element; T],
        b: [&Element; T],
        m: &Modulus,
    ) -> Element {
        const { assert!(T >= 1 && T <= MAX_PRODUCTS, "the reduction is for that many products") };
        element(&redc_small(sum_of_wide_products([V::splat(0); 2 * LIMBS], a, b), m))
    }

    /// The limbs of integers of 256 bits.
    #[inline(always)]
    pub fn gather<V: Lanes, F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> Element {
        element(&limbs_of_rows::<V, F, N>(rows))
    }

    /// The canonical integers below `2^256`: the reverse of [`gather`].
    ///
    /// # Bounds
    /// For reduced values. `a + (2^260 - p)` reaches `2^260` exactly if a is p or more.
    #[inline(always)]
    pub fn scatter<V: Lanes, F: Row<N>, const N: usize>(
        a: &Element,
        out: &mut [F; LANES],
        m: &Modulus,
    ) {
        let [a] = subtract_from_each([load::<V, LIMBS>(&a.0)], &m.complement);
        write_rows(&a, out.each_mut().map(F::words_mut));
    }

    /// `runs_k = x2_k - x1_k` for canonical rows, and the lanes in which a run is zero.
    ///
    /// # Bounds
    /// With p added, runs are above 0 and below 2p: reduced.
    #[inline(always)]
    pub fn runs<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
        x1: &[Rows<'_, F>; K],
        x2: &[Rows<'_, F>; K],
        runs: &mut [&mut Element; K],
        m: &Modulus,
    ) -> [u8; K] {
        let mut zeros = [0; K];
        let mut differences = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            let (a, b) = (limbs_of_rows::<V, F, N>(&x1[k]), limbs_of_rows::<V, F, N>(&x2[k]));
            let difference = sub_limbs(&b, &a);
            differences[k] = add_constant(&difference, &m.minuend);
            let [a, b, c, d, e] = difference;
            zeros[k] = a.or(b).or(c.or(d)).or(e).zeros();
            k += 1;
        }
        store_each(&carry_each(differences), runs);
        zeros
    }

    /// `chains_k *= factors_k`; the chains before.
    #[inline(always)]
    pub fn extend<V: Lanes, const K: usize>(
        chains: &mut [&mut Element; K],
        factors: &[&Element; K],
        before: &mut [&mut Element; K],
        m: &Modulus,
    ) {
        let old = load_each_mut::<V, K>(chains);
        store_each(&old, before);
        store_each(&carry_each(redc_each(products(&old, &load_each(factors)), m)), chains);
    }

    /// The third points on lines, mirrored: `t = (y2 - y1) (before inverse)`, `x3 = t^2 - x1 - x2`,
    /// `y3 = t 4(x1 - x3) - y1`, and `inverse *= run`. For canonical rows, of which the lanes of the
    /// masks have their y negated; results are canonical.
    ///
    /// # Bounds
    /// Of `p^2` before a reduction: `y2 - y1 + p` is at most 2p, hence 4; `t^2` 4, which leaves 1.3p and
    /// makes `x3` less than 3.3p; `4(x1 - x3 + p)` is below 8p, its product below 16, which leaves 1.5p and
    /// makes `y3` less than 2.5p.
    #[inline(always)]
    pub fn chords<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
        (p1, p2): (&Points<'_, F, K>, &Points<'_, F, K>),
        (negated1, negated2): (&[u8; K], &[u8; K]),
        (inverses, runs, before): (&mut [&mut Element; K], &[&Element; K], &[&Element; K]),
        out: &mut [[[F; 2]; LANES]; K],
        m: &Modulus,
    ) {
        // Rows come long before they are needed, and the product that nothing here needs comes where there is
        // else nothing but carries: what waits overlaps with products.
        let (inverse, before) = (load_each_mut::<V, K>(inverses), load_each(before));
        let mut y1 = before;
        let mut rise = before;
        let mut k = 0;
        while k < K {
            y1[k] = negate_some(negated1[k], limbs_of_rows::<V, F, N>(&p1[1][k]), m);
            let y2 = negate_some(negated2[k], limbs_of_rows::<V, F, N>(&p2[1][k]), m);
            rise[k] = sub_limbs(&add_constant(&y2, &m.large_minuend), &y1[k]);
            k += 1;
        }
        let rise = carry_factors(rise);
        let inverse_of_run = carry_factors(redc_each(products(&inverse, &before), m));
        let mut x1 = before;
        let mut minuend = before;
        k = 0;
        while k < K {
            x1[k] = limbs_of_rows::<V, F, N>(&p1[0][k]);
            let sum = add_limbs(&x1[k], &limbs_of_rows::<V, F, N>(&p2[0][k]));
            minuend[k] = sub_limbs(&constant(&m.twice_p), &sum);
            k += 1;
        }
        let slope = carry_factors(redc_each(products(&inverse_of_run, &rise), m));
        let mut x = redc_each(squares(&slope), m);
        k = 0;
        while k < K {
            x[k] = add_limbs(&x[k], &minuend[k]);
            k += 1;
        }
        let x = canonical_each(x, m);
        store_each(&carry_each(redc_each(products(&inverse, &load_each(runs)), m)), inverses);
        let mut difference = x;
        k = 0;
        while k < K {
            difference[k] = add_constant(&sub_limbs(&x1[k], &x[k]), &m.minuend);
            let mut i = 0;
            while i < LIMBS {
                difference[k][i] = difference[k][i].shift_left::<2>();
                i += 1;
            }
            k += 1;
        }
        let mut y = redc_each(products(&slope, &carry_factors(difference)), m);
        k = 0;
        while k < K {
            y[k] = sub_limbs(&add_constant(&y[k], &m.large_minuend), &y1[k]);
            k += 1;
        }
        let y = canonical_each(y, m);
        k = 0;
        for points in out {
            let [p0, p1, p2, p3, p4, p5, p6, p7] = points;
            let ([x0, y0], [x1, y1], [x2, y2], [x3, y3]) = (p0, p1, p2, p3);
            let ([x4, y4], [x5, y5], [x6, y6], [x7, y7]) = (p4, p5, p6, p7);
            write_rows(&x[k], [x0, x1, x2, x3, x4, x5, x6, x7].map(F::words_mut));
            write_rows(&y[k], [y0, y1, y2, y3, y4, y5, y6, y7].map(F::words_mut));
            k += 1;
        }
    }

    /// `chains_k *= x_k` for canonical rows, with a factor that is not zero in place of zero; the chains
    /// before.
    #[inline(always)]
    pub fn extend_chains<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
        x: &[Rows<'_, F>; K],
        chains: &mut [&mut Element; K],
        before: &mut [&mut Element; K],
        m: &Modulus,
    ) {
        let mut factors = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            (factors[k], _) = non_zero(limbs_of_rows::<V, F, N>(&x[k]));
            k += 1;
        }
        let old = load_each_mut::<V, K>(chains);
        store_each(&old, before);
        store_each(&carry_each(redc_each(products(&old, &factors), m)), chains);
    }

    /// `before_k inverses_k`, or zero where `x_k` is, and `inverses_k *= x_k`: the way back of
    /// [`extend_chains`].
    #[inline(always)]
    pub fn shorten_chains<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
        x: &[Rows<'_, F>; K],
        inverses: &mut [&mut Element; K],
        before: &[&Element; K],
        out: &mut [&mut Element; K],
        m: &Modulus,
    ) {
        let mut factors = [[V::splat(0); LIMBS]; K];
        let mut zeros = [0; K];
        let mut k = 0;
        while k < K {
            (factors[k], zeros[k]) = non_zero(limbs_of_rows::<V, F, N>(&x[k]));
            k += 1;
        }
        let inverse = load_each_mut::<V, K>(inverses);
        let mut own = carry_each(redc_each(products(&inverse, &load_each(before)), m));
        store_each(&carry_each(redc_each(products(&inverse, &factors), m)), inverses);
        k = 0;
        while k < K {
            let mut i = 0;
            while i < LIMBS {
                own[k][i] = V::splat(0).blend(zeros[k], own[k][i]);
                i += 1;
            }
            k += 1;
        }
        store_each(&own, out);
    }

    /// `x_k s_k` for canonical rows, canonical.
    #[inline(always)]
    pub fn scale_rows<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
        x: &[Rows<'_, F>; K],
        s: &[&Element; K],
        out: &mut [[F; LANES]; K],
        m: &Modulus,
    ) {
        let mut factors = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            factors[k] = limbs_of_rows::<V, F, N>(&x[k]);
            k += 1;
        }
        let scaled = carry_each(redc_each(products(&load_each(s), &factors), m));
        let scaled = subtract_from_each(scaled, &m.complement);
        k = 0;
        for rows in out {
            write_rows(&scaled[k], rows.each_mut().map(F::words_mut));
            k += 1;
        }
    }

    /// Products side by side. The helpers of this kind do each step for all vectors before the next one, so
    /// that what one vector waits for overlaps with the products of another.
    #[inline(always)]
    fn products<V: Lanes, const K: usize>(
        a: &[[V; LIMBS]; K],
        b: &[[V; LIMBS]; K],
    ) -> [[V; 2 * LIMBS]; K] {
        let mut t = [[V::splat(0); 2 * LIMBS]; K];
        let mut k = 0;
        while k < K {
            add_product(&mut t[k], &a[k], &b[k]);
            k += 1;
        }
        t
    }

    /// [`wide_square_of`] side by side.
    #[inline(always)]
    fn squares<V: Lanes, const K: usize>(a: &[[V; LIMBS]; K]) -> [[V; 2 * LIMBS]; K] {
        let mut t = [[V::splat(0); 2 * LIMBS]; K];
        let mut k = 0;
        while k < K {
            t[k] = wide_square_of(&a[k]);
            k += 1;
        }
        t
    }

    /// [`redc`] side by side.
    #[inline(always)]
    fn redc_each<V: Lanes, const K: usize>(t: [[V; 2 * LIMBS]; K], m: &Modulus) -> [[V; LIMBS]; K] {
        let mut out = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            out[k] = redc(t[k], m);
            k += 1;
        }
        out
    }

    /// [`carry`] side by side.
    #[inline(always)]
    fn carry_each<V: Lanes, const K: usize>(mut limbs: [[V; LIMBS]; K]) -> [[V; LIMBS]; K] {
        let mut k = 0;
        while k < K {
            limbs[k] = carry(limbs[k]);
            k += 1;
        }
        limbs
    }

    /// [`carry_each`] for factors: products take the low 52 bits of a limb, whatever is above.
    #[inline(always)]
    fn carry_factors<V: Lanes, const K: usize>(mut limbs: [[V; LIMBS]; K]) -> [[V; LIMBS]; K] {
        let mut i = 0;
        while i < LIMBS - 1 {
            let mut k = 0;
            while k < K {
                limbs[k][i + 1] = limbs[k][i + 1].add(limbs[k][i].shift_right::<LIMB_BITS>());
                k += 1;
            }
            i += 1;
        }
        limbs
    }

    /// The canonical form of values below 4p.
    #[inline(always)]
    fn canonical_each<V: Lanes, const K: usize>(
        limbs: [[V; LIMBS]; K],
        m: &Modulus,
    ) -> [[V; LIMBS]; K] {
        let limbs = subtract_from_each(carry_each(limbs), &m.twice_complement);
        subtract_from_each(limbs, &m.complement)
    }

    /// `x - n` if that is not negative, else x, for `2^260 - n` and carried x.
    #[inline(always)]
    fn subtract_from_each<V: Lanes, const K: usize>(
        x: [[V; LIMBS]; K],
        complement: &[u64; LIMBS],
    ) -> [[V; LIMBS]; K] {
        let mut less = x;
        let mut k = 0;
        while k < K {
            less[k] = add_constant(&x[k], complement);
            k += 1;
        }
        less = carry_each(less);
        k = 0;
        while k < K {
            let top = less[k][LIMBS - 1];
            // x + (2^260 - n) reaches 2^260 exactly if x is n or more.
            let is_below = top.shift_right::<LIMB_BITS>().zeros();
            less[k][LIMBS - 1] = top.and(V::splat(MASK));
            let mut i = 0;
            while i < LIMBS {
                less[k][i] = x[k][i].blend(is_below, less[k][i]);
                i += 1;
            }
            k += 1;
        }
        less
    }

    #[inline(always)]
    fn constant<V: Lanes>(limbs: &[u64; LIMBS]) -> [V; LIMBS] {
        add_constant(&[V::splat(0); LIMBS], limbs)
    }

    #[inline(always)]
    fn load_each<V: Lanes, const K: usize>(elements: &[&Element; K]) -> [[V; LIMBS]; K] {
        let mut out = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            out[k] = load(&elements[k].0);
            k += 1;
        }
        out
    }

    #[inline(always)]
    fn load_each_mut<V: Lanes, const K: usize>(elements: &[&mut Element; K]) -> [[V; LIMBS]; K] {
        let mut out = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            out[k] = load(&elements[k].0);
            k += 1;
        }
        out
    }

    #[inline(always)]
    fn store_each<V: Lanes, const K: usize>(
        limbs: &[[V; LIMBS]; K],
        elements: &mut [&mut Element; K],
    ) {
        let mut k = 0;
        while k < K {
            *elements[k] = element(&limbs[k]);
            k += 1;
        }
    }

    /// Canonical limbs with one in place of zero, and the lanes where this is so.
    #[inline(always)]
    fn non_zero<V: Lanes>(mut x: [V; LIMBS]) -> ([V; LIMBS], u8) {
        let [a, b, c, d, e] = x;
        let zeros = a.or(b).or(c.or(d)).or(e).zeros();
        x[0] = V::splat(1).blend(zeros, a);
        (x, zeros)
    }

    /// The limbs of integers of 256 bits.
    #[inline(always)]
    fn limbs_of_rows<V: Lanes, F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> [V; LIMBS] {
        let [a, b, c, d] = V::transpose(rows);
        let mask = V::splat(MASK);
        [
            a.and(mask),
            a.shift_right::<52>().or(b.shift_left::<12>()).and(mask),
            b.shift_right::<40>().or(c.shift_left::<24>()).and(mask),
            c.shift_right::<28>().or(d.shift_left::<36>()).and(mask),
            d.shift_right::<16>(),
        ]
    }

    /// Integers below `2^256` from carried limbs.
    #[inline(always)]
    fn write_rows<V: Lanes, const N: usize>(x: &[V; LIMBS], rows: [&mut [Word; N]; LANES]) {
        let words = [
            x[0].or(x[1].shift_left::<52>()),
            x[1].shift_right::<12>().or(x[2].shift_left::<40>()),
            x[2].shift_right::<24>().or(x[3].shift_left::<28>()),
            x[3].shift_right::<36>().or(x[4].shift_left::<16>()),
        ];
        V::write_rows(words, rows);
    }

    /// p - y in the lanes of the mask, with limbs as they come, else y.
    #[inline(always)]
    fn negate_some<V: Lanes>(mask: u8, mut y: [V; LIMBS], m: &Modulus) -> [V; LIMBS] {
        let mut i = 0;
        while i < LIMBS {
            y[i] = V::splat(m.minuend[i]).sub(y[i]).blend(mask, y[i]);
            i += 1;
        }
        y
    }

    /// `a^2`, wide: products of different limbs once, doubled.
    #[inline(always)]
    fn wide_square_of<V: Lanes>(a: &[V; LIMBS]) -> [V; 2 * LIMBS] {
        let mut t = [V::splat(0); 2 * LIMBS];
        let mut i = 0;
        while i < LIMBS {
            let mut j = i + 1;
            while j < LIMBS {
                t[i + j] = t[i + j].madd_low(a[i], a[j]);
                t[i + j + 1] = t[i + j + 1].madd_high(a[i], a[j]);
                j += 1;
            }
            i += 1;
        }
        t = add_limbs(&t, &t);
        i = 0;
        while i < LIMBS {
            t[2 * i] = t[2 * i].madd_low(a[i], a[i]);
            t[2 * i + 1] = t[2 * i + 1].madd_high(a[i], a[i]);
            i += 1;
        }
        t
    }

    /// The lanes in which a reduced value is zero or p.
    #[inline(always)]
    pub fn zeros<V: Lanes>(a: &Element, m: &Modulus) -> u8 {
        let a = load::<V, LIMBS>(&a.0);
        let (mut from_zero, mut from_p) = (a[0], a[0].sub(V::splat(m.p[0])));
        let mut i = 1;
        while i < LIMBS {
            from_zero = from_zero.or(a[i]);
            from_p = from_p.or(a[i].sub(V::splat(m.p[i])));
            i += 1;
        }
        from_zero.zeros() | from_p.zeros()
    }

    /// In each lane the entry of the table whose mask has its bit, zero if there is none.
    #[inline(always)]
    pub fn lookup<V: Lanes, const K: usize, const T: usize>(
        table: [&[Element; K]; T],
        masks: [u8; T],
    ) -> [Element; K] {
        let mut out = [Element::ZERO; K];
        let mut k = 0;
        while k < K {
            let mut limbs = [V::splat(0); LIMBS];
            let mut t = 0;
            while t < T {
                let mut i = 0;
                while i < LIMBS {
                    limbs[i] = V::load(&table[t][k].0[i]).blend(masks[t], limbs[i]);
                    i += 1;
                }
                t += 1;
            }
            out[k] = element(&limbs);
            k += 1;
        }
        out
    }

    /// `a_i` in the lanes of the bits of the mask, else `b_i`.
    #[inline(always)]
    pub fn select<V: Lanes, const K: usize>(
        mask: u8,
        a: &[Element; K],
        b: &[Element; K],
    ) -> [Element; K] {
        let mut out = *b;
        let mut k = 0;
        while k < K {
            let mut i = 0;
            while i < LIMBS {
                out[k].0[i] = V::load(&a[k].0[i]).blend(mask, V::load(&b[k].0[i])).store();
                i += 1;
            }
            k += 1;
        }
        out
    }

    /// `a^2`.
    ///
    /// # Bounds
    /// As [`scale`].
    #[inline(always)]
    pub fn square<V: Lanes>(a: &Element, m: &Modulus) -> Element {
        element(&redc_small(wide_square_of(&load::<V, LIMBS>(&a.0)), m))
    }

    /// `a_i^(2^n)`: squares that stay in registers. One chain of squares waits for its own results, two
    /// fill the gaps.
    ///
    /// # Bounds
    /// As [`scale`].
    #[inline(always)]
    pub fn square_n<V: Lanes, const K: usize>(
        a: &[Element; K],
        n: u32,
        m: &Modulus,
    ) -> [Element; K] {
        let mut x = [[V::splat(0); LIMBS]; K];
        let mut k = 0;
        while k < K {
            x[k] = load::<V, LIMBS>(&a[k].0);
            k += 1;
        }
        let mut i = 0;
        while i < n {
            k = 0;
            while k < K {
                x[k] = redc_small(wide_square_of(&x[k]), m);
                k += 1;
            }
            i += 1;
        }
        let mut out = [Element::ZERO; K];
        k = 0;
        while k < K {
            out[k] = element(&x[k]);
            k += 1;
        }
        out
    }

    /// `a_0^2 + a_1^2`.
    ///
    /// # Bounds
    /// `8 p^2` before the reduction.
    #[inline(always)]
    pub fn complex_norm<V: Lanes>(a: &[Element; 2], m: &Modulus) -> Element {
        let both = [&a[0], &a[1]];
        element(&redc_small(sum_of_wide_products([V::splat(0); 2 * LIMBS], both, both), m))
    }

    /// `sum(a_i b_i)` over the complex numbers, of up to [`MAX_PRODUCTS`] products: Karatsuba's method,
    /// one reduction for each part.
    ///
    /// # Bounds
    /// With T products, the real part lies between `-4 T p^2` and `4 T p^2`, the imaginary part between 0
    /// and `8 T p^2`; both are below `49 p^2` with their bias. Limbs are below `18 T 2^52`, `2^59`, in
    /// absolute value.
    #[inline(always)]
    pub fn complex_sum_of_products<V: Lanes, const T: usize>(
        a: [&[Element; 2]; T],
        b: [&[Element; 2]; T],
        m: &Modulus,
    ) -> [Element; 2] {
        const { assert!(T >= 1 && T <= MAX_PRODUCTS, "the bias is for that many products") };
        let zero = [V::splat(0); 2 * LIMBS];
        let (mut re, mut im) = (zero, zero);
        let mut i = 0;
        while i < T {
            add_product(&mut re, &load(&a[i][0].0), &load(&b[i][0].0));
            i += 1;
        }
        i = 0;
        while i < T {
            add_product(&mut im, &load(&a[i][1].0), &load(&b[i][1].0));
            i += 1;
        }
        let real = sub_limbs(&add_constant(&re, &m.bias), &im);
        let mut cross = sub_limbs(&sub_limbs(&add_constant(&zero, &m.unit_bias), &re), &im);
        i = 0;
        while i < T {
            let sum = carry(add_limbs(&load::<V, LIMBS>(&a[i][0].0), &load(&a[i][1].0)));
            let other = carry(add_limbs(&load::<V, LIMBS>(&b[i][0].0), &load(&b[i][1].0)));
            add_product(&mut cross, &sum, &other);
            i += 1;
        }
        let real = redc_small(real, m);
        [element(&real), element(&redc_small(cross, m))]
    }

    /// `a^2` over the complex numbers as `(a0 + a1)(a0 - a1) + 2 a0 a1 i`.
    ///
    /// # Bounds
    /// The factors of the real part are below 4p, the wide values below `16 p^2` and `8 p^2`.
    #[inline(always)]
    pub fn complex_square<V: Lanes>(a: &[Element; 2], m: &Modulus) -> [Element; 2] {
        let [real, imaginary] = wide_square::<V>(a, m);
        let imaginary = element(&redc_small(imaginary, m));
        [element(&redc_small(real, m)), imaginary]
    }

    /// Both parts of a square, wide.
    #[inline(always)]
    fn wide_square<V: Lanes>(a: &[Element; 2], m: &Modulus) -> [[V; 2 * LIMBS]; 2] {
        let (a0, a1) = (load::<V, LIMBS>(&a[0].0), load::<V, LIMBS>(&a[1].0));
        let imaginary = product(&a0, &a1);
        let sum = carry(add_limbs(&a0, &a1));
        let difference = carry(sub_limbs(&add_constant(&a0, &m.twice_p), &a1));
        let real = product(&sum, &difference);
        [real, add_limbs(&imaginary, &imaginary)]
    }

    /// The multiple of x by the real part of xi, by shifts and additions.
    #[inline(always)]
    pub fn times<V: Lanes, const L: usize, X: SmallXi>(x: &[V; L]) -> [V; L] {
        let mut out = *x;
        let mut i = 0;
        while i < L {
            let x = x[i];
            out[i] = match X::REAL_PART {
                1 => x,
                2 => x.add(x),
                9 => x.shift_left::<3>().add(x),
                _ => {
                    let mut sum = x;
                    let mut k = 1;
                    while k < X::REAL_PART {
                        sum = sum.add(x);
                        k += 1;
                    }
                    sum
                }
            };
            i += 1;
        }
        out
    }
}

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
