//! Profiles of V8, as written by Chrome's developer tools, Node (`--cpu-prof`, `--heap-prof`) and Deno.
//!
//! Both kinds are trees of call frames. A CPU profile (`.cpuprofile`) lists its nodes, which refer to their children by
//! id, and its samples: each a node and the time since the sample before. (Before 2016 nodes were nested, and samples
//! had instants.) Samples become calls ([`crate::samples`]), and each lasts until the next one. A heap profile
//! (`.heapprofile`) nests its nodes, each with the bytes allocated in it; the axis is bytes. [`document`] reads the
//! JSON, whose members may come in any order and may lie in the reply of an inspector. [`nodes`] turns nodes into stacks, [`write`] writes calls.

mod al;
mod document;
mod nodes;
mod reader;
mod write;

pub(crate) use document::{Contents, Place};
pub(crate) use nodes::{CallFrame, CallFrames, Node, stacks};
pub(crate) use write::write_in;

use crate::format::{ContentKind, Format, Sniff};
use crate::json::outline::{any_element, any_member, has_member, search};
use crate::json::{LexError, Lexer};

/// Registry entry for CPU profiles.
pub(crate) const CPU_FORMAT: Format = Format {
    id: "v8-cpuprofile",
    name: "V8 CPU profile",
    extensions: &["cpuprofile"],
    description: "JSON of Chrome’s developer tools, Node (`--cpu-prof`) and Deno.",
    content: ContentKind::Json,
    calls_are: "samples, each with the time since the one before",
    sniff: |head, complete| sniff(head, complete, &[(b"nodes", b"callFrame"), (b"head", b"functionName")]),
    open: || Box::<reader::Profile>::default(),
    sums: false,
    recall: None,
};

/// Registry entry for heap profiles.
pub(crate) const HEAP_FORMAT: Format = Format {
    id: "v8-heapprofile",
    name: "V8 heap profile",
    extensions: &["heapprofile"],
    description: "JSON of Chrome’s developer tools and Node (`--heap-prof`): how much was allocated where.",
    content: ContentKind::Json,
    calls_are: "nodes with a `selfSize` above 0",
    sniff: |head, complete| sniff(head, complete, &[(b"head", b"callFrame")]),
    open: || Box::<reader::Profile>::default(),
    sums: false,
    recall: None,
};

/// Members that hold nodes, each with a member that one of its first nodes must have.
type Nodes<'a> = &'a [(&'a [u8], &'a [u8])];

/// Looks for a node. Without one, samples with times between them suggest that nodes will follow.
fn sniff(head: &[u8], complete: bool, nodes: Nodes<'_>) -> Sniff {
    let mut has_deltas = false;
    let mut find = |lexer: &mut Lexer<'_>| has_nodes(lexer, nodes, MOST_WRAPPERS, &mut has_deltas);
    let answer = search(head, complete, &mut find, Sniff::NeedMore);
    if answer == Sniff::NeedMore && has_deltas { Sniff::Maybe } else { answer }
}

/// Returns whether the value is a list that begins with a number.
fn lists_numbers(value: &mut Lexer<'_>) -> Result<bool, LexError> {
    let is_list = value.peek()? == b'[';
    value.at += usize::from(is_list);
    Ok(is_list && value.peek()?.is_ascii_digit())
}

/// Most objects around a profile, as the replies of an inspector have.
const MOST_WRAPPERS: u32 = 3;

fn has_nodes(
    lexer: &mut Lexer<'_>,
    nodes: Nodes<'_>,
    wrappers: u32,
    has_deltas: &mut bool,
) -> Result<bool, LexError> {
    any_member(lexer, &mut |name, value| {
        if document::is_wrapper(name) && wrappers > 0 {
            return has_nodes(value, nodes, wrappers - 1, has_deltas);
        }
        let Some((_, member)) = nodes.iter().find(|(own, _)| *own == name) else {
            *has_deltas |= matches!(name, b"timeDeltas" | b"samples") && lists_numbers(value)?;
            return Ok(false);
        };
        // In both kinds the value may be the list of nodes, or the node at the top.
        match value.peek()? {
            b'[' => any_element(value, &mut |node| has_member(node, member)),
            b'{' => has_member(value, member),
            _ => Ok(false),
        }
    })
}
