//! The calls, functions and lanes that a subject stands for, resolved once for all views.

use crate::focus::Focus;
use crate::places::ElementOrRelation;
use crate::stacks::{PathReading, Steps, calls_on};
use crate::{Correspondence, package_of, words};
use diptych_protocol::{
    AreaRef, CallRef, FunctionRef, GroupBy, GroupRef, LaneRef, SideName, Subject, Window,
};
use diptych_trace::{CallId, FunctionId, FunctionSpec, IdentityId, Sorting, Trace};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The calls, functions, lanes and elements that are highlighted in every view. Each view marks those that it shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Highlight {
    /// Highlighted call of each side, if the highlight is a single call there.
    pub call: [Option<CallId>; 2],
    /// Highlighted calls of each side, as ranges of ids that ascend and have gaps between them.
    pub calls: [Vec<Range<u32>>; 2],
    /// Set for each function of a side that is highlighted with all its calls. Empty if there is none.
    pub functions: [Vec<bool>; 2],
    /// Set for each highlighted lane of a side. Empty if there is none.
    pub lanes: [Vec<bool>; 2],
    /// Highlighted area of lanes × time, for views that show areas and no calls. The calls in it are not listed one by
    /// one.
    pub area: Option<AreaRef>,
    /// Highlighted element or relation, for views that show these.
    pub ends: Option<ElementOrRelation>,
    /// Highlighted call path, outermost function first, as the profile numbers functions. Views that show a path twice
    /// mark it more strongly than other paths of its function. Empty if there is none.
    pub path: Vec<IdentityId>,
    /// Focus that the pointer chose, for the view in which it chooses nearby calls or elements.
    pub focus: Option<Focus>,
}

impl Highlight {
    /// Highlights the calls of a side from `first` up to, but not including, `end`.
    pub fn of_range(side: SideName, first: CallId, end: u32) -> Self {
        let mut found = Self::default();
        found.calls[side.index()].push(first.0..end);
        found
    }

    /// Highlights a call and all calls below it.
    pub fn of_call(side: SideName, trace: &Trace, call: CallId) -> Self {
        let mut found = Self::of_range(side, call, trace.calls().subtree(call).end);
        found.call[side.index()] = Some(call);
        found
    }

    /// Returns the union of two highlights. Where only one value fits, `self` comes first.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.area = self.area.or(other.area);
        self.ends = self.ends.or(other.ends);
        if self.path.is_empty() {
            self.path.clone_from(&other.path);
        }
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

    /// Resolves a subject, with paths read as recorded stacks. A function is found by name and file, along with the
    /// other side's functions of the same identity.
    ///
    /// O(functions + lanes). A path takes O(calls · log steps), an area or a time O(calls in it).
    pub fn new(
        subject: &Subject,
        traces: [Option<&Trace>; 2],
        correspondence: Option<&Correspondence<'_>>,
    ) -> Self {
        Self::read(subject, traces, correspondence, PathReading::AS_CALLED)
    }

    /// Resolves a subject as [`Self::new`] does, with paths read by `reading`.
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
            // Only the structure that is shown knows these calls.
            Subject::ElementRelation { .. } => Highlight::default(),
            Subject::Lane(lane) => resolver.lane(*lane),
            Subject::Area(area) => resolver.area(area),
            Subject::Time { side, window, .. } => {
                let lanes = traces[side.index()].map_or(0, |trace| trace.lanes().len() as u32);
                let (first, last) = (0, lanes.saturating_sub(1));
                resolver.area(&AreaRef { side: *side, first, last, depth: 0, window: *window })
            }
        }
    }

    /// Returns true if a call is highlighted. O(log ranges).
    pub fn holds(&self, side: SideName, trace: &Trace, call: CallId) -> bool {
        let at = side.index();
        let is_set = |bits: &[bool], bit: usize| bits.get(bit).copied().unwrap_or(false);
        let ranges = &self.calls[at];
        let after = ranges.partition_point(|range| range.end <= call.0);
        ranges.get(after).is_some_and(|range| range.contains(&call.0))
            || is_set(&self.functions[at], trace.calls().function()[call.index()].index())
            || !self.lanes[at].is_empty() && is_set(&self.lanes[at], trace.lanes().of_call(call).index())
    }

    /// Returns the highlighted call, if it is a single one on one side only.
    pub fn one_call(&self) -> Option<(SideName, CallId)> {
        match self.call {
            [Some(a), None] => Some((SideName::A, a)),
            [None, Some(b)] => Some((SideName::B, b)),
            _ => None,
        }
    }

    /// Returns the call whose stack is highlighted; of a match, A's call.
    pub fn stack(&self) -> Option<(SideName, CallId)> {
        let call_of = |side: SideName| Some((side, self.call[side.index()]?));
        SideName::BOTH.into_iter().find_map(call_of)
    }

    /// Returns true if functions or lanes are highlighted, which every view marks.
    pub fn is_wide(&self) -> bool {
        self.functions.iter().chain(&self.lanes).any(|bits| !bits.is_empty())
    }

    /// Returns true if nothing is highlighted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the calls of each side that a path ends in, ascending, and the reading under which it has calls. `reading`
/// is tried first. O(calls · log steps).
pub(crate) fn ends_of_path(
    path: &[FunctionRef],
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
    reading: PathReading,
) -> (PathReading, [Vec<CallId>; 2]) {
    SubjectResolver { traces, correspondence }.resolved(path, reading)
}

/// The traces in which subjects are looked up.
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

    /// Returns the functions that are meant, and all functions that share an identity with one of them.
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

    /// Highlights each call that a path ends in, and all calls below it.
    fn path(&self, path: &[FunctionRef], reading: PathReading) -> Highlight {
        let mut found = Highlight::default();
        let (_, ends) = self.resolved(path, reading);
        for (side, ends) in ends.iter().enumerate() {
            let Some(trace) = self.traces[side] else { continue };
            for &call in ends {
                // A call inside an earlier end lies in that one's range.
                if found.calls[side].last().is_none_or(|range| range.end <= call.0) {
                    extend(&mut found.calls[side], trace.calls().subtree(call));
                }
            }
        }
        found
    }

    /// Returns the first reading under which a path has calls, and these calls.
    fn resolved(&self, path: &[FunctionRef], reading: PathReading) -> (PathReading, [Vec<CallId>; 2]) {
        let mut found = reading.and_others().map(|reading| (reading, self.ends(path, reading)));
        let is_there = |(_, ends): &(PathReading, [Vec<CallId>; 2])| ends.iter().any(|ends| !ends.is_empty());
        found.find(is_there).unwrap_or((reading, [const { Vec::new() }; 2]))
    }

    /// Returns the calls of each side that a path ends in under one reading.
    fn ends(&self, path: &[FunctionRef], reading: PathReading) -> [Vec<CallId>; 2] {
        let steps = self.steps(path, reading);
        [0, 1].map(|side: usize| {
            let Some(trace) = self.traces[side] else { return Vec::new() };
            calls_on(trace, reading, &steps[side], |function| self.number(side, function))
        })
    }

    /// Returns the number of a function. With a correspondence, functions with one number have one identity.
    fn number(&self, side: usize, function: FunctionId) -> u32 {
        self.correspondence.map_or(function.0, |both| both.pair.identities[side][function.index()].0)
    }

    /// Finds the functions of each side that are each step of a path: those with the step's name and file, and all with
    /// the number of one of these.
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
            // Both sides share numbers, so a name found on one side also finds the function on the other.
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

    /// Highlights the calls of one function that another function calls directly.
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
        // A lane comes after the lane that contains it, so that one's bit is set already.
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
            // Calls that began earlier and still run are among the last call before the window and its callers.
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

/// Adds a range. Ranges come in order of their start, and touching ones are merged.
fn extend(ranges: &mut Vec<Range<u32>>, next: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
        _ => ranges.push(next),
    }
}

/// Sets the bits of `other` in `bits`.
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

/// Returns true if a function lies in an element of the source tree, whose path is made of folders, file and function.
fn is_in_element(spec: FunctionSpec<'_>, element: &[String]) -> bool {
    let parts = spec.file.split(['/', '\\']).filter(|part| !part.is_empty());
    let mut parts = parts.chain(std::iter::once(spec.name));
    !element.is_empty() && element.iter().all(|name| parts.next() == Some(name.as_str()))
}
