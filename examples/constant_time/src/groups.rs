//! Points, the target group, pairings, hashing to points.

use core::ops::{Add, Mul};

use ff::Field;
use group::{Curve, Group};
use mcl_bn::snark1::{Fr, G1, G2, Gt};
use mcl_bn::{Dst, g2_tests_in_lanes, pairing};
use sha2::Sha256;
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::memcheck::secret;
use crate::{Checks, public_rng, secret_rng};

pub(crate) fn run(checks: &mut Checks) {
    group::<G1>(checks, "G1");
    group::<G2>(checks, "G2");
    group::<Gt>(checks, "Gt");

    let mut rng = public_rng();
    let (p, q) = (G1::random(&mut rng).to_affine(), G2::random(&mut rng).to_affine());
    let k = Fr::random(&mut secret_rng());
    checks.run("G1, affine mul", || p * k);
    checks.run("G2, affine mul", || q * k);
    checks.run("G1, affine add", || (secret(G1::from(p)) + secret(p)).double());
    checks.run("G2, affine add", || (secret(G2::from(q)) + secret(q)).double());
    checks.run("G1, is_on_curve", || secret(p).is_on_curve().unwrap_u8());
    checks.run("G2, is_torsion_free", || secret(q).is_torsion_free().unwrap_u8());
    checks.run("G1, to_affine", || secret(G1::from(p)).to_affine());
    checks.run("G2, to_affine", || secret(G2::from(q)).to_affine());
    let message = b"message";
    let dst = Dst::new(b"tag").unwrap_or_else(|| unreachable!("the tag is not empty"));
    checks.run("G1, hash_to_curve", || G1::hash_to_curve::<Sha256>(&secret(*message), dst));
    checks.run("G2, hash_to_curve", || G2::hash_to_curve::<Sha256>(&secret(*message), dst));
    checks.run("G1, encode_to_curve", || G1::encode_to_curve::<Sha256>(&secret(*message), dst));
    lanes(checks);
    // Either point may be seen to be the identity.
    checks.run_with_outcomes("pairing", 2, || pairing(&secret(p), &secret(q)));
}

/// Eight at a time, on the portable twin of the vector registers where memcheck does not know them.
fn lanes(checks: &mut Checks) {
    let mut rng = public_rng();
    let (p, q) = (G1::random(&mut rng), G2::random(&mut rng));
    let k = [(); 3].map(|()| Fr::random(&mut secret_rng()));
    checks.run("G1, mul in lanes", || G1::mul_in_lanes(&[secret(p); 3], &k));
    checks.run("G2, mul in lanes", || G2::mul_in_lanes(&[secret(q); 3], &k));
    checks.run("G2, is_torsion_free in lanes", || g2_tests_in_lanes(&[secret(q.to_affine()); 3]));
    let messages = [secret(*b"message"); 3];
    let dst = Dst::new(b"tag").unwrap_or_else(|| unreachable!("the tag is not empty"));
    // Whether one of the eight elements is an exceptional case of the map may be seen, for each of two maps.
    checks.run_with_outcomes("G1, hash_to_curve in lanes", 2, || {
        G1::hash_to_curve_in_lanes::<Sha256>(&messages, dst)
    });
    checks.run_with_outcomes("G2, hash_to_curve in lanes", 2, || {
        G2::hash_to_curve_in_lanes::<Sha256>(&messages, dst)
    });
    checks.run("G1, hash_and_map_mcl in lanes", || G1::hash_and_map_mcl_in_lanes(&messages));
    checks.run("G2, hash_and_map_mcl in lanes", || G2::hash_and_map_mcl_in_lanes(&messages));
}

/// What G1, G2 and Gt have in common.
fn group<G>(checks: &mut Checks, name: &str)
where
    G: Group<Scalar = Fr> + ConditionallySelectable + ConstantTimeEq,
    G: Add<G, Output = G> + Mul<Fr, Output = G>,
{
    let mut rng = public_rng();
    let (p, q) = (secret(G::random(&mut rng)), secret(G::random(&mut rng)));
    let identity = secret(G::identity());
    let k = Fr::random(&mut secret_rng());
    let choice = secret(1u8).ct_eq(&secret(1));
    let mut run = |operation: &str, function: &dyn Fn() -> G| {
        checks.run(&format!("{name}, {operation}"), function);
    };
    run("add", &|| p + q);
    run("add itself", &|| p + p);
    run("add its opposite", &|| p + -p);
    run("add the identity", &|| p + identity);
    run("sub", &|| p - q);
    run("double", &|| p.double());
    run("select", &|| G::conditional_select(&p, &q, choice));
    run("mul", &|| p * k);
    run("mul by zero", &|| p * secret(Fr::ZERO));
    run("mul by minus one", &|| p * secret(-Fr::ONE));
    run("mul of the identity", &|| identity * k);
    checks.run(&format!("{name}, comparisons"), || {
        [p.ct_eq(&q), p.is_identity()].map(|choice| choice.unwrap_u8())
    });
}
