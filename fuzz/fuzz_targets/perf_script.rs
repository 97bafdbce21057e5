//! Any bytes as text of perf script, behind a sound sample.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = b"app 12 1.5: 10 cycles:\n\t401000 inner (/usr/bin/app)\n\n";
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
