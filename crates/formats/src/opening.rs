//! The way of the bytes from a file to its reader: unpacked, recognised, read.

use crate::content::Content;
use crate::packed::{self, Damage, MAGIC_BYTES, Packing, Unpack};
use crate::registry::Format;
use crate::{ReadError, ReadErrorKind};
use diptych_trace::{OddKind, Sink};
use std::fmt;

/// How often a file may be packed over.
const MAX_LAYERS: usize = 3;

/// Packed bytes unpacked at once: with gzip's greatest ratio (1,032) they become at most 8 MiB.
const PACKED_SLICE: usize = 8 << 10;

/// Takes the bytes of one file as they come and writes what they hold to a sink.
///
/// Damage before the first call is an error; damage behind it ends the reading, keeps what was read and goes
/// into the report.
#[derive(Debug)]
pub struct Opening {
    layers: Vec<Layer>,
    content: Content,
    /// Whether unpacking has ended in damage, behind the first call: what comes is counted and ignored.
    damaged: bool,
    bytes_in: u64,
}

/// One step of unpacking; each hands its output to the next.
enum Layer {
    /// Too few bytes to see whether they are packed.
    Begun(Vec<u8>),
    Packed {
        packing: &'static Packing,
        unpack: Box<dyn Unpack>,
    },
    /// The innermost: content.
    Plain,
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Begun(_) => "begun",
            Self::Packed { packing, .. } => packing.name,
            Self::Plain => "plain",
        })
    }
}

impl Opening {
    /// For a file of this name; the name only breaks ties between formats that are unsure of the content.
    pub fn new(file_name: &str) -> Self {
        Self {
            layers: vec![Layer::Begun(Vec::new())],
            content: Content::new(file_name),
            damaged: false,
            bytes_in: 0,
        }
    }

    /// Bytes taken in so far.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// Bytes they were unpacked to so far; the same number when the file is not packed.
    pub fn bytes_unpacked(&self) -> u64 {
        self.content.bytes()
    }

    /// Calls given to the sink so far.
    pub fn calls(&self) -> u64 {
        self.content.calls()
    }

    /// Takes the next bytes, any number of them. After an error the file is lost; nothing else may be called.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes_in += bytes.len() as u64;
        self.unpack(0, bytes, sink)
    }

    /// The file is over. Which format it was.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<&'static Format, ReadError> {
        let mut level = 0;
        // Finishing a layer may add the next one.
        while level < self.layers.len() {
            self.finish_layer(level, sink)?;
            level += 1;
        }
        if self.content.bytes() == 0 {
            let found = if self.bytes_in == 0 { "It has no bytes" } else { "It unpacks to no bytes" };
            return Err(ReadError::new(ReadErrorKind::Empty, 0, found));
        }
        self.content.finish(sink)
    }

    fn unpack(&mut self, level: usize, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        if self.damaged {
            return Ok(());
        }
        match &mut self.layers[level] {
            Layer::Plain => self.content.feed(bytes, sink),
            Layer::Begun(head) => {
                head.extend_from_slice(bytes);
                if head.len() < MAGIC_BYTES { Ok(()) } else { self.decide_layer(level, sink) }
            }
            Layer::Packed { .. } => {
                bytes.chunks(PACKED_SLICE).try_for_each(|slice| self.unpack_slice(level, Some(slice), sink))
            }
        }
    }

    /// What a layer is, now that its first bytes are there.
    fn decide_layer(&mut self, level: usize, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let Layer::Begun(head) = &mut self.layers[level] else { return Ok(()) };
        let head = std::mem::take(head);
        self.layers[level] = match packed::detect(&head) {
            None => Layer::Plain,
            Some(packing) if level < MAX_LAYERS => {
                self.layers.push(Layer::Begun(Vec::new()));
                Layer::Packed { packing, unpack: (packing.open)() }
            }
            Some(packing) => {
                let found =
                    format!("It is packed more than {MAX_LAYERS} times over, at last by {}", packing.name);
                return Err(ReadError::new(ReadErrorKind::Compression, 0, found));
            }
        };
        self.unpack(level, &head, sink)
    }

    /// Unpacks one slice, or the end of the input where there is none.
    fn unpack_slice(
        &mut self,
        level: usize,
        mut slice: Option<&[u8]>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        while !self.damaged {
            let Layer::Packed { packing, unpack } = &mut self.layers[level] else { break };
            let packing = *packing;
            let mut out = Vec::new();
            let outcome = match slice {
                Some(slice) => unpack.feed(slice, &mut out),
                None => unpack.finish(&mut out).map(|()| false),
            };
            self.unpack(level + 1, &out, sink)?;
            match outcome {
                Ok(false) => break,
                Ok(true) => slice = Some(&[]),
                Err(damage) => self.damage(packing, &damage, sink)?,
            }
        }
        Ok(())
    }

    fn finish_layer(&mut self, level: usize, sink: &mut dyn Sink) -> Result<(), ReadError> {
        match &self.layers[level] {
            Layer::Begun(head) if !head.is_empty() => {
                self.decide_layer(level, sink)?;
                self.finish_layer(level, sink)
            }
            Layer::Packed { .. } => self.unpack_slice(level, None, sink),
            Layer::Begun(_) | Layer::Plain => Ok(()),
        }
    }

    fn damage(&mut self, packing: &Packing, damage: &Damage, sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.damaged = true;
        if self.calls() == 0 {
            let found = format!("It is packed by {}: {}", packing.name, damage.reason);
            return Err(ReadError::new(ReadErrorKind::Compression, damage.offset, found));
        }
        let example = format!("{} at byte {} of the packed file", damage.reason, damage.offset);
        sink.odd(OddKind::Truncated, packing.name, self.bytes_unpacked(), &example);
        self.content.stop(sink);
        Ok(())
    }
}
