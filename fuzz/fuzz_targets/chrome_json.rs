//! Any bytes as the events of a Chrome Trace Event file, behind one sound event.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|events: &[u8]| {
    let head = br#"{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":5,"dur":9,"name":"f (a.py:1)"},"#;
    oracle::check(&[head, events].concat(), 1 + events.len() % 37);
});
