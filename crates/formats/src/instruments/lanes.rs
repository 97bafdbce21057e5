//! Recognises rows that are no functions: processes, and threads inside them.

use diptych_trace::LaneKind;

/// Returns the kind of lane that a row stands for, or `None` for a function. Instruments writes processes as
/// `example_app (40414)`, and threads as `Main Thread  0x5f8e` with two spaces before the number.
pub(super) fn kind(symbol: &str) -> Option<LaneKind> {
    let is_process = symbol
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" ("))
        .is_some_and(|(name, id)| !name.is_empty() && is_all(id, u8::is_ascii_digit));
    let is_thread = symbol
        .rsplit_once("  0x")
        .is_some_and(|(name, id)| !name.is_empty() && is_all(id, u8::is_ascii_hexdigit));
    match (is_process, is_thread) {
        (true, _) => Some(LaneKind::Process),
        (_, true) => Some(LaneKind::Thread),
        _ => None,
    }
}

fn is_all(text: &str, is: fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.as_bytes().iter().all(is)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_processes_and_threads_are_recognised() {
        for (symbol, expected) in [
            ("example_app (40414)", Some(LaneKind::Process)),
            ("Main Thread  0x5f8e", Some(LaneKind::Thread)),
            ("com.apple.main  0xA1", Some(LaneKind::Thread)),
            ("main", None),
            ("alpha()", None),
            ("operator()(int)", None),
            ("thunk (.resume)", None),
            ("0x104f3c", None),
            (" (12)", None),
        ] {
            assert_eq!(kind(symbol), expected, "{symbol}");
        }
    }
}
