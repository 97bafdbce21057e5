//! Names that the builder makes up, and names of calls for the report.

use crate::functions::FunctionInterner;
use crate::names::NameInterner;
use crate::nesting::Span;
use crate::{FunctionId, NameId, OddityKind, ReadReport};

/// Most lanes with overlapping calls that are reported by name; the others are counted together.
const NAMED_LANES: usize = 16;
/// Most overlapping calls of a lane that are reported by name.
const NAMED_CALLS: usize = 3;
/// Most characters of each name.
const NAME_CHARS: usize = 36;

/// The names and functions of a trace being built.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    names: &'a mut NameInterner,
    functions: &'a FunctionInterner,
    /// Number of lanes with overlapping calls so far.
    parallel: usize,
}

/// Reports oddities of begins and ends, with the name of the first call.
#[derive(Debug)]
pub(super) struct Oddities<'a> {
    /// Subject of the report entries.
    pub(super) subject: &'a str,
    pub(super) texts: &'a Texts<'a>,
    pub(super) report: &'a mut ReadReport,
}

impl Oddities<'_> {
    /// Reports one oddity of a function's call.
    pub(super) fn note(&mut self, kind: OddityKind, source: u64, function: FunctionId) {
        self.note_many(kind, 1, source, function);
    }

    /// Reports several oddities at once; `function` is that of the first.
    pub(super) fn note_many(&mut self, kind: OddityKind, count: u64, source: u64, function: FunctionId) {
        self.report.note_many(kind, self.subject, count, source, self.texts.name_of(function));
    }
}

impl<'a> Texts<'a> {
    pub(super) fn new(names: &'a mut NameInterner, functions: &'a FunctionInterner) -> Self {
        Self { names, functions, parallel: 0 }
    }

    /// Returns the name of a sub-lane, numbered from 1. It is the same in every lane, so that the sub-lanes of both
    /// sides have equal names.
    pub(super) fn sublane(&mut self, number: u32) -> NameId {
        self.names.intern(&format!("sub-lane {number}")).unwrap_or(NameId::NONE)
    }

    /// Returns the name of a lane for strands of a kind whose outermost calls have this name.
    pub(super) fn strand(&mut self, kind: NameId, name: NameId) -> NameId {
        let [kind, name] = [kind, name].map(|id| self.names.names().get(id));
        let between = if kind.is_empty() || name.is_empty() { "" } else { ": " };
        let text = format!("async {kind}{between}{name}");
        self.names.intern(text.trim_end()).unwrap_or(NameId::NONE)
    }

    /// Returns the name of a function; empty for [`FunctionId::NONE`].
    fn name_of(&self, function: FunctionId) -> &str {
        if function == FunctionId::NONE { "" } else { self.names.names().get(self.functions.name(function)) }
    }

    /// Returns the name of a function, as an id.
    pub(super) fn function(&self, id: FunctionId) -> NameId {
        self.functions.name(id)
    }

    /// Returns the place of each function in the order of names, files and lines.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let names = self.names.names();
        let mut order: Vec<u32> = (0..self.functions.len() as u32).collect();
        order.sort_by_cached_key(|&function| {
            let [name, file] = self.functions.texts(FunctionId(function)).map(|id| names.get(id));
            (name, file, self.functions.line(FunctionId(function)))
        });
        let mut ranks = vec![0; order.len()];
        for (rank, function) in (0..).zip(order) {
            ranks[function as usize] = rank;
        }
        ranks
    }

    /// Reports the calls of a lane that overlap others, and names the first ones.
    pub(super) fn note_parallel(
        &mut self,
        lane: NameId,
        spans: &[Span],
        parallel: &[u32],
        report: &mut ReadReport,
    ) {
        self.parallel += 1;
        let lane = if self.parallel > NAMED_LANES { "further lanes" } else { self.names.names().get(lane) };
        let first = parallel.iter().map(|&index| &spans[index as usize]);
        let source = first.clone().next().map_or(0, |span| span.source);
        let named: Vec<String> = first.take(NAMED_CALLS).map(|span| self.short_name(span)).collect();
        report.note_many(OddityKind::Parallel, lane, parallel.len() as u64, source, &named.join(", "));
    }

    /// Returns the start of a call's name.
    fn short_name(&self, span: &Span) -> String {
        let name = self.names.names().get(self.functions.name(span.function));
        match name.char_indices().nth(NAME_CHARS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        }
    }
}
