//! Addition-subtraction chains for the parameter u: the power by it in Gt, the multiplication by it
//! on the twist.

use mcl_fp::Uint;

use crate::BnParams;
use crate::miller_loop::Digits;

/// Entries of the longest table, its first element included.
const MAX_TABLE: usize = 4;

/// Steps of the longest walk.
const MAX_WALK: usize = 32;

/// A way to `|u|`: first a table of odd multiples, each a shifted one plus or minus another one, then
/// a walk down the signed digits of u, which are entries of that table.
///
/// `cargo xtask chain` searches them. For a sparse u the non-adjacent form is one, without a table.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    table: [Entry; MAX_TABLE],
    table_length: usize,
    start: usize,
    walk: [Step; MAX_WALK],
    walk_length: usize,
}

/// `2^shift` times the element `base`, plus the addend.
#[derive(Clone, Copy, Debug)]
struct Entry {
    base: usize,
    value: u32,
    step: Step,
}

/// Doublings, then an addition.
#[derive(Clone, Copy, Debug)]
struct Step {
    doublings: u32,
    /// The index of an element plus one, negative for its negative; zero for no addition.
    addend: i8,
}

/// The chain of a curve, which is checked to reach `|u|`.
pub const fn chain_of<C: BnParams<N>, const N: usize>() -> Chain {
    assert!(C::U_CHAIN.value::<N>().cmp_vartime(&C::U).is_eq(), "the chain does not reach u");
    C::U_CHAIN
}

impl Chain {
    /// A chain from the multiples themselves: the entries `(base, shift, addend)` of the table after
    /// 1, the multiple at which the walk starts, and its steps `(doublings, digit)`.
    ///
    /// # Panics
    /// Where a multiple is not in the table; at compile time, as chains are constants.
    #[must_use]
    pub const fn new(entries: &[(u32, u32, i32)], start: u32, walk: &[(u32, i32)]) -> Self {
        let none = Step { doublings: 0, addend: 0 };
        let mut chain = Self {
            table: [Entry { base: 0, value: 1, step: none }; MAX_TABLE],
            table_length: 1,
            start: 0,
            walk: [none; MAX_WALK],
            walk_length: 0,
        };
        let mut i = 0;
        while i < entries.len() {
            let (base, shift, addend) = entries[i];
            let step = Step { doublings: shift, addend: chain.signed_index(addend) };
            let value = (base << shift).wrapping_add_signed(addend);
            chain.table[i + 1] = Entry { base: chain.index(base), value, step };
            chain.table_length += 1;
            i += 1;
        }
        chain.start = chain.index(start);
        while chain.walk_length < walk.len() {
            let (doublings, digit) = walk[chain.walk_length];
            let step = Step { doublings, addend: chain.signed_index(digit) };
            chain.walk[chain.walk_length] = step;
            chain.walk_length += 1;
        }
        chain
    }

    /// The non-adjacent form of a positive integer.
    #[must_use]
    pub const fn naf<const N: usize>(value: &Uint<N>) -> Self {
        let digits = Digits::naf(value);
        let mut chain = Self::new(&[], 1, &[]);
        let mut doublings = 0;
        let mut i = digits.length() - 1;
        while i > 0 {
            i -= 1;
            doublings += 1;
            if digits.digit(i) != 0 || i == 0 {
                chain.walk[chain.walk_length] = Step { doublings, addend: digits.digit(i) };
                chain.walk_length += 1;
                doublings = 0;
            }
        }
        chain
    }

    const fn index(&self, multiple: u32) -> usize {
        let mut i = 0;
        while i < self.table_length {
            if self.table[i].value == multiple {
                return i;
            }
            i += 1;
        }
        panic!("a multiple is not in the table")
    }

    const fn signed_index(&self, digit: i32) -> i8 {
        if digit == 0 {
            return 0;
        }
        let position = self.index(digit.unsigned_abs()) as i8 + 1;
        if digit < 0 { -position } else { position }
    }

    /// The integer that the chain reaches.
    #[must_use]
    pub const fn value<const N: usize>(&self) -> Uint<N> {
        let mut value = Uint::from_u32(self.table[self.start].value);
        let mut i = 0;
        while i < self.walk_length {
            let Step { doublings, addend } = self.walk[i];
            value = value.shl_vartime(doublings);
            if addend != 0 {
                let multiple = self.table[addend.unsigned_abs() as usize - 1].value;
                let multiple = Uint::from_u32(multiple);
                value = if addend > 0 {
                    value.wrapping_add(&multiple)
                } else {
                    value.wrapping_sub(&multiple)
                };
            }
            i += 1;
        }
        value
    }

    /// The multiple of `x`, in a group given by its operations. The steps are public and the same for
    /// every element.
    pub fn evaluate<T: Copy>(
        &self,
        x: &T,
        double_n: impl Fn(&T, u32) -> T,
        add: impl Fn(&T, &T) -> T,
        negate: impl Fn(&T) -> T,
    ) -> T {
        let apply = |table: &[T], base: &T, step: &Step| {
            let doubled = double_n(base, step.doublings);
            if step.addend == 0 {
                return doubled;
            }
            let addend = &table[step.addend.unsigned_abs() as usize - 1];
            if step.addend > 0 { add(&doubled, addend) } else { add(&doubled, &negate(addend)) }
        };
        let mut table = [*x; MAX_TABLE];
        for i in 1..self.table_length {
            let Entry { base, step, .. } = &self.table[i];
            table[i] = apply(&table, &table[*base], step);
        }
        let walk = &self.walk[..self.walk_length];
        walk.iter().fold(table[self.start], |acc, step| apply(&table, &acc, step))
    }
}
