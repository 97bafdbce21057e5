//! The output of one stage, written to a file while it runs and shown if it failed.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::{process, workspace};

/// Number of lines shown of a failed stage's output.
const SHOWN_LINES: usize = 400;

/// The log of one stage, which also runs the stage's programs.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    proptest_cases: Option<&'static str>,
}

/// The result of a program of a stage.
pub(crate) struct ProgramResult {
    pub(crate) succeeded: bool,
    /// Output of both streams, in order.
    pub(crate) output: String,
}

impl Log {
    /// Creates an empty log for the stage `name`. With `proptest_cases`, property tests try that many cases.
    pub(crate) fn create(name: &str, proptest_cases: Option<&'static str>) -> Result<Self> {
        let folder = workspace::target()?.join("test-logs");
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}.log", name.replace(' ', "-")));
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok(Self { path, file, proptest_cases })
    }

    /// Adds a line.
    pub(crate) fn note(&mut self, line: &str) {
        // A log that cannot be written must not hide the stage's own result.
        let _ = writeln!(self.file, "{line}");
    }

    /// Runs `command` to its end, with its output in the log.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<ProgramResult> {
        let shown = process::shown(command);
        self.note(&format!("$ {shown}"));
        let start = std::fs::metadata(&self.path)?.len();
        if let Some(cases) = self.proptest_cases {
            command.env("PROPTEST_CASES", cases);
        }
        command.stdin(Stdio::null()).stdout(self.file.try_clone()?).stderr(self.file.try_clone()?);
        let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
        let bytes = std::fs::read(&self.path)?;
        let output = String::from_utf8_lossy(bytes.get(start as usize..).unwrap_or_default()).into_owned();
        Ok(ProgramResult { succeeded: status.success(), output })
    }

    /// Prints the end of the log, without the lines about passed tests.
    pub(crate) fn show(&self) {
        let bytes = std::fs::read(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().filter(|line| !tells_success(line)).collect();
        let hidden = lines.len().saturating_sub(SHOWN_LINES);
        if hidden > 0 {
            println!("  … {hidden} lines before, in {}", self.path.display());
        }
        for line in &lines[hidden..] {
            println!("  {line}");
        }
    }
}

/// Returns true if a line only reports a passed test, a compiled crate or an empty suite.
fn tells_success(line: &str) -> bool {
    let line = line.trim();
    let compiled = line.split_whitespace().next().is_some_and(|word| {
        ["Compiling", "Checking", "Downloaded", "Documenting", "Running", "Doc-tests"].contains(&word)
    });
    compiled
        || line.starts_with("ok ")
        || line.starts_with('✓')
        || (line.starts_with("test ") && line.ends_with("... ok"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_hides_lines_about_success() {
        for line in [
            "test a::b ... ok",
            "   Compiling serde v1.0.229",
            "ok 12 - links are read",
            "  ✓  3 [webgl] › a",
        ] {
            assert!(tells_success(line), "{line}");
        }
        for line in
            ["test a::b ... FAILED", "error[E0432]: unresolved import", "not ok 3 - x", "  okay so far"]
        {
            assert!(!tells_success(line), "{line}");
        }
    }

    #[test]
    fn log_keeps_program_output() {
        let mut log = Log::create("unit test of the log", None).unwrap();
        let mut good = workspace::cargo();
        let ended = log.run(good.arg("--version")).unwrap();
        assert!(ended.succeeded && ended.output.starts_with("cargo "), "{}", ended.output);
        let mut bad = workspace::cargo();
        let ended = log.run(bad.arg("no-such-verb")).unwrap();
        assert!(!ended.succeeded && ended.output.contains("no-such-verb"), "{}", ended.output);
        std::fs::remove_file(&log.path).unwrap();
    }
}
