//! `diptych render`: a view as a file, from the same engine and the same scene as the page.

mod options;

use crate::CliError;
use crate::open::open;
use diptych_engine::InProcess;
use diptych_protocol::{Failure, LayoutRequest, SideName};
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_views::desks;

use options::FileKind;
pub(crate) use options::RenderOptions;

/// Reads, lays out, draws, writes.
pub(crate) fn run(options: &RenderOptions) -> Result<(), CliError> {
    let kind = options.kind;
    let mut session = InProcess::default();
    session.engine.load(SideName::A, open(&options.a)?);
    if let Some(b) = &options.b {
        session.engine.load(SideName::B, open(b)?);
        let reply = session.compare(&options.state).map_err(|failure| failed(&failure))?;
        if let Some(failure) = reply.wrong_rules {
            return Err(failed(&failure));
        }
    }
    let words = layout(&mut session, options)?;
    let bytes = match kind {
        FileKind::Scene => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        FileKind::Svg => diptych_scene::svg::svg(&decode(&words)?).into_bytes(),
        FileKind::Png => png(&words, options.dpr)?,
    };
    let path = &options.output;
    std::fs::write(path, bytes)
        .map_err(|error| CliError::Failed(format!("{} cannot be written: {error}", path.display())))
}

fn layout(session: &mut InProcess, options: &RenderOptions) -> Result<Vec<u32>, CliError> {
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
    loop {
        session.ask(&ask).map_err(|failure| failed(&failure))?;
        if session.work().is_empty() {
            break;
        }
    }
    session.engine.take_words().ok_or_else(|| CliError::Failed("the engine gave no scene".to_owned()))
}

fn failed(failure: &Failure) -> CliError {
    CliError::Failed(format!("{} {}", failure.title, failure.body))
}

fn png(words: &[u32], dpr: f32) -> Result<Vec<u8>, CliError> {
    let picture = raster::draw(&decode(words)?, &SpaceTransforms::IDENTITY, dpr);
    picture.to_png().map_err(|error| CliError::Failed(format!("the picture cannot be encoded: {error}")))
}

fn decode(words: &[u32]) -> Result<Scene, CliError> {
    wire::decode(words).map_err(|error| CliError::Failed(error.to_string()))
}
