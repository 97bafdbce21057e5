//! Readers: bytes of many trace formats into the model.
//!
//! [`Input`] takes the bytes of one file as they come, in pieces of any size: it unpacks them (by content,
//! however often they are packed), finds out which format they are (by content, never by the name alone),
//! and feeds the format's [`Reader`], which writes to a [`diptych_trace::Sink`]. [`FORMATS`] is the one
//! ordered list from which sniffing, help text and docs derive; a new format is one file and one row there.
//!
//! Invariant: no input makes a reader panic, loop or hold memory without bound. The outcome is either traces
//! with a report of what was odd, or one [`ReadError`] that says what, where and what to do. Once a call has
//! been read it is never lost to an error behind it: [`FileReader`] turns that error into a line of the report.
//!
//! A file may hold several traces. [`Input`] keeps all of them, the one with most calls or one by its name, and lists
//! them all.
//!
//! What the reading does not keep of a call, its arguments above all, is read again when somebody asks:
//! [`Recall`] takes the bytes of the file once more, or only those from the call's [`source`] on, and puts that
//! one record in words.
//!
//! What this crate does not do: open files, decide what is drawn.
//!
//! [`source`]: diptych_trace::CallSpec::source
//!
//! ```
//! use diptych_formats::Input;
//!
//! let mut input = Input::new("run.json");
//! for piece in br#"[{"ph":"X","name":"main","ts":0,"dur":1.5,"pid":1,"tid":1}]"#.chunks(7) {
//!     input.feed(piece)?;
//! }
//! let loaded = input.finish()?;
//! assert_eq!(loaded.format, "chrome-json");
//! assert_eq!(loaded.traces[0].1.extent(), 1_500);
//! # Ok::<(), diptych_formats::ReadError>(())
//! ```

mod archive;
mod by_text;
mod callgrind;
mod chrome_json;
mod content;
mod decimal;
#[cfg(test)]
mod decimal_tests;
mod describe;
mod error;
mod file_reader;
mod firefox;
mod folded;
mod input;
mod json;
mod lines;
mod otf2;
mod packed;
mod paje;
mod paths;
mod pending;
mod perf_script;
mod perfetto;
mod place;
mod pprof;
mod protobuf;
mod reader;
mod recall;
mod record;
mod registry;
mod rsf;
mod samples;
mod spans;
mod speedscope;
mod text;
mod unpacker;
mod unread;
mod v8;

pub use content::Recognised;
pub use error::{ReadError, ReadErrorKind};
pub use file_reader::FileReader;
pub use input::{Input, Listed, Loaded, Progress};
pub use reader::Reader;
pub use recall::{Recall, RecallState};
pub use record::{Field, Recalled, Record};
pub use registry::{ContentKind, FORMATS, Format, Sniff};
pub use unpacker::Unpacker;
