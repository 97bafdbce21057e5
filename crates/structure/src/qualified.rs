//! Names of functions taken apart: packages, classes, the function.

/// The names that a qualified name consists of, from the outermost in, without what is no name: parameters, template
/// arguments, result types. Written as C++ and Rust write it (`ns::Class<int>::f(char)`), Java, C#, Python and JavaScript
/// (`pkg.Class.f`), Java for inner classes (`Outer$Inner`), Go (`host/path/pkg.(*Type).f`), and Ruby (`Class#f`).
///
/// What stands in brackets is not taken apart; brackets behind a name go, others are a name (`<lambda>`, `{closure#0}`).
/// O(length).
pub fn name_parts(name: &str) -> Vec<&str> {
    let mut parts = Parts { name, found: Vec::new(), start: 0, end: None };
    let mut depth = 0u32;
    let mut before = None;
    for (at, c) in name.char_indices() {
        match c {
            _ if depth == 0 && is_operator(&name[at..], before) => {
                // Its symbols are no brackets and no separators.
                let symbols = &name[at + OPERATOR.len()..];
                let of_call = if symbols.starts_with("()") { 2 } else { 0 };
                let end = symbols[of_call..].find('(').map_or(symbols.len(), |open| of_call + open);
                parts.end = Some(at + OPERATOR.len() + end);
                parts.close(at);
                return parts.found;
            }
            '(' | '<' | '[' | '{' => {
                // Rust writes arguments behind colons too (`f::<T>`), where C++ writes `f()::<lambda(int)>`.
                let is_argument = c == '<' && before == Some(':') && !name[at..].starts_with("<lambda");
                if depth == 0 && (is_argument || before.is_some_and(is_of_name)) {
                    parts.end.get_or_insert(at);
                }
                depth += 1;
            }
            // `->` and `=>` close nothing.
            ')' | '>' | ']' | '}' if !matches!((before, c), (Some('-' | '='), '>')) => {
                depth = depth.saturating_sub(1);
            }
            '.' | ':' | '/' | '\\' | '#' if depth == 0 => parts.next(at, c),
            '$' if depth == 0 && before.is_some_and(is_of_name) => parts.next(at, c),
            // A result type before, or a word as `const` behind.
            ' ' if depth == 0 && parts.end.is_none() => parts.start = at + 1,
            _ => {}
        }
        before = Some(c);
    }
    parts.close(parts.start);
    parts.found
}

/// What a name of an operator begins with.
const OPERATOR: &str = "operator";

struct Parts<'a> {
    name: &'a str,
    found: Vec<&'a str>,
    /// Where the part begins, and where brackets ended it.
    start: usize,
    end: Option<usize>,
}

impl Parts<'_> {
    /// A separator ends a part.
    fn next(&mut self, at: usize, separator: char) {
        self.end.get_or_insert(at);
        self.close(self.start);
        self.start = at + separator.len_utf8();
    }

    fn close(&mut self, start: usize) {
        let end = self.end.take().unwrap_or(self.name.len());
        let part = self.name.get(start..end).unwrap_or_default();
        // Of Go, a type that is pointed to.
        let part = part.strip_prefix("(*").and_then(|part| part.strip_suffix(')')).unwrap_or(part);
        self.found.extend((!part.is_empty()).then_some(part));
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '>' | '}')
}

/// Whether `text` begins with the name of an operator of C++: the word itself, with symbols behind it.
fn is_operator(text: &str, before: Option<char>) -> bool {
    let behind = text.strip_prefix(OPERATOR).and_then(|behind| behind.chars().next());
    behind.is_some_and(|c| "=<>!+-*/%^&|~,([ ".contains(c)) && !before.is_some_and(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::name_parts;
    use proptest::prelude::*;

    #[test]
    fn names_of_many_languages() {
        let cases: [(&str, &[&str]); 21] = [
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
        ];
        for (name, parts) in cases {
            assert_eq!(name_parts(name), parts, "{name}");
        }
    }

    proptest! {
        #[test]
        fn parts_of_any_text_lie_in_it_in_their_order(name in "[a-c<>(){}.:/$# é-]{0,40}|\\PC{0,40}") {
            let mut rest = name.as_str();
            for part in name_parts(&name) {
                let at = rest.find(part);
                prop_assert!(at.is_some(), "{part:?} in {rest:?}");
                rest = &rest[at.unwrap_or(0) + part.len()..];
            }
        }

        #[test]
        fn plain_names_are_split_at_what_stands_between_them(
            parts in prop::collection::vec("[a-z_][A-Za-z0-9_]{0,6}", 1..6),
            separator in "::|\\.|/|#",
        ) {
            let name = parts.join(&separator);
            prop_assert_eq!(name_parts(&name), parts);
        }
    }
}
