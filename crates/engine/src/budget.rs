//! How much memory a file will take, estimated before it runs out.

use diptych_formats::Progress;
use diptych_protocol::reader::ReadAmount;

/// How much memory one reader may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryBudget {
    /// Bytes.
    pub bytes: u64,
    /// What to do when the whole file would take more.
    pub amount: ReadAmount,
}

impl MemoryBudget {
    /// As much as there is: outside the page.
    pub const UNLIMITED: Self = Self { bytes: u64::MAX, amount: ReadAmount::Whole };
}

/// Share of the input, and least bytes of it, after which the rest is foreseen from it.
const FORESEEN_AFTER: (u64, u64) = (64, 4 << 20);

/// Bytes that the whole input will take, as far as its first part tells; `None` while that is too small or
/// the size of the whole is not known.
pub(crate) fn foreseen(progress: Progress, total: u64) -> Option<u64> {
    let (share, least) = FORESEEN_AFTER;
    let enough = progress.bytes_in >= least.max(total / share) && progress.bytes_in <= total;
    let whole = u128::from(progress.peak_bytes) * u128::from(total) / u128::from(progress.bytes_in.max(1));
    enough.then(|| u64::try_from(whole).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(bytes_in: u64, peak_bytes: u64) -> Progress {
        Progress { bytes_in, bytes_unpacked: bytes_in, calls: 0, peak_bytes }
    }

    #[test]
    fn the_whole_is_foreseen_from_a_part_that_is_large_enough() {
        let total = 6_100_000_000;
        assert_eq!(foreseen(after(1 << 20, 600_000), total), None);
        assert_eq!(foreseen(after(total / 61, 64_000_000), total), Some(64_000_000 * 61));
        assert_eq!(foreseen(after(5 << 20, 3_000_000), 0), None, "unknown size");
    }
}
