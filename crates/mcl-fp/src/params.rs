//! What a prime field is made of: its modulus and one small generator.

use core::fmt::Debug;
use core::hash::Hash;

use crypto_bigint::Uint;

/// Bounds that every zero-sized parameter type of the workspace satisfies, so that types built on
/// it can derive the common traits.
pub trait Marker: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync + 'static {}

impl<T: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync + 'static> Marker for T {}

/// The data that determine a prime field of `N` machine words.
///
/// `N` counts [`crypto_bigint::Word`]s and is best written as [`crate::nlimbs`] or taken
/// from an alias such as `U256::LIMBS`, which are right on every word size. Every other constant
/// (Montgomery radix, its powers, roots of unity, square-root exponents) is derived from these two
/// by `const fn` in [`crate::Fp`].
///
/// ```
/// use mcl_fp::{Fp, PrimeParams, U256, Uint};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct P25519;
/// impl PrimeParams<{ U256::LIMBS }> for P25519 {
///     const MODULUS: U256 =
///         Uint::from_be_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
///     const GENERATOR: u64 = 2;
/// }
/// type F25519 = Fp<P25519, { U256::LIMBS }>;
/// assert_eq!(F25519::from_u64(3) + F25519::from_u64(4), F25519::from_u64(7));
/// ```
pub trait PrimeParams<const N: usize>: Marker {
    /// The odd prime `p > 3`. It may use every bit of the top word.
    const MODULUS: Uint<N>;

    /// A small generator of the multiplicative group.
    ///
    /// That it is a quadratic non-residue is asserted at compile time; that it generates the whole
    /// group is the author's claim, since it needs the factors of `p - 1`.
    const GENERATOR: u64;
}
