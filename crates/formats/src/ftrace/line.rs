//! Parses lines.

/// Parsed event: `task-12 (  10) [001] ...1 203.5: tracing_mark_write: B|10|name`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EventLine<'a> {
    pub(super) task: &'a [u8],
    pub(super) thread: i64,
    /// Process of the thread, if the file prints it.
    pub(super) process: Option<i64>,
    /// Time in seconds.
    pub(super) time: &'a [u8],
    pub(super) name: &'a [u8],
    /// Text behind the event's name.
    pub(super) content: &'a [u8],
}

impl<'a> EventLine<'a> {
    /// Parses a line. `None` if it is no event.
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        // Pages of the older systrace hold the text as a string of JavaScript.
        let ends = [b"\\n\\".as_slice(), b"\\n\";"];
        let line = ends.into_iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line).trim_ascii();
        let (before, rest) = at_processor(line)?;
        let (owner, process) = without_process(before.trim_ascii_end());
        let dash = memchr::memrchr(b'-', owner)?;
        let (task, thread) = (owner[..dash].trim_ascii(), number(&owner[dash + 1..])?);
        let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        // Flags of the context may precede the time.
        let time = words.by_ref().take(2).find_map(seconds)?;
        let behind = &rest[time.as_ptr() as usize - rest.as_ptr() as usize + time.len() + 1..];
        let behind = behind.trim_ascii();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'.';
        let (name, rest) = behind.split_at(behind.iter().position(|byte| !is_name(byte))?);
        // System calls have no colon, `sys_read(fd: 3)` and `sys_read -> 0x1`; functions have none, `f <-caller`.
        let is_call =
            |rest: &[u8]| [b"(".as_slice(), b" -> ", b" <-"].iter().any(|mark| rest.starts_with(mark));
        let content = match rest {
            [b':', content @ ..] => content,
            _ if is_call(rest) => rest,
            _ => return None,
        };
        let content = content.trim_ascii_start();
        (!name.is_empty()).then_some(Self { task, thread, process, time, name, content })
    }

    /// Returns the text written to the trace marker; `None` for another event.
    pub(super) fn mark(&self) -> Option<&'a [u8]> {
        // Old versions print the address of the caller in place of the event's name, and it is 0.
        let is_address = self.name == b"0";
        if !is_address && !matches!(self.name, b"tracing_mark_write" | b"print" | b"bprint") {
            return None;
        }
        // Some versions print the address of the caller, or both names.
        let is_kind = |text: &[u8]| match text {
            [b'E'] => true,
            [kind, b'|', ..] => b"BESFGHCIN".contains(kind),
            _ => false,
        };
        let mut text = self.content;
        while !is_kind(text) {
            let Some(colon) = memchr::memmem::find(text, b": ") else { break };
            text = text[colon + 2..].trim_ascii_start();
        }
        if is_kind(text) { Some(text) } else { (!is_address).then_some(self.content) }
    }
}

/// Splits at the number of the processor, which is in brackets.
fn at_processor(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut from = 0;
    while let Some(open) = memchr::memmem::find(&line[from..], b" [").map(|open| open + from) {
        let inner = &line[open + 2..];
        let close = memchr::memchr(b']', inner)?;
        if close > 0 && inner[..close].iter().all(u8::is_ascii_digit) {
            return Some((&line[..open], &inner[close + 1..]));
        }
        from = open + 2;
    }
    None
}

/// Splits off the process in parentheses. Dashes stand for an unknown one.
fn without_process(text: &[u8]) -> (&[u8], Option<i64>) {
    let inner = text.strip_suffix(b")").and_then(|rest| Some((memchr::memrchr(b'(', rest)?, rest)));
    let Some((open, rest)) = inner else { return (text, None) };
    let id = rest[open + 1..].trim_ascii();
    match number(id) {
        Some(process) => (text[..open].trim_ascii_end(), Some(process)),
        None if id.iter().all(|byte| *byte == b'-') => (text[..open].trim_ascii_end(), None),
        None => (text, None),
    }
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Parses a word like `203.5:`. Returns it without the colon.
fn seconds(word: &[u8]) -> Option<&[u8]> {
    let number = word.strip_suffix(b":")?;
    let is_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let point = memchr::memchr(b'.', number)?;
    (is_digits(&number[..point]) && is_digits(&number[point + 1..])).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn events_of_every_kind_are_parsed() {
        for (line, expected) in [
            (
                "  app-100   (  100) [001] ...1  5.25: tracing_mark_write: B|100|doFrame",
                "app 100 100 5.25 B|100|doFrame",
            ),
            (" <...>-7 (-----) [000] .... 5.25: tracing_mark_write: E|100", "<...> 7 - 5.25 E|100"),
            (
                "Binder:1_2-12  [003] 5.000001: print: tracing_mark_write: S|1|load|7",
                "Binder:1_2 12 - 5.000001 S|1|load|7",
            ),
            ("a b-c-12 [003] d..3 5.5: tracing_mark_write: 0: E", "a b-c 12 - 5.5 E"),
            ("app-1 [003] 5.5: tracing_mark_write: B|1|x\\n\\", "app 1 - 5.5 B|1|x"),
            ("app-1 [003] 5.5: 0: B|1|x\\n\\", "app 1 - 5.5 B|1|x"),
            ("app-1 [003] 5.5: 0: E\\n\";", "app 1 - 5.5 E"),
            ("dummy-0 [000] 0.0: 0: trace_event_clock_sync: parent_ts=0.0", "dummy 0 - 0.0 none"),
            ("<...>-7 [004] .... 5.5: sys_read(fd: 3, buf: 7f)", "<...> 7 - 5.5 none"),
            ("<...>-7 [004] .... 5.5: sys_read -> 0x24", "<...> 7 - 5.5 none"),
            ("app-1 [000] .... 5.5: do_fork <-sys_clone", "app 1 - 5.5 none"),
            ("<idle>-0 [000] d..3 1.5: sched_switch: prev_comm=a [0] ==> b", "<idle> 0 - 1.5 none"),
        ] {
            let event = EventLine::of(line.as_bytes()).unwrap();
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let process = event.process.map_or("-".to_owned(), |process| process.to_string());
            let mark = event.mark().map_or("none".to_owned(), text);
            let found =
                format!("{} {} {process} {} {mark}", text(event.task), event.thread, text(event.time));
            assert_eq!(found, expected, "{line}");
        }
        for line in [
            "",
            "# tracer: nop",
            "app 12 [001] 1.5: cycles:",
            "prog-1 1.5: x: y",
            "app-1 [003] 1.5: words here",
            "app-1 [003] 1.5: (x)",
            "[001] 1.5: a: b",
            "<script>",
        ] {
            assert_eq!(EventLine::of(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_can_be_parsed(line in prop::collection::vec(any::<u8>(), 0..80), text in "[a-b0-3 :.()-|E\\[\\]]{0,60}") {
            for line in [line.as_slice(), text.as_bytes()] {
                let _ = EventLine::of(line).map(|event| event.mark());
            }
        }
    }
}
