//! One record of a file, read again from the details of its call.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::{Engine, Reader, Recaller, recall};
use diptych_protocol::recall::RecallOutcome;
use diptych_protocol::{CallRef, SelectionReply, SideName, Step, StepRequest, Subject};

const FILE: &str = r#"{"traceEvents":[
 {"ph":"X","name":"run","ts":0,"dur":9,"args":{"size":[3,4]}},
 {"ph":"X","name":"parse","ts":2,"dur":3,"args":{"text":"x"}}
]}"#;

/// Returns the selected call after a step, and the place of its record.
fn step(engine: &mut Engine, from: Option<CallRef>, step: Step) -> (CallRef, u64) {
    let SelectionReply { subject, details } = engine.ask(&StepRequest { from, step }).unwrap();
    let Some(Subject::Call(call)) = subject else { panic!("a step leads to a call") };
    (call, details.unwrap().call().unwrap().source)
}

fn fields(outcome: RecallOutcome) -> Vec<(String, String)> {
    let RecallOutcome::Found { record } = outcome else { panic!("{outcome:?}") };
    record.fields.into_iter().map(|field| (field.path, field.value)).collect()
}

fn pair(path: &str, value: &str) -> (String, String) {
    (path.to_owned(), value.to_owned())
}

#[test]
fn call_details_lead_to_their_record() {
    let mut reader = Reader::new(Some(SideName::A), "run.json", FILE.len() as u64);
    assert!(reader.feed(FILE.as_bytes()));
    let run = reader.finish().unwrap();
    assert!(!run.packed);
    let (mut engine, format) = (diptych_desks::engine(), run.format.clone());
    engine.load(SideName::A, run);

    let (root, source) = step(&mut engine, None, Step::FirstCallee);
    let mut recaller = Recaller::new("run.json", &format, source, true);
    assert!(recaller.feed(&FILE.as_bytes()[..30]), "more is wanted");
    assert_eq!(recaller.progress().bytes_in, 30);
    assert!(!recaller.feed(&FILE.as_bytes()[30..]), "the rest is not");
    assert_eq!(fields(recaller.finish()), [pair("size[0]", "3"), pair("size[1]", "4")]);

    let (_, source) = step(&mut engine, Some(root), Step::FirstCallee);
    let recaller = Recaller::new("run.json", &format, source, false);
    let outcome = recall(recaller, &FILE.as_bytes()[source as usize..]);
    assert_eq!(fields(outcome), [pair("text", "x")]);
}

#[test]
fn missing_records_and_failures_are_distinguished() {
    let none = recall(Recaller::new("run.json", "chrome-json", 1, true), FILE.as_bytes());
    assert_eq!(none, RecallOutcome::None);
    let unknown = Recaller::new("run.json", "no-such-format", 0, true);
    assert_eq!(recall(unknown, FILE.as_bytes()), RecallOutcome::None);

    // A block of stored data that claims to be longer than the file.
    let cut = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 9, 0, 0xf6, 0xff][..], b"[{"].concat();
    let outcome = recall(Recaller::new("run.json.gz", "chrome-json", 1, true), cut.as_slice());
    let RecallOutcome::Failed { failure } = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.title, "run.json.gz cannot be unpacked past its byte 17.");
    assert_eq!(failure.body, "It is packed by gzip: the data ends early. Copy it again, or unpack it first.");
}

#[test]
fn source_error_becomes_failure_with_system_message() {
    struct Gone;
    impl std::io::Read for Gone {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let outcome = recall(Recaller::new("run.json", "chrome-json", 1, true), Gone);
    let RecallOutcome::Failed { failure } = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.title, "run.json cannot be read.");
    assert_eq!(failure.body, "The system says: the disk is gone.");
}
