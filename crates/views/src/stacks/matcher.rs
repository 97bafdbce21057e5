//! Incremental comparison of a stack with a path, frame by frame.

use super::folded_stack::FoldedStack;
use super::steps::Steps;

/// State of a frame that is not on the path. No frame above it can be either.
const OFF: u32 = u32::MAX;

/// The ways to compare stacks with a path.
#[derive(Debug)]
pub(super) enum Matcher<'a> {
    /// Compares the whole stack. The state of a frame is the number of steps that the stack up to it matches.
    Whole(&'a Steps),
    /// Compares the innermost frames with the algorithm of Knuth, Morris and Pratt. The state of a frame is the largest
    /// number of outer steps that the frames ending with it match. `fallbacks` holds, for each state, the longest
    /// shorter state to try if the next step does not fit. The same step never follows that state, so only few states
    /// are tried in a row.
    Innermost { steps: &'a Steps, fallbacks: Vec<Option<u32>> },
    /// Compares the innermost frames anew for each call, because a function may be several steps.
    Anew(&'a Steps),
}

impl<'a> Matcher<'a> {
    /// Picks the comparison. By callers, the first step is the innermost frame.
    pub(super) fn new(steps: &'a Steps, by_callers: bool) -> Self {
        match (by_callers, steps.tell_apart()) {
            (false, _) => Self::Whole(steps),
            (true, true) => Self::Innermost { steps, fallbacks: fallbacks(steps) },
            (true, false) => Self::Anew(steps),
        }
    }

    /// Returns the state of a frame with a function number, at a place above a frame with the state `below`.
    pub(super) fn step(&self, below: Option<u32>, place: usize, number: u32) -> u32 {
        match self {
            Self::Whole(steps) => {
                let is_next = below.is_none_or(|state| state as usize == place)
                    && place < steps.len()
                    && steps.is(place, number);
                if is_next { place as u32 + 1 } else { OFF }
            }
            Self::Innermost { steps, fallbacks } => {
                let is = |state: u32| {
                    let fits = (state as usize) < steps.len();
                    fits && steps.is(steps.len() - 1 - state as usize, number)
                };
                let mut tried = Some(below.unwrap_or(0));
                while let Some(state) = tried.filter(|&state| !is(state)) {
                    tried = fallbacks[state as usize];
                }
                tried.map_or(0, |state| state + 1)
            }
            Self::Anew(_) => 0,
        }
    }

    /// Returns true if a stack is the path.
    pub(super) fn is_whole(&self, stack: &FoldedStack) -> bool {
        match self {
            Self::Whole(steps) => stack.len() == steps.len() && stack.top() == Some(steps.len() as u32),
            Self::Innermost { steps, .. } => stack.top() == Some(steps.len() as u32),
            Self::Anew(steps) => {
                let mut frames = stack.inward_out();
                (0..steps.len()).all(|step| frames.next().is_some_and(|number| steps.is(step, number)))
            }
        }
    }

    /// Returns true if no stack that extends this one can be the path.
    pub(super) fn is_over(&self, stack: &FoldedStack) -> bool {
        matches!(self, Self::Whole(_)) && stack.top() == Some(OFF)
    }
}

fn fallbacks(steps: &Steps) -> Vec<Option<u32>> {
    let alike = |one: u32, other: u32| {
        let inner = |state: u32| steps.len() - 1 - state as usize;
        steps.are_alike(inner(one), inner(other))
    };
    let mut found: Vec<Option<u32>> = vec![None];
    let mut longest = 0;
    for state in 1..steps.len() as u32 {
        found.push(if alike(state, longest) { found[longest as usize] } else { Some(longest) });
        let mut tried = Some(longest);
        while let Some(shorter) = tried.filter(|&shorter| !alike(state, shorter)) {
            tried = found[shorter as usize];
        }
        longest = tried.map_or(0, |shorter| shorter + 1);
    }
    found.push(Some(longest));
    found
}
