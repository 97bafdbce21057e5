//! Nodes as stacks.

use crate::by_text::ByText;
use crate::decimal::Decimal;
use crate::samples::{StackId, Stacks};
use rustc_hash::FxHashMap;

/// A node of the tree.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) id: u32,
    /// Number of its call frame.
    pub(crate) frame: u32,
    /// The node it lies in, by its place in the list.
    pub(crate) parent: Option<u32>,
    /// Hits, or bytes.
    pub(crate) weight: Decimal,
    /// Byte of the file at which it begins.
    pub(crate) offset: u64,
}

/// What was called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CallFrame {
    pub(crate) name: String,
    pub(crate) url: String,
    /// 1-based; 0 where there is none.
    pub(crate) line: u32,
}

impl CallFrame {
    /// What V8 calls what is not a function: `(root)`, `(program)`, `(idle)`, `(garbage collector)`.
    pub(crate) fn is_meta(&self, name: &str) -> bool {
        self.url.is_empty() && self.name == name
    }
}

/// Distinct call frames, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct CallFrames {
    frames: Vec<CallFrame>,
    by_text: ByText<u32>,
    key: Vec<u8>,
}

impl CallFrames {
    /// The number of a frame; the same for the same name, URL and line.
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

    /// Bytes held, about.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.by_text.held_bytes() * 2
    }
}

/// Every node in words of [`Stacks`].
#[derive(Debug)]
pub(crate) struct NodeStacks {
    pub(crate) stacks: Stacks,
    /// The stack of each node, in the order of the list.
    pub(crate) of_node: Vec<StackId>,
    /// Where nodes stand that lie in each other in a circle; each is on the empty stack.
    pub(crate) circles: Vec<u64>,
}

/// No stack.
const UNKNOWN: StackId = StackId(u32::MAX);

/// The stack of every node: its frame on that of the node it lies in. The root is the empty one.
pub(crate) fn stacks(nodes: &[Node], frames: &CallFrames) -> NodeStacks {
    let is_root = |frame: u32| frames.get(frame).is_some_and(|frame| frame.is_meta("(root)"));
    let mut stacks = Stacks::default();
    let mut of_node: Vec<StackId> = vec![UNKNOWN; nodes.len()];
    // Nodes on the way to the root, which a circle would meet again.
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

/// Sets the parents that lists of children say: pairs of a place in the list and the id of a child. Where the
/// nodes stand whose child there is not, or has a parent already.
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

    /// The frames from a node down to the root, node by node.
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
        fn a_stack_is_the_way_to_the_root(links in prop::collection::vec((0u32..4, 0usize..100, any::<bool>()), 1..40)) {
            let node = |(place, &(frame, parent, has)): (usize, &(u32, usize, bool))| {
                // Parents stand behind as well as before; a node never lies in itself.
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
        fn circles_end(links in prop::collection::vec((0u32..4, 0u32..30), 1..30)) {
            let nodes: Vec<Node> = links.iter()
                .map(|&(frame, parent)| Node { frame, parent: Some(parent), ..Node::default() })
                .collect();
            let found = stacks(&nodes, &frames());
            prop_assert_eq!(found.of_node.len(), nodes.len());
        }
    }
}
