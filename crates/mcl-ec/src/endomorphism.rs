//! Short scalars through an endomorphism: decomposition by a lattice.

use ff::Field;
use mcl_fp::crypto_bigint::{Int, Uint};
use mcl_fp::{FieldExt, FieldLanes, Word, portable};
use subtle::Choice;
use zeroize::DefaultIsZeroes;

use crate::{Affine, CurveParams, Projective, ProjectiveX8};

/// A curve with an efficient endomorphism that acts on the subgroup of order `r` as multiplication
/// by an integer `lambda` of degree `D` modulo r.
pub trait Endomorphism<const D: usize>: CurveParams {
    /// The parts that [`Self::decompose`] returns are below `2^PART_BITS` in absolute value:
    /// [`Lattice::part_bits`].
    const PART_BITS: u32;

    /// Parts with `k = sum_i parts[i] lambda^i` modulo r: [`Lattice::decompose`].
    ///
    /// # Timing
    /// Constant time.
    fn decompose(k: &Self::Scalar) -> [Part; D];

    /// The image of a point: `[lambda] point` if the point lies in the subgroup.
    #[must_use]
    fn endomorphism(point: &Projective<Self>) -> Projective<Self>;

    /// The images of eight points side by side.
    ///
    /// The provided method takes [`Self::endomorphism`] of each.
    #[must_use]
    fn endomorphism_x8(points: &ProjectiveX8<Self>) -> ProjectiveX8<Self> {
        ProjectiveX8::from_projective(&points.to_array().map(|point| Self::endomorphism(&point)))
    }

    /// The image of an affine point. It must have the form `(a s(x), b s(y))` with constants a, b and
    /// an automorphism s of the field: the identity for `(beta x, y)`, conjugation for the
    /// Frobenius map of a twist.
    #[must_use]
    fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self>;

    /// A factor `f`, not zero, such that `f z` is a fixed point of the automorphism of the field in
    /// [`Self::endomorphism_affine`], for any `z` other than zero.
    ///
    /// The provided method returns `1/z`, which is right always but costs an inversion. Where the
    /// automorphism is the identity, 1 is right, where it is conjugation, the conjugate of `z`.
    ///
    /// # Timing
    /// May be variable time.
    #[must_use]
    fn fixing_factor(z: &Self::Base) -> Self::Base {
        z.invert_vartime().unwrap_or(Self::Base::ONE)
    }
}

/// A curve on whose subgroup of order `r` the map `(x, y) -> (beta x, y)` acts as multiplication by an
/// integer `lambda`, for cube roots of unity `beta` in the base field and `lambda` modulo r. It has the map
/// as [`Endomorphism`] in two dimensions.
pub trait CubicEndomorphism: CurveParams {
    /// `beta`.
    const BETA: Self::Base;

    /// See [`Endomorphism::PART_BITS`].
    const PART_BITS: u32;

    /// See [`Endomorphism::decompose`].
    ///
    /// # Timing
    /// Constant time.
    fn decompose(k: &Self::Scalar) -> [Part; 2];

    /// `beta x` for eight elements side by side.
    #[must_use]
    fn mul_by_beta_x8(x: &<Self::Base as FieldExt>::Lanes) -> <Self::Base as FieldExt>::Lanes {
        <Self::Base as FieldExt>::Lanes::splat(&Self::BETA) * *x
    }
}

impl<C: CubicEndomorphism> Endomorphism<2> for C {
    const PART_BITS: u32 = C::PART_BITS;

    fn decompose(k: &Self::Scalar) -> [Part; 2] {
        C::decompose(k)
    }

    fn endomorphism(point: &Projective<Self>) -> Projective<Self> {
        let (x, y, z) = point.xyz();
        Projective::from_xyz_unchecked(*x * Self::BETA, *y, *z)
    }

    fn endomorphism_x8(points: &ProjectiveX8<Self>) -> ProjectiveX8<Self> {
        let (x, y, z) = points.xyz();
        ProjectiveX8::from_xyz_unchecked(C::mul_by_beta_x8(x), *y, *z)
    }

    fn endomorphism_affine(point: &Affine<Self>) -> Affine<Self> {
        point.xy().map_or(*point, |(x, y)| Affine::from_xy_unchecked(x * Self::BETA, y))
    }

    /// The map multiplies x by a constant: it is linear in the coordinates.
    fn fixing_factor(_: &Self::Base) -> Self::Base {
        Self::Base::ONE
    }
}

/// Words of a [`Part`].
pub const PART_WORDS: usize = 4;

/// A signed integer below `2^256` in absolute value: one component of a decomposed scalar.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    magnitude: [u64; PART_WORDS],
    negative: u8,
}

impl Part {
    /// The absolute value as little-endian words.
    #[must_use]
    pub const fn magnitude(&self) -> &[u64; PART_WORDS] {
        &self.magnitude
    }

    /// Whether the integer is negative.
    #[must_use]
    pub fn is_negative(&self) -> Choice {
        Choice::from(self.negative)
    }
}

impl DefaultIsZeroes for Part {}

/// A short basis of the lattice of all vectors `(v_0, ..., v_(D-1))` with
/// `sum_i v_i lambda^i = 0 mod r`, prepared for rounding. `N` counts words of r.
///
/// # Algorithm
/// Babai's rounding as in Gallant, Lambert and Vanstone, "Faster point multiplication on elliptic
/// curves with efficient endomorphisms", 2001, section 4, and Galbraith and Scott, "Exponentiation
/// in pairing-friendly groups using homomorphisms", 2008. The vector `(k, 0, ..., 0)` is
/// `sum_i a_i b_i` with rational `a_i = k C_i / det`, where `b_i` are the rows of the basis and
/// `C_i` the cofactors of its first column. Subtracting `sum_i c_i b_i` for integers `c_i` near
/// `a_i` changes nothing modulo r and leaves a short vector.
///
/// Division by `det = r` or `-r` is a product with the constant `g_i = round(2^m |C_i| / r)`
/// where `m` is 16 above the width of an `N`-word integer:
/// `c_i = floor(k g_i / 2^m + 1/2)`.
///
/// # Bounds
/// For **every** `N`-word integer `k`, canonical or not: the rounded `g_i` contributes an error of
/// at most `2^(m-16) / 2^(m+1) = 2^-17` to `c_i`, its rounding 1/2, hence
/// `|part_j| <= (1/2 + 2^-17) sum_i |b_ij|`. The bit length of that is [`Self::part_bits`].
///
/// The parts are computed modulo `2^(width)` in two's complement, where the bound excludes overflow.
#[derive(Clone, Copy, Debug)]
pub struct Lattice<const D: usize, const N: usize> {
    /// Rows in two's complement, negated where that makes `C_i / det` positive.
    basis: [[Uint<N>; D]; D],
    /// `g_i`.
    multipliers: [Uint<N>; D],
    part_bits: u32,
}

/// `m` minus the width of an `N`-word integer.
const EXTRA_BITS: u32 = 16;

impl<const D: usize, const N: usize> Lattice<D, N> {
    /// Prepares a basis for the integer `lambda` and the odd order `r`.
    ///
    /// # Panics
    /// If a row is not in the lattice, if the determinant is not `r` or `-r`, or if the basis is too
    /// long for the bounds above. Meant for constants, where a panic is a compile error.
    #[must_use]
    pub const fn new(basis: [[Int<N>; D]; D], lambda: &Uint<N>, r: &Uint<N>) -> Self {
        assert!(D >= 2 && D <= 6, "dimensions two to six");
        let width = Uint::<N>::BITS;
        let mut magnitudes = [[Uint::ZERO; D]; D];
        let mut rows = [[Uint::ZERO; D]; D];
        let mut longest = 0;
        let modulus = Montgomery::new(r);
        let mut i = 0;
        while i < D {
            let mut j = 0;
            while j < D {
                rows[i][j] = *basis[i][j].as_uint();
                magnitudes[i][j] = basis[i][j].abs();
                let bits = magnitudes[i][j].bit_width_vartime();
                longest = if bits > longest { bits } else { longest };
                j += 1;
            }
            assert!(modulus.is_relation(&basis[i], lambda), "a row is not in the lattice");
            i += 1;
        }
        // 6! < 2^10: cofactors are below 2^(10 + (D-1) longest) and fit two's complement. The
        // determinant is a multiple of r, of at most 2^(10 + D longest - bits(r) + 1) times r, which
        // is small enough for the comparison modulo 2^width to decide.
        let d = D as u32;
        assert!((d - 1) * longest + 10 < width, "the basis is not short");
        assert!(d * longest + 11 < width + r.bit_width_vartime() - 1, "the basis is not short");
        let all_rows = (1u32 << D) - 1;
        let det = determinant(&rows, all_rows, 0);
        let det_is_positive = equal(&det, r);
        assert!(
            det_is_positive || equal(&det, &r.wrapping_neg()),
            "the rows span a sublattice: their determinant is not the order"
        );

        let mut multipliers = [Uint::ZERO; D];
        let mut oriented = rows;
        let mut i = 0;
        while i < D {
            let minor = determinant(&rows, all_rows & !(1 << i), 1);
            let cofactor = if i % 2 == 0 { minor } else { minor.wrapping_neg() };
            let (magnitude, sign) = cofactor.as_int().abs_sign();
            if sign.to_bool() == det_is_positive {
                let mut j = 0;
                while j < D {
                    oriented[i][j] = rows[i][j].wrapping_neg();
                    j += 1;
                }
            }
            multipliers[i] = modulus.shifted_quotient(&magnitude);
            i += 1;
        }

        let mut part_bits = 0;
        let mut j = 0;
        while j < D {
            let mut sum = Uint::ZERO;
            let mut i = 0;
            while i < D {
                sum = sum.wrapping_add(&magnitudes[i][j]);
                i += 1;
            }
            let bound = sum
                .shr_vartime(1)
                .wrapping_add(&sum.shr_vartime(EXTRA_BITS + 1))
                .wrapping_add(&Uint::ONE);
            let bits = bound.bit_width_vartime();
            part_bits = if bits > part_bits { bits } else { part_bits };
            j += 1;
        }
        assert!(part_bits < width, "parts and their sign fit the words");
        assert!(part_bits <= 64 * PART_WORDS as u32, "parts fit their type");
        Self { basis: oriented, multipliers, part_bits }
    }

    /// A bound on the parts: all are below `2^part_bits` in absolute value.
    #[must_use]
    pub const fn part_bits(&self) -> u32 {
        self.part_bits
    }

    /// Parts with `k = sum_i parts[i] lambda^i` modulo r.
    ///
    /// # Timing
    /// Constant time: `D` double-width and `D^2` single-width products.
    #[must_use]
    pub fn decompose(&self, k: &Uint<N>) -> [Part; D] {
        let mut parts = [Uint::ZERO; D];
        parts[0] = *k;
        for (row, multiplier) in self.basis.iter().zip(&self.multipliers) {
            // The multiplier is below 2^(width - 1), and so is the high half: no carry gets lost.
            let (_, high) = k.widening_mul(multiplier);
            let half = Uint::ONE.shl_vartime(EXTRA_BITS - 1);
            let c = high.wrapping_add(&half).shr_vartime(EXTRA_BITS);
            for (part, entry) in parts.iter_mut().zip(row) {
                *part = part.wrapping_sub(&c.wrapping_mul(entry));
            }
        }
        parts.map(|part| {
            let (magnitude, sign) = part.as_int().abs_sign();
            Part { magnitude: to_u64_words(&magnitude), negative: sign.to_u8() }
        })
    }
}

/// Arithmetic modulo the odd order r for constants, by Montgomery's products.
struct Montgomery<const N: usize> {
    r: [Word; N],
    neg_inv: Word,
    /// `2^(2W)` modulo r for the width `W` of `N` words.
    radix_squared: [Word; N],
}

impl<const N: usize> Montgomery<N> {
    const fn new(r: &Uint<N>) -> Self {
        let r = r.to_words();
        let neg_inv = portable::neg_inverse(r[0]);
        Self { r, neg_inv, radix_squared: portable::radix_squared(&r, neg_inv) }
    }

    /// `a b / 2^W mod r` for `b` in `[0, r)` and any `a`.
    const fn product(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        portable::mul(a, b, &self.r, self.neg_inv)
    }

    /// Whether `sum_i row_i lambda^i = 0 mod r`, by Horner's rule.
    const fn is_relation<const D: usize>(&self, row: &[Int<N>; D], lambda: &Uint<N>) -> bool {
        let lambda = self.product(lambda.as_words(), &self.radix_squared);
        let mut sum = [0; N];
        let mut i = D;
        while i > 0 {
            i -= 1;
            let (magnitude, is_negative) = row[i].abs_sign();
            assert!(magnitude.cmp_vartime(&Uint::from_words(self.r)).is_lt());
            sum = self.product(&sum, &lambda);
            sum = if is_negative.to_bool() {
                portable::sub(&sum, magnitude.as_words(), &self.r)
            } else {
                portable::add(&sum, magnitude.as_words(), &self.r)
            };
        }
        Uint::from_words(sum).is_zero_vartime()
    }

    /// `round(2^s a / r)` with `s = W + EXTRA_BITS`.
    ///
    /// The remainder `t = 2^s a mod r` gives the quotient: `q r = 2^s a - t = -t mod 2^W`, and q has
    /// fewer than `W` bits.
    const fn shifted_quotient(&self, a: &Uint<N>) -> Uint<N> {
        let r = Uint::from_words(self.r);
        // a < r, and 2^s a / r is to stay below 2^(W-1).
        let bits = a.bit_width_vartime() + EXTRA_BITS + 2;
        assert!(bits <= r.bit_width_vartime(), "the basis is not short");
        let power = portable::double_n(self.radix_squared, EXTRA_BITS, &self.r);
        let t = Uint::from_words(self.product(a.as_words(), &power));
        let mut inverse = Uint::<N>::ONE;
        let mut exact_bits = 1;
        while exact_bits < Uint::<N>::BITS {
            let defect = Uint::from_u8(2).wrapping_sub(&r.wrapping_mul(&inverse));
            inverse = inverse.wrapping_mul(&defect);
            exact_bits *= 2;
        }
        let quotient = t.wrapping_mul(&inverse).wrapping_neg();
        // Twice the remainder is above r exactly if t is above the integer below r/2.
        let rounds_up = t.cmp_vartime(&r.shr_vartime(1)).is_gt();
        if rounds_up { quotient.wrapping_add(&Uint::ONE) } else { quotient }
    }
}

/// The determinant, in two's complement, of the given rows and the columns from `column` on.
const fn determinant<const D: usize, const N: usize>(
    matrix: &[[Uint<N>; D]; D],
    rows: u32,
    column: usize,
) -> Uint<N> {
    if column == D {
        return Uint::ONE;
    }
    let mut sum = Uint::ZERO;
    let mut positive = true;
    let mut i = 0;
    while i < D {
        if rows & (1 << i) != 0 {
            let minor = determinant(matrix, rows & !(1 << i), column + 1);
            let term = matrix[i][column].wrapping_mul(&minor);
            sum = if positive { sum.wrapping_add(&term) } else { sum.wrapping_sub(&term) };
            positive = !positive;
        }
        i += 1;
    }
    sum
}

const fn equal<const N: usize>(a: &Uint<N>, b: &Uint<N>) -> bool {
    a.cmp_vartime(b).is_eq()
}

/// The low words of an integer; the caller knows that the others are zero.
fn to_u64_words<const N: usize>(x: &Uint<N>) -> [u64; PART_WORDS] {
    let mut bytes = [[0; 8]; PART_WORDS];
    let chunks = bytes.as_flattened_mut().chunks_exact_mut(size_of::<Word>());
    for (chunk, word) in chunks.zip(x.as_words()) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes.map(u64::from_le_bytes)
}
