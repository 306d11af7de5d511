//! Prime fields and the tower.

use ff::{Field, FromUniformBytes, PrimeField};
use mcl_bn::{ModP, ModR, bn_p256, bn462, snark1};
use mcl_fp::{Fp, PrimeParams, nlimbs};
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::memcheck::{public, secret};
use crate::{Checks, public_rng, secret_rng};

pub(crate) fn run(checks: &mut Checks) {
    const N: usize = nlimbs(254);
    // Two spare bits and p = 3 mod 4, a smooth r - 1, no spare bit, eight words.
    prime::<ModP<snark1::Params, N>, N>(checks, "Fp of snark1");
    prime::<ModR<snark1::Params, N>, N>(checks, "Fr of snark1");
    prime::<ModP<bn_p256::Params, { nlimbs(256) }>, { nlimbs(256) }>(checks, "Fp of bn_p256");
    prime::<ModP<bn462::Params, { nlimbs(462) }>, { nlimbs(462) }>(checks, "Fp of bn462");
    tower(checks);
}

fn prime<P: PrimeParams<N>, const N: usize>(checks: &mut Checks, field: &str) {
    let mut rng = secret_rng();
    let mut element = || Fp::<P, N>::random(&mut rng);
    let (a, b) = (element(), element());
    let choice = secret(1u8).ct_eq(&secret(1));
    let mut run = |name: &str, function: &dyn Fn() -> Fp<P, N>| {
        checks.run(&format!("{field}, {name}"), function);
    };
    run("random", &|| Fp::random(&mut secret_rng()));
    run("add", &|| a + b);
    run("sub", &|| a - b);
    run("neg", &|| -a);
    run("double", &|| a.double());
    run("mul", &|| a * b);
    run("square", &|| a.square());
    run("half", &|| a * Fp::TWO_INV);
    run("select", &|| Fp::conditional_select(&a, &b, choice));
    run("invert", &|| public(a.invert()).unwrap_or(a));
    run("invert zero", &|| public(secret(Fp::<P, N>::ZERO).invert()).unwrap_or(a));
    run("sqrt", &|| public(a.square().sqrt()).unwrap_or(a));
    run("sqrt of any", &|| public(a.sqrt()).unwrap_or(a));
    run("pow", &|| a.pow(secret([0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321])));
    run("batch_invert", &|| {
        let mut elements = [a, b, secret(Fp::ZERO)];
        mcl_fp::batch_invert(&mut elements);
        elements[1]
    });
    run("bytes", &|| public(Fp::from_repr(&a.to_repr())).unwrap_or(a));
    run("reduction", &|| Fp::from_le_bytes_mod(&secret([0xa5; 100])));
    checks.run(&format!("{field}, comparisons"), || {
        [a.ct_eq(&b), a.is_square(), a.is_zero(), a.is_odd()].map(|choice| choice.unwrap_u8())
    });
}

fn tower(checks: &mut Checks) {
    use mcl_bn::snark1::{Fp2, Fp6, Fp12, Fr};

    let mut rng = secret_rng();
    let a: [Fp2; 6] = [(); 6].map(|()| Fp2::random(&mut rng));
    let b: [Fp2; 6] = [(); 6].map(|()| Fp2::random(&mut rng));
    let mut fp2 = |name: &str, function: &dyn Fn() -> Fp2| {
        checks.run(&format!("Fp2, {name}"), function);
    };
    fp2("add", &|| a[0] + b[0]);
    fp2("sub", &|| a[0] - b[0]);
    fp2("mul", &|| a[0] * b[0]);
    fp2("square", &|| a[0].square());
    fp2("mul_by_xi", &|| a[0].mul_by_xi());
    fp2("invert", &|| public(a[0].invert()).unwrap_or(a[0]));
    fp2("sqrt", &|| public(a[0].square().sqrt()).unwrap_or(a[0]));
    fp2("sqrt of any", &|| public(a[0].sqrt()).unwrap_or(a[0]));
    checks.run("Fp2, is_square", || a[0].is_square().unwrap_u8());

    let (a, b) = (Fp12::from_coefficients(a), Fp12::from_coefficients(b));
    checks.run("Fp6, mul", || a.c0 * b.c0);
    checks.run("Fp6, invert", || a.c0.invert_or_zero());
    let zero = Fp6::ZERO;
    checks.run("Fp6, invert zero", || secret(zero).invert_or_zero());
    let mut fp12 = |name: &str, function: &dyn Fn() -> Fp12| {
        checks.run(&format!("Fp12, {name}"), function);
    };
    fp12("mul", &|| a * b);
    fp12("square", &|| a.square());
    fp12("invert", &|| a.invert_or_zero());
    fp12("frobenius_map", &|| a.frobenius_map(1));
    fp12("cyclotomic_square_n", &|| a.cyclotomic_square_n(40));
    fp12("final_exponentiation", &|| mcl_bn::final_exponentiation::<snark1::Params, _, 4>(&a));

    checks.run("Fr, from_uniform_bytes", || Fr::from_uniform_bytes(&secret([0x5a; 64])));
    let shares = [(); 3].map(|()| Fr::random(&mut rng));
    let positions = [1, 2, 3].map(Fr::from_u64);
    checks.run("lagrange_interpolation", || {
        mcl_bn::sharing::lagrange_interpolation(&positions, &shares).unwrap_or(shares[0])
    });
    let point = Fr::random(&mut public_rng());
    checks.run("evaluate_polynomial", || {
        mcl_bn::sharing::evaluate_polynomial(&shares, &point).unwrap_or(shares[0])
    });
}
