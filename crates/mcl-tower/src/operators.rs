//! The operators of Fp2 in all their forms.

use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::{Fp2, Fp2Arith, Fp2Params};

impl<P: Fp2Params<N>, const N: usize> Neg for Fp2<P, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.c0, -self.c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> Add<&Fp2<P, N>> for &Fp2<P, N> {
    type Output = Fp2<P, N>;

    #[inline]
    fn add(self, other: &Fp2<P, N>) -> Fp2<P, N> {
        Fp2::new(self.c0 + other.c0, self.c1 + other.c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> Sub<&Fp2<P, N>> for &Fp2<P, N> {
    type Output = Fp2<P, N>;

    #[inline]
    fn sub(self, other: &Fp2<P, N>) -> Fp2<P, N> {
        Fp2::new(self.c0 - other.c0, self.c1 - other.c1)
    }
}

impl<P: Fp2Params<N>, const N: usize> Mul<&Fp2<P, N>> for &Fp2<P, N> {
    type Output = Fp2<P, N>;

    #[inline]
    fn mul(self, other: &Fp2<P, N>) -> Fp2<P, N> {
        self.product(other)
    }
}

/// The operator forms that follow from the one on references.
macro_rules! forward_operators {
    ($op:ident, $method:ident, $op_assign:ident, $method_assign:ident) => {
        impl<P: Fp2Params<N>, const N: usize> $op for Fp2<P, N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                (&self).$method(&other)
            }
        }

        impl<P: Fp2Params<N>, const N: usize> $op<&Self> for Fp2<P, N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: &Self) -> Self {
                (&self).$method(other)
            }
        }

        impl<P: Fp2Params<N>, const N: usize> $op<Fp2<P, N>> for &Fp2<P, N> {
            type Output = Fp2<P, N>;

            #[inline]
            fn $method(self, other: Fp2<P, N>) -> Fp2<P, N> {
                self.$method(&other)
            }
        }

        impl<P: Fp2Params<N>, const N: usize> $op_assign for Fp2<P, N> {
            #[inline]
            fn $method_assign(&mut self, other: Self) {
                *self = (&*self).$method(&other);
            }
        }

        impl<P: Fp2Params<N>, const N: usize> $op_assign<&Self> for Fp2<P, N> {
            #[inline]
            fn $method_assign(&mut self, other: &Self) {
                *self = (&*self).$method(other);
            }
        }
    };
}

forward_operators!(Add, add, AddAssign, add_assign);
forward_operators!(Sub, sub, SubAssign, sub_assign);
forward_operators!(Mul, mul, MulAssign, mul_assign);

impl<P: Fp2Params<N>, const N: usize, T: core::borrow::Borrow<Self>> Sum<T> for Fp2<P, N> {
    fn sum<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |acc, x| acc + x.borrow())
    }
}

impl<P: Fp2Params<N>, const N: usize, T: core::borrow::Borrow<Self>> Product<T> for Fp2<P, N> {
    fn product<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ONE, |acc, x| acc * x.borrow())
    }
}
