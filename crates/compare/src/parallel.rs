//! Independent parts of an analysis, at the same time.
//!
//! With the feature `threads`, as in the command, the parts run on rayon's threads. Without it they run one after the
//! other: the page has no threads. Results never depend on it, because parts share nothing that they change.

/// Returns the results of a function for both sides, A first.
#[cfg(feature = "threads")]
pub fn both_sides<T: Send>(of_side: impl Fn(usize) -> T + Sync) -> [T; 2] {
    let (a, b) = rayon::join(|| of_side(0), || of_side(1));
    [a, b]
}

/// Returns the results of a function for both sides, A first.
#[cfg(not(feature = "threads"))]
pub fn both_sides<T: Send>(of_side: impl Fn(usize) -> T + Sync) -> [T; 2] {
    [0, 1].map(of_side)
}

/// Returns the results of two functions. The first one runs on this thread, so it may report progress.
#[cfg(feature = "threads")]
pub fn join<A, B: Send>(here: impl FnOnce() -> A, elsewhere: impl FnOnce() -> B + Send) -> (A, B) {
    let mut other = None;
    let own = rayon::in_place_scope(|scope| {
        scope.spawn(|_| other = Some(elsewhere()));
        here()
    });
    // The scope ends only after `elsewhere` has returned, or panics with it.
    (own, other.unwrap_or_else(|| unreachable!("a scope waits for what it spawned")))
}

/// Returns the results of two functions. The first one runs on this thread, so it may report progress.
#[cfg(not(feature = "threads"))]
pub fn join<A, B: Send>(here: impl FnOnce() -> A, elsewhere: impl FnOnce() -> B + Send) -> (A, B) {
    (here(), elsewhere())
}
