//! Chooses the files to measure: the given ones, or generated ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::native::Measure;
use super::options::Options;
use crate::{process, workspace};

/// Two files to compare.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) a: PathBuf,
    pub(crate) b: PathBuf,
    pub(crate) kind: Kind,
}

/// The measurements to make on a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Reading and comparing.
    Read,
    /// Layouts only, for a pair with a shape that no recording here has.
    Shape,
    /// The desk of call paths only.
    Profile,
    /// The desk of lanes over time only, for A.
    Ranks,
    /// The desk of the program's structure with its calls only.
    Elements,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Read, Self::Shape, Self::Profile, Self::Ranks, Self::Elements];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Shape => "shape",
            Self::Profile => "profile",
            Self::Ranks => "ranks",
            Self::Elements => "elements",
        }
    }
}

impl Pair {
    pub(crate) fn files(&self) -> [&Path; 2] {
        [&self.a, &self.b]
    }

    /// Returns a file packed by gzip, and packs it if that is missing or older.
    pub(crate) fn packed(file: &Path) -> Result<PathBuf> {
        const SCRIPT: &str = "
            import { createReadStream, createWriteStream } from 'node:fs';
            import { pipeline } from 'node:stream/promises';
            import { createGzip } from 'node:zlib';
            const [from, to] = process.argv.slice(1);
            await pipeline(createReadStream(from), createGzip(), createWriteStream(to));";
        let folder = folder()?;
        let packed = folder.join(format!("{}.gz", name_of(file)));
        let made = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
        if made(&packed).is_none_or(|made_at| Some(made_at) < made(file)) {
            let mut node = Command::new("node");
            node.args(["--input-type=module", "--eval", SCRIPT, "--"]).arg(file).arg(&packed);
            process::run(&mut node)?;
        }
        Ok(packed)
    }
}

/// Returns the name of a file without its folder, the only part that reports show.
pub(crate) fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the given pairs, or else generated ones, followed by the generated shapes.
pub(crate) fn pairs(options: &Options, measure: &Measure) -> Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    for [a, b] in &options.pairs {
        for file in [a, b] {
            ensure!(file.is_file(), "{} is no file", file.display());
        }
        let [a, b] = [a, b].map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()));
        pairs.push(Pair { name: format!("{} | {}", name_of(&a), name_of(&b)), a, b, kind: Kind::Read });
    }
    let generated = measure.generate(&folder()?)?;
    let generated: Vec<Pair> = serde_json::from_value(generated).context("the generated pairs")?;
    let wanted = |pair: &Pair| pair.kind != Kind::Read || options.pairs.is_empty();
    pairs.extend(generated.into_iter().filter(wanted));
    pairs.retain(|pair| options.wants(pair.kind));
    Ok(pairs)
}

/// Returns the folder of generated files.
pub(crate) fn folder() -> Result<PathBuf> {
    let folder = workspace::target()?.join("bench");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
