//! The summary of a fleet: as JSON, and from that as text, Markdown and a page. So all of them say the same.

use crate::compare::{code, plain};
use crate::layout::{Column, table, wrapped};
use crate::output::shown;
use crate::style::{HEADING, painted};
use diptych_fleet::{FleetOptions, FleetPair, FleetSummary, PairSummary};
use diptych_site::{CellKind, Section, SectionColumn};
use diptych_views::numbers;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Rows per list for people.
pub(super) const ROWS: usize = 20;

/// Returns the summary for programs. docs/fleet.md lists the fields.
pub(super) fn document(found: &FleetSummary, pairs: &[FleetPair], options: FleetOptions) -> Value {
    let is_error = |pair: &&PairSummary| pair.outcome.error.is_some();
    let (errors, changed) =
        (found.pairs.iter().filter(is_error).count(), found.pairs.iter().filter(|of| of.is_changed).count());
    let noise = found.null.map(|of| json!({ "scale": of.scale, "degrees_of_freedom": of.freedom }));
    json!({
        "counts": {
            "pairs": found.pairs.len(),
            "changed": changed,
            "unchanged": found.pairs.len() - changed - errors,
            "errors": errors,
            "failing": found.pairs.iter().filter(|pair| pair.outcome.fails).count(),
        },
        "level": options.level,
        "least_change": options.least_change,
        "tests": found.tests,
        "noise": noise,
        "pairs": found.pairs.iter().zip(pairs).map(|(of, pair)| of_pair(of, pair)).collect::<Vec<Value>>(),
        "changes": changes(found),
        "functions": functions(found),
        "groups": groups(found),
    })
}

fn of_pair(of: &PairSummary, pair: &FleetPair) -> Value {
    let labels = pair.labels.iter().map(|(key, value)| (key.clone(), json!(value)));
    let status = match (&of.outcome.error, of.is_changed) {
        (Some(_), _) => "error",
        (None, true) => "changed",
        (None, false) => "unchanged",
    };
    json!({
        "name": of.outcome.name,
        "labels": labels.collect::<Map<String, Value>>(),
        "status": status,
        "error": of.outcome.error,
        "verdict": of.outcome.verdict,
        "cause": of.outcome.cause,
        "doubt": of.outcome.doubt,
        "new_functions": of.new_and_gone[0],
        "gone_functions": of.new_and_gone[1],
        "ratio": of.outcome.ratio,
        "general_ratio": of.general_ratio,
        "general_q": of.general_q,
        "changed_in_general": of.is_general,
        "significant_changes": of.outcome.significant_changes,
        "fails": of.outcome.fails,
        "group": of.group,
    })
}

fn changes(found: &FleetSummary) -> Vec<Value> {
    let change = |of: &diptych_fleet::Change| {
        json!({
            "pair": found.pairs[of.pair].outcome.name,
            "function": found.names[of.function],
            "a": of.times[0],
            "b": of.times[1],
            "ratio": of.ratio,
            "q": of.q,
        })
    };
    found.changes.iter().map(change).collect()
}

fn functions(found: &FleetSummary) -> Vec<Value> {
    let function = |of: &diptych_fleet::FleetFunction| {
        json!({
            "function": found.names[of.function],
            "pairs": of.pairs,
            "slower": of.slower,
            "faster": of.faster,
            "new": of.new,
            "gone": of.gone,
            "ratio": of.ratio,
            "q": of.q,
            "shifted": of.is_shifted,
        })
    };
    found.functions.iter().map(function).collect()
}

fn groups(found: &FleetSummary) -> Vec<Value> {
    let group = |members: &Vec<usize>| {
        // Most pairs of the group first.
        let mut shared: Vec<((usize, bool), usize)> = Vec::new();
        for change in found.changes.iter().filter(|change| members.contains(&change.pair)) {
            let kind = (change.function, change.ratio > 1.0);
            match shared.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => shared.push((kind, 1)),
            }
        }
        shared.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
        let changes = shared.into_iter().map(|((function, is_slower), count)| {
            json!({
                "function": found.names[function],
                "change": if is_slower { "slower" } else { "faster" },
                "pairs": count,
            })
        });
        json!({
            "pairs": members.iter().map(|&pair| found.pairs[pair].outcome.name.as_str()).collect::<Vec<&str>>(),
            "changes": changes.collect::<Vec<Value>>(),
        })
    };
    found.groups.iter().map(group).collect()
}

/// Returns the tables of the summary. Each has all of its rows.
pub(super) fn sections(document: &Value) -> Vec<Section> {
    vec![changed_pairs(document), changed_functions(document), alike(document), errors(document)]
}

fn list<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    of[key].as_array().into_iter().flatten()
}

fn text(of: &Value, key: &str) -> String {
    of[key].as_str().unwrap_or_default().to_owned()
}

fn ratio(of: &Value) -> String {
    of.as_f64().map_or_else(String::new, numbers::ratio)
}

fn probability(of: &Value) -> String {
    match of.as_f64() {
        None => String::new(),
        Some(q) if q < 0.0001 => "< 0.0001".to_owned(),
        Some(q) => format!("{q:.4}"),
    }
}

fn count(of: &Value) -> String {
    numbers::count(of.as_u64().unwrap_or(0))
}

fn columns(heads: &[(&'static str, CellKind)]) -> Vec<SectionColumn> {
    heads.iter().map(|&(head, kind)| SectionColumn { head, kind }).collect()
}

fn changed_pairs(document: &Value) -> Section {
    let row = |pair: &Value| {
        let name = text(pair, "name");
        let own = || list(document, "changes").filter(|change| change["pair"] == pair["name"]);
        let what = own().map(|change| format!("{} {}", text(change, "function"), ratio(&change["ratio"])));
        let mut what: Vec<String> = what.take(3).collect();
        let more = own().count().saturating_sub(what.len());
        if pair["changed_in_general"] == true {
            what.insert(0, format!("all functions {}", ratio(&pair["general_ratio"])));
        }
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        // A new or gone function has no ratio, and often explains those of others.
        let is_of_one_side = |key: &str| pair[key].as_u64().unwrap_or(0) > 0;
        if is_of_one_side("new_functions") || is_of_one_side("gone_functions") {
            what.insert(0, text(pair, "cause"));
        }
        what.insert(0, text(pair, "doubt"));
        what.retain(|what| !what.is_empty());
        vec![ratio(&pair["ratio"]), own().count().to_string(), name, what.join("; ") + &more]
    };
    let mut changed: Vec<(&Value, f64)> = list(document, "pairs")
        .filter(|pair| pair["status"] == "changed")
        .map(|pair| (pair, largest_change(document, pair)))
        .collect();
    let part = |pair: &Value| match pair["new_functions"].as_u64().max(pair["gone_functions"].as_u64()) {
        _ if pair["doubt"].is_string() => 0,
        Some(1..) => 1,
        _ => 2,
    };
    changed.sort_by(|x, y| part(x.0).cmp(&part(y.0)).then(y.1.total_cmp(&x.1)));
    let rows = changed.into_iter().map(|(pair, _)| row(pair)).collect();
    Section {
        title: "Changed pairs",
        about: "Pairs with an incomplete side come first, then those with new or gone functions. In each part the pair with \
                the largest change of a function, or of all functions, is first."
            .to_owned(),
        columns: columns(&[
            ("B ÷ A", CellKind::Number),
            ("functions", CellKind::Number),
            ("pair", CellKind::Name),
            ("what changed", CellKind::Words),
        ]),
        rows,
    }
}

/// Returns the size of the largest change of a pair: of a function, or of all functions in general.
fn largest_change(document: &Value, pair: &Value) -> f64 {
    let own = list(document, "changes").filter(|change| change["pair"] == pair["name"]);
    let general = (pair["changed_in_general"] == true).then(|| &pair["general_ratio"]);
    let ratios = own.map(|change| &change["ratio"]).chain(general).filter_map(Value::as_f64);
    ratios.map(|ratio| ratio.ln().abs()).fold(0.0, f64::max)
}

fn changed_functions(document: &Value) -> Section {
    let is_changed = |of: &&Value| {
        let counts = ["slower", "faster", "new", "gone"].iter();
        of["shifted"] == true || counts.into_iter().any(|key| of[*key].as_u64().unwrap_or(0) > 0)
    };
    let row = |of: &Value| {
        let counts = ["slower", "faster", "new", "gone", "pairs"].map(|key| count(&of[key]));
        let over_all = if of["shifted"] == true { probability(&of["q"]) } else { String::new() };
        counts.into_iter().chain([ratio(&of["ratio"]), over_all, text(of, "function")]).collect()
    };
    let number = |head| (head, CellKind::Number);
    Section {
        title: "Changed functions",
        about: "The first four columns count pairs. The median is over all pairs that call the function on both sides, each \
                relative to the other functions of its pair. q is given for functions that shifted over the whole fleet."
            .to_owned(),
        columns: columns(&[
            number("slower"),
            number("faster"),
            number("new"),
            number("gone"),
            number("of pairs"),
            number("median B ÷ A"),
            number("q"),
            ("function", CellKind::Name),
        ]),
        rows: list(document, "functions").filter(is_changed).map(row).collect(),
    }
}

fn alike(document: &Value) -> Section {
    let row = |of: &Value| {
        let pairs: Vec<String> = list(of, "pairs").filter_map(Value::as_str).map(str::to_owned).collect();
        let changes = list(of, "changes").map(|change| {
            format!("{} {} in {}", text(change, "function"), text(change, "change"), count(&change["pairs"]))
        });
        vec![pairs.len().to_string(), changes.collect::<Vec<String>>().join("; "), pairs.join(", ")]
    };
    Section {
        title: "Pairs that changed alike",
        about: String::new(),
        columns: columns(&[
            ("pairs", CellKind::Number),
            ("changes", CellKind::Name),
            ("names", CellKind::Words),
        ]),
        rows: list(document, "groups").map(row).collect(),
    }
}

fn errors(document: &Value) -> Section {
    let failed = list(document, "pairs").filter(|pair| pair["status"] == "error");
    Section {
        title: "Not compared",
        about: String::new(),
        columns: columns(&[("pair", CellKind::Name), ("reason", CellKind::Words)]),
        rows: failed.map(|pair| vec![text(pair, "name"), text(pair, "error")]).collect(),
    }
}

/// Returns the counts and the method in two sentences.
pub(super) fn head(document: &Value) -> [String; 2] {
    let counts = &document["counts"];
    let parts = [("changed", "changed"), ("unchanged", "unchanged"), ("errors", "not compared")];
    let parts = parts.map(|(key, word)| format!("{} {word}", count(&counts[key])));
    let pairs = count(&counts["pairs"]);
    let level = numbers::percent(document["level"].as_f64().unwrap_or(0.0));
    let method = if document["noise"].is_null() {
        "There are too few pairs and functions to measure the noise of the fleet, so each pair counts as changed if its own \
         comparison found a significant change."
            .to_owned()
    } else {
        format!(
            "At most {level} of the changes are expected to be false, over {} tests of functions in pairs.",
            count(&document["tests"])
        )
    };
    [format!("{pairs} pairs: {}", parts.join(", ")), method]
}

/// Returns the summary for a terminal, with at most `top` rows per table.
pub(super) fn text_of(document: &Value, sections: &[Section], top: usize, width: Option<usize>) -> String {
    let [counts, method] = head(document);
    let mut lines = vec![painted(HEADING, &counts)];
    lines.extend(wrapped(&method, width, 0));
    for section in sections.iter().filter(|section| !section.rows.is_empty()) {
        lines.extend([String::new(), painted(HEADING, section.title)]);
        let column = |column: &SectionColumn| match column.kind {
            CellKind::Number => Column::number(column.head),
            CellKind::Name => Column::name(column.head),
            CellKind::Words => Column::words(column.head),
        };
        let columns: Vec<Column> = section.columns.iter().map(column).collect();
        let rows: Vec<Vec<String>> = section
            .rows
            .iter()
            .take(top)
            .map(|row| row.iter().map(|cell| shown(&cell.replace('\n', " "))).collect())
            .collect();
        lines.extend(table(&columns, &rows, width).lines);
        lines.extend(more(section, top));
    }
    lines.join("\n") + "\n"
}

fn more(section: &Section, top: usize) -> Option<String> {
    let more = section.rows.len().saturating_sub(top);
    (more > 0).then(|| format!("{} more; summary.json has all of them", numbers::count(more as u64)))
}

/// Returns the summary as Markdown.
pub(super) fn markdown(document: &Value, sections: &[Section], top: usize) -> String {
    let [counts, method] = head(document);
    let mut out = format!("**{counts}**\n\n{method}\n");
    for section in sections.iter().filter(|section| !section.rows.is_empty()) {
        let heads: Vec<&str> = section.columns.iter().map(|column| column.head).collect();
        let rules = section.columns.iter().map(|of| if of.kind == CellKind::Number { "--:" } else { "---" });
        let _ = write!(
            out,
            "\n### {}\n\n| {} |\n| {} |\n",
            section.title,
            heads.join(" | "),
            rules.collect::<Vec<&str>>().join(" | ")
        );
        for row in section.rows.iter().take(top) {
            let cell = |(cell, column): (&String, &SectionColumn)| {
                let cell = shown(&cell.replace('\n', " "));
                if column.kind == CellKind::Name { code(&cell) } else { plain(&cell) }
            };
            let cells: Vec<String> = row.iter().zip(&section.columns).map(cell).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        if let Some(more) = more(section, top) {
            let _ = writeln!(out, "\n{more}.");
        }
    }
    out
}
