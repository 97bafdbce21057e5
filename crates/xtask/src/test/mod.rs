//! `xtask test`: runs every check, in stages, each timed and counted.
//!
//! A failed stage does not stop the later ones, so one run shows everything that is wrong. The output of a stage goes
//! to a file and is shown if the stage fails. The last line is always `N passed, N failed`.

mod count;
mod log;
mod stages;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

pub(crate) use count::Count;
use log::Log;

/// Number of cases that a property test tries with `--deep`.
const DEEP_CASES: &str = "4096";

/// A stage and its function.
pub(crate) struct Stage {
    name: &'static str,
    run: fn(&mut Log) -> Result<Count>,
}

/// The result of a stage.
struct Outcome {
    name: &'static str,
    count: Count,
    took: Duration,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let deep = match arguments {
        [] => false,
        [word] if word == "--deep" => true,
        other => bail!("unknown options `{}`", other.join(" ")),
    };
    run(stages::ALL.iter().chain(stages::PEERS.iter().filter(|_| deep)), deep)
}

/// Runs the verb `browser`: builds the page and runs only the browser tests, with Playwright's own output.
pub(crate) fn browser_verb(arguments: &[String]) -> Result<()> {
    stages::browser_tests_alone(arguments)
}

/// Runs the verb `firefox`: builds the page and runs only the tests in Firefox, with Playwright's own output.
pub(crate) fn firefox_verb(arguments: &[String]) -> Result<()> {
    stages::firefox_tests_alone(arguments)
}

/// Runs the verb `web`: type checks and unit tests of the shell.
pub(crate) fn web_verb(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("web takes no options");
    }
    run(stages::WEB.iter(), false)
}

/// Runs the verb `lint`: checks TypeScript's layout and rules alone.
pub(crate) fn lint_verb(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("lint takes no options");
    }
    run(stages::LINT.iter(), false)
}

/// Runs `stages` in order and prints the table. Exits with status 1 if anything failed.
fn run(stages: impl Iterator<Item = &'static Stage>, deep: bool) -> Result<()> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for stage in stages {
        let started = Instant::now();
        let mut log = Log::create(stage.name, deep.then_some(DEEP_CASES))?;
        let count = (stage.run)(&mut log).unwrap_or_else(|err| {
            log.note(&format!("{err:#}"));
            Count::STAGE_FAILED
        });
        let outcome = Outcome { name: stage.name, count, took: started.elapsed() };
        println!("{}", row(&outcome));
        if count.failed > 0 {
            log.show();
        }
        outcomes.push(outcome);
    }
    let total = outcomes.iter().fold(Count::default(), |sum, outcome| sum.plus(outcome.count));
    println!("\n{}", table(&outcomes));
    println!("{total}");
    // The table shows what failed, so no error message is needed.
    if total.failed > 0 { std::process::exit(1) } else { Ok(()) }
}

/// Formats a stage as one line: name, seconds, counts.
fn row(outcome: &Outcome) -> String {
    let Count { passed, failed, skipped } = outcome.count;
    let row = format!(
        "{:12} {:7.1} s {passed:6} passed {failed:4} failed",
        outcome.name,
        outcome.took.as_secs_f64()
    );
    if skipped > 0 { format!("{row} {skipped:4} skipped") } else { row }
}

/// Formats all stages and the total time.
fn table(outcomes: &[Outcome]) -> String {
    let mut lines: Vec<String> = outcomes.iter().map(row).collect();
    let total: Duration = outcomes.iter().map(|outcome| outcome.took).sum();
    lines.push(format!("{:12} {:7.1} s", "all", total.as_secs_f64()));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_stages_and_total_time() {
        let outcome = |name, passed, failed, seconds| Outcome {
            name,
            count: Count { passed, failed, skipped: 0 },
            took: Duration::from_secs(seconds),
        };
        let table = table(&[outcome("fmt", 1, 0, 2), outcome("cargo test", 120, 3, 61)]);
        let expected = "\
fmt              2.0 s      1 passed    0 failed
cargo test      61.0 s    120 passed    3 failed
all             63.0 s
";
        assert_eq!(table, expected);
    }

    #[test]
    fn stage_names_are_unique() {
        let names: std::collections::BTreeSet<_> = stages::ALL.iter().map(|stage| stage.name).collect();
        assert_eq!(names.len(), stages::ALL.len());
    }
}
