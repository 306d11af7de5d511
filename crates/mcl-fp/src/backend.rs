//! Which kernel runs: one function per field operation, each choosing between the portable
//! specification and the kernels of this CPU.
//!
//! Products look at a cached CPU flag, which costs one or two cycles; composite operations look
//! once and pass the answer down as a value of type [`Portable`] or [`Adx`]. A build with
//! `-C target-feature=+adx,+bmi2` (or `target-cpu=native` on such a machine) decides at compile
//! time. `--cfg mcl_backend="portable"` leaves all assembly and vector code out.
//!
//! The vector engine computes eight elements at once ([`lanes`]). Who has eight asks once whether it
//! is in use; its kernels ask again, so that they are safe to call anywhere.

use core::hint::black_box;
use core::sync::atomic::{AtomicU8, Ordering};

use crypto_bigint::Word;

use crate::gcd::{Rows, Symbol};
use crate::{Fp, PrimeParams};

pub mod lanes;
pub mod portable;
pub mod portable_gcd;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
pub mod x86_64_adx;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
mod x86_64_gcd;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
mod x86_64_ifma;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
pub mod x86_64_rows;

/// A set of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust, the specification of the others.
    Portable,
    /// x86-64 with ADX and BMI2: scalar inline assembly for primes of four, six and eight words with
    /// two bits free or more; other primes use the portable kernels.
    Adx,
    /// x86-64 with AVX-512 IFMA besides: the kernels of [`Self::Adx`] for single elements, vectors of
    /// eight where there are eight.
    Ifma,
}

impl Backend {
    /// Every backend this version knows, slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Adx, Self::Ifma];

    /// The name by which benchmarks and [`backend`] call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
            Self::Ifma => "ifma",
        }
    }

    /// Whether this build, on this CPU, can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Adx => cpu_features().has_adx_kernels(),
            Self::Ifma => cpu_features().has_ifma_kernels(),
        }
    }

    /// The best one that this build, on this CPU, can run.
    fn detected() -> Self {
        let features = cpu_features();
        if features.has_ifma_kernels() {
            Self::Ifma
        } else if features.has_adx_kernels() {
            Self::Adx
        } else {
            Self::Portable
        }
    }
}

/// The name of the backend in use: `"portable"`, `"adx"` or `"ifma"`.
#[must_use]
pub fn backend() -> &'static str {
    let backend = if use_ifma() {
        Backend::Ifma
    } else if use_adx() {
        Backend::Adx
    } else {
        Backend::Portable
    };
    backend.name()
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
    STATE.store(choice.map_or(UNKNOWN, state), Ordering::Relaxed);
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
const IFMA: u8 = 3;

const fn state(backend: Backend) -> u8 {
    match backend {
        Backend::Portable => PORTABLE,
        Backend::Adx => ADX,
        Backend::Ifma => IFMA,
    }
}

/// The choice made at the first product: the only static of the crate.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);

#[inline(always)]
fn use_adx() -> bool {
    if cfg!(not(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        not(mcl_backend = "portable")
    ))) {
        return false;
    }
    if cfg!(all(target_feature = "adx", target_feature = "bmi2")) {
        return STATE.load(Ordering::Relaxed) != PORTABLE;
    }
    match STATE.load(Ordering::Relaxed) {
        ADX.. => true,
        UNKNOWN => detect() >= ADX,
        _ => false,
    }
}

/// Whether the vector engine runs in registers.
#[inline(always)]
pub fn use_ifma() -> bool {
    if cfg!(not(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        not(mcl_backend = "portable")
    ))) {
        return false;
    }
    match STATE.load(Ordering::Relaxed) {
        IFMA => true,
        UNKNOWN => detect() == IFMA,
        _ => false,
    }
}

/// Begins to fetch a value that will be read soon, if the processor can.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(mcl_backend = "portable")))]
    {
        const LINE: usize = 64;
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = core::ptr::from_ref(value).cast::<i8>();
        let mut offset = 0;
        while offset < size_of::<T>() {
            // SAFETY: SSE is part of x86-64; the offset lies in the value, and a prefetch reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.add(offset)) };
            // The last byte may be in one line more.
            offset += if offset + 1 == size_of::<T>() {
                1
            } else {
                LINE.min(size_of::<T>() - 1 - offset)
            };
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(mcl_backend = "portable"))))]
    let _ = value;
}

#[cold]
#[inline(never)]
fn detect() -> u8 {
    let detected = state(Backend::detected());
    STATE.store(detected, Ordering::Relaxed);
    detected
}

/// What the processor and the operating system say of themselves.
#[derive(Clone, Copy, Debug)]
struct CpuFeatures {
    /// ECX of CPUID leaf 1.
    leaf_1_ecx: u32,
    /// EBX of CPUID leaf 7, subleaf 0.
    leaf_7_ebx: u32,
    /// XCR0 where it can be read, else zero.
    xcr0: u64,
}

// Intel, "Software Developer's Manual", volume 2A, CPUID; volume 1, chapter 13, XCR0.
const OSXSAVE: u32 = 1 << 27;
const BMI2: u32 = 1 << 8;
const AVX512F: u32 = 1 << 16;
const ADX_BIT: u32 = 1 << 19;
const AVX512IFMA: u32 = 1 << 21;
/// The registers that the operating system saves: SSE, AVX, masks, upper halves of ZMM0 to ZMM15,
/// ZMM16 to ZMM31.
const ZMM_STATE: u64 = 0b1110_0110;

impl CpuFeatures {
    /// ADX and BMI2, which exist one without the other. Both use general registers only, so no state
    /// has to be enabled by the operating system.
    const fn has_adx_kernels(self) -> bool {
        self.leaf_7_ebx & BMI2 != 0 && self.leaf_7_ebx & ADX_BIT != 0
    }

    /// Both parts of AVX-512 that the vector kernels use, an operating system that saves their
    /// registers, and what the scalar kernels beside them use.
    const fn has_ifma_kernels(self) -> bool {
        self.leaf_7_ebx & AVX512F != 0
            && self.leaf_7_ebx & AVX512IFMA != 0
            && self.leaf_1_ecx & OSXSAVE != 0
            && self.xcr0 & ZMM_STATE == ZMM_STATE
            && self.has_adx_kernels()
    }
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
fn cpu_features() -> CpuFeatures {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    // The intrinsics are safe functions in newer toolchains, unsafe ones in the oldest supported.
    // SAFETY: every x86-64 processor has CPUID, and leaf 7 is asked for only where it exists; XGETBV
    // exists where the operating system has enabled it, which OSXSAVE says.
    #[allow(unused_unsafe)]
    unsafe {
        let leaf_1_ecx = __cpuid(1).ecx;
        let leaf_7_ebx = if __cpuid(0).eax < 7 { 0 } else { __cpuid_count(7, 0).ebx };
        let xcr0 = if leaf_1_ecx & OSXSAVE == 0 { 0 } else { _xgetbv(0) };
        CpuFeatures { leaf_1_ecx, leaf_7_ebx, xcr0 }
    }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    not(mcl_backend = "portable")
)))]
const fn cpu_features() -> CpuFeatures {
    CpuFeatures { leaf_1_ecx: 0, leaf_7_ebx: 0, xcr0: 0 }
}

/// A double-width value: low half, high half.
pub type WideWords<const N: usize> = [[Word; N]; 2];

/// The product kernels of one backend. A value of an implementing type is evidence that the
/// backend can run, so its methods are safe.
pub trait Kernels: Copy {
    /// Montgomery sum of products: [`portable::sum_of_products`].
    fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
        self,
        a: [[&[Word; N]; K]; T],
        b: [[&[Word; N]; K]; T],
    ) -> [Word; N];

    /// `a b`, unreduced.
    fn product<P: PrimeParams<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
    ) -> WideWords<N>;

    /// `out = a0 b0 + a1 b1`, unreduced; `b0 + b1 <= R`.
    fn sum_of_two_products<P: PrimeParams<N>, const N: usize>(
        self,
        out: &mut WideWords<N>,
        a: [&[Word; N]; 2],
        b: [&[Word; N]; 2],
    );

    /// Montgomery reduction of a double-width value that leaves it below `bound p`, then made
    /// canonical; `bound <= 8`, and `value < (R - p) R`.
    fn redc<P: PrimeParams<N>, const N: usize>(
        self,
        value: &WideWords<N>,
        bound: usize,
    ) -> [Word; N];
}

/// The portable kernels: always there.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

/// The kernels of [`Backend::Adx`] for a prime that they fit: made only where both was checked.
#[derive(Clone, Copy, Debug)]
pub struct Adx(Evidence);

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
type Evidence = ();

/// Without the assembly no value of [`Adx`] exists.
#[cfg(not(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    not(mcl_backend = "portable")
)))]
type Evidence = core::convert::Infallible;

/// The kernels for a prime on this CPU.
#[derive(Clone, Copy, Debug)]
pub enum Chosen {
    /// The portable ones.
    Portable(Portable),
    /// Those of [`Backend::Adx`].
    Adx(Adx),
}

impl Chosen {
    /// The fastest kernels for `P` that the CPU has and the process has not ruled out.
    #[inline(always)]
    pub fn kernels<P: PrimeParams<N>, const N: usize>() -> Self {
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(mcl_backend = "portable")
        ))]
        if const { Fp::<P, N>::HAS_ASSEMBLY } && use_adx() {
            return Self::Adx(Adx(()));
        }
        Self::Portable(Portable(()))
    }
}

// Out of line, so that the portable code does not swell every place that has the fast kernels.
impl Kernels for Portable {
    #[inline(never)]
    fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
        self,
        a: [[&[Word; N]; K]; T],
        b: [[&[Word; N]; K]; T],
    ) -> [Word; N] {
        portable::sum_of_products(&a, &b, &Fp::<P, N>::MODULUS_WORDS, Fp::<P, N>::NEG_INV)
    }

    #[inline(never)]
    fn product<P: PrimeParams<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
    ) -> WideWords<N> {
        portable::mul_wide(a, b).into()
    }

    #[inline(never)]
    fn sum_of_two_products<P: PrimeParams<N>, const N: usize>(
        self,
        out: &mut WideWords<N>,
        a: [&[Word; N]; 2],
        b: [&[Word; N]; 2],
    ) {
        *out = add_wide(
            &portable::mul_wide(a[0], b[0]).into(),
            &portable::mul_wide(a[1], b[1]).into(),
        );
    }

    #[inline(never)]
    fn redc<P: PrimeParams<N>, const N: usize>(
        self,
        value: &WideWords<N>,
        bound: usize,
    ) -> [Word; N] {
        let p = &Fp::<P, N>::MODULUS_WORDS;
        portable::redc(&value[0], &value[1], bound, p, Fp::<P, N>::NEG_INV)
    }
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
impl Kernels for Adx {
    #[inline(always)]
    fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
        self,
        a: [[&[Word; N]; K]; T],
        b: [[&[Word; N]; K]; T],
    ) -> [Word; N] {
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } {
            let (a, b) = (a.map(|x| x.map(four)), b.map(|x| x.map(four)));
            let p = const { &Fp::<P, N>::MODULUS_AND_INVERSE };
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            back(unsafe { x86_64_adx::sum_of_products(&a, &b, p) })
        } else {
            let (a, b) = (a.as_flattened(), b.as_flattened());
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            unsafe { x86_64_rows::sum_of_products(a, b, rows_modulus::<P, N>()) }
        }
    }

    #[inline(always)]
    fn product<P: PrimeParams<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
    ) -> WideWords<N> {
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } {
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            let words = unsafe { x86_64_adx::mul_wide(four(a), four(b)) };
            let mut out = [[0; N]; 2];
            out.as_flattened_mut().copy_from_slice(&words);
            out
        } else {
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            unsafe { x86_64_rows::mul_wide(a, b) }
        }
    }

    #[inline(always)]
    fn sum_of_two_products<P: PrimeParams<N>, const N: usize>(
        self,
        out: &mut WideWords<N>,
        a: [&[Word; N]; 2],
        b: [&[Word; N]; 2],
    ) {
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } {
            let out = out.as_flattened_mut().first_chunk_mut().expect(FOUR_WORDS);
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            unsafe {
                x86_64_adx::mul_two_wide(out, four(a[0]), four(b[0]), four(a[1]), four(b[1]));
            }
        } else {
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            unsafe { x86_64_rows::mul_two_wide(out, a, b) }
        }
    }

    #[inline(always)]
    fn redc<P: PrimeParams<N>, const N: usize>(
        self,
        value: &WideWords<N>,
        bound: usize,
    ) -> [Word; N] {
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } {
            let p = const { &Fp::<P, N>::MODULUS_AND_INVERSE };
            let value = value.as_flattened().first_chunk().expect(FOUR_WORDS);
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            let r = unsafe { x86_64_adx::redc(value, p) };
            back(x86_64_adx::reduce(&r, bound, p))
        } else {
            // SAFETY: a value of Adx exists only where ADX and BMI2 were seen.
            unsafe { x86_64_rows::redc(value, bound, rows_modulus::<P, N>()) }
        }
    }
}

/// The modulus as the kernels for six and eight words take it.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
const fn rows_modulus<P: PrimeParams<N>, const N: usize>() -> x86_64_rows::Modulus<'static, N> {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    x86_64_rows::Modulus { p, neg_inv: Fp::<P, N>::NEG_INV }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    not(mcl_backend = "portable")
)))]
impl Kernels for Adx {
    fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
        self,
        _: [[&[Word; N]; K]; T],
        _: [[&[Word; N]; K]; T],
    ) -> [Word; N] {
        match self.0 {}
    }

    fn product<P: PrimeParams<N>, const N: usize>(
        self,
        _: &[Word; N],
        _: &[Word; N],
    ) -> WideWords<N> {
        match self.0 {}
    }

    fn sum_of_two_products<P: PrimeParams<N>, const N: usize>(
        self,
        _: &mut WideWords<N>,
        _: [&[Word; N]; 2],
        _: [&[Word; N]; 2],
    ) {
        match self.0 {}
    }

    fn redc<P: PrimeParams<N>, const N: usize>(self, _: &WideWords<N>, _: usize) -> [Word; N] {
        match self.0 {}
    }
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
const FOUR_WORDS: &str = "checked by FITS_FOUR_WORD_KERNELS";

/// Views `N` words as four; called only where `N` is four.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn four<const N: usize>(words: &[Word; N]) -> &[u64; 4] {
    words.first_chunk().expect(FOUR_WORDS)
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
#[inline(always)]
fn back<const N: usize>(words: [u64; 4]) -> [Word; N] {
    let mut out = [0; N];
    out.copy_from_slice(&words);
    out
}

/// `$four_words` where the four-word kernels fit the prime `P`, else `$portable`. For kernels of
/// baseline instructions, which need no detection.
macro_rules! choose {
    ($four_words:expr, $portable:expr) => {{
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(mcl_backend = "portable")
        ))]
        if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } {
            return $four_words;
        }
        $portable
    }};
}

#[inline(always)]
pub fn add<P: PrimeParams<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    choose!(back(x86_64_adx::add(four(a), four(b), four(p))), portable::add(a, b, p))
}

#[inline(always)]
pub fn sub<P: PrimeParams<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let p = const { &Fp::<P, N>::MODULUS_WORDS };
    choose!(back(x86_64_adx::sub(four(a), four(b), four(p))), portable::sub(a, b, p))
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
    match Chosen::kernels::<P, N>() {
        Chosen::Adx(kernels) => kernels.sum_of_products::<P, N, T, K>(a, b),
        Chosen::Portable(kernels) if !has_assembly::<P, N>() => {
            kernels.sum_of_products::<P, N, T, K>(a, b)
        }
        // The rarer branch calls a function with addresses. On copies, so that the operands and the
        // result of the other one can stay in registers.
        Chosen::Portable(kernels) => {
            let a = black_box(a.map(|x| x.map(|words| *words)));
            let b = black_box(b.map(|x| x.map(|words| *words)));
            let (a, b) =
                (a.each_ref().map(<[_; K]>::each_ref), b.each_ref().map(<[_; K]>::each_ref));
            *black_box(&kernels.sum_of_products::<P, N, T, K>(a, b))
        }
    }
}

/// `a^2`.
#[inline(always)]
pub fn square<P: PrimeParams<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(mcl_backend = "portable")))]
    if const { Fp::<P, N>::FITS_FOUR_WORD_KERNELS } && use_adx() {
        let p = const { &Fp::<P, N>::MODULUS_AND_INVERSE };
        // SAFETY: the choice of the backend saw ADX and BMI2.
        return back(unsafe { x86_64_adx::square(four(a), p) });
    }
    sum_of_products::<P, N, 1, 1>([[a]], [[a]])
}

/// Whether this build has assembly kernels for the prime, on some CPU.
const fn has_assembly<P: PrimeParams<N>, const N: usize>() -> bool {
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        not(mcl_backend = "portable")
    ))]
    return Fp::<P, N>::HAS_ASSEMBLY;
    #[cfg(not(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        not(mcl_backend = "portable")
    )))]
    return false;
}

/// `$assembly` where the CPU has it and the process has not ruled it out, else `$portable`.
macro_rules! gcd_steps {
    ($assembly:expr, $portable:expr) => {{
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(mcl_backend = "portable")
        ))]
        if use_adx() {
            return $assembly;
        }
        $portable
    }};
}

/// [`portable_gcd::steps`].
#[inline(always)]
pub fn gcd_steps(a: u64, b: u64, count: u32) -> Rows {
    gcd_steps!(x86_64_gcd::steps(a, b, count), portable_gcd::steps(a, b, count))
}

/// [`portable_gcd::steps_vartime`].
#[inline(always)]
pub fn gcd_steps_vartime(a: u64, b: u64) -> (Rows, u32) {
    gcd_steps!(
        // SAFETY: the choice of the backend saw BMI2.
        unsafe { x86_64_gcd::steps_vartime(a, b) },
        portable_gcd::steps_vartime(a, b)
    )
}

/// [`portable_gcd::steps_with_symbol`].
#[inline(always)]
pub fn gcd_steps_with_symbol(a: u64, b: u64, count: u32) -> (Rows, Symbol) {
    gcd_steps!(
        x86_64_gcd::steps_with_symbol(a, b, count),
        portable_gcd::steps_with_symbol(a, b, count)
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
    choose!([low, back(x86_64_adx::add_masked(four(&high), top, four(p)))], {
        let (corrected, _) = portable::add_words(&high, p);
        [low, portable::select(&high, &corrected, top)]
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adx_kernels_need_both_extensions() {
        let (bmi1, avx2) = (1 << 3, 1 << 5);
        let both = BMI2 | ADX_BIT;
        let has = |leaf_7_ebx| CpuFeatures { leaf_1_ecx: 0, leaf_7_ebx, xcr0: 0 }.has_adx_kernels();
        for ebx in [0, bmi1, avx2, BMI2, ADX_BIT, bmi1 | ADX_BIT, avx2 | BMI2] {
            assert!(!has(ebx), "{ebx:#010x}");
        }
        for ebx in [!both, !BMI2, !ADX_BIT] {
            assert!(!has(ebx), "{ebx:#010x}");
        }
        for ebx in [both, both | avx2, u32::MAX] {
            assert!(has(ebx), "{ebx:#010x}");
        }
    }

    #[test]
    fn vector_kernels_need_every_feature_and_their_registers_saved() {
        let all = CpuFeatures { leaf_1_ecx: u32::MAX, leaf_7_ebx: u32::MAX, xcr0: u64::MAX };
        assert!(all.has_ifma_kernels());
        let least = CpuFeatures {
            leaf_1_ecx: OSXSAVE,
            leaf_7_ebx: AVX512F | AVX512IFMA | BMI2 | ADX_BIT,
            xcr0: ZMM_STATE,
        };
        assert!(least.has_ifma_kernels());
        for missing in [AVX512F, AVX512IFMA, BMI2, ADX_BIT, AVX512F | AVX512IFMA] {
            let features = CpuFeatures { leaf_7_ebx: !missing, ..all };
            assert!(!features.has_ifma_kernels(), "without {missing:#010x}");
        }
        assert!(!CpuFeatures { leaf_1_ecx: !OSXSAVE, ..all }.has_ifma_kernels());
        assert!(!CpuFeatures { leaf_1_ecx: 0, xcr0: 0, ..all }.has_ifma_kernels());
        // What an operating system without AVX-512 enables, and each of the five states alone missing.
        for xcr0 in [0, 0b11, 0b111] {
            assert!(!CpuFeatures { xcr0, ..all }.has_ifma_kernels(), "XCR0 = {xcr0:#b}");
        }
        for bit in [1, 2, 5, 6, 7] {
            let xcr0 = !(1 << bit);
            assert!(!CpuFeatures { xcr0, ..all }.has_ifma_kernels(), "without state {bit}");
        }
    }

    #[test]
    fn the_scalar_kernels_stay_where_the_vector_kernels_cannot_run() {
        let all = CpuFeatures { leaf_1_ecx: u32::MAX, leaf_7_ebx: u32::MAX, xcr0: u64::MAX };
        let without_ifma = CpuFeatures { leaf_7_ebx: !AVX512IFMA, ..all };
        let without_zmm = CpuFeatures { xcr0: 0b111, ..all };
        for features in [without_ifma, without_zmm] {
            assert!(features.has_adx_kernels() && !features.has_ifma_kernels());
        }
    }
}
