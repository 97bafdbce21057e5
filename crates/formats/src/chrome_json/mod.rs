//! Chrome Trace Event JSON, as Chrome, VizTracer, PyTorch, py-spy, uftrace and many others write it.
//!
//! There are two forms: an array of events, whose `]` may be missing, and an object whose member `traceEvents` is that
//! array. Other members may precede and follow it. A file may hold several documents in a row, as joined recordings
//! have; each that has events is a trace of its own. [`Reader`](crate::Reader) cuts the file into events ([`event`]).
//! [`calls`] turns them into calls, with processes and threads in [`lanes`] and names in [`functions`]. Times are exact
//! decimals.
//!
//! The reader takes complete events (`X`), begins and ends (`B`, `E`), async ones (`b`, `e`, formerly `S`, `F`:
//! [`strands`]), flows (`s`, `t`, `f`, and `bind_id` of calls: [`flows`]), names and order of processes and threads
//! (`M`), samples and profiles ([`sampled`]), instants (`i`, `I`, `R`, `n`) and counters (`C`: [`instants`]). Behind an event that breaks the syntax, reading goes on at the next one
//! ([`recovery`]). Everything else is counted in the report. A trace has no arguments;
//! [`recall`] reads one event again, with its arguments.

mod calls;
mod event;
mod flows;
mod functions;
pub(crate) mod ids;
mod instants;
pub(crate) mod lanes;
mod members;
pub(crate) mod owners;
pub(crate) mod phases;
mod placed_event;
mod precision;
mod reader;
mod recall;
mod recovery;
mod sampled;
mod sniff;
mod strands;
mod waiting_ends;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "chrome-json",
    name: "Chrome Trace Event",
    extensions: &["json", "trace"],
    description: "JSON of Chrome’s tracing, VizTracer, PyTorch, py-spy, uftrace and many others.",
    content: ContentKind::Json,
    calls_are: "events of type `X`, `B`/`E` or `b`/`e`",
    sniff: sniff::sniff,
    open: || Box::<reader::ChromeJson>::default(),
    sums: false,
    recall: Some(recall::recall),
};
