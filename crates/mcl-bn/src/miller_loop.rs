//! The Miller loop of the optimal ate pairing.

use mcl_fp::Uint;
use mcl_tower::{Fp2, Fp2Arith, Fp2X8, Fp12, Fp12Arith};

use crate::BnParams;
use crate::fields::{Fp2Of, ModP};
use crate::lines::{Evaluation, Line, TwistAffine, TwistPoint};
use crate::packed::PackedPair;
use crate::subgroup::residue_of_u;

/// Enough digits for 6u + 2 of the largest curves (u of 124 bits).
const MAX_DIGITS: usize = 128;

/// A signed-digit expansion: `value = sum(digits[i] 2^i)` with digits -1, 0, 1.
pub struct Digits {
    digits: [i8; MAX_DIGITS],
    length: usize,
}

impl Digits {
    /// The non-adjacent form of a positive integer: no two neighbouring digits are non-zero, and
    /// the top one is 1.
    ///
    /// Reitwiesner, "Binary Arithmetic", 1960.
    pub const fn naf<const N: usize>(value: &Uint<N>) -> Self {
        let mut rest = *value;
        let mut digits = [0; MAX_DIGITS];
        let mut length = 0;
        while !rest.is_zero_vartime() {
            assert!(length < MAX_DIGITS, "the parameter u is too long");
            match rest.as_words()[0] & 3 {
                1 => {
                    digits[length] = 1;
                    rest = rest.wrapping_sub(&Uint::ONE);
                }
                3 => {
                    digits[length] = -1;
                    rest = rest.wrapping_add(&Uint::ONE);
                }
                _ => {}
            }
            rest = rest.shr_vartime(1);
            length += 1;
        }
        Self { digits, length }
    }

    /// How many digits there are.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The digit of `2^i`.
    pub const fn digit(&self, i: usize) -> i8 {
        self.digits[i]
    }

    /// How many lines the loop over these digits takes, the two at its end included.
    #[cfg(feature = "alloc")]
    pub const fn lines(&self) -> usize {
        let mut lines = self.length + 1;
        let mut i = 0;
        while i + 1 < self.length {
            if self.digits[i] != 0 {
                lines += 1;
            }
            i += 1;
        }
        lines
    }

    /// The digits below the top one, from high to low.
    pub fn below_top(&self) -> impl Iterator<Item = i8> + use<'_> {
        self.digits[..self.length - 1].iter().rev().copied()
    }
}

/// `|6u + 2|`, the length of the loop.
pub const fn loop_digits<C: BnParams<N>, const N: usize>() -> Digits {
    let six_u = C::U.wrapping_mul(&Uint::<N>::from_u8(6));
    let two = Uint::from_u8(2);
    let value = if C::U_IS_NEGATIVE { six_u.wrapping_sub(&two) } else { six_u.wrapping_add(&two) };
    Digits::naf(&value)
}

/// One pair of points on its way through the loop.
#[derive(Clone, Copy)]
pub struct Pair<F: Fp2Arith> {
    p: Evaluation<F::Base>,
    q: TwistAffine<F>,
    t: TwistPoint<F>,
}

impl<F: Fp2Arith> Pair<F> {
    pub fn new(p: Evaluation<F::Base>, q: TwistAffine<F>) -> Self {
        Self { p, q, t: TwistPoint::from_affine(&q) }
    }

    /// Whether the second point, a point of the twist, is in G2; to be asked after [`miller_loop`].
    ///
    /// The loop leaves `T = [6u + 2]Q + psi(Q) - psi^2(Q)`, and the test is `T = -psi^3(Q)`.
    ///
    /// *Points of G2 pass.* psi acts as p there, and `6u + 2 + p - p^2 + p^3 = 0` modulo r.
    ///
    /// *Others fail.* Let `f(X) = 6u + 2 + X - X^2 + X^3`. If the test passes and T is right, then
    /// `f(psi)Q = 0`, and the order of Q divides the resultant of f and `X^2 - tX + p`, as in
    /// [`crate::subgroup::is_in_g2`]. The resultant is `r s` with
    ///
    /// ```text
    /// s = 1296u^8 + 2592u^7 + 3024u^6 + 2160u^5 + 1044u^4 + 216u^3 - 24u^2 - 12u + 4
    /// ```
    ///
    /// which is coprime to the cofactor `2p - r` unless u = 4 mod 13 or u = 92 mod 97: the resultant of
    /// the two polynomials in u is `2^16 3^20 13 97`, the cofactor is 1 modulo 6, and modulo 13 and 97
    /// these are the only common zeros. The order of Q divides `r (2p - r)` as well, hence r. T is right unless an
    /// addition met equal or opposite points or the identity. Each of these sets Z to zero, where it
    /// stays, and the test fails. In G2 none occurs: the multiples of Q on both sides differ modulo r.
    ///
    /// The relation is that of Vercauteren, "Optimal Pairings", 2010, section IV; that such relations
    /// test membership is El Housni, Guillevic and Piellard, 2022, section 4.3.
    pub fn is_in_g2<C: BnParams<N>, const N: usize>(&self) -> bool
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>> + PartialEq,
    {
        self.t.is_in_g2::<C, N>(&self.q)
    }
}

impl<F: Fp2Arith> Pair<F> {
    /// Doubles the running point; the tangent at it.
    pub fn tangent<C: BnParams<N>, const N: usize>(&mut self) -> Line<F>
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>>,
    {
        self.t.double::<C, N>()
    }

    /// Adds to the running point; the chord through both.
    pub fn chord<C: BnParams<N>, const N: usize>(&mut self, chord: Chord) -> Line<F>
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>>,
    {
        let q = match chord {
            Chord::Plus => self.q,
            Chord::Minus => self.q.negate(),
            Chord::Frobenius => self.q.frobenius::<C, N>(1),
            Chord::MinusFrobeniusSquare => self.q.frobenius::<C, N>(2).negate(),
        };
        self.t.add(&q)
    }

    /// Where lines are evaluated.
    pub const fn evaluation(&self) -> &Evaluation<F::Base> {
        &self.p
    }

    /// Negates the running point.
    pub fn negate_point(&mut self) {
        self.t.negate();
    }
}

impl<C: BnParams<N>, const N: usize> Pair<Fp2X8<ModP<C, N>, N>> {
    /// The first lane whose second point is not in G2, after the loop: see [`Self::is_in_g2`].
    pub fn first_outside_g2(&self) -> Option<usize> {
        let mut points = self.q.split().into_iter().zip(self.t.split());
        points.position(|(q, t)| !t.is_in_g2::<C, N>(&q))
    }
}

impl<C: BnParams<N>, const N: usize> Pair<Fp2<ModP<C, N>, N>> {
    /// The pair in lanes.
    pub fn packed(&self) -> PackedPair<C, N> {
        PackedPair::new(&self.p, &self.q)
    }
}

impl<F: Fp2Arith> TwistPoint<F> {
    /// Whether `q` is in G2, where this is the point T that the loop leaves for it: see [`Pair::is_in_g2`].
    pub fn is_in_g2<C: BnParams<N>, const N: usize>(&self, q: &TwistAffine<F>) -> bool
    where
        F: Fp2Arith<Scalar = Fp2Of<C, N>> + PartialEq,
    {
        const {
            assert!(residue_of_u::<C, N>(13) != 4, "the test is not sound for this u");
            assert!(residue_of_u::<C, N>(97) != 92, "the test is not sound for this u");
        }
        let psi3 = q.frobenius::<C, N>(2).frobenius::<C, N>(1);
        self.is_vartime(&psi3.negate())
    }
}

/// The points that are added to the running point of a pair.
#[derive(Clone, Copy)]
pub enum Chord {
    /// Q.
    Plus,
    /// -Q.
    Minus,
    /// psi(Q).
    Frobenius,
    /// -psi^2(Q).
    MinusFrobeniusSquare,
}

/// A pair on its way through the loop, however it is computed.
pub trait LoopPair<C, const N: usize> {
    /// Values of lines and their products.
    type Value: Fp12Arith;

    /// Doubles the running point: `f` times the tangent.
    fn double(&mut self, f: &Self::Value) -> Self::Value;

    /// Adds to the running point: `f` times the chord.
    fn add(&mut self, chord: Chord, f: &Self::Value) -> Self::Value;

    /// Negates the running point.
    fn negate(&mut self);
}

impl<C: BnParams<N>, F, const N: usize> LoopPair<C, N> for Pair<F>
where
    F: Fp2Arith<Scalar = Fp2Of<C, N>>,
{
    type Value = Fp12<F>;

    fn double(&mut self, f: &Fp12<F>) -> Fp12<F> {
        self.tangent::<C, N>().multiply_into::<C, N>(f, &self.p)
    }

    fn add(&mut self, chord: Chord, f: &Fp12<F>) -> Fp12<F> {
        self.chord::<C, N>(chord).multiply_into::<C, N>(f, &self.p)
    }

    fn negate(&mut self) {
        self.negate_point();
    }
}

/// The product of the Miller loops of all pairs, which share the squarings:
///
/// `f_{6u+2,Q}(P) l_{[6u+2]Q, psi(Q)}(P) l_{[6u+2]Q + psi(Q), -psi^2(Q)}(P)`
///
/// up to factors that the final exponentiation removes. No pairs give one.
///
/// # Timing
/// Constant time in the coordinates.
///
/// # Algorithm
/// Vercauteren, "Optimal Pairings", 2010, in the form of Aranha et al., 2011, algorithm 1, with the
/// digits of 6u + 2 in non-adjacent form. For u < 0 the loop runs over |6u + 2|, then f is
/// conjugated and the running point negated.
pub fn miller_loop<C: BnParams<N>, T: LoopPair<C, N>, const N: usize>(pairs: &mut [T]) -> T::Value {
    let mut f = T::Value::ONE;
    let mut is_one = true;
    for digit in const { &loop_digits::<C, N>() }.below_top() {
        if !is_one {
            f = f.square();
        }
        for pair in pairs.iter_mut() {
            f = pair.double(&f);
        }
        is_one = false;
        if digit != 0 {
            let chord = if digit > 0 { Chord::Plus } else { Chord::Minus };
            for pair in pairs.iter_mut() {
                f = pair.add(chord, &f);
            }
        }
    }
    if C::U_IS_NEGATIVE {
        f = f.conjugate();
    }
    for pair in pairs.iter_mut() {
        if C::U_IS_NEGATIVE {
            pair.negate();
        }
        for chord in [Chord::Frobenius, Chord::MinusFrobeniusSquare] {
            f = pair.add(chord, &f);
        }
    }
    f
}

/// Hands every line of the loop of `q` to `visit`, in the order in which the loop uses them: for
/// each digit a tangent, then a chord where the digit is not zero; two chords at the end.
#[cfg(feature = "alloc")]
pub fn for_each_line<C: BnParams<N>, F, const N: usize>(
    q: &TwistAffine<F>,
    mut visit: impl FnMut(Line<F>),
) where
    F: Fp2Arith<Scalar = Fp2Of<C, N>>,
{
    let mut t = TwistPoint::from_affine(q);
    for digit in const { &loop_digits::<C, N>() }.below_top() {
        visit(t.double::<C, N>());
        if digit != 0 {
            visit(t.add(&if digit > 0 { *q } else { q.negate() }));
        }
    }
    if C::U_IS_NEGATIVE {
        t.negate();
    }
    visit(t.add(&q.frobenius::<C, N>(1)));
    visit(t.add(&q.frobenius::<C, N>(2).negate()));
}
