//! Any bytes as what follows the first function of a Python profile.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    oracle::check(&[b"\xfb)\x03\xda\x01a\xe9\x01\0\0\0\xda\x01f", bytes].concat(), 1 + bytes.len() % 37);
});
