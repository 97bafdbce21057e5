//! Flows from call to call, given by events of their own (`s`, `t`, `f`) or by fields of the calls (`bind_id`).

use super::event::{Event, text};
use super::ids::{ByKey, IdScope, RawId};
use crate::json::Value;
use diptych_trace::{Binding, FlowRole};

/// Numbers of flows.
///
/// Flow events are identified by category, name, scope and id, and by the process if the id is local to it. Calls with
/// a `bind_id` are identified by that id alone.
#[derive(Debug, Default)]
pub(super) struct Flows {
    by_key: ByKey<u32>,
    count: u32,
}

impl Flows {
    /// Returns the number of an event's flow. `None` if the event has no id.
    pub(super) fn key(&mut self, event: &Event<'_>) -> Option<u32> {
        let RawId { id, reach } = RawId::of(event)?;
        let process = if reach == IdScope::Process { text(event.process) } else { b"" };
        let [category, name, scope] = [event.category, event.name, event.scope].map(text);
        Some(self.number(&[process, category, name, scope, id]))
    }

    /// Returns the number of the flow that a call takes part in. `None` if the call has no `bind_id`.
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

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_key.held_bytes()
    }
}

/// Returns the call that a flow event refers to. That is the enclosing one, or the next one for an end without `bp:
/// "e"`.
pub(super) fn binding(event: &Event<'_>, role: FlowRole) -> Binding {
    let encloses = role != FlowRole::End || text(event.binding_point) == b"e";
    if encloses { Binding::Enclosing } else { Binding::Next }
}

/// Returns the role of a call in its flow, if it takes part in one.
pub(super) fn role_of_call(event: &Event<'_>) -> Option<FlowRole> {
    match (event.flow_in, event.flow_out) {
        (false, true) => Some(FlowRole::Start),
        (true, true) => Some(FlowRole::Step),
        (true, false) => Some(FlowRole::End),
        (false, false) => None,
    }
}
