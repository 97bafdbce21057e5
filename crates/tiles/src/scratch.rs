//! Temporary files, and buffered reading of stretches of them.

use std::io::{self, Read, Seek, SeekFrom, Write};

/// A temporary file. Tests use `Cursor<Vec<u8>>`.
pub trait Scratch: Read + Write + Seek {}

impl<T: Read + Write + Seek> Scratch for T {}

/// Makes an empty temporary file.
pub type MakeScratch<'a> = &'a mut dyn FnMut() -> io::Result<Box<dyn Scratch>>;

/// A record of fixed size in a temporary file.
pub(crate) trait Record: Copy {
    /// Bytes of a record.
    const BYTES: usize;

    /// Writes the record into exactly [`Self::BYTES`] bytes.
    fn put(&self, bytes: &mut [u8]);

    /// Reads the record from [`Self::BYTES`] bytes.
    fn get(bytes: &[u8]) -> Self;
}

/// A place in the bytes of a record, for reading and writing its fields in order.
pub(crate) struct Fields<B>(pub(crate) B);

impl Fields<&mut [u8]> {
    pub(crate) fn put<const N: usize>(&mut self, field: [u8; N]) {
        let (place, rest) = std::mem::take(&mut self.0).split_at_mut(N);
        place.copy_from_slice(&field);
        self.0 = rest;
    }
}

impl Fields<&[u8]> {
    pub(crate) fn get<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_at(N);
        self.0 = rest;
        let mut bytes = [0; N];
        bytes.copy_from_slice(field);
        bytes
    }
}

/// Bytes collected before they are written.
const WRITTEN_AT_ONCE: usize = 1 << 18;

/// Appends records to a temporary file.
pub(crate) struct RecordWriter {
    file: Box<dyn Scratch>,
    bytes: Vec<u8>,
    records: u64,
}

impl RecordWriter {
    pub(crate) fn new(file: Box<dyn Scratch>) -> Self {
        Self { file, bytes: Vec::with_capacity(WRITTEN_AT_ONCE), records: 0 }
    }

    pub(crate) fn push<R: Record>(&mut self, record: &R) -> io::Result<()> {
        let at = self.bytes.len();
        self.bytes.resize(at + R::BYTES, 0);
        record.put(&mut self.bytes[at..]);
        self.records += 1;
        if self.bytes.len() >= WRITTEN_AT_ONCE { self.flush() } else { Ok(()) }
    }

    /// Returns the number of records so far.
    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<Box<dyn Scratch>> {
        self.flush()?;
        self.file.flush()?;
        Ok(self.file)
    }
}

/// A stretch of records in a temporary file, read in pieces. The file is shared by many stretches.
#[derive(Debug)]
pub(crate) struct Stretch {
    next: u64,
    end: u64,
    buffer: Vec<u8>,
    at: usize,
    most: usize,
}

impl Stretch {
    /// Begins a stretch of record numbers; `most` records are read at a time.
    pub(crate) fn new(records: std::ops::Range<u64>, most: usize) -> Self {
        Self { next: records.start, end: records.end, buffer: Vec::new(), at: 0, most: most.max(1) }
    }

    /// Returns the next record.
    pub(crate) fn next<R: Record>(&mut self, file: &mut dyn Scratch) -> io::Result<Option<R>> {
        if self.at == self.buffer.len() {
            let count = (self.end - self.next).min(self.most as u64);
            if count == 0 {
                return Ok(None);
            }
            self.buffer.resize(count as usize * R::BYTES, 0);
            file.seek(SeekFrom::Start(self.next * R::BYTES as u64))?;
            file.read_exact(&mut self.buffer)?;
            (self.next, self.at) = (self.next + count, 0);
        }
        let record = R::get(&self.buffer[self.at..self.at + R::BYTES]);
        self.at += R::BYTES;
        Ok(Some(record))
    }
}
