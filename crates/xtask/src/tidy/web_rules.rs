//! Checks the shell: text from traces reaches the DOM as text only, inline styles are banned by the policy, and nothing
//! escapes the type checker.

use super::sources::Sources;
use super::typescript::masked;

/// Forbidden code and the reason, outside of comments and strings.
const CODE: &[(&str, &str)] = &[
    (".innerHTML", "names in traces are hostile text"),
    (".outerHTML", "names in traces are hostile text"),
    (".insertAdjacentHTML", "names in traces are hostile text"),
    ("document.write", "names in traces are hostile text"),
    ("unsafeHTML", "names in traces are hostile text"),
    ("unsafeSVG", "names in traces are hostile text"),
    ("eval(", "the page's policy forbids it"),
    ("new Function(", "the page's policy forbids it"),
    (": any", "say what it is, or `unknown`"),
    ("as any", "say what it is, or `unknown`"),
    ("<any>", "say what it is, or `unknown`"),
    ("any[]", "say what it is, or `unknown`"),
];

/// Forbidden text and the reason, everywhere, because these occur in comments and templates.
const TEXT: &[(&str, &str)] = &[
    ("@ts-ignore", "mend the type"),
    ("@ts-nocheck", "mend the types"),
    ("@ts-expect-error", "mend the type"),
    (" style=\"", "the page's policy forbids inline styles; set properties or classes"),
    (" style=${", "the page's policy forbids inline styles; set properties or classes"),
];

/// Returns every violation in `web/` and `www/`.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    let shell = |path: &str| path.starts_with("web/") || path.starts_with("www/");
    for file in sources.files.iter().filter(|file| shell(&file.path)) {
        let mut look = |text: &str, rules: &[(&str, &str)]| {
            for (number, line) in text.lines().enumerate() {
                for (word, reason) in rules.iter().filter(|(word, _)| stands_in(line, word)) {
                    violations.push(format!("{}:{}: `{}`: {reason}", file.path, number + 1, word.trim()));
                }
            }
        };
        match file.extension() {
            "ts" => {
                look(&masked(&file.text), CODE);
                look(&file.text, TEXT);
            }
            "html" => look(&file.text, TEXT),
            _ => {}
        }
    }
    violations
}

/// Returns true if `line` contains `word`, not as a part of a longer word.
fn stands_in(line: &str, word: &str) -> bool {
    let in_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let starts_word = word.starts_with(char::is_alphanumeric);
    let ends_word = word.ends_with(char::is_alphanumeric);
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let goes_on = (starts_word && in_word(before)) || (ends_word && in_word(after));
        !goes_on
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        check(&Sources::of(&[(path, text)]))
    }

    #[test]
    fn html_sinks_and_any_are_caught() {
        for line in [
            "node.innerHTML = name;",
            "return html`${unsafeHTML(name)}`;\nunsafeHTML(x);",
            "function f(a: any) {}",
            "const b = c as any;",
            "// @ts-ignore",
            "html`<p style=\"color: x\">`",
            "html`<p style=${x}>`",
        ] {
            assert_eq!(violations("web/src/panel.ts", line).len(), 1, "{line}");
        }
        assert_eq!(violations("www/index.html", "<p style=\"margin: 0\">").len(), 1);
    }

    #[test]
    fn prose_and_longer_words_are_allowed() {
        for line in ["// any call: any at all", "const a: anyone = 1;", "retrieval(x);", "'<any>'"] {
            assert!(violations("web/src/panel.ts", line).is_empty(), "{line}");
        }
        assert!(violations("crates/cli/src/main.rs", "x.innerHTML").is_empty());
    }
}
