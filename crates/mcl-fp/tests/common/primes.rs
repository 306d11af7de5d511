//! The primes of the battery, with what is needed to check their generators.

use mcl_fp::{PrimeParams, Uint, Word, nlimbs};

/// A prime whose `p - 1` is factored, so that the claim about its generator can be checked.
pub trait TestPrime<const N: usize>: PrimeParams<N> {
    /// The prime powers of `p - 1` in decimal. They were proved prime with PARI/GP.
    const FACTORS: &'static str;
}

/// A hexadecimal integer of `N` words, without regard to leading zeros.
pub const fn uint<const N: usize>(hex: &str) -> Uint<N> {
    let mut words = [0; N];
    let digits = hex.as_bytes();
    let mut i = 0;
    while i < digits.len() {
        let digit = match digits[digits.len() - 1 - i] {
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not a hexadecimal digit"),
        };
        words[4 * i / Word::BITS as usize] |= (digit as Word) << (4 * i % Word::BITS as usize);
        i += 1;
    }
    Uint::from_words(words)
}

/// Parameter types from: name, bits, generator, modulus, prime powers of `p - 1`.
macro_rules! primes {
    ($($(#[$doc:meta])* $name:ident, $bits:literal, $generator:literal, $modulus:literal, $factors:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl PrimeParams<{ nlimbs($bits) }> for $name {
            const MODULUS: Uint<{ nlimbs($bits) }> = uint($modulus);
            const GENERATOR: u64 = $generator;
        }

        impl TestPrime<{ nlimbs($bits) }> for $name {
            const FACTORS: &'static str = $factors;
        }
    )*};
}

primes! {
    /// 2^63 - 25.
    P63, 63, 3,
        "7fffffffffffffe7",
        "2 3^4 17 23 319279 456065899";

    /// 2^64 - 189: all bits of one 64-bit word, 3 modulo 4.
    P64, 64, 2,
        "ffffffffffffff43",
        "2 3 23 133672058505141677";

    /// 2^64 - 2^32 + 1: 2-adicity 32.
    Goldilocks, 64, 7,
        "ffffffff00000001",
        "2^32 3 5 17 257 65537";

    /// 2^127 - 1.
    P127, 127, 43,
        "7fffffffffffffffffffffffffffffff",
        "2 3^3 7^2 19 43 73 127 337 5419 92737 649657 77158673929";

    /// 2^128 - 159, 1 modulo 4.
    P128A, 128, 5,
        "ffffffffffffffffffffffffffffff61",
        "2^5 3 10253 29333 4454477 42113237 62826870453001";

    /// 2^128 - 173, 3 modulo 4.
    P128B, 128, 5,
        "ffffffffffffffffffffffffffffff53",
        "2 23 41 937 510529 1370537633 275198957157572143";

    /// The base field of secp192k1.
    Secp192k1, 192, 3,
        "fffffffffffffffffffffffffffffffffffffffeffffee37",
        "2 3 7 11 1295233555201613 10489845818524887021689201254173392444641";

    /// 2^192 + 133: the top word of the four is 1.
    P193, 193, 2,
        "1000000000000000000000000000000000000000000000085",
        "2^2 7 151 249964755824311260181 5939438775083828224815107551061821";

    /// 2^224 - 2^96 + 1, the base field of NIST P-224: 2-adicity 96, and the smallest
    /// non-residue is not the generator.
    P224, 224, 22,
        "ffffffffffffffffffffffffffffffff000000000000000000000001",
        "2^96 3 5 17 257 641 65537 274177 6700417 67280421310721";

    /// The base field of BN254 with u = -(2^62 + 2^55 + 1).
    Bn254P, 254, 3,
        "2523648240000001ba344d80000000086121000000000013a700000000000013",
        "2 3^3 7 641 71693 1033337 15698303 65982793 5994341377 22009001472962227 \
             6848045079628454069";

    /// The scalar field of BN254 with u = -(2^62 + 2^55 + 1).
    Bn254R, 254, 2,
        "2523648240000001ba344d8000000007ff9f800000000010a10000000000000d",
        "2^2 3 7 641 16843 140977 15698303 65982793 101148471075752777 \
             1254043595354617963043866617659";

    /// The base field of alt_bn128.
    Snark1P, 254, 3,
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        "2 3^2 13 29 67 229 311 983 11003 405928799 11465965001 \
             13427688667394608761327070753331941386769";

    /// The scalar field of alt_bn128: 2-adicity 28.
    Snark1R, 254, 5,
        "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
        "2^28 3^2 13 29 983 11003 237073 405928799 1670836401704629 \
             13818364434197438864469338081";

    /// 2^254 - 245, the largest prime of 254 bits.
    P254, 254, 2,
        "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0b",
        "2 79 3539 701731 974497 \
             75705961582336032110452308695156564214088210230278680011907";

    /// 2^255 - 19.
    P25519, 255, 2,
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        "2^2 3 65147 \
             74058212732561358302231226437062788676166966415465897661863160754340907";

    /// The base field of secp256k1: all bits of four 64-bit words.
    Secp256k1, 256, 3,
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        "2 3 7 13441 \
             205115282021455665897114700593932402728804164701536103180137503955397371";

    /// The base field of the BN curve over a prime of 256 bits (TCG).
    BnP256, 256, 2,
        "fffffffffffcf0cd46e5f25eee71a49f0cdc65fb12980a82d3292ddbaed33013",
        "2 3 7^2 29 67 73 397 2236187 24818737 6192533153 81298681439 2553430781211719 \
             98035115546173963";

    /// The base field of BLS12-381.
    Bls381P, 381, 2,
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffff\
             b9feffffffffaaab",
        "2 3^2 11 23 47 10177 859267 52437899 2584487767265781317813 \
             15778400344354997994418419698270088123916926905054652752758194827714659";

    /// The base field of BN382 with u = -(2^94 + 2^76 + 2^72 + 1).
    Bn382, 382, 2,
        "240026400f3d82b2e42de125b00158405b710818ac00000840046200950400000000001380052e00\
             0000000000000013",
        "2 3^3 29 47 733 8595511 9635863 26551639 3040512359 1508116460504329693 \
             1081183294818244278029 9420190582085544352264985426377680277";

    /// The base field of BN462 with u = 2^114 + 2^101 - 2^14 - 1.
    Bn462, 462, 2,
        "240480360120023ffffffffff6ff0cf6b7d9bfca0000000000d812908f41c8020ffffffffff6ff66\
             fc6ff687f640000000002401b00840138013",
        "2 3 7^2 13 71 137 151 2207 332201 609543367 3085062888764119 \
             10091442111589109206349 \
             85806638659855216523766340701303538611753707978541855132889721915586801397";

    /// 2^521 - 1: the low words are all ones.
    P521, 521, 3,
        "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
             fffffffffffffffffffffffffffffffffffffffffffffffffff",
        "2 3 5^2 11 17 31 41 53 131 157 521 1613 2731 8191 42641 51481 61681 409891 \
             858001 5746001 7623851 34110701 308761441 2400573761 65427463921 108140989558681 \
             145295143558111 173308343918874810521923841";

    /// A prime of 1024 bits with 2-adicity 24, built from the factors of p - 1.
    P1024, 1024, 10,
        "fffffffffffff5db6d2bf1594d3f422f19ee2991aed1ad157316f955fb320804369f216a0738a1b7\
             7dd9655b59e3be30188b956196adfb026ce6d3fc9f55e32580cf02d481ebb3dcba53ab5726c23123\
             4a3aef01f1586865ca7b82f3bf2f0bc7ed02dca6d8a3aabc09d3640907216b61ad68148eeaf508a3\
             501b5379f5000001",
        "2^24 3 7 307 588377250736153 1250478637398133949181695283889 \
             909206456634148410965639090836822283 1021962231739974069899540095160602753 \
             1122739227714636852766128689042916377 1140117331444393877801049188926028833 \
             1184012524130546590745126383667165681 1252118744695684333651936036279200511 \
             1281085834974875216463228435222343807";
}
