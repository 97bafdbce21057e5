//! Recognises the format.

use super::line::EventLine;
use crate::content::{HEAD_BYTES, PAGE_HEAD_BYTES};
use crate::format::Sniff;
use crate::markup::{is_markup, is_page};

/// Accepts the kernel's header, a page with the text of a trace, or an event of the kernel. Pages begin with their
/// scripts, which are long.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_markup = is_markup(head);
    let looked_at = if is_page(head) { PAGE_HEAD_BYTES } else { HEAD_BYTES };
    let is_all = complete || head.len() >= looked_at;
    let text = &head[..head.len().min(looked_at)];
    let end = if complete { text.len() } else { memchr::memrchr(b'\n', text).map_or(0, |end| end + 1) };
    let mut lines = text[..end].split(|&byte| byte == b'\n');
    let first = lines.clone().next().unwrap_or_default();
    if first.starts_with(b"# tracer: ") || first.starts_with(b"TRACE:") {
        return Sniff::Yes;
    }
    // Pages hold events somewhere. Other text begins with them, perhaps after some lines of a tool.
    let mut in_trace = false;
    let found = if is_markup {
        lines.any(|line| {
            in_trace |= line.starts_with(b"# tracer: ");
            EventLine::of(line).is_some_and(|event| in_trace || event.mark().is_some())
        })
    } else {
        lines.by_ref().take(OTHERS).any(is_any_event)
    };
    let is_over = !is_markup && lines.next().is_some();
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
            "<html>\n var linuxPerfData = \"\\\n# tracer: nop\\n\\\na-1 [0] 5.5: sched: x\\n\\\n".to_owned(),
            "<html>\n var linuxPerfData = \"\\\na-1 [0] 5.5: 0: B|1|x\\n\\\n".to_owned(),
            "  <...>-12 [001] 5.5: sched_wakeup: comm=a\n".to_owned(),
            "<idle>-0 [000] d..2 5.5: cpu_idle: state=0\n".to_owned(),
        ] {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::Yes, "{text}");
        }
        for text in [
            "<html>\n<p>text\n",
            "<html>\na-1 [0] 5.5: sched: x\n",
            "<...> text\n",
            "notes\n",
            "app 12 [001] 1.5: 10 cycles: \n\t 4005 f (/a)\n",
            "{\"a\": 1}",
        ] {
            assert_eq!(sniff(text.as_bytes(), true), Sniff::No, "{text}");
        }
    }
}
