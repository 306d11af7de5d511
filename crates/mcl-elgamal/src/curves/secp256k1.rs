//! secp256k1: `y^2 = x^3 + 7` over `p = 2^256 - 2^32 - 977`. The security is about 128 bits.

use mcl_fp::Uint;

use super::{KoblitzParams, curve_aliases};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(256);

impl KoblitzParams<N> for Params {
    const NAME: &'static str = "secp256k1";
    const P: Uint<N> =
        Uint::from_be_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
    const R: Uint<N> =
        Uint::from_be_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    const B: u64 = 7;
    const GENERATOR: [Uint<N>; 2] = [
        Uint::from_be_hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        Uint::from_be_hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ];
    const BETA: Uint<N> =
        Uint::from_be_hex("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee");
    const LAMBDA: Uint<N> =
        Uint::from_be_hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    const P_GENERATOR: u64 = 3;
    const R_GENERATOR: u64 = 7;
}
