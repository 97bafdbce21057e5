//! The places of notes: in words, in the traces, and in the picture.

#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_engine::Engine;
use diptych_protocol::{
    DeskId, FunctionRef, LayoutRequest, Note, NotePlace, NoteStatus, SceneInfo, SideName, Sides, ThemeChoice,
    ViewId, ViewState, Window,
};
use diptych_testkit::trace;
use diptych_trace::Run;

fn engine(sides: &[SideName]) -> Engine {
    let mut engine = diptych_desks::engine();
    for &side in sides {
        let trace = trace("main\n  0..1000 f\n    100..400 g\n    500..900 h\n      600..700 g\n");
        let (name, format) = ("run.json".to_owned(), "test".to_owned());
        engine.load(side, Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace });
    }
    engine
}

fn laid_out(engine: &mut Engine, state: &ViewState) -> SceneInfo {
    let (width, height) = (900.0, 600.0);
    let ask = LayoutRequest {
        desk: state.desk,
        state: state.clone(),
        theme: ThemeChoice::Light,
        width,
        height,
        tubes: None,
        held: 0,
    };
    engine.ask(&ask).unwrap()
}

fn noted(places: &[&str]) -> ViewState {
    let note = |place: &&str| Note { place: (*place).to_owned(), text: "x".to_owned() };
    ViewState { notes: places.iter().map(note).collect(), ..ViewState::default() }
}

fn places(engine: &mut Engine, places: &[&str]) -> Vec<NotePlace> {
    laid_out(engine, &noted(places)).notes
}

fn status(engine: &mut Engine, place: &str) -> NoteStatus {
    places(engine, &[place])[0].status
}

#[test]
fn places_are_found_or_say_why_not() {
    let mut both = engine(&SideName::BOTH);
    for found in [
        "a,100,300,1,/main",
        "match,0,1000,0,/main,0,1000,0,/main",
        "function,g,",
        "path,f,,h,,g,",
        "lane,b,/main",
        "area,a,/main,/main,0,0,500",
        "time,b,10,20",
        "relation,f,,g,",
        "desk,profile",
    ] {
        assert_eq!(status(&mut both, found), NoteStatus::Found, "{found}");
    }
    for missing in [
        "a,101,300,1,/main",
        "a,100,300,1,/other",
        "match,0,1000,0,/main,0,999,0,/main",
        "function,no_such,",
        "path,f,,no_such,",
        "lane,b,/other",
        "time,b,2000,3000",
    ] {
        assert_eq!(status(&mut both, missing), NoteStatus::Missing, "{missing}");
    }
    for unknown in ["poem,x", "desk,kitchen", ""] {
        assert_eq!(status(&mut both, unknown), NoteStatus::Unknown, "{unknown}");
    }
    let mut one = engine(&[SideName::A]);
    for closed in ["b,100,300,1,/main", "time,b,10,20", "function,no_such,", "lane,b,/main"] {
        assert_eq!(status(&mut one, closed), NoteStatus::NotOpen, "{closed}");
    }
    assert_eq!(status(&mut one, "function,g,"), NoteStatus::Found);
}

#[test]
fn places_have_names_subjects_and_times() {
    let mut engine = engine(&SideName::BOTH);
    let found = places(&mut engine, &["b,100,300,1,/main", "time,a,10,20", "function,g,", "desk,space-time"]);
    let names: Vec<[&str; 2]> = found.iter().map(|of| [of.kind.as_str(), of.name.as_str()]).collect();
    assert_eq!(names[0], ["call", "g"]);
    assert_eq!(names[2..], [["function", "g"], ["desk", "Space-time"]]);
    assert_eq!(found[0].windows, Sides { a: None, b: Some(Window { start: 100, end: 400 }) });
    assert_eq!(found[1].windows, Sides::both(Some(Window { start: 10, end: 20 })));
    assert_eq!(found[2].windows, Sides::default());
    assert_eq!(found[3].desk, Some(DeskId::SpaceTime));
}

#[test]
fn calls_are_marked_on_their_own_side() {
    let mut engine = engine(&SideName::BOTH);
    let info = laid_out(&mut engine, &noted(&["b,500,400,1,/main"]));
    let pane = |side: SideName| info.panes.iter().find(|pane| pane.side == side).unwrap();
    let marks: Vec<_> = info.notes[0].marks.iter().filter(|mark| mark.view == ViewId::Matches).collect();
    assert_eq!(marks.len(), 1, "{marks:?}");
    let (mark, b) = (marks[0], pane(SideName::B));
    assert!(b.y0 <= mark.y0 && mark.y1 <= b.y1, "{mark:?} {b:?}");
    let x_of = |tick: f32| b.x0 + (tick - b.window.start as f32) / (b.window.span() as f32) * (b.x1 - b.x0);
    assert!((mark.x0 - x_of(500.0)).abs() < 1.5 && (mark.x1 - x_of(900.0)).abs() < 1.5, "{mark:?}");
}

#[test]
fn functions_are_marked_at_their_largest_path() {
    let mut engine = engine(&[SideName::A]);
    let state = ViewState { desk: DeskId::Profile, ..noted(&["function,g,", "path,f,,h,,g,"]) };
    let mut info = laid_out(&mut engine, &state);
    // Paths are worked out first.
    let mut page = diptych_engine::InProcess::new(engine, diptych_desks::ANALYSES);
    for _ in 0..9 {
        page.work();
        info = laid_out(&mut page.engine, &state);
    }
    let flame = |at: usize| info.notes[at].marks.iter().find(|mark| mark.view == ViewId::Flame).copied();
    let (function, path) = (flame(0).unwrap(), flame(1).unwrap());
    let width = |mark: diptych_protocol::NoteMark| mark.x1 - mark.x0;
    // g takes 300 under f and 100 under h.
    assert!((width(function) / width(path) - 3.0).abs() < 0.1, "{function:?} {path:?}");
}

#[test]
fn equal_places_are_listed_once_and_follow_the_traces() {
    let mut engine = engine(&[SideName::A]);
    let twice = ["time,b,1,2", "function,g,", "time,b,1,2"];
    let first = places(&mut engine, &twice);
    assert_eq!(first.iter().map(|of| of.place.as_str()).collect::<Vec<_>>(), ["time,b,1,2", "function,g,"]);
    assert_eq!(first[0].status, NoteStatus::NotOpen);
    let trace = trace("other\n  0..10 k\n");
    let (name, format) = ("b.json".to_owned(), "test".to_owned());
    engine.load(SideName::B, Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace });
    assert_eq!(places(&mut engine, &twice)[0].status, NoteStatus::Found);
    assert!(places(&mut engine, &[]).is_empty());
}

#[test]
fn function_reference_of_notes_is_by_name_and_file() {
    let function = FunctionRef { name: "g".to_owned(), file: String::new() };
    let mut engine = engine(&[SideName::A]);
    let found = &places(&mut engine, &["function,g,"])[0];
    assert_eq!(found.subject, Some(diptych_protocol::Subject::Function(function)));
    assert_eq!(status(&mut engine, "function,g,elsewhere.c"), NoteStatus::NotOpen);
}

#[test]
fn places_count_from_the_start_of_whole_runs_in_ranges_too() {
    let mut engine = engine(&SideName::BOTH);
    let range = Some(Window { start: 450, end: 950 });
    let mut state = noted(&["a,600,100,2,/main", "time,b,500,900", "a,100,300,1,/main"]);
    state.comparison.ranges = Sides { a: range, b: range };
    let [call, time, outside] = &laid_out(&mut engine, &state).notes[..] else { panic!("three places") };
    assert_eq!(call.status, NoteStatus::Found);
    assert_eq!(call.windows.a, Some(Window { start: 150, end: 250 }));
    assert_eq!(time.windows.b, Some(Window { start: 50, end: 450 }));
    assert_eq!(outside.status, NoteStatus::Missing);
}
