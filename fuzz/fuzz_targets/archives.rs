//! Any bytes as a file, to be begun with archives: `tests/traces/zip` and `tests/traces/tar`.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|file: &[u8]| {
    oracle::check(file, 1 + file.len() % 37);
});
