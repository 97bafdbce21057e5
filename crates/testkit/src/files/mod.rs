//! Large files of every format, for tests of time and memory: many calls of few functions, in the form that the
//! format's tools write. They are no fixtures; recordings of real tools test the readers.

mod json;
mod profiles;
pub(crate) mod protobuf;
mod sizes;
mod text;
mod tile;

/// A generator of large files in one format.
#[derive(Debug, Clone, Copy)]
pub struct LargeFile {
    /// Name of the format in the registry.
    pub format: &'static str,
    /// Writes a file with approximately this number of calls, with the same bytes every time.
    write: fn(&mut Vec<u8>, u32),
}

impl LargeFile {
    /// Returns a file with approximately this number of calls.
    pub fn file(&self, calls: u32) -> Vec<u8> {
        let mut out = Vec::new();
        (self.write)(&mut out, calls);
        out
    }
}

/// Generators for each format with self-contained files; not for archives or formats of several files in an archive.
pub const LARGE: &[LargeFile] = &[
    LargeFile { format: "chrome-json", write: json::chrome },
    LargeFile { format: "speedscope", write: json::speedscope },
    LargeFile { format: "firefox", write: json::firefox },
    LargeFile { format: "v8-cpuprofile", write: json::cpu_profile },
    LargeFile { format: "v8-heapprofile", write: json::heap_profile },
    LargeFile { format: "stackprof", write: json::stackprof },
    LargeFile { format: "otlp", write: json::otlp },
    LargeFile { format: "jaeger", write: json::jaeger },
    LargeFile { format: "zipkin", write: json::zipkin },
    LargeFile { format: "paje", write: text::paje },
    LargeFile { format: "tile", write: tile::tile },
    LargeFile { format: "rsf", write: text::rsf },
    LargeFile { format: "callgrind", write: text::callgrind },
    LargeFile { format: "perfetto", write: protobuf::perfetto },
    LargeFile { format: "pprof", write: protobuf::pprof },
    LargeFile { format: "gperftools", write: profiles::gperftools },
    LargeFile { format: "ftrace", write: text::ftrace },
    LargeFile { format: "instruments", write: text::instruments },
    LargeFile { format: "perf-script", write: text::perf_script },
    LargeFile { format: "folded", write: text::folded },
];
