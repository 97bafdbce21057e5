//! Large files of every format, for what takes time or memory: many calls of few functions, of the shape that the tools of the
//! format write. Fixtures they are not: what a reader makes of the files of real tools, recordings show.

mod json;
mod protobuf;
mod text;

/// A kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Large {
    /// The format, as the registry names it.
    pub format: &'static str,
    /// Writes a file of about so many calls, the same bytes every time.
    write: fn(&mut Vec<u8>, u32),
}

impl Large {
    /// A file of about so many calls.
    pub fn file(&self, calls: u32) -> Vec<u8> {
        let mut out = Vec::new();
        (self.write)(&mut out, calls);
        out
    }
}

/// One kind of each format whose files stand for themselves: not of archives, nor of what is an archive of several files.
pub const LARGE: &[Large] = &[
    Large { format: "chrome-json", write: json::chrome },
    Large { format: "speedscope", write: json::speedscope },
    Large { format: "firefox", write: json::firefox },
    Large { format: "v8-cpuprofile", write: json::cpu_profile },
    Large { format: "v8-heapprofile", write: json::heap_profile },
    Large { format: "otlp", write: json::otlp },
    Large { format: "jaeger", write: json::jaeger },
    Large { format: "zipkin", write: json::zipkin },
    Large { format: "paje", write: text::paje },
    Large { format: "rsf", write: text::rsf },
    Large { format: "callgrind", write: text::callgrind },
    Large { format: "perfetto", write: protobuf::perfetto },
    Large { format: "pprof", write: protobuf::pprof },
    Large { format: "perf-script", write: text::perf_script },
    Large { format: "folded", write: text::folded },
];

/// Functions that the calls of a file are of.
const FUNCTIONS: u32 = 500;

/// Calls that lie in one.
const FAN: u32 = 8;
