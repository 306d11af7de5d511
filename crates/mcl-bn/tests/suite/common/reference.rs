//! A slow pairing on big integers, from the definitions.
//!
//! Nothing of the library takes part: Fp12 is `Fp[w]/(w^12 - 2a w^6 + a^2 + 1)` in one step, without
//! a tower; points of the twist are carried to E over Fp12 and added there by chord and tangent; the
//! Miller function has its vertical lines; the Frobenius map is a power by p and the final
//! exponentiation one power by the whole exponent.

use core::marker::PhantomData;

use mcl_bn::{BnParams, G1Affine, G2Affine, Twist};
use num_bigint::{BigInt, BigUint};

use super::{Fp, Fp2, Fp12, Fr, modulus, to_integer, u};

/// Coefficients of w^0 to w^11.
pub type Element = Vec<BigUint>;

/// A point of E over Fp12, or none for the identity.
pub type Point = Option<(Element, Element)>;

const DEGREE: usize = 12;

/// The field of degree twelve of a curve, and the curve over it.
pub struct Reference<C, const N: usize> {
    p: BigUint,
    r: BigUint,
    curve: PhantomData<C>,
}

impl<C: BnParams<N>, const N: usize> Reference<C, N> {
    pub fn new() -> Self {
        Self { p: modulus::<Fp<C, N>>(), r: modulus::<Fr<C, N>>(), curve: PhantomData }
    }

    pub fn constant(&self, x: u64) -> Element {
        self.monomial(BigUint::from(x), 0)
    }

    fn monomial(&self, x: BigUint, k: usize) -> Element {
        let mut element = vec![BigUint::ZERO; DEGREE];
        element[k] = x % &self.p;
        element
    }

    /// `(c0 + c1 i) w^k`, where `i = w^6 - a`.
    fn embed_fp2(&self, x: &Fp2<C, N>, k: usize) -> Element {
        assert!(k < 6);
        let (c0, c1) = (to_integer(&x.c0), to_integer(&x.c1));
        let low = self.monomial(c0 + (&self.p - (&c1 * C::XI) % &self.p), k);
        self.add(&low, &self.monomial(c1, k + 6))
    }

    /// An element of the library's tower.
    pub fn embed_tower(&self, x: &Fp12<C, N>) -> Element {
        // In stored order the coefficients stand at these powers of w.
        [0, 2, 4, 1, 3, 5]
            .iter()
            .zip(x.coefficients())
            .map(|(&k, c)| self.embed_fp2(c, k))
            .fold(self.constant(0), |sum, term| self.add(&sum, &term))
    }

    pub fn add(&self, a: &Element, b: &Element) -> Element {
        a.iter().zip(b).map(|(x, y)| (x + y) % &self.p).collect()
    }

    pub fn sub(&self, a: &Element, b: &Element) -> Element {
        a.iter().zip(b).map(|(x, y)| (x + &self.p - y) % &self.p).collect()
    }

    pub fn mul(&self, a: &Element, b: &Element) -> Element {
        let mut product = vec![BigUint::ZERO; 2 * DEGREE - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        // w^12 = 2a w^6 - (a^2 + 1).
        let minus_norm = &self.p - C::XI * C::XI - 1u8;
        for k in (DEGREE..product.len()).rev() {
            let top = core::mem::take(&mut product[k]) % &self.p;
            product[k - 6] += &top * (2 * C::XI);
            product[k - 12] += top * &minus_norm;
        }
        product.truncate(DEGREE);
        product.into_iter().map(|x| x % &self.p).collect()
    }

    pub fn square(&self, a: &Element) -> Element {
        self.mul(a, a)
    }

    pub fn pow(&self, a: &Element, exponent: &BigUint) -> Element {
        let mut power = self.constant(1);
        for i in (0..exponent.bits()).rev() {
            power = self.square(&power);
            if exponent.bit(i) {
                power = self.mul(&power, a);
            }
        }
        power
    }

    /// `1/a` by Gaussian elimination: the solution x of `a x = 1`.
    pub fn invert(&self, a: &Element) -> Element {
        // Column k of the matrix is a w^k; the last column is one.
        let columns: Vec<_> =
            (0..DEGREE).map(|k| self.mul(a, &self.monomial(1u8.into(), k))).collect();
        let mut rows: Vec<Vec<BigUint>> = (0..DEGREE)
            .map(|i| {
                let unit = BigUint::from(u8::from(i == 0));
                columns.iter().map(|column| column[i].clone()).chain([unit]).collect()
            })
            .collect();
        for k in 0..DEGREE {
            let pivot = (k..DEGREE).find(|&i| rows[i][k] != BigUint::ZERO).expect("not zero");
            rows.swap(k, pivot);
            let inverse = rows[k][k].modinv(&self.p).expect("p is prime");
            let pivot_row: Vec<_> = rows[k].iter().map(|x| x * &inverse % &self.p).collect();
            for (i, row) in rows.iter_mut().enumerate() {
                if i != k && row[k] != BigUint::ZERO {
                    let factor = &self.p - &row[k];
                    for (x, y) in row.iter_mut().zip(&pivot_row).skip(k) {
                        *x = (&*x + &factor * y) % &self.p;
                    }
                }
            }
            rows[k] = pivot_row;
        }
        rows.into_iter().map(|mut row| row.pop().expect("the solution")).collect()
    }

    /// A point of G1 as one of E over Fp12.
    pub fn embed(&self, point: &G1Affine<C, N>) -> Point {
        let (x, y) = point.xy()?;
        let embed = |x| self.monomial(to_integer(&x), 0);
        Some((embed(x), embed(y)))
    }

    /// A point of the twist as one of E over Fp12: `(x w^2, y w^3)` for a D twist,
    /// `(x / w^2, y / w^3)` for an M twist.
    pub fn untwist(&self, point: &G2Affine<C, N>) -> Point {
        let (x, y) = point.xy()?;
        let power = |k| {
            let power = self.monomial(1u8.into(), k);
            match C::TWIST {
                Twist::D => power,
                Twist::M => self.invert(&power),
            }
        };
        let x = self.mul(&self.embed_fp2(&x, 0), &power(2));
        let y = self.mul(&self.embed_fp2(&y, 0), &power(3));
        assert!(self.is_on_curve(&x, &y));
        Some((x, y))
    }

    /// Whether `y^2 = x^3 + b`.
    pub fn is_on_curve(&self, x: &Element, y: &Element) -> bool {
        let right = self.add(&self.mul(&self.square(x), x), &self.constant(C::B));
        self.square(y) == right
    }

    fn neg(&self, (x, y): &(Element, Element)) -> (Element, Element) {
        (x.clone(), self.sub(&self.constant(0), y))
    }

    /// Adds two points that are not opposite to each other, and multiplies the fraction `f` by the
    /// function with the divisor `(a) + (b) - (a + b) - (O)`: chord or tangent over vertical.
    fn add_points(
        &self,
        a: &(Element, Element),
        b: &(Element, Element),
        at: &(Element, Element),
        f: &mut [Element; 2],
    ) -> (Element, Element) {
        let (rise, run) = if a == b {
            let xx = self.square(&a.0);
            (self.mul(&xx, &self.constant(3)), self.add(&a.1, &a.1))
        } else {
            (self.sub(&b.1, &a.1), self.sub(&b.0, &a.0))
        };
        let slope = self.mul(&rise, &self.invert(&run));
        let x = self.sub(&self.sub(&self.square(&slope), &a.0), &b.0);
        let y = self.sub(&self.mul(&slope, &self.sub(&a.0, &x)), &a.1);

        let line = self.sub(&self.sub(&at.1, &a.1), &self.mul(&slope, &self.sub(&at.0, &a.0)));
        let vertical = self.sub(&at.0, &x);
        f[0] = self.mul(&f[0], &line);
        f[1] = self.mul(&f[1], &vertical);
        (x, y)
    }

    /// The optimal ate Miller function of two points that are not the identity:
    /// `f_{n,Q}(P) l_{[n]Q, pi(Q)}(P) l_{[n]Q + pi(Q), -pi^2(Q)}(P)` with `n = 6u + 2`.
    fn miller(&self, p: &(Element, Element), q: &(Element, Element)) -> Element {
        let n: BigInt = 6 * u::<C, N>() + 2;
        let negative = n < BigInt::ZERO;
        let n = n.magnitude();
        let mut f = [self.constant(1), self.constant(1)];
        let mut t = q.clone();
        for i in (0..n.bits() - 1).rev() {
            f = f.map(|part| self.square(&part));
            t = self.add_points(&t, &t, p, &mut f);
            if n.bit(i) {
                t = self.add_points(&t, q, p, &mut f);
            }
        }
        if negative {
            // f_{-n} = 1 / (f_n v), where v is the vertical line through [n]Q.
            let vertical = self.sub(&p.0, &t.0);
            let [numerator, denominator] = f;
            f = [denominator, self.mul(&numerator, &vertical)];
            t = self.neg(&t);
        }
        let frobenius = |(x, y): &(Element, Element)| (self.pow(x, &self.p), self.pow(y, &self.p));
        let q1 = frobenius(q);
        let minus_q2 = self.neg(&frobenius(&q1));
        t = self.add_points(&t, &q1, p, &mut f);
        self.add_points(&t, &minus_q2, p, &mut f);
        let [numerator, denominator] = f;
        self.mul(&numerator, &self.invert(&denominator))
    }

    /// `f^E` for `E = (p^12 - 1)/r * 2u(6u^2 + 3u + 1)`.
    pub fn final_exponentiation(&self, f: &Element) -> Element {
        let group_order = self.p.pow(12) - 1u8;
        assert_eq!(&group_order % &self.r, BigUint::ZERO);
        let u: BigInt = u::<C, N>();
        let factor: BigInt = 2 * &u * (6 * &u * &u + 3 * &u + 1);
        let exponent = group_order / &self.r * factor.magnitude();
        let power = self.pow(f, &exponent);
        if factor < BigInt::ZERO { self.invert(&power) } else { power }
    }

    /// The pairing.
    pub fn pairing(&self, p: &G1Affine<C, N>, q: &G2Affine<C, N>) -> Element {
        match (self.embed(p), self.untwist(q)) {
            (Some(p), Some(q)) => self.final_exponentiation(&self.miller(&p, &q)),
            _ => self.constant(1),
        }
    }
}
