//! Any bytes as what follows the header of a CPU profile of gperftools, in words of four bytes.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let header: Vec<u8> = [0u32, 3, 0, 10_000, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    oracle::check(&[&header[..], bytes].concat(), 1 + bytes.len() % 37);
});
