//! Curves of prime order over 254-bit primes and over primes that use every bit of their words.

use mcl_ec::{Affine, CurveParams, Endomorphism, Lattice, Part, Projective};
use mcl_fp::crypto_bigint::{Choice, Int};
use mcl_fp::{Fp, PrimeParams, U192, U256, Uint};

macro_rules! field {
    ($params:ident, $alias:ident, $uint:ident, $modulus:literal, $generator:literal) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $params;

        impl PrimeParams<{ $uint::LIMBS }> for $params {
            const MODULUS: $uint = Uint::from_be_hex($modulus);
            const GENERATOR: u64 = $generator;
        }

        pub type $alias = Fp<$params, { $uint::LIMBS }>;
    };
}

field!(
    Bn254P,
    Bn254Fp,
    U256,
    "2523648240000001ba344d80000000086121000000000013a700000000000013",
    2
);
field!(
    Bn254R,
    Bn254Fr,
    U256,
    "2523648240000001ba344d8000000007ff9f800000000010a10000000000000d",
    2
);
field!(
    AltBn128P,
    AltBn128Fp,
    U256,
    "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    3
);
field!(
    AltBn128R,
    AltBn128Fr,
    U256,
    "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
    5
);
field!(
    Secp256k1P,
    Secp256k1Fp,
    U256,
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    3
);
field!(
    Secp256k1R,
    Secp256k1Fr,
    U256,
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    7
);
field!(Secp192k1P, Secp192k1Fp, U192, "fffffffffffffffffffffffffffffffffffffffeffffee37", 3);
field!(Secp192k1R, Secp192k1Fr, U192, "fffffffffffffffffffffffe26f2fc170f69466a74defd8d", 2);

/// An element of a prime field from its canonical integer.
const fn element<P: PrimeParams<N>, const N: usize>(x: &Uint<N>) -> Fp<P, N> {
    match Fp::from_uint(x) {
        Some(x) => x,
        None => panic!("not canonical"),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bn254;

impl CurveParams for Bn254 {
    type Base = Bn254Fp;
    type Scalar = Bn254Fr;
    const B: Bn254Fp = Fp::from_u64(2);
    const GENERATOR: (Bn254Fp, Bn254Fp) = (Fp::ONE.const_neg(), Fp::ONE);

    fn mul_by_3b(x: &Bn254Fp) -> Bn254Fp {
        x.double().double() + x.double()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AltBn128;

impl CurveParams for AltBn128 {
    type Base = AltBn128Fp;
    type Scalar = AltBn128Fr;
    const B: AltBn128Fp = Fp::from_u64(3);
    const GENERATOR: (AltBn128Fp, AltBn128Fp) = (Fp::ONE, Fp::from_u64(2));
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Secp256k1;

impl CurveParams for Secp256k1 {
    type Base = Secp256k1Fp;
    type Scalar = Secp256k1Fr;
    const B: Secp256k1Fp = Fp::from_u64(7);
    const GENERATOR: (Secp256k1Fp, Secp256k1Fp) = (
        element(&Uint::from_be_hex(
            "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        )),
        element(&Uint::from_be_hex(
            "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
        )),
    );

    /// The whole group has prime order, so the operator may use the endomorphism.
    fn mul(point: &Projective<Self>, k: &Secp256k1Fr) -> Projective<Self> {
        mcl_ec::mul_endo(point, k)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Secp192k1;

impl CurveParams for Secp192k1 {
    type Base = Secp192k1Fp;
    type Scalar = Secp192k1Fr;
    const B: Secp192k1Fp = Fp::from_u64(3);
    const GENERATOR: (Secp192k1Fp, Secp192k1Fp) = (
        element(&Uint::from_be_hex("db4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7d")),
        element(&Uint::from_be_hex("9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9d")),
    );
}

/// Curves on which `(x, y) -> (beta x, y)` acts as lambda. One has the factor 1 of
/// `Endomorphism::fixing_factor`, one another, and one leaves it to the provided method.
pub trait Glv: Endomorphism<2> {
    /// The scalar lambda.
    const LAMBDA: Self::Scalar;
}

macro_rules! glv {
    ($curve:ident, $beta:literal, $lambda:literal, $rows:expr $(, factor: $factor:literal)?) => {
        impl $curve {
            const BETA: <Self as CurveParams>::Base = element(&Uint::from_be_hex($beta));
            const LATTICE: Lattice<2, { U256::LIMBS }> = Lattice::new(
                $rows,
                &Uint::from_be_hex($lambda),
                &<Self as CurveParams>::Scalar::modulus(),
            );
        }

        impl Glv for $curve {
            const LAMBDA: Self::Scalar = element(&Uint::from_be_hex($lambda));
        }

        impl Endomorphism<2> for $curve {
            const PART_BITS: u32 = Self::LATTICE.part_bits();

            fn decompose(k: &Self::Scalar) -> [Part; 2] {
                Self::LATTICE.decompose(&k.to_uint())
            }

            fn endomorphism(point: &Projective<Self>) -> Projective<Self> {
                let (x, y, z) = point.xyz();
                Projective::from_xyz_unchecked(*x * Self::BETA, *y, *z)
            }

            fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self> {
                point.xy().map_or(*point, |(x, y)| Affine::from_xy_unchecked(x * Self::BETA, y))
            }

            $(
                fn fixing_factor(_: &Self::Base) -> Self::Base {
                    Fp::from_u64($factor)
                }
            )?
        }
    };
}

const fn positive(x: u128) -> Int<{ U256::LIMBS }> {
    *Uint::<{ U256::LIMBS }>::from_u128(x).as_int()
}

const fn negative(x: u128) -> Int<{ U256::LIMBS }> {
    positive(x).wrapping_neg_if(Choice::TRUE)
}

glv!(
    Bn254,
    "25236482400000017080eb4000000006181800000000000cd98000000000000b",
    "252364824000000126cd8900000000024908fffffffffffcf9fffffffffffff6",
    [
        [positive(0x6181_8000_0000_0002_0400_0000_0000_0003), negative(0x8100_0000_0000_0001)],
        [negative(0x8100_0000_0000_0001), negative(0x6181_8000_0000_0002_8500_0000_0000_0004)],
    ],
    factor: 1
);
glv!(
    AltBn128,
    "000000000000000059e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe",
    "0000000000000000b3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd",
    [
        [positive(0x6f4d_8248_eeb8_59fd_0be4_e154_1221_250b), positive(0x89d3_2568_94d2_13e3)],
        [positive(0x89d3_2568_94d2_13e3), negative(0x6f4d_8248_eeb8_59fc_8211_bbeb_7d4f_1128)],
    ],
    factor: 5
);
glv!(
    Secp256k1,
    "7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee",
    "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72",
    [
        [
            positive(0x3086_d221_a7d4_6bcd_e86c_90e4_9284_eb15),
            negative(0xe443_7ed6_010e_8828_6f54_7fa9_0abf_e4c3)
        ],
        [
            positive(0x3086_d221_a7d4_6bcd_e86c_90e4_9284_eb15)
                .wrapping_add(&positive(0xe443_7ed6_010e_8828_6f54_7fa9_0abf_e4c3)),
            positive(0x3086_d221_a7d4_6bcd_e86c_90e4_9284_eb15)
        ],
    ]
);
