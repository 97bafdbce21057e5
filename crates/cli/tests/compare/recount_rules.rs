//! Recounts outlier calls and the lines of where the time went from the file's events. It follows the rules as the
//! guide states them, without code of the ranking.

use crate::recount::{Event, Program, planted};
use crate::support::json;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The guide's limits for outlier calls.
const MOST_FEW: usize = 3;
const TIMES: i64 = 20;
const LEAST_OTHERS: usize = 8;

/// The command's own floor: a share, and ns.
const FLOOR: (f64, i64) = (0.05, 10_000);

/// A call: an event with what follows from its position.
struct Call {
    side: usize,
    /// Index among the events of its side. Both sides make the same calls in the same order.
    place: usize,
    start: i64,
    whole: i64,
    own: i64,
    /// Names of its callers, then its own.
    path: Vec<String>,
}

fn calls(side: usize, events: &[Event]) -> Vec<Call> {
    let holds = |around: &Event, event: &Event| around.start <= event.start && event.end <= around.end;
    let length = |event: &Event| (event.end - event.start) as i64;
    let callers = |place: usize| -> Vec<usize> {
        let around =
            (0..events.len()).filter(|&other| other != place && holds(&events[other], &events[place]));
        let mut around: Vec<usize> = around.collect();
        around.sort_by_key(|&other| Reverse(length(&events[other])));
        around
    };
    let mut own: Vec<i64> = events.iter().map(length).collect();
    for (place, event) in events.iter().enumerate() {
        if let Some(&caller) = callers(place).last() {
            own[caller] -= length(event);
        }
    }
    let call = |(place, event): (usize, &Event)| {
        let mut path: Vec<String> =
            callers(place).into_iter().map(|caller| events[caller].name.clone()).collect();
        path.push(event.name.clone());
        Call { side, place, start: event.start as i64, whole: length(event), own: own[place], path }
    };
    events.iter().enumerate().map(call).collect()
}

/// Returns the smallest value that 99 % of the values do not exceed.
fn p99(mut values: Vec<i64>) -> i64 {
    values.sort_unstable();
    let reaches =
        |&value: &i64| 100 * values.iter().filter(|&&other| other <= value).count() >= 99 * values.len();
    values.iter().copied().find(reaches).unwrap()
}

/// An outlier call, the time that 99 % of the others do not exceed, and its excess over the mean of the others on its
/// side.
struct Pause<'a> {
    call: &'a Call,
    usual: i64,
    excess: i64,
}

fn pauses_of<'a>(of: &mut Vec<&'a Call>) -> Vec<Pause<'a>> {
    of.sort_by_key(|call| (Reverse(call.own), call.side, call.place));
    let both = [0, 1].iter().all(|side| of.iter().any(|call| call.side == *side));
    let most = MOST_FEW.max(of.len() / 1_000).min(of.len().saturating_sub(LEAST_OTHERS));
    let others = |count: usize| of[count..].iter().map(|call| call.own).collect::<Vec<i64>>();
    let apart = |&count: &usize| {
        let usual = p99(others(count));
        usual > 0 && of[count - 1].own > TIMES * usual
    };
    let Some(count) = (1..=most).rev().find(apart).filter(|_| both) else { return Vec::new() };
    let is_pause =
        |call: &&&Call| !of[..count].iter().any(|other| other.side != call.side && other.place == call.place);
    let few: Vec<&Call> = of[..count].iter().filter(is_pause).copied().collect();
    let is_few = |call: &Call| few.iter().any(|few| (few.side, few.place) == (call.side, call.place));
    let ordinary = |side: usize| {
        let all: Vec<i64> =
            of.iter().filter(|call| call.side == side && !is_few(call)).map(|call| call.own).collect();
        (all.iter().sum::<i64>() as f64 / all.len() as f64).round() as i64
    };
    let pause =
        |call: &&'a Call| Pause { call, usual: p99(others(count)), excess: call.own - ordinary(call.side) };
    few.iter().map(pause).collect()
}

fn pauses(all: &[Call]) -> Vec<Pause<'_>> {
    let mut by_name: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
    for call in all {
        by_name.entry(call.path.last().unwrap()).or_default().push(call);
    }
    let mut found: Vec<Pause<'_>> = by_name.values_mut().flat_map(pauses_of).collect();
    found.sort_by_key(|pause| (Reverse(pause.call.own), pause.call.side, pause.call.place));
    found
}

/// Times of a path on both sides, the excess of outlier calls in them, and calls.
#[derive(Default)]
struct Sum {
    ticks: [i64; 2],
    excess: [i64; 2],
    calls: [u64; 2],
}

impl Sum {
    fn delta(&self) -> f64 {
        (self.ticks[1] - self.ticks[0]) as f64
    }

    fn is_on_both(&self) -> bool {
        !self.calls.contains(&0)
    }

    fn exceeds_floor(&self) -> bool {
        let smaller = self.ticks[0].min(self.ticks[1]) as f64;
        self.delta().abs() > FLOOR.1 as f64 && self.delta().abs() > FLOOR.0 * smaller
    }
}

/// A line of where the time went: path, times in A and B, and the excess of outlier calls in each.
type Line = (Vec<String>, [i64; 2], [i64; 2]);

fn lines(all: &[Call], pauses: &[Pause<'_>]) -> Vec<Line> {
    let mut sums: BTreeMap<&[String], Sum> = BTreeMap::new();
    for call in all {
        let sum = sums.entry(&call.path).or_default();
        sum.ticks[call.side] += call.whole;
        sum.calls[call.side] += 1;
    }
    for pause in pauses {
        for length in 1..=pause.call.path.len() {
            let sum = sums.get_mut(&pause.call.path[..length]).unwrap();
            sum.excess[pause.call.side] += pause.excess;
        }
    }
    let explains = |child: &Sum, of: &Sum| {
        let share = child.delta() / of.delta();
        child.delta() * of.delta() > 0.0 && (0.9..=1.0 / 0.9).contains(&share) && of.is_on_both()
    };
    let has_line = |(path, sum): &(&&[String], &Sum)| {
        let callers = (1..path.len()).all(|length| sums[&path[..length]].is_on_both());
        let is_child = |other: &[String]| other.len() == path.len() + 1 && other.starts_with(path);
        sum.exceeds_floor()
            && callers
            && !sums.iter().any(|(other, child)| is_child(other) && explains(child, sum))
    };
    // Callers come before their callees.
    let mut found: Vec<(&&[String], &Sum)> = Vec::new();
    for (path, sum) in sums.iter().filter(has_line) {
        let outer = found.iter().rfind(|(of, _)| path.starts_with(of) && of.last() == path.last());
        let is_same =
            outer.is_some_and(|(_, outer)| (0.5..=1.0 / 0.9).contains(&(sum.delta() / outer.delta())));
        if !is_same {
            found.push((path, sum));
        }
    }
    found.sort_by(|x, y| y.1.delta().abs().total_cmp(&x.1.delta().abs()));
    let steady = |sum: &Sum| sum.delta() - (sum.excess[1] - sum.excess[0]) as f64;
    let most =
        |change: &dyn Fn(&Sum) -> f64| found.iter().map(|(_, sum)| change(sum).abs()).fold(0.0, f64::max);
    let least = most(&Sum::delta).min(most(&steady)) / 20.0;
    found.truncate(12);
    found.retain(|(_, sum)| sum.delta().abs() >= least);
    let mut lines: Vec<Line> =
        found.into_iter().map(|(path, sum)| (path.to_vec(), sum.ticks, sum.excess)).collect();
    lines.sort();
    lines
}

fn number(row: &Value, name: &str) -> i64 {
    row[name].as_i64().unwrap()
}

fn rows<'a>(json: &'a Value, list: &str) -> &'a Vec<Value> {
    json["ranking"][list].as_array().unwrap()
}

fn check(name: &str, program: &Program, pauses_expected: usize) {
    let (files, runs) = planted(name, program);
    let all: Vec<Call> = runs.iter().enumerate().flat_map(|(side, events)| calls(side, events)).collect();
    let found = json(&files, &["--allow-unlike"]);
    let expected = pauses(&all);
    assert_eq!(expected.len(), pauses_expected, "{name}");
    let listed: Vec<(String, String, i64, i64, i64)> = rows(&found, "pauses")
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            let [start, own, usual] = ["start_ns", "self_ns", "others_p99_ns"].map(|key| number(row, key));
            (text("side"), text("function"), start, own, usual)
        })
        .collect();
    let recounted: Vec<_> = expected
        .iter()
        .filter(|pause| pause.call.own > FLOOR.1)
        .map(|Pause { call, usual, .. }| {
            (
                ["a", "b"][call.side].to_owned(),
                call.path.last().unwrap().clone(),
                call.start,
                call.own,
                *usual,
            )
        })
        .collect();
    assert_eq!(listed, recounted, "pauses of {name}");
    for row in ["slower", "faster"].into_iter().flat_map(|list| rows(&found, list)) {
        let of: Vec<&Pause<'_>> = expected
            .iter()
            .filter(|pause| Some(pause.call.path.last().unwrap().as_str()) == row["function"].as_str())
            .collect();
        let by_few: i64 =
            of.iter().map(|pause| if pause.call.side == 0 { -pause.excess } else { pause.excess }).sum();
        assert_eq!(number(row, "by_few_calls_ns"), by_few, "{row}");
        let parts = ["by_calls_ns", "by_length_ns", "by_few_calls_ns"].map(|part| number(row, part));
        assert_eq!(parts.iter().sum::<i64>(), number(row, "delta_ns"), "{row}");
        // Both sides make the same number of calls.
        assert_eq!(parts[0], 0, "{row}");
    }
    let mut shown: Vec<Line> = rows(&found, "phases")
        .iter()
        .map(|row| {
            let path = row["path"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
            let [a, b, of_a, of_b] =
                ["a_ns", "b_ns", "a_pauses_ns", "b_pauses_ns"].map(|key| number(row, key));
            assert_eq!(number(row, "delta_ns"), b - a);
            (path.collect(), [a, b], [of_a, of_b])
        })
        .collect();
    shown.sort();
    assert_eq!(shown, lines(&all, &expected), "where the change lies of {name}");
}

#[test]
fn outlier_calls_and_change_lines_follow_the_rules() {
    let program = |speed: u64, pauses: &'static [(u64, usize, u64)]| Program {
        functions: 20,
        calls: 600,
        speed,
        pauses,
    };
    check("rules-none", &program(1_000, &[]), 0);
    check("rules-faster", &program(700, &[]), 0);
    // Outlier calls in B and in A. Then also one that both sides have in the same call, which is none.
    check("rules-pauses", &program(1_000, &[(1, 41, 4_000_000), (1, 101, 900_000), (0, 402, 2_500_000)]), 3);
    let shared = &[(0, 41, 3_000_000), (1, 41, 5_000_000), (0, 65, 700_000), (1, 87, 800_000)];
    check("rules-shared", &program(1_000, shared), 2);
}
