//! Any bytes as what follows the nodes of a CPU profile of V8.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = br#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},{"id":2,"callFrame":{"functionName":"f"}}],"startTime":0,"#;
    oracle::check(&[head, bytes].concat(), 1 + bytes.len() % 37);
});
