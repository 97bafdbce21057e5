//! `diptych inspect --call-at`: shows the record of one call in the file.

use crate::error::CliError;
use crate::output::shown;
use crate::{open, output};
use diptych_engine::trace::Run;
use diptych_protocol::recall::{CallRecord, RecallOutcome, RecordField};
use diptych_views::numbers;
use serde_json::{Value, json};
use std::path::Path;

/// Reads the record that begins at a byte of the file's unpacked content, and prints it.
pub(crate) fn run(file: &Path, run: &Run, offset: u64, as_json: bool) -> Result<(), CliError> {
    let record = match open::recall(file, run, offset)? {
        RecallOutcome::Found { record } => record,
        RecallOutcome::None => {
            let text = format!("no record of {} starts at byte {offset}", shown(&run.name));
            return Err(CliError::Failed(text));
        }
        RecallOutcome::Failed { failure } => {
            return Err(CliError::Failed(format!("{} {}", failure.title, failure.body)));
        }
    };
    let text =
        if as_json { output::document(json_of(&record, run, offset)) } else { text_of(&record, run, offset) };
    output::print(&text)
}

fn json_of(record: &CallRecord, run: &Run, offset: u64) -> Value {
    let fields = record
        .fields
        .iter()
        .map(|RecordField { path, value, more }| json!({ "path": path, "value": value, "more": more }));
    json!({
        "format": run.format,
        "offset": offset,
        "bytes": record.bytes,
        "fields": fields.collect::<Vec<Value>>(),
        "fields_of": record.fields_of,
        "text": record.text,
        "text_bytes": record.text_bytes,
    })
}

fn text_of(record: &CallRecord, run: &Run, offset: u64) -> String {
    let [at, bytes] = [offset, record.bytes].map(numbers::count);
    let mut lines = vec![
        format!("{}, byte {at}: a record of {bytes} bytes", shown(&run.name)),
        format!("{} arguments:", numbers::count(record.fields_of)),
    ];
    for RecordField { path, value, more } in &record.fields {
        let rest =
            if *more > 0 { format!(" … {} more characters", numbers::count(*more)) } else { String::new() };
        lines.push(format!("  {} = {}{rest}", shown(path), shown(value)));
    }
    let listed = record.fields.len() as u64;
    if listed < record.fields_of {
        lines.push(format!("  … {} more", numbers::count(record.fields_of - listed)));
    }
    lines.push("as written:".to_owned());
    lines.extend(record.text.lines().map(|line| format!("  {}", shown(line))));
    if record.text_bytes < record.bytes {
        lines.push(format!("  … {} more bytes", numbers::count(record.bytes - record.text_bytes)));
    }
    lines.join("\n") + "\n"
}
