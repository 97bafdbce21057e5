//! The way of the bytes from a file to its reader: unpack, recognise, read.

use crate::error::quote;
use crate::packed::{self, Damage, MAGIC_BYTES, Packing, Unpack};
use crate::registry::{Choice, FORMATS, Format, choose};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddKind, Sink};

/// Bytes after which a file's format is decided with what is known.
const HEAD_BYTES: usize = 1 << 20;

/// How often a file may be packed over.
const MAX_LAYERS: usize = 3;

/// Packed bytes unpacked at once: with gzip's greatest ratio (1,032) they become at most 8 MiB.
const PACKED_SLICE: usize = 8 << 10;

/// Takes the bytes of one file as they come and writes what they hold to a sink.
///
/// Damage before the first call is an error; damage after it ends the reading, keeps what was read and goes
/// into the report.
#[derive(Debug)]
pub struct Opening {
    file_name: String,
    layers: Vec<Layer>,
    content: Content,
    /// Whether unpacking has ended in damage, behind the first call: what comes is counted and ignored.
    damaged: bool,
    bytes_in: u64,
    bytes_unpacked: u64,
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

/// What is known of the unpacked bytes.
enum Content {
    /// Not yet enough of them to tell the format; asked again at `ask_at` bytes.
    Head {
        bytes: Vec<u8>,
        ask_at: usize,
    },
    Reading {
        format: &'static Format,
        reader: Box<dyn Reader>,
    },
    /// Broken off after the first call: what comes is counted and ignored.
    Stopped {
        format: &'static Format,
        calls: u64,
    },
}

impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Begun(_) => "begun",
            Self::Packed { packing, .. } => packing.name,
            Self::Plain => "plain",
        })
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Head { bytes, .. } => write!(f, "head of {} bytes", bytes.len()),
            Self::Reading { format, .. } => write!(f, "reading {}", format.id),
            Self::Stopped { format, .. } => write!(f, "stopped {}", format.id),
        }
    }
}

impl Opening {
    /// For a file of this name; the name only breaks ties between formats that are unsure of the content.
    pub fn new(file_name: &str) -> Self {
        Self {
            file_name: file_name.to_owned(),
            layers: vec![Layer::Begun(Vec::new())],
            content: Content::Head { bytes: Vec::new(), ask_at: 1 },
            damaged: false,
            bytes_in: 0,
            bytes_unpacked: 0,
        }
    }

    /// Bytes taken in so far.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// Bytes they were unpacked to so far; the same number when the file is not packed.
    pub fn bytes_unpacked(&self) -> u64 {
        self.bytes_unpacked
    }

    /// Calls given to the sink so far.
    pub fn calls(&self) -> u64 {
        match &self.content {
            Content::Head { .. } => 0,
            Content::Reading { reader, .. } => reader.calls(),
            Content::Stopped { calls, .. } => *calls,
        }
    }

    /// Takes the next bytes, any number of them. After an error the file is lost; nothing else may be called.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes_in += bytes.len() as u64;
        if self.damaged { Ok(()) } else { self.unpack(0, bytes, sink) }
    }

    /// The file is over. Which format it was.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<&'static Format, ReadError> {
        if self.bytes_in == 0 {
            return Err(ReadError::new(ReadErrorKind::Empty, 0, "It has no bytes"));
        }
        let mut level = 0;
        while level < self.layers.len() {
            self.finish_layer(level, sink)?;
            level += 1;
        }
        if self.bytes_unpacked == 0 {
            return Err(ReadError::new(ReadErrorKind::Empty, 0, "It unpacks to no bytes"));
        }
        if let Content::Head { .. } = self.content {
            self.recognise(true, sink)?;
        }
        match self.content {
            Content::Head { bytes, .. } => Err(not_a_trace(&bytes)),
            Content::Stopped { format, .. } => Ok(format),
            Content::Reading { format, mut reader } => match reader.finish(sink) {
                Err(error) if reader.calls() > 0 => {
                    note(&error, sink);
                    Ok(format)
                }
                Err(error) => Err(error),
                Ok(()) => Ok(format),
            },
        }
    }

    fn unpack(&mut self, level: usize, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        match &mut self.layers[level] {
            Layer::Plain => self.read(bytes, sink),
            Layer::Begun(head) => {
                head.extend_from_slice(bytes);
                if head.len() < MAGIC_BYTES { Ok(()) } else { self.decide_layer(level, sink) }
            }
            Layer::Packed { .. } => {
                for slice in bytes.chunks(PACKED_SLICE) {
                    self.unpack_slice(level, Some(slice), sink)?;
                    if self.damaged {
                        break;
                    }
                }
                Ok(())
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
        slice: Option<&[u8]>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut slice = slice;
        loop {
            let Layer::Packed { packing, unpack } = &mut self.layers[level] else { return Ok(()) };
            let packing = *packing;
            let mut out = Vec::new();
            let outcome = match slice {
                Some(slice) => unpack.feed(slice, &mut out),
                None => unpack.finish(&mut out).map(|()| false),
            };
            self.unpack(level + 1, &out, sink)?;
            if self.damaged {
                return Ok(());
            }
            match outcome {
                Ok(false) => return Ok(()),
                Ok(true) => slice = Some(&[]),
                Err(damage) => return self.damaged(packing, &damage, sink),
            }
        }
    }

    fn finish_layer(&mut self, level: usize, sink: &mut dyn Sink) -> Result<(), ReadError> {
        match &self.layers[level] {
            Layer::Plain => Ok(()),
            Layer::Begun(head) if head.is_empty() => Ok(()),
            Layer::Begun(_) => {
                self.decide_layer(level, sink)?;
                self.finish_layer(level, sink)
            }
            Layer::Packed { .. } if self.damaged => Ok(()),
            Layer::Packed { .. } => self.unpack_slice(level, None, sink),
        }
    }

    fn damaged(&mut self, packing: &Packing, damage: &Damage, sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.damaged = true;
        if self.calls() == 0 {
            let found = format!("It is packed by {}: {}", packing.name, damage.reason);
            return Err(ReadError::new(ReadErrorKind::Compression, damage.offset, found));
        }
        let example = format!("{} at byte {} of the packed file", damage.reason, damage.offset);
        sink.odd(OddKind::Truncated, packing.name, self.bytes_unpacked, &example);
        // What the reader itself says of the cut is the same once more.
        if let Content::Reading { reader, .. } = &mut self.content {
            let _same_cut = reader.finish(sink);
        }
        self.stop();
        Ok(())
    }

    fn stop(&mut self) {
        if let Content::Reading { format, reader } = &self.content {
            self.content = Content::Stopped { format, calls: reader.calls() };
        }
    }

    fn read(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes_unpacked += bytes.len() as u64;
        match &mut self.content {
            Content::Stopped { .. } => Ok(()),
            Content::Head { bytes: head, ask_at } => {
                head.extend_from_slice(bytes);
                if head.len() < *ask_at { Ok(()) } else { self.recognise(false, sink) }
            }
            Content::Reading { reader, .. } => match reader.feed(bytes, sink) {
                Err(error) if reader.calls() > 0 => {
                    note(&error, sink);
                    // The reader hands over what it held back; it has no further say.
                    let _same_error = reader.finish(sink);
                    self.stop();
                    Ok(())
                }
                outcome => outcome,
            },
        }
    }

    /// Asks the formats about the head and, once one is chosen, feeds the head to its reader.
    fn recognise(&mut self, complete: bool, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let Content::Head { bytes, ask_at } = &mut self.content else { return Ok(()) };
        let last = complete || bytes.len() >= HEAD_BYTES;
        match choose(bytes, complete, last, &self.file_name) {
            Choice::Open => {
                *ask_at = bytes.len() * 2;
                Ok(())
            }
            // Waits for all that the message quotes, so that it does not depend on how the file is cut.
            Choice::Unknown if !last && bytes.len() < DESCRIBED_BYTES => Ok(()),
            Choice::Unknown => Err(not_a_trace(bytes)),
            Choice::Is(format) => {
                let head = std::mem::take(bytes);
                self.bytes_unpacked -= head.len() as u64;
                self.content = Content::Reading { format, reader: (format.open)() };
                self.read(&head, sink)
            }
        }
    }
}

/// An error behind the first call, as a line of the report.
fn note(error: &ReadError, sink: &mut dyn Sink) {
    let kind = match error.kind {
        ReadErrorKind::Truncated => OddKind::Truncated,
        _ => OddKind::SyntaxError,
    };
    let place = error.line.map_or(String::new(), |line| format!("line {line}: "));
    sink.odd(kind, "", error.offset, &format!("{place}{}", error.found));
}

fn not_a_trace(head: &[u8]) -> ReadError {
    let looked_for: Vec<String> = FORMATS.iter().map(|format| format!("`{}`", format.looks_for)).collect();
    let found = format!("{}. Looked for {}", describe(head), looked_for.join(", "));
    ReadError::new(ReadErrorKind::NotATrace, 0, found)
}

/// First bytes of a file by which it is described.
const DESCRIBED_BYTES: usize = 1 << 10;

/// What the beginning of a file looks like, a sentence without full stop.
fn describe(head: &[u8]) -> String {
    let head = &head[..head.len().min(DESCRIBED_BYTES)];
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return "It is text in UTF-16; only UTF-8 is read".to_owned();
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let kind = match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => "JSON",
        Some(b'<') => "XML or HTML",
        Some(_) if is_binary(text) => {
            let bytes: Vec<String> = head.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            return format!("It is binary and starts with the bytes {}", bytes.join(" "));
        }
        Some(_) => "text",
        None => return "It is nothing but white space".to_owned(),
    };
    format!("It is {kind} and starts with `{}`", quote(text))
}

/// Whether bytes are no text: more than one in twenty is a control, or they are no UTF-8.
fn is_binary(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // A character cut by the end is no error.
    controls * 20 > bytes.len() || std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some())
}
