//! Writes traces for tests and runs the command on them.

use serde_json::Value;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A call: start and duration in µs, and its name.
pub(crate) type Call = (u64, u64, &'static str);

/// A pair that differs in every way. In B, `slow` takes longer, `fast` takes less, `old` is gone, `fresh` is new, and
/// the callees of `same` are in another order.
pub(crate) const A: &[Call] = &[
    (0, 1000, "main"),
    (10, 100, "slow"),
    (120, 300, "fast"),
    (430, 50, "old"),
    (500, 200, "same"),
    (510, 20, "first"),
    (540, 30, "second"),
];
pub(crate) const B: &[Call] = &[
    (0, 1200, "main"),
    (10, 470, "slow"),
    (490, 100, "fast"),
    (600, 80, "fresh"),
    (700, 200, "same"),
    (710, 30, "second"),
    (750, 20, "first"),
];

/// Returns a folder for this test only.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a trace. Each call is in a file of its name.
pub(crate) fn write(folder: &Path, name: &str, calls: &[Call]) -> PathBuf {
    let located: Vec<(u64, u64, String)> = calls
        .iter()
        .map(|(start, duration, name)| (*start, *duration, format!("{name} (app/{name}.py:7)")))
        .collect();
    write_located(folder, name, &located)
}

/// Writes a trace of calls whose names are `name (file:line)`.
pub(crate) fn write_located<N: Display>(folder: &Path, name: &str, calls: &[(u64, u64, N)]) -> PathBuf {
    let events: Vec<String> = calls
        .iter()
        .map(|(start, duration, name)| {
            format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{start},"dur":{duration},"name":"{name}"}}"#)
        })
        .collect();
    let path = folder.join(name);
    std::fs::write(&path, format!("{{\"traceEvents\":[\n{}\n]}}", events.join(",\n"))).unwrap();
    path
}

/// The page of [`pair`] below its facts, as text.
pub(crate) const PAIR_LISTS: &str = "\
Where the time went: inclusive, by call path
  change            A        B  function                                                                       file
  +200 µs     1.00 ms  1.20 ms  main      matched calls take 1.18× as long (+170 µs)                           main.py
    +370 µs    100 µs   470 µs    slow    more than its caller’s +200 µs, matched calls take 4.70× as long     slow.py
    −200 µs    300 µs   100 µs    fast    against its caller’s +200 µs, matched calls take 1/3.00 of the time  fast.py
    +80.0 µs     0 ns  80.0 µs    fresh   new, 1 call, 40 % of its caller’s change                             fresh.py
    −50.0 µs  50.0 µs     0 ns    old     gone, 1 call, against its caller’s +200 µs                           old.py

Largest changes, by self time: 4 changes
    change  relative        A        B  calls A  calls B  per call A  per call B  reason                                      function  file
   +370 µs    +370 %   100 µs   470 µs        1        1      100 µs      470 µs  longer calls; all functions together +20 %  slow      slow.py
   −200 µs     −67 %   300 µs   100 µs        1        1      300 µs      100 µs  shorter calls                               fast      fast.py
  +80.0 µs       new     0 ns  80.0 µs        0        1                 80.0 µs  new                                         fresh     fresh.py
  −50.0 µs      gone  50.0 µs     0 ns        1        0     50.0 µs              gone                                        old       old.py
";

/// Writes both runs.
pub(crate) fn pair(name: &str) -> [PathBuf; 2] {
    let folder = folder(name);
    [write(&folder, "a.json", A), write(&folder, "b.json", B)]
}

/// Returns the example traces of the page.
pub(crate) fn examples() -> [PathBuf; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(|name| folder.join(name))
}

/// Runs `diptych compare`.
pub(crate) fn compare(files: &[PathBuf], options: &[&str]) -> Output {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_diptych"));
    // The environment must not change the output.
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    command.arg("compare").args(files).args(options).output().unwrap()
}

/// Returns the output. The command must exit with 0 and without errors.
pub(crate) fn printed(files: &[PathBuf], options: &[&str]) -> String {
    let output = compare(files, options);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// Returns the JSON document.
pub(crate) fn json(files: &[PathBuf], options: &[&str]) -> Value {
    serde_json::from_str(&printed(files, &[&["--json"], options].concat())).unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Replaces thin spaces by ordinary ones.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\u{202f}', " ")
}

/// Returns the rows of a list as `function +12`, in µs.
pub(crate) fn rows(json: &Value, list: &str) -> Vec<String> {
    let rows = json["ranking"][list].as_array().unwrap().iter();
    rows.map(|row| {
        let mut out = row["function"].as_str().unwrap().to_owned();
        write!(out, " {:+}", row["delta_ns"].as_i64().unwrap() / 1000).unwrap();
        out
    })
    .collect()
}
