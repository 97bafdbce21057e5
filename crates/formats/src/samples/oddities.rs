//! Collects oddities in a part of a file that is written later.

use diptych_trace::{OddityKind, Sink};

/// Oddities by kind and subject, each with its count and the offset of the first.
#[derive(Debug, Default)]
pub(crate) struct Oddities(Vec<(OddityKind, &'static str, u64, u64)>);

impl Oddities {
    pub(crate) fn note(&mut self, kind: OddityKind, subject: &'static str, offset: u64) {
        match self.0.iter_mut().find(|known| known.0 == kind && known.1 == subject) {
            Some((_, _, count, _)) => *count += 1,
            None => self.0.push((kind, subject, 1, offset)),
        }
    }

    pub(crate) fn write(&self, sink: &mut dyn Sink) {
        self.each(|kind, subject, offset| sink.odd(kind, subject, offset, ""));
    }

    /// Reports the oddities for the whole file instead of the current trace.
    pub(crate) fn write_of_file(&self, sink: &mut dyn Sink) {
        self.each(|kind, subject, offset| sink.odd_of_file(kind, subject, offset, ""));
    }

    fn each(&self, mut note: impl FnMut(OddityKind, &str, u64)) {
        for &(kind, subject, count, offset) in &self.0 {
            (0..count).for_each(|_| note(kind, subject, offset));
        }
    }
}
