//! Products with line values, which have three of six coefficients.

use crate::{Fp2Arith, Fp12};

impl<F: Fp2Arith> Fp12<F> {
    /// The product with `l0 + l1 w + l3 w^3`: a line of a D-type twist.
    #[must_use]
    pub fn mul_by_013(&self, l0: &F, l1: &F, l3: &F) -> Self {
        F::mul_by_013(self, l0, l1, l3)
    }

    /// The product with `l0 + l2 w^2 + l3 w^3`: a line of an M-type twist.
    ///
    /// Six sums of three products in Fp2, one per power of w.
    #[must_use]
    pub fn mul_by_023(&self, l0: &F, l2: &F, l3: &F) -> Self {
        let [f0, f2, f4, f1, f3, f5] = self.coefficients();
        let (xi_l2, xi_l3) = (l2.mul_by_xi(), l3.mul_by_xi());
        Self::from_coefficients([
            F::sum_of_products([f0, f4, f3], [l0, &xi_l2, &xi_l3]),
            F::sum_of_products([f2, f0, f5], [l0, l2, &xi_l3]),
            F::sum_of_products([f4, f2, f1], [l0, l2, l3]),
            F::sum_of_products([f1, f5, f4], [l0, &xi_l2, &xi_l3]),
            F::sum_of_products([f3, f1, f0], [l0, l2, l3]),
            F::sum_of_products([f5, f3, f2], [l0, l2, l3]),
        ])
    }
}

/// [`Fp2Arith::mul_by_013`] by six sums of three products, one per power of w.
pub(crate) fn mul_by_013_by_sums<F: Fp2Arith>(f: &Fp12<F>, l0: &F, l1: &F, l3: &F) -> Fp12<F> {
    let [f0, f2, f4, f1, f3, f5] = f.coefficients();
    let (xi_l1, xi_l3) = (l1.mul_by_xi(), l3.mul_by_xi());
    Fp12::from_coefficients([
        F::sum_of_products([f0, f5, f3], [l0, &xi_l1, &xi_l3]),
        F::sum_of_products([f2, f1, f5], [l0, l1, &xi_l3]),
        F::sum_of_products([f4, f3, f1], [l0, l1, l3]),
        F::sum_of_products([f1, f0, f4], [l0, l1, &xi_l3]),
        F::sum_of_products([f3, f2, f0], [l0, l1, l3]),
        F::sum_of_products([f5, f4, f2], [l0, l1, l3]),
    ])
}
