//! An allocator that counts the bytes held, and their peak.

#![expect(unsafe_code, reason = "only a global allocator can count what is held")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes unchanged to the system's allocator; only sizes are counted in addition.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the bytes held now, and restarts the peak from there.
pub(crate) fn begin() -> usize {
    let held = held();
    MOST.store(held, Ordering::Relaxed);
    held
}

/// Returns the bytes held now.
pub(crate) fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// Returns the peak number of bytes held since [`begin`].
pub(crate) fn most() -> usize {
    MOST.load(Ordering::Relaxed)
}
