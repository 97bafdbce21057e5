//! Files of samples that are drawn from a known distribution, in every sampled format. Two files drawn from one
//! distribution differ by chance alone.

mod json;
mod protobuf;
mod samples;
mod text;

pub use samples::Change;
use samples::Samples;

/// A format, and how it states the weights of samples.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    /// Name of the format in the registry, with the form of its weights.
    pub name: &'static str,
    /// Writes a file.
    write: fn(&mut Vec<u8>, &Samples),
}

/// Generators of files, one for each sampled format and each form of weights in it.
pub const DRAWN: &[Drawn] = &[
    Drawn { name: "v8-cpuprofile", write: json::cpu_profile },
    Drawn { name: "v8-cpuprofile, hits", write: json::hits },
    Drawn { name: "v8-heapprofile", write: json::heap_profile },
    Drawn { name: "speedscope, time", write: json::speedscope_time },
    Drawn { name: "speedscope, counts", write: json::speedscope_counts },
    Drawn { name: "firefox", write: json::firefox },
    Drawn { name: "chrome-json, samples", write: json::chrome_samples },
    Drawn { name: "folded, counts", write: text::folded },
    Drawn { name: "folded, a line for each sample", write: text::folded_lines },
    Drawn { name: "folded, multiples of a period", write: text::folded_periods },
    Drawn { name: "perf-script, time", write: text::perf_times },
    Drawn { name: "perf-script, periods", write: text::perf_periods },
    Drawn { name: "pprof, cpu", write: protobuf::cpu },
    Drawn { name: "pprof, heap", write: protobuf::heap },
];

impl Drawn {
    /// Returns a file of `count` samples.
    pub fn file(&self, seed: u64, count: usize, change: Change) -> Vec<u8> {
        let mut out = Vec::new();
        (self.write)(&mut out, &Samples::draw(seed, count, change));
        out
    }
}
