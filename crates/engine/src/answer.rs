//! The output of the engine: replies to asks, and events.

use diptych_protocol::{Ask, Event, Failure};

/// The answer to one kind of ask.
pub trait Answer<A: Ask> {
    /// Returns the reply. After a failure the engine is unchanged.
    fn answer(&mut self, ask: &A) -> Result<A::Reply, Failure>;
}

/// An event with its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Emitted {
    /// The event.
    pub event: Event,
    /// Query of the job of [`Event::WorkWanted`], as stored bytes.
    pub query: Option<Vec<u8>>,
}
