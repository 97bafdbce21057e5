//! The replacement of a pattern's matches.

use regex_lite::{Captures, Regex};
use std::ops::Range;

/// A piece of a parsed replacement.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    /// Literal text.
    Text(String),
    /// The text that a group matched, or nothing if the group took no part.
    Group(usize),
}

/// A part of a replaced match: text of the rule, or a range of the original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'r> {
    New(&'r str),
    Copied(Range<usize>),
}

/// Parses a replacement: `$1`, `${1}`, `${name}` and `$$`. Any other dollar sign stands for itself. An error is a byte
/// offset and a message.
pub(super) fn parse(replacement: &str, regex: &Regex) -> Result<Vec<Piece>, (usize, String)> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = replacement;
    while let Some(dollar) = rest.find('$') {
        let at = replacement.len() - rest.len() + dollar;
        text.push_str(&rest[..dollar]);
        let after = &rest[dollar + 1..];
        if let Some(more) = after.strip_prefix('$') {
            text.push('$');
            rest = more;
            continue;
        }
        let Some((name, more)) = group_name(after).map_err(|message| (at, message))? else {
            text.push('$');
            rest = after;
            continue;
        };
        let group = index_of(name, regex).ok_or_else(|| (at, format!("the pattern has no group {name}")))?;
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Group(group));
        rest = more;
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

/// Returns the group reference after a dollar sign, if there is one, and the text after it.
fn group_name(after: &str) -> Result<Option<(&str, &str)>, String> {
    if let Some(inside) = after.strip_prefix('{') {
        return inside.split_once('}').map(Some).ok_or_else(|| "unclosed group reference".to_owned());
    }
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    Ok((digits > 0).then(|| after.split_at(digits)))
}

fn index_of(name: &str, regex: &Regex) -> Option<usize> {
    match name.parse::<usize>() {
        Ok(index) => (index < regex.captures_len()).then_some(index),
        Err(_) => regex.capture_names().position(|known| known == Some(name)),
    }
}

/// Returns the replacement of one match.
pub(super) fn expand<'r>(pieces: &'r [Piece], captures: &Captures<'_>) -> Vec<Part<'r>> {
    let part = |piece: &'r Piece| match piece {
        Piece::Text(text) => Some(Part::New(text)),
        Piece::Group(group) => captures.get(*group).map(|found| Part::Copied(found.range())),
    };
    pieces.iter().filter_map(part).collect()
}
