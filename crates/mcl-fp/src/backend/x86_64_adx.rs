//! x86-64 kernels for primes of four words that leave the top two bits free.
//!
//! `mulx` multiplies without touching the flags, and `adcx` and `adox` run two independent carry
//! chains: the low halves of a row of products are added along one, the high halves along the
//! other. One row is one `asm!` block that keeps the accumulator in registers; the composition of
//! rows into products and sums of products is ordinary Rust. A block uses at most ten registers,
//! so it builds at every optimisation level, with frame pointers and in position-independent code.
//!
//! The additions use baseline instructions only and need no detection.

use core::arch::asm;

/// Accumulator of a Montgomery sum: six words, the lowest first.
type Accumulator = [u64; 6];

/// `t + a * b` for a single word `a` and the four words at `b`.
///
/// # Bounds
/// With `WIDE`, the sum must stay below 2^384. Without it, `t[5] = 0` and the sum must stay below
/// 2^320; the carry out of the fifth word is not looked at.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
unsafe fn add_row<const WIDE: bool>(t: Accumulator, a: u64, b: &[u64; 4]) -> Accumulator {
    let [mut t0, mut t1, mut t2, mut t3, mut t4, mut t5] = t;
    if WIDE {
        // SAFETY: reads the four words behind `b`; ADX and BMI2 by the caller's contract.
        unsafe {
            asm!(
                "xor {lo:e}, {lo:e}",
                "mulx {hi}, {lo}, [{b}]",
                "adcx {t0}, {lo}",
                "adox {t1}, {hi}",
                "mulx {hi}, {lo}, [{b} + 8]",
                "adcx {t1}, {lo}",
                "adox {t2}, {hi}",
                "mulx {hi}, {lo}, [{b} + 16]",
                "adcx {t2}, {lo}",
                "adox {t3}, {hi}",
                "mulx {hi}, {lo}, [{b} + 24]",
                "adcx {t3}, {lo}",
                "adox {t4}, {hi}",
                "mov {lo:e}, 0",
                "adcx {t4}, {lo}",
                "adox {t5}, {lo}",
                "adcx {t5}, {lo}",
                t0 = inout(reg) t0, t1 = inout(reg) t1, t2 = inout(reg) t2,
                t3 = inout(reg) t3, t4 = inout(reg) t4, t5 = inout(reg) t5,
                lo = out(reg) _, hi = out(reg) _,
                b = in(reg) b.as_ptr(), in("rdx") a,
                options(pure, readonly, nostack),
            );
        }
    } else {
        // SAFETY: reads the four words behind `b`; ADX and BMI2 by the caller's contract.
        unsafe {
            asm!(
                "xor {lo:e}, {lo:e}",
                "mulx {hi}, {lo}, [{b}]",
                "adcx {t0}, {lo}",
                "adox {t1}, {hi}",
                "mulx {hi}, {lo}, [{b} + 8]",
                "adcx {t1}, {lo}",
                "adox {t2}, {hi}",
                "mulx {hi}, {lo}, [{b} + 16]",
                "adcx {t2}, {lo}",
                "adox {t3}, {hi}",
                "mulx {hi}, {lo}, [{b} + 24]",
                "adcx {t3}, {lo}",
                "adox {t4}, {hi}",
                "mov {lo:e}, 0",
                "adcx {t4}, {lo}",
                t0 = inout(reg) t0, t1 = inout(reg) t1, t2 = inout(reg) t2,
                t3 = inout(reg) t3, t4 = inout(reg) t4,
                lo = out(reg) _, hi = out(reg) _,
                b = in(reg) b.as_ptr(), in("rdx") a,
                options(pure, readonly, nostack),
            );
        }
    }
    [t0, t1, t2, t3, t4, t5]
}

/// `a * b` for a single word `a` and the four words at `b`: the first row of a sum.
///
/// # Timing
/// Constant time.
///
/// # Safety
/// The CPU must have BMI2.
#[inline(always)]
unsafe fn first_row(a: u64, b: &[u64; 4]) -> Accumulator {
    let (t0, t1, t2, t3, t4): (u64, u64, u64, u64, u64);
    // SAFETY: reads the four words behind `b`; BMI2 by the caller's contract.
    unsafe {
        asm!(
            "mulx {t1}, {t0}, [{b}]",
            "mulx {t2}, {lo}, [{b} + 8]",
            "add {t1}, {lo}",
            "mulx {t3}, {lo}, [{b} + 16]",
            "adc {t2}, {lo}",
            "mulx {t4}, {lo}, [{b} + 24]",
            "adc {t3}, {lo}",
            "adc {t4}, 0",
            t0 = out(reg) t0, t1 = out(reg) t1, t2 = out(reg) t2, t3 = out(reg) t3,
            t4 = out(reg) t4, lo = out(reg) _,
            b = in(reg) b.as_ptr(), in("rdx") a,
            options(pure, readonly, nostack),
        );
    }
    [t0, t1, t2, t3, t4, 0]
}

/// Montgomery sum of products, canonical: the kernel of
/// [`portable::sum_of_products`](super::portable::sum_of_products) for four words.
///
/// # Bounds
/// The `b_i` are in `[0, p)` with `p < 2^254`, the `a_i` any four words. A step starts below
/// `s + p`, with `s = sum(b_i)`, adds less than `2^64 s`, then less than `2^64 p`: below
/// `2^64 (s + p)` together, which is below 2^320 as long as `(terms + 1) p <= 2^256`. More terms
/// than that take the sixth word. The result before the final subtractions is below
/// `(terms p / 2^256 + 1) p`, less than 2^256 for up to twelve terms.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// As in the portable kernel.
///
/// # Safety
/// The CPU must have ADX and BMI2.
#[inline(always)]
pub unsafe fn sum_of_products<const T: usize, const K: usize>(
    a: &[[&[u64; 4]; K]; T],
    b: &[[&[u64; 4]; K]; T],
    p: &[u64; 4],
    neg_inv: u64,
) -> [u64; 4] {
    let wide = (T * K + 1) as u128 * (u128::from(p[3]) + 1) > 1 << 64;
    let row = |t, x, y: &[u64; 4]| {
        // SAFETY: ADX and BMI2 by the caller's contract.
        unsafe { if wide { add_row::<true>(t, x, y) } else { add_row::<false>(t, x, y) } }
    };
    let mut t = [0; 6];
    for j in 0..4 {
        for i in 0..T {
            for k in 0..K {
                t = if j == 0 && i == 0 && k == 0 {
                    // SAFETY: BMI2 by the caller's contract.
                    unsafe { first_row(a[i][k][j], b[i][k]) }
                } else {
                    row(t, a[i][k][j], b[i][k])
                };
            }
        }
        let m = t[0].wrapping_mul(neg_inv);
        let u = row(t, m, p);
        t = [u[1], u[2], u[3], u[4], u[5], 0];
    }
    let mut r = [t[0], t[1], t[2], t[3]];
    for _ in 0..super::portable::final_subtractions(T * K, p) {
        r = reduce_once(&r, p);
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
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: reads the four words behind `b`; baseline instructions.
    unsafe {
        asm!(
            "add {r0}, [{b}]",
            "adc {r1}, [{b} + 8]",
            "adc {r2}, [{b} + 16]",
            "adc {r3}, [{b} + 24]",
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            b = in(reg) b.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    reduce_once(&[r0, r1, r2, r3], p)
}

/// `a - b mod p` for `a, b` in `[0, p)`.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn sub(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    let mut mask: u64;
    // SAFETY: reads the four words behind `b`; baseline instructions.
    unsafe {
        asm!(
            "sub {r0}, [{b}]",
            "sbb {r1}, [{b} + 8]",
            "sbb {r2}, [{b} + 16]",
            "sbb {r3}, [{b} + 24]",
            "sbb {mask}, {mask}",
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            mask = inout(reg) 0_u64 => mask,
            b = in(reg) b.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    let [p0, p1, p2, p3] = p.map(|word| word & mask);
    // SAFETY: registers only; baseline instructions.
    unsafe {
        asm!(
            "add {r0}, {p0}",
            "adc {r1}, {p1}",
            "adc {r2}, {p2}",
            "adc {r3}, {p3}",
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            p0 = in(reg) p0, p1 = in(reg) p1, p2 = in(reg) p2, p3 = in(reg) p3,
            options(pure, nomem, nostack),
        );
    }
    [r0, r1, r2, r3]
}
