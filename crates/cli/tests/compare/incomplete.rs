//! Tests comparisons with an incomplete side.

use crate::support::{compare, examples, folder, json, pair, plain, text};
use flate2::read::GzDecoder;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Writes a trace of a hundred rounds of work and a report. Each call is written when it ends, as profilers do. With
/// `until`, the file has only that many characters.
fn write(folder: &Path, name: &str, until: Option<usize>) -> PathBuf {
    let mut events = String::from("{\"traceEvents\":[\n");
    let mut event = |start: u32, duration: u32, name: &str| {
        writeln!(
            events,
            "{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":{start},\"dur\":{duration},\"name\":\"{name} (app/{name}.py:7)\"}},"
        )
        .unwrap();
    };
    for round in 0..100 {
        let at = round * 100;
        event(at + 10, 30, "read");
        event(at + 50, 40, "work");
        event(at, 95, "round");
    }
    event(0, 10_000, "loop");
    event(10_100, 800, "report");
    event(0, 11_000, "main");
    let length = until.unwrap_or(events.len() - 2);
    let text =
        if until.is_some() { events[..length].to_owned() } else { format!("{}\n]}}", &events[..length]) };
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn cut(name: &str) -> [PathBuf; 2] {
    let folder = folder(name);
    [write(&folder, "a.json", None), write(&folder, "b.json", Some(16_000))]
}

#[test]
fn cut_off_file_is_reported_and_rest_not_compared() {
    let files = cut("cut-off");
    let output = compare(&files, &[]);
    let expected = "\
A  a.json, 303 calls, chrome-json
B  b.json, 206 calls, chrome-json

B ends early, at 63 % (its file is cut off); the rest of A is not compared; until then, B is as long as A; 100 % of A’s time is in calls that B makes too
No function changed by more than the noise floor. All 206 calls match one to one, in order.

Same name      3 functions on both sides, with 100 % of A’s calls (100 % of its time) and 100 % of B’s (100 %)
Lanes          1 pair
Matched calls  206 matched, 0 moved, 0 only in A, 0 only in B; 97 calls of A after B’s end are not compared
Noise          One run per side: noise is how much calls vary within a run
Listed         self time by function, as recorded; only changes above 5.0 % and 10.0 µs
Files          below app/
";
    assert_eq!(plain(&text(&output.stdout)), expected);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(
        plain(&text(&output.stderr)),
        "diptych: incomplete: B ends early, at 63 % (its file is cut off); the rest of A is not compared. Pass \
         --allow-incomplete to compare anyway.\n"
    );
}

#[test]
fn json_describes_the_missing_part() {
    let files = cut("cut-off-json");
    let found = json(&files, &["--allow-incomplete"]);
    let verdict = &found["verdict"];
    assert_eq!(verdict["whole"], false);
    assert_eq!(verdict["ends_early"]["side"], "b");
    assert_eq!(verdict["ends_early"]["file_cut_off"], true);
    assert_eq!(verdict["ends_early"]["rest_left_out"], true);
    assert_eq!(verdict["ends_early"]["rest_calls"], 97);
    assert_eq!(verdict["new_functions"], 0);
    let [a, b] = files;
    let mirrored = json(&[b, a], &["--allow-incomplete"]);
    assert_eq!(mirrored["verdict"]["ends_early"]["side"], "a");
    let whole = json(&pair("whole"), &[]);
    assert_eq!((&whole["verdict"]["whole"], whole["verdict"]["ends_early"].is_null()), (&true.into(), true));
}

#[test]
fn stored_comparison_reports_cut_off_file() {
    let files = cut("cut-off-kept");
    let kept = folder("cut-off-kept").join("pair.diptych");
    let first = compare(&files, &["--allow-incomplete", "-o", kept.to_str().unwrap()]);
    let again = compare(&[kept], &["--allow-incomplete"]);
    assert_eq!(text(&again.stdout), text(&first.stdout));
    assert_eq!(again.status.code(), Some(0));
}

#[test]
fn several_runs_are_compared_whole() {
    let files = cut("cut-off-runs");
    let again = files.each_ref().map(|file| {
        let copy = file.with_extension("again.json");
        // Files with the same bytes count as one run.
        std::fs::write(&copy, [&std::fs::read(file).unwrap()[..], b"\n"].concat()).unwrap();
        copy
    });
    let [a, b, a2, b2] = [&files[0], &files[1], &again[0], &again[1]].map(|file| file.to_str().unwrap());
    let output = compare(&[], &["--a", a, a2, "--b", b, b2]);
    assert_eq!(output.status.code(), Some(4));
    let said = plain(&text(&output.stdout));
    assert!(
        said.contains("\nB ends early, at 63 % (its file is cut off); all runs are compared whole, so its missing part may look like a change; B is"),
        "{said}"
    );
}

/// Both files lack the same calls, so all that is left matches. The verdict says so, and the command does not succeed.
#[test]
fn damaged_files_are_reported_even_if_the_rest_matches() {
    let folder = folder("damaged");
    let files = ["a.json", "b.json"].map(|name| {
        let path = write(&folder, name, None);
        let whole = std::fs::read_to_string(&path).unwrap();
        // One quote too many in eight of 303 events.
        let damaged = whole.replacen("\"name\":\"work (", "\"name\":\"work\" (", 8);
        std::fs::write(&path, damaged).unwrap();
        path
    });
    let output = compare(&files, &[]);
    assert_eq!(output.status.code(), Some(4));
    let said = plain(&text(&output.stderr));
    assert!(said.contains("incomplete: both files are cut off or damaged"), "{said}");
    assert_eq!(compare(&files, &["--allow-incomplete"]).status.code(), Some(0));
}

/// A copied call tree that ends after a whole row lacks weight which its rows state.
#[test]
fn copy_that_does_not_add_up_is_incomplete() {
    let folder = folder("lacking");
    let whole = "Weight\tSelf Weight\t\tSymbol Name\n1.50 s  100.0%\t0 s\t \tmain\n1.20 s  80.0%\t1.20 s\t \t load\n\
                 300.00 ms  20.0%\t300.00 ms\t \t save\n";
    let cut = &whole[..whole.find("300.00").unwrap()];
    let [a, b] = [("a.txt", whole), ("b.txt", cut)].map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    });
    let output = compare(&[a.clone(), b], &[]);
    let said = plain(&text(&output.stderr));
    assert!(said.contains("incomplete: the file of B is cut off or damaged"), "{said}");
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(compare(&[a.clone(), a], &[]).status.code(), Some(0));
}

/// The callers of a program's last calls are missing, because they had not ended. Without them, such calls match any
/// later ones, which must not move the end of the shorter side.
#[test]
fn a_cut_recording_equals_the_beginning_of_the_whole_one() {
    let [_, whole] = examples();
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(&whole).unwrap()).read_to_end(&mut bytes).unwrap();
    for kilobytes in [300, 500, 600, 800, 900, 1_000, 1_400] {
        let cut = folder("cut-recording").join(format!("{kilobytes}.json"));
        std::fs::write(&cut, &bytes[..kilobytes * 1_000]).unwrap();
        let said = plain(&text(&compare(&[whole.clone(), cut], &[]).stdout));
        assert!(said.contains("until then, B is as long as A"), "{kilobytes} kB: {said}");
    }
}

/// Most of a file cannot be read. What it lacks says nothing about the program, so no cause is named.
#[test]
fn a_side_that_is_mostly_lost_has_no_cause() {
    let folder = folder("mostly-lost");
    let files = ["a.json", "b.json"].map(|name| write(&folder, name, None));
    let whole = std::fs::read_to_string(&files[0]).unwrap();
    let damaged = whole
        .replace("\"name\":\"work (", "\"name\":\"work\" (")
        .replace("\"name\":\"re", "\"name\":\"re\" ");
    std::fs::write(&files[0], damaged).unwrap();
    let output = compare(&files, &["--allow-incomplete"]);
    let said = plain(&text(&output.stdout));
    let second = said.lines().nth(3).unwrap();
    assert!(second.starts_with("only ") && second.contains("% of A’s file could be read ("), "{said}");
    assert!(second.contains("the rest of A cannot be compared"), "{said}");
    assert!(!second.contains("as long as A") && !second.contains("only in B"), "{said}");
    assert!(!said.contains(" is new (") && !said.contains(" is gone ("), "{said}");
    // The stored comparison says the same.
    let kept = folder.join("pair.diptych");
    compare(&files, &["--allow-incomplete", "-o", kept.to_str().unwrap()]);
    assert_eq!(plain(&text(&compare(&[kept], &["--allow-incomplete"]).stdout)), said);
    assert_eq!(compare(&files, &[]).status.code(), Some(4));
}

/// Calls of the longer side after the cut are neither new nor more calls, for structure as for the comparison.
#[test]
fn structure_of_a_cut_recording_compares_only_what_both_have() {
    let [_, whole] = examples();
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(&whole).unwrap()).read_to_end(&mut bytes).unwrap();
    let cut = folder("cut-structure").join("cut.json");
    std::fs::write(&cut, &bytes[..800_000]).unwrap();
    for (files, early) in [([&whole, &cut], "B"), ([&cut, &whole], "A")] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.arg("structure").args(files).args(["--level", "function"]).output().unwrap();
        let said = plain(&text(&output.stdout));
        assert!(said.contains(&format!(" calls: {early} ends before them")), "{said}");
        assert!(said.contains(": 0 only in A, 0 only in B, 0 with more or fewer calls"), "{said}");
        let levels = said.lines().find(|line| line.starts_with("levels: ")).unwrap();
        assert!(!levels.contains("only in") && said.contains("called only then"), "{said}");
    }
}

/// Runs the command with both files of a cut recording, in either order, and returns its outputs.
fn of_cut_recording(name: &str, arguments: &[&str]) -> [(String, String); 2] {
    let [_, whole] = examples();
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(&whole).unwrap()).read_to_end(&mut bytes).unwrap();
    let cut = folder(name).join("cut.json");
    std::fs::write(&cut, &bytes[..800_000]).unwrap();
    [[&whole, &cut], [&cut, &whole]].map(|files| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.arg(arguments[0]).args(files).args(&arguments[1..]).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    })
}

/// Stacks of the longer side after the cut are neither new nor longer.
#[test]
fn flame_graph_of_a_cut_recording_counts_what_both_have() {
    let file = folder("cut-flame-stacks").join("both.folded");
    let outputs = of_cut_recording("cut-flame", &["flame", "-o", file.to_str().unwrap()]);
    // The file holds the stacks of the second order.
    let stacks = std::fs::read_to_string(&file).unwrap();
    for ((_, said), longer) in outputs.into_iter().zip(["A", "B"]) {
        assert!(
            said.contains(&format!("the calls of {longer} after ")) && said.contains("not counted"),
            "{said}"
        );
        let sums = stacks.lines().map(|line| {
            let mut numbers = line.rsplit(' ').map(|number| number.parse::<f64>().unwrap());
            let b = numbers.next().unwrap();
            [numbers.next().unwrap(), b]
        });
        let sums: Vec<[f64; 2]> = sums.collect();
        assert!(sums.len() > 100);
        // Only calls that were running at the cut differ.
        let [a, b] = [0, 1].map(|side: usize| sums.iter().map(|of| of[side]).sum::<f64>());
        let apart: f64 = sums.iter().map(|[a, b]| (a - b).abs()).sum();
        assert!(apart < 0.01 * a.max(b), "{apart} of {a} and {b}");
    }
}

/// States of the longer side after the cut are no difference.
#[test]
fn states_of_a_cut_recording_are_compared_up_to_its_end() {
    for (number, (output, _)) in of_cut_recording("cut-states", &["aggregate", "--json"]).iter().enumerate() {
        let found: serde_json::Value = serde_json::from_str(output).unwrap();
        let until = &found["compared_until"];
        assert_eq!(until["side"], ["a", "b"][number]);
        assert!(until["at_ns"].as_i64().unwrap() > 0);
        assert_eq!(
            (found["differences"].as_array().unwrap().len(), found["findings"].as_array().unwrap().len()),
            (0, 0)
        );
    }
    let [(report, _), _] = of_cut_recording("cut-states-text", &["aggregate"]);
    assert!(plain(&report).contains("Not compared: the calls of A after "), "{report}");
}

/// The lanes of a file that is not in the order of time end at different moments, so nothing follows from its cut.
#[test]
fn a_cut_file_with_one_thread_after_the_other_has_no_cause() {
    let folder = folder("cut-threads");
    let event = |thread: u32, start: u32, name: &str| {
        format!("{{\"ph\":\"X\",\"pid\":1,\"tid\":{thread},\"ts\":{start},\"dur\":80,\"name\":\"{name}\"}}")
    };
    let of_thread =
        |thread: u32| (0..200).map(move |round| event(thread, round * 100, &format!("work{thread}")));
    let events: Vec<String> = (1..5).flat_map(of_thread).collect();
    let whole = format!("[{}]", events.join(",\n"));
    let files = [folder.join("whole.json"), folder.join("cut.json")];
    std::fs::write(&files[0], &whole).unwrap();
    std::fs::write(&files[1], &whole[..whole.len() * 6 / 10]).unwrap();
    let said = plain(&text(&compare(&files, &["--allow-incomplete"]).stdout));
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[3].starts_with("the file of B is cut off or damaged")
            && lines[3].contains("so no cause is named"),
        "{said}"
    );
    assert_eq!(lines[4], "", "{said}");
    // The last threads of the file are not said to be gone from the program.
    let functions = plain(&text(&compare(&files, &["--allow-incomplete", "--functions"]).stdout));
    assert!(said.contains("missing in B") && functions.contains("missing in B"), "{said}{functions}");
    let is_gone = |said: &str| said.lines().any(|line| line.contains("gone") && line.contains("work"));
    assert!(!is_gone(&said) && !is_gone(&functions), "{said}{functions}");
    // Verbs that name no causes say so, too.
    let picture = folder.join("difference.svg");
    for verb in [&["aggregate"][..], &["structure"], &["flame", "-o", picture.to_str().unwrap()]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.arg(verb[0]).args(&files).args(&verb[1..]).output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains("incomplete: the file of B is cut off or damaged"), "{verb:?}: {said}");
    }
    let exchanged: Vec<PathBuf> = files.iter().rev().cloned().collect();
    let said = plain(&text(&compare(&exchanged, &["--allow-incomplete"]).stdout));
    assert!(said.contains("missing in A") && !said.contains(" new,"), "{said}");
}

/// A lane with few of all calls and most of the time is not there because the file was cut off before it.
#[test]
fn a_cut_file_without_a_lane_of_few_long_calls_has_no_cause() {
    let folder = folder("cut-long-lane");
    let event = |thread: u32, start: u32, duration: u32, name: &str| {
        format!(
            "{{\"ph\":\"X\",\"pid\":1,\"tid\":{thread},\"ts\":{start},\"dur\":{duration},\"name\":\"{name}\"}}"
        )
    };
    let short = |round: u32| [1, 2].map(|thread| event(thread, round * 50, 40, "work"));
    let mut events: Vec<String> = (0..400).flat_map(short).collect();
    let whole_length = events.join(",\n").len();
    events.extend((0..10).map(|round| event(3, round * 1_900, 1_800, "upload")));
    let whole = format!("[{}]", events.join(",\n"));
    let files = [folder.join("whole.json"), folder.join("cut.json")];
    std::fs::write(&files[0], &whole).unwrap();
    std::fs::write(&files[1], &whole[..whole_length - 3_000]).unwrap();
    let said = plain(&text(&compare(&files, &["--allow-incomplete"]).stdout));
    assert!(said.contains("so no cause is named") && said.contains("missing in B"), "{said}");
    assert!(!said.contains("upload is gone"), "{said}");
}
