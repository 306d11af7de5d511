//! BN_P256 of the TCG: a prime of all 256 bits, M-type twist. `u = -0x6882f5c030b0a801`,
//! `y^2 = x^3 + 3`, `xi = 1 + i`.

use mcl_fp::Uint;

use super::{BnParams, Twist, curve_aliases};
use crate::{Bytes, Chain, SvdwData};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(Params, BnP256, 256, "BNP256");

impl BnParams<N> for Params {
    const NAME: &'static str = "bn_p256";
    const U: Uint<N> = Uint::from_u64(0x6882f5c030b0a801);
    const U_IS_NEGATIVE: bool = true;
    // 11 additions, 62 doublings.
    const U_CHAIN: Chain = Chain::new(
        &[(1, 3, 1), (9, 1, 1), (19, 2, 19)],
        95,
        &[(1, 19), (12, 95), (5, -9), (15, 95), (3, 19), (8, 1), (1, 19), (11, 1)],
    );
    const B: u64 = 3;
    const XI: u64 = 1;
    const TWIST: Twist = Twist::M;
    const P_GENERATOR: u64 = 2;
    const R_GENERATOR: u64 = 2;
    const G1: [Uint<N>; 2] = [
        Uint::from_be_hex("0000000000000000000000000000000000000000000000000000000000000001"),
        Uint::from_be_hex("0000000000000000000000000000000000000000000000000000000000000002"),
    ];
    const G2: [[Uint<N>; 2]; 2] = [
        [
            Uint::from_be_hex("17dd1503719cee83f9316c977bad169610d2c77e619a4d97b8a5717c3c59335a"),
            Uint::from_be_hex("54692fc0dc2b00251f97edb7f09f66f5c2384f566b318ea9d1eb4765dc86b785"),
        ],
        [
            Uint::from_be_hex("a258e75f69bf782b06023635b676f7888de698ca2002dcf906773c11d514bce2"),
            Uint::from_be_hex("721b9e908d7ae01b98527fccfc5aeb2201fda0551b8319ae1e4565f8373f32e1"),
        ],
    ];
    const SVDW_G1: SvdwData<Uint<N>> = SvdwData {
        z_is_minus_one: false,
        root: Uint::from_be_hex("0000000000000004e6238502484061966f375e77c64cb47b6c7028928e86e01e"),
    };
    const SVDW_G2: SvdwData<[Uint<N>; 2]> = SvdwData {
        z_is_minus_one: false,
        root: [
            Uint::from_be_hex("4355fd2d7a90aca5e7559f0aa58254605ce24780284716fa5c61741cfd21441e"),
            Uint::from_be_hex("35fe0877904aeadb90e5153efdeaa77df6358f7a99c2c593be04d184b76f63b9"),
        ],
    };
    type G1Bytes = Bytes<33>;
    type G2Bytes = Bytes<65>;
    type G1Uncompressed = Bytes<64>;
    type G2Uncompressed = Bytes<128>;
    type GtBytes = Bytes<384>;
}
