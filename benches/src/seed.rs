//! Random inputs that are the same in every run and for every library.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Bytes in the little-endian form of a scalar or a coordinate.
pub const BYTES: usize = 32;

/// `count` pseudo-random integers below 2^253, little-endian.
///
/// They are canonical as elements of the base field and of the scalar field of both curves, whose moduli lie between
/// 2^253 and 2^254. Equal `stream` and `count` give equal integers.
pub fn integers(stream: u64, count: usize) -> Vec<[u8; BYTES]> {
    let mut rng = StdRng::seed_from_u64(stream);
    let integer = || {
        let mut bytes = [0; BYTES];
        rng.fill_bytes(&mut bytes);
        bytes[BYTES - 1] &= 0x1f;
        bytes
    };
    std::iter::repeat_with(integer).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_reproducible_and_differ() {
        assert_eq!(integers(1, 3), integers(1, 3));
        assert_ne!(integers(1, 3), integers(2, 3));
        let integers = integers(1, 3);
        assert!(integers[0] != integers[1] && integers[1] != integers[2]);
        assert!(integers.iter().all(|bytes| bytes[31] < 0x20));
    }
}
