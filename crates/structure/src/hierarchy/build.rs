//! Builds the tree from paths.

use super::{Hierarchy, Kind, NodeId};
use diptych_trace::Sorting;
use rustc_hash::FxHashMap;

/// A tree under construction. Rows are in the order in which they were added.
#[derive(Debug)]
pub(super) struct Growing {
    rows: Vec<Row>,
    /// Row by parent, whether it is a function, and name.
    by_name: FxHashMap<(u32, bool, String), u32>,
}

#[derive(Debug)]
struct Row {
    name: String,
    kind: Kind,
    parent: u32,
    sides: u8,
    /// True if it is the group of functions that lie directly in its parent.
    is_group: bool,
    /// Size in bytes, as a list states it.
    bytes: u64,
}

const ROOT: u32 = 0;

/// Name of the group of functions outside any package, file or class, if other functions lie in one.
const OUTSIDE: &str = "(top level)";

impl Growing {
    pub(super) fn new() -> Self {
        let root = Row {
            name: String::new(),
            kind: Kind::Package,
            parent: ROOT,
            sides: 0,
            is_group: false,
            bytes: 0,
        };
        Self { rows: vec![root], by_name: FxHashMap::default() }
    }

    /// Returns the child of an element with this name, and adds it if it is new. If a child is given several kinds, the
    /// outermost kind wins.
    pub(super) fn child(&mut self, parent: u32, name: &str, kind: Kind, side: usize) -> u32 {
        let new = self.rows.len() as u32;
        let key = (parent, kind == Kind::Function, name.to_owned());
        let id = *self.by_name.entry(key).or_insert(new);
        if id == new {
            self.rows.push(Row { name: name.to_owned(), kind, parent, sides: 0, is_group: false, bytes: 0 });
        }
        let row = &mut self.rows[id as usize];
        row.kind = row.kind.min(kind);
        row.sides |= 1 << side;
        self.rows[ROOT as usize].sides |= 1 << side;
        id
    }

    /// Makes an element a package, because other elements than functions lie in it.
    pub(super) fn contain_others(&mut self, row: u32) {
        let row = &mut self.rows[row as usize];
        row.kind = row.kind.min(Kind::Package);
    }

    /// Records the size that a list states. Of two lists, the larger size wins.
    pub(super) fn weigh(&mut self, row: u32, bytes: u64) {
        let own = &mut self.rows[row as usize].bytes;
        *own = bytes.max(*own);
    }

    /// Returns the tree, and the place in it of each row that [`Growing::child`] returned.
    pub(super) fn finish(mut self, separator: &'static str) -> (Hierarchy, Vec<NodeId>) {
        self.group_own_functions();
        let children = self.children();
        let mut tree = Hierarchy { separator, ..Hierarchy::default() };
        let mut places = vec![NodeId::ROOT; self.rows.len()];
        // Rows still to write, with their parent row in the tree and their depth; the last one is next. A loop, not
        // recursion, since trees may be deep.
        let mut open = vec![(ROOT, 0, 0)];
        while let Some((first, parent, depth)) = open.pop() {
            let id = tree.names.len() as u32;
            // A package that contains only one package is one element with it. The root too.
            let (mut name, mut row) = (self.rows[first as usize].name.clone(), first);
            places[row as usize] = NodeId(id);
            while let [only] = children[row as usize][..] {
                let is_package = |row: u32| self.rows[row as usize].kind == Kind::Package;
                if !is_package(row) || !is_package(only) {
                    break;
                }
                row = only;
                places[row as usize] = NodeId(id);
                if !name.is_empty() {
                    name += separator;
                }
                name += &self.rows[row as usize].name;
            }
            tree.names.push(name);
            tree.kinds.push(self.rows[row as usize].kind);
            tree.parents.push(parent);
            tree.depths.push(depth);
            tree.sides.push(self.rows[row as usize].sides);
            tree.is_group.push(self.rows[row as usize].is_group);
            tree.bytes.push(self.rows[row as usize].bytes);
            open.extend(children[row as usize].iter().rev().map(|&child| (child, id, depth + 1)));
        }
        tree.subtree_ends = (1..=tree.names.len() as u32).collect();
        for id in (1..tree.names.len()).rev() {
            let end = tree.subtree_ends[id];
            let around = &mut tree.subtree_ends[tree.parents[id] as usize];
            *around = end.max(*around);
        }
        (tree, places)
    }

    /// Returns the children of each row, in the order of the tree.
    fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.rows.len()];
        for (id, row) in (0..).zip(&self.rows).skip(1) {
            children[row.parent as usize].push(id);
        }
        for siblings in &mut children {
            siblings.order_by(|&left, &right| self.rank(left).cmp(&self.rank(right)));
        }
        children
    }

    fn rank(&self, row: u32) -> (bool, bool, &str) {
        let row = &self.rows[row as usize];
        (row.kind == Kind::Function, !row.is_group, &row.name)
    }

    /// Groups the functions that lie directly in a package or module next to other elements into one element, `name()`.
    /// Without the group, a level of classes would show them one by one. A class needs no group, since it is one
    /// element on that level.
    fn group_own_functions(&mut self) {
        let holds = |of_functions: bool| {
            let mut holds = vec![false; self.rows.len()];
            for row in &self.rows[1..] {
                holds[row.parent as usize] |= (row.kind == Kind::Function) == of_functions;
            }
            holds
        };
        let (functions, others) = (holds(true), holds(false));
        let mut groups = FxHashMap::default();
        for id in 1..self.rows.len() {
            let parent = self.rows[id].parent;
            let is_own = functions[parent as usize]
                && others[parent as usize]
                && self.rows[parent as usize].kind < Kind::Class;
            if !is_own || self.rows[id].kind != Kind::Function {
                continue;
            }
            let new = self.rows.len() as u32;
            let group = *groups.entry(parent).or_insert(new);
            if group == new {
                let name = match self.rows[parent as usize].name.as_str() {
                    "" => OUTSIDE.to_owned(),
                    name => format!("{name}()"),
                };
                self.rows.push(Row { name, kind: Kind::Class, parent, sides: 0, is_group: true, bytes: 0 });
            }
            self.rows[group as usize].sides |= self.rows[id].sides;
            self.rows[id].parent = group;
        }
    }
}
