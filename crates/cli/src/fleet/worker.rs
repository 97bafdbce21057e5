//! Compares one pair in a process of its own.

use super::pool::Task;
use crate::dataset::Label;
use crate::pair_inputs::PairInputs;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Largest number of bytes of an error that becomes a row.
const MOST_REASON: usize = 4096;

/// Runs `diptych compare --parquet` for a pair. Returns the reason if it fails, with paths relative to `folder`.
pub(super) fn compare(task: &Task<'_>, inputs: &PairInputs, hash: &str, root: &Path) -> Result<(), String> {
    let command = std::env::current_exe().map_err(|error| format!("the command is not found: {error}"))?;
    let output = Command::new(command)
        .args(arguments(task, inputs, hash, root))
        // The pool has a process for each core.
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("the comparison cannot be started: {error}"))?;
    // With 3 and 4, the pair was compared; its verdict says what holds.
    if matches!(output.status.code(), Some(0 | 3 | 4)) {
        return Ok(());
    }
    Err(reason(output.status, &String::from_utf8_lossy(&output.stderr)))
}

fn arguments(task: &Task<'_>, inputs: &PairInputs, hash: &str, root: &Path) -> Vec<OsString> {
    let joined = |option: &str, value: &Path| {
        let mut argument = OsString::from(option);
        argument.push(value);
        argument
    };
    let pair = &task.pair.pair;
    let mut all: Vec<OsString> = vec!["compare".into(), format!("--name={}", pair.name).into()];
    all.push(format!("--inputs-hash={hash}").into());
    all.push(joined("--parquet=", root));
    for (option, runs) in ["--a=", "--b="].into_iter().zip(&inputs.runs) {
        all.extend(runs.iter().map(|run| joined(option, &run.path)));
    }
    all.extend(
        task.labels
            .iter()
            .map(|label: &Label| OsString::from(format!("--label={}={}", label.key(), label.value()))),
    );
    all.extend(pair.fail_if.iter().map(|condition| OsString::from(format!("--fail-if={condition}"))));
    all.extend(inputs.rules.iter().map(|path| joined("--rules=", path)));
    all.extend(inputs.known.iter().map(|path| joined("--known=", path)));
    let switches = [
        ("--allow-unlike", pair.allow_unlike),
        ("--allow-incomplete", pair.allow_incomplete),
        ("--matched-calls", task.matched_calls),
    ];
    all.extend(switches.into_iter().filter(|(_, is_set)| *is_set).map(|(option, _)| option.into()));
    all
}

/// Returns the reason for which a process failed.
fn reason(status: ExitStatus, printed: &str) -> String {
    let printed = printed.trim();
    let text = printed.strip_prefix("diptych: ").unwrap_or(printed);
    let text = match (status.code(), text) {
        // Without a code, a signal ended it: most often the system, for want of memory.
        (None, "") => format!("the comparison was ended ({status}); the machine may lack memory"),
        (None, text) => format!("the comparison was ended ({status}): {text}"),
        (Some(_), "") => format!("the comparison failed without a reason ({status})"),
        (Some(_), text) => text.to_owned(),
    };
    match text.char_indices().nth(MOST_REASON) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
