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
            let p = const { &Fp::<P, N>::MODULUS_WORDS };
            // SAFETY: use_adx() has seen ADX and BMI2.
            #[allow(unsafe_code)]
            back(unsafe { x86_64_adx::sum_of_products(&a, &b, four(p), Fp::<P, N>::NEG_INV) })
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
