//! Recounts the lists from the file's events, without code of the ranking. They contain exactly what exceeds the floor.

use crate::support::{compare, folder, json, plain, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// A driver that makes `calls` calls of `functions` functions in turn.
pub(crate) struct Program {
    pub(crate) functions: usize,
    pub(crate) calls: usize,
    /// Factor for the self times of B, in thousandths.
    pub(crate) speed: u64,
    /// Side, number of the call, and the ns added to it.
    pub(crate) pauses: &'static [(u64, usize, u64)],
}

/// An event of the file: start and end in ns.
pub(crate) struct Event {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) name: String,
}

/// Returns a pseudo-random number below a limit.
fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

impl Program {
    /// Returns the events of a run: `main` calls all functions in turn, and every third one calls the next.
    fn run(&self, side: u64) -> Vec<Event> {
        let (mut state, mut at, mut events) = (side + 1, 100, Vec::new());
        for call in 0..self.calls {
            let function = call % self.functions;
            // In B, every fifth function is slower by a factor from its number. All calls jitter by a tenth.
            let planted = if side == 1 && function.is_multiple_of(5) { 1 + function as u64 % 3 } else { 1 };
            let own = 2_000 + 300 * function as u64;
            let own = own * planted * (950 + draw(&mut state, 100)) / 1_000;
            let own = if side == 1 { own * self.speed / 1_000 } else { own };
            let paused = self.pauses.iter().filter(|&&(of, number, _)| (of, number) == (side, call));
            let own = own + paused.map(|(_, _, ns)| ns).sum::<u64>();
            let inner = if function.is_multiple_of(3) { 700 + draw(&mut state, 50) } else { 0 };
            events.push(Event { start: at, end: at + own + inner, name: format!("f{function}") });
            if inner > 0 {
                let name = format!("f{}", (function + 1) % self.functions);
                events.push(Event { start: at + own / 2, end: at + own / 2 + inner, name });
            }
            at += own + inner + 10;
        }
        events.push(Event { start: 0, end: at, name: "main".to_owned() });
        events
    }
}

pub(crate) fn written(folder: &std::path::Path, name: &str, events: &[Event]) -> PathBuf {
    let mut out = String::from("{\"traceEvents\":[");
    for (place, Event { start, end, name }) in events.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let us = |ns: u64| format!("{}.{:03}", ns / 1_000, ns % 1_000);
        let (ts, dur) = (us(*start), us(end - start));
        write!(
            out,
            "{comma}\n{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":{ts},\"dur\":{dur},\"name\":\"{name}\"}}"
        )
        .unwrap();
    }
    let path = folder.join(name);
    std::fs::write(&path, out + "\n]}").unwrap();
    path
}

/// Returns self time by name. An event counts against the shortest event that contains it.
fn self_times(events: &[Event]) -> BTreeMap<String, i64> {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for (place, event) in events.iter().enumerate() {
        let length = (event.end - event.start) as i64;
        *sums.entry(event.name.clone()).or_default() += length;
        let holds = |&(other, around): &(usize, &Event)| {
            other != place && around.start <= event.start && event.end <= around.end
        };
        let caller =
            events.iter().enumerate().filter(holds).min_by_key(|(_, around)| around.end - around.start);
        if let Some((_, caller)) = caller {
            *sums.entry(caller.name.clone()).or_default() -= length;
        }
    }
    sums
}

/// Writes both runs. Returns the files and the events.
pub(crate) fn planted(name: &str, program: &Program) -> ([PathBuf; 2], [Vec<Event>; 2]) {
    let folder = folder(name);
    let runs = [program.run(0), program.run(1)];
    ([written(&folder, "a.json", &runs[0]), written(&folder, "b.json", &runs[1])], runs)
}

pub(crate) fn pair(name: &str, program: &Program) -> ([PathBuf; 2], [BTreeMap<String, i64>; 2]) {
    let (files, runs) = planted(name, program);
    (files, runs.map(|events| self_times(&events)))
}

/// Returns names and changes of a list.
fn listed(json: &Value, list: &str) -> BTreeMap<String, i64> {
    let rows = json["ranking"][list].as_array().unwrap().iter();
    rows.map(|row| (row["function"].as_str().unwrap().to_owned(), row["delta_ns"].as_i64().unwrap()))
        .collect()
}

fn check(json: &Value, sums: &[BTreeMap<String, i64>; 2], floor: (f64, i64)) {
    let expected = |sign: i64| -> BTreeMap<String, i64> {
        let both = sums[0].keys().collect::<BTreeSet<_>>();
        let changes = both.into_iter().filter_map(|name| Some((name, sums[0][name], *sums[1].get(name)?)));
        let above = changes.filter(|&(_, a, b)| {
            (b - a) * sign > floor.1 && ((b - a) * sign) as f64 > floor.0 * a.min(b) as f64
        });
        above.map(|(name, a, b)| (name.clone(), b - a)).collect()
    };
    for (list, sign) in [("slower", 1), ("faster", -1)] {
        assert_eq!(listed(json, list), expected(sign), "{list}");
        let rows = json["ranking"][list].as_array().unwrap();
        let stands_out: Vec<bool> = rows.iter().map(|row| row["stands_out"].as_bool().unwrap()).collect();
        assert!(stands_out.is_sorted_by(|first, then| first >= then), "what stands out comes first");
        assert!(rows.iter().all(|row| !row["reason"].as_str().unwrap().is_empty()));
        let count = stands_out.iter().filter(|stands_out| **stands_out).count();
        assert_eq!(json["ranking"]["counts"][list], count);
        assert_eq!(json["ranking"]["counts_below"][list], rows.len() - count);
    }
}

#[test]
fn rows_above_the_floor_are_in_their_list() {
    for (name, speed) in [("recount-same", 1_000), ("recount-slower", 1_210), ("recount-faster", 800)] {
        let (files, sums) = pair(name, &Program { functions: 30, calls: 900, speed, pauses: &[] });
        check(&json(&files, &[]), &sums, (0.05, 10_000));
        check(&json(&files, &["--floor-percent", "0", "--floor-us", "0"]), &sums, (0.0, 0));
        check(&json(&files, &["--floor-percent", "30", "--floor-us", "100"]), &sums, (0.3, 100_000));
    }
}

#[test]
fn rows_in_line_with_the_run_are_counted() {
    let (files, _) = pair("recount-drift", &Program { functions: 30, calls: 900, speed: 1_210, pauses: &[] });
    let found = json(&files, &[]);
    let rows = found["ranking"]["slower"].as_array().unwrap();
    let as_the_run = rows.iter().filter(|row| row["reason"] == "in line with the whole run").count();
    let below = found["ranking"]["counts_below"]["slower"].as_u64().unwrap();
    assert!(as_the_run > 15 && below >= as_the_run as u64, "{as_the_run} of {below}");
    let said = plain(&text(&compare(&files, &[]).stdout));
    assert!(said.contains("A typical function is 21 % slower in B"), "{said}");
    assert!(
        said.contains(&format!(
            "  {below} more are not significant: {as_the_run} functions (in line with the whole run)"
        )),
        "{said}"
    );
    let all = plain(&text(&compare(&files, &["--all", "--top", "100"]).stdout));
    assert_eq!(all.matches("in line with the whole run").count(), 1 + as_the_run, "{all}");
    let markdown = plain(&text(&compare(&files, &["--markdown"]).stdout));
    assert!(
        markdown.contains(&format!(
            "<details><summary>{below} more are not significant: {as_the_run} functions (in line with the whole run)"
        )),
        "{markdown}"
    );
}
