//! Measures how every analysis and every view grows with the number of calls: `npm run bench -- --only scaling`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::machine::Machine;
use super::native::Measure;
use super::scaling_picture;
use crate::{sections, workspace};

/// Page with the section, and the picture in it.
const PAGE: &str = "docs/robustness.md";
const PICTURE: &str = "docs/pictures/scaling.svg";

/// Smallest number of calls a side. Each larger one is ten times as large.
const SMALLEST: u64 = 1_000;

/// The cost of one analysis or view at every size.
#[derive(Debug, Default, Clone)]
pub(super) struct Curve {
    /// Calls of both sides, milliseconds and bytes, the smallest size first.
    pub(super) points: Vec<Point>,
}

/// The cost at one size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) calls: f64,
    pub(super) ms: f64,
    pub(super) bytes: f64,
}

/// The curves by kind and name.
pub(super) type Curves = BTreeMap<(String, String), Curve>;

/// Measures every size up to `largest` calls a side, and writes the section and its picture.
pub(super) fn run(measure: &Measure, largest: u64, machine: &mut Machine) -> Result<()> {
    let mut curves = Curves::new();
    let mut calls = SMALLEST;
    let mut stop = None;
    while calls <= largest {
        println!("scaling: {calls} calls a side");
        match measure.ask(&["scaling".as_ref(), Path::new(&calls.to_string())]) {
            Ok(told) => add(&told, &mut curves)?,
            Err(error) => {
                stop = Some(format!("{calls} calls a side: {error:#}"));
                break;
            }
        }
        calls *= 10;
    }
    machine.finish()?;
    let text = section(&curves, stop.as_deref(), &machine.line());
    println!("{text}");
    std::fs::write(workspace::at(PICTURE), scaling_picture::svg(&curves)).context(PICTURE)?;
    sections::write(PAGE, "scaling", &text)
}

fn add(told: &Value, curves: &mut Curves) -> Result<()> {
    let calls = told["calls"].as_f64().context("the number of calls")?;
    for row in told["rows"].as_array().context("the rows")? {
        let word = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let number = |key: &str| row[key].as_f64().unwrap_or_default();
        let point = Point { calls, ms: number("ms"), bytes: number("bytes") };
        curves.entry((word("kind"), word("what"))).or_default().points.push(point);
    }
    Ok(())
}

impl Curve {
    /// Returns the exponent of a value between the two largest sizes: 1 means that it grows as the calls do. `None`
    /// for one size, or for values too small to say.
    pub(super) fn exponent(&self, value: impl Fn(&Point) -> f64, least: f64) -> Option<f64> {
        let [.., before, last] = self.points[..] else { return None };
        let (low, high) = (value(&before), value(&last));
        (high >= least).then(|| (high / low.max(least / 100.0)).ln() / (last.calls / before.calls).ln())
    }
}

/// Milliseconds and bytes below which an exponent says nothing.
const LEAST_MS: f64 = 2.0;
const LEAST_BYTES: f64 = 100_000.0;

fn section(curves: &Curves, stop: Option<&str>, machine: &str) -> String {
    let sizes: Vec<f64> = curves
        .values()
        .next()
        .map(|curve| curve.points.iter().map(|point| point.calls).collect())
        .unwrap_or_default();
    let mut text = format!(
        "![Time of every analysis and view over the number of calls](pictures/scaling.svg)\n\n\
         The measured pair is the example pair, repeated until it has enough calls. The steps run in one thread, on \
         {machine}. The heads of the columns are numbers of calls, of A and B together. If a step runs several times, \
         the table gives its longest time and its most memory. *Memory* is the peak at the largest size, beyond the \
         memory that was in use before the step. *Exponent* compares the two largest sizes: with 1, ten times the \
         calls take ten times the time (or memory), and with 0, they take no more. If a step takes less than 2 ms or \
         0.1 MB, the table has a dash instead of the exponent. The views are named as in `diptych render --view`.\n\n"
    );
    let heads: Vec<String> = sizes.iter().map(|calls| count(*calls)).collect();
    let _ = writeln!(text, "| step | {} | exponent | memory | exponent |", heads.join(" | "));
    let _ = writeln!(text, "| --- |{} --: | --: | --: |", " --: |".repeat(heads.len()));
    for ((kind, what), curve) in curves {
        let times: Vec<String> = curve.points.iter().map(|point| milliseconds(point.ms)).collect();
        let times = times.join(" | ");
        let exponent = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
        let bytes = curve.points.last().map_or(0.0, |point| point.bytes);
        let _ = writeln!(
            text,
            "| {} | {times} | {} | {} | {} |",
            step(kind, what),
            exponent(curve.exponent(|point| point.ms, LEAST_MS)),
            megabytes(bytes),
            exponent(curve.exponent(|point| point.bytes, LEAST_BYTES))
        );
    }
    match stop {
        Some(stop) => text + &format!("\nMeasuring stopped at {stop}\n"),
        None => text,
    }
}

/// Returns a step in words.
fn step(kind: &str, what: &str) -> String {
    let words = match (kind, what) {
        ("side", "load") => "store a trace that was read",
        ("side", "compare") => "list the differences",
        ("analysis", "align") => "match the calls",
        ("analysis", "similar") => "find similar calls",
        ("analysis", "proposals") => "look for renamed functions",
        ("analysis", "profile") => "sum the calls of each call path",
        ("analysis", "slices") => "sum the time of each lane and time slice",
        ("analysis", "partitions") => "group lanes and slices into areas",
        ("analysis", "curve") => "find all levels of detail of these areas",
        ("analysis", "call-windows") => "prepare the calls of Structure",
        _ => return format!("{kind} `{what}`"),
    };
    words.to_owned()
}

fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn milliseconds(ms: f64) -> String {
    if ms >= 1_000.0 { format!("{:.2} s", ms / 1_000.0) } else { format!("{ms:.1} ms") }
}

fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(calls: u64, ms: f64) -> Value {
        json!({ "calls": calls, "rows": [{ "kind": "view", "what": "flame", "ms": ms, "bytes": ms * 1e5 }] })
    }

    #[test]
    fn exponents_compare_the_two_largest_sizes() {
        let mut curves = Curves::new();
        for (calls, ms) in [(1_000, 9.0), (10_000, 5.0), (100_000, 500.0)] {
            add(&told(calls, ms), &mut curves).unwrap();
        }
        let curve = curves.values().next().unwrap();
        assert_eq!(curve.exponent(|point| point.ms, LEAST_MS), Some(2.0));
        assert_eq!(curve.exponent(|point| point.ms, 1e9), None);
        let text = section(&curves, Some("1,000,000 calls a side: no memory"), "a machine");
        assert!(text.contains("| step | 1,000 | 10,000 | 100,000 | exponent |"), "{text}");
        assert!(
            text.contains("| view `flame` | 9.0 ms | 5.0 ms | 500.0 ms | 2.00 | 50.0 MB | 2.00 |"),
            "{text}"
        );
        assert!(text.ends_with("stopped at 1,000,000 calls a side: no memory\n"), "{text}");
    }

    #[test]
    fn one_size_has_no_exponent() {
        let mut curves = Curves::new();
        add(&told(1_000, 9.0), &mut curves).unwrap();
        assert_eq!(curves.values().next().unwrap().exponent(|point| point.ms, 0.0), None);
        assert!(add(&json!({ "rows": [] }), &mut curves).is_err());
    }
}
