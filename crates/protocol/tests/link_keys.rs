//! The docs page of links must list every key of the link table. `DIPTYCH_BLESS=1 cargo test` writes its tables again.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read is a broken test")]

use std::fmt::Write as _;
use std::path::Path;

use diptych_protocol::link::{ALIASES, Field, FieldKind, LaneUse, SESSION_KEYS, fields};

const BEGIN: &str = "<!-- keys: written by a test of the protocol -->\n";
const END: &str = "<!-- end of keys -->";

/// Groups of keys, each with its keys and their meanings, in the order of the table.
const GROUPS: &[(&str, &[(&str, &str)])] = &[
    (
        "Every desk",
        &[
            ("desk", "the desk in front"),
            ("theme", "the theme; written in embeds only"),
            ("sel", "the selection"),
            ("q", "the search"),
            ("pair.a", "the time window of A, in ticks since its first instant"),
            ("pair.b", "the time window of B"),
            ("pair.apart", "each side zooms by itself"),
            ("axis", "the alignment of both time axes"),
            ("at.a", "the instant of A that `axis=chosen` aligns"),
            ("at.b", "the instant of B that `axis=chosen` aligns"),
            (
                "id",
                "the [rules for matching names](identity.md); over 2 kB they are compressed (`z:`, raw deflate, base64url)",
            ),
            ("lanes", "how lanes are paired"),
            ("lp", "pairs of lanes chosen by hand: a lane of A, a lane of B, and so on"),
            ("tau", "the least similarity of a match, in per cent"),
            ("sim", "the measure of similarity"),
            ("norm", "the measure of differences"),
            ("fp", "the noise floor in per cent"),
            ("fu", "the noise floor in microseconds"),
            ("grey1", "grey means unchanged, even if the whole run changed"),
            (
                "range.a",
                "the compared time range of A, in ticks of the whole run; other times count from its start",
            ),
            ("range.b", "the compared time range of B"),
            ("sort", "the sort criterion of the lists of differences"),
            ("w", "the weight of call paths: `self`, `calls` or a column of the file"),
            ("w.apart", "each lane has call paths of its own"),
            ("w.la", "the lanes of A that count in call paths"),
            ("w.lb", "the lanes of B that count in call paths"),
            ("w.win", "only time within the windows counts in call paths"),
        ],
    ),
    (
        "Compare",
        &[
            ("pair.color", "the colour of calls"),
            ("pair.steps", "the steps of the legend that keep their colour"),
            ("pair.sa", "rows that A is scrolled by"),
            ("pair.sb", "rows that B is scrolled by"),
            ("pair.fa", "lanes of A that are folded, or opened, against the default"),
            ("pair.fb", "lanes of B that are folded, or opened, against the default"),
            ("pair.ha", "hidden lanes of A"),
            ("pair.hb", "hidden lanes of B"),
            ("pair.frames", "frames that fill the whole run are shown"),
            ("pair.tall", "rows stay tall"),
            ("m.parts", "the views of the desk"),
            ("m", "which matches are drawn"),
            ("m.lines", "matches are lines, not tubes"),
            ("m.lambda", "the thickness of tubes, in per cent"),
            ("m.band", "the height of the band of matches, in per cent"),
            ("m.beta", "the bundling of matches, in per cent"),
            ("m.xm", "matched calls are hidden"),
            ("m.xv", "moved calls are hidden"),
            ("m.xa", "calls of A alone are hidden"),
            ("m.xb", "calls of B alone are hidden"),
            ("m.us", "the least duration of a drawn match, in microseconds"),
            ("m.f", "only matches of functions with this text are drawn"),
            ("m.all", "implied matches are drawn"),
            ("m.view", "the side that the matches are seen from"),
            ("m.pub", "the published palettes are used"),
        ],
    ),
    (
        "Profile",
        &[
            ("prof.parts", "the graphs of the desk"),
            ("prof.sides", "the paths that are shown"),
            ("prof.color", "what colours compare"),
            ("prof.xa", "gone paths have no colour of their own"),
            ("prof.xb", "new paths have no colour of their own"),
            ("prof.root", "changes are measured against the root"),
            ("fl.order", "the order of siblings"),
            ("fl.up", "flames grow upward"),
            ("fl.inv", "paths start at the callee"),
            ("fl.width", "the width of boxes"),
            ("fl.fold", "how recursion is folded"),
            ("fl.zoom", "the path that fills the flame graph"),
            ("fl.scroll", "rows that the flame graph is scrolled by"),
            ("fu.zoom", "the function that the funky graph shows"),
            ("fu.least", "the least width of a column, in pixels"),
            ("fu.scroll", "rows that the funky graph is scrolled by"),
            ("ft.sort", "the column that sorts the table of functions"),
            ("ft.up", "the table is sorted upward"),
            ("ft.f", "the filter of the table"),
            ("ft.off", "the table is hidden"),
            ("ft.p", "the table shows percentiles"),
        ],
    ),
    (
        "Space-time",
        &[
            ("st.panels", "the panels of the desk"),
            ("st.levels", "the levels of lanes that are separate; 0 for as many as fit"),
            ("st.within", "the only lane that is shown, by the path of its names"),
            ("st.by", "the state of a lane"),
            ("st.depth", "the depth of `st.by=depth`"),
            ("st.top", "the number of states with a colour"),
            ("st.slices", "the number of slices of time"),
            ("st.idle", "idle time is a state"),
            ("st.p", "the detail of areas; -1 for the best"),
            ("st.gain", "how areas are weighed"),
            ("st.partition", "the partition that is shown"),
            ("st.fill", "the fill of areas"),
            ("st.hue", "the hue of differences"),
            ("st.state", "the state that is coloured"),
        ],
    ),
    (
        "Structure",
        &[
            ("sr.parts", "the views of the desk"),
            ("sr.sides", "the sides that are shown"),
            ("sr.level", "the level of elements"),
            ("sr.opened", "elements that are opened by hand, one a line"),
            ("sr.closed", "elements that are closed by hand, one a line"),
            ("sr.root", "the only element that is open"),
            ("sr.beta", "the bundling of relations, in per cent"),
            ("sr.ancestor", "relations run through common ancestors"),
            ("sr.color", "the colour of relations"),
            ("sr.width", "the width of relations"),
            ("sr.blend", "how crossing relations are drawn"),
            ("sr.p", "the weight of rare calls"),
            ("sr.rows", "which calls lie side by side"),
            ("sr.source", "the address of a source file, with `{path}` and `{line}`"),
            ("sr.mark", "the marked calls"),
            ("sr.alike", "the least likeness of repeats, in per cent"),
            ("sr.layers", "the layers of the program, one a line"),
        ],
    ),
    (
        "Fusion",
        &[
            ("fuse.sides", "the calls that are drawn over the structure"),
            ("fuse.target", "what the pointer chooses from"),
            ("fuse.size", "the size of cells"),
            ("fuse.color", "the colour of elements"),
            ("fuse.calls", "the colour of calls"),
            ("fuse.link", "what is coloured with a focus"),
            ("fuse.whole", "scales span the whole program"),
            ("fuse.linear", "scales are linear"),
            ("fuse.pub", "colours run from green to red"),
            ("fuse.height", "the height of the focus"),
            ("fuse.tiling", "the layout of cells"),
            ("fuse.cushion", "the shading of cells"),
            ("fuse.level", "the level of cells"),
            ("fuse.root", "the element that fills the view"),
            ("fuse.la", "the lane of A whose calls are drawn"),
            ("fuse.lb", "the lane of B whose calls are drawn"),
            ("fuse.scroll", "rows that the calls are scrolled by"),
            ("fuse.plain", "pinned elements have no links"),
        ],
    ),
];

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
    let told: Vec<&str> = GROUPS.iter().flat_map(|(_, keys)| keys.iter().map(|(key, _)| *key)).collect();
    let known: Vec<&str> = fields().map(|field| field.key).collect();
    assert_eq!(told, known);
}

/// Returns the tables as Markdown.
fn tables() -> String {
    let mut out = String::new();
    let _ = write!(out, "\n### Files and page\n\n| key | meaning |\n| --- | --- |\n");
    for (key, meaning) in SESSION_KEYS {
        let _ = writeln!(out, "| `{key}` | {meaning} |");
    }
    for (title, keys) in GROUPS {
        let _ = write!(out, "\n### {title}\n\n| key | value | meaning |\n| --- | --- | --- |\n");
        for (key, meaning) in *keys {
            let Some(field) = fields().find(|field| field.key == *key) else { continue };
            let _ = writeln!(out, "| `{key}` | {} | {meaning} |", value(field));
        }
    }
    let _ = write!(
        out,
        "\n### Keys of other viewers\n\nThey are read and never written.\n\n| key | meaning |\n| --- | --- |\n"
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
        },
    }
}
