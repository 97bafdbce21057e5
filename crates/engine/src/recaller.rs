//! The recall role: reads one record of a file again.

use crate::reader::{CHUNK, failure, system_failure};
use diptych_formats::{Recall, RecallState, Record};
use diptych_protocol::reader::ReadProgress;
use diptych_protocol::recall::{CallRecord, RecallOutcome, RecordField};
use std::io::Read;

/// Finds the record that begins at a byte of a file's content, which is a call's
/// [`source`](diptych_protocol::CallDetails::source). It skips the content before that byte.
#[derive(Debug)]
pub struct Recaller {
    name: String,
    /// Search for the record; `None` if the format has no records to return to.
    recall: Option<Recall>,
}

impl Recaller {
    /// Creates a recaller for a file of this name and format (as in [`Run`](diptych_trace::Run)). With `whole`, its
    /// bytes come from the first one on. Otherwise they come from `offset` on, which only works for a file that is not
    /// compressed.
    pub fn new(name: &str, format: &str, offset: u64, whole: bool) -> Self {
        let recall = Recall::new(format, offset);
        let recall = recall.map(|recall| if whole { recall } else { recall.starting_at(offset) });
        Self { name: name.to_owned(), recall }
    }

    /// Takes the next bytes. Returns false if no more are wanted; [`Self::finish`] says why.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        self.recall.as_mut().is_some_and(|recall| recall.feed(bytes) == Ok(RecallState::NeedMore))
    }

    /// Returns the progress so far. It counts no calls.
    pub fn progress(&self) -> ReadProgress {
        let progress = self.recall.as_ref().map(Recall::progress).unwrap_or_default();
        ReadProgress {
            bytes_in: progress.bytes_in,
            bytes_unpacked: progress.bytes_unpacked,
            calls: 0,
            built: 0.0,
        }
    }

    /// Ends the search, at the end of the file or before it, and returns the record.
    pub fn finish(self) -> RecallOutcome {
        match self.recall.map(Recall::finish) {
            Some(Ok(Some(record))) => RecallOutcome::Found { record: in_words(record) },
            Some(Ok(None)) | None => RecallOutcome::None,
            Some(Err(error)) => RecallOutcome::Failed { failure: failure(None, &self.name, &error) },
        }
    }
}

/// Reads a source in the process until the record is found. An I/O error becomes a failure with the system's words.
pub fn recall(mut recaller: Recaller, mut source: impl Read) -> RecallOutcome {
    let mut chunk = vec![0; CHUNK];
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return recaller.finish(),
            Ok(count) if recaller.feed(&chunk[..count]) => {}
            Ok(_) => return recaller.finish(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return RecallOutcome::Failed { failure: system_failure(&recaller.name, &error) },
        }
    }
}

fn in_words(record: Record) -> CallRecord {
    let Record { fields, fields_of, text, text_bytes, bytes } = record;
    let fields = fields.into_iter().map(|field| RecordField {
        path: field.path,
        value: field.value,
        more: field.more,
    });
    CallRecord { fields: fields.collect(), fields_of, text, text_bytes, bytes }
}
