//! Readers of many trace formats, from bytes to the trace model.
//!
//! [`Input`] takes the bytes of one file as they arrive, in pieces of any size. It unpacks them by content, several
//! layers deep if needed. It recognises the format by content, never by the name alone. And it feeds the format's
//! [`Reader`], which writes to a [`diptych_trace::Sink`]. [`FORMATS`] is the one ordered list from which sniffing, help
//! text and docs derive. A new format is a module and a row there; `CONTRIBUTING.md` lists the steps.
//!
//! Invariant: no input makes a reader panic, loop or hold memory without bound. The outcome is either traces with a
//! report of anything odd, or one [`ReadError`] that says what happened, where, and what to do. Once a call has been
//! read, no later error loses it: [`FileReader`] turns that error into a line of the report.
//!
//! A file may hold several traces. [`Input`] lists them all, and keeps all of them, or the one with most calls, or one
//! by its name.
//!
//! A trace does not hold all that a file says of a call; above all, it lacks the arguments. [`Recall`] reads that one
//! record again on request. It takes the bytes of the file once more, or only those from the call's [`source`] on, and
//! returns the record in readable form.
//!
//! This crate does not open files and does not decide what is drawn.
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

#![forbid(unsafe_code)]

mod archive;
mod atrace;
mod by_text;
mod callgrind;
mod choice;
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
mod format;
mod ftrace;
mod gperftools;
mod input;
mod instruments;
mod json;
mod lines;
mod markup;
mod naming;
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
mod protobuf_recovery;
mod pstats;
mod quote;
mod reader;
mod recall;
mod record;
mod registry;
mod rsf;
mod samples;
mod spans;
mod speedscope;
mod stackprof;
mod text;
mod tile;
mod unpacker;
mod unread;
mod unrecognised;
mod v8;

pub use content::FileSummary;
pub use error::{ReadError, ReadErrorKind};
pub use file_reader::FileReader;
pub use format::{ContentKind, Format, Sniff};
pub use input::{Input, LoadedFile, Progress, TraceEntry};
pub use naming::{ArgumentRule, Naming};
pub use reader::Reader;
pub use recall::{Recall, RecallState};
pub use record::{Field, Record, RecordOutcome};
pub use registry::FORMATS;
pub use unpacker::Unpacker;
pub use unread::{UNREAD_FORMATS, UnreadFormat};
