//! A Pajé trace to measure with: ranks that compute, and pass a message on round and round, as `SimGrid` writes them.

use crate::Error;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

const RANKS: u32 = 64;
const ROUNDS: u32 = 8_000;

/// Events with their fields, in the order of their numbers from 0 on.
const EVENTS: [(&str, &[&str]); 9] = [
    ("PajeDefineContainerType", &["Alias", "Type", "Name"]),
    ("PajeDefineStateType", &["Alias", "Type", "Name"]),
    ("PajeDefineLinkType", &["Alias", "Type", "StartContainerType", "EndContainerType", "Name"]),
    ("PajeDefineEntityValue", &["Alias", "Type", "Name"]),
    ("PajeCreateContainer", &["Time", "Alias", "Type", "Container", "Name"]),
    ("PajePushState", &["Time", "Type", "Container", "Value"]),
    ("PajePopState", &["Time", "Type", "Container"]),
    ("PajeStartLink", &["Time", "Type", "Container", "Value", "StartContainer", "Key"]),
    ("PajeEndLink", &["Time", "Type", "Container", "Value", "EndContainer", "Key"]),
];

/// Writes it; how many states it has.
pub(crate) fn write(path: &Path) -> Result<Value, Error> {
    let mut out = BufWriter::new(File::create(path)?);
    for (number, (name, fields)) in EVENTS.iter().enumerate() {
        writeln!(out, "%EventDef {name} {number}")?;
        for field in *fields {
            let kind = if *field == "Time" { "date" } else { "string" };
            writeln!(out, "%       {field} {kind}")?;
        }
        writeln!(out, "%EndEventDef")?;
    }
    writeln!(out, "0 1 0 MPI\n1 2 1 MPI_STATE\n2 3 0 1 1 MPI_LINK")?;
    for (alias, name) in [(4, "computing"), (5, "MPI_Send"), (6, "MPI_Recv")] {
        writeln!(out, "3 {alias} 2 \"{name}\"")?;
    }
    for rank in 0..RANKS {
        writeln!(out, "4 0.000000000 {} 1 0 \"rank-{rank}\"", rank + 10)?;
    }
    let mut tick = 0u64;
    // A microsecond further with each: the trace is in the order of time.
    let mut at = || {
        tick += 1;
        format!("{}.{:06}000", tick / 1_000_000, tick % 1_000_000)
    };
    for round in 0..ROUNDS {
        for rank in 0..RANKS {
            let (from, to) = (rank + 10, (rank + 1) % RANKS + 10);
            let key = format!("{from}_{to}_{round}");
            writeln!(out, "5 {} 2 {from} 4\n6 {} 2 {from}", at(), at())?;
            writeln!(out, "5 {} 2 {from} 5\n7 {} 3 0 PTP {from} {key}\n6 {} 2 {from}", at(), at(), at())?;
            writeln!(out, "5 {} 2 {to} 6\n8 {} 3 0 PTP {to} {key}\n6 {} 2 {to}", at(), at(), at())?;
        }
    }
    out.flush()?;
    Ok(json!({ "states": RANKS * ROUNDS * 3 }))
}
