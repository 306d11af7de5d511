//! The keys of `C + S` and `C - S` for one center `C` and many steps `S`: the inner loop of the
//! discrete-logarithm tables.

use alloc::vec;
use alloc::vec::Vec;

use mcl_fp::{FieldBytes, FieldExt};
use mcl_tower::{Fp2Arith, Fp12};

use crate::group::KeyPair;

/// Bytes of the longest coordinate: a quadratic extension of a 1024-bit field.
const MAX_BYTES: usize = 256;

/// The key of a coordinate: its lowest 64 canonical bits.
pub fn key<F: FieldBytes>(x: &F) -> u64 {
    const { assert!(F::BYTES >= 8 && F::BYTES <= MAX_BYTES, "coordinates of 64 to 2048 bits") };
    let mut bytes = [0; MAX_BYTES];
    x.write_le_bytes(&mut bytes[..F::BYTES])
        .unwrap_or_else(|_| unreachable!("the buffer has the length of an element"));
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(low)
}

/// The keys on a curve `y^2 = x^3 + b`; the steps are affine coordinates.
///
/// # Timing
/// Variable time: public inputs only. A step costs 5 products, 2 squares and 2 conversions of
/// coordinates to integers for its two keys; one inversion serves all steps.
///
/// # Algorithm
/// Affine addition needs x only: `x(C + S) = ((y_S - y_C)/(x_S - x_C))^2 - x_C - x_S`, and for `C - S` the
/// same with `-y_S`, so that both share the quotient. The inversions are shared after Montgomery,
/// "Speeding the Pollard and elliptic curve methods of factorization", 1987, 10.3.1.
pub fn keys_on_curve<F: FieldExt + FieldBytes>(
    center: Option<(F, F)>,
    steps: &[(F, F)],
    keys: &mut Vec<KeyPair>,
) {
    let Some((x, y)) = center else {
        keys.extend(steps.iter().map(|(x, _)| [key(x); 2]));
        return;
    };
    let mut prefixes = vec![F::ZERO; steps.len()];
    let mut product = F::ONE;
    for (prefix, (step_x, _)) in prefixes.iter_mut().zip(steps) {
        *prefix = product;
        let difference = *step_x - x;
        if !bool::from(difference.is_zero()) {
            product *= difference;
        }
    }
    let mut inverse = product.invert_vartime().unwrap_or(F::ZERO);
    let start = keys.len();
    keys.resize(start + steps.len(), [0; 2]);
    for ((pair, prefix), (step_x, step_y)) in
        keys[start..].iter_mut().zip(&prefixes).zip(steps).rev()
    {
        let difference = *step_x - x;
        if bool::from(difference.is_zero()) {
            *pair = keys_of_equal_x(&x, &y, step_y);
            continue;
        }
        let quotient = inverse * prefix;
        inverse *= difference;
        let sum = x + step_x;
        let slope = (*step_y - y) * quotient;
        let opposite_slope = (*step_y + y) * quotient;
        *pair = [key(&(slope.square() - sum)), key(&(opposite_slope.square() - sum))];
    }
}

/// The keys for a step that is the center or its opposite: one neighbour is the identity, the other
/// one twice the center.
fn keys_of_equal_x<F: FieldExt + FieldBytes>(x: &F, y: &F, step_y: &F) -> KeyPair {
    // Orders are odd: y is not zero.
    let slope = x.square().triple() * y.double().invert_vartime().unwrap_or(F::ZERO);
    let double = key(&(slope.square() - x.double()));
    if y == step_y { [double, 0] } else { [0, double] }
}

/// The keys in Fp12: the first coefficients of `C S` and of `C` times the conjugate of `S`.
///
/// # Timing
/// Variable time by convention; 6 products in Fp2 with two reductions for the two keys.
///
/// # Algorithm
/// With `C = a + b w` and `S = c + d w` the products are `a c + b d v` and `a c - b d v` but for
/// multiples of w. Only the coefficient at 1 is computed.
pub fn keys_in_fp12<'a, F>(
    center: &Fp12<F>,
    steps: impl Iterator<Item = &'a Fp12<F>>,
    keys: &mut Vec<KeyPair>,
) where
    F: Fp2Arith + FieldBytes + 'a,
{
    let (a, b) = (&center.c0, &center.c1);
    keys.extend(steps.map(|step| {
        let (c, d) = (&step.c0, &step.c1);
        let cross = F::sum_of_products([&a.c1, &a.c2], [&c.c2, &c.c1]);
        let even = a.c0.product(&c.c0) + cross.mul_by_xi();
        let odd = F::sum_of_products([&b.c0, &b.c1, &b.c2], [&d.c2, &d.c1, &d.c0]).mul_by_xi();
        [key(&(even + odd)), key(&(even - odd))]
    }));
}
