//! Checks that files are read or refused by what they are, and that the reason for a refusal is right.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadError, ReadErrorKind};
use support::read;
use support::values::{calls, one, total};

fn refused(name: &str, bytes: &[u8]) -> ReadError {
    let mut input = Input::new(name);
    let outcome = input.feed(bytes).and_then(|()| input.finish());
    outcome.map(|loaded| format!("{:?}", loaded.listed)).unwrap_err()
}

const EVENTS: [&str; 2] =
    ["app-1 [003] ...1 5.5: tracing_mark_write: B|1|draw", "app-1 [003] ...1 5.7: tracing_mark_write: E|1"];

/// A page that shows a trace behind so many bytes of scripts.
fn page(scripts: usize, data: &str) -> String {
    let line = format!("{}\n", "x".repeat(1023));
    format!("<!DOCTYPE html>\n<script>\n{}</script>\n{data}</html>\n", line.repeat(scripts / line.len()))
}

#[test]
fn trace_may_lie_deep_in_a_page() {
    let [begin, end] = EVENTS;
    let data = format!("<script class=\"trace-data\">\n# tracer: nop\n#\n{begin}\n{end}\n</script>\n");
    for scripts in [0, 1 << 19, 1 << 20, 3 << 20, 9 << 20] {
        let page = page(scripts, &data);
        for size in [page.len(), 100_000] {
            let loaded = read("", page.as_bytes().chunks(size)).unwrap();
            let trace = &loaded.traces[0].1;
            assert_eq!((loaded.format, total(trace, "draw")), ("ftrace", 200_000_000), "{scripts} {size}");
        }
    }
}

#[test]
fn text_of_a_trace_may_be_a_string_of_a_script() {
    for name in ["tracing_mark_write", "0"] {
        let data = format!(
            "<script>\n  var linuxPerfData = \"\\\n# tracer: nop\\n\\\n#\\n\\\n\
             app-1 [000] 5.5: {name}: B|1|draw\\n\\\napp-1 [000] 5.6: sched_switch: prev_comm=app\\n\\\n\
             app-1 [000] 5.7: {name}: E\\n\\\ndummy-0000 [000] 0.0: {name}: trace_event_clock_sync: parent_ts=0.0\\n\";\n\
             </script>\n"
        );
        let trace = one(page(2 << 20, &data).as_bytes());
        assert_eq!((calls(&trace), total(&trace, "draw")), (vec![(0, "draw".to_owned())], 200_000_000));
    }
}

#[test]
fn page_without_calls_says_so() {
    for events in [
        "app-1 [003] ...1 5.5: tracing_mark_write: C|1|frames|2",
        "app-1 [003] ...1 5.5: sched_wakeup: comm=app pid=1",
    ] {
        for data in [format!("# tracer: nop\n{events}\n"), format!("# tracer: nop\\n\\\n{events}\\n\\\n")] {
            let error = refused("", page(1 << 21, &data).as_bytes());
            assert_eq!(error.kind, ReadErrorKind::NoCalls, "{error}");
            assert!(error.found.starts_with("It is an ftrace file that holds"), "{error}");
        }
    }
    let error = refused("", page(1 << 21, "<p>app-1 [003] 5.5: words: here</p>\n").as_bytes());
    assert!(error.to_string().contains("It is XML or HTML"), "{error}");
}

#[test]
fn ftrace_may_begin_with_a_task_without_a_name() {
    for task in ["<...>-7", "   <idle>-0"] {
        let text = format!("{task} [001] 5.25: sched_wakeup: comm=a\n{}\n{}\n", EVENTS[0], EVENTS[1]);
        let trace = one(text.as_bytes());
        assert_eq!(total(&trace, "draw"), 200_000_000, "{task}");
        // Lines that are no events count, so it is not taken for a page.
        let trace = one(format!("{text}no event\n").as_bytes());
        let entries = trace.report().entries().iter();
        assert!(
            entries.map(|entry| entry.subject.as_str()).any(|subject| subject == "line that is no event")
        );
        let error = refused("", format!("{task} [001] 5.25: sched_wakeup: comm=a\n").as_bytes());
        assert_eq!(error.kind, ReadErrorKind::NoCalls, "{error}");
    }
}

/// JSON of which no format has seen a sign after the bytes by which it is chosen.
#[test]
fn long_json_of_no_format_is_called_json() {
    let row = |number: u32| {
        format!("{{\"method\":\"Page.x\",\"params\":{{\"n\":{number},\"s\":\"{}\"}}}}", "y".repeat(80))
    };
    let rows: Vec<String> = (0..50_000).map(row).collect();
    let rows = rows.join(",\n");
    for (text, begins) in [
        (format!("[{rows}]"), "[{\"method\":\"Page.x\""),
        (format!("{{\"rows\":[{rows}]}}"), "{\"rows\":[{\"method\""),
        (format!("{{\"rows\":[{rows}],\"more\":{{}}}}"), "{\"rows\":[{\"method\""),
    ] {
        for name in ["x.json", "x.cpuprofile", ""] {
            for text in [text.as_str(), &text[..1000]] {
                let error = refused(name, text.as_bytes());
                assert!(error.found.starts_with(&format!("It is JSON and starts with `{begins}")), "{error}");
                assert_eq!(error.kind, ReadErrorKind::NotATrace, "{error}");
            }
        }
    }
    // What names the format may come later still.
    let text = format!(
        "{{\"rows\":[{rows}],\"traceEvents\":[{{\"ph\":\"X\",\"name\":\"f\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}}]}}"
    );
    assert_eq!(total(&one(text.as_bytes()), "f"), 2_000);
}

#[test]
fn rows_of_a_table_are_no_paths() {
    let table = "Time,host,file,code\n0.5536,62.0.88.10,/index.html,200\n0.748,62.0.88.10,/robots.txt,200\n";
    let error = refused("", table.as_bytes());
    assert!(error.to_string().contains("It is text and starts with"), "{error}");
    // A comma is part of some names.
    let paths = "src/a,v\nsrc/b.c,v\n\"src/a,b,c.txt\"\nsrc/main.c\n";
    assert_eq!(read("", [paths.as_bytes()]).unwrap().format, "paths");
}
