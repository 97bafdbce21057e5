//! Pajé: text of simulators and tracers of parallel programs (`SimGrid`, `StarPU`, Akypuera, poti, GTG), an event a line.
//!
//! The file says itself what its lines are made of: a header defines events by number, with the fields of each in their order
//! ([`definitions`]). Events define types and values ([`types`]) and create containers, a tree of what runs (machines,
//! processes, threads), which is the tree of lanes ([`containers`]). A container has a stack of states for each type of them
//! ([`states`]); a state is a call of its value. Links between containers are flows ([`links`]). Variables and other events
//! are counted. Names, order of fields and older names of theirs as in the documentation of `PajeNG` and its examples.

mod containers;
mod definitions;
mod ids;
mod links;
mod reader;
mod states;
mod types;
pub(crate) mod words;

use crate::registry::{ContentKind, Format, Sniff};

/// The row of the registry.
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

/// First bytes that are looked at.
const LOOKED_AT: usize = 1 << 16;

/// The first line but comments defines an event.
fn sniff(head: &[u8], complete: bool) -> Sniff {
    let is_over = complete || head.len() >= LOOKED_AT;
    let head = &head[..head.len().min(LOOKED_AT)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let mut lines = lines.map(<[u8]>::trim_ascii_start);
    match lines.find(|line| !line.is_empty() && !line.starts_with(b"#")) {
        Some(line) if !line.starts_with(b"%") => Sniff::No,
        // It may be cut off anywhere.
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
