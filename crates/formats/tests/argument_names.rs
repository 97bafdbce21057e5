//! Names of calls that arguments complete: clang's time trace, PyTorch's shapes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{ArgumentRule, Input, Naming};
use diptych_testkit::tar_member;
use diptych_trace::{CallId, OddityKind, Trace};
use support::values::{MS, odd, total};

/// A time trace in the form of clang 17, in milliseconds.
fn time_trace() -> String {
    let call = |start: u32, length: u32, name: &str, detail: &str| {
        let (ts, dur) = (start * 1000, length * 1000);
        format!(
            r#"{{"pid":7,"tid":7,"ph":"X","ts":{ts},"dur":{dur},"name":"{name}","args":{{"detail":"{detail}"}}}},"#
        )
    };
    let events = [
        call(0, 40, "Source", "/usr/include/c++/12/vector"),
        call(5, 10, "ParseClass", "std::vector<int, std::allocator<int>>"),
        call(20, 5, "ParseDeclarationOrFunctionDefinition", "/usr/include/c++/12/vector:42:7"),
        call(50, 30, "Source", "a.h"),
        call(90, 4, "InstantiateFunction", "operator/(A, B)"),
        call(95, 2, "InstantiateFunction", "f<a/b>"),
        call(97, 2, "InstantiateFunction", "operator/(A, B)"),
        call(100, 3, "SROAPass", "_Z4mainv"),
        call(105, 3, "Somebody", "else"),
    ];
    let sums = r#"{"pid":7,"tid":8,"ph":"X","ts":0,"dur":70000,"name":"Total Source","args":{"count":2,"avg ms":35}},
        {"pid":7,"tid":9,"ph":"X","ts":0,"dur":13000,"name":"Total time of us","args":{"count":2}}"#;
    format!("{{\"traceEvents\":[{}{sums}],\"beginningOfTime\":1}}", events.concat())
}

fn rule(argument: &str, names: &str) -> ArgumentRule {
    ArgumentRule { argument: argument.to_owned(), names: names.to_owned() }
}

fn read(bytes: &[u8], rules: &[ArgumentRule]) -> Trace {
    let mut traces = Vec::new();
    // The rules hold however the file is cut.
    for size in [bytes.len(), 7] {
        let mut input = Input::new("").naming_by(Naming::new(rules));
        bytes.chunks(size).for_each(|piece| input.feed(piece).unwrap());
        traces.push(input.finish().unwrap().traces.remove(0).1);
    }
    let [whole, cut] = traces.try_into().unwrap();
    assert_eq!(names(&whole), names(&cut));
    assert_eq!(whole.check(), Ok(()));
    whole
}

fn names(trace: &Trace) -> Vec<String> {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.map(|call| trace.call_name(call).to_owned()).collect()
}

#[test]
fn details_of_clang_complete_names_or_are_files() {
    let rules = [rule("detail", "Source,Parse*,Instantiate*,*Pass")];
    let trace = read(time_trace().as_bytes(), &rules);
    for (name, ms) in [
        ("Source", 70),
        ("ParseClass std::vector<int, std::allocator<int>>", 10),
        ("ParseDeclarationOrFunctionDefinition", 5),
        ("InstantiateFunction operator/(A, B)", 6),
        ("InstantiateFunction f<a/b>", 2),
        ("SROAPass _Z4mainv", 3),
        ("Somebody", 3),
        ("Total time of us", 13),
    ] {
        assert_eq!(total(&trace, name), ms * MS, "{name}");
    }
    let specs = trace.functions().specs(trace.names());
    let places: Vec<(&str, &str, u32)> = specs
        .iter()
        .filter(|spec| !spec.file.is_empty())
        .map(|spec| (spec.name, spec.file, spec.line))
        .collect();
    assert_eq!(
        places,
        [
            ("Source", "/usr/include/c++/12/vector", 0),
            ("ParseDeclarationOrFunctionDefinition", "/usr/include/c++/12/vector", 42),
            ("Source", "a.h", 0),
        ]
    );
    assert_eq!(
        odd(&trace),
        [(OddityKind::SkippedEvent, "sum of all calls of a name (`Total …`)".to_owned(), 1)]
    );
}

#[test]
fn without_rules_arguments_stay_out_of_names() {
    let trace = read(time_trace().as_bytes(), &[]);
    assert_eq!(total(&trace, "InstantiateFunction"), 8 * MS);
    assert_eq!(trace.functions().len(), 7);
}

#[test]
fn shapes_complete_names_when_asked_for() {
    let file = br#"[{"ph":"X","name":"aten::mm","ts":0,"dur":1,"pid":1,"tid":1,"args":{"Input Dims":[[2, 3],[3, 4]]}},
        {"ph":"X","name":"aten::mm","ts":2,"dur":1,"pid":1,"tid":1,"args":{"Input Dims":[[5, 3],[3, 4]]}},
        {"ph":"X","name":"aten::mm","ts":4,"dur":1,"pid":1,"tid":1,"args":{"Input Dims":[[2, 3],[3, 4]]}},
        {"ph":"X","name":"f","ts":6,"dur":1,"pid":1,"tid":1}]"#;
    let trace = read(file, &[rule("Input Dims", "")]);
    assert_eq!(
        names(&trace),
        ["aten::mm [[2, 3],[3, 4]]", "aten::mm [[5, 3],[3, 4]]", "aten::mm [[2, 3],[3, 4]]", "f"]
    );
    assert_eq!(trace.functions().len(), 3);
}

#[test]
fn ends_without_the_argument_end_the_innermost_call() {
    let file = br#"[{"ph":"B","name":"f","ts":0,"pid":1,"tid":1,"args":{"x":"1"}},
        {"ph":"B","name":"f","ts":1,"pid":1,"tid":1,"args":{"x":"2"}},
        {"ph":"E","name":"f","ts":3,"pid":1,"tid":1},{"ph":"E","name":"f","ts":7,"pid":1,"tid":1}]"#;
    let trace = read(file, &[rule("x", "f")]);
    assert_eq!(total(&trace, "f 1"), 7_000);
    assert_eq!(total(&trace, "f 2"), 2_000);
    assert_eq!(odd(&trace), []);
}

#[test]
fn members_of_an_archive_follow_the_rules() {
    let mut tar = tar_member("a.json", time_trace().as_bytes());
    tar.resize(tar.len() + 1024, 0);
    let trace = read(&tar, &[rule("detail", "SROA*")]);
    assert_eq!(total(&trace, "SROAPass _Z4mainv"), 3 * MS);
}
