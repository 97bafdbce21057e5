//! Tests names of rows: different rows have different texts.

use crate::support::{folder, plain, printed, write_located};
use std::path::{Path, PathBuf};

/// Writes a run in which `main` calls a function of each of two files. Each calls `parse`, which takes the given time.
fn run(folder: &Path, name: &str, callers: [&str; 2], took: [u64; 2]) -> PathBuf {
    let call = |start: u64, duration: u64, name: &str| (start, duration, name.to_owned());
    let calls = [
        call(0, 2000, "main (src/app/main.py:1)"),
        call(10, took[0] + 20, callers[0]),
        call(20, took[0], "parse (src/app/parse.py:1)"),
        call(1000, took[1] + 20, callers[1]),
        call(1010, took[1], "parse (src/app/parse.py:1)"),
    ];
    write_located(folder, name, &calls)
}

/// Returns the page, and the rows of the slower list by path, from after the reason.
fn slower(name: &str, callers: [&str; 2], options: &[&str]) -> (String, Vec<String>) {
    let folder = folder(name);
    let files = [run(&folder, "a.json", callers, [100, 100]), run(&folder, "b.json", callers, [300, 200])];
    let said = plain(&printed(&files, &[&["--by", "path", "--lists"], options].concat()));
    let list = said.split("Slower in B").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows =
        list.lines().filter_map(|line| line.split_once("longer calls  ")).map(|(_, end)| end.to_owned());
    let rows: Vec<String> = rows.collect();
    (said, rows)
}

#[test]
fn callers_with_one_name_are_distinguished_by_file() {
    let (said, rows) = slower("names-files", ["load (src/app/io/x.py:1)", "load (src/app/io/y.py:1)"], &[]);
    assert_eq!(rows, ["main › load (io/x.py) › parse  parse.py", "main › load (io/y.py) › parse  parse.py"]);
    // The common folder is given once.
    assert!(said.contains("\nFiles          below src/app/\n"), "{said}");
    assert_eq!(said.matches("src/app/").count(), 1, "{said}");
}

#[test]
fn long_paths_stay_distinct() {
    let long = |letter: char| {
        format!("a_function_{letter}_whose_name_begins_and_ends_as_many_others_do (src/app/x.py:1)")
    };
    let (x, y) = (long('x'), long('y'));
    let (_, rows) = slower("names-long", [&x, &y], &[]);
    assert_eq!(
        rows,
        [
            "main › a_function_x_whose_name_begins_and_ends_as_many_others_do › parse  parse.py",
            "main › a_function_y_whose_name_begins_and_ends_as_many_others_do › parse  parse.py",
        ]
    );
    let (markdown, _) = slower("names-long-markdown", [&x, &y], &["--markdown"]);
    assert_eq!(
        markdown.matches("main › a_function_x_whose_name_begins_and_ends_as_many_others_do › parse").count(),
        1,
        "{markdown}"
    );
}

#[test]
fn files_without_common_folder_stay_whole() {
    let folder = folder("names-whole");
    let run = |name: &str, took: u64| {
        let calls =
            [(0, 900, "main (lib/main.py:1)".to_owned()), (5, took, "work (src/work.py:1)".to_owned())];
        write_located(&folder, name, &calls)
    };
    let said = plain(&printed(&[run("a.json", 100), run("b.json", 500)], &[]));
    assert!(said.contains("  work      src/work.py\n") && !said.contains("Files  "), "{said}");
}

#[test]
fn folder_rule_is_proposed_for_comparable_sides_too() {
    let folder = folder("names-folder");
    let write = |name: &str, lib: &str| {
        let file = |at: u64| if at < 5 { format!("{lib}pkg/m.py") } else { "app/main.py".to_owned() };
        let calls: Vec<_> = (0..20).map(|at| (at * 100, 50, format!("f{at} ({}:1)", file(at)))).collect();
        write_located(&folder, name, &calls)
    };
    let files = [write("a.json", "top/branch/"), write("b.json", "top/")];
    let said = plain(&printed(&files, &[]));
    let line = said.lines().find(|line| line.starts_with("Same name")).unwrap();
    let whole = "15 functions on both sides, with 75 % of A’s calls (75 % of its time) and 75 % of B’s (75 %). Dropping `branch/` from file \
                 names makes 100 % of calls match by name. The rule for --rules: ";
    assert!(line.contains(whole), "{said}");
    let same = plain(&printed(&[files[0].clone(), files[0].clone()], &[]));
    assert!(same.contains("Same name") && !same.contains("Dropping"), "{same}");
}
