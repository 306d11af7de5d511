//! Definitions that num-bigint does not bring along.

use num_bigint::BigUint;

/// Euler's criterion, for an integer below p; zero counts as a square.
pub fn is_square(x: &BigUint, p: &BigUint) -> bool {
    *x == BigUint::ZERO || x.modpow(&(p >> 1), p) == BigUint::from(1_u8)
}

/// The square root that the field fixes, as in the textbook: `x^((p+1)/4)`, or the loop of Tonelli
/// and Shanks from the smallest non-residue. None for a non-residue.
pub fn square_root(x: &BigUint, p: &BigUint) -> Option<BigUint> {
    let one = BigUint::from(1_u8);
    if !is_square(x, p) {
        return None;
    }
    if p % 4_u8 == BigUint::from(3_u8) {
        return Some(x.modpow(&((p + 1_u8) >> 2), p));
    }
    if *x == BigUint::ZERO {
        return Some(BigUint::ZERO);
    }
    let mut exponent = (p - 1_u8).trailing_zeros().expect("p is above 1");
    let odd_part = (p - 1_u8) >> exponent;
    let mut non_residue = BigUint::from(2_u8);
    while is_square(&non_residue, p) {
        non_residue += 1_u8;
    }
    let mut c = non_residue.modpow(&odd_part, p);
    let mut root = x.modpow(&((&odd_part + 1_u8) >> 1), p);
    let mut d = x.modpow(&odd_part, p);
    while d != one {
        // The order of d is 2^i.
        let mut i = 0;
        let mut power = d.clone();
        while power != one {
            power = &power * &power % p;
            i += 1;
        }
        let mut b = c;
        for _ in 0..exponent - i - 1 {
            b = &b * &b % p;
        }
        root = root * &b % p;
        c = &b * &b % p;
        d = d * &c % p;
        exponent = i;
    }
    Some(root)
}
