//! BN381_1 of mcl, first called CurveFp382_1: six 64-bit words. `u = -(2^94 + 2^76 + 2^72 + 1)`,
//! `y^2 = x^3 + 2`, `xi = 1 + i`, D-type twist.
//!
//! mcl defines no generators for it; these are its hash-and-map of the one-byte message `1`.

use mcl_fp::Uint;

use super::{BnParams, Twist, curve_aliases};
use crate::{Bytes, SvdwData};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(Params, Bn381_1, 382, "BN381-1");

impl BnParams<N> for Params {
    const NAME: &'static str = "bn381_1";
    const U: Uint<N> = Uint::from_u128((1 << 94) + (1 << 76) + (1 << 72) + 1);
    const U_IS_NEGATIVE: bool = true;
    const B: u64 = 2;
    const XI: u64 = 1;
    const TWIST: Twist = Twist::D;
    const P_GENERATOR: u64 = 2;
    const R_GENERATOR: u64 = 2;
    const G1: [Uint<N>; 2] = [
        Uint::from_be_hex(
            "17f7e46192570127d8bf161b1bb91fbd4a2606812eb533ebaae6081b9e02c434e75548053ee1b2fa71ca41340acbcff0",
        ),
        Uint::from_be_hex(
            "0ed26497f5e95618263d1644a96844b33c4879293f91c30a0b381e24e25470d3da9d562940061798655cae3b47318b29",
        ),
    ];
    const G2: [[Uint<N>; 2]; 2] = [
        [
            Uint::from_be_hex(
                "2172c3bdb064b160fcae0592e3bfeb312440c98667da131825a164b8e5ef3be04daed314dcf5624c11b430a7dede7717",
            ),
            Uint::from_be_hex(
                "238233336f18a95ad0a1e721049bc2d8d79ea07d04cb0d5e209a4c47f32de5460ecc5ea8b93f56df26c9615f04508923",
            ),
        ],
        [
            Uint::from_be_hex(
                "0d54706c9c5ef4c840a4e3cdf5c055f2f4ca6900567460923437fe08bc880a2981703067b076ce21ab4633cf4d004af3",
            ),
            Uint::from_be_hex(
                "10d43baee7e8e2bd863ed4a73b15295cca1880eae34b0611aeda85ab652f4ee1e6f30b752943e0010c1dfbd2d0c0f057",
            ),
        ],
    ];
    const SVDW_G1: SvdwData<Uint<N>> = SvdwData {
        z_is_minus_one: true,
        root: Uint::from_be_hex(
            "240026400f3d82b2e42de1252000e5803cf60565c8000003c001fe0043bc000000000006000198000000000000000004",
        ),
    };
    const SVDW_G2: SvdwData<[Uint<N>; 2]> = SvdwData {
        z_is_minus_one: true,
        root: [
            Uint::from_be_hex(
                "130e8bbd59c1bf89a5b367aec4bb9f15116a3e0850264d6aac91b325cf772144e872a0f64bc55a3f2a40d5085e32cd1e",
            ),
            Uint::from_be_hex(
                "130e8bbd59c1bf89a5b367aec4bb9f15116a3e0850264d6aac91b325cf772144e872a0f64bc55a3f2a40d5085e32cd1e",
            ),
        ],
    };
    type G1Bytes = Bytes<48>;
    type G2Bytes = Bytes<96>;
    type G1Uncompressed = Bytes<96>;
    type G2Uncompressed = Bytes<192>;
    type GtBytes = Bytes<576>;
}
