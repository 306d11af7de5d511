//! alt_bn128: Ethereum's precompiles 6 to 8, BN_SNARK1 of mcl, BN254 of arkworks and gnark, bn256 of
//! halo2curves. `u = 4965661367192848881`, `y^2 = x^3 + 3`, `xi = 9 + i`, D-type twist.
//!
//! The generators are those of EIP-197 and arkworks; mcl's own tests use another point of G2.

use mcl_fp::Uint;

use super::{BnParams, Twist, curve_aliases};
use crate::{Bytes, Chain, SvdwData};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(Params, Snark1, 254, "BN254");

impl BnParams<N> for Params {
    const NAME: &'static str = "snark1";
    const U: Uint<N> = Uint::from_u64(4965661367192848881);
    const U_IS_NEGATIVE: bool = false;
    // 12 additions, 62 doublings.
    const U_CHAIN: Chain = Chain::new(
        &[(1, 5, -1), (31, 4, 1)],
        497,
        &[
            (2, -31),
            (1, 497),
            (10, -497),
            (2, -497),
            (9, 31),
            (2, -497),
            (8, -497),
            (3, 497),
            (5, 1),
            (11, 497),
        ],
    );
    const B: u64 = 3;
    const XI: u64 = 9;
    const TWIST: Twist = Twist::D;
    const P_GENERATOR: u64 = 3;
    const R_GENERATOR: u64 = 5;
    const G1: [Uint<N>; 2] = [
        Uint::from_be_hex("0000000000000000000000000000000000000000000000000000000000000001"),
        Uint::from_be_hex("0000000000000000000000000000000000000000000000000000000000000002"),
    ];
    const G2: [[Uint<N>; 2]; 2] = [
        [
            Uint::from_be_hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
            Uint::from_be_hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
        ],
        [
            Uint::from_be_hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
            Uint::from_be_hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
        ],
    ];
    const SVDW_G1: SvdwData<Uint<N>> = SvdwData {
        z_is_minus_one: false,
        root: Uint::from_be_hex("00000000000000016789af3a83522eb353c98fc6b36d713d5d8d1cc5dffffffa"),
    };
    const SVDW_G2: SvdwData<[Uint<N>; 2]> = SvdwData {
        z_is_minus_one: false,
        root: [
            Uint::from_be_hex("29fd332ab7260112b801fa95b21af64e2e6da55f90a3e510fcbe57377b5ca1ec"),
            Uint::from_be_hex("303d1eff1426764bf8408aee24ba0b865e76f77b1267a846b1e9154d01565034"),
        ],
    };
    type G1Bytes = Bytes<32>;
    type G2Bytes = Bytes<64>;
    type G1Uncompressed = Bytes<64>;
    type G2Uncompressed = Bytes<128>;
    type GtBytes = Bytes<384>;
}
