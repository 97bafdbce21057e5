//! Writes variables as counters, and events as instants.

use super::containers::{ContainerId, Containers};
use super::types::{TypeId, Types};
use diptych_trace::{CounterId, CounterSample, CounterSpec, InstantSpec, OwnerId, Sink};
use rustc_hash::FxHashMap;

/// Variables and owners of a file.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Owner of each container; `None` in place of the container is the root.
    owners: FxHashMap<Option<u32>, OwnerId>,
    variables: FxHashMap<(Option<u32>, u32), Variable>,
}

/// A variable of a container.
#[derive(Debug)]
struct Variable {
    counter: CounterId,
    value: f64,
}

/// Effect of an event on a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Set,
    Add,
    Subtract,
}

/// A change of a variable in a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct VariableChange {
    /// Container of the variable; `None` for the root.
    pub(super) container: Option<ContainerId>,
    /// Type of the variable.
    pub(super) of: TypeId,
    pub(super) change: Change,
    /// Operand of the change.
    pub(super) by: f64,
    pub(super) at: i64,
    /// Place in the file.
    pub(super) source: u64,
}

/// Bytes of an owner and of a variable, estimated.
const ROW_BYTES: u64 = 96;

impl Variables {
    /// Writes the value of a variable after a change. Variables begin at 0.
    pub(super) fn change(&mut self, change: VariableChange, types: &Types, sink: &mut dyn Sink) {
        let VariableChange { container, of, change, by, at, source } = change;
        let owner = self.owner(container, sink);
        let key = (container.map(|container| container.0), of.0);
        let variable = self.variables.entry(key).or_insert_with(|| {
            let spec = CounterSpec { name: &types.get(of).name, series: "", unit: "" };
            Variable { counter: sink.counter(owner, spec), value: 0.0 }
        });
        variable.value = match change {
            Change::Set => by,
            Change::Add => variable.value + by,
            Change::Subtract => variable.value - by,
        };
        sink.sample(variable.counter, CounterSample { at, value: variable.value, source });
    }

    /// Writes an event: an instant of its container.
    pub(super) fn event(&mut self, container: Option<ContainerId>, at: i64, name: &str, sink: &mut dyn Sink) {
        let owner = self.owner(container, sink);
        sink.instant(owner, InstantSpec { at, name });
    }

    /// Ends the file: places the owners on the lanes of their containers, or of the containers around these.
    pub(super) fn finish(&self, containers: &Containers, sink: &mut dyn Sink) {
        let mut owners: Vec<(u32, OwnerId)> =
            self.owners.iter().filter_map(|(container, owner)| Some(((*container)?, *owner))).collect();
        owners.sort_unstable();
        for (container, owner) in owners {
            if let Some(lane) = containers.existing_lane(ContainerId(container)) {
                sink.place_owner(owner, lane);
            }
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.owners.len() + self.variables.len()) as u64 * ROW_BYTES
    }

    fn owner(&mut self, container: Option<ContainerId>, sink: &mut dyn Sink) -> OwnerId {
        *self.owners.entry(container.map(|container| container.0)).or_insert_with(|| sink.owner())
    }
}
