//! Stores containers, the tree of processes, threads and the like, and their lanes.

use super::ids::Ids;
use super::types::TypeId;
use crate::text::text;
use diptych_trace::{LaneId, LaneKind, OddityKind, Sink};

/// Index of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ContainerId(pub(super) u32);

/// A container.
#[derive(Debug)]
pub(super) struct Container {
    name: String,
    /// Type. `None` if the container was never created.
    pub(super) kind: Option<TypeId>,
    /// Parent, whose index is smaller. `None` at the top.
    parent: Option<ContainerId>,
    lane: Option<LaneId>,
    /// Byte of the file at which it was created, or first named.
    pub(super) offset: u64,
    /// Indices of its stacks of states.
    pub(super) stacks: Vec<u32>,
}

/// Containers of a file. A text refers to the container with that alias or, failing that, with that name; of several,
/// to the one created last. Only containers with states, and those around them, have a lane.
#[derive(Debug, Default)]
pub(super) struct Containers {
    rows: Vec<Container>,
    by_alias: Ids,
    by_name: Ids,
}

/// Bytes of a container with its stack of states, estimated.
const ROW_BYTES: u64 = 320;

impl Containers {
    pub(super) fn get(&self, id: ContainerId) -> &Container {
        &self.rows[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: ContainerId) -> &mut Container {
        &mut self.rows[id.0 as usize]
    }

    /// Returns all containers in the order of creation.
    pub(super) fn rows(&self) -> &[Container] {
        &self.rows
    }

    /// Returns the container that a text refers to.
    #[inline]
    pub(super) fn find(&self, text: &[u8]) -> Option<ContainerId> {
        self.by_alias.get(text).or_else(|| self.by_name.get(text)).map(ContainerId)
    }

    /// Creates a container; the alias or the name may be missing. If a container exists with equal properties, it goes
    /// on.
    pub(super) fn create(
        &mut self,
        alias: Option<&[u8]>,
        name: Option<&[u8]>,
        kind: TypeId,
        parent: Option<&[u8]>,
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let title = text(name.or(alias).unwrap_or_default(), offset, sink);
        let parent = parent.and_then(|parent| self.find_or_make(parent, offset, sink));
        let before = alias.or(name).and_then(|known_as| self.find(known_as));
        let is_same = |of: &Container| of.name == title && of.kind == Some(kind) && of.parent == parent;
        if before.is_some_and(|before| is_same(self.get(before))) {
            return;
        }
        let id = self.push(title.into_owned(), Some(kind), parent, offset);
        if let Some(alias) = alias {
            self.by_alias.set(alias, id.0);
        }
        if let Some(name) = name {
            self.by_name.set(name, id.0);
        }
    }

    /// Returns the container that a text refers to, and makes one of that name if there is none. `None` for the root.
    #[inline]
    pub(super) fn find_or_make(
        &mut self,
        named: &[u8],
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Option<ContainerId> {
        if let Some(id) = self.find(named) {
            return Some(id);
        }
        if named == b"0" || named == b"root" {
            return None;
        }
        let name = text(named, offset, sink);
        sink.odd(OddityKind::Undefined, "container", offset, &name);
        let id = self.push(name.into_owned(), None, None, offset);
        self.by_alias.set(named, id.0);
        Some(id)
    }

    /// Returns the lane of a container that has states itself.
    pub(super) fn lane(&mut self, id: ContainerId, sink: &mut dyn Sink) -> LaneId {
        // Containers around it without a lane. They may be nested to any depth.
        let mut missing = Vec::new();
        let mut next = Some(id);
        let mut parent = None;
        while let Some(at) = next {
            let row = self.get(at);
            if row.lane.is_some() {
                parent = row.lane;
                break;
            }
            missing.push(at);
            next = row.parent;
        }
        while let Some(at) = missing.pop() {
            let kind = if at == id { LaneKind::Thread } else { LaneKind::Group };
            let row = self.get_mut(at);
            let lane = sink.lane(parent, kind, &row.name);
            sink.order_lane(lane, i64::from(at.0));
            row.lane = Some(lane);
            parent = Some(lane);
        }
        // The loop gave the container a lane, if it had none.
        parent.unwrap_or(LaneId(0))
    }

    /// Returns the lane of a container, or else of the innermost one around it that has a lane.
    pub(super) fn existing_lane(&self, id: ContainerId) -> Option<LaneId> {
        // Parents have smaller indices, so this ends.
        let around =
            std::iter::successors(Some(id), |&id| self.get(id).parent.filter(|parent| parent.0 < id.0));
        around.into_iter().find_map(|id| self.get(id).lane)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.len() as u64 * ROW_BYTES + self.by_alias.held_bytes() + self.by_name.held_bytes()
    }

    fn push(
        &mut self,
        name: String,
        kind: Option<TypeId>,
        parent: Option<ContainerId>,
        offset: u64,
    ) -> ContainerId {
        let id = ContainerId(self.rows.len() as u32);
        self.rows.push(Container { name, kind, parent, lane: None, offset, stacks: Vec::new() });
        id
    }
}

impl Container {
    /// Returns whether the container, or one within it, has states.
    pub(super) fn has_lane(&self) -> bool {
        self.lane.is_some()
    }
}
