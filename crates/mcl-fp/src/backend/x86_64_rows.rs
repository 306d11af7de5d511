//! x86-64 kernels for primes of six and eight words that leave two bits free.
//!
//! A row, the product of a word and an integer added to an accumulator, is one block of assembly;
//! what rows make up is plain Rust. Six words and more do not fit the registers beside the operands,
//! so the accumulator is in memory: a word that a row stores is read again a whole row later, when
//! the store is long done. In a row the accumulator is added along CF and the high half of the
//! product before along OF.

use core::arch::asm;

use super::portable;

/// How many words an accumulator of one reduced value and its carries may need, by the number of
/// words of the prime: those below it that become zero, itself, and one above.
type Accumulator<const N: usize> = [[u64; N]; 3];

/// `[t] += rdx * [b]` for words at the given offsets, two at a time; the rest of the carries goes
/// to the word at the last offset.
macro_rules! row {
    ([$(($low:literal, $high:literal)),*], $top:literal) => {
        concat!(
            // Clears both flags as well.
            "xor {h0:e}, {h0:e}\n",
            $(
                "mulx {h1}, {lo}, [{b} + ", $low, "]\n",
                "adcx {lo}, [{t} + ", $low, "]\n",
                "adox {lo}, {h0}\n",
                "mov [{t} + ", $low, "], {lo}\n",
                "mulx {h0}, {lo}, [{b} + ", $high, "]\n",
                "adcx {lo}, [{t} + ", $high, "]\n",
                "adox {lo}, {h1}\n",
                "mov [{t} + ", $high, "], {lo}\n",
            )*
            "mov {lo:e}, 0\n",
            "adcx {lo}, [{t} + ", $top, "]\n",
            "adox {lo}, {h0}\n",
            "mov [{t} + ", $top, "], {lo}\n",
        )
    };
}

/// Whether there are rows of `N` words.
pub const fn has_rows(n: usize) -> bool {
    n == 6 || n == 8
}

/// `t += x b`, on the first `N + 1` words of `t`, which the sum must not exceed.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
unsafe fn add_row<const N: usize>(t: &mut [u64], x: u64, b: &[u64; N]) {
    let t = &mut t[..=N];
    macro_rules! block {
        ($row:expr) => {
            asm!(
                $row,
                t = in(reg) t.as_mut_ptr(), b = in(reg) b.as_ptr(), in("rdx") x,
                h0 = out(reg) _, h1 = out(reg) _, lo = out(reg) _,
                options(nostack),
            )
        };
    }
    // SAFETY: reads `N` words behind `b`, reads and writes the `N + 1` of `t`; ADX and BMI2 by
    // contract.
    unsafe {
        if N == 6 {
            block!(row!([("0", "8"), ("16", "24"), ("32", "40")], "48"));
        } else if N == 8 {
            block!(row!([("0", "8"), ("16", "24"), ("32", "40"), ("48", "56")], "64"));
        } else {
            unreachable!("excluded by has_rows");
        }
    }
}

/// The modulus and `-1/p mod 2^64`.
#[derive(Clone, Copy)]
pub struct Modulus<'a, const N: usize> {
    pub p: &'a [u64; N],
    pub neg_inv: u64,
}

impl<const N: usize> Modulus<'_, N> {
    /// Adds the multiple of p that clears the lowest word of `t`.
    ///
    /// # Safety
    /// The CPU must have ADX and BMI2.
    #[inline(always)]
    unsafe fn clear_lowest(self, t: &mut [u64]) {
        let digit = t[0].wrapping_mul(self.neg_inv);
        // SAFETY: ADX and BMI2 by contract.
        unsafe { add_row(t, digit, self.p) }
    }

    /// The canonical residue of a value below `bound p`.
    #[inline(always)]
    fn reduce(self, mut words: [u64; N], bound: usize) -> [u64; N] {
        for _ in 1..bound {
            let (difference, borrow) = portable::sub_words(&words, self.p);
            words = add_masked(&difference, borrow, self.p);
        }
        words
    }
}

/// `a + borrow p` modulo R, for `borrow` 0 or 1.
///
/// # Timing
/// Constant time: the mask is made where the compiler cannot see that it has two values.
#[inline(always)]
fn add_masked<const N: usize>(a: &[u64; N], borrow: u64, p: &[u64; N]) -> [u64; N] {
    let mut mask = borrow;
    // SAFETY: one register; baseline instruction.
    unsafe {
        asm!("neg {0}", inout(reg) mask, options(pure, nomem, nostack));
    }
    portable::add_words(a, &p.map(|word| word & mask)).0
}

/// Montgomery sum of products, canonical:
/// [`portable::sum_of_products`](super::portable::sum_of_products).
///
/// # Bounds
/// Up to two products are reduced along the way: `b0 + b1 + p <= 3p`, below R, so a step stays below
/// `2^64 R`, and the result is below 2p for `a` of at most 2p. More are summed in double width, for
/// `a` and `b` of at most p: up to eleven.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(never)]
pub unsafe fn sum_of_products<const N: usize>(
    a: &[&[u64; N]],
    b: &[&[u64; N]],
    modulus: Modulus<'_, N>,
) -> [u64; N] {
    if a.len() > 2 {
        let mut sum = [[0; N]; 2];
        for (a, b) in a.iter().zip(b) {
            // SAFETY: ADX and BMI2 by contract.
            sum = super::add_wide(&sum, &unsafe { mul_wide(a, b) });
        }
        let bound = portable::quotient_bound(a.len(), modulus.p);
        // SAFETY: ADX and BMI2 by contract.
        return unsafe { redc(&sum, bound, modulus) };
    }
    let mut t: Accumulator<N> = [[0; N]; 3];
    for i in 0..N {
        let t = &mut t.as_flattened_mut()[i..];
        for (a, b) in a.iter().zip(b) {
            // SAFETY: ADX and BMI2 by contract.
            unsafe { add_row(t, a[i], b) };
        }
        // SAFETY: ADX and BMI2 by contract.
        unsafe { modulus.clear_lowest(t) };
    }
    modulus.reduce(t[1], 2)
}

/// The plain product of two integers.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(never)]
pub unsafe fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
    let mut t = [[0; N]; 2];
    for i in 0..N {
        // SAFETY: ADX and BMI2 by contract.
        unsafe { add_row(&mut t.as_flattened_mut()[i..], a[i], b) };
    }
    t
}

/// `out = a0 b0 + a1 b1` without reduction.
///
/// # Bounds
/// `b0 + b1 <= R`, so that every step and the sum fit.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(never)]
pub unsafe fn mul_two_wide<const N: usize>(
    out: &mut [[u64; N]; 2],
    a: [&[u64; N]; 2],
    b: [&[u64; N]; 2],
) {
    *out = [[0; N]; 2];
    for i in 0..N {
        for (a, b) in a.iter().zip(b) {
            // SAFETY: ADX and BMI2 by contract.
            unsafe { add_row(&mut out.as_flattened_mut()[i..], a[i], b) };
        }
    }
}

/// Montgomery reduction of a double-width value that leaves it below `bound p`, then made canonical.
///
/// # Bounds
/// `value < (R - p) R`. The low half alone is reduced to at most p; the high half is added to that.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(never)]
pub unsafe fn redc<const N: usize>(
    value: &[[u64; N]; 2],
    bound: usize,
    modulus: Modulus<'_, N>,
) -> [u64; N] {
    let mut t: Accumulator<N> = [value[0], [0; N], [0; N]];
    for i in 0..N {
        // SAFETY: ADX and BMI2 by contract.
        unsafe { modulus.clear_lowest(&mut t.as_flattened_mut()[i..]) };
    }
    modulus.reduce(portable::add_words(&t[1], &value[1]).0, bound)
}
