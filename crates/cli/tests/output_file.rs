//! Tests that a verb which fails or is killed while it writes leaves the older file as it was.
#![allow(clippy::unwrap_used, reason = "tests")]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const OLDER: &str = "an older result";
/// Number of calls of the trace: each verb writes more than 512 bytes, the limit of [`in_little_room`].
const CALLS: usize = 60;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output-file").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn trace(folder: &Path, name: &str) -> PathBuf {
    let event = |call: usize| {
        let (start, duration) = (call * 10, 5);
        format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{start},"dur":{duration},"name":"function {call}"}}"#)
    };
    let events: Vec<String> = (0..CALLS).map(event).collect();
    let path = folder.join(name);
    std::fs::write(&path, format!("[{}]", events.join(","))).unwrap();
    path
}

/// Each verb that writes a file, and the file's name.
const VERBS: [(&[&str], &str); 6] = [
    (&["compare", "a.json", "b.json", "-o"], "pair.diptych"),
    (&["report", "a.json", "b.json", "-o"], "report.html"),
    (&["render", "a.json", "b.json", "-o"], "picture.svg"),
    (&["flame", "a.json", "-o"], "stacks.folded"),
    (&["flame", "a.json", "-o"], "stacks.speedscope.json"),
    (&["flame", "a.json", "b.json", "-o"], "functions.csv"),
];

fn diptych(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych")).current_dir(folder).args(arguments).output().unwrap()
}

/// Returns a folder with two traces and an older file.
fn folder_with(name: &str, file: &str) -> PathBuf {
    let folder = folder(name);
    trace(&folder, "a.json");
    trace(&folder, "b.json");
    std::fs::write(folder.join(file), OLDER).unwrap();
    folder
}

/// Runs the command where no file may grow beyond 512 bytes. `on_excess` is what the shell does first: with `:` the
/// system kills the command in the middle of writing, with `trap '' XFSZ` writing fails as on a full disk.
fn in_little_room(folder: &Path, on_excess: &str, arguments: &[&str]) -> Output {
    let script = format!("ulimit -c 0; {on_excess}; ulimit -f 1; exec \"$@\"");
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &script, "sh", env!("CARGO_BIN_EXE_diptych")]).args(arguments);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn files(folder: &Path) -> Vec<String> {
    let name =
        |entry: std::io::Result<std::fs::DirEntry>| text(entry.unwrap().file_name().as_encoded_bytes());
    let mut files: Vec<String> = std::fs::read_dir(folder).unwrap().map(name).collect();
    files.sort();
    files
}

#[test]
fn killed_runs_leave_the_older_file() {
    for (verb, file) in VERBS {
        let folder = folder_with("killed", file);
        let output = in_little_room(&folder, ":", &[verb, &[file]].concat());
        assert_eq!(output.status.code(), None, "{file}: not killed: {}", text(&output.stderr));
        assert_eq!(std::fs::read_to_string(folder.join(file)).unwrap(), OLDER, "{file}");
    }
}

#[test]
fn full_disks_leave_the_older_file_and_nothing_else() {
    for (verb, file) in VERBS {
        let folder = folder_with("full", file);
        let output = in_little_room(&folder, "trap '' XFSZ", &[verb, &[file]].concat());
        assert_eq!(output.status.code(), Some(1), "{file}");
        let error = text(&output.stderr);
        assert!(error.contains(&format!("{file} cannot be written: File too large")), "{error}");
        assert_eq!(std::fs::read_to_string(folder.join(file)).unwrap(), OLDER, "{file}");
        assert_eq!(files(&folder).len(), 3, "{:?}", files(&folder));
    }
}

#[test]
fn inputs_are_no_outputs() {
    let folder = folder("input");
    let a = trace(&folder, "a.json");
    trace(&folder, "b.json");
    let before = std::fs::read(&a).unwrap();
    std::os::unix::fs::symlink("a.json", folder.join("link.json")).unwrap();
    std::fs::write(folder.join("rules.txt"), "").unwrap();
    std::fs::write(folder.join("stacks.folded"), "main;work 3\n").unwrap();
    for arguments in [
        &["compare", "a.json", "b.json", "-o", "a.json"][..],
        &["compare", "a.json", "b.json", "-o", "./b.json"],
        &["compare", "link.json", "b.json", "-o", "a.json"],
        &["compare", "a.json", "b.json", "-o", "link.json"],
        &["compare", "a.json", "b.json", "--rules", "rules.txt", "-o", "rules.txt"],
        &["report", "a.json", "b.json", "-o", "b.json"],
        &["flame", "stacks.folded", "-o", "stacks.folded"],
    ] {
        let output = diptych(&folder, arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains("is also an input"), "{arguments:?}: {error}");
    }
    let output = diptych(&folder, &["compare", "a.json", "b.json", "--comment", "c.md", "-o", "c.md"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--comment and --output name the same file"));
    assert_eq!(std::fs::read(&a).unwrap(), before);
}

#[test]
fn links_pipes_and_permissions_stay() {
    let folder = folder("kinds");
    trace(&folder, "a.json");
    std::fs::write(folder.join("real.folded"), OLDER).unwrap();
    std::fs::set_permissions(folder.join("real.folded"), PermissionsExt::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.folded", folder.join("link.folded")).unwrap();
    let output = diptych(&folder, &["flame", "a.json", "-o", "link.folded"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(folder.join("link.folded").symlink_metadata().unwrap().is_symlink());
    let written = std::fs::read_to_string(folder.join("real.folded")).unwrap();
    assert_eq!(written.lines().count(), CALLS);
    assert_eq!(folder.join("real.folded").metadata().unwrap().permissions().mode() & 0o777, 0o640);

    assert!(Command::new("mkfifo").arg(folder.join("pipe.folded")).status().unwrap().success());
    let reader = Command::new("cat")
        .arg(folder.join("pipe.folded"))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = diptych(&folder, &["flame", "a.json", "-o", "pipe.folded"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&reader.wait_with_output().unwrap().stdout), written);
}

#[test]
fn missing_folders_fail_before_traces_are_read() {
    let folder = folder("missing");
    let output = diptych(&folder, &["compare", "no-a.json", "no-b.json", "-o", "none/pair.diptych"]);
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.contains("none/pair.diptych cannot be written: there is no folder none"), "{error}");
}
