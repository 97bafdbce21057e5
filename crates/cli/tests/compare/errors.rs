//! What cannot be done, and what does not fit.

use crate::support::{compare, folder, pair, printed, text};
use std::path::PathBuf;

#[test]
fn command_lines_that_do_not_fit_exit_with_2() {
    let [a, b] = pair("usage").map(|path| path.to_str().unwrap().to_owned());
    let (a, b) = (a.as_str(), b.as_str());
    let cases: [(&[&str], &str); 14] = [
        (&[], "needs two traces"),
        (&[a, b, a], "several runs go behind --a and --b"),
        (&["--a", a], "--b takes 1 to 20 files, not 0"),
        (&[a, "--b", b], "not both"),
        (&["-", "-"], "standard input is one trace, not both"),
        (&["--a", "-", a, "--b", b], "read twice"),
        (&[a, b, "--tau", "1.5"], "--tau is a number from 0 to 1, not 1.5"),
        (&[a, b, "--by", "file"], "--by is one of function, path, not file"),
        (&[a, b, "--json", "--markdown"], "not both"),
        (&[a, b, "--top", "all"], "--top is a number of rows, not all"),
        (&[a, b, "--frobnicate"], "invalid option '--frobnicate'"),
        (&["kept.diptych", "--tau", "0.5"], "--tau needs both traces"),
        (&["kept.diptych", "-o", "other.diptych"], "-o needs both traces"),
        (&[a, b, "--normalise", "log"], "--normalise is one of absolute, per-total, per-call"),
    ];
    for (args, said) in cases {
        let output = compare(&[], args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(said), "{args:?}: {}", text(&output.stderr));
    }
    let many: Vec<&str> =
        std::iter::once("--a").chain(std::iter::repeat_n(a, 21)).chain(["--b", b]).collect();
    assert!(text(&compare(&[], &many).stderr).contains("--a takes 1 to 20 files, not 21"));
}

#[test]
fn help_tells_the_conditions() {
    let help = printed(&[], &["--help"]);
    for word in
        ["--fail-if", "slower, faster", "new, gone", "total", "moved", "matched", "identity", "--print-rules"]
    {
        assert!(help.contains(word), "{word}");
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
fn rules_decide_what_is_one_function() {
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
fn files_that_cannot_be_read_exit_with_1() {
    let [a, _] = pair("missing");
    let output = compare(&[a, PathBuf::from("/no/such/file.json")], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot be opened"));
    let output = compare(&pair("missing-rules"), &["--rules", "/no/such/rules"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("/no/such/rules cannot be read"));
}
