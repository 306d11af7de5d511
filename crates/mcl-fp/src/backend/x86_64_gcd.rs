//! Steps of a binary greatest common divisor with conditional moves.
//!
//! Compilers make of the portable form a chain of masks about twice as long, and are free to make
//! branches of it. Here both outcomes of a comparison are computed and one is moved into place, so
//! that a step waits for a subtraction, two moves and a shift.
//!
//! A block uses at most 13 registers (all but `rbx`, `rbp`, `rsp`).

use core::arch::asm;

use crate::gcd::{LOW_BITS, Rows, Symbol};

/// `x = |a - b|`, `s` the smaller of a and b, `g` the row of the smaller one; CF tells whether a was
/// the smaller one.
macro_rules! compare {
    () => {
        concat!(
            "mov {y}, {b}\n",
            "sub {y}, {a}\n",
            "mov {s}, {b}\n",
            "mov {g}, {row_b}\n",
            "mov {x}, {a}\n",
            "sub {x}, {b}\n",
            "cmovc {x}, {y}\n",
            "cmovc {s}, {a}\n",
            "cmovc {g}, {row_a}\n",
        )
    };
}

/// Where `a` is odd, what [`compare!`] left takes the place of the integers and rows; then a
/// halving.
macro_rules! accept_and_halve {
    () => {
        concat!(
            "cmovnz {a}, {x}\n",
            "cmovnz {b}, {s}\n",
            "lea {x}, [{row_a} + {row_b}]\n",
            "cmovnz {row_a}, {x}\n",
            "cmovnz {row_b}, {g}\n",
            "shr {a}, 1\n",
            "add {row_b}, {row_b}\n",
        )
    };
}

/// [`super::portable_gcd::steps`], for at least one step.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn steps(a: u64, b: u64, count: u32) -> Rows {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    // SAFETY: registers only.
    unsafe {
        asm!(
            "2:",
            compare!(),
            "test {a:e}, 1",
            accept_and_halve!(),
            "dec {count:e}",
            "jnz 2b",
            a = inout(reg) a => _, b = inout(reg) b => _,
            row_a = inout(reg) row_a, row_b = inout(reg) row_b,
            x = out(reg) _, y = out(reg) _, s = out(reg) _, g = out(reg) _,
            count = inout(reg) count => _,
            options(pure, nomem, nostack),
        );
    }
    Rows { a: row_a, b: row_b }
}

/// [`super::portable_gcd::steps_with_symbol`], for at least one step.
///
/// # Timing
/// Constant time.
#[inline(always)]
pub fn steps_with_symbol(a: u64, b: u64, count: u32) -> (Rows, Symbol) {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let Symbol { mut exchanges, mut changes } = Symbol::default();
    // SAFETY: registers only.
    unsafe {
        asm!(
            "2:",
            "mov {both}, {a}",
            "and {both}, {b}",
            compare!(),
            // y = all ones where a was the smaller one and odd.
            "sbb {y}, {y}",
            "test {a:e}, 1",
            "cmovz {y}, {zero}",
            accept_and_halve!(),
            "xor {exchanges}, {y}",
            "and {both}, {y}",
            "xor {changes}, {both}",
            "mov {y}, {b}",
            "shr {y}, 1",
            "xor {y}, {b}",
            "xor {changes}, {y}",
            "dec {count:e}",
            "jnz 2b",
            a = inout(reg) a => _, b = inout(reg) b => _,
            row_a = inout(reg) row_a, row_b = inout(reg) row_b,
            x = out(reg) _, y = out(reg) _, s = out(reg) _, g = out(reg) _, both = out(reg) _,
            exchanges = inout(reg) exchanges, changes = inout(reg) changes,
            zero = in(reg) 0_u64, count = inout(reg) count => _,
            options(pure, nomem, nostack),
        );
    }
    (Rows { a: row_a, b: row_b }, Symbol { exchanges, changes })
}

/// [`super::portable_gcd::steps_vartime`].
///
/// # Timing
/// Variable time.
///
/// # Safety
/// The CPU must have BMI2.
#[inline(always)]
pub unsafe fn steps_vartime(mut a: u64, b: u64) -> (Rows, u32) {
    let Rows { a: mut row_a, b: mut row_b } = Rows::UNIT;
    let last: u64;
    // SAFETY: registers only; BMI2 by contract. `tzcnt` of an integer that is not zero gives the same
    // where the CPU takes it for `bsf`.
    unsafe {
        asm!(
            "mov {x}, {a}",
            "mov {y}, {a}",
            "mov {s}, {b}",
            "mov {g}, {row_b}",
            "jmp 3f",
            // The loop is entered in its middle: an even `a` is halved before it is compared.
            "2:",
            compare!(),
            "add {row_a}, {row_b}",
            "3:",
            // The halvings of the difference, at most those that are left: 2^left is a limit.
            "or {y}, {limit}",
            "mov {b}, {s}",
            "tzcnt {y}, {y}",
            "shrx {a}, {x}, {y}",
            "shlx {row_b}, {g}, {y}",
            "shrx {limit}, {limit}, {y}",
            "cmp {limit:e}, 1",
            "jne 2b",
            a = inout(reg) a, b = inout(reg) b => _,
            row_a = inout(reg) row_a, row_b = inout(reg) row_b,
            x = out(reg) _, y = out(reg) last, s = out(reg) _, g = out(reg) _,
            limit = inout(reg) 1_u64 << LOW_BITS => _,
            options(pure, nomem, nostack),
        );
    }
    // Zero has been halved as often as possible, and needs that once.
    let (row_b, steps) =
        if a == 0 { (row_b >> (last - 1), LOW_BITS + 1 - last as u32) } else { (row_b, LOW_BITS) };
    (Rows { a: row_a, b: row_b }, steps)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::super::portable_gcd;
    use super::*;
    use crate::gcd::SYMBOL_STEPS;

    /// Pairs of any integer and an odd one: of all lengths, equal, next to each other, with many
    /// zeros at their ends.
    fn pairs() -> impl Iterator<Item = (u64, u64)> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 32) ^ (state << 32)
        };
        let special = [0, 1, 2, 3, 4, 1 << 31, 1 << 33, u64::MAX, u64::MAX - 1, 1 << 63];
        let mut pairs: Vec<(u64, u64)> =
            special.iter().flat_map(|a| special.map(|b| (*a, b))).collect();
        for _ in 0..20_000 {
            let (a, b, shifts) = (next(), next(), next());
            let b = b >> (shifts & 63);
            let a = a >> ((shifts >> 8) & 63);
            pairs.extend([(a, b), (b.wrapping_add(a & 7), b), (a << ((shifts >> 16) & 63), b)]);
        }
        pairs.into_iter().map(|(a, b)| (a, b | 1))
    }

    #[test]
    fn steps_are_those_of_the_portable_form() {
        for (a, b) in pairs() {
            for count in [1, 2, 17, LOW_BITS] {
                assert_eq!(steps(a, b, count), portable_gcd::steps(a, b, count), "{a:#x} {b:#x}");
            }
            for count in [1, 2, SYMBOL_STEPS] {
                let (rows, symbol) = steps_with_symbol(a, b, count);
                let (expected, expected_symbol) = portable_gcd::steps_with_symbol(a, b, count);
                assert_eq!(rows, expected, "{a:#x} {b:#x}");
                assert_eq!(symbol.parts(), expected_symbol.parts(), "{a:#x} {b:#x}");
            }
        }
    }

    #[test]
    fn steps_in_variable_time_are_those_of_the_portable_form() {
        if !super::super::Backend::Adx.is_available() {
            std::eprintln!("this CPU has no BMI2: nothing to compare");
            return;
        }
        for (a, b) in pairs() {
            // SAFETY: the CPU has BMI2.
            let steps = unsafe { steps_vartime(a, b) };
            assert_eq!(steps, portable_gcd::steps_vartime(a, b), "{a:#x} {b:#x}");
        }
    }
}
