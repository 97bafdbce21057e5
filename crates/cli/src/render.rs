//! `diptych render`: a view as a file, from the same engine and the same scene as the page.

use crate::Trouble;
use crate::args::RenderOptions;
use crate::open::open;
use diptych_engine::{Compute, Emitted, Engine};
use diptych_protocol::{CompareRequest, Event, Failure, LayoutRequest, SideName, Sides, ViewId, ViewState};
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use std::path::Path;

/// Reads, lays out, draws, writes.
pub(crate) fn run(options: &RenderOptions) -> Result<(), Trouble> {
    let kind = Kind::of(&options.output)?;
    let mut engine = Engine::default();
    engine.load(SideName::A, open(&options.a)?);
    if let Some(b) = &options.b {
        engine.load(SideName::B, open(b)?);
    }
    let state = state_of(options);
    if options.b.is_some() {
        compare(&mut engine, &state)?;
    }
    let words = layout(&mut engine, options, state)?;
    let bytes = match kind {
        Kind::Scene => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        Kind::Svg => diptych_scene::svg::svg(&decode(&words)?).into_bytes(),
        Kind::Png => png(&words, options.dpr)?,
    };
    let path = &options.output;
    std::fs::write(path, bytes)
        .map_err(|error| Trouble::Failed(format!("{} cannot be written: {error}", path.display())))
}

/// What is written, by the ending of the output.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Svg,
    Png,
    /// The words of the scene, little endian, as the page's renderer takes them.
    Scene,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Trouble> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("scene") => Ok(Self::Scene),
            _ => Err(Trouble::Usage(format!("{} ends in none of .svg, .png, .scene", path.display()))),
        }
    }
}

fn state_of(options: &RenderOptions) -> ViewState {
    let mut state = ViewState::default();
    let [a, b] = options.focus;
    state.compare.icicle.color = options.color;
    state.time.windows = Sides { a, b };
    state.time.apart = a != b;
    state.compare.parts = options.parts;
    state.compare.matches = options.matches.clone();
    state
}

/// Compares the sides, as the page does: the engine says what work there is, and takes its results in.
fn compare(engine: &mut Engine, state: &ViewState) -> Result<(), Trouble> {
    let mut compute = Compute::default();
    let mut held = [None; 2];
    let ask = CompareRequest { state: state.clone() };
    loop {
        let reply = engine.ask(&ask).map_err(|failure| failed(&failure))?;
        if let Some(failure) = reply.wrong_rules {
            return Err(failed(&failure));
        }
        if !reply.pending {
            return Ok(());
        }
        for Emitted { event, query } in engine.take_events() {
            let (Event::WorkWanted { job }, Some(query)) = (event, query) else { continue };
            for need in &job.needs {
                if held[need.side.index()].replace(need.version) != Some(need.version) {
                    let (version, trace) = engine
                        .trace(need.side)
                        .ok_or_else(|| Trouble::Failed("a side is gone".to_owned()))?;
                    compute.load(need.side, version, trace.clone());
                }
            }
            let stored = compute.run(&job, &query, &mut |_| ());
            engine.arrived(job.id, stored.as_deref());
        }
    }
}

fn layout(engine: &mut Engine, options: &RenderOptions, state: ViewState) -> Result<Vec<u32>, Trouble> {
    let ask = LayoutRequest {
        view: ViewId::Pair,
        state,
        theme: options.theme,
        width: options.size.width,
        height: options.size.height,
        tubes: None,
    };
    engine.ask(&ask).map_err(|failure| failed(&failure))?;
    engine.take_words().ok_or_else(|| Trouble::Failed("the engine gave no scene".to_owned()))
}

fn failed(failure: &Failure) -> Trouble {
    Trouble::Failed(format!("{} {}", failure.title, failure.body))
}

fn png(words: &[u32], dpr: f32) -> Result<Vec<u8>, Trouble> {
    let picture = raster::draw(&decode(words)?, &SpaceTransforms::IDENTITY, dpr);
    picture.to_png().map_err(|error| Trouble::Failed(format!("the picture cannot be encoded: {error}")))
}

fn decode(words: &[u32]) -> Result<Scene, Trouble> {
    wire::decode(words).map_err(|error| Trouble::Failed(error.to_string()))
}
