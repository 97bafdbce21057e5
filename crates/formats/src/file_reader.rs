//! The way of the bytes from a file to its reader: unpacked, recognised, read.

use crate::content::{Content, Recognised};
use crate::packed::{Broken, Fault, Unpacking};
use crate::{Format, ReadError, ReadErrorKind};
use diptych_trace::{OddKind, Sink};

/// Takes the bytes of one file as they come and writes what they hold to a sink.
///
/// Damage before the first call is an error; damage behind it ends the reading, keeps what was read and goes
/// into the report.
#[derive(Debug)]
pub struct FileReader {
    unpacking: Unpacking,
    content: Content,
    bytes_in: u64,
    /// Whether the caller ended the reading: what comes is counted and ignored.
    stopped: bool,
}

impl FileReader {
    /// For a file of this name; the name only breaks ties between formats that are unsure of the content.
    pub fn new(file_name: &str) -> Self {
        Self { unpacking: Unpacking::new(), content: Content::new(file_name), bytes_in: 0, stopped: false }
    }

    /// Bytes taken in so far.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// Bytes they were unpacked to so far; the same number when the file is not packed.
    pub fn bytes_unpacked(&self) -> u64 {
        self.content.bytes()
    }

    /// Whether the file is packed, as far as its bytes tell yet.
    pub fn is_packed(&self) -> bool {
        self.unpacking.is_packed()
    }

    /// What it is recognised as, as far as its bytes tell yet.
    pub fn format(&self) -> Option<&'static Format> {
        self.content.format()
    }

    /// Calls given to the sink so far.
    pub fn calls(&self) -> u64 {
        self.content.calls()
    }

    /// Bytes that the format's reader holds.
    pub fn held_bytes(&self) -> u64 {
        self.content.held_bytes()
    }

    /// Takes the next bytes, any number of them. After an error the file is lost; nothing else may be called.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes_in += bytes.len() as u64;
        if self.stopped {
            return Ok(());
        }
        let content = &mut self.content;
        let outcome = self.unpacking.feed(bytes, &mut |bytes| content.feed(bytes, sink));
        outcome.or_else(|broken| self.broken(broken, sink))
    }

    /// Ends the reading here, because memory would run out: what was read is kept, and the report says where.
    pub fn stop(&mut self, sink: &mut dyn Sink) {
        if !self.stopped {
            self.stopped = true;
            sink.odd(OddKind::Stopped, "", self.bytes_unpacked(), "");
            self.content.stop(sink);
        }
    }

    /// The file is over. Which format it was.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<Recognised, ReadError> {
        if !self.stopped {
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

    fn broken(&mut self, broken: Broken<ReadError>, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let fault = match broken {
            Broken::Refused(error) => return Err(error),
            Broken::Faulty(fault) => fault,
        };
        if let Some(error) = self.content.settle(sink) {
            return Err(error);
        }
        match fault {
            Fault::Damaged(packing, damage) if self.calls() > 0 => {
                let example = format!("{} at byte {} of the packed file", damage.reason, damage.offset);
                sink.odd(OddKind::Truncated, packing.name, self.bytes_unpacked(), &example);
                Ok(())
            }
            fault => Err(fault.into_error()),
        }
    }
}
