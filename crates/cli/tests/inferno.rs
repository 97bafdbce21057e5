//! Tests profiles against `inferno`, run as users run it. Its programs add up, fold and diff the stacks that `diptych
//! flame` writes, and must agree with Diptych's own results.
//!
//! Inferno is under the CDDL and is no dependency. So these tests are not part of `cargo test`, but of `npm run deep`
//! if its programs are on the path (`cargo install inferno`). To run them alone: `cargo test -p diptych-cli --test
//! inferno`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Weights by stack.
type Stacks = BTreeMap<Vec<String>, Vec<i64>>;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inferno");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a trace in which functions call themselves, directly and through others.
fn recursive() -> PathBuf {
    let path = folder().join("recursive.json");
    let calls = [
        (0, 900, "main"),
        (10, 400, "walk"),
        (20, 300, "walk"),
        (30, 200, "visit"),
        (40, 150, "walk"),
        (50, 60, "walk"),
        (500, 300, "visit"),
        (510, 100, "visit"),
        (620, 90, "walk"),
    ];
    let event = |(start, long, name): &(u64, u64, &str)| {
        format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{start},"dur":{long},"name":"{name}"}}"#)
    };
    std::fs::write(&path, format!("[{}]", calls.iter().map(event).collect::<Vec<_>>().join(",\n"))).unwrap();
    path
}

/// Returns pairs of traces.
fn pairs() -> [[PathBuf; 2]; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    let [a, b] = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(|name| folder.join(name));
    [[a.clone(), b], [recursive(), a]]
}

/// Writes the profile of one trace or two with `diptych flame`.
fn flame(name: &str, files: &[&PathBuf], options: &[&str]) -> PathBuf {
    let path = folder().join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    let status = command.arg("flame").args(files).args(options).arg("-o").arg(&path).status().unwrap();
    assert!(status.success());
    path
}

/// Returns the output of a program of inferno.
fn inferno(program: &str, arguments: &[&str], files: &[&Path]) -> String {
    let output = Command::new(program).args(arguments).args(files).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}: {error}; install it: cargo install inferno"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Reads folded stacks. Equal stacks are added up, and stacks without weight are left out.
fn folded(text: &str, weights: usize) -> Stacks {
    let mut stacks = Stacks::new();
    for line in text.lines() {
        let mut parts: Vec<&str> = line.rsplitn(weights + 1, ' ').collect();
        let stack = parts.pop().unwrap().split(';').map(str::to_owned).collect();
        let sums = stacks.entry(stack).or_insert_with(|| vec![0; weights]);
        for (sum, weight) in sums.iter_mut().zip(parts.iter().rev()) {
            *sum += weight.parse::<i64>().unwrap();
        }
    }
    stacks.retain(|_, weights| weights.iter().any(|&weight| weight > 0));
    stacks
}

/// Returns the text between two others, and the rest.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<(&'a str, &'a str)> {
    let from = text.find(begin)? + begin.len();
    let to = from + text[from..].find(end)?;
    Some((&text[from..to], &text[to..]))
}

/// Returns the total of each path in inferno's picture, where a box has the title `<title>name (1,234 samples,
/// 5.6%)</title>`.
fn totals_of_picture(svg: &str) -> Stacks {
    let mut boxes: Vec<(i64, i64, i64, String)> = Vec::new();
    let mut rest = svg;
    while let Some((title, after)) = between(rest, "<g><title>", "</title>") {
        let (tag, after) = between(after, "<rect ", ">").unwrap();
        let number =
            |name: &str| between(tag, &format!("{name}=\""), "\"").unwrap().0.parse::<f64>().unwrap() as i64;
        let (name, samples) = title.rsplit_once(" (").unwrap();
        let samples: i64 = samples.split(' ').next().unwrap().replace(',', "").parse().unwrap();
        assert_eq!(samples, number("fg:w"), "{title}");
        let name =
            name.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        boxes.push((number("y"), number("fg:x"), samples, name));
        rest = after;
    }
    // Callers are below, so they have the larger y. `all` is the whole picture.
    boxes.sort_by_key(|(y, x, ..)| (-y, *x));
    let mut found = Stacks::new();
    let mut open: Vec<(i64, i64, i64, Vec<String>)> = Vec::new();
    for (y, x, samples, name) in boxes {
        let caller = open
            .iter()
            .rev()
            .find(|(of, from, long, _)| *of == y + 16 && *from <= x && x + samples <= from + long);
        let mut path = caller.map_or_else(Vec::new, |(.., path)| path.clone());
        if caller.is_some() {
            path.push(name);
            found.insert(path.clone(), vec![samples]);
        } else {
            assert_eq!(name, "all");
        }
        open.push((y, x, samples, path));
    }
    found
}

/// Returns the total of each path in speedscope's JSON, from where `diptych flame` opens and closes it.
fn totals_of_speedscope(path: &Path) -> Stacks {
    let json: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let name = |event: &Value| {
        let frame = &json["shared"]["frames"][event["frame"].as_u64().unwrap() as usize];
        frame["name"].as_str().unwrap().to_owned()
    };
    let (mut open, mut found) = (Vec::<(String, i64)>::new(), Stacks::new());
    for event in json["profiles"][0]["events"].as_array().unwrap() {
        let at = event["at"].as_i64().unwrap();
        if event["type"] == "O" {
            open.push((name(event), at));
            continue;
        }
        let path: Vec<String> = open.iter().map(|(name, _)| name.clone()).collect();
        let (_, begin) = open.pop().unwrap();
        if at > begin {
            assert_eq!(found.insert(path, vec![at - begin]), None);
        }
    }
    found
}

#[test]
fn path_totals_agree_with_inferno() {
    for [a, b] in pairs() {
        for (number, file) in [&a, &b].into_iter().enumerate() {
            for fold in ["none", "direct", "full"] {
                let stacks = flame(&format!("{number}-{fold}.folded"), &[file], &["--fold", fold]);
                let picture = inferno("inferno-flamegraph", &["--minwidth", "0"], &[&stacks]);
                let ours = flame(&format!("{number}-{fold}.speedscope.json"), &[file], &["--fold", fold]);
                let (theirs, ours) = (totals_of_picture(&picture), totals_of_speedscope(&ours));
                assert!(
                    theirs.len() > 4 && theirs == ours,
                    "{} {fold}: {} paths, {}",
                    file.display(),
                    ours.len(),
                    theirs.len()
                );
            }
        }
    }
}

/// Both read one file. Stacks that are written, read and written again stay the same.
#[test]
fn folded_file_totals_agree_with_inferno() {
    for file in pairs().into_iter().flatten() {
        let stacks = flame("read.folded", &[&file], &["--no-fold"]);
        let again = flame("again.folded", &[&stacks], &["--no-fold"]);
        let of = |path: &Path| folded(&std::fs::read_to_string(path).unwrap(), 1);
        assert_eq!(of(&stacks), of(&again), "{}", file.display());
        let picture = inferno("inferno-flamegraph", &["--minwidth", "0"], &[&stacks]);
        let ours = flame("again.speedscope.json", &[&stacks], &["--no-fold"]);
        let (theirs, ours) = (totals_of_picture(&picture), totals_of_speedscope(&ours));
        assert!(
            theirs.len() > 4 && theirs == ours,
            "{}: {} paths, {}",
            file.display(),
            ours.len(),
            theirs.len()
        );
    }
}

#[test]
fn pair_weights_agree_with_inferno_diff_folded() {
    for [a, b] in pairs() {
        let of_a = flame("diff-a.folded", &[&a], &["--no-fold"]);
        let of_b = flame("diff-b.folded", &[&b], &["--no-fold"]);
        let theirs = folded(&inferno("inferno-diff-folded", &[], &[&of_a, &of_b]), 2);
        let ours = flame("diff.folded", &[&a, &b], &["--no-fold"]);
        let ours = folded(&std::fs::read_to_string(ours).unwrap(), 2);
        assert!(ours.len() > 4 && theirs == ours, "{} stacks, {}", ours.len(), theirs.len());
    }
}

#[test]
fn direct_recursion_is_folded_as_in_inferno() {
    for file in pairs().into_iter().flatten() {
        let stacks = flame("unfolded.folded", &[&file], &["--no-fold"]);
        let theirs = folded(&inferno("inferno-collapse-recursive", &[], &[&stacks]), 1);
        let ours = folded(&std::fs::read_to_string(flame("direct.folded", &[&file], &[])).unwrap(), 1);
        assert!(ours.len() > 4 && theirs == ours, "{}", file.display());
    }
}
