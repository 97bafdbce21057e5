//! What of the traces a subject is: calls, functions, lanes, once for all views.

use crate::elements::Focus;
use crate::program::Ends;
use crate::stacks::{PathReading, Steps, calls_on};
use crate::{Correspondence, package_of, words};
use diptych_protocol::{
    AreaRef, CallRef, FunctionRef, GroupBy, GroupRef, LaneRef, SideName, Subject, Window,
};
use diptych_trace::{CallId, FunctionId, FunctionSpec, Sorting, Trace};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What is highlighted in every view. A view shows of it what it has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Highlight {
    /// Of A and of B the one call that it is, if it is one.
    pub call: [Option<CallId>; 2],
    /// Calls of each side: ranges of ids, ascending, with gaps between them.
    pub calls: [Vec<Range<u32>>; 2],
    /// Of each side whether a function is highlighted with all its calls; empty where none is.
    pub functions: [Vec<bool>; 2],
    /// Of each side whether a lane is highlighted; empty where none is.
    pub lanes: [Vec<bool>; 2],
    /// Lanes × time, of views that show these and no calls: whatever is in them is not highlighted one by one.
    pub area: Option<AreaRef>,
    /// The element or relation that it is, of views that show these.
    pub ends: Option<Ends>,
    /// What the pointer chose, of the view in which it chooses what lies near.
    pub focus: Option<Focus>,
}

impl Highlight {
    /// The calls of a side from `first` on to before `end`.
    pub fn of_range(side: SideName, first: CallId, end: u32) -> Self {
        let mut found = Self::default();
        found.calls[side.index()].push(first.0..end);
        found
    }

    /// A call with all that it calls.
    pub fn of_call(side: SideName, trace: &Trace, call: CallId) -> Self {
        let mut found = Self::of_range(side, call, trace.calls().subtree(call).end);
        found.call[side.index()] = Some(call);
        found
    }

    /// What both are.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.area = self.area.or(other.area);
        self.ends = self.ends.or(other.ends);
        self.focus = self.focus.take().or_else(|| other.focus.clone());
        for side in 0..2 {
            self.call[side] = self.call[side].or(other.call[side]);
            let mut calls = std::mem::take(&mut self.calls[side]);
            calls.extend(other.calls[side].iter().cloned());
            calls.order_by_key(|range| range.start);
            for range in calls {
                extend(&mut self.calls[side], range);
            }
            union(&mut self.functions[side], &other.functions[side]);
            union(&mut self.lanes[side], &other.lanes[side]);
        }
        self
    }

    /// What a subject is, where paths are stacks as they were. Functions are those of its name and file, and those of the other side that are the same.
    /// O(functions + lanes); for a path O(calls · log steps), for an area or a time O(calls in it).
    pub fn new(
        subject: &Subject,
        traces: [Option<&Trace>; 2],
        correspondence: Option<&Correspondence<'_>>,
    ) -> Self {
        Self::read(subject, traces, correspondence, PathReading::AS_CALLED)
    }

    /// The same where paths are read so.
    pub fn read(
        subject: &Subject,
        traces: [Option<&Trace>; 2],
        correspondence: Option<&Correspondence<'_>>,
        reading: PathReading,
    ) -> Self {
        let resolver = SubjectResolver { traces, correspondence };
        match subject {
            Subject::Call(call) => resolver.call(call),
            Subject::Match(a, b) => resolver.call(a).and(&resolver.call(b)),
            Subject::Function(function) => resolver.functions(|spec| is_named(spec, function)),
            Subject::Group(group) => resolver.functions(|spec| is_in_group(spec, group)),
            Subject::Element(path) => resolver.functions(|spec| is_in_element(spec, path)),
            Subject::Path(path) => resolver.path(path, reading),
            Subject::Relation { caller, callee } => resolver.relation(caller, callee),
            // Which calls these are says the structure that is shown.
            Subject::ElementRelation { .. } => Highlight::default(),
            Subject::Lane(lane) => resolver.lane(*lane),
            Subject::Area(area) => resolver.area(area),
            Subject::Time { side, window } => {
                let lanes = traces[side.index()].map_or(0, |trace| trace.lanes().len() as u32);
                let (first, last) = (0, lanes.saturating_sub(1));
                resolver.area(&AreaRef { side: *side, first, last, depth: 0, window: *window })
            }
        }
    }

    /// Whether a call is highlighted. O(log ranges).
    pub fn holds(&self, side: SideName, trace: &Trace, call: CallId) -> bool {
        let at = side.index();
        let is_set = |bits: &[bool], bit: usize| bits.get(bit).copied().unwrap_or(false);
        let ranges = &self.calls[at];
        let after = ranges.partition_point(|range| range.end <= call.0);
        ranges.get(after).is_some_and(|range| range.contains(&call.0))
            || is_set(&self.functions[at], trace.calls().function()[call.index()].index())
            || !self.lanes[at].is_empty() && is_set(&self.lanes[at], trace.lanes().of_call(call).index())
    }

    /// The call that it is, if it is one of one side alone.
    pub fn one_call(&self) -> Option<(SideName, CallId)> {
        match self.call {
            [Some(a), None] => Some((SideName::A, a)),
            [None, Some(b)] => Some((SideName::B, b)),
            _ => None,
        }
    }

    /// The stack that it is, or that a match ends in on A's side.
    pub fn stack(&self) -> Option<(SideName, CallId)> {
        let call_of = |side: SideName| Some((side, self.call[side.index()]?));
        SideName::BOTH.into_iter().find_map(call_of)
    }

    /// Whether it is functions or lanes: every view marks those.
    pub fn is_wide(&self) -> bool {
        self.functions.iter().chain(&self.lanes).any(|bits| !bits.is_empty())
    }

    /// Whether nothing is highlighted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The calls that a path ends in, of each side, ascending, and the reading that it is a path under: the one asked for, if it
/// is one under that. O(calls · log steps).
pub(crate) fn ends_of_path(
    path: &[FunctionRef],
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
    reading: PathReading,
) -> (PathReading, [Vec<CallId>; 2]) {
    SubjectResolver { traces, correspondence }.resolved(path, reading)
}

/// The traces that a subject is looked for in.
struct SubjectResolver<'a> {
    traces: [Option<&'a Trace>; 2],
    correspondence: Option<&'a Correspondence<'a>>,
}

impl SubjectResolver<'_> {
    fn call(&self, reference: &CallRef) -> Highlight {
        let trace = self.traces[reference.side.index()];
        let found = trace.and_then(|trace| Some((trace, words::find(trace, reference)?)));
        found.map_or_else(Highlight::default, |(trace, call)| Highlight::of_call(reference.side, trace, call))
    }

    fn functions(&self, is_meant: impl Fn(FunctionSpec<'_>) -> bool) -> Highlight {
        Highlight { functions: self.function_bits(is_meant), ..Highlight::default() }
    }

    /// Functions that are meant, and those of the other side that correspond to one of them.
    fn function_bits(&self, is_meant: impl Fn(FunctionSpec<'_>) -> bool) -> [Vec<bool>; 2] {
        let mut found = self.traces.map(|trace| {
            let Some(trace) = trace else { return Vec::new() };
            let is_set = |id: FunctionId| is_meant(trace.functions().get(trace.names(), id));
            trace.functions().ids().map(is_set).collect::<Vec<bool>>()
        });
        if let Some(pair) = self.correspondence.map(|both| both.pair) {
            let mut identities = vec![false; pair.identity_count as usize];
            for (bits, ids) in found.iter().zip(pair.identities) {
                for (_, id) in bits.iter().zip(ids).filter(|(bit, _)| **bit) {
                    identities[id.index()] = true;
                }
            }
            for (bits, ids) in found.iter_mut().zip(pair.identities) {
                bits.iter_mut().zip(ids).for_each(|(bit, id)| *bit |= identities[id.index()]);
            }
        }
        for bits in &mut found {
            if !bits.contains(&true) {
                bits.clear();
            }
        }
        found
    }

    /// Each call that a path ends in where it is read so, with all that it calls.
    fn path(&self, path: &[FunctionRef], reading: PathReading) -> Highlight {
        let mut found = Highlight::default();
        let (_, ends) = self.resolved(path, reading);
        for (side, ends) in ends.iter().enumerate() {
            let Some(trace) = self.traces[side] else { continue };
            for &call in ends {
                // One inside another lies in its range.
                if found.calls[side].last().is_none_or(|range| range.end <= call.0) {
                    extend(&mut found.calls[side], trace.calls().subtree(call));
                }
            }
        }
        found
    }

    /// The reading under which a path has calls, and these.
    fn resolved(&self, path: &[FunctionRef], reading: PathReading) -> (PathReading, [Vec<CallId>; 2]) {
        let mut found = reading.and_others().map(|reading| (reading, self.ends(path, reading)));
        let is_there = |(_, ends): &(PathReading, [Vec<CallId>; 2])| ends.iter().any(|ends| !ends.is_empty());
        found.find(is_there).unwrap_or((reading, [const { Vec::new() }; 2]))
    }

    /// The calls that a path ends in, of each side.
    fn ends(&self, path: &[FunctionRef], reading: PathReading) -> [Vec<CallId>; 2] {
        let steps = self.steps(path, reading);
        [0, 1].map(|side: usize| {
            let Some(trace) = self.traces[side] else { return Vec::new() };
            calls_on(trace, reading, &steps[side], |function| self.number(side, function))
        })
    }

    /// Functions of one number are the same.
    fn number(&self, side: usize, function: FunctionId) -> u32 {
        self.correspondence.map_or(function.0, |both| both.pair.identities[side][function.index()].0)
    }

    /// Which functions of each side are which step of a path that is read so: those that are called so, and all that are the same as one of these.
    fn steps(&self, path: &[FunctionRef], reading: PathReading) -> [Steps; 2] {
        let mut named: FxHashMap<(&str, &str), u32> = FxHashMap::default();
        let of_step = path.iter().map(|step| {
            let next = named.len() as u32;
            *named.entry((&step.name, &step.file)).or_insert(next)
        });
        let of_step: Vec<u32> = of_step.collect();
        let of_step = reading.folded(of_step, named.len());
        let mut pairs = [0, 1].map(|side: usize| {
            let Some(trace) = self.traces[side] else { return Vec::new() };
            let functions = trace.functions();
            let is_named = |function: FunctionId| {
                let spec = functions.get(trace.names(), function);
                Some((self.number(side, function), *named.get(&(spec.name, spec.file))?))
            };
            functions.ids().filter_map(is_named).collect()
        });
        if self.correspondence.is_some() {
            let of_both = pairs.concat();
            pairs = [of_both.clone(), of_both];
        }
        let mut pairs = pairs.into_iter();
        [0, 1].map(|side: usize| {
            let own = self.traces[side].map_or(0, |trace| trace.functions().len());
            let numbers = self.correspondence.map_or(own, |both| both.pair.identity_count as usize);
            Steps::new(of_step.clone(), numbers, pairs.next().unwrap_or_default())
        })
    }

    /// The calls of one function whose caller is one of another.
    fn relation(&self, caller: &FunctionRef, callee: &FunctionRef) -> Highlight {
        let [callers, callees] =
            [caller, callee].map(|function| self.function_bits(|spec| is_named(spec, function)));
        let mut found = Highlight::default();
        for (side, trace) in self.traces.iter().enumerate() {
            let Some(trace) = trace else { continue };
            if callers[side].is_empty() || callees[side].is_empty() {
                continue;
            }
            let calls = trace.calls();
            for call in 0..calls.len() as u32 {
                let up = calls.parent()[call as usize].some();
                let is_called = callees[side][calls.function()[call as usize].index()];
                if is_called && up.is_some_and(|up| callers[side][calls.function()[up.index()].index()]) {
                    extend(&mut found.calls[side], call..call + 1);
                }
            }
        }
        found
    }

    fn lane(&self, LaneRef { side, lane }: LaneRef) -> Highlight {
        let mut found = Highlight::default();
        let Some(trace) = self.traces[side.index()].filter(|trace| (lane as usize) < trace.lanes().len())
        else {
            return found;
        };
        let lanes = trace.lanes();
        let bits = &mut found.lanes[side.index()];
        // A lane stands behind the one that it lies in.
        for id in lanes.ids() {
            bits.push(id.0 == lane || lanes.parent(id).is_some_and(|around| bits[around.index()]));
        }
        found
    }

    fn area(&self, area: &AreaRef) -> Highlight {
        let mut found = Highlight::default();
        let Some(trace) = self.traces[area.side.index()] else { return found };
        let (calls, Window { start, end }) = (trace.calls(), area.window);
        let out = &mut found.calls[area.side.index()];
        for lane in trace.lanes().ids().filter(|lane| (area.first..=area.last).contains(&lane.0)) {
            let ids = trace.lanes().calls(lane);
            let starts = &calls.start()[ids.start as usize..ids.end as usize];
            let first = ids.start + starts.partition_point(|&at| at < start) as u32;
            let last = ids.start + starts.partition_point(|&at| at < end) as u32;
            // What began before and still runs is the stack around the first call that does not.
            let mut around: Vec<CallId> = Vec::new();
            let mut up = (first > ids.start).then(|| CallId(first - 1));
            while let Some(call) = up {
                around.push(call);
                up = calls.parent()[call.index()].some();
            }
            let around = around.iter().rev().filter(|call| calls.end()[call.index()] > start);
            for call in around.map(|call| call.0).chain(first..last) {
                if calls.depth()[call as usize] >= area.depth {
                    extend(out, call..call + 1);
                }
            }
        }
        found
    }
}

/// Ranges ascend by their start; those that touch become one.
fn extend(ranges: &mut Vec<Range<u32>>, next: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
        _ => ranges.push(next),
    }
}

fn union(bits: &mut Vec<bool>, other: &[bool]) {
    bits.resize(bits.len().max(other.len()), false);
    bits.iter_mut().zip(other).for_each(|(bit, &also)| *bit |= also);
}

fn is_named(spec: FunctionSpec<'_>, function: &FunctionRef) -> bool {
    spec.name == function.name && spec.file == function.file
}

fn is_in_group(spec: FunctionSpec<'_>, group: &GroupRef) -> bool {
    group.name
        == match group.by {
            GroupBy::Package => package_of(spec),
            GroupBy::File => spec.file,
            GroupBy::Category => spec.category,
        }
}

/// The source tree: directories, file, function.
fn is_in_element(spec: FunctionSpec<'_>, element: &[String]) -> bool {
    let parts = spec.file.split(['/', '\\']).filter(|part| !part.is_empty());
    let mut parts = parts.chain(std::iter::once(spec.name));
    !element.is_empty() && element.iter().all(|name| parts.next() == Some(name.as_str()))
}
