//! `xtask bench`: how fast the page and the command are, and what they take, as one table with the machine's
//! description, in `docs/benchmarks.md`.
//!
//! Everything that has a budget stands beside it. Figures are medians over some runs; ratios are against
//! V8's own `JSON.parse` in the same tab and run. A part of it by itself (`--only`) is printed and not kept. Nothing here is a test: a slow machine fails no check.

mod budgets;
mod figures;
mod formats;
mod inputs;
mod machine;
mod native;
mod options;
mod report;
mod tab;

use anyhow::{Context, Result};

use crate::build::{self, Mode};
use crate::{sizes, workspace};
use figures::Figures;
use machine::Machine;
use options::Options;

/// Where the table goes.
const REPORT: &str = "docs/benchmarks.md";

/// The verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    if options.build {
        build::all(Mode::Release)?;
    }
    let measure = native::build()?;
    let pairs = inputs::pairs(&options, &measure)?;
    let mut machine = Machine::ask()?;
    let mut figures = Figures::default();
    let paths = native::run(&measure, &pairs, &options, &mut figures)?;
    let files = if options.wants_formats() {
        formats::run(&measure, &options.files, options.runs, &mut figures)?
    } else {
        Vec::new()
    };
    tab::run((&pairs, &paths), &files, options.runs, &mut figures)?;
    machine.finish()?;
    let sizes = sizes::measure()?.to_string();
    let text = report::markdown(&machine, (&pairs, &files), &figures, &sizes, options.runs);
    println!("{text}");
    if !options.is_all() {
        return Ok(());
    }
    let file = workspace::at(REPORT);
    std::fs::create_dir_all(workspace::at("docs"))?;
    std::fs::write(&file, &text).with_context(|| file.display().to_string())
}
