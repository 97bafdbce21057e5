//! Reads the options of the command line.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use super::inputs::Kind;

/// Default number of runs.
const RUNS: usize = 5;

/// Value of `--only` for the reading of every format; the other values are kinds of pairs.
const FORMATS: &str = "formats";

/// Value of `--only` for growth with the number of calls, which is measured by itself.
const SCALING: &str = "scaling";

/// Value of `--only` for frames on this machine's graphics, which are measured by themselves.
const GPU: &str = "gpu";

/// Default number of calls a side up to which growth is measured.
const LARGEST: u64 = 1_000_000;

/// The options of the verb.
#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of the command line")]
pub(crate) struct Options {
    /// Files to compare, A and B; if empty, pairs are generated.
    pub(crate) pairs: Vec<[PathBuf; 2]>,
    /// Files to read only; if empty, one of every format is generated.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) runs: usize,
    /// Kinds of pairs to measure; if empty and `only_formats` is not set, everything is measured.
    pub(crate) only: Vec<Kind>,
    /// True if `--only` asks for the reading of every format.
    only_formats: bool,
    /// True if only growth is measured.
    pub(crate) scaling: bool,
    /// True if only frames on this machine's graphics are measured.
    pub(crate) gpu: bool,
    /// Largest number of calls a side for growth.
    pub(crate) largest: u64,
    /// True if the page is built first.
    pub(crate) build: bool,
}

impl Options {
    /// Reads `[--a FILE --b FILE]… [--file FILE]… [--only KIND]… [--runs N] [--largest CALLS] [--no-build]`.
    pub(crate) fn read(arguments: &[String]) -> Result<Self> {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut options = Self {
            pairs: Vec::new(),
            files: Vec::new(),
            runs: RUNS,
            only: Vec::new(),
            only_formats: false,
            scaling: false,
            gpu: false,
            largest: LARGEST,
            build: true,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("`{word}` wants a value"));
            match word.as_str() {
                "--a" => a.push(PathBuf::from(value()?)),
                "--b" => b.push(PathBuf::from(value()?)),
                "--file" => options.files.push(PathBuf::from(value()?)),
                "--runs" => options.runs = value()?.parse().context("`--runs` wants a number")?,
                "--only" => match value()?.as_str() {
                    FORMATS => options.only_formats = true,
                    SCALING => options.scaling = true,
                    GPU => options.gpu = true,
                    word => options.only.push(kind(word)?),
                },
                "--largest" => {
                    options.largest = value()?.parse().context("`--largest` wants a number of calls")?;
                }
                "--no-build" => options.build = false,
                _ => bail!("unknown option `{word}`"),
            }
        }
        ensure!(options.runs > 0, "at least one run is needed");
        ensure!(a.len() == b.len(), "every --a wants a --b");
        options.pairs = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
        Ok(options)
    }

    /// Returns true if pairs of this kind are measured.
    pub(crate) fn wants(&self, kind: Kind) -> bool {
        self.is_all() || self.only.contains(&kind)
    }

    /// Returns true if the reading of every format is measured.
    pub(crate) fn wants_formats(&self) -> bool {
        self.is_all() || self.only_formats
    }

    /// Returns true if everything is measured, so that the result is written.
    pub(crate) fn is_all(&self) -> bool {
        self.only.is_empty() && !self.only_formats && !self.scaling && !self.gpu
    }
}

fn kind(word: &str) -> Result<Kind> {
    let words = || {
        [FORMATS, SCALING, GPU].into_iter().chain(Kind::ALL.map(Kind::word)).collect::<Vec<_>>().join(", ")
    };
    Kind::ALL
        .into_iter()
        .find(|kind| kind.word() == word)
        .with_context(|| format!("`--only` takes {}", words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Options> {
        Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_pair_files_in_order() {
        let options =
            read(&["--a", "1", "--b", "2", "--runs", "3", "--file", "5", "--a", "3", "--b", "4"]).unwrap();
        assert_eq!(options.pairs, [["1", "2"].map(PathBuf::from), ["3", "4"].map(PathBuf::from)]);
        assert_eq!(options.files, [PathBuf::from("5")]);
        assert_eq!((options.runs, options.build, options.is_all()), (3, true, true));
        let options = read(&["--only", "ranks", "--only", "elements"]).unwrap();
        assert_eq!(
            [Kind::Read, Kind::Ranks, Kind::Elements].map(|kind| options.wants(kind)),
            [false, true, true]
        );
        assert!(!options.wants_formats() && !options.is_all());
        let options = read(&["--only", "formats"]).unwrap();
        assert!(options.wants_formats() && !options.is_all() && !options.wants(Kind::Read));
        let options = read(&["--only", "scaling", "--largest", "10000000"]).unwrap();
        assert_eq!((options.scaling, options.is_all(), options.largest), (true, false, 10_000_000));
    }

    #[test]
    fn wrong_bench_options_are_refused() {
        for words in
            [&["--a", "1"][..], &["--a"], &["--runs", "0"], &["--runs", "x"], &["--fast"], &["--only", "x"]]
        {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
