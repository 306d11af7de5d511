//! The cyclotomic subgroup: elements with `x^(p^4 - p^2 + 1) = 1`.

use crate::{Fp2Arith, Fp6, Fp12};

impl<F: Fp2Arith> Fp12<F> {
    /// `self^2` for an element of the cyclotomic subgroup; other elements give a value without
    /// meaning.
    ///
    /// # Algorithm
    /// Granger and Scott, "Faster Squaring in the Cyclotomic Subgroup of Sixth Degree Extensions",
    /// 2010, section 3.2: three squarings in Fp4.
    #[must_use]
    pub fn cyclotomic_square(&self) -> Self {
        // Fp4 = Fp2[s]/(s^2 - xi) with s = w^3; the pairs stand at (w^0, w^3), (w^1, w^4), (w^2, w^5).
        let [w0, w2, w4, w1, w3, w5] = self.coefficients();
        let (out0, out3) = F::cyclotomic_pair::<false>((w0, w3), w0, w3);
        let (out2, out5) = F::cyclotomic_pair::<false>((w1, w4), w2, w5);
        let (out4, out1) = F::cyclotomic_pair::<true>((w2, w5), w4, w1);
        Self::from_coefficients([out0, out2, out4, out1, out3, out5])
    }

    /// `self^(2^n)` for an element of the cyclotomic subgroup; other elements give a value without
    /// meaning.
    ///
    /// # Timing
    /// Constant time in the element; `n` is public.
    #[must_use]
    pub fn cyclotomic_square_n(&self, n: usize) -> Self {
        if n < COMPRESSION_PAYS_FROM {
            return (0..n).fold(*self, |x, _| x.cyclotomic_square());
        }
        (0..n).fold(Compressed::new(self), |x, _| x.square()).decompress()
    }
}

/// So many squarings in a row save more than the inversion at their end costs: a third of a
/// squaring each, against fewer than nine squarings. An estimate from the costs of both, not a
/// measured crossing point.
const COMPRESSION_PAYS_FROM: usize = 28;

/// An element of the cyclotomic subgroup without its coefficients of `w^0` and `w^3`, on which the
/// others do not depend in a squaring.
///
/// Source: Karabina, "Squaring in Cyclotomic Subgroups", 2013, in the notation of Aranha, Karabina,
/// Longa, Gebotys and Lopez, "Faster Explicit Formulas for Computing Pairings over Ordinary
/// Curves", 2011, section 5.2: the element is
/// `(g0 + g1 s) + (g2 + g3 s) t + (g4 + g5 s) t^2` with `t = w` and `s = w^3`.
struct Compressed<F> {
    g2: F,
    g3: F,
    g4: F,
    g5: F,
}

impl<F: Fp2Arith> Compressed<F> {
    fn new(x: &Fp12<F>) -> Self {
        Self { g2: x.c1.c0, g3: x.c0.c2, g4: x.c0.c1, g5: x.c1.c2 }
    }

    /// What [`Fp12::cyclotomic_square`] computes of these coefficients.
    fn square(&self) -> Self {
        let (g4, g5) = F::cyclotomic_pair::<false>((&self.g2, &self.g3), &self.g4, &self.g5);
        let (g3, g2) = F::cyclotomic_pair::<true>((&self.g4, &self.g5), &self.g3, &self.g2);
        Self { g2, g3, g4, g5 }
    }

    /// ```text
    /// g1 = (xi g5^2 + 3 g4^2 - 2 g3)/(4 g2)    or 2 g4 g5/g3 if g2 = 0, or 0 if g3 = 0 as well
    /// g0 = xi (2 g1^2 + g2 g5 - 3 g3 g4) + 1
    /// ```
    ///
    /// In the subgroup `xi (g1 g3 - 2 g4 g5) = g2 (1 - g0)`, hence the second form; only for the
    /// identity both denominators are zero.
    fn decompress(&self) -> Fp12<F> {
        let Self { g2, g3, g4, g5 } = self;
        let squares = F::sum_of_products([g4, &g5.mul_by_xi()], [&(g4.double() + *g4), g5]);
        let numerator = g2.select_by_zero(&g4.product(g5).double(), &(squares - g3.double()));
        let denominator = g2.select_by_zero(g3, &g2.double().double());
        let g1 = numerator.product(&denominator.invert_or_zero());
        let minus_3g4 = -(g4.double() + *g4);
        let sum = F::sum_of_products([&g1, g2, g3], [&g1.double(), g5, &minus_3g4]);
        let g0 = sum.mul_by_xi() + F::ONE;
        Fp12::new(Fp6::new(g0, *g4, *g3), Fp6::new(*g2, g1, *g5))
    }
}
