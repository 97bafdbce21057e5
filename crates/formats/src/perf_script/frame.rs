//! Parses the frames of stacks.

use super::words::{Word, is_address, words};
use crate::place::opening;

/// Parsed line of a stack: `ffff81 symbol+0x12 (module)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    /// The address, empty if there is none.
    pub(super) address: &'a [u8],
    pub(super) symbol: &'a [u8],
    pub(super) module: &'a [u8],
}

/// Symbol that perf prints where it knows none.
const UNKNOWN: &[u8] = b"[unknown]";

/// Fewest digits of an address among other text. Shorter words may be anything.
const ADDRESS_DIGITS: usize = 4;

impl<'a> Frame<'a> {
    /// Parses a line. Any text is a frame: without an address and a module, all of it is the symbol.
    pub(super) fn of(line: &'a [u8]) -> Self {
        let line = without_details(line.trim_ascii());
        let first = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let has_address = is_address(first);
        let mut rest = if has_address { line[first.len()..].trim_ascii_start() } else { line };
        let mut address = if has_address { first } else { &[] };
        // The field `addr` prints another address before that of the frame.
        let second = rest.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let behind = rest[second.len()..].trim_ascii_start();
        let is_followed = !is_module(behind) || !behind.is_empty() && gap_before(behind, line) > 1;
        if has_address && second.len() >= ADDRESS_DIGITS && is_address(second) && is_followed {
            (address, rest) = (second, behind);
        }
        let (symbol, module) = match module_at(rest) {
            Some(at) => (rest[..at].trim_ascii_end(), &rest[at + 1..rest.len() - 1]),
            None => (rest, &[][..]),
        };
        // In `add (inlined)`, the symbol itself consists of hexadecimal digits and there is no address. Before an empty
        // symbol, perf prints its space all the same.
        let lacks_symbol = !address.is_empty() && symbol.is_empty();
        let is_unknown =
            lacks_symbol && symbol.len() < rest.len() && (gap_before(rest, line) > 1 || is_long(address));
        let is_name = lacks_symbol && !is_unknown;
        let symbol = match (is_name, is_unknown) {
            (true, _) => address,
            (_, true) => UNKNOWN,
            _ => symbol,
        };
        let module = module.strip_suffix(b" (deleted)").unwrap_or(module);
        Self {
            address: if is_name { &[] } else { address },
            symbol: without_offset(symbol),
            module: without_offset(module),
        }
    }

    /// Finds the frame that ends a heading, in a recording without stacks. It begins with an address. If other text
    /// precedes it, such as flags of a branch or the fields of a tracepoint, it must also end with a module.
    pub(super) fn behind_heading(rest: &'a [u8]) -> Option<Self> {
        // A branch prints its target behind its source.
        let arrow = memchr::memmem::find(rest, b" => ");
        let rest = without_details(rest[..arrow.unwrap_or(rest.len())].trim_ascii());
        let address = |word: &Word<'_>| word.text.len() >= ADDRESS_DIGITS && is_address(word.text);
        let first = words(rest).find(address)?;
        let frame = Self::of(&rest[first.at..]);
        let is_whole = !frame.symbol.is_empty() && !frame.address.is_empty();
        // Behind other text, a number and a word in parentheses are no frame.
        let has_symbol = frame.symbol != UNKNOWN || memchr::memmem::find(rest, UNKNOWN).is_some();
        (is_whole && (first.at == 0 || has_symbol && !frame.module.is_empty())).then_some(frame)
    }

    /// Returns whether a line that lacks its end lacks nothing else: a module in parentheses ends it.
    pub(super) fn is_whole(line: &'a [u8]) -> bool {
        let frame = Self::of(line);
        let count = |byte: u8| memchr::memchr_iter(byte, frame.symbol).count();
        let has_symbol = !frame.symbol.is_empty() && count(b'(') == count(b')');
        !frame.address.is_empty() && has_symbol && !frame.module.is_empty() && line.ends_with(b")")
    }

    /// Returns whether the line can hardly be anything but a frame: it has an address, and a module, an offset, or an
    /// address as long as real ones are.
    pub(super) fn is_certain(line: &'a [u8]) -> bool {
        let frame = Self::of(line);
        let (address, has_symbol) = (frame.address, !frame.symbol.is_empty());
        let is_long = is_long(address);
        !address.is_empty() && has_symbol && (!frame.module.is_empty() || is_long || has_offset(line))
    }

    /// Returns whether the line can be no frame, even below a heading: it is a source position such as `file.c:12`,
    /// which `-F +srcline` prints after a frame, or other details of the frame before.
    pub(super) fn is_detail(&self) -> bool {
        let line = memchr::memrchr(b':', self.symbol).map(|colon| &self.symbol[colon + 1..]);
        let is_place = line.is_some_and(|line| !line.is_empty() && line.iter().all(u8::is_ascii_digit));
        let is_detail = DETAILS.iter().any(|detail| self.symbol.starts_with(detail));
        self.address.is_empty() && self.module.is_empty() && (is_place || is_detail)
    }
}

/// Returns whether hexadecimal digits are as many as addresses have, and are hardly a name.
fn is_long(address: &[u8]) -> bool {
    address.len() >= 6 && address.iter().any(u8::is_ascii_digit) || address.len() >= 12
}

/// Returns the number of spaces before `rest`, the end of `line`.
fn gap_before(rest: &[u8], line: &[u8]) -> usize {
    let before = &line[..line.len() - rest.len()];
    before.len() - before.trim_ascii_end().len()
}

/// Texts that begin the details after a frame or below it: instructions, registers, branches, source code.
const DETAILS: [&[u8]; 9] =
    [b"insn:", b"ilen:", b"ABI:", b"IPC:", b"|", b"0x", b"data page size", b"code page size", b"cgroup:"];

/// Removes the details that further fields print after the module of a frame.
fn without_details(line: &[u8]) -> &[u8] {
    if line.ends_with(b")") {
        return line;
    }
    let mut from = 0;
    while let Some(close) = memchr::memchr(b')', &line[from..]) {
        let end = from + close + 1;
        let behind = line[end..].trim_ascii_start();
        if behind.len() < line.len() - end && DETAILS.iter().any(|detail| behind.starts_with(detail)) {
            return &line[..end];
        }
        from = end;
    }
    line
}

/// Returns whether text is a module in parentheses and nothing else.
fn is_module(text: &[u8]) -> bool {
    text.is_empty() || opening(text) == Some(0)
}

/// Returns the index of the parenthesis that matches the last one.
fn module_at(text: &[u8]) -> Option<usize> {
    let open = opening(text)?;
    (open == 0 || text[open - 1] == b' ').then_some(open)
}

fn has_offset(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"+0x").is_some()
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

    fn shown(frame: Frame<'_>) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("{} {}|{}", !frame.address.is_empty(), text(frame.symbol), text(frame.module))
    }

    #[test]
    fn frames_of_every_kind_are_parsed() {
        for (line, expected) in [
            ("\tffffffff815ffc2d folio_add+0x1d ([kernel.kallsyms])", "true folio_add|[kernel.kallsyms]"),
            ("\t    7fccef4638a8 [unknown] ([unknown])", "true [unknown]|[unknown]"),
            (
                "\t 1d387 ns::f(int, char (*)()) const+0x347 (/usr/bin/a b)",
                "true ns::f(int, char (*)()) const|/usr/bin/a b",
            ),
            ("\t 1d387 f (inlined)", "true f|inlined"),
            ("\t 1d387 f+0x2 (/tmp/x.so (deleted))", "true f|/tmp/x.so"),
            ("\t 1d387 f+0x2 (/tmp/x.so+0x1d387)", "true f|/tmp/x.so"),
            ("\t 1d387 f+0x2 (/tmp/x.so) insn: 48 89 e5", "true f|/tmp/x.so"),
            ("\t 1d387 f (/tmp/x.so) 0x4005d0/0x4005f0/P/-/-/0 ", "true f|/tmp/x.so"),
            ("\t 7ffe1234 1d387 f (/tmp/x.so)", "true f|/tmp/x.so"),
            ("\t 1d387 beef (/tmp/x.so)", "true beef|/tmp/x.so"),
            ("\t b72dea20  (/tmp/x.so)", "true [unknown]|/tmp/x.so"),
            ("\t b72dea20 (/tmp/x.so)", "true [unknown]|/tmp/x.so"),
            ("\t 1d387  (/tmp/x.so)", "true [unknown]|/tmp/x.so"),
            ("\t 7ffe1234 1d387  (/tmp/x.so)", "true [unknown]|/tmp/x.so"),
            ("\t  28  ()", "true [unknown]|"),
            ("\tb72dea20", "false b72dea20|"),
            ("\tadd (/tmp/x.so)", "false add|/tmp/x.so"),
            ("\tmain", "false main|"),
            ("\tadd (inlined)", "false add|inlined"),
            ("\t 12ab f", "true f|"),
        ] {
            assert_eq!(shown(Frame::of(line.as_bytes())), expected, "{line}");
        }
    }

    #[test]
    fn frame_behind_heading_is_found() {
        let found = |line: &str| Frame::behind_heading(line.as_bytes()).map(shown);
        for (line, expected) in [
            ("      7f13b965c645 f0+0x25 (/usr/lib/ld.so)", Some("true f0|/usr/lib/ld.so")),
            ("  4005d0 main", Some("true main|")),
            ("  4005d0  (/bin/a)", Some("true [unknown]|/bin/a")),
            ("prev_comm=a   ffffffff81 [unknown] (/bin/a)", Some("true [unknown]|/bin/a")),
            ("sector=8 12345678  (kworker)", None),
            (
                "   call                     4005d0 main+0x2 (/bin/a) =>   4005f0 f (/bin/a)",
                Some("true main|/bin/a"),
            ),
            (
                "prev_comm=a ==> next_comm=b   ffffffff81 schedule ([kernel.kallsyms])",
                Some("true schedule|[kernel.kallsyms]"),
            ),
            ("prev_comm=java prev_pid=12 next_pid=4711", None),
            ("8,0 W 4096 () 12345678 + 8 [kworker/0:1]", None),
            ("", None),
        ] {
            assert_eq!(found(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn prose_is_no_certain_frame() {
        for line in
            ["  added 5 files", "  bad links: 2", "  12 (of 13)", " facade 1", "  main", "  2024 budget"]
        {
            assert!(!Frame::is_certain(line.as_bytes()) || line.contains('('), "{line}");
        }
        for line in ["\t aaaa inner (/bin/prog)", "\t 7fccef4638a8 main", "\t12ab f+0x3", "\tffffffffabcd f"]
        {
            assert!(Frame::is_certain(line.as_bytes()), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_can_be_parsed(line in prop::collection::vec(any::<u8>(), 0..80), text in "[a-f0-9 :./()+x\\[\\]]{0,60}") {
            for line in [line.as_slice(), text.as_bytes()] {
                let _ = (Frame::of(line), Frame::behind_heading(line), Frame::is_certain(line));
            }
        }
    }
}
