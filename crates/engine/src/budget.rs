//! The memory that a file will need, estimated before it runs out.

use diptych_formats::Progress;
use diptych_protocol::reader::ReadAmount;

/// The memory that one reader may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryBudget {
    /// Limit in bytes.
    pub bytes: u64,
    /// Amount to read if the whole file would take more.
    pub amount: ReadAmount,
}

impl MemoryBudget {
    /// No limit, for use outside the page.
    pub const UNLIMITED: Self = Self { bytes: u64::MAX, amount: ReadAmount::Whole };
}

/// Part of the input that an estimate needs: one 64th, and at least 4 MiB.
const FORESEEN_AFTER: (u64, u64) = (64, 4 << 20);

/// Estimates the bytes that the whole input will take from the part read so far. `None` while that part is too small or
/// the size of the input is unknown.
pub(crate) fn foreseen(progress: Progress, total: u64) -> Option<u64> {
    let (share, least) = FORESEEN_AFTER;
    let enough = progress.bytes_in >= least.max(total / share) && progress.bytes_in <= total;
    enough.then(|| in_proportion(progress, total))
}

/// Returns the bytes that the whole input takes if the rest takes as much as the part read so far.
pub(crate) fn in_proportion(progress: Progress, total: u64) -> u64 {
    let whole = u128::from(progress.peak_bytes) * u128::from(total) / u128::from(progress.bytes_in.max(1));
    u64::try_from(whole).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(bytes_in: u64, peak_bytes: u64) -> Progress {
        Progress { bytes_in, bytes_unpacked: bytes_in, calls: 0, peak_bytes }
    }

    #[test]
    fn memory_is_foreseen_from_a_large_enough_part() {
        let total = 6_100_000_000;
        assert_eq!(foreseen(after(1 << 20, 600_000), total), None);
        assert_eq!(foreseen(after(total / 61, 64_000_000), total), Some(64_000_000 * 61));
        assert_eq!(foreseen(after(5 << 20, 3_000_000), 0), None, "unknown size");
    }
}
