//! Where calls run: processes, threads, ranks, resources; a tree of any depth.

use crate::{CallId, LaneId, NameId, Names};
use std::ops::Range;

/// Lanes in pre-order of their tree; siblings in the order the format asks for.
#[derive(Debug, Clone, Default)]
pub struct Lanes {
    pub(crate) name: Vec<NameId>,
    pub(crate) parent: Vec<LaneId>,
    pub(crate) kind: Vec<u32>,
    /// First own call of each lane; one more entry than lanes, so own calls are `first[i]..first[i + 1]`.
    pub(crate) first_call: Vec<u32>,
    /// One past the last lane of the subtree.
    pub(crate) subtree_end: Vec<u32>,
}

/// What a lane stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum LaneKind {
    /// An operating-system process.
    Process = 0,
    /// A thread.
    Thread = 1,
    /// Anything else the format groups by (site, cluster, host, stream, track).
    Group = 2,
    /// Calls of the lane it lies in that run beside other calls of that lane.
    Sublane = 3,
    /// Calls of a process that run beside its threads, told apart by an id (requests, tasks, animations).
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

    /// The word used in output.
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
    /// Number of lanes.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// All ids in pre-order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LaneId> + ExactSizeIterator + use<> {
        (0..self.name.len() as u32).map(LaneId)
    }

    /// Name as the format gives it.
    pub fn name<'a>(&self, names: &'a Names, id: LaneId) -> &'a str {
        names.get(self.name[id.index()])
    }

    /// The lane it lies in, if any.
    pub fn parent(&self, id: LaneId) -> Option<LaneId> {
        self.parent[id.index()].some()
    }

    /// What it stands for.
    pub fn kind(&self, id: LaneId) -> LaneKind {
        LaneKind::from_code(self.kind[id.index()]).unwrap_or(LaneKind::Group)
    }

    /// Its own calls (not those of lanes inside it), a range of call ids.
    pub fn calls(&self, id: LaneId) -> Range<u32> {
        self.first_call[id.index()]..self.first_call[id.index() + 1]
    }

    /// The lanes of its subtree, itself first.
    pub fn subtree(&self, id: LaneId) -> Range<u32> {
        id.0..self.subtree_end[id.index()]
    }

    /// The lane a call runs in. O(log lanes).
    pub fn of_call(&self, call: CallId) -> LaneId {
        let after = self.first_call.partition_point(|&first| first <= call.0);
        LaneId(after as u32 - 1)
    }
}
