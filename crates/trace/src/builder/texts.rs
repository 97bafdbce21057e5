//! Names that the builder gives, and names of calls for the report.

use crate::functions::FunctionInterner;
use crate::names::NameInterner;
use crate::nesting::Span;
use crate::{FunctionId, NameId, OddKind, Report};

/// Most lanes with calls beside each other that are reported by name; the others are counted together.
const NAMED_LANES: usize = 16;
/// Most such calls of a lane that are named.
const NAMED_CALLS: usize = 3;
/// Most characters of each.
const NAME_CHARS: usize = 36;

/// What texts of a trace in the making are looked up in and added to.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    names: &'a mut NameInterner,
    functions: &'a FunctionInterner,
    /// Lanes with calls beside each other so far.
    parallel: usize,
}

/// What is odd of some begins and ends, with the name of the first one.
#[derive(Debug)]
pub(super) struct Oddities<'a> {
    /// What they are of.
    pub(super) subject: &'a str,
    pub(super) texts: &'a Texts<'a>,
    pub(super) report: &'a mut Report,
}

impl Oddities<'_> {
    /// One, of a function.
    pub(super) fn note(&mut self, kind: OddKind, source: u64, function: FunctionId) {
        self.note_many(kind, 1, source, function);
    }

    /// Some, the first one of a function.
    pub(super) fn note_many(&mut self, kind: OddKind, count: u64, source: u64, function: FunctionId) {
        self.report.note_many(kind, self.subject, count, source, self.texts.name_of(function));
    }
}

impl<'a> Texts<'a> {
    pub(super) fn new(names: &'a mut NameInterner, functions: &'a FunctionInterner) -> Self {
        Self { names, functions, parallel: 0 }
    }

    /// The name of the sub-lane of that number, counted from 1: the same in every lane, so that those of both sides
    /// are called alike.
    pub(super) fn sublane(&mut self, number: u32) -> NameId {
        self.names.intern(&format!("sub-lane {number}")).unwrap_or(NameId::NONE)
    }

    /// The name of a lane for strands of a kind whose outermost calls are called so.
    pub(super) fn strand(&mut self, kind: NameId, name: NameId) -> NameId {
        let [kind, name] = [kind, name].map(|id| self.names.names().get(id));
        let between = if kind.is_empty() || name.is_empty() { "" } else { ": " };
        let text = format!("async {kind}{between}{name}");
        self.names.intern(text.trim_end()).unwrap_or(NameId::NONE)
    }

    /// What a function is called; nothing where there is none.
    fn name_of(&self, function: FunctionId) -> &str {
        if function == FunctionId::NONE { "" } else { self.names.names().get(self.functions.name(function)) }
    }

    /// The name of a function.
    pub(super) fn function(&self, id: FunctionId) -> NameId {
        self.functions.name(id)
    }

    /// Reports the calls of a lane that run beside others, and names the first ones.
    pub(super) fn note_parallel(
        &mut self,
        lane: NameId,
        spans: &[Span],
        parallel: &[u32],
        report: &mut Report,
    ) {
        self.parallel += 1;
        let lane = if self.parallel > NAMED_LANES { "further lanes" } else { self.names.names().get(lane) };
        let first = parallel.iter().map(|&index| &spans[index as usize]);
        let source = first.clone().next().map_or(0, |span| span.source);
        let named: Vec<String> = first.take(NAMED_CALLS).map(|span| self.short_name(span)).collect();
        report.note_many(OddKind::Parallel, lane, parallel.len() as u64, source, &named.join(", "));
    }

    /// The beginning of a call's name.
    fn short_name(&self, span: &Span) -> String {
        let name = self.names.names().get(self.functions.name(span.function));
        match name.char_indices().nth(NAME_CHARS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        }
    }
}
