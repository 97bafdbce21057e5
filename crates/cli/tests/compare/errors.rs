//! Tests what `diptych compare` refuses.

use crate::support::{A, B, compare, folder, pair, printed, text, write};
use std::path::PathBuf;

#[test]
fn wrong_compare_command_lines_exit_with_2() {
    let [a, b] = pair("usage").map(|path| path.to_str().unwrap().to_owned());
    let (a, b) = (a.as_str(), b.as_str());
    let cases: [(&[&str], &str); 18] = [
        (&[], "expected two traces, A and B, or a stored comparison"),
        (&[a, b, a], "expected two traces; pass several runs as --a FILE... --b FILE..."),
        (&["--a", a], "--b takes 1 to 20 files, not 0"),
        (&[a, "--b", b], "give either A B or --a FILE... --b FILE..., not both"),
        (&["--a", a, a, "--b", b], &format!("A names {a} twice; each run needs a file of its own")),
        (&["-", "-"], "only one of the traces can be `-`, standard input"),
        (
            &["--a", "-", a, "--b", b],
            "with several runs, Diptych reads one of them twice and cannot do so from standard input; save it to a file",
        ),
        (&[a, b, "--tau", "1.5"], "invalid value '1.5' for '--tau <N>': expected a number from 0 to 1"),
        (
            &[a, b, "--by", "file"],
            "invalid value 'file' for '--by <WHAT>'\n  [possible values: function, path]",
        ),
        (&[a, b, "--json", "--markdown"], "the argument '--json' cannot be used with '--markdown'"),
        (&[a, b, "--functions", "--markdown"], "the argument '--functions' cannot be used with '--markdown'"),
        (&[a, b, "--csv"], "the following required arguments were not provided:\n  --functions"),
        (&[a, b, "--top", "all"], "invalid value 'all' for '--top <N>': expected a number of rows"),
        (
            &[a, b, "--frobnicate"],
            "unexpected argument '--frobnicate' found\n\n  tip: a similar argument exists: '--b'",
        ),
        (
            &["kept.diptych", "--tau", "0.5"],
            "--tau needs both traces, A and B; a stored comparison does not contain them",
        ),
        (
            &["kept.diptych", "-o", "other.diptych"],
            "-o needs both traces, A and B; a stored comparison does not contain them",
        ),
        (
            &[a, b, "--normalise", "log"],
            "invalid value 'log' for '--normalise <HOW>'\n  [possible values: absolute, per-total, per-call]",
        ),
        (
            &[a, b, "--fail-if", "slower>5% or new>0"],
            "--fail-if: expected `and` before the next term\n  slower>5% or new>0\n            ^",
        ),
    ];
    for (args, said) in cases {
        let output = compare(&[], args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let expected = format!("diptych compare: {said}\nSee `diptych compare -h`.\n");
        assert_eq!(text(&output.stderr), expected);
    }
    let many: Vec<&str> =
        std::iter::once("--a").chain(std::iter::repeat_n(a, 21)).chain(["--b", b]).collect();
    assert!(text(&compare(&[], &many).stderr).contains("--a takes 1 to 20 files, not 21"));
}

#[test]
fn condition_page_has_every_word() {
    assert!(printed(&[], &["--help"]).contains("docs/conditions.md"));
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/conditions.md");
    let page = std::fs::read_to_string(page).unwrap();
    let [a, b] = pair("condition-words").map(|path| path.to_str().unwrap().to_owned());
    let said = text(&compare(&[], &[&a, &b, "--fail-if", "nonsense"]).stderr);
    let words = said.lines().next().unwrap().split_once("use one of ").unwrap().1;
    for word in words.split(", ") {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
}

fn with_rules(name: &str, rules: &str) -> (Option<i32>, String, String) {
    let file = folder(name).join("rules.txt");
    std::fs::write(&file, rules).unwrap();
    let output = compare(&pair(name), &["--json", "--rules", file.to_str().unwrap()]);
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn wrong_rules_are_shown_with_line_and_place() {
    let (code, _, said) = with_rules("wrong-rules", "defaults\n  name s/slow(/fast/ Open\n");
    assert_eq!(code, Some(1));
    let place = "rules.txt, line 2, column ";
    let mark = "\n    name s/slow(/fast/ Open\n               ^\n";
    assert!(said.contains(place) && said.ends_with(mark), "{said}");
    let (code, _, said) = with_rules("wrong-line", "# names\nfrobnicate\n");
    assert_eq!(code, Some(1));
    assert!(said.contains("rules.txt, line 2, column 1: a rule is `name s/PATTERN/"), "{said}");
    assert!(said.ends_with("\n  frobnicate\n  ^\n"), "{said}");
}

#[test]
fn rename_rules_join_functions() {
    let (code, json, said) =
        with_rules("renamed", "defaults\nrename old (app/old.py) => fresh (app/fresh.py)\n");
    assert_eq!(code, Some(0), "{said}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ranking"]["counts"]["new"], 0);
    assert_eq!(json["identity"]["functions"]["both"], 7);
}

#[test]
fn printed_rules_read_back_as_the_same_comparison() {
    let files = pair("print-rules");
    let file = folder("print-rules").join("rules.txt");
    let rules = printed(&files, &["--print-rules"]);
    assert!(rules.contains("Python packages"), "{rules}");
    std::fs::write(&file, rules).unwrap();
    let with = printed(&files, &["--json", "--rules", file.to_str().unwrap()]);
    assert_eq!(with, printed(&files, &["--json"]));
}

#[test]
fn unreadable_files_exit_with_1() {
    let [a, _] = pair("missing");
    let output = compare(&[a, PathBuf::from("/no/such/file.json")], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot be opened"));
    let output = compare(&pair("missing-rules"), &["--rules", "/no/such/rules"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("/no/such/rules cannot be read"));
}

#[test]
fn a_folder_is_a_side_only_if_it_holds_one_recording() {
    let folder = folder("recording-folder");
    let [a, b] = [write(&folder, "a.json", A), write(&folder, "b.json", B)];
    std::fs::write(folder.join("notes.txt"), "no trace").unwrap();
    let output = compare(&[folder.clone(), b.clone()], &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("is a folder of 3 files with several traces: a.json, b.json. Name one of them"),
        "{said}"
    );
    assert!(said.contains(a.to_str().unwrap()), "{said}");
    // With one trace, the folder stands for it.
    let one = folder.with_file_name("recording-folder-of-one");
    std::fs::create_dir_all(&one).unwrap();
    std::fs::copy(&a, one.join("a.json")).unwrap();
    std::fs::write(one.join("notes.txt"), "no trace").unwrap();
    assert_eq!(compare(&[one, b.clone()], &[]).status.code(), Some(0));
    // A folder of very many files is refused without a look at all of them.
    let many = folder.with_file_name("recording-folder-of-many");
    std::fs::create_dir_all(&many).unwrap();
    for file in 0..1_001 {
        std::fs::write(many.join(format!("{file}.txt")), "").unwrap();
    }
    let output = compare(&[many, b.clone()], &[]);
    assert!(text(&output.stderr).contains("is a folder of more than 1000 files"), "{}", text(&output.stderr));
    let none = folder.with_file_name("recording-folder-of-none");
    std::fs::create_dir_all(&none).unwrap();
    let output = compare(&[none, b], &[]);
    assert!(text(&output.stderr).contains("is an empty folder"), "{}", text(&output.stderr));
}
