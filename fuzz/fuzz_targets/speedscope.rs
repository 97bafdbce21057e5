//! Any bytes as the profiles of a speedscope document, behind its frames.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = br#"{"$schema":"speedscope","shared":{"frames":[{"name":"f (a.py:1)"},{"name":"g","file":"b"}]},"profiles":["#;
    oracle::check(&[head, bytes].concat(), 1 + bytes.len() % 37);
});
