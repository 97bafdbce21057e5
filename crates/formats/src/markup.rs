//! Tells pages and other markup from text that begins with `<`, too.

/// Returns whether text begins like XML or HTML. The kernel writes `<idle>` and `<...>` for tasks without a name, so
/// text of ftrace may begin with them.
pub(crate) fn is_markup(head: &[u8]) -> bool {
    let text = without_space(head);
    text.starts_with(b"<") && !text.starts_with(b"<idle>-") && !text.starts_with(b"<...>-")
}

/// Returns whether text begins like a page of HTML.
pub(crate) fn is_page(head: &[u8]) -> bool {
    let text = without_space(head);
    let begins =
        |tag: &str| text.get(..tag.len()).is_some_and(|first| first.eq_ignore_ascii_case(tag.as_bytes()));
    ["<!doctype html", "<html", "<head"].into_iter().any(begins)
}

fn without_space(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_pages_are_told_apart() {
        for (text, markup, page) in [
            ("<!DOCTYPE html>\n", true, true),
            ("\u{feff} \n<!doctype HTML PUBLIC", true, true),
            ("<html lang=\"en\">", true, true),
            ("<HEAD>", true, true),
            ("<?xml version=\"1.0\"?>", true, false),
            ("<svg>", true, false),
            ("  <...>-12 [001] 1.5: print: x", false, false),
            ("<idle>-0 [001]", false, false),
            ("{\"a\": 1}", false, false),
            ("", false, false),
        ] {
            assert_eq!((is_markup(text.as_bytes()), is_page(text.as_bytes())), (markup, page), "{text}");
        }
    }
}
