//! Bounds the memory of comparisons that run at the same time.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

/// Memory for comparisons. Each takes what it is likely to need and gives it back.
#[derive(Debug)]
pub(super) struct MemoryGate {
    budget: u64,
    taken: Mutex<u64>,
    given_back: Condvar,
}

/// Memory that a comparison has taken.
#[derive(Debug)]
pub(super) struct Taken<'a> {
    gate: &'a MemoryGate,
    bytes: u64,
}

/// Bytes of a process without traces.
const PROCESS: u64 = 32 << 20;
/// Bytes of memory for a byte of a trace. JSON takes 1.3, denser formats more.
const PER_BYTE: u64 = 3;
/// Bytes of a trace for a byte of a compressed file. JSON of long names has 16.
const PER_PACKED_BYTE: u64 = 16;
/// Share of the free memory that comparisons may take by default, and the amount where it is not known.
const USABLE: (u64, u64) = (3, 4);
const UNKNOWN: u64 = 8 << 30;

impl MemoryGate {
    pub(super) fn new(budget: u64) -> Self {
        Self { budget, taken: Mutex::new(0), given_back: Condvar::new() }
    }

    /// Waits until there is enough memory, and takes it. A comparison that needs more than all of it waits until it is
    /// the only one.
    pub(super) fn take(&self, bytes: u64) -> Taken<'_> {
        let bytes = bytes.min(self.budget);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken + bytes > self.budget {
            taken = self.given_back.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += bytes;
        Taken { gate: self, bytes }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.gate.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.gate.given_back.notify_all();
    }
}

/// Estimates the memory that a comparison of these files needs. With several runs per side, at most two traces are in
/// memory, so the two largest files count.
pub(super) fn need(files: &[PathBuf]) -> u64 {
    let mut sizes: Vec<u64> = files.iter().map(|file| unpacked(file)).collect();
    sizes.sort_unstable();
    PROCESS + PER_BYTE * sizes.iter().rev().take(2).sum::<u64>()
}

/// Estimates the unpacked size of a file, or of all files of a folder.
fn unpacked(path: &Path) -> u64 {
    if path.is_dir() {
        let files = crate::folder::files(path).unwrap_or_default();
        return files.iter().map(|(file, _)| unpacked(file)).sum();
    }
    let bytes = path.metadata().map_or(0, |about| about.len());
    let is_packed = path.extension().and_then(|of| of.to_str()).is_some_and(|of| {
        ["gz", "zst", "zip", "tgz", "otf2"].iter().any(|packed| of.eq_ignore_ascii_case(packed))
    });
    if is_packed { bytes * PER_PACKED_BYTE } else { bytes }
}

/// Returns the bytes of memory that comparisons may take by default.
pub(super) fn usable() -> u64 {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = about.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map_or(UNKNOWN, |kilobytes| kilobytes * 1024 / USABLE.1 * USABLE.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn comparisons_never_take_more_than_the_budget() {
        let (gate, now, most) = (MemoryGate::new(100), AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_u64 {
                let (gate, now, most) = (&gate, &now, &most);
                scope.spawn(move || {
                    for step in 0..200 {
                        let bytes = 1 + (thread * 37 + step * 13) % 60;
                        let taken = gate.take(bytes);
                        most.fetch_max(now.fetch_add(bytes, Ordering::SeqCst) + bytes, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(bytes, Ordering::SeqCst);
                        drop(taken);
                    }
                });
            }
        });
        assert!(most.into_inner() <= 100);
        assert_eq!(*gate.taken.lock().unwrap(), 0);
    }

    #[test]
    fn comparison_larger_than_the_budget_runs_alone() {
        let gate = MemoryGate::new(10);
        let taken = gate.take(1000);
        assert_eq!(*gate.taken.lock().unwrap(), 10);
        drop(taken);
        assert_eq!(*gate.taken.lock().unwrap(), 0);
    }
}
