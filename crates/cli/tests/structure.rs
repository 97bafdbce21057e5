//! Tests lists of a program's files, given with traces, from outside the command.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name);
    path.to_str().unwrap().to_owned()
}

fn list(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("structure");
    std::fs::create_dir_all(&folder).unwrap();
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn diptych(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").args(args).output().unwrap()
}

fn printed(args: &[&str]) -> String {
    let output = diptych(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const PATHS: &str =
    "src/jinja2/lexer.py\t900\nsrc/jinja2/parser.py\t100\nsrc/jinja2/never.py\t1\nsetup.py\t2\n";

#[test]
fn inspect_describes_structures_with_and_without_trace() {
    let (trace, list) = (example("jinja2-3.0.3.json.gz"), list("jinja2.paths", PATHS));
    let text = printed(&["inspect", &trace, "--structure", &list]);
    assert!(text.contains("structure jinja2.paths: 2 of 4 files ran; "), "{text}");

    let json: Value =
        serde_json::from_str(&printed(&["inspect", &trace, "--structure", &list, "--json"])).unwrap();
    let structure = &json["structure"];
    assert_eq!(
        (&structure["elements"], &structure["files"], &structure["ran"]),
        (&json!(6), &json!(4), &json!(2))
    );
    assert_eq!(structure["never_ran"], json!(["src/jinja2/never.py", "setup.py"]));

    let alone = printed(&["inspect", &list]).replace('\u{202f}', " ");
    assert!(
        alone.starts_with("jinja2.paths: 4 files in 2 folders, 1.00 kB\nformat paths, a structure"),
        "{alone}"
    );
    let json: Value = serde_json::from_str(&printed(&["inspect", &list, "--json"])).unwrap();
    assert_eq!((&json["elements"], &json["calls"]), (&json!(6), &json!(0)));
}

#[test]
fn compare_counts_files_that_ran_per_side() {
    let (a, b) = (example("jinja2-3.0.3.json.gz"), example("jinja2-3.1.6.json.gz"));
    let (one, other) = (list("one.paths", PATHS), list("other.paths", "src/jinja2/lexer.py\nx/y.py\n"));
    let text = printed(&["compare", &a, &b, "--structure", &one]);
    let line = text.lines().find(|line| line.contains("Structure")).unwrap();
    assert!(
        line.contains("one.paths: in A 2 of 4 files ran")
            && line.ends_with("0 only in A, 0 only in B, 2 in neither"),
        "{line}"
    );

    let text = printed(&["compare", &a, &b, "--json", "--structure", &one, &other]);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["structure"]["a"]["name"], "one.paths");
    assert_eq!(json["structure"]["b"]["never_ran"], json!(["x/y.py"]));
    let without: Value = serde_json::from_str(&printed(&["compare", &a, &b, "--json"])).unwrap();
    assert_eq!(without.get("structure"), None);
}

#[test]
fn rsf_classes_are_found_by_function_names() {
    let rsf = concat!(
        "\"LevelSeparator\" \".\"\n\"ElmType\" \"0\" \"Class\"\n\"Root\" \"0\"\n",
        "\"H\" \"0\" \"root\" \"0\"\n\"H\" \"1\" \"root.jinja2\" \"0\"\n\"H\" \"2\" \"root.jinja2.lexer\" \"0\"\n",
        "\"H\" \"3\" \"root.jinja2.lexer.Lexer\" \"0\"\n\"H\" \"4\" \"root.jinja2.lexer.Never\" \"0\"\n",
        "\"PCR\" \"0\" \"1\"\n\"PCR\" \"1\" \"2\"\n\"PCR\" \"2\" \"3\"\n\"PCR\" \"2\" \"4\"\n",
    );
    let (trace, list) = (example("jinja2-3.0.3.json.gz"), list("classes.rsf", rsf));
    let json: Value =
        serde_json::from_str(&printed(&["inspect", &trace, "--structure", &list, "--json"])).unwrap();
    let structure = &json["structure"];
    assert_eq!((&structure["elements"], &structure["files"]), (&json!(5), &json!(2)));
    assert_eq!(structure["never_ran"], json!(["root/jinja2/lexer/Never"]));
    let text = printed(&["inspect", &trace, "--structure", &list]);
    assert!(text.contains("structure classes.rsf: 1 of 2 innermost elements ran; "), "{text}");
    assert!(text.contains("functions ran without being in the list"), "{text}");
}

#[test]
fn lists_and_traces_are_not_interchangeable() {
    let (trace, list) = (example("jinja2-3.0.3.json.gz"), list("alone.paths", PATHS));
    let said = |args: &[&str]| {
        let output = diptych(args);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let of_list = said(&["compare", &trace, &list]);
    assert!(
        of_list.contains(
            "alone.paths is the structure of a program, not a trace. It lists 4 files in 2 folders"
        ),
        "{of_list}"
    );
    assert!(said(&["inspect", &trace, "--structure", &trace]).contains("contains no structure"));
    assert!(said(&["inspect", &list, "--structure", &list]).contains("--structure needs a trace"));
}
