//! Parses the headings of samples.

use super::frame::Frame;
use super::words::{Word, is_digits, is_event, is_ids, is_misc, is_processor, seconds, words};

/// Parsed heading of a sample: `comm 12/34 [001] 203.5: 1000 cycles:u: …`. Any part may be missing, because `-F`
/// chooses the parts; their order is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Heading<'a> {
    pub(super) command: &'a [u8],
    /// Process, if both process and thread are given.
    pub(super) process: Option<&'a [u8]>,
    /// Thread, or the process alone; empty if neither is given.
    pub(super) thread: &'a [u8],
    /// Time in seconds.
    pub(super) time: Option<&'a [u8]>,
    pub(super) period: Option<&'a [u8]>,
    /// Name of the event without its modifiers; empty if it is not given.
    pub(super) event: &'a [u8],
    /// Frame on the same line, in a recording without stacks.
    pub(super) frame: Option<Frame<'a>>,
    /// Set for a record of another kind, such as `PERF_RECORD_MMAP2`.
    pub(super) is_record: bool,
}

/// Longest name of a command that is printed without ids, time or event. The kernel cuts names there.
const COMMAND_BYTES: usize = 15;

impl<'a> Heading<'a> {
    /// Parses a heading. `None` if the line is none.
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        let first = words(line).next()?;
        if first.text.starts_with(b"#") {
            return None;
        }
        // The command may contain white space and look like anything. So the parts before the time are read backwards.
        if let Some(time) = words(line).find(|word| seconds(word.text).is_some()) {
            let (command, ids) = before_time(&line[..time.at]);
            let heading = Self { command, time: seconds(time.text), ..Self::default() };
            return Self::finish(heading.with_ids(ids), line, time.end(), true);
        }
        // Without a time, the ids are the first ones after the first word, or the first word itself.
        let is_indented = first.at > 0;
        let ids = words(line).skip(1).find(|word| is_ids(word.text)).filter(|ids| {
            // An indented line without a time is more often a frame. Commands are short.
            !is_indented || ids.at - first.at <= COMMAND_BYTES + 2
        });
        let alone = words(line).next().filter(|word| is_ids(word.text) && word.text.len() >= 2);
        if let Some(ids) = ids {
            let command = line[..ids.at].trim_ascii();
            let heading = Self { command, ..Self::default() }.with_ids(ids.text);
            if let Some(heading) = Self::finish(heading, line, ids.end(), false) {
                return Some(heading);
            }
        }
        let ids = alone?;
        let heading = Self::default().with_ids(ids.text);
        Self::finish(heading, line, ids.end(), false).filter(|heading| !heading.event.is_empty())
    }

    /// Parses a line that names only the command, as `perf script -F comm,ip,sym` prints it. Nearly any short line has
    /// this form, so frames must follow.
    pub(super) fn of_command(line: &'a [u8]) -> Option<Self> {
        let command = line.trim_ascii();
        let is_plain = |byte: &u8| (b' '..=b'~').contains(byte);
        let fits = (1..=COMMAND_BYTES).contains(&command.len()) && command.iter().all(is_plain);
        if !fits || line[0] != command[0] || command[0] == b'#' {
            return None;
        }
        // A name alone may also be that of the event.
        let event =
            words(command).next().filter(|word| is_event(word.text) && word.text.len() == command.len());
        Some(match event {
            Some(event) => Self { event: without_modifiers(event.text), ..Self::default() },
            None => Self { command, ..Self::default() },
        })
    }

    /// Returns whether a line that lacks its end lacks nothing else, because the module of its frame ends it.
    pub(super) fn is_whole(line: &[u8]) -> bool {
        let frame = Heading::of(line).and_then(|heading| heading.frame);
        line.ends_with(b")") && frame.is_some_and(has_module)
    }

    fn with_ids(self, ids: &'a [u8]) -> Self {
        let mut both = ids.split(|&byte| byte == b'/');
        let first = both.next().unwrap_or_default();
        let (process, thread) = both.next().map_or((None, first), |thread| (Some(first), thread));
        Self { process, thread, ..self }
    }

    /// Parses the parts after the ids or, if there is one, after the time.
    fn finish(mut self, line: &'a [u8], from: usize, is_timed: bool) -> Option<Self> {
        let behind = words(&line[from..]).map(|word| Word { at: word.at + from, ..word });
        let mut rest = behind.skip_while(|word| is_processor(word.text)).peekable();
        let period = rest.next_if(|word| is_digits(word.text));
        let event = rest.next_if(|word| is_event(word.text));
        let at = rest.peek().map_or(line.len(), |next| next.at);
        if let Some(event) = event {
            self.period = period.map(|period| period.text);
            self.event = without_modifiers(event.text);
            self.is_record = event.text.starts_with(b"PERF_RECORD_");
            self.frame = Frame::behind_heading(&line[at..]);
            return Some(self);
        }
        if rest.peek().is_some_and(|next| next.text.starts_with(b"PERF_RECORD_")) {
            self.is_record = true;
            return Some(self);
        }
        // Without an event there is nothing but a period and a frame. Digits before a symbol may be its address.
        let from = period.map_or(at, |period| period.at);
        self.frame = Frame::behind_heading(&line[from..]);
        let is_address =
            period.is_some_and(|period| self.frame.is_some_and(|frame| frame.address == period.text));
        self.period = period.map(|period| period.text).filter(|_| !is_address);
        let is_over = rest.peek().is_none() || self.frame.is_some_and(|frame| is_timed || has_module(frame));
        is_over.then_some(self)
    }
}

/// Splits what precedes the time into the command and the ids. The ids may be missing, or the command.
fn before_time(line: &[u8]) -> (&[u8], &[u8]) {
    let all: Vec<Word<'_>> = words(line).collect();
    let mut rest = &all[..];
    // A command may have the form of a processor or of marks, but then ids follow it.
    let has_ids = all.iter().skip(1).any(|word| is_ids(word.text));
    while let Some((last, before)) = rest.split_last() {
        let is_part = is_processor(last.text) || is_misc(last.text);
        if is_ids(last.text) || !is_part || (!has_ids && before.is_empty()) {
            break;
        }
        rest = before;
    }
    match rest.split_last() {
        // Of several words with that form, the last one counts.
        Some((last, _)) if is_ids(last.text) => (line[..last.at].trim_ascii(), last.text),
        Some((last, _)) => (line[..last.end()].trim_ascii(), &[]),
        None => (&[], &[]),
    }
}

fn has_module(frame: Frame<'_>) -> bool {
    !frame.module.is_empty()
}

/// Removes modifiers: `cycles:uppp:` becomes `cycles`, but `sched:sched_switch:` is all name.
fn without_modifiers(event: &[u8]) -> &[u8] {
    let event = event.strip_suffix(b":").unwrap_or(event);
    match memchr::memrchr(b':', event) {
        Some(colon) if event[colon + 1..].iter().all(|byte| b"ukhGHpPSDWeb".contains(byte)) => {
            &event[..colon]
        }
        _ => event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn heading(line: &str) -> Option<String> {
        let heading = Heading::of(line.as_bytes())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let option = |bytes: Option<&[u8]>| bytes.map_or_else(|| "-".to_owned(), text);
        let Heading { command, process, thread, time, period, event, frame, is_record } = heading;
        let parts = [text(command), option(process), text(thread), option(time), option(period), text(event)]
            .join("|");
        let frame = frame.map_or(String::new(), |frame| format!(" > {}", text(frame.symbol)));
        Some(format!("{parts}{frame}{}", if is_record { " record" } else { "" }))
    }

    /// One line for each set of fields that perf's documentation lists.
    #[test]
    fn headings_of_every_kind_are_parsed() {
        for (line, expected) in [
            (
                "sqlite3 18064  3223.525276:     500250 cpu-clock: ",
                "sqlite3|-|18064|3223.525276|500250|cpu-clock",
            ),
            (
                "forks     9 [002] 203265.377019:    1001001 cpu-clock: ",
                "forks|-|9|203265.377019|1001001|cpu-clock",
            ),
            ("my app 2 12/34 [001] 7.5:          1 cycles:uppp: ", "my app 2|12|34|7.5|1|cycles"),
            (
                "java 12/34 7.000000001: sched:sched_switch: prev_comm=java",
                "java|12|34|7.000000001|-|sched:sched_switch",
            ),
            (":-1 -1/-1 7.5: cycles:", ":-1|-1|-1|7.5|-|cycles"),
            ("sqlite3 18064 cycles:", "sqlite3|-|18064|-|-|cycles"),
            ("sqlite3 18064", "sqlite3|-|18064|-|-|"),
            (
                "   bash  3706  1354.741500:     250000 cpu-clock:      7f13b9 f0+0x25 (/a)",
                "bash|-|3706|1354.741500|250000|cpu-clock > f0",
            ),
            ("   bash  3706  1354.741500:      7f13b9 f0+0x25 (/a)", "bash|-|3706|1354.741500|-| > f0"),
            ("   bash  3706      7f13b9 f0+0x25 (/a)", "bash|-|3706|-|-| > f0"),
            ("   bash  3706 cycles:     7f13b9 f0+0x25 (/a)", "bash|-|3706|-|-|cycles > f0"),
            ("   bash  3706  1.5:  4005 main (/a)", "bash|-|3706|1.5|-| > main"),
            ("   bash  3706  1.5:  77 4005 main (/a)", "bash|-|3706|1.5|77| > main"),
            ("bash 12/12 [000] 1.5: ", "bash|12|12|1.5|-|"),
            ("bash 1.5: 250000 cycles: ", "bash|-||1.5|250000|cycles"),
            ("  12/13 1.5: cycles: ", "|12|13|1.5|-|cycles"),
            ("  1.5: cycles: ", "|-||1.5|-|cycles"),
            ("bash 12 [003] UK 1.5: 7 cycles: ", "bash|-|12|1.5|7|cycles"),
            ("VM:  7 VCPU:  1 bash 12 [003] 1.5: 7 cycles: ", "VM:  7 VCPU:  1 bash|-|12|1.5|7|cycles"),
            (
                "bash 12 [003] 1.5:  1 branches:u:   call     4005 f (/a) => 4006 g (/a)",
                "bash|-|12|1.5|1|branches > f",
            ),
            (
                "bash 12/12 1.5: PERF_RECORD_MMAP2 12/12: [0x1(0x2) @ 0 fd:01 1 2]: r-xp /a",
                "bash|12|12|1.5|-| record",
            ),
            ("bash 12/12 1.5: PERF_RECORD_COMM: bash:12/12", "bash|12|12|1.5|-|PERF_RECORD_COMM record"),
        ] {
            assert_eq!(heading(line).as_deref(), Some(expected), "{line}");
        }
        for line in [
            "",
            "# captured on",
            "\tffff f (m)",
            "a b c",
            "notes: buy 3 apples",
            "12",
            "  added 5 files",
            "Results of run 3 were good",
            "     14   2.1%  17.2%       58   8.7% std::_Rb_tree::find",
        ] {
            assert_eq!(heading(line), None, "{line}");
        }
    }

    #[test]
    fn command_alone_is_a_short_line() {
        let command =
            |line: &'static str| Heading::of_command(line.as_bytes()).map(|heading| heading.command);
        assert_eq!(command("my prog "), Some(&b"my prog"[..]));
        assert_eq!([command(" prog"), command("# prog"), command("a command of many words")], [None; 3]);
    }

    proptest! {
        #[test]
        fn any_line_can_be_parsed(line in prop::collection::vec(any::<u8>(), 0..80), text in "[a-f0-9 :./()+x\\[\\]]{0,60}") {
            for line in [line.as_slice(), text.as_bytes()] {
                let _ = (Heading::of(line), line.first().map(|_| Heading::of_command(line)));
            }
        }
    }
}
