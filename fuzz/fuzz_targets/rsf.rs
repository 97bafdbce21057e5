//! Any bytes as tuples of RSF, behind sound ones.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = b"\"LevelSeparator\" \".\"\n\"RelType\" \"0\" \"Call\" \"int:Increment\" \"sig:Signature\"\n\
        \"H\" \"0\" \"a\" \"0\"\n\"R\" \"0\" \"0\" \"0\" \"0\" \"0\"\n";
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
