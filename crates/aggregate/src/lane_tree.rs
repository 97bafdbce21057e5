//! The paper's hierarchy of resources: lanes as a tree whose leaves are the lanes that calls run in.

use diptych_trace::{LaneId, Trace};
use std::ops::Range;

/// The nodes of a tree of lanes, in pre-order. A node is a set of leaves. Every inner node has two or more children, so
/// no two nodes are the same set. A lane that contains only one lane with calls is one node with it, under the inner
/// name.
///
/// A lane with its own calls and with other lanes in it is an inner node; its own calls are the first of its leaves.
/// Lanes without calls are no nodes. Several outermost lanes get a root without a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneTree {
    nodes: Vec<LaneNode>,
    /// Lane of each leaf.
    leaves: Vec<LaneId>,
    /// Number of lanes without calls, in them or below them.
    empty: usize,
}

/// A node of a [`LaneTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneNode {
    /// End of the node's path ([`LaneTree::path`]) that the path of the enclosing node lacks, with the `/` between them.
    /// Nodes hold no whole paths, because those of lanes nested n deep take n² names.
    pub path_end: String,
    /// Enclosing node; `None` for the root.
    pub parent: Option<usize>,
    /// Number of enclosing nodes.
    pub level: usize,
    /// Range of its leaves.
    pub leaves: Range<usize>,
    /// Index after the last node of its subtree.
    pub end: usize,
}

/// Suffix of the path for the own calls of a lane that contains other lanes.
const OWN: &str = "(own calls)";

/// A node before nodes with a single child are removed.
struct Draft {
    path_end: String,
    /// True if its whole path is empty, so that no `/` follows it.
    is_path_empty: bool,
    parent: Option<usize>,
    children: usize,
    lane: Option<LaneId>,
}

impl LaneTree {
    /// Builds the tree of the lanes of a trace.
    pub fn new(trace: &Trace) -> Self {
        let lanes = trace.lanes();
        Self::of_rows(lanes.ids().map(|id| LaneRow {
            lane: id,
            parent: lanes.parent(id).map(LaneId::index),
            name: lanes.name(trace.names(), id),
            has_calls: !lanes.calls(id).is_empty(),
        }))
    }

    /// Builds a tree of one leaf.
    pub(crate) fn single() -> Self {
        Self::of_rows([LaneRow { lane: LaneId(0), parent: None, name: "", has_calls: true }])
    }

    /// Builds the tree of lanes given in pre-order.
    pub(crate) fn of_rows<'a>(rows: impl IntoIterator<Item = LaneRow<'a>>) -> Self {
        let rows: Vec<LaneRow<'_>> = rows.into_iter().collect();
        let parents: Vec<Option<usize>> = rows.iter().map(|row| row.parent).collect();
        let mut holds: Vec<bool> = rows.iter().map(|row| row.has_calls).collect();
        let mut has_lanes = vec![false; rows.len()];
        for at in (0..rows.len()).rev() {
            if let Some(parent) = parents[at].filter(|_| holds[at]) {
                (holds[parent], has_lanes[parent]) = (true, true);
            }
        }
        let root =
            Draft { path_end: String::new(), is_path_empty: true, parent: None, children: 0, lane: None };
        let mut drafts = vec![root];
        let mut draft_of = vec![0; rows.len()];
        for (at, row) in rows.iter().enumerate().filter(|(at, _)| holds[*at]) {
            let parent = parents[at].map_or(0, |parent| draft_of[parent]);
            draft_of[at] = drafts.len();
            push(&mut drafts, row.name, parent, None);
            if !row.has_calls {
                continue;
            }
            let own = draft_of[at];
            if has_lanes[at] {
                push(&mut drafts, OWN, own, Some(row.lane));
            } else {
                drafts[own].lane = Some(row.lane);
            }
        }
        let empty = holds.iter().filter(|holds| !**holds).count();
        Self::laid_down(drafts, empty)
    }

    /// Builds the tree without the nodes that have a single child, and numbers leaves.
    fn laid_down(drafts: Vec<Draft>, empty: usize) -> Self {
        let mut tree = Self { nodes: Vec::new(), leaves: Vec::new(), empty };
        let mut node_of: Vec<Option<usize>> = vec![None; drafts.len()];
        // Path from the enclosing node down to each removed draft. Its only child takes it.
        let mut removed: Vec<String> = vec![String::new(); drafts.len()];
        for (at, draft) in drafts.into_iter().enumerate() {
            let parent = draft.parent.and_then(|parent| node_of[parent]);
            let mut path_end = draft.parent.map_or_else(String::new, |up| std::mem::take(&mut removed[up]));
            path_end += &draft.path_end;
            if draft.children == 1 {
                (node_of[at], removed[at]) = (parent, path_end);
                continue;
            }
            if draft.children == 0 && draft.lane.is_none() {
                continue;
            }
            let leaf = tree.leaves.len();
            tree.leaves.extend(draft.lane);
            let level = parent.map_or(0, |parent| tree.nodes[parent].level + 1);
            let end = tree.nodes.len() + 1;
            node_of[at] = Some(tree.nodes.len());
            tree.nodes.push(LaneNode { path_end, parent, level, leaves: leaf..tree.leaves.len(), end });
        }
        for node in (0..tree.nodes.len()).rev() {
            let (leaves, end) = (tree.nodes[node].leaves.end, tree.nodes[node].end);
            if let Some(parent) = tree.nodes[node].parent {
                let parent = &mut tree.nodes[parent];
                parent.leaves.end = parent.leaves.end.max(leaves);
                parent.end = parent.end.max(end);
            }
        }
        tree
    }

    /// Rebuilds a tree from stored nodes in pre-order, each with its path, parent and leaves, and from the lanes of the
    /// leaves. Returns `None` if they do not form a tree, or if a path does not begin with that of the enclosing node.
    pub fn from_nodes(
        nodes: impl IntoIterator<Item = (String, Option<usize>, Range<usize>)>,
        leaves: Vec<LaneId>,
    ) -> Option<Self> {
        let mut tree = Self { nodes: Vec::new(), leaves, empty: 0 };
        let mut paths: Vec<String> = Vec::new();
        for (path, parent, leaves) in nodes {
            let at = tree.nodes.len();
            let is_in = |of: &LaneNode| of.leaves.start <= leaves.start && leaves.end <= of.leaves.end;
            let level = match parent {
                Some(parent) if is_in(tree.nodes.get(parent)?) => tree.nodes[parent].level + 1,
                None if at == 0 && leaves == (0..tree.leaves.len()) => 0,
                _ => return None,
            };
            if leaves.is_empty() {
                return None;
            }
            // The subtrees of its ancestors must all end here: pre-order.
            let mut up = parent;
            while let Some(node) = up {
                if tree.nodes[node].end != at {
                    return None;
                }
                tree.nodes[node].end = at + 1;
                up = tree.nodes[node].parent;
            }
            let path_end = path.strip_prefix(parent.map_or("", |parent| &paths[parent]))?.to_owned();
            tree.nodes.push(LaneNode { path_end, parent, level, leaves, end: at + 1 });
            paths.push(path);
        }
        (!tree.nodes.is_empty() || tree.leaves.is_empty()).then_some(tree)
    }

    /// Returns the nodes in pre-order, the root first; empty for a trace without calls.
    pub fn nodes(&self) -> &[LaneNode] {
        &self.nodes
    }

    /// Returns the names of the lanes from the outermost one down to a node, joined by `/`; empty for the common root of
    /// several outermost lanes. O(length).
    pub fn path(&self, node: usize) -> String {
        let up = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let ends: Vec<&str> = up.map(|node| self.nodes[node].path_end.as_str()).collect();
        ends.into_iter().rev().collect()
    }

    /// Returns the first node with a path. O(nodes).
    pub fn node_at(&self, path: &str) -> Option<usize> {
        // What is left of the path behind each node's own, if that is its beginning.
        let mut left: Vec<Option<&str>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let around = node.parent.map_or(Some(path), |parent| left[parent]);
            let behind = around.and_then(|around| around.strip_prefix(&node.path_end[..]));
            left.push(behind);
        }
        left.into_iter().position(|behind| behind == Some(""))
    }

    /// Returns the number of nodes without children in the tree [`folded`](Self::folded) to each level. O(nodes).
    pub fn leaves_of_levels(&self) -> Vec<usize> {
        let (mut nodes, mut leaves) = (vec![0; self.deepest_level() + 1], vec![0; self.deepest_level() + 2]);
        for (at, node) in self.nodes.iter().enumerate() {
            nodes[node.level] += 1;
            leaves[node.level + 1] += usize::from(self.is_leaf(at));
        }
        let above = leaves.iter().scan(0, |sum, leaves| {
            *sum += leaves;
            Some(*sum)
        });
        nodes.iter().zip(above).map(|(nodes, above)| nodes + above).collect()
    }

    /// Returns the lane of each leaf.
    pub fn leaves(&self) -> &[LaneId] {
        &self.leaves
    }

    /// Returns the number of lanes left out because they have no calls.
    pub fn empty_lanes(&self) -> usize {
        self.empty
    }

    /// Returns the children of a node, in order.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[node].end;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.nodes[child].end;
                child
            })
        })
    }

    /// Returns true if a node has no children.
    pub fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].end == node + 1
    }

    /// Returns the nodes without children, in order.
    pub fn leaf_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.is_leaf(node))
    }

    /// Returns the tree of the leaves for which `keep`, by leaf, is true.
    pub fn keeping(&self, keep: &[bool]) -> Self {
        let mut drafts: Vec<Draft> = Vec::with_capacity(self.nodes.len());
        let mut draft_of: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let kept = node.leaves.clone().any(|leaf| keep[leaf]);
            draft_of.push(kept.then_some(drafts.len()));
            if !kept {
                continue;
            }
            let parent = node.parent.and_then(|parent| draft_of[parent]);
            let is_leaf = node.end == draft_of.len();
            let lane = is_leaf.then(|| self.leaves[node.leaves.start]);
            if let Some(parent) = parent {
                drafts[parent].children += 1;
            }
            let path_end = node.path_end.clone();
            drafts.push(Draft { path_end, is_path_empty: false, parent, children: 0, lane });
        }
        Self::laid_down(drafts, self.empty)
    }

    /// Returns the tree down to `level`. Deeper nodes are removed, but the leaves stay, so that a node of that level
    /// may have several leaves.
    pub fn folded(&self, level: usize) -> Self {
        let mut kept: Vec<usize> = Vec::new();
        let mut place = vec![0; self.nodes.len() + 1];
        for (at, node) in self.nodes.iter().enumerate() {
            place[at] = kept.len();
            if node.level <= level {
                kept.push(at);
            }
        }
        place[self.nodes.len()] = kept.len();
        let nodes = kept.iter().map(|&at| {
            let node = &self.nodes[at];
            LaneNode { parent: node.parent.map(|up| place[up]), end: place[node.end], ..node.clone() }
        });
        Self { nodes: nodes.collect(), leaves: self.leaves.clone(), empty: self.empty }
    }

    /// Returns the subtree below a node as a tree of its own. Node `at` of this tree becomes node `at − node`; levels
    /// and leaves are renumbered likewise, and paths stay as they are. The count of lanes without calls is 0.
    pub fn subtree(&self, node: usize) -> Self {
        let root = &self.nodes[node];
        let nodes = self.nodes[node..root.end].iter().enumerate().map(|(at, of)| LaneNode {
            path_end: if at > 0 { of.path_end.clone() } else { self.path(node) },
            parent: of.parent.filter(|_| at > 0).map(|parent| parent - node),
            level: of.level - root.level,
            leaves: of.leaves.start - root.leaves.start..of.leaves.end - root.leaves.start,
            end: of.end - node,
        });
        Self { nodes: nodes.collect(), leaves: self.leaves[root.leaves.clone()].to_vec(), empty: 0 }
    }

    /// Returns the level of the deepest node.
    pub fn deepest_level(&self) -> usize {
        self.nodes.iter().map(|node| node.level).max().unwrap_or(0)
    }
}

/// A lane, as the input from which a tree is built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LaneRow<'a> {
    pub(crate) lane: LaneId,
    /// Row of the enclosing lane, which comes before this row.
    pub(crate) parent: Option<usize>,
    pub(crate) name: &'a str,
    pub(crate) has_calls: bool,
}

fn push(drafts: &mut Vec<Draft>, name: &str, parent: usize, lane: Option<LaneId>) {
    let around = &mut drafts[parent];
    around.children += 1;
    let path_end = if around.is_path_empty { name.to_owned() } else { format!("/{name}") };
    let is_path_empty = path_end.is_empty();
    drafts.push(Draft { path_end, is_path_empty, parent: Some(parent), children: 0, lane });
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::trace;

    type Node = (String, Option<usize>, Range<usize>);

    fn rows(tree: &LaneTree) -> Vec<String> {
        let row = |(at, node): (usize, &LaneNode)| {
            format!("{}{} {:?}", "  ".repeat(node.level), tree.path(at), node.leaves)
        };
        tree.nodes().iter().enumerate().map(row).collect()
    }

    const SITE: &str = "
        site
          east
            1
              0..9 a
            2
              0..9 a
          west
            host
              3
                0..9 a
              0..5 b
          south
        alone
          0..1 a
    ";

    #[test]
    fn lanes_with_calls_are_leaves_and_single_children_merge() {
        let tree = LaneTree::new(&trace(SITE));
        let expected = [
            " 0..5",
            "  site 0..4",
            "    site/east 0..2",
            "      site/east/1 0..1",
            "      site/east/2 1..2",
            "    site/west/host 2..4",
            "      site/west/host/(own calls) 2..3",
            "      site/west/host/3 3..4",
            "  alone 4..5",
        ];
        assert_eq!(rows(&tree), expected);
        assert_eq!(tree.empty_lanes(), 1);
        assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 8]);
        assert_eq!(tree.leaf_nodes().collect::<Vec<_>>(), [3, 4, 6, 7, 8]);
    }

    #[test]
    fn tree_keeps_chosen_leaves_and_folds_to_level() {
        let tree = LaneTree::new(&trace(SITE));
        let kept = tree.keeping(&[true, false, true, true, false]);
        let expected = [
            "site 0..3",
            "  site/east/1 0..1",
            "  site/west/host 1..3",
            "    site/west/host/(own calls) 1..2",
            "    site/west/host/3 2..3",
        ];
        assert_eq!(rows(&kept), expected);
        assert_eq!(kept.leaves(), [tree.leaves()[0], tree.leaves()[2], tree.leaves()[3]]);
        let folded = tree.folded(2);
        assert_eq!(
            rows(&folded),
            [" 0..5", "  site 0..4", "    site/east 0..2", "    site/west/host 2..4", "  alone 4..5"]
        );
        assert_eq!(folded.children(1).collect::<Vec<_>>(), [2, 3]);
        assert!(folded.is_leaf(2) && folded.leaves().len() == 5);
    }

    #[test]
    fn a_subtree_is_the_tree_of_its_lanes() {
        let tree = LaneTree::new(&trace(SITE));
        for node in 0..tree.nodes().len() {
            let of = &tree.nodes()[node];
            let keep: Vec<bool> = (0..tree.leaves().len()).map(|leaf| of.leaves.contains(&leaf)).collect();
            assert_eq!(tree.subtree(node), LaneTree { empty: 0, ..tree.keeping(&keep) });
        }
    }

    #[test]
    fn paths_and_levels_equal_those_of_whole_paths() {
        let tree = LaneTree::new(&trace(SITE));
        for tree in
            [tree.clone(), tree.folded(1), tree.subtree(4), tree.keeping(&[true, false, true, true, false])]
        {
            let paths: Vec<String> = (0..tree.nodes().len()).map(|node| tree.path(node)).collect();
            for path in paths.iter().map(String::as_str).chain(["sit", "site/", "site/east/3", "none"]) {
                assert_eq!(tree.node_at(path), paths.iter().position(|other| other == path), "{path}");
            }
            let leaves = (0..=tree.deepest_level()).map(|level| tree.folded(level).leaf_nodes().count());
            assert_eq!(tree.leaves_of_levels(), leaves.collect::<Vec<usize>>());
        }
    }

    #[test]
    fn unnamed_lanes_keep_their_separators() {
        let row = |at: u32, parent, name, has_calls| LaneRow { lane: LaneId(at), parent, name, has_calls };
        // Without the calls of the outermost lanes, their names end up in that of the nodes inside.
        let rows = |of_first| {
            let rows = [
                row(0, None, "", of_first),
                row(1, Some(0), "a", false),
                row(2, Some(1), "", false),
                row(3, Some(2), "b", true),
                row(4, Some(2), "", true),
            ];
            let tree = LaneTree::of_rows(rows);
            (0..tree.nodes().len()).map(|node| tree.path(node)).collect::<Vec<String>>()
        };
        assert_eq!(rows(false), ["a/", "a//b", "a//"]);
        assert_eq!(rows(true), ["", "(own calls)", "a/", "a//b", "a//"]);
    }

    #[test]
    fn of_nodes_rebuilds_trees_and_refuses_others() {
        let tree = LaneTree::new(&trace(SITE));
        let nodes = |tree: &LaneTree| {
            let of = |(at, node): (usize, &LaneNode)| (tree.path(at), node.parent, node.leaves.clone());
            tree.nodes().iter().enumerate().map(of).collect::<Vec<_>>()
        };
        for tree in [tree.clone(), tree.folded(1), tree.folded(0)] {
            let again = LaneTree::from_nodes(nodes(&tree), tree.leaves().to_vec()).unwrap();
            assert_eq!((rows(&again), again.leaves()), (rows(&tree), tree.leaves()));
        }
        let broken = |change: &dyn Fn(&mut Vec<Node>)| {
            let mut of = nodes(&tree);
            change(&mut of);
            LaneTree::from_nodes(of, tree.leaves().to_vec())
        };
        assert_eq!(broken(&|of| of[3].0 = "south".to_owned()), None);
        assert_eq!(broken(&|of| of[3].1 = Some(9)), None);
        assert_eq!(broken(&|of| of[8].1 = Some(2)), None);
        assert_eq!(broken(&|of| of[8].1 = None), None);
        assert_eq!(broken(&|of| of[2].2 = 0..9), None);
        assert_eq!(broken(&|of| of[3].2 = 1..1), None);
        assert_eq!(broken(&|of| of.clear()), None);
    }

    #[test]
    fn a_trace_without_calls_has_no_tree() {
        assert!(LaneTree::new(&trace("lane")).nodes().is_empty());
    }
}
