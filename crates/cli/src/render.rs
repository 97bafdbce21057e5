//! `diptych render`: writes a view as a file, with the same engine and scene as the page.

mod options;

use crate::error::CliError;
use crate::memory;
use crate::open::{kept_comparison, open_named};
use crate::output::note;
use crate::output_file::OutputFile;
use crate::parallel;
use diptych_desks::{ALL, STORED_VIEW};
use diptych_engine::{InProcess, OpenedFile, naming_of_text};
use diptych_protocol::link::LaneNames;
use diptych_protocol::{
    Caption, Failure, LayoutRequest, PictureNotes, SavedState, SceneInfo, SideName, SideSummary, Sides,
    ViewState, Word,
};
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_views::caption;
use std::path::PathBuf;

use options::FileKind;
pub(crate) use options::{RenderOptions, link_of};

/// Reads the traces, lays out the view, draws it and writes the file.
pub(crate) fn run(options: &RenderOptions<'_>) -> Result<(), CliError> {
    let kind = options.kind;
    let inputs = [&options.a].into_iter().chain(&options.b).map(PathBuf::as_path);
    let output = OutputFile::new(&options.output, inputs)?;
    let mut session = parallel::session();
    let (state, names) = match stored(options)? {
        Some((name, bytes)) => open_kept(&mut session, options, &name, &bytes)?,
        None => open_traces(&mut session, options)?,
    };
    let mut verdict = Vec::new();
    if names.b.is_some() {
        let reply = session.compare(&state).map_err(|failure| failed(&failure))?;
        if let Some(failure) = reply.wrong_rules {
            return Err(failed(&failure));
        }
        verdict = reply.summary.map_or_else(Vec::new, |summary| summary.headline());
    }
    let (words, SceneInfo { legend, drawn, reading, notes: places, panes, .. }) =
        layout(&mut session, options, &state)?;
    let mut scene = wire::decode(&words).map_err(|error| CliError::Failed(error.to_string()))?;
    if options.has_caption {
        let notes = PictureNotes { notes: state.notes.clone(), places, panes };
        // The titles over graphs are elements of the page.
        let (theme, heads) = (options.theme, Vec::new());
        let caption = Caption { theme, names, verdict, reading, heads, legend, drawn, notes };
        caption::add(&mut scene, &caption);
    }
    let bytes = match kind {
        FileKind::Scene => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        FileKind::Svg => diptych_scene::svg::svg(&scene).into_bytes(),
        FileKind::Png => png(&scene, options.dpr)?,
    };
    output.write(bytes)
}

/// The state to draw, and the names of the sides.
type DrawnState = (ViewState, Sides<Option<String>>);

fn open_traces(session: &mut InProcess, options: &RenderOptions<'_>) -> Result<DrawnState, CliError> {
    let naming = naming_of_text(&options.rules());
    let a = open_named(&options.a, &naming)?;
    let b = options.b.as_ref().map(|b| open_named(b, &naming)).transpose()?;
    if let Some(b) = &b {
        memory::check_comparison([&a, b])?;
    }
    let a = session.engine.load(SideName::A, a);
    let b = b.and_then(|b| session.engine.load(SideName::B, b));
    let lanes = Sides { a: a.as_deref().map(lane_names), b: b.as_deref().map(lane_names) };
    let state = options.state_on(ViewState::without_link(), &lanes)?;
    Ok((state, Sides { a: a.map(|summary| summary.name), b: b.map(|summary| summary.name) }))
}

/// Returns the names of a side's lanes, as links name them.
pub(crate) fn lane_names(summary: &SideSummary) -> LaneNames {
    LaneNames::new(summary.lanes.iter().map(|lane| (lane.name.as_str(), lane.parent)))
}

/// Returns the stored comparison to draw and its name, if a file is one.
fn stored(options: &RenderOptions<'_>) -> Result<Option<(String, Vec<u8>)>, CliError> {
    let paths = [Some(&options.a), options.b.as_ref()];
    let mut found = None;
    for path in paths.into_iter().flatten() {
        found = kept_comparison(path)?.or(found);
    }
    if found.is_some() && options.b.is_some() {
        let text = "a stored comparison already has both sides; leave out the second FILE";
        return Err(CliError::Usage(text.to_owned()));
    }
    Ok(found)
}

/// Opens a stored comparison. Returns the state of its view, with the settings of the comparison.
fn open_kept(
    session: &mut InProcess,
    options: &RenderOptions<'_>,
    name: &str,
    bytes: &[u8],
) -> Result<DrawnState, CliError> {
    let mut file = OpenedFile::new(name, bytes, u64::MAX).map_err(|failure| failed(&failure))?;
    let (has_traces, saved) = (file.runs.iter().all(Option::is_some), file.state.take());
    if let Some(option) = options.needs_calls.filter(|_| !has_traces) {
        return Err(CliError::Usage(format!(
            "{option} needs both traces, A and B; {name} is a stored comparison without calls. --view overview draws \
             what it contains"
        )));
    }
    let reply = session.engine.open_file(name, file).map_err(|failure| failed(&failure))?;
    if !reply.gaps.is_empty() {
        note(&format!("diptych: {name}: {}", reply.gaps));
    }
    let lanes = Sides { a: Some(lane_names(&reply.sides.a)), b: Some(lane_names(&reply.sides.b)) };
    let names = Sides { a: Some(reply.sides.a.name), b: Some(reply.sides.b.name) };
    let of_file = ViewState { comparison: reply.comparison.clone(), ..ViewState::without_link() };
    let state = options.state_on(
        saved.and_then(|bytes| SavedState::from_bytes(&bytes)).map_or(of_file, |state| state.view),
        &lanes,
    )?;
    if has_traces {
        return Ok((state, names));
    }
    if !reply.has_overview {
        let text = format!(
            "{name} contains no overview, because an earlier version wrote it. Compare the traces again."
        );
        return Err(CliError::Failed(text));
    }
    let mut state = ViewState { comparison: reply.comparison, ..state };
    ALL.show(STORED_VIEW.word(), &mut state);
    Ok((state, names))
}

fn layout(
    session: &mut InProcess,
    options: &RenderOptions<'_>,
    state: &ViewState,
) -> Result<(Vec<u32>, SceneInfo), CliError> {
    // A link may name a desk that this version lacks. Like the page, use the desk in front then.
    let desk = ALL.in_front(state).id();
    let (state, theme, size) = (state.clone(), options.theme, options.size);
    laid_out(
        session,
        &LayoutRequest { desk, state, theme, width: size.width, height: size.height, tubes: None, held: 0 },
    )
}

/// Returns the words of a finished layout, and what is said of it.
pub(crate) fn laid_out(
    session: &mut InProcess,
    ask: &LayoutRequest,
) -> Result<(Vec<u32>, SceneInfo), CliError> {
    session.engine.serve_pictures_only();
    // Each ask also does the work that the views need. Repeat until no work is left and the layout is complete.
    let info = loop {
        let info = session.ask(ask).map_err(|failure| failed(&failure))?;
        if session.work().is_empty() && !info.unfinished {
            break info;
        }
    };
    let words = session.engine.take_words();
    words
        .map(|words| (words, info))
        .ok_or_else(|| CliError::Failed("the engine returned no scene".to_owned()))
}

pub(crate) fn failed(failure: &Failure) -> CliError {
    CliError::Failed(format!("{} {}", failure.title, failure.body))
}

fn png(scene: &Scene, dpr: f32) -> Result<Vec<u8>, CliError> {
    let picture = raster::draw(scene, &SpaceTransforms::IDENTITY, dpr);
    picture.to_png().map_err(|error| CliError::Failed(format!("the picture cannot be encoded: {error}")))
}
