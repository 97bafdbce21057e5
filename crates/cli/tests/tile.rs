//! Tests `diptych tile`: its folder, what it refuses, what it leaves behind, and that tiles read back add up.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Fixture {
    root: PathBuf,
}

impl Fixture {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tile").join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Self { root }
    }

    fn path(&self, name: &str) -> String {
        self.root.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a trace of frames with short calls in them. `draw_us` is how long each `draw` takes.
    fn frames(&self, name: &str, frames: u32, draw_us: u32) {
        let mut text = String::from("[");
        let mut at = 0;
        let call = |at: u32, dur: u32, name: &str, text: &mut String| {
            let comma = if text.len() > 1 { "," } else { "" };
            let _ =
                write!(text, r#"{comma}{{"ph":"X","pid":1,"tid":1,"ts":{at},"dur":{dur},"name":"{name}"}}"#);
        };
        for _ in 0..frames {
            let begin = at;
            for _ in 0..10 {
                call(at + 1, draw_us, "draw", &mut text);
                at += draw_us + 2;
            }
            call(begin, at - begin, "frame", &mut text);
            at += 5;
        }
        fs::write(self.root.join(name), text + "]").unwrap();
    }

    fn tile(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.current_dir(&self.root).arg("tile").args(arguments).output().unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.root.join(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned()).collect();
        names.sort();
        names
    }

    fn manifest(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.root.join("out/tiles.json")).unwrap()).unwrap()
    }
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

fn json(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_diptych")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", words(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn two_traces_become_a_folder() {
    let fixture = Fixture::new("two");
    fixture.frames("a.json", 300, 3);
    fixture.frames("b.json", 300, 4);
    let output = fixture.tile(&["a.json", "b.json", "-o", "out", "--rows", "200"]);
    assert!(output.status.success(), "{}", words(&output));
    assert!(words(&output).contains("A a.json: 3,300 calls in "), "{}", words(&output));
    assert_eq!(fixture.names("out"), ["a.tiles", "b.tiles", "tiles.json"]);
    assert_eq!(fixture.names("."), ["a.json", "b.json", "out"], "nothing temporary is left");
    let manifest = fixture.manifest();
    assert_eq!((manifest["kind"].as_str(), manifest["schema"].as_i64()), (Some("tiles"), Some(1)));
    for letter in ["a", "b"] {
        let side = &manifest["sides"][letter];
        let levels = side["levels"].as_array().unwrap();
        let sum = |level: &Value, column: &str| -> u64 {
            level[column].as_array().unwrap().iter().map(|bytes| bytes.as_u64().unwrap()).sum()
        };
        let parts = |level: &Value| {
            ["before", "within", "after"].map(|column| sum(level, column)).iter().sum::<u64>()
        };
        let bytes = side["head"].as_u64().unwrap() + levels.iter().map(parts).sum::<u64>();
        let file = fixture.root.join("out").join(side["file"].as_str().unwrap());
        assert_eq!(bytes, file.metadata().unwrap().len(), "the parts are the whole file");
        assert_eq!(levels[0]["steps"].as_array().unwrap().len(), 1, "the first level is the whole run");
        assert!(levels.len() > 4, "tiles down to single calls");
    }
}

#[test]
fn comparison_of_tiles_equals_that_of_traces() {
    let fixture = Fixture::new("compare");
    fixture.frames("a.json", 400, 3);
    fixture.frames("b.json", 400, 5);
    let output = fixture.tile(&["a.json", "b.json", "-o", "out", "--rows", "100"]);
    assert!(output.status.success(), "{}", words(&output));
    let of_traces = json(&["compare", &fixture.path("a.json"), &fixture.path("b.json"), "--json"]);
    let of_tiles = json(&["compare", &fixture.path("out/a.tiles"), &fixture.path("out/b.tiles"), "--json"]);
    let functions = |value: &Value| {
        let rows = value["ranking"]["largest"].as_array().unwrap().iter();
        let number = |value: &Value| value.as_f64().unwrap();
        let keys = ["a_ns", "b_ns", "delta_ns", "a_calls", "b_calls"];
        let rows = rows.map(|row| (row["function"].clone(), keys.map(|key| number(&row[key]))));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(functions(&of_traces).len(), 1);
    assert_eq!(functions(&of_tiles), functions(&of_traces));
    assert_eq!(of_tiles["calls"], of_traces["calls"]);
    let unit = |value: &Value| value["alignment"]["unit"].as_str().unwrap().to_owned();
    assert_eq!((unit(&of_traces), unit(&of_tiles)), ("calls".to_owned(), "boxes".to_owned()));
    let noise = of_tiles["noise"]["text"].as_str().unwrap();
    assert!(
        noise.ends_with("only sums of short calls: how much calls vary within a run is not known"),
        "{noise}"
    );
    let inspected = json(&["inspect", &fixture.path("out/a.tiles"), "--json"]);
    let folded = inspected["report"].as_array().unwrap().iter().any(|row| row["kind"] == "folded");
    assert!(folded, "the report says that calls are folded: {inspected}");
}

#[test]
fn folder_in_the_way_is_refused_or_replaced() {
    let fixture = Fixture::new("folder");
    fixture.frames("a.json", 20, 3);
    fs::create_dir(fixture.root.join("out")).unwrap();
    assert!(fixture.tile(&["a.json", "-o", "out"]).status.success(), "an empty folder is filled");
    fixture.frames("b.json", 30, 3);
    assert!(fixture.tile(&["a.json", "b.json", "-o", "out"]).status.success());
    assert_eq!(fixture.names("out"), ["a.tiles", "b.tiles", "tiles.json"]);
    assert!(fixture.tile(&["b.json", "-o", "out"]).status.success());
    assert_eq!(fixture.names("out"), ["a.tiles", "tiles.json"], "the other side of an earlier run goes");
    assert_eq!(fixture.manifest()["sides"]["a"]["calls"].as_u64(), Some(330));
    fs::create_dir(fixture.root.join("photos")).unwrap();
    fs::write(fixture.root.join("photos/cat.png"), "cat").unwrap();
    let output = fixture.tile(&["a.json", "-o", "photos"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        words(&output).contains("photos holds files that are no tiles; give an empty folder"),
        "{}",
        words(&output)
    );
    assert_eq!(fixture.names("photos"), ["cat.png"]);
    let output = fixture.tile(&["a.json", "-o", "a.json"]);
    assert!(words(&output).contains("it is a file; give a folder"), "{}", words(&output));
}

#[test]
fn failure_leaves_no_folder() {
    let fixture = Fixture::new("failure");
    fixture.frames("a.json", 20, 3);
    fs::write(fixture.root.join("broken.json"), "no trace at all").unwrap();
    let output = fixture.tile(&["a.json", "broken.json", "-o", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("broken.json"), "{}", words(&output));
    assert_eq!(fixture.names("."), ["a.json", "broken.json"]);
    let output = fixture.tile(&["a.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("--output"), "{}", words(&output));
    assert_eq!(fixture.tile(&["a.json", "a.json", "a.json", "-o", "out"]).status.code(), Some(2));
}

/// Starts a run that waits for the rest of its trace, once its temporary folder stands.
#[cfg(unix)]
fn waiting_run(fixture: &Fixture, output: &str) -> (std::process::Child, fs::File) {
    let pipe = fixture.path("pipe");
    let _ = fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    let child = command.current_dir(&fixture.root).args(["tile", "pipe", "-o", output]).spawn().unwrap();
    // Opening waits for the command, which opens the trace after it has made the folder.
    let mut writer = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    std::io::Write::write_all(&mut writer, b"[{\"ph\":\"X\",\"name\":\"f\",\"ts\":0,\"dur\":1},").unwrap();
    (child, writer)
}

/// Temporary folders of a fixture.
#[cfg(unix)]
fn unfinished(fixture: &Fixture) -> Vec<String> {
    fixture.names(".").into_iter().filter(|name| name.starts_with(".diptych-")).collect()
}

#[cfg(unix)]
#[test]
fn next_run_removes_the_folder_of_a_killed_one() {
    for signal in ["-KILL", "-INT", "-TERM"] {
        let fixture = Fixture::new(&format!("killed{signal}"));
        fixture.frames("a.json", 20, 3);
        let (mut child, _writer) = waiting_run(&fixture, "out");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        assert!(!fixture.root.join("out").exists());
        assert_eq!(unfinished(&fixture).len(), 1, "{signal}");
        // A run into another folder leaves it alone, even one whose name goes on like that of a temporary folder.
        fs::create_dir(fixture.root.join(".diptych-out-more-abcdef.part")).unwrap();
        assert!(fixture.tile(&["a.json", "-o", "other"]).status.success());
        assert_eq!(unfinished(&fixture).len(), 2, "{signal}");
        assert!(fixture.tile(&["a.json", "-o", "out"]).status.success());
        assert_eq!(unfinished(&fixture), [".diptych-out-more-abcdef.part"], "{signal}");
        assert_eq!(fixture.names("out"), ["a.tiles", "tiles.json"]);
    }
}

#[cfg(unix)]
#[test]
fn run_leaves_the_folder_of_a_running_one() {
    let fixture = Fixture::new("running");
    fixture.frames("a.json", 20, 3);
    let (mut child, mut writer) = waiting_run(&fixture, "out");
    assert!(fixture.tile(&["a.json", "-o", "out"]).status.success());
    assert_eq!(unfinished(&fixture).len(), 1);
    std::io::Write::write_all(&mut writer, b"{\"ph\":\"X\",\"name\":\"f\",\"ts\":2,\"dur\":1}]").unwrap();
    drop(writer);
    assert!(child.wait().unwrap().success());
    assert_eq!(fixture.manifest()["sides"]["a"]["calls"].as_u64(), Some(2), "the later one stands");
    assert!(unfinished(&fixture).is_empty());
}

#[test]
fn too_few_rows_are_refused() {
    let fixture = Fixture::new("rows");
    fixture.frames("a.json", 20, 3);
    for rows in ["0", "1", "15", "-1", "many"] {
        let output = fixture.tile(&["a.json", "-o", "out", &format!("--rows={rows}")]);
        assert_eq!(output.status.code(), Some(2), "{rows}");
        assert!(words(&output).contains("expected a number of rows, 16 or more"), "{}", words(&output));
        assert_eq!(fixture.names("."), ["a.json"]);
    }
    assert!(fixture.tile(&["a.json", "-o", "out", "--rows", "16"]).status.success());
    assert_eq!(fixture.manifest()["rows"].as_u64(), Some(16));
}

#[test]
fn trace_that_cannot_be_streamed_is_loaded() {
    let fixture = Fixture::new("loaded");
    let text = r#"[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":10,"name":"f"},{"ph":"X","pid":1,"tid":1,"ts":5,"dur":10,"name":"g"}]"#;
    fs::write(fixture.root.join("a.json"), text).unwrap();
    let output = fixture.tile(&["a.json", "-o", "out"]);
    assert!(output.status.success(), "{}", words(&output));
    assert!(
        words(&output).contains("a.json is loaded into memory: calls overlap without nesting"),
        "{}",
        words(&output)
    );
    let loaded = json(&["inspect", &fixture.path("a.json"), "--json"]);
    let tiled = json(&["inspect", &fixture.path("out/a.tiles"), "--json"]);
    assert_eq!(tiled["lanes"], loaded["lanes"]);
}

#[test]
fn tiles_are_no_input_where_calls_are_counted() {
    let fixture = Fixture::new("again");
    fixture.frames("a.json", 300, 3);
    assert!(fixture.tile(&["a.json", "-o", "out", "--rows", "200"]).status.success());
    let output = fixture.tile(&["out/a.tiles", "-o", "other"]);
    assert!(!output.status.success() && words(&output).contains("is a tile already"), "{}", words(&output));
    assert!(!fixture.root.join("other").exists());
    let mut structure = Command::new(env!("CARGO_BIN_EXE_diptych"));
    let output = structure.args(["structure", &fixture.path("out/a.tiles")]).output().unwrap();
    assert!(!output.status.success() && words(&output).contains("is a tile"), "{}", words(&output));
    for (verb, why) in [
        (vec!["export", "out/a.tiles", "--parquet", "tables"], "a table cannot have a row for each call"),
        (
            vec!["compare", "out/a.tiles", "out/a.tiles", "--parquet", "tables", "--matched-calls"],
            "a table of matches cannot have a row for each call",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        let output = command.current_dir(&fixture.root).args(verb).output().unwrap();
        let said = words(&output);
        assert!(!output.status.success() && said.contains("a.tiles is a tile"), "{said}");
        assert!(said.contains(why), "{said}");
    }
    // Nothing is loaded that is not there.
    let output = fixture.tile(&["nothing.json", "-o", "other"]);
    assert!(!output.status.success() && !words(&output).contains("loaded"), "{}", words(&output));
    let report = Command::new(env!("CARGO_BIN_EXE_diptych"))
        .args(["compare", &fixture.path("out/a.tiles"), &fixture.path("out/a.tiles")])
        .output()
        .unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    assert!(report.contains(", 3,300 calls, tile"), "{report}");
    assert!(report.contains("Matched boxes") && report.contains("count once"), "{report}");
}

#[test]
fn words_about_folded_calls_are_true() {
    let fixture = Fixture::new("words");
    fixture.frames("a.json", 3000, 3);
    let folded = |rows: &str| {
        let output = fixture.tile(&["a.json", "-o", "out", "--rows", rows]);
        assert!(output.status.success(), "{}", words(&output));
        let inspected = json(&["inspect", &fixture.path("out/a.tiles"), "--json"]);
        assert_eq!(inspected["calls"].as_u64(), Some(33_000));
        let report = inspected["report"].as_array().unwrap().clone();
        let row = report.into_iter().find(|row| row["kind"] == "folded");
        (words(&output), row.map(|row| row["subject"].as_str().unwrap().to_owned()))
    };
    let (said, subject) = folded("1024");
    assert!(said.contains("; the first one folds calls shorter than "), "{said}");
    assert!(
        subject.as_deref().is_some_and(|text| text.ends_with(" µs") || text.ends_with(" ms")),
        "{subject:?}"
    );
    let (said, subject) = folded("40000");
    assert!(!said.contains("folds"), "{said}");
    assert_eq!(subject, None);
    // With more functions than rows, a power of two of ticks that is longer than the run would be the limit.
    let call =
        |at: u32| format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{},"dur":2,"name":"f{}"}}"#, 3 * at, at % 60);
    let calls: Vec<String> = (0..33_000).map(call).collect();
    fs::write(fixture.root.join("a.json"), format!("[{}]", calls.join(","))).unwrap();
    let (said, subject) = folded("16");
    assert_eq!(subject.as_deref(), Some("calls shorter than the run"));
    assert!(said.contains("; the first one folds nearly all calls"), "{said}");
}

/// A tile with less than all calls says nothing about the run. Other tiles behind it may be missing.
#[test]
fn only_a_whole_tile_is_read() {
    let fixture = Fixture::new("damaged");
    fixture.frames("a.json", 300, 3);
    assert!(fixture.tile(&["a.json", "-o", "out", "--rows", "200"]).status.success());
    let bytes = fs::read(fixture.root.join("out/a.tiles")).unwrap();
    let level = &fixture.manifest()["sides"]["a"]["levels"][0];
    let parts = ["before", "within", "after"].map(|part| level[part][0].as_u64().unwrap());
    let head = fixture.manifest()["sides"]["a"]["head"].as_u64().unwrap();
    let first = usize::try_from(head + parts.iter().sum::<u64>()).unwrap();
    assert!(first + 100 < bytes.len());
    let inspect = |bytes: &[u8]| {
        fs::write(fixture.root.join("x.tiles"), bytes).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.args(["inspect", &fixture.path("x.tiles"), "--json"]).output().unwrap()
    };
    let whole = inspect(&bytes).stdout;
    let calls = |json: &[u8]| serde_json::from_slice::<Value>(json).unwrap()["calls"].clone();
    let report = |json: &[u8]| serde_json::from_slice::<Value>(json).unwrap()["report"].clone();
    for cut in [first, first + 1, first + 50] {
        let output = inspect(&bytes[..cut]);
        assert!(output.status.success(), "{cut}: {}", words(&output));
        assert_eq!((calls(&output.stdout), report(&output.stdout)), (calls(&whole), report(&whole)), "{cut}");
    }
    let place = usize::try_from(head + parts[0] + parts[1] / 2).unwrap();
    let cut = inspect(&bytes[..place]);
    assert!(!cut.status.success(), "{}", words(&cut));
    let mut changed = bytes.clone();
    changed[place] ^= 0x55;
    let changed = inspect(&changed);
    assert!(!changed.status.success(), "{}", words(&changed));
}
