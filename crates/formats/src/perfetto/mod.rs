//! Perfetto's protobuf traces (`TracePacket` of google/perfetto), as Chrome, Android and programs with its SDK write them.
//!
//! A file is packets one behind the other. Those of one writer are a *sequence* with a state of its own: names by number
//! ([`sequence`]), clocks ([`clocks`]), the track meant where an event names none. Events ([`event`]) are begins and ends on
//! tracks ([`tracks`]), which stand for threads, for processes or for themselves. Fields are read by their published numbers
//! ([`numbers`]) where they stand; there is no type for a message of which most is passed over. Packets of other sources
//! (scheduling, memory, logs …) are counted.

mod calls;
mod clocks;
mod descriptors;
mod event;
mod flows;
mod legacy;
mod numbers;
mod packet;
mod packets;
mod reader;
mod sequence;
mod slice;
mod sniff;
mod tracks;

use crate::registry::{ContentKind, Format};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "perfetto",
    name: "Perfetto",
    extensions: &["perfetto-trace", "pftrace"],
    description: "Protobuf traces of Perfetto’s SDK, Chrome and Android: track events.",
    content: ContentKind::Binary,
    calls_are: "track events of type `TYPE_SLICE_BEGIN`",
    sniff: sniff::sniff,
    open: || Box::<reader::Perfetto>::default(),
    sums: false,
    recall: None,
};

/// Why something is left out, and what it is.
type Outcome = Result<(), (diptych_trace::OddKind, &'static str)>;

/// A text of the file; what is no UTF-8 of it is replaced and reported.
fn text(bytes: &[u8], offset: u64, sink: &mut dyn diptych_trace::Sink) -> String {
    crate::text::text(bytes, offset, sink).into_owned()
}
