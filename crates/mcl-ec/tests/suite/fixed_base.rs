//! Fixed-base tables: every width, coverage exactly as stated.

use crate::common::scalars;
use mcl_ec::{FixedBase, Projective, TableParameters, mul_by_words_vartime, mul_vartime};
use proptest::prelude::*;

for_curves!(table:
    every_width,
    whole_scalars,
    coverage_is_exact,
    special_points,
);

mod table {
    use ff::{Field, PrimeField};
    use mcl_ec::{CurveParams, recode};

    use super::*;

    fn check<C: CurveParams>(table: &FixedBase<C>, point: &Projective<C>, k: u64) {
        let covered = table.bits() >= 64 || k >> table.bits() == 0;
        let expected = covered.then(|| mul_by_words_vartime(point, &[k]));
        assert_eq!(Option::from(table.mul_integer(&[k])), expected, "{k} by {table:?}");
        assert_eq!(table.mul_integer_vartime(&[k]), expected, "{k} by {table:?}");
        assert_eq!(table.mul_integer_vartime(&[k, 0, 0]), expected, "{k} by {table:?}");
        assert_eq!(table.mul_vartime(&C::Scalar::from(k)), expected, "{k} by {table:?}");
    }

    pub fn every_width<C: CurveParams>() {
        let point = Projective::<C>::generator().double();
        for width in 2..=9 {
            for bits in [1, 2, 5, 8, 16, 17, 31] {
                let table = FixedBase::new(&point, bits, width).expect("possible parameters");
                assert_eq!((table.bits(), table.width()), (bits, width));
                let limit = 1 << bits;
                for k in [0, 1, 2, 3, limit / 3, limit / 2, limit / 2 + 1, limit - 1, limit] {
                    check(&table, &point, k);
                }
            }
        }
        for k in 0..1 << 9 {
            check(&FixedBase::new(&point, 8, 3).expect("possible parameters"), &point, k);
        }
    }

    pub fn whole_scalars<C: CurveParams>() {
        let point = Projective::<C>::generator().double();
        for width in [4, 5, 8] {
            let table =
                FixedBase::new(&point, C::Scalar::NUM_BITS, width).expect("possible parameters");
            for k in scalars::special::<C::Scalar>() {
                let expected = mul_vartime(&point, &k);
                assert_eq!(table.mul_vartime(&k), Some(expected));
                if width < 8 {
                    assert_eq!(table.mul(&k).expect("covered"), expected);
                }
            }
            proptest!(ProptestConfig::with_cases(100), |(
                k in scalars::scalar::<C::Scalar>(),
            )| {
                prop_assert_eq!(table.mul(&k).expect("covered"), mul_vartime(&point, &k));
            });
        }
    }

    pub fn coverage_is_exact<C: CurveParams>() {
        let point = Projective::<C>::generator();
        for bits in [63, 64, 65, 127, 128, 130] {
            let table = FixedBase::new(&point, bits, 4).expect("possible parameters");
            let mut limit = [0; 4];
            limit[bits as usize / 64] = 1 << (bits % 64);
            let last = scalars::from_words::<C::Scalar>(&limit) - C::Scalar::ONE;
            assert_eq!(table.mul(&last).expect("covered"), mul_vartime(&point, &last));
            assert_eq!(table.mul_vartime(&last), Some(mul_vartime(&point, &last)));
            for high in [0, 1, u64::MAX] {
                limit[3] |= high;
                assert!(bool::from(table.mul_integer(&limit).is_none()));
                assert_eq!(table.mul_integer_vartime(&limit), None);
            }
            let largest = -C::Scalar::ONE;
            assert!(bool::from(table.mul(&largest).is_none()));
            assert_eq!(table.mul_vartime(&largest), None);
            let words = recode::scalar_words(&last);
            assert_eq!(table.mul_integer_vartime(&words), Some(mul_vartime(&point, &last)));
        }
        for (bits, width) in [(0, 4), (1025, 4), (64, 1), (64, 17), (64, 0), (u32::MAX, 8)] {
            let error = FixedBase::new(&point, bits, width).expect_err("impossible parameters");
            assert_eq!(error, TableParameters { bits, width });
        }
    }

    pub fn special_points<C: CurveParams>() {
        let p = Projective::<C>::generator();
        for point in [Projective::identity(), p, -p, p.double(), -p.double()] {
            let table = FixedBase::new(&point, 64, 4).expect("possible parameters");
            for k in [0, 1, 2, 0x8888_8888_8888_8888, u64::MAX] {
                check(&table, &point, k);
            }
        }
    }
}
