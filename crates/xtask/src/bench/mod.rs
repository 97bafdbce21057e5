//! `xtask bench`: measures the speed and the memory of the page and the command, and writes one table with the
//! machine's description to `docs/benchmarks.md`.
//!
//! `--only scaling` measures how analyses and views grow instead, and `--only gpu` frames on a GPU. Both write
//! `docs/robustness.md`.
//!
//! Every figure with a budget has it next to it. Figures are medians over several runs. Ratios compare with V8's own
//! `JSON.parse` in the same tab and run. A part measured with `--only` is printed but not written. Nothing here is a
//! test, so a slow machine fails no check.

mod budgets;
mod figures;
mod formats;
mod gpu;
mod inputs;
mod machine;
mod native;
mod options;
mod report;
mod scaling;
mod scaling_picture;
mod tab;

use anyhow::{Context, Result};

use crate::build::{self, Mode};
use crate::{peers, sections, sizes, workspace};
use figures::Figures;
pub(crate) use machine::Machine;
pub(crate) use native::{Measure, build as measure, command};
use options::Options;

/// Path of the table.
const REPORT: &str = "docs/benchmarks.md";

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    if options.scaling {
        return scaling::run(&native::build()?, options.largest, &mut Machine::ask()?);
    }
    if options.gpu {
        return gpu::run(&mut Machine::ask()?);
    }
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
    tab::run(&pairs, &paths, &files, options.runs, &mut figures)?;
    machine.finish()?;
    let sizes = sizes::measure()?.to_string();
    let text = report::markdown(&machine, &pairs, &files, &figures, &sizes, options.runs);
    println!("{text}");
    if !options.is_all() {
        return Ok(());
    }
    let file = workspace::at(REPORT);
    std::fs::create_dir_all(workspace::at("docs"))?;
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    let peers = sections::find(&old, peers::SECTION).unwrap_or_default();
    let text = format!("{text}\n{peers}\n");
    std::fs::write(&file, &text).with_context(|| file.display().to_string())
}
