//! Splits names of functions into packages, classes and the function.

/// Splits a qualified name into its names, from the outermost in. Parameters, template arguments and result types are
/// dropped. It understands the notations of C++ and Rust (`ns::Class<int>::f(char)`), Java, C#, Python and JavaScript
/// (`pkg.Class.f`), Java's inner classes (`Outer$Inner`), Go (`host/path/pkg.(*Type).f`) and Ruby (`Class#f`).
///
/// Text in brackets is not split. Brackets after a name are dropped; other brackets are a name of their own
/// (`<lambda>`, `{closure#0}`). A phrase, such as `Receive mojo message` or `GET /api/users`, is one name. O(length).
pub fn name_parts(name: &str) -> Vec<&str> {
    if is_phrase(name) {
        return vec![name];
    }
    let mut parts = Parts { name, found: Vec::new(), start: 0, end: None };
    let mut depth = 0u32;
    let mut before = None;
    for (at, c) in name.char_indices() {
        match c {
            _ if depth == 0 && is_operator(&name[at..], before) => {
                // The symbols of an operator are neither brackets nor separators.
                let symbols = &name[at + OPERATOR.len()..];
                let of_call = if symbols.starts_with("()") { 2 } else { 0 };
                let end = symbols[of_call..].find('(').map_or(symbols.len(), |open| of_call + open);
                parts.end = Some(at + OPERATOR.len() + end);
                parts.close(at);
                return parts.found;
            }
            '(' | '<' | '[' | '{' => {
                // Rust writes arguments after colons too (`f::<T>`); after colons, C++ writes `f()::<lambda(int)>`.
                let is_argument = c == '<' && before == Some(':') && !name[at..].starts_with("<lambda");
                if depth == 0 && (is_argument || before.is_some_and(is_of_name)) {
                    parts.end.get_or_insert(at);
                }
                depth += 1;
            }
            ')' | '>' | ']' | '}' if !is_arrow(before, c) => depth = depth.saturating_sub(1),
            '.' | ':' | '/' | '\\' | '#' if depth == 0 => parts.next(at, c),
            '$' if depth == 0 && before.is_some_and(is_of_name) => parts.next(at, c),
            // A result type comes before, a word like `const` after.
            ' ' if depth == 0 && parts.end.is_none() => parts.start = at + 1,
            _ => {}
        }
        before = Some(c);
    }
    parts.close(parts.start);
    parts.found
}

/// Returns true if a name is words with blanks between them. In code, a blank outside brackets only separates a function
/// from the type of its result, which C++ writes before names with parameters or template arguments, or from a word such
/// as `const` after the parameters; or it lies in the name of an operator, such as `operator new`.
fn is_phrase(name: &str) -> bool {
    let (mut depth, mut before, mut has_blank) = (0u32, None, false);
    for (at, c) in name.char_indices() {
        if depth == 0 && is_operator(&name[at..], before) {
            return false;
        }
        match c {
            '(' if depth == 0 && before.is_some_and(is_of_name) => return false,
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' if !is_arrow(before, c) => depth = depth.saturating_sub(1),
            ' ' => has_blank |= depth == 0 && before.is_some(),
            _ => {}
        }
        before = Some(c);
    }
    has_blank && !name.ends_with(' ')
}

/// Splits the name of a function at the outermost function in it: the qualified name of that function, and the name that
/// a function inside it has there. Python writes `outer.<locals>.inner`, Rust `outer::{closure#0}`, C++
/// `outer(int)::<lambda(char)>`. The second is `None` for a function that lies in no other. O(length).
pub(crate) fn split_local_function(name: &str) -> (&str, Option<&str>) {
    let parts = name_parts(name);
    let within = parts.iter().position(|part| {
        *part == LOCALS
            || ["{closure", "{{closure", "{lambda", "<lambda("].iter().any(|of| part.starts_with(of))
    });
    let Some(outer) = within.and_then(|at| at.checked_sub(1)).map(|at| parts[at]) else {
        return (name, None);
    };
    // Each part is a piece of the name.
    let start = outer.as_ptr() as usize - name.as_ptr() as usize;
    (&name[..start + outer.len()], Some(&name[start..]))
}

/// The part that Python puts between a function and a function defined in it.
pub(crate) const LOCALS: &str = "<locals>";

/// Beginning of an operator's name.
const OPERATOR: &str = "operator";

struct Parts<'a> {
    name: &'a str,
    found: Vec<&'a str>,
    /// Start of the current part.
    start: usize,
    /// End of the current part, if brackets ended it.
    end: Option<usize>,
}

impl Parts<'_> {
    /// Ends a part at a separator.
    fn next(&mut self, at: usize, separator: char) {
        self.end.get_or_insert(at);
        self.close(self.start);
        self.start = at + separator.len_utf8();
    }

    fn close(&mut self, start: usize) {
        let end = self.end.take().unwrap_or(self.name.len());
        let part = self.name.get(start..end).unwrap_or_default();
        // Go writes the pointer to a type as `(*Type)`.
        let part = part.strip_prefix("(*").and_then(|part| part.strip_suffix(')')).unwrap_or(part);
        self.found.extend((!part.is_empty()).then_some(part));
    }
}

/// Returns true for the `>` of `->` and `=>`, which closes nothing.
fn is_arrow(before: Option<char>, c: char) -> bool {
    c == '>' && matches!(before, Some('-' | '='))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '>' | '}')
}

/// Returns true if `text` begins with the name of a C++ operator: the word itself, followed by symbols.
fn is_operator(text: &str, before: Option<char>) -> bool {
    let behind = text.strip_prefix(OPERATOR).and_then(|behind| behind.chars().next());
    behind.is_some_and(|c| "=<>!+-*/%^&|~,([ ".contains(c)) && !before.is_some_and(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::{name_parts, split_local_function};
    use proptest::prelude::*;

    #[test]
    fn names_of_many_languages_are_split() {
        let cases: [(&str, &[&str]); 26] = [
            ("f", &["f"]),
            ("", &[]),
            ("ns::Class<a::b, int>::f(char, x::y) const", &["ns", "Class", "f"]),
            ("void ns::f<int>(int)", &["ns", "f"]),
            ("(anonymous namespace)::f", &["(anonymous namespace)", "f"]),
            ("ns::C::operator()(int) const", &["ns", "C", "operator()"]),
            ("ns::C::operator<", &["ns", "C", "operator<"]),
            ("ns::C::operator->() const", &["ns", "C", "operator->"]),
            ("operators::f", &["operators", "f"]),
            ("org.shop.Cart.add(Item)", &["org", "shop", "Cart", "add"]),
            ("org.shop.Cart$Row.<init>", &["org", "shop", "Cart", "Row", "<init>"]),
            ("$scope.apply", &["$scope", "apply"]),
            (
                "Environment.preprocess.<locals>.<lambda>",
                &["Environment", "preprocess", "<locals>", "<lambda>"],
            ),
            ("github.com/x/pkg.(*Type).Method", &["github", "com", "x", "pkg", "Type", "Method"]),
            ("main.f.func1", &["main", "f", "func1"]),
            (
                "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
                &["<alloc::vec::Vec<T> as core::ops::Drop>", "drop"],
            ),
            ("core::ptr::drop_in_place<a::B>", &["core", "ptr", "drop_in_place"]),
            ("a::b::{closure#0}", &["a", "b", "{closure#0}"]),
            ("Shop::Cart#add", &["Shop", "Cart", "add"]),
            ("f::<fn(a) -> b>::g", &["f", "g"]),
            ("ns::f(int)::<lambda(char)>", &["ns", "f", "<lambda(char)>"]),
            ("Receive mojo message", &["Receive mojo message"]),
            ("GET /api/users", &["GET /api/users"]),
            ("Load page (main frame).", &["Load page (main frame)."]),
            ("ns::C::operator new", &["ns", "C", "operator new"]),
            ("ns::f(int) [clone .cold]", &["ns", "f"]),
        ];
        for (name, parts) in cases {
            assert_eq!(name_parts(name), parts, "{name}");
        }
    }

    #[test]
    fn local_functions_belong_to_the_outermost_function() {
        let cases = [
            ("column_width.<locals>.<genexpr>", "column_width", Some("column_width.<locals>.<genexpr>")),
            ("C.f.<locals>.D.g.<locals>.h", "C.f", Some("f.<locals>.D.g.<locals>.h")),
            ("C.<lambda>", "C.<lambda>", None),
            ("a::b::{closure#0}::{closure#1}", "a::b", Some("b::{closure#0}::{closure#1}")),
            ("a::{impl#0}::f", "a::{impl#0}::f", None),
            ("ns::f(int)::<lambda(char)>", "ns::f", Some("f(int)::<lambda(char)>")),
            ("<locals>.f", "<locals>.f", None),
            ("f", "f", None),
        ];
        for (name, outer, local) in cases {
            assert_eq!(split_local_function(name), (outer, local), "{name}");
        }
    }

    proptest! {
        #[test]
        fn parts_occur_in_the_name_in_order(name in "[a-c<>(){}.:/$# é-]{0,40}|\\PC{0,40}") {
            let mut rest = name.as_str();
            for part in name_parts(&name) {
                let at = rest.find(part);
                prop_assert!(at.is_some(), "{part:?} in {rest:?}");
                rest = &rest[at.unwrap_or(0) + part.len()..];
            }
        }

        #[test]
        fn plain_names_are_split_at_separators(
            parts in prop::collection::vec("[a-z_][A-Za-z0-9_]{0,6}", 1..6),
            separator in "::|\\.|/|#",
        ) {
            let name = parts.join(&separator);
            prop_assert_eq!(name_parts(&name), parts);
        }
    }
}
