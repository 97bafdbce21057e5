//! Counts the bytes that this program holds, exactly. The figures of the operating system come in pages, and late.
#![expect(unsafe_code, reason = "an allocator is; each call goes on to the system's as it came")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count of the bytes.
pub(crate) struct Counted;

fn add(bytes: usize) {
    MOST.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every request is passed on to the system allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Relaxed);
        add(size);
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

/// Returns the bytes held now.
pub(crate) fn held() -> usize {
    HELD.load(Relaxed)
}

/// Runs a step. Returns its result, the bytes it leaves, and the most it held, both beyond the bytes held before.
pub(crate) fn measure<T>(step: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = held();
    MOST.store(before, Relaxed);
    let made = step();
    (made, held().saturating_sub(before), MOST.load(Relaxed).saturating_sub(before))
}
