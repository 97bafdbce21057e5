//! Tests `diptych structure`: relations and moves by hand, invariance under exchanging the sides, and what it refuses.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn written(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("structure-relations");
    std::fs::create_dir_all(&folder).unwrap();
    let path: PathBuf = folder.join(name);
    // Parallel tests write the same file. Renaming keeps them from reading a half-written one.
    let own = folder.join(format!("{name}.{:?}", std::thread::current().id()));
    std::fs::write(&own, text).unwrap();
    std::fs::rename(&own, &path).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Writes a Chrome trace of one thread: start, duration (µs), and `name (path:line)`.
fn trace(name: &str, calls: &[(u64, u64, &str)]) -> String {
    let event = |(ts, dur, name): &(u64, u64, &str)| json!({ "ph": "X", "pid": 1, "tid": 1, "ts": ts, "dur": dur, "name": name });
    written(name, &Value::from(calls.iter().map(event).collect::<Vec<Value>>()).to_string())
}

const MAIN: &str = "main (/app/main.py:1)";
const LOAD: &str = "Store.load (/app/db/store.py:5)";
const OPEN: &str = "open (/app/db/file.py:7)";
const SHOW: &str = "Page.show (/app/ui/page.py:3)";
const DRAW: &str = "Page.draw (/app/ui/page.py:9)";
const MOVED: &str = "Page.draw (/app/ui/draw.py:2)";

/// Returns two traces. In A, main loads (which opens twice) and shows, which draws. In B, drawing has moved, and
/// showing opens by itself.
fn pair() -> [String; 2] {
    let a = [(0, 100, MAIN), (10, 30, LOAD), (12, 4, OPEN), (20, 4, OPEN), (50, 40, SHOW), (60, 10, DRAW)];
    let b = [(0, 100, MAIN), (10, 30, LOAD), (12, 4, OPEN), (50, 40, SHOW), (60, 10, MOVED), (75, 5, OPEN)];
    [trace("a.json", &a), trace("b.json", &b)]
}

fn structure(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych"))
        .env_remove("COLUMNS")
        .arg("structure")
        .args(arguments)
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = structure(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn document(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = structure(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(name);
    path.to_str().unwrap().to_owned()
}

fn relation(caller: &str, callee: &str, a: u64, b: u64) -> Value {
    json!({ "caller": caller, "callee": callee, "calls_a": a, "calls_b": b })
}

#[test]
fn structure_agrees_with_a_hand_count() {
    let [a, b] = pair();
    let all = document(&[&a, &b, "--level", "module"]);
    assert_eq!((&all["by"], &all["root"], &all["level"]), (&json!("files"), &json!("app"), &json!("module")));
    assert_eq!((&all["calls"], &all["without_caller"]), (&json!({"a": 5, "b": 5}), &json!({"a": 1, "b": 1})));
    let relations = [
        relation("db/store.py", "db/file.py", 2, 1),
        relation("main.py", "db/store.py", 1, 1),
        relation("main.py", "ui/page.py", 1, 1),
        relation("ui/page.py", "db/file.py", 0, 1),
        relation("ui/page.py", "ui/draw.py", 0, 1),
    ];
    let mut said = all["relations"].as_array().unwrap().clone();
    said.sort_by_key(Value::to_string);
    let mut own = relations.to_vec();
    own.sort_by_key(Value::to_string);
    assert_eq!(said, own);
    assert_eq!(all["loops"], json!([relation("ui/page.py", "ui/page.py", 1, 0)]));
    assert_eq!(all["relations_of"], json!({ "only_a": 0, "only_b": 2, "changed": 1, "unchanged": 2 }));
    assert_eq!(
        all["changes"]["moved"],
        json!([{ "kind": "function", "a": "ui/page.py/Page/draw", "b": "ui/draw.py/Page/draw" }])
    );
    assert_eq!(
        all["changes"]["added"],
        json!([{ "path": "ui/draw.py", "kind": "module", "in_a": false, "in_b": true }])
    );
    assert_eq!(all["changes"]["removed"], json!([]));

    let text = printed(&[&a, &b, "--level", "module"]);
    assert!(
        text.contains(
            "Only in B: 2, first the 1 between elements that both sides have:\n  ui/page.py → db/file.py  1\n"
        ),
        "{text}"
    );
    assert!(text.contains("  db/store.py → db/file.py  2 → 1 (−1)\n"), "{text}");
    assert!(text.contains("  function ui/page.py/Page/draw [A] → ui/draw.py/Page/draw [B]\n"), "{text}");
}

#[test]
fn levels_sum_their_calls() {
    let [a, b] = pair();
    for level in ["package", "module", "class", "function"] {
        let all = document(&[&a, &b, "--level", level]);
        for (side, key) in ["calls_a", "calls_b"].into_iter().enumerate() {
            let rows = ["relations", "loops"].into_iter().flat_map(|list| all[list].as_array().unwrap());
            let calls: u64 = rows.map(|row| row[key].as_u64().unwrap()).sum();
            assert_eq!(json!(calls), all["calls"][["a", "b"][side]], "{level}");
        }
    }
    let packages = document(&[&a, "--level", "package"]);
    let row = |caller: &str, callee: &str, calls: u64| json!({ "caller": caller, "callee": callee, "calls": calls });
    assert_eq!(packages["relations"], json!([row("main.py", "db", 1), row("main.py", "ui", 1)]));
    assert_eq!(packages["loops"], json!([row("db", "db", 2), row("ui", "ui", 1)]));
}

/// Returns a document with its sides exchanged.
fn exchanged(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let other = |key: &str| match key {
                "a" => "b".to_owned(),
                "b" => "a".to_owned(),
                "added" => "removed".to_owned(),
                "removed" => "added".to_owned(),
                _ if key.ends_with("_a") => format!("{}b", &key[..key.len() - 1]),
                _ if key.ends_with("_b") => format!("{}a", &key[..key.len() - 1]),
                _ => key.to_owned(),
            };
            fields.iter().map(|(key, value)| (other(key), exchanged(value))).collect()
        }
        Value::Array(rows) => rows.iter().map(exchanged).collect(),
        _ => value.clone(),
    }
}

#[test]
fn exchanging_sides_exchanges_the_document() {
    let example = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name);
        path.to_str().unwrap().to_owned()
    };
    let real = ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(example);
    let layers = written("exchange.layers", "ui\nmain.py\ndb\n");
    for (pair, more) in [(pair(), &["--layers", &layers][..]), (real, &["--rare", "3"])] {
        for level in ["package", "module", "class", "function"] {
            let one = document(&[&[&pair[0], &pair[1], "--level", level], more].concat());
            let mut other = document(&[&[&pair[1], &pair[0], "--level", level], more].concat());
            assert_ne!(one["files"], other["files"]);
            other["files"].as_array_mut().unwrap().reverse();
            assert_eq!(one, exchanged(&other), "{level}");
        }
    }
}

#[test]
fn window_selects_call_starts_per_trace() {
    let [a, b] = pair();
    let all = document(&[&a, &b, "--level", "module", "--window", "0.000012..0.00006"]);
    assert_eq!((&all["calls"], &all["without_caller"]), (&json!({"a": 3, "b": 2}), &json!({"a": 0, "b": 0})));
    // A window without an end reaches to the end of the run, with its last call.
    let to_end = document(&[&a, "--window", "12us.."]);
    let far = document(&[&a, "--window", "12us..1s"]);
    assert_eq!(to_end["calls"], far["calls"]);
    assert!(to_end["window_ns"]["to"].as_i64().unwrap() < 1_000_000_000, "{to_end}");
    let said = refused(&[&a, "--window", "5..6"]);
    assert!(said.contains("--window starts after the end of the trace, at 0.0001 s"), "{said}");
    let text = printed(&[&a, "--window", "0..1"]);
    assert!(text.contains("the trace ends before the window, at 100"), "{text}");
    let ordered = refused(&[&fixture("rsf/classes.rsf"), "--window", "0..1"]);
    assert!(ordered.contains("has no time axis; leave out --window"), "{ordered}");
}

#[test]
fn rare_relations_and_forbidden_calls_are_listed() {
    let [a, b] = pair();
    let all = document(&[&a, &b, "--level", "module", "--rare", "1"]);
    let callees = |key: &str| -> Vec<&str> {
        all[key].as_array().unwrap().iter().map(|row| row["callee"].as_str().unwrap()).collect()
    };
    assert_eq!((callees("rare_in_a").len(), callees("rare_in_b").len()), (2, 5));
    assert!(!callees("rare_in_a").contains(&"db/file.py"));

    let layers = written("three.layers", "# top\nui # pages\n\nmain.py \"db/store.py\"\ndb/file.py\n");
    let all = document(&[&a, &b, "--layers", &layers]);
    assert_eq!(all["layers"], json!(["ui", "main.py db/store.py", "db/file.py"]));
    let forbidden = all["forbidden"].as_array().unwrap();
    assert_eq!(forbidden.len(), 1);
    assert_eq!(
        (
            &forbidden[0]["caller"],
            &forbidden[0]["callee"],
            &forbidden[0]["from_layer"],
            &forbidden[0]["to_layer"]
        ),
        (&json!("ui/page.py/Page/show"), &json!("db/file.py/open"), &json!(1), &json!(3))
    );
    assert_eq!((&forbidden[0]["calls_a"], &forbidden[0]["calls_b"]), (&json!(0), &json!(1)));
    let text = printed(&[&a, &b, "--layers", &layers]);
    assert!(text.contains("0 → 1 (+1), layer 1 to 3"), "{text}");

    let none = written("none.layers", "ui\nnowhere/x.py\n");
    assert!(refused(&[&a, "--layers", &none]).contains("line 2: there is no element nowhere/x.py"));
    let twice = written("twice.layers", "ui db\n\ndb\n");
    assert!(refused(&[&a, "--layers", &twice]).contains("line 3: db is already named in line 1"));
    assert!(refused(&[&a, "--layers", &written("blank.layers", "# none\n")]).contains("contains no layer"));
}

#[test]
fn left_out_rows_are_counted() {
    let [a, b] = pair();
    let all = document(&[&a, &b, "--level", "module", "--top", "1"]);
    assert_eq!((all["relations"].as_array().unwrap().len(), &all["relations_left_out"]), (1, &json!(4)));
    let text = printed(&[&a, &b, "--level", "module", "--top", "1"]);
    assert!(text.contains("  and 1 more; --top N lists N, --json all\n"), "{text}");
}

#[test]
fn list_places_functions_and_counts_unmapped() {
    let [a, b] = pair();
    let list = written(
        "app.paths",
        "app/main.py\napp/db/store.py\napp/db/file.py\napp/db/never.py\napp/ui/page.py\n",
    );
    let all = document(&[&a, &b, "--level", "module", "--list", &list]);
    assert_eq!((&all["by"], &all["unmapped"]), (&json!("list"), &json!({"a": 0, "b": 1})));
    let elements = all["elements"].as_array().unwrap();
    assert!(elements.iter().any(|it| it["path"].as_str().unwrap().ends_with("db/never.py")), "{elements:?}");
    let text = printed(&[&a, &b, "--list", &list]);
    assert!(text.contains("functions without an element in the list: A 0, B 1\n"), "{text}");

    assert!(refused(&[&a, "--by", "list"]).contains("--by list needs a --list"));
    assert!(
        refused(&[&a, "--by", "names", "--list", &list]).contains("--list and --by contradict each other")
    );
    assert!(refused(&[&a, "--list", &list, &list]).contains("more lists than traces"));
}

#[test]
fn lists_of_two_versions_name_the_same_elements() {
    let a =
        trace("one.json", &[(0, 9, "main (/x/app-1.2/app/main.py:1)"), (1, 5, "f (/x/app-1.2/app/f.py:1)")]);
    let b =
        trace("two.json", &[(0, 9, "main (/x/app-1.3/app/main.py:1)"), (1, 5, "f (/x/app-1.3/app/f.py:1)")]);
    let one = written("one.paths", "x/app-1.2/app/main.py\nx/app-1.2/app/f.py\nx/app-1.2/app/old.py\n");
    let two = written("two.paths", "x/app-1.3/app/main.py\nx/app-1.3/app/f.py\n");
    let all = document(&[&a, &b, "--level", "module", "--list", &one, &two]);
    assert_eq!(all["relations"], json!([relation("main.py", "f.py", 1, 1)]));
    assert_eq!((&all["changes"]["added"], &all["unmapped"]), (&json!([]), &json!({"a": 0, "b": 0})));
    let removed = json!([{ "path": "old.py", "kind": "module", "in_a": true, "in_b": false }]);
    assert_eq!(all["changes"]["removed"], removed);
}

#[test]
fn traces_without_relations_say_why() {
    let callgrind = fixture("callgrind/small.callgrind.out");
    assert!(printed(&[&callgrind]).contains("has no call paths, only weights of single functions"));
    let folded = fixture("folded/plain.folded");
    let all = document(&[&folded]);
    assert!(
        all["without_relations"]
            .as_str()
            .unwrap()
            .contains("has no calls to count, only stacks with weights")
    );
    assert_eq!(all.get("relations"), None);
    let flat = trace("flat.json", &[(0, 5, MAIN), (10, 5, OPEN)]);
    assert!(printed(&[&flat]).contains("No call relations: no call contains another"));
    let [a, _] = pair();
    assert!(refused(&[&a, &folded]).contains("cannot be compared"));
}

#[test]
fn elements_of_rsf_call_as_a_whole() {
    let all = document(&[&fixture("rsf/classes.rsf"), "--level", "class"]);
    assert_eq!((&all["by"], &all["calls"]), (&json!("categories"), &json!(5)));
    let between = json!([{ "caller": "shop.Cart", "callee": "shop.Item", "calls": 2 }]);
    assert_eq!(all["relations"], between);
}
