//! Pajé: text of simulators and tracers of parallel programs (`SimGrid`, `StarPU`, Akypuera, poti, GTG), one event per
//! line.
//!
//! The file describes its own lines: a header gives each event a number and an ordered list of fields
//! ([`definitions`]). Events define types and values ([`types`]), and create containers ([`containers`]). Containers
//! form a tree of machines, processes and threads, which becomes the tree of lanes. A container has one stack of states
//! for each type of state ([`states`]); a state is a call of its value. Links between containers are flows ([`links`]).
//! Variables and other events are counted. Names of events and fields, with older variants, follow the documentation of
//! `PajeNG` and its examples.

mod containers;
mod definitions;
mod ids;
mod links;
mod reader;
mod states;
mod types;
mod variables;
pub(crate) mod words;

use crate::format::{ContentKind, Format, Sniff};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "paje",
    name: "Pajé",
    extensions: &["paje", "trace"],
    description: "Traces of SimGrid, StarPU, Akypuera and other tracers of parallel programs.",
    content: ContentKind::Text,
    calls_are: "states (`PajeSetState`, `PajePushState`)",
    sniff,
    open: || Box::<reader::Paje>::default(),
    sums: true,
    recall: None,
};

/// Number of first bytes examined.
const LOOKED_AT: usize = 1 << 16;

/// Accepts a file whose first line, apart from comments, defines an event.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_over = complete || head.len() >= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let mut lines = lines.map(<[u8]>::trim_ascii_start);
    match lines.find(|line| !line.is_empty() && !line.starts_with(b"#")) {
        Some(line) if !line.starts_with(b"%") => Sniff::No,
        // A line without its end may be cut off anywhere; 64 bytes suffice to recognise it.
        Some(line) if line.ends_with(b"\n") || line.len() > 64 || is_over => {
            if words::is_event_def(line) {
                Sniff::Yes
            } else {
                Sniff::No
            }
        }
        _ if is_over => Sniff::No,
        _ => Sniff::NeedMore,
    }
}
