//! The lanes that calls run in: processes, threads, ranks, resources; a tree of any depth.

use crate::{CallId, LaneId, NameId, Names};
use std::ops::Range;

/// Lanes in pre-order of their tree; siblings are in the order that the format asks for.
#[derive(Debug, Clone, Default)]
pub struct Lanes {
    pub(crate) name: Vec<NameId>,
    pub(crate) parent: Vec<LaneId>,
    pub(crate) kind: Vec<u32>,
    /// First own call of each lane, and one entry more: the own calls of lane `i` are `first[i]..first[i + 1]`.
    pub(crate) first_call: Vec<u32>,
    /// One past the last lane of each lane's subtree.
    pub(crate) subtree_end: Vec<u32>,
}

/// Kind of thing that a lane represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum LaneKind {
    /// An operating-system process.
    Process = 0,
    /// A thread.
    Thread = 1,
    /// Any other group of the format (site, cluster, host, stream, track).
    Group = 2,
    /// Calls of the parent lane that overlap other calls of it.
    Sublane = 3,
    /// Calls of a process that run outside its threads and are told apart by an id (requests, tasks, animations).
    Async = 4,
}

impl LaneKind {
    pub(crate) const fn from_code(code: u32) -> Option<Self> {
        match code {
            0 => Some(Self::Process),
            1 => Some(Self::Thread),
            2 => Some(Self::Group),
            3 => Some(Self::Sublane),
            4 => Some(Self::Async),
            _ => None,
        }
    }

    /// Returns the name used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Thread => "thread",
            Self::Group => "group",
            Self::Sublane => "sub-lane",
            Self::Async => "async",
        }
    }
}

impl Lanes {
    /// Returns the number of lanes.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Returns true if there are no lanes.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns all ids in pre-order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LaneId> + ExactSizeIterator + use<> {
        (0..self.name.len() as u32).map(LaneId)
    }

    /// Returns the name as the format gives it.
    pub fn name<'a>(&self, names: &'a Names, id: LaneId) -> &'a str {
        names.get(self.name[id.index()])
    }

    /// Returns the parent lane, if any.
    pub fn parent(&self, id: LaneId) -> Option<LaneId> {
        self.parent[id.index()].some()
    }

    /// Returns the kind of a lane.
    pub fn kind(&self, id: LaneId) -> LaneKind {
        LaneKind::from_code(self.kind[id.index()]).unwrap_or(LaneKind::Group)
    }

    /// Returns a lane's own calls (not those of lanes inside it) as a range of call ids.
    pub fn calls(&self, id: LaneId) -> Range<u32> {
        self.first_call[id.index()]..self.first_call[id.index() + 1]
    }

    /// Returns the lanes of a lane's subtree, itself first.
    pub fn subtree(&self, id: LaneId) -> Range<u32> {
        id.0..self.subtree_end[id.index()]
    }

    /// Returns the lane that a call runs in. O(log lanes).
    pub fn of_call(&self, call: CallId) -> LaneId {
        let after = self.first_call.partition_point(|&first| first <= call.0);
        LaneId(after as u32 - 1)
    }
}
