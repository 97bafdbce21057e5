//! Turns spans into calls, and their events into instants.

use super::table::{Span, Table};
use super::tree::Tree;
use diptych_trace::{
    Binding, FlowPoint, FlowRole, FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind, OwnerId, Sink,
    StrandId,
};
use rustc_hash::FxHashMap;

/// Most traces that a file is split into. With more, all spans go into one trace, by service.
const MOST_TRACES: usize = 32;

/// Number of characters of a trace's id in its name.
const ID_CHARS: usize = 16;

/// Writes all that was read.
pub(super) fn write(table: &Table, sink: &mut dyn Sink) {
    let all: Vec<u32> = (0..table.spans.len() as u32).collect();
    if table.traces.len() <= 1 || table.traces.len() > MOST_TRACES {
        return Writer::new(table, &all).write(sink);
    }
    for trace in 0..table.traces.len() as u32 {
        let own: Vec<u32> = all.iter().copied().filter(|&span| table.span(span).trace == trace).collect();
        let writer = Writer::new(table, &own);
        sink.begin_trace(&writer.title(trace));
        writer.write(sink);
    }
}

/// Writer of one trace's spans.
struct Writer<'a> {
    table: &'a Table,
    own: &'a [u32],
    tree: Tree,
    /// Latest instant of the trace, at which unfinished spans end.
    last: i64,
}

/// A span whose children are being written.
struct Open {
    place: u32,
    strand: StrandId,
    start: i64,
    end: i64,
    /// End of its last child in the same strand.
    reached: i64,
    /// Number of the next child.
    next: u32,
    /// Set once a flow starts at it.
    leads: bool,
}

impl<'a> Writer<'a> {
    fn new(table: &'a Table, own: &'a [u32]) -> Self {
        let service = |span: &Span| table.services.get(span.service as usize).copied().unwrap_or(u32::MAX);
        let tree = Tree::new(table, own, service);
        let instants = own.iter().filter_map(|&span| table.spans.get(span as usize));
        let last = instants.map(|span| span.end().unwrap_or(span.start)).max().unwrap_or(0);
        Self { table, own, tree, last }
    }

    fn span(&self, place: u32) -> &'a Span {
        self.table.span(self.own[place as usize])
    }

    fn service(&self, span: &Span) -> u32 {
        self.table.services.get(span.service as usize).copied().unwrap_or(u32::MAX)
    }

    fn service_name(&self, span: &Span) -> &'a str {
        let name = self.table.service_names.get(self.service(span));
        if name.is_empty() { "unknown service" } else { name }
    }

    fn end(&self, span: &Span) -> i64 {
        span.end().unwrap_or(self.last)
    }

    /// Returns the name of a trace: the service and name of its first span, and the trace's id.
    fn title(&self, trace: u32) -> String {
        let id: String = self.table.traces.get(trace).chars().take(ID_CHARS).collect();
        match self.tree.roots.first().map(|&root| self.span(root)) {
            Some(root) => format!("{}: {} {id}", self.service_name(root), self.table.names.get(root.name)),
            None => id,
        }
    }

    fn write(&self, sink: &mut dyn Sink) {
        let mut lanes: FxHashMap<u32, LaneId> = FxHashMap::default();
        sink.resolution(self.table.rounding);
        for &root in &self.tree.roots {
            let mut open = vec![self.begin(root, None, &mut lanes, sink)];
            while let Some(top) = open.last_mut() {
                let number = top.next;
                top.next += 1;
                if let Some(child) = self.tree.child(top.place, number) {
                    let child = self.begin(child, Some(top), &mut lanes, sink);
                    open.push(child);
                } else {
                    let of = self.span(top.place);
                    sink.leave_strand(top.strand, None, top.end, of.offset);
                    open.pop();
                }
            }
        }
        self.write_events(&lanes, sink);
        self.report(sink);
    }

    /// Writes the events of spans as instants of their services.
    fn write_events(&self, lanes: &FxHashMap<u32, LaneId>, sink: &mut dyn Sink) {
        let mut owners: FxHashMap<u32, OwnerId> = FxHashMap::default();
        // Both lists are in the order of spans.
        let mut own = self.own.iter().copied().peekable();
        for event in self.table.events.iter() {
            while own.next_if(|&span| span < event.span).is_some() {}
            if own.peek() != Some(&event.span) {
                continue;
            }
            let service = self.service(self.table.span(event.span));
            let owner = *owners.entry(service).or_insert_with(|| {
                let owner = sink.owner();
                if let Some(&lane) = lanes.get(&service) {
                    sink.place_owner(owner, lane);
                }
                owner
            });
            sink.instant(owner, InstantSpec { at: event.at, name: self.table.names.get(event.name) });
        }
    }

    /// Begins a span in the strand of its parent, if it fits. Otherwise begins a strand of its own, to which a flow
    /// leads.
    fn begin(
        &self,
        place: u32,
        parent: Option<&mut Open>,
        lanes: &mut FxHashMap<u32, LaneId>,
        sink: &mut dyn Sink,
    ) -> Open {
        let span = self.span(place);
        let service = self.service_name(span);
        let mut lane = |of: &Span, sink: &mut dyn Sink| {
            let name = self.service_name(of);
            *lanes.entry(self.service(of)).or_insert_with(|| sink.lane(None, LaneKind::Process, name))
        };
        let own = lane(span, sink);
        let (mut start, mut end, mut strand) = (span.start, self.end(span), None);
        if let Some(parent) = parent {
            let of = self.span(parent.place);
            self.note_skew(span, of, sink);
            let slack = self.table.rounding;
            let from = parent.start.max(parent.reached);
            let is_within = start.saturating_add(slack) >= from && end <= parent.end.saturating_add(slack);
            if is_within && !span.follows() && self.service(span) == self.service(of) {
                let (rounded_start, rounded_end) = (start.max(from), end.min(parent.end));
                if (rounded_start, rounded_end) != (start, end) {
                    sink.odd(OddityKind::Overlap, service, span.offset, self.table.names.get(span.name));
                }
                (start, end) = (rounded_start, rounded_end.max(rounded_start));
                parent.reached = end;
                strand = Some(parent.strand);
            } else {
                let flow = |at: i64, role: FlowRole, source: u64| FlowPoint {
                    key: parent.place,
                    at,
                    role,
                    binding: Binding::Record,
                    source,
                };
                if !std::mem::replace(&mut parent.leads, true) {
                    let lane = lane(of, sink);
                    sink.flow(lane, flow(parent.start, FlowRole::Start, of.offset));
                }
                // A span that begins before its parent follows from it all the same.
                sink.flow(own, flow(start.max(parent.start), FlowRole::End, span.offset));
            }
        }
        let strand = strand.unwrap_or_else(|| sink.strand(own, ""));
        let name = self.table.names.get(span.name);
        let function = sink.function(FunctionSpec { name, file: service, line: 0, category: "" });
        sink.enter_strand(strand, function, start, span.offset);
        Open { place, strand, start, end, reached: i64::MIN, next: 0, leads: false }
    }

    /// Reports a span that exceeds its parent's time by more than the rounding.
    fn note_skew(&self, span: &Span, parent: &Span, sink: &mut dyn Sink) {
        let by = [parent.start.saturating_sub(span.start), self.end(span).saturating_sub(self.end(parent))];
        let subjects = ["begins before its parent", "ends after its parent"];
        for (at, (by, subject)) in by.into_iter().zip(subjects).enumerate() {
            // A span that only follows from its parent may outlast it.
            if by > self.table.rounding && (at == 0 || !span.follows()) {
                let example = format!("{} by {by} ns", self.table.names.get(span.name));
                sink.odd(OddityKind::OutsideParent, subject, span.offset, &example);
            }
        }
    }

    fn report(&self, sink: &mut dyn Sink) {
        let name = |place: u32| self.table.names.get(self.span(place).name);
        for &place in &self.tree.orphans {
            sink.odd(OddityKind::WithoutParent, "not in the file", self.span(place).offset, name(place));
        }
        for &place in &self.tree.circles {
            sink.odd(OddityKind::WithoutParent, "in a circle", self.span(place).offset, name(place));
        }
        for &span in self.own {
            let span = self.table.span(span);
            if span.end().is_none() {
                sink.odd(OddityKind::UnclosedCall, "", span.offset, self.table.names.get(span.name));
            }
        }
    }
}
