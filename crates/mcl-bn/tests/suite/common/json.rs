//! Typed access to the cases of a vector file that notices what a test leaves unread.

use std::cell::RefCell;
use std::collections::BTreeSet;

use mcl_bn::{BnParams, G1Affine, G2Affine, Gt};
use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value};

use super::{Fp, Fp2, Fp12};

/// A value as the vector files write it.
pub trait Read: Sized {
    fn read(value: &Value) -> Self;
}

/// One case: an object whose members are all to be read.
pub struct Case<'a> {
    members: &'a Map<String, Value>,
    unread: RefCell<BTreeSet<&'a str>>,
}

impl<'a> Case<'a> {
    pub fn new(value: &'a Value) -> Self {
        let members = value.as_object().expect("a case is an object");
        Self { members, unread: RefCell::new(members.keys().map(String::as_str).collect()) }
    }

    pub fn get<T: Read>(&self, member: &str) -> T {
        T::read(self.raw(member))
    }

    pub fn raw(&self, member: &str) -> &'a Value {
        self.unread.borrow_mut().remove(member);
        &self.members[member]
    }

    /// Asserts that everything but `skipped` has been read.
    pub fn finish(self, skipped: &[&str]) {
        let skipped: BTreeSet<_> = skipped.iter().copied().collect();
        assert_eq!(self.unread.into_inner(), skipped, "members that no test reads");
    }
}

/// Runs a check on every case of a section, which must have some. The check must read all members
/// but `skipped`.
pub fn for_each_case(section: &Value, skipped: &[&str], check: impl Fn(&Case<'_>)) {
    let cases = section.as_array().expect("a section is a list of cases");
    assert!(!cases.is_empty(), "a section without cases tests nothing");
    for value in cases {
        let case = Case::new(value);
        check(&case);
        case.finish(skipped);
    }
}

/// Plain hexadecimal bytes.
pub struct Hex(pub Vec<u8>);

impl Read for Hex {
    fn read(value: &Value) -> Self {
        Self(hex::decode(String::read(value)).expect("hexadecimal"))
    }
}

impl Read for String {
    fn read(value: &Value) -> Self {
        value.as_str().expect("a text").to_owned()
    }
}

impl Read for bool {
    fn read(value: &Value) -> Self {
        value.as_bool().expect("true or false")
    }
}

impl Read for usize {
    fn read(value: &Value) -> Self {
        value.as_u64().and_then(|x| x.try_into().ok()).expect("a small number")
    }
}

impl Read for BigInt {
    fn read(value: &Value) -> Self {
        let text = value.as_str().expect("an integer is a text");
        let (negative, digits) =
            text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let digits = digits.strip_prefix("0x").expect("a prefix");
        let magnitude = BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits");
        if negative { -Self::from(magnitude) } else { magnitude.into() }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Self {
        (!value.is_null()).then(|| T::read(value))
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Self {
        value.as_array().expect("a list").iter().map(T::read).collect()
    }
}

impl<P: mcl_fp::PrimeParams<N>, const N: usize> Read for mcl_fp::Fp<P, N> {
    fn read(value: &Value) -> Self {
        value.as_str().expect("an integer is a text").parse().expect("an element of the field")
    }
}

impl<P: mcl_tower::Fp2Params<N>, const N: usize> Read for mcl_tower::Fp2<P, N> {
    fn read(value: &Value) -> Self {
        let [c0, c1] = Vec::read(value).try_into().expect("two coefficients");
        Self::new(c0, c1)
    }
}

impl<P: mcl_tower::Fp2Params<N>, const N: usize> Read for mcl_tower::Fp12<mcl_tower::Fp2<P, N>> {
    fn read(value: &Value) -> Self {
        let coefficients: Vec<mcl_fp::Fp<P, N>> = Vec::read(value);
        assert_eq!(coefficients.len(), 12);
        let pair = |i: usize| mcl_tower::Fp2::new(coefficients[2 * i], coefficients[2 * i + 1]);
        Self::from_coefficients([0, 1, 2, 3, 4, 5].map(pair))
    }
}

fn coordinates<F: Read>(value: &Value) -> Option<(F, F)> {
    if value.is_null() {
        return None;
    }
    let point = Case::new(value);
    let xy = (point.get("x"), point.get("y"));
    point.finish(&[]);
    Some(xy)
}

impl<C: BnParams<N>, const N: usize> Read for G1Affine<C, N> {
    fn read(value: &Value) -> Self {
        coordinates::<Fp<C, N>>(value)
            .map_or(Self::identity(), |(x, y)| Self::from_xy(x, y).expect("in G1"))
    }
}

impl<C: BnParams<N>, const N: usize> Read for G2Affine<C, N> {
    fn read(value: &Value) -> Self {
        coordinates::<Fp2<C, N>>(value)
            .map_or(Self::identity(), |(x, y)| Self::from_xy(x, y).expect("in G2"))
    }
}

impl<C: BnParams<N>, const N: usize> Read for Gt<C, N> {
    fn read(value: &Value) -> Self {
        Self::from_fp12(&Fp12::<C, N>::read(value)).expect("in Gt")
    }
}
