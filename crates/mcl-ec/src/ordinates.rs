//! Points from their abscissas, many at once: the square roots of decoders.

use ff::Field;
use mcl_fp::{FieldExt, FieldLanes, VECTOR_LANES};

use crate::{Affine, CurveParams, DecodeError, LengthMismatch};

/// From so many roots on, eight lanes are faster than single ones.
const LANES_PAY_FROM: usize = 2;

impl<C: CurveParams> Affine<C> {
    /// For each x one of the two y for which `(x, y)` is on the curve, if there is one. Which of the two
    /// is not fixed.
    ///
    /// # Errors
    /// [`LengthMismatch`]; nothing is written then.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    pub fn ordinates_vartime(
        x: &[C::Base],
        out: &mut [Option<C::Base>],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(x.len(), out.len())?;
        for (x, out) in x.chunks(VECTOR_LANES).zip(out.chunks_mut(VECTOR_LANES)) {
            if C::Base::has_lanes() && x.len() >= LANES_PAY_FROM {
                out.copy_from_slice(&Self::ordinates_in_lanes(x)[..x.len()]);
            } else {
                for (x, out) in x.iter().zip(out) {
                    *out = Self::curve_equation(x).sqrt_vartime();
                }
            }
        }
        Ok(())
    }

    /// [`Self::ordinates_vartime`] of up to eight elements, in lanes whether or not they are in use.
    #[doc(hidden)]
    #[must_use]
    pub fn ordinates_in_lanes(x: &[C::Base]) -> [Option<C::Base>; VECTOR_LANES] {
        type Lanes<C> = crate::formulas::Lanes<C>;
        let lane = |i| x.get(i).copied().unwrap_or(C::B);
        let x = Lanes::<C>::from_array(&core::array::from_fn(lane));
        let (y, squares) = (x.square() * x + Lanes::<C>::splat(&C::B)).sqrt();
        let y = y.to_array();
        core::array::from_fn(|i| (squares.bits() >> i & 1 == 1).then_some(y[i]))
    }
}

/// What an encoding says of a point `P` with coordinates in `F`.
#[derive(Clone, Copy, Debug)]
pub enum Unfinished<P, F, S> {
    /// All of it.
    Point(P),
    /// The abscissa, and which of the ordinates it is.
    Abscissa(F, S),
}

/// Decodes what `encodings` says, into `out`, as far as both reach.
///
/// `roots` finds one ordinate or none for each abscissa, and `finish` makes the point of both.
pub fn finish_batch<P, F: Field, S: Copy>(
    encodings: impl IntoIterator<Item = Result<Unfinished<P, F, S>, DecodeError>>,
    out: &mut [Result<P, DecodeError>],
    roots: impl Fn(&[F], &mut [Option<F>]),
    finish: impl Fn(F, S, Option<F>) -> Result<P, DecodeError>,
) {
    let mut encodings = encodings.into_iter();
    for out in out.chunks_mut(VECTOR_LANES) {
        let mut x = [F::ZERO; VECTOR_LANES];
        let mut waiting = [None; VECTOR_LANES];
        let mut count = 0;
        // In this order, so that no encoding is taken without a place for it.
        for (i, (out, encoding)) in out.iter_mut().zip(encodings.by_ref()).enumerate() {
            match encoding {
                Ok(Unfinished::Abscissa(abscissa, sign)) => {
                    (x[count], waiting[count]) = (abscissa, Some((i, sign)));
                    count += 1;
                }
                Ok(Unfinished::Point(point)) => *out = Ok(point),
                Err(error) => *out = Err(error),
            }
        }
        let mut y = [None; VECTOR_LANES];
        roots(&x[..count], &mut y[..count]);
        for ((x, y), waiting) in x.iter().zip(y).zip(waiting) {
            if let Some((i, sign)) = waiting {
                out[i] = finish(*x, sign, y);
            }
        }
    }
}
