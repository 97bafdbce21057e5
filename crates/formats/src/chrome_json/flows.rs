//! Flows: which call led to which, by events of their own (`s`, `t`, `f`) or as the calls say themselves (`bind_id`).

use super::event::Event;
use super::ids::{ByKey, RawId, Reach};
use super::text;
use crate::json::Value;
use diptych_trace::{Binding, FlowRole};

/// Numbers of flows by category, name, scope and id; an id that is of its process by that too. Those that calls say
/// themselves go by that id alone.
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
        Some(self.number(&[process, category, name, scope, id]))
    }

    /// The number of the flow that a call is in. `None`: it does not say which.
    pub(super) fn key_of_call(&mut self, event: &Event<'_>) -> Option<u32> {
        let id = event.bind_id.and_then(Value::scalar)?;
        Some(self.number(&[id]))
    }

    fn number(&mut self, parts: &[&[u8]]) -> u32 {
        let next = self.count;
        let key = self.by_key.get_or_insert_with(parts, || next);
        self.count += u32::from(key == next);
        key
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

/// What a call is in its flow, if it says that it is in one.
pub(super) fn role_of_call(event: &Event<'_>) -> Option<FlowRole> {
    match (event.flow_in, event.flow_out) {
        (false, true) => Some(FlowRole::Start),
        (true, true) => Some(FlowRole::Step),
        (true, false) => Some(FlowRole::End),
        (false, false) => None,
    }
}
