//! Known differences: a trace, an edited copy of it, and the true matches between their calls.

use crate::Rng;
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, Sink, Trace};

/// Kind of an edit to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditKind {
    /// The call gets another callee: of a new function, or of one that the trace has.
    Insert,
    /// The call is removed, and its callees become callees of its caller.
    Delete,
    /// The call is removed with all its callees.
    DeleteSubtree,
    /// The call gets a name that the trace does not have.
    Rename,
    /// The call is made earlier or later among its siblings.
    Reorder,
    /// The call's self time grows; everything after it is later.
    Slow,
    /// The call and some siblings after it become callees of a new call.
    Wrap,
    /// The call with all its callees is made again, several times.
    Repeat,
}

impl EditKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Insert,
        Self::Delete,
        Self::DeleteSubtree,
        Self::Rename,
        Self::Reorder,
        Self::Slow,
        Self::Wrap,
        Self::Repeat,
    ];
}

/// An edit; `chance` decides the open details (where, how often, how much).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// Kind of edit.
    pub kind: EditKind,
    /// Call to edit.
    pub call: CallId,
    /// Random bits.
    pub chance: u64,
}

/// An edit that was made.
#[derive(Debug, Clone)]
pub struct AppliedEdit {
    /// The edit.
    pub edit: Edit,
    /// Calls of the original trace that the moved call has passed.
    pub passed: Vec<CallId>,
    /// Ticks of self time that were added.
    pub slower: i64,
}

/// A pair of traces with known differences.
#[derive(Debug)]
pub struct PlantedPair {
    /// The original trace: the calls of the given one, with at least a tick between any two boundaries.
    pub before: Trace,
    /// The edited trace.
    pub trace: Trace,
    /// Original call of each edited call; `None` if it is new. A renamed call is a new one.
    pub origin: Vec<Option<CallId>>,
    /// Edits that were made. An edit is skipped if an earlier edit removed its call, or if it cannot be made there.
    pub applied: Vec<AppliedEdit>,
}

/// Returns edits of random kinds at random calls.
pub fn random_edits(rng: &mut Rng, trace: &Trace, count: usize) -> Vec<Edit> {
    let edit = |_| {
        let kind = EditKind::ALL[rng.below(EditKind::ALL.len() as u64) as usize];
        random_edit(rng, trace, kind)
    };
    (0..count).map(edit).collect()
}

/// Returns an edit of one kind at a random call.
pub fn random_edit(rng: &mut Rng, trace: &Trace, kind: EditKind) -> Edit {
    Edit { kind, call: CallId(rng.below(trace.calls().len() as u64) as u32), chance: rng.bits() }
}

/// Makes the edits, in order.
pub fn plant(trace: &Trace, edits: &[Edit]) -> PlantedPair {
    let mut tree = Tree::of(trace);
    let (before, _) = tree.build(trace);
    let made = edits.iter().filter_map(|&edit| tree.edit(trace, edit)).collect();
    let (after, origin) = tree.build(trace);
    PlantedPair { before, trace: after, origin, applied: made }
}

/// A call as its self time between its callees, so that moving one moves everything after it.
#[derive(Debug, Clone)]
struct Node {
    name: Name,
    origin: Option<CallId>,
    parent: usize,
    children: Vec<usize>,
    /// Ticks before each child and after the last; at least one each.
    gaps: Vec<i64>,
}

/// Name of a call: a function of the trace, or a new one by number.
#[derive(Debug, Clone, Copy)]
enum Name {
    Old(diptych_trace::FunctionId),
    New(usize),
}

/// A tree of nodes: first the calls by id, then the lanes, then new calls.
struct Tree {
    nodes: Vec<Node>,
    lanes: Vec<usize>,
    taken_out: Vec<bool>,
}

/// Parent of a lane's node.
const NO_PARENT: usize = usize::MAX;

impl Tree {
    fn of(trace: &Trace) -> Self {
        let calls = trace.calls();
        let mut nodes: Vec<Node> = Vec::new();
        for row in 0..calls.len() {
            let lane = calls.len() + trace.lanes().of_call(CallId(row as u32)).index();
            let parent = calls.parent()[row].some().map_or(lane, CallId::index);
            let name = Name::Old(calls.function()[row]);
            let origin = Some(CallId(row as u32));
            nodes.push(Node { name, origin, parent, children: Vec::new(), gaps: Vec::new() });
        }
        let lane = |_| Node {
            name: Name::New(0),
            origin: None,
            parent: NO_PARENT,
            children: Vec::new(),
            gaps: Vec::new(),
        };
        nodes.extend(trace.lanes().ids().map(lane));
        let lanes: Vec<usize> = (calls.len()..nodes.len()).collect();
        let mut at: Vec<i64> = calls.start().to_vec();
        at.resize(nodes.len(), 0);
        for row in 0..calls.len() {
            let parent = nodes[row].parent;
            let gap = (calls.start()[row] - at[parent]).max(1);
            at[parent] = calls.end()[row];
            nodes[parent].children.push(row);
            nodes[parent].gaps.push(gap);
        }
        for row in 0..nodes.len() {
            let end = calls.end().get(row).map_or(1, |end| end - at[row]);
            nodes[row].gaps.push(end.max(1));
        }
        let taken_out = vec![false; nodes.len()];
        Self { nodes, lanes, taken_out }
    }

    /// Returns the parent of a node, and its place among its siblings.
    fn place(&self, node: usize) -> (usize, usize) {
        let parent = self.nodes[node].parent;
        let place = self.nodes[parent].children.iter().position(|&child| child == node);
        (parent, place.expect("a node is a child of its parent"))
    }

    fn add(&mut self, name: Name, parent: usize) -> usize {
        self.nodes.push(Node { name, origin: None, parent, children: Vec::new(), gaps: vec![1] });
        self.taken_out.push(false);
        self.nodes.len() - 1
    }

    fn edit(&mut self, trace: &Trace, edit: Edit) -> Option<AppliedEdit> {
        let node = edit.call.index();
        if self.taken_out[node] {
            return None;
        }
        let mut rng = Rng::new(edit.chance);
        let mut made = AppliedEdit { edit, passed: Vec::new(), slower: 0 };
        match edit.kind {
            EditKind::Insert => self.insert(trace, node, &mut rng),
            EditKind::Delete => self.delete(node),
            EditKind::DeleteSubtree => self.cut(node),
            EditKind::Rename => self.rename(node)?,
            EditKind::Reorder => made.passed = self.reorder(node, &mut rng)?,
            EditKind::Slow => {
                let self_time: i64 = self.nodes[node].gaps.iter().sum();
                made.slower = self_time * (1 + rng.below(9) as i64);
                let gap = rng.below(self.nodes[node].gaps.len() as u64) as usize;
                self.nodes[node].gaps[gap] += made.slower;
            }
            EditKind::Wrap => self.wrap(node, &mut rng),
            EditKind::Repeat => self.repeat(node, 1 + rng.below(4) as usize),
        }
        Some(made)
    }

    fn insert(&mut self, trace: &Trace, parent: usize, rng: &mut Rng) {
        let functions = trace.functions().len() as u64;
        let old = Name::Old(diptych_trace::FunctionId(rng.below(functions) as u32));
        let name = if rng.below(2) == 0 { old } else { Name::New(self.nodes.len()) };
        let call = self.add(name, parent);
        self.nodes[call].gaps[0] += rng.below(5_000) as i64;
        let place = rng.below(self.nodes[parent].gaps.len() as u64) as usize;
        let gap = self.nodes[parent].gaps[place];
        self.nodes[parent].gaps[place] = (gap / 2).max(1);
        self.nodes[parent].gaps.insert(place + 1, (gap - gap / 2).max(1));
        self.nodes[parent].children.insert(place, call);
    }

    /// Removes a call: its children take its place, and its self time goes to its caller.
    fn delete(&mut self, node: usize) {
        let (parent, place) = self.place(node);
        self.taken_out[node] = true;
        let Node { children, mut gaps, .. } = self.nodes[node].clone();
        for &child in &children {
            self.nodes[child].parent = parent;
        }
        gaps[0] += self.nodes[parent].gaps[place];
        *gaps.last_mut().expect("a call has a gap") += self.nodes[parent].gaps[place + 1];
        self.nodes[parent].gaps.splice(place..place + 2, gaps);
        self.nodes[parent].children.splice(place..=place, children);
    }

    /// Removes a call with all its callees and their time.
    fn cut(&mut self, node: usize) {
        let (parent, place) = self.place(node);
        self.nodes[parent].children.remove(place);
        let gap = self.nodes[parent].gaps.remove(place);
        self.nodes[parent].gaps[place] += gap;
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            self.taken_out[node] = true;
            open.extend(&self.nodes[node].children);
        }
    }

    fn rename(&mut self, node: usize) -> Option<()> {
        self.nodes[node].origin.take()?;
        self.nodes[node].name = Name::New(self.nodes.len() + node);
        Some(())
    }

    /// Exchanges the call with the siblings between it and a place up to four before or after. Returns the originals of
    /// the calls it passed, or `None` if no sibling differs from it.
    fn reorder(&mut self, node: usize, rng: &mut Rng) -> Option<Vec<CallId>> {
        let (parent, place) = self.place(node);
        let last = self.nodes[parent].children.len() - 1;
        let goal = (place + rng.below(9) as usize).saturating_sub(4).min(last);
        let (from, to) = (place.min(goal), place.max(goal));
        let passed: Vec<usize> =
            self.nodes[parent].children[from..=to].iter().copied().filter(|&other| other != node).collect();
        if passed.iter().all(|&other| self.is_equal(other, node)) {
            return None;
        }
        let children = &mut self.nodes[parent].children;
        children.remove(place);
        children.insert(goal, node);
        Some(passed.into_iter().filter_map(|other| self.nodes[other].origin).collect())
    }

    /// Returns true if two subtrees have the same calls.
    fn is_equal(&self, a: usize, b: usize) -> bool {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let [a, b] = [a, b].map(|node| &self.nodes[node]);
            let same_name = match (a.name, b.name) {
                (Name::Old(a), Name::Old(b)) => a == b,
                (Name::New(a), Name::New(b)) => a == b,
                _ => false,
            };
            if !same_name || a.children.len() != b.children.len() {
                return false;
            }
            open.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }

    fn wrap(&mut self, node: usize, rng: &mut Rng) {
        let (parent, place) = self.place(node);
        let end = (place + 1 + rng.below(4) as usize).min(self.nodes[parent].children.len());
        let frame = self.add(Name::New(self.nodes.len()), parent);
        let children: Vec<usize> = self.nodes[parent].children.splice(place..end, [frame]).collect();
        for &child in &children {
            self.nodes[child].parent = frame;
        }
        let between: Vec<i64> = self.nodes[parent].gaps.drain(place + 1..end).collect();
        self.nodes[frame].gaps = [1].into_iter().chain(between).chain([1]).collect();
        self.nodes[frame].children = children;
    }

    fn repeat(&mut self, node: usize, times: usize) {
        let (parent, place) = self.place(node);
        for time in 1..=times {
            let copy = self.copy(node, parent);
            self.nodes[parent].children.insert(place + time, copy);
            let gap = self.nodes[parent].gaps[place];
            self.nodes[parent].gaps.insert(place + time, gap);
        }
    }

    /// Copies a subtree; all calls of the copy are new.
    fn copy(&mut self, node: usize, parent: usize) -> usize {
        let root = self.nodes.len();
        let mut open = vec![(node, parent)];
        while let Some((node, parent)) = open.pop() {
            let id = self.nodes.len();
            let Node { name, gaps, children, .. } = self.nodes[node].clone();
            self.nodes.push(Node { name, origin: None, parent, children: Vec::new(), gaps });
            self.taken_out.push(false);
            if id != root {
                self.nodes[parent].children.push(id);
            }
            open.extend(children.into_iter().rev().map(|child| (child, id)));
        }
        root
    }

    /// Builds the trace, and returns the original of each of its calls.
    fn build(&self, trace: &Trace) -> (Trace, Vec<Option<CallId>>) {
        let mut builder = Builder::default();
        builder.axis(trace.axis());
        for lane in trace.lanes().ids() {
            let parent = trace.lanes().parent(lane);
            builder.lane(parent, trace.lanes().kind(lane), trace.lanes().name(trace.names(), lane));
        }
        let durations = self.durations();
        let mut emitted: Vec<usize> = Vec::new();
        for (lane, &root) in self.lanes.iter().enumerate() {
            let mut open: Vec<(usize, i64)> = vec![(root, 0)];
            while let Some((node, start)) = open.pop() {
                if node != root {
                    let end = start + durations[node];
                    let function = self.function(&mut builder, trace, node);
                    builder.call(LaneId(lane as u32), CallSpec { start, end, function, source: 0 });
                    emitted.push(node);
                }
                let mut at = start;
                let first = open.len();
                for (&child, gap) in self.nodes[node].children.iter().zip(&self.nodes[node].gaps) {
                    open.push((child, at + gap));
                    at += gap + durations[child];
                }
                open[first..].reverse();
            }
        }
        let built = builder.finish().remove(0).1;
        assert_eq!(built.calls().len(), emitted.len(), "every node is a call");
        (built, emitted.into_iter().map(|node| self.nodes[node].origin).collect())
    }

    fn function(&self, builder: &mut Builder, trace: &Trace, node: usize) -> diptych_trace::FunctionId {
        match self.nodes[node].name {
            Name::Old(function) => builder.function(trace.functions().get(trace.names(), function)),
            Name::New(number) => {
                let name = format!("new {number}");
                builder.function(FunctionSpec { name: &name, ..FunctionSpec::default() })
            }
        }
    }

    /// Returns the duration of every reachable node.
    fn durations(&self) -> Vec<i64> {
        let mut order = self.lanes.clone();
        let mut next = 0;
        while next < order.len() {
            order.extend(&self.nodes[order[next]].children);
            next += 1;
        }
        let mut durations = vec![0; self.nodes.len()];
        for node in order.into_iter().rev() {
            let inside: i64 = self.nodes[node].children.iter().map(|&child| durations[child]).sum();
            durations[node] = inside + self.nodes[node].gaps.iter().sum::<i64>();
        }
        durations
    }
}
