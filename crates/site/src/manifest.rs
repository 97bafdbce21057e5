//! The file that lists the pairs of a site: `pairs.toml`.
//!
//! A key that a pair lacks is taken from the top of the file, so that conditions or a desk hold for all pairs. Unknown
//! keys are errors, because a misspelt `fail-if` would let every change pass.

mod values;

use std::collections::BTreeSet;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use values::Reader;

/// The pairs of a site, as the file gives them.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// Title of the site.
    pub title: String,
    /// Absolute address of the published folder, with a slash at its end.
    pub base: Option<String>,
    /// Summary of a fleet to show above the pairs, relative to the file.
    pub summary: Option<String>,
    /// The pairs, in the order of the file.
    pub pairs: Vec<Pair>,
}

/// A pair to compare.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Name of the pair, and of its folder in the site.
    pub name: String,
    /// Title for people; the name if the file has none.
    pub title: String,
    /// Date of the comparison, as RFC 3339 writes it.
    pub date: Option<String>,
    /// Paths or patterns of the runs of A, relative to the file.
    pub a: Vec<String>,
    /// Paths or patterns of the runs of B.
    pub b: Vec<String>,
    /// Keys of a link, which say how the viewer opens the pair.
    pub link: String,
    /// Conditions that fail the pair.
    pub fail_if: Vec<String>,
    /// File of known changes, which conditions skip.
    pub known: Option<String>,
    /// File of identity rules.
    pub rules: Option<String>,
    /// True if the traces are published.
    pub traces: bool,
    /// True if traces that may not be comparable are no failure.
    pub allow_unlike: bool,
    /// True if an incomplete trace is no failure.
    pub allow_incomplete: bool,
}

/// A file that is no list of pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The reason, and how to mend it.
    pub text: String,
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for ManifestError {}

/// Keys that only the top of the file has.
const SITE_KEYS: [&str; 4] = ["base", "pair", "summary", "title"];
/// Keys that only a pair has.
const PAIR_KEYS: [&str; 4] = ["name", "title", "a", "b"];
/// Keys of a pair that the top of the file may set for all pairs.
const SHARED_KEYS: [&str; 9] =
    ["date", "desk", "link", "fail-if", "known", "rules", "traces", "allow-unlike", "allow-incomplete"];
/// Keys of a link that name sources or the session. The site writes them itself.
const RESERVED_LINK_KEYS: [&str; 9] = ["a", "b", "v", "na", "nb", "hash.a", "hash.b", "mode", "theme"];
/// Most characters of a name.
const MOST_NAME: usize = 80;

impl Manifest {
    /// Reads the text of the file.
    ///
    /// # Errors
    ///
    /// Fails if the text is no TOML, or says something that no key allows.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|error| {
            reader.error(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let top = table.get_ref();
        reader.only_keys(top, &[&SITE_KEYS[..], &SHARED_KEYS[..]].concat())?;
        let base = reader.text_of(top, "base")?.map(|base| base_address(&reader, top, base)).transpose()?;
        let title = reader.text_of(top, "title")?.unwrap_or("Comparisons").to_owned();
        let summary = reader.text_of(top, "summary")?.map(str::to_owned);
        let mut pairs = Vec::new();
        let mut names = BTreeSet::new();
        for (value, at) in reader.tables(top, "pair")? {
            let pair = pair(&reader, top, value, at)?;
            // Some file systems do not tell letters by their case.
            if !names.insert(pair.name.to_lowercase()) {
                return Err(
                    reader.error(at, format!("two pairs are called `{}`; give each its own name", pair.name))
                );
            }
            pairs.push(pair);
        }
        if pairs.is_empty() {
            return Err(reader.error(0, "no pairs; write a `[[pair]]` with `name`, `a` and `b`".to_owned()));
        }
        Ok(Self { title, base, summary, pairs })
    }
}

/// Checks the address of the site, and returns it with a slash at its end.
fn base_address(reader: &Reader<'_>, top: &DeTable<'_>, base: &str) -> Result<String, ManifestError> {
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| base.strip_prefix(scheme));
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '?' | '#' | '\\');
    if rest.is_none_or(|rest| rest.is_empty() || !rest.chars().all(is_plain)) {
        let text = "`base` must be the address of the published folder, like \"https://example.org/perf/\"";
        return Err(reader.error_at(top, "base", text));
    }
    Ok(format!("{}/", base.trim_end_matches('/')))
}

fn pair(reader: &Reader<'_>, top: &DeTable<'_>, own: &DeTable<'_>, at: usize) -> Result<Pair, ManifestError> {
    reader.only_keys(own, &[&PAIR_KEYS[..], &SHARED_KEYS[..]].concat())?;
    let missing = |key: &str| reader.error(at, format!("this pair has no `{key}`"));
    let name = reader.text_of(own, "name")?.ok_or_else(|| missing("name"))?.to_owned();
    if !is_name(&name) {
        let text = format!(
            "`{name}` cannot be the name of a folder; use up to {MOST_NAME} letters, digits, `.`, `_` and `-`, and \
             begin with a letter or digit"
        );
        return Err(reader.error_at(own, "name", &text));
    }
    // The pair's own value counts before that of the top.
    let from = |key: &str| if own.contains_key(key) { own } else { top };
    let text_of = |key: &str| reader.text_of(from(key), key).map(|text| text.map(str::to_owned));
    let truth = |key: &str, default: bool| Ok(reader.truth(from(key), key)?.unwrap_or(default));
    let [a, b] = [reader.texts(own, "a")?, reader.texts(own, "b")?];
    Ok(Pair {
        title: reader.text_of(own, "title")?.unwrap_or(&name).to_owned(),
        date: reader.date(from("date"), "date")?,
        a: a.ok_or_else(|| missing("a"))?,
        b: b.ok_or_else(|| missing("b"))?,
        link: link(reader, text_of("desk")?.as_deref(), from("link"))?,
        fail_if: reader.texts(from("fail-if"), "fail-if")?.unwrap_or_default(),
        known: text_of("known")?,
        rules: text_of("rules")?,
        traces: truth("traces", true)?,
        allow_unlike: truth("allow-unlike", false)?,
        allow_incomplete: truth("allow-incomplete", false)?,
        name,
    })
}

fn is_name(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.len() <= MOST_NAME
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !name.ends_with('.')
        && name.chars().all(is_allowed)
}

/// Returns the keys of the link. A desk is short for its key.
fn link(reader: &Reader<'_>, desk: Option<&str>, from: &DeTable<'_>) -> Result<String, ManifestError> {
    let keys = reader.text_of(from, "link")?.unwrap_or_default();
    let keys = keys.rsplit_once('#').map_or(keys, |(_, hash)| hash);
    let mut parts = Vec::new();
    if let Some(desk) = desk {
        parts.push(format!("desk={desk}"));
    }
    for part in keys.split('&').filter(|part| !part.is_empty()) {
        let key = part.split('=').next().unwrap_or_default();
        if RESERVED_LINK_KEYS.contains(&key) {
            let text = format!("`link` may not set `{key}`; the site writes it");
            return Err(reader.error_at(from, "link", &text));
        }
        parts.push(part.to_owned());
    }
    Ok(parts.join("&"))
}

/// Returns the place of a value in the text.
fn start(value: &Spanned<DeValue<'_>>) -> usize {
    value.span().start
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: &str = "[[pair]]\nname = 'p'\na = 'a.json'\nb = ['b1.json', 'b2.json']\n";

    fn error(text: &str) -> String {
        Manifest::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn pairs_take_keys_of_the_top_unless_they_set_them() {
        let text = format!(
            "title = 'Nightly'\nbase = 'https://example.org/perf'\nfail-if = 'slower>5%'\ndesk = 'profile'\n\
             date = 2026-11-28\n{PAIR}[[pair]]\nname = 'q'\na = 'x'\nb = 'y'\nfail-if = []\n\
             link = 'q=parse&pair.tall=1'\ntraces = false\ndate = 2026-11-27T03:00:00+01:00\n"
        );
        let manifest = Manifest::parse(&text).unwrap();
        assert_eq!(manifest.base.as_deref(), Some("https://example.org/perf/"));
        let [p, q] = &manifest.pairs[..] else { panic!("{manifest:?}") };
        assert_eq!((p.title.as_str(), p.link.as_str(), p.traces), ("p", "desk=profile", true));
        assert_eq!(
            (&p.a, &p.b),
            (&vec!["a.json".to_owned()], &vec!["b1.json".to_owned(), "b2.json".to_owned()])
        );
        assert_eq!(
            (&p.fail_if, p.date.as_deref()),
            (&vec!["slower>5%".to_owned()], Some("2026-11-28T00:00:00Z"))
        );
        assert_eq!(
            (q.link.as_str(), q.traces, q.fail_if.len()),
            ("desk=profile&q=parse&pair.tall=1", false, 0)
        );
        assert_eq!(q.date.as_deref(), Some("2026-11-27T03:00:00+01:00"));
    }

    #[test]
    fn errors_name_line_and_remedy() {
        for (text, line, says) in [
            ("", 1, "write a `[[pair]]`"),
            ("a = = 1", 1, ""),
            ("title = 3", 1, "`title` must be text"),
            (&format!("{PAIR}fail_if = 'x'"), 5, "`fail_if` is not known here"),
            (&format!("base = 'example.org'\n{PAIR}"), 1, "https://example.org/perf/"),
            (&format!("base = 'https://e.org/\"x'\n{PAIR}"), 1, "https://example.org/perf/"),
            ("[[pair]]\nname = '../x'\na = 'a'\nb = 'b'", 2, "cannot be the name of a folder"),
            ("[[pair]]\nname = 'x'\na = 'a'", 1, "has no `b`"),
            ("[[pair]]\nname = 'x'\na = []\nb = 'b'", 3, "`a` is empty"),
            (&format!("{PAIR}{}", PAIR.replace("'p'", "'P'")), 5, "two pairs are called `P`"),
            (&format!("{PAIR}link = 'a=https://evil.example/x'"), 5, "may not set `a`"),
            (&format!("{PAIR}date = 10:00:00"), 5, "`date` must be a date"),
            (&format!("{PAIR}traces = 'yes'"), 5, "`traces` must be true or false"),
        ] {
            let error = error(text);
            assert!(error.starts_with(&format!("line {line}: ")) && error.contains(says), "{text}: {error}");
        }
    }
}
