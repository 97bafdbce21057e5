//! Calls of a lane that have begun and not ended, paired with their ends as the builder pairs them.

use super::{MOST_DEPTH, Refusal};
use diptych_trace::FunctionId;
use rustc_hash::FxHashMap;

/// The open calls of one lane.
#[derive(Debug, Default)]
pub(super) struct OpenCalls {
    /// Function and start of each, outermost first.
    open: Vec<(FunctionId, i64)>,
    /// Number of open calls of each function, so that an end of a function that is not open costs no search.
    of_function: FxHashMap<FunctionId, u32>,
    /// Time of the last begin or end; `None` before the first one.
    last: Option<i64>,
    /// Functions of the ends of that time that closed no call, at most [`MOST_UNMATCHED`].
    unmatched: Vec<FunctionId>,
}

/// Number of unmatched ends of one instant that are remembered, as the builder does.
const MOST_UNMATCHED: usize = 8;

/// Reason for a refusal: the builder may order such begins and ends otherwise.
const TIED: Refusal = "begins and ends of one instant do not fit together in their order";

/// A call that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EndedCall {
    pub(super) function: FunctionId,
    pub(super) start: i64,
    /// Number of calls around it.
    pub(super) depth: u32,
}

impl OpenCalls {
    /// Returns true if a call of the lane was reported by its begin.
    pub(super) fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Returns true if some call has not ended.
    pub(super) fn has_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Begins a call. Returns the reason if it comes out of order: the builder sorts such begins and ends.
    pub(super) fn enter(&mut self, function: FunctionId, at: i64) -> Result<(), Refusal> {
        self.moves_on(at)?;
        if self.open.len() > MOST_DEPTH as usize {
            return Err("stacks are too deep");
        }
        if self.unmatched.contains(&function) {
            return Err(TIED);
        }
        self.open.push((function, at));
        *self.of_function.entry(function).or_default() += 1;
        Ok(())
    }

    /// Returns the number of calls that an end closes, which [`Self::close`] then gives. An end without function closes the
    /// innermost call, and an end of a function also the calls inside it. An end of a function that is not open closes
    /// none. Returns the reason if it comes out of order.
    pub(super) fn leave(&mut self, function: Option<FunctionId>, at: i64) -> Result<usize, Refusal> {
        self.moves_on(at)?;
        let Some(function) = function else { return Ok(self.open.len().min(1)) };
        if self.of_function.get(&function).is_none_or(|&open| open == 0) {
            if self.unmatched.len() < MOST_UNMATCHED {
                self.unmatched.push(function);
            }
            return Ok(0);
        }
        let inside = self.open.iter().rev().take_while(|(of, _)| *of != function).count();
        let closed = &self.open[self.open.len() - inside - 1..];
        let is_tied = closed[1..].iter().any(|&(_, start)| start == at)
            || closed.windows(2).any(|pair| pair[0].1 == pair[1].1);
        if is_tied { Err(TIED) } else { Ok(closed.len()) }
    }

    /// Closes the innermost call.
    pub(super) fn close(&mut self) -> Option<EndedCall> {
        let (function, start) = self.open.pop()?;
        if let Some(open) = self.of_function.get_mut(&function) {
            *open -= 1;
        }
        Some(EndedCall { function, start, depth: self.open.len() as u32 })
    }

    fn moves_on(&mut self, at: i64) -> Result<(), Refusal> {
        let before = self.last.replace(at);
        if before.is_some_and(|before| at < before) {
            return Err("begins and ends are not in the order of time");
        }
        if before != Some(at) {
            self.unmatched.clear();
        }
        Ok(())
    }
}
