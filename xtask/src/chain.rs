//! A search for short chains: the multiplication by the parameter u of a curve, or the power by it.
//!
//! A chain first makes a table of odd multiples, each a shifted one plus or minus another one, then
//! walks down the signed digits of u to the entries of that table. The table is what is searched
//! for: the best digits for a given table follow by dynamic programming. A beam keeps the most
//! promising tables and extends each by every entry that one more addition makes.
//!
//! Signed digits from such tables are addition-subtraction chains: Knuth, "The Art of Computer
//! Programming", volume 2, section 4.6.3; windows with a table made for one exponent: Bos and Coster,
//! "Addition Chain Heuristics", 1989.

use std::collections::{BTreeMap, HashMap};

use clap::Args;

/// An addition costs about three doublings, in Fp12 as on G2.
const ADDITION: u32 = 3;
const DOUBLING: u32 = 1;

/// Table entries and shifts beyond these do not pay for parameters of 64 bits.
const MAX_ENTRY: u128 = 1 << 9;
const MAX_SHIFT: u32 = 8;

/// Search a short addition-subtraction chain for a number, such as the parameter u of a curve
///
/// Prints the chain as crates/mcl-bn/src/params has it.
#[derive(Args)]
pub(crate) struct Options {
    /// The number: decimal, or hexadecimal after 0x
    #[arg(value_parser = parse)]
    number: u128,

    /// Entries of the table besides 1, at most
    #[arg(long, default_value_t = 3)]
    depth: usize,

    /// Tables that are extended further
    #[arg(long, default_value_t = 200)]
    beam: usize,
}

fn parse(text: &str) -> Result<u128, String> {
    let result = match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => text.parse(),
    };
    match result {
        Ok(number) if number > 1 && number < 1 << 126 => Ok(number),
        Ok(_) => Err("a number between 2 and 2^126 is expected".to_owned()),
        Err(error) => Err(format!("{error}: a decimal or, after 0x, a hexadecimal number")),
    }
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let chain = search(options.number, options.depth, options.beam);
    print!("{chain}");
    Ok(())
}

/// `2^shift` times an element of the table, plus or minus another one; or, on the way down the
/// digits, `2^shift` times what was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    base: usize,
    shift: u32,
    digit: Digit,
}

/// An element of the table with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    index: usize,
    negative: bool,
}

/// The entries of a table after 1.
#[derive(Clone, Debug)]
struct Table {
    values: Vec<u128>,
    entries: Vec<Entry>,
    cost: u32,
}

/// A chain.
#[derive(Debug)]
struct Chain {
    table: Table,
    /// The element at which the walk starts.
    start: usize,
    /// Doublings, then a digit or nothing at the end.
    walk: Vec<(u32, Option<Digit>)>,
    cost: u32,
}

impl Chain {
    fn additions(&self) -> usize {
        let digits = self.walk.iter().filter(|(_, digit)| digit.is_some()).count();
        self.table.entries.len() + digits
    }

    fn doublings(&self) -> u32 {
        let table: u32 = self.table.entries.iter().map(|entry| entry.shift).sum();
        table + self.walk.iter().map(|(doublings, _)| doublings).sum::<u32>()
    }
}

impl std::fmt::Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "// {} additions, {} doublings", self.additions(), self.doublings())?;
        let name = |digit: Digit| {
            let sign = if digit.negative { "-" } else { "" };
            format!("{sign}{}", self.table.values[digit.index])
        };
        writeln!(f, "Chain::new(")?;
        let entries: Vec<_> = self
            .table
            .entries
            .iter()
            .map(|entry| {
                let base = self.table.values[entry.base];
                format!("({base}, {}, {})", entry.shift, name(entry.digit))
            })
            .collect();
        writeln!(f, "    &[{}],", entries.join(", "))?;
        writeln!(f, "    {},", self.table.values[self.start])?;
        let walk: Vec<_> = self
            .walk
            .iter()
            .map(|(doublings, digit)| {
                format!("({doublings}, {})", digit.map_or("0".to_owned(), name))
            })
            .collect();
        writeln!(f, "    &[{}],", walk.join(", "))?;
        writeln!(f, ")")
    }
}

/// The cheapest chain that the beam finds.
fn search(number: u128, depth: usize, beam: usize) -> Chain {
    let one = Table { values: vec![1], entries: Vec::new(), cost: 0 };
    let mut best = Walk::new(number, one.clone()).chain();
    let mut tables = vec![one];
    for _ in 0..depth {
        // By the sorted values, so that tables in another order are one table.
        let mut longer = BTreeMap::<Vec<u128>, Table>::new();
        for table in tables.iter().flat_map(extensions) {
            let mut key = table.values.clone();
            key.sort_unstable();
            let cheapest = longer.entry(key).or_insert_with(|| table.clone());
            if table.cost < cheapest.cost {
                *cheapest = table;
            }
        }
        let mut chains: Vec<_> =
            longer.into_values().map(|table| Walk::new(number, table).chain()).collect();
        chains.sort_by_key(|chain| chain.cost);
        chains.truncate(beam);
        if chains[0].cost < best.cost {
            best = chains.remove(0);
            tables = vec![best.table.clone()];
        } else {
            tables = Vec::new();
        }
        tables.extend(chains.into_iter().map(|chain| chain.table));
    }
    best
}

/// All tables with one more entry.
fn extensions(table: &Table) -> Vec<Table> {
    let count = table.values.len();
    let mut all = Vec::new();
    for base in 0..count {
        for shift in 1..=MAX_SHIFT {
            for (index, negative) in (0..count).flat_map(|i| [(i, false), (i, true)]) {
                let shifted = table.values[base] << shift;
                let value = if negative {
                    shifted.wrapping_sub(table.values[index])
                } else {
                    shifted + table.values[index]
                };
                if value > 1 && value < MAX_ENTRY && !table.values.contains(&value) {
                    let mut longer = table.clone();
                    longer.values.push(value);
                    let digit = Digit { index, negative };
                    longer.entries.push(Entry { base, shift, digit });
                    longer.cost += shift * DOUBLING + ADDITION;
                    all.push(longer);
                }
            }
        }
    }
    all
}

/// The best digits for a table.
struct Walk {
    number: u128,
    table: Table,
    /// The least cost of a number, and the last digit of the way there.
    known: HashMap<u128, (u32, Option<Digit>)>,
}

impl Walk {
    fn new(number: u128, table: Table) -> Self {
        Self { number, table, known: HashMap::new() }
    }

    fn cost(&mut self, number: u128) -> u32 {
        if self.table.values.contains(&number) {
            return 0;
        }
        if let Some((cost, _)) = self.known.get(&number) {
            return *cost;
        }
        let best = if number.is_multiple_of(2) {
            (self.cost(number / 2).saturating_add(DOUBLING), None)
        } else {
            let mut best = (u32::MAX, None);
            for index in 0..self.table.values.len() {
                let value = self.table.values[index];
                let ways = [(number.checked_sub(value), false), (number.checked_add(value), true)];
                for (rest, negative) in ways {
                    // Smaller numbers only: the recursion ends.
                    if let Some(rest) = rest.filter(|rest| *rest > 0 && rest / 2 < number) {
                        let cost = self.cost(rest / 2).saturating_add(DOUBLING + ADDITION);
                        if cost < best.0 {
                            best = (cost, Some(Digit { index, negative }));
                        }
                    }
                }
            }
            best
        };
        self.known.insert(number, best);
        best.0
    }

    fn chain(mut self) -> Chain {
        let cost = self.cost(self.number).saturating_add(self.table.cost);
        let mut walk = Vec::new();
        let mut number = self.number;
        let (mut doublings, mut last) = (0, None);
        let start = loop {
            if let Some(start) = self.table.values.iter().position(|value| *value == number) {
                break start;
            }
            let (_, digit) = self.known[&number];
            if let Some(digit) = digit {
                if doublings > 0 || last.is_some() {
                    walk.push((doublings, last));
                }
                (doublings, last) = (0, Some(digit));
                let value = self.table.values[digit.index];
                number = if digit.negative { number + value } else { number - value };
            }
            doublings += 1;
            number /= 2;
        };
        walk.push((doublings, last));
        walk.reverse();
        Chain { table: self.table, start, walk, cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a chain reaches.
    fn value(chain: &Chain) -> u128 {
        let values = &chain.table.values;
        let signed = |sum: u128, digit: Digit| {
            let value = values[digit.index];
            if digit.negative { sum - value } else { sum + value }
        };
        for (i, entry) in chain.table.entries.iter().enumerate() {
            assert!(entry.base <= i && entry.digit.index <= i, "entries follow from earlier ones");
            assert_eq!(signed(values[entry.base] << entry.shift, entry.digit), values[i + 1]);
        }
        chain.walk.iter().fold(values[chain.start], |sum, (doublings, digit)| {
            let shifted = sum << doublings;
            digit.map_or(shifted, |digit| signed(shifted, digit))
        })
    }

    #[test]
    fn chains_reach_their_number_at_the_stated_cost() {
        for number in [2, 3, 12, 255, 4_965_661_367_192_848_881, 0x6882_f5c0_30b0_a801] {
            let chain = search(number, 2, 20);
            assert_eq!(value(&chain), number);
            let cost = chain.doublings() * DOUBLING + chain.additions() as u32 * ADDITION;
            assert_eq!(chain.cost, cost, "{chain}");
        }
    }

    #[test]
    fn sparse_numbers_need_no_table() {
        let chain = search((1 << 62) + (1 << 55) + 1, 1, 10);
        assert!(chain.table.entries.is_empty());
        assert_eq!((chain.additions(), chain.doublings()), (2, 62));
    }
}
