//! Recognises the format.

use super::{Stack, split};
use crate::registry::Sniff;

/// Number of first bytes examined; deep stacks make long lines.
const LOOKED_AT: usize = 1 << 16;

/// Accepts text in which three of four lines, except those that begin with `#`, are frames and a weight, and in which a
/// `;` joins frames. Waits until it has all the bytes that it examines, so that the answer does not depend on how the
/// file is cut.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_all = complete && head.len() <= LOOKED_AT;
    if !is_all && head.len() < LOOKED_AT {
        return if head.contains(&0) { Sniff::No } else { Sniff::NeedMore };
    }
    let text = &head[..head.len().min(LOOKED_AT)];
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut has_joined, mut lines, mut stacks) = (false, 0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_whole = line.ends_with(b"\n");
        let line = line.trim_ascii_end();
        let is_cut = !is_whole && !is_all;
        if is_cut || line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        match split(line) {
            Some(Stack { frames, .. }) => {
                (lines, stacks) = (lines + 1, stacks + 1);
                has_joined |= frames.contains(&b';');
            }
            // In a file that is cut off, the last line may lack its weight.
            None => lines += usize::from(is_whole),
        }
    }
    let is_text = !text.contains(&0);
    match is_text {
        true if has_joined && stacks * 4 >= lines * 3 => Sniff::Yes,
        // The bytes examined end before the first line does.
        true if lines == 0 && !is_all && text.contains(&b';') && !text.starts_with(b"{") => Sniff::Maybe,
        _ => Sniff::No,
    }
}
