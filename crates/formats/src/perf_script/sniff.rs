//! Recognises the format.

use super::frame::Frame;
use super::heading::Heading;
use super::words::{is_address, is_processor, words};
use crate::format::Sniff;

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Most lines of other kinds before the first sample, such as warnings of `perf`.
const OTHERS: u32 = 20;

/// Samples without any heading that are recognised only if so many follow each other.
const BARE_SAMPLES: u32 = 3;

/// Accepts perf's own header, or a sample: a heading with its frame, or frames below it.
///
/// Prose has lines that end in a number, indented lines and words of hexadecimal digits. So a frame must be certain,
/// and the less the heading says, the more the frame must.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    // A JSON string may contain such text. A heading begins with the name of a command.
    if head.trim_ascii_start().starts_with(b"{") {
        return Sniff::No;
    }
    let is_all = complete && head.len() <= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    let end = if is_all { head.len() } else { memchr::memrchr(b'\n', head).map_or(0, |end| end + 1) };
    let mut found = Found::default();
    for line in head[..end].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        if found.take(line) {
            return Sniff::Yes;
        }
        if found.others > OTHERS {
            return Sniff::No;
        }
    }
    let is_open = !is_all && head.len() < LOOKED_AT && !head.contains(&0);
    if is_open { Sniff::NeedMore } else { Sniff::No }
}

/// State of the search for a sample.
#[derive(Debug, Default)]
struct Found {
    /// Set in the line below a heading.
    above: Option<Strength>,
    /// Number of lines that are none of the format's.
    others: u32,
    /// Number of samples without heading, each followed by an empty line.
    bare: u32,
    /// Set if the line before is a frame without a heading.
    is_in_bare: bool,
}

/// The clearness with which a line is the heading of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strength {
    /// It has a time, a processor or an event.
    Clear,
    /// It has a command, and perhaps ids.
    Weak,
}

impl Found {
    /// Takes the next line. Returns whether the file is of the format.
    fn take(&mut self, line: &[u8]) -> bool {
        let above = self.above.take();
        if line.is_empty() {
            self.bare += u32::from(std::mem::take(&mut self.is_in_bare));
            return self.bare >= BARE_SAMPLES;
        }
        if line.starts_with(b"#") {
            return line.starts_with(b"# captured on");
        }
        let heading = Heading::of(line);
        let is_indented = line[0].is_ascii_whitespace();
        if let Some(heading) = heading {
            let says = heading.time.is_some() || !heading.event.is_empty();
            let has_processor = words(line).any(|word| is_processor(word.text));
            let strength = if says || has_processor { Strength::Clear } else { Strength::Weak };
            let has_frame = heading.frame.is_some_and(|frame| !frame.module.is_empty() || says);
            if has_frame && (says || is_long_address(heading.frame)) {
                return true;
            }
            self.above = Some(strength);
            return false;
        }
        let frame = Frame::of(line);
        let has_module = !frame.module.is_empty();
        if is_indented && above == Some(Strength::Clear) {
            // Below a clear heading, a short address is enough.
            let has_address = frame.address.len() >= 4 && frame.address.iter().any(u8::is_ascii_digit);
            if Frame::is_certain(line) || has_address && !frame.symbol.is_empty() {
                return true;
            }
            self.above = above;
        } else if is_indented && Frame::is_certain(line) && (has_module || frame.address.len() >= 6) {
            if above == Some(Strength::Weak) {
                return true;
            }
            self.is_in_bare = true;
            return false;
        }
        self.is_in_bare = false;
        if !is_indented && Heading::of_command(line).is_some() {
            self.above = Some(Strength::Weak);
        }
        self.others += 1;
        false
    }
}

/// Returns whether a frame's address is longer than a number in prose.
fn is_long_address(frame: Option<Frame<'_>>) -> bool {
    frame.is_some_and(|frame| frame.address.len() >= 6 && is_address(frame.address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_recognised() {
        for text in [
            "# captured on    : Mon\n",
            "prog 77 1.000000: cycles: \n\t  aaaa inner (/bin/prog)\n",
            "prog 77 1.000000:   10 cycles: \n\t  4005 inner\n\t 7fff1234 main\n",
            "  prog 77 1.000000:   10 cycles:   aaaa inner (/bin/prog)\n",
            "  prog 77   7f13b9 inner+0x3 (/bin/prog)\n",
            "prog 77 \n\t  aaaa inner (/bin/prog)\n",
            "prog \n\t  aaaa inner (/bin/prog)\n",
            "100.5: cycles: \n\t  aaaa inner (/bin/prog)\n",
            "cannot find symbols\nprog 77 1.0: cycles: \n\t  aaaa inner (/bin/prog)\n",
            "\n\t aaaa inner (/a)\n\t bbbb main (/a)\n\n\n\t aaaa inner (/a)\n\n\n\t bbbb main (/a)\n\n",
        ] {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::Yes, "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "Results of run 3\n  added 5 files\n  bad links: 2\nTotal files 12\n  add more\n",
            "Chapter 12\n  facade (of the house)\n  decade 3 (1930)\n",
            "Total: 123 samples\n      14   2.1%  17.2%       58   8.7% std::_Rb_tree::find\n      11   1.7% 19% 3 f\n",
            "heap profile:    12:    34567 [    45:    67890] @ heap_v2/524288\n     1:     8192 [     1:     8192] @ 0x4005d0 0x4005f0\n",
            "MAPPED_LIBRARIES:\n00400000-00dd1000 r-xp 00000000 08:01 12345    /usr/bin/a\n",
            "12 eggs\n 250 g flour\n",
        ] {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::No, "{text}");
        }
    }
}
