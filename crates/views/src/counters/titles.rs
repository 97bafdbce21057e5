//! Titles of counters.

use crate::words::{lane_name, shown};
use diptych_trace::{CounterId, Trace};
use std::collections::BTreeMap;

/// Returns the titles of a trace's counters, by row; no two are equal.
///
/// A title is `name: series`. If several counters share it, the name of their lane follows without the number at its
/// end, because ids of processes differ from run to run: `heap: used · Renderer`. What is still equal is numbered:
/// `heap: used · Renderer #2`.
pub fn titles(trace: &Trace) -> Vec<String> {
    let counters = trace.counters();
    let plain: Vec<String> = counters.ids().map(|id| plain(trace, id)).collect();
    let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
    for title in &plain {
        *uses.entry(title).or_default() += 1;
    }
    let qualified = counters.ids().zip(&plain).map(|(id, title)| {
        let owner = counters.lane(id).filter(|_| uses.get(title.as_str()).is_some_and(|&uses| uses > 1));
        match owner {
            Some(lane) => format!("{title} · {}", without_number(&lane_name(trace, lane))),
            None => title.clone(),
        }
    });
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut unique: std::collections::BTreeSet<String> = std::collections::BTreeSet::new();
    let mut all = Vec::with_capacity(plain.len());
    for title in qualified {
        let number = numbers.entry(title.clone()).or_default();
        let name = loop {
            *number += 1;
            let name = if *number == 1 { title.clone() } else { format!("{title} #{number}") };
            // A counter of the file may be called like a numbered one.
            if unique.insert(name.clone()) {
                break name;
            }
        };
        all.push(name);
    }
    all
}

/// Returns the counter with a title.
pub fn find(trace: &Trace, title: &str) -> Option<CounterId> {
    titles(trace).iter().position(|known| known == title).map(|row| CounterId(row as u32))
}

/// Returns `name: series`.
fn plain(trace: &Trace, id: CounterId) -> String {
    let (counters, names) = (trace.counters(), trace.names());
    let name = match counters.name(names, id) {
        "" => "(unnamed)",
        name => name,
    };
    match counters.series(names, id) {
        "" => shown(name),
        series => shown(&format!("{name}: {series}")),
    }
}

/// Returns a name without the number at its end.
fn without_number(name: &str) -> &str {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end() {
        "" => name,
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_trace::{Builder, CallSpec, CounterSample, CounterSpec, FunctionSpec, LaneKind, Sink};

    #[test]
    fn titles_differ_and_do_without_ids_of_processes() {
        let mut builder = Builder::default();
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        for (process, name, series) in [
            ("Browser 7", "heap", "used"),
            ("Renderer 8", "heap", "used"),
            ("Renderer 9", "heap", "used"),
            ("Renderer 9", "heap", "free"),
            ("12", "rss", ""),
            ("13", "rss", ""),
            ("", "", ""),
        ] {
            let lane = builder.lane(None, LaneKind::Process, process);
            builder.call(lane, CallSpec { start: 0, end: 1, function, source: 0 });
            let owner = builder.owner();
            builder.place_owner(owner, lane);
            let counter = builder.counter(owner, CounterSpec { name, series, unit: "" });
            builder.sample(counter, CounterSample { at: 0, value: 1.0, source: 0 });
        }
        let trace = builder.finish().remove(0).1;
        let expected = [
            "heap: used · Browser",
            "heap: used · Renderer",
            "heap: used · Renderer #2",
            "heap: free",
            "rss · 12",
            "rss · 13",
            "(unnamed)",
        ];
        assert_eq!(titles(&trace), expected);
        assert_eq!(find(&trace, "heap: free"), Some(CounterId(3)));
        assert_eq!(find(&trace, "heap"), None);
    }
}
