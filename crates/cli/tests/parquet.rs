//! Tests that `export --parquet` and `compare --parquet` write what `inspect` and `compare` print as JSON. The files are
//! read by Parquet's record reader, which shares no code with the writer of record batches.
#![allow(clippy::unwrap_used, reason = "tests")]

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const A: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/examples/jinja2-3.0.3.json.gz");
const B: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/examples/jinja2-3.1.6.json.gz");

/// A row as names and values.
type Row = serde_json::Map<String, Value>;

fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parquet").join(name);
    let _ = std::fs::remove_dir_all(&root);
    root
}

fn diptych(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_diptych")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&diptych(arguments).stdout).unwrap()
}

/// Reads all rows of a file.
fn rows(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(
        File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    )
    .unwrap();
    let value = |field: &Field| match field {
        Field::Null => Value::Null,
        Field::Bool(truth) => Value::from(*truth),
        Field::Long(number) => Value::from(*number),
        Field::Double(number) => Value::from(*number),
        Field::Str(text) => Value::from(text.as_str()),
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect())
        .collect()
}

/// Returns true if two values are equal, numbers up to the rounding of JSON.
fn are_equal(row: &Value, json: &Value) -> bool {
    match (row.as_f64(), json.as_f64()) {
        (Some(row), Some(json)) => (row - json).abs() <= 1e-12 * json.abs(),
        _ => row == json,
    }
}

fn sum(rows: &[Row], column: &str) -> i64 {
    rows.iter().map(|row| row[column].as_i64().unwrap_or(0)).sum()
}

#[test]
fn tables_of_a_trace_agree_with_each_other_and_with_inspect() {
    let root = folder("export");
    let dir = root.to_str().unwrap();
    diptych(&["export", A, "--parquet", dir, "--label", "commit=c1", "--name", "before"]);
    let table = |name: &str| rows(&root.join(name).join("commit=c1/before.parquet"));
    let inspected = json(&["inspect", A, "--json"]);
    let [traces, calls, functions] = ["traces", "calls", "functions"].map(table);
    let [lanes, paths, elements] = ["lanes", "call_paths", "elements"].map(table);
    let [trace] = &traces[..] else { panic!("{traces:?}") };
    for (column, field) in
        [("calls", "calls"), ("functions", "functions"), ("lanes", "lanes"), ("bytes", "bytes")]
    {
        assert_eq!(trace[column], inspected[field], "{column}");
    }
    assert_eq!(
        trace["extent"].as_i64().unwrap(),
        inspected["end_ns"].as_i64().unwrap() - inspected["start_ns"].as_i64().unwrap()
    );
    assert_eq!((trace["trace"].as_str(), trace["unit"].as_str()), (Some("before"), Some("ns")));

    assert_eq!(calls.len() as i64, trace["calls"].as_i64().unwrap());
    assert_eq!(functions.len() as i64, trace["functions"].as_i64().unwrap());
    assert_eq!(lanes.len() as i64, trace["lanes"].as_i64().unwrap());
    let self_time = sum(&calls, "self_time");
    assert!(self_time > 0);
    for table in [&functions, &paths] {
        assert_eq!(sum(table, "self_time"), self_time);
        assert_eq!(sum(table, "calls"), calls.len() as i64);
    }
    assert_eq!(sum(&lanes, "busy"), self_time);
    assert_eq!(elements[0]["self_time"].as_i64().unwrap(), self_time);
    let deepest = calls.iter().map(|row| row["depth"].as_i64().unwrap()).max().unwrap();
    assert_eq!(deepest, inspected["max_depth"].as_i64().unwrap());
    for row in calls.iter().filter(|row| !row["parent"].is_null()) {
        let parent = &calls[row["parent"].as_u64().unwrap() as usize];
        assert_eq!(parent["depth"].as_i64().unwrap() + 1, row["depth"].as_i64().unwrap());
        assert!(parent["start"].as_i64() <= row["start"].as_i64());
    }
}

#[test]
fn tables_of_a_pair_are_what_json_prints() {
    let root = folder("compare");
    let dir = root.to_str().unwrap();
    let printed = json(&["compare", A, B, "--json", "--parquet", dir, "--matched-calls", "--name", "p"]);
    let table = |name: &str| rows(&root.join(name).join("p.parquet"));
    let [verdict, differences, matches] = ["verdict", "differences", "matches"].map(table);
    let verdict = &verdict[0];
    for (column, of) in [
        ("verdict", &printed["verdict"]["text"]),
        ("a_extent", &printed["verdict"]["extent_a_ns"]),
        ("b_total", &printed["verdict"]["total_b_ns"]),
        ("ratio", &printed["verdict"]["ratio"]),
        ("matched_calls", &printed["alignment"]["matched"]),
        ("b_only_calls", &printed["alignment"]["only_b"]),
        ("functions_in_both", &printed["identity"]["functions"]["both"]),
        ("significant_changes", &printed["ranking"]["counts"]["largest"]),
    ] {
        assert!(are_equal(&verdict[column], of), "{column}: {} {of}", verdict[column]);
    }
    for list in ["slower", "faster", "new", "gone", "waiting"] {
        let listed = printed["ranking"][list].as_array().unwrap();
        let of_list: Vec<&Row> = differences.iter().filter(|row| row["list"] == list).collect();
        assert_eq!(of_list.len(), listed.len(), "{list}");
        for (row, json) in of_list.iter().zip(listed) {
            for (column, field) in [
                ("function", "function"),
                ("a", "a_ns"),
                ("b", "b_ns"),
                ("change", "delta_ns"),
                ("a_calls", "a_calls"),
                ("by_calls", "by_calls_ns"),
                ("by_length", "by_length_ns"),
                ("by_outliers", "by_few_calls_ns"),
                ("a_inclusive", "a_inclusive_ns"),
                ("relative_change", "own_share"),
            ] {
                assert!(
                    are_equal(&row[column], &json[field]),
                    "{list} {column}: {} {}",
                    row[column],
                    json[field]
                );
            }
        }
    }
    // The list of largest changes says what is significant, because it knows which functions count for others.
    let largest = printed["ranking"]["largest"].as_array().unwrap();
    for json in largest.iter().filter(|json| json["kind"] != "call") {
        let is_same = |row: &&Row| row["list"] == json["kind"] && row["function"] == json["function"];
        let row = differences.iter().find(is_same).unwrap();
        assert_eq!((&row["significant"], &row["reason"]), (&json["stands_out"], &json["reason"]), "{row:?}");
    }
    let kind = |kind: &str| matches.iter().filter(|row| row["kind"] == kind).count() as u64;
    for (of, field) in
        [("matched", "matched"), ("moved", "moved_a"), ("only_a", "only_a"), ("only_b", "only_b")]
    {
        assert_eq!(Some(kind(of)), printed["alignment"][field].as_u64(), "{of}");
    }
}

#[test]
fn functions_of_a_pair_are_what_json_prints() {
    let root = folder("functions");
    let printed =
        json(&["compare", A, B, "--functions", "--json", "--parquet", root.to_str().unwrap(), "--name", "p"]);
    let functions = rows(&root.join("pair_functions/p.parquet"));
    let listed = printed["functions"].as_array().unwrap();
    assert_eq!(functions.len(), listed.len());
    for (row, json) in functions.iter().zip(listed) {
        for (column, field) in [
            ("function", "function"),
            ("a_calls", "a_calls"),
            ("b_self", "b_self_ns"),
            ("a_self", "a_self_ns"),
            ("a_inclusive", "a_inclusive_ns"),
            ("b_inclusive", "b_inclusive_ns"),
        ] {
            assert_eq!(row[column], json[field], "{column}");
        }
    }
}

#[test]
fn areas_of_a_pair_are_what_aggregate_prints() {
    let root = folder("areas");
    let [a, b] = ["stencil-64-ranks", "stencil-64-ranks-slow-host"]
        .map(|name| format!("{}/../../www/examples/{name}.paje.gz", env!("CARGO_MANIFEST_DIR")));
    let printed = json(&["aggregate", &a, &b, "--json"]);
    let options = ["--allow-incomplete", "--allow-unlike"];
    let all =
        [&["compare", &a, &b, "--parquet", root.to_str().unwrap(), "--name", "p"][..], &options].concat();
    diptych(&all);
    let areas = rows(&root.join("areas/p.parquet"));
    let listed = printed["differences"].as_array().unwrap();
    assert!(!listed.is_empty(), "{printed:#}");
    let states: Vec<(&Value, &Value)> = listed
        .iter()
        .flat_map(|area| area["states"].as_array().unwrap().iter().map(move |state| (area, state)))
        .collect();
    assert_eq!(areas.len(), states.len());
    for (row, (area, state)) in areas.iter().zip(states) {
        for column in ["lane", "slice_from", "slice_to", "divergence", "excess", "z"] {
            assert!(are_equal(&row[column], &area[column]), "{column}: {} {}", row[column], area[column]);
        }
        for (column, field) in [("state", "state"), ("a_share", "a"), ("b_share", "b")] {
            assert!(are_equal(&row[column], &state[field]), "{column}: {} {}", row[column], state[field]);
        }
    }
}

#[test]
fn units_labels_and_version_are_in_the_file() {
    let root = folder("metadata");
    let label = "ref=feature/x y";
    diptych(&[
        "compare",
        A,
        B,
        "--parquet",
        root.to_str().unwrap(),
        "--name",
        "p",
        "--label",
        label,
        "--inputs-hash",
        "h1",
    ]);
    let file = File::open(root.join("verdict/ref=feature%2Fx%20y/p.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let about = reader.metadata().file_metadata();
    let entries = about.key_value_metadata().unwrap();
    let entry =
        |key: &str| entries.iter().find(|entry| entry.key == key).and_then(|entry| entry.value.clone());
    assert_eq!(entry("diptych.inputs").as_deref(), Some("h1"));
    assert_eq!(entry("diptych.schema").as_deref(), Some("1"));
    assert_eq!(entry("diptych.unit").as_deref(), Some("ns"));
    assert_eq!(about.created_by(), Some(concat!("diptych ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn equal_traces_give_equal_bytes() {
    let [one, two] = ["bytes/one", "bytes/two"].map(folder);
    for root in [&one, &two] {
        let dir = root.to_str().unwrap();
        diptych(&["compare", A, B, "--parquet", dir, "--matched-calls", "--name", "p"]);
        diptych(&["export", A, "--parquet", dir, "--name", "t"]);
    }
    for table in ["verdict", "differences", "pair_functions", "areas", "matches"] {
        let read = |root: &PathBuf| std::fs::read(root.join(table).join("p.parquet")).unwrap();
        assert!(read(&one) == read(&two), "{table}");
    }
    for table in ["traces", "calls", "functions", "lanes", "call_paths", "elements"] {
        let read = |root: &PathBuf| std::fs::read(root.join(table).join("t.parquet")).unwrap();
        assert!(read(&one) == read(&two), "{table}");
    }
}

#[test]
fn stored_comparison_gives_the_same_tables_without_calls() {
    let root = folder("stored");
    std::fs::create_dir_all(&root).unwrap();
    let (dir, stored) = (root.to_str().unwrap(), root.join("p.diptych"));
    let stored = stored.to_str().unwrap();
    diptych(&["compare", A, B, "-o", stored, "--parquet", dir, "--name", "traces"]);
    diptych(&["compare", stored, "--parquet", dir, "--name", "stored"]);
    for table in ["differences", "pair_functions"] {
        let without_pair = |name: &str| {
            let mut rows = rows(&root.join(table).join(name));
            for row in &mut rows {
                row.remove("pair");
            }
            rows
        };
        assert_eq!(without_pair("traces.parquet"), without_pair("stored.parquet"), "{table}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_diptych"))
        .args(["compare", stored, "--parquet", dir, "--matched-calls"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
}
