//! Tests `diptych aggregate`: recounts its numbers from the traces, finds planted differences, and checks what it
//! refuses.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "one ends at the very p at which the next begins")]

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

/// Calls of a lane: start, duration (µs) and name.
type Lane = Vec<(u64, u64, &'static str)>;

fn written(name: &str, lanes: &[(u64, Lane)]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aggregate");
    std::fs::create_dir_all(&folder).unwrap();
    let mut events = Vec::new();
    for (number, (process, calls)) in lanes.iter().enumerate() {
        events.push(json!({ "ph": "M", "name": "thread_name", "pid": process, "tid": number + 1, "args": { "name": format!("t{number}") } }));
        for (start, duration, name) in calls {
            events.push(json!({ "ph": "X", "name": name, "pid": process, "tid": number + 1, "ts": start, "dur": duration }));
        }
    }
    let path = folder.join(name);
    std::fs::write(&path, serde_json::to_string(&events).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Writes 8 lanes in two processes that compute and wait in turn for 3 s. Lanes in `slow` only compute from 1.2 s to
/// 1.5 s.
fn steps(name: &str, seed: u64, slow: &[usize]) -> String {
    let lane = |number: usize| {
        let mut calls: Lane = Vec::new();
        for step in 0..300u64 {
            let start = step * 10_000;
            let jitter = (step * 7 + number as u64 * 13 + seed * 5) % 11 * 30;
            let computing = 4_000 + jitter;
            if slow.contains(&number) && (120..150).contains(&step) {
                calls.push((start, 10_000, "compute"));
            } else {
                calls.push((start, computing, "compute"));
                calls.push((start + computing, 10_000 - computing, "wait"));
            }
        }
        (1 + number as u64 / 4, calls)
    };
    written(name, &(0..8).map(lane).collect::<Vec<_>>())
}

/// Returns the option for 30 slices, unless the arguments have another number. Fewer slices are easier to count by hand.
fn thirty(arguments: &[&str]) -> &'static [&'static str] {
    if arguments.contains(&"--slices") { &[] } else { &["--slices", "30"] }
}

fn aggregate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych"))
        .env_remove("COLUMNS")
        .arg("aggregate")
        .args(arguments)
        .args(thirty(arguments))
        .output()
        .unwrap()
}

fn document(arguments: &[&str]) -> Value {
    let output = aggregate(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn rows<'a>(document: &'a Value, key: &str) -> &'a Vec<Value> {
    document[key].as_array().unwrap()
}

fn number(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap()
}

#[test]
fn aggregate_agrees_with_a_hand_count() {
    let lanes = vec![
        (1, vec![(0, 100, "main"), (20, 30, "read"), (60, 40, "write")]),
        (1, vec![(0, 50, "read"), (50, 50, "write")]),
    ];
    let file = written("hand.json", &lanes);
    let all = document(&[&file, "--slices", "2", "--p", "0"]);
    assert_eq!(rows(&all, "states"), &[json!("write"), json!("read"), json!("main")]);
    assert_eq!(all["state_ns"], json!({ "write": 90_000, "read": 80_000, "main": 30_000 }));
    assert_eq!(all["idle_ns"], 0);
    assert_eq!(rows(&all, "slices")[1], json!({ "from_ns": 50_000, "to_ns": 100_000 }));
    assert_eq!(rows(&all, "lanes").len(), 2);
    // At p = 0 nothing is lost. The second lane is in one state per slice, and the first differs from it.
    assert!(rows(&all, "partitions")[0]["loss"].as_f64().unwrap().abs() < 1e-9);
    let parts = rows(&all, "parts");
    assert_eq!(parts.len(), 4);
    let first = &parts[0];
    assert_eq!(
        (first["lane"].as_str().unwrap(), number(first, "slice_from"), number(first, "slice_to")),
        ("process 1/t0", 0, 0)
    );
    assert_eq!(
        (&first["mode"], &first["proportions"]),
        (&json!("read"), &json!({ "write": 0.0, "read": 0.6, "main": 0.4 }))
    );
    // The call at a depth, a window, time without a state, fewer states.
    let outer = document(&[&file, "--slices", "2", "--states", "depth:1", "--p", "1"]);
    assert_eq!(outer["state_ns"], json!({ "write": 40_000, "read": 30_000 }));
    assert_eq!(outer["idle_ns"], 130_000);
    let part = &rows(&outer, "parts")[0];
    assert_eq!((rows(&outer, "parts").len(), &part["lane"]), (1, &json!("process 1")));
    assert_eq!(part["proportions"], json!({ "write": 0.2, "read": 0.15 }));
    let whole = ["--slices", "1", "--idle", "--p", "1"];
    let of_window = |window: &str| document(&[&[&*file, "--window", window], &whole[..]].concat());
    assert_eq!(of_window("0..")["parts"], document(&[&[&*file], &whole[..]].concat())["parts"]);
    let early = document(&[&file, "--slices", "1", "--window", "0..0.00005", "--idle", "--p", "1"]);
    assert_eq!(
        rows(&early, "parts")[0]["proportions"],
        json!({ "read": 0.8, "main": 0.2, "(no state)": 0.0 })
    );
    let few = document(&[&file, "--slices", "2", "--top", "1", "--p", "0"]);
    assert_eq!(
        (rows(&few, "states"), number(&few, "lumped_states")),
        (&vec![json!("write"), json!("(other states)")], 2)
    );
    assert_eq!(few["state_ns"]["(other states)"], 110_000);
}

#[test]
fn all_partitions_are_contiguous_and_complete() {
    let file = steps("one.json", 1, &[5]);
    let all = document(&[&file, "--all"]);
    let partitions = rows(&all, "partitions");
    let of = |row: &Value, key: &str| row[key].as_f64().unwrap();
    assert!(partitions.len() > 3);
    assert!((of(&partitions[0], "p_from"), of(partitions.last().unwrap(), "p_to")) == (0.0, 1.0));
    for two in partitions.windows(2) {
        assert!(of(&two[0], "p_to") == of(&two[1], "p_from"));
        assert!(
            of(&two[0], "loss") <= of(&two[1], "loss") + 1e-6
                && of(&two[0], "gain") <= of(&two[1], "gain") + 1e-6
        );
    }
    // A partition has as many parts as it says, and they cover each cell once.
    let some = &partitions[partitions.len() / 2];
    let p = f64::midpoint(of(some, "p_from"), of(some, "p_to"));
    let one = document(&[&file, "--p", &p.to_string()]);
    assert_eq!(rows(&one, "parts").len() as u64, number(some, "parts"));
    assert!((of(&rows(&one, "partitions")[0], "loss") - of(some, "loss")).abs() < 1e-6);
    let mut cells = 0;
    for part in rows(&one, "parts") {
        let lane = part["lane"].as_str().unwrap();
        let lanes = rows(&one, "lanes")
            .iter()
            .filter(|leaf| lane.is_empty() || leaf.as_str().unwrap().starts_with(lane));
        cells += lanes.count() as u64 * (number(part, "slice_to") + 1 - number(part, "slice_from"));
    }
    assert_eq!(cells, 8 * 30);
}

#[test]
fn planted_difference_is_found_and_repeat_is_clean() {
    let [normal, repeat, slow] =
        [steps("normal.json", 1, &[]), steps("repeat.json", 2, &[]), steps("slow.json", 3, &[6])];
    let pair = document(&[&normal, &slow]);
    let differences = rows(&pair, "differences");
    assert_eq!(differences.len(), 1, "{differences:?}");
    let first = &differences[0];
    assert_eq!(
        (first["lane"].as_str().unwrap(), number(first, "slice_from"), number(first, "slice_to")),
        ("process 2/t6", 12, 14)
    );
    // Recounted: 30 steps of 10 ms, in which B computes all the time.
    let computed: u64 = (120..150u64).map(|step| 4_000 + (step * 7 + 6 * 13 + 5) % 11 * 30).sum();
    let states = rows(first, "states");
    let compute = states.iter().find(|row| row["state"] == "compute").unwrap();
    assert!((compute["a"].as_f64().unwrap() - computed as f64 / 300_000.0).abs() < 1e-6);
    assert!((compute["b"].as_f64().unwrap() - 1.0).abs() < 1e-6);
    let share = compute["a"].as_f64().unwrap();
    let entropy = |share: f64| -share * share.log2() - (1.0 - share) * (1.0 - share).log2();
    let divergence = entropy(f64::midpoint(share, 1.0)) - entropy(share) / 2.0;
    assert!((first["divergence"].as_f64().unwrap() - divergence).abs() < 1e-4);
    let of_b = rows(&pair, "anomalies").iter().find(|row| row["side"] == "b").unwrap();
    assert_eq!(
        (of_b["lane"].as_str().unwrap(), number(of_b, "slice_from"), number(of_b, "slice_to")),
        ("process 2/t6", 12, 14)
    );
    let parts = rows(&pair, "parts");
    assert!(parts.iter().all(|part| part["proportions"]["a"].is_object() && part["mode"]["b"].is_string()));
    let same = document(&[&normal, &repeat]);
    assert_eq!(rows(&same, "differences").len(), 0);
    let said = aggregate(&[&normal, &slow]);
    // Numbers and units are joined by no-break spaces.
    let said: String = String::from_utf8_lossy(&said.stdout)
        .chars()
        .map(|c| if c.is_whitespace() && c != '\n' { ' ' } else { c })
        .collect();
    assert!(said.contains("process 2/t6, A 1.20 s to 1.50 s"), "{said}");
}

/// A lane that is slow in every run of B is found. A lane that is slow in some runs of one side is no difference.
#[test]
fn runs_are_compared_by_their_means() {
    let normal = [steps("runs-1.json", 1, &[]), steps("runs-2.json", 2, &[]), steps("runs-3.json", 3, &[])];
    let slow =
        [steps("slow-1.json", 4, &[6]), steps("slow-2.json", 5, &[6, 2]), steps("slow-3.json", 6, &[6, 2])];
    let arguments = ["--a", &normal[0], &normal[1], &normal[2], "--b", &slow[0], &slow[1], &slow[2]];
    let runs = document(&arguments);
    assert_eq!(runs["runs"]["a"], json!(["runs-1.json", "runs-2.json", "runs-3.json"]));
    let differences = rows(&runs, "differences");
    assert_eq!(differences.len(), 1, "{differences:?}");
    let first = &differences[0];
    assert_eq!(
        (first["lane"].as_str().unwrap(), number(first, "slice_from"), number(first, "slice_to")),
        ("process 2/t6", 12, 14)
    );
    assert!(number(&runs, "within_spread") > 0);
    // Proportions are the means of the single runs on common slices, and deviations are their standard deviations.
    let options = ["--p", "1", "--slices", "1", "--window", "0..4"];
    let of = |document: &Value, key: &str, side: &str| {
        let part = &rows(document, "parts")[0][key];
        if side.is_empty() { part["compute"].as_f64() } else { part[side]["compute"].as_f64() }.unwrap()
    };
    let together = document(&[&arguments[..], &options].concat());
    for (side, files) in [("a", &normal), ("b", &slow)] {
        let alone: Vec<f64> = files
            .iter()
            .map(|file| of(&document(&[&[file.as_str()], &options[..]].concat()), "proportions", ""))
            .collect();
        let mean = alone.iter().sum::<f64>() / 3.0;
        assert!((of(&together, "proportions", side) - mean).abs() < 1e-8);
        let squares: f64 = alone.iter().map(|share| (share - mean).powi(2)).sum();
        assert!((of(&together, "deviations", side) - (squares / 2.0).sqrt()).abs() < 1e-8);
    }
    let said = aggregate(&arguments);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        said.contains("A runs-1.json and 2 more runs (mean); B slow-1.json and 2 more runs (mean): "),
        "{said}"
    );
    assert!(said.contains("more areas stay within run-to-run variation"), "{said}");
}

/// B waits once, for longer than a shift could explain. Aligned by matched calls, nothing else differs.
#[test]
fn matched_axis_aligns_times_by_calls() {
    let lane = |late: u64| {
        let name = ["read", "work", "write"];
        let calls = (0..300u64).map(|at| {
            let from = at * 1_000 + if at < 60 { 0 } else { late };
            (from, if at == 59 { 900 + late } else { 900 }, name[(at / 25 % 3) as usize])
        });
        (1, calls.collect())
    };
    let [a, b] = [("axis-a.json", 0), ("axis-b.json", 90_000)]
        .map(|(name, late)| written(name, &(0..6).map(|_| lane(late)).collect::<Vec<_>>()));
    let plain = document(&[&a, &b, "--p", "0", "--axis", "zero"]);
    // Nearly all time matches, so this is the default.
    let matched = document(&[&a, &b, "--p", "0"]);
    assert_eq!((&plain["axis"], &matched["axis"]), (&json!("zero"), &json!("matched")));
    let differs = |document: &Value| {
        let far = |part: &&Value| {
            let share = |side: &str, state: &str| part["proportions"][side][state].as_f64().unwrap();
            ["read", "work", "write"].iter().any(|state| (share("a", state) - share("b", state)).abs() > 0.02)
        };
        rows(document, "parts").iter().filter(far).count()
    };
    assert!(differs(&plain) > 3, "{}", differs(&plain));
    assert_eq!(differs(&matched), 0);
    assert_eq!(matched["extent_ns"], json!({ "a": 299_900_000, "b": 389_900_000 }));
    // On both axes, the stall of all lanes is found, with its time in B.
    for of in [&plain, &matched] {
        let first = &rows(of, "findings")[0];
        assert_eq!((&first["kind"], &first["state"]), (&json!("all_lanes"), &json!("write")));
        let [from, to] = [0, 1].map(|at| first["b_ns"][at].as_u64().unwrap());
        assert!(from <= 60_000_000 && to >= 148_000_000, "{first}");
        assert!((first["ns"].as_f64().unwrap() - 90e6).abs() < 2e6, "{first}");
    }
}

/// Planted faults are named by the command as by its library, and `-o` writes the same document to a file.
#[test]
fn planted_faults_are_the_first_findings() {
    use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, paje};
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aggregate");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, fault, seed| {
        let plan = RunPlan { machine: Machine::SMALL, program: Program::Stencil, steps: 60, fault, seed };
        let path = folder.join(name);
        std::fs::write(&path, paje(&plan.run())).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = file("planted-a.paje", Fault::Nothing, 1);
    let faults = [
        (Fault::SlowHost { host: 1, factor: 3.0, during: [0.4, 0.55] }, "works", "cluster-0/host-1"),
        (Fault::LateRank { rank: 6, at: 0.5, lasts: 0.1 }, "works", "cluster-0/host-1/rank-6"),
        (Fault::GlobalStall { at: 0.5, lasts: 0.1 }, "all_lanes", "cluster-0"),
    ];
    for (number, (fault, kind, lane)) in faults.into_iter().enumerate() {
        let b = file(&format!("planted-{number}.paje"), fault, 2);
        for axis in ["zero", "matched"] {
            let found = document(&[&a, &b, "--axis", axis]);
            let first = &rows(&found, "findings")[0];
            assert_eq!(first["kind"], kind, "{fault:?} {axis}");
            assert!(first["lane"].as_str().unwrap().ends_with(lane), "{fault:?} {axis}: {first}");
        }
    }
    let same = file("planted-same.paje", Fault::Nothing, 2);
    let nothing = document(&[&a, &same]);
    assert_eq!((rows(&nothing, "findings").len(), rows(&nothing, "differences").len()), (0, 0));
    let written = folder.join("planted.json");
    let output = aggregate(&[&a, &same, "--json", "-o", written.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty());
    let of_file: Value = serde_json::from_slice(&std::fs::read(&written).unwrap()).unwrap();
    assert_eq!(of_file, nothing);
    // A file that is also an input is refused.
    assert_eq!(aggregate(&[&a, &same, "-o", &a]).status.code(), Some(2));
}

#[test]
fn lanes_without_partner_are_counted() {
    let [a, b] = [
        written("two.json", &[(1, vec![(0, 90, "f")]), (1, vec![(0, 90, "g")])]),
        written("only.json", &[(1, vec![(0, 90, "f")])]),
    ];
    let pair = document(&[&a, &b]);
    assert_eq!(pair["lanes_alone"], json!({ "a": ["process 1/t1"], "b": [] }));
    assert_eq!(rows(&pair, "lanes").len(), 1);
}

#[test]
fn wrong_aggregate_options_are_refused() {
    let file = steps("fits.json", 1, &[]);
    for (arguments, text, code) in [
        (&["--p", "2"][..], "from 0 to 1", 2),
        (&["--slices", "0"], "--slices", 2),
        (&["--states", "depth"], "depth:K", 2),
        (&["--window", "3..1"], "FROM before TO", 2),
        (&["--p", "0.5", "--all"], "--all", 2),
        (&["--window", "9..12"], "after the end of the trace", 1),
    ] {
        let output = aggregate(&[&[file.as_str()], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(text), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
    for (arguments, text) in [
        (&["--a", &file][..], "--b"),
        (&[&file, "--a", &file, "--b", &file], "cannot be used with"),
        (&["--a", "-", "--b", "-"], "only one of the traces can be"),
        (&[], "FILE"),
    ] {
        let output = aggregate(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(text), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
    let folded = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aggregate").join("weights.folded");
    std::fs::write(&folded, "main;read 10\nmain;write 20\n").unwrap();
    let output = aggregate(&[folded.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no time"));
}

/// Returns the report for people, with plain spaces before units.
fn report(arguments: &[&str]) -> String {
    let output = aggregate(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().replace('\u{202f}', " ")
}

/// Returns the lines of a list of the report.
fn listed<'a>(report: &'a str, heading: &str) -> Vec<&'a str> {
    let after = report.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    after.take_while(|line| line.starts_with("  ")).map(str::trim).collect()
}

#[test]
fn window_is_told_in_the_time_of_each_side() {
    let file = written("window.json", &[(1, vec![(0, 10, "f")])]);
    let line = |files: &[&str]| {
        let text =
            report(&[files, &["--axis", "zero", "--slices", "4", "--window", "0.000002..0.000006"]].concat());
        text.lines().find(|line| line.starts_with("only this time")).unwrap_or_default().to_owned()
    };
    assert_eq!(line(&[&file]), "only this time is looked at: 2.00 µs to 6.00 µs");
    let both = "only this time is looked at: A 2.00 µs to 6.00 µs, B 2.00 µs to 6.00 µs";
    assert_eq!(line(&[&file, &written("window-of-b.json", &[(1, vec![(0, 20, "f")])])]), both);
    assert!(!report(&[&file]).contains("only this time"));
}

#[test]
fn rounded_last_slice_is_no_anomaly() {
    // 30 slices of 334 ns reach 20 ns beyond the end of the only call.
    let text = report(&[&written("ten.json", &[(1, vec![(0, 10, "f")])])]);
    assert!(text.starts_with("ten.json: 1 lane, cut into 30 slices, each 334 ns long\n"), "{text}");
    assert_eq!(listed(&text, "Unusual"), ["nothing significant"], "{text}");
    assert!(text.contains(": 1 area, "), "{text}");
}

#[test]
fn longer_function_of_all_lanes_is_found_in_either_order() {
    let run =
        |name: &str, f: u64| written(name, &[(1, vec![(0, 300, "g"), (300, f, "f"), (300 + f, 300, "h")])]);
    let (short, long) = (run("short.json", 300), run("long.json", 600));
    let [slower, faster] = [report(&[&short, &long]), report(&[&long, &short])]
        .map(|text| listed(&text, "Lanes and times").join("; "));
    assert_eq!(slower, "process 1/t0, B 295 µs to 905 µs: 300 µs longer: f 300 µs → 600 µs");
    assert!(faster.contains("shorter: f") && !faster.contains(';'), "{faster}");
}

/// One lane calls f and g in turn, and the calls of f vary. In the second run, f takes longer for a while, by no more than its
/// calls vary. In the third, g takes three times as long.
#[test]
fn one_lane_has_causes_only_where_compare_finds_some() {
    let run = |name: &str, seed: u64, longer: std::ops::Range<u64>, g: u64| {
        let (mut calls, mut at) = (Vec::new(), 0);
        for step in 0..200u64 {
            let varied = 20 + (step * 7_919 + seed * 104_729) % 97;
            let f = if longer.contains(&step) { varied.max(90) } else { varied };
            calls.extend([(at, f, "f"), (at + f, g, "g")]);
            at += f + g;
        }
        written(name, &[(1, calls)])
    };
    let (a, noisy, slow) = (
        run("one-a.json", 1, 0..0, 20),
        run("one-noisy.json", 1, 60..75, 20),
        run("one-slow.json", 2, 0..0, 60),
    );
    let compared = |b: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_diptych")).args(["compare", &a, b]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for runs in [[&a, &noisy], [&noisy, &a]] {
        let text = report(&runs.map(String::as_str));
        assert_eq!(listed(&text, "Lanes and times"), ["nothing significant"], "{text}");
    }
    assert!(compared(&noisy).contains("No function changed"), "{}", compared(&noisy));
    let causes = report(&[&a, &slow]);
    let causes = listed(&causes, "Lanes and times");
    assert!(causes.len() == 1 && causes[0].contains("longer: g 4.00 ms → 12.0 ms"), "{causes:?}");
    assert!(compared(&slow).contains("g takes"), "{}", compared(&slow));
    let same = report(&[&a, &a]);
    assert!(same.contains("Both files hold the same calls at the same times"), "{same}");
}

#[test]
fn report_names_the_axis_and_why() {
    let (a, b) = (steps("axis-a.json", 1, &[]), steps("axis-b.json", 2, &[5]));
    let line = |arguments: &[&str]| report(arguments).lines().nth(1).unwrap().to_owned();
    assert!(line(&[&a, &b]).starts_with("time aligned by matched calls (at least 9"), "{}", line(&[&a, &b]));
    assert_eq!(
        line(&[&a, &b, "--axis", "zero"]),
        "time aligned at the start of each run (as requested; --axis matched aligns matched calls)"
    );
    let other = written("other.json", &[(1, vec![(0, 3_000_000, "else")])]);
    assert!(
        line(&[&a, &other]).contains("(only 0 % of a run’s time is in matched calls; --axis matched"),
        "{}",
        line(&[&a, &other])
    );
    let several = line(&["--a", &a, &b, "--b", &b]);
    assert!(several.contains("(a side has several runs; --axis matched"), "{several}");
}

#[test]
fn sides_without_a_common_lane_say_that_nothing_was_compared() {
    let named = |file: &str, names: [&str; 2]| {
        let lane = |(number, name): (usize, &str)| {
            let thread = json!({ "ph": "M", "name": "thread_name", "pid": 1, "tid": number, "args": { "name": name } });
            let call = json!({ "ph": "X", "name": name, "pid": 1, "tid": number, "ts": 0, "dur": 10 });
            [thread, call]
        };
        let events: Vec<Value> = names.into_iter().enumerate().flat_map(lane).collect();
        let path = Path::new(&written(file, &[])).to_owned();
        std::fs::write(&path, serde_json::to_string(&events).unwrap()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = named("lanes-a.json", ["red", "green"]);
    let b = named("lanes-b.json", ["north", "south"]);
    let text = report(&[&a, &b]);
    let first = listed(&text, "Lanes and times").join(" ");
    assert!(first.starts_with("nothing could be compared: no lane of one side matches"), "{text}");
    assert!(text.contains("2 lanes of lanes-a.json have no match and are left out"), "{text}");
}

/// One rank is slow, one of its neighbours waits for it, and nearly all ranks wait in a reduction.
#[test]
fn waiting_lanes_are_the_same_for_any_slices_and_axis() {
    let example = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name);
        path.to_str().unwrap().to_owned()
    };
    let [a, b] = ["stencil-64-ranks.paje.gz", "stencil-64-ranks-slow-host.paje.gz"].map(example);
    let found = |slices: &str, axis: &str| -> Vec<[String; 4]> {
        let document =
            document(&[&a, &b, "--lanes", "name", "--slices", slices, "--axis", axis, "--p", "0.5"]);
        let text = |of: &Value| of.as_str().unwrap_or_default().to_owned();
        let row = |of: &Value| ["kind", "lane", "state", "other_lane"].map(|key| text(&of[key]));
        for of in rows(&document, "findings").iter().filter(|of| of["kind"] == "each_lane") {
            let ms = of["ns"].as_f64().unwrap() / 1e6;
            assert!((30.0..36.0).contains(&ms) && of["lanes"].as_u64().unwrap() > 58, "{of}");
        }
        rows(&document, "findings").iter().map(row).collect()
    };
    let first = found("30", "matched");
    let kinds: Vec<&str> = first.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(kinds, ["works", "each_lane", "waits"], "{first:?}");
    assert_eq!(first[0][1], "rank-37");
    assert_eq!(first[1][2..], ["PMPI_Allreduce", "rank-37"]);
    assert_eq!(first[2][2..], ["PMPI_Waitall", "rank-37"]);
    for (slices, axis) in [("30", "zero"), ("60", "matched"), ("96", "matched"), ("96", "zero")] {
        assert_eq!(found(slices, axis), first, "{slices} slices, {axis}");
    }
    // With the slow run first, the list has the same rows.
    for axis in ["matched", "zero"] {
        let document = document(&[&b, &a, "--lanes", "name", "--axis", axis, "--p", "0.5"]);
        let exchanged = rows(&document, "findings");
        assert!(exchanged.iter().all(|of| of["ns"].as_f64().unwrap() < 0.0), "{exchanged:?}");
        let lanes: Vec<&str> = exchanged.iter().map(|of| of["lane"].as_str().unwrap()).collect();
        assert_eq!(lanes, first.iter().map(|row| row[1].as_str()).collect::<Vec<&str>>());
    }
    let text = report(&[&a, &b, "--lanes", "name"]);
    let causes = listed(&text, "Lanes and times");
    assert!(causes[0].starts_with("rank-37, B ") && causes[0].contains(": works "), "{text}");
    assert!(
        causes[1].contains(" of 64 lanes, B ")
            && causes[1].contains(": about 34.3 ms longer each in the whole run: "),
        "{text}"
    );
    assert!(causes[1].ends_with("; wait for rank-37"), "{text}");
    assert!(
        causes[2].contains(": waits for rank-37 ")
            && causes[2].ends_with(". 1 more lane waits at least 18.0 ms longer"),
        "{text}"
    );
    // The causes come before the areas, whose times are those of A.
    let place = |words: &str| text.find(words).unwrap();
    assert!(
        place("Lanes and times: causes,") < place("Areas that") && place("Areas that") < place("detail p "),
        "{text}"
    );
    let areas = listed(&text, "Areas that");
    assert!(areas.iter().filter(|row| row.starts_with("rank-")).all(|row| row.contains(", A ")), "{text}");
    let waits: Vec<&str> =
        areas.iter().filter_map(|row| row.split_once("; waits for ")).map(|of| of.1).collect();
    assert!(waits.len() > 1 && waits.iter().all(|lane| *lane == "rank-37"), "{text}");
}

/// A run that stops in the middle has the same callers as the whole one, and these end at different places in the program.
#[test]
fn a_run_that_stops_is_not_stretched_over_the_whole_one() {
    // The callers of the whole run return one after the other, and those of the other one end at once.
    let run = |name: &str, rounds: u64, end: u64, tail: u64| {
        let mut calls: Lane = vec![(0, end, "main"), (1, end - 1 - tail, "loop")];
        for round in 0..rounds {
            let at = 10 + round * 100;
            calls.extend([(at, 90, "round"), (at + 10, 30, "read"), (at + 50, 30 + round % 4, "work")]);
        }
        written(name, &[(1, calls)])
    };
    let [whole, stopped] = [run("whole.json", 200, 20_020, 5), run("stopped.json", 120, 12_020, 0)];
    for (files, longer) in [([&whole, &stopped], "A"), ([&stopped, &whole], "B")] {
        let found = document(&[files[0], files[1], "--p", "1"]);
        let [tail] = &rows(&found, "findings")[..] else { panic!("{:?}", found["findings"]) };
        assert_eq!(tail["kind"], "tail");
        let said = report(&[files[0], files[1]]);
        assert!(said.contains(&format!("{longer} goes on for 8.00 ms")), "{said}");
    }
}

/// A recording that tells only the order of events has no nanoseconds.
#[test]
fn a_recording_without_times_is_told_in_events() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/rsf/classes.rsf");
    let said = report(&[file]);
    let head = said.lines().next().unwrap();
    assert!(head.ends_with(", cut into 5 slices, each 1 event long"), "{said}");
    assert!(!said.contains(" ns") && !said.contains(" ms"), "{said}");
}
