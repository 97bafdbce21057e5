//! Any bytes as the threads of a profile of Firefox.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = br#"{"meta":{"interval":1},"threads":["#;
    oracle::check(&[head, bytes].concat(), 1 + bytes.len() % 37);
});
