//! Large files of every format, for tests of time and memory: many calls of few functions, in the form that the
//! format's tools write. They are no fixtures; recordings of real tools test the readers.

mod json;
mod profiles;
pub(crate) mod protobuf;
mod sizes;
mod text;

/// A generator of large files in one format.
#[derive(Debug, Clone, Copy)]
pub struct Large {
    /// Name of the format in the registry.
    pub format: &'static str,
    /// Writes a file with approximately this number of calls, with the same bytes every time.
    write: fn(&mut Vec<u8>, u32),
}

impl Large {
    /// Returns a file with approximately this number of calls.
    pub fn file(&self, calls: u32) -> Vec<u8> {
        let mut out = Vec::new();
        (self.write)(&mut out, calls);
        out
    }
}

/// Generators for each format with self-contained files; not for archives or formats of several files in an archive.
pub const LARGE: &[Large] = &[
    Large { format: "chrome-json", write: json::chrome },
    Large { format: "speedscope", write: json::speedscope },
    Large { format: "firefox", write: json::firefox },
    Large { format: "v8-cpuprofile", write: json::cpu_profile },
    Large { format: "v8-heapprofile", write: json::heap_profile },
    Large { format: "stackprof", write: json::stackprof },
    Large { format: "otlp", write: json::otlp },
    Large { format: "jaeger", write: json::jaeger },
    Large { format: "zipkin", write: json::zipkin },
    Large { format: "paje", write: text::paje },
    Large { format: "rsf", write: text::rsf },
    Large { format: "callgrind", write: text::callgrind },
    Large { format: "perfetto", write: protobuf::perfetto },
    Large { format: "pprof", write: protobuf::pprof },
    Large { format: "gperftools", write: profiles::gperftools },
    Large { format: "ftrace", write: text::ftrace },
    Large { format: "perf-script", write: text::perf_script },
    Large { format: "folded", write: text::folded },
];
