//! Any bytes as lines of folded stacks, behind enough sound ones.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = "a;b 1\n".repeat(40);
    oracle::check(&[head.as_bytes(), bytes].concat(), 1 + bytes.len() % 37);
});
