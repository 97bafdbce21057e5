//! Measures the command: reading and layout without a browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::figures::Figures;
use super::inputs::{Kind, Pair, name_of};
use super::options::Options;
use crate::{process, workspace};

/// The program that measures.
pub(crate) struct Measure(PathBuf);

/// Builds `crates/cli/examples/measure`. It is in the command's crate, because the crate that is linked decides on
/// link-time optimisation for all others, and the engine's setting is "for bytes".
pub(crate) fn build() -> Result<Measure> {
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--release", "--package", "diptych-cli", "--example", "measure"]);
    process::run(&mut cargo)?;
    let folder = workspace::target()?.join("release").join("examples");
    Ok(Measure(folder.join("measure").with_extension(std::env::consts::EXE_EXTENSION)))
}

/// Builds the command as it is released and returns its path.
pub(crate) fn command() -> Result<PathBuf> {
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--release", "--package", "diptych-cli"]);
    process::run(&mut cargo)?;
    Ok(workspace::target()?.join("release").join("diptych").with_extension(std::env::consts::EXE_EXTENSION))
}

impl Measure {
    /// Writes the generated traces and returns their pairs.
    pub(crate) fn generate(&self, folder: &Path) -> Result<Value> {
        self.ask(&["generate".as_ref(), folder])
    }

    pub(crate) fn ask(&self, arguments: &[&Path]) -> Result<Value> {
        let text = process::stdout_of(Command::new(&self.0).args(arguments))?;
        serde_json::from_str(&text).context("what the measuring program wrote")
    }

    /// Reads a file and adds its figures under its name, with `prefix` before the names of the values.
    pub(crate) fn read(&self, file: &Path, prefix: &str, figures: &mut Figures) -> Result<()> {
        let told = self.ask(&["read".as_ref(), file])?;
        let name = name_of(file);
        let of = if prefix.is_empty() { name.as_str() } else { name.trim_end_matches(".gz") };
        for what in
            ["bytes", "calls", "lanes", "seconds", "modelBytes", "heldBytes", "mostBytes", "peakBytes"]
        {
            if let Some(value) = told[what].as_f64() {
                figures.add(of, &format!("{prefix}{what}"), value);
            }
        }
        Ok(())
    }
}

/// Reads every file, plain and packed, and lays out every pair. Returns the windows of each pair's path.
pub(crate) fn run(
    measure: &Measure,
    pairs: &[Pair],
    options: &Options,
    figures: &mut Figures,
) -> Result<Vec<Value>> {
    let mut paths = Vec::new();
    for pair in pairs {
        let mut path = Value::Array(Vec::new());
        if !matches!(pair.kind, Kind::Read | Kind::Shape) {
            paths.push(path);
            continue;
        }
        println!("native: {}", pair.name);
        for _ in 0..options.runs {
            for file in pair.files().into_iter().filter(|_| pair.kind == Kind::Read) {
                measure.read(file, "", figures)?;
                measure.read(&Pair::packed(file)?, "packed ", figures)?;
            }
            path = look(measure, pair, figures)?;
            if pair.kind == Kind::Read {
                compare(measure, pair, figures)?;
            }
        }
        paths.push(path);
    }
    println!("native: synthetic");
    for _ in 0..options.runs {
        if options.wants(Kind::Read) {
            synthetic(measure, figures)?;
        }
        if options.wants(Kind::Profile) {
            profile(measure, figures)?;
        }
    }
    Ok(paths)
}

/// Name under which the pair of many callee sets has its figures.
pub(crate) const MANY_SETS: &str = "many callee sets";
/// Names of the values of a comparison, as the measuring program writes them.
const STEPS: [&str; 10] = [
    "identities",
    "lanes",
    "align",
    "sets",
    "join",
    "whole",
    "heldPerCall",
    "mostPerCall",
    "classPairs",
    "callPairs",
];

fn compare(measure: &Measure, pair: &Pair, figures: &mut Figures) -> Result<()> {
    let told = measure.ask(&["compare".as_ref(), &pair.a, &pair.b])?;
    add_steps(&pair.name, &told, figures);
    let longest = |what: &str, column: usize| {
        let rows = told[what].as_array().into_iter().flatten();
        rows.filter_map(|row| row[column].as_f64()).fold(0.0, f64::max)
    };
    figures.add(&pair.name, "compare: silence", longest("jobs", 2));
    Ok(())
}

fn add_steps(of: &str, told: &Value, figures: &mut Figures) {
    for step in STEPS {
        if let Some(value) = told[step].as_f64() {
            figures.add(of, &format!("compare: {step}"), value);
        }
    }
    for (side, letter) in ["a", "b"].into_iter().enumerate() {
        for what in ["calls", "distinct"] {
            if let Some(value) = told[what][side].as_f64() {
                figures.add(of, &format!("compare: {what} {letter}"), value);
            }
        }
    }
}

/// Returns the name of a size of the growing pair.
pub(crate) fn grown(number: usize) -> String {
    format!("grown {number}")
}

fn synthetic(measure: &Measure, figures: &mut Figures) -> Result<()> {
    let told = measure.ask(&["synthetic".as_ref()])?;
    add_steps(MANY_SETS, &told["manySets"], figures);
    let sizes = told["sizes"].as_array().map_or(&[][..], Vec::as_slice);
    for (number, size) in sizes.iter().enumerate() {
        add_steps(&grown(number), size, figures);
    }
    Ok(())
}

/// Traces on which call paths are measured in the command: many calls of few paths, then those of the tab's pairs.
pub(crate) const PROFILES: [&str; 3] = ["calls", "paths", "functions"];

fn profile(measure: &Measure, figures: &mut Figures) -> Result<()> {
    let told = measure.ask(&["profile".as_ref()])?;
    for of in PROFILES {
        for what in ["calls", "functions", "nodes", "tree", "flame", "funky"] {
            if let Some(value) = told[of][what].as_f64() {
                figures.add(of, &format!("profile: {what}"), value);
            }
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
    for what in ["calls", "sceneBytes", "boxes", "curves"] {
        figures.add(&pair.name, what, told[what].as_f64().unwrap_or_default());
    }
    Ok(told["path"].take())
}
