//! Any bytes behind the beginning of each kind of spans, and as a file.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let heads: [&[u8]; 4] = [
        br#"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","#,
        br#"{"data":[{"traceID":"a","spans":[{"spanID":"b","#,
        br#"[{"traceId":"a","id":"b","#,
        b"",
    ];
    let Some((&first, rest)) = bytes.split_first() else { return };
    oracle::check(&[heads[first as usize % heads.len()], rest].concat(), 1 + bytes.len() % 37);
});
