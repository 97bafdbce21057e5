//! Parses lines.

use crate::place::opening;

/// Parsed heading of a sample: `comm 12/34 [001] 203.5: 1000 cycles:u: …`. Most parts may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heading<'a> {
    pub(super) command: &'a [u8],
    /// Process, if both process and thread are given.
    pub(super) process: Option<&'a [u8]>,
    pub(super) thread: &'a [u8],
    /// Time in seconds.
    pub(super) time: Option<&'a [u8]>,
    pub(super) period: Option<&'a [u8]>,
    /// Name of the event without its modifiers.
    pub(super) event: &'a [u8],
    /// Frame on the same line, in a recording without stacks.
    pub(super) frame: Option<&'a [u8]>,
}

/// Parsed line of a stack: `ffff81 symbol+0x12 (module)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) has_address: bool,
    pub(super) symbol: &'a [u8],
    pub(super) module: &'a [u8],
}

/// Iterates over the words of a line, with the index at which each begins.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = line[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(line.len() - start);
        at = start + length;
        Some((start, &line[start..at]))
    })
}

fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns whether a word has the form `12` or `12/34`, where `-1` stands for an unknown id.
fn is_ids(word: &[u8]) -> bool {
    let mut parts = word.split(|&byte| byte == b'/');
    parts.clone().count() <= 2 && parts.all(|id| is_digits(id.strip_prefix(b"-").unwrap_or(id)))
}

/// Parses a word like `203265.377019:`. Returns it without the colon.
fn seconds(word: &[u8]) -> Option<&[u8]> {
    let number = word.strip_suffix(b":")?;
    let point = memchr::memchr(b'.', number)?;
    (is_digits(&number[..point]) && is_digits(&number[point + 1..])).then_some(number)
}

impl<'a> Heading<'a> {
    /// Parses a heading. `None` if the line is none.
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        if line.first().is_none_or(|first| first.is_ascii_whitespace() || *first == b'#') {
            return None;
        }
        // The command may contain white space and look like anything. So the ids are the last ones before the time or,
        // without a time, the first ones after the first word.
        let timed = words(line).find(|(_, word)| seconds(word).is_some());
        let (ids, rest) = if let Some((time_at, time)) = timed {
            let ids = words(&line[..time_at]).skip(1).filter(|(_, word)| is_ids(word)).last()?;
            (ids, &line[time_at + time.len()..])
        } else {
            let ids = words(line).skip(1).find(|(_, word)| is_ids(word))?;
            (ids, &line[ids.0 + ids.1.len()..])
        };
        let mut rest =
            words(rest).skip_while(|(_, word)| word.starts_with(b"[")).map(|(_, word)| word).peekable();
        let period = rest.next_if(|word| is_digits(word));
        let event = rest.next();
        if timed.is_none() && event.is_none() && period.is_none() && rest.peek().is_none() {
            // `comm 12`, as `perf script -F comm,tid,ip,sym` prints it.
        } else if !event.is_some_and(|event| event.ends_with(b":")) {
            return None;
        }
        let event = event.unwrap_or_default();
        let behind = rest.next().map(|word| &line[word.as_ptr() as usize - line.as_ptr() as usize..]);
        let mut both = ids.1.split(|&byte| byte == b'/');
        let first = both.next().unwrap_or_default();
        let (process, thread) = both.next().map_or((None, first), |thread| (Some(first), thread));
        Some(Self {
            command: line[..ids.0].trim_ascii(),
            process,
            thread,
            time: timed.and_then(|(_, word)| seconds(word)),
            period,
            event: without_modifiers(event),
            frame: behind.filter(|frame| Frame::of(frame).has_address),
        })
    }
}

/// Removes modifiers: `cycles:uppp:` becomes `cycles`, but `sched:sched_switch:` is all name.
fn without_modifiers(event: &[u8]) -> &[u8] {
    let event = event.strip_suffix(b":").unwrap_or(event);
    match memchr::memrchr(b':', event) {
        Some(colon) if event[colon + 1..].iter().all(|byte| b"ukhGHpPSDWe".contains(byte)) => &event[..colon],
        _ => event,
    }
}

impl<'a> Frame<'a> {
    pub(super) fn of(line: &'a [u8]) -> Self {
        let line = line.trim_ascii();
        let first = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let has_address = first.iter().all(u8::is_ascii_hexdigit) && !first.is_empty();
        let rest = if has_address { line[first.len()..].trim_ascii_start() } else { line };
        let (symbol, module) = match module_at(rest) {
            Some(at) => (rest[..at].trim_ascii_end(), &rest[at + 1..rest.len() - 1]),
            None => (rest, &[][..]),
        };
        // In `add (inlined)`, the symbol itself consists of hexadecimal digits and there is no address.
        let is_name = has_address && symbol.is_empty();
        let symbol = if is_name { first } else { symbol };
        let module = module.strip_suffix(b" (deleted)").unwrap_or(module);
        Self { has_address: has_address && !is_name, symbol: without_offset(symbol), module }
    }
}

/// Returns the index of the parenthesis that matches the last one.
fn module_at(text: &[u8]) -> Option<usize> {
    let open = opening(text)?;
    (open == 0 || text[open - 1] == b' ').then_some(open)
}

fn without_offset(symbol: &[u8]) -> &[u8] {
    let Some(plus) = memchr::memmem::rfind(symbol, b"+0x") else { return symbol };
    let is_offset = symbol[plus + 3..].iter().all(u8::is_ascii_hexdigit) && plus > 0;
    if is_offset { &symbol[..plus] } else { symbol }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn heading(line: &str) -> Option<[String; 6]> {
        let heading = Heading::of(line.as_bytes())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let option = |bytes: Option<&[u8]>| bytes.map_or_else(|| "-".to_owned(), text);
        let Heading { command, process, thread, time, period, event, .. } = heading;
        Some([text(command), option(process), text(thread), option(time), option(period), text(event)])
    }

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
        ] {
            assert_eq!(heading(line).map(|parts| parts.join("|")), Some(expected.to_owned()), "{line}");
        }
        for line in ["", "# captured on", "\tffff f (m)", "a b c", "notes: buy 3 apples", "12"] {
            assert_eq!(heading(line), None, "{line}");
        }
    }

    #[test]
    fn frames_of_every_kind_are_parsed() {
        let frame = |line: &str| {
            let Frame { has_address, symbol, module } = Frame::of(line.as_bytes());
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            format!("{has_address} {}|{}", text(symbol), text(module))
        };
        for (line, expected) in [
            ("\tffffffff815ffc2d folio_add+0x1d ([kernel.kallsyms])", "true folio_add|[kernel.kallsyms]"),
            ("\t    7fccef4638a8 [unknown] ([unknown])", "true [unknown]|[unknown]"),
            (
                "\t 1d387 ns::f(int, char (*)()) const+0x347 (/usr/bin/a b)",
                "true ns::f(int, char (*)()) const|/usr/bin/a b",
            ),
            ("\t 1d387 f (inlined)", "true f|inlined"),
            ("\t 1d387 f+0x2 (/tmp/x.so (deleted))", "true f|/tmp/x.so"),
            ("\tmain", "false main|"),
            ("\tadd (inlined)", "false add|inlined"),
            ("\t 12ab f", "true f|"),
        ] {
            assert_eq!(frame(line), expected, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_can_be_parsed(line in prop::collection::vec(any::<u8>(), 0..80), text in "[a-f0-9 :./()+x\\[\\]]{0,60}") {
            let _ = (Heading::of(&line), Frame::of(&line), Heading::of(text.as_bytes()), Frame::of(text.as_bytes()));
        }
    }
}
