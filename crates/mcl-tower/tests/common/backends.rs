//! Running a test once with every backend that this machine has.

use std::sync::{Mutex, PoisonError};

use mcl_fp::{Backend, force_backend};

/// The choice of a backend holds for the whole process. Results are equal in any case; the lock
/// makes sure that a test runs with the backend it asked for.
static CHOICE: Mutex<()> = Mutex::new(());

/// Runs `test` with every backend in turn, and says which ones are left out.
pub fn with_each_backend(test: impl Fn()) {
    let _choice = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    for backend in Backend::ALL {
        if force_backend(Some(backend)).is_ok() {
            test();
        } else {
            eprintln!("note: no {} backend here, its kernels are not tested", backend.name());
        }
    }
    force_backend(None).expect("detection is always available");
}
