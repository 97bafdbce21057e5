//! Reads RSF tuple by tuple.
//!
//! | tuple | content |
//! | --- | --- |
//! | `"LevelSeparator" S` | separator between the names of a path |
//! | `"ElmType" ID NAME` | a kind of elements |
//! | `"RelType" ID NAME ATTRIBUTE…` | a kind of relations; one with an attribute `…:Increment` is for calls |
//! | `"Root" ID` | root of all elements |
//! | `"H" ID PATH KIND` | an element |
//! | `"PCR" PARENT CHILD` | the parent of an element |
//! | `"S" ID SIGNATURE [FILE LINE]` | a called function and its source position |
//! | `"R" CALLER CALLEE KIND ATTRIBUTE…` | a relation of two elements |
//! | `"Relations" N` | number of relations in the file |

use super::elements::Elements;
use super::relations::{Relation, RelationType, RelationTypes};
use super::signatures::Signatures;
use crate::lines::{Line, Lines};
use crate::paje::words::Words;
use crate::quote::quote;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{Axis, AxisKind, CallSpec, OddityKind, Sink, Unit};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Rsf {
    lines: Lines,
    tuples: Tuples,
}

/// Content of the tuples.
#[derive(Debug, Default)]
struct Tuples {
    elements: Elements,
    signatures: Signatures,
    types: RelationTypes,
    relations: Vec<Relation>,
    calls: u64,
    /// Number of relations that the file states, and the offset of that tuple.
    stated: Option<(u64, u64)>,
    /// Number of relations read.
    came: u64,
}

/// Most words of a tuple that are read.
const WORDS: usize = 64;

impl Reader for Rsf {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let tuples = &mut self.tuples;
        self.lines.feed(bytes, &mut |line| tuples.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let end = self.lines.offset();
        let tuples = &mut self.tuples;
        let mut is_cut = false;
        self.lines.finish(&mut |line| {
            // The last line of a file may lack its end. A complete word has both its quotation marks.
            is_cut = !memchr::memchr_iter(b'"', line.text).count().is_multiple_of(2);
            if !is_cut {
                tuples.take(line, sink);
            }
        });
        tuples.write(sink);
        if !is_cut {
            return Ok(());
        }
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a tuple"))
    }

    fn calls(&self) -> u64 {
        self.tuples.calls
    }

    fn held_bytes(&self) -> u64 {
        let Tuples { elements, signatures, types, relations, .. } = &self.tuples;
        let tables = elements.held_bytes() + signatures.held_bytes() + types.held_bytes();
        self.lines.held_bytes() + tables + (relations.capacity() * size_of::<Relation>()) as u64
    }
}

impl Tuples {
    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        let Line { text, offset, .. } = line;
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", offset, "");
        }
        let mut words: [&[u8]; WORDS] = [&[]; WORDS];
        let mut count = 0;
        for (place, word) in words.iter_mut().zip(Words::of(text)) {
            *place = word;
            count += 1;
        }
        let is_whole = match &words[..count] {
            [] => true,
            [b"R", caller, callee, kind, attributes @ ..] => {
                self.relation([caller, callee, kind], attributes, offset, line.is_open, sink)
            }
            [b"H", id, path, kind, ..] => {
                self.elements.define(id, path, kind, offset, sink);
                true
            }
            [b"PCR", parent, child, ..] => {
                self.elements.lies_in(child, parent, offset, sink);
                true
            }
            [b"S", id, name, place @ ..] => {
                let part = |number: usize| place.get(number).copied().unwrap_or_default();
                self.signatures.define(id, name, part(0), part(1), offset, sink);
                true
            }
            [b"RelType", id, _, attributes @ ..] => {
                self.types.define(id, RelationType::of(attributes.iter().copied()));
                true
            }
            other => self.head(other, offset, sink),
        };
        if !is_whole {
            sink.odd(
                OddityKind::BadEvent,
                "tuple that lacks a word, or has another in its place",
                offset,
                &quote(text),
            );
        }
    }

    /// Takes a tuple of a rare kind. Returns false if a word is missing or wrong.
    fn head(&mut self, words: &[&[u8]], offset: u64, sink: &mut dyn Sink) -> bool {
        match words {
            [b"LevelSeparator", separator, ..] => self.elements.separator = separator.to_vec(),
            [b"ElmType", id, name, ..] => self.elements.define_kind(id, name),
            [b"Root", id, ..] => self.elements.set_root(id, offset, sink),
            [b"Relations", count, ..] => match number(count) {
                Some(count) => self.stated = Some((count as u64, offset)),
                None => return false,
            },
            [b"HierarchyDepth" | b"HierarchyElements" | b"ParentChildRelations" | b"Signatures", ..] => {}
            [
                b"R" | b"H" | b"PCR" | b"S" | b"RelType" | b"LevelSeparator" | b"ElmType" | b"Root"
                | b"Relations",
                ..,
            ] => {
                return false;
            }
            _ => {
                let example = words.first().map(|word| quote(word)).unwrap_or_default();
                sink.odd(OddityKind::SkippedEvent, "tuple of another kind", offset, &example);
            }
        }
        true
    }

    /// Takes a relation. Returns false if a word is missing or wrong.
    fn relation(
        &mut self,
        [caller, callee, kind]: [&[u8]; 3],
        attributes: &[&[u8]],
        offset: u64,
        is_open: bool,
        sink: &mut dyn Sink,
    ) -> bool {
        self.came += 1;
        let Some(kind) = self.types.get(kind) else {
            sink.odd(
                OddityKind::SkippedEvent,
                "relation of a type that is not defined",
                offset,
                &quote(kind),
            );
            return true;
        };
        let Some(increment) = kind.increment else {
            sink.odd(OddityKind::SkippedEvent, "relation whose type has no attribute Increment", offset, "");
            return true;
        };
        // The end of the file may have cut words off.
        if is_open && attributes.len() < kind.words {
            return false;
        }
        let word = |place: Option<usize>| place.and_then(|place| attributes.get(place).copied());
        let Some(increment) = word(Some(increment)).and_then(number) else { return false };
        let signature = match (word(kind.signature), word(kind.method)) {
            (Some(id), _) => self.signatures.row(id, offset, sink),
            (None, Some(method)) => self.signatures.method(method, offset, sink),
            (None, None) => return false,
        };
        let [caller, callee] = [caller, callee].map(|id| self.elements.row(id, offset, sink));
        // Flipping the sign bit orders negative numbers first.
        let increment = increment.cast_unsigned() ^ (1 << 63);
        self.relations.push(Relation { increment, caller, callee, signature, source: offset });
        self.calls += 1;
        true
    }

    fn write(&mut self, sink: &mut dyn Sink) {
        if let Some((stated, offset)) = self.stated
            && stated > self.came
        {
            let example = format!("{} of {stated}", self.came);
            sink.odd(
                OddityKind::Truncated,
                "fewer relations than the file says that it holds",
                offset,
                &example,
            );
        }
        self.elements.write(sink);
        self.signatures.report(sink);
        sink.axis(Axis { kind: AxisKind::Order, unit: Unit::Count, scale: 1.0 });
        let mut relations = std::mem::take(&mut self.relations);
        for pair in relations.windows(2).filter(|pair| pair[0].increment >= pair[1].increment) {
            let again = pair[0].increment == pair[1].increment;
            let what =
                if again { "order number that comes twice" } else { "order number below that before it" };
            sink.odd(OddityKind::OutOfOrder, what, pair[1].source, "");
        }
        relations.sort_by_key(|relation| relation.increment);
        let separator = String::from_utf8_lossy(&self.elements.separator).into_owned();
        for (start, relation) in (0..).zip(relations) {
            let Relation { caller, callee, signature, source, .. } = relation;
            let lane = self.elements.lane(caller, sink);
            let path = self.elements.path(callee);
            let function = self.signatures.function(signature, callee, path, &separator, sink);
            sink.call_at_depth(lane, CallSpec { start, end: start + 1, function, source }, 0);
        }
    }
}

/// Parses a whole number.
fn number(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
