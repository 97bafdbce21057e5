//! Recounts new and gone functions from the file's events: inclusive times, and the new or gone functions above them.

use crate::recount::{Event, written};
use crate::support::{folder, json};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The command's own floor, in ns.
const FLOOR: i64 = 10_000;

fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Adds a call of a random function that only one side has. It calls such functions and functions of both sides.
/// Returns its end.
fn insert(events: &mut Vec<Event>, state: &mut u64, start: u64, (outer, depth): (u64, u64)) -> u64 {
    let mut at = start + 500 + draw(state, 3_000);
    for _ in 0..draw(state, 4) {
        if depth < 4 && draw(state, 2) == 0 {
            at = insert(events, state, at, (outer, depth + 1)) + 100;
        } else {
            let end = at + 300 + draw(state, 900);
            events.push(Event { start: at, end, name: format!("known{}", draw(state, 5)) });
            at = end + 100;
        }
    }
    // About nine of ten calls of an inner function lie below the same outer function.
    let of = if draw(state, 10) == 0 { draw(state, 3) } else { outer };
    let name = if depth == 0 { format!("one{outer}") } else { format!("inner{}of{of}", draw(state, 2)) };
    events.push(Event { start, end: at, name });
    at
}

/// Returns a run in which `main` calls the same functions in turn. With a seed, it calls others between them. Both
/// sides call the common callees of those at the beginning, so that it is clear which calls match.
fn run(seed: Option<u64>) -> Vec<Event> {
    let known = |number: u64| Event {
        start: 300 * number,
        end: 300 * number + 200,
        name: format!("known{}", number - 1),
    };
    let (mut events, mut at): (Vec<Event>, u64) = ((1..6).map(known).collect(), 2_000);
    let mut state = seed.unwrap_or(0);
    for call in 0..60u64 {
        events.push(Event { start: at, end: at + 2_000 + 10 * call, name: format!("both{}", call % 5) });
        at += 2_100 + 10 * call;
        if seed.is_some() && draw(&mut state, 4) == 0 {
            let outer = draw(&mut state, 3);
            at = insert(&mut events, &mut state, at, (outer, 0)) + 100;
        }
    }
    events.push(Event { start: 0, end: at, name: "main".to_owned() });
    events
}

/// Returns the callers of an event, outermost first.
fn callers<'a>(events: &'a [Event], of: &Event) -> Vec<&'a Event> {
    let holds = |around: &&Event| {
        around.start <= of.start && of.end <= around.end && (around.start, around.end) != (of.start, of.end)
    };
    let mut around: Vec<&Event> = events.iter().filter(holds).collect();
    around.sort_by_key(|around| std::cmp::Reverse(around.end - around.start));
    around
}

/// Returns inclusive time and leader of each function that the other side does not call.
fn recounted(events: &[Event], other: &[Event]) -> BTreeMap<String, (i64, Option<String>)> {
    let known: BTreeSet<&str> = other.iter().map(|event| event.name.as_str()).collect();
    let ours = || events.iter().filter(|event| !known.contains(event.name.as_str()));
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for event in ours() {
        let is_inner = callers(events, event).iter().any(|caller| caller.name == event.name);
        *sums.entry(&event.name).or_default() += if is_inner { 0 } else { (event.end - event.start) as i64 };
    }
    let leads = |name: &str| sums.get(name) > Some(&FLOOR);
    // The leader of the nearest callers above the floor, if it is the same for nine tenths of the time of the outermost
    // calls. A caller without a leader is its own.
    let above = |name: &str, leaders: &BTreeMap<String, String>| -> Option<String> {
        let outermost = |mut name: String| {
            while let Some(next) = leaders.get(&name) {
                name.clone_from(next);
            }
            name
        };
        let mut by_caller: BTreeMap<Option<String>, i64> = BTreeMap::new();
        for event in ours().filter(|event| event.name == name) {
            let around = callers(events, event);
            if !around.iter().any(|caller| caller.name == name) {
                let nearest = around.iter().rev().map(|caller| caller.name.as_str()).find(|name| leads(name));
                let leader = nearest.map(|nearest| outermost(nearest.to_owned()));
                *by_caller.entry(leader).or_default() += (event.end - event.start) as i64;
            }
        }
        let most = by_caller.into_iter().find(|&(_, ticks)| 10 * ticks >= 9 * sums[name]);
        most.and_then(|(leader, _)| leader).filter(|leader| leader != name)
    };
    let mut leaders: BTreeMap<String, String> = BTreeMap::new();
    while let Some((name, leader)) = sums.keys().find_map(|&name| {
        let is_open = !leaders.contains_key(name) && leads(name);
        above(name, &leaders).filter(|_| is_open).map(|leader| (name.to_owned(), leader))
    }) {
        leaders.insert(name, leader);
    }
    let beneath = |name: &str| {
        let next = |of: &String| leaders.get(of).cloned();
        std::iter::successors(leaders.get(name).cloned(), next).last()
    };
    sums.iter()
        .map(|(&name, &ticks)| (name.to_owned(), (ticks, beneath(name).filter(|_| ticks > FLOOR))))
        .collect()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap().to_owned()
}

#[test]
fn new_and_gone_functions_agree_with_recount() {
    let (mut beneath, mut below_floor) = (0, 0);
    for seed in 1..12 {
        let folder = folder(&format!("recount-new-{seed}"));
        let runs = [run(None), run(Some(seed))];
        let files = [written(&folder, "a.json", &runs[0]), written(&folder, "b.json", &runs[1])];
        let expected = recounted(&runs[1], &runs[0]);
        for (list, key, files) in [
            ("new", "b_inclusive_ns", files.clone()),
            ("gone", "a_inclusive_ns", [files[1].clone(), files[0].clone()]),
        ] {
            let found = json(&files, &["--allow-unlike"]);
            let rows = found["ranking"][list].as_array().unwrap();
            let listed: BTreeMap<String, (i64, Option<String>)> = rows
                .iter()
                .map(|row| {
                    let leader = row["beneath"].as_str().map(str::to_owned);
                    (text(row, "function"), (row[key].as_i64().unwrap(), leader))
                })
                .collect();
            assert_eq!(listed, expected, "{list} of {seed}");
            for row in rows {
                let (ticks, leader) = &expected[&text(row, "function")];
                let reason = match (*ticks > FLOOR, leader, list) {
                    (false, ..) => "below the floor",
                    (true, Some(_), "new") => "below another function only in B",
                    (true, Some(_), _) => "below another function only in A",
                    (true, None, "new") => "new",
                    (true, None, _) => "gone",
                };
                assert_eq!(row["reason"], reason, "{row}");
                assert_eq!(row["stands_out"], ["new", "gone"].contains(&reason), "{row}");
            }
            let order: Vec<(bool, i64)> = rows
                .iter()
                .map(|row| (!row["stands_out"].as_bool().unwrap(), -row[key].as_i64().unwrap()))
                .collect();
            assert!(order.is_sorted(), "{order:?}");
        }
        beneath += expected.values().filter(|(_, leader)| leader.is_some()).count();
        below_floor += expected.values().filter(|(ticks, _)| *ticks <= FLOOR).count();
    }
    assert!(beneath > 10 && below_floor > 0, "{beneath} {below_floor}");
}
