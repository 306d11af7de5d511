//! Which backend is in use, and that its kernels are right in this build: small enough to be built
//! in many configurations by `backend_cfg.sh`.

mod common;

use common::backends::{Choice, with_each_backend};
use common::kernels::{
    Words, check_composite_operations, check_ring_operations, check_sums_of_products,
};
use common::primes::Snark1P;
use mcl_fp::{Backend, PrimeParams, Uint, backend, force_backend, nlimbs};

/// What this build on this CPU should use, by the detection of the standard library.
fn expected_backend() -> Backend {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    if cfg!(not(mcl_backend = "portable"))
        && std::arch::is_x86_feature_detected!("adx")
        && std::arch::is_x86_feature_detected!("bmi2")
    {
        // The standard library asks for the registers that the operating system saves as well.
        let vectors = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512ifma");
        return if vectors { Backend::Ifma } else { Backend::Adx };
    }
    Backend::Portable
}

#[test]
fn the_backend_follows_the_build_and_the_cpu() {
    let _choice = Choice::lock();
    assert_eq!(backend(), expected_backend().name());
    // A script that builds for a certain backend says so.
    if let Ok(expected) = std::env::var("MCL_EXPECTED_BACKEND") {
        assert_eq!(backend(), expected);
    }
}

#[test]
fn only_available_backends_can_be_forced() {
    let _choice = Choice::lock();
    for candidate in Backend::ALL {
        // Each backend needs what the one before it needs.
        let rank = |backend| Backend::ALL.iter().position(|&known| known == backend);
        let available = rank(candidate) <= rank(expected_backend());
        assert_eq!(candidate.is_available(), available);
        let before = backend();
        let forced = force_backend(Some(candidate));
        assert_eq!(forced.is_ok(), available);
        assert_eq!(backend(), if available { candidate.name() } else { before });
    }
    assert_eq!(force_backend(None), Ok(()));
    assert_eq!(backend(), expected_backend().name());
}

#[test]
fn ring_operations_give_the_portable_words() {
    check_ring_operations::<Snark1P, { nlimbs(254) }>(2_000);
}

#[test]
fn sums_of_products_give_the_portable_words() {
    check_sums_of_products::<Snark1P, { nlimbs(254) }>(100);
}

#[test]
fn inverses_roots_and_symbols_are_those_of_every_backend() {
    check_composite_operations::<Snark1P, { nlimbs(254) }>();
}

/// Montgomery forms whose greatest common divisor with p, 29 steps at a time, passes through a
/// negative `a` while b is 3 modulo 4: one in ten thousand does.
#[test]
fn symbols_survive_negative_integers() {
    const N: usize = nlimbs(254);
    let field = Words::<Snark1P, N>::new();
    let half = Snark1P::MODULUS.shr_vartime(1);
    for form in [
        "2090d30c82986b02d160f200c68481527b3dc2713336b608743884f942a7091f",
        "140eddd348d089050c2197a2c6be9fa615565da4c9558b2a2676616e96ff2606",
        "2a7d37e3725556c05fb93f9edd2837d1e4c90f426e3e6ad0d911da15b64c3879",
        "0a18b3809a3e24b429bb28725f4fa6259cd377b0d87756b8936f43cd50ed9e5f",
        "0c12799e98e16ab17b8a52624e234ec465079dec8cfd6aabf3eac7b12438c379",
        "2c94fb7c626fae51186d01f4d2e459cdd2c238fa366e3e1f24ca9d2e67e83f8a",
    ] {
        let x = field.element(Uint::<N>::from_be_hex(form).as_words());
        let expected = x.pow_public(&half) == mcl_fp::Fp::ONE;
        with_each_backend(|backend| {
            assert_eq!(bool::from(x.is_square()), expected, "{} {form}", backend.name());
            assert_eq!(x.is_square_vartime(), expected, "{} {form}", backend.name());
        });
    }
}
