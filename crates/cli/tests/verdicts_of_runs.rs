//! Tests the first lines about generated runs with a known truth: runs that stopped, phases that came or went, and work
//! that other threads took over.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::Rng;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// A run that is written call by call. Times are microseconds and vary by up to 5 %.
struct Run {
    rng: Rng,
    events: Vec<Value>,
    /// Time of each thread.
    now: Vec<f64>,
    /// Part of a caller's own time that comes after its callees.
    tail: f64,
}

impl Run {
    fn new(seed: u64, threads: usize) -> Self {
        Self { rng: Rng::new(seed), events: Vec::new(), now: vec![0.0; threads], tail: 0.5 }
    }

    /// Makes a call on a thread that works for itself before and after its callees.
    fn call(&mut self, thread: usize, name: &str, own: f64, callees: &mut dyn FnMut(&mut Self)) {
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

    fn leaf(&mut self, thread: usize, name: &str, own: f64) {
        self.call(thread, name, own, &mut |_| ());
    }

    /// Lets `main` do phases: the name of each, and its rounds of one call of `parse` and two of `read`.
    fn phases(seed: u64, tail: f64, phases: &[(&str, usize)]) -> Self {
        let mut run = Self { tail, ..Self::new(seed, 1) };
        run.call(0, "main", 400.0, &mut |run| {
            for &(phase, rounds) in phases {
                run.call(0, phase, 60.0, &mut |run| {
                    for _ in 0..rounds {
                        run.call(0, "parse", 30.0, &mut |run| {
                            run.leaf(0, "read", 50.0);
                            run.leaf(0, "read", 50.0);
                        });
                    }
                });
            }
        });
        run
    }

    /// Lets a number of threads share tasks by turns.
    fn pool(seed: u64, threads: usize, tasks: usize) -> Self {
        let mut run = Self::new(seed, threads);
        for _ in 0..tasks {
            // The thread that is free first takes the next task.
            let free = (0..threads).min_by(|&x, &y| run.now[x].total_cmp(&run.now[y])).unwrap();
            run.call(free, "task", 20.0, &mut |run| {
                run.leaf(free, "fetch", 80.0);
                run.leaf(free, "parse", 150.0);
            });
        }
        run
    }

    /// Stops the run after a share of its time. Calls that are open then end there.
    fn stopped(mut self, share: f64) -> Self {
        let stop = (self.now.iter().copied().fold(0.0, f64::max) * share * 1e3).round() / 1e3;
        self.events.retain(|event| event["ts"].as_f64().unwrap() < stop);
        for event in &mut self.events {
            let [begin, length] = ["ts", "dur"].map(|key| event[key].as_f64().unwrap());
            if begin + length > stop {
                event["dur"] = json!(((stop - begin) * 1e3).round() / 1e3);
            }
        }
        self
    }

    fn write(&self, name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("diptych-verdicts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{name}.json"));
        let text = serde_json::to_string(&json!({ "traceEvents": self.events })).unwrap();
        std::fs::write(&file, text).unwrap();
        file
    }
}

/// Returns the verdict and the cause, and the calls only in A and only in B.
fn compared(name: &str, a: &Run, b: &Run) -> (String, [u64; 2]) {
    let files = [a.write(&format!("{name}-a")), b.write(&format!("{name}-b"))];
    let run = |json: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.arg("compare").arg("--allow-incomplete").args(json.then_some("--json")).args(&files);
        String::from_utf8(command.env("COLUMNS", "400").output().unwrap().stdout).unwrap()
    };
    let report = run(false);
    let lines: Vec<&str> = report.lines().skip(3).take_while(|line| !line.is_empty()).collect();
    let found: Value = serde_json::from_str(&run(true)).unwrap();
    let only = ["only_a", "only_b"].map(|key| found["alignment"][key].as_u64().unwrap());
    (lines.join("\n"), only)
}

const PHASES: [(&str, usize); 3] = [("load", 40), ("index", 60), ("link", 50)];

#[test]
fn a_run_that_stopped_in_a_loop_ends_early_where_it_stopped() {
    let shares = [(0.3, "30\u{202f}%"), (0.5, "50\u{202f}%"), (0.8, "80\u{202f}%")];
    // With and without time between the end of a callee and that of its caller.
    for ((share, percent), tail) in shares.into_iter().flat_map(|share| [(share, 0.5), (share, 0.0)]) {
        let whole = Run::phases(1, tail, &PHASES);
        let stopped = Run::phases(2, tail, &PHASES).stopped(share);
        let (text, [_, only_b]) = compared(&format!("stop-{percent}-{tail}"), &whole, &stopped);
        let begins = format!(
            "B ends early, at {percent}; the rest of A is not compared; until then, B is as long as A; 100\u{202f}%"
        );
        assert!(text.starts_with(&begins), "{text}");
        assert_eq!((text.lines().count(), only_b), (1, 0), "{text}");
    }
}

#[test]
fn a_phase_that_only_calls_helpers_is_the_cause() {
    let with = Run::phases(3, 0.5, &[PHASES[0], PHASES[1], PHASES[2], ("export", 45)]);
    let without = Run::phases(4, 0.5, &PHASES);
    let (text, _) = compared("new-phase", &without, &with);
    assert!(text.contains("\nexport is new (1 call), with its calls of 2 others, in main: +"), "{text}");
    let (text, _) = compared("gone-phase", &with, &without);
    assert!(text.contains("\nexport is gone (1 call), with its calls of 2 others, in main: −"), "{text}");
}

#[test]
fn more_tasks_leave_no_task_of_the_shorter_run_unmatched() {
    let (text, [only_a, only_b]) = compared("tasks", &Run::pool(5, 3, 120), &Run::pool(6, 3, 180));
    // A thread with fewer tasks than in the shorter run leaves one of them alone.
    assert!(only_a <= 3 && only_b <= 183, "{text}: {only_a} {only_b}");
    assert!(text.contains("\nparse is called 180 instead of 120 times, in task: +"), "{text}");
}

#[test]
fn the_same_work_on_more_threads_says_how_many_were_busy() {
    let (text, only) = compared("threads", &Run::pool(7, 2, 240), &Run::pool(8, 4, 240));
    assert_eq!(only, [0, 0], "{text}");
    assert!(text.contains("\ntask moved from "), "{text}");
    // Threads of equal number share the tasks otherwise: nothing moved as a whole.
    let mut few = Run::new(9, 4);
    let mut many = Run::new(9, 4);
    for at in 0..240 {
        let lane = if at % 8 < 5 { 0 } else { at % 4 };
        few.leaf(lane, "task", 100.0);
        many.leaf(at % 4, "task", 100.0);
    }
    let (text, _) = compared("turns", &few, &many);
    assert!(text.contains("more of them run at the same time: "), "{text}");
}
