//! Recognises the format.

use super::{Stack, split};
use crate::format::Sniff;

/// Number of first bytes examined; deep stacks make long lines.
const LOOKED_AT: usize = 1 << 16;

/// Accepts text in which three of four lines, except those that begin with `#`, are frames and a weight, and in which a
/// `;` joins frames. Half of the lines are enough if all of these have several frames. If the file's name has an
/// extension of the format, three of four lines need no `;`, and one of four needs several frames. Waits until it has
/// all the bytes that it examines, so that the answer does not depend on how the file is cut.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_all = complete && head.len() <= LOOKED_AT;
    if !is_all && head.len() < LOOKED_AT {
        return if head.contains(&0) { Sniff::No } else { Sniff::NeedMore };
    }
    let text = &head[..head.len().min(LOOKED_AT)];
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut lines, mut stacks, mut joined) = (0, 0, 0);
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
                joined += u32::from(is_joined(frames));
            }
            // In a file that is cut off, the last line may lack its weight.
            None => lines += u32::from(is_whole),
        }
    }
    if text.contains(&0) {
        return Sniff::No;
    }
    let is_other = matches!(text.trim_ascii_start().first(), Some(b'{' | b'[' | b'<'));
    let are_stacks = stacks * 4 >= lines * 3;
    match () {
        () if joined > 0 && (are_stacks || joined > 1 && joined * 2 >= lines) => Sniff::Yes,
        () if is_other => Sniff::No,
        // The bytes examined end before the first line does.
        () if lines == 0 && !is_all && text.contains(&b';') => Sniff::Maybe,
        () if stacks > 0 && are_stacks || joined > 0 && joined * 4 >= lines => Sniff::IfNamed,
        () => Sniff::No,
    }
}

/// Returns whether there is a `;` between frames. Prose and code have a space behind it.
fn is_joined(frames: &[u8]) -> bool {
    frames.windows(2).any(|pair| pair[0] == b';' && !pair[1].is_ascii_whitespace())
}
