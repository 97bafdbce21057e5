//! The sink that makes traces.

use crate::calls::Calls;
use crate::elements::Elements;
use crate::functions::FunctionInterner;
use crate::lanes::Lanes;
use crate::names::NameInterner;
use crate::nesting::{Span, nest, pre_order};
use crate::outliers::Kept;
use crate::{
    Axis, CallSpec, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, NameId, OddKind,
    Report, Sink, Trace, Unit, WeightColumn,
};

/// Collects what readers write and turns it into [`Trace`]s that pass [`Trace::check`].
#[derive(Debug, Default)]
pub struct Builder {
    done: Vec<(String, Trace)>,
    current: Draft,
    begun: bool,
}

/// One trace in the making.
#[derive(Debug)]
struct Draft {
    title: String,
    axis: Axis,
    names: NameInterner,
    functions: FunctionInterner,
    lanes: Vec<LaneDraft>,
    weights: Vec<(NameId, Unit)>,
    elements: Elements,
    report: Report,
    calls: u64,
}

#[derive(Debug)]
struct LaneDraft {
    parent: Option<LaneId>,
    kind: LaneKind,
    name: NameId,
    order: i64,
    spans: Vec<Span>,
    marks: Vec<Mark>,
    /// Values by column and emission number; shorter columns end in zeros.
    weights: Vec<Vec<i64>>,
}

/// A begin or an end that has not found its other half.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: i64,
    source: u64,
    /// [`FunctionId::NONE`] for an end that names nothing.
    function: FunctionId,
    begins: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            title: String::new(),
            axis: Axis::TIME,
            names: NameInterner::default(),
            functions: FunctionInterner::default(),
            lanes: Vec::new(),
            weights: Vec::new(),
            elements: Elements::default(),
            report: Report::default(),
            calls: 0,
        }
    }
}

impl Builder {
    /// Calls taken in so far, of all traces (for progress); begins count, ends do not.
    pub fn calls_so_far(&self) -> u64 {
        self.done.iter().map(|(_, trace)| trace.calls().len() as u64).sum::<u64>() + self.current.calls
    }

    /// Builds everything: title and trace, in file order. A file without any event gives one empty trace.
    pub fn finish(mut self) -> Vec<(String, Trace)> {
        self.close();
        self.done
    }

    fn close(&mut self) {
        let draft = std::mem::take(&mut self.current);
        self.done.push((draft.title.clone(), draft.finish()));
    }

    fn lane_mut(&mut self, lane: LaneId) -> &mut LaneDraft {
        &mut self.current.lanes[lane.index()]
    }
}

impl Sink for Builder {
    fn begin_trace(&mut self, title: &str) {
        if self.begun {
            self.close();
        }
        self.begun = true;
        title.clone_into(&mut self.current.title);
    }

    fn axis(&mut self, axis: Axis) {
        self.current.axis = axis;
    }

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        let draft = &mut self.current;
        let [name, file, category] =
            [function.name, function.file, function.category].map(|text| draft.name(text));
        draft.functions.intern(name, file, function.line, category)
    }

    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId {
        let id = LaneId(self.current.lanes.len() as u32);
        let name = self.current.name(name);
        self.current.lanes.push(LaneDraft {
            parent,
            kind,
            name,
            order: 0,
            spans: Vec::new(),
            marks: Vec::new(),
            weights: Vec::new(),
        });
        id
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        self.lane_mut(lane).name = self.current.name(name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.lane_mut(lane).order = order;
    }

    fn call(&mut self, lane: LaneId, call: CallSpec) {
        self.current.calls += 1;
        if call.end < call.start {
            let at = call.source;
            self.odd(OddKind::NegativeDuration, "", at, &format!("{} ticks", call.end - call.start));
        }
        self.lane_mut(lane).span(call.start, call.end.max(call.start), call.function, call.source);
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64) {
        self.current.calls += 1;
        self.lane_mut(lane).marks.push(Mark { at, source, function, begins: true });
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64) {
        let function = function.unwrap_or(FunctionId::NONE);
        self.lane_mut(lane).marks.push(Mark { at, source, function, begins: false });
    }

    fn weight_column(&mut self, name: &str, unit: Unit) -> usize {
        let name = self.current.name(name);
        self.current.weights.push((name, unit));
        self.current.weights.len() - 1
    }

    fn weigh(&mut self, lane: LaneId, column: usize, value: i64) {
        let lane = self.lane_mut(lane);
        if lane.weights.len() <= column {
            lane.weights.resize_with(column + 1, Vec::new);
        }
        if let Some(last) = lane.spans.len().checked_sub(1) {
            lane.weights[column].resize(last, 0);
            lane.weights[column].push(value);
        }
    }

    fn element(&mut self, element: ElementSpec<'_>) -> ElementId {
        let (name, kind) = (self.current.name(element.name), self.current.name(element.kind));
        let elements = &mut self.current.elements;
        let id = ElementId(elements.name.len() as u32);
        elements.parent.push(element.parent.unwrap_or(ElementId::NONE));
        elements.name.push(name);
        elements.kind.push(kind);
        elements.bytes.push(element.bytes);
        id
    }

    fn odd(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str) {
        self.current.report.note(kind, subject, offset, example);
    }
}

impl LaneDraft {
    fn span(&mut self, start: i64, end: i64, function: FunctionId, source: u64) {
        self.spans.push(Span { start, end, source, function });
    }

    /// Keeps the spans that lie near the others, with their weights.
    fn keep(&mut self, kept: Kept, report: &mut Report) {
        let stays: Vec<bool> = self.spans.iter().map(|span| kept.holds(span)).collect();
        for (span, _) in self.spans.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            let example = format!("{} to {}", span.start, span.end);
            report.note(OddKind::TimeOutOfRange, "far from all others", span.source, &example);
        }
        retain_by(&mut self.spans, &stays);
        for column in &mut self.weights {
            retain_by(column, &stays);
        }
    }

    /// Last instant this lane speaks of.
    fn last_instant(&self) -> Option<i64> {
        let spans = self.spans.iter().map(|span| span.end);
        spans.chain(self.marks.iter().map(|mark| mark.at)).max()
    }

    /// Turns begins and ends into spans. Open calls end at `last`.
    fn pair_marks(&mut self, last: i64, report: &mut Report) {
        let mut marks = std::mem::take(&mut self.marks);
        let late = marks.windows(2).filter(|pair| pair[1].at < pair[0].at).count();
        if late > 0 {
            let first =
                marks.windows(2).find(|pair| pair[1].at < pair[0].at).map_or(0, |pair| pair[1].source);
            report.note_many(OddKind::OutOfOrder, "", late as u64, first, "");
            // Stable: begins and ends of one instant keep the order of the file.
            marks.sort_by_key(|mark| mark.at);
        }
        let mut open: Vec<usize> = Vec::new();
        for mark in marks {
            if mark.begins {
                open.push(self.spans.len());
                self.span(mark.at, last, mark.function, mark.source);
            } else {
                self.close_open(&mut open, mark, report);
            }
        }
        for index in open {
            report.note(OddKind::UnclosedCall, "", self.spans[index].source, "");
        }
    }

    fn close_open(&mut self, open: &mut Vec<usize>, mark: Mark, report: &mut Report) {
        let ending = if mark.function == FunctionId::NONE {
            open.len().checked_sub(1)
        } else {
            open.iter().rposition(|&index| self.spans[index].function == mark.function)
        };
        let Some(ending) = ending else {
            report.note(OddKind::UnmatchedEnd, "", mark.source, "");
            return;
        };
        if ending + 1 < open.len() {
            report.note(OddKind::MismatchedEnd, "", mark.source, "");
        }
        for index in open.drain(ending..) {
            self.spans[index].end = mark.at;
        }
    }
}

impl Draft {
    fn name(&mut self, text: &str) -> NameId {
        if text.is_empty() {
            return NameId::NONE;
        }
        // Past 4 GiB of distinct names the text is dropped, the call is not.
        self.names.intern(text).unwrap_or(NameId::NONE)
    }

    fn finish(mut self) -> Trace {
        let last = self.lanes.iter().filter_map(LaneDraft::last_instant).max().unwrap_or(0);
        for lane in &mut self.lanes {
            lane.pair_marks(last, &mut self.report);
        }
        self.leave_out_strays();
        let starts = self.lanes.iter().flat_map(|lane| lane.spans.iter().map(|span| span.start));
        let origin = starts.min().unwrap_or(0);
        let order = lane_order(&self.lanes);
        let mut tables = Tables::with_weights(&self.weights);
        let total: usize = self.lanes.iter().map(|lane| lane.spans.len()).sum();
        tables.reserve(total);
        tables.lay(&order, &mut self.lanes, origin, &mut self.report);
        Trace::assemble(crate::trace::Parts {
            origin,
            axis: self.axis,
            names: self.names.finish(),
            functions: self.functions.finish(),
            lanes: tables.lanes,
            calls: tables.calls,
            weights: tables.weights,
            elements: self.elements,
            report: self.report,
        })
    }
}

impl Draft {
    /// Leaves out calls that no axis could hold together with the others.
    fn leave_out_strays(&mut self) {
        let Some(kept) = Kept::of(self.lanes.iter().flat_map(|lane| &lane.spans)) else { return };
        for lane in &mut self.lanes {
            lane.keep(kept, &mut self.report);
        }
    }
}

/// Keeps the entries whose flag is set.
fn retain_by<T>(entries: &mut Vec<T>, stays: &[bool]) {
    let mut flags = stays.iter();
    entries.retain(|_| flags.next().copied().unwrap_or(true));
}

/// Lanes in pre-order; siblings by (order, creation). A lane whose parent comes later, or that is its own
/// ancestor, becomes a root.
fn lane_order(lanes: &[LaneDraft]) -> Vec<(usize, u32)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); lanes.len()];
    let mut roots = Vec::new();
    for (index, lane) in lanes.iter().enumerate() {
        match lane.parent.filter(|parent| parent.index() < index) {
            Some(parent) => children[parent.index()].push(index),
            None => roots.push(index),
        }
    }
    let sort = |siblings: &mut Vec<usize>| {
        siblings.sort_by_key(|&index| std::cmp::Reverse((lanes[index].order, index)));
    };
    children.iter_mut().for_each(sort);
    sort(&mut roots);
    // Depth first; stacks hold siblings last first, so the first comes off first.
    let mut order = Vec::with_capacity(lanes.len());
    let mut stack: Vec<(usize, u32)> = roots.into_iter().map(|root| (root, u32::MAX)).collect();
    while let Some((index, parent)) = stack.pop() {
        let place = order.len() as u32;
        order.push((index, parent));
        stack.extend(children[index].iter().map(|&child| (child, place)));
    }
    order
}

/// The tables that are laid down lane by lane.
#[derive(Debug, Default)]
struct Tables {
    lanes: Lanes,
    calls: Calls,
    weights: Vec<WeightColumn>,
}

impl Tables {
    fn with_weights(declared: &[(NameId, Unit)]) -> Self {
        let column = |&(name, unit): &(NameId, Unit)| WeightColumn { name, unit, values: Vec::new() };
        Self { weights: declared.iter().map(column).collect(), ..Self::default() }
    }

    fn reserve(&mut self, calls: usize) {
        self.calls.start.reserve_exact(calls);
        self.calls.end.reserve_exact(calls);
        self.calls.source.reserve_exact(calls);
        self.calls.function.reserve_exact(calls);
        self.calls.parent.reserve_exact(calls);
        self.calls.depth.reserve_exact(calls);
        self.calls.subtree_end.reserve_exact(calls);
    }

    fn lay(&mut self, order: &[(usize, u32)], drafts: &mut [LaneDraft], origin: i64, report: &mut Report) {
        for &(index, parent) in order {
            let draft = &mut drafts[index];
            self.lanes.name.push(draft.name);
            self.lanes.parent.push(LaneId(parent));
            self.lanes.kind.push(draft.kind as u32);
            self.lanes.first_call.push(self.calls.len() as u32);
            let spans = std::mem::take(&mut draft.spans);
            let order = pre_order(&spans);
            self.lay_weights(&order, &std::mem::take(&mut draft.weights));
            let cut = nest(&spans, &order, origin, &mut self.calls);
            if let Some(offset) = cut.first {
                report.note_many(OddKind::Overlap, "", cut.count, offset, "");
            }
        }
        self.lanes.first_call.push(self.calls.len() as u32);
        self.lanes.subtree_end = subtree_ends(&self.lanes.parent);
    }

    fn lay_weights(&mut self, order: &[u32], weights: &[Vec<i64>]) {
        for (number, column) in self.weights.iter_mut().enumerate() {
            let given = weights.get(number).map_or(&[][..], Vec::as_slice);
            let value = |&emitted: &u32| given.get(emitted as usize).copied().unwrap_or(0);
            column.values.extend(order.iter().map(value));
        }
    }
}

/// One past the last row of each row's subtree, for rows in pre-order.
pub(crate) fn subtree_ends(parents: &[LaneId]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..=parents.len() as u32).collect();
    for row in (0..parents.len()).rev() {
        if let Some(parent) = parents[row].some() {
            ends[parent.index()] = ends[parent.index()].max(ends[row]);
        }
    }
    ends
}
