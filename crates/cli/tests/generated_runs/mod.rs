//! Runs that are written call by call, and the first lines about pairs of them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::Rng;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// A run that is written call by call. Times are microseconds and vary by up to 5 %.
pub(crate) struct Run {
    pub(crate) rng: Rng,
    pub(crate) events: Vec<Value>,
    /// Time of each thread.
    pub(crate) now: Vec<f64>,
    /// Part of a caller's own time that comes after its callees.
    pub(crate) tail: f64,
}

impl Run {
    pub(crate) fn new(seed: u64, threads: usize) -> Self {
        Self { rng: Rng::new(seed), events: Vec::new(), now: vec![0.0; threads], tail: 0.5 }
    }

    /// Makes a call on a thread that works for itself before and after its callees.
    pub(crate) fn call(&mut self, thread: usize, name: &str, own: f64, callees: &mut dyn FnMut(&mut Self)) {
        let begin = self.now[thread];
        let own = own * (0.95 + self.rng.below(1_000) as f64 / 10_000.0);
        self.now[thread] += own * (1.0 - self.tail);
        callees(self);
        self.now[thread] += own * self.tail;
        self.events.push(json!({
            "ph": "X", "pid": 1, "tid": thread + 1, "name": name,
            "ts": (begin * 1e3).round() / 1e3, "dur": ((self.now[thread] - begin) * 1e3).round() / 1e3,
        }));
    }

    pub(crate) fn leaf(&mut self, thread: usize, name: &str, own: f64) {
        self.call(thread, name, own, &mut |_| ());
    }

    /// Names the threads, the first one first.
    pub(crate) fn named<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        for (thread, name) in names.into_iter().enumerate() {
            self.events.push(json!({
                "ph": "M", "pid": 1, "tid": thread + 1, "name": "thread_name", "args": { "name": name },
            }));
        }
        self
    }

    pub(crate) fn write(&self, name: &str) -> PathBuf {
        written(&format!("{name}.json"), &json!({ "traceEvents": self.events }))
    }
}

/// Makes a run of one thread, with one call of `main` around what `body` adds.
pub(crate) fn program(seed: u64, body: &mut dyn FnMut(&mut Run)) -> Run {
    let mut run = Run::new(seed, 1);
    run.call(0, "main", 100.0, body);
    run
}

/// Makes a program of `count` rounds, which are numbered from 0.
pub(crate) fn rounds(seed: u64, count: usize, round: &dyn Fn(&mut Run, usize)) -> Run {
    program(seed, &mut |run| (0..count).for_each(|number| round(run, number)))
}

/// Adds calls without callees to the first thread, each of about `own` microseconds.
pub(crate) fn leaves(run: &mut Run, calls: usize, name: &str, own: f64) {
    (0..calls).for_each(|_| run.leaf(0, name, own));
}

/// Writes a file into the folder of the tests.
pub(crate) fn written(name: &str, value: &Value) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("diptych-verdicts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, serde_json::to_string(value).unwrap()).unwrap();
    file
}

/// The report of a comparison.
pub(crate) struct Compared {
    /// The verdict and the sentences on the cause, one a line.
    pub(crate) text: String,
    /// The whole report.
    pub(crate) report: String,
    pub(crate) json: Value,
}

impl Compared {
    /// Returns the numbers of calls only in A and only in B.
    pub(crate) fn unmatched(&self) -> [u64; 2] {
        ["only_a", "only_b"].map(|key| self.json["alignment"][key].as_u64().unwrap())
    }

    /// Returns the significant rows of the list of largest changes: kind, function, change in nanoseconds.
    pub(crate) fn significant(&self) -> Vec<(String, String, i64)> {
        let rows = self.json["ranking"]["largest"].as_array().unwrap().iter();
        let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
        rows.filter(|row| row["stands_out"] == true)
            .map(|row| (text(row, "kind"), text(row, "function"), row["delta_ns"].as_i64().unwrap()))
            .collect()
    }
}

/// Compares two runs, written to files with a name.
pub(crate) fn compared(name: &str, a: &Run, b: &Run) -> Compared {
    compared_files(&[a.write(&format!("{name}-a")), b.write(&format!("{name}-b"))])
}

/// Compares several runs a side, written to files with a name.
pub(crate) fn compared_runs(name: &str, sides: &[Vec<Run>; 2]) -> Compared {
    let mut arguments: Vec<OsString> = Vec::new();
    for (runs, side) in sides.iter().zip(["a", "b"]) {
        arguments.push(format!("--{side}").into());
        let files = runs.iter().enumerate().map(|(run, of)| of.write(&format!("{name}-{side}-{run}")));
        arguments.extend(files.map(PathBuf::into_os_string));
    }
    compared_by(&arguments)
}

/// Compares two files.
pub(crate) fn compared_files(files: &[PathBuf; 2]) -> Compared {
    compared_by(&files.each_ref().map(|file| file.clone().into_os_string()))
}

fn compared_by(arguments: &[OsString]) -> Compared {
    let run = |json: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.arg("compare").arg("--allow-incomplete").args(json.then_some("--json")).args(arguments);
        String::from_utf8(command.env("COLUMNS", "400").output().unwrap().stdout).unwrap()
    };
    let report = run(false);
    let lines: Vec<&str> = report.lines().skip(3).take_while(|line| !line.is_empty()).collect();
    Compared { text: lines.join("\n"), json: serde_json::from_str(&run(true)).unwrap(), report }
}
