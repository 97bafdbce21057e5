//! Folded stacks, as `stackcollapse-*.pl` and `inferno-collapse-*` write them. Each stack is a line: frames from the
//! root, separated by semicolons, and the self weight of the stack. Two sides give two weights, as `difffolded.pl`
//! writes them.

use super::Profile;
use diptych_profile::NodeId;
use std::fmt::{Error, Write};

/// Writes every path with a self weight, in order; weights are ticks. Returns how many frames had to be renamed because
/// the format cannot hold their names. O(frames of all stacks).
///
/// The text is not kept in memory: deep recursion makes it quadratic in the number of functions.
pub fn folded(profile: Profile<'_>, out: &mut dyn Write) -> Result<u64, Error> {
    let tree = profile.tree;
    let named: Vec<(String, bool)> = (0..profile.names.len() as u32)
        .map(|id| frame(profile.names.name(diptych_trace::IdentityId(id))))
        .collect();
    let (mut stack, mut ends, mut renamed) = (String::new(), Vec::new(), 0);
    for (node, depth) in profile.siblings.walk() {
        ends.truncate(depth as usize);
        stack.truncate(ends.last().copied().unwrap_or(0));
        let (name, is_other) = &named[tree.identity()[node.index()].index()];
        if depth > 0 {
            stack.push(';');
        }
        stack.push_str(name);
        ends.push(stack.len());
        renamed += u64::from(*is_other);
        write_weights(out, profile, &stack, node)?;
    }
    Ok(renamed)
}

fn write_weights(out: &mut dyn Write, profile: Profile<'_>, stack: &str, node: NodeId) -> Result<(), Error> {
    let weights = || profile.tree.sides().iter().map(|side| side.own[node.index()]);
    if weights().any(|weight| weight > 0) {
        out.write_str(stack)?;
        for weight in weights() {
            write!(out, " {weight}")?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// Returns a name as a frame, and true if it had to change. Semicolons would separate frames, line ends would separate
/// stacks, and a trailing number would be read as a weight.
fn frame(name: &str) -> (String, bool) {
    let plain = |c: char| match c {
        ';' => ':',
        c if c.is_control() => ' ',
        c => c,
    };
    let mut frame: String = name.trim().chars().map(plain).collect();
    let number = frame.rfind(' ').filter(|&at| frame[at + 1..].parse::<f64>().is_ok());
    if let Some(at) = number {
        frame.replace_range(at..=at, "_");
    }
    let is_other = frame != name;
    (frame, is_other)
}

#[cfg(test)]
mod tests {
    use super::frame;

    #[test]
    fn frame_names_hold_no_separators_or_weights() {
        assert_eq!(frame("Node.walk"), ("Node.walk".to_owned(), false));
        assert_eq!(frame("a;b"), ("a:b".to_owned(), true));
        assert_eq!(frame("two\nlines"), ("two lines".to_owned(), true));
        assert_eq!(frame("step 12"), ("step_12".to_owned(), true));
        assert_eq!(frame("operator new"), ("operator new".to_owned(), false));
    }
}
