//! Reports skipped members of the object that holds `traceEvents`.

use diptych_trace::{OddityKind, Sink};

/// Members that describe the recording; the trace loses nothing without them.
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

/// Most members that the report names; the others are counted together.
const NAMED: usize = 16;

/// Reporter of skipped members.
#[derive(Debug, Default)]
pub(super) struct Members {
    noted: usize,
}

impl Members {
    /// Reports a skipped member other than `traceEvents`. `first` is the first byte of its value. Scalars are settings,
    /// not calls, and are not reported.
    pub(super) fn skipped(&mut self, name: &[u8], first: u8, offset: u64, sink: &mut dyn Sink) {
        let is_part = matches!(first, b'{' | b'[') && !DESCRIBING.contains(&name);
        if is_part || TRACES_AS_TEXT.contains(&name) {
            self.noted += 1;
            let name = String::from_utf8_lossy(name);
            let subject = if self.noted > NAMED { "further members" } else { &*name };
            sink.odd(OddityKind::SkippedPart, subject, offset, &name);
        }
    }
}
