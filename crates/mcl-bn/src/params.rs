//! A BN curve is data: the parameter u, two small constants and generators.

use mcl_fp::{Marker, Uint};

use crate::{ByteArray, Chain, SvdwData};

pub mod bn381_1;
pub mod bn462;
pub mod bn_p256;
pub mod fp254bnb;
pub mod snark1;

/// Which sextic twist carries G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// `y^2 = x^3 + b/xi`; the untwist is `(x w^2, y w^3)`.
    D,
    /// `y^2 = x^3 + b xi`; the untwist is `(x / w^2, y / w^3)`.
    M,
}

/// The data of a Barreto-Naehrig curve `y^2 = x^3 + b` over Fp, with
///
/// ```text
/// p = 36u^4 + 36u^3 + 24u^2 + 6u + 1
/// r = 36u^4 + 36u^3 + 18u^2 + 6u + 1
/// ```
///
/// and the tower `Fp2 = Fp[i]/(i^2 + 1)`, `Fp6 = Fp2[v]/(v^3 - xi)`, `Fp12 = Fp6[w]/(w^2 - v)`.
/// Moduli, twist, Frobenius tables, endomorphisms, lattices and loop digits are computed from these
/// constants and checked at compile time.
///
/// `N` counts the machine words of p.
///
/// Source of the family: Barreto and Naehrig, "Pairing-Friendly Elliptic Curves of Prime Order",
/// 2005.
pub trait BnParams<const N: usize>: Marker {
    /// The curve's name in this workspace.
    const NAME: &'static str;

    /// The absolute value of the parameter u.
    const U: Uint<N>;

    /// Whether u is negative.
    const U_IS_NEGATIVE: bool;

    /// A short way to `|u|`: its non-adjacent form, or where u is not sparse what
    /// `cargo xtask chain` finds.
    const U_CHAIN: Chain = Chain::naf(&Self::U);

    /// The coefficient b.
    const B: u64;

    /// The real part `a` of `xi = a + i`.
    const XI: u64;

    /// The type of the twist.
    const TWIST: Twist;

    /// A small generator of the multiplicative group of Fp.
    const P_GENERATOR: u64;

    /// A small generator of the multiplicative group of Fr.
    const R_GENERATOR: u64;

    /// Affine coordinates `x, y` of the generator of G1.
    const G1: [Uint<N>; 2];

    /// Affine coordinates of the generator of G2, each as real and imaginary part.
    const G2: [[Uint<N>; 2]; 2];

    /// The constants of the map from Fp to the curve that are not computed.
    const SVDW_G1: SvdwData<Uint<N>>;

    /// The constants of the map from Fp2 to the twist that are not computed; the root as real and
    /// imaginary part.
    const SVDW_G2: SvdwData<[Uint<N>; 2]>;

    /// A compressed point of G1.
    type G1Bytes: ByteArray;

    /// A compressed point of G2.
    type G2Bytes: ByteArray;

    /// Both coordinates of a point of G1.
    type G1Uncompressed: ByteArray;

    /// Both coordinates of a point of G2.
    type G2Uncompressed: ByteArray;

    /// An element of Gt.
    type GtBytes: ByteArray;
}

/// The types of one curve under their usual names, for the modules of the curves.
///
/// A macro, since type aliases cannot be written generically for a module.
macro_rules! curve_aliases {
    ($params:ident, $engine:ident, $bits:literal, $id:literal) => {
        const N: usize = mcl_fp::nlimbs($bits);

        /// The engine: implements `pairing::Engine` and `pairing::MultiMillerLoop`.
        pub type $engine = crate::Bn<$params, N>;
        /// The base field.
        pub type Fp = mcl_fp::Fp<crate::ModP<$params, N>, N>;
        /// The scalar field.
        pub type Fr = mcl_fp::Fp<crate::ModR<$params, N>, N>;
        /// The quadratic extension.
        pub type Fp2 = mcl_tower::Fp2<crate::ModP<$params, N>, N>;
        /// The sextic extension.
        pub type Fp6 = mcl_tower::Fp6<Fp2>;
        /// The extension of degree twelve.
        pub type Fp12 = mcl_tower::Fp12<Fp2>;
        /// A point of G1.
        pub type G1 = crate::G1<$params, N>;
        /// A point of G1 in affine coordinates.
        pub type G1Affine = crate::G1Affine<$params, N>;
        /// A point of G2.
        pub type G2 = crate::G2<$params, N>;
        /// A point of G2 in affine coordinates.
        pub type G2Affine = crate::G2Affine<$params, N>;
        /// A point of G2 with its line functions precomputed.
        #[cfg(feature = "alloc")]
        pub type G2Prepared = crate::G2Prepared<$params, N>;
        /// An element of the target group.
        pub type Gt = crate::Gt<$params, N>;
        /// A product of Miller loops before the final exponentiation.
        pub type MillerLoopResult = crate::MillerLoopResult<$params, N>;

        /// Names of the suites of RFC 9380 on this curve, which are the ends of their domain
        /// separation tags. `RO` is `hash_to_curve`, `NU` is `encode_to_curve`.
        #[cfg(feature = "hash")]
        pub mod suite {
            /// `G1::hash_to_curve` with SHA-256.
            pub const G1_SHA256_RO: &str = concat!($id, "G1_XMD:SHA-256_SVDW_RO_");
            /// `G1::encode_to_curve` with SHA-256.
            pub const G1_SHA256_NU: &str = concat!($id, "G1_XMD:SHA-256_SVDW_NU_");
            /// `G2::hash_to_curve` with SHA-256.
            pub const G2_SHA256_RO: &str = concat!($id, "G2_XMD:SHA-256_SVDW_RO_");
            /// `G2::encode_to_curve` with SHA-256.
            pub const G2_SHA256_NU: &str = concat!($id, "G2_XMD:SHA-256_SVDW_NU_");
            /// `G1::hash_to_curve` with Keccak-256, the hash of Ethereum.
            pub const G1_KECCAK256_RO: &str = concat!($id, "G1_XMD:KECCAK-256_SVDW_RO_");
            /// `G1::encode_to_curve` with Keccak-256.
            pub const G1_KECCAK256_NU: &str = concat!($id, "G1_XMD:KECCAK-256_SVDW_NU_");
            /// `G2::hash_to_curve` with Keccak-256.
            pub const G2_KECCAK256_RO: &str = concat!($id, "G2_XMD:KECCAK-256_SVDW_RO_");
            /// `G2::encode_to_curve` with Keccak-256.
            pub const G2_KECCAK256_NU: &str = concat!($id, "G2_XMD:KECCAK-256_SVDW_NU_");
        }
    };
}
pub(crate) use curve_aliases;
