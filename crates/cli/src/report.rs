//! `diptych report`: writes a comparison as one HTML file.

use crate::args::{ReportArgs, With};
use crate::error::{CliError, cannot_be};
use crate::memory;
use crate::open::{kept_comparison, open};
use crate::output::note;
use crate::output_file::OutputFile;
use crate::parallel;
use crate::render::{failed, laid_out, lane_names, link_of};
use diptych_desks::{ALL, STORED_VIEW};
use diptych_engine::{FileToSave, InProcess, OpenedFile, StoreError};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceOrder};
use diptych_protocol::{
    Caption, DifferencesRequest, LayoutRequest, Note, NotePlace, NoteStatus, PictureNotes, SavedState,
    SideName, Sides, ThemeChoice, ViewState, Word,
};
use diptych_report::{Application, CaptionedScene, Content, MOST_FILE_BYTES, Report, ReportList, ReportNote};
use diptych_scene::wire;
use diptych_views::numbers;
use std::path::{Path, PathBuf};

/// Most rows of a list that are fetched; the report shows fewer.
const MOST_ROWS: u32 = 50;
/// Sizes of the picture in pixels to try, largest first, until it fits. Those of the page are in `web/src/report-export-part.ts`.
const SIZES: [(f32, f32); 4] = [(1040.0, 380.0), (760.0, 340.0), (520.0, 300.0), (360.0, 260.0)];

/// Compares, and writes the report.
pub(crate) fn run(args: &ReportArgs) -> Result<(), CliError> {
    let output = OutputFile::new(&args.output, args.files.iter().map(PathBuf::as_path))?;
    let with = args.with.unwrap_or(With::None);
    // A missing application must fail before minutes are spent on traces.
    let application = (with != With::None).then(|| application(args.app.as_deref())).transpose()?;
    let mut session = parallel::session();
    let mut state = open_pair(&mut session, &args.files)?;
    if let Some(link) = &args.link {
        let lanes = |side: SideName| session.engine.side(side).map(|summary| lane_names(&summary));
        let linked = link_of(link, &Sides { a: lanes(SideName::A), b: lanes(SideName::B) })?;
        (state.comparison, state.notes) = (linked.comparison, linked.notes);
    }
    let reply = session.compare(&state).map_err(|failure| failed(&failure))?;
    let summary = reply.summary.ok_or_else(|| CliError::Failed("there is nothing to compare".to_owned()))?;
    let report = report(&mut session, &state, *summary)?;
    let html = match &application {
        None => report.to_html(None),
        Some(application) => {
            let results = results(&mut session, &state)?;
            let unwritable = |error: StoreError| CliError::Failed(error.to_string());
            let mut file = FileToSave::new(&results).map_err(unwritable)?;
            if with == With::Traces {
                put_traces(&mut file, &session)?;
                let file = file.to_bytes(Some(state), env!("CARGO_PKG_VERSION")).map_err(unwritable)?;
                report.to_html(Some((application, &Content::File(&file))))
            } else {
                let OpenedFile { kept, state, .. } = file.into_opened(Some(state)).map_err(unwritable)?;
                let content = Content::Comparison { results: &kept, state: &state.unwrap_or_default() };
                report.to_html(Some((application, &content)))
            }
        }
    };
    if html.len() > MOST_FILE_BYTES {
        let advice = if with == With::Traces {
            "Use --with calls, which leaves the traces out, or `diptych compare -o pair.diptych --with-traces`, which \
             compresses them better"
        } else {
            "Use --with none"
        };
        let [bytes, most] = [html.len() as u64, MOST_FILE_BYTES as u64].map(numbers::bytes);
        return Err(CliError::Failed(format!(
            "the report would be {bytes}; at most {most} are written. {advice}."
        )));
    }
    output.write(html)
}

/// Opens two traces or a stored comparison. Returns the state to compare under, with the notes of the comparison.
fn open_pair(session: &mut InProcess, files: &[PathBuf]) -> Result<ViewState, CliError> {
    match files {
        [a, b] => {
            let runs = [open(a)?, open(b)?];
            memory::check_comparison(runs.each_ref())?;
            let [a, b] = runs;
            session.engine.load(SideName::A, a);
            session.engine.load(SideName::B, b);
            Ok(ViewState::default())
        }
        [file] => {
            let stored = kept_comparison(file)?.ok_or_else(|| {
                CliError::Usage(format!("{} is one trace; give two, or a stored comparison", file.display()))
            })?;
            open_stored(session, &stored.0, &stored.1)
        }
        _ => Err(CliError::Usage("expected two traces, A and B, or a stored comparison".to_owned())),
    }
}

/// Opens a stored comparison. Returns the state to compare under, with the notes in the file.
fn open_stored(session: &mut InProcess, name: &str, bytes: &[u8]) -> Result<ViewState, CliError> {
    let mut opened = OpenedFile::new(name, bytes, u64::MAX).map_err(|failure| failed(&failure))?;
    let saved = opened.state.take().and_then(|bytes| SavedState::from_bytes(&bytes));
    let reply = session.engine.open_file(name, opened).map_err(|failure| failed(&failure))?;
    if !reply.gaps.is_empty() {
        note(&format!("diptych: {name}: {}", reply.gaps));
    }
    let notes = saved.map_or_else(Vec::new, |saved| saved.view.notes);
    Ok(ViewState { comparison: reply.comparison, notes, ..ViewState::default() })
}

/// Returns the text of a report: the summary with the lists, and the picture if one fits.
fn report(
    session: &mut InProcess,
    state: &ViewState,
    summary: ComparisonSummary,
) -> Result<Report, CliError> {
    let picture = picture(session, state)?;
    let notes = notes(session, state)?;
    Ok(Report { picture, notes, ..report_text(session, summary)? })
}

/// Returns the report of a stored comparison, without its picture.
pub(crate) fn stored_report(
    session: &mut InProcess,
    name: &str,
    bytes: &[u8],
) -> Result<(ViewState, Report), CliError> {
    let state = open_stored(session, name, bytes)?;
    let reply = session.compare(&state).map_err(|failure| failed(&failure))?;
    let summary = reply.summary.ok_or_else(|| CliError::Failed("there is nothing to compare".to_owned()))?;
    let notes = notes(session, &state)?;
    Ok((state, Report { notes, ..report_text(session, *summary)? }))
}

fn report_text(session: &mut InProcess, summary: ComparisonSummary) -> Result<Report, CliError> {
    let mut lists = Vec::new();
    for (place, list) in DifferenceList::ALL.into_iter().enumerate() {
        let (total, below) = (summary.counts[place], summary.below[place]);
        if total + below == 0 {
            continue;
        }
        // Significant rows come first.
        let ask = DifferencesRequest {
            list,
            order: DifferenceOrder::SelfTime,
            first: 0,
            count: total.min(MOST_ROWS),
        };
        let rows = session.ask(&ask).map_err(|failure| failed(&failure))?.rows;
        lists.push(ReportList::new(list, rows, &summary));
    }
    let side = |side: SideName| session.engine.side(side).map(|summary| *summary);
    let (Some(a), Some(b)) = (side(SideName::A), side(SideName::B)) else {
        return Err(CliError::Failed("a side is empty".to_owned()));
    };
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(Report { sides: Sides { a, b }, summary, lists, notes: Vec::new(), picture: None, version })
}

/// Returns the notes of a state with their places in words.
fn notes(session: &mut InProcess, state: &ViewState) -> Result<Vec<ReportNote>, CliError> {
    if state.notes.is_empty() {
        return Ok(Vec::new());
    }
    let mut state = state.clone();
    ALL.show(STORED_VIEW.word(), &mut state);
    let desk = ALL.in_front(&state).id();
    let (width, height) = SIZES[0];
    let theme = ThemeChoice::Light;
    let ask = LayoutRequest { desk, state: state.clone(), theme, width, height, tubes: None, held: 0 };
    let (_, info) = laid_out(session, &ask)?;
    let note = |note: &Note| {
        let found = info.notes.iter().find(|found| found.place == note.place);
        ReportNote {
            place: found.map_or_else(String::new, place_in_words),
            // Without traces, nobody knows whether a place exists.
            is_found: found
                .is_some_and(|found| matches!(found.status, NoteStatus::Found | NoteStatus::NotOpen)),
            text: note.text.clone(),
        }
    };
    Ok(state.notes.iter().map(note).collect())
}

fn place_in_words(found: &NotePlace) -> String {
    let parts = [&found.name, &found.kind, &found.context];
    let parts: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// Returns the overview as an SVG document for both themes, in the largest size that fits; `None` if none fits, or if
/// the stored comparison has no overview.
pub(crate) fn picture(session: &mut InProcess, state: &ViewState) -> Result<Option<String>, CliError> {
    let mut state = state.clone();
    ALL.show(STORED_VIEW.word(), &mut state);
    let desk = ALL.in_front(&state).id();
    for (width, height) in SIZES {
        let mut scene = |theme: ThemeChoice| -> Result<CaptionedScene, CliError> {
            let ask =
                LayoutRequest { desk, state: state.clone(), theme, width, height, tubes: None, held: 0 };
            let (words, info) = laid_out(session, &ask)?;
            let scene = wire::decode(&words).map_err(|error| CliError::Failed(error.to_string()))?;
            let (names, verdict) = (Sides { a: None, b: None }, Vec::new());
            // The report lists the notes itself.
            let notes = PictureNotes::default();
            let (legend, drawn) = (info.legend, info.drawn);
            let (reading, heads) = (Vec::new(), Vec::new());
            let caption = Caption { theme, names, verdict, reading, heads, legend, drawn, notes };
            Ok(CaptionedScene { scene, caption })
        };
        let drawn = diptych_report::picture(scene(ThemeChoice::Light)?, scene(ThemeChoice::Dark)?);
        if drawn.is_some() {
            return Ok(drawn);
        }
    }
    Ok(None)
}

/// Returns the results of the comparison, once all of them are known.
fn results(session: &mut InProcess, state: &ViewState) -> Result<Vec<u8>, CliError> {
    loop {
        match session.engine.results(&state.comparison).map_err(|failure| failed(&failure))? {
            Some(results) => return Ok(results),
            None => drop(session.work()),
        }
    }
}

/// Adds the traces of both sides to a file.
fn put_traces(file: &mut FileToSave<'_>, session: &InProcess) -> Result<(), CliError> {
    for side in SideName::BOTH {
        let run = session.engine.session().run(side).ok_or_else(|| {
            CliError::Usage(
                "--with traces needs both traces; the stored comparison does not contain them".to_owned(),
            )
        })?;
        file.put_runs(side, run, &session.engine.other_runs(side));
    }
    Ok(())
}

/// Returns the application that is beside this command, or where packages put it.
fn installed_application() -> Result<PathBuf, CliError> {
    const NAME: &str = "report-app.html";
    let folder = std::env::current_exe().ok().and_then(|command| command.parent().map(Path::to_owned));
    let folder = folder.unwrap_or_default();
    let places = [folder.join(NAME), folder.join("../share/diptych").join(NAME)];
    places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
        CliError::Usage(format!(
            "--with calls and --with traces need the application of reports, {NAME}, and it is not beside this command: \
             pass --app FILE. Releases contain it, and `npm run build` makes dist/{NAME}"
        ))
    })
}

/// Reads the application from a file, or from where installations have it.
fn application(given: Option<&Path>) -> Result<Application, CliError> {
    let path = given.map_or_else(installed_application, |path| Ok(path.to_owned()))?;
    let text = std::fs::read_to_string(&path).map_err(|error| cannot_be("read", &path, &error))?;
    Application::new(&text).map_err(|error| CliError::Failed(format!("{}: {error}", path.display())))
}
