//! Flow events: which call led to which (`s`, `t`, `f`).

use super::event::Event;
use super::ids::{ByKey, RawId, Reach};
use super::text;
use diptych_trace::{Binding, FlowRole};

/// Numbers of flows by category, name, scope and id; an id that is of its process by that too.
#[derive(Debug, Default)]
pub(super) struct Flows {
    by_key: ByKey<u32>,
    count: u32,
}

impl Flows {
    /// The number of an event's flow. `None`: it has no id.
    pub(super) fn key(&mut self, event: &Event<'_>) -> Option<u32> {
        let RawId { id, reach } = RawId::of(event)?;
        let process = if reach == Reach::Process { text(event.process) } else { b"" };
        let [category, name, scope] = [event.category, event.name, event.scope].map(text);
        let next = self.count;
        let key = self.by_key.get_or_insert_with(&[process, category, name, scope, id], || next);
        self.count += u32::from(key == next);
        Some(key)
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_key.held_bytes()
    }
}

/// Which call an event means: that running, but an end the next one, unless it says otherwise (`bp`).
pub(super) fn binding(event: &Event<'_>, role: FlowRole) -> Binding {
    let encloses = role != FlowRole::End || text(event.binding_point) == b"e";
    if encloses { Binding::Enclosing } else { Binding::Next }
}
