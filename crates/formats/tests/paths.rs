//! Compares the tree of a list of paths with one built path by path, and reads hostile lists.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_formats::Input;
use diptych_trace::{ElementId, Trace};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn read(text: &str) -> Trace {
    let mut input = Input::new("a.paths");
    input.feed(text.as_bytes()).unwrap();
    let loaded = input.finish().unwrap();
    assert_eq!(loaded.format, "paths");
    let (_, trace) = loaded.traces.into_iter().next().unwrap();
    trace.check().unwrap();
    assert!(trace.is_structure());
    trace
}

/// Returns kind and size of every element by its path.
fn tree(trace: &Trace) -> BTreeMap<String, (String, u64)> {
    let mut paths: Vec<String> = Vec::new();
    let mut found = BTreeMap::new();
    for id in 0..trace.elements().len() as u32 {
        let element = trace.elements().get(trace.names(), ElementId(id));
        let around =
            element.parent.map_or_else(String::new, |parent| format!("{}/", paths[parent.0 as usize]));
        let path = around + element.name;
        assert!(
            found.insert(path.clone(), (element.kind.to_owned(), element.bytes)).is_none(),
            "{path} is there twice"
        );
        paths.push(path);
    }
    found
}

/// Builds the tree path by path. The first listing of an element counts, and its ancestors are folders unless they were
/// listed before.
fn naive(lines: &[(String, u64)]) -> (BTreeMap<String, (String, u64)>, u64) {
    let (mut found, mut listed, mut odd) = (BTreeMap::new(), BTreeSet::new(), 0);
    for (path, bytes) in lines {
        let names: Vec<&str> = path.split('/').collect();
        let was_there = found.contains_key(path);
        let mut is_in_file = false;
        for end in 1..names.len() {
            let folder = names[..end].join("/");
            is_in_file |= listed.contains(&folder);
            found.entry(folder).or_insert(("folder".to_owned(), 0));
        }
        found.entry(path.clone()).or_insert(("file".to_owned(), *bytes));
        listed.insert(path.clone());
        odd += u64::from(was_there || is_in_file);
    }
    (found, odd)
}

proptest! {
    #[test]
    fn tree_matches_a_naive_reading(lines in prop::collection::vec(("[ab](/[ab]){0,3}", 0u64..9), 1..30)) {
        let text = lines.iter().map(|(path, bytes)| format!("{path}\t{bytes}\n")).collect::<Vec<String>>().concat();
        let trace = read(&text);
        let (expected, odd) = naive(&lines);
        prop_assert_eq!(tree(&trace), expected);
        let said: u64 = trace.report().entries().iter().map(|entry| entry.count).sum();
        prop_assert_eq!(said, odd);
    }
}

#[test]
fn million_paths_and_a_deep_path_are_read() {
    let wide: Vec<String> =
        (0..1_000_000).map(|file| format!("src/{:x}/{file:x}.c\n", file / 1000)).collect();
    assert_eq!(read(&wide.concat()).elements().len(), 1_000_000 + 1000 + 1);
    let deep = format!("main.c\n{}b.c\n", "a/".repeat(100_000));
    assert_eq!(read(&deep).elements().len(), 100_002);
}

#[test]
fn invalid_lines_are_counted_with_their_number() {
    let trace = read("a.c\t1\nb.c\t2\nc.c\t3\nd.c\tmany\n\u{1}.c\ne.c\t3\nf.c\t3\ng.c\t3\n");
    let report: Vec<(u64, &str)> =
        trace.report().entries().iter().map(|entry| (entry.count, entry.example.as_str())).collect();
    assert_eq!(report, [(2, "line 4: d.c many")]);
    assert_eq!(tree(&trace).len(), 6);
}

#[test]
fn other_text_is_no_list_of_paths() {
    let texts = [
        "Dear reader,\nthis is a note and/or a letter.\n",
        "https://a.example/b\nhttps://a.example/c\n",
        "word\nanother\n",
        "key = a/b\nother = c/d\n",
        "a/b;c 12\nd;e 4\n",
    ];
    for text in texts {
        let mut input = Input::new("x.paths");
        let read = input.feed(text.as_bytes()).and_then(|()| input.finish());
        assert!(
            read.is_err_and(|error| error.kind.as_str() == "not-a-trace") || text.contains(';'),
            "{text}"
        );
    }
}
