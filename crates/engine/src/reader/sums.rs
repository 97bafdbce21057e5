//! Reading a file without keeping its calls. The reader sums the time of each lane in each function within slices.

use diptych_aggregate::{Refusal, SummingSink};
use diptych_formats::{ContentKind, FileReader, LoadedFile, Naming, Progress, ReadError, TraceEntry};

/// A reader that takes the bytes of one file as they come.
#[derive(Debug)]
pub(super) struct Sums {
    name: String,
    reader: FileReader,
    sink: SummingSink,
    failed: Option<NotSummed>,
}

/// The reason why there are no sums.
#[derive(Debug, Clone)]
pub(super) enum NotSummed {
    /// The file cannot be read.
    Unread(ReadError),
    /// The calls have to be kept.
    Refused(Refusal),
}

impl Sums {
    pub(super) fn new(name: &str, naming: Naming) -> Self {
        Self {
            name: name.to_owned(),
            reader: FileReader::new(name).naming_by(naming),
            sink: SummingSink::default(),
            failed: None,
        }
    }

    /// Takes the next bytes. Returns false if no more are wanted.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> bool {
        if self.failed.is_none() {
            let read = self.reader.feed(bytes, &mut self.sink).map_err(NotSummed::Unread);
            let refused = self.sink.refused().map(NotSummed::Refused);
            self.failed = read.err().or(refused);
        }
        self.failed.is_none()
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            bytes_in: self.reader.bytes_in(),
            bytes_unpacked: self.reader.bytes_unpacked(),
            calls: self.reader.calls(),
            peak_bytes: 0,
        }
    }

    /// Ends the file and returns its trace of sums.
    pub(super) fn finish(mut self) -> Result<LoadedFile, NotSummed> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let is_packed = self.reader.is_packed();
        let format = self.reader.finish(&mut self.sink).map_err(NotSummed::Unread)?.format;
        let trace = self.sink.finish().map_err(NotSummed::Refused)?;
        let calls = trace.summed().map_or(0, diptych_trace::SliceSums::all_calls);
        Ok(LoadedFile {
            format: format.id,
            packed: is_packed || format.content == ContentKind::Archive,
            listed: vec![TraceEntry { name: self.name.clone(), calls, is_on_request: false }],
            traces: vec![(self.name, trace)],
        })
    }
}
