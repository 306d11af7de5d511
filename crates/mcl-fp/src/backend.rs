//! Which kernel runs: one function per field operation, each choosing between the portable
//! specification and the kernels of this CPU.
//!
//! Products look at a cached CPU flag, which costs one or two cycles; a build with
//! `-C target-feature=+adx,+bmi2` (or `target-cpu=native` on such a machine) decides at compile
//! time. `--cfg mcl_backend="portable"` leaves all assembly out.

use core::sync::atomic::{AtomicU8, Ordering};

use crypto_bigint::Word;

use crate::{Fp, PrimeParams};

pub mod portable;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
pub mod x86_64_adx;

/// A set of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust, the specification of the others.
    Portable,
    /// x86-64 with ADX and BMI2: scalar inline assembly for primes of at most 254 bits in four
    /// words; other primes use the portable kernels.
    Adx,
}

impl Backend {
    /// Every backend this version knows, slowest first.
    pub const ALL: [Self; 2] = [Self::Portable, Self::Adx];

    /// The name by which benchmarks and [`backend`] call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
        }
    }

    /// Whether this build, on this CPU, can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Adx => cpu_has_adx_and_bmi2(),
        }
    }
}

/// The name of the backend in use: `"portable"` or `"adx"`.
#[must_use]
pub fn backend() -> &'static str {
    if use_adx() { Backend::Adx.name() } else { Backend::Portable.name() }
}

/// Makes this process use one backend, so that tests and benchmarks can compare them.
///
/// Results are the same on every backend; only the time differs. `None` returns to detection.
///
/// # Errors
/// The backend is not available here.
#[doc(hidden)]
pub fn force_backend(choice: Option<Backend>) -> Result<(), BackendUnavailable> {
    if choice.is_some_and(|backend| !backend.is_available()) {
        return Err(BackendUnavailable);
    }
    let state = match choice {
        None => UNKNOWN,
        Some(Backend::Portable) => PORTABLE,
        Some(Backend::Adx) => ADX,
    };
    STATE.store(state, Ordering::Relaxed);
    Ok(())
}

/// The backend asked for cannot run on this CPU or was not compiled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendUnavailable;

impl core::fmt::Display for BackendUnavailable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("this CPU or this build does not have the backend asked for")
    }
}

impl core::error::Error for BackendUnavailable {}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const ADX: u8 = 2;

/// The choice made at the first product: the only static of the crate.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);

#[inline(always)]
fn use_adx() -> bool {
    if cfg!(mcl_backend = "portable") || cfg!(not(target_arch = "x86_64")) {
        return false;
    }
    if cfg!(all(target_feature = "adx", target_feature = "bmi2")) {
        return STATE.load(Ordering::Relaxed) != PORTABLE;
    }
    match STATE.load(Ordering::Relaxed) {
        ADX => true,
        UNKNOWN => detect(),
        _ => false,
    }
}

#[cold]
fn detect() -> bool {
    let adx = cpu_has_adx_and_bmi2();
    STATE.store(if adx { ADX } else { PORTABLE }, Ordering::Relaxed);
    adx
}

/// CPUID leaf 7 names ADX and BMI2 separately; both use general registers only, so no state has to
/// be enabled by the operating system.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
fn cpu_has_adx_and_bmi2() -> bool {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    const BMI2: u32 = 1 << 8;
    const ADX: u32 = 1 << 19;
    if __cpuid(0).eax < 7 {
        return false;
    }
    let ebx = __cpuid_count(7, 0).ebx;
    ebx & BMI2 != 0 && ebx & ADX != 0
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    not(mcl_backend = "portable")
)))]
const fn cpu_has_adx_and_bmi2() -> bool {
    false
}

/// `$adx` where the four-word kernels apply to the prime `P` (and, for products, the CPU has
/// them), else `$portable`.
macro_rules! choose {
    ($cond:expr, $adx:expr, $portable:expr) => {{
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(mcl_backend = "portable")
        ))]
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } && $cond {
            return $adx;
        }
        $portable
    }};
}

/// Views `N` words as four; called only where `N` is four.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn four<const N: usize>(words: &[Word; N]) -> &[u64; 4] {
    words.first_chunk().expect("checked by FITS_FOUR_WORD_KERNELS")
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn back<const N: usize>(words: [u64; 4]) -> [Word; N] {
    let mut out = [0; N];
    out.copy_from_slice(&words);
    out
}

#[inline(always)]
pub fn add<P: PrimeParams<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    choose!(true, back(x86_64_adx::add(four(a), four(b), four(p))), portable::add(a, b, p))
}

#[inline(always)]
pub fn sub<P: PrimeParams<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    choose!(true, back(x86_64_adx::sub(four(a), four(b), four(p))), portable::sub(a, b, p))
}

#[inline(always)]
pub fn neg<P: PrimeParams<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    sub::<P, N>(&[0; N], a)
}

#[inline(always)]
pub fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
    a: [[&[Word; N]; K]; T],
    b: [[&[Word; N]; K]; T],
) -> [Word; N] {
    choose!(
        use_adx(),
        {
            let (a, b) = (a.map(|x| x.map(four)), b.map(|x| x.map(four)));
            let p = const { &Fp::<P, N>::MODULUS_AND_INVERSE };
            // SAFETY: use_adx() has seen ADX and BMI2.
            back(unsafe { x86_64_adx::sum_of_products(&a, &b, p) })
        },
        portable_sum_of_products::<P, N, T, K>(&a, &b)
    )
}

/// Out of line, so that the portable code does not swell every place that has the fast kernel.
#[inline(never)]
fn portable_sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
    a: &[[&[Word; N]; K]; T],
    b: &[[&[Word; N]; K]; T],
) -> [Word; N] {
    portable::sum_of_products(a, b, &Fp::<P, N>::MODULUS_WORDS, Fp::<P, N>::NEG_INV)
}

/// A double-width value: low half, high half.
pub type WideWords<const N: usize> = [[Word; N]; 2];

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn eight<const N: usize>(words: &WideWords<N>) -> &[u64; 8] {
    words.as_flattened().first_chunk().expect("checked by FITS_FOUR_WORD_KERNELS")
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn back_wide<const N: usize>(words: [u64; 8]) -> WideWords<N> {
    let mut out = [[0; N]; 2];
    out.as_flattened_mut().copy_from_slice(&words);
    out
}

/// `a b`, unreduced.
#[inline(always)]
pub fn product<P: PrimeParams<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> WideWords<N> {
    choose!(
        use_adx(),
        // SAFETY: use_adx() has seen ADX and BMI2.
        back_wide(unsafe { x86_64_adx::mul_wide(four(a), four(b)) }),
        portable_product(a, b)
    )
}

#[inline(never)]
fn portable_product<const N: usize>(a: &[Word; N], b: &[Word; N]) -> WideWords<N> {
    portable::mul_wide(a, b).into()
}

/// `a0 b0 + a1 b1`, unreduced; `b0 + b1 <= R`.
#[inline(always)]
pub fn sum_of_two_products<P: PrimeParams<N>, const N: usize>(
    a: [&[Word; N]; 2],
    b: [&[Word; N]; 2],
) -> WideWords<N> {
    choose!(
        use_adx(),
        // SAFETY: use_adx() has seen ADX and BMI2.
        back_wide(unsafe {
            x86_64_adx::mul_two_wide(four(a[0]), four(b[0]), four(a[1]), four(b[1]))
        }),
        add_wide(&portable_product(a[0], b[0]), &portable_product(a[1], b[1]))
    )
}

/// `a + b` for double-width values whose sum fits.
#[inline(always)]
pub fn add_wide<const N: usize>(a: &WideWords<N>, b: &WideWords<N>) -> WideWords<N> {
    let (low, carry) = portable::add_words(&a[0], &b[0]);
    let (high, top) = portable::add_words_carry(&a[1], &b[1], carry);
    debug_assert!(top == 0, "a double-width sum overflowed");
    [low, high]
}

/// `a - b` for double-width values with `a >= b`.
#[inline(always)]
pub fn sub_wide<const N: usize>(a: &WideWords<N>, b: &WideWords<N>) -> WideWords<N> {
    let (low, borrow) = portable::sub_words(&a[0], &b[0]);
    let (high, top) = portable::sub_words_borrow(&a[1], &b[1], borrow);
    debug_assert!(top == 0, "a double-width difference is negative");
    [low, high]
}

/// `a - b`, plus `p R` where that is negative; `b <= p R`.
#[inline(always)]
pub fn sub_wide_corrected<P: PrimeParams<N>, const N: usize>(
    a: &WideWords<N>,
    b: &WideWords<N>,
) -> WideWords<N> {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    let (low, borrow) = portable::sub_words(&a[0], &b[0]);
    let (high, top) = portable::sub_words_borrow(&a[1], &b[1], borrow);
    choose!(true, [low, back(x86_64_adx::add_masked(four(&high), top, four(p)))], {
        let (corrected, _) = portable::add_words(&high, p);
        [low, portable::select(&high, &corrected, top)]
    })
}

/// Montgomery reduction of a double-width value that leaves it below `bound p`, then made
/// canonical; `bound <= 8`, and `value < (R - p) R`.
#[inline(always)]
pub fn redc<P: PrimeParams<N>, const N: usize>(value: &WideWords<N>, bound: usize) -> [Word; N] {
    choose!(
        use_adx(),
        {
            let p = const { &Fp::<P, N>::MODULUS_AND_INVERSE };
            // SAFETY: use_adx() has seen ADX and BMI2.
            let r = unsafe { x86_64_adx::redc(eight(value), p) };
            back(x86_64_adx::reduce(&r, bound, p))
        },
        portable_redc::<P, N>(value, bound)
    )
}

#[inline(never)]
fn portable_redc<P: PrimeParams<N>, const N: usize>(
    value: &WideWords<N>,
    bound: usize,
) -> [Word; N] {
    let p = &Fp::<P, N>::MODULUS_WORDS;
    portable::redc(&value[0], &value[1], bound, p, Fp::<P, N>::NEG_INV)
}

/// `a + b` without reduction, for sums below R.
#[inline(always)]
pub fn add_loose<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let (sum, carry) = portable::add_words(a, b);
    debug_assert!(carry == 0, "an unreduced sum overflowed");
    sum
}

/// `a - b` for `a >= b`.
#[inline(always)]
pub fn sub_loose<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let (difference, borrow) = portable::sub_words(a, b);
    debug_assert!(borrow == 0, "an unreduced difference is negative");
    difference
}
