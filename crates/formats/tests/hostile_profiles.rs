//! Reads hostile profiles of V8, Firefox, perf script and pprof: too deep, too many, too far, cyclic.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::LoadedFile;
use diptych_trace::{OddityKind, Trace};
use std::fmt::Write as _;
use support::protobuf::{bytes, number, varint};
use support::read;

fn load(file: &[u8]) -> LoadedFile {
    let loaded = read("", file.chunks(1 << 16)).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()));
    }
    loaded
}

fn count(trace: &Trace, kind: OddityKind) -> u64 {
    trace.report().entries().iter().filter(|entry| entry.kind == kind).map(|entry| entry.count).sum()
}

/// Makes a CPU profile. `parent` returns the parent of a node.
fn cpu_profile(nodes: u32, parent: impl Fn(u32) -> Option<u32>, samples: &str, deltas: &str) -> Vec<u8> {
    let mut file = String::from(r#"{"nodes":["#);
    for id in 1..=nodes {
        let parent = parent(id).map_or(String::new(), |parent| format!(r#""parent":{parent},"#));
        write!(file, r#"{{"id":{id},{parent}"callFrame":{{"functionName":"f{}"}}}},"#, id % 3).unwrap();
    }
    write!(file, r#"],"startTime":0,"endTime":9,"samples":[{samples}],"timeDeltas":[{deltas}]}}"#).unwrap();
    file.into_bytes()
}

#[test]
fn v8_nodes_may_be_deep_or_cyclic() {
    let deep = 100_000;
    let chain = cpu_profile(deep, |id| (id > 1).then(|| id - 1), "100000,1,100000", "1,1,1");
    let trace = &load(&chain).traces[0].1;
    assert_eq!((trace.max_depth(), trace.calls().len()), (deep - 1, 2 * deep as usize - 1));
    let ring = cpu_profile(deep, |id| Some(id % deep + 1), "5,7", "1,1");
    let trace = &load(&ring).traces[0].1;
    assert_eq!((count(trace, OddityKind::BadEvent), trace.calls().is_empty()), (1, false));
    let nested = format!(
        r#"{{"head":{}{{"functionName":"leaf","id":7}}{},"startTime":1,"endTime":2,"samples":[7],"timestamps":[1000000]}}"#,
        r#"{"functionName":"f","children":["#.repeat(deep as usize),
        "]}".repeat(deep as usize)
    );
    assert_eq!(load(nested.as_bytes()).traces[0].1.max_depth(), deep);
}

#[test]
fn v8_times_reach_the_limit_of_64_bits() {
    let far = "9223372036854775807,1,-9223372036854775808,4611686018427387,1e300,4611686018427387";
    let trace = load(&cpu_profile(2, |_| None, "1,2,1,2,1,2", far)).traces.remove(0).1;
    assert!(count(&trace, OddityKind::TimeOutOfRange) >= 3);
    // A sample of a node that does not exist, and an id that two nodes share.
    let odd = br#"{"nodes":[{"id":1,"callFrame":{}},{"id":1,"callFrame":{}}],"samples":[1,4294967295,-1],"timeDeltas":[1,1,1]}"#;
    assert_eq!(count(&load(odd).traces[0].1, OddityKind::BadEvent), 3);
}

fn firefox(stacks: &str, frames: &str, samples: &str) -> Vec<u8> {
    format!(
        r#"{{"meta":{{"interval":1}},"threads":[{{"name":"t","pid":1,"tid":2,
        "samples":{{"schema":{{"stack":0,"time":1}},"data":[{samples}]}},
        "stackTable":{{"schema":{{"prefix":0,"frame":1}},"data":[{stacks}]}},
        "frameTable":{{"schema":{{"location":0}},"data":[{frames}]}},
        "stringTable":["f","g"]}}]}}"#
    )
    .into_bytes()
}

#[test]
fn firefox_stacks_may_be_deep_cyclic_or_invalid() {
    let mut chain = String::from("[null,0]");
    for prefix in 0..99_999 {
        write!(chain, ",[{prefix},{}]", prefix % 2).unwrap();
    }
    let trace = &load(&firefox(&chain, "[0],[1]", "[99999,1],[0,2],[99999,3]")).traces[0].1;
    assert_eq!(trace.max_depth(), 99_999);
    for (stacks, frames, samples) in [
        ("[1,0],[0,0]", "[0]", "[0,1],[1,2]"),
        ("[0,0]", "[0]", "[0,1],[0,2]"),
        ("[4294967295,0],[null,4294967295]", "[0]", "[0,1],[1,2],[4294967295,3]"),
        ("[null,0]", "[4294967295]", "[0,1e300],[0,-9e18],[0,9223372036854775807],[0,2]"),
    ] {
        let outcome = read("", [firefox(stacks, frames, samples).as_slice()]);
        assert!(!support::text(&outcome).is_empty(), "{stacks}");
    }
}

#[test]
fn perf_script_stacks_may_be_deep_or_many() {
    let head = |number: u64, time: &str| format!("f {} [000] {time}: 1 cycles:\n", number % 50);
    let stack = "\tabc f+0x1 (/m)\n".repeat(100_000);
    let deep = format!("{}{stack}\n{}{stack}\n", head(1, "1.000001"), head(1, "1.000002"));
    let trace = &load(deep.as_bytes()).traces[0].1;
    assert_eq!(trace.max_depth(), 99_999);
    let mut many = String::new();
    for number in 0..50_000u64 {
        many.push_str(&head(number, &format!("{}.{:06}", number / 1000, number % 1000)));
        write!(many, "\tabc f{number} (/m)\n\n").unwrap();
    }
    assert_eq!(load(many.as_bytes()).traces[0].1.calls().len(), 50_000);
    let mut far = String::new();
    for time in ["99999999999999999999.0", "1.0", "4611686018.4", "0.000000000000000000001"] {
        write!(far, "{}\tabc f (/m)\n\n", head(1, time)).unwrap();
    }
    let text = support::text(&read("", [far.as_bytes()]));
    assert!(text.contains("perf script") && text.contains("146 years"), "{text}");
}

/// Makes a pprof profile of one sample type. Each sample has locations and values.
fn pprof(samples: impl IntoIterator<Item = (Vec<u64>, Vec<u64>)>) -> Vec<u8> {
    let mut file = bytes(1, &[number(1, 1), number(2, 2)].concat());
    for (locations, values) in samples {
        let mut packed = [Vec::new(), Vec::new()];
        for (list, packed) in [locations, values].into_iter().zip(&mut packed) {
            for value in list {
                varint(value, packed);
            }
        }
        file.extend(bytes(2, &[bytes(1, &packed[0]), bytes(2, &packed[1])].concat()));
    }
    for id in [1, 2] {
        let line = bytes(4, &number(1, id));
        file.extend(bytes(4, &[number(1, id), line].concat()));
        file.extend(bytes(5, &[number(1, id), number(2, 2 + id)].concat()));
    }
    for text in ["", "samples", "count", "f", "g"] {
        file.extend(bytes(6, text.as_bytes()));
    }
    file
}

#[test]
fn pprof_samples_may_be_deep_large_or_empty() {
    let deep: Vec<u64> = (0..100_000).map(|at| 1 + at % 2).collect();
    let trace = &load(&pprof([(deep.clone(), vec![3]), (deep[1..].to_vec(), vec![4])])).traces[0].1;
    assert_eq!((trace.max_depth(), trace.extent()), (99_999, 7));
    let odd = [
        (vec![1], vec![u64::MAX >> 1]),
        (vec![2], vec![u64::MAX >> 1]),
        (vec![1], vec![u64::MAX]),
        (vec![77, u64::MAX], vec![1]),
        (vec![], vec![1]),
        (vec![1], vec![]),
    ];
    let loaded = load(&pprof(odd));
    assert!(count(&loaded.traces[0].1, OddityKind::BadEvent) > 0);
    assert!(loaded.traces[0].1.extent() >= 0);
}
