//! What the items of a scene stand for.

use diptych_protocol::SideName;
use diptych_scene::ItemId;
use diptych_trace::{CallId, LaneId, Trace};

/// Something that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Item {
    /// One call.
    Call {
        /// Whose.
        side: SideName,
        /// Which.
        call: CallId,
    },
    /// Calls under one pixel, merged: siblings and all that they call, the call ids `first..end`.
    Merged {
        /// Whose.
        side: SideName,
        /// First of them.
        first: CallId,
        /// One past the last of them.
        end: u32,
    },
    /// An interval of the overview: its bar and what lies under it.
    Bar {
        /// Whose.
        side: SideName,
        /// Which, from the left.
        bin: u32,
    },
    /// The head of a lane.
    Lane {
        /// Whose.
        side: SideName,
        /// Which.
        lane: LaneId,
    },
    /// The line that stands for the frames around both runs.
    Frames {
        /// On whose axis.
        side: SideName,
    },
    /// A call of A and one of B that match.
    Match {
        /// Of A.
        a: CallId,
        /// Of B.
        b: CallId,
        /// s of both, where the picture shows it.
        similarity: Option<f32>,
    },
    /// Matches between calls of A and calls of B, at least one of each pair under two pixels.
    MatchBundle {
        /// The calls of A, from the first on to before the second.
        a: [CallId; 2],
        /// The calls of B.
        b: [CallId; 2],
        /// How many matches.
        count: u64,
        /// Σ s of them; the count where each call has one partner.
        similarity: f64,
    },
}

impl Item {
    /// The stack that it is, or that a match ends in on A's side.
    pub fn stack(self) -> Option<(SideName, CallId)> {
        match self {
            Self::Call { side, call } => Some((side, call)),
            Self::Match { a, .. } => Some((SideName::A, a)),
            _ => None,
        }
    }

    /// The calls of each side that it stands for, with all they call: the first of them, and one past the last.
    pub fn calls(self, traces: [&Trace; 2]) -> [Option<[CallId; 2]>; 2] {
        let subtree = |side: SideName, call: CallId| {
            let calls = traces[side.index()].calls().subtree(call);
            Some([calls.start, calls.end].map(CallId))
        };
        let of = |side: SideName, calls| if side == SideName::A { [calls, None] } else { [None, calls] };
        match self {
            Self::Call { side, call } => of(side, subtree(side, call)),
            Self::Merged { side, first, end } => of(side, Some([first, CallId(end)])),
            Self::Match { a, b, .. } => [subtree(SideName::A, a), subtree(SideName::B, b)],
            Self::MatchBundle { a, b, .. } => [Some(a), Some(b)],
            Self::Bar { .. } | Self::Lane { .. } | Self::Frames { .. } => [None; 2],
        }
    }
}

/// The items of one scene, by [`ItemId`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ItemTable {
    items: Vec<Item>,
}

impl ItemTable {
    /// Adds an item and gives its id.
    pub fn add(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() as u32 - 1)
    }

    /// What an id stands for.
    pub fn get(&self, id: ItemId) -> Option<Item> {
        self.items.get(id.0 as usize).copied()
    }

    /// All items, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.items.iter().copied()
    }
}
