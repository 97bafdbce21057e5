//! What is asked for on the command line.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use super::inputs::Kind;

/// Runs unless said otherwise.
const RUNS: usize = 5;

/// What `--only` takes beside kinds of pairs: the reading of every format.
const FORMATS: &str = "formats";

/// The options of the verb.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Files to compare, A and B; none: pairs are generated.
    pub(crate) pairs: Vec<[PathBuf; 2]>,
    /// Files to read alone; none: one of every format is generated.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) runs: usize,
    /// Kinds of pairs that alone are measured, and nothing else; none: all.
    pub(crate) only: Vec<Kind>,
    /// Whether the reading of every format is among what alone is measured.
    only_formats: bool,
    /// Whether the page is built first.
    pub(crate) build: bool,
}

impl Options {
    /// Reads `[--a FILE --b FILE]… [--file FILE]… [--only KIND]… [--runs N] [--no-build]`.
    pub(crate) fn read(arguments: &[String]) -> Result<Self> {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut options = Self {
            pairs: Vec::new(),
            files: Vec::new(),
            runs: RUNS,
            only: Vec::new(),
            only_formats: false,
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
                    word => options.only.push(kind(word)?),
                },
                "--no-build" => options.build = false,
                _ => bail!("unknown option `{word}`"),
            }
        }
        ensure!(options.runs > 0, "at least one run is needed");
        ensure!(a.len() == b.len(), "every --a wants a --b");
        options.pairs = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
        Ok(options)
    }

    /// Whether pairs of this kind are measured.
    pub(crate) fn wants(&self, kind: Kind) -> bool {
        self.is_all() || self.only.contains(&kind)
    }

    /// Whether the reading of every format is measured.
    pub(crate) fn wants_formats(&self) -> bool {
        self.is_all() || self.only_formats
    }

    /// Whether all is measured, and so written down.
    pub(crate) fn is_all(&self) -> bool {
        self.only.is_empty() && !self.only_formats
    }
}

fn kind(word: &str) -> Result<Kind> {
    let words = || [FORMATS].into_iter().chain(Kind::ALL.map(Kind::word)).collect::<Vec<_>>().join(", ");
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
    fn pairs_are_put_together_in_order() {
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
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for words in
            [&["--a", "1"][..], &["--a"], &["--runs", "0"], &["--runs", "x"], &["--fast"], &["--only", "x"]]
        {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
