//! Recognises the format.

use super::line::EventLine;
use crate::format::Sniff;

/// Number of first bytes examined. Pages begin with their scripts, which are long.
const LOOKED_AT: usize = 1 << 20;

/// Accepts the kernel's header, a page with the text of a trace, or an event of the kernel.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_page = matches!(head.trim_ascii_start().first(), Some(b'<'));
    let is_event = |line: &[u8]| EventLine::of(line).is_some_and(|event| event.mark().is_some());
    let is_all = complete || head.len() >= LOOKED_AT;
    let text = &head[..head.len().min(LOOKED_AT)];
    let end = if complete { text.len() } else { memchr::memrchr(b'\n', text).map_or(0, |end| end + 1) };
    let mut lines = text[..end].split(|&byte| byte == b'\n');
    let first = lines.clone().next().unwrap_or_default();
    if first.starts_with(b"# tracer: ") || first.starts_with(b"TRACE:") {
        return Sniff::Yes;
    }
    // Pages hold events somewhere. Other text begins with them, perhaps after some lines of a tool.
    let found = if is_page { lines.any(is_event) } else { lines.by_ref().take(OTHERS).any(is_any_event) };
    let is_over = !is_page && lines.next().is_some();
    match found {
        true => Sniff::Yes,
        false if is_all || is_over || text.contains(&0) => Sniff::No,
        false => Sniff::NeedMore,
    }
}

/// Most lines before the first event.
const OTHERS: usize = 20;

fn is_any_event(line: &[u8]) -> bool {
    EventLine::of(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_pages_are_recognised() {
        let event = "app-1 [003] ...1 5.5: tracing_mark_write: B|1|x\n";
        for text in [
            "# tracer: nop\n#\n".to_owned(),
            event.to_owned(),
            format!("cpus=8\n{event}"),
            format!("<!DOCTYPE html>\n<script class=\"trace-data\">\n{event}</script>\n"),
        ] {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::Yes, "{text}");
        }
        for text in
            ["<html>\n<p>text\n", "notes\n", "app 12 [001] 1.5: 10 cycles: \n\t 4005 f (/a)\n", "{\"a\": 1}"]
        {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::No, "{text}");
        }
    }
}
