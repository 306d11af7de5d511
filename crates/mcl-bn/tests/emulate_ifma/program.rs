//! What runs in the emulator: eight lanes against single elements, without an operating system.
//!
//! A library of its own, compiled by `run.sh`; not a test that cargo knows.

#![no_std]

extern crate alloc;

use alloc::vec::Vec;
use core::alloc::{GlobalAlloc, Layout};
use core::arch::asm;
use core::array;
use core::fmt::Write;
use core::sync::atomic::{AtomicUsize, Ordering};

use mcl_bn::{
    BnParams, G1, G1Affine, G2, G2Affine, Gt, ModP, fp254bnb, multi_pairing, pairing,
    pairing_batch, pairing_check_batch, snark1,
};
use mcl_fp::{Backend, Fp, FpX8, PrimeParams, Uint, backend, nlimbs, vector_engine};

const N: usize = nlimbs(254);

/// Memory from 32 MiB on, never given back.
struct Heap;

static NEXT: AtomicUsize = AtomicUsize::new(32 << 20);

// SAFETY: every call gets memory of its own; the image ends far below.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = NEXT.load(Ordering::Relaxed).next_multiple_of(layout.align());
        NEXT.store(start + layout.size(), Ordering::Relaxed);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Heap = Heap;

fn out(port: u16, byte: u8) {
    // SAFETY: the ports are those of the emulator's console and power switch.
    unsafe { asm!("out dx, al", in("dx") port, in("al") byte) };
}

struct Console;

impl Write for Console {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        text.bytes().for_each(|byte| out(0xe9, byte));
        Ok(())
    }
}

macro_rules! say {
    ($($arguments:tt)*) => { writeln!(Console, $($arguments)*).ok() };
}

fn power_off() -> ! {
    b"Shutdown".iter().for_each(|&byte| out(0x8900, byte));
    loop {}
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    say!("failed: {info}");
    power_off()
}

/// What the compiler expects of a C library.
// SAFETY of every block: the callers pass what the C standard asks of callers of these functions.
mod memory {
    use core::arch::asm;

    #[unsafe(no_mangle)]
    unsafe extern "C" fn rust_eh_personality() {}

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
        unsafe {
            asm!("rep movsb", inout("rdi") to => _, inout("rsi") from => _, inout("rcx") n => _)
        };
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, n: usize) -> *mut u8 {
        unsafe {
            asm!("rep stosb", inout("rdi") to => _, in("al") byte as u8, inout("rcx") n => _)
        };
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
        if (to as usize) <= (from as usize) {
            return unsafe { memcpy(to, from, n) };
        }
        let (end, source) =
            (to.wrapping_add(n).wrapping_sub(1), from.wrapping_add(n).wrapping_sub(1));
        unsafe {
            asm!("std; rep movsb; cld", inout("rdi") end => _, inout("rsi") source => _, inout("rcx") n => _)
        };
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
        for i in 0..n {
            let (x, y) = unsafe { (a.add(i).read_volatile(), b.add(i).read_volatile()) };
            if x != y {
                return i32::from(x) - i32::from(y);
            }
        }
        0
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
        unsafe { memcmp(a, b, n) }
    }
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0, 1, 2, -1, or an element of extreme words; as a value or as a Montgomery form in lanes.
    fn element<P: PrimeParams<N>>(&mut self) -> Fp<P, N> {
        let special = [Fp::ZERO, Fp::ONE, Fp::from_u64(2), -Fp::<P, N>::ONE];
        let kind = self.next() % 8;
        let element = special.get(kind as usize).copied().unwrap_or_else(|| {
            Fp::from_uint_reduced(&Uint::from_words(array::from_fn(|_| match self.next() % 4 {
                0 => 0,
                1 => u64::MAX,
                _ => self.next(),
            })))
        });
        if self.next() % 2 == 0 {
            return element;
        }
        (0..65).fold(element, |x, _| x.const_mul(&Fp::const_invert_small(16)))
    }
}

fn fields<P: PrimeParams<N>>(name: &str, vectors: usize) {
    let mut rng = SplitMix64(7);
    for _ in 0..vectors {
        let x: [Fp<P, N>; 8] = array::from_fn(|_| rng.element());
        let y: [Fp<P, N>; 8] = array::from_fn(|_| rng.element());
        let (a, b) = (FpX8::from_array(&x), FpX8::from_array(&y));
        let each = |operation: fn(Fp<P, N>, Fp<P, N>) -> Fp<P, N>| {
            array::from_fn(|i| operation(x[i], y[i]))
        };
        assert_eq!((a * b).to_array(), each(|x, y| x.const_mul(&y)));
        assert_eq!(a.square().to_array(), each(|x, _| x.const_mul(&x)));
        assert_eq!((a + b).to_array(), each(|x, y| x + y));
        assert_eq!((a - b).to_array(), each(|x, y| x - y));
        assert_eq!((-a).to_array(), each(|x, _| -x));
        assert_eq!(a.halve().double().to_array(), x);
    }
    say!("{name}: {} products, squares, sums, differences", 8 * vectors);
}

fn pairings<C: BnParams<N>>(rounds: usize) {
    let mut rng = SplitMix64(9);
    for round in 0..rounds {
        let mut pairs: [(G1Affine<C, N>, G2Affine<C, N>); 8] = array::from_fn(|_| {
            let (k, l) = (Fp::from_u64(rng.next()), Fp::from_u64(rng.next()));
            (G1::generator().mul_vartime(&k).into(), G2::generator().mul_vartime(&l).into())
        });
        if round % 2 == 0 {
            pairs[round % 8].0 = G1Affine::identity();
            pairs[5].1 = G2Affine::identity();
        }
        let single: Vec<Gt<C, N>> = pairs.iter().map(|(p, q)| pairing(p, q)).collect();
        assert_eq!(pairing_batch(&pairs), single);
        assert_eq!(multi_pairing(&pairs), single.iter().sum());
        let (p, q) = pairs[3];
        let (right, wrong) = ([(p, q), (-p, q)], [(p, q), (p, q)]);
        assert_eq!(
            pairing_check_batch(&[&right[..], &wrong, &right, &[]]),
            [true, false, true, true]
        );
    }
    say!("{}: {} pairings in lanes, with products and checks", C::NAME, 8 * rounds);
}

#[unsafe(no_mangle)]
extern "C" fn emulated_main() -> ! {
    say!("backend {}, vector engine {}", backend(), vector_engine());
    assert_eq!(vector_engine(), Backend::Ifma.is_available());
    if vector_engine() {
        fields::<ModP<fp254bnb::Params, N>>("fp254bnb", 3000);
        fields::<ModP<snark1::Params, N>>("snark1", 3000);
        pairings::<fp254bnb::Params>(4);
        pairings::<snark1::Params>(4);
    }
    say!("done");
    power_off()
}
