//! The docs page of links must list every key of the link table. `DIPTYCH_BLESS=1 cargo test` writes its tables again.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read is a broken test")]

use std::fmt::Write as _;
use std::path::Path;

use diptych_protocol::link::{ALIASES, Field, FieldKind, LaneUse, SESSION_KEYS, fields};
use diptych_protocol::{DeskId, Word as _};

const BEGIN: &str = "<!-- keys: written by a test of the protocol -->\n";
const END: &str = "<!-- end of keys -->";

#[test]
fn docs_list_every_link_key() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/share.md");
    let found = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = found.split_once(BEGIN).unwrap();
    let (_, foot) = rest.split_once(END).unwrap();
    let wanted = format!("{head}{BEGIN}{}{END}{foot}", tables());
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
        return;
    }
    assert_eq!(found, wanted, "run DIPTYCH_BLESS=1 cargo test -p diptych-protocol");
}

#[test]
fn every_link_key_has_a_meaning() {
    let blank: Vec<&str> = fields().filter(|field| field.meaning.is_empty()).map(|field| field.key).collect();
    assert_eq!(blank, [""; 0]);
}

/// Returns the title of the table that has a key: that of its desk.
fn title(field: &Field) -> String {
    let path = field.path();
    let name_of = |desk: DeskId| to_camel_case(desk.word());
    let Some(desk) = DeskId::ALL.iter().find(|&&desk| name_of(desk) == path[0]) else {
        return "Every desk".to_owned();
    };
    let (first, rest) = desk.word().split_at(1);
    first.to_ascii_uppercase() + rest
}

/// Converts the word of a desk to its name in the state: `space-time` becomes `spaceTime`.
fn to_camel_case(word: &str) -> String {
    let mut parts = word.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + &part[..1].to_ascii_uppercase() + &part[1..])
}

/// Returns the tables as Markdown.
fn tables() -> String {
    let mut out = String::new();
    let _ = write!(out, "\n### Files and page\n\n| key | meaning |\n| --- | --- |\n");
    for (key, meaning) in SESSION_KEYS {
        let _ = writeln!(out, "| `{key}` | {meaning} |");
    }
    let mut before = String::new();
    for field in fields() {
        let title = title(&field);
        if title != before {
            let _ = write!(out, "\n### {title}\n\n| key | value | meaning |\n| --- | --- | --- |\n");
            before = title;
        }
        let _ = writeln!(out, "| `{}` | {} | {} |", field.key, value(&field), field.meaning);
    }
    let _ = write!(
        out,
        "\n### Keys of other viewers\n\nDiptych reads these keys but never writes them.\n\n| key | meaning |\n| --- | --- |\n"
    );
    for (key, meaning) in ALIASES {
        let _ = writeln!(out, "| `{key}` | {meaning} |");
    }
    out.push('\n');
    out
}

/// Returns the form of a value in words.
fn value(field: &Field) -> String {
    let words = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match (field.lanes, field.kind) {
        (LaneUse::Pairs, _) => "lanes, or `-`".to_owned(),
        (LaneUse::OfA | LaneUse::OfB, FieldKind::List) => "lanes".to_owned(),
        (LaneUse::OfA | LaneUse::OfB, _) => "lane".to_owned(),
        (LaneUse::None, kind) => match kind {
            FieldKind::Word(list) | FieldKind::MaybeWord(list) => words(list),
            FieldKind::Flag => "`1`".to_owned(),
            FieldKind::Count => "number".to_owned(),
            FieldKind::Tick => "whole number".to_owned(),
            FieldKind::Window => "`start..end`".to_owned(),
            FieldKind::Subject => "subject".to_owned(),
            FieldKind::Text => "text".to_owned(),
            FieldKind::List => "numbers".to_owned(),
            FieldKind::Notes => "notes".to_owned(),
        },
    }
}
