//! Points of G2 with their line functions computed in advance.

use alloc::vec::Vec;

use mcl_fp::{Fp, FpX8, batch_invert};
use mcl_tower::{Fp12Arith, PackedFp12, PackedLine};

use crate::fields::{Fp2Of, Fp12Of, FpOf, ModP, uses_vector_engine};
use crate::lines::{Evaluation, Line, TwistAffine};
use crate::miller_loop::{for_each_line, loop_digits};
use crate::packed::multiply_packed;
use crate::{BnParams, G1Affine, G2Affine, Twist};

/// A point of G2 prepared for pairings: the coefficients of all its lines.
///
/// `From<G2Affine>` takes them as the loop makes them, three elements of Fp2 a line;
/// [`Self::reusable`] divides each line by its coefficient of y, which leaves two and makes every
/// pairing with the point cheaper.
#[derive(Clone, Debug)]
pub struct G2Prepared<C: BnParams<N>, const N: usize>(Lines<C, N>);

#[derive(Clone, Debug)]
enum Lines<C: BnParams<N>, const N: usize> {
    /// Of the identity: the pairing is one.
    Identity,
    /// As the Miller loop computes them.
    Projective(Vec<Line<Fp2Of<C, N>>>),
    /// Divided by the coefficient of y.
    Normalized(Vec<NormalizedLine<C, N>>),
}

/// `yP - x xP + constant`: the coefficient of y is one.
#[derive(Clone, Copy, Debug)]
struct NormalizedLine<C: BnParams<N>, const N: usize> {
    x: Fp2Of<C, N>,
    constant: Fp2Of<C, N>,
}

impl<C: BnParams<N>, const N: usize> From<G2Affine<C, N>> for G2Prepared<C, N> {
    fn from(q: G2Affine<C, N>) -> Self {
        Self(match twist_affine(&q) {
            None => Lines::Identity,
            Some(q) => Lines::Projective(lines_of::<C, N>(&q)),
        })
    }
}

impl<C: BnParams<N>, const N: usize> G2Prepared<C, N> {
    /// Prepares a point that will be used more than once.
    #[must_use]
    pub fn reusable(q: &G2Affine<C, N>) -> Self {
        let Some(q) = twist_affine(q) else { return Self(Lines::Identity) };
        let lines = lines_of::<C, N>(&q);
        // The coefficient of y is 2YZ or a difference of x-coordinates: not zero in G2.
        let mut inverses: Vec<_> = lines.iter().map(|line| line.y).collect();
        batch_invert(&mut inverses);
        let normalized = lines
            .iter()
            .zip(&inverses)
            .map(|(line, inverse)| NormalizedLine {
                x: line.x * inverse,
                constant: line.constant * inverse,
            })
            .collect();
        Self(Lines::Normalized(normalized))
    }
}

fn lines_of<C: BnParams<N>, const N: usize>(
    q: &TwistAffine<Fp2Of<C, N>>,
) -> Vec<Line<Fp2Of<C, N>>> {
    let digits = const { &loop_digits::<C, N>() };
    let mut lines = Vec::with_capacity(digits.lines());
    for_each_line::<C, _, N>(q, |line| lines.push(line));
    lines
}

/// The coordinates of a point that is not the identity.
pub fn twist_affine<C: BnParams<N>, const N: usize>(
    q: &G2Affine<C, N>,
) -> Option<TwistAffine<Fp2Of<C, N>>> {
    q.xy().map(|(x, y)| TwistAffine { x, y })
}

/// The product of the Miller loops of all terms; identities count as one.
pub fn miller_loop_prepared<C: BnParams<N>, const N: usize>(
    terms: &[(&G1Affine<C, N>, &G2Prepared<C, N>)],
) -> Fp12Of<C, N> {
    let terms: Vec<_> = terms
        .iter()
        .filter_map(|(p, q)| {
            let (x, y) = p.xy()?;
            let p = Evaluation { minus_x: -x, y };
            match &q.0 {
                Lines::Identity => None,
                Lines::Projective(lines) => Some(Term { p, lines: Cursor::Projective(lines) }),
                Lines::Normalized(lines) => Some(Term { p, lines: Cursor::Normalized(lines) }),
            }
        })
        .collect();
    if uses_vector_engine::<C, N>() {
        let terms: Vec<_> = terms.iter().map(|term| (term, term.factors())).collect();
        let multiply = |step, f: PackedFp12<_, N>| {
            let lines = terms.iter().map(|(term, factors)| term.packed_line(step, factors));
            lines.fold(f, |f, line| multiply_packed::<C, N>(&f, &line))
        };
        return loop_over_lines::<C, _, N>(multiply).unpack();
    }
    loop_over_lines::<C, _, N>(|step, f| {
        terms.iter().fold(f, |f, term| term.multiply_into(step, &f))
    })
}

/// The loop, where `multiply` takes a product to its product with the lines of a step.
fn loop_over_lines<C: BnParams<N>, F: Fp12Arith, const N: usize>(
    multiply: impl Fn(usize, F) -> F,
) -> F {
    let mut step = 0;
    let mut f = F::ONE;
    let mut absorb = |f: F| {
        step += 1;
        multiply(step - 1, f)
    };
    let mut is_one = true;
    for digit in const { &loop_digits::<C, N>() }.below_top() {
        if !is_one {
            f = f.square();
        }
        is_one = false;
        f = absorb(f);
        if digit != 0 {
            f = absorb(f);
        }
    }
    if C::U_IS_NEGATIVE {
        f = f.conjugate();
    }
    f = absorb(f);
    absorb(f)
}

struct Term<'a, C: BnParams<N>, const N: usize> {
    p: Evaluation<FpOf<C, N>>,
    lines: Cursor<'a, C, N>,
}

enum Cursor<'a, C: BnParams<N>, const N: usize> {
    Projective(&'a [Line<Fp2Of<C, N>>]),
    Normalized(&'a [NormalizedLine<C, N>]),
}

impl<C: BnParams<N>, const N: usize> Term<'_, C, N> {
    fn multiply_into(&self, step: usize, f: &Fp12Of<C, N>) -> Fp12Of<C, N> {
        match self.lines {
            Cursor::Projective(lines) => lines[step].multiply_into::<C, N>(f, &self.p),
            Cursor::Normalized(lines) => {
                let line = &lines[step];
                let y = Fp2Of::<C, N>::new(self.p.y, Fp::ZERO);
                let x = line.x.mul_by_base(&self.p.minus_x);
                match C::TWIST {
                    Twist::D => f.mul_by_013(&y, &x, &line.constant),
                    Twist::M => f.mul_by_023(&line.constant, &x, &y),
                }
            }
        }
    }

    /// Sixteen times what the coefficients of a line are multiplied by, as [`FpX8::gather`] wants it.
    fn factors(&self) -> FpX8<ModP<C, N>, N> {
        let Evaluation { minus_x, y } = self.p;
        let [one, zero] = [Fp::ONE, Fp::ZERO];
        FpX8::from_array(
            &[y, minus_x, one, zero, y, minus_x, one, zero].map(|x| x * Fp::from_u64(16)),
        )
    }

    /// The line of a step at P, in lanes.
    fn packed_line(&self, step: usize, factors: &FpX8<ModP<C, N>, N>) -> PackedLine {
        let one = Fp2Of::<C, N>::ONE;
        let (y, x, constant) = match self.lines {
            Cursor::Projective(lines) => (&lines[step].y, &lines[step].x, &lines[step].constant),
            Cursor::Normalized(lines) => (&one, &lines[step].x, &lines[step].constant),
        };
        let zero = &Fp::ZERO;
        let lanes = [&y.c0, &x.c0, &constant.c0, zero, &y.c1, &x.c1, &constant.c1, zero];
        PackedLine(*(FpX8::gather(lanes) * *factors).limbs())
    }
}
