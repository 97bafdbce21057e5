//! Rules as text, the form that a link carries and that `--rules FILE` reads. One line each:
//!
//! ```text
//! # a remark
//! defaults                                the default rules of both formats, here
//! off Version folder                      one of them, switched off
//! file s|^/opt/[^/]*/||  Install folder   a rewrite: name, file or both; sed's s, any delimiter; its title
//! - name s/_v[0-9]+$//  Versions          the same, switched off
//! name balanced <>  Template arguments    what brackets enclose
//! name argument /detail/Source,*Pass/  Details of clang   an argument that completes names, and which names
//! rename parse_node (a.py) => Parser.node (a.py)
//! pair walk (a.py) <=> visit (b.py)       A's key, B's key
//! ```
//!
//! Blank text is the same as `defaults` alone.

use super::{Compiled, Field, Origin, Rename, Rule, RuleError, RuleKind, RulePart, Rules, compile};
use std::fmt::Write;

/// An error in a text of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 0.
    pub line: usize,
    /// Byte offset in the line.
    pub at: usize,
    /// Message that says what is wrong and how to write it.
    pub message: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line + 1, self.message)
    }
}

impl std::error::Error for TextError {}

/// Parses and compiles rules, or returns the first error. `defaults` is as for [`Rules::parse`].
pub fn read_rules(text: &str, defaults: &Rules) -> Result<(Rules, Compiled), TextError> {
    let (rules, lines) = Rules::parse_lines(text, defaults)?;
    match compile(&rules) {
        Ok(compiled) => Ok((rules, compiled)),
        Err(error) => {
            let line = lines.get(error.rule).copied().unwrap_or_default();
            let at = text.lines().nth(line).and_then(|content| place_in(content, &rules, &error));
            Err(TextError { line, at: at.unwrap_or_default(), message: error.to_string() })
        }
    }
}

/// Returns the byte offset of an error in its line. Fails if the line does not contain the text as it runs, because the
/// line has backslashes before delimiters.
fn place_in(line: &str, rules: &Rules, error: &RuleError) -> Option<usize> {
    let rule = rules.rules.get(error.rule)?;
    let begin = match error.part {
        RulePart::Pattern => line.find(&rule.pattern),
        RulePart::Replacement => line.rfind(&rule.replacement),
    };
    Some(begin? + error.at)
}

impl Rules {
    /// Parses rules. The line `defaults` stands for the rules in `defaults`.
    pub fn parse(text: &str, defaults: &Self) -> Result<Self, TextError> {
        Ok(Self::parse_lines(text, defaults)?.0)
    }

    /// Parses rules, and also returns the line of each of [`Rules::rules`].
    pub fn parse_lines(text: &str, defaults: &Self) -> Result<(Self, Vec<usize>), TextError> {
        if text.trim().is_empty() {
            return Ok((defaults.clone(), vec![0; defaults.rules.len()]));
        }
        let (mut rules, mut lines) = (Self::NONE, Vec::new());
        for (line, whole) in text.lines().enumerate() {
            let content = whole.trim();
            if !content.is_empty() && !content.starts_with('#') {
                let at = whole.len() - whole.trim_start().len();
                rules.take_line(content, defaults).map_err(|message| TextError { line, at, message })?;
            }
            lines.resize(rules.rules.len(), line);
        }
        Ok((rules, lines))
    }

    fn take_line(&mut self, content: &str, defaults: &Self) -> Result<(), String> {
        let (word, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let rest = rest.trim();
        match word {
            "defaults" => {
                self.rules.extend(defaults.rules.iter().cloned());
                self.renames.extend(defaults.renames.iter().cloned());
                self.pairs.extend(defaults.pairs.iter().cloned());
            }
            "off" => {
                let named = self.rules.iter_mut().find(|rule| rule.name == rest);
                named.ok_or_else(|| format!("no rule above is called `{rest}`"))?.enabled = false;
            }
            "rename" => {
                let (from, to) = rest.split_once(" => ").ok_or("a rename is `rename OLD => NEW`")?;
                self.renames.push(Rename { from: from.trim().to_owned(), to: to.trim().to_owned() });
            }
            "pair" => {
                let (a, b) = rest.split_once(" <=> ").ok_or("a pair is `pair OF-A <=> OF-B`")?;
                self.pairs.push([a.trim().to_owned(), b.trim().to_owned()]);
            }
            "-" => {
                let rule = rule(rest, defaults)?;
                self.rules.push(Rule { enabled: false, ..rule });
            }
            _ => self.rules.push(rule(content, defaults)?),
        }
        Ok(())
    }

    /// Writes the rules as text, each on its own line: first the rules, then the renames, then the pairs.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for rule in &self.rules {
            let _ = writeln!(out, "{}", line_of(rule));
        }
        self.write_renames(&mut out, &Self::NONE);
        // Blank text would mean the defaults.
        if out.is_empty() { "# no rules\n".to_owned() } else { out }
    }

    /// Writes the shortest text that reads back as these rules. It is blank for the defaults themselves.
    pub fn to_short_text(&self, defaults: &Self) -> String {
        if self == defaults {
            return String::new();
        }
        let same =
            |(ours, theirs): (&Rule, &Rule)| Rule { enabled: theirs.enabled, ..ours.clone() } == *theirs;
        let count = defaults.rules.len();
        let begins = (0..=self.rules.len().saturating_sub(count)).find(|&at| {
            count > 0
                && self.rules.len() >= at + count
                && self.rules[at..].iter().zip(&defaults.rules).all(same)
        });
        let switched_on = |at: usize| {
            let pairs = self.rules[at..].iter().zip(&defaults.rules);
            pairs.into_iter().any(|(ours, theirs)| ours.enabled && !theirs.enabled)
        };
        let whole = self.renames.starts_with(&defaults.renames) && self.pairs.starts_with(&defaults.pairs);
        let Some(at) = begins.filter(|&at| whole && !switched_on(at)) else { return self.to_text() };
        let mut out = String::new();
        for rule in &self.rules[..at] {
            let _ = writeln!(out, "{}", line_of(rule));
        }
        out.push_str("defaults\n");
        for (ours, theirs) in self.rules[at..].iter().zip(&defaults.rules) {
            if !ours.enabled && theirs.enabled {
                let _ = writeln!(out, "off {}", ours.name);
            }
        }
        for rule in &self.rules[at + count..] {
            let _ = writeln!(out, "{}", line_of(rule));
        }
        self.write_renames(&mut out, defaults);
        // If two rules share a name, `off` could disable the wrong one. So the result is read back and compared.
        if Self::parse(&out, defaults).as_ref() == Ok(self) { out } else { self.to_text() }
    }

    /// Exchanges the two keys of each pair in a text, for exchanged sides. Everything else stays as it is written.
    pub fn swapped_text(text: &str) -> String {
        let line = |line: &str| {
            let (word, rest) = line.trim().split_once(char::is_whitespace)?;
            let (a, b) = rest.split_once(" <=> ").filter(|_| word == "pair")?;
            Some(format!("pair {} <=> {}", b.trim(), a.trim()))
        };
        let lines: Vec<String> =
            text.split('\n').map(|whole| line(whole).unwrap_or_else(|| whole.to_owned())).collect();
        lines.join("\n")
    }

    fn write_renames(&self, out: &mut String, but: &Self) {
        for rename in &self.renames[but.renames.len()..] {
            let _ = writeln!(out, "rename {} => {}", rename.from, rename.to);
        }
        for [a, b] in &self.pairs[but.pairs.len()..] {
            let _ = writeln!(out, "pair {a} <=> {b}");
        }
    }
}

/// Parses one rewrite. A line equal to a default rule becomes that rule, so that its origin is kept.
fn rule(content: &str, defaults: &Rules) -> Result<Rule, String> {
    const SHAPE: &str =
        "a rule is `name s/PATTERN/REPLACEMENT/ TITLE`, with `name`, `file` or `both` before it";
    let (on, rest) = content.split_once(char::is_whitespace).ok_or(SHAPE)?;
    let on = FIELDS.iter().find(|(word, _)| *word == on).ok_or(SHAPE)?.1;
    let rest = rest.trim_start();
    let (kind, pattern, replacement, name) = if let Some(rest) = rest.strip_prefix("balanced ") {
        let (pattern, name) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
        (RuleKind::Balanced, pattern.to_owned(), String::new(), name)
    } else if let Some(rest) = rest.strip_prefix("argument ") {
        const OPEN: &str = "write `name argument /ARGUMENT/NAMES/`; without NAMES, for all names";
        let mut parts = Parts::delimited(rest.trim_start()).ok_or(OPEN)?;
        let (argument, names) = (parts.next().ok_or(OPEN)?, parts.next().ok_or(OPEN)?);
        if on != Field::Name || argument.is_empty() {
            return Err(OPEN.to_owned());
        }
        (RuleKind::Argument, argument, names, parts.rest)
    } else {
        let mut parts = rest.strip_prefix('s').and_then(Parts::delimited).ok_or(SHAPE)?;
        let pattern = parts.next().ok_or("the pattern is not closed: `s/PATTERN/REPLACEMENT/`")?;
        let replacement = parts.next().ok_or("the replacement is not closed: `s/PATTERN/REPLACEMENT/`")?;
        (RuleKind::Pattern, pattern, replacement, parts.rest)
    };
    let mut rule = Rule {
        name: name.trim().to_owned(),
        on,
        kind,
        pattern,
        replacement,
        enabled: true,
        origin: Origin::User,
    };
    let same = |known: &&Rule| Rule { origin: Origin::User, enabled: true, ..(*known).clone() } == rule;
    if let Some(known) = defaults.rules.iter().find(same) {
        rule.origin = known.origin;
    }
    Ok(rule)
}

const FIELDS: [(&str, Field); 3] = [("name", Field::Name), ("file", Field::File), ("both", Field::Both)];

/// Texts that each end with the delimiter. Inside a text it needs a backslash before it.
struct Parts<'a> {
    rest: &'a str,
    delimiter: char,
}

impl<'a> Parts<'a> {
    /// Returns the parts of a text that begins with their delimiter.
    fn delimited(text: &'a str) -> Option<Self> {
        let delimiter = text.chars().next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
        Some(Self { rest: &text[delimiter.len_utf8()..], delimiter })
    }

    fn next(&mut self) -> Option<String> {
        let mut out = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, char)) = chars.next() {
            if char == self.delimiter {
                self.rest = &self.rest[at + char.len_utf8()..];
                return Some(out);
            }
            match (char, chars.clone().next()) {
                ('\\', Some((_, next))) if next == self.delimiter => {
                    out.push(next);
                    chars.next();
                }
                ('\\', Some((_, next))) => {
                    out.extend(['\\', next]);
                    chars.next();
                }
                _ => out.push(char),
            }
        }
        None
    }
}

fn line_of(rule: &Rule) -> String {
    let off = if rule.enabled { "" } else { "- " };
    let on = FIELDS.iter().find(|(_, field)| *field == rule.on).map_or("", |(word, _)| word);
    let body = match rule.kind {
        RuleKind::Balanced => format!("balanced {}", rule.pattern),
        RuleKind::Pattern | RuleKind::Argument => {
            // A delimiter that occurs nowhere needs no backslashes.
            let delimiters = ['/', '|', '!', '~', '%', '@'];
            let free = |c: &char| !rule.pattern.contains(*c) && !rule.replacement.contains(*c);
            let c = delimiters.into_iter().find(free).unwrap_or('/');
            let escaped = |text: &str| text.replace(c, &format!("\\{c}"));
            let verb = if rule.kind == RuleKind::Argument { "argument " } else { "s" };
            format!("{verb}{c}{}{c}{}{c}", escaped(&rule.pattern), escaped(&rule.replacement))
        }
    };
    format!("{off}{on} {body} {}", rule.name).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> Rules {
        let text = "file s|^.*/site-packages/||  Install folders\nname s/:[0-9]+$//  Lines\nname balanced <>  Template arguments";
        let mut rules = Rules::parse(text, &Rules::NONE).unwrap();
        for rule in &mut rules.rules {
            rule.origin = Origin::Default;
        }
        rules
    }

    #[test]
    fn rules_survive_both_texts() {
        let defaults = defaults();
        let texts = [
            "",
            "defaults\noff Lines\n",
            "file s|x|y|\ndefaults\n- name s/a\\/b|!~%@/$1\\// T\n",
            "name s/_v[0-9]+$// Versions\nrename f (a.py) => g (b.py)\n",
            "defaults\nrename f => g\npair h <=> i\n",
            "# nothing at all\n",
            "name argument |a/b|| T\n- name argument /Input Dims/aten::*/ Shapes\n",
        ];
        for text in texts {
            let rules = Rules::parse(text, &defaults).unwrap();
            assert_eq!(Rules::parse(&rules.to_short_text(&defaults), &defaults), Ok(rules.clone()), "{text}");
            assert_eq!(Rules::parse(&rules.to_text(), &defaults), Ok(rules), "{text}");
        }
    }

    #[test]
    fn swapped_text_exchanges_only_pairs() {
        let text = "# pair a <=> b\ndefaults\n  pair walk (a.py) <=> visit (b.py)\nrename x => y\nnonsense\n";
        let swapped = Rules::swapped_text(text);
        assert_eq!(
            swapped,
            text.replace("  pair walk (a.py) <=> visit (b.py)", "pair visit (b.py) <=> walk (a.py)")
        );
        assert_eq!(Rules::swapped_text(&Rules::swapped_text(&swapped)), swapped);
        let rules = Rules::parse("pair a <=> b\nrename c => d", &defaults()).unwrap();
        assert_eq!(Rules::parse(&Rules::swapped_text(&rules.to_text()), &defaults()), Ok(rules.swapped()));
    }

    #[test]
    fn short_texts_are_short() {
        let defaults = defaults();
        assert_eq!(defaults.to_short_text(&defaults), "");
        let mut off = defaults.clone();
        off.rules[1].enabled = false;
        assert_eq!(off.to_short_text(&defaults), "defaults\noff Lines\n");
    }

    #[test]
    fn syntax_errors_name_their_line() {
        let cases = [
            ("defaults\nwhat is this", 1, "a rule is `name s/"),
            ("\n\nname s/open", 2, "the pattern is not closed"),
            ("name s/a/b", 0, "the replacement is not closed"),
            ("rename a b", 0, "a rename is `rename OLD => NEW`"),
            ("off Nothing", 0, "no rule above is called `Nothing`"),
            ("name argument detail", 0, "write `name argument /ARGUMENT/NAMES/`"),
            ("file argument /detail//", 0, "write `name argument /ARGUMENT/NAMES/`"),
            ("name argument ///", 0, "write `name argument /ARGUMENT/NAMES/`"),
        ];
        for (text, line, message) in cases {
            let error = Rules::parse(text, &defaults()).unwrap_err();
            assert_eq!(error.line, line, "{text}");
            assert!(error.message.starts_with(message), "{}", error.message);
        }
    }

    #[test]
    fn compile_errors_point_into_their_line() {
        let error = |text| read_rules(text, &defaults()).unwrap_err();
        let open = error("defaults\n  name s/a(b/c/ Title");
        assert_eq!((open.line, open.at), (1, 10), "{open}");
        let unknown = error("file s|(a)|$2| Title");
        assert_eq!((unknown.line, unknown.at), (0, 11), "{unknown}");
        assert_eq!(error("   nonsense here").at, 3);
        // The line has a backslash before the delimiter, so it does not contain the pattern as it runs.
        assert_eq!(error("name s/a\\/(/c/").at, 0);
        assert!(read_rules("defaults", &defaults()).is_ok());
    }
}
