//! The JSON of speedscope, <https://www.speedscope.app/file-format-schema.json>, with one profile for each side.

use super::Profile;
use diptych_profile::{NodeId, PathWeights};
use diptych_trace::{IdentityId, Unit};
use std::fmt::Write;

/// Writes the sides as *evented* profiles, whose size grows with the paths and not with their depths. Every path is a
/// call that begins where its preceding sibling ends; its self weight comes before its callees. Weights are ticks.
/// O(nodes).
pub fn speedscope(profile: Profile<'_>) -> String {
    let mut out = String::from(
        "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"diptych\",\
         \"activeProfileIndex\":0,\"shared\":{\"frames\":[",
    );
    for id in 0..profile.names.len() as u32 {
        let comma = if id > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\n{{\"name\":");
        write_string(&mut out, profile.names.name(IdentityId(id)));
        let file = profile.names.file(IdentityId(id));
        if !file.is_empty() {
            out.push_str(",\"file\":");
            write_string(&mut out, file);
        }
        out.push('}');
    }
    out.push_str("]},\n\"profiles\":[");
    for (number, (side, name)) in profile.tree.sides().iter().zip(profile.sides).enumerate() {
        let unit = match profile.axis.unit {
            Unit::Nanoseconds => "nanoseconds",
            Unit::Bytes => "bytes",
            Unit::Count | Unit::Objects | Unit::Events | Unit::Share => "none",
        };
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\n{{\"type\":\"evented\",\"name\":");
        write_string(&mut out, name);
        let whole = profile.tree.whole(number);
        let _ = write!(out, ",\"unit\":\"{unit}\",\"startValue\":0,\"endValue\":{whole},\"events\":[");
        write_events(&mut out, profile, side);
        out.push_str("]}");
    }
    out.push_str("]}\n");
    out
}

fn write_events(out: &mut String, profile: Profile<'_>, side: &PathWeights) {
    let frame = |node: NodeId| profile.tree.identity()[node.index()].0;
    let (mut open, mut at): (Vec<(NodeId, i64)>, i64) = (Vec::new(), 0);
    let mut comma = "";
    let mut event = |kind: char, node: NodeId, at: i64| {
        let _ = write!(out, "{comma}\n{{\"type\":\"{kind}\",\"frame\":{},\"at\":{at}}}", frame(node));
        comma = ",";
    };
    for (node, depth) in profile.siblings.walk().filter(|&(node, _)| side.has(node)) {
        while open.len() > depth as usize {
            let Some((closed, end)) = open.pop() else { break };
            at = end;
            event('C', closed, at);
        }
        event('O', node, at);
        open.push((node, at + side.total[node.index()]));
        at += side.own[node.index()];
    }
    while let Some((closed, end)) = open.pop() {
        event('C', closed, end);
    }
}

/// Writes a text as a JSON string.
fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
