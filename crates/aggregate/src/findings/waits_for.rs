//! The lane that some lanes wait for.

use super::{MessageTime, PairTimes};
use std::collections::BTreeMap;
use std::ops::Range;

/// Least part of the additional waiting that a lane must be responsible for, to be named.
const MOST_OF_IT: f64 = 0.3;
/// Most steps from a waiting lane to the lane that it waits for.
const MOST_STEPS: usize = 64;

/// Follows messages from some lanes to the node that they wait for, within some slices of B: the lane with the largest
/// part of the time by which they wait longer for late senders than in A. A sender that itself waits is followed to its
/// own sender. Returns `None` if no lane has 30 % of it.
///
/// O(messages · steps).
pub fn waits_for(
    pair: &PairTimes<'_>,
    messages: [&[MessageTime]; 2],
    leaves: &Range<usize>,
    slices: [usize; 2],
) -> Option<usize> {
    let mut blame: BTreeMap<usize, f64> = BTreeMap::new();
    let mut all = 0.0;
    for (messages, sign) in messages.into_iter().zip([-1.0, 1.0]) {
        let by_receiver = by_receiver(messages);
        for message in messages.iter().filter(|of| leaves.contains(&of.to)) {
            if !(slices[0]..=slices[1]).contains(&message.slice) {
                continue;
            }
            let late = (message.sent - message.awaited).max(0) as f64;
            if late > 0.0 {
                *blame.entry(origin(messages, &by_receiver, message)).or_default() += sign * late;
                all += sign * late;
            }
        }
    }
    let most = blame.into_iter().filter(|(leaf, _)| !leaves.contains(leaf));
    let (leaf, late) = most.max_by(|one, other| one.1.total_cmp(&other.1))?;
    let node =
        (0..pair.tree.nodes().len()).rev().find(|&node| pair.tree.nodes()[node].leaves == (leaf..leaf + 1));
    node.filter(|_| all > 0.0 && late >= MOST_OF_IT * all)
}

/// Returns the messages that each leaf receives, in order of the receipt.
fn by_receiver(messages: &[MessageTime]) -> BTreeMap<usize, Vec<usize>> {
    let mut by_receiver: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, message) in messages.iter().enumerate() {
        by_receiver.entry(message.to).or_default().push(at);
    }
    for received in by_receiver.values_mut() {
        received.sort_by_key(|&at| messages[at].received);
    }
    by_receiver
}

/// Returns the leaf that a late message goes back to. If the sender waited longer for its own last message than it
/// worked between that message and the sending, that message's sender is followed.
fn origin(messages: &[MessageTime], by_receiver: &BTreeMap<usize, Vec<usize>>, late: &MessageTime) -> usize {
    let mut message = late;
    for _ in 0..MOST_STEPS {
        let received = by_receiver.get(&message.from).map_or(&[][..], Vec::as_slice);
        let before = received.partition_point(|&at| messages[at].received <= message.sent);
        let Some(last) = before.checked_sub(1).map(|at| &messages[received[at]]) else { break };
        let waited = (last.sent - last.awaited).max(0);
        if waited <= message.sent - last.received {
            break;
        }
        message = last;
    }
    message.from
}
