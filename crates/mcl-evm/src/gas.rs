//! What the precompiles cost.

use crate::operations::PAIR_BYTES;

/// The gas of the three precompiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GasSchedule {
    /// Of [`crate::ec_add`].
    pub add: u64,
    /// Of [`crate::ec_mul`].
    pub mul: u64,
    /// Of [`crate::ec_pairing`], whatever the number of pairs.
    pub pairing_base: u64,
    /// Of [`crate::ec_pairing`], for each pair.
    pub pairing_per_pair: u64,
}

impl GasSchedule {
    /// The prices since Byzantium: EIP-196, EIP-197.
    pub const BYZANTIUM: Self =
        Self { add: 500, mul: 40_000, pairing_base: 100_000, pairing_per_pair: 80_000 };

    /// The prices since Istanbul: Cardozo and Williamson, "EIP-1108: Reduce alt_bn128 precompile gas
    /// costs", 2018.
    pub const ISTANBUL: Self =
        Self { add: 150, mul: 6_000, pairing_base: 45_000, pairing_per_pair: 34_000 };

    /// The price of a pairing with an input of that length; a rest that is no whole pair is free, and
    /// makes the call fail.
    #[must_use]
    pub const fn pairing(&self, input_length: usize) -> u64 {
        let pairs = (input_length / PAIR_BYTES) as u64;
        self.pairing_base.saturating_add(self.pairing_per_pair.saturating_mul(pairs))
    }
}
