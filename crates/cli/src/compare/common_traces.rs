//! The choice of the traces to compare if files hold several, such as one for each thread. The page chooses by the same
//! rule (`web/src/sides/common-traces.ts`).

use diptych_engine::trace::FileTrace;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Minimum number of digits of a number that differs from run to run, such as the id of a thread.
const DIGITS_OF_ID: usize = 3;

/// Returns the names of the traces of A and of B to compare: of the names that both files have, the one that both files
/// show by themselves, or else the one with the most calls. If no name is in both files, names are compared without their ids. `None` without a common name.
pub(super) fn common_traces(files: [&[FileTrace]; 2]) -> Option<[String; 2]> {
    common_by(files, str::to_owned).or_else(|| common_by(files, without_ids))
}

/// Returns the pair of traces with the same key that comes first. Keys that a file has twice are left out.
fn common_by(files: [&[FileTrace]; 2], key: fn(&str) -> String) -> Option<[String; 2]> {
    let [of_a, of_b] = files.map(|traces| {
        let mut by_key: BTreeMap<String, Option<&FileTrace>> = BTreeMap::new();
        for trace in traces {
            by_key.entry(key(&trace.name)).and_modify(|known| *known = None).or_insert(Some(trace));
        }
        by_key
    });
    let pairs = of_a.iter().filter_map(|(key, a)| Some((key, (*a)?, (*of_b.get(key)?)?)));
    let (_, a, b) =
        pairs.max_by_key(|(key, a, b)| (a.is_shown && b.is_shown, a.calls + b.calls, Reverse(*key)))?;
    Some([a.name.clone(), b.name.clone()])
}

/// Returns a name without its ids: `Thread 9655 "parse_1"` becomes `Thread # "parse_1"`.
fn without_ids(name: &str) -> String {
    let is_digit = |character: char| character.is_ascii_digit();
    let mut text = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|character| is_digit(character) != is_digit(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(length);
        let is_id = is_digit(first) && part.len() >= DIGITS_OF_ID;
        text.push_str(if is_id { "#" } else { part });
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::common_traces;
    use diptych_engine::trace::FileTrace;

    fn common(a: &[(&str, u64)], b: &[(&str, u64)]) -> Option<[String; 2]> {
        let traces = |of: &[(&str, u64)]| -> Vec<FileTrace> {
            let shown = of.first().map(|of| of.0);
            let trace = |&(name, calls): &(&str, u64)| FileTrace {
                name: name.to_owned(),
                calls,
                is_shown: shown == Some(name),
            };
            of.iter().map(trace).collect()
        };
        common_traces([&traces(a), &traces(b)])
    }

    #[test]
    fn the_common_name_with_most_calls_is_chosen() {
        let a = [("extra", 2_000), ("main", 900), ("io", 50)];
        let b = [("io", 800), ("main", 100)];
        assert_eq!(common(&a, &b), Some(["main".to_owned(), "main".to_owned()]));
        assert_eq!(common(&a[..1], &b), None);
        // Both files show the space in use, as their default.
        let space = [("inuse_space", 10), ("alloc_space", 90)];
        assert_eq!(common(&space, &space), Some(["inuse_space".to_owned(), "inuse_space".to_owned()]));
    }

    #[test]
    fn ids_of_threads_are_left_out_of_other_names() {
        let a = [("Thread 9652 \"MainThread\"", 5), ("Thread 9655 \"parse_1\"", 90)];
        let b = [
            ("Thread 17 \"MainThread\"", 6),
            ("Thread 9661 \"parse_1\"", 80),
            ("Thread 9663 \"parse_2\"", 99),
        ];
        assert_eq!(common(&a, &b), Some([a[1].0.to_owned(), b[1].0.to_owned()]));
        // Two threads of one name are not told apart, so none of them is chosen.
        let twice = [("Thread 100 \"w\"", 5), ("Thread 101 \"w\"", 90)];
        assert_eq!(common(&twice, &[("Thread 200 \"w\"", 5)]), None);
    }
}
