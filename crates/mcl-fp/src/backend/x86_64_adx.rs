//! x86-64 kernels for primes of four words that leave the top two bits free.
//!
//! `mulx` multiplies without touching the flags, and `adcx` and `adox` run two independent carry
//! chains: the low halves of a row of products are added along one, the high halves along the
//! other. The words of the accumulator keep their registers; after each step the one that became
//! zero serves as the new top word, so the rows below name the registers in rotation.
//!
//! A block uses at most 13 registers (all but `rbx`, `rbp`, `rsp`), so it builds at every
//! optimisation level, with frame pointers and in position-independent code.
//!
//! The additions use baseline instructions only and need no detection.

use core::arch::asm;

use super::portable;

/// `(t0, ..., t4) += rdx * b`, without a carry out of `t4`: the low halves along CF, the high
/// halves along OF. Each row starts by clearing both flags, so that it does not wait for the end of
/// the row before; clobbers `lo` and `hi`. The words of `b` are in memory, or are given one by one.
macro_rules! row {
    ([$b:literal], $($t:literal),*) => {
        row!(
            (
                concat!("[{", $b, "}]"),
                concat!("[{", $b, "} + 8]"),
                concat!("[{", $b, "} + 16]"),
                concat!("[{", $b, "} + 24]")
            ),
            $($t),*
        )
    };
    ($words:tt, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "xor {lo:e}, {lo:e}\n",
            row!(@products $words, $t0, $t1, $t2, $t3, $t4),
            "mov {lo:e}, 0\n",
            "adcx {", $t4, "}, {lo}\n",
        )
    };
    (
        @products ($b0:expr, $b1:expr, $b2:expr, $b3:expr),
        $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal
    ) => {
        concat!(
            "mulx {hi}, {lo}, ", $b0, "\n",
            "adcx {", $t0, "}, {lo}\n",
            "adox {", $t1, "}, {hi}\n",
            "mulx {hi}, {lo}, ", $b1, "\n",
            "adcx {", $t1, "}, {lo}\n",
            "adox {", $t2, "}, {hi}\n",
            "mulx {hi}, {lo}, ", $b2, "\n",
            "adcx {", $t2, "}, {lo}\n",
            "adox {", $t3, "}, {hi}\n",
            "mulx {hi}, {lo}, ", $b3, "\n",
            "adcx {", $t3, "}, {lo}\n",
            "adox {", $t4, "}, {hi}\n",
        )
    };
}

/// `(t0, ..., t4) = rdx * b`, for the first word of `a`.
macro_rules! first_row {
    ($a:literal, [$b:literal]) => {
        concat!("mov rdx, [{", $a, "}]\n", first_row!([$b]))
    };
    ([$b:literal]) => {
        first_row!((
            concat!("[{", $b, "}]"),
            concat!("[{", $b, "} + 8]"),
            concat!("[{", $b, "} + 16]"),
            concat!("[{", $b, "} + 24]")
        ))
    };
    (($b0:expr, $b1:expr, $b2:expr, $b3:expr)) => {
        concat!(
            "mulx {t1}, {t0}, ",
            $b0,
            "\n",
            "mulx {t2}, {lo}, ",
            $b1,
            "\n",
            "add {t1}, {lo}\n",
            "mulx {t3}, {lo}, ",
            $b2,
            "\n",
            "adc {t2}, {lo}\n",
            "mulx {t4}, {lo}, ",
            $b3,
            "\n",
            "adc {t3}, {lo}\n",
            "adc {t4}, 0\n",
        )
    };
}

/// `(t0, ..., t4) += word * b` for a word in a register.
macro_rules! word_row {
    ($word:literal, $b:tt, $($t:literal),*) => {
        concat!("mov rdx, {", $word, "}\n", row!($b, $($t),*))
    };
}

/// `(t0, ..., t4) += [a + offset] * [b]`.
macro_rules! product_row {
    ($a:literal, $offset:literal, $b:literal, $($t:literal),*) => {
        concat!("mov rdx, [{", $a, "} + ", $offset, "]\n", row!([$b], $($t),*))
    };
}

/// One step of the Montgomery reduction: adds the multiple of p that clears `t0`, whose register
/// is zero afterwards. The words at `p` are the modulus and `-1/p mod 2^64`.
macro_rules! reduction_row {
    ($t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "mov rdx, [{p} + 32]\n",
            "imul rdx, {", $t0, "}\n",
            "xor {lo:e}, {lo:e}\n",
            row!(
                @products ("[{p}]", "[{p} + 8]", "[{p} + 16]", "[{p} + 24]"),
                $t0, $t1, $t2, $t3, $t4
            ),
            "adcx {", $t4, "}, {", $t0, "}\n",
        )
    };
}

/// The modulus, then `-1/p mod 2^64`: what the reductions read.
pub type Modulus = [u64; 5];

/// Montgomery product, below 2p before the last step and canonical after it: the kernel of
/// [`portable::mul`](super::portable::mul) for four words.
///
/// # Bounds
/// `b` below p, `p < 2^254`, `a` any four words. A step starts below 2p, adds less than `2^64 p`
/// twice: below 2^320.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Coarsely integrated operand scanning, as in the portable kernel.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn mul(a: &[u64; 4], b: &[u64; 4], p: &Modulus) -> [u64; 4] {
    let (r0, r1, r2, r3): (u64, u64, u64, u64);
    // The words of `a` enter in registers: a chain of products, each the next one's `a`, does not
    // wait for copies in memory.
    // SAFETY: reads four words behind `b` and five behind `p`; ADX and BMI2 by contract.
    unsafe {
        asm!(
            first_row!(["b"]),
            reduction_row!("t0", "t1", "t2", "t3", "t4"),
            word_row!("a1", ["b"], "t1", "t2", "t3", "t4", "t0"),
            reduction_row!("t1", "t2", "t3", "t4", "t0"),
            word_row!("a2", ["b"], "t2", "t3", "t4", "t0", "t1"),
            reduction_row!("t2", "t3", "t4", "t0", "t1"),
            word_row!("a3", ["b"], "t3", "t4", "t0", "t1", "t2"),
            reduction_row!("t3", "t4", "t0", "t1", "t2"),
            a1 = in(reg) a[1], a2 = in(reg) a[2], a3 = in(reg) a[3],
            b = in(reg) b.as_ptr(), p = in(reg) p.as_ptr(),
            t0 = out(reg) r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) _,
            t4 = out(reg) r0, lo = out(reg) _, hi = out(reg) _, inout("rdx") a[0] => _,
            options(pure, readonly, nostack),
        );
    }
    reduce_once(&[r0, r1, r2, r3], modulus(p))
}

/// The square by [`mul`], with both operands in the same registers.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn square(a: &[u64; 4], p: &Modulus) -> [u64; 4] {
    let (r0, r1, r2, r3): (u64, u64, u64, u64);
    // SAFETY: reads five words behind `p`; ADX and BMI2 by contract.
    unsafe {
        asm!(
            "mov rdx, {a0}",
            first_row!(("{a0}", "{a1}", "{a2}", "{a3}")),
            reduction_row!("t0", "t1", "t2", "t3", "t4"),
            word_row!("a1", ("{a0}", "{a1}", "{a2}", "{a3}"), "t1", "t2", "t3", "t4", "t0"),
            reduction_row!("t1", "t2", "t3", "t4", "t0"),
            word_row!("a2", ("{a0}", "{a1}", "{a2}", "{a3}"), "t2", "t3", "t4", "t0", "t1"),
            reduction_row!("t2", "t3", "t4", "t0", "t1"),
            word_row!("a3", ("{a0}", "{a1}", "{a2}", "{a3}"), "t3", "t4", "t0", "t1", "t2"),
            reduction_row!("t3", "t4", "t0", "t1", "t2"),
            a0 = in(reg) a[0], a1 = in(reg) a[1], a2 = in(reg) a[2], a3 = in(reg) a[3],
            p = in(reg) p.as_ptr(),
            t0 = out(reg) r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) _,
            t4 = out(reg) r0, lo = out(reg) _, hi = out(reg) _, out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    reduce_once(&[r0, r1, r2, r3], modulus(p))
}

/// Montgomery sum of two products, canonical up to the final subtractions, which the caller makes:
/// [`portable::sum_of_products`](super::portable::sum_of_products) for two terms.
///
/// # Bounds
/// `b0 + b1 + p <= 2^256`, the `a` any words. A step starts below `b0 + b1 + p` and adds less than
/// `2^64 (b0 + b1)`, then `2^64 p`: below 2^320. The result is below
/// `(a0 b0 + a1 b1)/2^256 + p`.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
unsafe fn mul_two(
    a0: &[u64; 4],
    b0: &[u64; 4],
    a1: &[u64; 4],
    b1: &[u64; 4],
    p: &Modulus,
) -> [u64; 4] {
    let (r0, r1, r2, r3): (u64, u64, u64, u64);
    // SAFETY: reads four words behind the operands and five behind `p`; ADX and BMI2 by contract.
    unsafe {
        asm!(
            first_row!("a0", ["b0"]),
            product_row!("a1", "0", "b1", "t0", "t1", "t2", "t3", "t4"),
            reduction_row!("t0", "t1", "t2", "t3", "t4"),
            product_row!("a0", "8", "b0", "t1", "t2", "t3", "t4", "t0"),
            product_row!("a1", "8", "b1", "t1", "t2", "t3", "t4", "t0"),
            reduction_row!("t1", "t2", "t3", "t4", "t0"),
            product_row!("a0", "16", "b0", "t2", "t3", "t4", "t0", "t1"),
            product_row!("a1", "16", "b1", "t2", "t3", "t4", "t0", "t1"),
            reduction_row!("t2", "t3", "t4", "t0", "t1"),
            product_row!("a0", "24", "b0", "t3", "t4", "t0", "t1", "t2"),
            product_row!("a1", "24", "b1", "t3", "t4", "t0", "t1", "t2"),
            reduction_row!("t3", "t4", "t0", "t1", "t2"),
            a0 = in(reg) a0.as_ptr(), b0 = in(reg) b0.as_ptr(),
            a1 = in(reg) a1.as_ptr(), b1 = in(reg) b1.as_ptr(), p = in(reg) p.as_ptr(),
            t0 = out(reg) r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) _,
            t4 = out(reg) r0, lo = out(reg) _, hi = out(reg) _, out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// The plain product of two four-word integers, below 2^512.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn mul_wide(a: &[u64; 4], b: &[u64; 4]) -> [u64; 8] {
    let (r0, r1, r2, r3, r4, r5, r6, r7): (u64, u64, u64, u64, u64, u64, u64, u64);
    // SAFETY: reads four words behind `a` and `b`; ADX and BMI2 by contract.
    unsafe {
        asm!(
            first_row!("a", ["b"]),
            "xor {t5:e}, {t5:e}",
            product_row!("a", "8", "b", "t1", "t2", "t3", "t4", "t5"),
            "xor {t6:e}, {t6:e}",
            product_row!("a", "16", "b", "t2", "t3", "t4", "t5", "t6"),
            "xor {t7:e}, {t7:e}",
            product_row!("a", "24", "b", "t3", "t4", "t5", "t6", "t7"),
            a = in(reg) a.as_ptr(), b = in(reg) b.as_ptr(),
            t0 = out(reg) r0, t1 = out(reg) r1, t2 = out(reg) r2, t3 = out(reg) r3,
            t4 = out(reg) r4, t5 = out(reg) r5, t6 = out(reg) r6, t7 = out(reg) r7,
            lo = out(reg) _, hi = out(reg) _, out("rdx") _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// `out = a0 b0 + a1 b1` without reduction.
///
/// # Bounds
/// `b0 + b1 <= 2^256`, so that every step and the sum fit.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn mul_two_wide(
    out: &mut [u64; 8],
    a0: &[u64; 4],
    b0: &[u64; 4],
    a1: &[u64; 4],
    b1: &[u64; 4],
) {
    // SAFETY: reads four words behind the operands, writes eight behind `out`; ADX and BMI2 by
    // contract.
    unsafe {
        asm!(
            first_row!("a0", ["b0"]),
            product_row!("a1", "0", "b1", "t0", "t1", "t2", "t3", "t4"),
            "mov [{out}], {t0}",
            "xor {t0:e}, {t0:e}",
            product_row!("a0", "8", "b0", "t1", "t2", "t3", "t4", "t0"),
            product_row!("a1", "8", "b1", "t1", "t2", "t3", "t4", "t0"),
            "mov [{out} + 8], {t1}",
            "xor {t1:e}, {t1:e}",
            product_row!("a0", "16", "b0", "t2", "t3", "t4", "t0", "t1"),
            product_row!("a1", "16", "b1", "t2", "t3", "t4", "t0", "t1"),
            "mov [{out} + 16], {t2}",
            "xor {t2:e}, {t2:e}",
            product_row!("a0", "24", "b0", "t3", "t4", "t0", "t1", "t2"),
            product_row!("a1", "24", "b1", "t3", "t4", "t0", "t1", "t2"),
            "mov [{out} + 24], {t3}",
            "mov [{out} + 32], {t4}",
            "mov [{out} + 40], {t0}",
            "mov [{out} + 48], {t1}",
            "mov [{out} + 56], {t2}",
            a0 = in(reg) a0.as_ptr(), b0 = in(reg) b0.as_ptr(),
            a1 = in(reg) a1.as_ptr(), b1 = in(reg) b1.as_ptr(), out = in(reg) out.as_mut_ptr(),
            t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _,
            t4 = out(reg) _, lo = out(reg) _, hi = out(reg) _, out("rdx") _,
            options(nostack),
        );
    }
}

/// Montgomery reduction of a double-width value to `value/2^256 + (less than p)`; the caller makes
/// the final subtractions.
///
/// # Bounds
/// `value < (2^256 - p) 2^256`, so that the result fits four words.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn redc(value: &[u64; 8], p: &Modulus) -> [u64; 4] {
    let [mut r1, mut r2, mut r3, t3, h0, h1, h2, h3] = *value;
    let r0;
    // SAFETY: reads five words behind `p`; ADX and BMI2 by contract.
    unsafe {
        asm!(
            "xor {t4:e}, {t4:e}",
            reduction_row!("t0", "t1", "t2", "t3", "t4"),
            reduction_row!("t1", "t2", "t3", "t4", "t0"),
            reduction_row!("t2", "t3", "t4", "t0", "t1"),
            reduction_row!("t3", "t4", "t0", "t1", "t2"),
            "add {t4}, {h0}",
            "adc {t0}, {h1}",
            "adc {t1}, {h2}",
            "adc {t2}, {h3}",
            p = in(reg) p.as_ptr(),
            t0 = inout(reg) r1, t1 = inout(reg) r2, t2 = inout(reg) r3, t3 = inout(reg) t3 => _,
            t4 = out(reg) r0, lo = out(reg) _, hi = out(reg) _, out("rdx") _,
            h0 = in(reg) h0, h1 = in(reg) h1, h2 = in(reg) h2, h3 = in(reg) h3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Montgomery sum of products, canonical: the kernel of
/// [`portable::sum_of_products`](super::portable::sum_of_products) for four words.
///
/// # Bounds
/// The `b_i` are in `[0, p)` with `p < 2^254`, the `a_i` any four words. One and two terms are one
/// block each. More are summed in double width: where the `a_i` are below p, up to eleven terms stay
/// below `(2^256 - p) 2^256`.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn sum_of_products<const T: usize, const K: usize>(
    a: &[[&[u64; 4]; K]; T],
    b: &[[&[u64; 4]; K]; T],
    p: &Modulus,
) -> [u64; 4] {
    let (a, b) = (a.as_flattened(), b.as_flattened());
    match a.len() {
        // SAFETY: ADX and BMI2 by contract.
        1 => unsafe { mul(a[0], b[0], p) },
        2 => {
            // SAFETY: ADX and BMI2 by contract.
            let r = unsafe { mul_two(a[0], b[0], a[1], b[1], p) };
            reduce(&r, portable::quotient_bound(2, modulus(p)), p)
        }
        terms => {
            // SAFETY: ADX and BMI2 by contract.
            let mut sum = unsafe { mul_wide(a[0], b[0]) };
            for (x, y) in a.iter().zip(b).skip(1) {
                // SAFETY: ADX and BMI2 by contract.
                sum = portable::add_words(&sum, &unsafe { mul_wide(x, y) }).0;
            }
            // SAFETY: ADX and BMI2 by contract.
            let r = unsafe { redc(&sum, p) };
            reduce(&r, portable::quotient_bound(terms, modulus(p)), p)
        }
    }
}

/// The four words of the modulus.
#[inline(always)]
fn modulus(p: &Modulus) -> &[u64; 4] {
    p.first_chunk().expect("five words hold four")
}

/// The canonical residue of a value below `bound p`, for bounds up to 8 and `8p < 2^257`.
///
/// # Timing
/// Constant time; `bound` is a constant.
#[inline(always)]
pub fn reduce(a: &[u64; 4], bound: usize, p: &Modulus) -> [u64; 4] {
    let p = modulus(p);
    let mut r = *a;
    for shift in (0..3).rev() {
        if bound > 1 << shift {
            let mut multiple = [0; 4];
            for i in 0..4 {
                let below = if i == 0 || shift == 0 { 0 } else { p[i - 1] >> (64 - shift) };
                multiple[i] = p[i] << shift | below;
            }
            r = reduce_once(&r, &multiple);
        }
    }
    r
}

/// `a - p` where that is not negative, else `a`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn reduce_once(a: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: reads the four words behind `p`; baseline instructions.
    unsafe {
        asm!(
            "mov {s0}, {r0}",
            "mov {s1}, {r1}",
            "mov {s2}, {r2}",
            "mov {s3}, {r3}",
            "sub {r0}, [{p}]",
            "sbb {r1}, [{p} + 8]",
            "sbb {r2}, [{p} + 16]",
            "sbb {r3}, [{p} + 24]",
            "cmovc {r0}, {s0}",
            "cmovc {r1}, {s1}",
            "cmovc {r2}, {s2}",
            "cmovc {r3}, {s3}",
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            s0 = out(reg) _, s1 = out(reg) _, s2 = out(reg) _, s3 = out(reg) _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a + b mod p` for `a, b` in `[0, p)`, `p < 2^254`, so the sum fits four words.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn add(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    reduce_once(&portable::add_words(a, b).0, p)
}

/// `a - b mod p` for `a, b` in `[0, p)`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn sub(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let (difference, borrow) = portable::sub_words(a, b);
    add_masked(&difference, borrow, p)
}

/// `a + borrow p` modulo 2^256, for `borrow` 0 or 1.
///
/// # Timing
/// Constant time: the mask is made where the compiler cannot see that it has two values.
#[inline(always)]
pub fn add_masked(a: &[u64; 4], borrow: u64, p: &[u64; 4]) -> [u64; 4] {
    let mut mask = borrow;
    // SAFETY: one register; baseline instruction.
    unsafe {
        asm!("neg {0}", inout(reg) mask, options(pure, nomem, nostack));
    }
    portable::add_words(a, &p.map(|word| word & mask)).0
}
