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
            ("theme", "the theme; only links of embedded views contain it"),
            ("sel", "the selection"),
            ("q", "the search"),
            (
                "note",
                "the [notes](#notes): one a line, with the text, a comma, and the place; over 2 kB they are compressed like `id`",
            ),
            ("pair.a", "the time window of A, in ticks since the start of the run"),
            ("pair.b", "the time window of B"),
            ("pair.apart", "both sides zoom independently"),
            ("axis", "time alignment: the choice of the desk, at the starts, at a selected call, by matches"),
            ("at.a", "the instant of A that `axis=chosen` aligns"),
            ("at.b", "the instant of B that `axis=chosen` aligns"),
            (
                "id",
                "the [rules for matching names](identity.md); over 2 kB they are compressed (`z:`, raw deflate, base64url)",
            ),
            ("lanes", "how lanes are paired"),
            (
                "lp",
                "pairs of lanes chosen by hand: a lane of A, a lane of B, and so on; `-` stands for no lane",
            ),
            ("tau", "the smallest similarity of a match, in per cent"),
            ("sim", "the measure of similarity: callees, callees and counts, callees and self time"),
            ("norm", "how values are normalised before they are compared"),
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
            ("w.apart", "call paths are summed for each lane separately"),
            ("w.la", "the lanes of A that call paths include"),
            ("w.lb", "the lanes of B that call paths include"),
            ("w.win", "call paths include only the visible time"),
        ],
    ),
    (
        "Compare",
        &[
            ("pair.color", "the colour of calls"),
            ("pair.steps", "the steps of the legend that stay coloured while all others fade"),
            ("pair.sa", "rows by which A is scrolled"),
            ("pair.sb", "rows by which B is scrolled"),
            ("pair.fa", "lanes of A whose folding differs from the default"),
            ("pair.fb", "lanes of B whose folding differs from the default"),
            ("pair.ha", "hidden lanes of A"),
            ("pair.hb", "hidden lanes of B"),
            ("pair.frames", "frames that fill the time in view are shown; by default they are folded"),
            ("pair.tall", "all rows are tall; otherwise rows with names are readable, and others give way"),
            ("pair.instants", "the instants of both sides are shown at their time axes"),
            ("pair.counter", "title of the counter that is shown as a strip at both time axes"),
            ("m.parts", "the views of the desk"),
            ("m", "which matches are drawn"),
            ("m.lines", "matches are lines, not tubes"),
            ("m.lambda", "the thickness of tubes, in per cent"),
            ("m.band", "the height of the band of matches, in per cent"),
            ("m.beta", "the bundling of matches, in per cent"),
            ("m.xm", "matched calls are hidden"),
            ("m.xv", "moved calls are hidden"),
            ("m.xa", "calls only in A are hidden"),
            ("m.xb", "calls only in B are hidden"),
            ("m.us", "the smallest duration of a drawn match, in microseconds"),
            ("m.f", "only matches of functions with this text are drawn"),
            ("m.all", "implied matches are drawn"),
            ("m.view", "the viewpoint of *Position of the match*"),
            ("m.pub", "the published palettes are used"),
            ("m.sums", "bars by similarity are as high as the sum of similarities"),
            ("m.root", "bars are as high as the square roots of their values"),
            ("m.raw", "start shifts are differences of times, not of shares of the group"),
            ("m.brush", "the call under the pointer brushes in all colours"),
        ],
    ),
    (
        "Profile",
        &[
            ("prof.parts", "the graphs of the desk"),
            ("prof.split", "the share of the flame graph beside the funky graph, in per cent"),
            ("prof.sides", "the shown sides"),
            ("prof.color", "how changes are coloured: relative to A, absolute, share of total"),
            ("prof.xa", "gone paths are grey, not hatched"),
            ("prof.xb", "new paths are grey, not hatched"),
            ("prof.gold", "the weight that gold shows with one side: inclusive or self"),
            ("prof.root", "colours use the square root of the share (*√ scale*)"),
            ("fl.order", "the order of siblings"),
            ("fl.up", "flames grow upward"),
            ("fl.inv", "inverted: functions with their callers"),
            ("fl.width", "the width of boxes"),
            ("fl.fold", "how recursion is folded"),
            ("fl.frames", "the frames that fill the width are shown"),
            ("fl.zoom", "the path that fills the flame graph"),
            ("fl.scroll", "rows by which the flame graph is scrolled"),
            ("fu.zoom", "the function that the funky graph shows"),
            ("fu.least", "the smallest width of a column, in pixels"),
            ("fu.scroll", "rows by which the funky graph is scrolled"),
            ("ft.sort", "the column that sorts the table of functions"),
            ("ft.up", "ascending order"),
            ("ft.f", "the filter of the table"),
            ("ft.off", "the table is hidden"),
            ("ft.p", "the table shows percentiles"),
        ],
    ),
    (
        "Space-time",
        &[
            ("st.panels", "the panels of the desk"),
            ("st.levels", "lanes are separate down to this level; 0 is automatic"),
            ("st.all", "lanes with little busy time have rows of their own"),
            ("st.within", "path of the only lane that is shown"),
            ("st.by", "the state of a lane"),
            ("st.depth", "the depth of `st.by=depth`"),
            ("st.top", "the number of states with a colour"),
            ("st.slices", "the number of slices of time"),
            ("st.idle", "idle time is a state"),
            ("st.p", "the detail p × 10¹²; −1 is the default"),
            ("st.gain", "the formula of the gain: sums or means"),
            ("st.partition", "the partition"),
            ("st.fill", "the fill of areas"),
            ("st.hue", "the hue of differences"),
            ("st.state", "the state that `st.hue=state` colours"),
        ],
    ),
    (
        "Structure",
        &[
            ("sr.parts", "the views of the desk"),
            ("sr.sides", "the shown sides"),
            ("sr.level", "the level of elements"),
            ("sr.opened", "elements that are opened by hand, one per line"),
            ("sr.closed", "elements that are closed by hand, one per line"),
            ("sr.root", "the only expanded element (*Expand only this element*)"),
            ("sr.beta", "the bundling of relations, in per cent"),
            ("sr.ancestor", "relations run through common ancestors"),
            ("sr.color", "the colour of relations"),
            ("sr.width", "the scale of the width: square root or logarithm"),
            ("sr.blend", "how crossing relations are drawn"),
            ("sr.labels", "the size of names around the circle, in per cent"),
            ("sr.rare", "rare relations are marked"),
            ("sr.p", "the emphasis of rare calls: p × 10"),
            ("sr.rows", "the alignment of both call sequences: matching calls, or each side separately"),
            ("sr.source", "the address of a source file, with `{path}` and `{line}`"),
            ("sr.mark", "the time range whose calls are marked (*Find pattern*)"),
            ("sr.alike", "the part of a repeat that must be the same, in per cent"),
            ("sr.layers", "the layers of the program, one per line"),
        ],
    ),
    (
        "Fusion",
        &[
            ("fuse.sides", "the calls that are drawn over the structure"),
            ("fuse.target", "hover target: calls or elements"),
            ("fuse.size", "the size of cells"),
            ("fuse.color", "the colour of elements"),
            ("fuse.calls", "the colour of calls"),
            ("fuse.link", "the coloured part: the focus or everything else"),
            ("fuse.whole", "scales cover all elements in view, not only those in focus"),
            ("fuse.linear", "scales are linear"),
            ("fuse.pub", "colours run from green to red"),
            ("fuse.height", "the number of levels around the element under the pointer that are in focus"),
            ("fuse.tiling", "the layout of cells"),
            ("fuse.cushion", "the shading of cells"),
            ("fuse.level", "the level of cells"),
            ("fuse.root", "the element that fills the view"),
            ("fuse.la", "the lane of A whose calls are drawn"),
            ("fuse.lb", "the lane of B whose calls are drawn"),
            ("fuse.scroll", "rows by which the calls are scrolled"),
            ("fuse.frames", "the frames that fill the time in view are shown"),
            ("fuse.plain", "no lines from pinned items"),
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
