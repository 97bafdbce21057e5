//! Benchmarks of reading: from bytes of a recording to a trace, plain and packed, whole and in small pieces.
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use diptych_formats::Input;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use std::io::Read;

fn main() {
    divan::main();
}

const PERFETTO: &[u8] = include_bytes!("../../../tests/recordings/perfetto/jinja2-3.0.3.perfetto-trace.gz");
const PACKED: &[u8] = include_bytes!("../../../www/examples/jinja2-3.0.3.json.gz");

fn plain() -> Vec<u8> {
    unpacked(PACKED)
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).unwrap();
    plain
}

fn read(bytes: &[u8], piece: usize) -> usize {
    let mut input = Input::new("example.json");
    for piece in bytes.chunks(piece) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces[0].1.calls().len()
}

#[divan::bench(args = [1 << 10, 1 << 16, 1 << 20])]
fn chrome_json(bencher: Bencher, piece: usize) {
    let bytes = plain();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(black_box(&bytes), piece));
}

#[divan::bench]
fn chrome_json_in_gzip(bencher: Bencher) {
    bencher.counter(BytesCount::of_slice(&plain())).bench(|| read(black_box(PACKED), 1 << 20));
}

/// A recording of every format, unpacked. Compare the rates with each other on one machine only.
const RECORDINGS: &[&str] = &[
    "callgrind/sums.callgrind.out.gz",
    "chrome-json/jinja2-3.0.3.viztracer.json.gz",
    "chrome-json/chromium-fib.cpu-profiler.json.gz",
    "firefox/samply-sqlite-indexed.json.gz",
    "folded/jinja2-3.0.3.folded.gz",
    "otlp/shop-12-orders.otlp.jsonl.gz",
    "paje/is64.simgrid.paje.gz",
    "perf-script/perf-sqlite-indexed.perf-script.txt.gz",
    "perfetto/jinja2-3.0.3.perfetto-trace.gz",
    "pprof/go-compile-go-types.cpu.pb.gz",
    "rsf/jinja2-3.0.3.rsf.gz",
    "speedscope/jinja2-3.0.3.speedscope.json.gz",
    "v8-cpuprofile/prettier3-react-dts.cpuprofile.gz",
    "zipkin/shop-12-orders.zipkin.json.gz",
];

#[divan::bench(args = RECORDINGS)]
fn recordings(bencher: Bencher, file: &str) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/recordings");
    let bytes = unpacked(&std::fs::read(format!("{root}/{file}")).unwrap());
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(black_box(&bytes), 1 << 18));
}

#[divan::bench(args = [1 << 10, 1 << 16, 1 << 20])]
fn perfetto(bencher: Bencher, piece: usize) {
    let bytes = unpacked(PERFETTO);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(black_box(&bytes), piece));
}

#[divan::bench]
fn perfetto_in_gzip(bencher: Bencher) {
    let bytes = unpacked(PERFETTO);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(black_box(PERFETTO), 1 << 20));
}
