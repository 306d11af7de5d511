//! Which backend is in use, and that its kernels are right in this build: small enough to be built
//! in many configurations by `backend_cfg.sh`.

mod common;

use common::backends::Choice;
use common::kernels::{check_composite_operations, check_ring_operations, check_sums_of_products};
use common::primes::Snark1P;
use mcl_fp::{Backend, backend, force_backend, nlimbs};

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
