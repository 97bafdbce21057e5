//! Search for balanced brackets: template arguments and parameters.

use std::ops::Range;

/// Returns the outermost balanced ranges between two brackets, brackets included, that follow a name. O(length).
///
/// An opening bracket counts after a letter, a digit, `_`, a closing bracket or (for `<`) a colon. So `<lambda>`,
/// `<module>`, `f.<locals>.g` and `(anonymous namespace)::f` stay as they are. The brackets in `operator<`,
/// `operator()` and in arrows do not count.
pub(super) fn balanced(text: &str, open: char, close: char) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // Starts of the open brackets, and whether each follows a name.
    let mut opened: Vec<(usize, bool)> = Vec::new();
    let mut before = None;
    let mut operator_until = 0;
    for (at, c) in text.char_indices() {
        if c == 'o' && !before.is_some_and(is_name) {
            operator_until = operator_until.max(operator_end(text, at));
        }
        let next = text[at + c.len_utf8()..].chars().next();
        if at < operator_until || is_comparison(before, c, next) {
            // Part of an operator's name.
        } else if c == open {
            let follows = before.is_some_and(|b| is_name(b) || matches!(b, ')' | ']' | '>' | '}'))
                || (open == '<' && before == Some(':'));
            opened.push((at, follows));
        } else if c == close
            && let Some((start, follows)) = opened.pop()
            && follows
        {
            // Ranges inside this one were found earlier. Only the outermost counts.
            let inside = found.iter().rev().take_while(|range| range.start > start).count();
            found.truncate(found.len() - inside);
            found.push(start..at + c.len_utf8());
        }
        before = Some(c);
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true if an angle bracket is part of `->`, `=>`, `<=` or `>=`.
fn is_comparison(before: Option<char>, c: char, next: Option<char>) -> bool {
    (c == '>' && matches!(before, Some('-' | '='))) || (matches!(c, '<' | '>') && next == Some('='))
}

/// Returns the end of the operator name that begins at `at`, or `at` if there is none.
fn operator_end(text: &str, at: usize) -> usize {
    const SYMBOLS: [&str; 12] = ["<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "<", ">"];
    let Some(symbol) = text[at..].strip_prefix("operator") else { return at };
    let length = SYMBOLS.iter().find(|known| symbol.starts_with(**known)).map_or(0, |known| known.len());
    at + "operator".len() + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, brackets: (char, char), expected: &[&str]) {
        let found: Vec<&str> =
            balanced(text, brackets.0, brackets.1).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn template_arguments_balance() {
        let angle = ('<', '>');
        check("std::map<int, std::vector<int>>::at", angle, &["<int, std::vector<int>>"]);
        check("a<b>::c<d<e>>", angle, &["<b>", "<d<e>>"]);
        check("Vec::<u32>::new", angle, &["<u32>"]);
        check("f<(a->b)>", angle, &["<(a->b)>"]);
        check("x<é>", angle, &["<é>"]);
    }

    #[test]
    fn brackets_that_are_no_arguments_stay() {
        let angle = ('<', '>');
        for text in [
            "<module>",
            "f.<locals>.<lambda>",
            "<T as Trait>::f",
            "a<b",
            "a>b",
            "operator<",
            "x::operator<<",
            "",
        ] {
            check(text, angle, &[]);
        }
        check("operator->", angle, &[]);
        check("operator<=> <int>", angle, &[]);
        check("operator<< <a<int>>", angle, &["<int>"]);
        check("a<b<c>", angle, &["<c>"]);
    }

    #[test]
    fn parameters_balance() {
        let round = ('(', ')');
        check("f(int, g(char))", round, &["(int, g(char))"]);
        check("(anonymous namespace)::f(int)", round, &["(int)"]);
        check("functor::operator()(int) const", round, &["(int)"]);
        check("{lambda()#1}::operator()() const", round, &["()", "()"]);
    }

    #[test]
    fn a_megabyte_of_brackets_takes_linear_time() {
        let deep = format!("f{}{}", "<a".repeat(1 << 19), ">".repeat(1 << 19));
        let found = balanced(&deep, '<', '>');
        assert_eq!((found.len(), found[0].clone()), (1, 1..deep.len()));
        assert!(balanced(&"a<".repeat(1 << 19), '<', '>').is_empty());
    }
}
