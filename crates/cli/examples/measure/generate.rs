//! Generates traces for measuring. Their bytes are the same every time.

use crate::{Error, read};
use diptych_engine::trace::{CallId, FunctionSpec, Trace};
use diptych_testkit::paths::wide;
use diptych_testkit::{Rng, Shape, generate};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The example pair of the page, with real names and real nesting.
const EXAMPLES: [&str; 2] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"];

/// Sizes of the example pair in calls, and the number of repetitions that gives about this size.
const SIZES: [(&str, u32); 3] = [("10k", 1), ("150k", 15), ("1M", 100)];

/// Calls in one lane of a pair of siblings.
const SIBLINGS: u32 = 1_000_000;
/// Lanes of a pair with many lanes, a shape that no recording here has.
const LANES: u32 = 10_000;
/// Calls per lane of that pair.
const CALLS_A_LANE: u32 = 100;

/// Paths of the pair for the desk of call paths: as many as calls.
const PATHS: usize = 1_000_000;
/// Functions of such a pair: as many as a large program has.
const FUNCTIONS: u64 = 20_000;
/// Factor by which B of these pairs is slower: numerator and denominator.
const SLOWER: [i64; 2] = [11, 10];

/// Ranks over time, for the desk of lanes: name, and numbers of ranks, slices and states.
const RANKS: [(&str, [u32; 3]); 2] = [("ranks-700", [700, 30, 16]), ("ranks-576", [576, 100, 8])];
/// Ranks per process.
const RANKS_A_PROCESS: u32 = 48;
/// Length of a slice in nanoseconds.
const SLICE_NS: i64 = 1_000_000;

/// Elements and calls, for the desk of the program's structure: the paper's own case, and a large program.
const ELEMENTS: [(&str, [u32; 2]); 2] =
    [("elements-9k", [8_850, 9_000]), ("elements-100k", [100_000, 1_000_000])];
/// Functions per file.
const FUNCTIONS_A_FILE: u32 = 10;
/// Files per folder.
const FILES_A_FOLDER: u32 = 50;

/// Returns the paths of the example pair.
pub(crate) fn examples() -> [PathBuf; 2] {
    EXAMPLES.map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name))
}

/// Writes all traces. Returns the pairs.
pub(crate) fn all(folder: &Path) -> Result<Value, Error> {
    std::fs::create_dir_all(folder)?;
    let mut pairs = Vec::new();
    for (side, example) in ["a", "b"].into_iter().zip(examples()) {
        let run = read::run(&example)?;
        for (size, times) in SIZES {
            let name = format!("example-{size}-{side}.json");
            write(&folder.join(name), |out| repeated(&run.trace, times, out))?;
        }
    }
    for (side, step) in [("a", 1_000), ("b", 1_100)] {
        write(&folder.join(format!("siblings-{side}.json")), |out| siblings(step, out))?;
        write(&folder.join(format!("lanes-{side}.json")), |out| lanes(step, out))?;
    }
    let of_paths = [("paths", paths()), ("functions", functions())];
    for (name, trace) in &of_paths {
        for (side, factor) in [("a", [1, 1]), ("b", SLOWER)] {
            write(&folder.join(format!("{name}-{side}.json")), |out| stretched(trace, factor, out))?;
        }
    }
    for (name, size) in RANKS {
        for (side, seed) in [("a", 1), ("b", 2)] {
            write(&folder.join(format!("{name}-{side}.json")), |out| ranks(size, seed, out))?;
        }
    }
    for (name, size) in ELEMENTS {
        for (side, extent) in [("a", 10_000_000_000), ("b", 11_000_000_000)] {
            write(&folder.join(format!("{name}-{side}.json")), |out| elements(size, extent, out))?;
        }
    }
    let mut pair = |name: &str, kind: &str| {
        let [a, b] = ["a", "b"].map(|side| folder.join(format!("{name}-{side}.json")));
        pairs.push(json!({ "name": name, "a": a, "b": b, "kind": kind }));
    };
    for (size, _) in SIZES {
        pair(&format!("example-{size}"), "read");
    }
    pair("siblings", "shape");
    pair("lanes", "shape");
    for (name, _) in of_paths {
        pair(name, "profile");
    }
    for (name, _) in RANKS {
        pair(name, "ranks");
    }
    for (name, _) in ELEMENTS {
        pair(name, "elements");
    }
    Ok(Value::Array(pairs))
}

/// Writes a file as an array of events.
fn write(path: &Path, events: impl FnOnce(&mut Events<'_>) -> std::io::Result<()>) -> Result<(), Error> {
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(b"{\"traceEvents\":[")?;
    events(&mut Events { out: &mut out, line: String::new(), first: true })?;
    out.write_all(b"]}\n")?;
    out.flush()?;
    Ok(())
}

/// A writer of complete events.
struct Events<'a> {
    out: &'a mut BufWriter<File>,
    line: String,
    first: bool,
}

impl Events<'_> {
    fn call(&mut self, thread: u32, name: &str, start_ns: i64, end_ns: i64) -> std::io::Result<()> {
        self.call_of([28474, thread], name, start_ns, end_ns)
    }

    /// Writes a call in a thread of a process.
    fn call_of(
        &mut self,
        [process, thread]: [u32; 2],
        name: &str,
        start_ns: i64,
        end_ns: i64,
    ) -> std::io::Result<()> {
        self.line.clear();
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        let micros = |ns: i64| format!("{}.{:03}", ns / 1000, ns % 1000);
        let (ts, dur) = (micros(start_ns), micros(end_ns - start_ns));
        let written = write!(
            self.line,
            "{comma}\n{{\"pid\":{process},\"tid\":{thread},\"ts\":{ts},\"ph\":\"X\",\"dur\":{dur},\"name\":{name},\"cat\":\"FEE\"}}"
        );
        debug_assert!(written.is_ok(), "writing to a string never fails");
        self.out.write_all(self.line.as_bytes())
    }
}

/// Writes all calls of a trace `times` times in a row, in the order of their ends, as the recorder wrote them.
fn repeated(trace: &Trace, times: u32, out: &mut Events<'_>) -> std::io::Result<()> {
    let calls = trace.calls();
    let names: Vec<String> =
        trace.functions().ids().map(|id| quoted(trace.functions().get(trace.names(), id))).collect();
    let mut order: Vec<u32> = (0..calls.len() as u32).collect();
    // Post-order from pre-order: by the end of the subtree, inner calls first.
    order
        .sort_by_key(|&id| (calls.subtree_end()[id as usize], std::cmp::Reverse(calls.depth()[id as usize])));
    for time in 0..i64::from(times) {
        let shift = time * (trace.extent() + 1_000);
        for &id in &order {
            let row = CallId(id).index();
            let thread = trace.lanes().of_call(CallId(id)).0;
            let name = &names[calls.function()[row].index()];
            out.call(thread, name, calls.start()[row] + shift, calls.end()[row] + shift)?;
        }
    }
    Ok(())
}

/// Writes ranks in phases that processes enter one after another. In each slice, at least half of the time is in the
/// state of the phase.
fn ranks([ranks, slices, states]: [u32; 3], seed: u64, out: &mut Events<'_>) -> std::io::Result<()> {
    let mut rng = Rng::new(seed);
    for rank in 0..ranks {
        let process = rank / RANKS_A_PROCESS;
        for slice in 0..slices {
            let phase = slice * 8 / slices + process % 3;
            let (mut at, end) = (i64::from(slice) * SLICE_NS, i64::from(slice + 1) * SLICE_NS);
            for step in 0..states {
                let left = (end - at) as u64;
                let most = if step == 0 { left / 2 + rng.below(left / 4) } else { rng.below(left / 2 + 1) };
                let next = at + most as i64;
                if next > at {
                    let name = format!("\"state {}\"", (phase + step) % states);
                    out.call_of([process, rank], &name, at, next)?;
                }
                at = next;
            }
        }
    }
    Ok(())
}

/// Returns a trace of a million call paths.
pub(crate) fn paths() -> Trace {
    wide(1, PATHS, FUNCTIONS)
}

/// Returns a trace of a million calls of twenty thousand functions.
pub(crate) fn functions() -> Trace {
    let shape =
        Shape { calls: PATHS, lanes: 4, functions: FUNCTIONS as usize, max_depth: 30, extent: 1_000_000_000 };
    generate(3, shape)
}

/// Writes a trace with all its times multiplied by a fraction.
fn stretched(trace: &Trace, [times, by]: [i64; 2], out: &mut Events<'_>) -> std::io::Result<()> {
    let calls = trace.calls();
    let names: Vec<String> =
        trace.functions().ids().map(|id| quoted(trace.functions().get(trace.names(), id))).collect();
    for row in 0..calls.len() {
        let thread = trace.lanes().of_call(CallId(row as u32)).0;
        let [start, end] = [calls.start()[row], calls.end()[row]].map(|ns| ns * times / by);
        out.call(thread, &names[calls.function()[row].index()], start, end)?;
    }
    Ok(())
}

/// Returns `"name (file:line)"` in JSON, as VizTracer writes it.
fn quoted(function: FunctionSpec<'_>) -> String {
    let FunctionSpec { name, file, line, .. } = function;
    let text = if file.is_empty() { name.to_owned() } else { format!("{name} ({file}:{line})") };
    Value::String(text).to_string()
}

/// Writes one lane in which every caller calls ten functions and has an eleventh of its time as self time. First each
/// function is called once, then random ones.
fn elements([functions, calls]: [u32; 2], extent_ns: i64, out: &mut Events<'_>) -> std::io::Result<()> {
    let mut rng = Rng::new(7);
    let mut open = VecDeque::from([(0, extent_ns)]);
    for turn in 0..calls {
        let Some((start, end)) = open.pop_front() else { break };
        let function = if turn < functions { turn } else { rng.below(functions.into()) as u32 };
        let file = function / FUNCTIONS_A_FILE;
        let line = function % FUNCTIONS_A_FILE;
        let name = format!("\"f{function} (p{}/m{file}.py:{line})\"", file / FILES_A_FOLDER);
        out.call(1, &name, start, end)?;
        let each = (end - start) / 11;
        open.extend((0..10).map(|child| (start + child * each, start + (child + 1) * each)));
    }
    Ok(())
}

/// Writes one lane of consecutive calls.
fn siblings(step_ns: i64, out: &mut Events<'_>) -> std::io::Result<()> {
    (0..SIBLINGS).try_for_each(|number| {
        let start = i64::from(number) * step_ns;
        out.call(1, &format!("\"f{} (siblings.py:1)\"", number % 97), start, start + step_ns)
    })
}

/// Writes equal lanes: one call that contains calls with one call each.
fn lanes(step_ns: i64, out: &mut Events<'_>) -> std::io::Result<()> {
    for lane in 0..LANES {
        let first = i64::from(lane) * step_ns;
        let call = |number: u32| first + i64::from(number) * 10 * step_ns;
        out.call(lane, "\"main (lanes.py:1)\"", first, call(CALLS_A_LANE))?;
        for number in (0..CALLS_A_LANE - 2).step_by(2) {
            let (from, to) = (call(number), call(number + 2));
            out.call(lane, &format!("\"outer{} (lanes.py:2)\"", number % 7), from, to)?;
            out.call(lane, &format!("\"inner{} (lanes.py:3)\"", lane % 11), from + step_ns, to - step_ns)?;
        }
    }
    Ok(())
}
