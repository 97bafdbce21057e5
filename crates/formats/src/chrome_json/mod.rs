//! Chrome Trace Event JSON, as Chrome, VizTracer, PyTorch, py-spy, uftrace and many others write it.
//!
//! Two forms: an array of events, whose `]` may be missing, and an object whose member `traceEvents` is that
//! array; other members may stand before and behind it. Documents may follow each other in one file (recordings
//! written or joined behind one another); each that has events is a trace of its own. [`Reader`](crate::Reader) cuts the file into events
//! ([`event`]), [`calls`] makes calls of them, [`lanes`] processes and threads, [`functions`] names; times
//! are exact decimals.
//!
//! What is read: complete events (`X`), begin and end (`B`, `E`), async ones (`b`, `e`, formerly `S`, `F`: [`strands`]), flows (`s`, `t`, `f`, and `bind_id` of calls: [`flows`]),
//! names and order of processes and threads (`M`), samples and profiles ([`sampled`]). Everything else is counted in the report. Arguments are not kept; [`recall`] reads one event with
//! them again.

mod calls;
mod event;
mod flows;
mod functions;
mod ids;
pub(crate) mod lanes;
mod members;
pub(crate) mod phases;
mod precision;
mod reader;
mod recall;
mod sampled;
mod sniff;
mod strands;

use crate::json::Value;
use crate::registry::{ContentKind, Format};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "chrome-json",
    name: "Chrome Trace Event",
    extensions: &["json", "trace"],
    description: "JSON of Chrome’s tracing, VizTracer, PyTorch, py-spy, uftrace and many others.",
    content: ContentKind::Json,
    calls_are: "events of phase `X`, `B` and `E`, or `b` and `e`",
    sniff: sniff::sniff,
    open: || Box::<reader::ChromeJson>::default(),
    sums: false,
    recall: Some(recall::recall),
};

/// The characters of a value; none where there is no value.
fn text(value: Option<Value<'_>>) -> &[u8] {
    value.and_then(Value::scalar).unwrap_or_default()
}
