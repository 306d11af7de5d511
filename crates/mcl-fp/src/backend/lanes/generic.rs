//! The kernels, each with its counterpart of the same name in `x86_64_ifma.rs`.
//!
//! All are constant time. Complex numbers are pairs of real and imaginary part.

use super::*;

/// `a_i + b_i`, reduced.
///
/// # Bounds
/// Below 4p before the reduction.
#[inline(always)]
pub fn add<V: Lanes, const K: usize>(
    a: &[Element; K],
    b: &[Element; K],
    m: &Modulus,
) -> [Element; K] {
    let mut out = [Element::ZERO; K];
    let mut i = 0;
    while i < K {
        let sum = add_limbs::<V, LIMBS>(&load(&a[i].0), &load(&b[i].0));
        out[i] = element(&reduce(sum, m));
        i += 1;
    }
    out
}

/// `a_i - b_i`, reduced.
///
/// # Bounds
/// With 4p added, below 6p before the reduction.
#[inline(always)]
pub fn sub<V: Lanes, const K: usize>(
    a: &[Element; K],
    b: &[Element; K],
    m: &Modulus,
) -> [Element; K] {
    let mut out = [Element::ZERO; K];
    let mut i = 0;
    while i < K {
        let a = add_constant::<V, LIMBS>(&load(&a[i].0), &m.four_p);
        out[i] = element(&reduce(sub_limbs(&a, &load(&b[i].0)), m));
        i += 1;
    }
    out
}

/// `k a_i` for k up to [`MAX_MULTIPLE`].
///
/// # Bounds
/// `62p` before the reduction, below `2^260`; limbs below `2^52 + 2^5`.
#[inline(always)]
pub fn multiple<V: Lanes, const K: usize>(a: &[Element; K], k: u64, m: &Modulus) -> [Element; K] {
    debug_assert!(k <= MAX_MULTIPLE);
    let k = V::splat(k);
    let mut out = [Element::ZERO; K];
    let mut i = 0;
    while i < K {
        let a = load::<V, LIMBS>(&a[i].0);
        let mut limbs = [V::splat(0); LIMBS];
        let mut j = 0;
        while j < LIMBS {
            limbs[j] = limbs[j].madd_low(a[j], k);
            if j < LIMBS - 1 {
                limbs[j + 1] = limbs[j + 1].madd_high(a[j], k);
            }
            j += 1;
        }
        out[i] = element(&reduce(limbs, m));
        i += 1;
    }
    out
}

/// `3a_i + 2b_i`, or `3a_i - 2b_i`.
///
/// # Bounds
/// Below 14p before the reduction.
#[inline(always)]
pub fn thrice_twice<V: Lanes, const MINUS: bool, const K: usize>(
    a: &[Element; K],
    b: &[Element; K],
    m: &Modulus,
) -> [Element; K] {
    let mut out = [Element::ZERO; K];
    let mut i = 0;
    while i < K {
        let (a, b) = (load::<V, LIMBS>(&a[i].0), load(&b[i].0));
        let sum =
            if MINUS { sub_limbs(&add_constant(&a, &m.four_p), &b) } else { add_limbs(&a, &b) };
        out[i] = element(&reduce(add_limbs(&add_limbs(&sum, &sum), &a), m));
        i += 1;
    }
    out
}

/// `(xi0 + i)(a0 + a1 i)`.
///
/// # Bounds
/// Below 22p before the reduction.
#[inline(always)]
pub fn complex_mul_by_xi<V: Lanes, X: SmallXi>(a: &[Element; 2], m: &Modulus) -> [Element; 2] {
    let (a0, a1) = (load::<V, LIMBS>(&a[0].0), load::<V, LIMBS>(&a[1].0));
    let real = sub_limbs(&add_constant(&times::<V, LIMBS, X>(&a0), &m.four_p), &a1);
    let imaginary = add_limbs(&times::<V, LIMBS, X>(&a1), &a0);
    [element(&reduce(real, m)), element(&reduce(imaginary, m))]
}

/// `a_i s`.
///
/// # Bounds
/// `4 p^2` before the reduction.
#[inline(always)]
pub fn scale<V: Lanes, const K: usize>(a: &[Element; K], s: &Element, m: &Modulus) -> [Element; K] {
    let mut out = [Element::ZERO; K];
    let mut i = 0;
    while i < K {
        out[i] = element(&redc_small(product(&load::<V, LIMBS>(&a[i].0), &load(&s.0)), m));
        i += 1;
    }
    out
}

/// `sum(a_i b_i)` of up to [`MAX_PRODUCTS`] products with one reduction.
///
/// # Bounds
/// `4 T p^2` before the reduction, for T products; limbs below `9 T 2^52`.
#[inline(always)]
pub fn sum_of_products<V: Lanes, const T: usize>(
    a: [&Element; T],
    b: [&Element; T],
    m: &Modulus,
) -> Element {
    const { assert!(T >= 1 && T <= MAX_PRODUCTS, "the reduction is for that many products") };
    element(&redc_small(sum_of_wide_products([V::splat(0); 2 * LIMBS], a, b), m))
}

/// The limbs of integers of 256 bits.
#[inline(always)]
pub fn gather<V: Lanes, F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> Element {
    element(&limbs_of_rows::<V, F, N>(rows))
}

/// The canonical integers below `2^256`: the reverse of [`gather`].
///
/// # Bounds
/// For reduced values. `a + (2^260 - p)` reaches `2^260` exactly if a is p or more.
#[inline(always)]
pub fn scatter<V: Lanes, F: Row<N>, const N: usize>(
    a: &Element,
    out: &mut [F; LANES],
    m: &Modulus,
) {
    let [a] = subtract_from_each([load::<V, LIMBS>(&a.0)], &m.complement);
    write_rows(&a, out.each_mut().map(F::words_mut));
}

/// `runs_k = x2_k - x1_k` for canonical rows, and the lanes in which a run is zero.
///
/// # Bounds
/// With p added, runs are above 0 and below 2p: reduced.
#[inline(always)]
pub fn runs<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
    x1: &[Rows<'_, F>; K],
    x2: &[Rows<'_, F>; K],
    runs: &mut [&mut Element; K],
    m: &Modulus,
) -> [u8; K] {
    let mut zeros = [0; K];
    let mut differences = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        let (a, b) = (limbs_of_rows::<V, F, N>(&x1[k]), limbs_of_rows::<V, F, N>(&x2[k]));
        let difference = sub_limbs(&b, &a);
        differences[k] = add_constant(&difference, &m.minuend);
        let [a, b, c, d, e] = difference;
        zeros[k] = a.or(b).or(c.or(d)).or(e).zeros();
        k += 1;
    }
    store_each(&carry_each(differences), runs);
    zeros
}

/// `chains_k *= factors_k`; the chains before.
#[inline(always)]
pub fn extend<V: Lanes, const K: usize>(
    chains: &mut [&mut Element; K],
    factors: &[&Element; K],
    before: &mut [&mut Element; K],
    m: &Modulus,
) {
    let old = load_each_mut::<V, K>(chains);
    store_each(&old, before);
    store_each(&carry_each(redc_each(products(&old, &load_each(factors)), m)), chains);
}

/// The third points on lines, mirrored: `t = (y2 - y1) (before inverse)`, `x3 = t^2 - x1 - x2`,
/// `y3 = t 4(x1 - x3) - y1`, and `inverse *= run`. For canonical rows, of which the lanes of the
/// masks have their y negated; results are canonical.
///
/// # Bounds
/// Of `p^2` before a reduction: `y2 - y1 + p` is at most 2p, hence 4; `t^2` 4, which leaves 1.3p and
/// makes `x3` less than 3.3p; `4(x1 - x3 + p)` is below 8p, its product below 16, which leaves 1.5p and
/// makes `y3` less than 2.5p.
#[inline(always)]
pub fn chords<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
    (p1, p2): (&Points<'_, F, K>, &Points<'_, F, K>),
    (negated1, negated2): (&[u8; K], &[u8; K]),
    (inverses, runs, before): (&mut [&mut Element; K], &[&Element; K], &[&Element; K]),
    out: &mut [[[F; 2]; LANES]; K],
    m: &Modulus,
) {
    // Rows come long before they are needed, and the product that nothing here needs comes where there is
    // else nothing but carries: what waits overlaps with products.
    let (inverse, before) = (load_each_mut::<V, K>(inverses), load_each(before));
    let mut y1 = before;
    let mut rise = before;
    let mut k = 0;
    while k < K {
        y1[k] = negate_some(negated1[k], limbs_of_rows::<V, F, N>(&p1[1][k]), m);
        let y2 = negate_some(negated2[k], limbs_of_rows::<V, F, N>(&p2[1][k]), m);
        rise[k] = sub_limbs(&add_constant(&y2, &m.large_minuend), &y1[k]);
        k += 1;
    }
    let rise = carry_factors(rise);
    let inverse_of_run = carry_factors(redc_each(products(&inverse, &before), m));
    let mut x1 = before;
    let mut minuend = before;
    k = 0;
    while k < K {
        x1[k] = limbs_of_rows::<V, F, N>(&p1[0][k]);
        let sum = add_limbs(&x1[k], &limbs_of_rows::<V, F, N>(&p2[0][k]));
        minuend[k] = sub_limbs(&constant(&m.twice_p), &sum);
        k += 1;
    }
    let slope = carry_factors(redc_each(products(&inverse_of_run, &rise), m));
    let mut x = redc_each(squares(&slope), m);
    k = 0;
    while k < K {
        x[k] = add_limbs(&x[k], &minuend[k]);
        k += 1;
    }
    let x = canonical_each(x, m);
    store_each(&carry_each(redc_each(products(&inverse, &load_each(runs)), m)), inverses);
    let mut difference = x;
    k = 0;
    while k < K {
        difference[k] = add_constant(&sub_limbs(&x1[k], &x[k]), &m.minuend);
        let mut i = 0;
        while i < LIMBS {
            difference[k][i] = difference[k][i].shift_left::<2>();
            i += 1;
        }
        k += 1;
    }
    let mut y = redc_each(products(&slope, &carry_factors(difference)), m);
    k = 0;
    while k < K {
        y[k] = sub_limbs(&add_constant(&y[k], &m.large_minuend), &y1[k]);
        k += 1;
    }
    let y = canonical_each(y, m);
    k = 0;
    for points in out {
        let [p0, p1, p2, p3, p4, p5, p6, p7] = points;
        let ([x0, y0], [x1, y1], [x2, y2], [x3, y3]) = (p0, p1, p2, p3);
        let ([x4, y4], [x5, y5], [x6, y6], [x7, y7]) = (p4, p5, p6, p7);
        write_rows(&x[k], [x0, x1, x2, x3, x4, x5, x6, x7].map(F::words_mut));
        write_rows(&y[k], [y0, y1, y2, y3, y4, y5, y6, y7].map(F::words_mut));
        k += 1;
    }
}

/// `chains_k *= x_k` for canonical rows, with a factor that is not zero in place of zero; the chains
/// before.
#[inline(always)]
pub fn extend_chains<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
    x: &[Rows<'_, F>; K],
    chains: &mut [&mut Element; K],
    before: &mut [&mut Element; K],
    m: &Modulus,
) {
    let mut factors = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        (factors[k], _) = non_zero(limbs_of_rows::<V, F, N>(&x[k]));
        k += 1;
    }
    let old = load_each_mut::<V, K>(chains);
    store_each(&old, before);
    store_each(&carry_each(redc_each(products(&old, &factors), m)), chains);
}

/// `before_k inverses_k`, or zero where `x_k` is, and `inverses_k *= x_k`: the way back of
/// [`extend_chains`].
#[inline(always)]
pub fn shorten_chains<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
    x: &[Rows<'_, F>; K],
    inverses: &mut [&mut Element; K],
    before: &[&Element; K],
    out: &mut [&mut Element; K],
    m: &Modulus,
) {
    let mut factors = [[V::splat(0); LIMBS]; K];
    let mut zeros = [0; K];
    let mut k = 0;
    while k < K {
        (factors[k], zeros[k]) = non_zero(limbs_of_rows::<V, F, N>(&x[k]));
        k += 1;
    }
    let inverse = load_each_mut::<V, K>(inverses);
    let mut own = carry_each(redc_each(products(&inverse, &load_each(before)), m));
    store_each(&carry_each(redc_each(products(&inverse, &factors), m)), inverses);
    k = 0;
    while k < K {
        let mut i = 0;
        while i < LIMBS {
            own[k][i] = V::splat(0).blend(zeros[k], own[k][i]);
            i += 1;
        }
        k += 1;
    }
    store_each(&own, out);
}

/// `x_k s_k` for canonical rows, canonical.
#[inline(always)]
pub fn scale_rows<V: Lanes, F: Row<N>, const N: usize, const K: usize>(
    x: &[Rows<'_, F>; K],
    s: &[&Element; K],
    out: &mut [[F; LANES]; K],
    m: &Modulus,
) {
    let mut factors = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        factors[k] = limbs_of_rows::<V, F, N>(&x[k]);
        k += 1;
    }
    let scaled = carry_each(redc_each(products(&load_each(s), &factors), m));
    let scaled = subtract_from_each(scaled, &m.complement);
    k = 0;
    for rows in out {
        write_rows(&scaled[k], rows.each_mut().map(F::words_mut));
        k += 1;
    }
}

/// Products side by side. The helpers of this kind do each step for all vectors before the next one, so
/// that what one vector waits for overlaps with the products of another.
#[inline(always)]
fn products<V: Lanes, const K: usize>(
    a: &[[V; LIMBS]; K],
    b: &[[V; LIMBS]; K],
) -> [[V; 2 * LIMBS]; K] {
    let mut t = [[V::splat(0); 2 * LIMBS]; K];
    let mut k = 0;
    while k < K {
        add_product(&mut t[k], &a[k], &b[k]);
        k += 1;
    }
    t
}

/// [`wide_square_of`] side by side.
#[inline(always)]
fn squares<V: Lanes, const K: usize>(a: &[[V; LIMBS]; K]) -> [[V; 2 * LIMBS]; K] {
    let mut t = [[V::splat(0); 2 * LIMBS]; K];
    let mut k = 0;
    while k < K {
        t[k] = wide_square_of(&a[k]);
        k += 1;
    }
    t
}

/// [`redc`] side by side.
#[inline(always)]
fn redc_each<V: Lanes, const K: usize>(t: [[V; 2 * LIMBS]; K], m: &Modulus) -> [[V; LIMBS]; K] {
    let mut out = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        out[k] = redc(t[k], m);
        k += 1;
    }
    out
}

/// [`carry`] side by side.
#[inline(always)]
fn carry_each<V: Lanes, const K: usize>(mut limbs: [[V; LIMBS]; K]) -> [[V; LIMBS]; K] {
    let mut k = 0;
    while k < K {
        limbs[k] = carry(limbs[k]);
        k += 1;
    }
    limbs
}

/// [`carry_each`] for factors: products take the low 52 bits of a limb, whatever is above.
#[inline(always)]
fn carry_factors<V: Lanes, const K: usize>(mut limbs: [[V; LIMBS]; K]) -> [[V; LIMBS]; K] {
    let mut i = 0;
    while i < LIMBS - 1 {
        let mut k = 0;
        while k < K {
            limbs[k][i + 1] = limbs[k][i + 1].add(limbs[k][i].shift_right::<LIMB_BITS>());
            k += 1;
        }
        i += 1;
    }
    limbs
}

/// The canonical form of values below 4p.
#[inline(always)]
fn canonical_each<V: Lanes, const K: usize>(
    limbs: [[V; LIMBS]; K],
    m: &Modulus,
) -> [[V; LIMBS]; K] {
    let limbs = subtract_from_each(carry_each(limbs), &m.twice_complement);
    subtract_from_each(limbs, &m.complement)
}

/// `x - n` if that is not negative, else x, for `2^260 - n` and carried x.
#[inline(always)]
fn subtract_from_each<V: Lanes, const K: usize>(
    x: [[V; LIMBS]; K],
    complement: &[u64; LIMBS],
) -> [[V; LIMBS]; K] {
    let mut less = x;
    let mut k = 0;
    while k < K {
        less[k] = add_constant(&x[k], complement);
        k += 1;
    }
    less = carry_each(less);
    k = 0;
    while k < K {
        let top = less[k][LIMBS - 1];
        // x + (2^260 - n) reaches 2^260 exactly if x is n or more.
        let is_below = top.shift_right::<LIMB_BITS>().zeros();
        less[k][LIMBS - 1] = top.and(V::splat(MASK));
        let mut i = 0;
        while i < LIMBS {
            less[k][i] = x[k][i].blend(is_below, less[k][i]);
            i += 1;
        }
        k += 1;
    }
    less
}

#[inline(always)]
fn constant<V: Lanes>(limbs: &[u64; LIMBS]) -> [V; LIMBS] {
    add_constant(&[V::splat(0); LIMBS], limbs)
}

#[inline(always)]
fn load_each<V: Lanes, const K: usize>(elements: &[&Element; K]) -> [[V; LIMBS]; K] {
    let mut out = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        out[k] = load(&elements[k].0);
        k += 1;
    }
    out
}

#[inline(always)]
fn load_each_mut<V: Lanes, const K: usize>(elements: &[&mut Element; K]) -> [[V; LIMBS]; K] {
    let mut out = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        out[k] = load(&elements[k].0);
        k += 1;
    }
    out
}

#[inline(always)]
fn store_each<V: Lanes, const K: usize>(limbs: &[[V; LIMBS]; K], elements: &mut [&mut Element; K]) {
    let mut k = 0;
    while k < K {
        *elements[k] = element(&limbs[k]);
        k += 1;
    }
}

/// Canonical limbs with one in place of zero, and the lanes where this is so.
#[inline(always)]
fn non_zero<V: Lanes>(mut x: [V; LIMBS]) -> ([V; LIMBS], u8) {
    let [a, b, c, d, e] = x;
    let zeros = a.or(b).or(c.or(d)).or(e).zeros();
    x[0] = V::splat(1).blend(zeros, a);
    (x, zeros)
}

/// The limbs of integers of 256 bits.
#[inline(always)]
fn limbs_of_rows<V: Lanes, F: Row<N>, const N: usize>(rows: &Rows<'_, F>) -> [V; LIMBS] {
    let [a, b, c, d] = V::transpose(rows);
    let mask = V::splat(MASK);
    [
        a.and(mask),
        a.shift_right::<52>().or(b.shift_left::<12>()).and(mask),
        b.shift_right::<40>().or(c.shift_left::<24>()).and(mask),
        c.shift_right::<28>().or(d.shift_left::<36>()).and(mask),
        d.shift_right::<16>(),
    ]
}

/// Integers below `2^256` from carried limbs.
#[inline(always)]
fn write_rows<V: Lanes, const N: usize>(x: &[V; LIMBS], rows: [&mut [Word; N]; LANES]) {
    let words = [
        x[0].or(x[1].shift_left::<52>()),
        x[1].shift_right::<12>().or(x[2].shift_left::<40>()),
        x[2].shift_right::<24>().or(x[3].shift_left::<28>()),
        x[3].shift_right::<36>().or(x[4].shift_left::<16>()),
    ];
    V::write_rows(words, rows);
}

/// p - y in the lanes of the mask, with limbs as they come, else y.
#[inline(always)]
fn negate_some<V: Lanes>(mask: u8, mut y: [V; LIMBS], m: &Modulus) -> [V; LIMBS] {
    let mut i = 0;
    while i < LIMBS {
        y[i] = V::splat(m.minuend[i]).sub(y[i]).blend(mask, y[i]);
        i += 1;
    }
    y
}

/// `a^2`, wide: products of different limbs once, doubled.
#[inline(always)]
fn wide_square_of<V: Lanes>(a: &[V; LIMBS]) -> [V; 2 * LIMBS] {
    let mut t = [V::splat(0); 2 * LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let mut j = i + 1;
        while j < LIMBS {
            t[i + j] = t[i + j].madd_low(a[i], a[j]);
            t[i + j + 1] = t[i + j + 1].madd_high(a[i], a[j]);
            j += 1;
        }
        i += 1;
    }
    t = add_limbs(&t, &t);
    i = 0;
    while i < LIMBS {
        t[2 * i] = t[2 * i].madd_low(a[i], a[i]);
        t[2 * i + 1] = t[2 * i + 1].madd_high(a[i], a[i]);
        i += 1;
    }
    t
}

/// The lanes in which a reduced value is zero or p.
#[inline(always)]
pub fn zeros<V: Lanes>(a: &Element, m: &Modulus) -> u8 {
    let a = load::<V, LIMBS>(&a.0);
    let (mut from_zero, mut from_p) = (a[0], a[0].sub(V::splat(m.p[0])));
    let mut i = 1;
    while i < LIMBS {
        from_zero = from_zero.or(a[i]);
        from_p = from_p.or(a[i].sub(V::splat(m.p[i])));
        i += 1;
    }
    from_zero.zeros() | from_p.zeros()
}

/// In each lane the entry of the table whose mask has its bit, zero if there is none.
#[inline(always)]
pub fn lookup<V: Lanes, const K: usize, const T: usize>(
    table: [&[Element; K]; T],
    masks: [u8; T],
) -> [Element; K] {
    let mut out = [Element::ZERO; K];
    let mut k = 0;
    while k < K {
        let mut limbs = [V::splat(0); LIMBS];
        let mut t = 0;
        while t < T {
            let mut i = 0;
            while i < LIMBS {
                limbs[i] = V::load(&table[t][k].0[i]).blend(masks[t], limbs[i]);
                i += 1;
            }
            t += 1;
        }
        out[k] = element(&limbs);
        k += 1;
    }
    out
}

/// `a_i` in the lanes of the bits of the mask, else `b_i`.
#[inline(always)]
pub fn select<V: Lanes, const K: usize>(
    mask: u8,
    a: &[Element; K],
    b: &[Element; K],
) -> [Element; K] {
    let mut out = *b;
    let mut k = 0;
    while k < K {
        let mut i = 0;
        while i < LIMBS {
            out[k].0[i] = V::load(&a[k].0[i]).blend(mask, V::load(&b[k].0[i])).store();
            i += 1;
        }
        k += 1;
    }
    out
}

/// `a^2`.
///
/// # Bounds
/// As [`scale`].
#[inline(always)]
pub fn square<V: Lanes>(a: &Element, m: &Modulus) -> Element {
    element(&redc_small(wide_square_of(&load::<V, LIMBS>(&a.0)), m))
}

/// `a_i^(2^n)`: squares that stay in registers. One chain of squares waits for its own results, two
/// fill the gaps.
///
/// # Bounds
/// As [`scale`].
#[inline(always)]
pub fn square_n<V: Lanes, const K: usize>(a: &[Element; K], n: u32, m: &Modulus) -> [Element; K] {
    let mut x = [[V::splat(0); LIMBS]; K];
    let mut k = 0;
    while k < K {
        x[k] = load::<V, LIMBS>(&a[k].0);
        k += 1;
    }
    let mut i = 0;
    while i < n {
        k = 0;
        while k < K {
            x[k] = redc_small(wide_square_of(&x[k]), m);
            k += 1;
        }
        i += 1;
    }
    let mut out = [Element::ZERO; K];
    k = 0;
    while k < K {
        out[k] = element(&x[k]);
        k += 1;
    }
    out
}

/// `a_0^2 + a_1^2`.
///
/// # Bounds
/// `8 p^2` before the reduction.
#[inline(always)]
pub fn complex_norm<V: Lanes>(a: &[Element; 2], m: &Modulus) -> Element {
    let both = [&a[0], &a[1]];
    element(&redc_small(sum_of_wide_products([V::splat(0); 2 * LIMBS], both, both), m))
}

/// `sum(a_i b_i)` over the complex numbers, of up to [`MAX_PRODUCTS`] products: Karatsuba's method,
/// one reduction for each part.
///
/// # Bounds
/// With T products, the real part lies between `-4 T p^2` and `4 T p^2`, the imaginary part between 0
/// and `8 T p^2`; both are below `49 p^2` with their bias. Limbs are below `18 T 2^52`, `2^59`, in
/// absolute value.
#[inline(always)]
pub fn complex_sum_of_products<V: Lanes, const T: usize>(
    a: [&[Element; 2]; T],
    b: [&[Element; 2]; T],
    m: &Modulus,
) -> [Element; 2] {
    const { assert!(T >= 1 && T <= MAX_PRODUCTS, "the bias is for that many products") };
    let zero = [V::splat(0); 2 * LIMBS];
    let (mut re, mut im) = (zero, zero);
    let mut i = 0;
    while i < T {
        add_product(&mut re, &load(&a[i][0].0), &load(&b[i][0].0));
        i += 1;
    }
    i = 0;
    while i < T {
        add_product(&mut im, &load(&a[i][1].0), &load(&b[i][1].0));
        i += 1;
    }
    let real = sub_limbs(&add_constant(&re, &m.bias), &im);
    let mut cross = sub_limbs(&sub_limbs(&add_constant(&zero, &m.unit_bias), &re), &im);
    i = 0;
    while i < T {
        let sum = carry(add_limbs(&load::<V, LIMBS>(&a[i][0].0), &load(&a[i][1].0)));
        let other = carry(add_limbs(&load::<V, LIMBS>(&b[i][0].0), &load(&b[i][1].0)));
        add_product(&mut cross, &sum, &other);
        i += 1;
    }
    let real = redc_small(real, m);
    [element(&real), element(&redc_small(cross, m))]
}

/// `a^2` over the complex numbers as `(a0 + a1)(a0 - a1) + 2 a0 a1 i`.
///
/// # Bounds
/// The factors of the real part are below 4p, the wide values below `16 p^2` and `8 p^2`.
#[inline(always)]
pub fn complex_square<V: Lanes>(a: &[Element; 2], m: &Modulus) -> [Element; 2] {
    let [real, imaginary] = wide_square::<V>(a, m);
    let imaginary = element(&redc_small(imaginary, m));
    [element(&redc_small(real, m)), imaginary]
}

/// Both parts of a square, wide.
#[inline(always)]
fn wide_square<V: Lanes>(a: &[Element; 2], m: &Modulus) -> [[V; 2 * LIMBS]; 2] {
    let (a0, a1) = (load::<V, LIMBS>(&a[0].0), load::<V, LIMBS>(&a[1].0));
    let imaginary = product(&a0, &a1);
    let sum = carry(add_limbs(&a0, &a1));
    let difference = carry(sub_limbs(&add_constant(&a0, &m.twice_p), &a1));
    let real = product(&sum, &difference);
    [real, add_limbs(&imaginary, &imaginary)]
}

/// The multiple of x by the real part of xi, by shifts and additions.
#[inline(always)]
pub fn times<V: Lanes, const L: usize, X: SmallXi>(x: &[V; L]) -> [V; L] {
    let mut out = *x;
    let mut i = 0;
    while i < L {
        let x = x[i];
        out[i] = match X::REAL_PART {
            1 => x,
            2 => x.add(x),
            9 => x.shift_left::<3>().add(x),
            _ => {
                let mut sum = x;
                let mut k = 1;
                while k < X::REAL_PART {
                    sum = sum.add(x);
                    k += 1;
                }
                sum
            }
        };
        i += 1;
    }
    out
}
