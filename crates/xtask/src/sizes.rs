//! `xtask sizes`: measures the page's bytes by part and compression, against the two budgets of the build table.
//!
//! Until a pair is on screen, a visitor fetches the shell, the artifacts that are not `later` and one renderer. The
//! total counts the larger renderer.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::build::report_app;
use crate::build_table::{self, BuildTable};
use crate::{files, process, workspace};

/// Name of the part that is not an artifact: page, scripts, styles, icons.
const SHELL: &str = "shell";
/// Endings of the names of scripts that are fetched only when a desk or another part of the page is first opened.
const LATER: [&str; 2] = ["-desk", "-part"];
/// The service worker and the manifest, which are fetched once the page is at rest.
const OFFLINE: [&str; 2] = ["sw.js", "manifest.webmanifest"];
/// Folders of `dist/` that are content rather than the page itself.
const CONTENT: [&str; 2] = ["examples/", "docs/"];
/// Percentage by which a size may exceed its budget. Compressed sizes vary by a few tenths of a per cent with every
/// change, and nobody should bend code for that.
const SLACK_PERCENT: u64 = 3;

/// Size of a part in bytes, plain and compressed. Each file is compressed alone, as a host would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bytes {
    plain: u64,
    gzip: u64,
    brotli: u64,
}

impl Bytes {
    fn plus(self, other: Self) -> Self {
        Self {
            plain: self.plain + other.plain,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// The sizes of the built page by part, and the table with the budgets.
#[derive(Debug)]
pub(crate) struct SizeReport {
    parts: BTreeMap<String, Bytes>,
    table: BuildTable,
}

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "sizes takes no options");
    let report = measure()?;
    println!("{report}");
    let over = report.over_budget();
    ensure!(over.is_empty(), "{}", over.join("; "));
    Ok(())
}

/// Measures the files in `dist/`.
pub(crate) fn measure() -> Result<SizeReport> {
    let dist = workspace::dist();
    ensure!(dist.join("index.html").is_file(), "dist/ holds no page; run `npm run build` first");
    let table = build_table::read()?;
    let names = files::under(&dist)?;
    let counted: Vec<(&str, String)> =
        names.iter().filter_map(|name| Some((name.as_str(), part_of(name, &table)?))).collect();
    let sizes = compressed(&counted.iter().map(|(name, _)| *name).collect::<Vec<_>>())?;
    let mut parts: BTreeMap<String, Bytes> = BTreeMap::new();
    for ((_, part), bytes) in counted.into_iter().zip(sizes) {
        let sum = parts.entry(part).or_default();
        *sum = sum.plus(bytes);
    }
    Ok(SizeReport { parts, table })
}

/// Returns the part that a file of `dist/` belongs to, or `None` for a file that is not part of the page.
fn part_of(name: &str, table: &BuildTable) -> Option<String> {
    // What a report is made from is fetched only to export one.
    let is_content = CONTENT.iter().any(|folder| name.starts_with(folder)) || name == report_app::NAME;
    if is_content || ["map", "txt"].contains(&files::extension(name)) {
        return None;
    }
    if OFFLINE.contains(&name) {
        return Some("offline-part".to_owned());
    }
    let stem = name.strip_prefix("assets/").and_then(|file| file.rsplit_once('-')).map(|(stem, _)| stem);
    let own = stem.filter(|stem| is_later_script(stem) || table.artifact.contains_key(*stem));
    Some(own.unwrap_or(SHELL).to_owned())
}

fn is_later_script(name: &str) -> bool {
    LATER.iter().any(|end| name.ends_with(end))
}

/// Returns the sizes of files of `dist/`, in order. Node compresses them, because it is installed and knows both
/// methods.
fn compressed(names: &[&str]) -> Result<Vec<Bytes>> {
    const SCRIPT: &str = "
        import { readFileSync } from 'node:fs';
        import { brotliCompressSync, gzipSync } from 'node:zlib';
        for (const name of process.argv.slice(1)) {
            const bytes = readFileSync(name);
            console.log(bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);
        }";
    let mut node = Command::new("node");
    node.current_dir(workspace::dist()).args(["--input-type=module", "--eval", SCRIPT, "--"]).args(names);
    let lines = process::stdout_of(&mut node)?;
    let sizes: Vec<Bytes> =
        lines.lines().map(parse_line).collect::<Option<_>>().context("sizes from Node")?;
    ensure!(sizes.len() == names.len(), "Node measured {} of {} files", sizes.len(), names.len());
    Ok(sizes)
}

fn parse_line(line: &str) -> Option<Bytes> {
    let mut numbers = line.split(' ').map(str::parse::<u64>);
    let mut next = || numbers.next()?.ok();
    Some(Bytes { plain: next()?, gzip: next()?, brotli: next()? })
}

impl SizeReport {
    /// Returns the bytes that a visitor fetches until a pair is on screen, with the larger renderer.
    fn first_pair(&self) -> Bytes {
        let is_renderer = |name: &str| name.starts_with("render_");
        let is_later =
            |name: &str| is_later_script(name) || self.table.artifact.get(name).is_some_and(|row| row.later);
        let is_first = |name: &str| !is_renderer(name) && !is_later(name);
        let first = self.parts.iter().filter(|(name, _)| is_first(name)).map(|(_, bytes)| *bytes);
        let renderers = self.parts.iter().filter(|(name, _)| is_renderer(name)).map(|(_, bytes)| *bytes);
        let larger = renderers.max_by_key(|bytes| bytes.brotli).unwrap_or_default();
        first.fold(larger, Bytes::plus)
    }

    /// Returns everything that a visitor can ever fetch.
    fn all(&self) -> Bytes {
        self.parts.values().copied().fold(Bytes::default(), Bytes::plus)
    }

    /// Returns the two sums with their budgets.
    fn sums(&self) -> [(&'static str, Bytes, u64); 2] {
        let budget = &self.table.budget;
        [("first pair", self.first_pair(), budget.first_pair_bytes), ("all", self.all(), budget.all_bytes)]
    }

    /// Returns a sentence for each artifact that is missing and each budget that is exceeded.
    pub(crate) fn over_budget(&self) -> Vec<String> {
        let missing = self.table.artifact.keys().filter(|name| !self.parts.contains_key(*name));
        let missing = missing.map(|name| format!("{name}: not in dist/"));
        let limit = |budget: u64| budget + budget * SLACK_PERCENT / 100;
        let exceeded = self.sums().into_iter().filter(|(_, size, budget)| size.brotli > limit(*budget));
        let exceeded = exceeded.map(|(what, size, budget)| {
            format!("{what}: {} bytes after brotli, budget {budget} + {SLACK_PERCENT} %", size.brotli)
        });
        missing.chain(exceeded).collect()
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text =
            format!("{:18}{:>12}{:>12}{:>12}{:>12}\n", "bytes", "plain", "gzip", "brotli", "budget");
        let parts = self.parts.iter().map(|(name, bytes)| (name.as_str(), *bytes, String::new()));
        let sums = self.sums().map(|(name, bytes, budget)| (name, bytes, budget.to_string()));
        for (name, Bytes { plain, gzip, brotli }, budget) in parts.chain(sums) {
            let row = format!("{name:18}{plain:12}{gzip:12}{brotli:12}{budget:>12}");
            writeln!(text, "{}", row.trim_end())?;
        }
        f.write_str(text.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(engine: u64, gl: u64, gpu: u64) -> SizeReport {
        let bytes = |brotli| Bytes { plain: 3 * brotli, gzip: 2 * brotli, brotli };
        let parts = [
            ("engine", engine),
            ("render_gl", gl),
            ("render_gpu", gpu),
            (SHELL, 10),
            ("flame-desk", 20),
            ("colour-part", 20),
            ("compute", 99),
        ];
        let parts = parts.into_iter().map(|(name, size)| (name.to_owned(), bytes(size))).collect();
        let row =
            |name: &str| format!("[artifact.{name}]\ncrate='c'\nfeatures=[]\nprofile='p'\noptimise=[]\n");
        let text = row("engine")
            + &row("render_gl")
            + &row("render_gpu")
            + &row("compute")
            + "later=true\n[budget]\nfirst_pair_bytes=200\nall_bytes=400\n";
        SizeReport { parts, table: toml::from_str(&text).unwrap() }
    }

    #[test]
    fn first_pair_counts_one_renderer_and_nothing_later() {
        assert_eq!(report(90, 20, 30).first_pair(), Bytes { plain: 390, gzip: 260, brotli: 130 });
    }

    #[test]
    fn all_counts_every_part() {
        assert_eq!(report(90, 20, 30).all().brotli, 289);
    }

    #[test]
    fn a_budget_is_exceeded_beyond_its_slack() {
        assert!(report(166, 20, 30).over_budget().is_empty());
        assert_eq!(
            report(167, 20, 30).over_budget(),
            ["first pair: 207 bytes after brotli, budget 200 + 3 %"]
        );
    }

    #[test]
    fn a_missing_artifact_is_reported() {
        let mut report = report(90, 20, 30);
        report.parts.remove("engine");
        assert_eq!(report.over_budget(), ["engine: not in dist/"]);
    }

    #[test]
    fn files_belong_to_parts_by_their_names() {
        let table = report(1, 1, 1).table;
        let part = |name| part_of(name, &table);
        assert_eq!(part("assets/engine-0a1b.wasm").as_deref(), Some("engine"));
        assert_eq!(part("assets/render_gl-AB.js").as_deref(), Some("render_gl"));
        assert_eq!(part("assets/main-AB.js").as_deref(), Some(SHELL));
        assert_eq!(part("assets/flame-desk-AB.js").as_deref(), Some("flame-desk"));
        assert_eq!(part("index.html").as_deref(), Some(SHELL));
        assert_eq!(part("sw.js").as_deref(), Some("offline-part"));
        assert_eq!(part("examples/a.json.gz"), None);
        assert_eq!(part("docs/index.html"), None);
        assert_eq!(part("assets/main-AB.js.LEGAL.txt"), None);
    }
}
