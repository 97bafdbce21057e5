//! Checks that the order of the events in a Chrome trace does not matter, however many of them share an instant.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_testkit::picture;
use diptych_trace::{CallId, OddityKind};
use proptest::prelude::*;
use support::values::{odd, one, total};

/// A call of a random forest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    name: String,
    start: i64,
    end: i64,
    depth: u32,
}

/// An event: its instant, phase, name and id.
type Event = (i64, &'static str, String, u8);

fn written(&(at, phase, ref name, id): &Event) -> String {
    format!(r#"{{"ph":"{phase}","cat":"c","name":"{name}","id":"{id}","pid":1,"tid":1,"ts":{at}}}"#)
}

fn file(events: &[Event]) -> Vec<u8> {
    format!("[{}]", events.iter().map(written).collect::<Vec<_>>().join(",\n")).into_bytes()
}

/// Makes a forest in which every call takes some time and has a name of its own. Calls begin and end at few instants.
fn forest(steps: &[(i64, bool)]) -> Vec<Node> {
    let (mut at, mut open, mut nodes): (i64, Vec<usize>, Vec<Node>) = (0, Vec::new(), Vec::new());
    let close = |nodes: &mut Vec<Node>, node: usize, at: &mut i64| {
        *at += i64::from(nodes[node].start == *at);
        nodes[node].end = *at;
    };
    for &(step, begins) in steps {
        at += step;
        if begins {
            open.push(nodes.len());
            let name = format!("f{}", nodes.len() * 7 % 100);
            nodes.push(Node { name, start: at, end: at, depth: open.len() as u32 - 1 });
        } else if let Some(node) = open.pop() {
            close(&mut nodes, node, &mut at);
        }
    }
    while let Some(node) = open.pop() {
        close(&mut nodes, node, &mut at);
    }
    // Of calls with equal times, only the order of names could tell which is the caller.
    let twice = |node: &Node| {
        nodes.iter().filter(|other| (other.start, other.end) == (node.start, node.end)).count() > 1
    };
    let is_clear = !nodes.iter().any(twice);
    if is_clear { nodes } else { Vec::new() }
}

fn calls(bytes: &[u8]) -> Vec<Node> {
    let trace = one(bytes);
    let table = trace.calls();
    let call = |call: CallId| {
        let start = table.start()[call.index()] + trace.origin();
        Node {
            name: trace.call_name(call).to_owned(),
            start: start / 1_000,
            end: (start + table.duration(call)) / 1_000,
            depth: table.depth()[call.index()],
        }
    };
    let mut calls: Vec<Node> = (0..table.len() as u32).map(CallId).map(call).collect();
    calls.sort();
    calls
}

fn shuffled(events: &[Event], keys: &[u32]) -> Vec<Event> {
    let mut keyed: Vec<(u32, Event)> = keys.iter().copied().zip(events.iter().cloned()).collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, event)| event).collect()
}

/// Returns the begins and ends of a forest.
fn begins_and_ends(nodes: &[Node], [begin, end]: [&'static str; 2]) -> Vec<Event> {
    nodes
        .iter()
        .flat_map(|node| [(node.start, begin, node.name.clone(), 1), (node.end, end, node.name.clone(), 1)])
        .collect()
}

proptest! {
    #[test]
    fn shuffled_begins_and_ends_give_the_forest(
        steps in prop::collection::vec((0i64..3, any::<bool>()), 1..40),
        keys in prop::collection::vec(any::<u32>(), 80),
    ) {
        let mut nodes = forest(&steps);
        prop_assume!(!nodes.is_empty());
        for phases in [["b", "e"], ["B", "E"]] {
            let events = shuffled(&begins_and_ends(&nodes, phases), &keys);
            let mut in_time = events.clone();
            in_time.sort_by_key(|event| event.0);
            nodes.sort();
            for (text, order) in [(file(&events), "shuffled"), (file(&in_time), "in time order")] {
                prop_assert_eq!(&calls(&text), &nodes, "{}: {}", order, String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn shuffled_complete_events_give_the_forest(
        steps in prop::collection::vec((0i64..3, any::<bool>()), 1..40),
        keys in prop::collection::vec(any::<u32>(), 40),
    ) {
        let mut nodes = forest(&steps);
        prop_assume!(!nodes.is_empty());
        let mut keyed: Vec<(u32, &Node)> = keys.iter().copied().zip(&nodes).collect();
        keyed.sort();
        let event = |(_, node): &(u32, &Node)| {
            let Node { name, start, end, .. } = node;
            format!(r#"{{"ph":"X","name":"{name}","pid":1,"tid":1,"ts":{start}.000,"dur":{}.000}}"#, end - start)
        };
        let text = format!("[{}]", keyed.iter().map(event).collect::<Vec<_>>().join(","));
        nodes.sort();
        prop_assert_eq!(calls(text.as_bytes()), nodes);
    }

    /// Any events, even if they do not fit together: calls without length, names that repeat, ends without begins.
    #[test]
    fn order_of_any_async_events_does_not_matter(
        events in prop::collection::vec((0i64..6, any::<bool>(), 0u8..3, 0u8..2), 1..24),
        keys in prop::collection::vec(any::<u32>(), 24),
    ) {
        let event = |(at, begins, name, id): (i64, bool, u8, u8)| {
            (at, if begins { "b" } else { "e" }, format!("f{name}"), id)
        };
        let mut events: Vec<Event> = events.into_iter().map(event).collect();
        prop_assume!(events.iter().any(|event| event.1 == "b"));
        events.sort();
        let expected = picture(&one(&file(&events)));
        let other = file(&shuffled(&events, &keys));
        prop_assert_eq!(picture(&one(&other)), expected, "{}", String::from_utf8_lossy(&other));
    }
}

#[test]
fn async_call_that_begins_as_another_ends_is_its_sibling() {
    let events = [
        (0, "b", "job"),
        (1, "b", "load"),
        (4, "b", "store"),
        (4, "e", "load"),
        (7, "e", "store"),
        (9, "e", "job"),
    ];
    let events = events.map(|(at, phase, name)| (at, phase, name.to_owned(), 1));
    let trace = one(&file(&events));
    assert_eq!([total(&trace, "load"), total(&trace, "store"), total(&trace, "job")], [3_000, 3_000, 9_000]);
    assert!(odd(&trace).iter().all(|(kind, ..)| *kind != OddityKind::MismatchedEnd), "{:?}", odd(&trace));
}

/// Ends that name nothing end the innermost call: only the order in the file tells what they belong to.
#[test]
fn begins_and_ends_without_names_keep_their_order() {
    let text = r#"[{"ph":"B","name":"f","pid":1,"tid":1,"ts":0},{"ph":"B","name":"g","pid":1,"tid":1,"ts":5},
        {"ph":"E","pid":1,"tid":1,"ts":5},{"ph":"E","pid":1,"tid":1,"ts":9}]"#;
    let trace = one(text.as_bytes());
    assert_eq!((total(&trace, "f"), total(&trace, "g")), (9_000, 0));
    assert_eq!(trace.calls().depth(), [0, 1]);
}

/// Pieces of a profile of V8 state the time since the sample before, which may be in another piece.
#[test]
fn order_of_the_pieces_of_a_profile_does_not_matter() {
    let profile =
        r#"{"ph":"P","name":"Profile","id":"1","pid":1,"tid":1,"ts":100,"args":{"data":{"startTime":100}}}"#;
    let nodes = r#""nodes":[{"id":1,"callFrame":{"functionName":"f"}},{"id":2,"parent":1,"callFrame":{"functionName":"g"}}],"#;
    let piece = |at: u32, nodes: &str, samples: &str, deltas: &str| {
        format!(
            r#"{{"ph":"P","name":"ProfileChunk","id":"1","pid":1,"tid":9,"ts":{at},"args":{{"data":{{"cpuProfile":{{{nodes}"samples":[{samples}]}},"timeDeltas":[{deltas}]}}}}}}"#
        )
    };
    let mut pieces = vec![
        profile.to_owned(),
        piece(120, nodes, "1,2", "5,5"),
        piece(130, "", "2,1,2", "7,7,7"),
        piece(140, "", "1", "3"),
    ];
    let file = |pieces: &[String]| format!("[{}]", pieces.join(","));
    let expected = picture(&one(file(&pieces).as_bytes()));
    for turn in 0..24 {
        pieces.swap(turn % 3, turn % 3 + 1);
        assert_eq!(picture(&one(file(&pieces).as_bytes())), expected, "{pieces:?}");
    }
}
