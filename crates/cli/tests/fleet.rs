//! Tests `diptych fleet`: planted regressions, resuming, errors as rows, manifests, labels, and the summary.
#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_testkit::PlantedFleet;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with traces, a manifest and results.
struct Fixture {
    root: PathBuf,
}

impl Fixture {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fleet").join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Self { root }
    }

    /// Writes a fleet with known regressions, and returns them as pair and function.
    fn planted(&self, fleet: PlantedFleet) -> BTreeSet<(String, String)> {
        let mut truth = BTreeSet::new();
        for place in 0..fleet.pairs {
            let pair = fleet.pair(place);
            for (side, trace) in ["a", "b"].iter().zip(&pair.traces) {
                self.write(&format!("{}-{side}.json", pair.name), trace);
            }
            truth.extend(pair.regression.map(|(function, _)| (pair.name, function.to_owned())));
        }
        self.write("pairs.csv", &fleet.manifest());
        truth
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.root.join(file), text).unwrap();
    }

    /// Writes a trace of one function that is called ten times, each time as many microseconds long.
    fn trace(&self, file: &str, us: u32) {
        let event = |at: u32| {
            format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{},"dur":{us},"name":"work"}}"#, at * 10_000)
        };
        self.write(file, &format!("[{}]", (0..10).map(event).collect::<Vec<_>>().join(",")));
    }

    fn command(&self, out: &str, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.arg("fleet").arg(self.root.join("pairs.csv")).arg("-o").arg(self.root.join(out));
        command.args(options).env_remove("COLUMNS");
        command
    }

    fn run(&self, out: &str, options: &[&str]) -> Output {
        self.command(out, options).output().unwrap()
    }

    fn summary(&self, out: &str) -> Value {
        serde_json::from_slice(&fs::read(self.root.join(out).join("summary.json")).unwrap()).unwrap()
    }

    /// Returns all files below a folder with their bytes.
    fn files(&self, out: &str) -> BTreeMap<String, Vec<u8>> {
        let root = self.root.join(out);
        let (mut found, mut folders) = (BTreeMap::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        found
    }
}

fn printed(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn succeeds(output: &Output) {
    assert!(output.status.success(), "{:?}", printed(output));
}

#[test]
fn planted_regressions_are_found_and_resuming_gives_the_same_bytes() {
    let fixture = Fixture::new("planted");
    let truth = fixture.planted(PlantedFleet { pairs: 60, regressions: 4, seed: 5 });
    assert_eq!(truth.len(), 4);
    succeeds(&fixture.run("whole", &["--jobs", "2"]));
    let summary = fixture.summary("whole");
    let changes = summary["changes"].as_array().unwrap().iter();
    let found: BTreeSet<(String, String)> = changes
        .map(|change| {
            (change["pair"].as_str().unwrap().to_owned(), change["function"].as_str().unwrap().to_owned())
        })
        .collect();
    assert_eq!(found, truth);
    assert_eq!(summary["counts"]["pairs"], 60);

    // A command that is killed while it works leaves whole files only, and the next one goes on.
    let mut killed = fixture.command("resumed", &["--jobs", "1"]).stderr(Stdio::null()).spawn().unwrap();
    let verdicts = fixture.root.join("resumed/verdict");
    let is_whole = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".parquet");
    let finished = || {
        let suites = fs::read_dir(&verdicts).into_iter().flatten().flatten();
        let files = suites.flat_map(|suite| fs::read_dir(suite.path()).into_iter().flatten().flatten());
        files.filter(is_whole).count()
    };
    while finished() < 20 {
        assert!(killed.try_wait().unwrap().is_none(), "it ended before it was killed");
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!fixture.root.join("resumed/summary.json").exists());
    let resumed = fixture.run("resumed", &["--jobs", "2"]);
    succeeds(&resumed);
    let before: usize = {
        let (_, notes) = printed(&resumed);
        let note = notes.lines().find(|line| line.contains("finished before")).unwrap().to_owned();
        note.split(", ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!((20..60).contains(&before), "{before}");
    assert!(fixture.files("whole") == fixture.files("resumed"), "the files differ");
}

#[test]
fn finished_pairs_are_compared_again_only_if_a_file_changed() {
    let fixture = Fixture::new("again");
    fixture.trace("a.json", 100);
    fixture.trace("b.json", 100);
    fixture.write("pairs.csv", "name,a,b\none,a.json,a.json\ntwo,a.json,b.json\n");
    let compared = |options: &[&str]| {
        let output = fixture.run("out", options);
        succeeds(&output);
        let (_, notes) = printed(&output);
        notes.lines().last().unwrap().to_owned()
    };
    assert_eq!(compared(&[]), "diptych: 2 compared, 0 finished before");
    assert_eq!(compared(&[]), "diptych: 0 compared, 2 finished before");
    fixture.trace("b.json", 300);
    assert_eq!(compared(&[]), "diptych: 1 compared, 1 finished before");
    assert_eq!(compared(&["--matched-calls"]), "diptych: 2 compared, 0 finished before");
    assert_eq!(compared(&["--matched-calls", "--again"]), "diptych: 2 compared, 0 finished before");
}

#[test]
fn bad_file_becomes_a_row_and_stops_nothing() {
    let fixture = Fixture::new("errors");
    fixture.trace("good.json", 100);
    fixture.write("bad.json", "no trace at all");
    fixture.write(
        "pairs.csv",
        "name,a,b,commit\nbad,good.json,bad.json,c1\nmissing,good.json,none.json,c1\ngood,good.json,good.json,c2\n",
    );
    let output = fixture.run("out", &[]);
    let (text, notes) = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{notes}");
    assert!(text.starts_with("3 pairs: 0 changed, 1 unchanged, 2 not compared"), "{text}");
    let summary = fixture.summary("out");
    let reason = |place: usize| summary["pairs"][place]["error"].as_str().unwrap().to_owned();
    assert!(reason(0).contains("bad.json"), "{}", reason(0));
    assert!(reason(1).contains("none.json"), "{}", reason(1));
    let folder = fixture.root.display().to_string();
    assert!(!summary.to_string().contains(&folder), "a path of this machine: {summary}");
    assert_eq!(summary["pairs"][2]["status"], "unchanged");
    assert!(notes.contains("bad: ") && notes.contains("missing: "), "{notes}");
    let files = fixture.files("out");
    assert!(
        files.contains_key("verdict/commit=c1/bad.parquet")
            && files.contains_key("areas/commit=c2/good.parquet")
    );
    assert!(!files.contains_key("areas/commit=c1/bad.parquet"));

    // Once the file is there, only that pair is compared.
    fixture.trace("none.json", 100);
    let (_, notes) = printed(&fixture.run("out", &[]));
    assert!(notes.contains("1 compared, 2 finished before"), "{notes}");
}

#[test]
fn scheduler_tasks_share_a_folder_and_a_last_command_summarises() {
    let fixture = Fixture::new("only");
    fixture.planted(PlantedFleet { pairs: 6, regressions: 1, seed: 2 });
    for pair in 0..6 {
        succeeds(&fixture.run("tasks", &["--only", &format!("pair-{pair:04}")]));
    }
    assert!(!fixture.root.join("tasks/summary.json").exists());
    let last = fixture.run("tasks", &["--json"]);
    assert!(printed(&last).1.contains("0 compared, 6 finished before"));
    succeeds(&fixture.run("whole", &[]));
    assert!(fixture.files("tasks") == fixture.files("whole"), "the files differ");
    let unknown = fixture.run("tasks", &["--only", "other"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(printed(&unknown).1.contains("the manifest has no pair `other`"));
}

#[test]
fn wrong_manifests_are_refused_with_line_and_reason() {
    let fixture = Fixture::new("manifests");
    for (text, says) in [
        ("name,a\nx,y\n", "line 1: no column `b`"),
        ("name,a,b,pair\nx,y,z,1\n", "`pair` is a column of the tables"),
        ("name,a,b,Commit,commit\nx,y,z,1,2\n", "the label `commit` is given twice"),
        ("name,a,b\nx,y,z\nx,y,z\n", "line 3: two pairs are called `x`"),
    ] {
        fixture.write("pairs.csv", text);
        let output = fixture.run("out", &[]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(printed(&output).1.contains(says), "{text}: {:?}", printed(&output));
    }
}

#[test]
fn hostile_names_stay_in_their_cells() {
    let fixture = Fixture::new("hostile");
    fixture.trace("a.json", 100);
    fixture.trace("b.json", 900);
    fixture.write("pairs.csv", "name,a,b,ref\n../../x<b>\u{1b}[2J|`,a.json,b.json,../up\n");
    let output = fixture.run("out", &["--markdown"]);
    succeeds(&output);
    let (markdown, _) = printed(&output);
    assert!(!markdown.contains('\u{1b}') && markdown.contains("\\|"), "{markdown}");
    let files = fixture.files("out");
    assert!(files.keys().all(|file| !file.contains("..") || file.contains("%2F")), "{:?}", files.keys());
    assert!(!fixture.root.join("x").exists() && !fixture.root.parent().unwrap().join("x").exists());
}

#[test]
fn summary_is_the_first_part_of_a_site() {
    let fixture = Fixture::new("site");
    fixture.planted(PlantedFleet { pairs: 40, regressions: 2, seed: 11 });
    succeeds(&fixture.run("out", &[]));
    fs::create_dir_all(fixture.root.join("app")).unwrap();
    fixture.write("app/index.html", "<!doctype html>viewer");
    let mut site = Command::new(env!("CARGO_BIN_EXE_diptych"));
    site.arg("site").arg(fixture.root.join("public")).arg(fixture.root.join("out/pairs.toml"));
    let built = site.arg("--app").arg(fixture.root.join("app")).output().unwrap();
    succeeds(&built);
    let index = fs::read_to_string(fixture.root.join("public/index.html")).unwrap();
    let changed = fixture.summary("out")["counts"]["changed"].as_u64().unwrap();
    assert!(changed >= 2);
    let counts = format!("40 pairs: {changed} changed, {} unchanged, 0 not compared", 40 - changed);
    for text in [counts.as_str(), "Changed pairs", "Changed functions"] {
        assert!(index.contains(text), "{text}");
    }
    let pages = fs::read_dir(fixture.root.join("public/pairs")).unwrap().count();
    assert_eq!(pages as u64, changed);
}

#[test]
fn manifest_may_be_parquet_or_a_list_of_a_site() {
    let fixture = Fixture::new("formats");
    fixture.trace("a.json", 100);
    fixture.write("pairs.csv", "name,a,b\none,a.json,a.json\n");
    fixture.write("pairs.toml", "[[pair]]\nname = 'one'\na = 'a.json'\nb = 'a.json'\n");
    parquet_manifest(&fixture.root.join("pairs.parquet"));
    for manifest in ["pairs.csv", "pairs.toml", "pairs.parquet"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command
            .arg("fleet")
            .arg(fixture.root.join(manifest))
            .arg("-o")
            .arg(fixture.root.join("out"))
            .arg("--json");
        let output = command.output().unwrap();
        succeeds(&output);
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["pairs"][0]["name"], "one", "{manifest}");
        let label = &summary["pairs"][0]["labels"]["build"];
        assert_eq!(*label, if manifest == "pairs.parquet" { Value::from("7") } else { Value::Null });
    }
}

/// Writes a manifest with a label that is a number, with the column writer of Parquet alone.
fn parquet_manifest(path: &Path) {
    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    let schema = "message m { required binary name (UTF8); required binary a (UTF8); required binary b (UTF8); \
                  required int64 build; }";
    let schema = parse_message_type(schema).unwrap().into();
    let file = fs::File::create(path).unwrap();
    let mut writer =
        SerializedFileWriter::new(file, schema, WriterProperties::builder().build().into()).unwrap();
    let mut rows = writer.next_row_group().unwrap();
    for text in ["one", "a.json", "a.json"] {
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&[ByteArray::from(text)], None, None).unwrap();
        column.close().unwrap();
    }
    let mut column = rows.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(&[7], None, None).unwrap();
    column.close().unwrap();
    rows.close().unwrap();
    writer.close().unwrap();
}
