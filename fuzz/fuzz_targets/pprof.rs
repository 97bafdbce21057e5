//! Any bytes as what follows the type and a sample of a pprof profile.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = [0x0a, 4, 8, 1, 16, 2, 0x12, 7, 0x0a, 2, 1, 2, 0x12, 1, 3];
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
