//! Measures how fast every format is read, next to another program that reads the same file, if there is one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::figures::Figures;
use super::inputs::name_of;
use super::native::Measure;
use crate::{process, workspace};

/// A file to read.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    /// Name of the format in the registry.
    pub(crate) format: String,
    pub(crate) path: PathBuf,
}

impl File {
    /// Returns the name under which the file's figures are stored.
    pub(crate) fn name(&self) -> String {
        name_of(&self.path)
    }

    /// Returns true if the file's states can be summed up without storing calls.
    pub(crate) fn has_overview(&self) -> bool {
        self.format == "paje"
    }

    /// Returns the other program that reads this format.
    pub(crate) fn peer(&self) -> Option<Peer> {
        match self.format.as_str() {
            "paje" => Some(Peer::PjDump),
            "otf2" => Some(Peer::Otf2Print),
            "chrome-json" | "speedscope" | "firefox" | "v8-cpuprofile" | "v8-heapprofile" | "otlp"
            | "jaeger" | "zipkin" => Some(Peer::JsonParse),
            _ => None,
        }
    }
}

/// Measures the whole command from the file to its aggregated lanes, in seconds.
fn overview(command: &Path, file: &Path) -> Result<f64> {
    let begun = Instant::now();
    ensure!(
        process::succeeds(Command::new(command).arg("aggregate").arg(file)),
        "no overview of {}",
        name_of(file)
    );
    Ok(begun.elapsed().as_secs_f64())
}

/// Another program that reads a whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// `pj_dump` of `pajeng`, which prints what it reads.
    PjDump,
    /// `otf2-print` of the OTF2 library, which prints what it reads.
    Otf2Print,
    /// Node's `JSON.parse`: reads, decodes, parses and keeps the objects.
    JsonParse,
}

/// Script that prints its time in seconds.
const PARSE: &str = "
    const { readFileSync } = require('node:fs');
    const begun = performance.now();
    const parsed = JSON.parse(readFileSync(process.argv[1], 'utf8'));
    console.log((performance.now() - begun) / 1e3, typeof parsed);";

impl Peer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PjDump => "pj_dump",
            Self::Otf2Print => "otf2-print",
            Self::JsonParse => "JSON.parse",
        }
    }

    fn is_installed(self) -> bool {
        let program = if self == Self::JsonParse { "node" } else { self.name() };
        process::succeeds(Command::new(program).arg("--version"))
    }

    /// Measures the program in seconds. Its output is discarded.
    fn seconds(self, file: &Path) -> Result<f64> {
        if self == Self::JsonParse {
            let told = process::stdout_of(Command::new("node").args(["--eval", PARSE, "--"]).arg(file))?;
            let seconds = told.split_whitespace().next().context("node said nothing")?;
            return seconds.parse().context("what node said");
        }
        let file = if self == Self::Otf2Print { anchor(file)? } else { file.to_owned() };
        let begun = Instant::now();
        ensure!(process::succeeds(Command::new(self.name()).arg(&file)), "{} failed", self.name());
        Ok(begun.elapsed().as_secs_f64())
    }
}

/// Returns the anchor file of an archive in a zip, which is unpacked once.
fn anchor(file: &Path) -> Result<PathBuf> {
    let folder = super::inputs::folder()?.join("otf2").join(name_of(file));
    if !folder.is_dir() {
        // `unzip` creates only the last folder of a path.
        std::fs::create_dir_all(super::inputs::folder()?.join("otf2"))?;
        process::run(Command::new("unzip").args(["-q", "-o"]).arg(file).arg("-d").arg(&folder))?;
    }
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "otf2") {
                return Ok(path);
            }
            folders.extend(path.is_dir().then_some(path));
        }
    }
    anyhow::bail!("{} holds no anchor (.otf2)", name_of(file))
}

/// Returns the given files, or else one generated file per format and a recorded archive.
fn files(measure: &Measure, given: &[PathBuf]) -> Result<Vec<File>> {
    if given.is_empty() {
        let written = measure.ask(&["files".as_ref(), &super::inputs::folder()?])?;
        let mut files: Vec<File> = serde_json::from_value(written).context("the generated files")?;
        let path = workspace::at("tests/recordings/otf2/is64.simgrid.zip");
        files.push(File { format: "otf2".to_owned(), path });
        return Ok(files);
    }
    let known = |path: &PathBuf| {
        let path = std::path::absolute(path)?;
        let told = measure.ask(&["read".as_ref(), &path])?;
        let format = told["format"].as_str().context("the format of a file")?.to_owned();
        Ok(File { format, path })
    };
    given.iter().map(known).collect()
}

/// Reads all files, also with the other programs that are installed.
pub(crate) fn run(
    measure: &Measure,
    given: &[PathBuf],
    runs: usize,
    figures: &mut Figures,
) -> Result<Vec<File>> {
    println!("native: formats");
    let files = files(measure, given)?;
    let command = super::native::command()?;
    for file in &files {
        let peer = file.peer().filter(|peer| peer.is_installed());
        for _ in 0..runs {
            measure.read(&file.path, "", figures)?;
            if let Some(peer) = peer {
                figures.add(&file.name(), "peer seconds", peer.seconds(&file.path)?);
            }
            if file.has_overview() {
                figures.add(&file.name(), "overview seconds", overview(&command, &file.path)?);
            }
        }
    }
    Ok(files)
}
