//! Tests the first lines about generated runs with a known truth: runs that stopped, phases that came or went, and work
//! that other threads took over.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod generated_runs;

use generated_runs::{Run, compared, compared_files, written};
use serde_json::json;

/// Lets `main` do phases: the name of each, and its rounds of one call of `parse` and two of `read`.
fn phases(seed: u64, tail: f64, phases: &[(&str, usize)]) -> Run {
    let mut run = Run { tail, ..Run::new(seed, 1) };
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
fn pool(seed: u64, threads: usize, tasks: usize) -> Run {
    let mut run = Run::new(seed, threads);
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
fn stopped(mut run: Run, share: f64) -> Run {
    let stop = (run.now.iter().copied().fold(0.0, f64::max) * share * 1e3).round() / 1e3;
    run.events.retain(|event| event["ts"].as_f64().unwrap() < stop);
    for event in &mut run.events {
        let [begin, length] = ["ts", "dur"].map(|key| event[key].as_f64().unwrap());
        if begin + length > stop {
            event["dur"] = json!(((stop - begin) * 1e3).round() / 1e3);
        }
    }
    run
}

const PHASES: [(&str, usize); 3] = [("load", 40), ("index", 60), ("link", 50)];

#[test]
fn a_run_that_stopped_in_a_loop_ends_early_where_it_stopped() {
    let shares = [(0.3, "30\u{202f}%"), (0.5, "50\u{202f}%"), (0.8, "80\u{202f}%")];
    // With and without time between the end of a callee and that of its caller.
    for ((share, percent), tail) in shares.into_iter().flat_map(|share| [(share, 0.5), (share, 0.0)]) {
        let whole = phases(1, tail, &PHASES);
        let stopped = stopped(phases(2, tail, &PHASES), share);
        let found = compared(&format!("stop-{percent}-{tail}"), &whole, &stopped);
        let (text, [_, only_b]) = (&found.text, found.unmatched());
        let begins = format!(
            "B ends early, at {percent}; the rest of A is not compared; until then, B is as long as A; 100\u{202f}%"
        );
        assert!(text.starts_with(&begins), "{text}");
        let [verdict, none] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert!(none.starts_with("No function changed by more than the noise floor."), "{verdict} {none}");
        assert_eq!(only_b, 0, "{text}");
    }
}

#[test]
fn a_phase_that_only_calls_helpers_is_the_cause() {
    let with = phases(3, 0.5, &[PHASES[0], PHASES[1], PHASES[2], ("export", 45)]);
    let without = phases(4, 0.5, &PHASES);
    let text = compared("new-phase", &without, &with).text;
    assert!(
        text.contains("\nmain now calls export (new, 1 call), which spends most of its time in read (90 calls by parse): +"),
        "{text}"
    );
    let text = compared("gone-phase", &with, &without).text;
    assert!(
        text.contains("\nmain no longer calls export (gone, 1 call), which spent most of its time in read (90 calls by parse): −"),
        "{text}"
    );
}

#[test]
fn more_tasks_leave_no_task_of_the_shorter_run_unmatched() {
    let found = compared("tasks", &pool(5, 3, 120), &pool(6, 3, 180));
    let (text, [only_a, only_b]) = (&found.text, found.unmatched());
    // A thread with fewer tasks than in the shorter run leaves one of them alone.
    assert!(only_a <= 3 && only_b <= 183, "{text}: {only_a} {only_b}");
    assert!(
        text.contains(
            "\nparse is called 180 instead of 120 times, because task is called 180 instead of 120 times: +"
        ),
        "{text}"
    );
}

#[test]
fn the_same_work_on_more_threads_says_how_many_were_busy() {
    let found = compared("threads", &pool(7, 2, 240), &pool(8, 4, 240));
    let text = &found.text;
    assert_eq!(found.unmatched(), [0, 0], "{text}");
    assert!(text.contains("; 4 lanes in B, 2 in A"), "{text}");
    assert!(
        text.contains(" lanes are busy on average instead of 2.00. 122 calls of task now run on "),
        "{text}"
    );
    // Threads of equal number share the tasks otherwise: nothing moved as a whole.
    let mut few = Run::new(9, 4);
    let mut many = Run::new(9, 4);
    for at in 0..240 {
        let lane = if at % 8 < 5 { 0 } else { at % 4 };
        few.leaf(lane, "task", 100.0);
        many.leaf(at % 4, "task", 100.0);
    }
    let text = compared("turns", &few, &many).text;
    assert!(text.contains("more of them run at the same time: "), "{text}");
}

#[test]
fn one_lane_that_waits_longer_does_not_run_less_at_the_same_time() {
    let run = |seed: u64, sleep_us: f64| {
        let mut run = Run::new(seed, 1);
        for _ in 0..40 {
            run.leaf(0, "write", 10.0);
            run.leaf(0, "sleep", sleep_us);
        }
        run
    };
    let text = compared("waits", &run(3, 1_000.0), &run(3, 2_000.0)).text;
    assert!(!text.contains("at the same time"), "{text}");
    assert!(text.contains("sleep"), "{text}");
}

/// Names of the lanes of a pool with four workers.
const WORKERS: [&str; 4] = ["worker-1", "worker-2", "worker-3", "worker-4"];

#[test]
fn a_pool_with_fewer_workers_is_the_cause() {
    let four = || pool(11, 4, 96).named(WORKERS);
    let three = || pool(12, 3, 96).named(WORKERS[..3].iter().copied());
    let text = compared("fewer-workers", &four(), &three()).text;
    assert!(text.contains("\nB has 3 worker lanes instead of 4. The busiest one works "), "{text}");
    let text = compared("more-workers", &three(), &four()).text;
    assert!(text.contains("\nB has 4 worker lanes instead of 3. The busiest one works "), "{text}");
}

#[test]
fn lanes_that_explain_nothing_are_no_cause() {
    let four = || pool(13, 4, 96).named(WORKERS);
    let renamed = pool(14, 4, 96).named(["worker-1", "worker-2", "worker-3", "io"]);
    let fewer_tasks = pool(15, 3, 72).named(WORKERS[..3].iter().copied());
    // The fourth worker does next to nothing, and the tasks of the others take longer.
    let mut idle = Run::new(16, 4);
    let mut slower = Run::new(17, 3);
    for at in 0..96 {
        idle.leaf(at % 3, "task", 100.0);
        slower.leaf(at % 3, "task", 130.0);
    }
    idle.leaf(3, "task", 100.0);
    let (idle, slower) = (idle.named(WORKERS), slower.named(WORKERS[..3].iter().copied()));
    for (name, a, b) in [
        ("same-workers", four(), pool(18, 4, 96).named(WORKERS)),
        ("renamed-worker", four(), renamed),
        ("fewer-tasks", four(), fewer_tasks),
        ("idle-worker", idle, slower),
    ] {
        let text = compared(name, &a, &b).text;
        assert!(!text.contains("worker lane"), "{name}: {text}");
    }
}

#[test]
fn a_renamed_caller_is_named_as_on_each_side() {
    let run = |seed: u64, caller: &str, work: f64| {
        let mut run = Run::new(seed, 1);
        for _ in 0..80 {
            run.call(0, "handle", 20.0, &mut |run| {
                run.call(0, caller, 5.0, &mut |run| run.leaf(0, "work", work));
            });
        }
        run
    };
    let found = compared("renamed-caller", &run(19, "parse_header", 300.0), &run(20, "read_header", 600.0));
    let text = &found.text;
    assert!(text.contains("\nwork takes ") && text.contains(", in parse_header → read_header: +"), "{text}");
}

#[test]
fn samples_of_unequal_length_are_told_apart_from_their_time() {
    // `hash` has three times as many samples in B, but a sample stands for a third of the time.
    let profile = |name: &str, interval_us: u64, hash: usize, render: usize| {
        let frame = |id: u32, name: &str, children: &[u32]| {
            let call_frame = json!({
                "functionName": name, "scriptId": "1", "url": "file:///app.js", "lineNumber": 1, "columnNumber": 1,
            });
            json!({ "id": id, "callFrame": call_frame, "children": children })
        };
        let samples = [vec![2; hash], vec![3; render]].concat();
        let deltas = vec![interval_us; samples.len()];
        let end = interval_us * (samples.len() as u64 + 1);
        written(
            name,
            &json!({
                "nodes": [frame(1, "(root)", &[2, 3]), frame(2, "hash", &[]), frame(3, "render", &[])],
                "startTime": 0, "endTime": end, "samples": samples, "timeDeltas": deltas,
            }),
        )
    };
    let files =
        [profile("even-a.cpuprofile", 3_000, 100, 400), profile("even-b.cpuprofile", 1_000, 900, 1_200)];
    let text = compared_files(&files).text;
    let said = "hash has 900 samples instead of 100, and 3.00× as much time (a sample stands for 3.00 ms in A and 1.00 ms in B)";
    assert!(text.replace('\u{202f}', " ").contains(said), "{text}");
}
