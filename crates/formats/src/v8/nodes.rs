//! Turns nodes into stacks.

use crate::by_text::ByText;
use crate::decimal::Decimal;
use crate::samples::{StackId, Stacks};
use rustc_hash::FxHashMap;

/// A node of the tree.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) id: u32,
    /// Index of its call frame.
    pub(crate) frame: u32,
    /// Index of its parent in the list of nodes.
    pub(crate) parent: Option<u32>,
    /// Hits or bytes.
    pub(crate) weight: Decimal,
    /// Byte of the file at which the node begins.
    pub(crate) offset: u64,
}

/// Call frame: a function with its source position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CallFrame {
    pub(crate) name: String,
    pub(crate) url: String,
    /// 1-based; 0 if there is none.
    pub(crate) line: u32,
}

impl CallFrame {
    /// Returns whether this is V8's frame `name` for something other than a function: `(root)`, `(program)`, `(idle)`,
    /// `(garbage collector)`.
    pub(crate) fn is_meta(&self, name: &str) -> bool {
        self.url.is_empty() && self.name == name
    }
}

/// Distinct call frames by index.
#[derive(Debug, Default)]
pub(crate) struct CallFrames {
    frames: Vec<CallFrame>,
    by_text: ByText<u32>,
    key: Vec<u8>,
}

impl CallFrames {
    /// Returns the index of a frame; the same index for the same name, URL and line.
    pub(crate) fn number(&mut self, frame: CallFrame) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(&frame.line.to_le_bytes());
        self.key.extend_from_slice(&(frame.name.len() as u64).to_le_bytes());
        self.key.extend_from_slice(frame.name.as_bytes());
        self.key.extend_from_slice(frame.url.as_bytes());
        let frames = &mut self.frames;
        *self.by_text.get_or_insert_with(&self.key, || {
            frames.push(frame);
            frames.len() as u32 - 1
        })
    }

    pub(crate) fn get(&self, number: u32) -> Option<&CallFrame> {
        self.frames.get(number as usize)
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.by_text.held_bytes() * 2
    }
}

/// Nodes as stacks of [`Stacks`].
#[derive(Debug)]
pub(crate) struct NodeStacks {
    pub(crate) stacks: Stacks,
    /// Stack of each node, in the order of the list.
    pub(crate) of_node: Vec<StackId>,
    /// File offset of one node in each cycle. One of its children is treated as if it had no parent.
    pub(crate) circles: Vec<u64>,
}

/// Stands for no stack.
const UNKNOWN: StackId = StackId(u32::MAX);

/// Returns the stack of every node: its frame on top of its parent's stack. The root has the empty stack.
pub(crate) fn stacks(nodes: &[Node], frames: &CallFrames) -> NodeStacks {
    let is_root = |frame: u32| frames.get(frame).is_some_and(|frame| frame.is_meta("(root)"));
    let mut stacks = Stacks::default();
    let mut of_node: Vec<StackId> = vec![UNKNOWN; nodes.len()];
    // Nodes on the path to the root. A cycle meets one of them again.
    let mut is_on_way = vec![false; nodes.len()];
    let (mut way, mut circles) = (Vec::new(), Vec::new());
    for start in 0..nodes.len() {
        let (mut at, mut below) = (Some(start), StackId::EMPTY);
        while let Some(node) = at {
            if of_node[node] != UNKNOWN {
                below = of_node[node];
                break;
            }
            if std::mem::replace(&mut is_on_way[node], true) {
                circles.push(nodes[node].offset);
                break;
            }
            way.push(node);
            at = nodes[node].parent.map(|parent| parent as usize).filter(|&parent| parent < nodes.len());
        }
        while let Some(node) = way.pop() {
            let frame = nodes[node].frame;
            below = if is_root(frame) { StackId::EMPTY } else { stacks.push(below, frame) };
            of_node[node] = below;
            is_on_way[node] = false;
        }
    }
    NodeStacks { stacks, of_node, circles }
}

/// Sets the parents of nodes from lists of children: pairs of a parent's index and a child's id. Returns the offsets of
/// the parents whose child does not exist or has a parent already.
pub(crate) fn set_parents(
    nodes: &mut [Node],
    children: &[(u32, u32)],
    by_id: &FxHashMap<u32, u32>,
) -> Vec<u64> {
    let mut wrong = Vec::new();
    for (parent, child) in children {
        match by_id.get(child).map(|&child| &mut nodes[child as usize].parent) {
            Some(own @ None) => *own = Some(*parent),
            _ => wrong.push(nodes[*parent as usize].offset),
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frames() -> CallFrames {
        let mut frames = CallFrames::default();
        for name in ["(root)", "a", "b", "c"] {
            frames.number(CallFrame { name: name.to_owned(), ..CallFrame::default() });
        }
        frames
    }

    /// Returns the frames from a node down to the root, node by node.
    fn naive(nodes: &[Node], start: usize) -> Vec<u32> {
        let mut found = vec![];
        let mut at = start;
        while nodes[at].frame != 0 {
            found.push(nodes[at].frame);
            match nodes[at].parent {
                Some(parent) => at = parent as usize,
                None => break,
            }
        }
        found
    }

    proptest! {
        #[test]
        fn stack_is_the_path_to_the_root(links in prop::collection::vec((0u32..4, 0usize..100, any::<bool>()), 1..40)) {
            let node = |(place, &(frame, parent, has)): (usize, &(u32, usize, bool))| {
                // Parents come both before and after their children. No node is its own ancestor.
                let parent = (has && place > 0).then(|| (parent % place) as u32);
                Node { id: place as u32, frame, parent, ..Node::default() }
            };
            let mut nodes: Vec<Node> = links.iter().enumerate().map(node).collect();
            nodes.reverse();
            let last = nodes.len() as u32 - 1;
            for node in &mut nodes {
                node.parent = node.parent.map(|parent| last - parent);
            }
            let NodeStacks { stacks, of_node, circles } = stacks(&nodes, &frames());
            prop_assert_eq!(circles, Vec::<u64>::new());
            for (place, &id) in of_node.iter().enumerate() {
                let mut found = Vec::new();
                let mut stack = id;
                while stack != StackId::EMPTY {
                    found.push(stacks.frame(stack));
                    stack = stacks.below(stack);
                }
                prop_assert_eq!(found, naive(&nodes, place));
            }
        }

        #[test]
        fn cycles_of_nodes_are_cut(links in prop::collection::vec((0u32..4, 0u32..30), 1..30)) {
            let nodes: Vec<Node> = links.iter()
                .map(|&(frame, parent)| Node { frame, parent: Some(parent), ..Node::default() })
                .collect();
            let found = stacks(&nodes, &frames());
            prop_assert_eq!(found.of_node.len(), nodes.len());
        }
    }
}
