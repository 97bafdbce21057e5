//! What the engine gives back: replies to those who ask, and what it says unasked.

use diptych_protocol::{Ask, Event, Failure};

/// Answers one kind of ask.
pub trait Answer<A: Ask> {
    /// The reply, or why there is none; nothing else changed then.
    fn answer(&mut self, ask: &A) -> Result<A::Reply, Failure>;
}

/// An event with what lies beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Emitted {
    /// What is said.
    pub event: Event,
    /// The query of the job of [`Event::WorkWanted`], as stored bytes.
    pub query: Option<Vec<u8>>,
}
