//! Whether a stack is a path, worked out frame by frame.

use super::folded_stack::FoldedStack;
use super::steps::Steps;

/// A frame that cannot be a part of the path, nor can any above it.
const OFF: u32 = u32::MAX;

/// How stacks are compared with a path.
#[derive(Debug)]
pub(super) enum Matcher<'a> {
    /// The whole stack: the state of a frame says how many steps the stack up to it is.
    Whole(&'a Steps),
    /// The innermost frames, as Knuth, Morris and Pratt find a text: the state of a frame says how many outer steps the frames
    /// that end with it are at most. `fallbacks`: for each state the longest one to go on with where the next step does not
    /// fit, which is never one that the same step follows; so few are tried in a row.
    Innermost { steps: &'a Steps, fallbacks: Vec<Option<u32>> },
    /// The innermost frames, where a function may be several steps: each time anew.
    Anew(&'a Steps),
}

impl<'a> Matcher<'a> {
    /// By callers the steps begin with the innermost one.
    pub(super) fn new(steps: &'a Steps, by_callers: bool) -> Self {
        match (by_callers, steps.tell_apart()) {
            (false, _) => Self::Whole(steps),
            (true, true) => Self::Innermost { steps, fallbacks: fallbacks(steps) },
            (true, false) => Self::Anew(steps),
        }
    }

    /// The state of a frame of functions of a number, at a place above a frame of the state `below`.
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

    /// Whether a stack is the path.
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

    /// Whether a stack that only grows can be the path no more.
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
