//! Tracks states of containers. Each type of state has a stack of its own, whose entries are calls.

use super::containers::{ContainerId, Containers};
use super::types::{TypeId, Types};
use diptych_trace::{CallSpec, FunctionId, LaneId, LaneKind, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// All stacks of a file.
#[derive(Debug, Default)]
pub(super) struct States {
    stacks: Vec<Stack>,
    by_owner: FxHashMap<(u32, u32), u32>,
    /// Type and stack used last, by container. Events of one stack come in runs, and these few bytes are close in
    /// memory.
    last: Vec<Option<(TypeId, u32)>>,
    calls: u64,
    /// Number of open states.
    open: u64,
}

/// Stack of the states of one type in one container.
#[derive(Debug)]
struct Stack {
    lane: LaneId,
    /// Open states, the outermost first.
    open: Vec<State>,
    /// The state that ended last, and its end.
    last: Option<(State, i64)>,
}

/// A state that has begun.
#[derive(Debug, Clone, Copy)]
struct State {
    start: i64,
    function: FunctionId,
    source: u64,
}

/// Call at which a link starts or ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkedCall {
    pub(super) lane: LaneId,
    pub(super) start: i64,
    pub(super) source: u64,
}

impl States {
    /// Returns the number of states begun so far.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// Returns the number of bytes held, estimated, apart from those in containers.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.open * 2 * size_of::<State>() as u64)
            + self.stacks.len() as u64 * 128
            + self.last.capacity() as u64 * 12
    }

    /// Returns the stack of a state type in a container, and makes it first if there is none.
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
        // The state type that comes first in a container type is in the lanes of the containers themselves. Other types
        // get a lane within.
        let main = containers.get(container).kind.map(|of| *types.get_mut(of).main_state.get_or_insert(kind));
        let lane = if main.is_none_or(|main| main == kind) {
            own
        } else {
            let lane = sink.lane(Some(own), LaneKind::Thread, &types.get(kind).name);
            // Negative orders come before the lanes of containers within this one.
            sink.order_lane(lane, i64::from(kind.0) - i64::from(u32::MAX));
            lane
        };
        let stack = self.stacks.len() as u32;
        self.stacks.push(Stack { lane, open: Vec::new(), last: None });
        self.by_owner.insert((container.0, kind.0), stack);
        containers.get_mut(container).stacks.push(stack);
        stack
    }

    /// Begins a state within the open ones.
    #[inline]
    pub(super) fn push(&mut self, stack: u32, function: FunctionId, start: i64, source: u64) {
        self.calls += 1;
        self.open += 1;
        self.stacks[stack as usize].open.push(State { start, function, source });
    }

    /// Ends the innermost state. Returns false if there is none.
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

    /// Ends all states of a stack.
    pub(super) fn reset(&mut self, stack: u32, end: i64, sink: &mut dyn Sink) {
        while self.pop(stack, end, sink) {}
    }

    /// Returns the innermost state of a container at an instant, at which a link starts or ends. If one state ends and
    /// the next begins at that instant, an arriving link belongs to the one that ended, which waited for it.
    pub(super) fn meant(&self, stacks: &[u32], at: i64, starts: bool) -> Option<LinkedCall> {
        let meant = |stack: &Stack, state: &State| LinkedCall {
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

    /// Ends the file: open states end at `last`.
    pub(super) fn finish(&mut self, last: i64, sink: &mut dyn Sink) {
        for stack in 0..self.stacks.len() as u32 {
            while let Some(State { source, function, .. }) = self.stacks[stack as usize].open.last() {
                sink.odd_call(OddityKind::UnclosedCall, *source, *function);
                self.pop(stack, last, sink);
            }
        }
    }
}
