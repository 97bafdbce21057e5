//! The bound that `--max-memory` sets on the memory of the process.
//!
//! The bound is one for the whole process, so it is kept here and not passed from verb to verb. While there is one,
//! files are read one after the other: each may take what is left.

use crate::error::CliError;
use diptych_engine::MemoryBudget;
use diptych_engine::trace::Run;
use diptych_protocol::reader::ReadAmount;
use diptych_protocol::{Failure, FailureKind};
use diptych_views::numbers;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The bound in bytes.
static MOST: AtomicU64 = AtomicU64::new(u64::MAX);

/// Held by the file that is being read.
static TURN: Mutex<()> = Mutex::new(());

/// Bytes of memory that a comparison takes at most for each call of both sides, beside the traces.
/// `npm run bench -- --only compare` measures it as *peak per call*.
const COMPARISON_BYTES_PER_CALL: u64 = 50;

/// Sets the bound, before the first file is read.
pub(crate) fn set_most(bytes: u64) {
    MOST.store(bytes, Ordering::Relaxed);
}

fn most() -> Option<u64> {
    Some(MOST.load(Ordering::Relaxed)).filter(|&bytes| bytes < u64::MAX)
}

/// Returns the memory of the process in bytes, 0 on systems other than Linux. There, each file has the whole bound.
fn in_use() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}

/// The right to read a file.
#[derive(Debug)]
pub(crate) struct Turn {
    _alone: Option<MutexGuard<'static, ()>>,
    most: Option<u64>,
    in_use: u64,
}

/// Waits until no other file is being read, if there is a bound.
pub(crate) fn turn() -> Turn {
    let most = most();
    let alone = most.map(|_| TURN.lock().unwrap_or_else(PoisonError::into_inner));
    Turn { _alone: alone, most, in_use: if most.is_some() { in_use() } else { 0 } }
}

impl Turn {
    /// Returns the memory that reading may take.
    pub(crate) fn budget(&self) -> MemoryBudget {
        match self.most {
            Some(most) => MemoryBudget { bytes: most.saturating_sub(self.in_use), amount: ReadAmount::Whole },
            None => MemoryBudget::UNLIMITED,
        }
    }

    /// Returns the error for a file that needs more, with what to do.
    pub(crate) fn refusal(&self, failure: &Failure) -> CliError {
        let [most, in_use] = [self.most.unwrap_or(u64::MAX), self.in_use].map(numbers::bytes);
        let way = if failure.kind == FailureKind::TooBigForCalls {
            "or use `diptych aggregate`, which shows time per lane and state in little memory, whatever the file’s size"
        } else {
            "or record a shorter part of the run"
        };
        CliError::TooBig(format!(
            "{} --max-memory allows {most}, of which {in_use} are in use. Allow more, {way}.",
            failure.title
        ))
    }
}

/// Fails if comparing two runs would take more memory than the bound leaves.
pub(crate) fn check_comparison(runs: [&Run; 2]) -> Result<(), CliError> {
    let Some(most) = most() else { return Ok(()) };
    let calls: usize = runs.iter().map(|run| run.trace.calls().len()).sum();
    comparison_fits(calls as u64, in_use(), most)
}

fn comparison_fits(calls: u64, in_use: u64, most: u64) -> Result<(), CliError> {
    let needed = in_use + calls * COMPARISON_BYTES_PER_CALL;
    if needed <= most {
        return Ok(());
    }
    let calls = numbers::count(calls);
    let [needed, in_use, most] = [needed, in_use, most].map(numbers::bytes);
    Err(CliError::TooBig(format!(
        "Comparing {calls} calls needs about {needed} of memory, of which the traces take {in_use}. --max-memory allows \
         {most}. Allow more, or compare a part of the time with --range-a and --range-b."
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_comparison_names_need_and_bound() {
        assert!(comparison_fits(1_000_000, 200_000_000, 250_000_000).is_ok());
        let Err(CliError::TooBig(text)) = comparison_fits(2_000_000, 200_000_000, 250_000_000) else {
            panic!("it does not fit")
        };
        for part in ["2,000,000 calls", "300\u{202f}MB", "200\u{202f}MB", "250\u{202f}MB", "--range-a"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn refused_file_names_the_way_for_its_format() {
        let turn = Turn { _alone: None, most: Some(4_000_000_000), in_use: 1_000_000_000 };
        assert_eq!(turn.budget().bytes, 3_000_000_000);
        for (kind, way) in
            [(FailureKind::TooBigForCalls, "diptych aggregate"), (FailureKind::TooBig, "shorter part")]
        {
            let title = "a.json needs much.".to_owned();
            let failure = Failure { side: None, kind, title, body: String::new() };
            let CliError::TooBig(text) = turn.refusal(&failure) else { panic!("{kind:?}") };
            assert!(text.starts_with("a.json needs much. --max-memory allows 4.00\u{202f}GB"), "{text}");
            assert!(text.contains(way), "{text}");
        }
    }
}
