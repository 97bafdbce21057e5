//! `diptych render`: a view as a file, from the same engine and the same scene as the page.

mod options;

use crate::CliError;
use crate::open::open;
use diptych_engine::InProcess;
use diptych_protocol::{Caption, Failure, LayoutRequest, SceneInfo, SideName, SideSummary, Sides};
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_views::{caption, desks};

use options::FileKind;
pub(crate) use options::RenderOptions;

/// Reads, lays out, draws, writes.
pub(crate) fn run(options: &RenderOptions) -> Result<(), CliError> {
    let kind = options.kind;
    let mut session = InProcess::default();
    let name = |summary: Option<Box<SideSummary>>| summary.map(|summary| summary.name);
    let mut names = Sides { a: name(session.engine.load(SideName::A, open(&options.a)?)), b: None };
    let mut verdict = Vec::new();
    if let Some(b) = &options.b {
        names.b = name(session.engine.load(SideName::B, open(b)?));
        let reply = session.compare(&options.state).map_err(|failure| failed(&failure))?;
        if let Some(failure) = reply.wrong_rules {
            return Err(failed(&failure));
        }
        verdict = reply.summary.map_or_else(Vec::new, |summary| summary.verdict);
    }
    let (words, SceneInfo { legend, drawn, .. }) = layout(&mut session, options)?;
    let mut scene = wire::decode(&words).map_err(|error| CliError::Failed(error.to_string()))?;
    if options.has_caption {
        let verdict = verdict.into_iter().map(|part| part.text).collect();
        caption::add(&mut scene, &Caption { theme: options.theme, names, verdict, legend, drawn });
    }
    let bytes = match kind {
        FileKind::Scene => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        FileKind::Svg => diptych_scene::svg::svg(&scene).into_bytes(),
        FileKind::Png => png(&scene, options.dpr)?,
    };
    let path = &options.output;
    std::fs::write(path, bytes)
        .map_err(|error| CliError::Failed(format!("{} cannot be written: {error}", path.display())))
}

fn layout(session: &mut InProcess, options: &RenderOptions) -> Result<(Vec<u32>, SceneInfo), CliError> {
    // A link may name a desk that this version does not have: the page shows it the usual one.
    let desk = desks::in_front(&options.state).id();
    let ask = LayoutRequest {
        desk,
        state: options.state.clone(),
        theme: options.theme,
        width: options.size.width,
        height: options.size.height,
        tubes: None,
    };
    // What the views want is worked out, and laid out again with it.
    let info = loop {
        let info = session.ask(&ask).map_err(|failure| failed(&failure))?;
        if session.work().is_empty() {
            break info;
        }
    };
    let words = session.engine.take_words();
    words.map(|words| (words, info)).ok_or_else(|| CliError::Failed("the engine gave no scene".to_owned()))
}

fn failed(failure: &Failure) -> CliError {
    CliError::Failed(format!("{} {}", failure.title, failure.body))
}

fn png(scene: &Scene, dpr: f32) -> Result<Vec<u8>, CliError> {
    let picture = raster::draw(scene, &SpaceTransforms::IDENTITY, dpr);
    picture.to_png().map_err(|error| CliError::Failed(format!("the picture cannot be encoded: {error}")))
}
