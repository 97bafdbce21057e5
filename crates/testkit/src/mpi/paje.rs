//! Simulated runs as Pajé traces.

use super::SimulatedRun;
use std::fmt::Write as _;

/// The definitions: a tree of three kinds of containers, states of ranks and links between ranks.
const HEAD: &str = "\
%EventDef PajeDefineContainerType 0
%       Alias string
%       Type string
%       Name string
%EndEventDef
%EventDef PajeDefineStateType 1
%       Alias string
%       Type string
%       Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
%       Alias string
%       Type string
%       StartContainerType string
%       EndContainerType string
%       Name string
%EndEventDef
%EventDef PajeCreateContainer 3
%       Time date
%       Alias string
%       Type string
%       Container string
%       Name string
%EndEventDef
%EventDef PajeSetState 4
%       Time date
%       Type string
%       Container string
%       Value string
%EndEventDef
%EventDef PajeStartLink 5
%       Time date
%       Type string
%       Container string
%       Value string
%       StartContainer string
%       Key string
%EndEventDef
%EventDef PajeEndLink 6
%       Time date
%       Type string
%       Container string
%       Value string
%       EndContainer string
%       Key string
%EndEventDef
%EventDef PajeDestroyContainer 7
%       Time date
%       Type string
%       Name string
%EndEventDef
0 M 0 MACHINE
0 C M CLUSTER
0 H C HOST
0 R H RANK
1 S R STATE
2 L M R R LINK
";

/// Writes a run as a Pajé trace, its events in order of time.
pub fn paje(run: &SimulatedRun) -> String {
    let machine = run.machine;
    let mut out = HEAD.to_owned();
    let mut line = |text: std::fmt::Arguments<'_>| writeln!(out, "{text}").expect("a string can be written");
    line(format_args!("3 0 m M 0 \"machine\""));
    for cluster in 0..machine.clusters {
        line(format_args!("3 0 c{cluster} C m \"cluster-{cluster}\""));
    }
    for host in 0..machine.clusters * machine.hosts {
        line(format_args!("3 0 h{host} H c{} \"host-{host}\"", host / machine.hosts));
    }
    for rank in 0..machine.lanes() {
        line(format_args!("3 0 r{rank} R h{} \"rank-{rank}\"", machine.host_of(rank)));
    }
    // At one instant a message is received before the receiving state ends, and sent after the sending state begins.
    let mut events: Vec<(i64, u8, String)> = Vec::new();
    for state in &run.states {
        let text = format!("S r{} {}", state.rank, state.state);
        events.push((state.start, 1, format!("4 {} {text}", seconds(state.start))));
    }
    for (number, message) in run.messages.iter().enumerate() {
        let key = format!("{}_{}_{number}", message.from, message.to);
        let sent = format!("5 {} L m PTP r{} {key}", seconds(message.sent), message.from);
        let received = format!("6 {} L m PTP r{} {key}", seconds(message.received), message.to);
        events.push((message.sent, 2, sent));
        events.push((message.received, 0, received));
    }
    events.sort();
    for (_, _, text) in events {
        line(format_args!("{text}"));
    }
    let mut ends = vec![0; machine.lanes()];
    for state in &run.states {
        ends[state.rank] = ends[state.rank].max(state.end);
    }
    let mut ends: Vec<(i64, usize)> = ends.into_iter().enumerate().map(|(rank, end)| (end, rank)).collect();
    ends.sort_unstable();
    for (end, rank) in ends {
        line(format_args!("7 {} R r{rank}", seconds(end)));
    }
    out
}

/// Formats nanoseconds as seconds.
fn seconds(ns: i64) -> String {
    format!("{}.{:09}", ns / 1_000_000_000, ns % 1_000_000_000)
}
