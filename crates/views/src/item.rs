//! What the items of a scene stand for.

use diptych_protocol::SideName;
use diptych_scene::ItemId;
use diptych_trace::{CallId, LaneId};

/// Something that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}

/// The items of one scene, by [`ItemId`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
