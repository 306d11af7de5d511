//! The kernels of each backend against the portable ones, on words.

use mcl_fp::{Fp, PrimeParams, U64, Uint, Word, batch_invert, portable};

use super::backends::with_each_backend;
use super::inputs::SplitMix64;

/// The field on its words: elements by their Montgomery form, made and read by the portable
/// kernels only.
pub struct Words<P, const N: usize> {
    p: [Word; N],
    neg_inv: Word,
    radix: Fp<P, N>,
    radix_inverse: Fp<P, N>,
}

impl<P: PrimeParams<N>, const N: usize> Words<P, N> {
    pub fn new() -> Self {
        let p = P::MODULUS.to_words();
        let mut inverse: Word = 1;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul((2 as Word).wrapping_sub(p[0].wrapping_mul(inverse)));
        }
        let bits = u64::from(Word::BITS) * N as u64;
        let radix = Fp::from_u64(2).const_pow_vartime(&U64::from_u64(bits));
        // By Fermat.
        let radix_inverse = radix.const_pow_vartime(&P::MODULUS.wrapping_sub(&Uint::from_u8(2)));
        Self { p, neg_inv: inverse.wrapping_neg(), radix, radix_inverse }
    }

    /// The element with the Montgomery form `words`, which are below p.
    pub fn element(&self, words: &[Word; N]) -> Fp<P, N> {
        let element = Fp::from_uint(&Uint::from_words(*words)).expect("below p");
        element.const_mul(&self.radix_inverse)
    }

    /// The Montgomery form of an element that a kernel returned. Equality compares forms, so an
    /// element that is not canonical differs from the one made anew.
    pub fn form(&self, x: &Fp<P, N>) -> [Word; N] {
        let words = x.const_mul(&self.radix).to_uint().to_words();
        assert!(*x == self.element(&words), "{words:x?} is not in canonical form");
        words
    }

    fn reduced(&self, mut words: [Word; N]) -> [Word; N] {
        let unused = self.p[N - 1].leading_zeros();
        words[N - 1] = words[N - 1] << unused >> unused;
        portable::reduce_once(&words, 0, &self.p).0
    }

    /// Words at the ends of the interval: 0, 1, p - 1, p - 2, (p - 1)/2, (p + 1)/2, and patterns.
    pub fn special(&self) -> Vec<[Word; N]> {
        let one = {
            let mut one = [0; N];
            one[0] = 1;
            one
        };
        let minus_one = portable::sub_words(&self.p, &one).0;
        let half = Uint::from_words(minus_one).shr_vartime(1).to_words();
        let mut special = vec![[0; N], one, minus_one, half];
        special
            .extend([portable::sub_words(&minus_one, &one).0, portable::add_words(&half, &one).0]);
        for i in 0..N {
            let (mut only, mut without) = ([0; N], [Word::MAX; N]);
            (only[i], without[i]) = (Word::MAX, 0);
            special.extend([only, without, [Word::MAX << i; N]]);
            let mut close = minus_one;
            close[i] ^= 1;
            special.push(close);
        }
        special.into_iter().map(|words| self.reduced(words)).collect()
    }

    /// Words that are all of them extreme, random, or those of p with small changes.
    pub fn skewed(&self, rng: &mut SplitMix64) -> [Word; N] {
        let kind = rng.next() % 3;
        let mut words = [0; N];
        for (word, p) in words.iter_mut().zip(self.p) {
            *word = match (kind, rng.next() % 6) {
                (0, _) | (_, 0) => rng.next() as Word,
                (1, 1) => 0,
                (1, 2) => 1,
                (1, 3) => Word::MAX - 1,
                (1, 4) => 1 << (Word::BITS - 1),
                (1, _) => Word::MAX,
                (_, 1) => p.wrapping_sub(1),
                (_, 2) => p ^ 1 << (rng.next() as u32 % Word::BITS),
                _ => p,
            };
        }
        self.reduced(words)
    }
}

/// Products, squares, sums, differences, negatives and doubles: all pairs of the special words, then
/// `rounds` skewed pairs.
pub fn check_ring_operations<P: PrimeParams<N>, const N: usize>(rounds: usize) {
    let field = Words::<P, N>::new();
    let p = &field.p;
    let special = field.special();
    with_each_backend(|backend| {
        let mut rng = SplitMix64(1);
        let pairs = special.iter().flat_map(|a| special.iter().map(move |b| (*a, *b)));
        let skewed = (0..rounds).map(|_| (field.skewed(&mut rng), field.skewed(&mut rng)));
        for (a, b) in pairs.chain(skewed) {
            let (x, y) = (field.element(&a), field.element(&b));
            let name = backend.name();
            let product = portable::mul(&a, &b, p, field.neg_inv);
            assert_eq!(field.form(&(x * y)), product, "{name}: {a:x?} * {b:x?}");
            let sum = portable::add(&a, &b, p);
            assert_eq!(field.form(&(x + y)), sum, "{name}: {a:x?} + {b:x?}");
            let difference = portable::sub(&a, &b, p);
            assert_eq!(field.form(&(x - y)), difference, "{name}: {a:x?} - {b:x?}");
            if a[0] & 7 == b[0] & 7 {
                let square = portable::mul(&a, &a, p, field.neg_inv);
                assert_eq!(field.form(&x.square()), square, "{name}: {a:x?}^2");
                assert_eq!(field.form(&x.double()), portable::add(&a, &a, p), "{name}: 2 {a:x?}");
                assert_eq!(field.form(&-x), portable::neg(&a, p), "{name}: -{a:x?}");
            }
        }
    });
}

/// Sums of `T` groups of `K` products: pairs of special words, then `rounds` skewed lists.
fn check_shape<P: PrimeParams<N>, const N: usize, const T: usize, const K: usize>(
    field: &Words<P, N>,
    rounds: usize,
) {
    let special = field.special();
    with_each_backend(|backend| {
        let mut rng = SplitMix64(2);
        for round in 0..special.len() * special.len() + rounds {
            // All factors at one special value on the left and another on the right, then mixtures.
            let mut next = |pick: usize| match special.get(pick) {
                Some(words) => *words,
                None if rng.next() & 1 == 0 => special[rng.next() as usize % special.len()],
                None => field.skewed(&mut rng),
            };
            let (left, right) = (round / special.len(), round % special.len());
            let right = if left < special.len() { right } else { usize::MAX };
            let (mut a, mut b) = ([[[0; N]; K]; T], [[[0; N]; K]; T]);
            for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened_mut()) {
                (*a, *b) = (next(left), next(right));
            }
            let (mut x, mut y) = ([[Fp::ZERO; K]; T], [[Fp::ZERO; K]; T]);
            for t in 0..T {
                for k in 0..K {
                    (x[t][k], y[t][k]) = (field.element(&a[t][k]), field.element(&b[t][k]));
                }
            }
            let (x, y) =
                (x.each_ref().map(<[_; K]>::each_ref), y.each_ref().map(<[_; K]>::each_ref));
            let sum = field.form(&Fp::sum_of_products(x, y));
            let expected = portable::sum_of_products(
                &a.each_ref().map(<[_; K]>::each_ref),
                &b.each_ref().map(<[_; K]>::each_ref),
                &field.p,
                field.neg_inv,
            );
            assert_eq!(sum, expected, "{}, {T} x {K}: {a:x?} . {b:x?}", backend.name());
        }
    });
}

/// Sums of one to eight products.
pub fn check_sums_of_products<P: PrimeParams<N>, const N: usize>(rounds: usize) {
    let field = &Words::<P, N>::new();
    check_shape::<P, N, 1, 1>(field, rounds);
    check_shape::<P, N, 2, 1>(field, rounds);
    check_shape::<P, N, 1, 2>(field, rounds);
    check_shape::<P, N, 3, 1>(field, rounds);
    check_shape::<P, N, 2, 2>(field, rounds);
    check_shape::<P, N, 1, 5>(field, rounds);
    check_shape::<P, N, 3, 2>(field, rounds);
    check_shape::<P, N, 7, 1>(field, rounds);
    check_shape::<P, N, 4, 2>(field, rounds);
}

/// Whatever is built on the kernels gives the same elements with every backend.
pub fn check_composite_operations<P: PrimeParams<N>, const N: usize>() {
    let field = Words::<P, N>::new();
    let mut expected = None;
    with_each_backend(|backend| {
        let mut rng = SplitMix64(3);
        let mut elements: Vec<Fp<P, N>> =
            field.special().iter().map(|x| field.element(x)).collect();
        elements.extend((0..200).map(|_| field.element(&field.skewed(&mut rng))));
        let mut results = vec![elements.iter().product(), elements.iter().sum()];
        for x in &elements {
            results.push(x.invert().unwrap_or(Fp::ZERO));
            results.push(x.invert_vartime().unwrap_or(Fp::ZERO));
            results.push(x.sqrt().unwrap_or(Fp::ZERO));
            results.push(Fp::from(bool::from(x.is_square())));
            results.push(Fp::from(x.is_square_vartime()));
            results.push(x.pow_public(&P::MODULUS.shr_vartime(3)));
            results.push(Fp::from_le_bytes_mod(&[x.to_repr().as_ref(); 3].concat()));
        }
        batch_invert(&mut elements);
        results.extend(elements);
        let results: Vec<[Word; N]> = results.iter().map(|x| field.form(x)).collect();
        let expected = expected.get_or_insert_with(|| results.clone());
        assert!(*expected == results, "{} differs", backend.name());
    });
}
