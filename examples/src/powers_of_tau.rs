//! Powers-of-tau files of snarkjs: the layout, and the equations that the points have to satisfy.
//!
//! A file holds, for unknown tau, alpha and beta, with g1 and g2 the generators and N = 2^power:
//!
//! | section | points | number |
//! |---|---|---|
//! | 2 | `tau^i g1` | 2N - 1 |
//! | 3 | `tau^i g2` | N |
//! | 4, 5 | `alpha tau^i g1`, `beta tau^i g1` | N |
//! | 6 | `beta g2` | 1 |
//! | 12 | Lagrange bases of 2: blocks of 1, 2, 4, ... points | 4N - 1 |
//! | 13, 14, 15 | Lagrange bases of 3, 4, 5 | 2N - 1 |
//!
//! Sections 12 to 15 are optional. Sections start with their type (4 bytes) and length (8 bytes), after the
//! magic number `ptau`, the version and the number of sections. All integers are little endian.
//!
//! The contributions in section 7 are not verified: that somebody honest took part is for their chain of
//! signatures to show, not for the points.

use std::collections::BTreeMap;
use std::fmt;

use ff::{Field, PrimeField};
use mcl_bn::encodings::snarkjs::Binary;
use mcl_bn::encodings::{BatchError, Decoding, Point, decode_batch};
use mcl_bn::pairing_check;
use mcl_bn::snark1::{Fp, Fr, G1, G1Affine, G2, G2Affine};
use rand::{CryptoRng, Rng};

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// It is not a file of this kind.
    Layout(&'static str),
    /// A section is missing or has another length than the header asks for.
    Section(u32),
    /// A section has bytes that are not a point of its group.
    Point {
        /// The section.
        section: u32,
        /// Which point, and why.
        error: BatchError,
    },
    /// The points do not satisfy an equation.
    Equation(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(what) => write!(f, "not a powers-of-tau file: {what}"),
            Self::Section(section) => {
                write!(f, "section {section} is missing or has a wrong length")
            }
            Self::Point { section, error } => write!(f, "section {section}, {error}"),
            Self::Equation(what) => write!(f, "inconsistent: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// The points of a file, all of them checked to be in their groups.
pub struct PowersOfTau {
    /// The logarithm of N.
    pub power: u32,
    tau_g1: Vec<G1Affine>,
    tau_g2: Vec<G2Affine>,
    alpha_g1: Vec<G1Affine>,
    beta_g1: Vec<G1Affine>,
    beta_g2: Vec<G2Affine>,
    lagrange_g1: [Option<Vec<G1Affine>>; 3],
    lagrange_g2: Option<Vec<G2Affine>>,
}

/// Sections and other steps of [`PowersOfTau::read`] and [`PowersOfTau::verify`] together.
pub const STEPS: u64 = 9 + 9;

/// Powers are below the 2-adicity of r - 1: the last block of section 12 takes roots of unity of
/// order 2N.
const POWER_LIMIT: u32 = Fr::S;

impl PowersOfTau {
    /// Reads a file and calls `step` after each of its sections.
    ///
    /// # Errors
    /// [`Error::Layout`], [`Error::Section`], [`Error::Point`].
    pub fn read(
        file: &[u8],
        rng: &mut impl CryptoRng,
        mut step: impl FnMut(),
    ) -> Result<Self, Error> {
        let sections = sections(file)?;
        let power = header(sections.get(&1).ok_or(Error::Section(1))?)?;
        let n = 1 << power;
        let file = Self {
            power,
            tau_g1: points(&sections, 2, 2 * n - 1, rng, &mut step)?,
            tau_g2: points(&sections, 3, n, rng, &mut step)?,
            alpha_g1: points(&sections, 4, n, rng, &mut step)?,
            beta_g1: points(&sections, 5, n, rng, &mut step)?,
            beta_g2: points(&sections, 6, 1, rng, &mut step)?,
            lagrange_g1: [
                optional(&sections, 12, 4 * n - 1, rng, &mut step)?,
                optional(&sections, 14, 2 * n - 1, rng, &mut step)?,
                optional(&sections, 15, 2 * n - 1, rng, &mut step)?,
            ],
            lagrange_g2: optional(&sections, 13, 2 * n - 1, rng, &mut step)?,
        };
        Ok(file)
    }

    /// Whether the points are powers of one tau, times alpha and beta, and the Lagrange bases belong to
    /// them; calls `step` after each of the equations.
    ///
    /// Equations are checked for random linear combinations of the points: with a false file the result
    /// is right but for a probability of `2^-120` or so.
    ///
    /// # Errors
    /// [`Error::Equation`].
    pub fn verify(&self, rng: &mut impl CryptoRng, mut step: impl FnMut()) -> Result<(), Error> {
        let mut check = |holds: bool, what| {
            step();
            if holds { Ok(()) } else { Err(Error::Equation(what)) }
        };
        let (g1, g2) = (G1Affine::generator(), G2Affine::generator());
        check(
            self.tau_g1[0] == g1 && self.tau_g2[0] == g2 && !self.has_identity(),
            "the powers do not begin with the generators, or a point is the identity",
        )?;
        // tau in G1 and G2: e(tau g1, g2) = e(g1, tau g2). N = 1 has no tau in G2.
        let tau = (self.tau_g1.get(1).copied()).zip(self.tau_g2.get(1).copied());
        let (tau_g1, tau_g2) = tau.ok_or(Error::Equation("a ceremony of one power"))?;
        check(equal_pairings((tau_g1, g2), (g1, tau_g2)), "tau differs between G1 and G2")?;
        // Each point is tau times the one before it.
        for (points, what) in [
            (&self.tau_g1, "section 2 is no sequence of powers of tau"),
            (&self.alpha_g1, "section 4 is no sequence of powers of tau times alpha"),
            (&self.beta_g1, "section 5 is no sequence of powers of tau times beta"),
        ] {
            let weights = random_weights(points.len() - 1, rng);
            let low = sum_g1(&points[..points.len() - 1], &weights);
            let high = sum_g1(&points[1..], &weights);
            check(equal_pairings((high, g2), (low, tau_g2)), what)?;
        }
        let weights = random_weights(self.tau_g2.len() - 1, rng);
        let low = sum_g2(&self.tau_g2[..self.tau_g2.len() - 1], &weights);
        let high = sum_g2(&self.tau_g2[1..], &weights);
        let holds = equal_pairings((g1, high), (tau_g1, low));
        check(holds, "section 3 is no sequence of powers of tau")?;
        let holds = equal_pairings((self.beta_g1[0], g2), (g1, self.beta_g2[0]));
        check(holds, "beta differs between G1 and G2")?;

        let rho = Fr::random(rng);
        let mut holds = true;
        for (lagrange, monomials) in
            self.lagrange_g1.iter().zip([&self.tau_g1, &self.alpha_g1, &self.beta_g1])
        {
            for (block, powers) in blocks(lagrange.as_deref().unwrap_or(&[]), monomials) {
                let (weights, values) = lagrange_weights(&rho, block.len());
                let expected = sum_g1(powers, &weights[..powers.len()]);
                holds &= sum_g1(block, &values) == expected;
            }
        }
        check(holds, "sections 12, 14 or 15 are not the Lagrange bases of 2, 4 and 5")?;
        let mut holds = true;
        for (block, powers) in blocks(self.lagrange_g2.as_deref().unwrap_or(&[]), &self.tau_g2) {
            let (weights, values) = lagrange_weights(&rho, block.len());
            holds &= sum_g2(block, &values) == sum_g2(powers, &weights[..powers.len()]);
        }
        check(holds, "section 13 is not the Lagrange bases of 3")
    }

    fn has_identity(&self) -> bool {
        let g1 = self.tau_g1.iter().chain(&self.alpha_g1).chain(&self.beta_g1);
        let mut g2 = self.tau_g2.iter().chain(&self.beta_g2);
        g1.clone().any(|point| point.is_identity().into())
            || g2.any(|point| point.is_identity().into())
    }
}

/// The sections of a file by their type.
fn sections(file: &[u8]) -> Result<BTreeMap<u32, &[u8]>, Error> {
    let mut rest = file.strip_prefix(b"ptau").ok_or(Error::Layout("no magic number"))?;
    if take_u32(&mut rest) != Some(1) {
        return Err(Error::Layout("another version than 1"));
    }
    let count = take_u32(&mut rest).ok_or(Error::Layout("cut short"))?;
    let mut sections = BTreeMap::new();
    for _ in 0..count {
        let section = take_u32(&mut rest).ok_or(Error::Layout("cut short"))?;
        let length = rest.split_off(..8).and_then(|bytes| bytes.try_into().ok());
        let length = length.map(u64::from_le_bytes).ok_or(Error::Layout("cut short"))?;
        let length = usize::try_from(length).map_err(|_| Error::Layout("a section is too long"))?;
        let body = rest.split_off(..length).ok_or(Error::Layout("cut short"))?;
        if sections.insert(section, body).is_some() {
            return Err(Error::Layout("a section occurs twice"));
        }
    }
    if rest.is_empty() { Ok(sections) } else { Err(Error::Layout("bytes after the last section")) }
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.split_off(..4)?.try_into().ok()?))
}

/// The power of the file, from section 1: the length of p, p, the power, that of the whole ceremony.
fn header(mut section: &[u8]) -> Result<u32, Error> {
    if take_u32(&mut section) != Some(Fp::BYTES as u32) {
        return Err(Error::Layout("another curve than alt_bn128"));
    }
    let p = section.split_off(..Fp::BYTES).ok_or(Error::Section(1))?;
    if p != Fp::modulus().to_le_bytes().as_ref() {
        return Err(Error::Layout("another curve than alt_bn128"));
    }
    let power = take_u32(&mut section).ok_or(Error::Section(1))?;
    if take_u32(&mut section).is_none() || !section.is_empty() {
        return Err(Error::Section(1));
    }
    if power < POWER_LIMIT { Ok(power) } else { Err(Error::Layout("the power is too large")) }
}

fn points<P: Point>(
    sections: &BTreeMap<u32, &[u8]>,
    section: u32,
    count: usize,
    rng: &mut impl CryptoRng,
    step: &mut impl FnMut(),
) -> Result<Vec<P>, Error> {
    let bytes = sections.get(&section).ok_or(Error::Section(section))?;
    if bytes.len() != count * <Binary as Decoding<P>>::LENGTH {
        return Err(Error::Section(section));
    }
    let points =
        decode_batch::<Binary, P>(bytes, rng).map_err(|error| Error::Point { section, error })?;
    step();
    Ok(points)
}

fn optional<P: Point>(
    sections: &BTreeMap<u32, &[u8]>,
    section: u32,
    count: usize,
    rng: &mut impl CryptoRng,
    step: &mut impl FnMut(),
) -> Result<Option<Vec<P>>, Error> {
    if sections.contains_key(&section) {
        return points(sections, section, count, rng, step).map(Some);
    }
    step();
    Ok(None)
}

/// The blocks of 1, 2, 4, ... points, each with the monomials that it belongs to: as many, or all.
fn blocks<'a, P>(
    mut lagrange: &'a [P],
    monomials: &'a [P],
) -> impl Iterator<Item = (&'a [P], &'a [P])> {
    let mut size = 1;
    std::iter::from_fn(move || {
        let block = lagrange.split_off(..size)?;
        let powers = &monomials[..size.min(monomials.len())];
        size *= 2;
        Some((block, powers))
    })
}

/// The powers `rho^i`, and for each n-th root of unity w^k the value `sum_i (rho w^k)^i`, `i < n`.
///
/// A block `L_k` is the inverse Fourier transform of the monomials `T_i`: `n L_k = sum_i w^(-ik) T_i`.
/// Then `sum_k (sum_i (rho w^k)^i) L_k = sum_i rho^i T_i`.
fn lagrange_weights(rho: &Fr, n: usize) -> (Vec<Fr>, Vec<Fr>) {
    let weights: Vec<Fr> = powers(Fr::ONE, *rho, n);
    let root = (n.ilog2()..Fr::S).fold(Fr::ROOT_OF_UNITY, |root, _| root.square());
    // A geometric series: ((rho w^k)^n - 1)/(rho w^k - 1), where (w^k)^n = 1.
    let mut values: Vec<Fr> = powers(*rho, root, n).into_iter().map(|x| x - Fr::ONE).collect();
    mcl_fp::batch_invert(&mut values);
    let numerator = rho.pow_vartime([n as u64]) - Fr::ONE;
    (weights, values.into_iter().map(|inverse| inverse * numerator).collect())
}

/// `first`, `first ratio`, `first ratio^2`, ...
fn powers(first: Fr, ratio: Fr, count: usize) -> Vec<Fr> {
    std::iter::successors(Some(first), |power| Some(*power * ratio)).take(count).collect()
}

/// Random integers of 128 bits.
fn random_weights(count: usize, rng: &mut impl Rng) -> Vec<Fr> {
    let mut weight = || {
        let mut bytes = [0; 16];
        rng.fill_bytes(&mut bytes);
        Fr::from_le_bytes_mod(&bytes)
    };
    (0..count).map(|_| weight()).collect()
}

fn sum_g1(points: &[G1Affine], weights: &[Fr]) -> G1Affine {
    G1::msm_vartime(points, weights).unwrap_or_else(|_| unreachable!("equal lengths")).into()
}

fn sum_g2(points: &[G2Affine], weights: &[Fr]) -> G2Affine {
    G2::msm_vartime(points, weights).unwrap_or_else(|_| unreachable!("equal lengths")).into()
}

/// Whether `e(P, Q) = e(R, S)`.
fn equal_pairings((p, q): (G1Affine, G2Affine), (r, s): (G1Affine, G2Affine)) -> bool {
    pairing_check(&[(p, q), (-r, s)])
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use mcl_bn::DecodeError;
    use mcl_bn::encodings::Encoding;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    const FILE: &[u8] = include_bytes!("../data/pot4_final.ptau");

    fn check(file: &[u8]) -> Result<u64, Error> {
        let mut rng = StdRng::seed_from_u64(1);
        let mut steps = 0;
        let points = PowersOfTau::read(file, &mut rng, || steps += 1)?;
        points.verify(&mut rng, || steps += 1)?;
        Ok(steps)
    }

    /// Where the body of a section lies.
    fn body(section: u32) -> Range<usize> {
        let body = sections(FILE).expect("the layout is right")[&section];
        let start = body.as_ptr() as usize - FILE.as_ptr() as usize;
        start..start + body.len()
    }

    /// The file with two points of a section swapped.
    fn swapped(section: u32, i: usize, j: usize, length: usize) -> Vec<u8> {
        let mut file = FILE.to_vec();
        let start = body(section).start;
        for k in 0..length {
            file.swap(start + i * length + k, start + j * length + k);
        }
        file
    }

    #[test]
    fn the_shipped_file_is_consistent() {
        assert_eq!(check(FILE), Ok(STEPS));
    }

    #[test]
    fn swapped_points_are_found() {
        for (section, i, j, what) in [
            (2, 3, 4, "section 2 is no sequence of powers of tau"),
            (2, 29, 30, "section 2 is no sequence of powers of tau"),
            (2, 0, 1, "the powers do not begin with the generators, or a point is the identity"),
            (4, 0, 15, "section 4 is no sequence of powers of tau times alpha"),
            (5, 7, 8, "section 5 is no sequence of powers of tau times beta"),
            (12, 5, 6, "sections 12, 14 or 15 are not the Lagrange bases of 2, 4 and 5"),
            (12, 61, 62, "sections 12, 14 or 15 are not the Lagrange bases of 2, 4 and 5"),
            (14, 1, 2, "sections 12, 14 or 15 are not the Lagrange bases of 2, 4 and 5"),
            (15, 29, 30, "sections 12, 14 or 15 are not the Lagrange bases of 2, 4 and 5"),
        ] {
            assert_eq!(check(&swapped(section, i, j, 64)), Err(Error::Equation(what)));
        }
        let what = "section 3 is no sequence of powers of tau";
        assert_eq!(check(&swapped(3, 2, 15, 128)), Err(Error::Equation(what)));
        let what = "section 13 is not the Lagrange bases of 3";
        assert_eq!(check(&swapped(13, 3, 4, 128)), Err(Error::Equation(what)));
    }

    #[test]
    fn replaced_points_are_found() {
        let mut file = FILE.to_vec();
        let at = body(2).start + 5 * 64;
        let point: G1Affine = Binary::decode(&file[at..at + 64]).expect("a point");
        file[at..at + 64].copy_from_slice(Binary::encode(&-point).as_ref());
        let what = "section 2 is no sequence of powers of tau";
        assert_eq!(check(&file), Err(Error::Equation(what)));

        file[at..at + 64].fill(0);
        let what = "the powers do not begin with the generators, or a point is the identity";
        assert_eq!(check(&file), Err(Error::Equation(what)));

        file[at] = 1;
        let error = BatchError { index: 5, error: DecodeError::NotOnCurve };
        assert_eq!(check(&file), Err(Error::Point { section: 2, error }));
        file[at..at + 32].fill(0xff);
        let error = BatchError { index: 5, error: DecodeError::NotCanonical };
        assert_eq!(check(&file), Err(Error::Point { section: 2, error }));

        let mut file = FILE.to_vec();
        let at = body(6).start;
        let generator = Binary::encode(&G2Affine::generator());
        file[at..at + 128].copy_from_slice(generator.as_ref());
        assert_eq!(check(&file), Err(Error::Equation("beta differs between G1 and G2")));
        // Another tau in G2 alone.
        let mut file = FILE.to_vec();
        let section = body(3);
        let other = Fr::from_u64(7);
        let mut point = G2::generator();
        for at in section.step_by(128) {
            let bytes = Binary::encode(&G2Affine::from(point));
            file[at..at + 128].copy_from_slice(bytes.as_ref());
            point *= other;
        }
        assert_eq!(check(&file), Err(Error::Equation("tau differs between G1 and G2")));
    }

    #[test]
    fn damaged_layouts_are_refused() {
        for length in [0, 3, 4, 8, 11, 12, 16, 24, 30, 1000, FILE.len() - 1] {
            let error = check(&FILE[..length]).expect_err("cut short");
            assert!(matches!(error, Error::Layout(_)), "{length}: {error}");
        }
        let longer = [FILE, &[0]].concat();
        assert_eq!(check(&longer), Err(Error::Layout("bytes after the last section")));
        let header = body(1).start;
        for (at, byte, error) in [
            (0, b'q', Error::Layout("no magic number")),
            (4, 2, Error::Layout("another version than 1")),
            (header, 48, Error::Layout("another curve than alt_bn128")),
            (header + 4, 0, Error::Layout("another curve than alt_bn128")),
            (header + 36, 5, Error::Section(2)),
            (header + 36, 28, Error::Layout("the power is too large")),
            // The type of section 1 becomes that of section 2.
            (12, 2, Error::Layout("a section occurs twice")),
            (12, 99, Error::Section(1)),
        ] {
            let mut file = FILE.to_vec();
            assert_ne!(file[at], byte);
            file[at] = byte;
            assert_eq!(check(&file), Err(error));
        }
    }
}
