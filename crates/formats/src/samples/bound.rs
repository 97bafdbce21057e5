//! Counts the calls that samples would become, before they are made.
//!
//! A file may name one stack again and again in a few bytes. Samples that alternate between a deep stack and its root
//! become as many calls as the stack has frames, each time. So the number is computed first, and compared with a bound
//! that follows from the size of the file.

use super::{StackId, Stacks};
use crate::error::thousands;
use crate::{ReadError, ReadErrorKind};

/// Calls that any file may become.
const CALLS: u64 = 4_000_000;

/// Calls for each byte of a file that it may become beyond that.
const CALLS_PER_BYTE: u64 = 16;

/// Memory of a call while a trace is built, in bytes.
const CALL_BYTES: u64 = 75;

/// Returns the most calls that a file of this size may become.
pub(crate) fn most_calls(bytes: u64) -> u64 {
    CALLS.max(bytes.saturating_mul(CALLS_PER_BYTE))
}

/// Refuses a file of this size if it would become too many calls.
pub(crate) fn check_calls(calls: u64, bytes: u64) -> Result<(), ReadError> {
    let most = most_calls(bytes);
    if calls <= most {
        return Ok(());
    }
    let gigabytes = calls.saturating_mul(CALL_BYTES).div_ceil(1_000_000_000);
    let found = format!(
        "It would become {} calls and needs {} GB of memory. A file of this size may become {} calls",
        thousands(calls),
        thousands(gigabytes),
        thousands(most)
    );
    Err(ReadError::new(ReadErrorKind::TooLarge, 0, found))
}

/// Pointers from each stack to one far below it, by which the frames that two stacks share are counted in steps that
/// grow with the logarithm of their depth (Myers, An applicative random-access stack, 1983).
#[derive(Debug)]
pub(crate) struct SharedFrames<'a> {
    stacks: &'a Stacks,
    jumps: Vec<StackId>,
}

impl<'a> SharedFrames<'a> {
    pub(crate) fn new(stacks: &'a Stacks) -> Self {
        let mut jumps = vec![StackId::EMPTY; stacks.len()];
        for row in (1..stacks.len() as u32).map(StackId) {
            let below = stacks.below(row);
            let near = jumps[below.0 as usize];
            let far = jumps[near.0 as usize];
            let depth = |stack| stacks.depth(stack);
            let is_even = depth(below) - depth(near) == depth(near) - depth(far);
            jumps[row.0 as usize] = if is_even { far } else { below };
        }
        Self { stacks, jumps }
    }

    /// Returns the number of frames that both stacks begin with.
    pub(crate) fn count(&self, one: StackId, other: StackId) -> u32 {
        let depth = self.stacks.depth(one).min(self.stacks.depth(other));
        let [mut one, mut other] = [self.cut(one, depth), self.cut(other, depth)];
        while one != other {
            let [far_one, far_other] = [self.jump(one), self.jump(other)];
            (one, other) = if far_one == far_other {
                (self.stacks.below(one), self.stacks.below(other))
            } else {
                (far_one, far_other)
            };
        }
        self.stacks.depth(one)
    }

    fn cut(&self, mut stack: StackId, depth: u32) -> StackId {
        while self.stacks.depth(stack) > depth {
            let far = self.jump(stack);
            stack = if self.stacks.depth(far) < depth { self.stacks.below(stack) } else { far };
        }
        stack
    }

    fn jump(&self, stack: StackId) -> StackId {
        self.jumps[stack.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shared_frames_match_those_of_lists(lists in prop::collection::vec(prop::collection::vec(0u32..2, 0..40), 1..12)) {
            let mut stacks = Stacks::default();
            let push = |list: &Vec<u32>| list.iter().fold(StackId::EMPTY, |stack, &frame| stacks.push(stack, frame));
            let ids: Vec<StackId> = lists.iter().map(push).collect();
            let shared = SharedFrames::new(&stacks);
            for (one, one_id) in lists.iter().zip(&ids) {
                for (other, other_id) in lists.iter().zip(&ids) {
                    let expected = one.iter().zip(other).take_while(|(one, other)| one == other).count();
                    prop_assert_eq!(shared.count(*one_id, *other_id) as usize, expected);
                }
            }
        }
    }

    #[test]
    fn small_files_may_become_many_calls() {
        assert_eq!([check_calls(CALLS, 0), check_calls(16_000_000, 1_000_000)], [Ok(()), Ok(())]);
        let error = check_calls(200_000_000, 1_000).unwrap_err();
        let expected = "It would become 200,000,000 calls and needs 15 GB of memory. A file of this size may become 4,000,000 calls";
        assert_eq!((error.kind, error.found.as_str()), (ReadErrorKind::TooLarge, expected));
    }
}
