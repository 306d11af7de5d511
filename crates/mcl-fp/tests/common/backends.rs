//! Running a test once with every backend that this machine has.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mcl_fp::{Backend, force_backend};

/// The choice of a backend holds for the whole process. Results are equal in any case; the lock
/// makes sure that a test runs with the backend it asked for.
static CHOICE: Mutex<()> = Mutex::new(());

/// Keeps others from choosing while it lives, and returns to detection at the end.
pub struct Choice(#[allow(dead_code, reason = "held, not read")] MutexGuard<'static, ()>);

impl Choice {
    pub fn lock() -> Self {
        Self(CHOICE.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Choice {
    fn drop(&mut self) {
        force_backend(None).expect("detection is always available");
    }
}

/// Runs `test` with every backend in turn, and says which ones are left out.
pub fn with_each_backend(mut test: impl FnMut(Backend)) {
    let _choice = Choice::lock();
    for backend in Backend::ALL {
        if force_backend(Some(backend)).is_ok() {
            test(backend);
        } else {
            eprintln!("note: no {} backend here, its kernels are not tested", backend.name());
        }
    }
}
