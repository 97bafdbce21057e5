//! Events of the engine.

use diptych_protocol::Event;

/// An event with its data.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineEvent {
    /// The event.
    pub event: Event,
    /// Query of the job of [`Event::WorkWanted`], as stored bytes.
    pub query: Option<Vec<u8>>,
}
