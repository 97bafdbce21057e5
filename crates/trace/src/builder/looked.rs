//! A stack that counts how often its entries are visited.

/// A stack of span indices that counts every visit of an entry. No entry can be read without being counted, so a test
/// of the count covers all work.
#[derive(Debug, Default)]
pub(super) struct CountingStack {
    entries: Vec<u32>,
    looks: u64,
}

impl CountingStack {
    pub(super) fn push(&mut self, entry: u32) {
        self.entries.push(entry);
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        self.looks += 1;
        self.entries.pop()
    }

    /// Removes all entries, the first one first.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = u32> {
        self.looks += self.entries.len() as u64;
        self.entries.drain(..)
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn looks(&self) -> u64 {
        self.looks
    }
}
