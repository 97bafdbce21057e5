//! What was odd in a part of a file that is written later.

use diptych_trace::{OddKind, Sink};

/// Oddities by kind and subject: how many, and where the first one stands.
#[derive(Debug, Default)]
pub(crate) struct Oddities(Vec<(OddKind, &'static str, u64, u64)>);

impl Oddities {
    pub(crate) fn note(&mut self, kind: OddKind, subject: &'static str, offset: u64) {
        match self.0.iter_mut().find(|known| known.0 == kind && known.1 == subject) {
            Some((_, _, count, _)) => *count += 1,
            None => self.0.push((kind, subject, 1, offset)),
        }
    }

    pub(crate) fn write(&self, sink: &mut dyn Sink) {
        for &(kind, subject, count, offset) in &self.0 {
            for _ in 0..count {
                sink.odd(kind, subject, offset, "");
            }
        }
    }
}
