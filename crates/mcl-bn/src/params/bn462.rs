//! BN462: eight 64-bit words, about 128-bit security. `u = 2^114 + 2^101 - 2^14 - 1`,
//! `y^2 = x^3 + 5`, `xi = 2 + i`, D-type twist.
//!
//! mcl defines no generators for it; these are its hash-and-map of the one-byte message `1`.
//! The multiplicative generators were checked against every known prime factor of p - 1 and r - 1;
//! a cofactor of 327 and 326 bits, whose factors are not known, stays unchecked.

use mcl_fp::Uint;

use super::{BnParams, Twist, curve_aliases};
use crate::{Bytes, SvdwData};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(Params, Bn462, 462, "BN462");

impl BnParams<N> for Params {
    const NAME: &'static str = "bn462";
    const U: Uint<N> = Uint::from_u128((1 << 114) + (1 << 101) - (1 << 14) - 1);
    const U_IS_NEGATIVE: bool = false;
    const B: u64 = 5;
    const XI: u64 = 2;
    const TWIST: Twist = Twist::D;
    const P_GENERATOR: u64 = 2;
    const R_GENERATOR: u64 = 5;
    const G1: [Uint<N>; 2] = [
        Uint::from_be_hex(
            "00000000000018ad10e374224462412cb58ff01fbbc6a1f4c9f7ca51a81d087b98d091c382445c0541d89804379358b3ae5c68130e7af6a226740968623e7c10",
        ),
        Uint::from_be_hex(
            "0000000000000ee48f5da127115edf2c7b936d6cecdeb080390f1ddcce44691784e02668c4d5fdf125c5b33025c6af3f2e2d382421032c9e6bf0bb7d99acd5f9",
        ),
    ];
    const G2: [[Uint<N>; 2]; 2] = [
        [
            Uint::from_be_hex(
                "0000000000000887864a0c4f5d24e18e68d3395c38085e9d27c15b5885e46557a38bf16ae3da4ffcae780e1698f114ef42c5c2113ce0cf53f0dd12597b7470b1",
            ),
            Uint::from_be_hex(
                "000000000000093a14219d99abdae50bc15755c736677665309414a850af9d594acae124c917afd5aa7fbacf22809b9f40ea49b0a3089cbdca63629d419a67e2",
            ),
        ],
        [
            Uint::from_be_hex(
                "0000000000000ba93c1981a8afdd160fb67a416dc5a7df2a1c96a03f08f9fce78ab4086a2a6544eea9346d7a48bb76041a3f193e7fdf950aa39eb3d1e3a83c7d",
            ),
            Uint::from_be_hex(
                "00000000000010b75bd7593ece2676240bc434a3847be2a84e94ed3b56efbb0405992b0ccef52e0be645eb3c0325e2ee243a30f99ff38fa583c7a9ec341ff196",
            ),
        ],
    ];
    const SVDW_G1: SvdwData<Uint<N>> = SvdwData {
        z_is_minus_one: false,
        root: Uint::from_be_hex(
            "0000000000002022d6e16fc353652a2ee5d8d272d61db8ec4c2340607707de37fa0ade2dd4f40e41d053be9f45688c08021ba328fb147eb39ea8b651ab88f36a",
        ),
    };
    const SVDW_G2: SvdwData<[Uint<N>; 2]> = SvdwData {
        z_is_minus_one: false,
        root: [
            Uint::from_be_hex(
                "00000000000020865137ecb67a28be639f647f6ce7413a1bb73d7b47ac27b967aebb9d3134aa66262399f46b8f5d5de25c77b58db75ec8db84ebc04a01ba961e",
            ),
            Uint::from_be_hex(
                "000000000000230d0c2a489069634018cde477145bb719b68ae96889edebd3f2cdc46cf2a7cf14895fde572f1f063855ca2c6893bfdcbc17d680448ff0486034",
            ),
        ],
    };
    type G1Bytes = Bytes<58>;
    type G2Bytes = Bytes<116>;
    type G1Uncompressed = Bytes<116>;
    type G2Uncompressed = Bytes<232>;
    type GtBytes = Bytes<696>;
}
