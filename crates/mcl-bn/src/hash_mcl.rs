//! mcl's own maps and hashes to G1 and G2, older than RFC 9380.
//!
//! They are here for data that exist. For new protocols there is `hash_to_curve`: mcl's maps reach
//! about half of the points (mode 0), or take a time that depends on the message (mode 1).

use ff::Field;
use mcl_ec::{Affine, CubicEndomorphism, CurveParams, Projective, ProjectiveX8};
use mcl_fp::{FieldExt, FieldLanes, Fp, LaneMask, PrimeParams, Uint, VECTOR_LANES};
use mcl_tower::Fp2;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::fields::{Fp2Of, FpOf, ModP};
use crate::{BnParams, G1, G1Curve, G2, G2Curve, subgroup};

/// The point that mode 0 maps an element other than zero to. No subgroup is reached.
///
/// `s` is the square root of -3 that is a square itself, `c` is `(s - 1)/2`, a cube root of unity,
/// and `third` is 1/3.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// Fouque and Tibouchi, "Indifferentiable hashing to Barreto-Naehrig curves", 2012, section 3,
/// after Shallue and van de Woestijne. With `d = 1 + b + t^2` and `w = s t/d`, the first of
/// `c - t w`, `-1 - (c - t w)` and `1 + 1/w^2` which is the x of a point is taken. All three come
/// from `1/(t d)`.
fn fouque_tibouchi<C: CurveParams>(
    t: &C::Base,
    s: &C::Base,
    c: &C::Base,
    third: &C::Base,
) -> CtOption<Affine<C>> {
    let one = C::Base::ONE;
    let d = one + C::B + t.square();
    let inverse = (d * t).invert();
    let is_defined = inverse.is_some();
    let inverse = inverse.unwrap_or(C::Base::ZERO);
    let g = |x: &C::Base| x.square() * x + C::B;
    // 1/d = inverse t, and 1/w^2 = -d^2/(3 t^2) = -(d^2 inverse)^2/3.
    let x1 = *c - t.square() * t * inverse * s;
    let x2 = -one - x1;
    let x3 = one - (d.square() * inverse).square() * third;
    let first = g(&x1).is_square();
    let second = g(&x2).is_square() & !first;
    let mut x = C::Base::conditional_select(&x3, &x1, first);
    x.conditional_assign(&x2, second);
    let root = g(&x).sqrt();
    let is_point = is_defined & root.is_some();
    let y = root.unwrap_or(C::Base::ZERO);
    let y = C::Base::conditional_select(&-y, &y, t.is_square());
    CtOption::new(Affine::from_xy_unchecked(x, y), is_point)
}

/// The points that mode 0 maps eight elements to, side by side, and the lanes in which there is one.
///
/// # Timing
/// Constant time.
///
/// # Algorithm
/// As [`fouque_tibouchi`]. The three x are those of [`mcl_ec::map_to_curve_svdw_x8`] with `Z = 1`, so the product
/// of the three `x^3 + b` has a known root: with `y = 1/w` it is `-y^3/(1 + b)` times the first two.
fn fouque_tibouchi_x8<C: CurveParams>(
    t: &[C::Base; VECTOR_LANES],
    [s, c, third]: [C::Base; 3],
) -> (ProjectiveX8<C>, LaneMask) {
    type L<C> = <<C as CurveParams>::Base as FieldExt>::Lanes;
    let one = L::<C>::ONE;
    let [s, c, third, b] = [s, c, third, C::B].map(|x| L::<C>::splat(&x));
    let t = L::<C>::from_array(t);
    let g = |x: &L<C>| x.square().times(x).plus(&b);
    let g1 = one.plus(&b);
    let tt = t.square();
    let d = g1.plus(&tt);
    let dt = d.times(&t);
    // 1/(d t) and 1/(1 + b) from the inverse of the product.
    let inverse_of_all = dt.times(&g1).invert_or_zero();
    let inverse = inverse_of_all.times(&g1);
    let inverse_of_g1 = inverse_of_all.times(&dt);
    let x1 = c.minus(&tt.times(&t).times(&inverse).times(&s));
    let x2 = -one.plus(&x1);
    // d/t; its square divided by -3 is 1/w^2, and 1/s is -s/3.
    let d_over_t = d.square().times(&inverse);
    let x3 = one.minus(&d_over_t.square().times(&third));
    let minus_y = d_over_t.times(&s).times(&third);
    let x = [x1, x2, x3];
    let gx = [g(&x1), g(&x2), g(&x3)];
    let root = minus_y.square().times(&minus_y).times(&inverse_of_g1);
    let root = root.times(&gx[0].times(&gx[1]));
    let (y, [first, second]) = L::<C>::root_of_first_square(gx.each_ref(), &root);
    let select =
        |x: &[L<C>; 3]| L::<C>::select(first, &x[0], &L::<C>::select(second, &x[1], &x[2]));
    let (x, gx) = (select(&x), select(&gx));
    let is_point = y.square().minus(&gx).zeros() & !dt.zeros();
    let points = ProjectiveX8::from_xyz_unchecked(x, y.fixed_root(&t), one);
    (ProjectiveX8::select(is_point, &points, &ProjectiveX8::identity()), is_point)
}

/// The point with the first x from t on.
///
/// # Timing
/// Variable time: the number of steps depends on the element.
fn try_and_increment<C: CurveParams>(t: &C::Base) -> Affine<C> {
    let mut x = *t;
    loop {
        let y2 = x.square() * x + C::B;
        // About every second x has a y. A symbol costs less than a root that is none.
        if y2.is_square_vartime()
            && let Some(y) = y2.sqrt_vartime()
        {
            return Affine::from_xy_unchecked(x, y);
        }
        x += C::Base::ONE;
    }
}

/// The constants of mode 0 in Fp.
struct Constants<F> {
    s: F,
    c: F,
    third: F,
}

impl<C: BnParams<N>, const N: usize> G1Curve<C, N> {
    /// `c` is the cube root of unity of the endomorphism; twice that plus one squares to -3.
    const MODE_0: Constants<FpOf<C, N>> = {
        let c = Self::BETA;
        let s = c.const_add(&c).const_add(&Fp::ONE);
        let three = Fp::from_u64(3);
        assert!(s.const_mul(&s).const_eq_vartime(&three.const_neg()), "s^2 = -3");
        Constants { s, c, third: crate::svdw::third::<C, N>() }
    };

    /// Where mode 0 maps zero, if `b + 1` is a square: `c^3 = 1`, so c is the x of a point then.
    const AT_ZERO: Option<Affine<Self>> = {
        let square = <Self as CurveParams>::B.const_add(&Fp::ONE);
        // (p + 1)/4, rounded up.
        let exponent = ModP::<C, N>::MODULUS.shr_vartime(2).wrapping_add(&Uint::ONE);
        let y = square.const_pow_vartime(&exponent);
        if y.const_mul(&y).const_eq_vartime(&square) {
            Some(Affine::from_xy_unchecked(Self::MODE_0.c, y))
        } else {
            None
        }
    };
}

impl<C: BnParams<N>, const N: usize> G1<C, N> {
    /// mcl's mapToG1, mode 0, the default of every curve there.
    ///
    /// There is none for some inputs: for a t with `1 + b + t^2 = 0`, and for zero where `b + 1` is
    /// not a square.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    ///
    /// # Algorithm
    /// Fouque and Tibouchi, "Indifferentiable hashing to Barreto-Naehrig curves", 2012. The root
    /// is that of `Fp::sqrt`, negated where t is not a square.
    #[must_use]
    pub fn map_to_mcl(t: &FpOf<C, N>) -> CtOption<Self> {
        let Constants { s, c, third } = G1Curve::<C, N>::MODE_0;
        let point = fouque_tibouchi::<G1Curve<C, N>>(t, &s, &c, &third);
        let is_point = point.is_some();
        let point = Self(point.unwrap_or(Affine::identity()).to_projective());
        Self::with_image_of_zero(&point, is_point, t)
    }

    /// The image of an element, from that of an element other than zero.
    fn with_image_of_zero(point: &Self, is_point: Choice, t: &FpOf<C, N>) -> CtOption<Self> {
        let (at_zero, has_image) = match const { &G1Curve::<C, N>::AT_ZERO } {
            Some(point) => (Self(point.to_projective()), Choice::from(1)),
            None => (Self::identity(), Choice::from(0)),
        };
        let is_zero = t.ct_eq(&Fp::ZERO);
        CtOption::new(
            Self::conditional_select(point, &at_zero, is_zero),
            Choice::conditional_select(&is_point, &has_image, is_zero),
        )
    }

    /// [`Self::map_to_mcl`] of eight elements, in lanes whether or not the engine is in use.
    #[doc(hidden)]
    #[must_use]
    pub fn map_to_mcl_in_lanes(t: &[FpOf<C, N>; VECTOR_LANES]) -> [CtOption<Self>; VECTOR_LANES] {
        let Constants { s, c, third } = G1Curve::<C, N>::MODE_0;
        let (points, are_points) = fouque_tibouchi_x8::<G1Curve<C, N>>(t, [s, c, third]);
        let points = points.to_array();
        core::array::from_fn(|lane| {
            let is_point = Choice::from(are_points.bits() >> lane & 1);
            Self::with_image_of_zero(&Self(points[lane]), is_point, &t[lane])
        })
    }

    /// mcl's mapToG1, mode 1: the first point whose x is t, t + 1, t + 2, ...
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn map_to_mcl_try_and_increment_vartime(t: &FpOf<C, N>) -> Self {
        Self(try_and_increment::<G1Curve<C, N>>(t).to_projective())
    }

    /// mcl's hashAndMapToG1, mode 0: [`Self::map_to_mcl`] of mcl's hash of the message to Fp.
    ///
    /// There is none for a message whose hash is not mapped; none is known.
    ///
    /// # Timing
    /// Constant time in the message but for its length.
    #[cfg(feature = "hash")]
    #[must_use]
    pub fn hash_and_map_mcl(message: &[u8]) -> CtOption<Self> {
        Self::map_to_mcl(&Fp::set_hash_of(message))
    }

    /// mcl's hashAndMapToG1, mode 1.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[cfg(feature = "hash")]
    #[must_use]
    pub fn hash_and_map_mcl_try_and_increment_vartime(message: &[u8]) -> Self {
        Self::map_to_mcl_try_and_increment_vartime(&Fp::set_hash_of(message))
    }
}

impl<C: BnParams<N>, const N: usize> G2<C, N> {
    /// mcl's mapToG2, mode 0, the default of every curve there.
    ///
    /// There is none for t = 0, and for a t with `1 + b' + t^2 = 0`.
    ///
    /// # Timing
    /// Constant time but for the outcome.
    ///
    /// # Algorithm
    /// As [`G1::map_to_mcl`] on the twist; then the cofactor is cleared as in `hash_to_curve`.
    #[must_use]
    pub fn map_to_mcl(t: &Fp2Of<C, N>) -> CtOption<Self> {
        let in_fp2 = |x: FpOf<C, N>| Fp2::new(x, Fp::ZERO);
        let Constants { s, c, third } = G1Curve::<C, N>::MODE_0;
        fouque_tibouchi::<G2Curve<C, N>>(t, &in_fp2(s), &in_fp2(c), &in_fp2(third))
            .map(|point| Self(subgroup::clear_cofactor(&point.to_projective())))
    }

    /// [`Self::map_to_mcl`] of eight elements, in lanes whether or not the engine is in use.
    #[doc(hidden)]
    #[must_use]
    pub fn map_to_mcl_in_lanes(t: &[Fp2Of<C, N>; VECTOR_LANES]) -> [CtOption<Self>; VECTOR_LANES] {
        let Constants { s, c, third } = G1Curve::<C, N>::MODE_0;
        let constants = [s, c, third].map(|x| Fp2::new(x, Fp::ZERO));
        let (points, are_points) = fouque_tibouchi_x8::<G2Curve<C, N>>(t, constants);
        let points = subgroup::clear_cofactor(&points).to_array();
        core::array::from_fn(|lane| {
            CtOption::new(Self(points[lane]), Choice::from(are_points.bits() >> lane & 1))
        })
    }

    /// mcl's mapToG2, mode 1: the first point whose x is t, t + 1, t + 2, ..., then the cofactor is
    /// cleared.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[must_use]
    pub fn map_to_mcl_try_and_increment_vartime(t: &Fp2Of<C, N>) -> Self {
        let point: Projective<_> = try_and_increment::<G2Curve<C, N>>(t).to_projective();
        Self(subgroup::clear_cofactor(&point))
    }

    /// mcl's hashAndMapToG2, mode 0: [`Self::map_to_mcl`] of mcl's hash of the message to Fp, taken
    /// as a real part.
    ///
    /// There is none for a message whose hash is not mapped; none is known.
    ///
    /// # Timing
    /// Constant time in the message but for its length.
    #[cfg(feature = "hash")]
    #[must_use]
    pub fn hash_and_map_mcl(message: &[u8]) -> CtOption<Self> {
        Self::map_to_mcl(&Fp2::new(Fp::set_hash_of(message), Fp::ZERO))
    }

    /// mcl's hashAndMapToG2, mode 1.
    ///
    /// # Timing
    /// Variable time: public inputs only.
    #[cfg(feature = "hash")]
    #[must_use]
    pub fn hash_and_map_mcl_try_and_increment_vartime(message: &[u8]) -> Self {
        Self::map_to_mcl_try_and_increment_vartime(&Fp2::new(Fp::set_hash_of(message), Fp::ZERO))
    }
}
