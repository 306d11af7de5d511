//! The Frobenius map `x -> x^p` and its powers, with tables derived at compile time.

use mcl_fp::Fp;

use crate::{Fp2, Fp2Arith, Fp2Params, Fp6, Fp12};

impl<P: Fp2Params<N>, const N: usize> Fp2<P, N> {
    /// Row `j - 1` holds `gamma_j^k` for k = 0..5, with `gamma_j = xi^((p^j - 1)/6)`.
    ///
    /// `gamma_1` = gamma; since gamma^p is its conjugate, `gamma_2` = gamma^(1+p) is its norm and
    /// `gamma_3` = gamma^(1+p+p^2) = gamma norm(gamma).
    const FROBENIUS: [[Self; 6]; 3] = {
        let gamma = Self::GAMMA;
        let norm = Self::new(gamma.const_norm(), Fp::ZERO);
        let bases = [gamma, norm, gamma.const_mul(&norm)];
        let mut table = [[Self::ONE; 6]; 3];
        let mut j = 0;
        while j < 3 {
            let mut k = 1;
            while k < 6 {
                table[j][k] = table[j][k - 1].const_mul(&bases[j]);
                k += 1;
            }
            j += 1;
        }
        table
    };

    /// `xi^(k (p^power - 1)/6)` for `power` 1 to 3 and `k` below 6.
    #[must_use]
    pub const fn frobenius_coefficient(power: usize, k: usize) -> Self {
        Self::FROBENIUS[power - 1][k]
    }
}

impl<F: Fp2Arith> Fp12<F> {
    /// `self^(p^power)` for any `power`.
    ///
    /// The coefficient at `w^k` is conjugated if `power` is odd and multiplied by
    /// `xi^(k (p^power - 1)/6)`; the sixth power map is the conjugation of Fp12 over Fp6.
    #[must_use]
    pub fn frobenius_map(&self, power: usize) -> Self {
        match power % 12 {
            0 => *self,
            power @ 1..=3 => {
                let map = |x: &F, k: usize| {
                    let x = if power % 2 == 1 { x.conjugate() } else { *x };
                    if k == 0 { x } else { x.product(&F::gamma(power, k)) }
                };
                Self::new(
                    Fp6::new(map(&self.c0.c0, 0), map(&self.c0.c1, 2), map(&self.c0.c2, 4)),
                    Fp6::new(map(&self.c1.c0, 1), map(&self.c1.c1, 3), map(&self.c1.c2, 5)),
                )
            }
            power @ 4..=5 => self.frobenius_map(3).frobenius_map(power - 3),
            power => self.conjugate().frobenius_map(power - 6),
        }
    }
}
