//! `xtask soak`: uses one tab for a long time and watches its memory.
//!
//! `tests/soak` loads, exchanges and closes files and changes desks, and fails if memory grows after the first tenth of
//! the rounds. `--write` puts the curve and the slopes into the documentation.

use std::fmt::Write;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::build::{self, Mode};
use crate::{browser, process, sections, workspace};

const PAGE: &str = "docs/robustness.md";
const PICTURE: &str = "docs/pictures/soak.svg";

/// Number of rounds of the verb, and of the check in `npm run deep`.
const ROUNDS: u32 = 1_000;
pub(crate) const ROUNDS_IN_DEEP: u32 = 100;

/// The options of the verb.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    rounds: u32,
    write: bool,
    build: bool,
}

/// Growth of one kind of memory after the first tenth of the rounds.
#[derive(Debug, Deserialize)]
struct Growth {
    kind: String,
    /// Bytes a round.
    slope: f64,
    /// Bytes at the mean round.
    level: f64,
    /// Growth over all these rounds, as a share of the level.
    #[serde(rename = "growth")]
    share: f64,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let options = options(arguments)?;
    if options.build {
        build::all(Mode::Release)?;
    }
    process::run(&mut command(options.rounds)?)?;
    let growths = growths(&std::fs::read_to_string(results()?)?)?;
    let text = section(&growths, options.rounds);
    println!("{text}");
    if options.write {
        std::fs::copy(results()?.with_extension("svg"), workspace::at(PICTURE)).context(PICTURE)?;
        sections::write(PAGE, "soak", &text)?;
    }
    Ok(())
}

fn options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { rounds: ROUNDS, write: false, build: true };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--write" => options.write = true,
            "--no-build" => options.build = false,
            "--rounds" => {
                // Fewer rounds give no line.
                let number =
                    words.next().and_then(|number| number.parse().ok()).filter(|&rounds| rounds >= 20);
                options.rounds = number.context("`--rounds` wants a number of at least 20")?;
            }
            _ => bail!("unknown option `{word}`"),
        }
    }
    Ok(options)
}

/// Returns Playwright's runner for the soak. It uses `dist/` as it is.
pub(crate) fn command(rounds: u32) -> Result<Command> {
    let mut playwright = browser::playwright()?;
    playwright.args(["--config", "tests/soak/playwright.config.ts", "--reporter=list"]);
    playwright.env("DIPTYCH_SOAK_ROUNDS", rounds.to_string()).env("DIPTYCH_SOAK_RESULTS", results()?);
    Ok(playwright)
}

fn results() -> Result<std::path::PathBuf> {
    Ok(workspace::target()?.join("soak.jsonl"))
}

/// Returns the growth of each kind of memory from the results, whose other lines are samples.
fn growths(lines: &str) -> Result<Vec<Growth>> {
    let lines = lines.lines().filter(|line| line.contains("\"slope\""));
    lines
        .map(|line| serde_json::from_str(line).with_context(|| format!("a result of the soak: {line}")))
        .collect()
}

fn section(growths: &[Growth], rounds: u32) -> String {
    let mut text = format!(
        "![Memory of one tab over {rounds} rounds](pictures/soak.svg)\n\n\
         The picture shows {rounds} rounds in one tab of Chromium. Memory is always measured after a garbage \
         collection. The growth is the slope of a straight line that is fitted to the samples after the warm-up (the \
         first tenth of the rounds).\n\n\
         | memory | level | growth a round | growth over all rounds |\n| --- | --: | --: | --: |\n"
    );
    for Growth { kind, slope, level, share } in growths {
        let name = match kind.as_str() {
            "heap" => "objects of JavaScript in the page",
            "wasm" => "memories of WebAssembly, page and workers",
            _ => "the processes of the tab (resident)",
        };
        let _ = writeln!(
            text,
            "| {name} | {:.1} MB | {:.2} kB | {:+.1} % |",
            level / 1e6,
            slope / 1e3,
            share * 100.0
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn soak_options_are_read() {
        let read = options(&words("--rounds 40 --no-build")).unwrap();
        assert_eq!(read, Options { rounds: 40, write: false, build: false });
        for wrong in ["--rounds", "--rounds 3", "--turns 40"] {
            assert!(options(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn section_lists_the_growth_of_each_kind() {
        let lines = "{\"round\":2,\"heap\":1,\"wasm\":2,\"resident\":null}\n\
            {\"kind\":\"heap\",\"slope\":120.0,\"level\":5000000,\"growth\":0.021}\n{\"kind\":\"resident\"}\n";
        let text = section(&growths(lines).unwrap(), 1_000);
        assert!(
            text.ends_with("| objects of JavaScript in the page | 5.0 MB | 0.12 kB | +2.1 % |\n"),
            "{text}"
        );
        assert!(growths("{\"slope\":1}").is_err());
    }
}
