//! States of containers: a stack for each type of them, whose entries are calls.

use super::containers::{ContainerId, Containers};
use super::types::{TypeId, Types};
use diptych_trace::{CallSpec, FunctionId, LaneId, LaneKind, OddKind, Sink};
use rustc_hash::FxHashMap;

/// All stacks of a file.
#[derive(Debug, Default)]
pub(super) struct States {
    stacks: Vec<Stack>,
    by_owner: FxHashMap<(u32, u32), u32>,
    /// By container: the type asked for last, and its stack. Events of one stack come together, and all of these few bytes
    /// are near.
    last: Vec<Option<(TypeId, u32)>>,
    calls: u64,
    /// States that have not ended.
    open: u64,
}

/// The states of one type in one container.
#[derive(Debug)]
struct Stack {
    lane: LaneId,
    /// Those that have not ended, the outermost first.
    open: Vec<State>,
    /// The last one that ended, and when.
    last: Option<(State, i64)>,
}

/// A state that has begun.
#[derive(Debug, Clone, Copy)]
struct State {
    start: i64,
    function: FunctionId,
    source: u64,
}

/// A call that a link starts or ends at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meant {
    pub(super) lane: LaneId,
    pub(super) start: i64,
    pub(super) source: u64,
}

impl States {
    /// States that began so far.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// Bytes held beside what containers hold, about.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.open * 2 * size_of::<State>() as u64)
            + self.stacks.len() as u64 * 128
            + self.last.capacity() as u64 * 12
    }

    /// The stack of states of a type in a container.
    #[inline]
    pub(super) fn stack(
        &mut self,
        container: ContainerId,
        kind: TypeId,
        containers: &mut Containers,
        types: &mut Types,
        sink: &mut dyn Sink,
    ) -> u32 {
        if let Some(&Some((last, stack))) = self.last.get(container.0 as usize)
            && last == kind
        {
            return stack;
        }
        let known = self.by_owner.get(&(container.0, kind.0)).copied();
        let stack = known.unwrap_or_else(|| self.add(container, kind, containers, types, sink));
        let place = container.0 as usize;
        if self.last.len() <= place {
            self.last.resize(place + 1, None);
        }
        self.last[place] = Some((kind, stack));
        stack
    }

    fn add(
        &mut self,
        container: ContainerId,
        kind: TypeId,
        containers: &mut Containers,
        types: &mut Types,
        sink: &mut dyn Sink,
    ) -> u32 {
        let own = containers.lane(container, sink);
        // Containers of one type have the same states in their own lanes: those that came first.
        let main = containers.get(container).kind.map(|of| *types.get_mut(of).main_state.get_or_insert(kind));
        let lane = if main.is_none_or(|main| main == kind) {
            own
        } else {
            let lane = sink.lane(Some(own), LaneKind::Thread, &types.get(kind).name);
            // Before what lies in the container.
            sink.order_lane(lane, i64::from(kind.0) - i64::from(u32::MAX));
            lane
        };
        let stack = self.stacks.len() as u32;
        self.stacks.push(Stack { lane, open: Vec::new(), last: None });
        self.by_owner.insert((container.0, kind.0), stack);
        containers.get_mut(container).stacks.push(stack);
        stack
    }

    /// A state begins on those that have not ended.
    #[inline]
    pub(super) fn push(&mut self, stack: u32, function: FunctionId, start: i64, source: u64) {
        self.calls += 1;
        self.open += 1;
        self.stacks[stack as usize].open.push(State { start, function, source });
    }

    /// The innermost state ends. Whether there is one.
    #[inline]
    pub(super) fn pop(&mut self, stack: u32, end: i64, sink: &mut dyn Sink) -> bool {
        let Stack { lane, open, last } = &mut self.stacks[stack as usize];
        let Some(state) = open.pop() else { return false };
        self.open -= 1;
        *last = Some((state, end));
        let State { start, function, source } = state;
        sink.call_at_depth(*lane, CallSpec { start, end, function, source }, open.len() as u32);
        true
    }

    /// All states end.
    pub(super) fn reset(&mut self, stack: u32, end: i64, sink: &mut dyn Sink) {
        while self.pop(stack, end, sink) {}
    }

    /// The state of a container that a link starts or ends at: the innermost one. What arrives at an instant was waited for
    /// before it, so a state that ended then comes before one that begins.
    pub(super) fn meant(&self, stacks: &[u32], at: i64, starts: bool) -> Option<Meant> {
        let meant = |stack: &Stack, state: &State| Meant {
            lane: stack.lane,
            start: state.start,
            source: state.source,
        };
        stacks.iter().find_map(|&stack| {
            let stack = &self.stacks[stack as usize];
            let open = stack.open.last();
            let ended = stack.last.as_ref().filter(|(_, end)| *end == at).map(|(state, _)| state);
            let ended = ended.filter(|_| !starts && open.is_none_or(|open| open.start >= at));
            ended.or(open).map(|state| meant(stack, state))
        })
    }

    /// The file is over: states that have not ended end at `last`.
    pub(super) fn finish(&mut self, last: i64, sink: &mut dyn Sink) {
        for stack in 0..self.stacks.len() as u32 {
            while let Some(State { source, function, .. }) = self.stacks[stack as usize].open.last() {
                sink.odd_call(OddKind::UnclosedCall, *source, *function);
                self.pop(stack, last, sink);
            }
        }
    }
}
