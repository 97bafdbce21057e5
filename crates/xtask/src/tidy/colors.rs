//! Checks that colours are written only in the theme's table. All other code names a token.

use super::exceptions;
use super::rust;
use super::sources::{SourceFile, Sources};

/// Path of the table, the only Rust code that may contain colours.
const TABLE: &str = "crates/scene/src/theme";

/// CSS functions that make a colour from numbers.
const CSS_FUNCTIONS: &[&str] =
    &["rgb(", "rgba(", "hsl(", "hsla(", "lab(", "lch(", "oklab(", "oklch(", "hwb("];

/// CSS colour names that are tempting to write.
const CSS_NAMES: &[&str] = &[
    "black", "white", "red", "green", "blue", "yellow", "orange", "purple", "gray", "grey", "silver", "navy",
    "teal", "pink", "brown", "cyan", "magenta",
];

/// Returns every colour outside the table, except in test code and in the exceptions of `tidy.toml`.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let exceptions = match exceptions::read(sources) {
        Ok(exceptions) => exceptions.color,
        Err(violation) => return vec![violation],
    };
    let mut violations = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for file in sources.files.iter().filter(|file| !file.path.starts_with(TABLE)) {
        let lines = match file.extension() {
            "rs" if file.is_product_code() && !file.path.starts_with("crates/xtask/") => in_rust(file),
            "css" | "html" => in_lines(file, is_colored_css),
            "ts" if file.is_product_code() => {
                in_lines(file, |line| is_colored_css(line) || has_quoted_hex(line))
            }
            _ => continue,
        };
        if !lines.is_empty() && exceptions.iter().any(|exception| exception.path == file.path) {
            used.push(&file.path);
            continue;
        }
        violations.extend(
            lines
                .into_iter()
                .map(|line| format!("{}:{line}: a colour; name a token of the theme instead", file.path)),
        );
    }
    let unused = exceptions.iter().filter(|exception| !used.contains(&exception.path.as_str()));
    violations.extend(unused.map(|exception| exceptions::unused(&exception.path)));
    violations
}

fn in_rust(file: &SourceFile) -> Vec<usize> {
    let Some(tree) = &file.rust else { return Vec::new() };
    let code = rust::code(tree);
    let calls = code.literal_calls.iter().filter(|(called, literals, _)| match called.as_str() {
        "Rgba::hex" | "Rgba" => true,
        // An alpha of 255 next to computed channels is no colour.
        "Rgba::new" => *literals > 1,
        _ => false,
    });
    let strings = code.strings.iter().filter(|(text, _)| has_hex_value(text));
    let mut lines: Vec<usize> =
        calls.map(|(_, _, line)| *line).chain(strings.map(|(_, line)| *line)).collect();
    lines.sort_unstable();
    lines
}

fn in_lines(file: &SourceFile, has_color: impl Fn(&str) -> bool) -> Vec<usize> {
    let lines = file.text.lines().enumerate();
    lines.filter(|(_, line)| has_color(line)).map(|(line, _)| line + 1).collect()
}

/// Returns true if a line declares a CSS property with a colour in its value.
fn is_colored_css(line: &str) -> bool {
    let Some((property, value)) = line.split_once(':') else { return false };
    let property = property.trim().rsplit(['{', ';', ' ']).next().unwrap_or_default();
    let is_property = !property.is_empty() && property.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let value = value.split(['{', ';']).next().unwrap_or_default();
    let function = CSS_FUNCTIONS.iter().any(|function| {
        let before = value.find(function).and_then(|at| value[..at].chars().next_back());
        value.contains(function) && !before.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_')
    });
    let takes_colors = ["color", "background", "border", "outline", "fill", "stroke", "shadow"];
    let named = takes_colors.iter().any(|word| property.contains(word))
        && value.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| CSS_NAMES.contains(&word));
    is_property && (has_hex_value(value) || function || named)
}

/// Returns true if a line contains a quoted `#` and three to eight hexadecimal digits.
fn has_quoted_hex(line: &str) -> bool {
    ['"', '\'', '`'].iter().any(|quote| {
        let pattern = format!("{quote}#");
        line.match_indices(&pattern).any(|(at, _)| is_hex_color(&line[at + quote.len_utf8()..]))
    })
}

/// Returns true if `#` and hexadecimal digits are where a value can be: at the start, or after a blank, `:`, `,`, `(`,
/// `=` or a quote.
fn has_hex_value(text: &str) -> bool {
    text.match_indices('#').any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || [':', ',', '(', '"', '\'', '='].contains(&c))
            && is_hex_color(&text[at..])
    })
}

/// Returns true if `text` starts with `#` and exactly 3, 4, 6 or 8 hexadecimal digits.
fn is_hex_color(text: &str) -> bool {
    let digits = text[1..].chars().take_while(char::is_ascii_hexdigit).count();
    let after = text[1..].chars().nth(digits);
    [3, 4, 6, 8].contains(&digits) && !after.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        check(&Sources::of(&[(path, text)]))
    }

    #[test]
    fn rust_colours_are_caught_outside_the_table() {
        for text in [
            "const A: Rgba = Rgba::hex(0x11_22_33);",
            "fn f() -> Rgba { Rgba::new(1, 2, 3, 255) }",
            "fn f() -> &'static str { \"fill:#ff8800\" }",
            "fn f() { write!(out, \"<rect fill=\\\"#000\\\"/>\"); }",
        ] {
            assert_eq!(violations("crates/views/src/lib.rs", text).len(), 1, "{text}");
            assert!(violations("crates/scene/src/theme/tokens.rs", text).is_empty());
        }
    }

    #[test]
    fn unused_exceptions_are_reported() {
        let exception = "[[color]]\npath = 'crates/scene/src/svg.rs'\nreason = 'shades'\n";
        let with = |text: &str| {
            check(&Sources::of(&[("crates/scene/src/svg.rs", text), (exceptions::FILE, exception)]))
        };
        assert!(with("const A: Rgba = Rgba::hex(0);").is_empty());
        assert!(with("").iter().any(|line| line.contains("nothing needs the exception")));
    }

    #[test]
    fn computed_colours_and_tests_are_allowed() {
        let text = "fn f() -> Rgba { Rgba::new(r, g, b, 255) }\n#[cfg(test)]\nmod tests { const A: Rgba = Rgba::hex(1); }";
        assert!(violations("crates/views/src/lib.rs", text).is_empty());
    }

    #[test]
    fn style_sheets_must_name_tokens() {
        for line in
            ["color: #abc;", "a { background: rgb(1 2 3); }", "border: 1px solid red;", "fill: oklch(1 0 0)"]
        {
            assert_eq!(violations("www/app.css", line).len(), 1, "{line}");
            assert_eq!(violations("web/src/panel.ts", line).len(), 1, "{line}");
        }
        for line in
            ["color: var(--ink);", "#face { margin: 0; }", "a:hover { color: inherit; }", "width: calc(1px)"]
        {
            assert!(violations("www/app.css", line).is_empty(), "{line}");
        }
    }

    #[test]
    fn quoted_colours_in_scripts_are_caught() {
        assert_eq!(violations("web/src/panel.ts", "const ink = \"#aabbcc\";").len(), 1);
        assert!(violations("web/src/panel.ts", "this.#fade = 1; location.hash = '#a=1';").is_empty());
    }
}
