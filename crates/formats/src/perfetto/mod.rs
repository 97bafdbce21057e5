//! Perfetto's protobuf traces (`TracePacket` of google/perfetto), as written by Chrome, Android and programs with its
//! SDK.
//!
//! A file is a series of packets. The packets of one writer are a *sequence* with a state of its own: names by number
//! ([`sequence`]), clocks ([`clocks`]), a default track. Events ([`event`]) are begins and ends on tracks ([`tracks`]).
//! A track stands for a thread, a process or something else. Fields are read in place, by their published numbers
//! ([`numbers`]); Android's programs write slices to the kernel's trace marker instead ([`ftrace`]). Most parts of a message are skipped, so messages have no types of their own. Packets of other sources
//! (scheduling, memory, logs …) are counted.

mod calls;
mod clocks;
mod descriptors;
mod event;
mod flows;
mod ftrace;
mod instants;
mod legacy;
mod numbers;
mod outcome;
mod packet;
mod packets;
mod reader;
mod samples;
mod sequence;
mod slice;
mod sniff;
mod stacks;
mod text;
mod thread_names;
mod tracks;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "perfetto",
    name: "Perfetto",
    extensions: &["perfetto-trace", "pftrace"],
    description: "Protobuf traces of Perfetto’s SDK, Chrome and Android: track events, and slices in events of the kernel (atrace).",
    content: ContentKind::Binary,
    calls_are: "track events of type `TYPE_SLICE_BEGIN`, and slices of atrace",
    sniff: sniff::sniff,
    open: || Box::<reader::Perfetto>::default(),
    sums: true,
    recall: None,
};
