//! What a program without the standard library defines itself.

/// Stops.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// No memory at all: the crate is linked, never run.
#[cfg(feature = "alloc")]
struct NoMemory;

// SAFETY: a null pointer says that there is no memory; nothing can be freed.
#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
unsafe impl core::alloc::GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}

#[cfg(feature = "alloc")]
#[global_allocator]
static ALLOCATOR: NoMemory = NoMemory;
