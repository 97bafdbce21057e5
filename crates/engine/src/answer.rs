//! What the engine gives back.

use diptych_protocol::Event;

/// An event with the epoch of the request it answers, and what lies beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Epoch of the request.
    pub epoch: u32,
    /// What is said.
    pub event: Event,
    /// The scene of [`Event::Scene`], as [`diptych_scene::wire`] encodes it.
    pub words: Option<Vec<u32>>,
    /// The query of the job of [`Event::Compute`], as stored bytes.
    pub input: Option<Vec<u8>>,
}

impl Answer {
    pub(crate) fn of(epoch: u32, event: Event) -> Self {
        Self { epoch, event, words: None, input: None }
    }
}
