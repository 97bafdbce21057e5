//! Writes the tables of comparisons.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::Pair;
use super::super::native::{MANY_SETS, grown};
use super::cells::{bytes_a_call, count, is_large, missing, seconds, table};

/// Returns the tables of the command, of growing pairs and of the tab.
pub(super) fn tables(pairs: &[&Pair], figures: &Figures) -> Vec<String> {
    let rows = pairs.iter().map(|pair| native_row(&pair.name, figures));
    vec![
        table(
            "Comparing, in the command",
            "Each step of the comparison is measured on its own.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | alignment | time to match the calls of both sides |\n\
             | distinct sets | number of different sets of callees |\n\
             | callee sets | time to find the calls with equal sets of callees |\n\
             | join | time to find all pairs of similar sets of callees |\n\
             | budget | limit for a million calls per side, or for 6,000 sets of callees per side |\n\
             | memory per call | memory of the finished comparison without the traces, per call of both sides |\n\
             | peak per call | peak memory during the comparison, per call of both sides |\n\
             | longest gap | longest time without a progress report |",
            &[
                "pair",
                "names",
                "lanes",
                "alignment",
                "budget",
                "distinct sets",
                "callee sets",
                "join",
                "budget",
                "memory per call",
                "peak per call",
                "budget (memory)",
                "longest gap",
            ],
            rows.chain([many_sets_row(figures)]),
        ),
        table(
            "Comparing as calls grow",
            "Does the time grow in proportion to the number of calls? For this table, the calls of one pair of \
             traces are repeated. An exponent of 1 means that twice as many calls as in the first row take twice \
             the time. An exponent of 2 means that twice as many calls take four times the time.",
            &["calls A", "calls B", "lanes", "alignment", "callee sets", "join", "exponent"],
            grown_rows(figures).into_iter(),
        ),
        table(
            "Comparing, in the tab",
            "The page compares two files as soon as they are loaded, while it draws its first picture.\n\n\
             | column | meaning |\n| --- | --- |\n\
             | alignment, callee sets, join | time of each step, as in the section *Comparing, in the command* |\n\
             | whole | time of the whole comparison |\n\
             | longest gap | longest time without a progress report |\n\
             | cancel | time from a click until the page says that the comparison stopped |\n\
             | frame | time between two frames during the comparison (median / longest) |",
            &[
                "pair",
                "alignment",
                "budget",
                "callee sets",
                "join",
                "budget",
                "whole",
                "longest gap",
                "budget",
                "cancel",
                "budget",
                "frame",
                "budget",
            ],
            pairs.iter().map(|pair| tab_row(&pair.name, figures)),
        ),
    ]
}

/// Returns the time of both steps of similarity.
fn similarity(of: &str, [sets, join]: [&str; 2], figures: &Figures) -> Option<f64> {
    figures.median_of(of, [sets, join], |[sets, join]| sets + join)
}

fn native_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, &format!("compare: {what}"));
    let time = |what: &str| of(what).map_or_else(missing, seconds);
    let large = |value: Option<f64>| value.filter(|_| is_large(pair, figures));
    let both = similarity(pair, ["compare: sets", "compare: join"], figures);
    vec![
        format!("`{pair}`"),
        time("identities"),
        time("lanes"),
        time("align"),
        large(of("align")).map_or_else(missing, |ms| verdict(ms, budgets::ALIGN_MS[0], " ms")),
        distinct(pair, figures),
        time("sets"),
        time("join"),
        large(both).map_or_else(missing, |ms| verdict(ms, budgets::SIMILAR_MS[0], " ms")),
        of("heldPerCall").map_or_else(missing, bytes_a_call),
        of("mostPerCall").map_or_else(missing, bytes_a_call),
        large(of("heldPerCall")).map_or_else(missing, |held| verdict(held, budgets::COMPARISON_BYTES, " B")),
        time("silence"),
    ]
}

fn distinct(of: &str, figures: &Figures) -> String {
    let [a, b] = ["a", "b"].map(|side| figures.median(of, &format!("compare: distinct {side}")));
    a.zip(b).map_or_else(missing, |(a, b)| format!("{} (A), {} (B)", count(a), count(b)))
}

fn many_sets_row(figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(MANY_SETS, &format!("compare: {what}"));
    let time = |what: &str| of(what).map_or_else(missing, seconds);
    let mut row = vec![MANY_SETS.to_owned(), time("identities"), time("lanes"), time("align"), missing()];
    row.extend([distinct(MANY_SETS, figures), time("sets"), time("join")]);
    row.push(of("join").map_or_else(missing, |ms| verdict(ms, budgets::JOIN_MS, " ms")));
    row.resize_with(13, missing);
    row
}

fn grown_rows(figures: &Figures) -> Vec<Vec<String>> {
    let of = |name: &str, what: &str| figures.median(name, &format!("compare: {what}"));
    let mut names = Vec::new();
    while of(&grown(names.len()), "align").is_some() {
        names.push(grown(names.len()));
    }
    let calls = |name: &str| Some(of(name, "calls a")? + of(name, "calls b")?);
    let whole = |name: &str| {
        ["lanes", "align", "sets", "join"].iter().map(|step| of(name, step)).sum::<Option<f64>>()
    };
    let row = |name: &String| {
        let time = |what: &str| of(name, what).map_or_else(missing, seconds);
        let calls_of = |what: &str| of(name, what).map_or_else(missing, count);
        let exponent = names.first().filter(|first| *first != name).and_then(|first| {
            Some((whole(name)? / whole(first)?).ln() / (calls(name)? / calls(first)?).ln())
        });
        vec![
            calls_of("calls a"),
            calls_of("calls b"),
            time("lanes"),
            time("align"),
            time("sets"),
            time("join"),
            exponent.map_or_else(missing, |exponent| format!("{exponent:.2}")),
        ]
    };
    names.iter().map(row).collect()
}

fn tab_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, &format!("tab: {what}"));
    let time = |what: &str| of(what).map_or_else(missing, seconds);
    let within = |what: &str, budget: f64| of(what).map_or_else(missing, |ms| verdict(ms, budget, " ms"));
    let large = |value: Option<f64>| value.filter(|_| is_large(pair, figures));
    let both = similarity(pair, ["tab: sets", "tab: join"], figures);
    vec![
        format!("`{pair}`"),
        time("align"),
        large(of("align")).map_or_else(missing, |ms| verdict(ms, budgets::ALIGN_MS[1], " ms")),
        time("sets"),
        time("join"),
        large(both).map_or_else(missing, |ms| verdict(ms, budgets::SIMILAR_MS[1], " ms")),
        time("whole"),
        time("silence"),
        within("silence", budgets::SILENCE_MS),
        time("cancel"),
        within("cancel", budgets::CANCEL_MS),
        format!("{} / {}", time("frame"), time("longest frame")),
        within("frame", budgets::FRAME_MS),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(rows: &[(&str, &str, f64)]) -> Figures {
        let mut figures = Figures::default();
        for &(of, what, value) in rows {
            figures.add(of, what, value);
        }
        figures
    }

    #[test]
    fn linear_growth_has_exponent_one() {
        let mut rows = Vec::new();
        let names = [0, 1].map(grown);
        for (name, factor) in names.iter().zip([1.0, 10.0]) {
            for what in ["lanes", "align", "sets", "join", "calls a", "calls b"] {
                rows.push((name.as_str(), format!("compare: {what}"), 100.0 * factor));
            }
        }
        let rows: Vec<_> = rows.iter().map(|(of, what, value)| (*of, what.as_str(), *value)).collect();
        let rows = grown_rows(&figures(&rows));
        assert_eq!((rows.len(), rows[0][6].as_str(), rows[1][6].as_str()), (2, "–", "1.00"));
    }

    #[test]
    fn small_pairs_skip_large_budgets() {
        let rows = [
            ("p", "compare: align", 900.0),
            ("p", "calls", 1e4),
            ("q", "compare: align", 900.0),
            ("q", "calls", 1e6),
        ];
        let figures = figures(&rows);
        assert_eq!(native_row("p", &figures)[4], "–");
        assert_eq!(native_row("q", &figures)[4], "≤ 500 ms · **not met**");
    }

    #[test]
    fn rows_have_a_cell_per_column() {
        let none = Figures::default();
        assert_eq!(
            [native_row("p", &none).len(), many_sets_row(&none).len(), tab_row("p", &none).len()],
            [13; 3]
        );
    }
}
