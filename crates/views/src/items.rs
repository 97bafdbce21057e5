//! The items of a layout, and what they stand for.

use diptych_scene::ItemId;

/// The items of one layout, by [`ItemId`] from 0. Each view has its own type of item.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemTable<T> {
    items: Vec<T>,
}

impl<T> Default for ItemTable<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T: Copy> ItemTable<T> {
    /// Adds an item and returns its id.
    pub fn add(&mut self, item: impl Into<T>) -> ItemId {
        self.items.push(item.into());
        ItemId(self.items.len() as u32 - 1)
    }

    /// Returns the item of an id.
    pub fn get(&self, id: ItemId) -> Option<T> {
        self.items.get(id.0 as usize).copied()
    }

    /// Returns all items in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().copied()
    }

    /// Returns the number of items.
    pub fn len(&self) -> u32 {
        self.items.len() as u32
    }

    /// Returns true if there is no item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
