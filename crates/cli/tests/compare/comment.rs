//! Tests `--comment`: its outcome, its order and its size.

use crate::support::{compare, folder, json, pair, plain, write};
use std::path::PathBuf;

/// Compares with a comment. Returns the exit code and the comment.
fn comment(files: &[PathBuf], name: &str, options: &[&str]) -> (Option<i32>, String) {
    let path = folder(name).join("comment.md");
    let _ = std::fs::remove_file(&path);
    let output = compare(files, &[&["--comment", path.to_str().unwrap()], options].concat());
    (output.status.code(), plain(&std::fs::read_to_string(path).unwrap()))
}

#[test]
fn comment_begins_with_outcome_and_verdict() {
    let files = pair("comment");
    let verdict = json(&files, &[])["verdict"]["text"].as_str().unwrap().to_owned();
    let first = |text: &str| text.lines().next().unwrap().to_owned();
    let (code, text) = comment(&files, "comment", &[]);
    assert_eq!((code, first(&text)), (Some(0), format!("## Passed: {}", plain(&verdict))));
    assert!(text.contains("| `slow` | `slow.py` |"), "{text}");

    let (code, text) = comment(&files, "comment", &["--fail-if", "slower>5%"]);
    assert_eq!((code, first(&text)), (Some(3), format!("## Failed: {}", plain(&verdict))));
    assert!(
        text.lines().nth(2).unwrap().starts_with("* --fail-if 'slower\\>5%': slow (app/slow.py) is slower")
    );
}

#[test]
fn comment_on_unlike_traces_is_doubtful() {
    let folder = folder("comment-unlike");
    let a = write(&folder, "a.json", &[(0, 100, "one"), (100, 100, "two")]);
    let b = write(&folder, "b.json", &[(0, 100, "three"), (100, 100, "four")]);
    let (code, text) = comment(&[a, b], "comment-unlike", &["--fail-if", "new>1us"]);
    assert_eq!(code, Some(4));
    assert!(text.starts_with("## Doubtful: "), "{text}");
    assert!(text.contains("* may not be comparable") && text.contains("* --fail-if 'new\\>1us'"), "{text}");
}
