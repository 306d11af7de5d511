//! Functions in variable time, each of which memcheck must report.

use ff::Field;
use group::Group;
use mcl_bn::snark1::{Fp, Fr, G1, G2, Gt};

use crate::memcheck::secret;
use crate::{Checks, public_rng, secret_rng};

pub(crate) fn run(checks: &mut Checks) {
    let mut rng = public_rng();
    let (p, q, e) = (G1::random(&mut rng), G2::random(&mut rng), Gt::random(&mut rng));
    let x = Fp::random(&mut secret_rng());
    let k = Fr::random(&mut secret_rng());
    checks.run("a branch", || {
        if secret(0x5a_u8) & 2 == 0 { x.square() } else { x.invert_vartime().unwrap_or(x) }
    });
    checks.run("an index", || [3, 1, 4, 1, 5, 9, 2, 6][usize::from(secret(0x5a_u8) & 7)]);
    checks.run("a comparison", || if x == Fp::ONE { x.square() } else { x });
    checks.run("invert_vartime", || x.invert_vartime());
    checks.run("pow_vartime", || x.pow_vartime(secret([0x1234_5678_9abc_def0])));
    checks.run("G1, mul_vartime", || p.mul_vartime(&k));
    checks.run("G2, mul_vartime", || q.mul_vartime(&k));
    checks.run("Gt, pow_vartime", || e.pow_vartime(&k));
    checks.run("G1, conversion", || secret(p).to_affine_vartime());
}
