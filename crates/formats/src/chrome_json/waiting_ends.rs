//! Ends of async events that wait for the end of the file, because their begin may follow in it.

use super::functions::RawFunction;
use super::ids::{ByKey, IdScope};

/// Ends that wait, in file order, with each distinct text once.
#[derive(Debug, Default)]
pub(super) struct WaitingEnds {
    rows: Vec<Row>,
    /// Numbers of distinct lists of texts.
    numbers: ByKey<u32>,
    texts: Vec<Texts>,
}

/// An end as it is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) at: i64,
    pub(super) function: RawFunction<'a>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    at: i64,
    source: u64,
    texts: u32,
}

/// Texts of an end: its process, the six parts of its strand's key, and the five of its function.
#[derive(Debug)]
struct Texts {
    reach: IdScope,
    parts: [Box<[u8]>; 12],
}

/// An end that waited.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaitingEnd<'a> {
    row: Row,
    texts: &'a Texts,
}

impl WaitingEnds {
    /// Adds an end whose strand has this key.
    pub(super) fn push(&mut self, process: &[u8], key: &[&[u8]; 6], reach: IdScope, end: End<'_>) {
        let RawFunction { name, argument, category, file, line, offset } = end.function;
        let [k0, k1, k2, k3, k4, k5] = *key;
        let parts = [process, k0, k1, k2, k3, k4, k5, name, argument, category, file, line];
        let texts = &mut self.texts;
        // Ids with and without a scope may have equal texts.
        let scope = [reach as u8];
        let all = [&scope[..], process, k0, k1, k2, k3, k4, k5, name, argument, category, file, line];
        let number = self.numbers.get_or_insert_with(&all, || {
            texts.push(Texts { reach, parts: parts.map(Box::from) });
            texts.len() as u32 - 1
        });
        self.rows.push(Row { at: end.at, source: offset, texts: number });
    }

    /// Iterates over all ends.
    pub(super) fn in_file_order(&self) -> impl Iterator<Item = WaitingEnd<'_>> {
        self.rows.iter().map(|&row| WaitingEnd { row, texts: &self.texts[row.texts as usize] })
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = (self.rows.capacity() * size_of::<Row>()) as u64;
        // The texts are held twice.
        rows + self.numbers.held_bytes() * 2 + (self.texts.capacity() * size_of::<Texts>()) as u64
    }
}

impl<'a> WaitingEnd<'a> {
    pub(super) fn at(&self) -> i64 {
        self.row.at
    }

    pub(super) fn reach(&self) -> IdScope {
        self.texts.reach
    }

    pub(super) fn process(&self) -> &'a [u8] {
        &self.texts.parts[0]
    }

    /// Returns the key of its strand.
    pub(super) fn key(&self) -> [&'a [u8]; 6] {
        std::array::from_fn(|part| &*self.texts.parts[part + 1])
    }

    /// Returns the function that it names.
    pub(super) fn function(&self) -> RawFunction<'a> {
        let [name, argument, category, file, line] = std::array::from_fn(|part| &*self.texts.parts[part + 7]);
        RawFunction { name, argument, category, file, line, offset: self.row.source }
    }
}
