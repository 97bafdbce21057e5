//! Groups of lanes that wait for another lane, by the messages that they wait for.

use super::finding::{Finding, FindingKind};
use super::works::WorkChanges;
use super::{LaneTimes, MessageTime, PairTimes};
use std::collections::BTreeMap;
use std::ops::Range;

/// Least part of the additional waiting that a lane must be responsible for, to be named.
const MOST_OF_IT: f64 = 0.3;
/// Least additional waiting of a group, as a part of the time by which the lane that it waits for works longer.
const LEAST_WAITING: f64 = 0.5;
/// Most additional work of a group that only waits, as a part of its additional waiting.
const MOST_WORK: f64 = 0.25;

/// Least additional waiting of a lane that only passes a delay on, as a part of the time that others wait for it.
const PASSED_ON: f64 = 0.5;

/// Returns the node that some lanes wait for, within some slices: the lane with the largest part of the time by which they
/// wait longer for late senders in B than in A, or in A than in B if `sign` is negative. A sender that itself waits is
/// followed to its own sender. Returns `None` if no lane has 30 % of it.
pub fn waits_for(
    pair: &PairTimes<'_>,
    late: &LateMessages,
    leaves: &Range<usize>,
    slices: [usize; 2],
    sign: f64,
) -> Option<usize> {
    let all: f64 = late.within(leaves, slices).map(|of| sign * of.ticks).sum();
    let (leaf, ticks) = late.most_late(leaves, slices, sign, |sender| !leaves.contains(&sender))?;
    let least = PASSED_ON * ticks;
    let end = || late.end_of_chain(leaf, slices, [sign, least], |sender| !leaves.contains(&sender));
    (all > 0.0 && ticks >= MOST_OF_IT * all).then(|| node_of(pair, end()))?
}

/// The messages of both runs whose receivers wait because the sender is late.
#[derive(Debug)]
pub struct LateMessages(Vec<LateMessage>);

/// A message whose sender is late.
#[derive(Debug)]
struct LateMessage {
    /// Leaf that receives it.
    to: usize,
    /// Leaf that the delay goes back to.
    origin: usize,
    /// Slice of the receipt.
    slice: usize,
    /// Ticks between the start of the receiving call and that of the sending call; negative in A.
    ticks: f64,
}

impl LateMessages {
    /// Follows every late message of A and of B to its origin. O(messages · log messages).
    pub fn new(messages: [&[MessageTime]; 2]) -> Self {
        let mut late = Vec::new();
        for (messages, sign) in messages.into_iter().zip([-1.0, 1.0]) {
            for (message, origin) in messages.iter().zip(origins(messages)) {
                if let Some(origin) = origin.filter(|_| message.sent > message.awaited) {
                    late.push(LateMessage {
                        to: message.to,
                        origin,
                        slice: message.slice,
                        ticks: sign * (message.sent - message.awaited) as f64,
                    });
                }
            }
        }
        Self(late)
    }

    /// Returns the late messages to some leaves, within slices.
    fn within<'a>(
        &'a self,
        leaves: &'a Range<usize>,
        [from, to]: [usize; 2],
    ) -> impl Iterator<Item = &'a LateMessage> {
        self.0.iter().filter(move |of| leaves.contains(&of.to) && (from..=to).contains(&of.slice))
    }

    /// Returns the sender that leaves wait longest for in one run beyond the other, and the ticks. `sign` is 1 for B
    /// beyond A, and -1 for A beyond B.
    fn most_late(
        &self,
        leaves: &Range<usize>,
        slices: [usize; 2],
        sign: f64,
        is_sender: impl Fn(usize) -> bool,
    ) -> Option<(usize, f64)> {
        let mut by_sender: BTreeMap<usize, f64> = BTreeMap::new();
        for of in self.within(leaves, slices).filter(|of| is_sender(of.origin)) {
            *by_sender.entry(of.origin).or_default() += sign * of.ticks;
        }
        by_sender.into_iter().max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Returns the lane that a lane waits for at the end of a chain of lanes, each of which waits longer for the next by at
    /// least some ticks, in B than in A or the other way round by the sign. Returns the lane itself if it does not wait.
    ///
    /// A delay may pass from lane to lane a little at a time, step by step. Then no single message leads to its origin, because each
    /// lane works for longer than it waited for the message before. But each of these lanes waits for the next one. O(lanes ·
    /// messages).
    fn end_of_chain(
        &self,
        lane: usize,
        slices: [usize; 2],
        [sign, least]: [f64; 2],
        is_sender: impl Fn(usize) -> bool,
    ) -> usize {
        let mut chain = vec![lane];
        let mut last = lane;
        loop {
            let is_new = |sender: usize| is_sender(sender) && !chain.contains(&sender);
            match self.most_late(&(last..last + 1), slices, sign, is_new) {
                Some((next, ticks)) if ticks >= least => last = next,
                _ => return last,
            }
            chain.push(last);
        }
    }

    /// Returns the node that the lanes of a change of all lanes wait for, if a waiting state grew in it and one lane is
    /// responsible for 30 % of the additional time.
    pub(super) fn behind_change_of_all(&self, pair: &PairTimes<'_>, of: &Finding) -> Option<usize> {
        if !pair.waits.get(of.state).is_some_and(|&waits| waits) {
            return None;
        }
        let leaves = 0..pair.tree.leaves().len();
        let (leaf, ticks) = self.most_late(&leaves, of.slices, of.ticks.signum(), |_| true)?;
        let is_most = ticks >= MOST_OF_IT * of.ticks.abs() * leaves.len() as f64;
        is_most.then(|| node_of(pair, leaf))?
    }

    /// Returns the lanes that only wait for a lane or group that works longer.
    ///
    /// A group only waits if each of its lanes waits on average for half of the additional work, and works a quarter of
    /// that at most. The messages that it receives from the late lanes, directly or through other lanes, must explain
    /// 30 % of the waiting. Of all such groups, each as far up as possible, the one is named that waits longest in the whole
    /// run.
    /// O(lanes · states · slices + messages).
    pub(super) fn waiting(
        &self,
        pair: &PairTimes<'_>,
        work: &WorkChanges,
        cause: &Finding,
    ) -> Option<Finding> {
        let sign = cause.ticks.signum();
        let nodes = pair.tree.nodes();
        let late = nodes[cause.node].leaves.clone();
        let slices = [cause.slices[0], last_slice(pair, cause)];
        let lanes = pair.tree.leaves().len();
        let by_leaf = |of: &dyn Fn(usize) -> f64| sums((0..lanes).map(|leaf| sign * of(leaf)));
        let waiting = by_leaf(&|leaf| change_of_waiting(pair, leaf, slices));
        let working = by_leaf(&|leaf| work.of(leaf)[slices[0]..=slices[1]].iter().sum());
        let mut by_messages = vec![0.0; lanes];
        for of in self.within(&(0..lanes), slices).filter(|of| late.contains(&of.origin)) {
            by_messages[of.to] += of.ticks;
        }
        let by_messages = by_leaf(&|leaf| by_messages[leaf]);
        let only_waits = |leaves: &Range<usize>| {
            let of = |sums: &[f64]| sums[leaves.end] - sums[leaves.start];
            let least = LEAST_WAITING * cause.ticks.abs() * leaves.len() as f64;
            of(&waiting) >= least
                && of(&working) <= MOST_WORK * of(&waiting)
                && of(&by_messages) >= MOST_OF_IT * of(&waiting)
        };
        // Nodes come before the nodes within them. So a group hides the groups and lanes that it holds.
        let mut is_taken = vec![false; lanes];
        is_taken[late].fill(true);
        let mut groups: Vec<usize> = Vec::new();
        for (node, of) in nodes.iter().enumerate() {
            if is_taken[of.leaves.clone()].iter().all(|is_taken| !is_taken) && only_waits(&of.leaves) {
                is_taken[of.leaves.clone()].fill(true);
                groups.push(node);
            }
        }
        let more = groups.len().checked_sub(1)?;
        let lanes = groups.iter().map(|&node| nodes[node].leaves.len()).sum();
        // The slices of a cause depend on how many slices there are. The waiting in the whole run does not, so the command
        // and the page name the same group.
        let all = [0, pair.slices() - 1];
        let waits = || (0..pair.waits.len()).filter(|&state| pair.waits[state]);
        let gain = |times: &[[f64; 2]], state: usize| sign * (times[state][1] - times[state][0]);
        let in_run = |node: usize| -> f64 {
            let times = pair.times_of(&nodes[node].leaves, all);
            let each = waits().map(|state| gain(&times, state)).fold(0.0, f64::max);
            each * nodes[node].leaves.len() as f64
        };
        let longest =
            |&one: &usize, &other: &usize| in_run(one).total_cmp(&in_run(other)).then(other.cmp(&one));
        let node = groups.into_iter().max_by(longest)?;
        let times = pair.times_of(&nodes[node].leaves, slices);
        let named = waits().filter(|&state| state < pair.named);
        let state = named.max_by(|&one, &other| gain(&times, one).total_cmp(&gain(&times, other)))?;
        Some(Finding {
            kind: FindingKind::Waits,
            node,
            other: Some(cause.node),
            more,
            lanes,
            slices,
            ticks: sign * gain(&times, state),
            state,
            times,
            in_run: [0.0; 2],
            usual: sign * LEAST_WAITING * cause.ticks.abs(),
            z: f64::INFINITY,
        })
    }
}

/// Returns the last slice in which other lanes may wait for the lanes of a cause. The delay travels on with messages, so
/// that distant lanes wait later. It counts for as long again as the lanes of the cause work longer.
pub(super) fn last_slice(pair: &PairTimes<'_>, cause: &Finding) -> usize {
    let widths = pair.times[usize::from(cause.ticks > 0.0)].widths();
    let mut rest = cause.ticks.abs();
    let after = widths[..pair.both].iter().skip(cause.slices[1] + 1);
    let is_within = |width: &&f64| {
        let is_within = rest > 0.0;
        rest -= **width;
        is_within
    };
    cause.slices[1] + after.take_while(is_within).count()
}

/// Returns the change of a leaf's time in waiting states from A to B, within slices.
fn change_of_waiting(pair: &PairTimes<'_>, leaf: usize, [from, to]: [usize; 2]) -> f64 {
    let of = |times: &LaneTimes| -> f64 {
        let states = (0..pair.waits.len()).filter(|&state| pair.waits[state]);
        states.map(|state| times.row(leaf, state)[from..=to].iter().sum::<f64>()).sum()
    };
    of(pair.times[1]) - of(pair.times[0])
}

/// Returns the sums of the values before each place, and of all.
fn sums(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |value| {
        sum += value;
        sum
    };
    std::iter::once(0.0).chain(values.map(add)).collect()
}

/// Returns the node of a leaf.
fn node_of(pair: &PairTimes<'_>, leaf: usize) -> Option<usize> {
    (0..pair.tree.nodes().len()).rev().find(|&node| pair.tree.nodes()[node].leaves == (leaf..leaf + 1))
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

/// Returns the leaf that the delay of each message goes back to, if the message is late. `None` if it goes back to a
/// message that was long on its way.
///
/// A sender may have received messages while the receiver waited. The one that the sender waited longest for counts. If
/// the sender waited longer for it than it took to send afterwards, that message's origin is the origin. Otherwise the
/// sender is.
fn origins(messages: &[MessageTime]) -> Vec<Option<usize>> {
    let by_receiver = by_receiver(messages);
    let mut origins: Vec<Option<usize>> = messages.iter().map(|message| Some(message.from)).collect();
    let mut by_sending: Vec<usize> = (0..messages.len()).collect();
    by_sending.sort_by_key(|&at| messages[at].sent);
    // A message is sent after those that its sender received. So their origins are known, however long the way is.
    for at in by_sending {
        let late = &messages[at];
        let received = by_receiver.get(&late.from).map_or(&[][..], Vec::as_slice);
        let until = |tick: i64| received.partition_point(|&at| messages[at].received <= tick);
        let meanwhile = until(late.awaited)..until(late.sent).max(until(late.awaited));
        let waited = |&at: &usize| messages[at].received - messages[at].awaited;
        let longest = received[meanwhile].iter().copied().max_by_key(waited);
        let is_followed = |before: &usize| {
            waited(before) > late.sent - messages[*before].received && messages[*before].sent < late.sent
        };
        if let Some(before) = longest.filter(is_followed) {
            origins[at] = if is_senders(&messages[before]) { origins[before] } else { None };
        }
    }
    origins
}

/// Returns true if a receiver waits for the sender of a message more than for the message on its way.
fn is_senders(message: &MessageTime) -> bool {
    2 * (message.sent - message.awaited) >= message.received - message.awaited
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message([from, to]: [usize; 2], [awaited, sent, received]: [i64; 3]) -> MessageTime {
        MessageTime { from, to, sent, awaited, received, slice: 0, is_only: true }
    }

    /// Follows one message by looking at all others.
    fn naive_origin(messages: &[MessageTime], late: &MessageTime) -> Option<usize> {
        let is_meanwhile =
            |of: &&MessageTime| of.to == late.from && (late.awaited + 1..=late.sent).contains(&of.received);
        let mut longest: Vec<&MessageTime> = messages.iter().filter(is_meanwhile).collect();
        longest.sort_by_key(|of| of.received);
        let most = longest.iter().map(|of| of.received - of.awaited).max();
        match longest.into_iter().rfind(|of| Some(of.received - of.awaited) == most) {
            Some(before)
                if before.received - before.awaited > late.sent - before.received
                    && before.sent < late.sent =>
            {
                if is_senders(before) {
                    naive_origin(messages, before)
                } else {
                    None
                }
            }
            _ => Some(late.from),
        }
    }

    #[test]
    fn delay_is_followed_through_any_number_of_lanes() {
        let pass =
            |lane: usize| message([lane, lane + 1], [0, 1_000 + 2 * lane as i64, 1_001 + 2 * lane as i64]);
        let messages: Vec<MessageTime> = (0..300).map(pass).collect();
        assert_eq!(origins(&messages), vec![Some(0); 300]);
    }

    /// A rank that exchanges messages with both neighbours receives an early one after the late one.
    #[test]
    fn early_message_after_a_late_one_hides_no_delay() {
        let messages = [
            message([0, 1], [10, 1_000, 1_001]),
            message([2, 1], [1_001, 10, 1_002]),
            message([1, 2], [20, 1_100, 1_101]),
        ];
        assert_eq!(origins(&messages), [Some(0), Some(2), Some(0)]);
    }

    /// A delay passes from lane to lane a little at a time, so that each message goes back to the lane before.
    #[test]
    fn chain_of_waiting_lanes_ends_at_the_first() {
        let late = |to: usize, origin: usize, ticks: f64| LateMessage { to, origin, slice: 0, ticks };
        let late = LateMessages(vec![
            late(1, 0, 40.0),
            late(2, 1, 30.0),
            late(3, 2, 20.0),
            late(0, 3, 9.0),
            late(1, 5, 8.0),
        ]);
        let end = |lane: usize, least: f64| late.end_of_chain(lane, [0, 0], [1.0, least], |_| true);
        assert_eq!([3, 2, 1, 0].map(|lane| end(lane, 10.0)), [0; 4]);
        // What lane 2 waits is too little, or not in these slices.
        assert_eq!((end(2, 31.0), late.end_of_chain(2, [1, 1], [1.0, 10.0], |_| true)), (2, 2));
        // A chain does not go in a circle.
        assert_eq!(end(2, 5.0), 3);
    }

    #[test]
    fn sender_that_works_longer_than_it_waited_is_the_origin() {
        let messages = [message([0, 1], [10, 20, 21]), message([1, 2], [15, 1_000, 1_001])];
        assert_eq!(origins(&messages), [0, 1].map(Some));
    }

    #[test]
    fn delay_of_a_message_that_was_long_on_its_way_has_no_lane() {
        let messages = [message([0, 1], [10, 20, 900]), message([1, 2], [15, 1_000, 1_001])];
        assert_eq!(origins(&messages), [Some(0), None]);
    }

    proptest! {
        #[test]
        fn origins_match_naive_search(
            rows in prop::collection::vec((0usize..5, 0usize..5, 0i64..60, 0i64..60, 1i64..8), 0..40),
        ) {
            let messages: Vec<MessageTime> = rows
                .into_iter()
                .map(|(from, to, awaited, sent, transit)| {
                    message([from, to], [awaited, sent, awaited.max(sent) + transit])
                })
                .collect();
            let expected: Vec<Option<usize>> = messages.iter().map(|of| naive_origin(&messages, of)).collect();
            prop_assert_eq!(origins(&messages), expected);
        }
    }
}
