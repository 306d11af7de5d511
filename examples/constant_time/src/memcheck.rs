//! Requests to memcheck, the memory checker of valgrind, and secrets by means of them.
//!
//! A request is a sequence of instructions that does nothing on a processor and that valgrind's translator
//! recognises. Source: `valgrind.h` and `memcheck.h` of valgrind, the part for amd64.
#![allow(unsafe_code)]

use core::convert::Infallible;
use core::hint::black_box;

use rand::rngs::StdRng;
use rand::{TryCryptoRng, TryRng};

const RUNNING_ON_VALGRIND: u64 = 0x1001;
const COUNT_ERRORS: u64 = 0x1201;
/// The codes that memcheck answers begin with its initials.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const MAKE_MEM_UNDEFINED: u64 = MEMCHECK + 1;
const MAKE_MEM_DEFINED: u64 = MEMCHECK + 2;

/// Makes a request and returns the answer: zero without valgrind.
#[cfg(target_arch = "x86_64")]
fn request(code: u64, arguments: [u64; 2]) -> u64 {
    let block = [code, arguments[0], arguments[1], 0, 0, 0];
    let mut answer = 0;
    // SAFETY: the rotations are by 128 bits together and the exchange is of a register with itself, so no
    // register changes on a processor. Valgrind reads the block, answers in rdx, and changes nothing else
    // but what it knows about the memory that the arguments name.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &raw const block,
            inout("rdx") answer,
        );
    }
    answer
}

/// The sequence for this architecture is not written yet.
#[cfg(not(target_arch = "x86_64"))]
fn request(_: u64, _: [u64; 2]) -> u64 {
    0
}

/// Whether valgrind runs this program.
pub fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, [0; 2]) != 0
}

/// How many jumps and addresses memcheck has seen depend on a secret.
pub fn count_errors() -> u64 {
    request(COUNT_ERRORS, [0; 2])
}

/// Makes the bytes behind a reference secret, where they are.
pub fn conceal<T: ?Sized>(value: &T) {
    request(MAKE_MEM_UNDEFINED, [(&raw const *value).addr() as u64, size_of_val(value) as u64]);
}

/// The value as a secret.
pub fn secret<T>(value: T) -> T {
    let value = black_box(value);
    conceal(&value);
    black_box(value)
}

/// The value as one that everybody may know.
pub fn public<T>(value: T) -> T {
    let value = black_box(value);
    let address = (&raw const value).addr() as u64;
    request(MAKE_MEM_DEFINED, [address, size_of_val(&value) as u64]);
    black_box(value)
}

/// A source of secrets.
pub struct SecretRng(pub StdRng);

impl TryRng for SecretRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32().map(secret)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64().map(secret)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)?;
        conceal(bytes);
        Ok(())
    }
}

impl TryCryptoRng for SecretRng {}
