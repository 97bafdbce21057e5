//! Reads TypeScript without a parser: masks comments and strings, and finds functions by their braces.
//!
//! The compiler's own interface is not available from here, and only lengths are needed. A function is a block after an
//! arrow, the word `function`, or a name with parameters that is no control statement.

use super::rust::Function;

/// Words that open a block but no function.
const CONTROL: &[&str] = &[
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "else",
    "do",
    "try",
    "finally",
    "with",
    "class",
    "interface",
    "enum",
];

/// Returns the text with every character of comments, strings, templates and regular expressions blanked. Lines and
/// lengths stay.
pub(crate) fn masked(text: &str) -> String {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let end = match (chars[at], chars.get(at + 1)) {
            ('/', Some('/')) => find(&chars, at, |rest| rest[0] == '\n', 0),
            ('/', Some('*')) => find(&chars, at + 2, |rest| rest.starts_with(&['*', '/']), 2),
            ('/', _) if begins_regex(&out) => end_of_quoted(&chars, at, '/'),
            (quote @ ('"' | '\''), _) => end_of_quoted(&chars, at, quote),
            ('`', _) => end_of_template(&chars, at),
            _ => at,
        };
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            // A string keeps its quote, so that a later slash can be told from a regular expression.
            let kept = if matches!(chars[at], '"' | '\'' | '`') { '"' } else { ' ' };
            out.push(kept);
            out.extend(chars[at + 1..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out.into_iter().collect()
}

/// Returns the first index from `at` on that `is_end` accepts, plus `extra`; the end if there is none.
fn find(chars: &[char], at: usize, is_end: impl Fn(&[char]) -> bool, extra: usize) -> usize {
    (at..chars.len()).find(|&i| is_end(&chars[i..])).map_or(chars.len(), |i| i + extra)
}

/// Returns the index after the string or regular expression that starts at `at`.
fn end_of_quoted(chars: &[char], at: usize, quote: char) -> usize {
    let mut i = at + 1;
    let mut in_class = false;
    while i < chars.len() {
        match chars[i] {
            '\\' => i += 1,
            '[' if quote == '/' => in_class = true,
            ']' if quote == '/' => in_class = false,
            '\n' => return i,
            c if c == quote && !in_class => return i + 1,
            _ => {}
        }
        i += 1;
    }
    chars.len()
}

/// Returns the index after the template that starts at `at`, including nested expressions and templates.
fn end_of_template(chars: &[char], at: usize) -> usize {
    let mut i = at + 1;
    let mut depth = 0_usize;
    while i < chars.len() {
        match chars[i] {
            '\\' => i += 1,
            '`' if depth == 0 => return i + 1,
            '`' => {
                i = end_of_template(chars, i);
                continue;
            }
            quote @ ('"' | '\'') if depth > 0 => {
                i = end_of_quoted(chars, i, quote);
                continue;
            }
            '$' if depth == 0 && chars.get(i + 1) == Some(&'{') => {
                depth = 1;
                i += 1;
            }
            '{' if depth > 0 => depth += 1,
            '}' if depth > 0 => depth -= 1,
            _ => {}
        }
        i += 1;
    }
    chars.len()
}

/// Returns true if a slash after `before` starts a regular expression rather than dividing.
fn begins_regex(before: &[char]) -> bool {
    let last = before.iter().rev().find(|c| !c.is_whitespace());
    last.is_none_or(|&c| "(,=:[!&|?{};+<>".contains(c))
}

/// Returns the functions of a file.
pub(crate) fn functions(text: &str) -> Vec<Function> {
    let code = masked(text);
    let mut found = Vec::new();
    let mut open: Vec<(Option<String>, usize)> = Vec::new();
    let mut line = 1;
    for (at, c) in code.char_indices() {
        match c {
            '\n' => line += 1,
            '{' => {
                let head = head(&code[..at]);
                let lines_before = head.trim_start().matches('\n').count();
                open.push((function_name(head), line - lines_before));
            }
            '}' => {
                if let Some((Some(name), first_line)) = open.pop() {
                    found.push(Function { name, first_line, last_line: line });
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|function| function.first_line);
    found
}

/// Returns the statement before a brace: back to the last `;`, `{` or `}` outside of parentheses.
fn head(before: &str) -> &str {
    let mut depth = 0_i32;
    for (at, c) in before.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' | ';' | '{' | '}' if depth == 0 => return &before[at + 1..],
            '(' | '[' => depth -= 1,
            _ => {}
        }
    }
    before
}

/// Returns the function's name if a block with this head is a function; `=>` if it has none.
fn function_name(head: &str) -> Option<String> {
    let head = head.trim();
    let first = head.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().unwrap_or_default();
    let is_name = |word: &&str| !word.is_empty();
    if head.ends_with("=>") {
        let declared = head.split_once('=').map(|(left, _)| left).unwrap_or_default();
        let declared = declared.split(':').next().unwrap_or_default();
        let name = declared.split_whitespace().next_back().filter(is_name).unwrap_or("=>");
        return Some(name.trim_matches('(').to_owned());
    }
    if CONTROL.contains(&first) || !head.contains('(') || head.ends_with(['=', '(', ',', ':', '?']) {
        return None;
    }
    let before_parameters = head.split(['(', '<']).next().unwrap_or_default().trim_end();
    let name =
        before_parameters.split(|c: char| c.is_whitespace() || c == '*').next_back().filter(is_name)?;
    let is_call = before_parameters.contains('=') && !before_parameters.contains("function");
    (!is_call).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize, usize)> {
        functions(text).into_iter().map(|f| (f.name, f.first_line, f.last_line)).collect()
    }

    #[test]
    fn functions_methods_and_arrows_are_found() {
        let text = "\
export async function open(a: string): Promise<void> {
  if (a) {
    return;
  }
}
class Panel {
  static override render(): unknown {
    const pick = (x: number) => {
      return x;
    };
    for (const y of z) {
    }
  }
  get size(): number { return 1; }
}
";
        let expected = [("open", 1, 5), ("render", 7, 13), ("pick", 8, 10), ("size", 14, 14)]
            .map(|(n, a, b)| (n.to_owned(), a, b));
        assert_eq!(found(text), expected);
    }

    #[test]
    fn multi_line_head_belongs_to_its_function() {
        assert_eq!(found("function f(\n  a: string,\n) {\n}\n"), [("f".to_owned(), 1, 4)]);
    }

    #[test]
    fn objects_and_control_are_no_functions() {
        assert!(found("const a = { b: 1 };\nwhile (x) { y(); }\nswitch (x) { case 1: { z(); } }\ntry { } catch (e) { }").is_empty());
        assert!(
            found("interface A { b(): void; }\nconst c = f({ d: 1 });\nexport { e } from './e.js';")
                .is_empty()
        );
    }

    #[test]
    fn masked_braces_do_not_count() {
        let text = "function f() {\n  // {\n  /* { */ const a = '{' + \"{\" + `{ ${g({ h: `}` })} {` + /[/{]/.source;\n}\n";
        assert_eq!(found(text), [("f".to_owned(), 1, 4)]);
        assert_eq!(masked("a / b / c"), "a / b / c");
        assert_eq!(masked("'x' /* y */").len(), 11);
    }
}
