//! Ends of async events that wait for the end of the file, because their begin may follow in it.

use super::functions::RawFunction;
use super::ids::IdScope;

/// Ends that wait, in file order.
#[derive(Debug, Default)]
pub(super) struct WaitingEnds {
    rows: Vec<Row>,
    /// Texts of all ends, each after its length in four bytes.
    texts: Vec<u8>,
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
    reach: IdScope,
    /// Index at which its texts begin: its process, the six parts of its strand's key, and the five of its function.
    texts: usize,
}

/// An end that waited.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaitingEnd<'a> {
    row: Row,
    /// Its texts, and those of later ends.
    texts: &'a [u8],
}

impl WaitingEnds {
    /// Adds an end whose strand has this key.
    pub(super) fn push(&mut self, process: &[u8], key: &[&[u8]; 6], reach: IdScope, end: End<'_>) {
        let RawFunction { name, argument, category, file, line, offset } = end.function;
        self.rows.push(Row { at: end.at, source: offset, reach, texts: self.texts.len() });
        let function = [name, argument, category, file, line];
        for part in [process].iter().chain(key).chain(&function) {
            self.texts.extend_from_slice(&(part.len() as u32).to_le_bytes());
            self.texts.extend_from_slice(part);
        }
    }

    /// Iterates over all ends.
    pub(super) fn in_file_order(&self) -> impl Iterator<Item = WaitingEnd<'_>> {
        self.rows.iter().map(|&row| WaitingEnd { row, texts: &self.texts[row.texts..] })
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.rows.capacity() * size_of::<Row>() + self.texts.capacity()) as u64
    }
}

impl<'a> WaitingEnd<'a> {
    pub(super) fn at(&self) -> i64 {
        self.row.at
    }

    pub(super) fn reach(&self) -> IdScope {
        self.row.reach
    }

    pub(super) fn process(&self) -> &'a [u8] {
        let [process] = self.parts();
        process
    }

    /// Returns the key of its strand.
    pub(super) fn key(&self) -> [&'a [u8]; 6] {
        let [_process, key @ ..]: [_; 7] = self.parts();
        key
    }

    /// Returns the function that it names.
    pub(super) fn function(&self) -> RawFunction<'a> {
        let [.., name, argument, category, file, line]: [_; 12] = self.parts();
        RawFunction { name, argument, category, file, line, offset: self.row.source }
    }

    /// Returns its first texts.
    fn parts<const COUNT: usize>(&self) -> [&'a [u8]; COUNT] {
        let mut rest = self.texts;
        std::array::from_fn(|_| {
            let Some((length, behind)) = rest.split_first_chunk() else { return &b""[..] };
            let (part, behind) = behind.split_at(u32::from_le_bytes(*length) as usize);
            rest = behind;
            part
        })
    }
}
