//! Lists the formats in the order in which they are asked.

use crate::format::Format;
use crate::{
    archive, callgrind, chrome_json, firefox, folded, ftrace, gperftools, instruments, otf2, paje, paths,
    perf_script, perfetto, pprof, pstats, rsf, spans, speedscope, stackprof, tile, v8,
};

/// All formats that can be read. Formats with clearer marks come first.
pub const FORMATS: &[Format] = &[
    chrome_json::FORMAT,
    archive::ZIP_FORMAT,
    archive::TAR_FORMAT,
    speedscope::FORMAT,
    firefox::FORMAT,
    v8::CPU_FORMAT,
    v8::HEAP_FORMAT,
    stackprof::FORMAT,
    spans::OTLP_FORMAT,
    spans::JAEGER_FORMAT,
    spans::ZIPKIN_FORMAT,
    paje::FORMAT,
    tile::FORMAT,
    rsf::FORMAT,
    callgrind::FORMAT,
    perfetto::FORMAT,
    pprof::FORMAT,
    otf2::FORMAT,
    pstats::FORMAT,
    gperftools::FORMAT,
    ftrace::FORMAT,
    instruments::FORMAT,
    perf_script::FORMAT,
    folded::FORMAT,
    paths::FORMAT,
];
