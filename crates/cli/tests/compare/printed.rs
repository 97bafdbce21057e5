//! Tests the output against a recount: exactly the rows above the printed floor are listed, some of them folded. The
//! sums come from the calls, without code of the ranking.

use crate::recount::{Program, pair as planted};
use crate::support::{examples, json, pair, plain, printed};
use diptych_compare::identity::{Rules, compile, identify};
use diptych_engine::trace::Run;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;

/// Self time in ns by function.
type Sums = BTreeMap<String, i64>;

fn read(path: &PathBuf) -> Run {
    let name = path.file_name().unwrap().to_str().unwrap();
    diptych_engine::read_trace(name, None, File::open(path).unwrap()).unwrap()
}

/// Returns self times by identity. A call's self time is its duration less those of its callees.
fn recounted(files: &[PathBuf; 2]) -> [Sums; 2] {
    let runs = files.each_ref().map(read);
    let rules = Rules::defaults(runs.each_ref().map(|run| run.format.as_str()));
    let traces = runs.each_ref().map(|run| &run.trace);
    let identities = identify(&compile(&rules).unwrap(), traces, &mut |_, _| ());
    [0, 1].map(|side| {
        let calls = traces[side].calls();
        let mut own: Vec<i64> =
            calls.start().iter().zip(calls.end()).map(|(start, end)| end - start).collect();
        for (row, parent) in calls.parent().iter().enumerate() {
            if let Some(parent) = parent.some() {
                own[parent.index()] -= calls.end()[row] - calls.start()[row];
            }
        }
        let mut sums = Sums::new();
        for (function, ticks) in calls.function().iter().zip(own) {
            let key = identities.key(identities.by_function(side)[function.index()]);
            *sums.entry(key.to_owned()).or_default() += ticks;
        }
        sums
    })
}

/// Reads `changes above 5.0 % and 10.0 µs`. Returns the share and ns.
fn printed_floor(text: &str) -> (f64, f64) {
    let line = text.lines().find(|line| line.starts_with("Listed")).unwrap();
    let words: Vec<&str> = line.split_once("changes above ").unwrap().1.split(' ').collect();
    let [_, "%", "and", _, _, ..] = words.as_slice() else { panic!("{line}") };
    let unit = match words[4].trim_end_matches(';') {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        unit => panic!("{unit}"),
    };
    (words[0].parse::<f64>().unwrap() / 100.0, words[3].parse::<f64>().unwrap() * unit)
}

/// Returns how many rows of a list stand out and how many are folded, as printed.
fn printed_counts(text: &str, title: &str) -> (usize, usize) {
    let Some((_, list)) = text.split_once(&format!("\n{title}: ")) else { return (0, 0) };
    let list = list.split("\n\n").next().unwrap();
    let number = |text: &str| text.replace(',', "").parse().unwrap();
    let first = list.lines().next().unwrap();
    let shown = if first.starts_with("no") { 0 } else { number(first.split(' ').next().unwrap()) };
    let folded = list.lines().skip(1).filter_map(|line| line.trim_start().split_once(" more "));
    let folded = folded.last().map_or(0, |(count, _)| number(count));
    (shown, folded)
}

fn names(json: &Value, list: &str) -> BTreeSet<String> {
    let rows = json["ranking"][list].as_array().unwrap().iter();
    rows.map(|row| row["function"].as_str().unwrap().to_owned()).collect()
}

fn check(files: &[PathBuf; 2], options: &[&str]) {
    let text = plain(&printed(files, &[&["--lists"], options].concat()));
    let json = json(files, options);
    let [a, b] = recounted(files);
    let (share, ns) = printed_floor(&text);
    let changed = |sign: i64| -> BTreeSet<String> {
        let both = a.iter().filter_map(|(name, &a)| Some((name, a, *b.get(name)?)));
        let above = both.filter(|&(_, a, b)| {
            let change = ((b - a) * sign) as f64;
            change > ns && change > share * a.min(b) as f64
        });
        above.map(|(name, ..)| name.clone()).collect()
    };
    let only =
        |own: &Sums, other: &Sums| own.keys().filter(|name| !other.contains_key(*name)).cloned().collect();
    let expected = [
        ("Slower in B, by self time", changed(1)),
        ("Faster in B, by self time", changed(-1)),
        ("New in B, by inclusive time", only(&b, &a)),
        ("Gone from A, by inclusive time", only(&a, &b)),
    ];
    for ((title, rows), list) in expected.into_iter().zip(["slower", "faster", "new", "gone"]) {
        let (shown, folded) = printed_counts(&text, title);
        // Calls of one caller may have a row beside that of their function.
        let all = json["ranking"][list].as_array().unwrap();
        let of_callers = all.iter().filter(|row| !row["caller"].is_null()).count();
        assert_eq!(
            shown + folded,
            rows.len() + of_callers,
            "{title} of {files:?} under {options:?}: {shown} and {folded}"
        );
        assert_eq!(names(&json, list), rows, "{title} of {files:?} under {options:?}");
        let stands_out = |row: &&Value| row["stands_out"].as_bool().unwrap();
        assert_eq!(
            json["ranking"][list].as_array().unwrap().iter().filter(stands_out).count(),
            shown,
            "{title}"
        );
    }
}

#[test]
fn rows_above_the_printed_floor_are_those_listed() {
    let mut pairs = vec![pair("printed"), examples()];
    for (name, speed) in [("printed-same", 1_000), ("printed-slower", 1_210), ("printed-faster", 800)] {
        pairs.push(planted(name, &Program { functions: 40, calls: 1_000, speed, pauses: &[] }).0);
    }
    for files in &pairs {
        let [a, b] = files;
        for files in [files.clone(), [b.clone(), a.clone()]] {
            check(&files, &[]);
            check(&files, &["--floor-percent", "1", "--floor-us", "2"]);
            check(&files, &["--floor-percent", "50", "--floor-us", "0.5"]);
        }
    }
}
