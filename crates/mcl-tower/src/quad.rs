//! Four elements of Fp2 side by side, real parts in the lower lanes and imaginary parts in the upper
//! ones: what the steps of a single point on the twist compute with.

use mcl_fp::lanes::{
    Element, LIMBS, Lanes, Modulus, Words, add_constant, add_limbs, add_product, carry, element,
    load, redc_small, reduce, sub_limbs,
};

/// Four complex numbers in registers, carried.
#[derive(Clone, Copy)]
pub struct Quad<V>(pub [V; LIMBS]);

/// The lanes of four elements: 0 to 3 for those of one operand, 8 to 11 for those of another one.
const fn lanes_of(elements: [u64; 4]) -> Words {
    let [a, b, c, d] = elements;
    [a, b, c, d, a + 4, b + 4, c + 4, d + 4]
}

impl<V: Lanes> Quad<V> {
    /// Four elements from memory.
    #[inline(always)]
    #[must_use]
    pub fn load(elements: &Element) -> Self {
        Self(load(&elements.0))
    }

    /// Four elements for memory.
    #[inline(always)]
    #[must_use]
    pub fn store(&self) -> Element {
        element(&self.0)
    }

    /// Four of the elements 0 to 3 of `self` and 8 to 11 of `other`.
    #[inline(always)]
    #[must_use]
    pub fn pick(&self, other: &Self, elements: [u64; 4]) -> Self {
        let index = lanes_of(elements);
        let mut out = self.0;
        let mut i = 0;
        while i < LIMBS {
            out[i] = out[i].shuffle(other.0[i], &index);
            i += 1;
        }
        Self(out)
    }

    /// Zero four times.
    #[inline(always)]
    #[must_use]
    pub fn zero() -> Self {
        Self([V::splat(0); LIMBS])
    }

    /// The sums, limb by limb.
    #[inline(always)]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(add_limbs(&self.0, &other.0))
    }

    /// The differences with 4p added, limb by limb; for reduced subtrahends.
    #[inline(always)]
    #[must_use]
    pub fn minus(&self, other: &Self, m: &Modulus) -> Self {
        Self(sub_limbs(&add_constant(&self.0, &m.four_p), &other.0))
    }

    /// The differences with 32p added, limb by limb; for subtrahends of at most twelve reduced values.
    #[inline(always)]
    #[must_use]
    pub fn minus_twelve(&self, other: &Self, m: &Modulus) -> Self {
        Self(sub_limbs(&add_constant(&self.0, &m.thirty_two_p), &other.0))
    }

    /// The multiples by `2^BITS`, limb by limb.
    #[inline(always)]
    #[must_use]
    pub fn shifted<const BITS: u32>(&self) -> Self {
        let mut out = self.0;
        let mut i = 0;
        while i < LIMBS {
            out[i] = out[i].shift_left::<BITS>();
            i += 1;
        }
        Self(out)
    }

    /// The reduced form of values below `(1 - 2^-30) 2^260` in limbs that are not negative.
    #[inline(always)]
    #[must_use]
    pub fn reduced(&self, m: &Modulus) -> Self {
        Self(reduce(self.0, m))
    }

    /// The four products, reduced, for reduced factors.
    ///
    /// # Bounds
    /// With `4p - im` for the negative imaginary part: below `12 p^2` before the reduction.
    #[inline(always)]
    #[must_use]
    pub fn product(&self, other: &Self, m: &Modulus) -> Self {
        const RE: Words = [0, 1, 2, 3, 0, 1, 2, 3];
        const IM: Words = [4, 5, 6, 7, 4, 5, 6, 7];
        /// Negative imaginary parts, then real parts of the second operand.
        const TURNED: Words = [4, 5, 6, 7, 8, 9, 10, 11];
        let negative = carry(sub_limbs(&add_constant(&Self::zero().0, &m.four_p), &other.0));
        let (mut re, mut im, mut turned) = (self.0, self.0, other.0);
        let mut i = 0;
        while i < LIMBS {
            re[i] = self.0[i].permute(&RE);
            im[i] = self.0[i].permute(&IM);
            turned[i] = negative[i].shuffle(other.0[i], &TURNED);
            i += 1;
        }
        let mut wide = [V::splat(0); 2 * LIMBS];
        add_product(&mut wide, &re, &other.0);
        add_product(&mut wide, &im, &turned);
        Self(redc_small(wide, m))
    }
}
