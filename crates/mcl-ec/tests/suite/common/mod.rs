//! Test curves, a textbook reference, and scalars that provoke faults.
#![allow(dead_code)]

pub mod curves;
pub mod reference;
pub mod scalars;

/// Instantiates a battery, a module `$battery` of generic tests, for each curve.
macro_rules! for_curves {
    ($battery:ident: $($test:ident),+ $(,)?) => {
        for_curves!(@ bn254, crate::common::curves::Bn254, $battery, $($test),+);
        for_curves!(@ alt_bn128, crate::common::curves::AltBn128, $battery, $($test),+);
        for_curves!(@ secp256k1, crate::common::curves::Secp256k1, $battery, $($test),+);
        for_curves!(@ secp192k1, crate::common::curves::Secp192k1, $battery, $($test),+);
    };
    (@ $name:ident, $curve:path, $battery:ident, $($test:ident),+) => {
        mod $name {
            use super::*;
            $(
                #[test]
                fn $test() {
                    $battery::$test::<$curve>();
                }
            )+
        }
    };
}
