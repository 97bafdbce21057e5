//! Profiles of V8, as written by Chrome's developer tools, Node (`--cpu-prof`, `--heap-prof`) and Deno.
//!
//! Both kinds are trees of call frames. A CPU profile (`.cpuprofile`) lists its nodes, which refer to their children by
//! id, and its samples: each a node and the time since the sample before. (Before 2016 nodes were nested, and samples
//! had instants.) Samples become calls ([`crate::samples`]), and each lasts until the next one. A heap profile
//! (`.heapprofile`) nests its nodes, each with the bytes allocated in it; the axis is bytes. [`document`] reads the
//! JSON, [`nodes`] turns nodes into stacks, [`write`] writes calls.

mod document;
mod nodes;
mod reader;
mod write;

pub(crate) use document::{Contents, Place};
pub(crate) use nodes::{CallFrame, CallFrames, Node, stacks};
pub(crate) use write::write_in;

use crate::json::{LexError, Lexer};
use crate::registry::{ContentKind, Format, Sniff};

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

/// Members that hold nodes, each with a member that its first node must have.
type Nodes<'a> = &'a [(&'a [u8], &'a [u8])];

/// Looks for the first node.
fn sniff(head: &[u8], complete: bool, nodes: Nodes<'_>) -> Sniff {
    match has_nodes(head, nodes) {
        Ok(true) => Sniff::Yes,
        Err(LexError::Incomplete) if !complete => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

fn has_nodes(head: &[u8], nodes: Nodes<'_>) -> Result<bool, LexError> {
    let mut lexer = Lexer::new(head, if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
    if lexer.peek()? != b'{' {
        return Ok(false);
    }
    lexer.at += 1;
    while let Some(key) = lexer.key()? {
        if nodes.iter().any(|(name, _)| *name == key) {
            let name = key;
            let is_list = lexer.peek()? == b'[';
            lexer.at += usize::from(is_list);
            if lexer.peek()? != b'{' {
                return Ok(false);
            }
            lexer.at += 1;
            while let Some(key) = lexer.key()? {
                if nodes.contains(&(name, key)) {
                    return Ok(true);
                }
                lexer.value()?;
            }
            return Ok(false);
        }
        lexer.value()?;
    }
    Ok(false)
}
