//! Searches the beginning of a document for what names its format, in any order of members.

use super::{LexError, Lexer};
use crate::format::Sniff;

/// Most elements of an array that are looked at. The first ones may be empty, or of another kind.
const ELEMENTS: usize = 16;

/// Asks a search about the first bytes of a file. If it ends for want of bytes, the answer is `open`.
pub(crate) fn search(
    head: &[u8],
    complete: bool,
    found: impl FnOnce(&mut Lexer<'_>) -> Result<bool, LexError>,
    open: Sniff,
) -> Sniff {
    match found(&mut Lexer::new(head, if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 })) {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => open,
        _ => Sniff::No,
    }
}

/// Test of a member, by its name and a lexer at its value.
type Accepts<'a> = dyn FnMut(&[u8], &mut Lexer<'_>) -> Result<bool, LexError> + 'a;

/// A search that needs nothing.
type Search<'a> = dyn FnMut() -> Result<bool, LexError> + 'a;

/// Returns whether the value at the lexer is an object with a member that `accepts`. That gets the name of each member,
/// and a lexer at its value.
pub(crate) fn any_member(lexer: &mut Lexer<'_>, accepts: &mut Accepts<'_>) -> Result<bool, LexError> {
    if lexer.peek()? != b'{' {
        return Ok(false);
    }
    lexer.at += 1;
    while let Some(name) = lexer.key()? {
        if accepts(name, &mut lexer.clone())? {
            return Ok(true);
        }
        lexer.value()?;
    }
    Ok(false)
}

/// Returns whether the value at the lexer is an array with an element that `accepts`, among the first 16 that are not
/// empty objects.
pub(crate) fn any_element(
    lexer: &mut Lexer<'_>,
    accepts: &mut dyn FnMut(&mut Lexer<'_>) -> Result<bool, LexError>,
) -> Result<bool, LexError> {
    if lexer.peek()? != b'[' {
        return Ok(false);
    }
    lexer.at += 1;
    let mut seen = 0;
    while seen < ELEMENTS && lexer.peek()? != b']' {
        if accepts(&mut lexer.clone())? {
            return Ok(true);
        }
        let start = lexer.at;
        lexer.value()?;
        seen += usize::from(lexer.at > start + "{}".len());
        if lexer.at == start {
            // A stray bracket.
            return Ok(false);
        }
    }
    Ok(false)
}

/// Returns whether the value at the lexer is an object with a member of this name.
pub(crate) fn has_member(lexer: &mut Lexer<'_>, name: &[u8]) -> Result<bool, LexError> {
    any_member(lexer, &mut |own, _| Ok(own == name))
}

/// Returns whether one of several searches finds something. One that ends for want of bytes does not hide another.
pub(crate) fn any_of(searches: &mut [&mut Search<'_>]) -> Result<bool, LexError> {
    let mut outcome = Ok(false);
    for search in searches {
        match search() {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(stop) => outcome = Err(stop),
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(text: &str, complete: bool) -> Sniff {
        let in_list = |lexer: &mut Lexer<'_>| any_element(lexer, &mut |element| has_member(element, b"b"));
        search(text.as_bytes(), complete, in_list, Sniff::NeedMore)
    }

    #[test]
    fn first_elements_do_not_decide() {
        let empty = "{},".repeat(100);
        for text in [r#"[{"b":1}]"#, r#"[{},{"a":[{"c":"]"}],"b":1}]"#, &format!(r#"[{empty}{{"b":0}}]"#)] {
            assert_eq!(has(text, false), Sniff::Yes, "{text}");
        }
        let others = r#"{"a":1},"#.repeat(16);
        for text in
            [r#"{"b":1}"#, "[}", &format!(r#"[{others}{{"b":0}}]"#), r#"["b"]"#, "text", r#"[{"a" 1}]"#]
        {
            assert_eq!(has(text, true), Sniff::No, "{text}");
        }
        assert_eq!([has(r#"[{},{"a":1"#, false), has(r#"[{},{"a":1"#, true)], [Sniff::NeedMore, Sniff::No]);
    }
}
