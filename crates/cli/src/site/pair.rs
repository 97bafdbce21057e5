//! Builds one pair: its comparison, its files and its page.

use super::entry::Entry;
use super::output::OutputFolder;
use super::traces;
use crate::compare::{PairResult, PairSettings, check_conditions, compare_pair};
use crate::error::CliError;
use crate::folder::without_folder;
use crate::output::note;
use crate::pair_inputs::{Hashes, PairInputs, RunFile, hash};
use crate::parallel;
use crate::percent::encoded;
use crate::render::laid_out;
use crate::report::{picture, stored_report};
use crate::rules::RulesFile;
use diptych_desks::{ALL, STORED_VIEW};
use diptych_engine::InProcess;
use diptych_protocol::link::{self, Link, SideLanes};
use diptych_protocol::{Caption, LayoutRequest, PictureNotes, Sides, ThemeChoice, ViewState, Word};
use diptych_report::Report;
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_site::{Download, PAGES, Pair, PairStatus, Site, VIEWER};
use diptych_views::{caption, numbers};
use serde_json::{Value, json};
use std::path::Path;

/// Size of the picture for previews of links, in pixels: what the Open Graph sites show whole.
pub(super) const PNG_SIZE: (u32, u32) = (1200, 630);
/// Name of the stored comparison.
const STORED: &str = "pair.diptych";

/// Builds pairs into a folder.
pub(super) struct Builder<'a> {
    pub(super) site: &'a Site,
    /// Folder of the manifest.
    pub(super) sources: &'a Path,
    pub(super) output: OutputFolder,
    pub(super) hashes: Hashes,
}

impl Builder<'_> {
    /// Builds a pair. Returns its entry, and true if it is the earlier one. A pair that cannot be compared has an entry,
    /// too; only a folder that cannot be written is an error.
    pub(super) fn build(&mut self, pair: &Pair, earlier: Option<&Entry>) -> Result<(Entry, bool), CliError> {
        let built = self.compared(pair, earlier).and_then(|(entry, is_unchanged)| {
            let entry = self.put_page(named(entry, pair), earlier)?;
            Ok((entry, is_unchanged))
        });
        match built {
            Ok(built) => Ok(built),
            Err(CliError::Unwritable(text)) => Err(CliError::Unwritable(text)),
            Err(error) => {
                let entry = error_entry(&without_folder(&error.text(), self.sources));
                self.put_page(named(entry, pair), earlier).map(|entry| (entry, false))
            }
        }
    }

    /// Returns the entry without what the manifest alone says, and true if it is the earlier one.
    fn compared(&mut self, pair: &Pair, earlier: Option<&Entry>) -> Result<(Value, bool), CliError> {
        let link = link_of(pair)?;
        let inputs = PairInputs::new(pair, self.sources, &mut self.hashes)?;
        let earlier = earlier.filter(|earlier| self.is_finished(earlier, &inputs));
        let mut entry = match earlier {
            Some(entry) => entry.0.clone(),
            None => self.compare(pair, &inputs)?,
        };
        entry["viewer"] = self.viewer(link, pair, &entry)?.into();
        Ok((entry, earlier.is_some()))
    }

    /// Returns true if an entry is of the same inputs, and all of its files are there.
    fn is_finished(&mut self, entry: &Entry, inputs: &PairInputs) -> bool {
        entry.text("inputs") == inputs.hash
            && entry.row().is_ok_and(|row| row.status != PairStatus::Error)
            && entry.files().into_iter().all(|file| self.output.keep_whole(file))
    }

    /// Compares a pair and writes its files. Returns the entry without what only the page needs.
    fn compare(&mut self, pair: &Pair, inputs: &PairInputs) -> Result<Value, CliError> {
        let paths = |runs: &[RunFile]| runs.iter().map(|run| run.path.clone()).collect();
        let result = compare_pair(PairSettings {
            runs: inputs.runs.each_ref().map(|runs| paths(runs)),
            fail_if: pair.fail_if.clone(),
            known: inputs.known.clone(),
            rules: inputs.rules.clone().map(RulesFile::new),
            allow_unlike: pair.allow_unlike,
            allow_incomplete: pair.allow_incomplete,
        })?;
        for line in &result.notes {
            note(&format!("diptych: {}: {line}", pair.name));
        }
        let stored = self.output.put_hashed(STORED, &result.stored)?;
        let pictures = self.put_pictures(&result.stored)?;
        let mut published = [Vec::new(), Vec::new()];
        for (paths, runs) in published.iter_mut().zip(&inputs.runs).filter(|_| pair.traces) {
            for run in runs {
                let trace = run.trace.as_ref().map_or_else(String::new, |name| format!("#{}", encoded(name)));
                paths.push(traces::put(&mut self.output, run)? + &trace);
            }
        }
        let PairResult { summary, reasons, doubts, ratio, notes, .. } = result;
        let status = match (doubts.is_empty(), reasons.is_empty()) {
            (false, _) => PairStatus::Doubtful,
            (true, false) => PairStatus::Failed,
            // Only a pair with conditions can pass.
            (true, true) if !pair.fail_if.is_empty() => PairStatus::Passed,
            (true, true) => change(&summary),
        };
        let reasons: Vec<String> = doubts.into_iter().chain(reasons).collect();
        Ok(json!({
            "status": status.word(),
            "exit_code": status.exit_code(),
            "inputs": inputs.hash,
            "error": null,
            "reasons": reasons,
            "notes": notes,
            "ratio": ratio,
            "runs": summary["runs"],
            "verdict": summary["verdict"],
            "significant_changes": summary["significant_changes"],
            "stored": stored,
            "picture": pictures,
            "traces": { "a": published[0], "b": published[1] },
        }))
    }

    /// Draws the overview of a stored comparison as SVG and PNG.
    fn put_pictures(&mut self, stored: &[u8]) -> Result<Value, CliError> {
        let mut session = parallel::session();
        let (state, report) = stored_report(&mut session, STORED, stored)?;
        let svg = picture(&mut session, &state)?;
        let svg = svg.map(|svg| self.output.put_hashed("picture.svg", svg.as_bytes())).transpose()?;
        let png = self.output.put_hashed("picture.png", &preview(&mut session, &state, &report)?)?;
        Ok(json!({ "svg": svg, "png": png, "width": PNG_SIZE.0, "height": PNG_SIZE.1 }))
    }

    /// Returns the address that opens a compared pair in the viewer, from the folder of the site.
    fn viewer(&self, mut link: Link, pair: &Pair, entry: &Value) -> Result<String, CliError> {
        let sources = |side: &str| {
            let paths = entry["traces"][side].as_array().into_iter().flatten();
            paths.filter_map(|path| Some(format!("../{}", path.as_str()?))).collect::<Vec<String>>()
        };
        [link.sources.a, link.sources.b] = [sources("a"), sources("b")];
        if link.sources.a.is_empty() {
            link.sources.a = vec![format!("../{}", entry["stored"].as_str().unwrap_or_default())];
        } else if let Some(rules) = &pair.rules {
            let path = self.sources.join(rules);
            let text = std::fs::read_to_string(&path)
                .map_err(|error| crate::error::cannot_be("read", &path, &error))?;
            link::set(&mut link.state, "id", &text).ok_or_else(|| {
                CliError::Failed(format!("{rules} is too long for a link; set traces = false"))
            })?;
        }
        Ok(format!("{VIEWER}/index.html#{}", link::encode(&link, &SideLanes::default())))
    }

    /// Writes the page of a pair, unless it is the earlier one.
    fn put_page(&mut self, mut entry: Value, earlier: Option<&Entry>) -> Result<Entry, CliError> {
        // The page shows the entry, and what all pages of the site share.
        if let Some(fields) = entry.as_object_mut() {
            fields.remove("page_hash");
            fields.remove("page_content");
        }
        let shown_with = hash(format!("{:?} {entry}", self.site).as_bytes());
        entry["page_hash"] = shown_with.as_str().into();
        let entry = Entry(entry);
        let page = entry.text("page");
        if let Some(earlier) = earlier.filter(|earlier| earlier.text("page_hash") == shown_with) {
            let content = earlier.text("page_content");
            if self.output.read(page).is_some_and(|bytes| hash(&bytes) == content) {
                return Ok(with_content(entry, content));
            }
        }
        let row = entry.row()?;
        let stored = entry.0["stored"].as_str().and_then(|path| Some((path, self.output.read(path)?)));
        let html = match &stored {
            None => self.site.page(&row, None, &[]),
            Some((path, bytes)) => {
                let (_, report) = stored_report(&mut parallel::session(), STORED, bytes)?;
                let mut downloads = vec![self.download(path)];
                let mut traces = entry.traces();
                // Both sides may be one file.
                traces.dedup();
                downloads.extend(traces.into_iter().map(|file| self.download(file)));
                self.site.page(&row, Some(&report), &downloads)
            }
        };
        self.output.put(page, html.as_bytes())?;
        Ok(with_content(entry, &hash(html.as_bytes())))
    }

    fn download(&self, path: &str) -> Download {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Download { name, path: path.to_owned(), size: numbers::bytes(self.output.size(path)) }
    }
}

/// Returns the outcome of a pair without conditions, by the verdict on it.
fn change(summary: &Value) -> PairStatus {
    let verdict = &summary["verdict"];
    let is_as_long = verdict["as_long"].as_bool().unwrap_or(true);
    match verdict["ratio"].as_f64() {
        Some(ratio) if !is_as_long && ratio > 1.0 => PairStatus::Slower,
        Some(_) if !is_as_long => PairStatus::Faster,
        _ if summary["significant_changes"].as_u64().unwrap_or(0) > 0 => PairStatus::Changed,
        _ => PairStatus::Same,
    }
}

/// Checks what a pair says, apart from its files.
pub(super) fn check(pair: &Pair) -> Result<(), CliError> {
    link_of(pair)?;
    check_conditions(&pair.fail_if)
}

/// Returns the view that a pair asks for. Fails if this version does not know a key or a value.
fn link_of(pair: &Pair) -> Result<Link, CliError> {
    let link = link::decode(&pair.link, &SideLanes::default());
    if link.left_out.is_empty() && !link.is_too_long {
        return Ok(link);
    }
    Err(CliError::Usage(format!(
        "`link` or `desk` has keys or values that this version does not know: {}",
        link.left_out.join(", ")
    )))
}

/// Adds the hash of the written page to an entry, so that the next build notices a damaged page.
fn with_content(mut entry: Entry, content: &str) -> Entry {
    entry.0["page_content"] = content.into();
    entry
}

/// Adds what the manifest says of a pair to its entry.
fn named(mut entry: Value, pair: &Pair) -> Value {
    entry["name"] = pair.name.as_str().into();
    entry["title"] = pair.title.as_str().into();
    entry["date"] = pair.date.as_deref().into();
    entry["page"] = format!("{PAGES}/{}.html", pair.name).into();
    entry
}

/// Returns the fields of a pair that could not be compared.
fn error_entry(text: &str) -> Value {
    json!({
        "status": PairStatus::Error.word(),
        "exit_code": PairStatus::Error.exit_code(),
        // Another reason is another entry of the feed.
        "inputs": hash(text.as_bytes()),
        "error": text,
        "reasons": [],
        "notes": [],
        "ratio": null,
        "runs": null,
        "verdict": null,
        "significant_changes": null,
        "stored": null,
        "viewer": null,
        "picture": null,
        "traces": { "a": [], "b": [] },
    })
}

/// Returns the overview as a PNG for previews of links, on a light ground. The caption below it has the verdict.
fn preview(session: &mut InProcess, state: &ViewState, report: &Report) -> Result<Vec<u8>, CliError> {
    let mut state = state.clone();
    ALL.show(STORED_VIEW.word(), &mut state);
    let (width, height) = (PNG_SIZE.0 as f32, PNG_SIZE.1 as f32);
    let theme = ThemeChoice::Light;
    let names = Sides { a: Some(report.sides.a.name.clone()), b: Some(report.sides.b.name.clone()) };
    let verdict = report.summary.headline();
    let mut drawn = |height: f32| -> Result<Scene, CliError> {
        let desk = ALL.in_front(&state).id();
        let ask = LayoutRequest { desk, state: state.clone(), theme, width, height, tubes: None, held: 0 };
        let (words, info) = laid_out(session, &ask)?;
        let mut scene = wire::decode(&words).map_err(|error| CliError::Failed(error.to_string()))?;
        let (names, verdict) = (names.clone(), verdict.clone());
        let notes = PictureNotes::default();
        let (legend, drawn) = (info.legend, info.drawn);
        let (reading, heads) = (Vec::new(), Vec::new());
        let caption = Caption { theme, names, verdict, reading, heads, legend, drawn, notes };
        caption::add(&mut scene, &caption);
        Ok(scene)
    };
    // The height of the caption is known only once it is there.
    let of_caption = drawn(height)?.size.height - height;
    let mut scene = drawn((height - of_caption).max(height / 2.0))?;
    // The page promises a size, and names of any length could make the caption higher. It is cut then.
    scene.size.height = height;
    let drawn = raster::draw(&scene, &SpaceTransforms::IDENTITY, 1.0);
    drawn.to_png().map_err(|error| CliError::Failed(format!("the picture cannot be encoded: {error}")))
}
