//! mcl's BN254, first called CurveFp254BNb: `u = -(2^62 + 2^55 + 1)`, `y^2 = x^3 + 2`, `xi = 1 + i`, D-type
//! twist.
//!
//! The curve of Beuchat et al., "High-Speed Software Implementation of the Optimal Ate Pairing over
//! Barreto-Naehrig Curves", 2010. It is *not* the curve that Ethereum and the SNARK libraries call
//! BN254: see [`crate::snark1`].
//!
//! mcl defines no generators; these are the ones of its tests.

use mcl_fp::Uint;

use super::{BnParams, Twist, curve_aliases};
use crate::{Bytes, SvdwData};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(Params, Fp254BNb, 254, "FP254BNB");

impl BnParams<N> for Params {
    const NAME: &'static str = "fp254bnb";
    const U: Uint<N> = Uint::from_u64((1 << 62) + (1 << 55) + 1);
    const U_IS_NEGATIVE: bool = true;
    const B: u64 = 2;
    const XI: u64 = 1;
    const TWIST: Twist = Twist::D;
    const P_GENERATOR: u64 = 3;
    const R_GENERATOR: u64 = 2;
    const G1: [Uint<N>; 2] = [
        Uint::from_be_hex("2523648240000001ba344d80000000086121000000000013a700000000000012"),
        Uint::from_be_hex("0000000000000000000000000000000000000000000000000000000000000001"),
    ];
    const G2: [[Uint<N>; 2]; 2] = [
        [
            Uint::from_be_hex("1c2141648fed8ba0f2a3febe8b98509bf86398d1fd1050c88fc3d88be3d15db1"),
            Uint::from_be_hex("093772aa06ea4acf488ce113f4a56aeb6c23264001c1501c1c59cd47faac6d0f"),
        ],
        [
            Uint::from_be_hex("1eb672f0d5335990c9b12f9839b1a8804393211b198237c5acfc4d69d51186a0"),
            Uint::from_be_hex("118c5d037558e51efdd3cf3530d8c5cb65c52f9cf639ed6d81ddc6c16b76eec0"),
        ],
    ];
    const SVDW_G1: SvdwData<Uint<N>> = SvdwData {
        z_is_minus_one: true,
        root: Uint::from_be_hex("252364824000000126cd890000000003cf0f0000000000060c00000000000004"),
    };
    const SVDW_G2: SvdwData<[Uint<N>; 2]> = SvdwData {
        z_is_minus_one: true,
        root: [
            Uint::from_be_hex("151b7782da03b932fb6e2a362ae83524721cdccd02a983f5e6e8a3943c1fa2a2"),
            Uint::from_be_hex("151b7782da03b932fb6e2a362ae83524721cdccd02a983f5e6e8a3943c1fa2a2"),
        ],
    };
    type G1Bytes = Bytes<32>;
    type G2Bytes = Bytes<64>;
    type G1Uncompressed = Bytes<64>;
    type G2Uncompressed = Bytes<128>;
    type GtBytes = Bytes<384>;
}
