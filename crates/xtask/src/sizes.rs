//! `xtask sizes`: how many bytes the page is, by part and by compression, against the budgets of the build
//! table.
//!
//! Until a pair stands on screen a visitor loads the shell, the artifacts that are not `later` and one renderer; the
//! page's total counts the larger one.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::build_table::{self, BuildTable};
use crate::{files, process, workspace};

/// The name of the part that is not an artifact: page, scripts, styles, icons.
const SHELL: &str = "shell";
/// What the names of scripts end in that are all of a desk or of another part of the page, each fetched when it is first of
/// use.
const LATER: [&str; 2] = ["-desk", "-part"];

/// Bytes of a part as they are and compressed, each file by itself, as a host would.
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

/// The sizes of the built page and its budgets.
#[derive(Debug)]
pub(crate) struct Report {
    parts: BTreeMap<String, Bytes>,
    table: BuildTable,
}

/// The verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "sizes takes no options");
    let report = measure()?;
    println!("{report}");
    let over = report.over_budget();
    ensure!(over.is_empty(), "{}", over.join("; "));
    Ok(())
}

/// Measures what lies in `dist/`.
pub(crate) fn measure() -> Result<Report> {
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
    Ok(Report { parts, table })
}

/// The part that a file of `dist/` belongs to; none for what a visitor does not load with the page.
fn part_of(name: &str, table: &BuildTable) -> Option<String> {
    let loaded = !name.starts_with("examples/") && !["map", "txt"].contains(&files::extension(name));
    let stem = name.strip_prefix("assets/").and_then(|file| file.rsplit_once('-')).map(|(stem, _)| stem);
    let artifact = stem.filter(|stem| is_later_script(stem) || budget_of(table, stem).is_some());
    loaded.then(|| artifact.unwrap_or(SHELL).to_owned())
}

fn is_later_script(name: &str) -> bool {
    LATER.iter().any(|end| name.ends_with(end))
}

/// The budget of an artifact or of a part of one.
fn budget_of(table: &BuildTable, part: &str) -> Option<u64> {
    let desk = is_later_script(part).then_some(table.page.desk_brotli_bytes);
    let whole = table.artifact.get(part).map(|artifact| artifact.brotli_bytes);
    desk.or(whole).or_else(|| parts(table).find(|(name, _)| name == part).map(|(_, budget)| budget))
}

/// What is split off artifacts: its name and its budget.
fn parts(table: &BuildTable) -> impl Iterator<Item = (String, u64)> {
    let parts = table.artifact.iter().flat_map(|(name, row)| row.parts(name));
    parts.map(|(name, part)| (name, part.brotli_bytes))
}

/// The sizes of files of `dist/`, in order. Node compresses: it is here anyway and has both methods.
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

impl Report {
    /// What a visitor loads until a pair stands on screen: the shell, what it needs of the engine and the larger
    /// renderer.
    fn page(&self) -> Bytes {
        let is_renderer = |name: &str| name.starts_with("render_");
        let is_later = |name: &str| {
            is_later_script(name)
                || parts(&self.table).any(|(part, _)| part == name)
                || self.table.artifact.get(name).is_some_and(|row| row.later)
        };
        let is_loaded = |name: &str| !is_renderer(name) && !is_later(name);
        let always = self.parts.iter().filter(|(name, _)| is_loaded(name)).map(|(_, bytes)| *bytes);
        let renderers = self.parts.iter().filter(|(name, _)| is_renderer(name)).map(|(_, bytes)| *bytes);
        let larger = renderers.max_by_key(|bytes| bytes.brotli).unwrap_or_default();
        always.fold(larger, Bytes::plus)
    }

    /// A sentence for every budget that is passed or that names nothing.
    pub(crate) fn over_budget(&self) -> Vec<String> {
        let page = self.page();
        let budgets = &self.table.page;
        let brotli = |part: &str| self.parts.get(part).map(|bytes| bytes.brotli);
        let mut rows = vec![
            ("page, brotli".to_owned(), Some(page.brotli), budgets.brotli_bytes),
            ("page, gzip".to_owned(), Some(page.gzip), budgets.gzip_bytes),
            (format!("{SHELL}, brotli"), brotli(SHELL), budgets.shell_brotli_bytes),
        ];
        for (name, artifact) in &self.table.artifact {
            rows.push((format!("{name}, brotli"), brotli(name), artifact.brotli_bytes));
        }
        for (name, budget) in parts(&self.table) {
            rows.push((format!("{name}, brotli"), brotli(&name), budget));
        }
        for (name, bytes) in self.parts.iter().filter(|(name, _)| is_later_script(name)) {
            rows.push((format!("{name}, brotli"), Some(bytes.brotli), budgets.desk_brotli_bytes));
        }
        let verdict = |(what, size, budget): (String, Option<u64>, u64)| match size {
            None => Some(format!("{what}: not in dist/")),
            Some(size) if size > budget => {
                Some(format!("{what}: {size} bytes, {} over budget", size - budget))
            }
            Some(_) => None,
        };
        rows.into_iter().filter_map(verdict).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text =
            format!("{:16}{:>12}{:>12}{:>12}{:>12}\n", "bytes", "plain", "gzip", "brotli", "budget");
        let budget = |part: &str| budget_of(&self.table, part).unwrap_or(self.table.page.shell_brotli_bytes);
        let rows = self.parts.iter().map(|(name, bytes)| (name.as_str(), *bytes, budget(name)));
        for (name, bytes, budget) in rows.chain([("page", self.page(), self.table.page.brotli_bytes)]) {
            let Bytes { plain, gzip, brotli } = bytes;
            writeln!(text, "{name:16}{plain:12}{gzip:12}{brotli:12}{budget:12}")?;
        }
        f.write_str(text.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(engine: u64, gl: u64, gpu: u64) -> Report {
        let bytes = |brotli| Bytes { plain: 3 * brotli, gzip: 2 * brotli, brotli };
        let parts = [
            ("engine", engine),
            ("engine_rest", 40),
            ("engine_desk", 30),
            ("render_gl", gl),
            ("render_gpu", gpu),
            (SHELL, 10),
            ("flame-desk", 20),
            ("colour-part", 20),
            ("rest", 99),
        ];
        let parts = parts.into_iter().map(|(name, size)| (name.to_owned(), bytes(size))).collect();
        let row = |name: &str| {
            format!("[artifact.{name}]\ncrate='c'\nfeatures=[]\nprofile='p'\noptimise=[]\nbrotli_bytes=100\n")
        };
        let page = "[page]\nbrotli_bytes=200\ngzip_bytes=400\nshell_brotli_bytes=50\ndesk_brotli_bytes=20\n";
        let text = row("engine")
            + REST
            + &row("render_gl")
            + &row("render_gpu")
            + &row("rest")
            + "later=true\n"
            + page;
        Report { parts, table: toml::from_str(&text).unwrap() }
    }

    const REST: &str = "[artifact.engine.rest]\nfunctions=['f']\nbrotli_bytes=40\n\
        [artifact.engine.on_demand.desk]\nfunctions=['d']\nbrotli_bytes=30\n";

    #[test]
    fn a_visitor_loads_one_renderer_and_nothing_that_is_later() {
        assert_eq!(report(90, 20, 30).page(), Bytes { plain: 390, gzip: 260, brotli: 130 });
    }

    #[test]
    fn passing_a_budget_is_said_with_the_number() {
        assert!(report(90, 20, 30).over_budget().is_empty());
        assert_eq!(
            report(90, 101, 30).over_budget(),
            [
                "page, brotli: 201 bytes, 1 over budget",
                "page, gzip: 402 bytes, 2 over budget",
                "render_gl, brotli: 101 bytes, 1 over budget",
            ]
        );
    }

    #[test]
    fn a_missing_artifact_is_over_budget() {
        let mut report = report(90, 20, 30);
        report.parts.remove("engine");
        for part in ["engine_rest", "engine_desk", "flame-desk"] {
            report.parts.insert(part.to_owned(), Bytes { brotli: 41, ..Bytes::default() });
        }
        assert_eq!(
            report.over_budget(),
            [
                "engine, brotli: not in dist/",
                "engine_rest, brotli: 41 bytes, 1 over budget",
                "engine_desk, brotli: 41 bytes, 11 over budget",
                "flame-desk, brotli: 41 bytes, 21 over budget",
            ]
        );
    }

    #[test]
    fn files_belong_to_parts_by_their_names() {
        let table = report(1, 1, 1).table;
        let part = |name| part_of(name, &table);
        assert_eq!(part("assets/engine-0a1b.wasm").as_deref(), Some("engine"));
        assert_eq!(part("assets/engine_rest-0a1b.wasm").as_deref(), Some("engine_rest"));
        assert_eq!(part("assets/render_gl-AB.js").as_deref(), Some("render_gl"));
        assert_eq!(part("assets/main-AB.js").as_deref(), Some(SHELL));
        assert_eq!(part("assets/flame-desk-AB.js").as_deref(), Some("flame-desk"));
        assert_eq!(part("index.html").as_deref(), Some(SHELL));
        assert_eq!(part("examples/a.json.gz"), None);
        assert_eq!(part("assets/main-AB.js.LEGAL.txt"), None);
    }
}
