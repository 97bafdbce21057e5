//! Writes the measured values as Markdown tables.

mod cells;
mod comparing;
mod elements;
mod formats;
mod profile;
mod ranks;

use super::budgets::{self, verdict};
use super::figures::Figures;
use super::formats::File;
use super::inputs::{Kind, Pair, name_of};
use super::machine::Machine;
use cells::{bytes, bytes_a_call, count, ends, is_large, missing, seconds, table, three};

/// Columns of reading in the tab.
const TAB: [&str; 9] = [
    "dropped",
    "first picture",
    "reading",
    "loading",
    "layout",
    "drawing",
    "`JSON.parse`",
    "ratio",
    "budget",
];

/// Returns the whole report, with the machine first.
pub(crate) fn markdown(
    machine: &Machine,
    pairs: &[Pair],
    files: &[File],
    figures: &Figures,
    sizes: &str,
    runs: usize,
) -> String {
    let of = |is: fn(Kind) -> bool| pairs.iter().filter(move |pair| is(pair.kind)).collect::<Vec<&Pair>>();
    let read = of(|kind| kind == Kind::Read);
    let compared = of(|kind| matches!(kind, Kind::Read | Kind::Shape));
    let reading = [
        head(machine, runs),
        inputs(&read, figures),
        table(
            "Reading, in the command",
            "Each run starts a new process.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | plain | time to read the uncompressed file |\n\
             | rate | bytes of the uncompressed file per second |\n\
             | gzip | time to read the same file compressed with gzip |\n\
             | peak | peak memory of the process that reads the uncompressed file |\n\
             | bytes per call | memory of the loaded trace without names, divided by the number of calls |",
            &["file", "plain", "rate", "gzip", "peak", "bytes per call", "budget"],
            read.iter().flat_map(|pair| pair.files()).map(|file| native_row(&name_of(file), figures)),
        ),
        table(
            "Reading, in the tab",
            "Times start when the files are dropped on Diptych's page.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | first picture | time from the drop to the end of *layout* |\n\
             | reading | time to parse the files, in background threads |\n\
             | loading | time to move the calls to the thread that computes the pictures |\n\
             | layout | time to compute the picture and send it to the renderer |\n\
             | drawing | time from the end of *layout* until the picture is drawn, without a GPU |\n\
             | `JSON.parse` | time to decode the same bytes and run `JSON.parse` in the same tab |\n\
             | ratio | time to the first picture divided by the time of `JSON.parse` |\n\
             | budget | limit of the ratio for a million calls per side |",
            &TAB,
            read.iter().flat_map(|pair| [tab_row(pair, true, figures), tab_row(pair, false, figures)]),
        ),
        table(
            "Memory of the tab",
            "Each of the first three numbers is the peak memory of a separate browser tab.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | blank | tab with a blank page |\n\
             | Diptych | tab with Diptych and both files |\n\
             | `JSON.parse` | tab with a page that keeps the results of `JSON.parse` of both files |\n\
             | ratio | memory with Diptych divided by memory with `JSON.parse` |",
            &["pair", "blank", "Diptych", "`JSON.parse`", "ratio", "budget"],
            read.iter().filter_map(|pair| memory_row(&pair.name, figures)),
        ),
    ];
    let comparing = comparing::tables(&read, figures);
    let sections = reading
        .into_iter()
        .chain([formats::section(files, figures)])
        .chain(comparing)
        .chain(profile::tables(pairs, figures))
        .chain([ranks::table_of(pairs, figures), elements::table_of(pairs, figures)])
        .chain(desk(&read, &compared, figures))
        .chain([page(sizes)]);
    sections.collect::<Vec<_>>().join("\n")
}

/// Returns the tables of the Compare desk: layout, answers and drawing.
fn desk(read: &[&Pair], compared: &[&Pair], figures: &Figures) -> [String; 4] {
    [
        table(
            "Layout",
            "How long does it take to compute the picture of the Compare desk after each zoom or pan? For this \
             table, a script zooms in and out, and pans the picture. Times are p50 / p95 / max.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | native ms | time to compute the picture in the command |\n\
             | wasm ms | time to compute the picture in the browser |\n\
             | round trip p95 | time from the page's request for a picture to the answer, in the browser |",
            &[
                "pair",
                "calls per side",
                "native ms",
                "wasm ms",
                "round trip p95",
                "most boxes",
                "most tubes and lines",
                "largest scene",
                "budget",
            ],
            compared.iter().map(|pair| layout_row(&pair.name, figures)),
        ),
        table(
            "Zooming in Similarity mode",
            "For this table, the script of the section *Layout* runs in the mode *Similarity*. In the mode \
             *Similarity*, Diptych forms new groups of matches after each zoom or pan. Times are p50 / p95 / max in \
             the browser.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | groups and layout ms | time to form the groups and compute the picture |\n\
             | drawing | time to draw the first picture without a GPU; no budget |",
            &["pair", "groups and layout ms", "budget (p95)", "drawing"],
            read.iter().map(|pair| focus_row(&pair.name, figures)),
        ),
        table(
            "Hover and search",
            "| column | meaning |\n| --- | --- |\n\
             | hover p95 | time to find the item under the pointer (p95 of 200 points) |\n\
             | search | time of the slowest of three searches over all calls of both sides |",
            &["pair", "hover p95", "budget", "search"],
            compared.iter().map(|pair| asking_row(&pair.name, figures)),
        ),
        table(
            "Drawing without a GPU",
            "On a machine without a GPU, the browser draws in software.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | hover redraw | time from a move of the pointer to the new picture (24 points) |\n\
             | budget (p50) | limit of the median of *hover redraw* |\n\
             | wheel frames per second | frame rate while the mouse wheel zooms in and out (40 notches) |\n\
             | budget per frame | limit of the time of one frame while the wheel turns |\n\
             | settle | time from the last frame while the wheel turns to the final, sharp picture |",
            &[
                "pair",
                "hover redraw p50 / p95",
                "budget (p50)",
                "wheel frames per second",
                "budget per frame",
                "settle",
            ],
            read.iter().map(|pair| software_row(&pair.name, figures)),
        ),
    ]
}

fn page(sizes: &str) -> String {
    format!(
        "## The page\n\nThis table gives the size in bytes of each part of Diptych's page. The last column is the limit of \
         the size after compression with brotli.\n\n```\n{sizes}\n```\n"
    )
}

fn head(machine: &Machine, runs: usize) -> String {
    let system = &machine.system;
    let [before, after] = machine.load;
    let busy = if machine.was_busy() {
        "\n**Other programs ran during the measurement, so the measured times are too long.**\n"
    } else {
        ""
    };
    format!(
        "# Benchmarks\n\nHow fast is Diptych, and how much memory does it take? The command `npm run bench` wrote this page \
         on {}. Each time is the median of {runs} runs, and the times in brackets are the shortest and the longest. \
         A section that was measured on another day gives its date. A *budget* is a limit that Diptych should meet. \
         To measure two traces of your own, run `npm run bench -- --a FILE --b FILE`.\n\n\
         | machine | |\n| --- | --- |\n| processor | {} × {} |\n| memory | {} |\n| system | {} |\n| rustc | {} |\n\
         | Node | {} |\n| Chromium | {}, headless, no GPU |\n| load average (1 min) before / after | {before:.1} / {after:.1} |\n{busy}",
        system.date,
        system.cores,
        system.processor,
        bytes(system.memory_bytes),
        system.os,
        machine.rustc,
        system.node,
        machine.chromium,
    )
}

fn inputs(pairs: &[&Pair], figures: &Figures) -> String {
    let row = |file: String| {
        let of = |what| figures.median(&file, what);
        vec![
            format!("`{file}`"),
            of("bytes").map_or_else(missing, bytes),
            of("calls").map_or_else(missing, count),
            of("lanes").map_or_else(missing, count),
        ]
    };
    let files = pairs.iter().flat_map(|pair| pair.files()).map(name_of);
    table("Files", "", &["file", "size", "calls", "lanes"], files.map(row))
}

fn native_row(file: &str, figures: &Figures) -> Vec<String> {
    let of = |what| figures.median(file, what);
    let rate = figures.median_of(file, ["bytes", "seconds"], |[bytes, seconds]| bytes / seconds);
    let model = figures.median_of(file, ["modelBytes", "calls"], |[bytes, calls]| bytes / calls);
    vec![
        format!("`{file}`"),
        of("seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        rate.map_or_else(missing, |rate| format!("{}/s", bytes(rate))),
        of("packed seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        of("peakBytes").map_or_else(missing, bytes),
        model.map_or_else(missing, bytes_a_call),
        model.map_or_else(missing, |value| verdict(value, budgets::MODEL_BYTES, " B")),
    ]
}

fn tab_row(pair: &Pair, one: bool, figures: &Figures) -> Vec<String> {
    let (prefix, budget) = if one { ("one", budgets::ONE_FILE) } else { ("two", budgets::TWO_FILES) };
    let mark = |what: &str| format!("{prefix}: {what}");
    let between = |from: &str, to: &str| {
        let spent = figures.median_of(&pair.name, [&mark(from), &mark(to)], |[from, to]| to - from);
        spent.map_or_else(missing, seconds)
    };
    let [decode, parse, shown] = ["decode", "parse", "first picture"].map(mark);
    let parsed = figures.median_of(&pair.name, [&decode, &parse], |[decode, parse]| decode + parse);
    let ratio = figures
        .median_of(&pair.name, [&shown, &decode, &parse], |[shown, decode, parse]| shown / (decode + parse));
    let alone = name_of(&pair.a);
    vec![
        if one { format!("`{alone}`") } else { format!("both of `{}`", pair.name) },
        figures.spread(&pair.name, &shown).map_or_else(missing, ends),
        figures.median(&pair.name, &mark("read")).map_or_else(missing, seconds),
        between("read", "loaded"),
        between("loaded", "first picture"),
        between("first picture", "drawn"),
        parsed.map_or_else(missing, seconds),
        ratio.map_or_else(missing, |ratio| format!("{ratio:.2}")),
        ratio
            .filter(|_| is_large(&pair.name, figures))
            .map_or_else(missing, |ratio| verdict(ratio, budget, " ×")),
    ]
}

fn memory_row(pair: &str, figures: &Figures) -> Option<Vec<String>> {
    let of = |what| figures.median(pair, what);
    let (blank, ours, parsed) = (of("memory: blank")?, of("memory: diptych")?, of("memory: parse")?);
    let ratio = ours / parsed;
    Some(vec![
        format!("`{pair}`"),
        bytes(blank),
        bytes(ours),
        bytes(parsed),
        format!("{ratio:.2}"),
        if is_large(pair, figures) { verdict(ratio, budgets::MEMORY, " ×") } else { missing() },
    ])
}

fn layout_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    vec![
        format!("`{pair}`"),
        of("calls").map_or_else(missing, count),
        three(pair, "native layout", figures),
        three(pair, "layout", figures),
        of("layout round trip: p95").map_or_else(missing, |ms| format!("{ms:.1} ms")),
        of("boxes").map_or_else(missing, count),
        of("curves").map_or_else(missing, count),
        of("sceneBytes").map_or_else(missing, bytes),
        of("layout: p95").map_or_else(missing, |ms| verdict(ms, budgets::LAYOUT_MS, " ms")),
    ]
}

fn focus_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    vec![
        format!("`{pair}`"),
        three(pair, "new focus", figures),
        of("new focus: p95").map_or_else(missing, |ms| verdict(ms, budgets::FOCUS_MS, " ms")),
        of("drawing: p50").map_or_else(missing, seconds),
    ]
}

fn asking_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    vec![
        format!("`{pair}`"),
        of("hover: p95").map_or_else(missing, |ms| format!("{ms:.1} ms")),
        of("hover: p95").map_or_else(missing, |ms| verdict(ms, budgets::HOVER_MS, " ms")),
        of("search: max").map_or_else(missing, |ms| format!("{ms:.0} ms")),
    ]
}

fn software_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    let [middle, most] = ["p50", "p95"].map(|rank| of(&format!("software: hover {rank}")));
    let hover = middle.zip(most).map_or_else(missing, |(p50, p95)| format!("{p50:.0} / {p95:.0} ms"));
    let wheel = of("software: wheel frame");
    vec![
        format!("`{pair}`"),
        hover,
        middle.map_or_else(missing, |ms| verdict(ms, budgets::MARKED_MS, " ms")),
        wheel.map_or_else(missing, |ms| format!("{:.1}", 1_000.0 / ms)),
        wheel.map_or_else(missing, |ms| verdict(ms, budgets::WHEEL_MS, " ms")),
        of("software: sharp").map_or_else(missing, |ms| format!("{ms:.0} ms")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_for_people() {
        assert_eq!(count(973_075.0), "973,075");
        assert_eq!(count(7.0), "7");
        assert_eq!(bytes(171_675_192.0), "172 MB");
        assert_eq!(bytes(1_403_744.0), "1.4 MB");
        assert_eq!(seconds(1234.0), "1.23 s");
        assert_eq!(seconds(42.4), "42 ms");
    }

    #[test]
    fn table_escapes_bars() {
        let text = table("T", "", &["a", "b"], [vec!["x | y".to_owned(), missing()]].into_iter());
        assert_eq!(text, "## T\n\n| a | b |\n| --- | --: |\n| x \\| y | – |\n");
    }

    #[test]
    fn pair_without_figures_gets_dashes() {
        let row = layout_row("p", &Figures::default());
        assert!(row[1..].iter().all(|cell| cell == "–"), "{row:?}");
    }

    #[test]
    fn drop_ratio_uses_its_own_run() {
        let mut figures = Figures::default();
        for (what, values) in
            [("first picture", [900.0, 1500.0]), ("decode", [100.0, 200.0]), ("parse", [500.0, 800.0])]
        {
            for value in values {
                figures.add("a | b", &format!("one: {what}"), value);
            }
        }
        figures.add("a | b", "calls", 1e6);
        let pair = Pair { name: "a | b".into(), a: "x/a".into(), b: "x/b".into(), kind: Kind::Read };
        let row = tab_row(&pair, true, &figures);
        assert_eq!(row[0], "`a`");
        assert_eq!(row[7..], ["1.50", "≤ 1.5 × · met"]);
    }
}
