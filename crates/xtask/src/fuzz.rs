//! `xtask fuzz`: drives the fuzz targets of `crates/fuzz` with libFuzzer, one after the other.
//!
//! The compiler's own passes count branches, so the stable toolchain is enough. No sanitizer is needed: the decoders have
//! no unsafe code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{process, workspace};

/// Passes that count branches and record comparisons, as libFuzzer reads them.
const INSTRUMENTS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";

/// Limits of each input: bytes, seconds, and megabytes of memory.
const LIMITS: [&str; 3] = ["-max_len=4096", "-timeout=10", "-rss_limit_mb=2048"];

/// Most bytes of inputs that are kept for a target.
const MOST_KEPT_BYTES: usize = 32 << 10;

/// Folder of the kept inputs.
const CORPUS: &str = "crates/fuzz/corpus";

/// The options of the verb.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    seconds: u32,
    /// True if the smallest inputs that reach all branches become the kept ones.
    keep: bool,
    targets: BTreeSet<String>,
}

/// A target as the driver lists it.
struct Target {
    name: String,
    seeds: Vec<PathBuf>,
}

/// The driver and its folders.
struct Fuzzer {
    program: PathBuf,
    /// Folder of the inputs of all targets, and of findings.
    work: PathBuf,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let options = options(arguments)?;
    let fuzzer = build()?;
    let targets = chosen(fuzzer.targets()?, &options.targets)?;
    let mut failed = Vec::new();
    for target in &targets {
        println!("{} …", target.name);
        if let Err(err) = fuzzer.run(target, options.seconds) {
            eprintln!("{}: {err:#}", target.name);
            failed.push(target.name.as_str());
        } else if options.keep {
            fuzzer.keep(target)?;
        }
    }
    ensure!(
        failed.is_empty(),
        "findings in {}; their inputs are in {}",
        failed.join(", "),
        fuzzer.work.display()
    );
    println!("{} targets, {} s each, no finding", targets.len(), options.seconds);
    Ok(())
}

fn options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { seconds: 60, keep: false, targets: BTreeSet::new() };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--keep" => options.keep = true,
            "--seconds" => {
                let number = words.next().and_then(|number| number.parse().ok());
                options.seconds = number.context("--seconds needs a whole number")?;
            }
            name if name.starts_with('-') => {
                bail!("unknown option `{name}`; known are --seconds N and --keep")
            }
            name => drop(options.targets.insert(name.to_owned())),
        }
    }
    Ok(options)
}

/// Returns the targets with these names, all without names.
fn chosen(all: Vec<Target>, names: &BTreeSet<String>) -> Result<Vec<Target>> {
    let known: Vec<String> = all.iter().map(|target| target.name.clone()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        bail!("no target `{unknown}`; the targets are {}", known.join(", "));
    }
    Ok(all.into_iter().filter(|target| names.is_empty() || names.contains(&target.name)).collect())
}

/// Builds the driver, with counters in every crate.
fn build() -> Result<Fuzzer> {
    ensure!(
        process::succeeds(Command::new("c++").arg("--version")),
        "libFuzzer needs a C++ compiler (`c++`). On Debian or Ubuntu: apt-get install -y g++"
    );
    let version = process::stdout_of(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let work = workspace::target()?.join("fuzz");
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", host]);
    // With a target named, the flags are only for what is fuzzed and not for build scripts.
    process::run(cargo.arg("--target-dir").arg(&work).env("RUSTFLAGS", INSTRUMENTS))?;
    Ok(Fuzzer { program: work.join(host).join("release/libfuzzer"), work })
}

impl Fuzzer {
    fn targets(&self) -> Result<Vec<Target>> {
        let list = process::stdout_of(Command::new(&self.program).env_remove("DIPTYCH_FUZZ_TARGET"))?;
        let target = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_owned();
            Some(Target { name, seeds: words.map(workspace::at).collect() })
        };
        Ok(list.lines().filter_map(target).collect())
    }

    fn command(&self, target: &Target) -> Command {
        let mut command = Command::new(&self.program);
        command.env("DIPTYCH_FUZZ_TARGET", &target.name).args(LIMITS);
        command
    }

    /// Returns the folder of a target's inputs.
    fn inputs(&self, target: &Target) -> PathBuf {
        self.work.join("corpus").join(&target.name)
    }

    /// Fuzzes a target, from its kept inputs and its seeds.
    fn run(&self, target: &Target, seconds: u32) -> Result<()> {
        let inputs = self.inputs(target);
        fs::create_dir_all(&inputs)?;
        for (place, input) in kept(&target.name)?.iter().enumerate() {
            fs::write(inputs.join(format!("kept-{place}")), input)?;
        }
        let found = self.work.join(format!("found-{}-", target.name));
        let mut command = self.command(target);
        command
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}", found.display()));
        process::run(command.args(["-verbosity=0", "-print_final_stats=1"]).arg(&inputs).args(&target.seeds))
    }

    /// Keeps the smallest inputs that reach all branches, smallest first, up to [`MOST_KEPT_BYTES`].
    fn keep(&self, target: &Target) -> Result<()> {
        let smallest = self.work.join("smallest").join(&target.name);
        let _ = fs::remove_dir_all(&smallest);
        fs::create_dir_all(&smallest)?;
        let mut merge = self.command(target);
        merge.args(["-merge=1", "-verbosity=0"]).arg(&smallest).arg(self.inputs(target));
        process::run(&mut merge)?;
        let packed = packed(inputs_in(&smallest)?);
        fs::create_dir_all(workspace::at(CORPUS))?;
        fs::write(kept_file(&target.name), packed).with_context(|| target.name.clone())
    }
}

fn kept_file(name: &str) -> PathBuf {
    workspace::at(CORPUS).join(format!("{name}.bin"))
}

/// Returns the kept inputs of a target, none if it has no file.
fn kept(name: &str) -> Result<Vec<Vec<u8>>> {
    let file = kept_file(name);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let bytes = fs::read(&file)?;
    unpacked(&bytes).with_context(|| format!("{} is cut off", file.display()))
}

fn inputs_in(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(fs::read(entry?.path())?)).collect()
}

/// Joins inputs, each behind its length as four bytes. Takes the smallest first.
fn packed(mut inputs: Vec<Vec<u8>>) -> Vec<u8> {
    inputs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let mut out = Vec::new();
    for input in inputs {
        if out.len() + 4 + input.len() > MOST_KEPT_BYTES {
            break;
        }
        out.extend((input.len() as u32).to_le_bytes());
        out.extend(input);
    }
    out
}

/// Splits joined inputs; `None` if the last one is cut off.
fn unpacked(mut bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (input, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        inputs.push(input.to_vec());
        bytes = rest;
    }
    bytes.is_empty().then_some(inputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_read() {
        let read = options(&words("links --seconds 5 --keep rules")).unwrap();
        let targets = BTreeSet::from(["links".to_owned(), "rules".to_owned()]);
        assert_eq!(read, Options { seconds: 5, keep: true, targets });
        assert!(options(&words("--seconds soon")).is_err());
        assert!(options(&words("--minutes 5")).unwrap_err().to_string().contains("--seconds N"));
    }

    #[test]
    fn unknown_target_is_refused() {
        let all = || vec![Target { name: "links".to_owned(), seeds: Vec::new() }];
        assert_eq!(chosen(all(), &BTreeSet::new()).unwrap().len(), 1);
        let unknown = chosen(all(), &BTreeSet::from(["lynx".to_owned()])).map(|_| ()).unwrap_err();
        assert_eq!(unknown.to_string(), "no target `lynx`; the targets are links");
    }

    #[test]
    fn kept_inputs_are_the_smallest() {
        let inputs = vec![vec![9; 40_000], vec![7, 7], vec![], vec![8]];
        let packed = packed(inputs);
        assert_eq!(unpacked(&packed).unwrap(), [vec![], vec![8], vec![7, 7]]);
        assert_eq!(unpacked(&packed[..packed.len() - 1]), None);
    }
}
