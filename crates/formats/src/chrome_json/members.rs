//! The members of the object beside `traceEvents`.

use diptych_trace::{OddKind, Sink};

/// Members that describe the recording; nothing of the trace is lost without them.
const DESCRIBING: &[&[u8]] = &[
    b"controllerTraceDataKey",
    b"deviceProperties",
    b"distributedInfo",
    b"file_info",
    b"metadata",
    b"otherData",
    b"viztracer_metadata",
    b"clientInfo",
];

/// Members that hold a trace as text.
const TRACES_AS_TEXT: &[&[u8]] = &[b"androidProcessDump", b"powerTraceAsString", b"systemTraceEvents"];

/// Most members reported by name; the others are counted together.
const NAMED: usize = 16;

/// Reports the parts that are skipped.
#[derive(Debug, Default)]
pub(super) struct Members {
    noted: usize,
}

impl Members {
    /// A member other than `traceEvents` is skipped; `first` is the first byte of its value. Single values
    /// are settings and say nothing of calls.
    pub(super) fn skipped(&mut self, name: &[u8], first: u8, offset: u64, sink: &mut dyn Sink) {
        let is_part = matches!(first, b'{' | b'[') && !DESCRIBING.contains(&name);
        if is_part || TRACES_AS_TEXT.contains(&name) {
            self.noted += 1;
            let name = String::from_utf8_lossy(name);
            let subject = if self.noted > NAMED { "further members" } else { &*name };
            sink.odd(OddKind::SkippedPart, subject, offset, &name);
        }
    }
}
