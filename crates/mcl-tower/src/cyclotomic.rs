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
        let (a0, a1) = F::quartic_square(&self.c0.c0, &self.c1.c1);
        let (b0, b1) = F::quartic_square(&self.c1.c0, &self.c0.c2);
        let (c0, c1) = F::quartic_square(&self.c0.c1, &self.c1.c2);
        let minus = |t: F, z: &F| (t - *z).double() + t;
        let plus = |t: F, z: &F| (t + *z).double() + t;
        Self::new(
            Fp6::new(minus(a0, &self.c0.c0), minus(b0, &self.c0.c1), minus(c0, &self.c0.c2)),
            Fp6::new(
                plus(c1.mul_by_xi(), &self.c1.c0),
                plus(a1, &self.c1.c1),
                plus(b1, &self.c1.c2),
            ),
        )
    }
}
