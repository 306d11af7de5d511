//! secp192k1, the curve of mcl's vote sample: `y^2 = x^3 + 3` over `p = 2^192 - 2^32 - 4553`.
//!
//! The security is about 96 bits, which is less than today's usual 128: use it for compatibility
//! with existing files.

use mcl_fp::Uint;

use super::{KoblitzParams, curve_aliases};

/// The parameters of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Params;

curve_aliases!(192);

impl KoblitzParams<N> for Params {
    const NAME: &'static str = "secp192k1";
    const P: Uint<N> = Uint::from_be_hex("fffffffffffffffffffffffffffffffffffffffeffffee37");
    const R: Uint<N> = Uint::from_be_hex("fffffffffffffffffffffffe26f2fc170f69466a74defd8d");
    const B: u64 = 3;
    const GENERATOR: [Uint<N>; 2] = [
        Uint::from_be_hex("db4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7d"),
        Uint::from_be_hex("9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9d"),
    ];
    const BETA: Uint<N> = Uint::from_be_hex("bb85691939b869c1d087f601554b96b80cb4f55b35f433c2");
    const LAMBDA: Uint<N> = Uint::from_be_hex("3d84f26c12238d7b4f3d516613c1759033b1a5800175d0b1");
    const P_GENERATOR: u64 = 3;
    const R_GENERATOR: u64 = 2;
}
