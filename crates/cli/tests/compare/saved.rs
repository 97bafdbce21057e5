//! Tests the `.diptych` file as the command writes and reads it: damage, newer parts, and traces inside.

use crate::support::{compare, examples, folder, json, pair, printed, text};
use diptych_protocol::SavedState;
use diptych_store::{Columns, SavedFile};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compares and stores. Returns the file.
fn keep(name: &str, files: &[PathBuf], options: &[&str]) -> PathBuf {
    let kept = folder(name).join("pair.diptych");
    printed(files, &[options, &["-o", kept.to_str().unwrap()]].concat());
    kept
}

fn render(files: &[&Path], out: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg("render").args(files).arg("-o").arg(out).args(options).output().unwrap()
}

/// Returns the file with a byte of a part changed.
fn without(whole: &[u8], part: &str) -> Vec<u8> {
    let loses_it = |at: &usize| {
        let mut changed = whole.to_vec();
        changed[*at] ^= 1;
        SavedFile::open(&changed, u64::MAX).is_ok_and(|file| file.lost == [part])
    };
    let coarse = || (24..whole.len()).step_by(16).find(loses_it);
    let at = coarse().or_else(|| (24..whole.len()).find(loses_it));
    let at = at.unwrap_or_else(|| panic!("no byte of {part}"));
    let mut changed = whole.to_vec();
    changed[at] ^= 1;
    changed
}

#[test]
fn every_part_that_is_written_is_known() {
    // One run a side with a rule and an early end, and several runs with their traces.
    let [a, b] = pair("saved-known");
    let several = folder("saved-known-runs").join("runs.diptych");
    let third = a.with_extension("third.json");
    std::fs::copy(&a, &third).unwrap();
    let runs = [&a, &b, &third].map(|path| path.to_str().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    let args = [&["compare", "--a"], &runs[..], &["--b"], &runs[..]].concat();
    let output = command.args(args).arg("--with-traces").arg("-o").arg(&several).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    for path in [keep("saved-known", &examples(), &["--with-traces"]), several] {
        let bytes = std::fs::read(&path).unwrap();
        let file = SavedFile::open(&bytes, u64::MAX).unwrap();
        assert_eq!((file.newer, file.lost), (Vec::new(), Vec::new()), "{}", path.display());
        assert!(file.columns.has("trace.a.calls") && file.columns.has("trace.b.calls"));
    }
}

#[test]
fn saved_file_is_a_third_of_its_columns() {
    let bytes = std::fs::read(keep("saved-size", &examples(), &[])).unwrap();
    let columns = SavedFile::open(&bytes, u64::MAX).unwrap().columns.to_bytes();
    assert!(3 * bytes.len() < columns.len(), "{} of {} bytes", bytes.len(), columns.len());
}

#[test]
fn saved_state_has_the_settings_and_all_rules() {
    let path = keep("saved-state", &examples(), &["--normalise", "per-call", "--tau", "0.5"]);
    let bytes = std::fs::read(path).unwrap();
    let file = SavedFile::open(&bytes, u64::MAX).unwrap();
    let state = SavedState::from_bytes(&file.columns.get::<u8>("state").unwrap()).unwrap();
    assert_eq!(state.view.comparison.tau, 50);
    assert_eq!(state.rules, file.columns.text("rules").unwrap());
    assert_eq!(file.writer, env!("CARGO_PKG_VERSION"));
}

#[test]
fn damage_beside_the_lists_is_named_and_the_rest_is_printed() {
    let files = pair("saved-damage");
    let kept = keep("saved-damage", &files, &[]);
    let whole = std::fs::read(&kept).unwrap();
    let expected = json(std::slice::from_ref(&kept), &[]);
    std::fs::write(&kept, without(&whole, "overview.cells.a")).unwrap();
    let output = compare(std::slice::from_ref(&kept), &["--json"]);
    assert!(output.status.success());
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap(), expected);
    assert!(text(&output.stderr).contains("Damage destroyed the overview."), "{}", text(&output.stderr));

    std::fs::write(&kept, without(&whole, "keys")).unwrap();
    let output = compare(std::slice::from_ref(&kept), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("it lost the names of functions"), "{}", text(&output.stderr));
}

#[test]
fn damaged_parts_are_made_again_from_traces_in_the_file() {
    let files = pair("saved-repair");
    let kept = keep("saved-repair", &files, &["--with-traces"]);
    let whole = std::fs::read(&kept).unwrap();
    let expected = json(std::slice::from_ref(&kept), &[]);
    for part in ["tree.a.inclusive-squares", "tree.b.first-call", "keys"] {
        std::fs::write(&kept, without(&whole, part)).unwrap();
        let output = compare(std::slice::from_ref(&kept), &["--json"]);
        assert!(output.status.success(), "{part}: {}", text(&output.stderr));
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for of_pair in ["verdict", "slower", "faster", "calls"] {
            assert_eq!(found[of_pair], expected[of_pair], "{part}: {of_pair}");
        }
        let said = text(&output.stderr);
        assert!(said.contains("made again from the traces in the file"), "{part}: {said}");
        let picture = kept.with_extension("svg");
        let output = render(&[&kept], &picture, &[]);
        assert!(output.status.success(), "{part}: {}", text(&output.stderr));
    }
}

#[test]
fn no_flipped_bit_makes_a_file_with_traces_unreadable() {
    let files = pair("saved-flips");
    let kept = keep("saved-flips", &files, &["--with-traces"]);
    let whole = std::fs::read(&kept).unwrap();
    let expected = json(std::slice::from_ref(&kept), &[]);
    // Behind the magic and the version, which say that it is such a file at all.
    for step in 0..40 {
        let at = 12 + step * (whole.len() - 20) / 40;
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        std::fs::write(&kept, changed).unwrap();
        let output = compare(std::slice::from_ref(&kept), &["--json"]);
        assert!(output.status.success(), "byte {at}: {}", text(&output.stderr));
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["verdict"], expected["verdict"], "byte {at}");
    }
}

#[test]
fn parts_of_a_newer_version_are_named() {
    let kept = keep("saved-newer", &pair("saved-newer"), &[]);
    let bytes = std::fs::read(&kept).unwrap();
    let mut columns: Columns<'_> = SavedFile::open(&bytes, u64::MAX).unwrap().columns;
    columns.put("heat.map", &[1u8, 2]);
    std::fs::write(&kept, SavedFile::to_bytes(&columns, "9.0.0")).unwrap();
    let output = compare(&[kept], &[]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("A newer diptych (9.0.0) added"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("`heat.map`"));
}

#[test]
fn file_with_traces_draws_every_view_like_the_traces() {
    let files = pair("saved-traces");
    let kept = keep("saved-traces", &files, &["--with-traces"]);
    let folder = folder("saved-traces");
    let drawn = |files: &[&Path], name: &str, view: &str| {
        let out = folder.join(name);
        let output = render(files, &out, &["--view", view]);
        assert!(output.status.success(), "{view}: {}", text(&output.stderr));
        std::fs::read_to_string(out).unwrap()
    };
    for view in ["matches", "overview", "flame", "spacetime", "radial"] {
        let of_traces = drawn(&[&files[0], &files[1]], "traces.svg", view);
        assert_eq!(drawn(&[&kept], "kept.svg", view), of_traces, "{view}");
    }
    // The lists are those of the traces, too.
    assert_eq!(json(&[kept], &[]), json(&files, &[]));
}

#[test]
fn with_traces_needs_an_output_file() {
    let output = compare(&pair("saved-needs"), &["--with-traces"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--output"), "{}", text(&output.stderr));
}
