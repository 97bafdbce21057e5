//! Any bytes as costs of Callgrind, behind a header and sound ones.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = b"events: Ir Dr\nfl=(1) a.c\nfn=(1) main\n5 6 7\ncfn=(2) f\ncalls=1 9\n5 8\n";
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
