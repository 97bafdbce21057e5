//! Leads the bytes of a file to its reader: unpacks them, recognises the format, reads.

use crate::content::{Content, FileSummary};
use crate::packed::{PackingFault, UnpackError, Unpacking};
use crate::registry::FORMATS;
use crate::{Format, Naming, ReadError, ReadErrorKind};
use diptych_trace::{OddityKind, Sink};

/// Reader of one file of any format. It takes the bytes as they arrive and writes their content to a sink.
///
/// Damage before the first call is an error. Damage after it ends the reading, keeps what was read and goes into the
/// report.
#[derive(Debug)]
pub struct FileReader {
    unpacking: Unpacking,
    content: Content,
    bytes_in: u64,
    /// Set once the caller has ended the reading. Further bytes are counted and ignored.
    stopped: bool,
}

impl FileReader {
    /// Makes a reader for a file. The name only breaks ties between formats that are unsure of the content.
    pub fn new(file_name: &str) -> Self {
        Self {
            unpacking: Unpacking::new(),
            content: Content::new(file_name, FORMATS),
            bytes_in: 0,
            stopped: false,
        }
    }

    /// Sets the rules for names with arguments. Must be called before the first byte.
    #[must_use]
    pub fn naming_by(mut self, naming: Naming) -> Self {
        self.content.name_by(naming);
        self
    }

    /// Returns the number of bytes taken so far.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// Returns the number of unpacked bytes so far; the same as [`Self::bytes_in`] for a file that is not packed.
    pub fn bytes_unpacked(&self) -> u64 {
        self.content.bytes()
    }

    /// Returns whether the file is packed, as far as its bytes tell yet.
    pub fn is_packed(&self) -> bool {
        self.unpacking.is_packed()
    }

    /// Returns the recognised format. `None` while there are too few bytes to tell.
    pub fn format(&self) -> Option<&'static Format> {
        self.content.format()
    }

    /// Returns the number of calls given to the sink so far.
    pub fn calls(&self) -> u64 {
        self.content.calls()
    }

    /// Returns the number of bytes that the format's reader holds.
    pub fn held_bytes(&self) -> u64 {
        self.content.held_bytes()
    }

    /// Takes the next bytes, any number of them. After an error, no other method may be called.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes_in += bytes.len() as u64;
        if self.is_done() {
            return Ok(());
        }
        let content = &mut self.content;
        let outcome = self.unpacking.feed(bytes, &mut |bytes| content.feed(bytes, sink));
        outcome.or_else(|broken| self.broken(broken, sink))
    }

    /// Returns true if further bytes change nothing, so that they need not be unpacked.
    fn is_done(&self) -> bool {
        self.stopped || self.content.needs_no_more()
    }

    /// Ends the reading early because memory would run out. What was read stays, and the report says where reading
    /// ended.
    pub fn stop(&mut self, sink: &mut dyn Sink) {
        if !self.stopped {
            self.stopped = true;
            self.content.stop_early(sink);
        }
    }

    /// Takes the end of the file. Returns the format and the number of calls.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<FileSummary, ReadError> {
        if !self.is_done() {
            let content = &mut self.content;
            let outcome = self.unpacking.finish(&mut |bytes| content.feed(bytes, sink));
            outcome.or_else(|broken| self.broken(broken, sink))?;
        }
        if self.content.bytes() == 0 {
            let found = if self.bytes_in == 0 { "It has no bytes" } else { "It unpacks to no bytes" };
            return Err(ReadError::new(ReadErrorKind::Empty, 0, found));
        }
        self.content.finish(sink)
    }

    fn broken(&mut self, broken: UnpackError<ReadError>, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let fault = match broken {
            UnpackError::Refused(error) => return Err(error),
            UnpackError::Faulty(fault) => fault,
        };
        if self.content.needs_no_more() {
            self.content.stop(sink);
            return Ok(());
        }
        if let Some(error) = self.content.settle(sink) {
            return Err(error);
        }
        match fault {
            PackingFault::Damaged(packing, damage) if self.calls() > 0 => {
                let example = format!("{} at byte {} of the packed file", damage.reason, damage.offset);
                self.content.note_lost_end(OddityKind::Truncated, packing.name, &example, sink);
                Ok(())
            }
            fault => Err(fault.into_error()),
        }
    }
}
