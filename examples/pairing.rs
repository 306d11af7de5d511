//! The pairing of two points and its bilinearity, on two curves.
//!
//! This is the first sample program of the original library, once for each curve.
//! Run it with `cargo run --release --package mcl-examples --example pairing`.

use std::fmt::Debug;
use std::process::ExitCode;

use group::{CurveAffine, GroupEncoding};
use mcl_bn::{fp254bnb, snark1};
use pairing::Engine;

fn main() -> ExitCode {
    println!("field arithmetic: the {} kernels\n", mcl_fp::backend());
    let fp254bnb = sample::<fp254bnb::Fp254BNb>("fp254bnb, mcl's BN254");
    let snark1 = sample::<snark1::Snark1>("snark1, Ethereum's alt_bn128");
    if fp254bnb && snark1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Pairs the generators and checks `e(b P, a Q) = e(P, Q)^(a b)`.
fn sample<E: Engine<Gt: Debug>>(curve: &str) -> bool {
    println!("{curve}");
    let p = E::G1Affine::generator();
    let q = E::G2Affine::generator();
    print_point("P", &p);
    print_point("Q", &q);

    let e = E::pairing(&p, &q);
    println!("  e(P, Q), six coefficients in Fp2:\n{e:#?}");

    let (a, b) = (E::Fr::from(123), E::Fr::from(456));
    let e1 = E::pairing(&(p * b).into(), &(q * a).into());
    // The target group is written additively: `*` is the power.
    let e2 = e * (a * b);
    let is_bilinear = e1 == e2;
    println!("  e(456 P, 123 Q) = e(P, Q)^(123 * 456): {is_bilinear}\n");
    is_bilinear
}

/// The compressed bytes of a point, in hexadecimal.
fn print_point(name: &str, point: &impl GroupEncoding) {
    print!("  {name} = ");
    for byte in point.to_bytes().as_ref() {
        print!("{byte:02x}");
    }
    println!();
}
