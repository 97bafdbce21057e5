//! Recognises frames that are no functions: processes and threads at the bottom of a stack.

use diptych_trace::LaneKind;

/// Returns the kind of lane that a frame at the bottom of a stack stands for, or `None` for a function. It recognises
/// `[main tid=12]` (async-profiler), `P12` and `T3:45` (Austin), `process 12:"…"` and `thread (0x7f…): "…"` (py-spy),
/// `name-12` and `name-12/34` (perf's `stackcollapse --pid`, `--tid`).
pub(super) fn kind(frame: &[u8]) -> Option<LaneKind> {
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let is = |text: &[u8], kind| text_is(frame, text).then_some(kind);
    if frame.starts_with(b"[") && frame.ends_with(b"]") && memchr::memmem::find(frame, b" tid=").is_some() {
        return Some(LaneKind::Thread);
    }
    if let Some(number) = frame.strip_prefix(b"P").filter(|rest| digits(rest)) {
        return (!number.is_empty()).then_some(LaneKind::Process);
    }
    if let Some(number) = frame.strip_prefix(b"T") {
        let mut parts = number.split(|&byte| byte == b':');
        if parts.all(digits) {
            return Some(LaneKind::Thread);
        }
    }
    if let Some(kind) = is(b"process ", LaneKind::Process).or_else(|| is(b"thread (", LaneKind::Thread)) {
        return Some(kind);
    }
    let (name, ids) = frame.split_at(memchr::memrchr(b'-', frame)?);
    let mut ids = ids[1..].split(|&byte| byte == b'/');
    let is_id = |id: &[u8]| digits(id) || id == b"?";
    (!name.is_empty() && ids.clone().count() <= 2 && ids.all(is_id)).then_some(LaneKind::Thread)
}

fn text_is(frame: &[u8], prefix: &[u8]) -> bool {
    let behind = frame.strip_prefix(prefix).and_then(|rest| rest.first());
    behind.is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_threads_and_processes_are_recognised() {
        let (process, thread) = (Some(LaneKind::Process), Some(LaneKind::Thread));
        for (frame, expected) in [
            ("[main tid=4711]", thread),
            ("P12", process),
            ("T12", thread),
            ("T0:45", thread),
            ("process 12:\"python a.py\"", process),
            ("thread (0x7F12): \"MainThread\"", thread),
            ("java-12/34", thread),
            ("java-?/34", thread),
            ("my-tool-12", thread),
            ("main", None),
            ("P", None),
            ("T", None),
            ("Tx", None),
            ("Parse", None),
            ("process", None),
            ("thread_start", None),
            ("a-b", None),
            ("-12", None),
            ("[unknown]", None),
        ] {
            assert_eq!(kind(frame.as_bytes()), expected, "{frame}");
        }
    }
}
