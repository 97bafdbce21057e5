//! The figures of the command: reading and layout without a browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::figures::Figures;
use super::inputs::{Pair, name_of};
use crate::{process, workspace};

/// The program that measures.
pub(crate) struct Measure(PathBuf);

/// Builds `crates/engine/examples/measure` as the product is built.
pub(crate) fn build() -> Result<Measure> {
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--release", "--package", "diptych-engine", "--example", "measure"]);
    process::run(&mut cargo)?;
    let folder = workspace::target()?.join("release").join("examples");
    Ok(Measure(folder.join("measure").with_extension(std::env::consts::EXE_EXTENSION)))
}

impl Measure {
    /// Writes the generated traces; which pairs they are.
    pub(crate) fn generate(&self, folder: &Path) -> Result<Value> {
        self.ask(&["generate".as_ref(), folder])
    }

    fn ask(&self, arguments: &[&Path]) -> Result<Value> {
        let text = process::stdout_of(Command::new(&self.0).args(arguments))?;
        serde_json::from_str(&text).context("what the measuring program wrote")
    }
}

/// Reads every file, plain and packed, and lays every pair out. Returns the windows of each pair's path.
pub(crate) fn run(
    measure: &Measure,
    pairs: &[Pair],
    runs: usize,
    figures: &mut Figures,
) -> Result<Vec<Value>> {
    let mut paths = Vec::new();
    for pair in pairs {
        println!("native: {}", pair.name);
        let mut path = Value::Null;
        for _ in 0..runs {
            for file in pair.files().into_iter().filter(|_| !pair.shape) {
                read(measure, file, "", figures)?;
                read(measure, &Pair::packed(file)?, "packed ", figures)?;
            }
            path = look(measure, pair, figures)?;
        }
        paths.push(path);
    }
    Ok(paths)
}

fn read(measure: &Measure, file: &Path, prefix: &str, figures: &mut Figures) -> Result<()> {
    let told = measure.ask(&["read".as_ref(), file])?;
    let name = name_of(file);
    let of = if prefix.is_empty() { name.as_str() } else { name.trim_end_matches(".gz") };
    for what in ["bytes", "calls", "lanes", "seconds", "modelBytes", "peakBytes"] {
        if let Some(value) = told[what].as_f64() {
            figures.add(of, &format!("{prefix}{what}"), value);
        }
    }
    Ok(())
}

fn look(measure: &Measure, pair: &Pair, figures: &mut Figures) -> Result<Value> {
    let mut told = measure.ask(&["layout".as_ref(), &pair.a, &pair.b])?;
    let mut spent: Vec<f64> = told["ms"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    ensure!(!spent.is_empty(), "nothing was laid out");
    spent.sort_by(f64::total_cmp);
    let rank = |share: f64| spent[((share * spent.len() as f64).ceil() as usize).clamp(1, spent.len()) - 1];
    for (what, value) in [("p50", rank(0.5)), ("p95", rank(0.95)), ("max", rank(1.0))] {
        figures.add(&pair.name, &format!("native layout: {what}"), value);
    }
    for what in ["calls", "sceneBytes", "boxes"] {
        figures.add(&pair.name, what, told[what].as_f64().unwrap_or_default());
    }
    Ok(told["path"].take())
}
