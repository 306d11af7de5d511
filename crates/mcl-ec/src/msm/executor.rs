//! Who does the work: this thread, or a pool of threads.

use alloc::vec::Vec;

/// Runs independent pieces of work.
pub(super) trait Executor: Copy {
    /// How many pieces run at the same time.
    fn threads(self) -> usize;

    /// Calls `f` with the number of each chunk of `len` elements, and the chunk.
    fn for_each_chunk<T: Send>(
        self,
        data: &mut [T],
        len: usize,
        f: impl Fn(usize, &mut [T]) + Sync + Send,
    );

    /// All elements of `f(0)`, ..., `f(count - 1)`.
    fn collect<T: Send>(self, count: usize, f: impl Fn(usize) -> Vec<T> + Sync + Send) -> Vec<T>;
}

/// This thread.
#[derive(Clone, Copy)]
pub(super) struct ThisThread;

impl Executor for ThisThread {
    fn threads(self) -> usize {
        1
    }

    fn for_each_chunk<T: Send>(
        self,
        data: &mut [T],
        len: usize,
        f: impl Fn(usize, &mut [T]) + Sync + Send,
    ) {
        for (i, chunk) in data.chunks_mut(len).enumerate() {
            f(i, chunk);
        }
    }

    fn collect<T: Send>(self, count: usize, f: impl Fn(usize) -> Vec<T> + Sync + Send) -> Vec<T> {
        (0..count).flat_map(f).collect()
    }
}

/// The pool of rayon in which the caller runs, or the global one.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy)]
pub(super) struct Pool;

#[cfg(feature = "rayon")]
impl Executor for Pool {
    fn threads(self) -> usize {
        rayon::current_num_threads()
    }

    fn for_each_chunk<T: Send>(
        self,
        data: &mut [T],
        len: usize,
        f: impl Fn(usize, &mut [T]) + Sync + Send,
    ) {
        use rayon::prelude::*;

        data.par_chunks_mut(len).enumerate().for_each(|(i, chunk)| f(i, chunk));
    }

    fn collect<T: Send>(self, count: usize, f: impl Fn(usize) -> Vec<T> + Sync + Send) -> Vec<T> {
        use rayon::prelude::*;

        (0..count).into_par_iter().flat_map_iter(f).collect()
    }
}
