//! Structure files beside traces, while traces come and go.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::{Engine, ReadOptions, StructureFile, read, read_any};
use diptych_protocol::{CloseRequest, SideName, SwapRequest};

/// Returns a trace of one function in a file.
fn trace(file: &str) -> diptych_engine::trace::Run {
    let json = format!(r#"[{{"ph":"X","name":"f (lib/{file}:1)","pid":1,"tid":1,"ts":0,"dur":1}}]"#);
    read(file, json.as_bytes()).unwrap()
}

fn list(name: &str, paths: &str) -> StructureFile {
    let run = read_any(name, ReadOptions::default(), paths.as_bytes()).unwrap();
    assert!(run.trace.is_structure());
    StructureFile::new(run.name, run.trace)
}

/// Returns the name and the headline of the structure on both side cards.
fn said(engine: &Engine) -> [Said; 2] {
    let mut sides = engine.structures().sides;
    SideName::BOTH.map(|side| sides[side].take().map(|structure| (structure.name, structure.headline)))
}

/// Name and headline on a side card.
type Said = Option<(String, String)>;

fn says(name: &str, headline: &str) -> Said {
    let said = (name.to_owned(), headline.to_owned());
    (!headline.is_empty()).then_some(said)
}

#[test]
fn side_uses_own_list_or_other_sides_list() {
    let mut engine = diptych_desks::engine();
    engine.set_structure(SideName::A, Some(list("one", "src/lib/a.py\nsrc/lib/b.py\nsrc/lib/c.py\n")));
    assert_eq!(said(&engine), [None, None], "nothing ran yet");
    engine.load(SideName::A, trace("a.py"));
    engine.load(SideName::B, trace("z.py"));
    assert_eq!(said(&engine), [says("one", "1 of 3 files ran"), says("one", "0 of 3 files ran")]);
    assert_eq!(engine.structures().sides.b.unwrap().note, "1 file ran without being in the list");

    engine.load(SideName::B, trace("b.py"));
    assert_eq!(said(&engine)[1], says("one", "1 of 3 files ran"), "it stays while the trace is another");
    engine.set_structure(SideName::B, Some(list("two", "lib/b.py\n")));
    assert_eq!(said(&engine), [says("one", "1 of 3 files ran"), says("two", "1 file, all ran")]);

    engine.ask(&SwapRequest { rules: String::new() }).unwrap();
    assert_eq!(said(&engine), [says("two", "1 file, all ran"), says("one", "1 of 3 files ran")]);
    engine.set_structure(SideName::A, None);
    assert_eq!(engine.structures().sides.a.unwrap().of, SideName::B);
    engine.ask(&CloseRequest { side: SideName::B }).unwrap();
    assert_eq!(said(&engine), [None, None], "it goes with its side");
}

#[test]
fn structure_list_is_refused_as_trace() {
    let failure = read("a.paths", &b"src/lib/a.py\nsrc/lib/b.py\n"[..]).unwrap_err();
    assert_eq!(failure.title, "a.paths is the structure of a program, not a trace.");
    assert!(failure.body.starts_with("It lists 2 files in 2 folders but no calls."), "{}", failure.body);
}
