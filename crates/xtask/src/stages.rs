//! How long each stage of a build took: a line when it begins, a line with its time when it ends, and the longest
//! one named at the end, so that nobody waits in silence or guesses for what.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// What ran before xtask itself: `name=seconds`, separated by semicolons. The npm scripts set it.
const VARIABLE: &str = "DIPTYCH_STAGES";

/// Shorter stages get no line of their own.
const WORTH_A_LINE: Duration = Duration::from_millis(500);

/// The stages of one build. Some run at the same time, so their times may sum to more than the whole.
#[derive(Debug)]
pub(crate) struct Stages {
    began: Instant,
    before: Duration,
    rows: Mutex<Vec<(String, Duration)>>,
}

impl Stages {
    /// Begins the clock, with the stages that ran before xtask.
    pub(crate) fn begun() -> Self {
        Self::after(&std::env::var(VARIABLE).unwrap_or_default())
    }

    fn after(earlier: &str) -> Self {
        let rows: Vec<(String, Duration)> = earlier.split(';').filter_map(parse).collect();
        // They run side by side, so the longest is what they took together.
        let before = rows.iter().map(|(_, took)| *took).max().unwrap_or_default();
        Self { began: Instant::now(), before, rows: Mutex::new(rows) }
    }

    /// Runs `stage`; its time has a line, its failure the stage's name.
    pub(crate) fn run<T>(&self, name: &str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let outcome = stage().with_context(|| name.to_owned())?;
        self.add(name, began.elapsed());
        Ok(outcome)
    }

    /// [`Self::run`] for what may be silent for long: a line says that it begins.
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
    /// The whole time and the longest stage.
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
    fn the_longest_stage_is_named_and_those_before_count() {
        let stages = Stages::after("build tool=61.5;npm packages=14;nonsense");
        stages.add("compile", Duration::from_secs(12));
        let text = stages.to_string();
        assert!(text.starts_with("all ") && text.contains(" 61.5 s, longest: build tool, 61.5 s"), "{text}");
        stages.add("compile again", Duration::from_secs(90));
        assert!(stages.to_string().ends_with("longest: compile again, 90.0 s"));
    }

    #[test]
    fn a_failed_stage_is_named() {
        let failed = Stages::after("").run::<()>("page", || anyhow::bail!("no index")).unwrap_err();
        assert_eq!(format!("{failed:#}"), "page: no index");
    }
}
