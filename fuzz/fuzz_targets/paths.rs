//! Any bytes as lines of a list of paths, behind sound ones.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = b"src/a/main.c\t12\nsrc/b\n\"docs/gr\\303\\266\\303\\237e.md\"\n100644 blob e69de29b 3\tlib/x.c\nlib/y.c\nlib/z.c\n";
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
