//! Owners of instants and counters while a trace is built.
//!
//! A lane exists once it has a call, and an instant may come before the first call of its thread. Were the lane made for
//! the instant, lanes would be in another order, and threads without calls would have empty ones. So instants and
//! counters refer to an owner, and a reader names its lane once it knows.

use crate::{LaneId, OwnerId};

/// The lane of each owner, by the builder's lane number.
#[derive(Debug, Default)]
pub(super) struct Owners {
    lanes: Vec<LaneId>,
}

impl Owners {
    /// Adds an owner. It stands for the whole run until it is placed.
    pub(super) fn add(&mut self) -> OwnerId {
        self.lanes.push(LaneId::NONE);
        OwnerId(self.lanes.len() as u32 - 1)
    }

    /// States the lane of an owner.
    pub(super) fn place(&mut self, owner: OwnerId, lane: LaneId) {
        if let Some(place) = self.lanes.get_mut(owner.index()) {
            *place = lane;
        }
    }

    /// Returns the row of an owner's lane. `rows` has the row of each of the builder's lanes.
    pub(super) fn row(&self, owner: OwnerId, rows: &[LaneId]) -> LaneId {
        let lane = self.lanes.get(owner.index()).and_then(|lane| lane.some());
        lane.and_then(|lane| rows.get(lane.index()).copied()).unwrap_or(LaneId::NONE)
    }

    /// Returns the number of owners.
    pub(super) fn len(&self) -> usize {
        self.lanes.len()
    }
}
