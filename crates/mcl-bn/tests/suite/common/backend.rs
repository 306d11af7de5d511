//! The backend that a run of the tests uses.

use std::env;
use std::sync::Once;

use mcl_fp::{Backend, force_backend};

/// The name of a backend; without it tests use what detection finds.
const VARIABLE: &str = "MCL_TEST_BACKEND";

/// Makes this process use the backend that the environment names, once. Every test begins with it.
pub fn choose() {
    static CHOICE: Once = Once::new();
    CHOICE.call_once(restore);
}

/// Makes this process use it again, after a test that has chosen others.
///
/// # Panics
/// If there is no backend of that name.
pub fn restore() {
    let chosen = env::var(VARIABLE).ok().map(|name| {
        let backend = Backend::ALL.into_iter().find(|backend| backend.name() == name);
        backend.unwrap_or_else(|| panic!("{VARIABLE}: no backend {name:?}"))
    });
    if let Err(error) = force_backend(chosen) {
        eprintln!("note: {error}; tests run with what detection finds");
        force_backend(None).expect("detection is always available");
    }
}
