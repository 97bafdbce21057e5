//! The last segment of a name.

/// Returns the text after the last `.`, `::`, `/` or `#` outside of brackets, without parameters and template
/// arguments. Returns the whole name if that leaves no letter and no digit, because `🙂` of `parse::🙂` names nothing.
/// O(length).
///
/// Examples: `select` for `sql.parser.select`, `copy` for `void at::native::copy<float>(int)`, `<lambda>` for
/// `a.<locals>.<lambda>`, `walk.c` for `src/walk.c#walk.c`.
pub fn last_segment(name: &str) -> &str {
    let bytes = name.as_bytes();
    let (mut depth, mut start, mut end, mut at) = (0u32, 0, name.len(), 0);
    while at < bytes.len() {
        let separator = match bytes[at] {
            b'<' | b'(' | b'[' | b'{' => {
                if depth == 0 && at > start {
                    end = end.min(at);
                }
                depth += 1;
                0
            }
            b'>' | b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                0
            }
            // `python3.11` and `ProfilerStep#6` end with a number that belongs to them.
            b'.' | b'/' | b'#' if depth == 0 && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => 1,
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => 2,
            _ => 0,
        };
        if separator > 0 {
            (start, end) = (at + separator, name.len());
        }
        at += separator.max(1);
    }
    // All separators are ASCII, so the cuts lie between characters.
    let segment = name.get(start..end.max(start)).unwrap_or_default().trim();
    if segment.contains(char::is_alphanumeric) { segment } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn last_segment_ignores_scopes_parameters_and_templates() {
        for (name, segment) in [
            ("sql.Parser.parse_select", "parse_select"),
            ("void at::native::copy<float>(int)", "copy"),
            ("void cutlass::Kernel2<cutlass::gemm::Op<16, 8>>(cutlass::gemm::Op<16, 8>::Params)", "Kernel2"),
            ("void at::native::unrolled<4, std::array<char*, 2ul>>(int, std::array<char*, 2ul>)", "unrolled"),
            ("Environment.<locals>.<lambda>", "<lambda>"),
            ("f()::{lambda(int)#1}", "{lambda(int)#1}"),
            ("a/b/walk", "walk"),
            ("ProfilerStep#6", "ProfilerStep#6"),
            ("lib/python3.11", "python3.11"),
            ("Array#map", "map"),
            ("a::", "a::"),
            ("a::b::", "a::b::"),
            ("parse::🙂", "parse::🙂"),
            ("🙂", "🙂"),
            ("🙂::parse", "parse"),
            ("a.()", "a.()"),
            ("", ""),
            ("a)b.c", "c"),
            ("größe.π", "π"),
        ] {
            assert_eq!(last_segment(name), segment, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_segment_is_a_part_of_its_name(name in "[a-zπ.:/#<>(){} ]{0,24}") {
            let segment = last_segment(&name);
            prop_assert!(name.contains(segment));
            prop_assert_eq!(segment.is_empty(), name.is_empty());
        }
    }
}
