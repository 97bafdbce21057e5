//! Any bytes as a file: unpacking, recognising, reading.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|file: &[u8]| {
    oracle::check(file, 1 + file.len() % 37);
});
