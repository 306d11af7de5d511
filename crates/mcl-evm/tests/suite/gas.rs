//! The prices of EIP-196, EIP-197 and EIP-1108.

use mcl_evm::GasSchedule;

#[test]
fn prices() {
    let (old, new) = (GasSchedule::BYZANTIUM, GasSchedule::ISTANBUL);
    assert_eq!(
        [old.add, old.mul, old.pairing(0), old.pairing(192)],
        [500, 40_000, 100_000, 180_000]
    );
    assert_eq!([new.add, new.mul, new.pairing(0), new.pairing(192)], [150, 6_000, 45_000, 79_000]);
    assert_eq!(new.pairing(10 * 192), 385_000);
    // A rest is free, as in the clients: the call fails anyway.
    assert_eq!(new.pairing(191), new.pairing(0));
}

#[test]
fn prices_that_would_overflow_are_the_highest() {
    assert_eq!(GasSchedule::ISTANBUL.pairing(usize::MAX), u64::MAX);
    let dear = GasSchedule { pairing_per_pair: u64::MAX, ..GasSchedule::ISTANBUL };
    assert_eq!(dear.pairing(2 * 192), u64::MAX);
}
