//! Readers: any bytes as a file, or behind a sound beginning in one format.
//!
//! A beginning saves the fuzzer the search for the marks of a format, so that it spends its time inside the reader.

use crate::oracle;

/// Reads a file with the reader that recognises it.
pub(crate) fn any_file(file: &[u8]) {
    oracle::check(file, 1 + file.len() % 37);
}

/// Reads bytes behind a beginning.
fn behind(head: &[u8], bytes: &[u8]) {
    oracle::check(&[head, bytes].concat(), 1 + bytes.len() % 37);
}

/// Reads events behind one sound event.
pub(crate) fn chrome_json(bytes: &[u8]) {
    behind(br#"{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":5,"dur":9,"name":"f (a.py:1)"},"#, bytes);
}

/// Reads profiles behind the frames.
pub(crate) fn speedscope(bytes: &[u8]) {
    let head = br#"{"$schema":"speedscope","shared":{"frames":[{"name":"f (a.py:1)"},{"name":"g","file":"b"}]},"profiles":["#;
    behind(head, bytes);
}

/// Reads threads behind the metadata.
pub(crate) fn firefox(bytes: &[u8]) {
    behind(br#"{"meta":{"interval":1},"threads":["#, bytes);
}

/// Reads members behind the nodes of a CPU profile.
pub(crate) fn v8(bytes: &[u8]) {
    let head = br#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},{"id":2,"callFrame":{"functionName":"f"}}],"startTime":0,"#;
    behind(head, bytes);
}

/// Reads children behind the root of a heap profile.
pub(crate) fn v8_heap(bytes: &[u8]) {
    let head = br#"{"head":{"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"selfSize":8,"id":1,"children":[{"callFrame":{"functionName":"f"},"selfSize":3,"#;
    behind(head, bytes);
}

/// Reads members behind the frames.
pub(crate) fn stackprof(bytes: &[u8]) {
    let head = br#"{"version":1.2,"mode":"wall","interval":1000,"frames":{"1":{"name":"f","file":"a.rb","line":3},"2":{"name":"g"}},"#;
    behind(head, bytes);
}

/// Reads bytes behind the beginning of each kind of spans, and as a file.
pub(crate) fn spans(bytes: &[u8]) {
    let heads: [&[u8]; 4] = [
        br#"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","#,
        br#"{"data":[{"traceID":"a","spans":[{"spanID":"b","#,
        br#"[{"traceId":"a","id":"b","#,
        b"",
    ];
    let Some((&first, rest)) = bytes.split_first() else { return };
    behind(heads[usize::from(first) % heads.len()], rest);
}

/// Reads parts behind a head with two functions and two lanes, and the beginning of a part of rows.
pub(crate) fn tile(bytes: &[u8]) {
    let mut file = b"DIPTILE1H\x2f\x01\x01t\0\0\x80\x80\x80\x80\x80\x80\x80\xf8\x3f\0\x01\0\0\x14\x05\x02\
        \x01f\0\0\0\x02\x0a\x01g\0\0\0\x03\x0a\x02\0\0\x01p\0\x01\x01\x01m\0\0"
        .to_vec();
    // Of rows, the length is right: a wrong one would end the file at once.
    let length = bytes.len().min(0x3fff);
    file.extend([b'R', length as u8 | 0x80, (length >> 7) as u8]);
    behind(&file, &bytes[..length]);
}

/// Reads tuples behind sound ones.
pub(crate) fn rsf(bytes: &[u8]) {
    let head = b"\"LevelSeparator\" \".\"\n\"RelType\" \"0\" \"Call\" \"int:Increment\" \"sig:Signature\"\n\
        \"H\" \"0\" \"a\" \"0\"\n\"R\" \"0\" \"0\" \"0\" \"0\" \"0\"\n";
    behind(head, bytes);
}

/// Reads costs behind a header and sound costs.
pub(crate) fn callgrind(bytes: &[u8]) {
    behind(b"events: Ir Dr\nfl=(1) a.c\nfn=(1) main\n5 6 7\ncfn=(2) f\ncalls=1 9\n5 8\n", bytes);
}

/// Reads packets behind a sequence that begins, a thread's track, a name, and the begin of a call.
pub(crate) fn perfetto(bytes: &[u8]) {
    let head = [
        0x0a, 0x18, 0x50, 0x01, 0x68, 0x01, 0x62, 0x07, 0x12, 0x05, 0x08, 0x01, 0x12, 0x01, 0x66, 0xe2, 0x03,
        0x08, 0x08, 0x05, 0x22, 0x04, 0x08, 0x07, 0x10, 0x07, 0x0a, 0x0e, 0x40, 0x01, 0x50, 0x01, 0x68, 0x02,
        0x5a, 0x06, 0x48, 0x01, 0x50, 0x01, 0x58, 0x05,
    ];
    behind(&head, bytes);
}

/// Reads fields behind the type and a sample.
pub(crate) fn pprof(bytes: &[u8]) {
    behind(&[0x0a, 4, 8, 1, 16, 2, 0x12, 7, 0x0a, 2, 1, 2, 0x12, 1, 3], bytes);
}

/// Reads bytes behind the first function.
pub(crate) fn pstats(bytes: &[u8]) {
    behind(b"\xfb)\x03\xda\x01a\xe9\x01\0\0\0\xda\x01f", bytes);
}

/// Reads bytes behind a header in words of four bytes.
pub(crate) fn gperftools(bytes: &[u8]) {
    let header: Vec<u8> = [0u32, 3, 0, 10_000, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    behind(&header, bytes);
}

/// Reads lines behind the header and a sound slice.
pub(crate) fn ftrace(bytes: &[u8]) {
    let head = b"# tracer: nop\n#\n app-12 ( 12) [000] ...1 1.500000: tracing_mark_write: B|12|f\n \
        app-12 ( 12) [000] ...1 1.600000: tracing_mark_write: E|12\n";
    behind(head, bytes);
}

/// Reads text behind a sound sample.
pub(crate) fn perf_script(bytes: &[u8]) {
    behind(b"app 12 1.5: 10 cycles:\n\t401000 inner (/usr/bin/app)\n\n", bytes);
}

/// Reads lines behind enough sound ones.
pub(crate) fn folded(bytes: &[u8]) {
    behind("a;b 1\n".repeat(40).as_bytes(), bytes);
}

/// Reads lines of a list of paths behind sound ones.
pub(crate) fn paths(bytes: &[u8]) {
    let head = b"src/a/main.c\t12\nsrc/b\n\"docs/gr\\303\\266\\303\\237e.md\"\n100644 blob e69de29b 3\tlib/x.c\nlib/y.c\nlib/z.c\n";
    behind(head, bytes);
}
