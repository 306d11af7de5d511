//! The whole tower as one quotient ring: with `w^6 = xi = a + i`, Fp12 is Fp\[w\] modulo
//! `(w^6 - a)^2 + 1`, and Fp2 and Fp6 are its elements in powers of `w^6` and `w^2`.

use num_bigint::BigUint;

/// A polynomial in w of degree below twelve with coefficients below p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poly(pub [BigUint; 12]);

impl Poly {
    pub fn zero() -> Self {
        Self([const { BigUint::ZERO }; 12])
    }

    pub fn one() -> Self {
        Self::constant(1_u8.into())
    }

    /// An element of Fp.
    pub fn constant(c: BigUint) -> Self {
        Self::monomial(0, c)
    }

    /// `c w^power`.
    pub fn monomial(power: usize, c: BigUint) -> Self {
        let mut x = Self::zero();
        x.0[power] = c;
        x
    }

    pub fn is_zero(&self) -> bool {
        *self == Self::zero()
    }
}

/// The ring, given by p and the real part a of xi.
pub struct Ring {
    pub p: BigUint,
    pub a: BigUint,
}

impl Ring {
    pub fn add(&self, x: &Poly, y: &Poly) -> Poly {
        Poly(core::array::from_fn(|i| (&x.0[i] + &y.0[i]) % &self.p))
    }

    pub fn neg(&self, x: &Poly) -> Poly {
        Poly(core::array::from_fn(|i| (&self.p - &x.0[i]) % &self.p))
    }

    pub fn sub(&self, x: &Poly, y: &Poly) -> Poly {
        self.add(x, &self.neg(y))
    }

    pub fn scale(&self, x: &Poly, c: &BigUint) -> Poly {
        Poly(core::array::from_fn(|i| &x.0[i] * c % &self.p))
    }

    /// The schoolbook product, then `w^12 = 2a w^6 - (a^2 + 1)` from the top down.
    pub fn mul(&self, x: &Poly, y: &Poly) -> Poly {
        let mut t = vec![BigUint::ZERO; 23];
        for (i, c) in x.0.iter().enumerate().filter(|(_, c)| **c != BigUint::ZERO) {
            for (j, d) in y.0.iter().enumerate() {
                t[i + j] += c * d;
            }
        }
        let twice_a = &self.a << 1;
        let minus_norm = &self.p - (&self.a * &self.a + 1_u8);
        for i in (12..23).rev() {
            let top = &t[i] % &self.p;
            t[i - 6] += &top * &twice_a;
            t[i - 12] += top * &minus_norm;
        }
        Poly(core::array::from_fn(|i| &t[i] % &self.p))
    }

    pub fn square(&self, x: &Poly) -> Poly {
        self.mul(x, x)
    }

    pub fn pow(&self, x: &Poly, exponent: &BigUint) -> Poly {
        let mut result = Poly::one();
        for bit in (0..exponent.bits()).rev() {
            result = self.square(&result);
            if exponent.bit(bit) {
                result = self.mul(&result, x);
            }
        }
        result
    }

    /// `x + y i`, with `i = w^6 - a`.
    pub fn fp2(&self, x: &BigUint, y: &BigUint) -> Poly {
        let mut element = Poly::zero();
        element.0[0] = (x + &self.p * &self.a - y * &self.a) % &self.p;
        element.0[6] = y.clone();
        element
    }

    /// The real part and the coefficient of i of an element of Fp2.
    pub fn parts(&self, x: &Poly) -> (BigUint, BigUint) {
        assert!((0..12).all(|k| k % 6 == 0 || x.0[k] == BigUint::ZERO), "not in Fp2: {x:x?}");
        ((&x.0[0] + &x.0[6] * &self.a) % &self.p, x.0[6].clone())
    }

    pub fn xi(&self) -> Poly {
        Poly::monomial(6, 1_u8.into())
    }

    /// The square root in Fp for p = 3 modulo 4.
    fn fp_square_root(&self, x: &BigUint) -> Option<BigUint> {
        let root = x.modpow(&((&self.p + 1_u8) >> 2), &self.p);
        (&root * &root % &self.p == *x).then_some(root)
    }

    /// The square root of `a + b i` that mcl fixes, with the way that led to it.
    pub fn fp2_square_root(&self, x: &Poly) -> (Option<Poly>, RootCase) {
        let p = &self.p;
        let (a, b) = self.parts(x);
        if b == BigUint::ZERO {
            return if let Some(root) = self.fp_square_root(&a) {
                (Some(self.fp2(&root, &b)), RootCase::Real)
            } else {
                let root = self.fp_square_root(&(p - a)).expect("a or -a is a square");
                (Some(self.fp2(&BigUint::ZERO, &root)), RootCase::Imaginary)
            };
        }
        let Some(n) = self.fp_square_root(&((&a * &a + &b * &b) % p)) else {
            return (None, RootCase::None);
        };
        let half = &((p + 1_u8) >> 1);
        let plus = self.fp_square_root(&((&a + &n) * half % p));
        let case = if plus.is_some() { RootCase::Plus } else { RootCase::Minus };
        let u = plus
            .or_else(|| self.fp_square_root(&((&a + p - &n) * half % p)))
            .expect("(a + n)(a - n)/4 = -b^2/4 is not a square");
        let inverse = (&u + &u).modpow(&(p - 2_u8), p);
        (Some(self.fp2(&u, &(b * inverse % p))), case)
    }
}

/// How the rule for square roots in Fp2 finds its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootCase {
    /// b = 0 and a is a square.
    Real,
    /// b = 0 and a is not a square.
    Imaginary,
    /// `(a + n)/2` is a square.
    Plus,
    /// `(a + n)/2` is not a square, but `(a - n)/2` is.
    Minus,
    /// The norm is not a square.
    None,
}
