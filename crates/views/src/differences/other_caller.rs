//! Work that another function calls than on the other side, in words.
//!
//! A lazy import, or a cache that somebody else fills first, costs as much as before in another place. No function is slower
//! then, and a change of the order of calls alone does not say why.

use super::findings::Finding;
use super::rows::{RowContext, shown_name};
use super::thread_move;
use crate::numbers;
use diptych_compare::ranking::Floor;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::IdentityId;

/// Work that another function calls.
pub(super) struct OtherCaller {
    /// Sentence without a final stop.
    text: String,
    /// Inclusive time of the calls in ticks, on the side where it is longer.
    ticks: f64,
}

impl OtherCaller {
    /// Returns the sentences before and after that on the lead. Work that takes less time than the largest change is not
    /// named. A pause of the machine hits any call, so work of another caller comes before a single slow call.
    pub(super) fn placed(
        self,
        lead: Option<&Finding<'_>>,
        largest: Option<&Finding<'_>>,
    ) -> [Option<String>; 2] {
        let is_large = largest.is_none_or(|of| self.ticks >= of.delta().abs());
        let text = Some(self.text).filter(|_| is_large);
        let is_first = lead.is_none_or(|lead| lead.change.call.is_some());
        if is_first { [text, None] } else { [None, text] }
    }
}

/// Returns the work with most time that another function calls, if it takes more than the floor's share of all calls:
/// `load now runs in format instead of startup (1 call: 19.9 ms → 18.4 ms)`. Work that moved to another lane has a sentence of
/// its own. O(nodes), and O(depth) for each function.
pub(super) fn most_work(context: RowContext<'_>, floor: Floor) -> Option<OtherCaller> {
    let RowContext { union, axis, .. } = context;
    if union.runs().len() != 2 || context.counted().is_some() {
        return None;
    }
    let stays = |of: &Moved| thread_move::of_function(context, of.function).is_empty();
    let of = moved(union).into_iter().filter(stays).max_by_key(|of| (of.most_ticks(), of.function))?;
    let all = union.runs().iter().map(|run| run.tree.total_ticks()).max()? as f64;
    let ticks = of.most_ticks();
    if ticks <= floor.ticks || ticks as f64 <= floor.share * all {
        return None;
    }
    let name = shown_name(context.names, of.function);
    let [before, now] = of.callers.map(|caller| shown_name(context.names, caller));
    let [a, b] = of.ticks.map(|ticks| numbers::extent(axis, ticks));
    let calls = numbers::calls(of.calls);
    let text = format!("{name} now runs in {now} instead of {before} ({calls}: {a} → {b})");
    Some(OtherCaller { text, ticks: ticks as f64 })
}

/// The calls of a function that another function makes.
struct Moved {
    function: IdentityId,
    /// Nearest callers in A and in B by which the calls differ. Both sides call both.
    callers: [IdentityId; 2],
    calls: u64,
    /// Inclusive time of the calls in A and in B.
    ticks: [i64; 2],
}

impl Moved {
    fn most_ticks(&self) -> i64 {
        self.ticks[0].max(self.ticks[1])
    }
}

/// The paths of a function that only one side has, or that other frames lead to.
#[derive(Clone, Default)]
struct Paths {
    of_one_side: [Vec<NodeId>; 2],
    other_frames: Vec<NodeId>,
    has_other_count: bool,
}

/// Returns the functions of which all calls of one path of A are on another path in B, and nothing else changed.
fn moved(union: &UnionTree) -> Vec<Moved> {
    let calls = |side: usize, node: NodeId| union.side(side).map(|run| run.calls(node)).sum::<u64>();
    let ticks =
        |side: usize, node: NodeId| union.side(side).map(|run| run.inclusive_spread(node).ticks).sum::<i64>();
    let mut is_called = [0, 1].map(|_| vec![false; union.identity_count()]);
    let mut paths = vec![Paths::default(); union.identity_count()];
    for node in union.nodes() {
        let function = union.identity()[node.index()].index();
        let counts = [0, 1].map(|side| calls(side, node));
        (0..2).for_each(|side| is_called[side][function] |= counts[side] > 0);
        let of = &mut paths[function];
        match counts {
            [0, 0] => (),
            [_, 0] => of.of_one_side[0].push(node),
            [0, _] => of.of_one_side[1].push(node),
            [a, b] if a != b => of.has_other_count = true,
            _ if union.caller_on(0, node) != union.caller_on(1, node) => of.other_frames.push(node),
            _ => (),
        }
    }
    // A frame that only one side has between two calls is a caller too, but on no path of both sides.
    for node in union.nodes() {
        for side in union.sides_with(node) {
            if let Some(caller) = union.caller_on(side, node) {
                is_called[side][caller.index()] = true;
            }
        }
    }
    let is_of_both = |of: &IdentityId| is_called.iter().all(|is_called| is_called[of.index()]);
    let of_function = |(function, of): (usize, &Paths)| {
        let [a, b] = &of.of_one_side;
        let [from, to] = match (&a[..], &b[..], &of.other_frames[..]) {
            _ if of.has_other_count => return None,
            ([from], [to], []) => [*from, *to],
            ([], [], [node]) => [*node; 2],
            _ => return None,
        };
        let counts = [calls(0, from), calls(1, to)];
        let chains = [callers_on(union, 0, from), callers_on(union, 1, to)];
        let (first, second) = chains[0].iter().zip(&chains[1]).find(|(first, second)| first != second)?;
        // One of them around the other is no move, but another layer or a deeper recursion.
        let is_apart = !chains[1].contains(first) && !chains[0].contains(second);
        let is_move = counts[0] == counts[1] && is_apart && is_of_both(first) && is_of_both(second);
        is_move.then(|| Moved {
            function: IdentityId(function as u32),
            callers: [*first, *second],
            calls: counts[0],
            ticks: [ticks(0, from), ticks(1, to)],
        })
    };
    paths.iter().enumerate().filter_map(of_function).collect()
}

/// Returns the functions around a path on a side, the nearest first, with frames that only this side has. O(depth).
fn callers_on(union: &UnionTree, side: usize, node: NodeId) -> Vec<IdentityId> {
    let parent = |node: &NodeId| union.parent()[node.index()].some();
    let mut callers = Vec::new();
    for node in std::iter::successors(Some(node), parent) {
        let up = parent(&node).map(|up| union.identity()[up.index()]);
        let caller = union.caller_on(side, node);
        callers.extend(caller.filter(|_| caller != up));
        callers.extend(up);
    }
    callers
}
