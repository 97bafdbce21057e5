//! What the items of a layout stand for.

use diptych_scene::ItemId;

/// The items of one layout, by [`ItemId`] from 0. What they are is each view's own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ItemTable<T> {
    items: Vec<T>,
}

impl<T> Default for ItemTable<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T: Copy> ItemTable<T> {
    /// Adds an item and gives its id.
    pub(crate) fn add(&mut self, item: impl Into<T>) -> ItemId {
        self.items.push(item.into());
        ItemId(self.items.len() as u32 - 1)
    }

    /// What an id stands for.
    pub(crate) fn get(&self, id: ItemId) -> Option<T> {
        self.items.get(id.0 as usize).copied()
    }

    /// All items, in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().copied()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.items.len() as u32
    }
}
