//! `diptych site`: publishes many comparisons as a folder of static files.
//!
//! [`crate::pair_inputs`] finds the traces of each pair. [`pair`] compares those that changed since the last time. [`entry`] is what
//! `index.json` says of a pair; the pages follow from it and from the stored comparison. [`output`] writes files and
//! removes those that no build of the last three needs.

mod entry;
mod output;
mod pair;
mod traces;

use crate::app_folder::app_folder;
use crate::args::SiteArgs;
use crate::error::{CliError, cannot_be};
use crate::output::{document, note, print, shown};
use crate::pair_inputs::Hashes;
use crate::{fleet, folder};
use diptych_site::{ICON, Manifest, PairRow, PairStatus, SCRIPT, Section, Site, VIEWER};
use entry::Entry;
use output::OutputFolder;
use serde_json::{Value, json};
use std::path::Path;

/// Name of the settings of whoever deploys the viewer.
const SETTINGS: &str = "diptych.json";
/// Name of the index for programs.
const INDEX: &str = "index.json";
/// The page in one piece is for reports. The site has the page itself.
const REPORT_APP: &str = "report-app.html";

/// Builds the site, or prints the configuration of a host.
pub(crate) fn run(args: &SiteArgs) -> Result<(), CliError> {
    if let Some(host) = args.headers {
        return print(&host.snippet());
    }
    let (Some(root), Some(path)) = (&args.output, &args.pairs) else {
        return Err(CliError::Usage("expected OUT and PAIRS".to_owned()));
    };
    let text = std::fs::read_to_string(path).map_err(|error| cannot_be("read", path, &error))?;
    let manifest = Manifest::parse(&text)
        .map_err(|error| CliError::Usage(format!("{}, {}", path.display(), shown(&error.to_string()))))?;
    // A wrong link or condition must fail before minutes are spent on traces.
    for pair in &manifest.pairs {
        pair::check(pair).map_err(|error| {
            let why: Vec<String> = error.text().lines().map(shown).collect();
            CliError::Usage(format!("{}, pair `{}`: {}", path.display(), pair.name, why.join("\n")))
        })?;
    }
    let app = app_folder(args.app.as_deref())?;
    let sources = path.parent().map(Path::to_owned).unwrap_or_default();
    build(args.again, &manifest, &Folders { sources: &sources, app: &app, root })
}

/// The folders of a build.
struct Folders<'a> {
    /// Folder of the manifest.
    sources: &'a Path,
    /// Folder of the viewer.
    app: &'a Path,
    /// Folder to write.
    root: &'a Path,
}

/// Writes all files of the site. Compares all pairs anew if `again` is true.
fn build(again: bool, manifest: &Manifest, folders: &Folders<'_>) -> Result<(), CliError> {
    let Folders { sources, app, root } = *folders;
    // A wrong summary must fail before minutes are spent on traces.
    let summary = manifest.summary.as_ref().map(|path| fleet::sections_of_file(&sources.join(path)));
    let sections = summary.transpose()?.unwrap_or_default();
    let mut output = OutputFolder::open(root)?;
    put_viewer(&mut output, app, sources)?;
    let site = Site {
        title: manifest.title.clone(),
        base: manifest.base.clone(),
        style: output.put_hashed("site.css", diptych_site::style().as_bytes())?,
        script: output.put_hashed("site.js", SCRIPT.as_bytes())?,
        icon: output.put_hashed("icon.svg", ICON.as_bytes())?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let earlier = if again { Vec::new() } else { earlier_entries(root) };
    let mut builder = pair::Builder { site: &site, sources, output, hashes: Hashes::default() };
    let (mut entries, mut compared, mut unchanged, mut errors) = (Vec::new(), 0, 0, 0);
    for pair in &manifest.pairs {
        let earlier = earlier.iter().find(|entry| entry.name() == Some(&pair.name));
        let (entry, is_unchanged) = builder.build(pair, earlier)?;
        let row = entry.row()?;
        let (done, count) = match (row.status, is_unchanged) {
            (PairStatus::Error, _) => ("not compared", &mut errors),
            (_, true) => ("unchanged", &mut unchanged),
            (_, false) => ("compared", &mut compared),
        };
        *count += 1;
        print(&format!(
            "{}: {} ({done}). {}\n",
            row.name,
            row.status.word(),
            shown(&row.verdict.replace('\n', " "))
        ))?;
        entries.push(entry);
    }
    let mut output = builder.output;
    let rows: Vec<PairRow> = entries.iter().map(Entry::row).collect::<Result<_, _>>()?;
    put_indexes(&mut output, &site, &entries, &rows, &sections)?;
    let removed = output.finish()?;
    print(&format!(
        "{}: {compared} compared, {unchanged} unchanged, {errors} not compared, {removed} old files removed\n",
        root.display()
    ))?;
    note_left_out(&site, &rows);
    outcome(&rows)
}

/// Copies the viewer. The settings beside the manifest take the place of those beside the viewer.
fn put_viewer(output: &mut OutputFolder, app: &Path, sources: &Path) -> Result<(), CliError> {
    let files = folder::files(app).map_err(|error| cannot_be("listed", app, &error))?;
    for (path, name) in files.iter().filter(|(_, name)| name != REPORT_APP) {
        output.put_file(&format!("{VIEWER}/{name}"), path)?;
    }
    let own = sources.join(SETTINGS);
    if own.is_file() {
        output.put_file(&format!("{VIEWER}/{SETTINGS}"), &own)?;
    }
    Ok(())
}

/// Returns what the last build said of each pair; nothing if there was none, or if another version wrote it.
fn earlier_entries(root: &Path) -> Vec<Entry> {
    let text = std::fs::read_to_string(root.join(INDEX)).unwrap_or_default();
    let index: Value = serde_json::from_str(&text).unwrap_or_default();
    index["pairs"].as_array().into_iter().flatten().cloned().map(Entry).collect()
}

fn put_indexes(
    output: &mut OutputFolder,
    site: &Site,
    entries: &[Entry],
    rows: &[PairRow],
    sections: &[Section],
) -> Result<(), CliError> {
    let pairs: Vec<&Value> = entries.iter().map(|entry| &entry.0).collect();
    let index = document(json!({ "title": site.title, "base": site.base, "pairs": pairs }));
    output.put(INDEX, index.as_bytes())?;
    output.put("index.html", site.index(rows, sections).as_bytes())?;
    if let Some(feed) = site.feed(rows) {
        output.put(diptych_site::FEED, feed.as_bytes())?;
    }
    Ok(())
}

/// Says which parts a site without an address or without dates lacks.
fn note_left_out(site: &Site, rows: &[PairRow]) {
    if site.base.is_none() {
        note(
            "diptych: the pairs have no `base`, the address of the published folder. So there is no feed, and previews of \
             links have no picture.",
        );
        return;
    }
    let undated = rows.iter().filter(|row| row.date.is_none()).count();
    if undated > 0 {
        note(&format!("diptych: the feed leaves out pairs without a `date`: {undated} of {}", rows.len()));
    }
}

/// Fails with the reasons of all pairs, under the exit code of the worst one.
fn outcome(rows: &[PairRow]) -> Result<(), CliError> {
    let mut reasons = Vec::new();
    for row in rows {
        if row.status == PairStatus::Error {
            reasons.push(format!("{}: {}", row.name, shown(&row.verdict)));
        }
        reasons.extend(row.reasons.iter().map(|reason| format!("{}: {}", row.name, shown(reason))));
    }
    let has = |status: PairStatus| rows.iter().any(|row| row.status == status);
    if has(PairStatus::Error) {
        return Err(CliError::PairsFailed(reasons));
    }
    if has(PairStatus::Doubtful) {
        return Err(CliError::Unlike(reasons));
    }
    if has(PairStatus::Failed) { Err(CliError::Holds(reasons)) } else { Ok(()) }
}
