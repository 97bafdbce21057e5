//! What is said of tubes and lines.

use super::case::{Case, PictureOptions};
use super::figures::permutation;
use crate::matches::item::Item;
use diptych_protocol::SideName;
use diptych_trace::CallId;

fn case() -> (Case, [CallId; 2]) {
    let case = permutation();
    let calls = SideName::BOTH.map(|side| case.calls(side, "first")[0]);
    (case, calls)
}

#[test]
fn a_tube_tells_both_calls_and_how_they_differ() {
    let (case, [a, b]) = case();
    let item = Item::Match { a, b, similarity: Some(0.5) };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4], false).unwrap();
    assert_eq!(tip.name, "first");
    let start = tip.partner.iter().find(|row| row.label == "Start").unwrap();
    assert_eq!(
        [&start.a[..], &start.b[..], &start.change[..]],
        ["0\u{202f}ns", "800\u{202f}ns", "+800\u{202f}ns"]
    );
    assert!(tip.facts.iter().any(|fact| fact.label == "Similarity" && fact.value == "0.50"));
    let other = case.calls(SideName::B, "stays")[0];
    let item = Item::Match { a, b: other, similarity: None };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4], false).unwrap();
    assert_eq!(tip.context, "matches stays of B");
}

#[test]
fn a_line_tells_how_many_matches_of_how_many_calls() {
    let (case, [a, b]) = case();
    let item =
        Item::MatchBundle { a: [a, CallId(a.0 + 3)], b: [b, CallId(b.0 + 2)], count: 2, similarity: 1.5 };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4], false).unwrap();
    assert_eq!(tip.name, "2 matches of calls under 2\u{202f}px");
    let facts: Vec<(&str, &str)> = tip.facts.iter().map(|fact| (&fact.label[..], &fact.value[..])).collect();
    let expected = [
        ("Calls of A", "3"),
        ("Calls of B", "2"),
        ("First of A", "first"),
        ("First of B", "first"),
        ("Similarities, summed", "1.50"),
    ];
    assert_eq!(facts, expected);
}

#[test]
fn the_caption_counts_what_is_drawn() {
    let (case, _) = case();
    let laid = case.laid(&PictureOptions::default());
    let matched: u64 = case.alignment.sides[0].calls[..2].iter().sum();
    assert!(
        laid.info.drawn.as_ref().unwrap().text.contains(&format!("of {matched} matched calls")),
        "{}",
        laid.info.drawn.as_ref().unwrap().text
    );
    assert!(
        laid.info.drawn.as_ref().unwrap().rule.contains("inside a drawn tube only if its length changed")
    );
}
