//! An allocator that counts what is held, and the most of it.

#![expect(unsafe_code, reason = "only a global allocator can count what is held")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged; only sizes are counted beside it.
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

/// Bytes held now. From here on the most is counted anew.
pub(crate) fn begin() -> usize {
    let held = held();
    MOST.store(held, Ordering::Relaxed);
    held
}

/// Bytes held now.
pub(crate) fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// Most bytes held at a time since the beginning.
pub(crate) fn most() -> usize {
    MOST.load(Ordering::Relaxed)
}
