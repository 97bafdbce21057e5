//! Times the stages of a build. Long stages announce their begin, each prints its time at its end, and the summary
//! names the longest. So nobody waits in silence.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// Stages that ran before xtask itself, as `name=seconds` separated by semicolons. The npm scripts set it.
const VARIABLE: &str = "DIPTYCH_STAGES";

/// Shortest stage that gets a line of its own.
const WORTH_A_LINE: Duration = Duration::from_millis(500);

/// The stages of one build. Some run at the same time, so their times may add up to more than the total.
#[derive(Debug)]
pub(crate) struct Stages {
    began: Instant,
    before: Duration,
    rows: Mutex<Vec<(String, Duration)>>,
}

impl Stages {
    /// Starts the clock, with the stages that ran before xtask.
    pub(crate) fn begun() -> Self {
        Self::after(&std::env::var(VARIABLE).unwrap_or_default())
    }

    fn after(earlier: &str) -> Self {
        let rows: Vec<(String, Duration)> = earlier.split(';').filter_map(parse).collect();
        // They ran in parallel, so the longest is their total time.
        let before = rows.iter().map(|(_, took)| *took).max().unwrap_or_default();
        Self { began: Instant::now(), before, rows: Mutex::new(rows) }
    }

    /// Runs `stage` and prints its time. An error gets the stage's name.
    pub(crate) fn run<T>(&self, name: &str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let outcome = stage().with_context(|| name.to_owned())?;
        self.add(name, began.elapsed());
        Ok(outcome)
    }

    /// Runs `stage` like [`Self::run`], but prints a line first, because the stage may be silent for long.
    pub(crate) fn announced<T>(&self, name: &str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("{name} …");
        self.run(name, stage)
    }

    fn add(&self, name: &str, took: Duration) {
        if took >= WORTH_A_LINE {
            println!("{}", row(name, took));
        }
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), took));
    }
}

impl fmt::Display for Stages {
    /// Writes the total time and the longest stage.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&row("all", self.before + self.began.elapsed()))?;
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        match rows.iter().max_by_key(|(_, took)| *took).filter(|(_, took)| *took >= WORTH_A_LINE) {
            Some((name, took)) => write!(f, ", longest: {name}, {:.1} s", took.as_secs_f64()),
            None => Ok(()),
        }
    }
}

fn row(name: &str, took: Duration) -> String {
    format!("{name:32} {:7.1} s", took.as_secs_f64())
}

fn parse(stage: &str) -> Option<(String, Duration)> {
    let (name, seconds) = stage.split_once('=')?;
    Some((name.to_owned(), Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_names_longest_and_counts_earlier_stages() {
        let stages = Stages::after("build tool=61.5;npm packages=14;nonsense");
        stages.add("compile", Duration::from_secs(12));
        let text = stages.to_string();
        assert!(text.starts_with("all ") && text.contains(" 61.5 s, longest: build tool, 61.5 s"), "{text}");
        stages.add("compile again", Duration::from_secs(90));
        assert!(stages.to_string().ends_with("longest: compile again, 90.0 s"));
    }

    #[test]
    fn failed_stage_is_named() {
        let failed = Stages::after("").run::<()>("page", || anyhow::bail!("no index")).unwrap_err();
        assert_eq!(format!("{failed:#}"), "page: no index");
    }
}
