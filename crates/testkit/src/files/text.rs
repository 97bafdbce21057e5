//! Large text files.

use super::sizes::FUNCTIONS;
use std::io::Write as _;

/// Pajé's events with their fields, in the order of their numbers from 0 on.
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

/// Number of ranks in a Pajé file.
const RANKS: u32 = 64;

/// Writes ranks that compute and pass a message around, as `SimGrid` does: three states and a link for each message.
pub(super) fn paje(out: &mut Vec<u8>, calls: u32) {
    for (number, (name, fields)) in EVENTS.iter().enumerate() {
        writeln!(out, "%EventDef {name} {number}").unwrap();
        for field in *fields {
            let kind = if *field == "Time" { "date" } else { "string" };
            writeln!(out, "%       {field} {kind}").unwrap();
        }
        writeln!(out, "%EndEventDef").unwrap();
    }
    writeln!(out, "0 1 0 MPI\n1 2 1 MPI_STATE\n2 3 0 1 1 MPI_LINK").unwrap();
    for (alias, name) in [(4, "computing"), (5, "MPI_Send"), (6, "MPI_Recv")] {
        writeln!(out, "3 {alias} 2 \"{name}\"").unwrap();
    }
    for rank in 0..RANKS {
        writeln!(out, "4 0.000000000 {} 1 0 \"rank-{rank}\"", rank + 10).unwrap();
    }
    let mut tick = 0u64;
    // Each event is a microsecond later: the trace is in time order.
    let mut at = || {
        tick += 1;
        format!("{}.{:06}000", tick / 1_000_000, tick % 1_000_000)
    };
    for message in 0..calls / 3 {
        let (round, rank) = (message / RANKS, message % RANKS);
        let (from, to) = (rank + 10, (rank + 1) % RANKS + 10);
        let key = format!("{from}_{to}_{round}");
        writeln!(out, "5 {} 2 {from} 4\n6 {} 2 {from}", at(), at()).unwrap();
        writeln!(out, "5 {} 2 {from} 5\n7 {} 3 0 PTP {from} {key}\n6 {} 2 {from}", at(), at(), at()).unwrap();
        writeln!(out, "5 {} 2 {to} 6\n8 {} 3 0 PTP {to} {key}\n6 {} 2 {to}", at(), at(), at()).unwrap();
    }
}

/// Writes classes whose methods call each other.
pub(super) fn rsf(out: &mut Vec<u8>, calls: u32) {
    let classes = 64;
    writeln!(out, "\"LevelSeparator\" \".\"\n\"ElmType\" \"0\" \"Class\"").unwrap();
    writeln!(out, "\"RelType\" \"0\" \"CallDynamicChronologic\" \"int:Increment\" \"sig:Signature\"")
        .unwrap();
    for class in 0..classes {
        writeln!(out, "\"H\" \"{class}\" \"app.C{class}\" \"0\"").unwrap();
    }
    for function in 0..FUNCTIONS {
        writeln!(out, "\"S\" \"{function}\" \"void f{function}()\"").unwrap();
    }
    for call in 0..calls {
        let (from, to, signature) = (call % classes, (call * 7 + 1) % classes, call % FUNCTIONS);
        writeln!(out, "\"R\" \"{from}\" \"{to}\" \"0\" \"{call}\" \"{signature}\"").unwrap();
    }
}

/// Writes functions with a line of costs each. In this format a function is one call.
pub(super) fn callgrind(out: &mut Vec<u8>, calls: u32) {
    writeln!(out, "# callgrind format\nversion: 1\npositions: line\nevents: Ir\nfl=(1) a.c").unwrap();
    for function in 1..=calls {
        writeln!(out, "fn=({function}) f{function}\n{} {}", function % 1000, 1 + function % 97).unwrap();
        if function > 1 {
            writeln!(out, "cfn=({})\ncalls=3 1\n+1 {}", function - 1, function % 97).unwrap();
        }
    }
}

/// Writes samples of which no two consecutive ones are equal, so that each is a call.
pub(super) fn perf_script(out: &mut Vec<u8>, calls: u32) {
    for sample in 0..calls {
        let (function, at) = (sample * 7 % FUNCTIONS, u64::from(sample) * 100);
        writeln!(out, "app    12/13   {}.{:06}:     250000 cycles:u: ", at / 1_000_000, at % 1_000_000)
            .unwrap();
        writeln!(
            out,
            "\t{:16x} f{function}+0x1f (/usr/bin/app)\n\t          402000 main+0x8 (/usr/bin/app)\n",
            0x0040_1000 + function
        )
        .unwrap();
    }
}

/// Writes slices of two threads that follow each other.
pub(super) fn ftrace(out: &mut Vec<u8>, calls: u32) {
    out.extend_from_slice(b"# tracer: nop\n#\n");
    for call in 0..calls {
        let (function, thread, at) = (call * 7 % FUNCTIONS, 100 + call % 2, u64::from(call) * 10);
        for (at, mark) in [(at, format!("B|100|f{function}")), (at + 5, "E|100".to_owned())] {
            let (seconds, micros) = (at / 1_000_000, at % 1_000_000);
            writeln!(
                out,
                "  app-{thread}   (  100) [001] ...1 {seconds:5}.{micros:06}: tracing_mark_write: {mark}"
            )
            .unwrap();
        }
    }
}

/// Writes stacks that each have a path of their own.
pub(super) fn instruments(out: &mut Vec<u8>, calls: u32) {
    writeln!(out, "Weight\tSelf Weight\t\tSymbol Name").unwrap();
    writeln!(out, "{calls}.00 ms  100.0%\t0 s\t \tmain").unwrap();
    for call in 0..calls {
        let (group, function) = (call / FUNCTIONS, call % FUNCTIONS);
        if function == 0 {
            // The last group may have fewer functions.
            let callees = FUNCTIONS.min(calls - call);
            writeln!(out, "{callees}.00 ms  1.0%\t0 s\t \t f{group}").unwrap();
        }
        writeln!(out, "1.00 ms  0.1%\t1.00 ms\t \t  g{function}").unwrap();
    }
}

pub(super) fn folded(out: &mut Vec<u8>, calls: u32) {
    for call in 0..calls {
        let function = call % FUNCTIONS;
        writeln!(out, "main;run;f{};g{function} {}", call / FUNCTIONS, 1 + call % 97).unwrap();
    }
}
